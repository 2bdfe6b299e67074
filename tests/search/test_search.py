import contextlib
import itertools
import threading
from array import array

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.limits import Watch
from huarong.model.board import Board, Metric
from huarong.model.puzzle import Puzzle, Solution
from huarong.model.setup import Setup
from huarong.search.bfs import BreadthFirst
from huarong.search.expander import NeighbourFinder
from huarong.search.keys import KeyPacking
from tests import naive
from tests.examples import examples
from tests.search.plain import plain_kernels
from tests.strategies import puzzles, symmetric_puzzles

KERNELS = ("compiled", "plain")


def solved_by(name, puzzle, metric):
    with plain_kernels() if name == "plain" else contextlib.nullcontext():
        return hr.solve(puzzle, metric)


def agrees(solution, puzzle, metric):
    """The twin finds the same length, and its rules allow every move of the named pieces."""
    twin = naive.bfs(puzzle, metric)
    assert solution.solved == (twin.distance is not None) and solution.length == twin.distance
    assert solution.verify()
    packing = KeyPacking.of(puzzle)
    if not solution.solved:
        assert solution.reason.key != "search" or packing.images or solution.explored == len(twin.depth)
        return
    replay = naive.replay(puzzle, solution.moves)
    assert naive.solved(puzzle, replay.state) and solution.counts == replay.counts
    assert solution.counts[metric] == solution.length
    assert [naive.state(layout) for layout in solution.layouts][-1] == replay.state


@pytest.mark.parametrize("name", KERNELS)
@examples(120)
@given(puzzle=puzzles() | symmetric_puzzles(), metric=st.sampled_from(naive.METRICS))
def test_agrees_with_the_naive_twin(name, puzzle, metric):
    agrees(solved_by(name, puzzle, metric), puzzle, metric)


def widened(puzzle):
    """A puzzle with a closed hall beside it that no piece can enter: its board has more cells than a word has bits."""
    board = puzzle.board
    width = board.width + 10
    setup = Setup(
        Board(
            width,
            board.height + 8,
            frozenset(
                y * width + x
                for y in range(board.height + 8)
                for x in range(width)
                if (x < board.width and y < board.height and y * board.width + x in board.walls)
                or (x == board.width and y < board.height + 1)
                or (y == board.height and x <= board.width)
            ),
            frozenset(c // board.width * width + c % board.width for c in board.gates),
        )
    )
    kinds = puzzle.kinds

    def cells(kind, head):
        return [(c % board.width, c // board.width) for c in board.cells(kinds[kind], head)]

    for piece in puzzle.pieces:
        kind = kinds[piece.kind]
        covered = cells(piece.kind, piece.head)
        setup.place(piece.symbol, covered, directions=kind.directions, gates=kind.gates)
    goals = []
    for each in puzzle.goal.alternatives:
        symbols = {}
        for kind, head in each:
            symbol = next(p.symbol for p in puzzle.pieces if p.kind == kind and p.symbol not in symbols)
            symbols[symbol] = cells(kind, head)
        goals.append(symbols)
    marked = any(kind.mark for kind in kinds)
    return Puzzle.of(setup, goals, match="piece" if marked else "shape")


@pytest.mark.parametrize("name", KERNELS)
@examples(40)
@given(puzzle=puzzles(), metric=st.sampled_from(naive.METRICS))
def test_wide_boards_agree_with_the_naive_twin(name, puzzle, metric):
    wide = widened(puzzle)
    assert KeyPacking.of(wide).rules.words > 1
    agrees(solved_by(name, wide, metric), wide, metric)


def strip(length, goal):
    return Puzzle.parse(f"match: shape/AA{'.' * (length - 4)}BB/goal:/{goal}")


@pytest.mark.parametrize("name", KERNELS)
def test_keys_of_several_words(name):
    """Two dominoes on a long strip: boards in two words where it is symmetric, else a list."""
    symmetric = strip(68, "." * 32 + "AABB" + "." * 32)
    packing = KeyPacking.of(symmetric)
    assert (packing.words, packing.images) == (2, 1)
    agrees(solved_by(name, symmetric, "step"), symmetric, "step")
    lopsided = strip(68, "." * 12 + "AABB" + "." * 52)
    assert (KeyPacking.of(lopsided).words, KeyPacking.of(lopsided).images) == (1, 0)
    agrees(solved_by(name, lopsided, "step"), lopsided, "step")


def in_order(puzzle, metric, found):
    """The first `found` keys of a search that expands each layout in full, in their order."""
    packing = KeyPacking.of(puzzle)
    expander, words = NeighbourFinder(packing, metric, room=1), packing.words
    out = array("Q", bytes(8 * words * (1 + packing.fan_out)))
    keys = [tuple(packing.canonical(packing.places(puzzle.start)))]
    known = set(keys)
    for key in keys:
        if len(keys) >= found:
            break
        _, n = expander(array("Q", key), 0, 1, out)
        for j in range(n):
            new = tuple(out[j * words : (j + 1) * words])
            if new not in known:
                known.add(new)
                keys.append(new)
    return keys[:found]


def finds_in_order(name, puzzle, metric):
    with plain_kernels() if name == "plain" else contextlib.nullcontext():
        search = BreadthFirst(puzzle, metric, Watch(), goals=False)
        search.run(2000)
        words, count = search.packing.words, min(2000, search.count)
        found = search.queue.view[: words * count].tolist()
    assert found == list(itertools.chain(*in_order(puzzle, metric, count)))


@pytest.mark.parametrize("name", KERNELS)
@examples(25)
@given(puzzle=puzzles() | symmetric_puzzles(), wide=st.booleans(), metric=st.sampled_from(list(Metric)))
def test_a_piece_moved_last_is_left_alone_and_nothing_is_missed(name, puzzle, wide, metric):
    finds_in_order(name, widened(puzzle) if wide else puzzle, metric)


@pytest.mark.parametrize("name", KERNELS)
def test_lists_are_found_in_order(name):
    puzzle = Puzzle.parse("match: shape/AA..../..BB../....CC/goal:/....../....../AA....")
    finds_in_order(name, puzzle, Metric.MOVE)
    finds_in_order(name, strip(68, "." * 12 + "AABB" + "." * 52), Metric.MOVE)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("metric", list(Metric))
@pytest.mark.parametrize(("sets", "room"), [(0, 0), (3, 40), (500, 40)])
def test_ways_that_do_not_fit_into_memory_are_found_again(name, metric, sets, room, monkeypatch):
    def targets(packing, metric, reverse, loops, thread):
        places = len(packing.rules.head)
        return loops.Targets(
            10,
            array("Q", bytes(8 << 10)),
            array("i", bytes(4 << 10)),
            array("Q", bytes(8 * sets)),
            array("i", bytes(4 * sets * places)),
            array("H", bytes(2 * (places + 2 + room))),
        )

    monkeypatch.setattr("huarong.search.expander._targets", targets)
    finds_in_order(name, hr.puzzle("横刀立马"), metric)


def test_pieces_keep_their_names():
    solution = hr.solve("横刀立马", "step")
    labels = {piece.symbol: piece.label for piece in solution.puzzle.pieces}
    assert sorted(labels.values()) == sorted(
        ["曹操", "关羽", "张飞", "赵云", "马超", "黄忠", "卒1", "卒2", "卒3", "卒4"]
    )
    assert all(move.label == labels[move.piece] for move in solution.moves)
    assert naive.solved(solution.puzzle, naive.replay(solution.puzzle, solution.moves).state)


def test_the_nine_moves():
    names = {move.name for name in ("横刀立马", "捷足先登") for move in hr.solve(name).moves}
    nine = {"Up", "Down", "Left", "Right", "Up2", "Down2", "Left2", "Right2", "Turning"}
    assert names <= nine and len(names) >= 7


def test_mirror_images_are_searched_once():
    symmetric, apart = hr.puzzle("横刀立马"), hr.puzzle("横刀立马", goal="..../..../..../AA../AA..")
    assert KeyPacking.of(symmetric).images == 1 and KeyPacking.of(apart).images == 0
    assert hr.solve(symmetric, "step").explored < 13000


def test_a_proof_that_there_is_no_solution_counts_all_layouts_in_reach():
    """A piece of two cells never gets past a tile in the same row."""
    puzzle = Puzzle.parse("AAB.", goal="BAA.")
    solution = hr.solve(puzzle)
    assert not solution.solved and solution.length is None
    assert solution.explored == len(naive.bfs(puzzle, "move").depth) and solution.verify()
    assert f"none of the {solution.explored} layouts that can be reached" in repr(solution)


def test_a_goal_out_of_reach_is_no_search():
    solution = hr.solve(Puzzle.parse("A#./...", goal="..A/..."), method="bidirectional")
    assert solution.solved
    solution = hr.solve(Puzzle.parse("A#./.#.", goal="..A/..."), method="bidirectional")
    assert (solution.solved, solution.explored, solution.reason.key) == (False, 0, "goal")


def test_solved_at_the_start():
    solution = hr.solve(Puzzle.parse("A.", goal="A."))
    assert (solution.solved, solution.length, solution.moves) == (True, 0, ()) and solution.verify()


def test_a_false_solution_does_not_verify():
    solution = hr.solve(Puzzle.parse("AB./...", goal="BA./..."))
    assert solution.verify()
    for wrong in (solution.moves[1:], solution.moves[:-1], solution.moves[::-1]):
        assert not Solution(solution.puzzle, solution.metric, True, wrong, 1, 1, 0.0, solution.heads).verify()


def test_unknown_metric():
    caught = pytest.raises(hr.UnknownName, hr.solve, "横刀立马", "slides")
    assert caught.value.nearest == ("slide",)


BIG = "gnome-klotski: Lodzianka"


def test_progress_and_cancel_from_another_thread():
    seen, flag = [], threading.Event()

    def progress(now):
        seen.append(now)
        flag.set()

    caught = pytest.raises(hr.Cancelled, hr.solve, BIG, progress=progress, cancel=flag)
    assert seen[0].layouts > 0 and seen[0].depth > 0
    assert seen[0].rate > 0 and caught.value.explored >= seen[0].layouts


def test_memory_limit():
    with pytest.raises(hr.LimitReached, match="memory limit") as caught:
        hr.solve(BIG, max_memory="512K")
    assert caught.value.limit == "memory"


@pytest.mark.slow
@pytest.mark.parametrize("metric", naive.METRICS)
@pytest.mark.parametrize("name", ["Shark", "American Pie", "Transeuropa", "Ithaca", "Sunshine"])
def test_the_first_levels_of_large_puzzles(name, metric):
    """Keys and boards of several words, with and without lists: the counts at each depth are the naive twin's."""
    puzzle = hr.puzzle(f"gnome-klotski: {name}")
    large = BreadthFirst(puzzle, Metric(metric), Watch(), KeyPacking.of(puzzle, False))
    last, seen = {naive.start(puzzle)}, {naive.start(puzzle)}
    counts = [1]
    while len(seen) < 100:
        last = set().union(*(naive.neighbours(puzzle, each, metric) for each in last)) - seen
        seen |= last
        counts.append(len(last))
    while large.depth < len(counts):
        if large.advance(64) == large.why.FULL:
            large.grow()
    levels = large.levels[: len(counts) + 1]
    assert [b - a for a, b in itertools.pairwise(levels)] == counts


@pytest.mark.parametrize("name", KERNELS)
def test_a_layout_of_many_neighbours_is_left_between_two_pieces(name):
    """Expansion may pause between two pieces: one layout may have 150,000 neighbours; each is found once."""
    side = 40
    row = "ABC" + "." * (side - 3)
    rows = [row, *["." * side] * (side - 1)]
    puzzle = Puzzle.parse("/".join(rows), goal="/".join(["." * side] * (side - 1) + ["." * (side - 3) + "CBA"]))
    with plain_kernels() if name == "plain" else contextlib.nullcontext():
        search = BreadthFirst(puzzle, Metric.MOVE, Watch(), KeyPacking.of(puzzle, False))
        calls = 0
        while not search.expanded:
            if search.advance(1) == search.why.FULL:
                search.grow()
            calls += 1
        assert search.count == 1 + 3 * (side * side - 3) and calls >= 2
