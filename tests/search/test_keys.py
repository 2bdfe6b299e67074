"""Keys: one for each layout, shared by mirror images; goals are recognized by masks."""

import numpy as np
from hypothesis import given, strategies as st

import huarong as hr
from huarong.model.board import Layout
from huarong.search.keys import BOARD, NUMBER, KeyPacking
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles, symmetric_puzzles


def layout(puzzle: hr.Puzzle, state: naive.State) -> Layout:
    heads = [[head for k, head in state if k == kind] for kind in range(len(puzzle.kinds))]
    return Layout(tuple(map(tuple, heads)))


def key(packing: KeyPacking, found: Layout) -> tuple[int, ...]:
    return tuple(packing.encode(packing.places(found)))


@examples(20)
@given(puzzle=puzzles(limit=200), lists=st.booleans())
def test_layouts_in_reach_have_keys_of_their_own_that_tell_them(puzzle: hr.Puzzle, lists: bool) -> None:
    packing = KeyPacking.of(puzzle, symmetric=False, lists=lists)
    states = list(naive.bfs(puzzle, "step").depth)
    keys = [key(packing, layout(puzzle, state)) for state in states]
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
            found = packing.encode(packing.places(layout(puzzle, state)), image)
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
        least = tuple(packing.canonical(packing.places(layout(puzzle, state))))
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
