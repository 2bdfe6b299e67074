"""A table of cells: one word for each cell, separated by spaces, commas or tabs, as in HackerRank's Klotski."""

import re
from dataclasses import replace
from typing import NamedTuple

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.library.notations.base import Notation, Word, check_cells, check_plane, text_rows
from huarong.model.puzzle import Puzzle
from huarong.model.symbols import EMPTY, new_symbols
from huarong.model.text import FREE_TEXT, GOAL_TITLE

_SIZE = r"(?a)\s*(\d{1,3})(?:\s*[xX×*,\s]\s*(\d{1,3}))?\s*[:,]?\s*"
_HEADER = r"(?a)\s*[a-z.]{3,7}:.*"
_FREE_TEXT = rf"(?s)^[ \t]*(?:{'|'.join(map(re.escape, FREE_TEXT))}):.*"
_SECTIONS = ("goal:", "gates:")


class _Line(NamedTuple):
    """A row of a section: the words of its cells, and its line in the text."""

    line: int
    cells: list[str]


class _Table(NamedTuple):
    """The headers, the board, titled sections, and the key piece with its place in the goal."""

    headers: list[Word]
    sections: list[tuple[str, list[_Line]]]
    end: list[_Line]


def _table(text: str) -> _Table | None:
    """Return the parts of a text of this form; None for any other text."""
    lines = text.split("\n")
    free = re.compile(_FREE_TEXT if "\n" in text.strip() else "(?!)")  # texts of any signs, even `/` and brackets
    plain = "\n".join(free.sub("", line) for line in lines)
    words = text_rows(re.sub(rf"(^|[\n/])[ \t]*{GOAL_TITLE}", r"\1goal:/", plain))
    headers = [Word(line, number, 1) for number, line in enumerate(lines, 1) if free.match(line)]
    rows = []
    for row in words:
        if re.fullmatch(_HEADER, row.text) and row.text.strip() not in _SECTIONS:
            headers.append(row)
        else:
            rows.append(_Line(row.line, [word.strip("\"'") for word in re.findall(r"[^\s,;|]+", row.text)]))
    size = re.fullmatch(_SIZE, words[0].text) if words and not headers else None
    return (size and _parted(headers, rows[1:], size)) or _parted(headers, rows, None)


def _parted(headers: list[Word], rows: list[_Line], size: re.Match[str] | None) -> _Table | None:
    """Divide the rows after a size into board, sections and end; None if they do not fit."""
    if size and rows and len(rows[0].cells) == 1:
        wide = len(rows[0].cells[0])
        rows = [row._replace(cells=list(row.cells[0])) if [*map(len, row.cells)] == [wide] else row for row in rows]
    width = len(rows[0].cells) if rows else 0
    height = next((i for i, row in enumerate(rows) if len(row.cells) != width), len(rows))
    if min(width, height) < 2 or (size and {int(size[1]), int(size[2] or size[1])} != {width, height}):
        return None
    sections, at = [("", rows[:height])], height
    while at < len(rows) and " ".join(rows[at].cells) in _SECTIONS:
        sections.append((rows[at].cells[0], rows[at + 1 : at + 1 + height]))
        at += 1 + height
    end = rows[at:]
    alike = all(len(row.cells) == width for _, section in sections for row in section)
    ended = size and [len(row.cells) for row in end] == [1, 2] and "".join(end[1].cells).isdecimal()
    return _Table(headers, sections, end) if alike and (ended or not end) else None


def is_cells(text: str) -> bool:
    r"""Whether a text is a table of cells: at least two rows of equally many words, or rows of characters after a size.

    >>> is_cells("A A .\nB . ."), is_cells("3 2\nAA.\nB.."), is_cells("AA.\nB..")
    (True, True, False)
    """
    return "*" not in text and _table(text) is not None


def encode_cells(puzzle: Puzzle) -> str:
    """Write HackerRank's input or, if that form cannot express it, the grid text with spaces: see `decode_cells`."""
    board, key, rows = puzzle.board, puzzle.key, puzzle.rows()
    check_plane(board)
    lines = puzzle.line().split("/")  # without name and source, which may have a `/`, the end of a row here
    (goal, *others) = puzzle.goal.alternatives
    plain = lines[: board.height] == [*rows] and not board.walls | board.gates
    if sign := re.search(r"[][(){}]", "".join(lines)) or re.search(r"[,;|\"']", "".join(rows)):
        raise CannotExpress("{sign} separates cells in this notation; give that piece another sign", sign=sign[0])
    if key is None or others or not plain:
        drawn = len(lines) - (1 + len(others)) * (board.height + 1) - board.height
        drawn -= ("gates:" in lines) * (board.height + 1)
        return "\n".join([*lines[:drawn], *(line if line in _SECTIONS else " ".join(line) for line in lines[drawn:])])
    covers = board.cells(puzzle.kinds[key.kind], goal[0][1]) or ()
    left = min(cell % board.width for cell in covers)
    return "\n".join(
        [f"{board.height} {board.width}", *map(" ".join, rows), key.symbol, f"{min(covers) // board.width} {left}"]
    )


def decode_cells(text: str, goal: str | None = None) -> Puzzle:
    r"""Read a table of cells: one word for each, separated by spaces, commas, tabs or `|`, or nested lists.

    Equal words form a piece; `.` (also `..`) is an empty cell, and the grid text's other characters keep their meaning.
    The size (rows and columns, in either order) may come first. Goal sections as in the grid text may follow the cells
    or, if there is a size, the key piece and the row and column, from 0, of its upper left corner at the end::

        3 4
        A A C .
        A B C .        . . B .        B at the end
        B B . .        . B B .
        B              . . . .
        0 1

    Source: https://www.hackerrank.com/challenges/klotski (the input); tables of numbers are common in programs.

    >>> decode_cells("3 4\nA A C .\nA B C .\nB B . .\nB\n0 1").goal.alternatives
    (((0, 2),),)
    """
    table = _table(text)
    if table is None:
        raise PuzzleError([Fault("expected at least two rows with the same number of words")])
    board = table.sections[0][1]
    check_cells(len(board[0].cells), len(board))
    words = list(dict.fromkeys(word for _, section in table.sections for row in section for word in row.cells))
    names, labels = _names(words)
    made = [(row.line, row.text.strip()) for row in table.headers]
    made += [(0, f"names: {' '.join(labels)}")] if labels else []
    for title, section in table.sections:
        made += [(0, title)] if title else []
        made += [(row.line, "".join(names[word] for word in row.cells)) for row in section]
    if table.end:
        made += [(table.end[1].line, row) for row in ("goal:", *_ends(board, names, table.end))]
    try:
        return Puzzle.parse("\n".join(row for _, row in made), goal)
    except PuzzleError as error:
        lines = [None, *(line or None for line, _ in made)]
        raise PuzzleError(replace(f, line=lines[f.line or 0], column=None) for f in error.faults) from None


def _names(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """The character for each word of a table, and the labels of longer words, as the header `names` gives them."""
    names = {word: EMPTY if set(word) == {EMPTY} else word for word in words}
    more = new_symbols("".join(word for word in names.values() if len(word) == 1))
    labels = []
    for word in words:
        if len(names[word]) > 1:
            symbols = (each for some in (filter(str.isalpha, word[0]), more) for each in some)
            names[word] = next(each for each in symbols if each not in names.values())
            labels.append(f"{names[word]}={word}")
    return names, labels


def _ends(board: list[_Line], names: dict[str, str], end: list[_Line]) -> list[str]:
    """Return the rows of the goal: the key piece with its upper left corner at a row and a column."""
    key, (top, left) = end[0].cells[0], map(int, end[1].cells)
    at = [(x, y) for y, row in enumerate(board) for x, word in enumerate(row.cells) if word == key]
    if not at:
        raise PuzzleError([Fault.at(end[0].line, None, "there is no piece {name!r} on the board", name=key)])
    x0, y0 = min(x for x, _ in at), min(y for _, y in at)
    to = {(x - x0 + left, y - y0 + top) for x, y in at}
    width, height = len(board[0].cells), len(board)
    if any(x >= width or y >= height for x, y in to):
        raise PuzzleError([Fault.at(end[1].line, None, "at its goal, the key piece would lie outside the board")])
    return ["".join(names[key] if (x, y) in to else EMPTY for x in range(width)) for y in range(height)]


CELLS = Notation("cells", "a table of cells", "逐格的表", is_cells, decode_cells, encode_cells)
