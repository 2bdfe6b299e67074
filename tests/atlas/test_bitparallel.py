"""Bit-parallel search by frames: its distances are those of the level scan, of the naive twin, and known ones."""

import functools
import zlib
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from huarong.atlas import bitparallel, dense
from huarong.kernels import kernel
from huarong.limits import Limits, Watch
from huarong.model.board import DIRECTIONS, Board, Goal, Kind, Metric
from huarong.space.space import Space
from tests import naive
from tests.examples import data, examples, few

KNOWN = data("atlas")
CLASSIC = "4x5 2x2:1 2x1:1 1x2:4 1x1:4"
BOTTOM = Goal.of([[(0, 13)]])
SINGLE = Kind.of([(0, 0)])

# Each covers a case that the others do not: several words to a frame, all directions, walls, ranges of both
# sides, polyominoes (also such that free several cells apart), a marked single, one-way pieces, gates.
SPACES = [
    "3x3 2x1:1 1x2:1 1x1:2",
    "3x4 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:1..",
    "4x3 2x1:1..2 1x2:..1 1x1:2..5 empty:2..6",
    "4x4 2x2:1 1x1:0..",
    "4x4 XX/.X:1 XX/X.:1 1x1:0..6",
    "2x6 1x3:1 2x1:0..2 1x1:1..",
    "6x2 3x1:1 1x2:0..2 1x1:1..",
    "4x4 X.X/XXX:1 1x1:0..",
    "4x4 .X./XXX:1 1x2:0..1 1x1:0..5",
    "#.../..../..#. 1x2:1 1x1:1..",
    "3x4 a@1x1:1 2x1:1 1x1:2..",
    "3x4 2x1=LR:1 1x2=UD:1 1x1:1..4",
    "-../..- 1x2:1 1x1-:1..2",
    "4x4 2x2:1 1x3:0..1 3x1:0..1 1x1:1..3 1x1=LR:1 empty:2..",
    "3x3 1x1:3..",
    "2x5 1x2:1 1x1:0..",
    "5x2 2x1:1 1x1:0..",
    "5x3 XXX/X.X:1 2x1:0..1 1x1:0..",
]


def goals(space):
    """A place of the largest kind, and a few alternatives of some kinds."""
    places = [(k, head) for k, kind in enumerate(space.kinds) for head in space.board.heads(kind)]
    larger = [each for each in places if len(space.kinds[each[0]].shape) > 1 or space.kinds[each[0]].mark]
    pick = larger or [(0, 0)]
    return [
        Goal.of([[pick[-1]]]),
        Goal.of([[pick[0]], [pick[len(pick) // 2], pick[-1]], [pick[-1], pick[-1]]]),
        Goal.of([]),
        Goal.of([[]]),
    ]


@pytest.fixture(params=[False, True], ids=["compiled", "plain"])
def pure(request, monkeypatch):
    for module in (bitparallel, bitparallel.frames, bitparallel.bitsets):
        monkeypatch.setattr(module, "kernel", functools.partial(kernel, pure=request.param))
    monkeypatch.setattr(bitparallel.frames, "_KEPT", type(bitparallel.frames._KEPT)())
    return request.param


def same_components(space):
    found = bitparallel.components(space)
    for each, expected in zip(found or (), dense.components(space), strict=False):
        np.testing.assert_array_equal(each, expected)
    return found is not None


def same(space, goal, metric, **options):
    """Compare both methods of search; returns whether the puzzle has frames."""
    found = bitparallel.distances(space, goal, metric, **options)
    if isinstance(found, str):
        return False
    np.testing.assert_array_equal(found, dense.distances(space, goal, metric))
    return True


@pytest.mark.parametrize("text", few(SPACES, 6))
def test_same_as_one_layout_at_a_time(text):
    space = Space.parse(text)
    for goal in goals(space):
        named = {kind for each in goal.alternatives for kind, _ in each}
        for metric in Metric:
            assert same(space, goal, metric) or space.kinds.index(SINGLE) in named
            same(space, goal, metric, threads=3)


@pytest.mark.parametrize("text", [each for each in SPACES if Space.parse(each).size < 3000])
def test_uncompiled(text, pure):
    space = Space.parse(text)
    for metric in Metric:
        assert same(space, goals(space)[0], metric) or "3x3 1x1" in text
    assert same_components(space)


@pytest.mark.parametrize("text", SPACES)
def test_components(text):
    assert same_components(Space.parse(text))


@pytest.mark.parametrize("metric", Metric)
@pytest.mark.parametrize("text", ["3x3 2x1:1 1x1:0..4", "3x3 2x1=LR:1 1x2:1 1x1:1..", "2x4 XX/X.:1 1x1:1.."])
def test_naive_twin(text, metric):
    """Compare with a breadth-first search from the goals over the moves of the definition, made backwards."""
    space = Space.parse(text)
    puzzle = SimpleNamespace(board=space.board, kinds=space.kinds)
    goal = goals(space)[0]
    before = {naive.state(each): set() for each in space}
    for state in before:
        for to in naive.neighbours(puzzle, state, metric.value):
            before[to].add(state)
    depth, layer = {}, {naive.state(each) for each in space if goal.holds(each)}
    while layer:
        depth.update(dict.fromkeys(layer, len(set(depth.values()))))
        layer = set().union(*(before[each] for each in layer)) - depth.keys()
    expected = [depth.get(naive.state(each), 255) for each in space]
    assert bitparallel.distances(space, goal, metric).tolist() == expected


@st.composite
def spaces(draw):
    width, height = draw(st.sampled_from([(2, 3), (3, 3), (3, 4), (4, 3), (5, 2), (2, 5)]))
    walls = draw(st.frozensets(st.integers(0, width * height - 1), max_size=2))
    shape = st.frozensets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=4)
    ways = st.sampled_from([DIRECTIONS, DIRECTIONS, "LR", "UD", "UR"])
    kinds = {draw(shape.flatmap(lambda s: ways.map(lambda w: Kind.of(s, w)))) for _ in range(draw(st.integers(1, 2)))}
    ranges = st.integers(0, 2).flatmap(
        lambda low: st.sampled_from([(low, None), (low, low), (low, low + 1), (0, low + 3)])
    )
    counts = {kind: draw(ranges) for kind in sorted(kinds, key=lambda kind: kind.order)}
    counts[SINGLE] = draw(ranges)
    return Space(Board(width, height, walls), tuple(counts), tuple(counts.values()), draw(ranges))


@examples(120)
@given(spaces(), st.sampled_from(Metric), st.data())
def test_random_spaces(space, metric, data):
    if not 0 < space.size <= 20_000:
        assert space.size or isinstance(bitparallel.distances(space, Goal.of([[(0, 0)]]), metric), str)
        return
    places = [(k, h) for k, kind in enumerate(space.kinds[:-1]) for h in space.board.heads(kind)]
    alternatives = st.lists(st.lists(st.sampled_from(places or [(0, 0)]), max_size=2), max_size=3)
    same(space, Goal.of(data.draw(alternatives)), metric)
    same_components(space)


@pytest.mark.parametrize(
    "known",
    [pytest.param(each, marks=[pytest.mark.slow] if each["layouts"] > 1_000_000 else []) for each in KNOWN],
    ids=lambda each: f"{each['layouts']}-{each['metric']}",
)
def test_known(known):
    """Whole tables against checksums of the tables that the level scan made."""
    found = bitparallel.distances(Space.parse(known["space"]), BOTTOM, known["metric"], threads=2)
    solvable = found[found != 255]
    facts = {
        "layouts": len(found),
        "goals": np.count_nonzero(found == 0),
        "solvable": len(solvable),
        "longest": solvable.max(),
        "sum": solvable.sum(dtype=np.int64),
        "crc32": zlib.crc32(found),
    }
    assert facts == {key: known[key] for key in facts}


@pytest.mark.slow
def test_known_components():
    for known in KNOWN[::3]:
        labels, least = bitparallel.components(Space.parse(known["space"]))
        assert labels.max() + 1 == len(least) == known["components"]


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("3x3 2x1:1 1x2:1", [(0, 0)]),
        ("3x3 1x1=LR:2 2x1:1", [(1, 0)]),
        ("-../... 1x1:2 2x1:1", [(0, 0)]),
        ("9x9 2x1:1 1x1:1", [(0, 0)]),
        ("3x3 1x1:1 a@1x1:1 b@1x1:1 c@1x1:1 d@1x1:1 e@1x1:1 f@1x1:1 g@1x1:1", [(0, 0)]),
        ("4x6 2x1:1 1x1:0..", [(0, 0)]),
    ],
)
def test_nothing_to_exploit(text, goal):
    assert bitparallel.distances(Space.parse(text), Goal.of([goal]), "step") in ("one way", "no frames")


def test_a_goal_that_names_a_single():
    space = Space.parse("3x3 2x1:1 1x1:2")
    assert bitparallel.distances(space, Goal.of([[(0, 0)], [(1, 8)]]), "step") == "no frames"
    marked = Space.parse("3x3 2x1:1 1x1:2 a@1x1:1")
    k = next(k for k, kind in enumerate(marked.kinds) if kind.mark)
    assert same(marked, Goal.of([[(k, 8)]]), "move")


def allowing(memory):
    return Watch(Limits(memory))


def test_memory():
    space = Space.parse(SPACES[1])
    goal = goals(space)[0]
    assert bitparallel.distances(space, goal, "step", watch=allowing(space.size)) == "no room"
    assert not isinstance(bitparallel.distances(space, goal, "step", watch=allowing(40 * space.size + 100_000)), str)
    assert bitparallel.components(space, watch=allowing(4 * space.size)) is None


class Seen(Watch):
    """A watch that calls a function at each look."""

    def __init__(self, look):
        super().__init__()
        self.shown = look

    def count(self, layouts, depth=0):
        self.shown(depth, layouts)


@pytest.mark.parametrize("threads", [1, 2])
def test_look(threads, pure):
    space, seen = Space.parse(SPACES[0]), []
    goal = goals(space)[0]
    found = bitparallel.distances(space, goal, "step", threads=threads, watch=Seen(lambda d, n: seen.append((d, n))))
    levels = dict(filter(lambda each: each[1], seen))
    assert levels == {d: n for d, n in enumerate(np.bincount(found)[:255]) if n}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("times", [1, 5, 20, 100])
def test_cancel(threads, times):
    """What `look` raises is raised by the search, wherever it was called, and all threads end."""
    space, calls = Space.parse(CLASSIC), []

    def look(depth, layouts):
        calls.append(depth)
        if len(calls) == times:
            raise KeyboardInterrupt

    pytest.raises(KeyboardInterrupt, bitparallel.distances, space, BOTTOM, "step", threads=threads, watch=Seen(look))
    assert len(calls) == times


def test_kinds_that_cannot_slide_back_are_left_to_the_level_scan():
    """For such kinds, the slides of a frame cannot simply be made backwards."""
    space = Space.parse("3x3 2x1=R:1 1x2:1 1x1:1..")
    assert bitparallel.distances(space, goals(space)[0], "slide") == "one way"
    assert bitparallel.components(space) is None
