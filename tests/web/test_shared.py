"""Python and the pages' JavaScript run the same cases: rules, ranks, distances, notations, counts, best moves."""

import base64
import heapq
import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tools.fuzz import PAGE, by_python, in_node

import huarong as hr
from huarong.atlas.why import TEXTS
from huarong.i18n import catalogue
from huarong.limits import Limits, Watch
from huarong.model.board import Metric
from huarong.space.space import Space
from huarong.web.endpoints.table import table_bytes
from huarong.web.generated import faults
from tests import naive
from tests.examples import tries
from tests.shared.make import points, reasons, sentences, told
from tests.web.node import needs_node, told as in_page

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
    assert json.loads(faults()).items() <= catalogue("zh").items()  # what the page says in Chinese
    for case in cases("texts"):
        assert told(case["text"]) == case


def test_python_numbers_the_layouts() -> None:
    for case in cases("tables"):
        space, puzzle = Space.parse(case["space"]), hr.puzzle(case["puzzle"])
        atlas = hr.Atlas.of(puzzle, case["metric"])
        for heads, rank, distance in zip(case["heads"], case["ranks"], case["distances"], strict=True):
            layout = puzzle.layout(heads)
            assert (space.rank(layout), atlas.get(layout)) == (rank, distance)
        bytes_ = table_bytes(case["space"], case["goal"], Metric(case["metric"]), Watch(Limits()))
        assert base64.b64encode(bytes_).decode() == case["table"]


def test_python_knows_what_is_known() -> None:
    for case in cases("known"):
        for metric in Metric:
            assert hr.solve(case["puzzle"], metric).length == case[metric.value]


def test_python_gives_the_reasons_and_the_sentences() -> None:
    assert list(map(list, reasons())) == cases("reasons")
    known = cases("sentences")
    most = tries(len(known))
    assert json.loads(json.dumps(list(islice(sentences(), most)))) == known[:most]
    assert {each["kind"] for case in known for each in case["told"]} == TEXTS.keys()
    assert {"full", "goal", "parity", "order"} <= {case[1] for case in cases("reasons") if len(case) > 1}


def test_python_places_the_points() -> None:
    for found, case in zip(points(), cases("points"), strict=True):
        assert (found["begin"], found["to"]) == (case["begin"], case["to"])
        assert found["xy"] == pytest.approx(case["xy"], abs=1e-4)
        assert found["stress"] == pytest.approx(case["stress"], abs=1e-6)


# In Node (the cases without Python: tests/page/shared.test.js)

STEPS = """
    const { Puzzle } = await from('rules/puzzle');
    const { read } = await from('rules/reader');
    const { Answers } = await from('alone/jobs');
    const { run } = await from('alone/solver');
    return given.map(([line]) => ['step', 'slide', 'move'].map((metric) =>
        run(new Answers(new Puzzle(read(line))).solve({ metric })).counts?.step ?? null));"""


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


@needs_node
@pytest.mark.slow
def test_of_shortest_solutions_the_page_finds_one_of_the_fewest_steps() -> None:
    rows = [row for row in cases("puzzles") if row[1][2] and row[1][2] > 2]
    assert len(rows) > 30
    least = [[fewest_steps(hr.Puzzle.parse(row[0]), m.value) for m in Metric] for row in rows]
    assert any(moves != steps for steps, _, moves in least)
    assert in_page(STEPS, rows) == least


def test_python_and_the_page_take_numbers_and_words_of_every_length_for_the_same_notations() -> None:
    texts = [each * n for each in "015aF.Ax" for n in range(1, 66)]
    for bits in (4, 12, 13, 14, 25, 26, 27, 49, 50, 51, 59, 60, 61, 63, 64, 65):
        for number in (2**bits - 1, 2**bits):
            texts += [str(number), f"{number:#x}", f"{number:#b}", f" {number:016x}\n", f"{number:b}"]
    tiles = ["0 1 2", "2 1 0 3", "3,1,2,0", "0 1 2 4", "1 2 3/0 4 5", "1 2 3/0 4", "[1, 0, 2, 3]"]
    texts += [*tiles, "87654321", "876543210", "8765432100", "1234", "12345", "0000000000001", "9" * 20, "9" * 21]
    for text, page in zip(texts, in_node(PAGE, texts), strict=True):
        assert page == by_python(text), text
