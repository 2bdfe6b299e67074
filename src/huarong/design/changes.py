"""Single changes of a puzzle: a piece moved, cut in two, joined to another or removed, a wall set or removed."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, Unpack, get_args

from huarong.atlas.oracle import Oracles
from huarong.design.assembly import Placed, assembled, placed
from huarong.design.rating import rate_under
from huarong.errors import InputError
from huarong.i18n import say
from huarong.library.labels import piece_text
from huarong.library.reader import puzzle as read_puzzle
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.board import DELTA, Board, Kind
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.symmetry import image, symmetries
from huarong.search.solver import solve_within

Change = Literal["move", "cut", "join", "remove", "wall", "unwall"]
CHANGES: tuple[Change, ...] = get_args(Change)
"""The kinds of changes."""
_SEARCHED = 1_000_000
"""The most layouts searched for a changed puzzle; one that needs more is left out."""


@dataclass(frozen=True)
class Changed:
    """A puzzle with one change, its length, and its rating if that was asked for."""

    change: Change
    puzzle: Puzzle
    length: int
    template: str
    values: dict[str, Any]
    rating: int | None = None

    def message(self, lang: str = "en") -> str:
        """What was changed, in the language asked for."""
        pieces = {key: value for key, value in self.values.items() if isinstance(value, Placed)}
        texts = {key: piece_text(piece.symbol, piece.label, lang) for key, piece in pieces.items()}
        return say(self.template, lang, **{**self.values, **texts})

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The change as JSON, with the puzzle on one line."""
        about = {"change": self.change, "text": self.message(lang), "length": self.length}
        return {**about, "rating": self.rating, "puzzle": self.puzzle.line()}


@limited
def harder(
    puzzle: PuzzleLike,
    *,
    top: int = 10,
    changes: Iterable[Change] = CHANGES,
    rated: bool = True,
    metric: Metric | MetricName = Metric.MOVE,
    **limits: Unpack[GivenLimits],
) -> tuple[Changed, ...]:
    """The `top` puzzles that one change makes hardest, the hardest first.

    All changes of these kinds are made and solved in the metric. The `2 * top` longest are then rated and ordered by
    rating; with `rated=False`, all are ordered by length. Puzzles that are not harder than the original, that cannot
    be solved, or that mirror another one are left out. Pieces that the goal names are moved, but not cut, joined or
    removed. Raises `InputError`, `LimitReached` and `Cancelled`.

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
    metric: Metric | MetricName = Metric.MOVE,
    **limits: Unpack[GivenLimits],
) -> tuple[Changed, ...]:
    """The `top` puzzles that one change makes easiest, the easiest first; the arguments are those of `harder`.

    >>> easier("AB../AB../..CC/goal:/..../..../CC..", top=1, rated=False, metric="step")[0].length
    1
    """
    return _best(1, read_puzzle(puzzle), top, changes, rated, as_metric(metric), Watch.of(**limits))


def _best(
    sign: int, puzzle: Puzzle, top: int, changes: Iterable[Change], rated: bool, metric: Metric, watch: Watch
) -> tuple[Changed, ...]:
    """The best-ranked of all changes asked for: the easiest first (`sign` 1), or the hardest (-1)."""
    kinds = frozenset(changes)
    for unknown in kinds - set(CHANGES):
        raise InputError(
            "{change!r} is not a valid change; expected one of {names}", change=unknown, names=", ".join(CHANGES)
        )
    own = _length(puzzle, metric, watch)
    seen = {_cells(puzzle)}
    found = []
    trials = (make(puzzle) for make in (_moved, _cut, _joined, _removed, _walls))
    for trial in itertools.chain(*trials):
        cells = _cells(trial.puzzle)
        if trial.change not in kinds or cells in seen:
            continue
        seen.add(cells)
        seen.update(_cells(image(trial.puzzle, each)) for each, _ in symmetries(trial.puzzle))
        length = _length(trial.puzzle, metric, watch)
        if length:
            found.append(replace(trial, length=length))
    found.sort(key=lambda each: sign * each.length)
    if not rated:
        return tuple(each for each in found[:top] if own is None or sign * (each.length - own) < 0)
    oracles = Oracles(max(1, watch.memory // 4))

    def rank(rating: int | None, length: int | None) -> tuple[int, int]:
        return sign * (rating or 0), sign * (length or 0)

    here, best = rank(rate_under(watch, puzzle, oracles, whole=False).score, own), []
    for each in found[: 2 * top]:
        watch.stage()
        best.append(replace(each, rating=rate_under(watch, each.puzzle, oracles, whole=False).score))
    best.sort(key=lambda each: rank(each.rating, each.length))
    return tuple([each for each in best if own is None or rank(each.rating, each.length) < here][:top])


def _length(puzzle: Puzzle, metric: Metric, watch: Watch) -> int | None:
    """The length of a shortest solution; None if there is none, or none within `_SEARCHED` layouts."""
    solution = solve_within(watch, puzzle, metric, _SEARCHED)
    return None if solution is None else solution.length


def _changed(
    change: Change, puzzle: Puzzle, board: Board, pieces: Iterable[Placed], template: str, **values: Any
) -> Iterator[Changed]:
    found = assembled(board, pieces, puzzle.kinds, puzzle.goal)
    if found is not None and not found.goal.holds(found.start):
        yield Changed(change, found, 0, template, values)


def _moved(puzzle: Puzzle) -> Iterator[Changed]:
    pieces, board = placed(puzzle), puzzle.board
    for i, piece in enumerate(pieces):
        rest = pieces[:i] + pieces[i + 1 :]
        taken = {cell for each in rest for cell in board.cells(each.kind, each.head) or ()}
        for head in board.heads(piece.kind):
            if head != piece.head and taken.isdisjoint(board.cells(piece.kind, head) or ()):
                text, some = "{piece} to row {row}, column {column}", [*rest, piece._replace(head=head)]
                yield from _changed("move", puzzle, board, some, text, piece=piece, **_where(board, head))


def _named(puzzle: Puzzle) -> set[Kind]:
    """The kinds that the goal names."""
    return {puzzle.kinds[k] for each in puzzle.goal.alternatives for k, _ in each}


def _cut(puzzle: Puzzle) -> Iterator[Changed]:
    pieces, board, width = placed(puzzle), puzzle.board, puzzle.board.width
    for i, piece in enumerate(pieces):
        cells = [divmod(cell, width) for cell in board.cells(piece.kind, piece.head) or ()]
        if piece.kind in _named(puzzle) or not 2 <= len(cells) <= 12:
            continue
        for number in range(len(cells) // 2, 0, -1):
            for some in itertools.combinations(cells, number):
                other = [cell for cell in cells if cell not in some]
                if (2 * number == len(cells) and cells[0] not in some) or not (_whole(some) and _whole(other)):
                    continue
                one, two = (_piece(part, piece.kind, width) for part in (some, other))
                values = {"piece": piece, "one": one.kind.size, "other": two.kind.size}
                whole = [*pieces[:i], *pieces[i + 1 :], one, two]
                yield from _changed("cut", puzzle, board, whole, "{piece} split into {one} and {other}", **values)


def _joined(puzzle: Puzzle) -> Iterator[Changed]:
    pieces, board, width, named = placed(puzzle), puzzle.board, puzzle.board.width, _named(puzzle)
    for one, other in itertools.combinations(pieces, 2):
        if one.kind in named or other.kind in named or _freedom(one.kind) != _freedom(other.kind):
            continue
        cells = [divmod(cell, width) for each in (one, other) for cell in board.cells(each.kind, each.head) or ()]
        if not _whole(cells):
            continue
        whole = _piece(cells, one.kind, width)._replace(symbol=one.symbol)
        rest = [each for each in pieces if each not in (one, other)]
        yield from _changed("join", puzzle, board, [*rest, whole], "{one} and {other} joined", one=one, other=other)


def _removed(puzzle: Puzzle) -> Iterator[Changed]:
    pieces = placed(puzzle)
    for piece in pieces:
        if piece.kind not in _named(puzzle):
            rest = [each for each in pieces if each != piece]
            yield from _changed("remove", puzzle, puzzle.board, rest, "{piece} removed", piece=piece)


def _walls(puzzle: Puzzle) -> Iterator[Changed]:
    pieces, board = placed(puzzle), puzzle.board
    taken = {cell for each in pieces for cell in board.cells(each.kind, each.head) or ()}
    for cell in range(board.size):
        changed, where = replace(board, walls=board.walls ^ {cell}), _where(board, cell)
        if cell in board.walls:
            yield from _changed("unwall", puzzle, changed, pieces, "no wall at row {row}, column {column}", **where)
        elif cell not in taken and cell not in board.gates:
            yield from _changed("wall", puzzle, changed, pieces, "a wall at row {row}, column {column}", **where)


def _where(board: Board, cell: int) -> dict[str, int]:
    return {"row": cell // board.width + 1, "column": cell % board.width + 1}


def _piece(cells: Iterable[tuple[int, int]], like: Kind, width: int) -> Placed:
    """A piece of these cells (row, column) that may slide as another does."""
    some = sorted(cells)
    kind = Kind.of([(x, y) for y, x in some], like.directions, like.gates)
    return Placed(kind, some[0][0] * width + some[0][1])


def _freedom(kind: Kind) -> tuple[str, bool]:
    """The directions in which a kind slides, and whether gates are open to it."""
    return kind.directions, kind.gates


def _whole(cells: Iterable[tuple[int, int]]) -> bool:
    """Whether cells are connected."""
    left = set(cells)
    reached = [left.pop()]
    for y, x in reached:
        near = {(y + dy, x + dx) for dx, dy in DELTA.values()} & left
        left -= near
        reached.extend(near)
    return not left


def _cells(puzzle: Puzzle) -> tuple[Any, ...]:
    """A key of a puzzle that does not depend on the names of its pieces."""
    return puzzle.board, puzzle.kinds, puzzle.start.heads, puzzle.goal
