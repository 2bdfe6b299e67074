"""The naive twin against answers that are published or can be checked by eye."""

import collections

import pytest
from hypothesis import given

from huarong.model.board import Leg, Metric, Move
from huarong.model.puzzle import Puzzle
from tests import naive, strategies


def test_tiles_2x3_by_depth() -> None:
    # Half of the 6! arrangements are in reach, the farthest after 21 steps.
    search = naive.bfs(Puzzle.parse("123/45.", goal="123/45."), "step")
    assert (sum(search.counts), len(search.counts) - 1) == (360, 21)
    assert search.counts[:6] == (1, 2, 3, 5, 6, 7) and search.distance == 0


def test_the_three_metrics_differ() -> None:
    puzzle = Puzzle.parse("A../.#./...", goal=".../.#./..A")
    assert [naive.bfs(puzzle, metric).distance for metric in Metric] == [4, 2, 1]


@pytest.mark.parametrize(("metric", "best"), [("step", 31), ("slide", 23), ("move", 18)])
def test_simplicity(metric: str, best: int) -> None:
    puzzle = Puzzle.parse("..a./bbaa/.cd./.cdd", goal="d.../dd../..../....")
    assert naive.bfs(puzzle, metric).distance == best


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "best"), [("step", 116), ("slide", 90), ("move", 81)])
def test_hengdao_lima(metric: str, best: int) -> None:
    puzzle = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
    search = naive.bfs(puzzle, metric)
    assert (search.distance, sum(search.counts)) == (best, 25955)
    assert sum(naive.solved(puzzle, state) for state in search.depth) == 964


@pytest.mark.slow
def test_the_classic_set() -> None:
    puzzle = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
    distances = naive.all_distances(puzzle, "step")
    solvable = [distance for distance in distances.values() if distance is not None]
    assert (len(distances), len(solvable), max(solvable)) == (65880, 53954, 126)
    assert (sum(solvable), solvable.count(0)) == (2326963, 6795) and len(naive.components(puzzle)) == 898


def test_walls_gates_and_directions() -> None:
    puzzle = Puzzle.parse("slide: A=R B=LR\ngate: B\nA.-B\n.##.\ngoal:\n.A..\n....")
    heads = {kind: puzzle.kinds.index(kind) for kind in puzzle.kinds}
    a, b = (heads[kind] for kind in sorted(puzzle.kinds, key=lambda kind: kind.gates))
    begin = naive.start(puzzle)
    assert naive.neighbours(puzzle, begin, "step") == {frozenset({(a, 1), (b, 3)}), frozenset({(a, 0), (b, 2)})}
    assert naive.bfs(puzzle, "slide").counts == (1, 3, 1)
    back = naive.bfs(puzzle, "step", frozenset({(a, 1), (b, 3)}))
    assert (back.counts, back.distance) == ((1, 1), 0)


def test_pieces_of_a_kind_are_interchangeable() -> None:
    assert len(list(naive.enumerate_layouts(Puzzle.parse("A.B/...", goal="A../...")))) == 30
    shape = Puzzle.parse("match: shape\nA.B\n...\ngoal:\nA..\n...")
    assert len(list(naive.enumerate_layouts(shape))) == 15


def test_distances_of_a_one_way_piece() -> None:
    puzzle = Puzzle.parse("slide: A=R\nA...\ngoal:\n..A.")
    assert sorted(naive.all_distances(puzzle, "step").items(), key=str) == [
        (frozenset({(0, 0)}), 2),
        (frozenset({(0, 1)}), 1),
        (frozenset({(0, 2)}), 0),
        (frozenset({(0, 3)}), None),
    ]
    assert len(naive.components(puzzle)) == 1


def test_replay() -> None:
    puzzle = Puzzle.parse("AB./...", goal="..A/...")
    down = Move("B", "B", 1, 4, (Leg("D", 1),))
    across = Move("A", "A", 0, 2, (Leg("R", 2),))
    end = naive.replay(puzzle, [down, across])
    assert end.counts == {"step": 3, "slide": 2, "move": 2} and end.heads == {"A": 2, "B": 4}
    assert naive.solved(puzzle, end.state)
    for wrong in (
        [across],
        [down, down],
        [Move("B", "B", 1, 5, (Leg("D", 1),))],
        [Move("B", "B", 1, 1, (Leg("D", 1), Leg("U", 1)))],
    ):
        pytest.raises(AssertionError, naive.replay, puzzle, wrong)


@given(strategies.puzzles(limit=300))
def test_the_metrics_reach_the_same_layouts(puzzle: Puzzle) -> None:
    step, slide, move = (naive.bfs(puzzle, metric) for metric in naive.METRICS)
    assert step.depth.keys() == slide.depth.keys() == move.depth.keys()
    assert all(move.depth[s] <= slide.depth[s] <= step.depth[s] for s in step.depth)


@given(strategies.puzzles(limit=300))
def test_distances_agree_with_a_search_from_the_start(puzzle: Puzzle) -> None:
    distances = naive.all_distances(puzzle, "slide")
    assert distances[naive.start(puzzle)] == naive.bfs(puzzle, "slide").distance


@given(strategies.symmetric_puzzles(limit=300))
def test_symmetric_puzzles_are_symmetric(puzzle: Puzzle) -> None:
    board = puzzle.board

    def drawn(kinds: list[tuple[int, int]], across: bool, down: bool) -> frozenset[object]:
        cells = []
        for kind, head in kinds:
            for dx, dy in puzzle.kinds[kind].shape:
                x, y = head % board.width + dx, head // board.width + dy
                cells.append((board.width - 1 - x if across else x, board.height - 1 - y if down else y))
        return frozenset(collections.Counter(cells).items())

    images = [
        {drawn(list(each), across, down) for each in puzzle.goal.alternatives}
        for across, down in [(False, False), (True, False), (False, True), (True, True)]
    ]
    assert images[0] in images[1:]
