"""Oracles keep what they know of a puzzle, within bounds; an answer does not depend on earlier questions."""

import copy
import functools
import itertools
import math
import multiprocessing
import threading
from concurrent.futures import ProcessPoolExecutor
from typing import Any
from unittest import mock

import pytest

import huarong as hr
from huarong.atlas import oracle, table
from huarong.atlas.component import Component
from huarong.atlas.oracle import Oracle, Oracles
from huarong.errors import Cancelled, InputError, LimitReached

HERO = hr.puzzle("横刀立马")


def singles(width: int, height: int, number: int) -> hr.Puzzle:
    """A puzzle of many singles of two kinds in reading order; the goal is the first one in the last corner."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    cells = letters[:number].ljust(width * height, ".")
    goal = ["."] * (width * height)
    goal[-1] = "A"

    def rows(text):
        return "/".join(text[i : i + width] for i in range(0, len(text), width))

    return hr.puzzle(rows(cells), goal=rows("".join(goal)))


def test_a_second_hint_computes_nothing() -> None:
    asked = Oracle(HERO)
    first = asked.hint()
    with mock.patch.object(oracle, "solve", None), mock.patch.object(oracle, "Atlas", None):
        assert asked.hint() is first
        for rank in (0, 1000, 65879):
            found = asked.hint(asked.space.layout(rank))
            assert found.source == "atlas"
        assert asked.at_hand() is first
    assert Oracle(HERO).at_hand() is None


def test_one_table_answers_for_all_layouts_of_the_pieces() -> None:
    kept = Oracles()
    first = kept.hint(HERO)
    other = HERO.started(first.puzzle.layout(first.heads))
    assert kept.of(other) is kept.of(HERO) and len(kept) == 1 and kept.of(HERO, "step") is not kept.of(HERO)


def test_a_layout_with_too_many_in_reach_is_no_word_about_another() -> None:
    """With one-way pieces many layouts are in reach from the start, and few near the end: each is judged by itself."""
    asked = Oracle(hr.puzzle("slide: A=R B=R\nA..B....", goal=".......B"))
    with mock.patch.object(table, "MOST_LAYOUTS", 0), mock.patch.object(table, "MOST_IN_REACH", 10):
        assert asked.hint().source == "search" and asked.hint([5, 7]).source == "component"
        assert asked.table() is None and asked.table([4, 6]) is not None


def test_what_few_bytes_allow_is_not_held_against_who_has_more() -> None:
    puzzle = hr.puzzle("Rush Hour 1")
    asked = Oracle(puzzle)
    assert asked.hint(max_memory="40K", patience=0).source == "search" and asked.table() is not None
    assert asked.hint(puzzle, last="A R1").source == "component"


def test_ranks_beyond_64_bits_are_searched() -> None:
    puzzle = singles(20, 20, 50)
    pytest.raises(InputError, Component.of, puzzle).match("64 bits")
    pytest.raises(LimitReached, hr.hint, puzzle, "step", max_seconds=1e-3).match(r"limit of 0\.001 s")
    heads = [399 if piece.symbol == "A" else piece.head for piece in puzzle.pieces]
    found = Oracle(puzzle, "step").hint(heads, patience=0)
    assert (found.distance, found.source, found.solved) == (0, "search", True)


@pytest.mark.slow  # a search of seconds
def test_a_hint_for_a_very_large_board() -> None:
    puzzle = singles(64, 64, 3)
    found = hr.hint(puzzle, patience=0)
    assert found.distance == 1 and found.source == "search" and len(found.moves) == 3 * (64 * 64 - 3)
    assert [str(move) for move in found.line] == [str(found.best[0])]


def test_what_is_kept_is_bounded() -> None:
    kept = Oracles(3 << 20)
    names = ["横刀立马", "四面楚歌", "Rush Hour 1", "Pennant"]
    for name in names:
        for metric in ("step", "slide", "move"):
            kept.hint(name, metric, patience=0)
            assert len(kept) == 1 or kept.bytes <= 3 << 20
    assert kept.of(names[-1], "move").at_hand() is not None and kept.of("横刀立马", "step").at_hand() is None


def test_of_many_puzzles_only_the_one_that_was_asked_is_measured() -> None:
    kept = Oracles()
    for n in range(1, 9):
        kept.hint(f"A{'.' * n}/goal:/{'.' * n}A")
    assert kept._oracles.budget.taken == kept.bytes
    with mock.patch.object(Oracle, "bytes", new_callable=mock.PropertyMock, return_value=5) as size:
        kept.hint("AB/../goal:/../AB")
    assert size.call_count == 2  # when it is made, and when it has answered
    assert len(kept) == 9


def test_oracles_without_tables_are_bounded_too() -> None:
    """An oracle that found nothing in its time counted nothing, though its numbering takes up to some MB."""
    kept = Oracles(1 << 20)
    for n in range(30):
        puzzle = hr.puzzle(f"A{'.' * n}B/{'.' * (n + 2)}/goal:/{'.' * (n + 1)}A/{'.' * (n + 2)}")
        asked = kept.of(puzzle)
        assert asked.space.size and asked.bytes > asked.space.numbering_bytes > 0
        kept.trim(asked)
    assert len(kept) < 9


def test_many_components_of_one_puzzle_are_bounded() -> None:
    asked = Oracle(HERO, keep=1 << 20)
    with mock.patch.object(table, "MOST_LAYOUTS", 0):
        for rank in range(0, 65880, 3000):
            asked.hint(asked.space.layout(rank))
    made = asked._made.values()
    assert len(made) >= 1
    assert sum(each.bytes for each in made) <= 1 << 20 or len(made) == 1


def test_threads_share_what_one_of_them_makes() -> None:
    asked, made, found = Oracle(HERO), [], []
    build = oracle.Atlas.build

    def counted(*arguments: object, **given: object) -> object:
        made.append(1)
        return build(*arguments, **given)

    with mock.patch.object(oracle.Atlas, "build", counted):
        threads = [threading.Thread(target=lambda: found.append(asked.hint().distance)) for _ in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    assert found == [81] * 8 and len(made) == 1


def test_who_waits_can_cancel() -> None:
    asked = Oracle(HERO)
    asked._work.acquire()
    pytest.raises(Cancelled, asked.hint, cancel=lambda: True)
    asked._work.release()
    assert asked.hint().distance == 81


def test_progress_never_goes_back() -> None:
    seen = []
    with (
        mock.patch("huarong.limits._REPORT", 0.0),
        mock.patch.object(table, "MOST_LAYOUTS", 0),
        mock.patch.object(table, "MOST_IN_REACH", 1000),
    ):
        Oracle("横刀立马").hint(progress=seen.append, patience=1)
    assert len(seen) > 10
    for one, other in itertools.pairwise(seen):
        assert (one.depth, one.layouts, one.seconds) <= (other.depth, other.layouts, other.seconds)
        assert one.layouts <= other.layouts


def test_the_time_limit_holds_for_grading_too() -> None:
    found = Oracle("Rush Hour 1").hint(max_memory="40K", patience=0)
    assert [each.known for each in found.moves] == [True] + [False] * (len(found.moves) - 1)
    assert found.best == (found.moves[0].move,)
    assert found.best[0] == hr.solve("Rush Hour 1").moves[0] and len(found.line) == 8
    # Of hundreds of thousands of moves only some are looked up then, always a best one.
    looked_up = mock.patch.object(Oracle, "_distance", autospec=True, side_effect=Oracle._distance)
    with mock.patch.object(oracle, "_LOOKED_UP", 0), looked_up as asked:
        assert Oracle("Rush Hour 1").hint(max_memory="40K", patience=0).best == found.best
    assert asked.call_count == 2


def test_no_layout_of_the_puzzle_is_refused() -> None:
    asked = Oracle(HERO)
    for wrong in ([0], [0] * 10, hr.Layout(((0,),))):
        pytest.raises(InputError, asked.hint, wrong)
        pytest.raises(InputError, asked.at_hand, wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_seconds": -1},
        {"max_memory": "much"},
        {"patience": -1},
        {"patience": math.nan},
        {"cancel": 5},
        {"progress": "much"},
    ],
)
def test_what_means_nothing_is_refused_though_the_hint_is_cached(wrong: dict[str, Any]) -> None:
    kept, small = Oracles(), hr.puzzle("A..B/....", goal="B..A/....")
    one = kept.of(small)
    assert kept.hint(small).distance == one.hint().distance == hr.hint(small).distance
    for asked in (one.hint, functools.partial(kept.hint, small), functools.partial(hr.hint, small)):
        with pytest.raises(InputError, match=r"not a valid|expected a function"):
            asked(**wrong)


def test_an_oracle_is_sent_to_another_process() -> None:
    asked = Oracle(HERO, "step", keep="5M")
    asked.hint()
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawned) as pool:
        back = pool.submit(copy.copy, asked).result()
    assert back.hint().distance == asked.hint().distance == 116
    assert (back.puzzle, back.metric, back.keep) == (asked.puzzle, asked.metric, asked.keep)


def test_large_boards_of_tiles_have_good_moves():
    oracle = Oracle("14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13")
    found = oracle.hint()
    for _ in range(2):
        assert found.bound < found.distance == len(found.line) and len(found.best) == 1
        assert [each.known for each in found.moves] == [True] + [False] * (len(found.moves) - 1)
        assert found.to_json(count=False)["bound"] == found.bound
        before, found = found, oracle.hint(found.position.after(found.best[0]))
        assert found.distance <= before.distance - 1
    easy = Oracle("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24").hint()
    assert (easy.distance, easy.bound, str(easy.best[0])[-2:]) == (1, None, "L1")
