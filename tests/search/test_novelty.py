"""Novelty, compared with explicit sets of the places that layouts had."""

import numpy as np
from hypothesis import given, strategies as st

import huarong as hr
from huarong.limits import Limits, Watch
from huarong.search.anytime import NovelFirst, PathCosts
from huarong.search.keys import KeyPacking
from tests import naive
from tests.examples import examples
from tests.search.plain import plain_kernels
from tests.strategies import puzzles


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


def agrees(puzzle, metric, memory):
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
        agrees(puzzle, metric, memory)


@examples(10)
@given(puzzles(limit=60), st.sampled_from(naive.METRICS))
def test_the_plain_kernel(puzzle, metric):
    if not puzzle.goal.holds(puzzle.start):
        with plain_kernels():
            agrees(puzzle, metric, 1 << 30)
