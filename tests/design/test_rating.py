"""Ratings: their parts, that they order puzzles as people do, and the ones that are shipped with the package."""

import functools
import itertools
import json
import math
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings

import huarong as hr
from huarong.atlas.component import Component
from huarong.atlas.oracle import Oracles
from huarong.design import rating as rating_module
from huarong.design.people import rank_correlation
from huarong.design.player import moves_of_a_player
from huarong.design.rating import WEIGHTS, rate, score, table_of
from huarong.design.solution_statistics import solutions_of_all, statistics
from huarong.errors import LimitReached
from huarong.library.catalogue import entries, find, rating, stars
from huarong.limits import Watch
from huarong.model.board import METRICS, Metric
from huarong.model.puzzle import Puzzle
from tests import naive
from tests.cli.running import read, run
from tests.strategies import puzzles

RATED = {entry.name: rating(entry) for entry in entries()}
SAMPLE = ("捷足先登", "Pennant", "Rush Hour 7", "Simplicity")
SMALL = "AB../CC../goal:/..../..AB"
known = functools.cache(rate)


def test_the_parts_add_up():
    found = rate("横刀立马")
    seconds = 2 ** (WEIGHTS[0] + sum(part.effort for part in found.parts))
    assert found.seconds == pytest.approx(seconds, abs=0.1) and found.score == score(seconds) == 66
    assert found.best == {"step": 116, "slide": 90, "move": 81}
    assert (found.solutions, found.reached, found.stars) == (256, 25955, 5)
    data = json.loads(json.dumps(found.to_json("zh")))
    assert data["rating"] == 66 and "走动 10 枚棋子" in data["parts"][0]["text"]
    assert data["measured"] is False and data["seconds"] == found.seconds


@pytest.mark.parametrize(
    ("header", "name"), [("", None), ("name: Tiny/", "Tiny"), ("name.zh: 小/", "小"), ("name: Tiny/name.zh: 小/", "小")]
)
def test_a_rating_names_its_puzzle(header, name):
    assert rate(f"{header}A./goal:/.A").to_json()["name"] == name


def followed(puzzle):
    """Every shortest solution of a puzzle, as layouts and the pieces that are moved, by an atlas alone."""
    atlas = hr.Atlas.of(puzzle)
    ways = [([puzzle.start], [], {(piece.kind, piece.head): piece.symbol for piece in puzzle.pieces})]
    for _ in range(atlas[puzzle.start]):
        ways = [
            (
                [*layouts, atlas.space.layout(move.rank)],
                [*moved, names[move.kind, move.start]],
                {(k, move.stop if (k, h) == (move.kind, move.start) else h): name for (k, h), name in names.items()},
            )
            for layouts, moved, names in ways
            for move in atlas.best_moves(layouts[-1])
        ]
    return atlas, ways


@pytest.mark.parametrize(
    "name", [pytest.param("Rush Hour 1", marks=pytest.mark.slow), "AB../CC../goal:/..../..AB", "A../.B./goal:/..A/..."]
)
def test_the_statistics_are_those_of_all_best_ways(name):
    puzzle = hr.puzzle(name)
    atlas, ways = followed(puzzle)
    table = table_of(puzzle, Watch())
    found = statistics(table, puzzle.goal, table.space.rank(puzzle.start), Watch())
    pieces = [len(set(moved)) for _, moved, _ in ways]
    single = [sum(len(atlas.best_moves(at)) == 1 for at in layouts[:-1]) for layouts, *_ in ways]
    bits = []
    for layouts, _, _ in ways:
        last, sum_of = None, 0.0
        for at, after in itertools.pairwise(layouts):
            best = atlas.best_moves(at)
            choices = [m for m in atlas.options(at) if (m.kind, m.start) != last]
            sum_of += math.log2(max(len(choices), len(best)) / len(best))
            [move] = [m for m in best if atlas.space.layout(m.rank) == after]
            last = move.kind, move.stop
        bits.append(sum_of)
    assert found.only == pytest.approx(sum(single) / len(ways))
    assert found.bits == pytest.approx(sum(bits) / len(ways)) and min(pieces) <= found.pieces <= max(pieces)
    assert found.pieces == pytest.approx(sum(pieces) / len(ways), abs=0.5)


def test_a_simulated_player_needs_as_many_moves_as_there_are_where_nothing_is_in_the_way():
    assert moves_of_a_player(hr.puzzle("A...../goal:/.....A")) == pytest.approx(1.0, abs=0.2)
    alone = moves_of_a_player(hr.puzzle("slide: along/AA..B/....B/goal:/..AA./....."))
    blocked = moves_of_a_player(hr.puzzle("slide: along/AA.B./...B./...../goal:/...AA/...../....."))
    assert alone < blocked < 10
    assert moves_of_a_player(hr.puzzle("Rush Hour 1")) == moves_of_a_player(hr.puzzle("Rush Hour 1"))


def test_a_mirror_image_is_rated_alike():
    # The player and the solutions looked at are drawn at random: alike but for a few hundredths.
    for name in SAMPLE[2:3]:
        assert rate(hr.mirror(name)).seconds == pytest.approx(known(name).seconds, rel=0.15)


def test_what_cannot_be_solved_has_no_rating():
    found = rate("走投无路")
    assert (found.score, found.stars, found.parts) == (None, None, ())
    assert "No solution: a search proves it." in run("design", "rate", "走投无路", status=1).output


@pytest.mark.slow
def test_without_a_table_it_is_an_estimate():
    found = rate("Korf 1")
    assert found.estimated and found.least and found.score is not None
    text = run("design", "rate", "Korf 1").output
    assert "an estimate" in text and "reasoning" in text


def test_the_order_of_the_classics():
    order = ["Simplicity", "Hughes", "Ma's Puzzle", "Pennant", "Blockado", "Century", "Super-Century"]
    found = [RATED[name] for name in order]
    assert found == sorted(found)
    assert RATED["Swift Feet Arrive First"] < RATED["Sword Across the Saddle"] < RATED["The Path Winds Past the Peak"]


def test_the_cards_of_rush_hour_grow_harder():
    # The publisher numbered them by difficulty: beginner, intermediate, advanced, expert, ten each.
    cards = [RATED[f"Rush Hour {n}"] for n in range(1, 41)]
    means = [sum(cards[i : i + 10]) / 10 for i in range(0, 40, 10)]
    assert means == sorted(means) and means[3] > means[0] + 20 and rank_correlation(range(40), cards) > 0.92


def test_the_stars_of_the_library():
    counts = Counter(stars(each) for each in RATED.values() if each is not None)
    assert set(counts) == {1, 2, 3, 4, 5} and min(counts.values()) > 10 and rating(find("Unnamed 2")) < 10


def test_a_sample_of_the_ratings_of_the_library():
    assert rate(SAMPLE[0], oracles=Oracles()).score == rating(find(SAMPLE[0]))
    for name in SAMPLE[1:]:
        assert known(name).score == rating(find(name)), name


@pytest.mark.slow
def test_more_of_the_ratings_of_the_library():
    # `huarong design rate --library` makes them all: some ten minutes.
    oracles = Oracles()
    some = [e for e in entries() if e.group in ("openings", "classic", "rush-hour")]
    for entry in random.Random(14).sample(some, 30):
        assert rate(entry.puzzle, oracles=oracles).score == rating(entry), entry.name


def test_the_ratings_are_of_puzzles_that_there_are():
    data = json.loads((Path(hr.__file__).parent / "data" / "ratings.json").read_text("utf-8"))
    assert set(data) <= set(RATED)


def test_rate_in_words():
    text = run("design", "rate", SMALL).output
    assert "rating 9 of 100  ★☆☆☆☆" in text and "at least 2 moves, 4 slides, 6 steps" in text
    assert "难度 9 / 100" in run("design", "rate", SMALL, lang="zh").output
    assert read("design", "rate", SMALL)["stars"] == 1
    assert "give a PUZZLE, --library or --people FILE" in run("design", "rate", status=2).output


def test_an_estimate_of_what_cannot_be_solved(monkeypatch):
    monkeypatch.setattr("huarong.design.rating.table_of", lambda *_: None)
    found = rate("AB/goal:/BA")
    assert (found.estimated, found.score, found.length, found.parts) == (True, None, None, ())


@pytest.mark.parametrize("ended", [LimitReached("time", "1 s", 0, 0, 1.0), KeyboardInterrupt()])
def test_levels_that_were_rated_are_told_whatever_comes_after(monkeypatch, tmp_path, ended):
    levels, rated = tmp_path / "levels.jsonl", []
    levels.write_text('{"puzzle": "AB./.../goal:/..A/..."}\n' * 2)

    def stopping(*args, **limits):
        rated.append(args)
        if not len(rated) % 2:
            raise ended
        return rate(*args, **limits)

    monkeypatch.setattr("huarong.design.rate", stopping)
    status = 3 if isinstance(ended, LimitReached) else 130
    assert "1    rating 6 of 100" in run("design", "rate", levels, status=status).stdout
    lines = run("design", "rate", levels, "--json", status=status).stdout.splitlines()
    assert json.loads(lines[0])["rating"] == 6
    assert [json.loads(line)["stopped"] for line in lines[1:]] == ["time"] * (status == 3)


def test_the_library_is_rated_by_name(monkeypatch):
    few = [find(name) for name in ("Simplicity", "Rush Hour 7")]
    monkeypatch.setattr("huarong.library.catalogue.entries", lambda: few)
    found = run("design", "rate", "--library")
    ratings = json.loads(found.stdout)["ratings"]
    assert ratings == {each.name: known(each.name).score for each in few}


@pytest.mark.parametrize(
    ("seconds", "length", "text"),
    [
        (1.0, 15, "half of the people who solve it take less than about 1 second"),
        (99.0, 15, "half of the people who solve it take less than about 99 seconds"),
        (100.0, 15, "half of the people who solve it take less than about 2 minutes"),
        (99.0, 16, "half of the people who solve it may take less than about 99 seconds: an estimate"),
        (None, 15, ""),
    ],
)
def test_a_time_in_words(seconds, length, text):
    found = replace(known("Rush Hour 1"), seconds=seconds, length=length)
    assert found.measured == (length <= 15) and found.time_message().partition(", because")[0] == text
    assert not replace(found, puzzle=hr.puzzle("捷足先登"), length=1).measured


def test_an_estimate_is_from_the_pieces_and_choices_of_one_solution():
    """Choices are all moves but those of the piece that moved last."""
    solution = hr.solve("AB/../goal:/../AB")
    found = rating_module._guessed(solution)
    after = solution.puzzle.after(solution.moves[0])
    others = sum(move.piece != solution.moves[0].piece for move in after.moves())
    assert (found.length, found.pieces, found.choices) == (2, 2.0, (len(solution.puzzle.moves()) + others) / 2)


def test_a_space_that_is_too_large_is_rated_by_the_layouts_in_reach():
    assert rate("Rush Hour 1").reached == len(Component.of("Rush Hour 1")) == 1247


@settings(max_examples=40)
@given(puzzles(1000))
@example(Puzzle.parse("slide: A=R/.A.B/goal:/...B"))
def test_the_layouts_in_reach_are_those_that_moves_lead_to(puzzle):
    assert rate(puzzle, whole=False).reached == len(naive.bfs(puzzle, "step").depth)


@pytest.mark.parametrize("metric", METRICS)
def test_every_layout_has_as_many_as_the_atlas_counts(metric: Metric) -> None:
    atlas = hr.Atlas.of("AAB/C../.../goal:/.../.AA/...", metric)
    found = solutions_of_all(atlas, Watch())
    counted = [atlas.count_solutions(atlas.space.layout(rank)) for rank in range(atlas.space.size)]
    assert found.tolist() == counted and max(counted) > 1


def test_a_layout_without_a_solution_has_none() -> None:
    atlas = hr.Atlas.of("slide: A=R/A..../goal:/..A..")
    assert sorted(solutions_of_all(atlas, Watch()).tolist()) == [0, 0, 1, 1, 1]
