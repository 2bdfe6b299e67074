"""The timer: averages, files, scrambles and notations of its modules; a session played, saved, read again and
replayed.
"""

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import huarong as hr
from huarong.web.answers import puzzle_json
from tests import naive

EASY = "123/456/708"
"""One move from its goal: 8 to the left."""
TWO = "123/406/758"
"""Two moves from its goal: 5 up, 8 to the left."""


def begin(page: Any, fragment: str = "") -> None:
    """Load the page anew."""
    page.goto("about:blank")
    page.goto(f"/timer{fragment}")
    page.wait_for_selector("html[data-ready]")


def asked(page: Any, module: str, body: str, given: Any = None) -> Any:
    names = f"const its = await import('/static/timer/{module}.js');"
    return page.evaluate(f"async (given) => {{ {names} {body} }}", given)


def test_averages_leave_out_the_best_and_the_worst(modules: Any) -> None:
    body = "return given.map(([times, n]) => its.average(times, n));"
    twelve = [9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    cases = [([1, 2, 3, 4], 5), ([9000, 10000, 12000, 11000, 30000], 5), ([1, 5, 4, 3, 2, 100], 5), (twelve, 12)]
    assert asked(modules, "solve", body, cases) == [None, 11000, 4, 6.5]
    assert asked(modules, "solve", "return [its.best([]), its.best([3, 2])];") == [None, 2]
    times = asked(modules, "solve", "return given.map(its.timeText);", [999, 12345, 62345.4])
    assert times == ["0.999", "12.345", "1:02.345"]


SOLVE = {"puzzle": "123/4.6/758/goal:/123/456/78.", "milliseconds": 1500, "moves": 2, "metric": "move"}
SOLVE |= {"date": "2026-01-02T03:04:05.000Z", "played": "5 U1 0; 8 L1 1500"}


def test_files_are_read_as_they_were_written(modules: Any) -> None:
    names = {**SOLVE, "puzzle": 'names: A="曹,操"/A./../goal:/../.A', "played": "A D1R1 0", "moves": 1}
    solves = [SOLVE, names]
    body = """const [csv, lines] = [its.csvOf(given), its.linesOf(given)];
        return [csv, lines, its.readFile(csv), its.readFile(lines)];"""
    as_csv, lines, from_csv, from_lines = asked(modules, "solve", body, solves)
    assert from_csv == from_lines == {"solves": solves, "refused": 0}
    rows = list(csv.DictReader(io.StringIO(as_csv)))
    assert [row["puzzle"] for row in rows] == [each["puzzle"] for each in solves]
    assert [json.loads(line) for line in lines.splitlines()] == solves
    assert hr.solve(rows[0]["puzzle"]).length == 2  # what `design rate --people` reads


CHANGED = """
{"puzzle": "123/4"} {"puzzle": ""} {"milliseconds": 0} {"milliseconds": "soon"} {"moves": 1.5} {"metric": "hop"}
{"date": "yesterday"} {"played": "5 U1 0"} {"played": "5 U1 0; 8 L1 -3"} {"played": "5 U1 9; 8 L1 3"}
{"played": "8 L1 0; 5 U1 3"} {"played": "5 U9 0; 8 L1 3"} {"played": "nonsense"} {"played": ""}
"""


@pytest.mark.parametrize("change", re.findall(r"{.*?}", CHANGED))
def test_rows_that_are_damaged_are_refused(modules: Any, change: str) -> None:
    body = "return [its.readFile(its.csvOf(given)), its.readFile(its.linesOf(given))];"
    expected = {"solves": [SOLVE], "refused": 1}
    assert asked(modules, "solve", body, [SOLVE, SOLVE | json.loads(change)]) == [expected, expected]


def test_a_line_that_is_no_csv_is_refused_and_the_next_one_read(modules: Any) -> None:
    body = """const [head, row] = its.csvOf([given]).split('\\n');
        return ['x,"a"b,c', 'x"y', '"'].map((odd) => its.readFile([head, row, odd, row, ''].join('\\n')));"""
    expected = {"solves": [SOLVE, SOLVE], "refused": 1}
    assert asked(modules, "solve", body, SOLVE) == [expected] * 3


def test_files_of_something_else_have_no_solves(modules: Any) -> None:
    body = "return given.map((text) => its.readFile(text).solves.length);"
    texts = ["", "{", "a,b\n1,2\n", '"', "\x00\x01,\n,", "{}\n[]\nnull", "puzzle\n"]
    assert asked(modules, "solve", body, texts) == [0] * len(texts)


def test_scrambles_of_tiles_are_equally_likely(modules: Any) -> None:
    data = puzzle_json(hr.puzzle("12/30"))
    body = """const { Puzzle } = await import('/static/rules/puzzle.js'), puzzle = new Puzzle(given);
        return Array.from({ length: 2200 }, () => its.shuffled(puzzle));"""
    counts = Counter(map(tuple, asked(modules, "tiles", body, data)))
    known = naive.all_distances(hr.puzzle("12/30"), "move")
    assert len(counts) == sum(1 for d in known.values() if d) == 11
    chi = sum((n - 200) ** 2 / 200 for n in counts.values())
    assert chi < 35  # 10 degrees of freedom: exceeded once in 8,000 runs
    for size in ("1 2 3 4 5/6 7 8 9 0", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"):
        puzzle = hr.puzzle(size)
        for heads in asked(modules, "tiles", body.replace("2200", "20"), puzzle_json(puzzle)):
            board = [0] * puzzle.board.size
            for n, head in enumerate(heads, 1):
                board[head] = n
            goal = [*range(1, puzzle.board.size), 0]
            assert hr.tiles.solvable(board, goal, puzzle.board.width) and board != goal


@pytest.mark.parametrize("how", ["table", "search"])
def test_scrambles_have_the_wanted_distance(modules: Any, how: str) -> None:
    puzzle = hr.puzzle("AB./C../goal:/.../..A")
    known = naive.all_distances(puzzle, "step")
    longest = max(d for d in known.values() if d is not None)
    data = puzzle_json(puzzle) | ({} if how == "table" else {"table": None})
    body = """const { Puzzle } = await import('/static/rules/puzzle.js'), puzzle = new Puzzle(given[0]), found = [];
        const real = globalThis.fetch, known = new Map();  // the table is fetched once
        globalThis.fetch = async (url, ...more) => {
            if (!known.has(url)) known.set(url, await real(url, ...more));
            return known.get(url).clone();
        };
        for (let n = 0; n < given[2]; n++) found.push(await its.scramble(puzzle, 'step', given[1]));
        globalThis.fetch = real;
        return found;"""
    seen = set()
    for each in asked(modules, "scramble", body, [data, [2, longest], 400]):
        state = naive.state(puzzle.layout(each["heads"]))
        assert 2 <= each["distance"] == known[state] <= longest
        seen.add(str(state))
    assert seen == {str(state) for state, d in known.items() if d is not None and d >= 2}
    assert asked(modules, "scramble", body, [data, [longest + 1, 99], 1])[0]["heads"] is None


def test_notations_of_tiles_come_back(modules: Any) -> None:
    puzzle = hr.puzzle("10 2 11 4/5 6 7 8/9 1 3 12/13 14 15 0")
    body = """const { Puzzle } = await import('/static/rules/puzzle.js'),
            { Play } = await import('/static/rules/play.js');
        const puzzle = new Puzzle(given[0]), play = new Play(puzzle);
        for (const { i, to } of its.readMoves(puzzle, puzzle.start, given[1])) play.slide(i, to);
        return [its.boardText(puzzle, puzzle.start), its.movesText(play.past), its.boardText(puzzle, play.heads)];"""
    text = "10 2 11 4/5 6 7 8/9 1 3 12/13 14 15 0"
    start, moves, end = asked(modules, "tiles", body, [puzzle_json(puzzle), "D R2 U"])
    # Down: 12 falls into the blank; right: 3 and then 1; up: 14 rises under them.
    assert (start, moves) == (text, "DR2U")
    assert end == "10 2 11 4/5 6 7 8/9 14 1 3/13 0 15 12"
    read = """const { Puzzle } = await import('/static/rules/puzzle.js'), puzzle = new Puzzle(given);
        try { for (const moves of ['DRL', 'DU2']) its.readMoves(puzzle, puzzle.start, moves); } catch (error) {
            return [error.name, error.message]; }"""
    assert asked(modules, "tiles", read, puzzle_json(puzzle)) == ["RangeError", "3"]


def test_a_session_is_played_saved_read_and_replayed(page: Any, tmp_path: Path) -> None:
    begin(page, f"#p={TWO}")
    page.locator("#as-is").click()
    page.wait_for_selector("#clock.inspecting")
    for key in ("ArrowUp", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    page.wait_for_timeout(120)
    page.keyboard.press("ArrowLeft")
    page.locator("#solves tr").wait_for()
    assert page.locator("#clock").inner_text() == page.locator("#solves td").nth(1).inner_text()
    kept = page.evaluate("JSON.parse(localStorage['huarong.timer']).list[0].solves[0]")
    assert kept["milliseconds"] >= 120 and kept["moves"] == 2 and set(kept) == set(SOLVE)
    # What was carried back is not a move; the times are those of the moves that remain.
    assert re.fullmatch(rf"5 U1 [1-9]\d*; 8 L1 {kept['milliseconds']}", kept["played"])

    files = {}
    for kind in ("csv", "json"):
        with page.expect_download() as download:
            page.locator(f"#{kind}").click()
        files[kind] = tmp_path / f"solves.{kind}"
        download.value.save_as(files[kind])
    assert json.loads(files["json"].read_text("utf-8")) == kept

    page.goto("static/shared/theme.js")
    page.evaluate("localStorage.clear()")
    begin(page)
    assert page.locator("#solves tr").count() == 0
    page.locator("#file").set_input_files(str(files["csv"]))
    page.locator("#solves tr").wait_for()
    assert page.evaluate("JSON.parse(localStorage['huarong.timer']).list.at(-1).solves[0]") == kept
    page.locator("#file").set_input_files({"name": "x.csv", "mimeType": "text/csv", "buffer": b"\xff\x00"})
    page.get_by_text("no solves to replay").wait_for()

    page.locator(".again").click()
    page.wait_for_function("() => document.querySelector('#replay-run').textContent === 'Play'")
    assert page.evaluate("document.querySelector('#replay-at').value") == str(kept["milliseconds"])
    page.locator(".linked").click()
    link = page.locator("dialog .copy input").input_value()
    begin(page, link[link.index("#") :])
    assert "A replay: 2 moves" in page.locator("#say").inner_text()
    page.locator("#replay-run").wait_for()
    begin(page, link[link.index("#") :].replace("U1", "D1"))
    assert "damaged" in page.locator("#say").inner_text()


def test_a_full_or_damaged_storage_is_said_and_inspection_starts_the_clock_when_it_is_over(page: Any) -> None:
    begin(page, f"#p={EASY}")
    page.evaluate("document.querySelector('details').open = true")
    page.locator("#inspection").fill("1")
    page.locator("#inspection").press("Tab")
    page.locator("#as-is").click()
    page.get_by_text("The clock is running.").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("#solves tr").wait_for()
    assert page.evaluate("JSON.parse(localStorage['huarong.timer']).list[0].solves[0].played") != "8 L1 0"
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full'); }; }")
    page.locator("#as-is").click()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("could not save it").wait_for()
    assert page.locator("#solves tr").count() == 2
    for text in ("{", '{"list": [{"begun": "x", "solves": [{"puzzle": 3}]}, null]}'):
        page.goto("static/shared/theme.js")
        page.evaluate("text => localStorage.setItem('huarong.timer', text)", text)
        begin(page)
        assert "cannot be read" in page.locator("#say").inner_text(), text


def test_a_board_and_moves_in_the_notation_of_tiles_are_replayed(page: Any) -> None:
    begin(page)
    page.evaluate("document.querySelector('#tiles').open = true")
    for pasted, answer in (
        ("1 2 3/4 0 6/7 5 8\nUL", "A replay: 2 moves"),
        ("1 2 3/4 0 6/7 5 8\nULL9", "no tile can slide that way"),
    ):
        page.locator("#pasted").fill(pasted)
        page.locator("#take").click()
        page.get_by_text(answer).wait_for()
    page.locator("#pasted").fill("AB/..")
    page.locator("#take").click()
    page.wait_for_function("() => !document.querySelector('#say').textContent.startsWith('Move ')")
