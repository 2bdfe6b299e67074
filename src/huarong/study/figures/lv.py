"""The figures of 吕震宇's article, computed again: each a function that a row of claims names."""

from __future__ import annotations

import functools
import math
from collections import Counter
from typing import Any

from huarong.library.counts import best_counts
from huarong.library.notations.lv import decode_lv32, encode_lv32, encode_lv64
from huarong.library.reader import puzzle
from huarong.space.space import Space
from huarong.study.classic import SHAPES, Classic, hengdao, openings
from huarong.study.lv import Version, run
from huarong.study.lv.chessmen import Plane, Stride8, steps
from huarong.study.lv.example import sorted_table, worked_example
from huarong.study.lv.levels import level_widths, widest_levels
from huarong.study.lv.original import OriginalLayout, OriginalMediator, RaisingTree
from huarong.study.lv.visited import AvlTree, ChainedHash, LinearList, fold
from huarong.study.registry import exhibit

HENGDAO = "横刀立马"


def lv_bits() -> dict[str, Any]:
    """Bits of a layout: 4 for the 2x2's place, 2 for each other piece and empty cell; and what a count would need."""
    return {
        "ten": 4 + 2 * 11,
        "twelve": 4 + 2 * 13,
        "singles_10": 20 - 4 - 2 - 2 * 5,
        "singles_11": 20 - 4 - 2 - 2 * 4,
        "singles_12": 20 - 4 - 2 - 2 * 3,
    }


def lv_persons() -> dict[str, Any]:
    """Layouts of the classic pieces with those of one kind alike, and with every piece told apart."""
    size = Space.of(puzzle(HENGDAO)).size
    return {"alike": size, "apart": size * math.factorial(4) ** 2}


def lv_liu() -> dict[str, Any]:
    """刘峻松's code read by its own rule: 曹操, five generals (the first flat), four soldiers, two empty cells."""
    text = "021801040912101114151720"
    cells = [int(text[i : i + 2]) - 1 for i in range(0, 24, 2)]
    board = ["."] * 20
    for cell, size, letter in zip(
        cells, ("2x2", "2x1", *["1x2"] * 4, *["1x1"] * 4), "AHVVVVSSSS", strict=False
    ):
        for dx, dy in SHAPES[size]:
            board[cell + dx + 4 * dy] = letter
    rows = "/".join("".join(board[i : i + 4]) for i in range(0, 20, 4))
    empty = [cell for cell, letter in enumerate(board) if letter == "."]
    return {"rows": rows, "blanks_agree": empty == cells[10:]}


def lv_bytes() -> dict[str, Any]:
    """Bytes of a layout as twelve integers or as text, and of all the layouts of a search of 横刀立马."""
    return {
        "integers": 12 * 4,
        "text": 12 * 2,
        "nodes": 23_844,
        "integers_kb": 12 * 4 * 23_844 // 1000,
        "text_kb": 24 * 23_844 // 1000,
    }


def lv_twelve() -> dict[str, Any]:
    """The most moves that an opening needs, by its number of pieces, of those with two empty cells."""
    most: Counter[int] = Counter()
    for entry, classic in openings():
        counts = best_counts(entry) or {}
        most[len(classic.blocks)] = max(most[len(classic.blocks)], counts.get("move") or 0)
    return {"ten": most[10], "eleven": most[11], "twelve": most[12]}


def lv_round_trip() -> dict[str, Any]:
    """Layouts written as an integer and read again, every 97th of the classic pieces."""
    start = puzzle(HENGDAO)
    space = Space.of(start)
    same = tried = 0
    for rank in range(0, space.size, 97):
        each = start.started(space.layout(rank))
        again = Classic.of(decode_lv32(encode_lv32(each)))
        tried += 1
        same += again.blocks == Classic.of(each).blocks
    return {"tried": tried, "same": same}


def lv_levels() -> dict[str, Any]:
    """The widest levels of the openings of 10, 11 and 12 pieces."""
    widest = {n: [each.layouts for each in widest_levels(n)] for n in (10, 11, 12)}
    return {
        "openings": len(widest[10]),
        "least": min(widest[10]),
        "most": max(widest[10]),
        "within": sum(200 <= each <= 800 for each in widest[10]),
        "over": sum(each > 1000 for each in widest[10]),
        "eleven": max(widest[11]),
        "eleven_openings": len(widest[11]),
        "twelve": max(widest[12]),
        "twelve_openings": len(widest[12]),
    }


def lv_widest() -> dict[str, Any]:
    """The widest level of 横刀立马 in moves."""
    return {"most": max(level_widths(puzzle(HENGDAO)))}


_ORIGINAL = Version(32, RaisingTree, Plane, layout=OriginalLayout, mediator=OriginalMediator)


@functools.cache
def lv_pool() -> dict[str, Any]:
    """How far the pool of 1,000 grows for 横刀立马, in the article's order and with pieces numbered for good; and with a pool of 2."""
    first = run(hengdao(), Version(32, AvlTree, Plane))[1].pool.count
    original = run(hengdao(), _ORIGINAL)
    return {
        "original": original[1].pool.count,
        "first": first,
        "from_two": run(hengdao(), _ORIGINAL, pool=2)[1].pool.count,
        "moves": len(original[0].steps) - 1,
    }


def lv_list() -> dict[str, Any]:
    """Codes compared in a search of an easy opening by the list and by the tree, each look-up in the mean."""
    classic = Classic.of(puzzle("捷足先登"))
    found = {}
    for name, known in (("list", LinearList), ("tree", AvlTree)):
        mediator = run(classic, Version(32, known, Plane))[1]
        looked = mediator.tree.count + mediator.duplicates
        found[name] = round(mediator.known.compared / looked, 1)
    return found | {"layouts": mediator.tree.count}


@functools.cache
def lv_known() -> dict[str, Any]:
    """What the tree (32 and 64 bits) and the hash look like after a search of 横刀立马."""
    found: dict[str, Any] = {}
    for bits in (32, 64):
        mediator = run(hengdao(), Version(bits, AvlTree, Plane))[1]
        assert isinstance(mediator.known, AvlTree)
        found[f"height_{bits}"] = mediator.known.height
    looked = mediator.tree.count + mediator.duplicates
    found["tree_compared"] = round(mediator.known.compared / looked, 1)
    mediator = run(hengdao(), Version(64, ChainedHash, Stride8))[1]
    assert isinstance(mediator.known, ChainedHash)
    chains = mediator.known.chains
    return found | {
        "codes": mediator.tree.count,
        "least_height": math.ceil(math.log2(mediator.tree.count + 1)),
        "hash_compared": round(mediator.known.compared / looked, 1),
        "longest": max(chains),
        "mean": round(sum(chains) / len(chains), 1),
        "chains": len(chains),
        "duplicates": mediator.duplicates,
    }


def lv_all_chains() -> dict[str, Any]:
    """The chains when all layouts of the classic pieces are in the hash, and the greatest hash."""
    start = puzzle(HENGDAO)
    space = Space.of(start)
    sums = Counter(
        fold(int(encode_lv64(start.started(space.layout(rank))))) for rank in range(space.size)
    )
    return {
        "longest": max(sums.values()),
        "mean": round(space.size / len(sums), 1),
        "greatest": max(sums),
    }


@functools.cache
def lv_example() -> dict[str, Any]:
    """The codes of part 8's worked example, in the order in which they are made, and when the tree rotates."""
    found = worked_example()
    made = [each for each in found.events if each.kind in ("new", "duplicate", "goal")]
    root = found.events[0].code
    return {
        "start": root,
        "sixth": next(each.code for each in made if each.piece == 6 and each.parent == root),
        "seventh": next(each.code for each in made if each.piece == 7 and each.parent == root),
        "duplicate": next(each.code for each in made if each.kind == "duplicate"),
        "rotated": [each.code for each in made if each.rotated][-1],
        "rotated_before": next(each.code for each in made if each.rotated),
        "moves": len(found.popped) - 1,
    }


def lv_no_way() -> dict[str, Any]:
    """An opening without a solution, searched to the end."""
    report, mediator = run(Classic.of(puzzle("BBGA/BBHA/EECI/DJCF/D..F")), _ORIGINAL)
    return {"layouts": mediator.tree.count, "steps": len(report.steps)}


def lv_table() -> dict[str, Any]:
    """The table of part 11: the places of its pieces and empty cells when sorted by 10 y + x."""
    rows = sorted_table(puzzle("ABBC/ABBC/DGHF/DJKF/.EE."))
    return {
        "keys": [key for _, _, _, key, _ in rows],
        "flat": next(r[4] for r in rows if r[0] == "E"),
    }


def lv_shift() -> dict[str, Any]:
    """The three pieces of part 11 pushed together: 10, 11, 01."""
    code = 0
    for piece in (2, 3, 1):
        code = code << 2 | piece
    return {"bits": f"{code:08b}"}


def lv_codes() -> dict[str, Any]:
    """The 64-bit code of the article's board, and of its two small examples."""
    return {
        "code": int(encode_lv64(puzzle(HENGDAO))),
        "general": f"{1 << 3 * 1:08b}",
        "both": f"{(1 << 3 * 1) + (2 << 3 * 0):08b}",
        "bits": 3 * 20,
    }


def lv_ways() -> dict[str, Any]:
    """The ways to move that pieces have, and which has the turn."""
    ways = {size: {step.method for step in steps(size)} for size in SHAPES}
    turning = [size for size, own in ways.items() if "Turning" in own]
    return {"ways": len(set().union(*ways.values())), "turning": ", ".join(turning)}


@functools.cache
def lv_metrics() -> dict[str, Any]:
    """A search of 横刀立马 by single cells beside one by whole moves."""
    step, move = (exhibit(f"set-{name}").prepare(puzzle(HENGDAO))() for name in ("step", "move"))
    return {
        "steps": step.depth,
        "moves": move.depth,
        "step_layouts": step.layouts,
        "move_layouts": move.layouts,
        "step_made": (step.layouts or 0) + (step.duplicates or 0),
        "move_made": (move.layouts or 0) + (move.duplicates or 0),
        "step_widest": max(step.levels),
        "move_widest": max(move.levels),
    }
