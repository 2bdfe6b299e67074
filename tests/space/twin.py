"""Slow twins of a space: its words by definition, its layouts by trying all places."""

import itertools
import pickle
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import numpy as np
from hypothesis import strategies as st

from huarong.kernels import kernel
from huarong.model.board import Kind
from huarong.space import numbering
from huarong.space.space import Space
from tests import naive
from tests.strategies import blobs, boards

DOCS = Path(__file__).parents[2] / "docs" / "en" / "explanation"
FAMILY = Space.parse("4x5", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
CLASSIC = Space.parse("4x5", "2x2:1 2x1:1 1x2:4 1x1:4")
HUGE = Space.parse("9x9", "2x1:0.. 1x2:0..")


def plain(space):
    """A space whose automaton is built and read by the kernel as plain Python."""
    twin = pickle.loads(pickle.dumps(space))
    with mock.patch.object(numbering, "kernel", lambda name, pure=True: kernel(name, pure=True)):
        assert twin.size == space.size
    return twin


def word(space, layout):
    """The word of a layout by its definition."""
    begins = {head: k + 1 for k, heads in enumerate(layout.heads) for head in heads}
    covered, letters = set(), []
    for cell in space.board.free:
        if cell not in covered:
            letter = begins.get(cell, 0)
            letters.append(letter)
            covered |= set(space.board.cells(space.kinds[letter - 1], cell)) if letter else {cell}
    return letters


def brute(space):
    """Every state of a space, by trying all numbers of pieces and all their places."""
    free = len(space.board.free)
    ranges = [
        range(least, min(free // len(kind.shape), free if most is None else most) + 1)
        for kind, (least, most) in zip(space.kinds, space.counts, strict=True)
    ]
    least, most = space.empty
    for counts in itertools.product(*ranges):
        pieces = [SimpleNamespace(kind=k) for k, n in enumerate(counts) for _ in range(n)]
        empty = free - sum(len(space.kinds[piece.kind].shape) for piece in pieces)
        exact = all(
            low <= n and (high is None or n <= high) for n, (low, high) in zip(counts, space.counts, strict=True)
        )
        if exact and least <= empty and (most is None or empty <= most):
            yield from naive.enumerate_layouts(SimpleNamespace(board=space.board, kinds=space.kinds, pieces=pieces))


def check(space):
    """Check everything that must hold for a space small enough to list."""
    layouts = list(space)
    assert space.size == len(space) == len(layouts)
    assert Counter(map(naive.state, layouts)) == Counter(brute(space))
    assert [space.rank(layout) for layout in layouts] == list(range(len(layouts)))
    words = [word(space, layout) for layout in layouts]
    assert all(a < b for a, b in itertools.pairwise(words)) and all(layout in space for layout in layouts)
    grids = space.grids(range(len(layouts)))
    assert space.ranks(grids).tolist() == list(range(len(layouts)))
    for layout, row in zip(layouts, grids, strict=True):
        heads = [np.flatnonzero(row == k + 1).tolist() for k in range(len(space.kinds))]
        assert heads == list(map(list, layout.heads))
    twin = plain(space)
    assert list(twin) == layouts and [twin.rank(layout) for layout in layouts] == list(range(len(layouts)))
    assert np.array_equal(twin.grids(range(len(layouts))), grids)
    assert np.array_equal(twin.ranks(grids), space.ranks(grids))
    for name in ("cell", "to", "before"):
        assert np.array_equal(getattr(twin.tables, name), getattr(space.tables, name))
    assert Space.parse(space.text) == space


@st.composite
def ranges(draw):
    least = draw(st.integers(0, 2))
    return least, draw(st.none() | st.integers(least, least + 2))


@st.composite
def families(draw):
    board = draw(boards().filter(lambda board: len(board.free) <= 9))
    kinds = {Kind.of(draw(blobs(1, 4, loose=True)), gates=draw(st.booleans())) for _ in range(draw(st.integers(0, 3)))}
    ordered = tuple(sorted(kinds, key=lambda kind: kind.order))
    counts = tuple(draw(ranges()) for _ in ordered)
    empty = draw(st.just((0, None)) | ranges())
    return Space(board, ordered, counts, empty)
