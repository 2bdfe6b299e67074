"""The estimate by obstacles, against a search for the cheapest path by the naive rules."""

import heapq

from hypothesis import given, strategies as st

from huarong.search.anytime import PathCosts
from huarong.search.keys import KeyPacking
from tests import naive
from tests.examples import examples
from tests.search.plain import plain_kernels
from tests.strategies import puzzles, symmetric_puzzles


def room(puzzle, kind, head):
    """The places that steps, either way, join with one: a piece that lies elsewhere never gets there."""
    found, places = {head}, [h for h in range(puzzle.board.size) if naive.cells(puzzle, kind, h)]
    while True:
        ways = [(h, naive.step(puzzle, kind, h, d, [])) for h in places for d in "UDLR"]
        more = {each for way in ways if None not in way and not found.isdisjoint(way) for each in way} - found
        if not more:
            return found
        found |= more


def cheapest(puzzle, kind, head, state, block):
    """By Dijkstra's algorithm: the least cost of a path of any piece of a kind to a cell, or None."""
    seen, mine = set(), room(puzzle, kind, head)
    heap = [(0, begin, begin) for k, begin in state if k == kind and begin in mine]
    while heap:
        cost, here, begin = heapq.heappop(heap)
        if here == head:
            return cost
        if here in seen:
            continue
        seen.add(here)
        others = {}
        for each in state:
            # Other pieces of the kind that are in the same room are no obstacles: any may be the one that moves.
            if each[0] != kind or each[1] not in mine:
                for cell in naive.cells(puzzle, *each):
                    others[cell] = 1
        for direction in "UDLR":
            there = naive.step(puzzle, kind, here, direction, [])
            if there is not None:
                entered = naive.cells(puzzle, kind, there) - naive.cells(puzzle, kind, here)
                covered = sum(others.get(cell, 0) for cell in entered)
                heapq.heappush(heap, (cost + 1 + block * covered, there, begin))
    return None


def agrees(puzzle, block):
    packing, state = KeyPacking.of(puzzle, symmetric=False), naive.start(puzzle)
    estimate = PathCosts(puzzle, packing, block).values(packing.encode(packing.places(puzzle.start)), 0, 1)
    sums = []
    for alternative in puzzle.goal.alternatives:
        costs = [cheapest(puzzle, kind, head, state, block) for kind, head in alternative]
        if None not in costs:
            sums.append(sum(costs))
    if sums:
        assert estimate[0] <= min(sums)
        if len(puzzle.goal.alternatives) == 1:
            assert estimate[0] == min(sums)


@examples(80)
@given(st.one_of(puzzles(), symmetric_puzzles()), st.sampled_from([1, 4, 8]))
def test_agrees_with_the_cheapest_way(puzzle, block):
    agrees(puzzle, block)


@examples(25)
@given(puzzles(), st.sampled_from([1, 4]))
def test_the_plain_kernel(puzzle, block):
    with plain_kernels():
        agrees(puzzle, block)
