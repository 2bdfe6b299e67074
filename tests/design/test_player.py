"""The simulated player: he makes legal moves only, and never more of them than his patience; the tree of reasons."""

from random import Random

import pytest
from hypothesis import given

import huarong as hr
from huarong.atlas.reasons import Reasons
from huarong.design import player
from huarong.design.player import PATIENCE, ReasonTree, moves_of_a_player, tree_of_reasons
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles


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
