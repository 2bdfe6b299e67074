"""Single changes of a puzzle: moving, cutting, joining or removing a piece, adding or removing a wall."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, Unpack, get_args

from huarong.atlas.oracle import Oracles
from huarong.design.assembly import Placed, assembled, placed
from huarong.design.rating import rate
from huarong.errors import InputError
from huarong.i18n import say
from huarong.library.labels import piece_text
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Board, Kind, Metric, MetricLike, as_metric
from huarong.model.letters import parts
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.symmetry import image, symmetries
from huarong.search.solver import solve_within

Change = Literal["move", "cut", "join", "remove", "wall", "unwall"]
CHANGES: tuple[Change, ...] = get_args(Change)
"""The kinds of changes."""
_SEARCHED = 1_000_000
"""The most layouts searched for a changed puzzle; a puzzle that needs more is dropped."""


@dataclass(frozen=True)
class Changed:
    """A puzzle with one change, its length, and its rating if requested."""

    change: Change
    puzzle: Puzzle
    length: int
    template: str
    values: dict[str, Any]
    rating: int | None = None

    def message(self, lang: str = "en") -> str:
        """Return the change in words, in the language `lang`."""
        pieces = {key: value for key, value in self.values.items() if isinstance(value, Placed)}
        texts = {key: piece_text(piece.symbol, piece.label, lang) for key, piece in pieces.items()}
        return say(self.template, lang, **{**self.values, **texts})

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Return the change as JSON, with the puzzle on one line."""
        about = {"change": self.change, "text": self.message(lang), "length": self.length}
        return {**about, "rating": self.rating, "puzzle": self.puzzle.line()}


@limited
def harder(
    puzzle: PuzzleLike,
    *,
    top: int = 10,
    changes: Iterable[Change] = CHANGES,
    rated: bool = True,
    metric: MetricLike = Metric.MOVE,
    **limits: Unpack[GivenLimits],
) -> tuple[Changed, ...]:
    """Return the `top` puzzles that one change makes hardest, hardest first.

    All changes of the kinds `changes` are applied, and the changed puzzles solved in `metric`. The `2 * top` longest
    puzzles are then rated and ordered by rating; with `rated=False`, all are ordered by length. Puzzles that are no
    harder than the original, have no solution, or mirror another one are dropped. Pieces that the goal names are moved,
    but not cut, joined or removed. Raises `InputError`, `LimitReached` and `Cancelled`.

    >>> first = harder("AB../AB../..CC/goal:/..../..../CC..", top=1, rated=False, metric="step")[0]
    >>> first.change, first.length, first.message()
    ('move', 4, 'C to row 1, column 3')
    """
    return _best(-1, read_puzzle(puzzle), top, changes, rated, as_metric(metric), Watch.of(**limits))


@limited
def easier(
    puzzle: PuzzleLike,
    *,
    top: int = 10,
    changes: Iterable[Change] = CHANGES,
    rated: bool = True,
    metric: MetricLike = Metric.MOVE,
    **limits: Unpack[GivenLimits],
) -> tuple[Changed, ...]:
    """Return the `top` puzzles that one change makes easiest, easiest first. It takes the arguments of `harder`.

    >>> easier("AB../AB../..CC/goal:/..../..../CC..", top=1, rated=False, metric="step")[0].length
    1
    """
    return _best(1, read_puzzle(puzzle), top, changes, rated, as_metric(metric), Watch.of(**limits))


def _best(
    sign: int, puzzle: Puzzle, top: int, changes: Iterable[Change], rated: bool, metric: Metric, watch: Watch
) -> tuple[Changed, ...]:
    """Return the best changes: easiest first (`sign` 1), or hardest first (-1)."""
    kinds = frozenset(changes)
    for unknown in kinds - set(CHANGES):
        text = "{change!r} is not a valid change; expected one of {names}"
        raise InputError(text, change=unknown, names=", ".join(CHANGES))
    own, seen, found = _length(puzzle, metric, watch), {_cells(puzzle)}, []
    trials = [each for each in _trials(puzzle, placed(puzzle)) if each[0] in kinds]
    for number, (change, board, pieces, template, values) in enumerate(trials, 1):
        trial = assembled(board, pieces, puzzle.kinds, puzzle.goal)
        if trial is None or trial.goal.holds(trial.start) or _cells(trial) in seen:
            continue
        seen.update(_cells(each) for each in (trial, *(image(trial, each) for each, _ in symmetries(trial))))
        if length := _length(trial, metric, _numbered(watch, number, len(trials))):
            found.append(Changed(change, trial, length, template, values))
    found.sort(key=lambda each: sign * each.length)
    if not rated:
        return tuple(each for each in found[:top] if own is None or sign * (each.length - own) < 0)
    oracles = Oracles(max(1, watch.memory // 4))

    def rank(rating: int | None, length: int | None) -> tuple[int, int]:
        return sign * (rating or 0), sign * (length or 0)

    here, best = rank(rate(puzzle, oracles=oracles, whole=False, watch=watch).score, own), []
    for number, each in enumerate(some := found[: 2 * top], 1):
        watch.stage()
        part = _numbered(watch, number, len(some))
        best.append(replace(each, rating=rate(each.puzzle, oracles=oracles, whole=False, watch=part).score))
    best.sort(key=lambda each: rank(each.rating, each.length))
    return tuple([each for each in best if own is None or rank(each.rating, each.length) < here][:top])


def _numbered(watch: Watch, number: int, total: int) -> Watch:
    """Return the watch for one of many parts, whose progress says which part it is."""
    tell = watch.progress
    return (
        watch if tell is None else replace(watch, progress=lambda now: tell(replace(now, part=f"{number:,}/{total:,}")))
    )


def _length(puzzle: Puzzle, metric: Metric, watch: Watch) -> int | None:
    """Return the length of a shortest solution; None if there is none, or none within `_SEARCHED` layouts."""
    solution = solve_within(watch, puzzle, metric, _SEARCHED)
    return None if solution is None else solution.length


_Trial = tuple[Change, Board, list[Placed], str, dict[str, Any]]
"""A change: its kind, the board and the pieces after it, and its description as a template with values."""


def _trials(puzzle: Puzzle, pieces: list[Placed]) -> Iterator[_Trial]:
    board, named = puzzle.board, {puzzle.kinds[k] for each in puzzle.goal.alternatives for k, _ in each}
    free = [each for each in pieces if each.kind not in named]
    yield from _moved(board, pieces)
    for piece in free:
        for some, values in _cut(piece, board):
            yield "cut", board, [*_rest(pieces, piece), *some], "{piece} split into {one} and {other}", values
    for one, other in itertools.combinations(free, 2):
        if (one.kind.directions, one.kind.gates) == (other.kind.directions, other.kind.gates):
            cells = [*_rows(one, board), *_rows(other, board)]
            if len(parts(cells)) == 1:
                whole = _piece(cells, one.kind, board.width)._replace(symbol=one.symbol)
                values = {"one": one, "other": other}
                yield "join", board, [*_rest(pieces, one, other), whole], "{one} and {other} joined", values
    for piece in free:
        yield "remove", board, _rest(pieces, piece), "{piece} removed", {"piece": piece}
    yield from _walls(board, pieces)


def _moved(board: Board, pieces: list[Placed]) -> Iterator[_Trial]:
    for piece in pieces:
        rest = _rest(pieces, piece)
        taken = _taken(board, rest)
        for head in board.heads(piece.kind):
            if head != piece.head and taken.isdisjoint(board.cells(piece.kind, head) or ()):
                text, some = "{piece} to row {row}, column {column}", [*rest, piece._replace(head=head)]
                yield "move", board, some, text, {"piece": piece, **_where(board, head)}


def _cut(piece: Placed, board: Board) -> Iterator[tuple[list[Placed], dict[str, Any]]]:
    """Iterate over the ways to cut a piece into two connected parts, with their descriptions."""
    cells = _rows(piece, board)
    for number in range(len(cells) // 2 if len(cells) <= 12 else 0, 0, -1):
        for some in itertools.combinations(cells, number):
            other = [cell for cell in cells if cell not in some]
            if (2 * number == len(cells) and cells[0] not in some) or len(parts(some)) + len(parts(other)) > 2:
                continue
            one, two = (_piece(part, piece.kind, board.width) for part in (some, other))
            yield [one, two], {"piece": piece, "one": one.kind.size, "other": two.kind.size}


def _walls(board: Board, pieces: list[Placed]) -> Iterator[_Trial]:
    taken = _taken(board, pieces)
    for cell in range(board.size):
        changed, where = replace(board, walls=board.walls ^ {cell}), _where(board, cell)
        if cell in board.walls:
            yield "unwall", changed, pieces, "no wall at row {row}, column {column}", where
        elif cell not in taken and cell not in board.gates:
            yield "wall", changed, pieces, "a wall at row {row}, column {column}", where


def _rest(pieces: list[Placed], *gone: Placed) -> list[Placed]:
    return [each for each in pieces if each not in gone]


def _taken(board: Board, pieces: list[Placed]) -> set[int]:
    return {cell for each in pieces for cell in board.cells(each.kind, each.head) or ()}


def _rows(piece: Placed, board: Board) -> list[tuple[int, int]]:
    """Return the cells of a piece, each as its row and column."""
    return [divmod(cell, board.width) for cell in board.cells(piece.kind, piece.head) or ()]


def _where(board: Board, cell: int) -> dict[str, int]:
    return {"row": cell // board.width + 1, "column": cell % board.width + 1}


def _piece(cells: Iterable[tuple[int, int]], like: Kind, width: int) -> Placed:
    """Return a piece with these cells (row, column), and the directions and gates of the kind `like`."""
    some = sorted(cells)
    kind = Kind.of([(x, y) for y, x in some], like.directions, like.gates)
    return Placed(kind, some[0][0] * width + some[0][1])


def _cells(puzzle: Puzzle) -> tuple[Any, ...]:
    """Return a key of a puzzle that does not depend on the names of its pieces."""
    return puzzle.board, puzzle.kinds, puzzle.start.heads, puzzle.goal
