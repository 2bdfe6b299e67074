"""Levels as sorted keys: how they are divided into blocks, and that neighbours stay together."""

import itertools

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.explore import sorted_keys
from huarong.explore.sorted_keys import Runs, Sorted
from huarong.explore.store import Shares, Store, StoredArray, threads
from huarong.model.metric import Metric
from tests.examples import examples

COUNTS = st.dictionaries(st.integers(0, 1023), st.integers(1, 5000), max_size=40)


def runs_of(*counts):
    return [
        Sorted(StoredArray(str(i), 0, 0), tuple(sorted(each)), tuple(each[c] for c in sorted(each)))
        for i, each in enumerate(counts)
    ]


@examples(50)
@given(st.lists(COUNTS, max_size=4), st.integers(1, 9000), st.integers(1, 8))
def test_blocks_cover_the_range_and_none_is_much_larger_than_asked(counts, block, workers):
    plan = Runs(hr.puzzle("横刀立马"), Metric.STEP, Shares(1 << 20, block, workers))
    blocks = plan._cut(runs_of(*counts))
    assert blocks[0][0] == 0 and blocks[-1][-1] == 1 << 64
    assert all(list(cuts) == sorted(set(cuts)) for cuts in blocks)
    assert all(a[-1] == b[0] for a, b in itertools.pairwise(blocks))
    many = {}
    for each in counts:
        for c, n in each.items():
            many[c] = many.get(c, 0) + n
    wide = plan.form[1]
    for cuts in blocks:
        held = sum(
            n * max(0, min(cuts[-1], (c + 1) << wide) - max(cuts[0], c << wide)) / (1 << wide) for c, n in many.items()
        )
        assert held <= block + 1


def candidates(name, block, folder):
    """The number of keys in all runs of an exploration for each layout, and the most blocks of a level."""
    plan, store = Runs(hr.puzzle(name), Metric.STEP, Shares(1 << 24, block)), Store(folder)
    do = threads(1)(lambda: None, store)
    total = most = 0
    made = []

    def run(some):
        nonlocal total
        found = do(some)
        if some and getattr(some[0].func, "__name__", "") == "expand":
            total += sum(sum(each.counts) for runs in found for each in runs)
        return found

    plan, level = plan.begin(store, run)
    while level.count:
        made.append(level)
        most = max(most, len(level.counts))
        level = plan.advance(store, run, made)
    return total / sum(each.count for each in made), most


@pytest.mark.slow  # every layout of a large space
def test_blocks_keep_neighbours_together(monkeypatch, tmp_path):
    """In many blocks, a level has hardly more neighbours to write than in one block; without classes it has more."""
    (one, few), (cut, many) = candidates("横刀立马", 1 << 20, tmp_path), candidates("横刀立马", 60, tmp_path)
    assert (few, many > 5) == (1, True)
    monkeypatch.setattr(sorted_keys, "_CLASS_BITS", 0)
    spread, _ = candidates("横刀立马", 60, tmp_path)
    assert cut < 1.25 * one < 1.4 * one < spread


@pytest.mark.parametrize("name", ["横刀立马", "Traffic Jam", "876543210"])
def test_the_class_is_what_it_was_before_mixing(name):
    plan = Runs(hr.puzzle(name), Metric.STEP, Shares(1 << 20))
    low, wide = plan.form
    assert 0 <= low <= wide <= 64 and 64 - wide <= 10
