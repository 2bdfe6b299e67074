"""The notations of other games and programs: Rush Hour, gnome-klotski, SBP. Each holds a goal as well."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Collection, Iterable

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.model.board import DIRECTIONS, MAX_CELLS, Board, Kind
from huarong.model.puzzle import Puzzle, Setup
from huarong.model.text import MAX_TEXT
from huarong.notation.base import check_size, fail, new_symbols

__all__ = [
    "decode_gnome",
    "decode_rush",
    "decode_sbp",
    "encode_gnome",
    "encode_rush",
    "encode_sbp",
    "is_gnome",
    "is_rush",
    "is_sbp",
]

Cells = list[tuple[int, int]]


def _with_goal(puzzle: Puzzle, goal: str | None) -> Puzzle:
    return puzzle if goal is None else Puzzle.parse(puzzle.text(), goal)


# Rush Hour

SIDE = 6
_RUSH = re.compile(r"[A-Zox.]{36}")


def is_rush(text: str) -> bool:
    """Whether a text is 36 characters of Rush Hour."""
    return bool(_RUSH.fullmatch(text.strip()))


def encode_rush(puzzle: Puzzle) -> str:
    """Write Rush Hour's 36 characters, the red car `X`, walls `x`: see `decode_rush`."""
    board = puzzle.board
    if (board.width, board.height) != (SIDE, SIDE) or board.gates:
        check_size(puzzle, SIDE, SIDE)
    for piece in puzzle.pieces:
        kind = puzzle.kinds[piece.kind]
        if kind.directions != kind.along or not _straight(kind):
            raise CannotExpress(
                "{symbol!r} is no vehicle: expected 1xN or Nx1, sliding along its length",
                symbol=piece.symbol,
            )
    goal = puzzle.goal.alternatives
    wanted, head = goal[0][0]
    red = [piece for piece in puzzle.pieces if piece.kind == wanted]
    cells = board.cells(puzzle.kinds[wanted], head) or ()
    row = red[0].head // SIDE
    if len(goal) > 1 or len(goal[0]) > 1 or len(red) > 1 or cells[-1] != row * SIDE + SIDE - 1:
        raise CannotExpress(
            "the goal of Rush Hour is one car in its row at the right edge; this goal is another"
        )
    letters = string.ascii_uppercase.replace("X", "")
    symbols = [piece.symbol for piece in puzzle.pieces]
    spare = iter(letter for letter in letters if letter not in symbols)
    names = {symbol: symbol if symbol in letters else next(spare) for symbol in symbols}
    names |= {red[0].symbol: "X", "#": "x", ".": "."}
    return "".join(names[symbol] for symbol in "".join(puzzle.rows()))


def _straight(kind: Kind) -> bool:
    """Whether its cells, two or more, are a line without gaps."""
    xs, ys = zip(*kind.shape, strict=True)
    lined = not any(xs) or not any(ys)
    return lined and len(kind.shape) == max(*xs, *ys) + 1 > 1


def decode_rush(text: str, goal: str | None = None) -> Puzzle:
    """Read Rush Hour's 36 characters: the cells of a 6x6 board in reading order.

    A capital letter is a vehicle of two or more cells in a line, which slides only along it; `X` is the red car, or
    `A` where there is no `X` (Michael Fogleman's form). `.` or `o` is empty, `x` a wall. Solved when the red car
    touches the right edge::

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
    text = text.strip()
    if not _RUSH.fullmatch(text):
        column = next((i for i, c in enumerate(text[:36], 1) if not re.match("[A-Zox.]", c)), 0)
        fail(
            column or min(len(text), 36) + 1,
            "expected 36 characters: A to Z, `.` or `o` empty, `x` a wall",
        )
    where: dict[str, Cells] = {}
    for i, symbol in enumerate(text):
        where.setdefault(symbol, []).append((i % SIDE, i // SIDE))
    for symbol in ".o":
        where.pop(symbol, None)
    walls = frozenset(y * SIDE + x for x, y in where.pop("x", []))
    red = "X" if "X" in where else "A"
    faults = []
    for symbol, cells in where.items():
        kind = Kind.of(cells)
        column = text.index(symbol) + 1
        if not _straight(kind):
            template = "{symbol!r} is no vehicle: expected two or more cells in a line"
            faults.append(Fault.at(1, column, template, symbol=symbol))
        elif symbol == red and kind.along != "LR":
            template = "the red car {symbol!r} stands upright; expected it in a row"
            faults.append(Fault.at(1, column, template, symbol=symbol))
    if red not in where:
        faults.append(Fault("there is no red car: expected X, or A"))
    if faults:
        raise PuzzleError(faults)
    setup = Setup(Board(SIDE, SIDE, walls))
    for symbol, cells in where.items():
        setup.place(symbol, cells)
    y, length = where[red][0][1], len(where[red])
    exits = [(x, y) for x in range(SIDE - length, SIDE)]
    along = {symbol: Kind.of(cells).along for symbol, cells in where.items()}
    return _with_goal(setup.puzzle([{red: exits}], directions=along), goal)


# gnome-klotski and SBP: the key piece has to cover target cells


def _covering(board: Board, kind: Kind, test: Callable[[set[int]], bool]) -> list[int]:
    """The heads at which a piece of a kind lies on cells that pass a test."""
    return [head for head in board.heads(kind) if test(set(board.cells(kind, head) or ()))]


def _keyed(board: Board, key: str, where: dict[str, Cells], heads: Iterable[int]) -> Puzzle:
    """The puzzle in which the key piece, to which the gates are open, must come to one of these heads."""
    setup = Setup(board)
    for symbol, cells in where.items():
        setup.place(symbol, cells, symbol == key)
    kind = Kind.of(where[key], gates=True)
    goals = [
        {key: [(cell % board.width, cell // board.width) for cell in board.cells(kind, head) or ()]}
        for head in heads
    ]
    if not goals:
        raise PuzzleError([Fault("the key piece fits nowhere on the target cells")])
    return setup.puzzle(goals, gates=[key])


def _key_of(puzzle: Puzzle) -> tuple[str, Kind, list[set[int]]]:
    """The key piece of a puzzle, its kind, and the cells it covers in each alternative of the goal.

    Raises `CannotExpress` where the goal, the gates or the slides are other than key-piece notations say.
    """
    goal = puzzle.goal.alternatives
    kinds = {kind for each in goal for kind, _ in each}
    keys = [piece for piece in puzzle.pieces if piece.kind in kinds]
    if len(keys) != 1:
        raise CannotExpress("this notation has one key piece; the goal names {got}", got=len(keys))
    for piece in puzzle.pieces:
        kind = puzzle.kinds[piece.kind]
        if kind.directions != DIRECTIONS:
            raise CannotExpress(
                "this notation cannot say that {symbol!r} slides only {directions}",
                symbol=piece.symbol,
                directions=kind.directions or "nowhere",
            )
        if puzzle.board.gates and kind.gates != (piece is keys[0]):
            raise CannotExpress("in this notation gates are open to the key piece and to no other")
    kind = puzzle.kinds[keys[0].kind]
    return (
        keys[0].symbol,
        kind,
        [set(puzzle.board.cells(kind, head) or ()) for ((_, head),) in goal],
    )


def _targets(
    puzzle: Puzzle,
    kind: Kind,
    covers: list[set[int]],
    targets: set[int],
    test: Callable[[set[int]], bool],
) -> None:
    """Raise `CannotExpress` unless these target cells can be written and mean the puzzle's goal."""
    board = puzzle.board
    grid = "".join(puzzle.rows())
    taken = sorted(cell for cell in targets if grid[cell] not in ".-")
    if taken:
        raise CannotExpress(
            "this notation cannot mark a target under a piece: {symbol!r} starts on one at line {line}, column {column}",
            symbol=grid[taken[0]],
            line=taken[0] // board.width + 1,
            column=taken[0] % board.width + 1,
        )
    if any(grid[cell] != "-" for cell in board.gates):
        raise CannotExpress("this notation cannot mark a gate under a piece")
    meant = _covering(board, kind, test)
    if sorted(meant) != sorted(min(cells) for cells in covers):
        raise CannotExpress(
            "the target cells would allow other places for the key piece than the goal does"
        )


_HEADER = re.compile(r"^\w[\w.]*\s*:", re.MULTILINE)


def is_gnome(text: str) -> bool:
    """Whether a text is a gnome-klotski level: it has a key piece, a wall and several lines, no headers."""
    return "*" in text and "#" in text and "\n" in text.strip("\n") and not _HEADER.search(text)


def encode_gnome(puzzle: Puzzle) -> str:
    """Write a gnome-klotski level: see `decode_gnome`."""
    key, kind, covers = _key_of(puzzle)
    targets = set().union(*covers)
    if targets & puzzle.board.gates:
        raise CannotExpress("this notation cannot mark a target on a gate")
    _targets(puzzle, kind, covers, targets, targets.issuperset)
    symbols = {piece.symbol for piece in puzzle.pieces}
    names = {"#": "#", "-": "-", ".": " ", key: "*"}
    if "*" in symbols - {key}:
        names["*"] = next(new_symbols(symbols))
    grid = [names.get(symbol, symbol) for symbol in "".join(puzzle.rows())]
    for cell in targets:
        grid[cell] = "."
    width = puzzle.board.width
    return "\n".join("".join(grid[i : i + width]) for i in range(0, len(grid), width))


def decode_gnome(text: str, goal: str | None = None) -> Puzzle:
    r"""Read a level of gnome-klotski.

    `#` is a wall, `*` the key piece, `-` a gate that only the key piece may enter, `.` a target cell, a space a free
    cell (also outside the frame), any other character a piece. Solved when every cell of the key piece lies on a
    target. Short rows are filled with free cells. Pieces named `/` or `:`, which the grid text cannot use, get
    other names::

        ######      the key piece starts at the top
        #a**b#
        #m**n#
        #cdef#
        #ghij#
        #k  l#      two free cells
        ##--##      the gate
            ..
            ..      the targets

    Source: GNOME Klotski, `src/puzzle.vala`.

    >>> puzzle = decode_gnome("#####\n#**a-..\n#####")
    >>> puzzle.rows(), puzzle.goal.alternatives
    (('#####..', '#**a-..', '#####..'), (((0, 12),),))
    """
    if len(text) > MAX_TEXT:
        fail(
            None,
            "the text has {got:,} characters; at most {most:,} are read",
            got=len(text),
            most=MAX_TEXT,
        )
    lines = text.replace("\r\n", "\n").strip("\n").split("\n")
    width = max(map(len, lines))
    if width * len(lines) > MAX_CELLS:
        fail(
            1,
            "the board has {got:,} cells; at most {most:,} are read",
            got=width * len(lines),
            most=MAX_CELLS,
        )
    where: dict[str, Cells] = {}
    faults = []
    for y, line in enumerate(lines):
        for x, symbol in enumerate(line.ljust(width)):
            if symbol == " " or symbol.isprintable():
                where.setdefault(symbol, []).append((x, y))
            else:
                faults.append(
                    Fault.at(y + 1, x + 1, "{symbol!r} cannot stand for a piece", symbol=symbol)
                )
    walls, gates, targets, _ = (where.pop(symbol, []) for symbol in "#-. ")
    if "*" not in where:
        faults.append(Fault("there is no key piece: expected *"))
    if not targets:
        faults.append(Fault("there is no target: expected . where the key piece must come"))
    if faults:
        raise PuzzleError(faults)
    number = {(x, y): y * width + x for y in range(len(lines)) for x in range(width)}
    board = Board(
        width,
        len(lines),
        frozenset(map(number.__getitem__, walls)),
        frozenset(map(number.__getitem__, gates)),
    )
    where = _renamed(where, ":/")
    on = set(map(number.__getitem__, targets))
    return _with_goal(
        _keyed(board, "*", where, _covering(board, Kind.of(where["*"], gates=True), on.issuperset)),
        goal,
    )


def _renamed(where: dict[str, Cells], forbidden: Collection[str]) -> dict[str, Cells]:
    more = new_symbols({*where, *forbidden})
    return {next(more) if symbol in forbidden else symbol: cells for symbol, cells in where.items()}


_SBP = re.compile(r"\s*\d+\s*,\s*\d+\s*,?\s*\n[\s\d,-]*", re.ASCII)


def is_sbp(text: str) -> bool:
    """Whether a text is a width and a height on a line of their own, then only numbers."""
    return bool(_SBP.fullmatch(text))


def encode_sbp(puzzle: Puzzle) -> str:
    """Write SBP: see `decode_sbp`."""
    key, kind, covers = _key_of(puzzle)
    targets = set.intersection(*covers)
    if not targets:
        raise CannotExpress(
            "the alternatives of the goal have no cell in common to mark as the goal"
        )
    if puzzle.board.gates != targets:
        raise CannotExpress(
            "in this notation the goal cells are the gates, closed to all but the master piece"
        )
    _targets(puzzle, kind, covers, targets, targets.issubset)
    numbers = {"#": 1, ".": 0, "-": -1, key: 2}
    board = puzzle.board
    lines = [f"{board.width},{board.height},"]
    for row in puzzle.rows():
        lines.append("".join(f"{numbers.setdefault(symbol, len(numbers) - 1)}," for symbol in row))
    return "\n".join(lines)


def decode_sbp(text: str, goal: str | None = None) -> Puzzle:
    r"""Read SBP: `w,h,` and then rows of numbers.

    -1 is a goal cell, 0 empty, 1 a wall, 2 the master piece, 3 and up the others. Only the master piece may
    enter the goal cells; solved when it covers all of them::

        5,4,
        1,-1,-1,1,1,      # - - # #       the goal is an opening in the wall
        1,0,3,4,1,        # . b c #
        1,0,2,2,1,        # . A A #
        1,1,1,1,1,        # # # # #

    Source: the sliding brick puzzles of Drexel University's course on artificial intelligence (`SBP-level0.txt`).

    >>> decode_sbp("5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,").rows()
    ('#--##', '#.ab#', '#.AA#', '#####')
    """
    if len(text) > MAX_TEXT:
        fail(
            None,
            "the text has {got:,} characters; at most {most:,} are read",
            got=len(text),
            most=MAX_TEXT,
        )
    lines = [(i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
    faults: list[Fault] = []
    table = [(i, _numbers(i, line, faults)) for i, line in lines]
    if not table or len(table[0][1]) != 2 or min(table[0][1]) < 1:
        fail(1, "expected the width and the height, as in 5,4,", line=table[0][0] if table else 1)
    width, height = table[0][1]
    if width * height > MAX_CELLS:
        fail(
            1,
            "the board has {got:,} cells; at most {most:,} are read",
            got=width * height,
            most=MAX_CELLS,
            line=table[0][0],
        )
    if len(table) - 1 != height:
        template = "there are {got} rows; expected {expected}, as the first line says"
        faults.append(Fault.at(None, None, template, got=len(table) - 1, expected=height))
    for i, row in table[1:]:
        if len(row) != width:
            template = "this row has {got} numbers; expected {expected}, as the first line says"
            faults.append(Fault.at(i, None, template, got=len(row), expected=width))
    if faults:
        raise PuzzleError(faults)
    where: dict[int, Cells] = {}
    for y, (_, row) in enumerate(table[1:]):
        for x, number in enumerate(row):
            where.setdefault(number, []).append((x, y))
    if 2 not in where or -1 not in where:
        fail(None, "expected a master piece (2) and a goal (-1)")
    walls = frozenset(y * width + x for x, y in where.pop(1, []))
    gates = frozenset(y * width + x for x, y in where.pop(-1))
    where.pop(0, None)
    pieces = {"A": where.pop(2)} | dict(zip(new_symbols("A"), where.values(), strict=False))
    board = Board(width, height, walls, gates)
    heads = _covering(board, Kind.of(pieces["A"], gates=True), gates.issubset)
    return _with_goal(_keyed(board, "A", pieces, heads), goal)


def _numbers(line: int, text: str, faults: list[Fault]) -> list[int]:
    found = []
    for word in re.finditer(r"[^,\s]+", text):
        if re.fullmatch(r"-1|\d{1,5}", word[0], re.ASCII):
            found.append(int(word[0]))
        else:
            template = "{got!r} is no number from -1 to 99999"
            faults.append(Fault.at(line, word.start() + 1, template, got=word[0][:20]))
    return found
