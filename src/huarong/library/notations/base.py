"""The record of a notation, and the checks and errors that notations share."""

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, NoReturn

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.model.board import DIRECTIONS, MAX_CELLS, Board, Kind, MetricName
from huarong.model.puzzle import Puzzle, ReadAs
from huarong.model.symmetry import Symmetry


@dataclass(frozen=True, slots=True)
class Notation:
    """A way to write puzzles as text.

    `accepts(text)` quickly tests whether a text has the form of this notation, for texts whose notation is not named.
    `decode(text, goal=None)` reads a text, and raises `PuzzleError` with the faults; `goal` (grid rows) replaces the
    goal that the notation gives or implies. `encode(puzzle)` writes a puzzle's start, or raises `CannotExpress` with
    the reason.
    """

    name: str
    title: str
    title_zh: str
    accepts: Callable[[str], bool]
    decode: Callable[..., Puzzle]
    encode: Callable[[Puzzle], str]
    goal: bool = True
    """Whether a text includes the goal; if not, the usual goal or a separate one applies."""
    sure: bool = False
    """Whether no other notation has texts of this form. Then faults are reported, and no other notation is tried."""


def is_line(text: str) -> bool:
    """Whether a text is one line that contains rows."""
    return "/" in text and "\n" not in text.strip()


def is_grid(text: str) -> bool:
    """Whether a text has several lines."""
    return "\n" in text.strip()


LINE = Notation("line", "the grid text on one line", "单行棋盘文本", is_line, Puzzle.parse, Puzzle.line)
GRID = Notation("grid", "the grid text", "棋盘文本", is_grid, Puzzle.parse, Puzzle.text)

_END = r"\n|/|[\])}]\s*[,;]?\s*[\[({]"
_COMMENT = r"(?m)^[ \t]*#[ \t]+(?!.*#[ \t]*$).*\w\w.*$"


class Word(NamedTuple):
    """A part of a text and its place; line and column count from 1."""

    text: str
    line: int
    column: int


def uncommented(text: str) -> str:
    r"""Return a text with its comments replaced by empty lines. A comment begins with `# ` and has a word of two
    letters.

    >>> uncommented("# two tiles\n# A #")
    '\n# A #'
    """
    return re.sub(_COMMENT, "", text) if "#" in text else text


def text_rows(text: str) -> list[Word]:
    r"""Return the rows of a text and their places. Rows end at a new line, at `/`, or between lists.

    Brackets count as spaces. A line of only brackets and separators, such as `];`, is not a row.

    >>> [row.text for row in text_rows("[\n[1, 2], [3, 0]\n];")]
    [' 1, 2', '3, 0 ']
    """
    found, line, start, at = [], 1, 0, 0
    for end in (*re.finditer(_END, text), None):
        stop = end.start() if end else len(text)
        found.append(Word(re.sub(r"[\[\](){}]", " ", text[at:stop]), line, at - start + 1))
        if end:
            at = end.end()
            if "\n" in end[0]:
                line, start = line + end[0].count("\n"), end.start() + end[0].rindex("\n") + 1
    return [each for each in found if re.search(r"[^\s,;|]", each.text)]


def fail(column: int | None, template: str, *, line: int | None = 1, **args: Any) -> NoReturn:
    """Raise `PuzzleError` with one fault."""
    raise PuzzleError([Fault.at(line if column else None, column, template, **args)])


def noted(puzzle: Puzzle, template: str, **args: Any) -> Puzzle:
    """Return the puzzle with a note about an assumption of its reader; every answer shows the note.

    >>> noted(Puzzle.parse("A./../goal:/../.A"), "{symbol!r} is empty", symbol="x").read_as.notes[0].message()
    "'x' is empty"
    """
    before = puzzle.read_as or ReadAs("")
    return replace(puzzle, read_as=replace(before, notes=(*before.notes, Fault.of(template, **args))))


def with_goal(puzzle: Puzzle, goal: str | None) -> Puzzle:
    """Return the puzzle with the goal given as grid rows; unchanged for None."""
    return puzzle if goal is None else replace(Puzzle.parse(puzzle.text(), goal), read_as=puzzle.read_as)


def claimed(puzzle: Puzzle, length: str | int | None, metric: MetricName | None = None) -> Puzzle:
    """Return the puzzle with the shortest length that its text claims; a negative number counts as no claim.

    >>> claimed(Puzzle.parse("A./../goal:/../.A"), "2", "step").read_as.length
    2
    """
    found = integer(str(length))
    if found is None:
        return puzzle
    return replace(puzzle, read_as=replace(puzzle.read_as or ReadAs(""), length=found, metric=metric))


def meaning(puzzle: Puzzle, symmetry: Symmetry | None = None) -> tuple[object, ...]:
    """Return a puzzle or its image without its characters: the board, the pieces, how they slide, the goals."""
    board, to = _image(puzzle.board, symmetry)
    kinds = [(_ways(kind.directions, symmetry), kind.gates and bool(board.gates)) for kind in puzzle.kinds]

    def lies(kind: int, head: int) -> frozenset[int] | None:
        cells = puzzle.board.cells(puzzle.kinds[kind], head)
        return None if cells is None else frozenset(to[cell] for cell in cells)

    groups = [frozenset((lies(k, head), *kinds[k]) for head in heads) for k, heads in enumerate(puzzle.start.heads)]
    wanted = (frozenset((groups[kind], lies(kind, head)) for kind, head in each) for each in puzzle.goal.alternatives)
    return board, frozenset().union(*groups), frozenset(wanted)


@functools.lru_cache(64)
def _image(board: Board, symmetry: Symmetry | None) -> tuple[Board, Sequence[int]]:
    cells = range(board.size)
    return (board, cells) if symmetry is None else (symmetry.board(board), [symmetry.cell(board, n) for n in cells])


@functools.lru_cache(256)
def _ways(directions: str, symmetry: Symmetry | None) -> str:
    return directions if symmetry is None else symmetry.kind(Kind.of([(0, 0)], directions)).directions


def matching(pattern: str) -> Callable[[str], bool]:
    """Return a test whether a text, stripped of surrounding spaces, matches a pattern."""
    return lambda text: re.fullmatch(pattern, text.strip()) is not None


def with_lines(*patterns: str) -> Callable[[str], bool]:
    """Return a test whether each pattern matches some line of a text, ignoring case."""

    def accepts(text: str) -> bool:
        lines = text.split("\n")
        return all(any(map(re.compile(f"(?ai){each}").fullmatch, lines)) for each in patterns)

    return accepts


def check_cells(width: int, height: int, line: int = 1) -> None:
    """Raise `PuzzleError`, at a line of the text, if a board has more cells than allowed."""
    if width * height > MAX_CELLS:
        template = "the board has {got:,} {got:cell|cells}; at most {most:,} are read"
        fail(1, template, got=width * height, most=MAX_CELLS, line=line)


def check_size(puzzle: Puzzle, width: int, height: int) -> None:
    """Raise `CannotExpress` unless the board has this size and neither walls nor gates."""
    if (board := puzzle.board) != Board(width, height):
        why = (
            "this notation writes open boards of {expected}; this one is {got} with {walls} {walls:wall|walls} and "
            "{gates} {gates:gate|gates}"
        )
        sizes = {"expected": f"{width}x{height}", "got": f"{board.width}x{board.height}"}
        raise CannotExpress(why, **sizes, walls=len(board.walls), gates=len(board.gates))


def check_free(kind: Kind, symbol: str) -> None:
    """Raise `CannotExpress` unless pieces of this kind slide in all four directions."""
    if kind.directions != DIRECTIONS:
        why = "this notation cannot say that {symbol!r} slides only {directions}"
        raise CannotExpress(why, symbol=symbol, directions=kind.directions or "nowhere")


def check_plane(board: Board) -> None:
    """Raise `CannotExpress` unless a board has at least two rows and two columns."""
    if min(board.width, board.height) < 2:
        why = "this notation writes boards of two rows and columns or more; this one is {got}"
        raise CannotExpress(why, got=f"{board.width}x{board.height}")


_INTEGER = r"(?a)\d{1,20}|0[xX][0-9a-fA-F]{1,16}|0[bB][01]{1,64}"


def integer(text: str) -> int | None:
    """Return a whole number written in decimal, `0x…` or `0b…`; None for any other text.

    >>> integer("17"), integer("0x11"), integer("0b10001"), integer("-1")
    (17, 17, 17, None)
    """
    text = text.strip()
    if not re.fullmatch(_INTEGER, text):
        return None
    return int(text) if text.isdecimal() else int(text, 0)
