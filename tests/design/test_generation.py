"""Levels have the stated length and rating, are new and unlike each other, and depend on the seed only."""

import itertools
import json
import random

import pytest

import huarong as hr
from huarong.design.assembly import without
from huarong.design.generation import generate, minimal
from huarong.design.rating import rate
from huarong.design.recipe import Recipe
from huarong.errors import Cancelled, InputError, LimitReached
from huarong.model.symmetry import MIRROR, image
from tests.cancelling import Asked
from tests.cli.running import read, run
from tests.clock import ticking

THREE = ["A../BCC/D.E", "ABB/CD./..E", ".AA/BCD/..E"]
CARS = ["slide: along/..ba/XXba/..../..cc"]
CLASSIC = "4x5 2x2:1 2x1:1 1x2:4 1x1:4"


def solved(levels):
    """Solve each level again, from its text: its length is the stated one."""
    for level in levels:
        puzzle, boxes = hr.puzzle(level.to_json()["puzzle"]), {}
        for y, row in enumerate(puzzle.rows()):
            for x, symbol in enumerate(row):
                boxes.setdefault(symbol, []).append((x, y))
        for each in level.to_json()["pieces"]:
            xs, ys = ([cell[i] for cell in boxes[each["symbol"]]] for i in (0, 1))
            assert (each["x"], each["y"]) == (min(xs), min(ys))
            assert (each["w"], each["h"]) == (max(xs) + 1 - min(xs), max(ys) + 1 - min(ys))
        assert hr.solve(puzzle, level.metric).length == level.length
    return levels


def test_levels_from_an_atlas():
    levels = solved(generate(CLASSIC, moves="40..60", count=30, seed=7))
    lengths = [level.length for level in levels]
    assert len(levels) == 30 and lengths == sorted(lengths)
    assert min(lengths) < 43 and max(lengths) > 57  # spread over the whole range
    starts = {level.puzzle.start.heads for level in levels}
    images = {image(level.puzzle, MIRROR).start.heads for level in levels}
    own = {level.puzzle.start.heads for level in levels if image(level.puzzle, MIRROR).start == level.puzzle.start}
    assert len(starts) == 30 and starts & images == own
    assert [level.puzzle.name for level in levels[:2]] == ["Level 1", "Level 2"]


def test_the_seed_decides():
    some = [[each.to_json() for each in generate(CLASSIC, moves="30", count=3, seed=s)] for s in (1, 1, 2)]
    assert some[0] == some[1] != some[2]


def test_this_seed_gives_these_levels_on_every_machine():
    found = generate(Recipe.of("3x3", "2x1:1 1x1:4", ".../.../.aa"), moves="5..", count=3, seed=7)
    assert [level.puzzle.line().partition("/goal")[0] for level in found] == THREE
    cars = generate(Recipe.of("4x4", cars="4..5"), moves="4..", count=1, seed=3)
    assert [level.puzzle.line().partition("/goal")[0] for level in cars] == CARS


@pytest.mark.slow
def test_a_rating_is_that_of_the_level():
    levels = solved(generate(CLASSIC, moves="30..60", rating="40..50", count=3, seed=1))
    assert len(levels) == 3
    for level in levels:
        assert 40 <= level.rating <= 50 and rate(level.puzzle).score == level.rating
    assert [level.rating for level in levels] == sorted(level.rating for level in levels)


def test_both_ends_of_a_range_of_ratings_are_wanted():
    recipe = Recipe.of("3x3", "2x1:1 1x1:4", ".../.../.aa")
    (level,) = generate(recipe, moves="5..", rating="1..", count=1, seed=7)
    assert rate(level.puzzle).score == level.rating
    only = f"{level.rating}..{level.rating}"
    (again,) = generate(recipe, moves="5..", rating=only, count=1, seed=7)
    assert again.rating == level.rating


def test_unlike_levels_differ_in_three_tenths_of_their_cells():
    levels = generate(CLASSIC, moves="20..80", count=12, seed=5, unlike=True)
    assert len(levels) == 12
    for i, one in enumerate(levels):
        for other in levels[:i]:
            for each in (other.puzzle, image(other.puzzle, MIRROR)):
                assert sum(a != b for a, b in zip(_parts(one.puzzle), _parts(each), strict=True)) >= 6


def _parts(puzzle):
    """For each cell the shape that covers it, and which cell of the shape that is."""
    found = dict.fromkeys(range(puzzle.board.size))
    for piece in puzzle.pieces:
        for part, cell in enumerate(puzzle.board.cells(puzzle.kinds[piece.kind], piece.head)):
            found[cell] = puzzle.kinds[piece.kind].shape, part
    return list(found.values())


def test_cars_of_which_each_matters():
    levels = solved(generate(Recipe.of("5x5", cars="4..7"), moves="5..", count=2, seed=1))
    assert len(levels) == 2
    for level in levels:
        puzzle = level.puzzle
        assert minimal(puzzle) == puzzle
        for piece in puzzle.pieces:
            if piece.symbol != puzzle.key.symbol:
                assert hr.solve(without(puzzle, piece.symbol)).length < level.length


def test_without_the_piece_of_the_goal_nothing_is_left_of_a_puzzle():
    puzzle = hr.puzzle("AAB/C..", goal=".../.AA")
    assert without(puzzle, "A") is None and without(puzzle, "B").rows() == ("AA.", "C..")
    both = hr.puzzle("AAB/C..", goal="B../.AA")
    assert without(both, "A") is None and without(both, "B") is None
    either = hr.puzzle("A.B/.../goal:/..A/.../goal:/B../...")
    assert hr.solve(without(either, "A")).length == 1


def test_no_wall_stands_where_the_goal_wants_a_piece():
    recipe = Recipe.of("3x3", "2x1:1 1x1:2", goal=".../.../.aa", walls="3..5")
    draw = random.Random(1)
    for design in itertools.islice(recipe.designs(draw), 30):
        assert not design.space.board.walls & {7, 8}


@pytest.mark.parametrize(
    ("board", "pieces", "walls", "asking"),
    [("40x40", "2x2:300 1x1:390", 0, "scattered"), ("64x64", "1x1:4000", 1, "Recipe.designs")],
)
def test_designing_and_placing_can_be_cancelled(board, pieces, walls, asking, monkeypatch):
    monkeypatch.setattr("huarong.design.generation.numbered", lambda *_: False)
    asked = Asked(9)
    with pytest.raises(Cancelled):
        generate(Recipe.of(board, pieces, walls=walls), cancel=asked)
    assert asking in asked.by


def test_a_recipe_that_no_design_fits_is_refused():
    """Its designs are random, but none has a place for the piece that the usual goal names."""
    pytest.raises(InputError, generate, Recipe.of(".../.../..#", "3x3:1", walls=1)).match("no usual one")


def test_walls_and_shapes():
    levels = solved(generate(Recipe.of("4x4", "1x1:4", shapes="2", walls="1..2"), moves="4..", count=2, seed=4))
    assert len(levels) == 2
    for level in levels:
        assert 1 <= len(level.puzzle.board.walls) <= 2
        assert any(len(kind.shape) > 1 for kind in level.puzzle.kinds)
        key = level.puzzle.keys
        assert {len(level.puzzle.kinds[k].shape) for k in key} == {max(len(k.shape) for k in level.puzzle.kinds)}


def test_a_space_too_large_for_an_atlas():
    levels = solved(
        generate(
            Recipe.of("6x6", "2x2:1 1x1:28 2x1:1", "....../....../....../....../....aa/....aa"),
            moves="3..12",
            count=1,
            seed=1,
        )
    )
    assert len(levels) == 1


def test_what_cannot_be_made_is_said():
    assert generate(CLASSIC, moves="200..", count=1) == ()
    for words in ({"moves": "9..3"}, {"rating": "x"}, {"count": 0}, {"rating": "3..", "metric": "step"}):
        pytest.raises(InputError, generate, CLASSIC, **words)
    pytest.raises(InputError, Recipe.of, "4x5", "2x2:1", cars="5").match("cars can be combined with walls")
    assert Recipe.of("4x4", cars=3).cars == (3, 3) and Recipe.of("3x6", "1x1:2", walls=1).cars == (0, 0)
    for board in ("3x6", "6x3"):
        pytest.raises(InputError, Recipe.of, board, cars=3).match("4x4 or more")
    pytest.raises(InputError, generate, "4x5").match("no pieces")
    pytest.raises(InputError, generate, "4x5 2x2:6").match("do not fit")


def test_the_command_and_what_opens_its_file(tmp_path):
    path = tmp_path / "levels.jsonl"
    words = (
        "--board",
        "4x5",
        "--pieces",
        "2x2:1 2x1:1 1x2:4 1x1:4",
        "--moves",
        "20..40",
        "--count",
        "3",
        "--seed",
        "7",
    )
    run("design", "generate", *words, "-o", path)
    lines = path.read_text("utf-8").splitlines()
    answers = [json.loads(line) for line in run("solve", "-", stdin=path.read_text("utf-8")).stdout.splitlines()]
    assert [each["length"] for each in answers] == [json.loads(line)["length"] for line in lines]
    assert [each["name"] for each in answers] == ["Level 1", "Level 2", "Level 3"]
    few = run("design", "generate", *words[:4], "--moves", "137..", "--count", "9", status=1)
    assert "0 of 9 levels found" in few.output
    none = [*words[:4], "--moves", "137..", "--link", "http://localhost"]
    said = run("design", "generate", *none, "-o", path, status=1).stdout
    assert "written" not in said and "localhost" not in said and path.read_text("utf-8").splitlines() == lines
    assert "file" not in read("design", "generate", *none, "-o", path, status=1)


@pytest.mark.parametrize("pieces", ["2x2:1 1x1:4", "2x1:1 1x1:3"])
@pytest.mark.parametrize("board", ["4x4", "4x5"])
def test_where_no_goal_is_given_both_tools_take_the_same_and_say_which(board, pieces):
    usual = board == "4x5" and pieces.startswith("2x2")
    words = ("--board", board, "--pieces", pieces)
    made = run("design", "generate", *words, "--moves", "2..", "--count", "1")
    found = run("design", "hardest", *words, "--top", "1")
    goals = {hr.puzzle(text).goal for text in (json.loads(made.stdout)["puzzle"], found.stdout.strip())}
    assert len(goals) == 1
    for each in (made, found):
        assert ("the largest piece goes to the bottom right" in each.stderr) is not usual
    goal = json.loads(made.stdout)["puzzle"].partition("/goal:/")[2]
    assert "no goal" not in run("design", "hardest", *words, "--goal", goal, "--top", "1").stderr


def test_no_advice_against_a_default():
    words = ("design", "generate", "--board", "3x3", "--pieces", "1x1:8", "--count", "1")
    assert "smaller --moves" in run(*words, status=1).stderr
    assert "use wider range" in run(*words, "--moves", "90..", status=1).stderr


@pytest.mark.parametrize(
    ("word", "stars", "count"), [("easy", {1, 2}, 1), pytest.param("medium", {3}, 2, marks=pytest.mark.slow)]
)
def test_a_difficulty_has_words(word, stars, count):
    pieces = ("--board", "4x5", "--pieces", "2x2:1 2x1:1 1x2:4 1x1:4")
    out = run("design", "generate", *pieces, "--difficulty", word, "--count", str(count)).stdout
    assert {json.loads(line)["stars"] for line in out.splitlines()} <= stars and out


def test_a_word_that_is_no_difficulty():
    pytest.raises(InputError, generate, CLASSIC, rating="middling", count=1).match("is not a valid range")


def test_a_limit_of_time_gives_what_was_found():
    with ticking(), pytest.raises(LimitReached) as caught:
        generate(Recipe.of("6x6", cars="5..7"), moves="3..", count=10_000, max_seconds=6000)
    found = caught.value.solution
    assert found and all(hr.solve(each.puzzle).length == each.length for each in found[:3])
