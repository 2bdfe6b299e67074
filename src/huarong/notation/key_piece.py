"""What gnome-klotski and SBP share: one key piece, to which gates are open, and target cells that it has to cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.model.board import Board, Kind
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Cells, Setup
from huarong.notation.base import check_free

__all__ = ["check_targets", "covering", "key_of", "keyed"]


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
            raise CannotExpress("in this notation gates are open to the key piece and to no other")
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
