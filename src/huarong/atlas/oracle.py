"""The hint engine: an `Oracle` keeps the distances computed for a puzzle, for thousands of hints.

Of a small space it makes the atlas; in a larger one, the table of the component, if that is small. Otherwise it
solves the layout, and then the layout after each move, while there is time: moves of the solution are best moves for
certain, others may stay ungraded. Results are cached up to a number of bytes; the least recently used are dropped
first.
"""

from __future__ import annotations

import contextlib
import math
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.component import Component
from huarong.atlas.hints import At, Hint, Position, continuation, grade, moves_at
from huarong.atlas.known import Known, most_in_reach, numbered, small
from huarong.atlas.telling import told
from huarong.errors import InputError, LimitReached, PuzzleError
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import MAX_MEMORY, MAX_SECONDS, Cancel, Limits, Report, Watch, memory_size
from huarong.model.board import Layout, Move
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.rules import Rules, reversible
from huarong.model.solution import Solution, replay
from huarong.search.solver import solve_under
from huarong.space.space import Space

if TYPE_CHECKING:
    from huarong.atlas.dense import Ranks

__all__ = ["KEEP", "PATIENCE", "Oracle", "Oracles", "hint"]

KEEP = 256 << 20
"""The most bytes that cached results take."""
PATIENCE = 10.0
"""Seconds for grading moves by searches, after the search of the layout itself."""
_MANY = 512
"""The most hints that are cached."""
_ENTRY = 600
"""About how many bytes the cached distance of one layout takes."""


class Oracle:
    """Hints for all layouts of a puzzle's pieces, with its goal, in one metric; safe for any number of threads.

    Cached results take at most about `keep` bytes, unless the last one takes more by itself.

    >>> oracle = Oracle("横刀立马")
    >>> found = oracle.hint()
    >>> found.distance, found.source, [str(move) for move in found.best]
    (81, 'atlas', ['N D1', 'O D1', 'P R1', 'Q L1'])
    >>> oracle.hint(oracle.space.layout(0)).distance
    78
    """

    def __init__(
        self,
        puzzle: PuzzleLike,
        metric: Metric | MetricName = Metric.MOVE,
        *,
        keep: int | str = KEEP,
    ) -> None:
        self.puzzle, self.metric, self.keep = (
            read_puzzle(puzzle),
            as_metric(metric),
            memory_size(keep),
        )
        self.space = Space.of(self.puzzle)
        self._lock, self._work = threading.Lock(), threading.Lock()
        self._numbered: bool | None = None
        self._known: list[Known] = []
        self._beyond: list[tuple[int, Ranks]] = []
        self._solved: OrderedDict[Layout, tuple[int | None, tuple[int, int] | None]] = OrderedDict()
        self._given: OrderedDict[Any, tuple[Hint, float]] = OrderedDict()
        self._reversible = reversible(self.puzzle.kinds)

    @property
    def bytes(self) -> int:
        """How much memory it takes, about."""
        with self._lock:
            tables = sum(each.bytes for each in self._known)
            tables += sum(ranks.nbytes for _, ranks in self._beyond)
            graded = sum(len(hint.moves) for hint, _ in self._given.values())
            return tables + _ENTRY * (graded + len(self._solved))

    # Hints

    def hint(
        self,
        at: At = None,
        *,
        last: Move | str | None = None,
        patience: float = PATIENCE,
        max_memory: int | str = MAX_MEMORY,
        max_seconds: float = MAX_SECONDS,
        progress: Report | None = None,
        cancel: Cancel | None = None,
    ) -> Hint:
        """The distance of a layout to the goal, and a grade for every move.

        `last` is the move made last (or its text, `N D1`): continuing it costs nothing. Where no table is small
        enough, moves are graded by searches, for `patience` seconds at most. Raises `InputError` for what is not a
        layout of the puzzle and for numbers below 0, and `LimitReached` and `Cancelled` as `solve` does.
        """
        position = Position.of(self.puzzle, at)
        watch = Watch.of(max_memory, max_seconds, progress, cancel)
        _check_patience(patience)
        found = self._remembered(position, last, min(patience, watch.left))
        if found is not None:
            return found
        with watch.setting_up():
            known = self._tables(position.layout, watch)
            if known is not None:
                return self._look_up(position, last, known)
            return self._search(position, last, patience, watch)

    def at_hand(self, at: At = None, *, last: Move | str | None = None) -> Hint | None:
        """The hint for a layout if it is cached or in a table, which takes microseconds; else None."""
        position = Position.of(self.puzzle, at)
        found = self._remembered(position, last, math.inf)
        if found is None:
            known = self._held(position.layout)
            if known is not None:
                return self._look_up(position, last, known)
        return found

    def told(self, at: At = None) -> str | None:
        """The JSON of the hint for a layout, no move before it, if its distances are at hand; else None."""
        position = Position.of(self.puzzle, at)
        tables = self._latest()
        ranked = ((known, known.space.rank(position.layout)) for known in tables)
        return next((told(position, *each) for each in ranked if each[0].has(each[1])), None)

    # Tables

    def table(
        self,
        at: At = None,
        *,
        max_memory: int | str = MAX_MEMORY,
        max_seconds: float = MAX_SECONDS,
        progress: Report | None = None,
        cancel: Cancel | None = None,
    ) -> Known | None:
        """The table of all layouts, or of the component of this one; None where they are too many.

        Raises `LimitReached` and `Cancelled`.
        """
        layout = Position.of(self.puzzle, at).layout
        watch = Watch.of(max_memory, max_seconds, progress, cancel)
        with watch.setting_up():
            return self._tables(layout, watch)

    def table_at_hand(self, at: At = None) -> Known | None:
        """The table that has a layout, if there is one already; else None. Nothing is computed."""
        return self._held(Position.of(self.puzzle, at).layout)

    def _latest(self) -> list[Known]:
        with self._lock:
            return self._known[::-1]

    def _held(self, layout: Layout) -> Known | None:
        return next((each for each in self._latest() if each.holds(layout)), None)

    def _tables(self, layout: Layout, watch: Watch) -> Known | None:
        """The table that `table` returns. One thread makes it, the others wait."""
        found = self._held(layout)
        if found is not None:
            return found
        if self._numbered is None:
            self._numbered = numbered(self.space, watch)
        watch.count(0)
        if not self._numbered:
            return None
        most = most_in_reach(self.puzzle.board.size, watch.memory)
        with self._alone(watch):
            found = self._held(layout)
            if found is None and small(self.space):
                found = self._whole(watch)
            if found is None and not self._too_many(layout, most):
                found = self._part(layout, most, watch)
        return found

    @contextlib.contextmanager
    def _alone(self, watch: Watch) -> Iterator[None]:
        """A lock by which one thread at a time makes tables; a waiting thread can still be cancelled."""
        while not self._work.acquire(timeout=0.05):
            watch.count(0)
        try:
            yield
        finally:
            self._work.release()

    def _whole(self, watch: Watch) -> Known | None:
        """The table of the space; None where it takes more than the memory or half the time."""
        try:
            part = watch.part(seconds=watch.left / 2)
            found = Known.whole(Atlas.watched(self.space, self.puzzle.goal, self.metric, part))
        except LimitReached:
            watch.stage()
            return None
        self._keep(found)
        return found

    def _part(self, layout: Layout, most: int, watch: Watch) -> Known | None:
        """The table of the layout's component; None where it is too large, or takes more than half the time."""
        try:
            part = watch.part(seconds=watch.left / 2)
            component = Component.watched(self.puzzle, layout, most, part, self.space)
            if component.complete:
                found = Known.part(component, self.metric, part)
                self._keep(found)
                return found
        except LimitReached:
            watch.stage()
            return None
        watch.stage()
        ranks = component.ranks if self._reversible else np.array([self.space.rank(layout)])
        with self._lock:
            self._beyond.append((most, ranks))
            del self._beyond[: -4 if self._reversible else -1000]
        return None

    def _too_many(self, layout: Layout, most: int) -> bool:
        """Whether it is known that a layout's component has more than `most` layouts.

        A layout that was asked about earlier reaches it, and where moves are reversible both reach equally many.
        """
        rank = np.array([self.space.rank(layout)])
        with self._lock:
            some = [ranks for least, ranks in self._beyond if least >= most]
        return any(dense.among(rank, ranks).any() for ranks in some)

    def _keep(self, found: Known) -> None:
        with self._lock:
            self._known.append(found)
            while len(self._known) > 1 and sum(each.bytes for each in self._known) > self.keep:
                self._known.pop(0)

    # From tables

    def _look_up(self, position: Position, last: Move | str | None, known: Known) -> Hint:
        rank = self.space.rank(position.layout)
        ranks = {(p, q): to for p, q, to in known.moves.at(rank)}
        after = [
            (move, known.distance(ranks[p, q]), True)
            for move, p, q in moves_at(position, self.metric, {p for p, _ in ranks})
        ]
        here, free = known.distance(rank), continuation(position, self.metric, last)
        distance, graded = grade(here, after, free)

        def count() -> int:
            ends = [position, *(position.after(each.move) for each in graded if free(each.move))]
            layouts = [end.layout for end in ends]
            return sum(
                known.count_solutions(each)
                for each in layouts
                if known.distance(self.space.rank(each)) == distance
            )

        def follow(move: Move) -> Sequence[Move]:
            return _line(position.after(move), known)

        return self._remember(
            last,
            Hint(position, self.metric, distance, graded, known.source, count, follow),
        )

    # From searches

    def _search(
        self, position: Position, last: Move | str | None, patience: float, watch: Watch
    ) -> Hint:
        faults = self.puzzle.faults(position.layout)
        if faults:
            raise PuzzleError(faults)
        free = continuation(position, self.metric, last)
        here = self._distance(position, watch)
        patience = min(patience, watch.left)
        until = watch.seconds + patience
        moves: list[Move] = []
        for move, _, _ in moves_at(position, self.metric):
            if not moves or moves[-1].piece != move.piece:
                watch.count(0)
            moves.append(move)
        after: list[tuple[Move, int | None, bool]] = []
        for number, move in enumerate(sorted(moves, key=free, reverse=True)):
            if here is None:
                after.append((move, None, True))
                continue
            if number % 256 == 0:
                with contextlib.suppress(LimitReached):  # only a cancel ends this
                    watch.count(0)
            known, left = self._graded(position.after(move), until, watch)
            after.append((move, left, known))
        distance, graded = grade(here, after, free)
        found = Hint(
            position, self.metric, distance, graded, "search",
            lambda: None, lambda move: self._follow(position.after(move)),
        )  # fmt: skip
        spent = math.inf if all(each.known for each in graded) else patience
        return self._remember(last, found, spent)

    def _met(self, position: Position) -> tuple[bool, int | None]:
        """Whether the distance of a layout is known already, and the distance."""
        if position.puzzle.goal.holds(position.layout):
            return True, 0
        with self._lock:
            found = self._solved.get(position.layout)
        return (False, None) if found is None else (True, found[0])

    def _graded(self, position: Position, until: float, watch: Watch) -> tuple[bool, int | None]:
        """Whether the distance of a layout is known, and the distance; a search may take until `until` of the watch."""
        known, left = self._met(position)
        if not known and watch.seconds < until:
            with contextlib.suppress(LimitReached):
                return True, self._distance(position, watch.part(seconds=until - watch.seconds))
        return known, left

    def _distance(self, position: Position, watch: Watch) -> int | None:
        """The distance of a layout to the goal, cached or by a search."""
        known, left = self._met(position)
        if known:
            return left
        watch.stage()
        watch.count(0)
        solution = solve_under(watch.part(), position.started(), self.metric)
        self._learn(position, solution)
        return solution.length

    def _learn(self, position: Position, solution: Solution) -> None:
        """Cache the distances of the layouts that a shortest solution passes."""
        with self._lock:
            if solution.length is None:
                self._solved[position.layout] = (None, None)
            else:
                lefts = range(solution.length, 0, -1)
                for left, layout, move in zip(
                    lefts, solution.layouts, solution.moves, strict=False
                ):
                    self._solved[layout] = (left, (move.start, move.stop))
            while len(self._solved) > max(1000, self.keep // (2 * _ENTRY)):
                self._solved.popitem(last=False)

    def _follow(self, position: Position) -> Sequence[Move] | None:
        """A shortest solution from a position, where cached moves lead all the way to a goal; else None."""
        puzzle, ends = position.started(), []
        while not puzzle.goal.holds(position.layout):
            with self._lock:
                met = self._solved.get(position.layout)
            if met is None or met[1] is None:
                return None
            ends.append(met[1])
            start, stop = met[1]
            heads = tuple(stop if head == start else head for head in position.heads)
            position = Position.of(position.puzzle, heads)
        return replay(puzzle, self.metric, ends).moves

    # Cached hints

    def _remembered(
        self, position: Position, last: Move | str | None, patience: float
    ) -> Hint | None:
        """The cached hint, unless more patience would grade more moves."""
        with self._lock:
            found, spent = self._given.get(
                _asked(position.puzzle, position.heads, last), (None, 0.0)
            )
            return found if spent >= patience else None

    def _remember(self, last: Move | str | None, found: Hint, spent: float = math.inf) -> Hint:
        with self._lock:
            self._given[_asked(found.puzzle, found.heads, last)] = found, spent
            if len(self._given) > _MANY:
                self._given.popitem(last=False)
        return found


def _check_patience(patience: float) -> None:
    if not patience >= 0:
        raise InputError("{value} is no number of seconds; expected at least 0", value=patience)


def _asked(puzzle: Puzzle, heads: tuple[int, ...], last: Move | str | None) -> Any:
    return puzzle, heads, last and str(last)


def _line(position: Position, known: Known) -> tuple[Move, ...]:
    """A shortest solution by look-up."""
    space, ends = known.space, []
    head = Rules.of(space.board, space.kinds).head
    rank = space.rank(position.layout)
    left = known.distance(rank)
    while left:
        left -= 1
        p, q, rank = next(each for each in known.moves.at(rank) if known.distance(each[2]) == left)
        ends.append((head[p], head[q]))
    return replay(position.started(), known.metric, ends).moves


class Oracles:
    """A cache of oracles, by puzzle and metric, up to a number of bytes; the least recently used are dropped first.

    >>> oracles = Oracles("100M")
    >>> puzzle = read_puzzle("横刀立马")
    >>> oracles.of(puzzle) is oracles.of(puzzle.started(puzzle.start)), len(oracles)
    (True, 1)
    """

    def __init__(self, keep: int | str = KEEP) -> None:
        self.keep = memory_size(keep)
        self._oracles: OrderedDict[Any, Oracle] = OrderedDict()
        self._near: dict[tuple[Puzzle, Metric], tuple[Any, Oracle]] = {}
        self._lock = threading.Lock()
        self._asked: set[Oracle] = set()
        self._sizes: dict[Oracle, int] = {}
        self._total = 0

    def __len__(self) -> int:
        return len(self._oracles)

    @property
    def bytes(self) -> int:
        """How much memory they take, about."""
        with self._lock:
            some = list(self._oracles.values())
        return sum(each.bytes for each in some)

    def of(self, puzzle: PuzzleLike, metric: Metric | MetricName = Metric.MOVE) -> Oracle:
        """The oracle of a puzzle's pieces and goal in a metric, whatever the start; made if there is none."""
        puzzle, metric = read_puzzle(puzzle), as_metric(metric)
        with self._lock:
            key, found = self._near.get((puzzle, metric), (None, None))
            if found is None:
                key = _pieces(puzzle, metric)
                found = self._oracles.get(key) or Oracle(puzzle, metric, keep=self.keep)
                self._oracles[key] = found
                self._sizes.setdefault(found, 0)
                if len(self._near) > 1024:
                    self._near.clear()
                self._near[puzzle, metric] = key, found
            self._oracles.move_to_end(key)
            self._asked.add(found)
        return found

    def hint(
        self,
        puzzle: PuzzleLike,
        metric: Metric | MetricName = Metric.MOVE,
        *,
        last: Move | str | None = None,
        patience: float = PATIENCE,
        max_memory: int | str = MAX_MEMORY,
        max_seconds: float = MAX_SECONDS,
        progress: Report | None = None,
        cancel: Cancel | None = None,
    ) -> Hint:
        """The hint for a puzzle's start, by the oracle of its pieces. See `Oracle.hint`."""
        puzzle = read_puzzle(puzzle)
        Limits.of(max_memory, max_seconds)  # what cannot be meant is refused, whatever is cached
        _check_patience(patience)
        oracle = self.of(puzzle, metric)
        found = oracle.at_hand(puzzle, last=last)
        if found is None:
            found = oracle.hint(
                puzzle, last=last, patience=patience, max_memory=max_memory, max_seconds=max_seconds,
                progress=progress, cancel=cancel,
            )  # fmt: skip
            self.trim(oracle)
        return found

    def trim(self, oracle: Oracle) -> None:
        """Drop the least recently used results that exceed the limit; called after each result of an oracle.

        Only oracles asked since the last call are measured: there may be thousands.
        """
        with self._lock:
            for each in {oracle, *self._asked} & self._sizes.keys():
                size = each.bytes
                self._total += size - self._sizes[each]
                self._sizes[each] = size
            self._asked.clear()
            while self._total > self.keep and len(self._oracles) > 1:
                _, gone = self._oracles.popitem(last=False)
                self._total -= self._sizes.pop(gone)
                self._near.clear()


def _pieces(puzzle: Puzzle, metric: Metric) -> Any:
    counts = tuple(len(group) for group in puzzle.start.heads)
    return puzzle.board, puzzle.kinds, counts, puzzle.goal, metric


_SHARED = Oracles()


def hint(
    puzzle: PuzzleLike,
    metric: Metric | MetricName = Metric.MOVE,
    *,
    last: Move | str | None = None,
    patience: float = PATIENCE,
    max_memory: int | str = MAX_MEMORY,
    max_seconds: float = MAX_SECONDS,
    progress: Report | None = None,
    cancel: Cancel | None = None,
) -> Hint:
    """The distance of a puzzle's start to the goal, and a grade for every move.

    Tables are cached and serve all layouts of the puzzle's pieces, so the second hint takes microseconds. The
    arguments are those of `Oracle.hint`.

    >>> found = hint("横刀立马")
    >>> found.distance, found.solutions, [str(move) for move in found.best]
    (81, 256, ['N D1', 'O D1', 'P R1', 'Q L1'])
    """
    return _SHARED.hint(
        puzzle, metric, last=last, patience=patience, max_memory=max_memory, max_seconds=max_seconds,
        progress=progress, cancel=cancel,
    )  # fmt: skip
