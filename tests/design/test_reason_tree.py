"""The tree of reasons: by hand on small boards, cut at its limit, and cancelled."""

import pytest

import huarong as hr
from huarong.design.player import ReasonTree, tree_of_reasons


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
def test_by_hand(text, tree):
    assert tree_of_reasons(hr.puzzle(text)) == tree


def test_a_large_tree_is_measured_in_part():
    assert tree_of_reasons(hr.puzzle("横刀立马"), most=100).size == 100
    whole = tree_of_reasons(hr.puzzle("Rush Hour 20"))
    assert tree_of_reasons(hr.puzzle("Rush Hour 20"), most=10).size == 10 < whole.size
