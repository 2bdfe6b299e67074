"""The pages' modules: their rooms; in a browser rules, counts and texts, compared with the naive twin in Python."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from graphlib import TopologicalSorter
from typing import Any

import pytest

import huarong as hr
from huarong.model.goal import Goal
from huarong.web.answers import puzzle_json
from huarong.web.pages import STATIC, named
from tests import naive
from tests.web.browser import opened

ROOMS = (
    ("rules",),
    ("shared",),
    ("board",),
    ("alone",),
    ("ask",),
    ("library",),
    ("play",),
    ("solve", "editor", "map", "museum", "timer", "docs"),
)
"""The folders of `static/`, lowest first: a module imports from its own room and from lower ones."""
_NAMED = re.compile(
    r"""^import\s[^;]*?'([^']+)';|\bimport\(['`]([^'`]+)['`]\)|\bnew Worker\(new URL\('([^']+)'""", re.M
)
WAYS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}


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


def test_no_line_of_the_modules_is_too_long_to_read() -> None:
    rows = [
        f"{path.relative_to(STATIC)}, line {n}"
        for path in sorted(STATIC.rglob("*.js"))
        for n, row in enumerate(path.read_text("utf-8").split("\n"), 1)
        if len(row) > 120
    ]
    assert rows == []


@pytest.fixture(scope="module")
def modules(browser: Any, server: str) -> Iterator[Any]:
    """A page that can import the modules."""
    with opened(browser, server) as page:
        page.goto("/library")
        yield page


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


def shortest(puzzle: hr.Puzzle, i: int) -> dict[int, tuple[int, int]]:
    """Cells and legs of the best path to each head that piece i can reach, by trying all paths in order of length."""
    board, piece = puzzle.board, puzzle.pieces[i]
    kind = puzzle.kinds[piece.kind]
    others: set[int] = set()
    for other in puzzle.pieces:
        if other is not piece:
            others |= set(board.cells(puzzle.kinds[other.kind], other.head) or ())
    best: dict[tuple[int, str], tuple[int, int]] = {(piece.head, ""): (0, 0)}
    queue = deque(best)
    while queue:
        head, before = queue.popleft()
        cells, legs = best[head, before]
        for way in kind.directions:
            dx, dy = WAYS[way]
            x, y = head % board.width + dx, head // board.width + dy
            to = y * board.width + x
            if not (0 <= x < board.width and 0 <= y < board.height):
                continue
            covered = board.cells(kind, to)
            cost = (cells + 1, legs + (way != before))
            if covered and not others & set(covered) and cost < best.get((to, way), (1 << 30, 1 << 30)):
                best[to, way] = cost
                queue.append((to, way))
    found: dict[int, tuple[int, int]] = {}
    for (head, _), cost in best.items():
        if head != piece.head:
            found[head] = min(cost, found.get(head, cost))
    return found


@pytest.mark.slow
def test_a_way_has_the_fewest_cells_then_the_fewest_turns(modules: Any) -> None:
    puzzles = [*boards(120)]
    told = modules.evaluate(
        """async (all) => {
            const { Puzzle } = await import('/static/rules/puzzle.js');
            return all.map((data) => {
                const puzzle = new Puzzle(data);
                return puzzle.pieces.map((_, i) => {
                    const reach = puzzle.reach(puzzle.start, i);
                    return [...reach.keys()].map((to) => [to, puzzle.legs(reach, to)]);
                });
            });
        }""",
        [puzzle_json(puzzle) for puzzle in puzzles],
    )
    turned = 0
    for puzzle, ways in zip(puzzles, told, strict=True):
        for i, reach in enumerate(ways):
            found = {to: (sum(n for _, n in legs), len(legs)) for to, legs in reach}
            assert found == shortest(puzzle, i), puzzle.line()
            for to, legs in reach:
                at = puzzle.pieces[i].head
                for way, n in legs:
                    at += n * (WAYS[way][0] + puzzle.board.width * WAYS[way][1])
                assert at == to
                turned += len(legs) > 2
    assert turned > 20


def test_going_on_with_what_moved_last_is_free_in_moves_and_slides(modules: Any) -> None:
    """Going on with the piece moved last is free: distances, costs and best moves agree with the final count of a
    game.
    """
    puzzle = hr.puzzle("AB./.../goal:/.AB/...")
    for metric in ("move", "slide", "step"):
        atlas = hr.Atlas.of(puzzle, metric)
        far = {
            ".".join(map(str, heads)): atlas.get(puzzle.layout(heads))
            for heads in ((a, b) for a in range(6) for b in range(6) if a != b)
        }
        wrong = modules.evaluate(
            """async ([data, metric, far]) => {
                const { Puzzle } = await import('/static/rules/puzzle.js');
                const { graded: counted } = await import('/static/rules/play.js');
                const puzzle = new Puzzle(data), wrong = [], free = (a,
                    b) => a && a.i === b.i && (metric === 'move' || (metric === 'slide' && a.way === b.way));
                const look = (heads) => heads.flatMap((from, i) => [...puzzle.reach(heads, i,
                    metric).keys()].map((to) => ({ i, from, to, way: puzzle.wayBetween(from, to),
                        distance: far[heads.with(i, to).join('.')] })));
                // The least cost of a game from a layout and what moved last: a search over both.
                const least = (heads, last) => {
                    const seen = new Map([[JSON.stringify([heads, last]), 0]]);
                    const queue = [[0, heads, last]];
                    while (queue.length) {
                        queue.sort((a, b) => a[0] - b[0]);
                        const [cost, at, moved] = queue.shift();
                        if (puzzle.solved(at)) return cost;
                        for (const move of look(at)) {
                            const next = [cost + !free(moved, move), at.with(move.i, move.to), { i: move.i,
                                way: move.way }];
                            const key = JSON.stringify(next.slice(1));
                            if (!(seen.get(key) <= next[0])) { seen.set(key, next[0]); queue.push(next); }
                        }
                    }
                    return null;
                };
                let checked = 0;
                for (const text of Object.keys(far)) {
                    const heads = text.split('.').map(Number);
                    if (puzzle.solved(heads)) continue;
                    for (const last of [null, ...[0, 1].flatMap((i) => [...'UDLR'].map((way) => ({ i, way })))]) {
                        const seen = counted({ distance: far[text], moves: look(heads) }, last, metric, puzzle);
                        const now = least(heads, last);
                        if (now !== seen.distance) wrong.push([text, last, now, seen.distance]);
                        if (!seen.best.length) wrong.push([text, last, 'no best']);
                        for (const move of seen.moves) {
                            checked += 1;
                            const best = seen.best.some((each) => each.from === move.from && each.to === move.to);
                            const after = move.distance + !free(last, move);
                            if (move.cost !== after - now || (best && move.cost)) wrong.push([text, last, move, now]);
                        }
                    }
                }
                return checked > 100 ? wrong : ['too few'];
            }""",
            [puzzle_json(puzzle), metric, far],
        )
        assert wrong == [], metric


def test_a_noun_agrees_with_its_number(modules: Any) -> None:
    said = modules.evaluate(
        """async () => {
            const { ready, t } = await import('/static/shared/i18n.js');
            await ready;
            return [1, 2, '1', '1,001', 21].map((n) => t('move_n', { n }));
        }"""
    )
    assert said == ["1 move", "2 moves", "1 move", "1,001 moves", "21 moves"]


def test_a_leg_goes_on_from_one_move_to_the_next(modules: Any) -> None:
    said = modules.evaluate(
        """async () => {
            const { joined, pathText } = await import('/static/rules/puzzle.js');
            return [[[['D', 1]], [['D', 2], ['R', 1]]], [[['D', 1]], [['U', 1]]], [[], [['L', 1]]]].map(([a,
                b]) => pathText(joined(a, b)));
        }"""
    )
    assert said == ["D3R1", "D1U1", "L1"]


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


def test_who_can_open_an_address(modules: Any) -> None:
    hosts = {
        "computer": [
            "localhost",
            "LOCALHOST.",
            "app.localhost",
            "127.0.0.1",
            "127.1.2.3",
            "::1",
            "[::1]",
            "",
            "0.0.0.0",
            "[::]",
            "[::ffff:7f00:1]",
        ],
        "network": [
            "10.0.0.7",
            "192.168.1.20",
            "172.16.0.1",
            "172.31.9.9",
            "169.254.3.4",
            "100.64.0.1",
            "100.127.0.1",
            "fd00::1",
            "[fe80::1]",
            "nas",
            "school.local",
            "pi.lan",
        ],
        "anyone": [
            "example.org",
            "8.8.8.8",
            "172.32.0.1",
            "172.15.0.1",
            "100.128.0.1",
            "11.0.0.1",
            "192.169.0.1",
            "2001:db8::1",
            "127.example.org",
            "10.example.org",
            "local.org",
            "0.0.0.0.example.org",
            "[::ffff:808:808]",
            "192.168.1.5.nip.io",
        ],
    }
    for reach, some in hosts.items():
        found = modules.evaluate(
            "async (some) => { const { reachOf } = await import('/static/shared/addresses.js'); return "
            "some.map(reachOf); }",
            some,
        )
        assert dict(zip(some, found, strict=True)) == dict.fromkeys(some, reach)
