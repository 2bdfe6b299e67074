import functools
import heapq
import itertools
import json
import os
import random
import struct
import subprocess
import sys
from collections import Counter, deque
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import huarong.tiles.building
import huarong.tiles.solver
import huarong.tiles.store
import huarong.tiles.tableset
from huarong.errors import Cancelled, InputError, LimitReached, UnknownName
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.tiles import (
    build_tables,
    building,
    default_set,
    remove_tables,
    solvable,
    solve_tiles,
    stored_tables,
    table_set,
    tablefile,
    tableset,
)
from huarong.tiles.store import load_tables

KORF = json.loads((Path(__file__).parents[1] / "data" / "korf.json").read_text())


@pytest.fixture(autouse=True, scope="module")
def cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HUARONG_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(huarong.tiles.store, "_loaded", {})
        yield


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))
    monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
    return tmp_path / "tables"


def neighbours(board, width, metric):
    """The boards one move away, by the definition."""
    height, blank = len(board) // width, board.index(0)
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        tiles, here = list(board), blank
        x, y = blank % width + dx, blank // width + dy
        while 0 <= x < width and 0 <= y < height:
            there = y * width + x
            tiles[here], tiles[there] = tiles[there], 0
            yield tuple(tiles)
            here, x, y = there, x + dx, y + dy
            if metric == "tile":
                break


@functools.lru_cache(2)
def naive_distances(goal, width, metric):
    """The distance of every board from a goal, breadth-first."""
    distance, queue = {tuple(goal): 0}, deque([tuple(goal)])
    while queue:
        board = queue.popleft()
        for other in neighbours(board, width, metric):
            if other not in distance:
                distance[other] = distance[board] + 1
                queue.append(other)
    return distance


GOALS = [
    (3, (1, 2, 3, 4, 5, 6, 7, 8, 0)),
    (3, (0, 1, 2, 3, 4, 5, 6, 7, 8)),
    (3, (1, 2, 3, 8, 0, 4, 7, 6, 5)),
    (3, (5, 0, 3, 8, 1, 4, 7, 6, 2)),
    (2, (1, 2, 3, 4, 5, 0)),
    (3, (4, 0, 1, 2, 5, 3)),
    (2, (7, 1, 2, 0, 3, 4, 5, 6)),
    (5, (1, 2, 3, 4, 0)),
    (1, (1, 2, 0, 3)),
    (2, (1, 2, 3, 0)),
]


@pytest.mark.parametrize(
    ("width", "goal", "metric"),
    [(*each, metric) for each in GOALS for metric in ("tile", "line")],
)
def test_agrees_with_breadth_first_search(width, goal, metric):
    distance = naive_distances(goal, width, metric)
    chance = random.Random(len(goal))
    boards = chance.sample(sorted(distance), min(60, len(distance)))
    for board in [*boards, max(distance, key=distance.get)]:
        answer = solve_tiles(board, goal, width, metric=metric)
        assert answer.length == distance[board]
        assert answer.verify()
        assert answer.length in answer.thresholds or not answer.length


def test_known_answer_of_the_article():
    answer = solve_tiles([8, 7, 6, 5, 4, 3, 2, 1, 0], [1, 2, 3, 4, 5, 6, 7, 8, 0])
    assert answer.length == 30
    assert len(answer.moves) == 30


@pytest.mark.parametrize("problem", KORF, ids=lambda problem: str(problem["id"]))
def test_korf(problem):
    answer = solve_tiles(problem["tiles"], range(16))
    assert answer.length == problem["optimal"]
    assert answer.verify()
    assert answer.tables == "tiles-6-6-3"


def test_korf_turned():
    """Turned round and named anew, a board is as far from its goal as before."""
    problem = KORF[8]
    turned = [15 - tile for tile in reversed(problem["tiles"])]
    start = [0 if tile == 15 else tile + 1 for tile in turned]
    answer = solve_tiles(start)
    assert answer.length == problem["optimal"]
    assert answer.verify()


@pytest.mark.parametrize("width", [3, 4, 5])
def test_rectangles(width):
    size = {3: 12, 4: 12, 5: 15}[width]
    goal = (*range(1, size), 0)
    board, chance = goal, random.Random(width)
    for walked in range(1, 41):
        board = chance.choice(list(neighbours(board, width, "tile")))
        if walked % 10 == 0:
            answer = solve_tiles(board, goal, width)
            assert answer.length <= walked
            assert (answer.length - walked) % 2 == 0
            assert answer.verify()


LINES = [
    *(1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558),
    *(31485, 30985, 23494, 11751, 3390, 589, 41, 1),
]
"""Boards of the 8-puzzle at each distance, tiles in a line moving at once, the blank at home in a corner."""


def test_lines_on_the_8_puzzle():
    distance = naive_distances(tuple(range(9)), 3, "line")
    assert [count for _, count in sorted(Counter(distance.values()).items())] == LINES
    farthest = max(distance, key=distance.get)
    for board in [farthest, *random.Random(8).sample(sorted(distance), 60)]:
        answer = solve_tiles(board, range(9), metric="line")
        assert answer.length == distance[board]
        assert answer.verify()


def test_lines_on_the_15_puzzle():
    board, chance = (*range(1, 16), 0), random.Random(4)
    for _ in range(18):
        board = chance.choice(list(neighbours(board, 4, "line")))
    answer = solve_tiles(board, metric="line")
    assert answer.length <= 18
    assert answer.verify()
    assert answer.length <= solve_tiles(board).length <= 3 * answer.length


@pytest.mark.parametrize(
    "problem",
    [
        pytest.param(each, id=str(each["id"]), marks=[pytest.mark.slow] * (each["id"] > 6))
        for each in KORF
    ],
)
def test_lines_on_hard_boards(problem):
    """43 moves are enough (Norskog), and a move of a line is at most three of one tile."""
    answer = solve_tiles(problem["tiles"], range(16), metric="line")
    assert (answer.tables, answer.verify()) == ("lines-5-5-5", True)
    assert problem["optimal"] / 3 <= answer.length <= min(43, problem["optimal"])


def test_lines_by_other_patterns_and_turned():
    tiles = KORF[3]["tiles"]
    length = solve_tiles(tiles, range(16), metric="line").length
    assert solve_tiles(tiles, range(16), metric="line", tables="lines-4-4-4-3").length == length
    start = [0 if tile == 15 else tile + 1 for tile in (15 - tile for tile in reversed(tiles))]
    assert solve_tiles(start, metric="line").length == length


def naive_line_pattern(width, height, blank, pattern):
    """For each arrangement of a pattern and the blank, the fewest moves of tiles in a line at once."""
    size = width * height
    board = [0 if c == blank else c if c in pattern else -1 - c for c in range(size)]
    goal = tuple(0 if c == blank else tile if tile > 0 else -1 for c, tile in enumerate(board))
    return naive_distances(goal, width, "line")


@pytest.mark.parametrize("name", ["lines-3x3-4-4", "lines-2x4-b3-4-3", "lines-1x4-3"])
def test_line_tables_hold_the_fewest_moves(name):
    each = table_set(name)
    memory = load_tables(each, Watch())
    for pattern, offset, size in zip(each.patterns, each.offsets, each.sizes, strict=True):
        if 0 in pattern:
            continue  # 0 is the blank of the naive board
        best = naive_line_pattern(each.width, each.height, each.blank, pattern)
        assert sum(value != 255 for value in memory[offset : offset + size]) == len(best)
        for board, moves in random.Random(1).sample(sorted(best.items()), min(500, len(best))):
            rest = [t for t in range(len(board)) if t not in pattern and t != each.blank]
            named = [each.blank if t == 0 else t if t > 0 else rest.pop() for t in board]
            number = tableset.numbers(each, named)[each.patterns.index(pattern)]
            assert memory[number] == moves


@given(st.permutations(range(6)), st.permutations(range(6)), st.sampled_from([1, 2, 3, 6]))
@settings(deadline=None)
def test_solvable_is_reachable(start, goal, width):
    reach = naive_distances(tuple(goal), width, "tile")
    assert solvable(start, goal, width) == (tuple(start) in reach)


def test_unsolvable_is_proved_at_once():
    answer = solve_tiles([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0])
    assert (answer.solvable, answer.length, answer.moves, answer.explored) == (False, None, (), 0)
    assert answer.verify()
    assert not solve_tiles([*range(1, 23), 24, 23, 0]).solvable


def test_verify_finds_fault():
    good = solve_tiles([1, 2, 3, 4, 5, 0, 7, 8, 6])
    assert good.path == (5, 8)
    for path in ((5, 4), (8, 5), (5,), (5, 2, 8), ()):
        wrong = type(good)(**{f: getattr(good, f) for f in good.__slots__} | {"path": path})
        assert not (path and wrong.verify())


def naive_pattern(width, height, blank, pattern):
    """For each arrangement of a pattern, the fewest moves of its tiles, over all places of the blank."""
    start = (pattern, blank)
    queue, cost, best = [(0, start)], {start: 0}, {}
    while queue:
        moves, state = heapq.heappop(queue)
        if cost[state] < moves:
            continue
        places, here = state
        best.setdefault(places, moves)
        for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            x, y = here % width + dx, here // width + dy
            if not (0 <= x < width and 0 <= y < height):
                continue
            there = y * width + x
            moved = tuple(here if place == there else place for place in places)
            then, more = (moved, there), moves + (moved != places)
            if more < cost.get(then, 1 << 30):
                cost[then] = more
                heapq.heappush(queue, (more, then))
    return best


@pytest.mark.parametrize(
    "name",
    ["tiles-3x3-4-4", "tiles-3x3-b4-3-5", "tiles-2x4-b3-4-3", "tiles-3x4-3-3-3-2", "tiles-1x4-3"],
)
def test_tables_hold_the_fewest_moves(name):
    each = table_set(name)
    cells = each.width * each.height
    memory = load_tables(each, Watch())
    expected = [naive_pattern(each.width, each.height, each.blank, p) for p in each.patterns]
    for pattern, offset, size, best in zip(
        each.patterns, each.offsets, each.sizes, expected, strict=True
    ):
        table = memory[offset : offset + size]
        assert sum(value != 255 for value in table) == len(best)
        chance = random.Random(size)
        for places in chance.sample(sorted(best), min(300, len(best))):
            rest = [tile for tile in range(cells) if tile not in pattern]
            board = [-1] * cells
            for tile, cell in zip(pattern, places, strict=True):
                board[cell] = tile
            chance.shuffle(rest)
            board = [rest.pop() if tile < 0 else tile for tile in board]
            numbers = tableset.numbers(each, board)
            assert memory[numbers[each.patterns.index(pattern)]] == best[places]


def test_estimates_are_admissible():
    each = table_set("tiles-3x3-4-4")
    memory = load_tables(each, Watch())
    distance = naive_distances(tuple(range(9)), 3, "tile")
    for board in random.Random(1).sample(sorted(distance), 2000):
        numbers = tableset.numbers(each, board)
        plain, mirrored = (sum(memory[n] for n in numbers[i : i + 2]) for i in (0, 2))
        assert max(plain, mirrored) <= distance[board]
        assert (plain - distance[board]) % 2 == (mirrored - distance[board]) % 2 == 0


def test_names_of_sets():
    assert table_set("tiles-7-8").name == "tiles-7-8"
    assert table_set("tiles-3x5-b7-6-6-2").name == "tiles-3x5-b7-6-6-2"
    for shape in huarong.tiles.tableset._SHAPES:
        each = huarong.tiles.tableset._divided(*shape, lines=False)
        assert sorted(itertools.chain(*each.patterns)) == list(range(1, shape[0] * shape[1]))
        assert all(list(pattern) == sorted(pattern) for pattern in each.patterns)
        assert tuple(map(len, each.patterns)) == shape[3]
    with pytest.raises(UnknownName, match="tiles-7-8"):
        table_set("tile-7-8")
    for name, message in (
        ("tiles-7-7", "15 tiles in all, as in tiles-7-8"),
        ("tiles-7-9", "15 tiles in all, as in tiles-7-8"),
        ("tiles-3x3-8-8", "8 tiles in all, as in tiles-3x3-8"),
        ("tiles-5x5-8-8-8", "a pattern has 1 to 7 tiles"),
        ("tiles-0-15", "a pattern has 1 to 8 tiles"),
        ("tiles-9x9-8", "a board of 2 to 64 cells"),
        ("tiles-3x3-b9-8", "a board of 2 to 64 cells"),
    ):
        with pytest.raises(InputError, match=message):
            table_set(name)


def test_tables_are_kept_listed_and_removed(empty_cache, monkeypatch):
    monkeypatch.setattr("huarong.limits._REPORT", 0.0)
    assert stored_tables() == ()
    seen = []
    kept = build_tables("tiles-3x3-4-4", progress=seen.append)
    assert (kept.name, kept.complete, kept.path) == (
        "tiles-3x3-4-4",
        True,
        empty_cache / "tiles-3x3-4-4",
    )
    assert seen[-1].layouts == seen[-1].total == 6048
    assert (seen[-1].part, seen[-1].unit) == (kept.name, "entry")
    assert stored_tables() == (kept,)
    assert not [p for p in kept.path.iterdir() if p.suffix != ".table"]
    before = {p: p.stat().st_mtime_ns for p in kept.path.iterdir()}
    build_tables("tiles-3x3-4-4")
    assert {p: p.stat().st_mtime_ns for p in kept.path.iterdir()} == before
    assert remove_tables("tiles-3x3-4-4") == kept.bytes
    assert stored_tables() == ()
    assert not kept.path.exists()
    with pytest.raises(UnknownName):
        remove_tables("tiles-3x3-4-4")


def harmed(sound, chance):
    """A file's content with some of its bytes changed, cut off, added, or all of another file."""
    content = bytearray(sound)
    way = chance.randrange(4)
    if way == 0:
        for at in chance.sample(range(len(content)), chance.choice([1, 1, 2, 9])):
            content[at] ^= 1 << chance.randrange(8)
    elif way == 1:
        del content[chance.choice([0, 1, 33, 34, chance.randrange(len(content))]) :]
    elif way == 2:
        at = chance.randrange(len(content) + 1)
        content[at:at] = chance.randbytes(chance.choice([1, 7]))
    else:
        at = chance.randrange(len(content) - 1)
        del content[at : at + chance.choice([1, 2, 50])]
    return bytes(content)


def test_damaged_files_are_not_trusted(empty_cache, monkeypatch):
    each, chance = table_set("tiles-3x3-4-4"), random.Random(6)
    sound = bytes(load_tables(each, Watch()))
    files = sorted((empty_cache / each.name).iterdir())
    contents = [path.read_bytes() for path in files]
    for turn in range(120):
        path = files[turn % 2]
        content = harmed(contents[turn % 2], chance) if turn else contents[1]
        assert content != contents[turn % 2]
        path.write_bytes(content)
        monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
        assert load_tables(each, Watch(), may_build=False) is None
        if turn % 30 == 0:
            assert bytes(load_tables(each, Watch())) == sound
            assert path.read_bytes() == contents[turn % 2]
        path.write_bytes(contents[turn % 2])
    monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
    assert bytes(load_tables(each, Watch(), may_build=False)) == sound


def test_a_stopped_build_goes_on(empty_cache, monkeypatch):
    asked = itertools.count()
    with pytest.raises(Cancelled, match="entries"):
        build_tables("tiles-6-6-3", cancel=lambda: next(asked) > 0)
    assert not any(each.complete for each in stored_tables())
    build_tables("tiles-3x3-4-4")
    (empty_cache / "tiles-3x3-4-4" / "5.6.7.8.table").unlink()
    assert [each.complete for each in stored_tables() if each.name == "tiles-3x3-4-4"] == [False]
    seen = []
    monkeypatch.setattr("huarong.limits._REPORT", 0.0)
    assert build_tables("tiles-3x3-4-4", progress=seen.append).complete
    assert seen[-1].total == 3024


class Mortal:
    """The kernel that builds, one piece at a time, until it dies."""

    def __init__(self, pieces, core=None):
        self.left, self.core = pieces, core or kernel("patterns")

    def __getattr__(self, name):
        def call(*args):
            if name in ("grow", "mark"):
                args, self.left = (*args[:-1], 1), self.left - 1
                if not self.left:
                    raise ZeroDivisionError
            value = getattr(self.core, name)(*args)
            return Mortal(self.left, value) if name == "Pattern" else value

        return call


@pytest.mark.parametrize("harm", [False, True])
def test_a_build_that_was_killed_goes_on(empty_cache, monkeypatch, harm):
    name, chance = "tiles-3x3-8", random.Random(3)
    sound = bytes(load_tables(table_set(name), Watch()))
    remove_tables(name)
    monkeypatch.setattr(building, "_EVERY", 0.0)
    write = building.write_table

    def write_after_a_while(*args):
        if next(written) % 20 == 0:
            write(*args)

    monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
    for after in (200, 100, 50):
        written = itertools.count()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(building, "write_table", write_after_a_while)
            patch.setattr(building, "kernel", lambda _, after=after: Mortal(after))
            with pytest.raises(ZeroDivisionError):
                build_tables(name)
        (begun,) = (empty_cache / name).iterdir()
        assert begun.name == "1.2.3.4.5.6.7.8" + tablefile.BEGUN
        if harm:
            begun.write_bytes(harmed(begun.read_bytes(), chance))
        assert [each.complete for each in stored_tables()] == [False]
    monkeypatch.setattr(building, "_EVERY", 1e9)
    assert build_tables(name).complete
    assert bytes(load_tables(table_set(name), Watch())) == sound
    assert [path.name for path in (empty_cache / name).iterdir()] == ["1.2.3.4.5.6.7.8.table"]


@pytest.mark.slow
def test_a_killed_process_loses_little(empty_cache):
    """Killed twice, it goes on from what it had written, and comes to what one that is left alone does."""
    env = {**os.environ, "HUARONG_CACHE": str(empty_cache.parent)}
    program = (
        "from huarong.tiles import build_tables, building; building._EVERY = 0.0;"
        "build_tables('tiles-3x4-8-3', progress=lambda now: print(now.layouts, flush=True))"
    )
    reached = 0
    for _ in range(2):
        command = [sys.executable, "-c", program]
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
            done = 0
            for line in process.stdout:
                done = done or int(line)
                (begun,) = [*empty_cache.rglob("1.2*begun"), None][:1]
                if begun and state_of(begun) > reached:
                    break
            process.kill()
        assert done >= reached
        reached = state_of(begun)
    assert not any(each.complete for each in stored_tables())
    build_tables("tiles-3x4-8-3")
    (kept,) = stored_tables()
    again = {path.name: path.read_bytes() for path in kept.path.iterdir()}
    remove_tables(kept.name)
    build_tables("tiles-3x4-8-3")
    assert again == {path.name: path.read_bytes() for path in kept.path.iterdir()}


def state_of(begun):
    """How many arrangements a file of a build that is begun knows."""
    return struct.unpack_from("<4q", begun.read_bytes(), tablefile.HEADER.size)[3]


def test_a_cache_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
    assert solve_tiles([1, 2, 3, 4, 5, 0, 7, 8, 6]).length == 1
    with pytest.raises(InputError, match="cannot be written"):
        build_tables("tiles-3x3-4-4")


def test_the_largest_set_that_is_built_is_used(empty_cache, monkeypatch):
    monkeypatch.setattr(huarong.tiles.tableset, "_SMALL", 5000)
    board = [7, 2, 4, 5, 0, 6, 8, 3, 1]
    small = solve_tiles(board, range(9))
    assert small.tables == "tiles-3x3-4-4"
    build_tables("tiles-3x3-8")
    large = solve_tiles(board, range(9))
    assert large.tables == "tiles-3x3-8"
    assert large.length == small.length
    assert large.explored < small.explored
    assert solve_tiles(board, range(9), tables="tiles-3x3-4-4").explored == small.explored


HARD = [0, *range(24, 0, -1)]


def test_limits_say_what_is_proved():
    load_tables(table_set("tiles-5x5-5-5-5-5-4"), Watch())
    load_tables(default_set(5, 5, 0, lines=True), Watch())
    with pytest.raises(LimitReached, match="no solution has fewer than") as caught:
        solve_tiles(HARD, range(25), max_seconds=0.3, metric="line")
    assert 20 < caught.value.lower < 100
    with pytest.raises(LimitReached, match="no solution has fewer than") as caught:
        solve_tiles(HARD, range(25), max_seconds=0.3)
    assert caught.value.limit == "time"
    assert caught.value.lower > 100
    assert caught.value.depth == caught.value.lower - 1
    assert caught.value.explored > 0
    assert caught.value.seconds < 1.0
    with pytest.raises(LimitReached, match="takes 486 MiB of memory"):
        solve_tiles(HARD, range(25), tables="tiles-5x5-6-6-6-6", max_memory=1 << 20)


def test_limit_while_tables_are_built(empty_cache):
    with pytest.raises(LimitReached) as caught:
        solve_tiles(HARD, range(25), max_seconds=0.2)
    assert caught.value.lower == sum(
        abs(c % 5 - t % 5) + abs(c // 5 - t // 5) for c, t in enumerate(HARD) if t
    )


@pytest.mark.parametrize("metric", ["tile", "line"])
def test_cancel_and_progress(metric):
    load_tables(default_set(5, 5, 0, lines=metric == "line"), Watch())
    seen = []

    def enough():
        return len(seen) > 1 and seen[-1].layouts > seen[0].layouts

    with pytest.raises(Cancelled):
        solve_tiles(HARD, range(25), metric=metric, progress=seen.append, cancel=enough)
    assert seen[-1].depth >= seen[0].depth > 10
    assert seen[-1].rate > 0


@pytest.mark.parametrize(
    ("start", "goal", "width", "message"),
    [
        ([1, 2, 3, 3], None, None, "the start has to be the numbers 0 to 3, each once; see 0"),
        (
            [1, 2, 3, 0],
            [1, 2, 3, 4],
            None,
            "the goal has to be the numbers 0 to 3, each once; see 0",
        ),
        ([1, 2, 3, 0], [1, 2, 0], None, "the goal has to be"),
        ([], None, None, "the start has to be"),
        ([1, 2, 3, 4, 0], None, None, "5 cells in rows of 2: expected full rows"),
        ([1, 2, 3, 0], None, 3, "4 cells in rows of 3"),
        ([1, 2, 3, 0], None, 0, "4 cells in rows of 0"),
        ([*range(1, 81), 0], None, None, "at most 64 cells"),
    ],
)
def test_bad_boards(start, goal, width, message):
    with pytest.raises(InputError, match=message):
        solve_tiles(start, goal, width)


def test_bad_options():
    with pytest.raises(InputError, match="the nearest is line"):
        solve_tiles([1, 0], width=2, metric="lines")
    with pytest.raises(InputError, match="expected one like tiles-3x3-8"):
        solve_tiles([1, 2, 3, 4, 5, 6, 7, 0, 8], (1, 2, 3, 4, 5, 6, 7, 8, 0), tables="tiles-7-8")
    with pytest.raises(InputError, match="expected one like lines-5-5-5"):
        solve_tiles(KORF[0]["tiles"], range(16), tables="tiles-6-6-3", metric="line")
    with pytest.raises(InputError, match="expected one like tiles-6-6-3"):
        solve_tiles(KORF[0]["tiles"], range(16), tables="lines-5-5-5")


def test_kernels_mean_the_same_uncompiled(monkeypatch, empty_cache):
    def everything():
        each = table_set("tiles-3x3-4-4")
        monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
        if each.name in [known.name for known in stored_tables()]:
            remove_tables(each.name)
        memory = bytes(load_tables(each, Watch()))
        board, goal = [1, 5, 2, 4, 0, 3, 7, 8, 6], (1, 2, 3, 4, 5, 6, 7, 8, 0)
        by_tiles = solve_tiles([8, 1, 3, 4, 0, 2, 7, 6, 5], tables=each.name)
        by_lines = solve_tiles(board, goal, metric="line")
        return memory, by_tiles.path, by_tiles.explored, by_lines.path, by_lines.explored

    compiled = everything()
    for module in (huarong.tiles.building, huarong.tiles.solver):
        monkeypatch.setattr(module, "kernel", lambda name: kernel(name, pure=True))
    assert everything() == compiled


@pytest.mark.slow
def test_larger_tables_agree_and_try_fewer_nodes():
    build_tables("tiles-7-8")
    for problem in KORF:
        small = solve_tiles(problem["tiles"], range(16), tables="tiles-6-6-3")
        large = solve_tiles(problem["tiles"], range(16))
        assert large.tables == "tiles-7-8"
        assert large.length == small.length == problem["optimal"]
        assert large.explored < small.explored
