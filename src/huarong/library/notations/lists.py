"""Lines of published lists: a puzzle in another notation, and the list's facts about the puzzle."""

import re
from dataclasses import replace

from huarong.errors import CannotExpress
from huarong.library.notations.base import Notation, claimed, fail, noted
from huarong.library.notations.codes import CODE
from huarong.library.notations.rush_hour import RED_ROW, RUSH_HOUR, SIDE
from huarong.library.notations.tiles import TILES
from huarong.model.puzzle import Puzzle


def _matched(pattern: str, text: str, example: str) -> re.Match[str]:
    found = re.fullmatch(pattern, text.strip())
    if found is None:
        fail(1, "expected a line such as {example}", example=example)
    return found


# Fogleman's Rush Hour positions

_FOGLEMAN = r"(?a)(?:(\d{1,3})[\s,]+)?([A-Zox.]{36})(?:[\s,]+(\d{1,9}))?"


def is_fogleman(text: str) -> bool:
    """Whether a text is a number of moves, 36 characters of Rush Hour and perhaps a number of positions."""
    found = re.fullmatch(_FOGLEMAN, text.strip())
    return bool(found and found[1])


def encode_fogleman(puzzle: Puzzle) -> str:
    """Write the board as in Fogleman's list, without counts: see `decode_fogleman`."""
    board = RUSH_HOUR.encode(puzzle)
    if board.index("X") // SIDE != RED_ROW:
        raise CannotExpress("in this notation the red car lies in row {row}", row=RED_ROW + 1)
    others = dict.fromkeys(board.translate(dict.fromkeys(map(ord, ".xX"))))
    names = dict(zip(others, "BCDEFGHIJKLMNOPQRSTUVWYZ", strict=False)) | {"X": "A", ".": "o"}
    return "".join(names.get(symbol, symbol) for symbol in board)


def decode_fogleman(text: str, goal: str | None = None) -> Puzzle:
    """Read a line of Michael Fogleman's list of Rush Hour positions: moves, board, number of reachable positions.

    The board has the form of `rush`, with `A` for the red car. The fewest moves are kept as the claimed length::

        60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332

    Source: https://www.michaelfogleman.com/rush/ (`rush.txt`).

    >>> decode_fogleman("60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332").read_as.length
    60
    """
    found = _matched(_FOGLEMAN, text, "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332")
    return claimed(RUSH_HOUR.decode(found[2], goal), found[1], "move")


# Clausecker's 24-puzzles

_CLAUSECKER = r"(?a)((?:\d{1,12}\s+)*)(\d{1,3}(?:,\d{1,3}){3,})((?:\s+\d{1,15})*)(?:\s+\d{1,3}(?:,\d{1,3})*)?"


def is_clausecker(text: str) -> bool:
    """Whether a text is a comma list of tiles with numbers before or after it."""
    found = re.fullmatch(_CLAUSECKER, text.strip())
    if not found or not (found[1] or found[3]):
        return False
    tiles = [int(each) for each in found[2].split(",")]
    everything = [int(each) for each in re.findall(r"\d+", text)]
    return sorted(tiles) == list(range(len(tiles))) and sorted(everything) != list(range(len(everything)))


def encode_clausecker(puzzle: Puzzle) -> str:
    """Write a comma list of tiles, whose goal has the blank first: see `decode_clausecker`."""
    text = ",".join(re.findall(r"\d+" if puzzle.board.size > 10 else r"\d", TILES.encode(puzzle)))
    if puzzle.board.width != puzzle.board.height or decode_clausecker(text).goal != puzzle.goal:
        raise CannotExpress("in this notation the board is square and the goal is the tiles in order, the blank first")
    return text


def decode_clausecker(text: str, goal: str | None = None) -> Puzzle:
    """Read a line of Robert Clausecker's lists of 24-puzzles: number, tiles, length, positions searched, solution.

    Only the tiles are required, a comma list in reading order. In the goal they are in order with the blank **first**,
    as in Korf's papers. The claimed length is the first number after the tiles, or the second number before the tiles::

        1 14,5,9,2,18,8,23,19,12,17,15,0,10,20,4,6,11,21,1,7,24,3,16,22,13  95    2031102635

    Source: https://github.com/clausecker/24puzzle, `doc/korf.txt`.

    >>> puzzle = decode_clausecker("7 3,1,2,0  4  16")
    >>> puzzle.rows(), puzzle.goal.alternatives, puzzle.read_as.length
    (('31', '2.'), (((0, 1), (1, 2), (2, 3)),), 4)
    """
    found = _matched(_CLAUSECKER, text, "1 3,1,2,0 4")
    before, after, tiles = found[1].split(), found[3].split(), found[2]
    length = before[1] if len(before) > 1 else after[0] if after else None
    order = ",".join(map(str, range(tiles.count(",") + 1)))
    puzzle = TILES.decode(tiles, goal or order)
    return claimed(noted(puzzle, "the blank is first in the goal") if goal is None else puzzle, length, "step")


# dnomd343's lists

_HRD = (
    r"(?a)(?:\d{1,8},(?=[^,]+,[01](?:,\d+){5}$))?([0-9A-F]{7}(?:[0-9A-F]{2})?)"
    r"(?:->(\d+)|((?:,-?[0-9A-F-]+){2,6})|\s+(?=\S)(?![\s,\dA-F]+$)(.{1,100}))?"
)


def is_hrd(text: str) -> bool:
    """Whether a text is a code of dnomd343 with a length, numbers or a name after it."""
    found = re.fullmatch(_HRD, text.strip())
    return bool(found and (found[2] or found[3] or found[4]))


def encode_hrd(puzzle: Puzzle) -> str:
    """Write dnomd343's code with the name, if the puzzle has one: see `decode_hrd`."""
    return " ".join([CODE.encode(puzzle), *(puzzle.name_zh or puzzle.name).split()])


def decode_hrd(text: str, goal: str | None = None) -> Puzzle:
    """Read a line of dnomd343's lists: a code with a name, with the fewest moves, or with the numbers of a table.

    The code has 7 or 9 digits. `CODE NAME` is a line of the classic openings, and `CODE->N` one of the random openings.
    `CODE,N,count,solutions` is a row of the table `solution`, and `N` is its claimed length; the tables `main` and
    `farthest` claim none::

        1A9BF0C 横刀立马    1A9BF0C->81

    Source: https://github.com/dnomd343/HRD_Game, `Classic_Cases.txt`; https://github.com/dnomd343/HRD_Database.

    >>> decode_hrd("1A9BF0C->81").read_as.length, decode_hrd("1A9BF0C 横刀立马").name_zh
    (81, '横刀立马')
    """
    found = _matched(_HRD, text, "1A9BF0C->81")
    numbers = (found[3] or "").split(",")[1:]
    solution = (len(numbers) == 3 and numbers[2].isdigit()) or len(numbers) == 4
    called = (found[4] or "").strip()
    name, name_zh = (called, "") if called.isascii() else ("", called)
    puzzle = replace(CODE.decode(found[1], goal), name=name, name_zh=name_zh)
    return claimed(puzzle, found[2] or (numbers[0] if solution and found[0].startswith(found[1]) else None), "move")


_FOGLEMAN_TITLES = ("a line of Fogleman's list", "Fogleman 列表的一行")
FOGLEMAN = Notation("fogleman", *_FOGLEMAN_TITLES, is_fogleman, decode_fogleman, encode_fogleman, sure=True)
_TITLES = ("a line of 24-puzzles", "24 数码列表的一行")
CLAUSECKER = Notation("clausecker", *_TITLES, is_clausecker, decode_clausecker, encode_clausecker, sure=True)
_HRD_TITLES = ("a line of dnomd343's lists", "dnomd343 列表的一行")
HRD = Notation("hrd", *_HRD_TITLES, is_hrd, decode_hrd, encode_hrd, goal=False, sure=True)
