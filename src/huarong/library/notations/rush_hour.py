"""Rush Hour: the 36 cells of its board, on one line or on six."""

import re
import string
from collections import Counter
from dataclasses import replace

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.library.notations.base import Notation, check_size, fail, text_rows, with_goal
from huarong.model.board import Board, Kind
from huarong.model.letters import copies, parts
from huarong.model.puzzle import Puzzle, ReadAs
from huarong.model.setup import Setup

SIDE = 6
RED_ROW = 2
"""The row of the red car, from 0, on the commercial board."""
_EMPTY = "-._0"
_RUSH = rf"[A-Za-z{_EMPTY}]{{36}}"
_NEARLY = r"[A-Zox.]{35}(?:[A-Zox.]{2})?"
_CARS = ((2, 1), (3, 1), (1, 2), (1, 3))
_Cells = list[tuple[int, int]]


def _grid(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The characters of the cells, and the line and the column of each, from one line or from rows after a size."""
    rows = text_rows(text)
    if rows and re.fullmatch(r"\s*6\s*[x×X,*]?\s*6?\s*[:,]?\s*", rows[0].text):
        rows = rows[1:]
    cells = [[(m[0], row.line, row.column + m.start()) for m in re.finditer(r"[^\s,]", row.text)] for row in rows]
    alike = len(cells) == 1 or all(len(row) == SIDE for row in cells)
    flat = [cell for row in cells if alike for cell in row]
    return "".join(c for c, _, _ in flat), [(line, column) for _, line, column in flat]


def is_rush(text: str) -> bool:
    """Whether a text is Rush Hour's 36 characters: six rows, perhaps after a size, or one line (35 or 37 with `XX`)."""
    if len(text) > 16 * SIDE * SIDE or ":" in text:
        return False
    if re.fullmatch(_NEARLY, text.strip()):
        return "XX" in text and text.count("X") == 2 and not {"o", "."}.isdisjoint(text)
    cells, _ = _grid(text)
    if not re.fullmatch(_RUSH, cells) or not set(cells) & {*_EMPTY, "o"} or not re.search("[A-Za-np-z]", cells):
        return False
    rows = len(text.split()) > 1 or "/" in text
    walls = "" if cells == cells.lower() else "x"
    return not rows or all(n > 1 for c, n in Counter(cells).items() if c.isalpha() and c not in walls)


def encode_rush(puzzle: Puzzle, red_letter: str = "X") -> str:
    """Write Rush Hour's 36 characters, the red car `X` or another capital letter, walls `x`: see `decode_rush`."""
    board = puzzle.board
    if (board.width, board.height) != (SIDE, SIDE) or board.gates:
        check_size(puzzle, SIDE, SIDE)
    for piece in puzzle.pieces:
        kind = puzzle.kinds[piece.kind]
        if kind.directions != kind.along or not _straight(kind):
            template = "{symbol!r} is not a valid vehicle; expected 1xN or Nx1, sliding along its length"
            raise CannotExpress(template, symbol=piece.symbol)
    red = puzzle.key
    across = red is not None and puzzle.kinds[red.kind].along == "LR"
    end = red.head // SIDE * SIDE + SIDE - len(puzzle.kinds[red.kind].shape) if red else None
    if red is None or not across or puzzle.goal.alternatives != (((red.kind, end),),):
        raise CannotExpress("the goal of Rush Hour is one car in its row at the right edge; this goal is different")
    letters = string.ascii_uppercase.translate(dict.fromkeys(map(ord, ("X", red_letter))))
    symbols = [piece.symbol for piece in puzzle.pieces]
    spare = iter(letter for letter in letters if letter not in symbols)
    names = {symbol: symbol if symbol in letters else next(spare) for symbol in symbols}
    names |= {red.symbol: red_letter, "#": "x", ".": "."}
    return "".join(names[symbol] for symbol in "".join(puzzle.rows()))


def _straight(kind: Kind) -> bool:
    """Whether a kind's cells, two or more, are a line without gaps."""
    xs, ys = zip(*kind.shape, strict=True)
    lined = not any(xs) or not any(ys)
    return lined and len(kind.shape) == max(*xs, *ys) + 1 > 1


def decode_rush(text: str, goal: str | None = None) -> Puzzle:
    """Read Rush Hour's 36 characters: the cells of a 6x6 board in reading order, on one line or in six rows.

    A capital letter is a vehicle of two or more cells in a line, which slides only along this line. `.`, `-`, `_`, `0`
    or `o` is empty, and `x` is a wall. In a text of small letters, `x` is the red car, and `o` is a vehicle if another
    sign is used for empty cells. In any text with `.`, `-` or `_`, `o` and `0` are vehicles if they lie in lines of two
    or three. The red car is `X`, or else a car in the third row: `A` (Michael Fogleman's form), `R`, or the only car
    there. A letter in several places is several vehicles of one kind, which no other letter shares. The puzzle is
    solved when the red car touches the right edge::

        AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.     A A . . . O
                                                 P . . Q . O
                                                 P X X Q . O   <- the red car leaves here
                                                 P . . Q . .
                                                 B . . . C C
                                                 B . R R R .

    Source: https://www.michaelfogleman.com/rush/ (the 36 characters).

    >>> puzzle = decode_rush("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.")
    >>> puzzle.rows()[2], puzzle.goal.alternatives
    ('PXXQ.O', (((4, 16),),))
    """
    cells, places = _grid(text)
    if not re.fullmatch(_RUSH, cells):
        odd = re.search(f"[^A-Za-z{_EMPTY}]", cells)
        line, column = places[odd.start()] if odd else (1, min(len(text.strip()), SIDE * SIDE) + 1)
        template = "expected 36 characters: A to Z cars, `.` or `o` empty, `x` walls"
        if cells and not odd:
            template = "{got} {got:character|characters}; a board of Rush Hour has 36"
        fail(column, template, line=line, got=len(cells))
    small = cells == cells.lower()
    empty = {*_EMPTY, *("" if small and set(cells) & set(_EMPTY) else "o")}
    told = _vehicles(cells, empty)
    where: dict[str, _Cells] = {}
    first: dict[str, tuple[int, int]] = {}
    for i, symbol in enumerate(cells):
        symbol = symbol if symbol in empty or (symbol == "x" and not small) else symbol.upper() if small else symbol
        where.setdefault(symbol, []).append((i % SIDE, i // SIDE))
        first.setdefault(symbol, places[i])
    for symbol in empty:
        where.pop(symbol, None)
    walls = frozenset(y * SIDE + x for x, y in where.pop("x", []))
    cars, letters, notes, faults = _cars(where, first)
    red = _red(cars, notes, faults, first)
    if faults:
        raise PuzzleError(faults)
    setup = Setup(Board(SIDE, SIDE, walls))
    for symbol, at in cars.items():
        setup.place(symbol, at, directions=Kind.of(at).along, label=letters.get(symbol, ""))
    y, length = cars[red][0][1], len(cars[red])
    exits = [(x, y) for x in range(SIDE - length, SIDE)]
    puzzle = replace(Puzzle.of(setup, [{red: exits}]), read_as=ReadAs("rush", (*told, *notes)))
    return with_goal(puzzle, goal)


def _vehicles(cells: str, empty: set[str]) -> list[Fault]:
    """Return notes about `o` and `0` beside another sign for empty cells; lines of two or three are vehicles."""
    notes = []
    other = next((sign for sign in ".-_" if sign in cells), "")
    for sign in ("o", "0"):
        if not other or sign not in cells or sign not in empty:
            continue
        lines = [Kind.of(part) for part in parts([(i % SIDE, i // SIDE) for i, c in enumerate(cells) if c == sign])]
        if all(_straight(each) and len(each.shape) < 4 for each in lines):
            empty.remove(sign)
            template = "{symbol!r} is a vehicle, since {other!r} stands for the empty cells"
            notes.append(Fault.of(template, symbol=sign, other=other))
        else:
            notes.append(Fault.of("{symbol!r} stands for the empty cells", symbol=sign))
    return notes


def _cars(
    where: dict[str, _Cells], first: dict[str, tuple[int, int]]
) -> tuple[dict[str, _Cells], dict[str, str], list[Fault], list[Fault]]:
    """Return the cells of each vehicle, its name if its letter stands for several, notes and faults."""
    cars: dict[str, _Cells] = {}
    letters: dict[str, str] = {}
    notes, faults = [], []
    spare = iter(letter for letter in string.ascii_uppercase + string.ascii_lowercase if letter not in {*where, *"Xxo"})
    loose = {symbol: cells for symbol, cells in where.items() if symbol != "X" and not _straight(Kind.of(cells))}
    ways = {s: {size: found for size in _CARS if (found := copies(cells, *size))} for s, cells in loose.items()}
    taken = {size for each in ways.values() if len(each) == 1 for size in each}
    for symbol, cells in where.items():
        fits = ways.get(symbol, {})
        if len(fits) > 1:  # each letter stands for a kind of its own
            fits = {size: each for size, each in fits.items() if size not in taken}
        template = "" if len(fits) == 1 or symbol not in ways or not ways[symbol] else _MANY
        several = next(iter(fits.values())) if len(fits) == 1 else parts(cells) if symbol in loose else [cells]
        if not template and not all(_straight(Kind.of(each)) for each in several):
            template = "{symbol!r} is not a valid vehicle; expected two or more cells in a line"
        if template:
            faults.append(Fault.at(*first[symbol], template, symbol=symbol))
            continue
        if len(several) > 1:
            notes.append(Fault.of("{symbol!r} stands for {n} vehicles", symbol=symbol, n=len(several)))
        for n, each in enumerate(several, 1):
            name = symbol if n == 1 else next(spare)
            cars[name] = each
            letters |= {name: f"{symbol}{n}"} if len(several) > 1 else {}
    return cars, letters, notes, faults


_MANY = "{symbol!r} can be divided into vehicles in several ways: give each vehicle a letter of its own"


def _red(cars: dict[str, _Cells], notes: list[Fault], faults: list[Fault], first: dict[str, tuple[int, int]]) -> str:
    """Return the red car: X, or a car in the third row. Add a note if this is a guess, or a fault if there is none."""
    lying = [s for s, cells in cars.items() if Kind.of(cells).along == "LR" and cells[0][1] == RED_ROW]
    if "X" in cars:
        if Kind.of(cars["X"]).along != "LR":
            template = "the red car {symbol!r} stands upright; expected a car in a row"
            faults.append(Fault.at(*first["X"], template, symbol="X"))
        return "X"
    red = next((symbol for symbol in "AR" if symbol in lying), lying[0] if len(lying) == 1 else "")
    if not red and not faults:
        template = "it is not clear which of {names} is red: write X for it"
        none = "there is no red car: expected X, or a car that lies in row 3"
        faults.append(Fault.of(template if lying else none, names=", ".join(lying)))
    elif red != "A" or len(lying) > 1:
        notes.append(Fault.of("{symbol!r} is the red car, since it lies in row 3", symbol=red))
    return red


_TITLES = ("Rush Hour's 36 characters", "塞车时间 36 字符")
RUSH_HOUR = Notation("rush", *_TITLES, is_rush, decode_rush, encode_rush, sure=True)
