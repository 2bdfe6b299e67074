"""Keys, neighbours as keys, batches of numbered layouts: one key for each layout, neighbours as the naive twin's."""

from array import array
from functools import partial

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.errors import Cancelled
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.board import Layout, Metric
from huarong.search.bfs import BreadthFirst
from huarong.search.expander import NeighbourFinder
from huarong.search.expansion import FAR, Batches, chain, solved
from huarong.search.keys import BOARD, NUMBER, KeyPacking
from tests import naive
from tests.examples import examples
from tests.search.plain import plain_kernels
from tests.strategies import as_layout, puzzles, symmetric_puzzles


def key(packing: KeyPacking, found: Layout) -> tuple[int, ...]:
    return tuple(packing.encode(packing.places(found)))


@examples(20)
@given(puzzle=puzzles(limit=200), lists=st.booleans())
def test_layouts_in_reach_have_keys_of_their_own_that_tell_them(puzzle: hr.Puzzle, lists: bool) -> None:
    packing = KeyPacking.of(puzzle, symmetric=False, lists=lists)
    states = list(naive.bfs(puzzle, "step").depth)
    keys = [key(packing, as_layout(puzzle, state)) for state in states]
    assert len(set(keys)) == len(keys)
    rows = packing.decode(np.array(keys, np.uint64))
    for state, row in zip(states, rows, strict=True):
        assert {(k - 1, head) for head, k in enumerate(row.tolist()) if k} == state


@examples(20)
@given(puzzle=st.one_of(puzzles(limit=200), symmetric_puzzles(limit=200)))
def test_the_goal_is_read_off_a_key(puzzle: hr.Puzzle) -> None:
    packing = KeyPacking.of(puzzle)
    w = packing.words
    pairs = [packing.goals[i : i + w] for i in range(0, len(packing.goals), w)]
    for state in naive.bfs(puzzle, "step").depth:
        for image in range(packing.images + 1):
            found = packing.encode(packing.places(as_layout(puzzle, state)), image)
            solved = any(
                all(word & m == v for word, m, v in zip(found, mask, value, strict=True))
                for mask, value in zip(pairs[::2], pairs[1::2], strict=True)
            )
            assert solved == naive.solved(puzzle, state)


@examples(20)
@given(puzzle=symmetric_puzzles(limit=200))
def test_mirror_images_share_the_least_key(puzzle: hr.Puzzle) -> None:
    packing = KeyPacking.of(puzzle)
    depth = naive.bfs(puzzle, "step").depth
    groups: dict[tuple[int, ...], list[naive.State]] = {}
    for state in depth:
        least = tuple(packing.canonical(packing.places(as_layout(puzzle, state))))
        groups.setdefault(least, []).append(state)
    assert all(len(group) <= packing.images + 1 for group in groups.values())
    if packing.images and len(depth) == len(list(naive.enumerate_layouts(puzzle))):
        far = naive.all_distances(puzzle, "step", depth)
        assert all(len({far[state] for state in group}) == 1 for group in groups.values())


def test_the_fields_of_the_classic_set() -> None:
    packing = KeyPacking.of(hr.puzzle("横刀立马"))
    shifts, forms = packing.fields[1::5].tolist(), packing.fields[3::5].tolist()
    bits = [mask.bit_length() for mask in packing.masks]
    assert sorted(zip(shifts, bits, forms, strict=True)) == [
        (0, 20, BOARD),
        (20, 16, BOARD),
        (36, 4, NUMBER),
        (40, 4, NUMBER),
    ]
    assert (packing.words, packing.images) == (1, 1)


def test_lists_save_words() -> None:
    empty = "." * 64
    puzzle = hr.puzzle(f"ABC{empty[3:]}/{empty}", goal=f"{empty}/{empty[1:]}A")
    assert KeyPacking.of(puzzle, symmetric=False).words == 1
    assert KeyPacking.of(puzzle, symmetric=False, lists=False).words > 1


def neighbours(packing: KeyPacking, found: tuple[int, ...], metric: Metric, reverse: bool) -> set:
    expander = NeighbourFinder(packing, metric, reverse, room=4)
    out = array("Q", bytes(8 * packing.words * (4 + packing.fan_out)))
    first, n = expander(array("Q", found), 0, 1, out)
    assert first == 1
    w = packing.words
    return {tuple(out[i : i + w]) for i in range(0, n * w, w)}


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])
@examples(12)
@given(puzzle=puzzles(limit=60), metric=st.sampled_from(Metric))
def test_both_ways(compiled: bool, puzzle: hr.Puzzle, metric: Metric) -> None:
    packing = KeyPacking.of(puzzle, symmetric=False)
    with pytest.MonkeyPatch.context() as patch:
        if not compiled:
            patch.setattr("huarong.search.expander.kernel", partial(kernel, pure=True))
        states = list(naive.bfs(puzzle, metric.value).depth)
        keys = {state: key(packing, as_layout(puzzle, state)) for state in states}
        arrows = set()
        for state in states:
            found = neighbours(packing, keys[state], metric, reverse=False)
            assert found == {keys[to] for to in naive.neighbours(puzzle, state, metric.value)}
            arrows |= {(keys[state], to) for to in found}
        back = {
            (came, keys[state]) for state in states for came in neighbours(packing, keys[state], metric, reverse=True)
        }
        known = set(keys.values())
        assert {arrow for arrow in back if arrow[0] in known} == arrows


def test_it_stops_where_the_room_is_full_and_goes_on() -> None:
    puzzle = hr.puzzle("横刀立马")
    packing = KeyPacking.of(puzzle, symmetric=False)
    start = key(packing, puzzle.start)
    expander = NeighbourFinder(packing, Metric.MOVE, room=1)
    keys = array("Q", [*start, *start, *start])
    out = array("Q", bytes(8 * (1 + packing.fan_out)))
    each = len(naive.neighbours(puzzle, naive.start(puzzle), "move"))
    assert expander(keys, 0, 3, out) == (1, each) and expander(keys, 1, 3, out) == (2, each)


def test_a_watch_ends_the_making_of_its_tables() -> None:
    row = "AABCD" + "." * 35
    rows = "/".join([row] + ["." * 40] * 39)
    goal = "/".join(["." * 40] * 39 + ["." * 38 + "AA"])
    puzzle, stop = hr.puzzle(rows, goal), Watch(cancel=lambda: True)
    with pytest.raises(Cancelled), stop.setting_up():
        KeyPacking.of(puzzle)
    packing = KeyPacking.of(puzzle)
    with pytest.raises(Cancelled), stop.setting_up():
        NeighbourFinder(packing, Metric.STEP)
    assert NeighbourFinder(packing, Metric.STEP).packing is packing


def test_plain_kernels_are_found_for_every_search() -> None:
    with plain_kernels():
        assert hr.solve("AB/../goal:/../AB", "step").length == 2


def searched(puzzle: hr.Puzzle, watch: Watch | None = None) -> BreadthFirst:
    """A finished search: all layouts in reach, numbered, mirror images counted apart."""
    packing = KeyPacking.of(puzzle, symmetric=False)
    search = BreadthFirst(puzzle, Metric.STEP, watch or Watch(), packing, goals=False)
    while search.deepen(lambda: None):
        pass
    return search


@examples(15)
@given(puzzle=puzzles(limit=150))
def test_goals_neighbours_and_values(puzzle: hr.Puzzle) -> None:
    search = searched(puzzle)
    truth = naive.bfs(puzzle, "step")
    goals = sum(naive.solved(puzzle, state) for state in truth.depth)
    assert search.count == len(truth.depth) and len(solved(search, 0, search.count)) == goals
    batches, values = Batches(search), np.full(search.count, FAR, np.uint16)
    values[0] = 0
    level, counts = np.zeros(1, np.int64), [1]
    while len(level):
        found = []
        for n in batches.neighbours(level):
            assert (batches.find(n) >= 0).all()
            found.append(batches.relax(n, values, len(counts)))
        level = np.concatenate(found) if found else level[:0]
        assert len(set(level.tolist())) == len(level)
        counts.append(len(level))
    assert tuple(counts[:-1]) == truth.counts
    last = int(np.argmax(values))
    way = chain(search, last, lambda number: int(values[number]))
    assert [int(values[each]) for each in way] == list(range(int(values[last]), -1, -1))


def test_a_value_is_never_raised() -> None:
    search = searched(hr.puzzle("A./../goal:/../.A"))
    batches, values = Batches(search), np.array([0, 1, 1, 2], np.uint16)
    for n in batches.neighbours(np.array([3])):
        batches.find(n)
        assert not len(batches.relax(n, values, 2))
    assert values.tolist() == [0, 1, 1, 2]


def test_looking_for_goals_can_be_cancelled() -> None:
    search = searched(hr.puzzle("A./../goal:/../.A"))
    search.watch = Watch(cancel=lambda: True)
    pytest.raises(Cancelled, solved, search, 0, search.count)


@pytest.mark.parametrize("width", [20, 40])
def test_keys_of_rows_of_letters_are_those_of_layouts(width: int) -> None:
    empty = "." * (width - 1)
    puzzle = hr.puzzle(f"AB{empty[1:]}/C{empty}", goal=f".{empty}/{empty}B")
    packing = KeyPacking.of(puzzle, symmetric=False)
    letters = np.zeros((1, puzzle.board.size), np.uint8)
    for piece in puzzle.pieces:
        letters[0, piece.head] = piece.kind + 1
    assert bool(packing.lists) == (width == 40)
    assert packing.pack(letters).reshape(-1).tolist() == list(packing.encode(packing.places(puzzle.start)))
