"""Hints by look-up and by search agree with the naive twin, and say where a distance is not known."""

import json
import math
from unittest import mock

import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.atlas.hints import Position, continuation, grade
from huarong.atlas.oracle import Oracle
from huarong.errors import InputError
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles

METRICS = ("step", "slide", "move")
SOURCES = {"atlas": (1 << 22, 1000), "component": (0, 1000), "search": (0, 1)}


def oracle(puzzle: hr.Puzzle, metric: str, source: str) -> Oracle:
    """An oracle whose distances come from this source."""
    whole, part = SOURCES[source]
    found = Oracle(puzzle, metric)
    with mock.patch("huarong.atlas.table.MOST_LAYOUTS", whole), mock.patch("huarong.atlas.table.MOST_IN_REACH", part):
        found.hint()
    return found


@pytest.mark.parametrize("source", SOURCES)
@examples(40)
@given(puzzle=puzzles(limit=300), metric=st.sampled_from(METRICS))
def test_every_move_is_graded_right(source: str, puzzle: hr.Puzzle, metric: str) -> None:
    begin = naive.start(puzzle)
    right = naive.all_distances(puzzle, metric, naive.bfs(puzzle, metric).depth)
    found = oracle(puzzle, metric, source).hint()
    assert found.distance == right[begin]
    after = {}
    for move, distance, known, loses, best in found.moves:
        assert known
        state = naive.replay(puzzle, [move]).state
        assert distance == right[state]
        assert best == (found.distance not in (None, 0) and distance == found.distance - 1)
        if distance is not None:
            assert loses == distance + 1 - found.distance
        after[state] = distance
    assert set(after) == naive.neighbours(puzzle, begin, metric)
    if found.distance is not None:
        assert found.line is not None and len(found.line) == found.distance
        end = naive.replay(puzzle, found.line).state
        assert naive.solved(puzzle, end)


def merged(puzzle: hr.Puzzle, metric: str, last: hr.Move) -> float:
    """The length of the shortest continuation after this move: going on with its piece, or not."""
    right = naive.all_distances(puzzle, metric, naive.bfs(puzzle, metric).depth)
    here = naive.start(puzzle)
    ends = [here]
    for option in hr.hint(puzzle, metric).moves:
        move = option.move
        straight = move.legs[0].direction == last.legs[-1].direction
        if move.piece == last.piece and (metric == "move" or straight):
            ends.append(naive.replay(puzzle, [move]).state)
    lefts = [right[end] for end in ends]
    return min(math.inf if left is None else left for left in lefts)


@examples(60)
@given(puzzle=puzzles(limit=300), metric=st.sampled_from(["slide", "move"]), data=st.data())
def test_going_on_with_the_last_piece_counts_nothing(puzzle: hr.Puzzle, metric: str, data: st.DataObject) -> None:
    first = hr.hint(puzzle, metric)
    if not first.moves:
        return
    last = data.draw(st.sampled_from([each.move for each in first.moves]))
    heads = tuple(last.stop if head == last.start else head for head in first.heads)
    here = Oracle(puzzle, metric).hint(heads, last=last)
    begun = Oracle(puzzle, metric).hint(heads).puzzle
    pieces = [hr.Piece(p.symbol, p.label, p.kind, h) for p, h in zip(begun.pieces, heads, strict=True)]
    there = hr.Puzzle(begun.board, begun.kinds, tuple(sorted(pieces, key=lambda p: (p.kind, p.head))), begun.goal)
    total = merged(there, metric, last)
    assert here.distance == (None if math.isinf(total) else total)
    for each in here.moves:
        if each.distance is None or here.distance is None:
            assert not each.best
            continue
        on = each.move.piece == last.piece and (
            metric == "move" or each.move.legs[0].direction == last.legs[-1].direction
        )
        assert each.loses == each.distance + (not on) - here.distance >= 0
        assert not each.best or each.loses == 0
    if here.distance:
        assert here.best and here.solutions >= 1 and len(here.line) in (here.distance, here.distance + 1)


def test_a_move_that_loses_one_is_not_called_best() -> None:
    """Halfway through a move, going on with its piece is free: a best move of another piece then loses one."""
    puzzle = hr.puzzle("横刀立马")
    asked = Oracle(puzzle)
    whole = next(each.move for each in asked.hint().moves if str(each.move) == "N D1R1")
    half = tuple(17 if head == whole.start else head for head in asked.hint().heads)
    plain, told = asked.hint(half), asked.hint(half, last="N D1")
    assert (plain.distance, told.distance) == (80, 80)
    over = tuple(whole.stop if head == whole.start else head for head in asked.hint().heads)
    plain, told = asked.hint(over), asked.hint(over, last=whole)
    assert (plain.distance, told.distance) == (81, 80) and {str(move) for move in told.best} == {"N L1"}
    assert all(each.loses == 1 for each in told.moves if each.move in plain.best and each.move not in told.best)
    assert len(told.line) == 81


def test_a_goal_that_going_on_reaches_is_no_move_away() -> None:
    found = Oracle("AB./.../goal:/..B/...").hint([0, 4], last="B D1")
    assert (found.distance, found.solved, [str(move) for move in found.best]) == (0, False, ["B U1R1"])
    assert found.line == found.best


def test_going_on_is_best_only_where_it_leads_nearer() -> None:
    first, second = Oracle("横刀立马").hint().best[:2]
    for left, helps in ((4, True), (5, False)):
        total, graded = grade(5, [(first, left, True), (second, 4, True)], lambda m: m == first)
        assert total == left and {each.move: each.best for each in graded} == {first: helps, second: not helps}


def test_a_slide_goes_on_in_the_last_direction() -> None:
    position = Position.of(hr.puzzle("A../.../goal:/.../..A"), None)
    goes_on = continuation(position, hr.Metric.SLIDE, "A R1D1")
    moves = [each.move for each in hr.hint(position.puzzle, "slide").moves]
    assert {str(move): goes_on(move) for move in moves} == {"A D1": True, "A R2": False, "A R1": False}


def test_the_last_piece_has_to_be_one() -> None:
    for wrong in ("X D1", "X", "N sideways"):
        pytest.raises(InputError, hr.hint, "横刀立马", last=wrong)
    by_label = Oracle("横刀立马").hint(last="卒一 下1")
    assert by_label.moves == Oracle("横刀立马").hint(last="N").moves


def test_all_best_moves_are_told() -> None:
    """Nine singles that each go down by one: all nine first moves are best, and all nine are listed."""
    puzzle = hr.Puzzle.parse("match: shape/ABCDEFGHI/.........", goal="........./ABCDEFGHI")
    found = hr.hint(puzzle, "step")
    assert found.distance == len(found.best) == sum(each.best for each in found.moves) == 9


def test_a_hint_is_json_and_a_picture() -> None:
    found = hr.hint("横刀立马")
    data = json.loads(json.dumps(found.to_json()))
    assert (data["distance"], data["solutions"], data["source"]) == (81, 256, "atlas")
    assert data["best"] == [str(move) for move in found.best]
    assert data["moves"][0] == {
        "move": "N D1",
        "piece": "N",
        "label": "卒1",
        "from": 13,
        "to": 17,
        "path": "D1",
        "distance": 80,
        "known": True,
        "loses": 0,
        "best": True,
    }
    assert found._repr_svg_().startswith("<svg")
    assert repr(found) == "<Hint: 81 moves to the goal; best: N D1, O D1, P R1, Q L1>"


def test_numbers_agree_with_their_nouns() -> None:
    assert repr(hr.hint("A./../goal:/.A/..")).startswith("<Hint: 1 move to the goal")
    assert repr(hr.hint("A.#./goal:/..#A")) == "<Hint: cannot be solved; 1 move>"
    assert repr(hr.solve("A./../goal:/.A/..")).endswith("best in moves: 1 step, 1 slide, 1 move>")
