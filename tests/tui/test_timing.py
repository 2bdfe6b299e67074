"""The timed terminal player: a session played by keys, its file and its figures."""

import asyncio
import csv
from pathlib import Path
from typing import Any

import pytest

import huarong as hr
from huarong.errors import FileError
from huarong.model.board import Metric
from huarong.tui.session import COLUMNS, TimedSolve, append, average, check_session
from huarong.tui.timing import TimedPlayer, TimedTable, Timing
from tests.cli.running import run


def driven(puzzle: str, timing: Timing, script: Any) -> None:
    async def main() -> None:
        player = TimedPlayer(hr.puzzle(puzzle), "en", timing)
        async with player.run_test(size=(90, 30)) as pilot:
            await pilot.pause()
            await script(player, pilot)

    asyncio.run(main())


def test_a_session_is_timed_and_written(tmp_path: Path) -> None:
    path = tmp_path / "solves.csv"

    async def script(player: TimedPlayer, pilot: Any) -> None:
        for n in range(1, 6):
            table = player.screen
            assert isinstance(table, TimedTable) and not table.game.solved
            assert "inspection: " in str(table.side.content)
            ways = "".join(leg.direction * leg.cells for move in hr.solve(table.game.puzzle).moves for leg in move.legs)
            await pilot.press("u")  # nothing is taken back
            for way in ways:
                await pilot.press({"U": "up", "D": "down", "L": "left", "R": "right"}[way])
            assert table.total and len(player.times) == n
            assert "a second" in str(table.side.content)
            if n == 5:
                assert "average of 5: " in str(table.side.content)
            await pilot.press("n")
            await pilot.pause()

    driven("A./../goal:/../.A", Timing(15, Metric.STEP, str(path)), script)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 5 and tuple(rows[0]) == COLUMNS
    for row in rows:
        puzzle, steps = hr.puzzle(row["puzzle"]), row["played"].split("; ")
        assert row["metric"] == "step" and int(row["moves"]) == len(steps) >= 1
        times = [int(each.rpartition(" ")[2]) for each in steps]
        assert times[0] == 0 and times == sorted(times)
        assert int(row["milliseconds"]) == max(1, times[-1])
        end = puzzle.after(*(each.rpartition(" ")[0] for each in steps))
        assert puzzle.goal.holds(end.start)


def test_a_piece_that_is_carried_back_has_not_moved() -> None:
    async def script(player: TimedPlayer, pilot: Any) -> None:
        table, keys = player.screen, {"U": "up", "D": "down", "L": "left", "R": "right"}
        assert isinstance(table, TimedTable)
        puzzle = table.game.puzzle
        away = next(m for m in puzzle.moves("step") if not puzzle.goal.holds(puzzle.after(m).start))
        for way in away.path[0], "DURL"["UDLR".index(away.path[0])]:
            await pilot.press(keys[way])
            assert table.moves == len(table.made) == int(way == away.path[0])
        assert table.since and table.game.heads == tuple(p.head for p in puzzle.pieces)

    driven("A./../goal:/../.A", Timing(15, Metric.STEP), script)


def test_the_clock_starts_when_inspection_is_over() -> None:
    async def script(player: TimedPlayer, pilot: Any) -> None:
        await pilot.pause(0.4)
        table = player.screen
        assert isinstance(table, TimedTable) and not table.made
        assert table.since == table.shown_at + 0.1
        table.since, table.shown_at = 0.0, table.shown_at - 5  # a move before the next tick
        await pilot.press("right", "down", "left", "up")
        assert table.since == table.shown_at + 0.1 and table.made[0][1] >= 5000

    driven("A./../goal:/../.A", Timing(0.1), script)


def test_averages_leave_out_the_best_and_the_worst() -> None:
    assert average([1, 5, 4, 3, 2, 100], 5) == 4
    assert average([9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 12) == 6.5
    assert average([1, 2, 3, 4], 5) is None


def test_a_file_with_other_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text("name,age\nx,3\n", "utf-8")
    with pytest.raises(FileError, match="other columns"):
        check_session(path)
    with pytest.raises(FileError):
        append(tmp_path / "none" / "x.csv", TimedSolve("A./goal:/.A", 1, 1, "move", "", "A R1 0"))
    found = run("play", "AB/../goal:/../AB", "--session", "x.csv", status=2)
    assert "--session requires --timed" in found.output
    assert "other columns" in run("play", "捷足先登", "--timed", "--session", str(path), status=2).output
