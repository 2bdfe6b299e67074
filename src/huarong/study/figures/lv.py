"""The figures of 吕震宇's article, computed again: each a function that a row of claims names."""

from __future__ import annotations

import ast
import functools
import inspect
import math
import random
import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from typing import Any

from huarong.library.counts import best_counts
from huarong.library.notations.lv import decode_lv32, encode_lv32, encode_lv64
from huarong.library.reader import puzzle
from huarong.search.solver import solve
from huarong.space.space import Space
from huarong.study.classic import BOX, HENGDAO, SHAPES, Classic, hengdao, openings
from huarong.study.lv import VERSIONS, Version, run
from huarong.study.lv.chessmen import ChessLayout, ChessStep, Plane, Stride8, steps
from huarong.study.lv.example import sorted_table
from huarong.study.lv.levels import level_widths, widest_levels
from huarong.study.lv.original import OriginalLayout, OriginalMediator, RaisingTree, quick_sort
from huarong.study.lv.search import Mediator, ResultHandler, TreeLinkedList, TreeNode
from huarong.study.lv.visited import AvlTree, ChainedHash, VisitedSet
from huarong.study.registry import exhibit
from huarong.study.traces.example import worked_example


def lv_bits() -> dict[str, Any]:
    """The bits of a layout (4 for the 2x2's place, 2 for each other piece and empty cell), and the singles."""
    singles = {f"singles_{n}": 20 - 4 - 2 - 2 * others for n, others in ((10, 5), (11, 4), (12, 3))}
    return singles | {"ten": 4 + 2 * 11, "twelve": 4 + 2 * 13, "others_10": 2 * 11, "power": 2**16}


def lv_places() -> dict[str, Any]:
    """The places of the 2x2 among ten pieces and two empty cells in reading order, over all classic layouts."""
    start = puzzle(HENGDAO)
    space, places = Space.of(start), set()
    for rank in range(space.size):
        classic = Classic.of(start.started(space.layout(rank)))
        row = sorted([*((cell, size) for size, cell in classic.blocks), *((cell, "") for cell in classic.empty)])
        places.add(1 + next(n for n, (_, size) in enumerate(row) if size == BOX))
    return {"least": min(places), "most": max(places), "room": 2**4}


def lv_persons() -> dict[str, Any]:
    """Layouts of the classic pieces, with pieces of one kind alike and with every piece distinguished."""
    size = Space.of(puzzle(HENGDAO)).size
    return {"alike": size, "apart": size * math.factorial(4) ** 2}


def lv_liu() -> dict[str, Any]:
    """刘峻松's code read by its own rule: 曹操, five generals (the first flat), four soldiers, two empty cells."""
    text = "021801040912101114151720"
    cells = [int(text[i : i + 2]) - 1 for i in range(0, 24, 2)]
    board = ["."] * 20
    for cell, size, letter in zip(cells, ("2x2", "2x1", *["1x2"] * 4, *["1x1"] * 4), "AHVVVVSSSS", strict=False):
        for dx, dy in SHAPES[size]:
            board[cell + dx + 4 * dy] = letter
    rows = "/".join("".join(board[i : i + 4]) for i in range(0, 20, 4))
    empty = [cell for cell, letter in enumerate(board) if letter == "."]
    differ = sum(a != b for a, b in zip(rows, "VAAV/VAAV/VHHV/VSSV/S..S", strict=True))
    found = {"rows": rows, "blanks_agree": empty == cells[10:], "differ": differ}
    return found | {"fourteenth": int("14") - 1, "home": max(hengdao().goals)}


def lv_bytes() -> dict[str, Any]:
    """Bytes of a layout as twelve integers or as text, of all that a search of 横刀立马 meets; of a character."""
    nodes = run(hengdao(), Version(32, AvlTree, Plane))[1].tree.count
    found = {"integers": 12 * 4, "text": 12 * 2, "characters": len("A".encode("utf-16-le")), "nodes": nodes}
    return found | {"integers_kb": 12 * 4 * nodes // 1000, "text_kb": 24 * nodes // 1000}


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
    ten, eleven, twelve = ([each.layouts for each in widest_levels(n)] for n in (10, 11, 12))
    within, over = sum(200 <= each <= 800 for each in ten), sum(each > 800 for each in ten)
    found = {"openings": len(ten), "least": min(ten), "most": max(ten), "within": within, "over_800": over}
    found |= {"over": sum(each > 1000 for each in ten), "within_share": round(100 * within / len(ten))}
    found |= {"over_800_share": round(100 * over / len(ten)), "eleven": max(eleven), "twelve": max(twelve)}
    return found | {"eleven_openings": len(eleven), "twelve_openings": len(twelve)}


def lv_widest() -> dict[str, Any]:
    """The widest level of 横刀立马 in moves."""
    return {"most": max(level_widths(puzzle(HENGDAO)))}


_ORIGINAL = Version(32, RaisingTree, Plane, layout=OriginalLayout, mediator=OriginalMediator)


@functools.cache
def lv_pool() -> dict[str, Any]:
    """How far the pool of 1,000 grows for 横刀立马, as the article orders and numbers pieces and not; and one of 2."""
    first = run(hengdao(), Version(32, AvlTree, Plane))[1].pool.count
    report, original = run(hengdao(), _ORIGINAL)
    nodes, small = original.tree.count, run(hengdao(), _ORIGINAL, pool=2)[1]
    found = {"nodes": nodes, "small_nodes": small.tree.count, "from_two": small.pool.count, "first": first}
    found |= {"original": original.pool.count, "reused": round(nodes / original.pool.count)}
    return found | {"moves": len(report.steps) - 1}


@functools.cache
def lv_example() -> dict[str, Any]:
    """The codes of part 8's worked example, in the order in which they are made, and when the tree rotates."""
    found = worked_example()
    events = found["events"]
    made = [each for each in events if each["kind"] in ("new", "duplicate", "goal")]
    root, turned = events[0]["code"], [each["code"] for each in made if each["rotated"]]
    piece = {each["piece"]: each["code"] for each in reversed(made) if each["parent"] == root}
    return {
        "start": root,
        "sixth": piece[6],
        "seventh": piece[7],
        "duplicate": next(each["code"] for each in made if each["kind"] == "duplicate"),
        "rotated": turned[-1],
        "rotated_before": turned[0],
        "moves": len(found["popped"]) - 1,
        "popped": found["popped"][0]["layout"],
    }


def lv_no_way() -> dict[str, Any]:
    """An opening without a solution, searched to the end."""
    report, mediator = run(Classic.of(puzzle("BBGA/BBHA/EECI/DJCF/D..F")), _ORIGINAL)
    return {"layouts": mediator.tree.count, "steps": len(report.steps)}


def lv_table() -> dict[str, Any]:
    """The table of part 11: the places of its pieces and empty cells when sorted by 10 y + x."""
    rows = sorted_table(puzzle("ABBC/ABBC/DGHF/DJKF/.EE."))
    return {"keys": [key for _, _, _, key, _ in rows], "flat": next(r[4] for r in rows if r[0] == "E")}


def lv_endlink() -> dict[str, Any]:
    """A search whose list is linked twice at each node, as printed, beside one that links once."""
    classic = Classic.of(puzzle("退一步海阔天空"))
    plain = run(classic, Version(32, AvlTree, Plane))[1].tree
    report, twice = run(classic, Version(32, AvlTree, Plane, mediator=_TwiceMediator))
    once, same = ([node.step.layout for node in _linked(tree)] for tree in (plain, twice.tree))
    levels: dict[TreeNode | None, int] = {None: -1}
    for node in _linked(plain):
        levels[node] = levels[node.parent] + 1
    ordered = [*levels.values()] == sorted(levels.values())
    return {"nodes": len(once), "same": once == same, "moves": len(report.steps) - 1, "ordered": ordered}


class _TwiceList(TreeLinkedList):
    def insert_node(self, step: ChessStep) -> None:
        last = self.end
        super().insert_node(step)
        if last is not None and self.end is not None:
            self.end.link = self.end


class _TwiceMediator(Mediator):
    def __init__(self, known: VisitedSet, handler: ResultHandler) -> None:
        super().__init__(known, handler)
        self.tree = _TwiceList()


def _linked(tree: TreeLinkedList) -> Iterator[TreeNode]:
    node = tree.root
    while node is not None:
        yield node
        node = None if node.link is node else node.link


def lv_commands() -> dict[str, Any]:
    """The ten commands printed in part 13: eight nodes, the current one moved on twice; whose child is each?"""
    tree = TreeLinkedList()
    for word in ["1", "2", "3", ">", "4", "5", ">", "6", "7", "8"]:
        if word == ">":
            tree.move_current_to_next()
        else:
            tree.insert_node(ChessStep(int(word), 0, ""))
    parents = {node.step.layout: node.parent and node.parent.step.layout for node in _linked(tree)}
    drawn = {1: None, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3}
    return {"nodes": len(parents), "right": sum(parents[n] == drawn[n] for n in drawn)}


def lv_versions() -> dict[str, Any]:
    """His versions by moves on one opening: how many there are, and how many find as many layouts and moves."""
    far = [name for name, version in VERSIONS.items() if version.far]
    found = [exhibit(name).prepare(puzzle("退一步海阔天空"))() for name in far]
    same = [each for each in found if (each.layouts, each.depth) == (found[0].layouts, found[0].depth)]
    return {"versions": len(VERSIONS), "far": len(far), "agree": len(same)}


def lv_sorts() -> dict[str, Any]:
    """`QuickSortArray` on arrays of twelve and of fifty items: how many come out as the language's sort has them."""
    draw, right, tried = random.Random(7), 0, 0
    for length in (12, 50):
        for _ in range(250):
            items = [draw.randrange(100) for _ in range(length)]
            mine = list(items)
            quick_sort(mine)
            right += mine == sorted(items)
            tried += 1
    return {"tried": tried, "right": right}


def lv_code_lines() -> dict[str, Any]:
    """Statements of the two codes of a layout, and of insertion into chains and into the tree without its rotations."""
    some: dict[str, Any] = {"short": ChessLayout.to_int32, "long": ChessLayout.to_int64}
    some |= {"chain_code": ChainedHash.insert, "tree_code": AvlTree.insert}
    trees = {name: ast.walk(ast.parse(textwrap.dedent(inspect.getsource(each)))) for name, each in some.items()}
    return {name: sum(isinstance(node, ast.stmt) for node in tree) - 2 for name, tree in trees.items()}


def lv_edges() -> dict[str, Any]:
    """Steps of stride 8 that leave the board: how many there are, and how many meet a cell of it."""
    cells = {Stride8.at(cell) for cell in range(20)}
    around = [(x, y) for x in range(-2, 6) for y in range(-2, 7)]
    off = [8 * y + x in cells for x, y in around if not (0 <= x < 4 and 0 <= y < 5)]
    return {"off": len(off), "met": sum(off), "up": Stride8.at(Stride8.cell(16) - 4)}


@functools.cache
def lv_console() -> dict[str, Any]:
    """What the console prints with and without a solution, in processes; the levels reported to `HandleInfo`."""

    def told(text: str) -> tuple[str, int]:
        words = (sys.executable, "-m", "huarong", "solve", text, "--lang", "zh")
        done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
        return done.stdout + done.stderr, done.returncode

    (solved, status), (none, none_status) = told(HENGDAO), told("BBGA/BBHA/EECI/DJCF/D..F")
    report = run(hengdao(), Version(32, AvlTree, Plane))[0]
    found = {"told": len(report.tally.levels), "moves": len(report.steps) - 1, "begun": "81" in solved and not status}
    return found | {"none": "此题无解" in none, "none_status": none_status}


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
    far = {len(step.needs) for size in SHAPES for step in steps(size)}
    turning = [size for size, own in ways.items() if "Turning" in own]
    return {"ways": len(set().union(*ways.values())), "turning": ", ".join(turning), "needs": max(far)}


@functools.cache
def lv_metrics() -> dict[str, Any]:
    """A search of 横刀立马 by single cells beside one by whole moves."""
    step, move = (exhibit(f"set-{name}").prepare(puzzle(HENGDAO))() for name in ("step", "move"))
    found: dict[str, Any] = {"step_moves": solve(HENGDAO, "step").counts["move"]}
    for name, each in (("step", step), ("move", move)):
        found |= {f"{name}s": each.depth, f"{name}_layouts": each.layouts, f"{name}_widest": max(each.levels)}
        found[f"{name}_made"] = (each.layouts or 0) + (each.duplicates or 0)
    for share, part in (("step", "widest"), ("layouts", "layouts"), ("made", "made")):
        found[f"{share}_share"] = round(100 * found[f"step_{part}"] / found[f"move_{part}"])
    return found
