"""The recomputed figures of 马旭's article; `MEASURED` has the function of each by its name."""

import functools
import itertools
import re
from collections import Counter
from typing import Any

from huarong.errors import LimitReached
from huarong.library.reader import puzzle
from huarong.limits import Watch
from huarong.model.board import Board, Kind
from huarong.study.classic import SHAPES, Classic
from huarong.study.figures.lv import named
from huarong.study.ma import RECURSIONS, listing, recursions
from huarong.study.ma.knight import tours
from huarong.study.ma.pieces import PieceRecursion
from huarong.study.ma.recursions import FOUR, Recursion, declared, knight_matrix, sign_matrix

_START, _GOAL = (8, 7, 6, 5, 4, 3, 2, 1, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0)


@functools.cache
def _ways() -> dict[str, Any]:
    """List all ways of at most 30 moves in both orders, the matrix's and the sign matrix's."""
    found, signs = listing("876543210", 30), listing("876543210", 30, "ma-compiled-sign")
    printed_way = map(int, "347852178521785643856434621458")
    differ = [i for i, (a, b) in enumerate(zip(found.ways[0], printed_way, strict=True), 1) if a != b] or [0]
    ways = {"ways": len(found.ways), "length": min(map(len, found.ways)), "same": found.ways == signs.ways}
    ways |= {"first": found.at[0][0], "first_tests": found.at[0][1], "last": found.at[-1][0], "calls": found.calls}
    return ways | {"sign_first": signs.at[0][0], "misplaced": differ[0], "other": differ[-1]}


def _watched(name: str, start: Any, goal: Any, most: int, width: int = 3) -> tuple[Recursion, Counter[str]]:
    """Run a program and count its calls, tests, copies and copied cells. `swaps` are the tests before which the blank
    and a number changed places. `restored` are the copies that give back the call's own state. `stored` are the tests
    that find whether the path has the state, and leave the last new state at n. `astray` are ways not given by mc.
    """
    told, at, kept = Counter[str](), dict[int, list[int]](), dict[int, Any]()
    run = RECURSIONS[name](start, goal, most, width=width)

    def flat(state: Any) -> list[int]:
        return [n % 48 for n in (itertools.chain(*state) if isinstance(state[0], list) else state)]

    def see(word: str, n: int, *states: Any) -> None:
        told[word] += 1
        if word == "call":
            at[n] = flat(states[0])
        elif word == "test":
            new, fresh = flat(states[0]), flat(states[0]) not in map(flat, run.path[:n])
            pairs = {(old, one) for old, one in zip(at[n - 1], new, strict=True) if old != one}
            kept[n] = new if states[1] else kept.get(n)
            told.update(new=states[1], stored=fresh == states[1] and kept[n] == (run.path[n] and flat(run.path[n])))
            told["swaps"] += pairs == {(b, a) for a, b in pairs} and len(pairs) == 2 and min(at[n - 1]) in min(pairs)
        elif word == "pass":
            path, way = [*map(flat, run.path[: n + 1])], tuple(run.moved[1 : n + 1])
            told["astray"] += path != recursions.states_on(start, way)
        elif word == "copy":
            told["cells"] += len(copied := flat(states[1]))
            told["restored"] += copied == at[n]

    run.witness = see
    return run.run(), told


def _frames() -> dict[str, Any]:
    """Measure 马旭's functions in C: the bytes in WIN-TC, conditions and lines of each `move`, the string's calls that
    copy, array parameters and copies (`both`), paths by two and three indices, globals, the stack (m = 30, 3,000).
    """
    found, bodies = {name[3:]: recursions.frame_bytes(name) for name in FOUR}, recursions.printed_moves()
    deepest, deep, largest = 1 + max(map(len, listing("876543210", 30).ways)), 0, max(found.values())
    run = RECURSIONS["ma-compiled-sign"](_START, _GOAL, 3000)
    run.watch = Watch.of(max_layouts=1)
    try:
        run.run()
    except LimitReached as error:
        deep = 1 + error.depth
    found |= {"depth": deepest, "stack": deepest * largest, "deep": deep, "deep_stack": deep * largest}
    found |= {"globals": declared("int b[3][3], pass[40][9], mc[40], m, sn;")}
    found |= {"text_globals": declared("char b[10], pass[40][10], mc[40]; int m, sn;")}
    found |= {f"{name}_ifs": len(re.findall(r"\bif \(", body)) for name, body in bodies.items()}
    found |= {f"{name}_lines": body.count("\n") - 2 for name, body in bodies.items()}
    own, system = (re.findall(rf"\b(?:{names})\(", bodies["string"]) for names in ("mcopy|moveover", "strcpy|strcmp"))
    both = [re.findall(r"\b(?:int|char) [xy]\[[^,;]*", bodies[name]) for name in ("matrix", "string", "sign")]
    found |= {"both": sum(map(len, both)), "parameter": declared(both[0][0]), "array": declared(both[0][-1])}
    for name, sizes in re.findall(r"\b(pass|rows)\[41\]([^,;]+)", recursions.PRINTED.read_text("utf-8")):
        found |= {f"{name}_bytes": declared(f"int {name}[40]{sizes}"), f"{name}_indices": 1 + sizes.count("[")}
    return found | {"own": len(own), "system": len(system)}


def _signs() -> dict[str, Any]:
    """Count the ones of the sign matrices; the entries read in a call from each cell, and the calls that find all
    neighbors; requests for the matrix, in a run and before its first call; tours of 5x5. Solve 华容道 in 13 steps.
    """
    blank, knight = sign_matrix(Board(3, 3), Kind.of([(0, 0)])), knight_matrix(8, 8)
    ones, leaps = [sum(row) for row in blank], [sum(row) for row in knight]
    names = zip(("box", "hbar", "vbar", "single"), SHAPES.values(), strict=True)
    found = {name: sum(map(sum, sign_matrix(Board(4, 5), Kind.of(cells)))) for name, cells in names}
    found |= {"ones": sum(ones), "first": blank[0][1], "below": sum(map(sum, (blank[i][:i] for i in range(9))))}
    found |= {"least": min(ones), "most": max(ones), "entries": sum(map(len, blank))}
    told = [_watched("ma-sign", (*range(1, p + 1), 0, *range(p + 1, 9)), _GOAL, 1)[1] for p in range(9)]
    right = [each["test"] == each["swaps"] == 2 + (p % 3 == 1) + (p // 3 == 1) for p, each in enumerate(told)]
    run, made = RECURSIONS["ma-sign"](_START, _GOAL, 9), [sum(recursions.signs_of.cache_info()[:2])]
    run.witness = lambda *_: made.append(sum(recursions.signs_of.cache_info()[:2]))
    found |= {"looked": max(each["copy"] for each in told), "right": sum(right), "moves": run.run().calls}
    found |= {"made": made[-1] - made[0], "made_first": made[1] - made[0]}
    each, huarong = tours("ones", 5, 5), Classic.of(puzzle("退一步海阔天空"), empty=None)
    found |= {"tours": each.number, "tour_calls": each.calls, "knight": sum(leaps), "knight_most": max(leaps)}
    return found | {"steps": len(PieceRecursion(huarong, 13, limit=1).run().ways[0]) - 1}


def _same() -> dict[str, Any]:
    """Run the four programs from one state: compare their ways, and count moves and copies. Count the cells of a copy
    on boards 3 and 4 wide. On other boards, count the runs that find the same ways as the kernel.
    """
    runs, told = zip(*(_watched(name, (1, 2, 3, 4, 0, 6, 7, 5, 8), _GOAL, 12) for name in FOUR), strict=True)
    ways = [set(each.ways) for each in runs]
    found = {"programs": len(runs), "same": sum(each == ways[0] for each in ways), "all": len(ways[0])}
    found |= {"moves": sum(each["test"] for each in told), "swaps": sum(each["swaps"] for each in told)}
    found |= {name: sum(each[name] for each in told) for name in ("stored", "new", "call", "pass", "astray")}
    found |= {"copies": told[3]["copy"], "restored": told[3]["restored"]}
    for name, width in itertools.product(("matrix", "string"), (3, 4)):
        way = (*range(1, width**2), 0)
        _, each = _watched(f"ma-{name}", way, way, 1, width)
        found[f"{name}_{width}"] = each["cells"] // each["copy"]
    found |= {f"{each}_grown": round(100 * found[f"{each}_4"] / found[f"{each}_3"]) for each in ("matrix", "string")}
    boards = {"small": ("321/54.", 25), "tall": ("21/43/5.", 25), "wide": ("1 2 3 4/5 6 0 8/9 10 7 11", 6)}
    listed = [[{*listing(*each, by).ways} for by in ("ma-compiled", *FOUR)] for each in boards.values()]
    alike = [every[0] == each for every in listed for each in every[1:]]
    found |= {name: len(every[0]) for name, every in zip(boards, listed, strict=True)}
    found |= {"runs": len(alike), "alike": sum(alike)}
    return found | {"matrix_calls": runs[0].calls, "string_calls": runs[1].calls}


MEASURED = named("ma", _ways, _frames, _signs, _same)
