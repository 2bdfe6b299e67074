"""The anytime search: each of its rounds alone, its figures, its result at a limit, and cancelling."""

import contextlib
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.limits import Limits
from huarong.search import anytime
from huarong.search.anytime import shorten
from tests import naive
from tests.cancelling import Asked, cancels_anywhere
from tests.clock import ticking
from tests.examples import examples
from tests.search.plain import plain_kernels
from tests.strategies import puzzles, symmetric_puzzles

ANY = st.one_of(puzzles(), symmetric_puzzles())
HARD = json.loads((Path(__file__).parents[1] / "data" / "hard_levels.json").read_text("utf-8"))
"""The best solutions found, in moves, and what is proved none to be shorter than: none is known to be best."""


def solve(puzzle, metric, way):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(anytime, "_BUDGET", 4)  # else breadth-first search would solve small puzzles
        patch.setattr(anytime, "ROUNDS", (way,))
        return hr.solve(puzzle, metric, optimal=False)


def agrees(puzzle, metric, way):
    solution, best = solve(puzzle, metric, way), naive.bfs(puzzle, metric).distance
    assert solution.solved == (best is not None)
    if best is not None:
        assert solution.verify()
        assert naive.solved(puzzle, naive.replay(puzzle, solution.moves).state)
        assert solution.length == best if solution.optimal else solution.bound <= best


@pytest.mark.parametrize("way", anytime.ROUNDS)
@examples(25)
@given(puzzle=ANY, metric=st.sampled_from(naive.METRICS))
def test_each_round_alone(way, puzzle, metric):
    agrees(puzzle, metric, way)


@pytest.mark.parametrize("way", anytime.ROUNDS[:2])
@examples(10)
@given(puzzle=puzzles(limit=100), metric=st.sampled_from(naive.METRICS))
def test_plain_kernels(way, puzzle, metric):
    with plain_kernels():
        agrees(puzzle, metric, way)


@pytest.mark.slow  # a search of a second
def test_the_classes_of_novelty_are_many():
    """There are 65,536 classes where the puzzle is small and the memory large, a number of more than 16 bits."""
    solution = solve(hr.puzzle("横刀立马"), "move", anytime.Round(4, 0))
    assert solution.verify() and solution.length >= 81


def test_a_limit_after_the_first_solution_does_not_lose_it():
    def ended(solution, watch):
        watch.limits = Limits(seconds=0)
        return shorten(solution, watch)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(anytime, "shorten", ended)
        solution = hr.solve("gnome-klotski: Shark", optimal=False)
    assert solution.verify() and not solution.optimal
    assert 10 < solution.bound <= 50 <= solution.length


def test_a_limit_before_any_solution_says_what_is_proved():
    with pytest.raises(hr.LimitReached) as caught:
        hr.solve("gnome-klotski: Shark", optimal=False, max_layouts=300_000)
    assert 10 < caught.value.lower <= 50 and caught.value.solution is None


@pytest.mark.parametrize("seed", [1])
def test_cancelled_anywhere(seed):
    """Cancelled in breadth-first search, in both alternating searches, while a solution is shortened, and in the final
    search.
    """

    def work(cancel):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(anytime, "_BUDGET", 1 << 15)
            patch.setattr(anytime, "_SECOND", 1 << 14)
            patch.setattr(anytime, "ROUNDS", (anytime.Round(4, 1), anytime.Round(4, 0)))
            patch.setattr(anytime, "shorten", lambda *given: shorten(*given, 1 << 14))
            hr.solve("gnome-klotski: Shark", optimal=False, cancel=cancel)

    asked = cancels_anywhere(work, seed, 2)
    phases = {"BreadthFirst.run", "BestFirst.run", "NovelFirst.run", "shorten", "shortest", "chain", "_second"}
    assert phases <= asked.by


MORE = ("Transeuropa", "Ithaca", "Pelopones")


@pytest.mark.parametrize("optimal", [True, False])
@pytest.mark.parametrize(
    "name", ["Shark", "American Pie", *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)]
)
def test_it_asks_often(name, optimal):
    """Where each call of a kernel takes the 10 ms that it should, some 200 layouts are found between two asks."""
    asked = Asked()
    with ticking(0.01), contextlib.suppress(hr.LimitReached):
        hr.solve(f"gnome-klotski: {name}", optimal=optimal, max_seconds=None, max_layouts=300_000, cancel=asked)
    assert asked.count > 300_000 / 300


@pytest.mark.parametrize("name", [name for name, level in HARD.items() if level["moves"]])
def test_solutions_of_the_hard_levels(name):
    puzzle, level = hr.puzzle(name), HARD[name]
    kinds = {piece.symbol: piece.kind for piece in puzzle.pieces}
    heads = {piece.symbol: piece.head for piece in puzzle.pieces}
    moves = level["moves"].split(", ")
    for move in moves:
        piece, way = move.split(" ")
        others = [(kinds[each], head) for each, head in heads.items() if each != piece]
        for direction, count in re.findall(r"([UDLR])(\d+)", way):
            for _ in range(int(count)):
                heads[piece] = naive.step(puzzle, kinds[piece], heads[piece], direction, others)
                assert heads[piece] is not None, f"{name}: {move}"
    assert naive.solved(puzzle, frozenset((kinds[each], head) for each, head in heads.items()))
    assert level["bound"] <= level["length"] == len(moves)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, level in HARD.items() if level["moves"]])
def test_the_hard_levels_are_solved(name):
    """Some solution is found in minutes; `HARD` has the best lengths of several searches."""
    solution = hr.solve(name, optimal=False, max_seconds=3000)
    assert solution.verify() and not solution.optimal
    assert solution.bound <= HARD[name]["length"] <= solution.length


@pytest.mark.slow
def test_not_optimal_is_said():
    solution = hr.solve("gnome-klotski: Shark", optimal=False)
    assert solution.method == "greedy"
    assert not solution.optimal
    assert 10 < solution.bound < solution.length < 100
    assert solution.verify()
    assert naive.solved(solution.puzzle, naive.replay(solution.puzzle, solution.moves).state)
    assert "found" in repr(solution)
    quick = hr.solve("横刀立马", optimal=False)
    assert (quick.length, quick.optimal, quick.bound) == (81, True, None)


@pytest.mark.parametrize("less", [0, 1, 5])
def test_best_is_only_what_was_proved_best(less, monkeypatch):
    """Breadth-first search proved the lower bound `length - less`, and a solution of `length` moves is found."""
    known = hr.solve("捷足先登")

    class First:
        def __init__(self, puzzle, metric, watch, packing):
            self.watch = watch

        def run(self, layouts):
            self.watch.lower = known.length - less

        def close(self, ask):
            pass

    monkeypatch.setattr(anytime, "BreadthFirst", First)
    monkeypatch.setattr(anytime, "_in_turn", lambda task: (known, anytime.ROUNDS[0]))
    monkeypatch.setattr(anytime, "shorten", lambda solution, watch: solution)
    found = hr.solve("捷足先登", optimal=False)
    assert (found.length, found.optimal) == (known.length, less == 0)
    assert found.bound == (None if less == 0 else known.length - less)


def test_leaving_pieces_out_bounds_transeuropa():
    """The text in the notes is the level without three pieces, so what is proved of it holds for the level."""
    page = (Path(__file__).parents[2] / "benchmarks" / "NOTES.md").read_text("utf-8")
    parts = re.search(r"less = \(\n(.*?)\n\)", page, re.DOTALL)
    assert parts is not None
    less, whole = hr.puzzle("".join(re.findall(r'"(.*?)"', parts[1]))), hr.puzzle("gnome-klotski: Transeuropa")
    assert less.rows() == tuple(re.sub("[HJL]", ".", row) for row in whole.rows())
    assert less.board == whole.board
    assert [head for each in less.goal.alternatives for _, head in each] == [
        head for each in whole.goal.alternatives for _, head in each
    ]
