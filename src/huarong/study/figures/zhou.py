"""The recomputed figures of 周扬's article and of zhoutk's; `MEASURED` has the function of each by its name."""

import contextlib
import functools
import itertools
import math
import statistics
from collections import deque
from typing import Any

from huarong.atlas.component import Component
from huarong.errors import InputError
from huarong.model.board import DIRECTIONS, Metric
from huarong.study import zhou
from huarong.study.classic import HENGDAO, hengdao, openings
from huarong.study.figures.lv import Figure, named
from huarong.study.lv.levels import level_widths
from huarong.study.zhoutk import HENGDAO as WARRIORS, GameState, Warrior, add_hero, children, moved

CELLS = (0, 3, 8, 11, 13, 14, 16, 19, 9, 1)
"""横刀立马 as a state that names the persons."""


def _solutions() -> dict[zhou.BasicState, bytes]:
    return zhou.table(frozenset({13})).solutions


@functools.cache
def _states() -> dict[str, Any]:
    """Count arrangements, trials, layouts and edges of the classic pieces."""
    found = zhou.enumerate_states()
    states, ways = len(found.states), sum(1 for state in found.states for _ in zhou.children(state))
    counts = {"arrangements": math.perm(20, 10), "trials": found.trials, "states": states}
    counts |= {"persons": states * math.factorial(4) ** 2, "home": sum(state[9] == zhou.HOME for state in found.states)}
    counts |= {"edges": ways // 2, "sum": states + ways // 2}
    cells = {cell for state in found.states for cell in state}
    counts |= {"bits_x": max(c % 4 for c in cells).bit_length(), "bits_y": max(c // 4 for c in cells).bit_length()}
    ranked = [[(cell // 4, cell % 4) for cell in state] for state in found.states]
    counts |= {"ordered": sum([*sorted(s[:4]), *sorted(s[4:8])] == s[:8] for s in ranked)}
    turned = ((*s[3::-1], *s[7:3:-1], *s[8:]) for s in found.states)
    counts |= {"regained": sum(zhou.basic(each) == s for each, s in zip(turned, found.states, strict=True))}
    return counts | {"edges_each": round(ways / 2 / states, 2), "ways_each": round(ways / states, 2)}


@functools.cache
def _file() -> dict[str, Any]:
    """Measure the file of section 4."""
    lengths = [len(steps) for steps in _solutions().values()]
    n, size = len(lengths), len(data := zhou.pack(_solutions()))
    codes = len(zhou.pack(dict.fromkeys(_solutions(), b""))) - n
    found: dict[str, Any] = {"solvable": n, "goals": lengths.count(0), "most": max(lengths), "states_bytes": codes}
    found |= {"bytes": size, "entries": len(zhou.unpack(data).items() & _solutions().items())}
    found |= {"step_bytes": (size - codes - n) / sum(lengths)}
    found |= {"hardest": lengths.count(126), "ties": lengths.count(125), "apart": round(size * 576 / 2**20)}
    entry = zhou.pack({(state := zhou.basic_state(hengdao())): _solutions()[state]})
    halves = (9 * n + sum(-(-6 * each // 8) for each in lengths)) / (9 * n + sum(lengths))
    bits = max(zhou.state_code(state) for state in _solutions()).bit_length()
    step_bits = max(step for steps in _solutions().values() for step in steps).bit_length()
    found |= {"states_kib": round(codes / 1024, 1), "code_bytes": codes / n, "bits": bits, "step_bits": step_bits}
    return found | {"halves": round(100 * halves), "count": entry[8], "length": len(entry)}


def _walks() -> dict[str, Any]:
    """Run both searches over all that 横刀立马 reaches; count layouts expanded, neighbors, and the first solution."""
    start, found = zhou.basic_state(hengdao()), dict[str, Any]()
    for name, at in (("breadth", 0), ("depth", -1)):
        opened, known, looked, first = deque([(0, zhou.children(start))]), {start}, 0, None
        while opened:
            depth, rest = opened[at]
            child = next((child for child, _ in rest if (looked := looked + 1) and child not in known), None)
            if child is None:
                del opened[at]
                continue
            known.add(child)
            opened.append((depth + 1, zhou.children(child)))
            first = depth + 1 if first is None and child[9] == 13 else first
        found |= {f"{name}_expanded": len(known), f"{name}_looked": looked, f"{name}_first": first}
    ends = sum(len(list(zhou.children(state))) for state in known)
    return found | {"reached": len(Component.of(HENGDAO)), "ends": ends, "best": len(_solutions()[start])}


def _openings() -> dict[str, Any]:
    """Count the layouts nearer than the goal, in steps, for all openings with the classic pieces."""
    some = [classic.puzzle for _, classic in openings() if classic.pieces == zhou.SET]
    met = [sum(level_widths(each, metric=Metric.STEP)) for each in some]
    found = {"near": sum(18_000 <= each <= 22_000 for each in met), "tried": len(met)}
    return found | {"median": round(statistics.median(met)), "least": min(met), "most": max(met)}


def _basic() -> dict[str, Any]:
    """Count the orders of 横刀立马's persons, their basic states, and the valid orders; replay the stored steps with
    persons. Section 3.2: try an upright 1x2 at (0, 4), and one at (0, 0) with a 兵 at (1, 0) or (0, 1).
    """
    both = itertools.product(itertools.permutations(CELLS[:4]), itertools.permutations(CELLS[4:8]))
    orders = [(*generals, *soldiers, *CELLS[8:]) for generals, soldiers in both]
    valid = sum(not zhou.algorithm1(each)[-1].fault for each in orders)
    found: dict[str, Any] = {"orders": len(orders), "basics": len(set(map(zhou.basic, orders))), "valid": valid}
    at, fits = dict(zip(zhou.PERSONS, CELLS, strict=True)), 0
    steps = zhou.restored(CELLS, _solutions()[zhou.basic(CELLS)])
    for person, way in steps:
        at[person] += zhou.BY[DIRECTIONS.index(way)]
        fits += not zhou.algorithm1([*at.values()])[-1].fault
    found |= {"steps": len(steps), "fits": fits, "end": at["曹操"]}
    off = zhou.algorithm1([16, 1, 2, 3, 4, 5, 6, 7, 8, 9])[0].fault
    beside, below = (zhou.algorithm1([0, 2, 3, 11, cell, 13, 16, 19, 9, 14])[4].fault for cell in (1, 4))
    return found | {"below": below, "off_stops": bool(off), "beside_stops": bool(beside)}


_ROWS = ("1 2 2 3", "1 2 2 3", "4 5 5 6", "4 8 9 6", "7 0 0 10")
_PRINTED = [[-1] * 6, *([-1, *map(int, row.split()), -1] for row in _ROWS), [-1] * 6]
"""The board that zhoutk's article prints."""


def _board() -> dict[str, Any]:
    """Check the printed board, its size and values, what can be placed where, and states two moves deep."""
    state = GameState()
    placed = state.init_state(list(WARRIORS))
    again = add_hero(state, 10, Warrior("1x1", 0, 0))

    def put(left: int, top: int) -> bool | None:
        with contextlib.suppress(InputError):
            return add_hero(GameState(), 0, Warrior("2x2", left, top))
        return None

    near, far = ([put(*at) for at in ((-n, 0), (2 + n, 0), (0, -n), (0, 3 + n))] for n in (1, 2))
    found = {"first": state.board[1][1], "rows": len(state.board), "columns": state.board[0].count(-1)}
    found |= {"same": sum(a == b for a, b in zip(state.board, _PRINTED, strict=True)), "placed": placed, "again": again}
    found |= {"near": near.count(False), "rejected": far.count(False), "thrown": far.count(None)}
    found |= {"values": len({*itertools.chain(*state.board)} - {-1})}
    found |= {"types": 1 + len({hero.type for hero in WARRIORS})}
    born = [(each, child) for each in [state, *children(state)] for child in children(each)]
    told = [child.parent is each and child.step == each.step + 1 for each, child in born]
    found |= {"born": len(born), "told": sum(told), "replayed": sum(moved(a, *b.move) == b for a, b in born)}
    return found | {"children": len(list(children(state))), "ways": sum(1 for _ in zhou.children(zhou.basic(CELLS)))}


MEASURED: dict[str, Figure] = {**named("zhou", _states, _file, _walks, _openings, _basic), "zhoutk_board": _board}
