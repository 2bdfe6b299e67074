"""Numbered tiles solved with the fewest moves: IDA* guided by additive pattern databases.

The board may have any size and has one blank. Tiles are renamed by their cells in the goal, and the board is rotated or
reflected so that the blank's goal cell comes as early as possible in reading order. So one set of databases
(`huarong.tiles.store`) serves all goals with the blank in a corner. If the goal is its own mirror image, the databases'
value for the mirrored board is a lower bound too, and the larger one is used.

One move takes one tile to the blank's cell; in the metric `line` it is any number of tiles in a line with the blank at
once. Databases are not additive in that metric, because a move may belong to several patterns; the largest value is
used.
"""

import contextlib
import functools
import itertools
import math
import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, Unpack, cast, get_args

from huarong.device import Processor, chosen
from huarong.errors import InputError, LimitReached, expect, nearest
from huarong.kernels import kernel
from huarong.limits import GivenLimits, Limits, Watch, limited
from huarong.tiles import quick, tableset
from huarong.tiles.answer import TilesAnswer, TilesMetric, between, joined
from huarong.tiles.guided import GuidedBoard
from huarong.tiles.on_device import DeviceSearch, room
from huarong.tiles.store import larger_sets, load_tables
from huarong.tiles.subtrees import Subtrees
from huarong.tiles.tableset import TableSet

_SHORT = 7
"""The length of the words (moves of the blank) in a short search's `automaton` (`tiles.guided`)."""
_LONG = 20_000_000
"""The nodes of an iteration, searched in half a second, after which threads share the next iterations."""
_SOON, _LATE = 0.03, 0.3
"""The seconds for a solution if a limit ends a search without one, and the most until a first beam finds one."""
_GOOD = 2.0
"""The most seconds that a long search first spends on a good solution, to return if a limit ends it."""
_VERY_LONG = 200_000_000
"""The nodes after which a stored set with several ways to divide the tiles is read, and its best ways are found."""
_TRIAL = 1_000_000
"""The most nodes of the iteration on which these ways are tried."""


def solvable(start: Sequence[int], goal: Sequence[int], width: int) -> bool:
    """Whether moves lead from one board to the other: by parity or, on a board of one row or column, by the tiles'
    order.

    Every move is a transposition, and moves the blank to a cell of the other color (Johnson and Story 1879).

    Raises `InputError` for anything that is not a board.

    >>> solvable((1, 2, 3, 4, 5, 6, 8, 7, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    False
    """
    return joined(*_checked(start, goal, width, quick.MOST_CELLS))


@limited
def solve_tiles(
    start: Sequence[int],
    goal: Sequence[int] | None = None,
    width: int | None = None,
    *,
    metric: TilesMetric = "tile",
    tables: str | None = None,
    within: float | None = None,
    engine: Processor | None = None,
    **limits: Unpack[GivenLimits],
) -> TilesAnswer:
    """Return a shortest solution of a board of tiles, given cell by cell in reading order, 0 for the blank.

    Without a width, the board is square; without a goal, it is 1, 2, ... with the blank last. `tables` names the
    databases; the default is the largest cached set that fits, or one that takes seconds to build. With `within`, the
    result is the best solution found within this many seconds after the tables are ready. Boards may then have up to
    100 cells. `progress` gets each better solution (`Progress.found`); `improving_tiles` iterates over these solutions.
    `engine` is `"gpu"` for a graphics processor, which builds its own tables, and `"cpu"` for none. By default, a
    graphics processor with enough memory continues long searches of single tiles. `progress` counts nodes: moves made
    or cut off. Raises `InputError`, `UnknownName`, `Cancelled`, and `LimitReached`, whose `lower` is the proved lower
    bound, and whose `solution` is the best known.

    >>> answer = solve_tiles([8, 7, 6, 5, 4, 3, 2, 1, 0], [1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> answer.length, answer.verify()
    (30, True)
    """
    watch = Watch.of(**limits, unit="node")
    if within is not None:
        for found in improving_tiles(start, goal, width, metric=metric, tables=tables, within=within, watch=watch):
            watch.tell(found)
        return found
    search = _Search(*_checked(start, goal, width), _checked_metric(metric), watch, engine)
    if (known := search.at_sight()) is not None:
        return known
    with watch.proving(search.best):
        path = search.by_lines(tables) if metric == "line" else search.by_tiles(tables)
    return search.answer(path)


@limited
def improving_tiles(
    start: Sequence[int],
    goal: Sequence[int] | None = None,
    width: int | None = None,
    *,
    within: float = 2.0,
    metric: TilesMetric = "tile",
    tables: str | None = None,
    **limits: Unpack[GivenLimits],
) -> Iterator[TilesAnswer]:
    """Yield a solution at once, then each better one, for `within` seconds or until one is proved to be shortest.

    Each has the lower bound proved so far (`bound`); if only the bound has risen, the last solution is repeated with
    it. The arguments and errors are as for `solve_tiles`; a time limit ends the improvement.

    >>> *_, last = improving_tiles([8, 7, 6, 5, 4, 3, 2, 1, 0])
    >>> last.length, last.bound
    (30, None)
    """
    expect(within, int, float)
    Limits.of(seconds=within)
    watch = Watch.of(**limits, unit="node")
    search = _Search(*_checked(start, goal, width, quick.MOST_CELLS), _checked_metric(metric), watch)
    if (known := search.at_sight()) is not None:
        yield known
    else:
        search.guide_by(tables)
        yield from search.improving(min(within, watch.left), search.prove)


class TilesRoute:
    """Solutions during play: each search starts from the rest of the previous answer.

    >>> route = TilesRoute([1, 2, 3, 4, 5, 6, 0, 7, 8])
    >>> route.at([1, 2, 3, 4, 5, 6, 7, 0, 8]).moves
    ((8,),)
    """

    def __init__(self, start: Sequence[int], goal: Sequence[int] | None = None, width: int | None = None) -> None:
        _, self.goal, self.width = _checked(start, goal, width, quick.MOST_CELLS)
        self._boards: list[bytes] = []

    @limited
    def at(self, board: Sequence[int], within: float = 0.015, **limits: Unpack[GivenLimits]) -> TilesAnswer:
        """Return the best solution from `board` found within `within` seconds. See `improving_tiles`."""
        watch = Watch.of(**limits, unit="node")
        search = _Search(*_checked(board, self.goal, self.width, quick.MOST_CELLS), "tile", watch)
        if (answer := search.at_sight()) is not None:
            return answer
        here, tail, known = bytes(search.board), list[bytes](), self._boards
        for i, each in enumerate(known):
            way = between(here.index(search.blank), each.index(search.blank), search.width)
            if each == here or (len(way) == 1 and sum(map(operator.ne, here, each)) == 2):
                tail = [here, *known[i + (each == here) :]]
        search.guide_by(None)
        *_, answer = search.improving(within, search.prove, tail)
        self._boards = search.quick.best
        return answer


def missing_tables(goal: Sequence[int], width: int, metric: TilesMetric = "tile") -> TableSet | None:
    """Return the set of tables that would speed up searches for a goal once built; None if there is none.

    >>> missing_tables((1, 2, 3, 4, 5, 6, 7, 8, 0), 3) is None
    True
    """
    height = len(goal) // width
    blank = min(way[goal.index(0)] for way in tableset.symmetries(width, height, width > height))
    least = tableset.default_set(min(width, height), max(width, height), blank, lines=metric == "line")
    best = max([least, *larger_sets(least, sys.maxsize)], key=lambda each: sum(each.sizes))
    return next(iter(tableset.offered(best)), None)


def _checked_metric(metric: str) -> TilesMetric:
    names = get_args(TilesMetric)
    if metric not in names:
        text = "{metric!r} is not a valid metric; expected {expected}; the nearest is {nearest}"
        like = (*nearest(str(metric), names, 1), names[0])[0]
        raise InputError(text, metric=metric, expected=", ".join(names), nearest=like)
    return cast(TilesMetric, metric)


def _checked(
    start: Sequence[int], goal: Sequence[int] | None, width: int | None, most: int = tableset.MOST_CELLS
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Check the boards and the width, and return them. Raises `InputError`."""
    start = _numbers(start, "start")
    goal = (*range(1, len(start)), 0) if goal is None else _numbers(goal, "goal")
    if width is not None and not isinstance(width, int):
        raise InputError(
            "{value!r} is not a valid number of columns; expected a whole number of 1 or more", value=width
        )
    for name, board in (("start", start), ("goal", goal)):
        wrong = set(range(len(board))) ^ set(board)
        if wrong or len(board) != len(start) or len(board) < 2:
            text = "the {name} must have each number from 0 to {last} once; {tile} is missing or extra"
            raise InputError(text, name=name, last=max(len(start) - 1, 1), tile=min(wrong, default=len(board)))
    width = math.isqrt(len(start)) if width is None else width
    if width < 1 or len(start) % width or len(start) > most:
        text = "{count} {count:cell|cells} in rows of {width}: expected full rows, and at most {most} {most:cell|cells}"
        raise InputError(text, count=len(start), width=width, most=most)
    return start, goal, width


def _numbers(board: object, name: str) -> tuple[int, ...]:
    """Return a board's numbers, after checking that it is a sequence of whole numbers."""
    try:
        if not isinstance(board, Iterable) or isinstance(board, (Mapping, Set)):
            raise TypeError
        return tuple(map(operator.index, board))
    except TypeError:
        text = "the {name} must be a sequence of whole numbers, cell by cell; got {value}"
        raise InputError(text, name=name, value=repr(board)[:60]) from None


class _Search:
    """A board, rotated and renamed for the databases, and its search."""

    def __init__(
        self,
        start: tuple[int, ...],
        goal: tuple[int, ...],
        width: int,
        metric: TilesMetric,
        watch: Watch,
        engine: Processor | None = None,
    ) -> None:
        height, home = len(start) // width, {tile: cell for cell, tile in enumerate(goal)}
        self.given, self.watch, self.nodes, self.used = (width, height, start, goal, metric), watch, 0, ""
        ways = tableset.symmetries(width, height, turned=width > height)
        self.turn = min(ways, key=lambda way: way[home[0]])
        self.width, self.height, self.blank = min(width, height), max(width, height), self.turn[home[0]]
        self.board = bytearray(len(start))
        for cell, tile in enumerate(start):
            self.board[self.turn[cell]] = self.turn[home[tile]]
        self.engine: Processor | None = engine
        self.lines, self.thresholds = metric == "line", list[int]()
        self.guide: tuple[TableSet, bytearray] | None = None
        self.known: TilesAnswer | None = None
        apart = quick.distances(self.width, self.height)
        self.apart = sum(apart[tile][cell] for cell, tile in enumerate(self.board) if tile != self.blank)
        """The Manhattan distance: the sum over all tiles of the columns and rows to their goal cells."""
        if self.lines:
            self.apart = -(-self.apart // (max(width, height) - 1))

    def at_sight(self) -> TilesAnswer | None:
        """Return the answer for a solved or an unsolvable board; None for others."""
        width, _, start, goal, _ = self.given
        if not joined(start, goal, width):
            return TilesAnswer(*self.given, False, (), 0, (), "", self.watch.seconds)
        return self.answer([self.board.index(self.blank)]) if start == goal else None

    def answer(self, path: Sequence[int], bound: int | None = None) -> TilesAnswer:
        """The answer for a path of the blank on the turned board; `bound` is given if the path may not be shortest."""
        back = {image: cell for cell, image in enumerate(self.turn)}
        cells, thresholds = tuple(back[cell] for cell in path), tuple(self.thresholds)
        bound = None if bound is None or bound >= len(path) - 1 else bound
        return TilesAnswer(*self.given, True, cells, self.nodes, thresholds, self.used, self.watch.seconds, bound)

    def best(self) -> TilesAnswer:
        """Return the best solution known when a limit is reached; without any, find one quickly."""
        if self.known is None:
            *early, self.known = self.improving(_SOON if self.guide else 1e-3)
            if self.guide and not early:  # on a busy machine the first beam takes longer
                self.known = next(itertools.islice(self.improving(_LATE), 1, None), self.known)
        return replace(self.known, bound=max(self.known.bound or 0, self.watch.lower))

    def guide_by(self, name: str | None) -> None:
        """Read or build the databases for moves of single tiles as a guide, in half of the time unless one is named."""
        if len(self.board) <= tableset.MOST_CELLS:
            self.watch, watch = self.watch.part(seconds=self.watch.left / (1 if name else 2)), self.watch
            with watch.proving(self.best) if name else contextlib.suppress(LimitReached):
                self.guide = self.databases(None if self.lines else name, lines=False)
            self.watch = watch

    def prove(self, watch: Watch) -> list[int]:
        """The blank's path, cell by cell, of a shortest solution; `watch` ends the search and receives lower bounds."""
        search = _Search(*self.given[2:4], self.given[0], self.given[-1], watch)
        if not self.lines:
            return search.by_tiles(self.used, alone=True) if self.guide else []
        path = search.by_lines(None) if self.guide else []
        return path[:1] + list(itertools.chain(*(between(a, b, self.width) for a, b in itertools.pairwise(path))))

    def improving(
        self, seconds: float, prove: Callable[[Watch], list[int]] | None = None, known: Sequence[bytes] = ()
    ) -> Iterator[TilesAnswer]:
        """Iterate over better and better answers for `seconds`; the last one has the bound proved by then.

        `known` is a solution to begin with, as boards.
        """
        shape, best = (self.width, self.height), None
        self.quick = quick.Improving(bytes(self.board), shape, self.blank, self.guide, prove, known)
        for path in self.quick.run(self.watch, seconds, self.apart, self.lines):
            answer = self.answer(quick.in_lines(path) if self.lines else path, self.quick.proof.lower)
            worth = len(answer.path), -(answer.bound or 1 << 30)
            if best is None or worth < best:
                best = worth
                yield answer

    def by_tiles(self, name: str | None, alone: bool = False) -> list[int]:
        """Search in the metric `tile`, guided by additive databases; return the blank's path.

        Threads share a long search, unless `alone` is true.
        """
        self.watch.lower = max(self.watch.lower, self.apart)
        if self.engine == "gpu":
            return self.deepen(None, 0, self.apart, lambda: self.on_device(name))
        self.guide = self.databases(name, lines=False)
        guided = GuidedBoard(*self.guide, bytes(self.board))
        start = self.board.index(self.blank)

        def by_ways(threshold: int) -> Callable[[int], Any] | None:
            """Searches by the ways that guide best within `threshold`; None if no stored set has several ways."""
            held = len(guided.memory)
            many = GuidedBoard(*self.databases(name, lines=False, held=held), guided.board)
            if len(many.tables.ways) == 1:
                return None
            return functools.partial(many.search, many.best_ways(start, threshold, self.watch))

        def shared() -> Subtrees | DeviceSearch:
            found = self.on_device(None) if name is None else None
            return found or Subtrees(functools.partial(guided.search, (0,)), start, self.watch, by_ways)

        return self.deepen(guided.search((0,), _SHORT), start, guided.lower(), None if alone else shared)

    def on_device(self, name: str | None) -> DeviceSearch | None:
        """A search on a graphics processor, or None. Raises `InputError` if one is requested and there is none."""
        tables = tableset.divided(self.width, self.height, self.blank, 6)
        if name is not None:
            tables = self.like(tables, name)
        try:
            device = chosen(self.engine, lambda: room(tables), many=True)
            found = None if device is None else DeviceSearch(device, tables, bytes(self.board), self.watch)
        except InputError:
            if self.engine:
                raise
            return None
        self.used = tables.name if found else self.used
        return found

    def by_lines(self, name: str | None) -> list[int]:
        """Search in the metric `line`, guided by the maximum of databases; return the blank's path."""
        if self.engine == "gpu":
            raise InputError("only searches of single tiles run on a graphics processor, not of lines")
        self.watch.lower = max(self.watch.lower, self.apart)
        used, memory = self.databases(name, lines=True)
        numbers = tableset.numbers(used, self.board)
        lower = max(memory[number] for number in numbers)
        placing = tableset.Placing.of(used)
        search = kernel("tiles").LineSearch(memory, bytearray(self.board), numbers, placing)
        return self.deepen(search, self.board.index(self.blank), lower)

    def databases(self, name: str | None, lines: bool, held: int = 0) -> tuple[TableSet, bytearray]:
        """Return the named set, else the largest that is already built, else the default one; and its tables.

        Sets with several ways to divide the tiles take seconds to read. They are used only if they are named, or if the
        search already holds tables of `held` bytes and both fit into memory.
        """
        place, memory = (self.width, self.height, self.blank), self.watch.memory
        sets = [tableset.default_set(*place, memory, lines=lines)]
        if name is not None:
            sets = [self.like(sets[0], name)]
        else:
            larger = larger_sets(sets[0], memory)
            sets += [each for each in larger if len(each.ways) == 1 or 0 < held <= memory - sum(each.sizes)]
        for each in sorted(sets, key=lambda each: -sum(each.sizes)):
            tables = load_tables(each, self.watch, may_build=each == sets[0])
            if tables is not None:
                break
        assert tables is not None
        self.used = each.name
        return each, tables

    @staticmethod
    def like(default: TableSet, name: str) -> TableSet:
        """Return the set with a name. Raises `InputError` if it is not for the same puzzles as `default`."""
        found = tableset.table_set(name)
        if not found.like(default):
            template = "{name} does not fit this puzzle; expected a set such as {expected}"
            raise InputError(template, name=name, expected=default.name)
        return found

    def deepen(
        self,
        search: Any,
        start: int,
        threshold: int,
        shared: Callable[[], Subtrees | DeviceSearch | None] | None = None,
    ) -> list[int]:
        """Iterate IDA*: search within the lower bound, then within each next possible one, until a solution is found.

        Once an iteration has taken long, or if `search` is None, `shared` does the next ones, if it is given.
        """
        why, before, trial = kernel("tiles").why, 0, threshold
        while True:
            self.thresholds.append(threshold)
            self.watch.lower = max(self.watch.lower, threshold)
            if shared is not None and (search is None or search.nodes - before > _LONG):
                break
            if 0 < search.nodes - before < _TRIAL:
                trial = self.thresholds[-2]
            before = search.nodes
            search.begin(threshold, start)
            result = why.RUNNING
            while result == why.RUNNING:
                result = search.run(self.watch.call())
                self.watch.back()
                self.nodes = search.nodes
                self.watch.look(threshold - 1, self.nodes)
            if result == why.FOUND:
                path: list[int] = search.path()
                return path
            threshold = search.above
        self.watch.stage()
        if self.guide is not None:
            for known in self.improving(min(_GOOD, self.watch.left / 10)):
                self.watch.tell(known)
            self.known = known
        subtrees = shared()
        assert subtrees is not None
        while not (path := subtrees.search(threshold)):
            threshold = subtrees.above
            if subtrees.nodes > _VERY_LONG:
                subtrees.improve(trial)
            self.thresholds.append(threshold)
            self.watch.lower = max(self.watch.lower, threshold)
        self.nodes += subtrees.nodes
        return path
