"""Whole spaces on a graphics processor: one byte for each rank, or two if distances exceed 254 (`cuda/dense.cu`)."""

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from huarong.atlas.dense import FAR, portions, unknown
from huarong.device import Device, Program
from huarong.errors import InputError
from huarong.limits import Watch
from huarong.model.board import Goal, Metric
from huarong.model.rules import Rules
from huarong.space.space import Space

if TYPE_CHECKING:
    from huarong.atlas.dense import DistanceArray

_CHUNK = 8192
"""Ranks for each block of threads; must equal the number in `cuda/dense.cu`."""
_MOST_CELLS = 64
_MOST_EDGES = 1 << 23
_NARROW = (1 << 32) - _CHUNK
"""The most layouts whose ranks fit in 32 bits in the kernels."""
_FAR = {1: FAR, 2: 65534}
"""The greatest distances that one byte and two bytes hold."""
_AHEAD = 16
"""Levels to launch before the number of layouts in each is read."""


class DenseOnDevice:
    """A space on a device: tables and kernels. Raises `InputError` if the board or its automaton is too large."""

    def __init__(self, space: Space, metric: Metric, device: Device, watch: Watch, reverse: bool) -> None:
        self.space, self.metric, self.device, self.xp, self.watch = space, metric, device, device.xp, watch
        board, rules = space.board, Rules.of(space.board, space.kinds, reverse)
        cells = len(board.free)
        if not 0 < cells <= _MOST_CELLS:
            raise InputError("this engine takes boards of at most {most} {most:cell|cells}", most=_MOST_CELLS)
        space.require_layouts()
        if space.tables.to.size > _MOST_EDGES:
            raise InputError(
                "the automaton of this space has {got:,} {got:edge|edges}, and the limit is {most:,}: explore on "
                "disk (--engine disk)",
                got=space.tables.to.size,
                most=_MOST_EDGES,
            )
        number = np.full(board.size + 1, cells)
        number[list(board.free)] = np.arange(cells)
        self.number, self._wide = number, space.size > _NARROW
        tables = space.tables
        to, before = tables.to.reshape(-1).astype(np.int64), tables.before.reshape(-1).astype(np.int64)
        edges = number[tables.cell[to]] << 32 | tables.letters * to << 40
        edges = np.stack((before, edges), 1).reshape(-1) if self._wide else before | edges
        edges[self._wide :: 1 + self._wide][to < 0] = np.iinfo(np.int64).min
        place = np.full((len(space.kinds), cells), -1, np.int32)
        head = number[np.array(rules.head)].astype(np.uint8)
        place[np.array(rules.kind), head] = np.arange(len(head))
        last = [cover.bit_length() - 1 for cover in rules.cover]
        given = (
            *(edges.view(np.uint64), place.reshape(-1), np.array(rules.step, np.int32)),
            *(head, np.array(last, np.uint8)),
            *(np.array(each, np.uint64) for each in (rules.cover, rules.halo, rules.enter)),
        )
        self.tables = (*map(self.xp.asarray, given), np.int32(tables.letters), np.int32(cells))
        self.chunks = -(-space.size // _CHUNK)
        self.use(1)

    def use(self, size: int) -> None:
        """Set the number of bytes of a distance."""
        constants = {"BYTES": size, "FAR": _FAR[size], "WIDE": int(self._wide)}
        self.program = Program(self.device, "dense", lambda: self.watch.count(0), **constants)

    def goals(self, goal: Goal) -> Any:
        """Return a table with 0 for the goal's layouts and 255 for others, padded to whole chunks."""
        wanted = array("i")
        for each in goal.alternatives:
            wanted.append(len(each))
            wanted.extend(x for k, head in each for x in (k + 1, int(self.number[head])))
        wanted.append(-1)
        table = self.xp.full(self.chunks * _CHUNK, 255, np.uint8)
        listed = self.xp.asarray(np.array(wanted, np.int32))
        self.program.run("goals", self.chunks, *self.tables, listed, table, np.uint64(self.space.size))
        return table

    def fill(self, table: Any, stop: Callable[[Any], bool] = lambda _: False) -> tuple[Any, list[int]]:
        """Fill in the distances level by level, starting from the entries that are 0.

        Returns the table and the number of layouts at each level; the table has two bytes a layout if distances exceed
        254. `stop` is called from time to time with the table so far and ends the search by returning true. Raises
        `InputError` for distances too large for two bytes.
        """
        counts, depth = self.xp.zeros(1 << 16, np.uint64), 0
        while True:
            far = _FAR[table.itemsize]
            last = min(depth + _AHEAD, far + 1)
            for each in range(depth, last):
                given = (*self.tables, table, counts, np.int32(each), np.int32(self.metric.code))
                self.program.run("level", self.chunks, *given)
            if int(counts[far + 1]):
                table, depth = self._widened(table, counts), far
                continue
            levels, depth = [int(n) for n in counts[:last].tolist() if n], last
            self.watch.look(len(levels) - 1, sum(levels), self.space.size)
            if len(levels) < last or last > far or stop(table):
                return table, levels

    def _widened(self, table: Any, counts: Any) -> Any:
        """Return a table with two bytes per distance, from a table whose distances have reached `FAR`."""
        if table.dtype == np.uint16:
            raise InputError("distances of more than {most:,} are too large for this engine", most=_FAR[2])
        wide = self.xp.empty(len(table), np.uint16)
        for some in portions(len(table), Watch(), 1 << 26):
            wide[some] = table[some]
            wide[some] += (table[some] == unknown(table)) * np.uint16(unknown(wide) - unknown(table))
        counts[FAR:] = 0
        self.use(2)
        return wide


def distances(space: Space, goal: Goal, metric: Metric, device: Device, watch: Watch) -> "DistanceArray":
    """Return every rank's distance to the goal; the greatest number of the type if no goal can be reached.

    Raises `InputError` if the board or the space is too large for the engine or for the device's memory.
    """
    try:
        dense = DenseOnDevice(space, metric, device, watch, reverse=True)
        table, _ = dense.fill(dense.goals(goal))
        found: DistanceArray = device.host(table[: space.size])
    except MemoryError as error:
        raise InputError("the graphics processor has too little memory for this space") from error
    return found
