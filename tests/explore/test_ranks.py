"""Levels as bits by rank: equal to those by keys, in many blocks, as lists and as bits, stopped and resumed, saved."""

from __future__ import annotations

import pickle
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.atlas.atlas import Atlas
from huarong.errors import Cancelled, InputError
from huarong.explore import Resources, ranks, run, tasks
from huarong.explore.plan import Shares
from huarong.explore.ranks import RankLevels
from huarong.explore.store import MemoryStore
from huarong.kernels import kernel
from huarong.model.metric import Metric
from tests import naive
from tests.examples import examples
from tests.explore.test_driver import KNOWN
from tests.explore.test_parity import RING
from tests.strategies import puzzles

KLOTSKI = next(each for each in KNOWN if each["puzzle"] == "横刀立马" and each["metric"] == "move")


def explored(plan):
    """All levels of a plan and their ranks, in memory."""
    store = MemoryStore(1 << 30)
    do = tasks.threads(1)(lambda: None, store)
    plan, first = plan.begin(store, do)
    levels, found = [first], []
    while levels[-1].count:
        each: list[np.ndarray] = []
        plan.ranks(store, levels[-1], each.append)
        found.append(np.concatenate(each))
        levels.append(plan.advance(store, do, levels))
    return levels[:-1], found


@examples(25)
@given(puzzles(limit=100), st.sampled_from(Metric), st.sampled_from([64, 1 << 20]))
def test_levels_are_those_of_the_twin(puzzle, metric, width):
    levels, found = explored(RankLevels(puzzle, metric, width, 1 << 20))
    seen = level = {naive.start(puzzle)}
    for each in levels:
        assert each.count == len(level)
        assert each.solved == any(naive.solved(puzzle, layout) for layout in level)
        level = {to for one in level for to in naive.neighbours(puzzle, one, metric)} - seen
        seen = seen | level
    assert not level
    everything = np.concatenate(found)
    assert len(np.unique(everything)) == len(everything)


@pytest.mark.parametrize("width", [64 * 16, 64 * 200, 1 << 20])
@pytest.mark.parametrize("memory", [1, 1 << 24], ids=["many runs", "one run"])
def test_blocks_of_any_width(width, memory):
    """Also where what leads out of a block is written in many runs."""
    puzzle = hr.puzzle("横刀立马")
    levels, _ = explored(RankLevels(puzzle, Metric.MOVE, width, memory))
    assert [level.count for level in levels] == KLOTSKI["levels"]
    assert next(level.depth for level in levels if level.solved) == 81


def test_a_list_is_made_of_bits_within_a_share():
    """Few layouts in a wide block: their list takes 4 bytes each, whatever is between them."""
    plan, store = (RankLevels(hr.puzzle("横刀立马"), Metric.MOVE, 1 << 22, 1 << 22), MemoryStore(1 << 30))
    came, known = (store.put(str(n), np.full(plan.words, n, np.uint64)) for n in (0b111, 0b110))
    parts = [ranks.NumberRange(0, came, 0, 3 * plan.words, True)]
    tracemalloc.start()
    try:
        (found,) = plan.settle(store, 1, [(0, parts, [(2 * plan.words, known)])])
        assert tracemalloc.get_traced_memory()[1] < 1 << 22
    finally:
        tracemalloc.stop()
    assert store.get(found[2]).view("u4").tolist() == list(range(0, 64 * plan.words, 64))


def test_what_is_shorter_is_kept():
    """A block of few layouts is a list of numbers of 4 bytes, one of many has a bit for each rank."""
    puzzle = hr.puzzle("横刀立马")
    plan = RankLevels(puzzle, Metric.MOVE, 6400, 1 << 24)
    levels, _ = explored(plan)
    sizes = {
        (file.size, count)
        for level in levels
        for count, file in zip(level.counts, level.files, strict=True)
        if file is not None
    }
    assert all(size == min(800, 4 * (count + count % 2)) for size, count in sizes)
    assert {800} < {size for size, _ in sizes}


def test_stopped_and_resumed(tmp_path):
    folder, log = tmp_path / "levels", tmp_path / "log"
    wanted = Resources(folder=folder, workers=1, block=1000, by="bits")
    with pytest.raises(Cancelled):
        run("横刀立马", "move", wanted, log=log, cancel=lambda: log.exists() and len(log.read_text().splitlines()) > 30)
    with pytest.raises(InputError, match="by bits"):
        run("横刀立马", "move", Resources(folder=folder, resume=True, by="keys"))
    saved = tmp_path / "saved.atlas"
    found = run("横刀立马", "move", Resources(folder=folder, workers=1, resume=True))
    assert list(found.levels) == KLOTSKI["levels"]
    assert found.goal_depth == 81
    again = run("横刀立马", "move", Resources(by="bits", workers=1), save=saved)
    assert list(again.levels) == KLOTSKI["levels"]
    assert Atlas.open(saved).histogram == tuple(KLOTSKI["levels"])


def test_what_is_asked_for():
    with pytest.raises(hr.errors.UnknownName, match="keys"):
        run("横刀立马", resources=Resources(by="key"))
    with pytest.raises(InputError, match="cannot be stored as bits"):
        run(hr.puzzle(RING, goal=RING), resources=Resources(by="bits"))
    with pytest.raises(InputError, match="gpu takes no --by"):
        run("横刀立马", resources=Resources("gpu", by="bits"))


def test_a_plan_goes_to_another_process():
    plan = RankLevels.of(hr.puzzle("横刀立马"), Metric.STEP, Shares(1 << 28, workers=2))
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert plan.width * plan.blocks >= plan.most > plan.width * (plan.blocks - 1)


def test_where_bits_pay():
    assert RankLevels.pays(hr.puzzle(".A..B/CDE.F/.DEGG/HH.GG/...II/goal:/GG.../GG.../...../...../....."))
    assert not RankLevels.pays(hr.puzzle("Pelopones"))  # of too many kinds to be numbered
    assert not RankLevels.pays(hr.puzzle("横刀立马"))  # too small to matter
    assert not RankLevels.pays(hr.puzzle("Rush Hour 40"))  # cars stay in their lines


@pytest.mark.parametrize("pure", [False, True], ids=["compiled", "plain"])
@examples(20)
@given(st.data())
def test_kernel(pure, data):
    levels, number = kernel("levels", pure=pure), st.integers(0, 191)
    here, there, other = (sorted(data.draw(st.sets(number))) for _ in range(3))
    bits, more = np.zeros(3, np.uint64), np.zeros(3, np.uint64)
    levels.put(bits.data, np.array(here, np.uint32).data, True)
    levels.put(more.data, np.array(there, np.uint32).data, True)
    out = np.zeros(192, np.int64)

    def held():
        return out[: levels.offsets(bits.data, 0, 3, out.data, 1000)].tolist()

    assert held() == [1000 + each for each in here]
    levels.join(bits.data, more.data, True)
    assert levels.total(bits.data) == len(set(here) | set(there))
    levels.join(bits.data, more.data, False)
    levels.put(bits.data, np.array(other, np.uint32).data, False)
    assert held() == [1000 + each for each in sorted(set(here) - set(there) - set(other))]


def test_uncompiled(monkeypatch):
    puzzle = hr.Puzzle.parse("AAB/AAC/DE./FE.", goal=".../.../AA./AA.")
    plain = {name: kernel(name, pure=True) for name in ("levels", "dense")}
    compiled = explored(RankLevels(puzzle, Metric.MOVE, 64, 1 << 20))
    ranks._HERE.of = None
    monkeypatch.setattr("huarong.explore.ranks.kernel", plain.get)
    monkeypatch.setattr("huarong.atlas.dense.kernel", plain.get)
    levels, found = explored(RankLevels(puzzle, Metric.MOVE, 64, 1 << 20))
    ranks._HERE.of = None
    assert [level.count for level in levels] == [level.count for level in compiled[0]]
    assert all((a == b).all() for a, b in zip(found, compiled[1], strict=True))
