"""IDA* on a graphics processor: on one where there is one, else by a stand-in."""

import random
from itertools import pairwise

import numpy as np
import pytest

import huarong as hr
from huarong import device as devices
from huarong.errors import Cancelled, InputError, LimitReached
from huarong.limits import Watch
from huarong.tiles import on_device, solve_tiles, solver, tableset
from huarong.tiles.guided import GuidedBoard
from huarong.tiles.on_device import DeviceSearch
from huarong.tiles.store import load_tables
from huarong.tiles.tableset import table_set

FIFTEEN = (14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15)
"""The easiest of Korf's hundred: 45 moves."""
TWENTY_FOUR = "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13"
"""The first of Korf's fifty: 95 moves."""
THREADS = 8


@pytest.fixture
def used(device, monkeypatch):
    """The device is the one of this process, and few starts, nodes and threads make many rounds."""
    monkeypatch.setattr(devices, "here", lambda: device)
    monkeypatch.setattr(on_device, "_STARTS", 40)
    monkeypatch.setattr(on_device, "_BUDGET", 50)
    return device


def shuffled(cells, moves, seed):
    """A board as many random moves away from its goal, which has the blank first."""
    draw, board, width = random.Random(seed), list(range(cells)), round(cells**0.5)
    for _ in range(moves):
        here = board.index(0)
        there = draw.choice([c for c in tableset.targets(width, width)[4 * here : 4 * here + 4] if c >= 0])
        board[here], board[there] = board[there], 0
    return tuple(board)


@pytest.mark.parametrize("name", ["tiles-3x3-4-4", "tiles-3x3-3-3-2", "tiles-4-4-4-3", "tiles-4x4-b5-4-4-4-3"])
def test_tables_are_those_of_the_processor(name, device):
    tables = table_set(name)
    theirs, cells = load_tables(tables, Watch()), tables.width * tables.height
    found = DeviceSearch(device, tables, bytes(range(cells)), Watch())
    ours, first = device.host(device.kept[name]), 0
    draw = np.random.default_rng(0)
    for pattern, offset, size in zip(tables.patterns, tables.offsets, tables.sizes, strict=True):
        steps = tableset.strides(cells, len(pattern))
        table = ours[first : first + cells ** len(pattern)]
        assert sorted(table[table < 255]) == sorted(theirs[offset : offset + size])
        for _ in range(200):
            at = draw.choice(cells, len(pattern), replace=False).tolist()
            ranked = sum((c - sum(b < c for b in at[:i])) * steps[i] for i, c in enumerate(at))
            assert table[sum(c * cells**i for i, c in enumerate(at))] == theirs[offset + ranked]
        first += cells ** len(pattern)
    assert found.nodes == 0


@pytest.mark.parametrize("seed", range(6))
def test_eight_puzzles(seed, used):
    board = shuffled(9, 60 + seed, seed)
    goal = tuple(range(9)) if seed % 2 else (3, 1, 2, 4, 0, 5, 6, 7, 8)
    if not hr.tiles.solvable(board, goal, 3):
        board = (*board[:-2], board[-1], board[-2]) if 0 not in board[-2:] else (board[1], board[0], *board[2:])
    found = solve_tiles(board, goal, engine="gpu")
    assert found.verify()
    assert found.length == solve_tiles(board, goal, engine="cpu").length
    assert found.thresholds[-1] == found.length
    assert found.tables.startswith("tiles-3x3")


def test_a_fifteen_puzzle(used):
    found = solve_tiles(FIFTEEN, range(16), engine="gpu", tables="tiles-4-4-4-3")
    assert found.verify()
    assert (found.length, found.thresholds[-1]) == (45, 45)


def test_a_24_puzzle_to_a_low_bound(used):
    """The least sum over each bound is that of the search on the processor; a near board is solved."""
    tables, board = table_set("tiles-5x5-3-3-3-3-3-3-3-3"), bytes(map(int, TWENTY_FOUR.split()))
    search = DeviceSearch(used, tables, board, Watch())
    theirs = GuidedBoard(tables, load_tables(tables, Watch()), board).search((0,), 2)
    threshold = 75
    while threshold < 83:
        theirs.begin(threshold, board.index(0))
        while theirs.run(1 << 20) == 0:
            pass
        assert search.search(threshold) == []
        assert search.above == theirs.above > threshold
        threshold = search.above
    near = shuffled(25, 40, 3)
    found = solve_tiles(near, range(25), engine="gpu", tables=tables.name)
    assert found.verify()
    assert found.length == solve_tiles(near, range(25), engine="cpu", tables=tables.name).length


def test_starts(device, monkeypatch):
    """All boards at one distance, each once, with the directions that lead on and the moves that led there."""
    monkeypatch.setattr(on_device, "_STARTS", 300)
    search = DeviceSearch(device, table_set("tiles-3x3-4-4"), bytes(range(9)), Watch())
    depth, starts = search._starts(30)
    level, seen = {tuple(range(9))}, {tuple(range(9))}
    for _ in range(depth):
        level = {to for board in level for to, _ in moves(board)} - seen
        seen |= level
    found = set()
    for words in starts:
        board = tuple(words[:3].tobytes()[:9])
        path = search._path(words.tolist())
        replayed = list(range(9))
        for a, b in pairwise(path):
            replayed[a], replayed[b] = replayed[b], 0
        ways = {d for to, d in moves(board) if to not in seen}
        assert (tuple(replayed), path[-1], words[3] >> 16) == (board, board.index(0), board.index(0))
        assert {d for d in range(4) if words[3] >> 8 >> d & 1} == ways
        found.add(board)
    assert found == level
    assert len(starts) == len(level) > 100


def moves(board):
    here = board.index(0)
    for d, there in enumerate(tableset.targets(3, 3)[4 * here : 4 * here + 4]):
        if there >= 0:
            to = list(board)
            to[here], to[there] = to[there], 0
            yield tuple(to), d


def test_limits(used):
    calls = iter(range(1000))
    with pytest.raises(Cancelled):
        solve_tiles(FIFTEEN, range(16), engine="gpu", tables="tiles-4-4-4-3", cancel=lambda: next(calls) > 50)
    with pytest.raises(LimitReached) as stopped:
        solve_tiles(FIFTEEN, range(16), engine="gpu", tables="tiles-4-4-4-3", max_seconds=1e-6)
    assert stopped.value.limit == "time"


def test_what_is_refused(used, monkeypatch):
    with pytest.raises(InputError, match="not of lines"):
        solve_tiles((1, 2, 3, 4, 5, 6, 7, 0, 8), metric="line", engine="gpu")
    with pytest.raises(InputError, match="tiles-7-8 is too large for a graphics processor"):
        DeviceSearch(used, table_set("tiles-7-8"), bytes(FIFTEEN), Watch())
    monkeypatch.setattr(type(used), "room", 1 << 20)
    with pytest.raises(InputError, match="too little memory"):
        solve_tiles(FIFTEEN, range(16), engine="gpu")


def test_a_device_takes_over_long_searches(used, monkeypatch):
    monkeypatch.setattr(devices.importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(solver, "_LONG", 1000)
    monkeypatch.setattr(tableset, "divided", lambda *_: table_set("tiles-4-4-4-3"))
    found = solve_tiles(FIFTEEN, range(16))
    assert found.verify()
    assert (found.length, found.tables) == (45, "tiles-4-4-4-3")
    monkeypatch.setattr(on_device, "DeviceSearch", None)
    assert solve_tiles(FIFTEEN, range(16), engine="cpu").length == 45
