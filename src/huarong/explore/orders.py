"""All layouts of 3x4 and 3x3 tiles, level by level, sixty orders in a word (see `huarong.kernels.orders`)."""

from __future__ import annotations

import functools
import itertools
import math
import os
from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from huarong.explore.exploration import Exploration, Request
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.puzzle import Puzzle
from huarong.model.tiles import tile_orders

__all__ = ["explore", "fits"]

_CHUNKS = 16
"""A level is made in so many parts, whoever is free taking one."""


def fits(request: Request, memory: int) -> bool:
    """Whether this counts what a request asks for: 3x3 or 3x4 tiles with one whole goal, and nothing is to be kept."""
    board = request.puzzle.board
    return (
        sorted((board.width, board.height)) in ([3, 3], [3, 4])
        and tile_orders(request.puzzle) is not None
        and not (request.save or request.goals or request.farthest or request.log)
        and _bytes(board.size) <= memory
    )


def _bytes(cells: int) -> int:
    """What the levels take: three words for each head and cell of the blank."""
    return 3 * 8 * cells * math.factorial(cells - 1) // math.factorial(5)


def explore(request: Request, watch: Watch) -> Exploration:
    """Count the layouts at each distance from the start. Any metric is the same here: a tile moves by one cell."""
    cells, loops = request.puzzle.board.size, kernel("orders")
    start, goal = (_place(cells, order) for order in _read(request.puzzle))
    source, begin, turn, odd = _tables(cells)
    blocks = len(odd) - loops.block
    words, zeros = cells * blocks * loops.block, functools.partial(np.zeros, dtype=np.uint64)
    now, out, seen = zeros(words), zeros(words), zeros(words)
    live, alive = np.zeros(cells * blocks, np.uint8), np.zeros(cells * blocks, np.uint8)
    # The parity of all orders is that of the start: where it is odd, the tails' tables change places.
    odd = array("B", (each ^ start[2] if i < blocks else each for i, each in enumerate(odd)))
    search = loops.Orders(cells, source, begin, turn, odd, seen.data)
    word, bit, _ = start
    now[word] = seen[word] = np.uint64(1 << bit)
    live[word // loops.block] = 1
    levels, goal_depth = [1], 0 if start == goal else None
    cuts = sorted({blocks * i // _CHUNKS for i in range(_CHUNKS + 1)})
    workers = request.resources.workers or os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        while levels[-1] and not (request.until_goal and goal_depth is not None):
            watch.look(len(levels) - 1, sum(levels), math.factorial(cells) // 2)
            search.use(now.data, live.data, out.data, alive.data)
            levels.append(sum(pool.map(search.advance, cuts, cuts[1:])))
            now, out, live, alive = out, now, alive, live
            word, bit, parity = goal
            if (
                goal_depth is None
                and parity == start[2]
                and live[word // loops.block]
                and int(now[word]) >> bit & 1
            ):
                goal_depth = len(levels) - 1
    complete = not levels[-1]
    counts = tuple(levels[:-1] if complete else levels)
    return Exploration(
        request.puzzle, request.metric, "memory", counts, complete, goal_depth, watch.seconds
    )


def _read(puzzle: Puzzle) -> tuple[list[int], list[int]]:
    """Start and goal cell by cell as they are numbered here: along the side of three cells."""
    orders = tile_orders(puzzle)
    assert orders is not None
    width, height = puzzle.board.width, puzzle.board.height
    if width == 3:
        return orders
    start, goal = (
        [order[width * y + x] for x in range(width) for y in range(height)] for order in orders
    )
    return start, goal


def _place(cells: int, order: Sequence[int]) -> tuple[int, int, int]:
    """The word of a layout, its bit, and the parity of its order."""
    tiles = [tile for tile in order if tile]
    digits = [sum(b < a for b in tiles[i + 1 :]) for i, a in enumerate(tiles)]
    head, bit, first = 0, 0, cells - 6
    for i in range(first):
        head = head * (cells - 1 - i) + digits[i]
    for i in range(3):
        bit = bit * (5 - i) + digits[first + i]
    heads = math.factorial(cells - 1) // math.factorial(5)
    return order.index(0) * heads + head, bit, sum(digits) & 1


_WAYS = ((1, 2, 0), (2, 0, 1))
"""Of three tiles that have moved, where each was, when the blank came from the column before, or behind."""


@functools.cache
def _tables(cells: int) -> tuple[array[int], array[int], array[int], array[int]]:
    """What the kernel works with: `source`, `begin`, `turn` and `odd`."""
    first = cells - 6
    source, begin, turn = array("i"), array("i"), array("Q")
    for i in range(cells - 3):
        for way in _WAYS:
            begin.append(len(source) if i < first else len(turn))
            if i < first:
                # So many groups a word, of so many bits; whole words and more have none.
                groups, bits = {first - 2: (5, 12), first - 1: (20, 3)}.get(i, (0, 0))
                threes = list(itertools.permutations(range(cells - 1 - i), 3))
                ranks = {three: rank for rank, three in enumerate(threes)}
                for three in threes:
                    g = ranks[three[way[0]], three[way[1]], three[way[2]]]
                    source.append(g // groups * 64 + g % groups * bits if groups else g)
            else:
                for odd in (0, 1):
                    turn.extend(_turn(i - first, way, odd))
    parities = [
        bytes(
            sum(digits) & 1 for digits in itertools.product(*(range(cells - 1 - i) for i in each))
        )
        for each in (range(first - 3), range(first - 3, first))
    ]
    return source, begin, turn, array("B", b"".join(parities))


def _turn(i: int, way: tuple[int, ...], odd: int) -> array[int]:
    """For each value of each of eight bytes of a word, where its bits go when three tiles of the tail from i on move."""
    threes = list(itertools.permutations(range(5), 3))
    ranks = {three: rank for rank, three in enumerate(threes)}
    to = []
    for three in threes:
        rest = [tile for tile in range(5) if tile not in three]
        order = [*three, *rest]
        if sum(b < a for a, b in itertools.combinations(order, 2)) & 1 != odd:
            order[3:] = rest[::-1]
        # What was at place way[k] of the three is at place k: undone by the other way.
        moved = order[:]
        for k in range(3):
            moved[i + way[k]] = order[i + k]
        to.append(ranks[moved[0], moved[1], moved[2]])
    words = array("Q", bytes(8 * 2048))
    for byte, value in itertools.product(range(8), range(256)):
        bits = (8 * byte + k for k in range(8) if value >> k & 1)
        words[256 * byte + value] = sum(1 << to[bit] for bit in bits if bit < 60)
    return words
