"""Atlases: searched from all goals at once, checked against known answers, the naive twin, `solve`, and brute force."""

import functools
import itertools
import json
import zlib

import pytest
from hypothesis import given, strategies as st

from huarong.atlas import Atlas, UnsolvableError, dense
from huarong.atlas.component import reach
from huarong.atlas.goals import puzzle_at, read_goal
from huarong.errors import InputError, LimitReached, UnknownName
from huarong.kernels import kernel
from huarong.library.reader import puzzle
from huarong.model.board import Goal, Layout
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve
from huarong.space.space import NotInSpaceError, RankError, Space
from tests import naive
from tests.atlas.truth import truth
from tests.examples import data, examples
from tests.strategies import as_layout, puzzles

KNOWN = data("atlas")
HERO = puzzle("横刀立马")
CLASSIC = Space.of(HERO)
FAMILY = Space.parse("4x5 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
METRICS = ("step", "slide", "move")
PLAIN = functools.partial(kernel, pure=True)


@pytest.fixture(scope="module")
def classic() -> dict[str, Atlas]:
    return {metric: Atlas.of(HERO, metric) for metric in METRICS}


def check(atlas: Atlas, known: dict) -> None:
    facts, parts = atlas.facts, atlas.components
    assert {name: getattr(facts, name) for name in known if hasattr(facts, name)} == {
        name: known[name] for name in known if hasattr(facts, name)
    }
    assert (len(parts), int((parts.goals > 0).sum())) == (known["components"], known["solvable_components"])
    assert (parts.sizes.sum(), parts.goals.sum()) == (facts.layouts, facts.goals)
    assert zlib.crc32(atlas.distances.data) == known["crc32"] and len(atlas.piece_sets()) == known["piece_sets"]


@pytest.mark.parametrize("known", KNOWN[:3], ids=lambda known: known["metric"])
def test_classic_set(known: dict, classic: dict[str, Atlas]) -> None:
    check(classic[known["metric"]], known)


@pytest.mark.slow
@pytest.mark.parametrize("known", KNOWN[3:], ids=lambda known: known["metric"])
def test_family(known: dict) -> None:
    check(Atlas.build(FAMILY, read_goal(FAMILY), known["metric"]), known)


def test_the_figures_of_the_articles(classic: dict[str, Atlas]) -> None:
    step, move = classic["step"].facts, classic["move"].facts
    assert (step.layouts, step.goals, step.solvable, step.unsolvable) == (65880, 6795, 53954, 11926)
    assert (step.longest, step.sum, move.longest, move.sum) == (126, 2326963, 93, 1656575)
    assert step.mean == pytest.approx(2326963 / 53954)
    assert [classic[m][HERO.start] for m in METRICS] == [116, 90, 81]
    parts = classic["step"].components
    mine = int(parts.labels[CLASSIC.rank(HERO.start)])
    assert (len(parts), parts.sizes[mine], parts.goals[mine]) == (898, 25955, 964)
    assert len(parts.ranks(mine)) == 25955 and parts.least[mine] == parts.ranks(mine)[0]


def test_known_optima_by_look_up(classic: dict[str, Atlas]) -> None:
    checked = 0
    for name, best in data("known_optima").items():
        opening = puzzle(name)
        if Space.of(opening) == CLASSIC and opening.goal == HERO.goal:
            for metric in METRICS:
                assert classic[metric].get(opening.start) == best.get(metric), name
            checked += 1
    assert checked > 10


def agree(puzzle: Puzzle, metric: str, atlas: Atlas) -> None:
    after, distance = truth(puzzle, metric)
    assert atlas.space.size == len(after) and (len(atlas), len(set(atlas))) == (len(distance), len(distance))
    ways: dict[naive.State, int] = {}
    for state in sorted(after, key=lambda state: distance.get(state, 0)):
        layout, left = as_layout(puzzle, state), distance.get(state)
        assert atlas.get(layout) == atlas.distance(atlas.space.rank(layout)) == left
        options = {naive.state(atlas.space.layout(option.rank)): option for option in atlas.options(layout)}
        assert set(options) == after[state] and len(options) == len(atlas.options(layout))
        for other, option in options.items():
            assert option.distance == distance.get(other)
            assert state ^ other == {(option.kind, option.start), (option.kind, option.stop)}
        best = {s for s in after[state] if left and distance.get(s, -1) == left - 1}
        assert {naive.state(atlas.space.layout(o.rank)) for o in atlas.best_moves(layout)} == best
        ways[state] = sum(map(ways.__getitem__, best)) if left else int(left == 0)
        assert atlas.count_solutions(layout) == ways[state]


@given(puzzles(), st.sampled_from(METRICS))
@examples(40)
def test_random_puzzles_agree_with_the_naive_twin(puzzle: Puzzle, metric: str) -> None:
    agree(puzzle, metric, Atlas.of(puzzle, metric))
    values = dense.distances(Space.of(puzzle), puzzle.goal, metric)
    assert (values == Atlas.of(puzzle, metric).distances).all()


def test_one_way_pieces_are_searched_backwards() -> None:
    space = Space.parse("4x1 1x1=R:1")
    atlas = Atlas.build(space, Goal.of([[(0, 2)]]), "step")
    heads = {layout.heads[0][0]: atlas.get(layout) for layout in space}
    assert heads == {0: 2, 1: 1, 2: 0, 3: None}
    assert Atlas.build(space, Goal.of([[(0, 2)]]), "move")[space.layout(space.size - 1)] == 1
    assert reach(space, Layout(((1,),)), "step").size == 3


def test_all_solutions_lazily_and_in_order(classic: dict[str, Atlas]) -> None:
    atlas = classic["move"]
    assert atlas.count_solutions(HERO.start) == 256
    lines = list(atlas.lines(HERO.start))
    assert len(set(lines)) == len(lines) == 256
    assert all(len(line) == 81 and line[-1].distance == 0 for line in lines)
    assert lines == list(atlas.lines(HERO.start)) and atlas.line(HERO.start) == lines[0]
    assert all(solution.verify() for solution in itertools.islice(atlas.solutions(HERO), 20))
    assert classic["step"].count_solutions(HERO.start) == 4112640000
    few = [s.moves for s in itertools.islice(classic["step"].solutions(HERO), 50)]
    assert len(set(few)) == 50


def test_a_family_answers_for_the_puzzles_in_it() -> None:
    family = Space.parse("4x5 2x2:1 2x1:0..1 1x2:3..4 1x1:4 empty:2..")
    atlas = Atlas.build(family, read_goal(family), "move")
    solution = atlas.solution(HERO)
    assert solution.verify() and solution.length == 81 and solution.moves[0].label.startswith("卒")
    # For each set of pieces, the distances are those of the puzzle with just these pieces.
    for layout in family.random(25, seed=5):
        single = solve(puzzle_at(family, layout, atlas.goal))
        assert atlas.get(layout) == (single.length if single.solved else None)
    with pytest.raises(InputError, match="a different goal"):
        atlas.solution(puzzle("HAAI/HAAI/JBBK/JNOK/P..Q", goal="AA../AA../..../..../...."))
    pytest.raises(NotInSpaceError, atlas.solution, puzzle("AA../AA../..../..../B..."))
    sets = atlas.piece_sets(components=True)
    assert sum(each.facts.layouts for each in sets) == family.size
    assert sum(each.components for each in sets) == len(atlas.components)
    index = [kind.size for kind in family.kinds]
    own = {"2x2": 1, "2x1": 1, "1x2": 4, "1x1": 4}
    mine = next(each for each in sets if each.counts == tuple(own[size] for size in index))
    assert (mine.facts.layouts, mine.facts.sum, mine.components) == (65880, 1656575, 898)


def test_it_is_a_mapping(classic: dict[str, Atlas]) -> None:
    atlas = classic["move"]
    stuck = CLASSIC.layout(int(atlas.ranks(None)[0]))
    assert len(atlas) == 53954 and HERO.start in atlas
    assert stuck not in atlas and (atlas.get(stuck), atlas.get(stuck, -1)) == (None, -1)
    with pytest.raises(UnsolvableError):
        atlas[stuck]
    pytest.raises(KeyError, atlas.line, stuck)
    assert atlas.count_solutions(stuck) == 0 and atlas.best_moves(stuck) == ()
    with pytest.raises(NotInSpaceError):
        atlas[Layout(((0,), (), (), ()))]
    for rank in (-1, CLASSIC.size, 1 << 70):
        pytest.raises(RankError, atlas.distance, rank)
    pytest.raises(RankError, atlas.lookup, [0, CLASSIC.size])
    assert atlas.lookup([CLASSIC.rank(HERO.start)]).tolist() == [81] and next(iter(atlas)) in atlas


def test_hardest(classic: dict[str, Atlas]) -> None:
    assert all(classic["move"][layout] == 93 for layout in classic["move"].hardest())
    assert len(classic["move"].hardest()) == classic["move"].facts.longest_count


def test_nothing_is_solvable_where_no_layout_is_a_goal() -> None:
    space = Space.parse("3x1 1x1:1 2x1:1")
    atlas = Atlas.build(space, Goal.of([[(0, 0), (1, 1)]]), "move")
    assert (atlas.facts.goals, atlas.facts.longest, atlas.facts.mean) == (0, None, None)
    assert (len(atlas), list(atlas), atlas.hardest(), atlas.histogram) == (0, [], (), ())


@pytest.mark.parametrize(
    ("space", "goal", "options", "error", "words"),
    [
        ("2x2 2x2:2", [[(0, 0)]], {}, InputError, "do not fit"),
        ("2x2 2x1:1", [[(1, 0)]], {}, InputError, "kind 1 at cell 0"),
        ("2x2 2x1:1", [[(0, 4)]], {}, InputError, "cell 4"),
        ("2x2 2x1:1", [], {}, InputError, "no alternative"),
        ("2x2 2x1:1", [[(0, 0)]], {"metric": "moves"}, UnknownName, "move"),
        ("4x5 1x1:10", [[(0, 0)]], {"max_memory": "100K"}, LimitReached, "184,756 layouts"),
        ("9x9 1x1:0..", [[(0, 0)]], {}, LimitReached, "2,417,851,639,229,258,349,412,352 layouts"),
        ("5x5 2x1:1 1x1:8", [[(0, 0)]], {"max_seconds": 1e-6}, LimitReached, "time limit of 1e-06 s"),
    ],
)
def test_what_cannot_be(space: str, goal: list, options: dict, error: type, words: str) -> None:
    pytest.raises(error, Atlas.build, Space.parse(space), Goal.of(goal), **options).match(words)


@pytest.mark.slow
def test_tiles_of_3x4() -> None:
    eleven = puzzle("123/456/789/ab.")
    atlas = Atlas.of(eleven, "step")
    assert (atlas.facts.solvable, atlas.facts.longest) == (239500800, 53)


def test_eight_tiles() -> None:
    atlas = Atlas.of(puzzle("123456780"), "step")
    assert (atlas.facts.layouts, atlas.facts.solvable, atlas.facts.longest) == (362880, 181440, 31)
    assert atlas.facts.longest_count == 2 and len(atlas.components) == 2


def test_it_is_json_and_draws_itself(classic: dict[str, Atlas]) -> None:
    data = json.loads(json.dumps(classic["move"].to_json(hardest=1)))
    assert (data["layouts"], data["longest"], data["components"]) == (65880, 93, 898)
    assert sum(data["histogram"]) == data["solvable"]
    assert [solve(each).length for each in data["hardest"]] == [93]
    assert classic["step"].to_json(components=False)["components"] is None
    drawn = classic["move"]._repr_html_()
    assert drawn.startswith("<figure><svg") and "one of the 2 hardest layouts: 93 moves" in drawn
    space = Space.parse("2x1 1x1:1")
    assert Atlas.build(space, Goal.of([[(0, 0), (0, 1)]]), "step")._repr_html_().startswith("<p>")


def test_an_atlas_is_equal_to_itself_alone() -> None:
    one, other = (Atlas.of(puzzle("A./../goal:/../.A"), "step") for _ in range(2))
    assert one == one and one != other and len({one, other, one}) == 2
