"""What gnome-klotski and SBP share: one key piece, to which gates are open, and target cells that it has to cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.library.notations.base import check_free
from huarong.model.board import MAX_CELLS, Board, Kind
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Cells, Setup


def covering(board: Board, kind: Kind, test: Callable[[set[int]], bool]) -> list[int]:
    """The heads at which all cells of a piece of a kind pass a test."""
    return [head for head in board.heads(kind) if test(set(board.cells(kind, head) or ()))]


def keyed(board: Board, key: str, where: Mapping[str, Cells], heads: Iterable[int]) -> Puzzle:
    """The puzzle in which the key piece, to which the gates are open, must come to one of these heads."""
    setup = Setup(board)
    for symbol, cells in where.items():
        setup.place(symbol, cells, gates=symbol == key)
    kind = Kind.of(where[key], gates=True)
    goals = [
        {key: [(cell % board.width, cell // board.width) for cell in board.cells(kind, head) or ()]}
        for head in heads
    ]
    if not goals:
        raise PuzzleError([Fault("the key piece fits nowhere on the target cells")])
    return Puzzle.of(setup, goals)


def key_of(puzzle: Puzzle) -> tuple[str, Kind, list[set[int]]]:
    """The key piece of a puzzle, its kind, and the cells it covers in each alternative of the goal.

    Raises `CannotExpress` where key-piece notations cannot write the goal, the gates or the directions.
    """
    goal = puzzle.goal.alternatives
    key = puzzle.key
    if key is None:
        kinds = {kind for each in goal for kind, _ in each}
        named = sum(piece.kind in kinds for piece in puzzle.pieces)
        raise CannotExpress("this notation has one key piece; the goal names {got}", got=named)
    for piece in puzzle.pieces:
        kind = puzzle.kinds[piece.kind]
        check_free(kind, piece.symbol)
        if puzzle.board.gates and kind.gates != (piece is key):
            raise CannotExpress("in this notation only the key piece may enter gates")
    kind = puzzle.kinds[key.kind]
    return key.symbol, kind, [set(puzzle.board.cells(kind, head) or ()) for ((_, head),) in goal]


def check_targets(
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
    meant = covering(board, kind, test)
    if sorted(meant) != sorted(min(cells) for cells in covers):
        raise CannotExpress(
            "the target cells would allow other places for the key piece than the goal does"
        )


def written(puzzle: Puzzle, write: Callable[[Puzzle], str], whole: bool) -> str:
    """The puzzle as `write` writes it; where that cannot express it, the puzzle with a way out of the board (`way_out`).

    Raises the `CannotExpress` of the puzzle itself where there is no way out.
    """
    try:
        return write(puzzle)
    except CannotExpress:
        out = way_out(puzzle, whole)
        if out is None:
            raise
        return write(out)


def way_out(puzzle: Puzzle, whole: bool) -> Puzzle | None:
    """The puzzle with a wall around it, in which the key piece goes on from its only goal, at the edge, out of the board.

    It ends beyond the wall (`whole`), or one cell into it; what it passes is open to no other piece. Only the goal leads
    there, and the move that reaches the goal goes on: the least number of moves is the same, that of steps greater by
    the cells that it goes on. None where there is no such way, the board has gates, or the start is a goal.
    """
    covers, key, board = key_of(puzzle)[2], puzzle.key, puzzle.board
    width, height = board.width, board.height
    if key is None or len(covers) > 1 or board.gates or key.head == min(covers[0]):
        return None
    goal = {(cell % width, cell // width) for cell in covers[0]}
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        ahead = {(x + dx, y + dy) for x, y in goal} - goal
        if not any(0 <= x < width and 0 <= y < height for x, y in ahead):
            break
    else:
        return None
    along = [dx * x + dy * y for x, y in goal]
    far = max(along) - min(along) + 2 if whole else 1
    swept = [{(x + n * dx, y + n * dy) for x, y in goal} for n in range(1, far + 1)]
    left, top = (far if dx < 0 else 1), (far if dy < 0 else 1)
    wide = width + left + (far if dx > 0 else 1)
    high = height + top + (far if dy > 0 else 1)
    if wide * high > MAX_CELLS:
        return None

    def cell(x: int, y: int) -> int:
        return (y + top) * wide + x + left

    inside = {cell(x, y) for y in range(height) for x in range(width)}
    walls = {cell(each % width, each // width) for each in board.walls}
    out = {cell(x, y) for cells in swept for x, y in cells} - inside
    to = {cell(x, y) for x, y in swept[-1]}
    gates = out - to if whole else out
    closed = frozenset(range(wide * high)) - (inside - walls) - out
    where = {
        piece.symbol: [
            (each % width + left, each // width + top)
            for each in board.cells(puzzle.kinds[piece.kind], piece.head) or ()
        ]
        for piece in puzzle.pieces
    }
    return keyed(Board(wide, high, closed, frozenset(gates)), key.symbol, where, [min(to)])
