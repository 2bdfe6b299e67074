"""The figures of 周扬's article, computed again: each a function that a row of claims names."""

from __future__ import annotations

import functools
import itertools
import math
from typing import Any

from huarong.atlas.component import Component
from huarong.library.reader import puzzle
from huarong.study import zhou
from huarong.study.classic import hengdao
from huarong.study.registry import exhibit

HENGDAO = "横刀立马"


def _solutions() -> dict[zhou.BasicState, bytes]:
    return zhou.table(frozenset({13})).solutions


@functools.cache
def zhou_states() -> dict[str, Any]:
    """Arrangements, trials, layouts and edges of the classic pieces."""
    found = zhou.enumerate_states()
    neighbours = sum(1 for state in found.states for _ in zhou.children(state))
    return {
        "arrangements": math.perm(20, 10),
        "trials": found.trials,
        "states": len(found.states),
        "persons": len(found.states) * 576,
        "edges": neighbours // 2,
        "edges_each": round(neighbours / 2 / len(found.states), 2),
        "ways_each": round(neighbours / len(found.states), 2),
        "estimate": 65_880 * 3,
        "sum": len(found.states) + neighbours // 2,
    }


@functools.cache
def zhou_file() -> dict[str, Any]:
    """The file of section 4."""
    lengths = [len(steps) for steps in _solutions().values()]
    return {
        "solvable": len(lengths),
        "goals": lengths.count(0),
        "most": max(lengths),
        "hardest": lengths.count(126),
        "ties": lengths.count(125),
        "states_bytes": 8 * len(lengths),
        "states_kib": round(8 * len(lengths) / 1024, 1),
        "bytes": len(zhou.pack(_solutions())),
        "bits": max(zhou.state_code(state) for state in _solutions()).bit_length(),
        "halves": round(
            100
            * (8 * len(lengths) + len(lengths) + sum(-(-6 * n // 8) for n in lengths))
            / (9 * len(lengths) + sum(lengths))
        ),
        "apart": round(len(zhou.pack(_solutions())) * 576 / 2**20),
        "step_bits": max(step for steps in _solutions().values() for step in steps).bit_length(),
    }


def zhou_entry() -> dict[str, Any]:
    """The entry of 横刀立马 in the file: the byte after the eight of its state, and how many bytes it has."""
    state = zhou.basic_state(hengdao())
    entry = zhou.pack({state: _solutions()[state]})
    return {"count": entry[8], "length": len(entry)}


def zhou_reached() -> dict[str, Any]:
    """How many layouts can be reached from 横刀立马, and how long the first solution is that depth first comes to."""
    start = zhou.basic_state(hengdao())
    way, known, goal = [(start, iter(list(zhou.children(start))))], {start}, 13
    while way[-1][0][9] != goal:
        for child, _ in way[-1][1]:
            if child not in known:
                known.add(child)
                way.append((child, iter(list(zhou.children(child)))))
                break
        else:
            way.pop()
    return {"reached": len(Component.of(HENGDAO)), "first_length": len(way) - 1, "best": len(_solutions()[start])}


def zhou_examples() -> dict[str, Any]:
    """The two examples of section 3.2 by algorithm 1: what is wrong with an upright 1x2 at (0, 4), and at (0, 0) beside
    a 兵 at (1, 0).
    """
    off = zhou.algorithm1([16, 1, 2, 3, 4, 5, 6, 7, 8, 9])[-1].fault
    beside = zhou.algorithm1([0, 2, 3, 11, 1, 13, 16, 19, 9, 14])
    below = zhou.algorithm1([0, 2, 3, 11, 4, 13, 16, 19, 9, 14])
    return {
        "off": off,
        "beside": beside[4].fault,
        "below": below[4].fault,
        "off_stops": bool(off),
        "beside_stops": bool(beside[4].fault),
    }


def zhou_openings() -> dict[str, Any]:
    """The layouts that a search of eight well-known openings goes through, by steps and whole levels."""
    names = ("捷足先登", "围而不歼", "兵分三路", "横刀立马")
    found = {name: exhibit("set-step").prepare(puzzle(name))().layouts for name in names}
    near = sum(15_000 <= (each or 0) <= 25_000 for each in found.values())
    names = ("easy", "other", "least", "hengdao")
    return dict(zip(names, found.values(), strict=True)) | {"near": near, "tried": len(found)}


def zhou_restored() -> dict[str, Any]:
    """A stored solution with its persons: how many steps it has."""
    cells = [0, 3, 8, 11, 13, 14, 16, 19, 9, 1]
    told = zhou.restored(cells, _solutions()[zhou.basic(cells)])
    return {"steps": len(told)}


def zhou_basic() -> dict[str, Any]:
    """All orders of the four generals and of the four soldiers of 横刀立马: how many there are, and how many basic
    states.
    """
    cells = (0, 3, 8, 11, 13, 14, 16, 19, 9, 1)
    orders = [
        (*a, *b, *cells[8:]) for a in itertools.permutations(cells[:4]) for b in itertools.permutations(cells[4:8])
    ]
    return {"orders": len(orders), "basics": len({zhou.basic(each) for each in orders})}
