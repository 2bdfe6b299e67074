"""IDA* for numbered tiles on a graphics processor (`cuda/deepening.cu`), with databases built there."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from huarong.device import Device, Program
from huarong.errors import InputError
from huarong.limits import Watch
from huarong.tiles import tableset
from huarong.tiles.tableset import TableSet

_CHUNK = 4096
"""Arrangements for each block of threads; must equal the number in `cuda/deepening.cu`."""
_MOVES = 192
"""The most moves of a start and of a stack; must equal the number in `cuda/deepening.cu`."""
_STARTS = 200_000
"""The most starts to find on the host."""
_BUDGET = 2048
"""The nodes of a thread between two checks of all threads."""
_MOST_CELLS = 32


def room(tables: TableSet) -> int:
    """Return about how many bytes of a device's memory a search with a set takes at most."""
    sizes = [int((tables.width * tables.height) ** len(pattern)) for pattern in tables.ways[0]]
    return sum(sizes) + 4 * max(sizes) + (2 << 30)


class DeviceSearch:
    """The iterations of one search on a device; `above` is the next threshold, `nodes` the sum over the iterations.

    A board is given by the goal cell of the tile on each cell, which is the databases' name of the tile. Starts are all
    boards at one distance from the given board; a shortest solution passes one of these starts. Directions that lead
    back are excluded. Once no start is left and few threads are busy, these threads give away the rest of their stacks,
    and a new round begins. Raises `InputError` for a board that is too large.
    """

    def __init__(self, device: Device, tables: TableSet, board: bytes, watch: Watch) -> None:
        way, self.cells = tables.ways[0], len(board)
        views, sizes = tableset.views(tables), [self.cells ** len(pattern) for pattern in way]
        if self.cells > _MOST_CELLS or sum(sizes) >= 1 << 32:
            raise InputError("{name} is too large for a graphics processor", name=tables.name)
        self.device, self.xp, self.watch = device, device.xp, watch
        self.tables, self.board, self.nodes, self.above, self._depth = tables, board, 0, 0, 0
        constants = {"CELLS": self.cells, "WIDTH": tables.width, "PATTERNS": len(way), "VIEWS": len(views)}
        self._program = Program(device, "deepening", self._look, **constants)
        self._offsets = np.cumsum([0, *sizes[:-1]]).astype(np.uint32)
        slot = {tile: (self.cells**i, g) for g, pattern in enumerate(way) for i, tile in enumerate(pattern)}
        worth = [slot.get(tile, (0, 0))[0] for view in views for tile in view]
        pattern = [v * len(way) + slot.get(tile, (0, 0))[1] for v, view in enumerate(views) for tile in view]
        given = (np.array(worth, np.uint32), np.array(pattern, np.uint8), np.array(views, np.uint8).reshape(-1))
        self._tables = (self._built(sizes), *map(self.xp.asarray, (*given, self._offsets)))
        self._words = -(-self.cells // 4)
        self._threads = device.blocks * device.threads
        self._first: tuple[int, NDArray[np.uint32]] | None = None
        zeros = ((), (self._words,), (), (_MOVES,))
        self._kept = (*(self.xp.zeros((*shape, self._threads), np.uint32) for shape in zeros), np.uint32(self._threads))

    def _look(self) -> None:
        self.watch.look(self._depth, self.nodes)

    def _built(self, sizes: list[int]) -> Any:
        """Build the tables of all patterns, one after another."""
        blank, width, found = self.tables.blank, self.tables.width, self.xp.full(sum(sizes), 255, np.uint8)
        name = self.tables.name
        if name in self.device.kept:
            return self.device.kept[name]
        for pattern, first, size in zip(self.tables.ways[0], self._offsets.tolist(), sizes, strict=True):
            reached, table = self.xp.zeros(size, np.uint32), found[first : first + size]
            home = sum(tile * self.cells**i for i, tile in enumerate(pattern))
            region, near = {blank}, [blank]
            while near:
                cell = near.pop()
                for other in tableset.targets(width, self.cells // width)[4 * cell : 4 * cell + 4]:
                    if other >= 0 and other not in region and other not in pattern:
                        region.add(other)
                        near.append(other)
            reached[home], table[home] = np.uint32(sum(1 << cell for cell in region)), 0
            color, count, depth = sum(tile // width + tile % width for tile in pattern), self.xp.ones(1, np.uint64), 0
            while int(count[0]):
                depth += 1
                count.fill(0)
                given = (np.int32(len(pattern)), np.uint32(size), np.int32(depth), np.int32((color + depth) & 1))
                self._program.run("grow", -(-size // _CHUNK), reached, table, count, *given)
        self.device.kept.clear()
        self.device.kept[name] = found
        return found

    def search(self, threshold: int) -> list[int]:
        """Return the blank's path of a solution of at most `threshold` moves; an empty list if there is none."""
        if threshold > _MOVES - 2:
            raise InputError("a search on a graphics processor takes at most {most} {most:move|moves}", most=_MOVES - 2)
        self._depth = threshold - 1
        self._first = self._first or self._starts(threshold)
        xp, (depth, starts) = self.xp, self._first
        many, most = len(starts), self._threads // 4 * (threshold - depth + 1)
        starts, solution = xp.asarray(starts), xp.zeros(starts.shape[1], np.uint32)
        for each in self._kept[:1]:
            each.fill(0)
        shared, counts = xp.zeros(4, np.uint32), xp.zeros(2, np.uint64)
        shared[0], before = 255, self.nodes
        while True:
            counts[1:] = 0
            given = (*self._kept, shared, counts[:1], counts[1:], solution, np.int32(threshold), np.uint32(_BUDGET))
            self._program.run("search", self.device.blocks, *self._tables, starts, np.uint32(many), *given)
            (above, found, following, _), (nodes, busy) = shared.tolist(), counts.tolist()
            self.nodes, self.above = before + int(nodes), int(above)
            self._look()
            if found:
                return self._path(self.device.host(solution).tolist())
            if following < many or busy > self._threads // 4:
                continue
            if not busy:
                return []
            made, count = xp.empty((most, starts.shape[1]), np.uint32), xp.zeros(1, np.uint32)
            self._program.run("share", self.device.blocks, starts, *self._kept, made, count)
            starts, many = made, int(count[0])
            shared[2] = 0

    def improve(self, _: int) -> None:
        """Do nothing: there is only one way to divide the tiles."""

    def _path(self, solution: list[int]) -> list[int]:
        """Return the blank's cells on the way of a start."""
        depth, path = solution[self._words] & 255, [self.board.index(self.tables.blank)]
        near = tableset.targets(self.tables.width, self.cells // self.tables.width)
        for k in range(depth):
            d = solution[self._words + 1 + k // 16] >> 2 * (k % 16) & 3
            path.append(near[4 * path[-1] + d])
        return path

    def _starts(self, threshold: int) -> "tuple[int, NDArray[np.uint32]]":
        """Boards at one distance from the given board, as starts, and this distance, which is below the threshold."""
        near = np.array(tableset.targets(self.tables.width, self.cells // self.tables.width)).reshape(-1, 4)
        draw = np.random.default_rng(0).integers(1 << 63, size=(self.cells, self.cells), dtype=np.uint64)
        boards, depth = np.frombuffer(self.board, np.uint8).reshape(1, -1), 0
        blanks, ways = np.array([self.board.index(self.tables.blank)]), np.array([15])
        paths = np.zeros((1, _MOVES // 16), np.uint32)
        legal = (near >= 0) @ (1, 2, 4, 8)
        while depth + 1 < threshold and 2 * len(boards) <= _STARTS:
            self._look()
            made = []
            for d in range(4):
                rows = np.flatnonzero((ways & legal[blanks]) >> d & 1)
                board, path, here, each = boards[rows], paths[rows], blanks[rows], np.arange(len(rows))
                to = near[here, d]
                board[each, here], board[each, to] = board[each, to], self.tables.blank
                path[:, depth // 16] |= np.uint32(d << 2 * (depth % 16))
                made.append((board, to, np.full(len(rows), 1 << (d ^ 1)), path))
            found, at, back, ways_to = (np.concatenate(each) for each in zip(*made, strict=True))
            order = np.argsort(draw[np.arange(self.cells), found].sum(1))
            first = np.flatnonzero(np.r_[True, (found[order[1:]] != found[order[:-1]]).any(1)])
            ways, depth = 15 & ~np.bitwise_or.reduceat(back[order], first), depth + 1
            boards, blanks, paths = found[order[first]], at[order[first]], ways_to[order[first]]
        words = np.zeros((len(boards), 4 * self._words), np.uint8)
        words[:, : self.cells] = boards
        meta = (depth | (ways & legal[blanks]) << 8 | blanks << 16).astype(np.uint32)
        return depth, np.hstack((words.view(np.uint32), meta[:, None], paths))
