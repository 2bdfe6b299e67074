"""The pages' modules: their rooms; in a browser rules, counts and texts, compared with the naive twin in Python."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from graphlib import TopologicalSorter
from typing import Any

import pytest

import huarong as hr
from huarong.model.board import Goal
from huarong.web import generated
from huarong.web.answers import puzzle_json
from huarong.web.pages import STATIC, named
from tests import naive

LOWER = ("rules", "shared", "board", "alone", "ask", "library", "play")
ROOMS = [*([each] for each in LOWER), ["solve", "editor", "map", "museum", "timer", "docs"]]
"""The folders of `static/`, lowest first: a module imports from its own room and from lower ones."""
_NAMED = re.compile(
    r"""^import\s[^;]*?'([^']+)';|\bimport\(['`]([^'`]+)['`]\)|\bnew Worker\(new URL\('([^']+)'""", re.M
)


def arrows() -> dict[str, set[str]]:
    """What each module of the pages imports or starts, also by `import()`: a template stands for all files that fit."""
    found: dict[str, set[str]] = {}
    for path in STATIC.rglob("*.js"):
        name = path.relative_to(STATIC).as_posix()
        found[name] = set()
        for each in _NAMED.finditer(path.read_text("utf-8")):
            wanted = named(re.sub(r"\$\{[^}]*\}", "*", each[1] or each[2] or each[3]), name)
            if wanted != "alone/widget/names.js":  # which is written when the widget is
                there = {other.relative_to(STATIC).as_posix() for other in STATIC.glob(wanted)}
                assert there, f"{name} imports {wanted}"
                found[name] |= there
    return found


def test_modules_import_from_lower_rooms_and_not_in_a_circle() -> None:
    level = {room: n for n, rooms in enumerate(ROOMS) for room in rooms}
    imports = arrows()
    assert "play/share.js" in imports["play/ending.js"]
    assert "museum/drawings/lv.js" in imports["museum/study.js"]
    assert {path.name for path in STATIC.iterdir()} == set(level)
    climbs = []
    for name, wanted in imports.items():
        room = name.partition("/")[0]
        for other in wanted:
            below = other.partition("/")[0]
            if below != room and level[below] >= level[room]:
                climbs.append(f"{name} imports {other}")
    assert climbs == []
    TopologicalSorter(imports).prepare()  # raises CycleError with the circle


def test_the_board_for_other_pages_gets_every_name_that_its_modules_take() -> None:
    """The bundle knows one name of each `export const`: one more in the same line would be undefined there."""
    text = generated.bundled("alone/widget/widget.js", {"alone/widget/names.js": generated.names()})
    given: dict[str, set[str]] = {}
    taken, module = list[tuple[str, str]](), ""
    for line in text.split("\n"):
        if begun := re.match(r"const (m_\w+) = ", line):
            module = begun[1]
        elif line.startswith("return { "):
            given[module] = {each.partition(":")[0].strip() for each in line[9:-3].split(",")}
        elif asked := re.match(r"const \{ (.*) \} = (m_\w+);$", line):
            taken += [(asked[2], each.partition(":")[0].strip()) for each in asked[1].split(",")]
    assert len(taken) > 50
    assert [each for each in taken if each[1] not in given[each[0]]] == []


def test_no_line_of_the_modules_is_too_long_to_read() -> None:
    rows = [
        f"{path.relative_to(STATIC)}, line {n}"
        for path in sorted(STATIC.rglob("*.js"))
        for n, row in enumerate(path.read_text("utf-8").split("\n"), 1)
        if len(row) > 120
    ]
    assert rows == []


def boards(count: int) -> Iterator[hr.Puzzle]:
    """Random puzzles with room to walk around corners."""
    draw = random.Random(4)
    while count:
        width, height = draw.randrange(2, 6), draw.randrange(2, 6)
        rows = [[draw.choice("....#") for _ in range(width)] for _ in range(height)]
        for symbol in "ABC"[: draw.randrange(1, 4)]:
            x, y = draw.randrange(width), draw.randrange(height)
            wide, high = draw.choice(((1, 1), (2, 1), (1, 2)))
            cells = [(x + i, y + j) for i in range(wide) for j in range(high)]
            if all(a < width and b < height and rows[b][a] == "." for a, b in cells):
                for a, b in cells:
                    rows[b][a] = symbol
        text = "/".join("".join(row) for row in rows)
        if "A" in text:
            count -= 1
            goal = text.translate(str.maketrans("BC#", "..."))
            slide = draw.choice(("", "slide: along/", "slide: A=DLR/"))
            yield hr.puzzle(f"{slide}{text}/goal:/{goal}")


def test_a_noun_agrees_with_its_number(modules: Any) -> None:
    said = modules.evaluate(
        """async () => {
            const { ready, t } = await import('/static/shared/i18n.js');
            await ready;
            return [1, 2, '1', '1,001', 21].map((n) => t('move_n', { n }));
        }"""
    )
    assert said == ["1 move", "2 moves", "1 move", "1,001 moves", "21 moves"]


@pytest.mark.parametrize("metric", ["move", "slide", "step"])
@pytest.mark.parametrize("how", ["table", "server", "search"])
def test_a_game_that_follows_hints_counts_what_was_said(
    modules: Any, monkeypatch: pytest.MonkeyPatch, metric: str, how: str
) -> None:
    """From any layout, whatever moved last, hints lead to the goal in as many moves as the first hint says."""
    if how == "search":
        monkeypatch.setattr("huarong.atlas.oracle.small", lambda space: False)
        monkeypatch.setattr("huarong.atlas.oracle.most_in_reach", lambda *_: 1)
    # A space of its own for each case, since the server caches what it has found.
    width = {"table": 3, "server": 4, "search": 5}[how]
    rows = ["AB" + "." * (width - 2), "CC" + "." * (width - 2)]
    puzzle = hr.puzzle("/".join([*rows, "goal:", "." * width, "." * (width - 2) + "CC"]))
    data = puzzle_json(puzzle) | ({} if how == "table" else {"table": None})
    said = modules.evaluate(
        """async ([data, metric, moves]) => {
            const { Puzzle } = await import('/static/rules/puzzle.js');
            const { Game } = await import('/static/play/game.js');
            const { Oracle } = await import('/static/play/oracle.js');
            localStorage.clear();
            const puzzle = new Puzzle(data), oracle = new Oracle(puzzle, metric), said = [];
            for (const begin of moves) {
                const game = new Game(puzzle);
                for (const [i, to] of begin) game.move(i, to);
                const before = game.counts[metric], first = await oracle.look(game.heads, game.last);
                for (let n = 0; !game.solved && n < 100; n++) {
                    const { best: [move] } = await oracle.look(game.heads, game.last);
                    game.move(move.i, move.to);
                }
                const line = await oracle.line(puzzle.start, null);
                said.push([first.distance, game.counts[metric] - before, line.length, first.source]);
            }
            return said;
        }""",
        [data, metric, [[], [[1, 2]], [[1, 2], [0, 1]], [[1, 2], [1, width + 2]], [[0, 0], [2, width + 1]]]],
    )
    best = hr.solve(puzzle, metric).length
    for first, took, line, source in said:
        assert (first, line) == (took, best), said
        assert source == ("atlas" if how == "server" else how)
    assert said[0][0] == best


@pytest.mark.parametrize("count", [4, pytest.param(60, marks=pytest.mark.slow)])
def test_the_pages_oracle_agrees_with_the_atlas_and_the_twin(modules: Any, count: int) -> None:
    """On random puzzles, by the page's own table and by the server: the distance, those after each move, and a whole
    solution.
    """
    draw, puzzles = random.Random(9), []
    for puzzle in boards(count):
        kind = puzzle.kinds[puzzle.pieces[0].kind]
        places = [head for head in range(puzzle.board.size) if puzzle.board.cells(kind, head)]
        goal = Goal.of([[(puzzle.pieces[0].kind, draw.choice(places))]])
        if not goal.holds(puzzle.start):
            puzzles.append(hr.puzzle(replace(puzzle, goal=goal).line()))
    cases = [
        (puzzle, metric, data | table)
        for puzzle in puzzles
        for data in [puzzle_json(puzzle)]
        for metric in ("step", "slide", "move")
        for table in ({}, {"table": None})
    ]
    told = modules.evaluate(
        """async (cases) => {
            const { Puzzle } = await import('/static/rules/puzzle.js');
            const { Oracle } = await import('/static/play/oracle.js');
            const said = [];
            for (const [data, metric] of cases) {
                const puzzle = new Puzzle(data), oracle = new Oracle(puzzle, metric), { start } = puzzle;
                const seen = await oracle.look(start, null), line = await oracle.line(start, null);
                let at = start;
                for (const { i, to } of line ?? []) at = at.with(i, to);
                said.push([seen.distance, seen.source, seen.moves?.map(({ i, to, distance }) => [i, to, distance]),
                    line && line.length, line === null || puzzle.solved(at)]);
            }
            return said;
        }""",
        [[data, metric] for _, metric, data in cases],
    )
    sources = set()
    for (puzzle, metric, _), (distance, source, moves, length, arrived) in zip(cases, told, strict=True):
        best = naive.bfs(puzzle, metric).distance
        assert (distance, length, arrived) == (best, best, True), puzzle.line()
        sources.add(source)
        atlas = hr.Atlas.of(puzzle, metric)
        for i, to, after in moves or ():
            heads = [to if n == i else head for n, head in enumerate(p.head for p in puzzle.pieces)]
            assert after == atlas.get(puzzle.layout(heads)), puzzle.line()
    assert "table" in sources and len(sources) > 1
