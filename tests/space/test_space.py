"""Spaces: every layout is there once, rank and layout are inverse, and layouts outside are refused with the reason."""

import doctest
import pickle
import re
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, strategies as st

from huarong.errors import InputError
from huarong.model.board import Board, Kind, Layout
from huarong.model.puzzle import Puzzle
from huarong.space.space import NotInSpaceError, RankError, Space, goal_spaces
from tests import naive
from tests.examples import DATA, data
from tests.space.twin import CLASSIC, DOCS, FAMILY, check, families, plain, word
from tests.strategies import puzzles


@given(puzzles(300))
def test_the_space_of_a_puzzle(puzzle):
    space = Space.of(puzzle)
    assert puzzle.start in space
    check(space)


@given(puzzles(200))
def test_the_spaces_of_a_goal_have_its_layouts(puzzle):
    space = Space.of(puzzle)
    sizes = {each: rest.size for each, rest in goal_spaces(space, puzzle.goal)}
    for each in puzzle.goal.alternatives:
        holding = [one for one in map(space.layout, range(space.size)) if all(head in one.heads[k] for k, head in each)]
        assert sizes.get(each, 0) == len(holding)


@given(families())
def test_a_family(space):
    check(space)


@given(puzzles(200), st.data())
def test_what_is_no_layout_is_told(puzzle, data):
    space = Space.of(puzzle)
    states = set(naive.enumerate_layouts(puzzle))
    cell = st.integers(-2, puzzle.board.size + 1)
    heads = [data.draw(st.tuples(*[cell] * len(group))) for group in puzzle.start.heads]
    layout = Layout(tuple(heads))
    is_layout = naive.state(layout) in states and len(naive.state(layout)) == len(puzzle.pieces)
    assert (layout in space) == is_layout
    if not is_layout:
        pytest.raises(NotInSpaceError, space.rank, layout).match(r"cannot lie|overlaps another")


@given(puzzles(200), st.data())
def test_rows_that_are_no_layouts_have_no_rank(puzzle, data):
    space = Space.of(puzzle)
    letters = st.integers(0, len(space.kinds) + 1)
    row = data.draw(st.lists(letters, min_size=puzzle.board.size, max_size=puzzle.board.size))
    heads = [[c for c, letter in enumerate(row) if letter == k + 1] for k in range(len(space.kinds))]
    layout = Layout(tuple(map(tuple, heads)))
    known = layout in space and max(row) <= len(space.kinds)
    assert space.ranks([row])[0] == plain(space).ranks([row])[0]
    assert space.ranks([row])[0] == (space.rank(layout) if known else -1)


KNOWN = [line.split(" ", 1) for line in (DATA / "spaces.txt").read_text().splitlines() if not line.startswith("#")] + [
    ["362880", "876/543/21."]
]


@pytest.mark.parametrize(("size", "text"), KNOWN)
def test_known_sizes(size, text):
    space = Space.of(Puzzle.parse(text)) if text.startswith("876") else Space.parse(text)
    assert space.size == int(size) and bool(space) == (size != "0")
    if space:
        ranks = {0, space.size // 3, space.size - 1}
        assert {space.rank(space.layout(rank)) for rank in ranks} == ranks
        layouts = space.random(20, seed=7)
        assert [space.layout(space.rank(layout)) for layout in layouts] == layouts


def test_every_layout_of_the_classic_set():
    ranks = np.arange(CLASSIC.size)
    grids = CLASSIC.grids(ranks)
    assert np.array_equal(CLASSIC.ranks(grids), ranks) and len(np.unique(grids, axis=0)) == CLASSIC.size
    assert np.array_equal((grids == 0).sum(axis=1), np.full(CLASSIC.size, 10))
    assert [CLASSIC.rank(layout) for layout in CLASSIC] == list(range(CLASSIC.size))


@pytest.mark.slow
def test_every_layout_of_the_family():
    for begin in range(0, FAMILY.size, 1 << 20):
        ranks = np.arange(begin, min(begin + (1 << 20), FAMILY.size))
        assert np.array_equal(FAMILY.ranks(FAMILY.grids(ranks)), ranks)


def test_the_order_is_that_of_the_words():
    layouts = FAMILY.random(300, seed=3)
    by_rank = sorted(layouts, key=FAMILY.rank)
    by_word = sorted(layouts, key=lambda layout: word(FAMILY, layout))
    assert by_rank == by_word


def test_random_layouts_are_uniform():
    space = Space.parse("2x3", "1x2:1 1x1:1")
    drawn = Counter(map(space.rank, space.random(16_000, seed=0)))
    assert sorted(drawn) == list(range(16))
    chi2 = sum((n - 1000) ** 2 / 1000 for n in drawn.values())
    assert chi2 < 37.7  # the 99.9th percentile of chi-squared with 15 degrees of freedom
    assert space.random(5, seed=9) == space.random(5, seed=9) != space.random(5, seed=10)


def test_a_puzzles_layout_in_a_family():
    text = "ABBC/ABBC/DEEF/DGHF/I..J\ngoal:\n..../..../..../..../J..I"
    puzzle = Puzzle.parse(text)
    assert any(kind.mark for kind in puzzle.kinds)
    placed = FAMILY.place(puzzle.start, puzzle.kinds)
    assert placed == Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J").start and placed in FAMILY
    other = Puzzle.parse("AAA./..../..../..../....\ngoal:\n.AAA\n....\n....\n....\n....")
    pytest.raises(NotInSpaceError, FAMILY.place, other.start, other.kinds).match("no pieces of kind 3x1")


def test_equality_is_by_content():
    twin = Space.parse("4x5", "1x1:0.. empty:2.. 1x2:0.. 2x1:0.. 2x2:1..1")
    assert twin == FAMILY and hash(twin) == hash(FAMILY) and pickle.loads(pickle.dumps(FAMILY)) == FAMILY
    assert repr(twin) == "<Space 4x5 2x2:1 1x2:0.. 2x1:0.. 1x1:0.. empty:2..>" and CLASSIC != FAMILY
    assert Space.of(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")) == CLASSIC


@given(puzzles(50))
def test_the_text_of_a_puzzles_space(puzzle):
    assert Space.parse(Space.of(puzzle).text) == Space.of(puzzle)


def test_rank_in_many_threads():
    layouts = CLASSIC.random(200, seed=0)
    ranks = [CLASSIC.rank(layout) for layout in layouts]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            for found in pool.map(lambda _: [CLASSIC.rank(each) for each in layouts], range(8)):
                assert found == ranks
    finally:
        sys.setswitchinterval(interval)


def test_ranks_out_of_range():
    for rank in (-1, 65880, 1 << 70):
        pytest.raises(RankError, CLASSIC.layout, rank).match("out of range: the space has 65,880 layouts")
    pytest.raises(IndexError, CLASSIC.grids, [0, 65880, -1]).match("rank 65,880 is")
    pytest.raises(RankError, Space.parse("2x2", "2x2:2").layout, 0)
    pytest.raises(InputError, Space.parse("2x2", "2x2:2").random, 1).match("no layouts to draw")


@pytest.mark.parametrize(("heads", "why"), data("refused")["layouts"])
def test_why_a_layout_is_not_in_the_space(heads, why):
    with pytest.raises(NotInSpaceError) as error:
        FAMILY.rank(Layout(heads))
    assert why in str(error.value) and isinstance(error.value, KeyError) and Layout(heads) not in FAMILY


def test_only_layouts_are_members():
    assert (1, 2) not in CLASSIC and None not in CLASSIC


def test_arrays_of_other_types_and_shapes():
    grids = CLASSIC.grids(np.arange(100, dtype=np.uint16)[::2])
    assert grids.shape == (50, 20) and CLASSIC.ranks(grids.astype(np.int64)).tolist() == list(range(0, 100, 2))
    assert CLASSIC.ranks(grids.astype(np.int64) + 256).tolist() == [-1] * 50
    assert CLASSIC.ranks(np.asfortranarray(grids)).tolist() == list(range(0, 100, 2))
    grids.flags.writeable = False
    assert CLASSIC.ranks(grids).tolist() == list(range(0, 100, 2)) and CLASSIC.grids([]).shape == (0, 20)
    assert CLASSIC.ranks(np.zeros((0, 20), np.uint8)).shape == (0,)
    for bad in ([1.5], [[1]], ["a"]):
        pytest.raises(InputError, CLASSIC.grids, bad).match("ranks have type")
    for bad in ([1], [[1]], np.zeros((2, 20))):
        pytest.raises(InputError, CLASSIC.ranks, bad).match("layouts have type")


@pytest.mark.parametrize(
    ("board", "pieces", "why"), [*data("refused")["spaces"], ("." * 5000, "", "the board has more than 4,096 cells")]
)
def test_texts_that_say_no_space(board, pieces, why):
    error = pytest.raises(InputError, Space.parse, board, pieces)
    assert why in str(error.value)


def test_a_space_of_the_wrong_parts():
    kind = Kind.of([(0, 0)])
    with pytest.raises(InputError, match="1 count; expected 2"):
        Space(Board(2, 2), (kind, Kind.of([(0, 0), (1, 0)])), ((1, 1),))
    pytest.raises(InputError, Space, Board(2, 2), (kind, kind), ((1, 1), (1, 1))).match("1x1 is given twice")
    with pytest.raises(InputError, match=r"1x1: no number is in the range -1\.\."):
        Space(Board(2, 2), (kind,), ((-1, None),))


def test_the_examples_of_the_page():
    failed, tried = doctest.testfile(str(DOCS / "numbering.md"), module_relative=False)
    assert tried > 10 and failed == 0


def test_the_drawings_of_the_page():
    page = (DOCS / "numbering.md").read_text()
    space = Space.parse("2x3", "1x2:1 1x1:1")
    tables = space.tables
    names = "ABCDEFGHIJKLMNOPQRSTU"
    assert len(tables.cell) == len(names)
    rows = re.findall(r"^\| ([A-T]) \| (\d+) \| (.*) \| (.*) \| (.*) \|$", page, re.MULTILINE)
    words = {"U": 1}
    for state in reversed(range(20)):
        edges = [
            f"{names[to]} {before}" if to >= 0 else ""
            for to, before in zip(tables.to[state], tables.before[state], strict=True)
        ]
        words[names[state]] = sum(words[names[to]] for to in tables.to[state] if to >= 0)
        assert rows[state] == (names[state], str(words[names[state]]), *edges)
    drawn = {}
    for block in page.split("\n\n"):
        lines = block.removeprefix("```\n").split("\n")
        if re.fullmatch(r"[0-9 ]+", lines[0]) and len(lines) >= 5:
            for at, rank in ((m.start(), m[0]) for m in re.finditer(r"\d+", lines[0])):
                drawn[int(rank)] = [line[at : at + 9].split() for line in lines[1:5]]
    assert sorted(drawn) == list(range(16))
    for rank, layout in enumerate(space):
        cells = ["."] * 6
        for symbol, kind, heads in zip("VS", space.kinds, layout.heads, strict=True):
            for head in heads:
                for cell in space.board.cells(kind, head):
                    cells[cell] = symbol
        text = "".join(".VS"[letter] for letter in word(space, layout))
        assert drawn[rank] == [cells[0:2], cells[2:4], cells[4:6], [text]]
