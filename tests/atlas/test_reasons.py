"""Reasons: wishes, what is in the way and where it can leave to, against the definition on the naive rules."""

from hypothesis import given

import huarong as hr
from huarong.atlas.reasons import Reasons
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles


def alone(puzzle, kind, head):
    """The steps from a head of a kind to each head, as if no other piece were on the board."""
    found, frontier = {head: 0}, [head]
    for at in frontier:
        for direction in "UDLR":
            to = naive.step(puzzle, kind, at, direction, frozenset())
            if to is not None and to not in found:
                found[to] = found[at] + 1
                frontier.append(to)
    return found


@examples(60)
@given(puzzles())
def test_distances_alone_and_ways_out_are_those_of_the_naive_rules(puzzle):
    reasons = Reasons(puzzle)
    rules = puzzle.rules
    for piece, place in zip(puzzle.pieces, reasons.start, strict=True):
        for head, steps in alone(puzzle, piece.kind, piece.head).items():
            assert reasons.away(rules.place[piece.kind, head])[place] == steps
        swept = rules.covers[place]
        out = {rules.head[to] for to in reasons.ways_out(place, swept)}
        within = naive.cells(puzzle, piece.kind, piece.head)
        # Every way out is off the swept cells, and some head off them can be reached only if there is one.
        assert all(not naive.cells(puzzle, piece.kind, head) & within for head in out)
        free = [h for h in alone(puzzle, piece.kind, piece.head) if not naive.cells(puzzle, piece.kind, h) & within]
        assert bool(out) == bool(free) and out <= set(free)


@examples(60)
@given(puzzles())
def test_nothing_is_wished_exactly_where_a_goal_is_met_or_no_piece_can_reach_it(puzzle):
    reasons = Reasons(puzzle)
    wishes = reasons.wishes(reasons.start)
    if puzzle.goal.holds(puzzle.start):
        assert wishes == []
    for piece, to in wishes:
        kind = puzzle.pieces[piece].kind
        assert puzzle.rules.kind[to] == kind
        wanted = {each for some in puzzle.goal.alternatives for each in some}
        assert (kind, puzzle.rules.head[to]) in wanted


def test_the_pieces_in_the_way_of_a_car():
    puzzle = hr.puzzle("slide: along/XX.B.C/...B.C/....../goal:/....XX/....../......")
    reasons = Reasons(puzzle)
    [(piece, to)] = reasons.wishes(reasons.start)
    swept = reasons.swept(reasons.start[piece], to)
    names = [puzzle.pieces[i].symbol for i in reasons.in_the_way(reasons.start, piece, swept)]
    assert puzzle.pieces[piece].symbol == "X" and sorted(names) == ["B", "C"]
    [b] = [i for i, each in enumerate(puzzle.pieces) if each.symbol == "B"]
    assert [puzzle.rules.head[p] for p in reasons.ways_out(reasons.start[b], swept)] == [9]
