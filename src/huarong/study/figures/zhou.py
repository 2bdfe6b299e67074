"""The figures of 周扬's article and of zhoutk's, computed again; `MEASURED` has the function of each by its name."""

import functools
import itertools
import math
import re
from typing import Any

from huarong.atlas.component import Component
from huarong.library.reader import puzzle
from huarong.study import zhou
from huarong.study.classic import HENGDAO, hengdao
from huarong.study.figures.lv import Figure, metrics, named
from huarong.study.registry import exhibit
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
    counts = {"arrangements": math.perm(20, 10), "trials": found.trials, "states": states, "persons": states * 576}
    counts |= {"edges": ways // 2, "sum": states + ways // 2}
    return counts | {"edges_each": round(ways / 2 / states, 2), "ways_each": round(ways / states, 2)}


@functools.cache
def _file() -> dict[str, Any]:
    """The file of section 4."""
    lengths = [len(steps) for steps in _solutions().values()]
    n, size = len(lengths), len(zhou.pack(_solutions()))
    found = {"solvable": n, "goals": lengths.count(0), "most": max(lengths), "states_bytes": 8 * n, "bytes": size}
    found |= {"hardest": lengths.count(126), "ties": lengths.count(125), "apart": round(size * 576 / 2**20)}
    halves = (9 * n + sum(-(-6 * each // 8) for each in lengths)) / (9 * n + sum(lengths))
    bits = max(zhou.state_code(state) for state in _solutions()).bit_length()
    step_bits = max(step for steps in _solutions().values() for step in steps).bit_length()
    more = {"states_kib": round(8 * n / 1024, 1), "bits": bits, "halves": round(100 * halves), "step_bits": step_bits}
    return found | more


def _entry() -> dict[str, Any]:
    """The entry of 横刀立马 in the file: the byte after the eight of its state, and how many bytes it has."""
    state = zhou.basic_state(hengdao())
    entry = zhou.pack({state: _solutions()[state]})
    return {"count": entry[8], "length": len(entry)}


def _reached() -> dict[str, Any]:
    """How many layouts 横刀立马 reaches, and how long the first solution is that depth first comes to."""
    start = zhou.basic_state(hengdao())
    way, known = [(start, iter(list(zhou.children(start))))], {start}
    while way[-1][0][9] != 13:
        child = next((child for child, _ in way[-1][1] if child not in known), None)
        if child is None:
            way.pop()
        else:
            known.add(child)
            way.append((child, iter(list(zhou.children(child)))))
    return {"reached": len(Component.of(HENGDAO)), "first_length": len(way) - 1, "best": len(_solutions()[start])}


def _examples() -> dict[str, Any]:
    """Section 3.2 by algorithm 1: what is wrong with an upright 1x2 at (0, 4), and at (0, 0) beside a 兵 at (1, 0)."""
    off = zhou.algorithm1([16, 1, 2, 3, 4, 5, 6, 7, 8, 9])[-1].fault
    beside, below = (zhou.algorithm1([0, 2, 3, 11, cell, 13, 16, 19, 9, 14])[4].fault for cell in (1, 4))
    return {"below": below, "off_stops": bool(off), "beside_stops": bool(beside)}


def _openings() -> dict[str, Any]:
    """The layouts that a search of well-known openings goes through, by steps and whole levels."""
    names = {"easy": "捷足先登", "other": "围而不歼", "least": "兵分三路", "hengdao": HENGDAO}
    found = {name: exhibit("set-step").prepare(puzzle(text))().layouts or 0 for name, text in names.items()}
    return found | {"near": sum(15_000 <= each <= 25_000 for each in found.values()), "tried": len(found)}


def _basic() -> dict[str, Any]:
    """All orders of the four generals and of the four soldiers of 横刀立马, and how many basic states they are."""
    both = itertools.product(itertools.permutations(CELLS[:4]), itertools.permutations(CELLS[4:8]))
    orders = [(*generals, *soldiers, *CELLS[8:]) for generals, soldiers in both]
    return {"orders": len(orders), "basics": len(set(map(zhou.basic, orders)))}


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
    return found | {"over": any(put((-1, 0), (3, 0), (0, -1), (0, 4))), "children": len(list(children(state)))}


MEASURED: dict[str, Figure] = {
    **named("zhou", _states, _file, _entry, _reached, _examples, _openings, _basic),
    # A stored solution with its persons: how many steps it has.
    "zhou_restored": lambda: {"steps": len(zhou.restored(CELLS, _solutions()[zhou.basic(CELLS)]))},
    "zhoutk_board": _board,
    # The layouts of 横刀立马 nearer than the goal, in zhoutk's steps.
    "zhoutk_layouts": lambda: {"layouts": metrics()["step_layouts"]},
}
