"""Times of people and the features that explain them; the simulated player and his tree of reasons."""

import json
import math
from random import Random

import numpy as np
import pytest
from hypothesis import given

import huarong as hr
from huarong.atlas.reasons import Reasons
from huarong.design import player
from huarong.design.people import Timed, correlations, rank_correlation, read_times
from huarong.design.player import PATIENCE, ReasonTree, moves_of_a_player, tree_of_reasons
from huarong.design.rating import FEATURES, WEIGHED, WEIGHTS, Findings
from huarong.design.solution_statistics import SolutionStatistics
from huarong.errors import InputError
from huarong.library.reader import puzzle
from tests import naive
from tests.cli.running import run
from tests.examples import DATA, data, examples
from tests.strategies import puzzles

PEOPLE = DATA / "people" / "rush_hour.csv"


def test_a_file_of_solves_gives_medians():
    rows = [("Rush Hour 1", 4000), ("Rush Hour 2", 9500), ("Rush Hour 1", 6000), ("Rush Hour 1", 5500)]
    lines = "".join(json.dumps({"puzzle": p, "milliseconds": t}) + "\n" for p, t in rows)
    assert read_times(lines) == [Timed(puzzle("Rush Hour 1"), 5.5, 3), Timed(puzzle("Rush Hour 2"), 9.5, 1)]
    commas = "\ufeffpuzzle,milliseconds\n" + "".join(f"{p},{t}\n" for p, t in rows)
    assert read_times(commas) == read_times(lines)


@pytest.mark.parametrize(("text", "message"), data("refused")["times"])
def test_what_is_wrong_with_a_file_is_said_by_row(text, message):
    caught = pytest.raises(InputError, read_times, text)
    assert message in str(caught.value)


def test_ranks_are_correlated_as_by_definition():
    assert rank_correlation([3, 1, 2], [30, 10, 20]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    # Two equal values share the mean of their ranks: 0, 1.5, 1.5, 3 against 0, 1, 2, 3.
    assert rank_correlation([1, 5, 5, 9], [1, 2, 3, 4]) == pytest.approx(4.5 / math.sqrt(4.5 * 5))


def test_weights_that_made_the_times_are_found_and_a_wrong_time_spoils_only_its_own_prediction():
    draw = np.random.default_rng(3)
    its = [
        Findings(
            SolutionStatistics(n, 0, 2, 0, 0, 0, 0, float(draw.integers(1, n)), float(draw.integers(1, 9))), n * 1.5
        )
        for n in draw.integers(5, 20, 30)
    ]
    logs = [1 + 2 * FEATURES["pieces"](each) + 0.5 * FEATURES["single best moves"](each) for each in its]
    times = [Timed(puzzle("Rush Hour 1"), 2.0**log, 1) for log in logs]
    [found] = correlations(times, its, [("pieces", "single best moves")])
    assert found.weights == pytest.approx((1, 2, 0.5)) and found.pearson == pytest.approx(1)
    assert found.spearman == pytest.approx(1, abs=0.01)  # equal times, predicted alike but for rounding
    pytest.raises(InputError, correlations, times[:7], its[:7], [("pieces",)]).match("at least 8")


@pytest.mark.slow
def test_the_weights_of_the_rating_are_those_fitted_to_people():
    """The table's figures are those of the page rating; the boards kept apart for judging are not in it."""
    found = json.loads(run("design", "rate", "--people", PEOPLE, "--json").stdout)
    assert found["puzzles"] == 46
    by = {tuple(each["features"]): each for each in found["correlations"]}
    chosen = by[WEIGHED]
    assert chosen["weights"] == pytest.approx(WEIGHTS, abs=0.01)
    assert chosen["pearson"] > 0.89 and chosen["within"] > 0.4 and chosen["spearman"] > 0.87
    assert by["length",]["pearson"] < 0.84 and by["length",]["within"] is None


def test_a_file_that_cannot_be_read_is_named():
    assert "missing.csv" in run("design", "rate", "--people", "missing.csv", status=2).stderr


FOUND = SolutionStatistics(8, 12.5, 4.0, 0.25, 2.0, 1.5, 0.5, 6.0, 3.0)
EXPECTED = {
    "length": 3.0,
    "pieces": 2.0,
    "single best moves": math.log2(7),
    "reasoning": 5.0,
    "moved again": 5.0,
    "choices": 2.0,
    "bits": 12.5,
    "wrong turns": 2.0,
    "temptations": 1.5,
    "detours": 0.5,
    "unforced moves": 6.0,
    "reach": 10.0,
    "reasons": 5.0,
    "depth of reasons": 4,
    "leaves of reasons": 2.0,
}


def test_each_feature():
    its = Findings(FOUND, 32.0, 1024, ReasonTree(31, 4, 3))
    assert {name: feature(its) for name, feature in FEATURES.items()} == pytest.approx(EXPECTED)
    assert set(WEIGHED) < set(FEATURES)


@examples(60)
@given(puzzles())
def test_each_move_is_one_that_the_naive_rules_allow(puzzle):
    reasons, random = Reasons(puzzle), Random(2)
    places, last, head = list(reasons.start), -1, puzzle.rules.head
    for _ in range(20):
        wishes = reasons.wishes(places)
        if not wishes:
            break
        move = player._thought(reasons, random, places, wishes, last)
        thought = move is not None
        piece, to = move or player._any(reasons, random, places, last)
        here = frozenset((p.kind, head[at]) for p, at in zip(puzzle.pieces, places, strict=True))
        kind = puzzle.pieces[piece].kind
        others = here - {(kind, head[places[piece]])}
        legal = naive.reach(puzzle, kind, head[places[piece]], others, "move")
        assert head[to] in legal or (not thought and to == places[piece])
        assert not thought or piece != last
        places[piece], last = to, piece


def test_a_puzzle_that_he_cannot_solve_is_given_up():
    assert moves_of_a_player(hr.puzzle("走投无路"), runs=2) == pytest.approx(PATIENCE)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("A../.../goal:/..A/...", ReasonTree(1, 1, 1)),
        # B may leave downwards, where C stands, which may leave to the left.
        ("slide: A=LR B=UD C=LR/A.B/..C/.../goal:/..A/.../...", ReasonTree(3, 3, 1)),
        # A car that cannot leave ends its branch.
        ("slide: A=LR B=none/AB./.../goal:/..A/...", ReasonTree(1, 1, 0)),
        ("A./../goal:/A./..", ReasonTree(0, 0, 0)),
    ],
)
def test_trees_by_hand(text, tree):
    assert tree_of_reasons(hr.puzzle(text)) == tree


def test_a_large_tree_is_measured_in_part():
    assert tree_of_reasons(hr.puzzle("横刀立马"), most=100).size == 100
    whole = tree_of_reasons(hr.puzzle("Rush Hour 20"))
    assert tree_of_reasons(hr.puzzle("Rush Hour 20"), most=10).size == 10 < whole.size
