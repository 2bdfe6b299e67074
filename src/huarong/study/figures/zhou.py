"""The figures of 周扬's article and of zhoutk's, computed again; `MEASURED` has the function of each by its name."""

import functools
import itertools
import math
import re
import statistics
from collections import deque
from typing import Any

from huarong.atlas.component import Component
from huarong.model.board import DIRECTIONS, Metric
from huarong.study import zhou
from huarong.study.classic import HENGDAO, hengdao, openings
from huarong.study.figures.lv import Figure, named
from huarong.study.lv.levels import level_widths
from huarong.study.zhoutk import HENGDAO as WARRIORS, GameState, Warrior, add_hero, children, printed

CELLS = (0, 3, 8, 11, 13, 14, 16, 19, 9, 1)
"""横刀立马 as a state that names the persons."""


def _solutions() -> dict[zhou.BasicState, bytes]:
    return zhou.table(frozenset({13})).solutions


@functools.cache
def _states() -> dict[str, Any]:
    """Arrangements, trials, layouts and edges of the classic pieces."""
    found = zhou.enumerate_states()
    states, ways = len(found.states), sum(1 for state in found.states for _ in zhou.children(state))
    counts = {"arrangements": math.perm(20, 10), "trials": found.trials, "states": states}
    counts |= {"persons": states * _basic()["orders"], "home": sum(state[9] == zhou.HOME for state in found.states)}
    counts |= {"edges": ways // 2, "sum": states + ways // 2}
    cells = {cell for state in found.states for cell in state}
    counts |= {"bits_x": max(c % 4 for c in cells).bit_length(), "bits_y": max(c // 4 for c in cells).bit_length()}
    ranked = [[(cell // 4, cell % 4) for cell in state] for state in found.states]
    counts |= {"ordered": sum([*sorted(s[:4]), *sorted(s[4:8])] == s[:8] for s in ranked)}
    return counts | {"edges_each": round(ways / 2 / states, 2), "ways_each": round(ways / states, 2)}


@functools.cache
def _file() -> dict[str, Any]:
    """The file of section 4."""
    lengths = [len(steps) for steps in _solutions().values()]
    n, size = len(lengths), len(data := zhou.pack(_solutions()))
    found: dict[str, Any] = {"solvable": n, "goals": lengths.count(0), "most": max(lengths), "states_bytes": 8 * n}
    found |= {"bytes": size, "step_bytes": (size - 9 * n) / sum(lengths), "entries": len(zhou.unpack(data))}
    found |= {"hardest": lengths.count(126), "ties": lengths.count(125), "apart": round(size * 576 / 2**20)}
    entry = zhou.pack({(state := zhou.basic_state(hengdao())): _solutions()[state]})
    halves = (9 * n + sum(-(-6 * each // 8) for each in lengths)) / (9 * n + sum(lengths))
    bits = max(zhou.state_code(state) for state in _solutions()).bit_length()
    step_bits = max(step for steps in _solutions().values() for step in steps).bit_length()
    more = {"states_kib": round(8 * n / 1024, 1), "bits": bits, "halves": round(100 * halves), "step_bits": step_bits}
    more |= {"count": entry[8], "length": len(entry)}
    return found | more


def _walks() -> dict[str, Any]:
    """Both searches through all that 横刀立马 reaches: layouts expanded, neighbors looked at, the first solution."""
    start, found = zhou.basic_state(hengdao()), dict[str, Any]()
    for name, at in (("breadth", 0), ("depth", -1)):
        opened, known, looked, first = deque([(0, zhou.children(start))]), {start}, 0, None
        expanded = 1
        while opened:
            depth, rest = opened[at]
            child = next((child for child, _ in rest if (looked := looked + 1) and child not in known), None)
            if child is None:
                del opened[at]
                continue
            known.add(child)
            expanded += 1
            opened.append((depth + 1, zhou.children(child)))
            first = depth + 1 if first is None and child[9] == 13 else first
        found |= {f"{name}_expanded": expanded, f"{name}_looked": looked, f"{name}_first": first}
    ends = sum(len(list(zhou.children(state))) for state in known)
    return found | {"reached": len(Component.of(HENGDAO)), "ends": ends, "best": len(_solutions()[start])}


def _examples() -> dict[str, Any]:
    """Section 3.2 by algorithm 1: what is wrong with an upright 1x2 at (0, 4), and at (0, 0) beside a 兵 at (1, 0)."""
    off = zhou.algorithm1([16, 1, 2, 3, 4, 5, 6, 7, 8, 9])[-1].fault
    beside, below = (zhou.algorithm1([0, 2, 3, 11, cell, 13, 16, 19, 9, 14])[4].fault for cell in (1, 4))
    return {"below": below, "off_stops": bool(off), "beside_stops": bool(beside)}


def _openings() -> dict[str, Any]:
    """The layouts nearer than the goal, in steps, of all openings with the classic pieces."""
    some = [classic.puzzle for _, classic in openings() if classic.pieces == zhou.SET]
    met = [sum(level_widths(each, metric=Metric.STEP)) for each in some]
    found = {"near": sum(18_000 <= each <= 22_000 for each in met), "tried": len(met)}
    return found | {"median": round(statistics.median(met)), "least": min(met), "most": max(met)}


def _basic() -> dict[str, Any]:
    """All orders of the four generals and of the four soldiers of 横刀立马, how many basic states they are, and how
    many algorithm 1 finds valid.
    """
    both = itertools.product(itertools.permutations(CELLS[:4]), itertools.permutations(CELLS[4:8]))
    orders = [(*generals, *soldiers, *CELLS[8:]) for generals, soldiers in both]
    valid = sum(not zhou.algorithm1(each)[-1].fault for each in orders)
    return {"orders": len(orders), "basics": len(set(map(zhou.basic, orders))), "valid": valid}


def _restored() -> dict[str, Any]:
    """A stored solution with its persons: its steps, those after which the persons lie validly, where 曹操 ends."""
    at, valid = dict(zip(zhou.PERSONS, CELLS, strict=True)), 0
    steps = zhou.restored(CELLS, _solutions()[zhou.basic(CELLS)])
    for person, way in steps:
        at[person] += zhou.BY[DIRECTIONS.index(way)]
        valid += not zhou.algorithm1([*at.values()])[-1].fault
    return {"steps": len(steps), "valid": valid, "end": at["曹操"]}


_ROWS = ("1 2 2 3", "1 2 2 3", "4 5 5 6", "4 8 9 6", "7 0 0 10")
_PRINTED = [[-1] * 6, *([-1, *map(int, row.split()), -1] for row in _ROWS), [-1] * 6]
"""The board that zhoutk's article prints."""


def _board() -> dict[str, Any]:
    """The board that is printed, its size, and what can be put where."""
    state = GameState()
    placed = state.init_state(list(WARRIORS))
    again = add_hero(state, 10, Warrior("1x1", 0, 0))

    def put(*places: tuple[int, int]) -> list[bool]:
        return [add_hero(GameState(), 0, Warrior("2x2", left, top)) for left, top in places]

    far = sum(not each for each in put((-2, 0), (4, 0), (0, -2), (0, 5)))
    rows = printed(state).splitlines()
    numbers = [[int(n) for n in re.findall(r"-?\d+", row)] for row in rows]
    found = {"far": far, "first": state.board[1][1], "rows": len(state.board), "columns": rows[0].count("-1")}
    found |= {"same": sum(a == b for a, b in zip(numbers, _PRINTED, strict=True)), "placed": placed, "again": again}
    found["over"] = any(put((-1, 0), (3, 0), (0, -1), (0, 4)))
    return found | {"children": len(list(children(state))), "ways": sum(1 for _ in zhou.children(zhou.basic(CELLS)))}


MEASURED: dict[str, Figure] = {
    **named("zhou", _states, _file, _walks, _examples, _openings, _basic, _restored),
    "zhoutk_board": _board,
}
