"""Numbered tiles solved with the fewest moves: IDA* guided by additive pattern databases.

The board may have any size; it has one blank. Tiles are renamed after their cells in the goal, and the board is
turned or mirrored so that the blank's goal cell comes as early as possible in reading order: one set of databases
(`huarong.tiles.store`) serves all goals with the blank in a corner. If the goal is its own mirror image, the
databases' value for the mirrored board is a lower bound too, and the larger one is used.

One move is one tile to the blank's cell; in the metric `line` it is any number of tiles in a line with the
blank at once. Databases are not additive in that metric, since a move may belong to several patterns: the largest
value is used.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal, Unpack, cast, get_args

from huarong.device import Processor, chosen
from huarong.errors import InputError, nearest
from huarong.kernels import kernel
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.tiles import tableset
from huarong.tiles.guided import GuidedBoard
from huarong.tiles.on_device import DeviceSearch, room
from huarong.tiles.store import larger_sets, load_tables
from huarong.tiles.subtrees import Subtrees
from huarong.tiles.tableset import TableSet

_SHORT = 7
"""The moves of the blank that the automaton of a short search knows."""
_LONG = 20_000_000
"""The nodes of an iteration after which the next ones are shared among threads: half a second."""
_VERY_LONG = 200_000_000
"""The nodes after which a stored set with several ways to divide the tiles is read, and its best ways are found."""
_TRIAL = 1_000_000
"""The most nodes of the iteration that these ways are tried on."""

TilesMetric = Literal["tile", "line"]
"""What counts as one move: one tile by one cell, or any number of tiles in a line with the blank."""


@dataclass(frozen=True, slots=True)
class TilesAnswer:
    """A shortest solution, or the proof that there is none.

    `path` has the blank's cell at the start and after each move; it is empty if `solvable` is false. `thresholds`
    are the bounds of the IDA* iterations, `tables` names the set of databases used.
    """

    width: int
    height: int
    start: tuple[int, ...]
    goal: tuple[int, ...]
    metric: TilesMetric
    solvable: bool
    path: tuple[int, ...]
    explored: int
    thresholds: tuple[int, ...]
    tables: str
    seconds: float

    @property
    def length(self) -> int | None:
        """How many moves; None if there is no solution."""
        return len(self.path) - 1 if self.solvable else None

    @property
    def moves(self) -> tuple[tuple[int, ...], ...]:
        """The tiles that each move slides, the one next to the blank first.

        >>> solve_tiles([1, 2, 0, 3], (1, 2, 3, 0)).moves
        ((3,),)
        """
        tiles, result = list(self.start), []
        for here, there in itertools.pairwise(self.path):
            line = _between(here, there, self.width)
            result.append(tuple(tiles[cell] for cell in line))
            for a, b in itertools.pairwise((here, *line)):
                tiles[a], tiles[b] = tiles[b], 0
        return tuple(result)

    def verify(self) -> bool:
        """Replay the moves: each is legal, and the last board is the goal."""
        if not self.solvable:
            return not solvable(self.start, self.goal, self.width)
        tiles, width = list(self.start), self.width
        if tiles[self.path[0]] != 0:
            return False
        for here, there in itertools.pairwise(self.path):
            line = _between(here, there, width)
            if not line or (self.metric == "tile" and len(line) > 1):
                return False
            for a, b in itertools.pairwise((here, *line)):
                tiles[a], tiles[b] = tiles[b], 0
        return tuple(tiles) == self.goal

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON.

        >>> solve_tiles([1, 2, 0, 3], (1, 2, 3, 0)).to_json()["moves"]
        [[3]]
        """
        return {
            "solved": self.solvable,
            "length": self.length,
            "metric": self.metric,
            "moves": [list(move) for move in self.moves],
            "explored": self.explored,
            "tables": self.tables or None,
            "seconds": round(self.seconds, 6),
        }


def _between(here: int, there: int, width: int) -> list[int]:
    """The cells after one up to another in its row or column; empty if they are not in line."""
    if here // width == there // width:
        step = 1 if there > here else -1
    elif here % width == there % width:
        step = width if there > here else -width
    else:
        return []
    return list(range(here + step, there + step, step)) if here != there else []


def solvable(start: Sequence[int], goal: Sequence[int], width: int) -> bool:
    """Whether moves lead from one board to the other: by parity, or on a board of one row or column by the tiles'
    order.

    Every move is a transposition, and moves the blank to a cell of the other colour (Johnson and Story 1879).

    Raises `InputError` for anything that is not a board.

    >>> solvable((1, 2, 3, 4, 5, 6, 8, 7, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    False
    """
    return joined(*_checked(start, goal, width))


def joined(start: Sequence[int], goal: Sequence[int], width: int) -> bool:
    """Whether moves lead from one board to the other, as `solvable` says, for two valid boards of any size.

    >>> joined((1, 2, 0), (0, 1, 2), 3)
    True
    """
    if width == 1 or width == len(start):
        return [tile for tile in start if tile] == [tile for tile in goal if tile]
    place = {tile: cell for cell, tile in enumerate(goal)}
    a, b = start.index(0), place[0]
    odd = abs(a % width - b % width) + abs(a // width - b // width)
    left = set(range(len(start)))
    while left:
        cell = left.pop()
        while (cell := place[start[cell]]) in left:
            left.remove(cell)
            odd += 1
    return odd % 2 == 0


@limited
def solve_tiles(
    start: Sequence[int],
    goal: Sequence[int] | None = None,
    width: int | None = None,
    *,
    metric: TilesMetric = "tile",
    tables: str | None = None,
    engine: Processor | None = None,
    **limits: Unpack[GivenLimits],
) -> TilesAnswer:
    """A shortest solution of a board of tiles, given cell by cell in reading order, 0 the blank.

    Without a width the board is square; without a goal it is 1, 2, ... with the blank last. `tables` names
    the databases to use; else the largest set in the cache folder that fits, or one that takes seconds to
    build. `engine` is `"gpu"` for a graphics processor, which builds tables of its own, and `"cpu"` for none; by
    default, one that has room takes over long searches of single tiles. `progress` counts nodes: moves made or cut off.
    Raises `InputError`, `UnknownName`, `Cancelled`, and
    `LimitReached`, whose `lower` is the lower bound proved.

    >>> answer = solve_tiles([8, 7, 6, 5, 4, 3, 2, 1, 0], [1, 2, 3, 4, 5, 6, 7, 8, 0])
    >>> answer.length, answer.verify()
    (30, True)
    """
    watch, (start, goal, width) = Watch.of(**limits, unit="node"), _checked(start, goal, width)
    height = len(start) // width
    given = (width, height, start, goal, _checked_metric(metric))
    if not joined(start, goal, width):
        return TilesAnswer(*given, False, (), 0, (), "", watch.seconds)
    if start == goal:
        return TilesAnswer(*given, True, (start.index(0),), 0, (), "", watch.seconds)
    home = {tile: cell for cell, tile in enumerate(goal)}
    ways = tableset.symmetries(width, height, turned=width > height)
    turn = min(ways, key=lambda way: way[home[0]])
    board = bytearray(len(start))
    for cell, tile in enumerate(start):
        board[turn[cell]] = turn[home[tile]]
    search = _Search(board, min(width, height), max(width, height), turn[home[0]], watch, engine)
    with watch.proving():
        if metric == "line":
            search.by_lines(tables)
        else:
            search.by_tiles(tables)
    back = {image: cell for cell, image in enumerate(turn)}
    path = tuple(back[cell] for cell in search.path)
    thresholds = tuple(search.thresholds)
    return TilesAnswer(*given, True, path, search.nodes, thresholds, search.used, watch.seconds)


def missing_tables(goal: Sequence[int], width: int, metric: TilesMetric = "tile") -> TableSet | None:
    """The set of tables that would make searches for a goal faster, once it is built; None if there is none.

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
        raise InputError(
            "{metric!r} is not a valid metric; expected {expected}; the nearest is {nearest}",
            metric=metric,
            expected=", ".join(names),
            nearest=(*nearest(str(metric), names, 1), names[0])[0],
        )
    return cast(TilesMetric, metric)


def _checked(
    start: Sequence[int], goal: Sequence[int] | None, width: int | None
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The boards and the width, checked. Raises `InputError`."""
    start = _numbers(start, "start")
    goal = (*range(1, len(start)), 0) if goal is None else _numbers(goal, "goal")
    if width is not None and not isinstance(width, int):
        raise InputError("{value!r} is not a valid number of columns", value=width)
    for name, board in (("start", start), ("goal", goal)):
        wrong = set(range(len(board))) ^ set(board)
        if wrong or len(board) != len(start) or len(board) < 2:
            raise InputError(
                "the {name} must be the numbers 0 to {last}, each once; see {tile}",
                name=name,
                last=max(len(start) - 1, 1),
                tile=min(wrong, default=len(board)),
            )
    width = math.isqrt(len(start)) if width is None else width
    if width < 1 or len(start) % width or len(start) > tableset.MOST_CELLS:
        raise InputError(
            "{count} {count:cell|cells} in rows of {width}: expected full rows, and at most {most} {most:cell|cells}",
            count=len(start),
            width=width,
            most=tableset.MOST_CELLS,
        )
    return start, goal, width


def _numbers(board: object, name: str) -> tuple[int, ...]:
    """A board's numbers, once it is known to be a sequence of whole numbers."""
    try:
        if not isinstance(board, Iterable) or isinstance(board, (Mapping, Set)):
            raise TypeError
        return tuple(map(operator.index, board))
    except TypeError:
        raise InputError(
            "the {name} must be a sequence of whole numbers, cell by cell; got {value}",
            name=name,
            value=repr(board)[:60],
        ) from None


class _Search:
    """A board turned and renamed for the databases, and its search."""

    def __init__(
        self, board: bytearray, width: int, height: int, blank: int, watch: Watch, engine: Processor | None
    ) -> None:
        self.board, self.width, self.height, self.blank = board, width, height, blank
        self.watch, self.nodes, self.used, self.engine = watch, 0, "", engine
        self.thresholds: list[int] = []
        self.path: list[int] = []
        self.apart = sum(
            abs(tile % width - cell % width) + abs(tile // width - cell // width)
            for cell, tile in enumerate(board)
            if tile != blank
        )
        """The Manhattan distance: how many columns and rows all tiles are from their goal cells."""

    def by_tiles(self, name: str | None) -> None:
        """Search in the metric `tile`, guided by additive databases."""
        self.watch.lower = max(self.watch.lower, self.apart)
        if self.engine == "gpu":
            self.deepen(None, 0, self.apart, lambda: self.on_device(name))
            return
        guided = GuidedBoard(*self.databases(name, lines=False), bytes(self.board))
        start = self.board.index(self.blank)

        def by_ways(threshold: int) -> Callable[[int], Any] | None:
            """The searches by the ways that guide best within a threshold; None if no stored set has several ways."""
            held = len(guided.memory)
            many = GuidedBoard(*self.databases(name, lines=False, held=held), guided.board)
            if len(many.tables.ways) == 1:
                return None
            return functools.partial(many.search, many.best_ways(start, threshold, self.watch))

        def shared() -> Subtrees | DeviceSearch:
            found = self.on_device(None) if name is None else None
            return found or Subtrees(functools.partial(guided.search, (0,)), start, self.watch, by_ways)

        self.deepen(guided.search((0,), _SHORT), start, guided.lower(), shared)

    def on_device(self, name: str | None) -> DeviceSearch | None:
        """A search on a graphics processor, or None; if one is asked for, raises `InputError` where there is none."""
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

    def by_lines(self, name: str | None) -> None:
        """Search in the metric `line`, guided by the maximum of databases."""
        if self.engine == "gpu":
            raise InputError("only searches of single tiles run on a graphics processor, not of lines")
        least = -(-self.apart // (max(self.width, self.height) - 1))
        self.watch.lower = max(self.watch.lower, least)
        used, memory = self.databases(name, lines=True)
        numbers = tableset.numbers(used, self.board)
        lower = max(memory[number] for number in numbers)
        placing = tableset.Placing.of(used)
        search = kernel("tiles").LineSearch(memory, self.board, numbers, placing)
        self.deepen(search, self.board.index(self.blank), lower)

    def databases(self, name: str | None, lines: bool, held: int = 0) -> tuple[TableSet, bytearray]:
        """The set of a name, or the largest that is built already, or the default; and its tables.

        Sets with several ways to divide the tiles take seconds to read: they are taken only if they are named, or if
        the search holds tables of `held` bytes already and they fit into memory beside these.
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
        """The set of a name. Raises `InputError` if it is not for the puzzles of another one."""
        found = tableset.table_set(name)
        if not found.like(default):
            template = "{name} is not for this puzzle: expected one like {expected}"
            raise InputError(template, name=name, expected=default.name)
        return found

    def deepen(
        self,
        search: Any,
        start: int,
        threshold: int,
        shared: Callable[[], Subtrees | DeviceSearch | None] | None = None,
    ) -> None:
        """Iterate IDA*: search within the lower bound, then within the next possible one, until a solution is found.

        Once an iteration takes long, or without a search, the next ones are those of `shared`, if it is given.
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
                self.path = search.path()
                return
            threshold = search.above
        self.watch.stage()
        subtrees = shared()
        assert subtrees is not None
        while not (path := subtrees.search(threshold)):
            threshold = subtrees.above
            if subtrees.nodes > _VERY_LONG:
                subtrees.improve(trial)
            self.thresholds.append(threshold)
            self.watch.lower = max(self.watch.lower, threshold)
        self.path, self.nodes = path, self.nodes + subtrees.nodes
