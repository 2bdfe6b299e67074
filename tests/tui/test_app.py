"""The terminal player, driven by Textual's pilot."""

import asyncio
import sys
from unittest import mock

import pytest

import huarong as hr
from huarong.cli.main import main
from huarong.library.labels import called
from huarong.tui.app import Library, Player, Table
from tests.cli.running import run


def driven(puzzle, script, lang="en", size=(90, 30)):
    """Run a script of keys and clicks with a player app."""

    async def main():
        player = Player(puzzle and hr.puzzle(puzzle), lang)
        async with player.run_test(size=size) as pilot:
            await pilot.pause()
            await script(player, pilot)

    asyncio.run(main())


def playing(*how, **more):
    """A test that is a script."""

    def test(script):
        def played():
            driven(how[0], script, *how[1:], **more)

        return played

    return test


async def settled(player, pilot):
    await player.workers.wait_for_complete()
    await pilot.pause()


def shown(player):
    return str(player.screen.side.content)


@playing("A./../goal:/../.A")
async def test_keys_play_a_game(player, pilot):
    table = player.screen
    assert isinstance(table, Table)
    await pilot.press("tab", "right", "down")
    assert table.game.counts == {"move": 1, "slide": 2, "step": 2} and table.game.solved
    assert "Solved!" in shown(player) and "1 move  2 slides  2 steps" in shown(player)
    await pilot.press("u")
    assert not table.game.solved
    await pilot.press("r")
    assert table.game.solved
    await pilot.press("n", "z")
    assert "0 步" in shown(player)


@pytest.mark.slow
@playing("横刀立马", size=(80, 20))
async def test_the_mouse_plays_a_game(player, pilot):
    game, (across, down) = player.screen.game, player.screen.query_one("#board").cells

    def cell(x, y):
        """Within a cell, whose size in letters follows the terminal; the board begins inside its frame."""
        return (1 + across * x + 1, 1 + down * y)

    # A soldier, then an empty cell below it.
    await pilot.click("#board", offset=cell(1, 3))
    await pilot.click("#board", offset=cell(1, 4))
    assert game.counts["move"] == 1
    # Drag the soldier beside it down.
    await pilot.mouse_down("#board", offset=cell(2, 3))
    await pilot.hover("#board", offset=cell(2, 4))
    await pilot.mouse_up("#board", offset=cell(2, 4))
    assert game.counts["move"] == 2
    assert "".join(game.puzzle.rows(game.heads)[3:]) == "J..KPNOQ"


@playing("横刀立马", lang="zh")
async def test_pieces_are_numbered_as_the_list_of_moves_numbers_them(player, pilot):
    table = player.screen
    drawn = str(table.query_one("#board").render())
    labels = [p.label for p in table.game.puzzle.pieces if p.label != p.symbol]
    assert labels and any(each[-1].isdigit() for each in labels)
    for label in labels:
        if label[-1].isdigit():
            assert called(label, "zh") in drawn


@playing("AB/../goal:/../AB")
async def test_hints_lead_to_the_goal(player, pilot):
    game = player.screen.game
    for _ in range(4):
        if not game.solved:
            await pilot.press("h")
            await settled(player, pilot)
            assert "to go" in shown(player)
            await pilot.press("space")
    assert game.solved and game.counts["move"] == 2


@pytest.mark.slow
@playing("横刀立马", lang="zh")
async def test_grades_say_what_each_move_loses(player, pilot):
    await pilot.press("g")
    await settled(player, pilot)
    text = shown(player)
    assert "还差 81 步" in text and "最佳  卒一(N) ↓1" in text and "+1" in text
    await pilot.press("g")
    assert "还差" not in shown(player)


@playing(None)
async def test_the_library(player, pilot):
    assert isinstance(player.screen, Library)
    await pilot.press(*"pennant", "enter")
    await pilot.pause()
    assert player.screen.game.puzzle.name == "Pennant"
    assert "best: 59 moves" in shown(player)
    await pilot.press("l")
    await pilot.pause()
    assert len(player.screen.entries) > 600
    await pilot.press("escape")
    assert isinstance(player.screen, Table)


@playing(None)
async def test_who_goes_back_from_the_library_leaves_where_it_came_first(player, pilot):
    """Not an empty screen that no key leaves."""
    await pilot.press("escape")
    await pilot.pause()
    assert not player.is_running


@pytest.mark.parametrize("size", [(60, 20), (130, 50)])
def test_it_fits_any_terminal(size):
    async def script(player, pilot):
        table = player.screen
        assert table.board.outer_size.width <= size[0] and table.board.region.bottom <= size[1]
        before = bool(table.board.scale)
        await pilot.resize_terminal(60, 14)
        await pilot.pause()
        assert before == (size[1] > 20) or not table.board.scale
        for wide, high in ((200, 14), (22, 60)):
            await pilot.resize_terminal(wide, high)
            await pilot.pause()
            assert not table.board.scale, (wide, high)

    driven("Rush Hour 1", script, size=size)


def test_without_a_terminal_it_says_so():
    assert "playing requires a terminal" in run("play", "横刀立马", status=2).output


@pytest.mark.parametrize(("value", "grey"), [("", False), ("1", True)])
def test_an_empty_no_color_means_nothing(monkeypatch, value, grey):
    seen = []
    monkeypatch.setenv("NO_COLOR", value)
    monkeypatch.setattr(Player, "run", lambda self: seen.append(self.no_color))
    for name in ("stdin", "stdout"):
        monkeypatch.setattr(sys, name, mock.Mock(isatty=lambda: True))
    with pytest.raises(SystemExit, match="0"):
        main(["play", "横刀立马"])
    assert seen == [grey]


@playing(None)
async def test_the_library_opens_with_an_easy_puzzle(player, pilot):
    first = player.screen.entries[0]
    assert (first.title(), first.puzzle.name) == ("Rush Hour 1", first.name)


@playing("横刀立马", size=(120, 40))
async def test_a_large_terminal_has_a_large_board_and_names_in_full(player, pilot):
    table = player.screen
    assert table.board.scale == 3 and table.board.outer_size.width == 4 * 12 + 2
    drawn = str(table.board.render())
    assert "Soldier" in drawn and "Zhang" in drawn and "Cao Cao" in drawn
    await pilot.click("#board", offset=(1 + 12 + 5, 1 + 6 * 3 + 2))
    await pilot.click("#board", offset=(1 + 12 + 5, 1 + 6 * 4 + 2))
    assert table.game.counts["move"] == 1


def test_goal_and_exit_are_shown():
    async def script(player, pilot):
        board = player.screen.board
        assert "░" in str(board.render()) and "exit" in str(board.border_subtitle)
        assert "goal: Cao Cao (A) to the hatched cells, at the exit (the bottom)" in " ".join(shown(player).split())

    driven("横刀立马", script)

    async def several(player, pilot):
        assert {"1", "2"} <= set(str(player.screen.board.render()))
        assert "one of 2 goals" in shown(player)

    driven("A../B../goal:/..A/.../goal:/.../..A", several)

    async def whole(player, pilot):
        assert "goal:" in shown(player) and "123" in shown(player)

    driven("876543210", whole)


def test_a_game_that_was_left_goes_on_and_a_solved_one_does_not():
    puzzle = "A../.../goal:/.../..A"

    async def begin(player, pilot):
        await pilot.press("right", "q")

    async def again(player, pilot):
        assert player.screen.game.counts["move"] == 1 and "your game continues" in shown(player)
        await pilot.press("n")
        assert player.screen.game.counts["move"] == 0

    async def anew(player, pilot):
        assert player.screen.game.counts["move"] == 0 and "continues" not in shown(player)
        await pilot.press("right", "right", "down", "q")

    driven(puzzle, begin)
    driven(puzzle, again)
    driven(puzzle, anew)
    driven(puzzle, anew)


def test_a_game_ends_with_a_review():
    async def script(player, pilot):
        table = player.screen
        for move in ("B R1", "A R2", "B L1", "A D1"):
            symbol, way = move.split()
            table.board.chosen = [p.symbol for p in table.game.puzzle.pieces].index(symbol)
            for _ in range(int(way[1])):
                table.action_slide(way[0])
        await settled(player, pilot)
        assert table.game.solved and "these moves were not best" in shown(player)
        assert "1. B →1  +1" in shown(player)

    driven("A.../B.../goal:/..../..A.", script)

    async def best(player, pilot):
        await pilot.press("right", "right", "down")
        await settled(player, pilot)
        assert "every move was a best move" in shown(player)

    driven("A../.../goal:/.../..A", best)
