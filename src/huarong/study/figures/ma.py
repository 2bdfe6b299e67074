"""The figures of 马旭's article, computed again; `MEASURED` has the function of each by its name."""

import ctypes
import functools
import re
from pathlib import Path
from typing import Any

from huarong.library.reader import puzzle
from huarong.model.board import Board, Kind
from huarong.study.classic import SHAPES, Classic
from huarong.study.figures.lv import Figure, named
from huarong.study.ma import RECURSIONS, listing, recursions
from huarong.study.ma.knight import tours
from huarong.study.ma.pieces import PieceRecursion
from huarong.study.ma.recursions import LOCALS, frame_bytes, knight_matrix, sign_matrix, states_on


@functools.cache
def _ways() -> dict[str, Any]:
    """All ways of at most 30 moves by the matrix's order and by the sign matrix's."""
    found, signs = listing("876543210", 30), listing("876543210", 30, "ma-compiled-sign")
    printed_way = map(int, "347852178521785643856434621458")
    differ = [i + 1 for i, (a, b) in enumerate(zip(found.ways[0], printed_way, strict=True)) if a != b]
    ways = {"ways": len(found.ways), "length": min(map(len, found.ways)), "same": found.ways == signs.ways}
    ways |= {"first": found.at[0][0], "first_tests": found.at[0][1], "last": found.at[-1][0], "calls": found.calls}
    return ways | {"sign_first": signs.at[0][0], "misplaced": differ[0], "other": differ[-1]}


def _frames() -> dict[str, Any]:
    """Bytes in WIN-TC: of a call of each program, the deepest stack, arrays and globals; cells of a state by width."""
    each = {name[3:]: frame_bytes(name) for name in LOCALS}
    int16, deepest = ctypes.c_int16, 1 + max(map(len, listing("876543210", 30).ways))
    parameter = frame_bytes("ma-matrix") - frame_bytes("ma-matrix", pointer=0)
    each |= {"depth": deepest, "stack": deepest * max(each.values()), "parameter": parameter}
    arrays: dict[str, Any] = {"array": int16 * 3 * 3, "flat": int16 * 9 * 40}
    arrays |= {"deep": int16 * 3 * 3 * 40, "mc": int16 * 40}
    each |= {name: ctypes.sizeof(array) for name, array in arrays.items()}
    own, text = 2 * ctypes.sizeof(int16), ctypes.sizeof(ctypes.c_char * 10 * 40)  # m and sn; pass as text
    each |= {"globals": each["array"] + each["flat"] + each["mc"] + own, "text_globals": 10 + text + 40 + own}
    for width in (3, 4):
        way = (*range(1, width**2), 0)
        matrix, string = (RECURSIONS[name](way, way, 0, width=width).run().b for name in ("ma-matrix", "ma-string"))
        each |= {f"matrix_{width}": sum(map(len, matrix)), f"string_{width}": len(string)}
    return each


def _signs() -> dict[str, Any]:
    """The sign matrices: their ones."""
    blank, knight = sign_matrix(Board(3, 3), Kind.of([(0, 0)])), knight_matrix(8, 8)
    ones, leaps = [sum(row) for row in blank], [sum(row) for row in knight]
    names = zip(("box", "hbar", "vbar", "single"), SHAPES.values(), strict=True)
    pieces = {name: sum(map(sum, sign_matrix(Board(4, 5), Kind.of(cells)))) for name, cells in names}
    found = {"ones": sum(ones), "first": blank[0][1], "below": sum(map(sum, (blank[i][:i] for i in range(9))))}
    found |= {"looked": len(blank[0]), "least": min(ones), "most": max(ones)}
    return found | pieces | {"knight": sum(leaps), "knight_most": max(leaps), "entries": sum(map(len, blank))}


def _knight() -> dict[str, Any]:
    """All tours of a 5x5 board from a corner."""
    found = tours("ones", 5, 5)
    return {"tours": found.number, "calls": found.calls}


def _same() -> dict[str, Any]:
    """The four programs from one state with at most 12 moves: the ways of each, and how many find the same."""
    start, goal = tuple(map(int, "123406758")), tuple(map(int, "123456780"))
    runs = [RECURSIONS[name](start, goal, 12).run() for name in LOCALS]
    ways = [set(each.ways) for each in runs]
    found = {"programs": len(runs), "same": sum(each == ways[0] for each in ways), "all": len(ways[0])}
    return found | {"matrix_calls": runs[0].calls, "string_calls": runs[1].calls}


def _paths() -> dict[str, Any]:
    """Whether one of the ten ways passes a state twice, which `moveok` is to forbid."""
    start = tuple(map(int, "876543210"))
    ways = [states_on(start, way) for way in listing("876543210", 30).ways]
    twice = sum(len(set(map(tuple, states))) != len(states) for states in ways)
    return {"paths": len(ways), "twice": twice, "ends": ways[-1][-1] == [1, 2, 3, 4, 5, 6, 7, 8, 0]}


def _printed() -> dict[str, Any]:
    """His functions as they are written in C: the conditions of each `move`, and the string's calls of copies."""
    text = Path(recursions.__file__).with_name("four.c").read_text("utf-8")
    bodies = dict(re.findall(r"\nstatic void move_(\w+)\(.*?\)\n(\{.*?\n\})", text, re.DOTALL))
    found = {f"{name}_ifs": len(re.findall(r"\bif \(", body)) for name, body in bodies.items()}
    found |= {f"{name}_lines": body.count("\n") - 1 for name, body in bodies.items()}
    own, system = (re.findall(rf"\b(?:{names})\(", bodies["string"]) for names in ("mcopy|moveover", "strcpy|strcmp"))
    return found | {"own": len(own), "system": len(system)}


def _pieces() -> dict[str, Any]:
    """华容道 by the recursion: an opening of 13 steps."""
    found = PieceRecursion(Classic.of(puzzle("退一步海阔天空"), empty=None), 13, limit=1).run()
    return {"steps": len(found.ways[0]) - 1}


MEASURED: dict[str, Figure] = {
    **named("ma", _ways, _frames, _signs, _knight, _same, _paths, _printed, _pieces),
    # The programs on other boards than 3x3: ways of at most m moves.
    "ma_boards": lambda: {
        "small": len(listing("321/54.", 25).ways),
        "tall": len(listing("21/43/5.", 25).ways),
        "wide": len(listing("1 2 3 4/5 6 0 8/9 10 7 11", 6).ways),
    },
}
