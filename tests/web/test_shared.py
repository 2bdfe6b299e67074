"""Python and the pages' JavaScript run the same cases: rules, ranks, distances, notations, counts, best moves."""

from __future__ import annotations

import base64
import heapq
import json
from pathlib import Path
from typing import Any

import pytest
from tools.fuzz import PAGE, by_python, in_node

import huarong as hr
from huarong.i18n import catalogue
from huarong.library.reader import read
from huarong.limits import Limits, Watch
from huarong.model.metric import Metric
from huarong.space.space import Space
from huarong.web.answers import puzzle_json
from huarong.web.endpoints.table import table
from tests import naive
from tests.shared.make import told
from tests.web.test_modules import modules  # noqa: F401

SHARED = Path(__file__).parent.parent / "shared"


def cases(name: str) -> Any:
    return json.loads((SHARED / f"{name}.json").read_text("utf-8"))


# In Python


def counted(row: list[Any]) -> list[Any]:
    """The library's answers on a random puzzle, in the form of the cases."""
    line, _, reach, _, _, _ = row
    puzzle = hr.Puzzle.parse(line)
    hints = [hr.hint(puzzle, metric=metric) for metric in Metric]
    best = [hint.distance for hint in hints]
    ways = [hint.solutions for hint in hints]
    after: list[list[list[int]]] = []
    for metric, hint in zip(Metric, hints, strict=True):
        moves = {(move.piece, move.start, move.stop) for move in hint.best}
        kinds = {piece.symbol: piece.kind for piece in puzzle.pieces}
        after.append(sorted([kinds[symbol], a, b] for symbol, a, b in moves))
        assert len(puzzle.moves(metric)) >= len(moves)
    counts = [len({(m.piece, m.start, m.stop) for m in puzzle.moves(m2)}) for m2 in Metric]
    return [puzzle.line(), best, reach, counts, [n or 0 for n in ways], after]


def check_python(rows: list[Any]) -> None:
    for row in rows:
        assert counted(row) == row, row[0]


def test_python_agrees_with_the_cases() -> None:
    check_python(cases("puzzles")[::100])


def test_python_reads_the_texts() -> None:
    for case in cases("texts"):
        assert told(case["text"]) == case


def test_python_numbers_the_layouts() -> None:
    for case in cases("tables"):
        space, puzzle = Space.parse(case["space"]), hr.puzzle(case["puzzle"])
        atlas = hr.Atlas.of(puzzle, case["metric"])
        for heads, rank, distance in zip(case["heads"], case["ranks"], case["distances"], strict=True):
            layout = puzzle.layout(heads)
            assert (space.rank(layout), atlas.get(layout)) == (rank, distance)
        bytes_ = table(case["space"], case["goal"], Metric(case["metric"]), Watch(Limits()))
        assert base64.b64encode(bytes_).decode() == case["table"]


def test_python_knows_what_is_known() -> None:
    for case in cases("known"):
        for metric in Metric:
            assert hr.solve(case["puzzle"], metric).length == case[metric.value]


# In a browser

COUNT = """async (rows) => {
    const { Puzzle } = await import('/static/rules/puzzle.js');
    const { read } = await import('/static/rules/reader.js');
    const { Answers } = await import('/static/alone/jobs.js');
    const { METRICS, run } = await import('/static/alone/solver.js');
    return rows.map(([line]) => {
        const puzzle = new Puzzle(read(line)), answers = new Answers(puzzle), { solver } = answers,
            found = run(solver.component());
        const hints = METRICS.map((metric) => run(answers.hint({ metric })));
        const order = (moves) => moves.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
        const best = hints.map((hint) => hint.distance), searched = METRICS.map(
            (metric) => run(solver.solve(puzzle.start, metric)).length);
        if (String(best) !== String(searched)) return [line, best, searched];
        return [puzzle.line, best, found.count, hints.map((hint) => hint.moves.length),
            METRICS.map((metric) => run(found.solutions(puzzle.start, metric))),
            hints.map((hint) => order(hint.moves.filter((move) => move.best).map(({ i, from,
                to }) => [puzzle.pieces[i].kind, from, to])))];
    });
}"""


def check_page(modules: Any, rows: list[Any]) -> None:  # noqa: F811
    for found, row in zip(modules.evaluate(COUNT, rows), rows, strict=True):
        assert found == row, row[0]


def test_the_page_agrees_with_the_cases(modules: Any) -> None:  # noqa: F811
    check_page(modules, cases("puzzles"))


READ = """async ([texts, chinese]) => {
    const { PuzzleError, message } = await import('/static/rules/faults.js');
    const { detect, read } = await import('/static/rules/reader.js');
    return texts.map((text) => {
        try {
            const found = read(text);
            if (!found) return { text, faults: null };
            const { read_as: how, ...puzzle } = found,
                notes = how.notes.flatMap((note) => [message(note), message(note, chinese)]);
            return { text, line: puzzle.line, notations: detect(text), puzzle, how: [how.notation, notes, how.others] };
        } catch (error) {
            if (!(error instanceof PuzzleError)) throw error;
            return { text, faults: error.faults.map((fault) => [fault.line, fault.column, message(fault),
                message(fault, chinese)]) };
        }
    });
}"""


def test_the_page_reads_the_texts(modules: Any) -> None:  # noqa: F811
    chinese = json.loads(modules.request.get("/static/alone/faults.json").text())
    assert chinese.items() <= catalogue("zh").items()
    texts = cases("texts")
    told = modules.evaluate(READ, [[case["text"] for case in texts], chinese])
    for found, case in zip(told, texts, strict=True):
        data, how = found.pop("puzzle", None), found.pop("how", None)
        assert found == case
        if data:
            puzzle = read(case["text"])
            assert puzzle.read_as is not None
            notes = [note.message(lang) for note in puzzle.read_as.notes for lang in ("en", "zh")]
            assert how == [puzzle.read_as.notation, notes, list(puzzle.read_as.others)]
            whole = puzzle_json(puzzle) | {"table": None, "library": False}
            assert data == json.loads(json.dumps(whole)), case["text"]


RANK = """async (all) => {
    const { Puzzle } = await import('/static/rules/puzzle.js');
    const { read } = await import('/static/rules/reader.js');
    const { Table } = await import('/static/rules/table.js');
    return all.map(({ puzzle, metric, table, heads }) => {
        const kept = new Table(new Puzzle(read(puzzle)), metric, Uint8Array.from(atob(table),
            (c) => c.charCodeAt(0)).buffer);
        return heads.map((each) => [kept.rank(each), kept.distance(each)]);
    });
}"""


def test_the_page_numbers_the_layouts(modules: Any) -> None:  # noqa: F811
    all_ = cases("tables")
    for found, case in zip(modules.evaluate(RANK, all_), all_, strict=True):
        assert found == [list(pair) for pair in zip(case["ranks"], case["distances"], strict=True)]


SOLVE = """async (all) => {
    const { Puzzle } = await import('/static/rules/puzzle.js');
    const { read } = await import('/static/rules/reader.js');
    const { Solver, run } = await import('/static/alone/solver.js');
    return all.map(({ puzzle: text }) => {
        const puzzle = new Puzzle(read(text)), lengths = {};
        for (const metric of ['step', 'slide', 'move']) {
            const { length, line } = run(new Solver(puzzle).solve(puzzle.start, metric));
            let heads = puzzle.start;
            for (const { from, to } of line) {
                const i = heads.indexOf(from);
                if (!puzzle.reach(heads, i, metric).has(to)) return null;
                heads = heads.with(i, to);
            }
            lengths[metric] = puzzle.solved(heads) && line.length === length ? length : null;
        }
        return lengths;
    });
}"""


@pytest.mark.slow
def test_the_page_knows_what_is_known(modules: Any) -> None:  # noqa: F811
    known = cases("known")
    for found, case in zip(modules.evaluate(SOLVE, known), known, strict=True):
        assert found == {metric.value: case[metric.value] for metric in Metric}, case["name"]


STEPS = """async (rows) => {
    const { Puzzle } = await import('/static/rules/puzzle.js');
    const { read } = await import('/static/rules/reader.js');
    const { Answers } = await import('/static/alone/jobs.js');
    const { METRICS, run } = await import('/static/alone/solver.js');
    return rows.map(([line]) => METRICS.map((metric) =>
        run(new Answers(new Puzzle(read(line))).solve({ metric })).counts?.step ?? null));
}"""


def fewest_steps(puzzle: hr.Puzzle, metric: str) -> int | None:
    """The fewest steps among the shortest solutions, by a search in steps in which going on with the last piece is
    free.
    """
    start = naive.start(puzzle)
    width = puzzle.board.width
    best: dict[Any, tuple[int, int]] = {(start, None, 0): (0, 0)}
    queue = [(0, 0, 0, (start, None, 0))]
    number = 0
    while queue:
        count, steps, _, node = heapq.heappop(queue)
        state, last, way = node
        if best[node] < (count, steps):
            continue
        if naive.solved(puzzle, state):
            return steps
        for after in naive.neighbours(puzzle, state, "step"):
            (before,), (to,) = state - after, after - state
            ahead = to[1] - before[1]
            assert abs(ahead) in (1, width)
            goes_on = last == before and (metric == "move" or way == ahead)
            found = (count + (metric == "step" or not goes_on), steps + 1)
            if found < best.get((after, to, ahead), (1 << 30, 0)):
                best[after, to, ahead] = found
                number += 1
                heapq.heappush(queue, (*found, number, (after, to, ahead)))
    return None


@pytest.mark.slow
def test_of_shortest_solutions_the_page_finds_one_of_the_fewest_steps(modules: Any) -> None:  # noqa: F811
    rows = [row for row in cases("puzzles") if row[1][2] and row[1][2] > 2]
    assert len(rows) > 30
    least = [[fewest_steps(hr.Puzzle.parse(row[0]), m.value) for m in Metric] for row in rows]
    assert any(moves != steps for steps, _, moves in least)
    assert modules.evaluate(STEPS, rows) == least


def test_python_and_the_page_take_numbers_and_words_of_every_length_for_the_same_notations() -> None:
    texts = [each * n for each in "015aF.Ax" for n in range(1, 66)]
    for bits in (4, 12, 13, 14, 25, 26, 27, 49, 50, 51, 59, 60, 61, 63, 64, 65):
        for number in (2**bits - 1, 2**bits):
            texts += [str(number), f"{number:#x}", f"{number:#b}", f" {number:016x}\n", f"{number:b}"]
    tiles = ["0 1 2", "2 1 0 3", "3,1,2,0", "0 1 2 4", "1 2 3/0 4 5", "1 2 3/0 4", "[1, 0, 2, 3]"]
    texts += [*tiles, "87654321", "876543210", "8765432100", "1234", "12345", "0000000000001", "9" * 20, "9" * 21]
    for text, page in zip(texts, in_node(PAGE, texts), strict=True):
        assert page == by_python(text), text
