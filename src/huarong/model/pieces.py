"""Boards and sets of pieces as text: `4x5` and `2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..`.

A board is a size, width x height, or rows with `/` between, of `.`, `#` (a wall) and `-` (a gate). Pieces are separated
by spaces, each `shape:count`. The shape is a size, or rows of `X` and `.`; the count is `4`, `2..`, `..3` or `2..5`.
`empty:2..` bounds the empty cells. After a shape, `=LR` (or `=none`) limits its directions and `-` opens gates to it. A
character and `@` before a shape are the mark of a kind that a goal distinguishes.
"""

import re
from collections import Counter
from dataclasses import replace

from huarong.errors import InputError, expect
from huarong.model.board import DIRECTIONS, MAX_CELLS, Board, Kind
from huarong.model.puzzle import Puzzle
from huarong.model.symbols import GATE, WALL, places
from huarong.model.text import drawn

Range = tuple[int, int | None]
"""The least and the greatest number of pieces; None for no upper limit."""

_SIZE = r"([0-9]{1,9})x([0-9]{1,9})"
_COUNT = r"([0-9]{1,9})|([0-9]{1,9})?\.\.([0-9]{1,9})?"
_KIND = r"(?:(\S+)@)?([0-9]+x[0-9]+|[X.]+(?:/[X.]+)*)(?:=([UDLR]+|none))?(-)?"


def read_board(text: str) -> Board:
    """Read a board from its text. Raises `InputError`.

    >>> read_board("4x5") == Board(4, 5), read_board("#./.-").gates
    (True, frozenset({3}))
    """
    expect(text, str)
    size = re.fullmatch(_SIZE, text)
    if size is not None:
        return Board(*_size(size))
    rows = text.split("/")
    if len({len(row) for row in rows}) != 1 or not rows[0] or not set(text) <= set(".#-/"):
        raise InputError(
            "{text!r} is not a valid board; expected a size such as 4x5, or rows of equal length with . # - and / "
            "between",
            text=text,
        )
    flat = "".join(rows)
    _few_enough("the board", len(flat))
    walls, gates = (frozenset(i for i, mark in enumerate(flat) if mark == which) for which in "#-")
    return Board(len(rows[0]), len(rows), walls, gates)


def board_text(board: Board) -> str:
    """Return a board as text for `read_board`.

    >>> board_text(Board(3, 2, frozenset({1})))
    '.#./...'
    """
    if not board.walls | board.gates:
        return f"{board.width}x{board.height}"
    return "/".join(drawn(board, [(c, WALL) for c in board.walls] + [(c, GATE) for c in board.gates]))


def read_pieces(text: str) -> tuple[dict[Kind, Range], Range]:
    """Return the allowed numbers of each kind, in the order of a puzzle's kinds, and of empty cells.

    Raises `InputError` for an invalid text.

    >>> counts, empty = read_pieces("1x1:2 XX/.X=LR:..3")
    >>> [(kind.shape, count) for kind, count in counts.items()], empty
    ([(((0, 0), (1, 0), (1, 1)), (0, 3)), (((0, 0),), (2, 2))], (0, None))
    """
    expect(text, str)
    counts: dict[Kind, Range] = {}
    empty: Range | None = None
    for token in text.split():
        name, colon, number = token.rpartition(":")
        match = re.fullmatch(_COUNT, number)
        if not colon or match is None:
            template = "{token!r} is not a valid piece and count; expected one such as 2x1:4, XX/X.:2..3 or empty:2.."
            raise InputError(template, token=token)
        exact, least, most = match.groups()
        count = int(exact or least or 0), int(exact or most) if exact or most else None
        kind = None if name == "empty" else _kind(name)
        if kind in counts or (kind is None and empty is not None):
            raise InputError("{name} is given twice", name=name)
        if kind is None:
            empty = count
        else:
            counts[kind] = count
    return {k: counts[k] for k in sorted(counts, key=lambda k: k.order)}, empty or (0, None)


def kind_text(kind: Kind) -> str:
    """Return a kind as it is written in a set of pieces.

    >>> kind_text(Kind.of([(1, 0), (0, 1), (1, 1)], "LR", gates=True, mark="A"))
    'A@.X/XX=LR-'
    """
    shape = kind.size
    if "/" in shape:
        left = min(x for x, _ in kind.shape)
        width, height = map(int, shape.partition("/")[0].split("x"))
        shape = "/".join(drawn(Board(width, height), [(y * width + x - left, "X") for x, y in kind.shape]))
    ways = "" if kind.directions == DIRECTIONS else f"={kind.directions or 'none'}"
    return f"{kind.mark}{'@' if kind.mark else ''}{shape}{ways}{'-' if kind.gates else ''}"


def pieces_text(puzzle: Puzzle, marks: bool = True) -> str:
    """Return the pieces of a puzzle as text for `read_pieces`, larger first.

    Without `marks`, pieces that only the goal distinguishes count as one kind.

    >>> pieces_text(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    '2x2:1 1x2:4 2x1:1 1x1:4'
    >>> puzzle = Puzzle.parse("slide: B=LR/AAB/A.C/..D", goal=".../..D/...")
    >>> pieces_text(puzzle), pieces_text(puzzle, marks=False)
    ('XX/X.:1 1x1=LR:1 1x1:1 D@1x1:1', 'XX/X.:1 1x1=LR:1 1x1:2')
    """
    kinds = (puzzle.kinds[piece.kind] for piece in puzzle.pieces)
    counts = Counter(kind if marks else replace(kind, mark="") for kind in kinds)
    return " ".join(f"{kind_text(kind)}:{count}" for kind, count in counts.items())


def range_text(count: Range) -> str:
    """Return a count as it is written in a set of pieces.

    >>> range_text((2, 2)), range_text((2, None)), range_text((0, 3))
    ('2', '2..', '0..3')
    """
    least, most = count
    return str(least) if least == most else f"{least}..{'' if most is None else most}"


def _kind(name: str) -> Kind:
    match = re.fullmatch(_KIND, name)
    mark, shape, ways, gates = match.groups() if match else ("", "", "", "")
    size = re.fullmatch(_SIZE, shape)
    width, height = _size(size) if size else (0, 0)
    cells = [(x, y) for y in range(height) for x in range(width)] if size else places(shape.split("/")).get("X")
    if not cells:
        template = "{name!r} is not a valid kind of piece; expected a size such as 2x1, or rows such as XX/X."
        raise InputError(template, name=name)
    return Kind.of(cells, {None: DIRECTIONS, "none": ""}.get(ways, ways), bool(gates), mark or "")


def _size(match: re.Match[str]) -> tuple[int, int]:
    width, height = int(match[1]), int(match[2])
    _few_enough(match[0], width * height)
    return width, height


def _few_enough(size: str, cells: int) -> None:
    if cells > MAX_CELLS:
        raise InputError("{size} has more than {most:,} {most:cell|cells}", size=size, most=MAX_CELLS)
