"""Ratings: their parts, that they order puzzles as people do, and the ones that are shipped with the package."""

import json
import math
import random
from collections import Counter
from pathlib import Path

import pytest

import huarong as hr
from huarong.atlas.component import Component
from huarong.atlas.oracles import Oracles
from huarong.design.rating import _GUESSED, _offset, rate, score
from huarong.errors import LimitReached
from huarong.library.catalogue import entries, find
from huarong.library.counts import rating, stars
from tests.cli.running import read, run

RATED = {entry.name: rating(entry) for entry in entries()}


def test_the_parts_add_up():
    found = rate("横刀立马")
    assert found.score == score(sum(part.effort for part in found.parts)) == 62
    assert found.best == {"step": 116, "slide": 90, "move": 81}
    assert (found.solutions, found.reached, found.stars) == (256, 25955, 4)
    data = json.loads(json.dumps(found.to_json("zh")))
    assert data["rating"] == 62 and "最优解 256 个" in data["parts"][0]["text"]


def test_the_parts_of_a_puzzle_that_can_be_followed_by_hand():
    # A may go right at once; B can only get into its way.
    found = rate("A../.B./goal:/..A/...")
    assert found.length == 1
    parts = {part.name: part for part in found.parts}
    assert (
        parts["detours"].effort
        == parts["temptations"].effort - 2 * parts["temptations"].values["tempting"]
        == 0
    )
    # In one move A reaches five cells, B five: one of the ten choices is best.
    moves = len(hr.puzzle("A../.B./goal:/..A/...").moves())
    assert parts["choices"].effort == pytest.approx(math.log2(moves))
    assert parts["wrong turns"].values["share"] == pytest.approx(1 - 1 / moves)
    assert parts["length"].values["forced"] == 0


def test_a_piece_is_as_far_away_as_its_nearest_goal():
    puzzle = hr.puzzle("A..../...../goal:/..A../...../goal:/...../....A")
    assert [_offset(puzzle, 0, head) for head in (0, 1, 3, 8, 9)] == [2, 1, 1, 1, 0]


def test_the_choices_are_those_of_all_best_ways():
    # By hand: follow all best ways level by level, each layout weighed by the share of ways through it.
    puzzle = hr.puzzle("捷足先登")
    atlas = hr.Atlas.of(puzzle)
    ways = atlas.path_counts(puzzle.start)
    ahead = Counter(dict.fromkeys(ways[-1], 1))
    for level in reversed(ways[:-1]):
        for rank in level:
            for each in atlas.best_moves(atlas.space.layout(rank)):
                ahead[rank] += ahead[each.rank]
    start = atlas.space.rank(puzzle.start)
    bits = losing = 0.0
    # A pair of a layout and the head where the piece that moved last now lies, and its share of the ways.
    shares = {(start, None): 1.0}
    while shares:
        after: dict = {}
        for (rank, last), share in shares.items():
            layout = atlas.space.layout(rank)
            best = atlas.best_moves(layout)
            choices = [each for each in atlas.options(layout) if (each.kind, each.start) != last]
            if not best:
                continue
            bits += share * math.log2(len(choices) / len(best))
            losing += share * (1 - len(best) / len(choices))
            for each in best:
                key = each.rank, (each.kind, each.stop)
                part = share * ahead[each.rank] / sum(ahead[b.rank] for b in best)
                after[key] = after.get(key, 0) + part
        shares = after
    parts = {part.name: part for part in rate(puzzle).parts}
    assert parts["choices"].effort == pytest.approx(bits)
    assert parts["wrong turns"].values["share"] == pytest.approx(losing / len(hr.solve(puzzle)))


def test_a_mirror_image_is_rated_alike():
    for name in ("捷足先登", "Pennant"):
        assert rate(hr.mirror(name)).to_json()["parts"] == rate(name).to_json()["parts"]


def test_a_corridor_is_not_hard():
    # A ring of one lane: going on in one direction cannot go wrong.
    corridor = rate("A.......\n.######.\n........\ngoal:\n........\n.######.\n....A...")
    open_board = rate("A.......\n........\n..BB....\ngoal:\n........\n........\n....A...")
    assert corridor.score is not None and open_board.score is not None
    assert corridor.score < open_board.score + 5 and corridor.score < 10


def test_what_cannot_be_solved_has_no_rating():
    found = rate("走投无路")
    assert (found.score, found.stars, found.parts) == (None, None, ())
    assert "no solution" in run("design", "rate", "走投无路", status=1).output


@pytest.mark.slow
def test_without_a_table_it_is_an_estimate():
    found = rate("Korf 1")
    assert found.estimated and found.least and found.score is not None
    text = run("design", "rate", "Korf 1").output
    assert "an estimate" in text and "reach " not in text


def test_the_order_of_the_classics():
    order = [
        "Simplicity",
        "Hughes",
        "Ma's Puzzle",
        "Pennant",
        "Blockado",
        "Century",
        "Super-Century",
    ]
    found = [RATED[name] for name in order]
    assert found == sorted(found)
    assert (
        RATED["Swift Feet Arrive First"]
        < RATED["Sword Across the Saddle"]
        < RATED["The Path Winds Past the Peak"]
    )


def test_the_cards_of_rush_hour_grow_harder():
    # The publisher numbered them by difficulty: beginner, intermediate, advanced, expert, ten each.
    cards = [RATED[f"Rush Hour {n}"] for n in range(1, 41)]
    means = [sum(cards[i : i + 10]) / 10 for i in range(0, 40, 10)]
    assert means == sorted(means) and means[3] > means[0] + 20


def test_the_stars_of_the_library():
    counts = Counter(stars(each) for each in RATED.values() if each is not None)
    assert set(counts) == {1, 2, 3, 4, 5} and min(counts.values()) > 20
    assert rating(find("Unnamed 2")) < 10


def test_a_sample_of_the_ratings_of_the_library():
    oracles = Oracles()
    for name in ("捷足先登", "Pennant", "Rush Hour 7", "Simplicity"):
        assert rate(name, oracles=oracles).score == rating(find(name)), name


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
    text = run("design", "rate", "捷足先登").output
    assert "rating 39 of 100  ★★☆☆☆" in text and "at least 32 moves, 38 slides, 47 steps" in text
    assert "难度 39 / 100" in run("design", "rate", "捷足先登", lang="zh").output
    assert read("design", "rate", "捷足先登")["stars"] == 2
    assert "give a PUZZLE or --library" in run("design", "rate", status=2).output


def test_an_estimate_by_one_solution(monkeypatch):
    """The rating of a puzzle without a table, computed by hand from the number of moves at each layout of the solution."""
    monkeypatch.setattr("huarong.design.rating.analysis_of", lambda *_: None)
    puzzle = hr.puzzle("AB../CC../goal:/..../..AB")
    found = rate(puzzle)
    solution = hr.solve(puzzle)
    assert found.estimated and found.least
    assert found.best == {"move": solution.length} == {"move": found.length}
    names = {part.name for part in found.parts}
    assert not names & {"wrong turns", "temptations", "reach"}
    last, bits = "", 0.0
    for heads, move in zip(solution.heads, solution.moves, strict=False):
        bits += math.log2(max(1, sum(each.piece != last for each in puzzle.started(heads).moves())))
        last = move.piece
    effort = {part.name: part.effort for part in found.parts}["choices"]
    assert effort == pytest.approx(_GUESSED * bits)


def test_an_estimate_of_what_cannot_be_solved(monkeypatch):
    monkeypatch.setattr("huarong.design.rating.analysis_of", lambda *_: None)
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

    monkeypatch.setattr("huarong.design.rating.rate", stopping)
    status = 3 if isinstance(ended, LimitReached) else 130
    assert "1    rating 7 of 100" in run("design", "rate", levels, status=status).stdout
    lines = run("design", "rate", levels, "--json", status=status).stdout.splitlines()
    assert json.loads(lines[0])["rating"] == 7
    assert [json.loads(line)["stopped"] for line in lines[1:]] == ["time"] * (status == 3)


def test_the_library_is_rated_by_name(monkeypatch):
    few = [find(name) for name in ("Simplicity", "Pennant")]
    monkeypatch.setattr("huarong.library.catalogue.entries", lambda: few)
    found = run("design", "rate", "--library")
    ratings = json.loads(found.stdout)["ratings"]
    assert ratings == {each.name: rate(each.puzzle).score for each in few}


def test_a_space_that_is_too_large_is_rated_by_the_layouts_in_reach():
    assert rate("Rush Hour 1").reached == len(Component.of("Rush Hour 1")) == 1247
