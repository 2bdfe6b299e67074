"""The hint engine: an `Oracle` caches the distances computed for a puzzle, for thousands of hints.

For a small space it builds the atlas; for a larger one, the table of the component if that is small. Otherwise it
solves the layout, and then the layout after each move while time remains. Moves of the solution are then certainly best
moves; others may stay ungraded. The cache is limited (see `Oracle.keep`), and the oldest results are dropped first.
"""

import contextlib
import functools
import itertools
import math
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Unpack

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.component import Component
from huarong.atlas.dense import RankArray
from huarong.atlas.hints import At, Hint, Position, continuation, grade, moves_at
from huarong.atlas.kept import kept
from huarong.atlas.table import DistanceTable, most_in_reach, numbered, small
from huarong.errors import InputError, LimitReached, PuzzleError, expect
from huarong.files import cache_folder
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import GivenLimits, Watch, limited, memory_size
from huarong.memo import Budget, Cache
from huarong.model.board import Layout, Metric, MetricLike, Move, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike, replay
from huarong.model.rules import reversible
from huarong.model.tiles import tile_orders
from huarong.search.solver import solve
from huarong.space.space import Space
from huarong.tiles.quick import MOST_CELLS
from huarong.tiles.solver import TilesRoute

KEEP = 256 << 20
"""The most bytes of cached results."""
PATIENCE = 10.0
"""Seconds for grading moves by searches, after the search of the layout itself."""
_LARGE, _FIRST, _NEXT = 16, 0.3, 0.015
"""The most cells of a tile board with exact hints; on larger boards, the seconds for the first and for later hints."""
_LOOKED_UP = 1000
"""The most moves, including a best one, whose distances are looked up in the cache after the time is up."""
_MANY = 512
"""The most cached hints."""
_SOLVED = 1 << 18
"""The most layouts whose distances from searches are cached."""
_OWN = 1 << 17
"""About how many bytes an oracle takes without results: for its puzzle's texts, rules and tables."""
_ENTRY = 600
"""About how many bytes one layout's cached distance takes."""


class Oracle:
    """Hints for all layouts of a puzzle's pieces, with its goal, in one metric. Threads may share it.

    Cached results take about `keep` bytes at most; the last result is kept whatever its size.

    >>> oracle = Oracle("横刀立马")
    >>> found = oracle.hint()
    >>> found.distance, found.source, [str(move) for move in found.best]
    (81, 'atlas', ['N D1', 'O D1', 'P R1', 'Q L1'])
    >>> oracle.hint(oracle.space.layout(0)).distance
    78
    """

    def __init__(self, puzzle: PuzzleLike, metric: MetricLike = Metric.MOVE, *, keep: int | str = KEEP) -> None:
        self.puzzle, self.metric, self.keep = (read_puzzle(puzzle), as_metric(metric), memory_size(keep))
        self.space = Space.of(self.puzzle)
        self._work = threading.Lock()
        self._route: TilesRoute | None = None
        self._numbered, self._tried = False, 0
        """Whether the space has a numbering, and the memory with which a numbering was last tried (0: never)."""
        self._reversible = reversible(self.puzzle.kinds)
        self._budget = budget = Budget(self.keep)
        self._made: Cache[DistanceTable] = Cache(lambda table: table.bytes, budget)
        self._hints: Cache[tuple[Hint, float]] = Cache(lambda each: _ENTRY * len(each[0].moves), budget, _MANY)
        """Hints, and the seconds allowed for grading their moves."""
        self._solved: Cache[tuple[int | None, tuple[int, int] | None]] = Cache(lambda _: _ENTRY, budget, _SOLVED)
        """For each layout, its distance and the heads before and after a best move."""
        most = 4 if self._reversible else 1000
        self._beyond: Cache[tuple[int, RankArray]] = Cache(lambda each: each[1].nbytes, budget, most)
        """The ranks met by searches of components that were too large, and the most layouts allowed then."""
        self._proved: Cache[tuple[RankArray, int]] = Cache(lambda each: each[0].nbytes, budget)
        """For each cached certificate, by name, the ranks of its layouts and their greatest distance."""
        self._folder, self._read, self._changed = cache_folder("proofs").as_posix(), -1, 0
        """The folder of these certificates, and the time of its last change: when they were read, and as seen last."""

    @property
    def bytes(self) -> int:
        """The approximate number of bytes that the oracle takes, with all cached results."""
        return _OWN + self._budget.taken + (0 if len(self._made) else self.space.numbering_bytes)

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process makes its own locks and cached results.
        return functools.partial(Oracle, keep=self.keep), (self.puzzle, self.metric)

    # Hints

    @limited
    def hint(
        self,
        at: At = None,
        *,
        last: Move | str | None = None,
        patience: float = PATIENCE,
        **limits: Unpack[GivenLimits],
    ) -> Hint:
        """Return the distance of a layout to the goal, and a grade for every move.

        `last` is the previous move (or its text, `N D1`), which can be continued without cost. If no table is small
        enough, searches grade the moves for at most `patience` seconds. Raises `InputError` for an invalid layout and
        for numbers below 0, and `LimitReached` and `Cancelled` as `solve` does.
        """
        position, watch = Position.of(self.puzzle, at), Watch.of(**limits)
        check_patience(patience)
        found = self._remembered(position, last, min(patience, watch.left))
        if found is not None:
            return found
        with watch.setting_up():
            table = self._tables(position.layout, watch)
            self._read_proofs(watch)
            if table is not None:
                return self._look_up(position, last, table)
            return self._search(position, last, patience, watch)

    def at_hand(self, at: At = None, *, last: Move | str | None = None) -> Hint | None:
        """Return the hint for a layout within microseconds if it is cached or in a table; else None."""
        position = Position.of(self.puzzle, at)
        found = self._remembered(position, last, math.inf)
        if found is None:
            table = self._held(position.layout)
            if table is not None and self._read == self._changed:
                return self._look_up(position, last, table)
        return found

    # Tables

    @limited
    def table(self, at: At = None, **limits: Unpack[GivenLimits]) -> DistanceTable | None:
        """The table of all layouts, or of a component; None if too large. Raises `LimitReached` and `Cancelled`."""
        watch = Watch.of(**limits)
        with watch.setting_up():
            found = self._tables(Position.of(self.puzzle, at).layout, watch)
            self._look()
            self._read_proofs(watch)
            return found

    def table_at_hand(self, at: At = None) -> DistanceTable | None:
        """Return the table that has a layout, if it exists already; else None."""
        return self._held(Position.of(self.puzzle, at).layout)

    def proved(self, at: At = None) -> int | None:
        """Return the longest distance in the accepted certificate that covers a layout; None without one."""
        rank = np.array([self.space.rank(Position.of(self.puzzle, at).layout)])
        return next((far for ranks, far in self._proved.values() if dense.among(rank, ranks).all()), None)

    def _held(self, layout: Layout) -> DistanceTable | None:
        return next((each for each in reversed(self._made.values()) if each.holds(layout)), None)

    def _tables(self, layout: Layout, watch: Watch) -> DistanceTable | None:
        """Return the result of `table`; only one thread at a time computes tables."""
        found = self._held(layout)
        if found is not None:
            return found
        if not self._numbered and watch.memory > self._tried:
            self._numbered, self._tried = numbered(self.space, watch), watch.memory
        watch.count(0)
        if not self._numbered:
            return None
        most = most_in_reach(self.puzzle.board.size, watch.memory)
        most = max([most, *(2 * header["layouts"] for _, _, header in kept(self.puzzle, self.metric))])
        with self._alone(watch):
            found = self._held(layout)
            if found is None and small(self.space):
                found = self._attempt(
                    lambda part: Atlas.build(self.space, self.puzzle.goal, self.metric, watch=part), watch
                )
            if found is None and not self._too_many(layout, most):
                found = self._attempt(lambda part: self._part(layout, most, part), watch)
        return found

    @contextlib.contextmanager
    def _alone(self, watch: Watch) -> Iterator[None]:
        """Hold the lock for computing tables. A thread that waits for the lock can be cancelled."""
        while not self._work.acquire(timeout=0.05):
            watch.count(0)
        try:
            yield
        finally:
            self._work.release()

    def _attempt(self, make: Callable[[Watch], DistanceTable | None], watch: Watch) -> DistanceTable | None:
        """Return the table from `make` and cache it; None if it needs more than the memory or half the time."""
        with contextlib.suppress(LimitReached):
            found = make(watch.part(seconds=watch.left / 2))
            if found is not None:
                self._read = -1
                return self._made.put(found, found)
        watch.stage()
        return None

    def _look(self) -> int:
        """When a certificate was cached last, in nanoseconds; 0 if there is none."""
        try:
            self._changed = os.stat(self._folder).st_mtime_ns
        except OSError:
            self._changed = 0
        return self._changed

    def _read_proofs(self, watch: Watch) -> None:
        """Read the cached certificates that agree with a table, if there are new certificates or tables."""
        changed = self._changed
        for name, start, header in kept(self.puzzle, self.metric) if changed != self._read else ():
            table = None if self._proved.get(name) else self._held(start)
            if table is not None and table.distance(self.space.rank(start)) == header["length"]:
                with contextlib.suppress(LimitReached):
                    reached = Component.of(self.puzzle.started(start), space=self.space, watch=watch.part())
                    self._proved.put(name, (reached.ranks, header["farthest"] or 0))
        self._read = changed

    def _part(self, layout: Layout, most: int, watch: Watch) -> DistanceTable | None:
        """Return the table of the layout's component; None if it is too large."""
        component = Component.of(self.puzzle.started(layout), most, self.space, watch=watch)
        if component.complete:
            return component.table(self.metric, watch)
        ranks = component.ranks if self._reversible else np.array([self.space.rank(layout)])
        self._beyond.put(layout, (most, ranks), replace=True)
        return None

    def _too_many(self, layout: Layout, most: int) -> bool:
        """Whether an earlier search found that a layout's component has more than `most` layouts.

        If moves are reversible, this holds for every layout that the search met; otherwise only for its start.
        """
        rank = np.array([self.space.rank(layout)])
        return any(dense.among(rank, ranks).any() for least, ranks in self._beyond.values() if least >= most)

    # From tables

    def _look_up(self, position: Position, last: Move | str | None, table: DistanceTable) -> Hint:
        rank = self.space.rank(position.layout)
        ranks = {(p, q): to for p, q, to in table.moves.at(rank)}
        after = [
            (move, table.distance(ranks[p, q]), True)
            for move, p, q in moves_at(position, self.metric, {p for p, _ in ranks})
        ]
        here, free = table.distance(rank), continuation(position, self.metric, last)
        distance, graded = grade(here, after, free)

        def count() -> int:
            ends = [position, *(position.after(each.move) for each in graded if free(each.move))]
            ranks = {end.layout: self.space.rank(end.layout) for end in ends}
            return sum(table.count_solutions(each) for each, rank in ranks.items() if table.distance(rank) == distance)

        def follow(move: Move) -> Sequence[Move]:
            end = position.after(move)
            heads = [(each.start, each.stop) for each in table.line(end.layout)]
            return replay(end.started(), self.metric, heads).moves

        proved = self.proved(position) is not None
        found = Hint(position, self.metric, distance, graded, table.source, count, follow, proved=proved)
        return self._remember(last, found)

    # From searches

    def _search(self, position: Position, last: Move | str | None, patience: float, watch: Watch) -> Hint:
        faults = self.puzzle.faults(position.layout)
        if faults:
            raise PuzzleError(faults)
        free = continuation(position, self.metric, last)
        if _LARGE < self.puzzle.board.size <= MOST_CELLS and tile_orders(self.puzzle):
            return self._good(position, last, watch)
        here = self._distance(position, watch)
        patience = min(patience, watch.left)
        until = watch.seconds + patience
        moves = list[Move]()
        for move, _, _ in moves_at(position, self.metric):
            if not moves or moves[-1].piece != move.piece:
                watch.count(0)
            moves.append(move)
        after: list[tuple[Move, int | None, bool]] = []
        _, best = self._solved.get(position.layout) or (None, None)
        for n, move in enumerate(sorted(moves, key=free, reverse=True)):
            left, known = None, here is None
            if not known and (n < _LOOKED_UP or watch.seconds < until or (move.start, move.stop) == best):
                with contextlib.suppress(LimitReached):  # cached distances are graded even after the time is up
                    left = self._distance(position.after(move), watch.part(seconds=until - watch.seconds))
                    known = True
            after.append((move, left, known))
        distance, graded = grade(here, after, free)

        def follow(move: Move) -> Sequence[Move] | None:
            return self._follow(position.after(move))

        found = Hint(position, self.metric, distance, graded, "search", lambda: None, follow)
        spent = math.inf if all(each.known for each in graded) else patience
        return self._remember(last, found, spent)

    def _good(self, position: Position, last: Move | str | None, watch: Watch) -> Hint:
        """Return a hint from a solution of numbered tiles, which may not be shortest; see `TilesRoute`."""
        started = position.started()
        start, goal = tile_orders(started) or ([], [])
        within = _FIRST if self._route is None else _NEXT
        self._route = self._route or TilesRoute(start, goal, started.board.width)
        answer = self._route.at(start, within=within, watch=watch)
        line = replay(started, self.metric, [(to, at) for at, to in itertools.pairwise(answer.path)]).moves
        after: list[tuple[Move, int | None, bool]] = [
            (move, len(line) - 1 if move in line[:1] else None, move in line[:1] or not answer.solvable)
            for move, _, _ in moves_at(position, self.metric)
        ]
        distance, graded = grade(answer.length, after, lambda _: False)
        found = Hint(position, self.metric, distance, graded, "search", lambda: None, lambda _: line[1:], answer.bound)
        return self._remember(last, found)

    def _distance(self, position: Position, watch: Watch) -> int | None:
        """Return a layout's distance to the goal, cached or by a search; cache the distances along the solution."""
        if position.puzzle.goal.holds(position.layout):
            return 0
        found = self._solved.get(position.layout)
        if found is not None:
            return found[0]
        watch.stage()
        watch.count(0)
        solution = solve(position.started(), self.metric, watch=watch.part())
        if solution.length is None:
            self._solved.put(position.layout, (None, None))
            return None
        lefts = range(solution.length, 0, -1)
        for left, layout, move in zip(lefts, solution.layouts, solution.moves, strict=False):
            self._solved.put(layout, (left, (move.start, move.stop)))
        return solution.length

    def _follow(self, position: Position) -> Sequence[Move] | None:
        """Return a shortest solution from a position if cached moves lead all the way to a goal; else None."""
        puzzle, ends = position.started(), []
        while not puzzle.goal.holds(position.layout):
            met = self._solved.get(position.layout)
            if met is None or met[1] is None:
                return None
            ends.append(met[1])
            start, stop = met[1]
            heads = tuple(stop if head == start else head for head in position.heads)
            position = Position.of(position.puzzle, heads)
        return replay(puzzle, self.metric, ends).moves

    # Cached hints

    def _remembered(self, position: Position, last: Move | str | None, patience: float) -> Hint | None:
        """Return the cached hint, unless more patience would grade more moves."""
        found, spent = self._hints.get((self._look(), *_asked(position, last))) or (None, 0.0)
        return found if spent >= patience else None

    def _remember(self, last: Move | str | None, found: Hint, spent: float = math.inf) -> Hint:
        self._hints.put((self._read, *_asked(found.position, last)), (found, spent), replace=True)
        return found


def check_patience(patience: float) -> None:
    """Raise `InputError` for a patience below 0."""
    expect(patience, int, float)
    if not patience >= 0:
        raise InputError("{value} is not a valid number of seconds; expected at least 0", value=patience)


def _asked(position: Position, last: Move | str | None) -> tuple[Any, ...]:
    expect(last, Move, str, type(None))
    return position.puzzle, position.heads, last and str(last)


class Oracles:
    """A cache of oracles by puzzle and metric, limited in bytes; the least recently used are dropped first.

    >>> oracles = Oracles("100M")
    >>> puzzle = read_puzzle("横刀立马")
    >>> oracles.of(puzzle) is oracles.of(puzzle.started(puzzle.start)), len(oracles)
    (True, 1)
    """

    def __init__(self, keep: int | str = KEEP) -> None:
        self.keep = memory_size(keep)
        self._oracles: Cache[Oracle] = Cache(lambda each: each.bytes, Budget(self.keep), 1 << 16)
        self._keys: dict[tuple[Puzzle, Metric], Any] = {}
        self._asked: set[Any] = set()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._oracles)

    @property
    def bytes(self) -> int:
        """The approximate number of bytes that the oracles take."""
        return sum(each.bytes for each in self._oracles.values())

    def of(self, puzzle: PuzzleLike, metric: MetricLike = Metric.MOVE) -> Oracle:
        """Return the oracle of a puzzle's pieces and goal in a metric, for any start; create it if there is none."""
        puzzle, metric = read_puzzle(puzzle), as_metric(metric)
        with self._lock:
            if len(self._keys) > 1024:
                self._keys.clear()
            key = self._keys.get((puzzle, metric))
            if key is None:
                key = self._keys[puzzle, metric] = _pieces(puzzle, metric)
            self._asked.add(key)
            return self._oracles.get(key) or self._oracles.put(key, Oracle(puzzle, metric, keep=self.keep))

    @limited
    def hint(
        self,
        puzzle: PuzzleLike,
        metric: MetricLike = Metric.MOVE,
        *,
        last: Move | str | None = None,
        patience: float = PATIENCE,
        **limits: Unpack[GivenLimits],
    ) -> Hint:
        """Return the hint for a puzzle's start from the oracle of its pieces. See `Oracle.hint`."""
        puzzle = read_puzzle(puzzle)
        # Invalid arguments are refused even if the hint is cached.
        Watch.of(**limits)
        check_patience(patience)
        oracle = self.of(puzzle, metric)
        at = Position.of(oracle.puzzle, puzzle)
        found = oracle.at_hand(at, last=last)
        if found is None:
            found = oracle.hint(at, last=last, patience=patience, **limits)
            self.trim(oracle)
        return found

    def trim(self, oracle: Oracle) -> None:
        """Drop the least recently used oracles if all exceed the limit; called after each result of an oracle.

        There may be thousands of oracles, so only the oracles used since the last call are measured.
        """
        expect(oracle, Oracle)
        with self._lock:
            asked = self._asked | {_pieces(oracle.puzzle, oracle.metric)}
            self._asked.clear()
        for key in asked:
            self._oracles.measure(key)


def _pieces(puzzle: Puzzle, metric: Metric) -> Any:
    counts = tuple(len(group) for group in puzzle.start.heads)
    return puzzle.board, puzzle.kinds, counts, puzzle.goal, metric


_SHARED = Oracles()


@limited
def hint(
    puzzle: PuzzleLike,
    metric: MetricLike = Metric.MOVE,
    *,
    last: Move | str | None = None,
    patience: float = PATIENCE,
    **limits: Unpack[GivenLimits],
) -> Hint:
    """Return the distance of a puzzle's start to the goal, and a grade for every move.

    Tables for all layouts of the pieces are cached, so the second hint takes microseconds. See `Oracle.hint`.

    >>> found = hint("横刀立马")
    >>> found.distance, found.solutions, [str(move) for move in found.best]
    (81, 256, ['N D1', 'O D1', 'P R1', 'Q L1'])
    """
    return _SHARED.hint(puzzle, metric, last=last, patience=patience, **limits)
