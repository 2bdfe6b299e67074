"""Estimates of the anytime search, by the naive rules: novelty and obstacles; and how solutions become shorter."""

import heapq

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.limits import Limits, Watch
from huarong.model.puzzle import replay
from huarong.search import anytime
from huarong.search.anytime import NovelFirst, PathCosts, shorten
from huarong.search.keys import KeyPacking
from tests import naive
from tests.examples import examples
from tests.search.plain import plain_kernels
from tests.strategies import puzzles, symmetric_puzzles


class Recorded(NovelFirst):
    """A search that checks each novelty when it is measured."""

    def _priorities(self, first, n):
        packing, search = self.estimate.packing, self.search
        words, classes = packing.words, len(self.seen) // (self.places * -(-self.places // 64))
        priorities, new = super()._priorities(first, n), 0
        for j in range(n):
            if self.batches.numbers[j] != first + new:
                continue
            key = search.queue.view[(first + new) * words : (first + new + 1) * words]
            letters = packing.decode(np.array(key, np.uint64))[0]
            held = [packing.rules.place[letters[h] - 1, h] for h in np.flatnonzero(letters)]
            moved = self.batches.moves[2 * j + 1]
            estimate = priorities[new] & 0xFFFF
            pairs = {(estimate % classes, *sorted((moved, place))) for place in held}
            unseen = pairs - self.recorded
            novelty = 3 if not unseen else 1 if any(p == q for _, p, q in unseen) else 2
            assert priorities[new] >> 16 == novelty
            self.recorded |= pairs
            new += 1
        assert new == len(priorities)
        return priorities


def is_novel(puzzle, metric, memory):
    estimate = PathCosts(puzzle, KeyPacking.of(puzzle, symmetric=False), 4)
    search = Recorded(puzzle, hr.Metric(metric), Watch(Limits(memory=memory)), estimate)
    search.places, search.recorded = len(estimate.packing.rules.head), set()
    assert not search.done
    number, best = search.run(float("inf")), naive.bfs(puzzle, metric).distance
    assert (number is None) == (best is None)
    assert search.done or number is not None
    if best is not None:
        assert search.solution(number).length >= best


@examples(60)
@given(puzzles(), st.sampled_from(naive.METRICS), st.sampled_from([2 << 20, 1 << 30]))
def test_agrees_with_sets(puzzle, metric, memory):
    if not puzzle.goal.holds(puzzle.start):
        is_novel(puzzle, metric, memory)


@examples(10)
@given(puzzles(limit=60), st.sampled_from(naive.METRICS))
def test_novelty_by_the_plain_kernel(puzzle, metric):
    if not puzzle.goal.holds(puzzle.start):
        with plain_kernels():
            is_novel(puzzle, metric, 1 << 30)


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


@examples(40)
@given(st.one_of(puzzles(), symmetric_puzzles()), st.sampled_from(["slide", "move"]))
def test_no_longer_and_at_last_the_shortest(puzzle, metric):
    """A solution in steps is one in the other metrics too; it becomes shorter and never longer."""
    steps = hr.solve(puzzle, "step")
    if not steps.solved or not steps.length:
        return
    ends = [
        (old, new)
        for before, after in zip(steps.heads, steps.heads[1:], strict=False)
        for old, new in zip(before, after, strict=True)
        if old != new
    ]
    long = replay(puzzle, hr.Metric(metric), ends)
    short = shorten(long, Watch())
    assert short.verify() and short.length == naive.bfs(puzzle, metric).distance <= long.length


def test_a_limit_ends_it_with_what_was_found():
    solution = hr.solve("横刀立马", "step")
    assert shorten(solution, Watch(Limits(seconds=1e-9))) is solution
    assert shorten(solution, Watch(Limits(memory=1))) is solution
    pytest.raises(hr.Cancelled, shorten, solution, Watch(cancel=lambda: True))


def test_few_layouts_are_enough_for_a_detour():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(anytime, "_LEAST", 4)
        solution = hr.solve("横刀立马")
        assert shorten(solution, Watch(), 64).length == 81
