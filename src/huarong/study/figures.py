"""The figures that the rows of claims quote, computed: each function gives the values of the rows that name it.

`FIGURES` has them by name; a test runs them against the rows, the slow ones where time allows.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from huarong.atlas.atlas import Atlas
from huarong.atlas.component import Component
from huarong.library.counts import best_counts
from huarong.library.reader import puzzle
from huarong.model.board import Board, Kind
from huarong.notation.lv import decode_lv32, encode_lv32, encode_lv64
from huarong.space.space import Space
from huarong.study import zhou
from huarong.study.classic import SHAPES, Classic
from huarong.study.lv import Version, run
from huarong.study.lv.chessmen import Plane, Stride8, steps
from huarong.study.lv.example import sorted_table, worked_example
from huarong.study.lv.known import AvlTree, ChainedHash, LinearList, fold
from huarong.study.lv.levels import level_widths, widest_levels
from huarong.study.lv.original import OriginalLayout, OriginalMediator, RaisingTree
from huarong.study.ma.knight import tours_by_ones
from huarong.study.ma.pieces import PieceRecursion
from huarong.study.ma.printed import listing
from huarong.study.ma.recursions import frame_bytes
from huarong.study.ma.signs import knight_matrix, sign_matrix
from huarong.study.poos import depth_reached
from huarong.study.poos.bits import identity, mirrored, mirrored_as_printed, value_at
from huarong.study.poos.cells import start_cells
from huarong.study.poos.intermediate import stations
from huarong.study.poos.keys import key_points
from huarong.study.poos.recorded import guided, openings, recorded_ending, recorded_endings, search
from huarong.study.registry import exhibit
from huarong.study.zhoutk import HENGDAO as WARRIORS
from huarong.study.zhoutk import GameState, Warrior, add_hero, children, printed

__all__ = ["FIGURES", "Figure"]

Figure = Callable[[], Mapping[str, Any]]

HENGDAO = "横刀立马"


@functools.cache
def _classic() -> Classic:
    return Classic.of(puzzle(HENGDAO))


# 吕震宇


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
    first = run(_classic(), Version(32, AvlTree, Plane))[1].pool.count
    original = run(_classic(), _ORIGINAL)
    return {
        "original": original[1].pool.count,
        "first": first,
        "from_two": run(_classic(), _ORIGINAL, pool=2)[1].pool.count,
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
        mediator = run(_classic(), Version(bits, AvlTree, Plane))[1]
        assert isinstance(mediator.known, AvlTree)
        found[f"height_{bits}"] = mediator.known.height
    looked = mediator.tree.count + mediator.duplicates
    found["tree_compared"] = round(mediator.known.compared / looked, 1)
    mediator = run(_classic(), Version(64, ChainedHash, Stride8))[1]
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


# 周扬


def _solutions() -> dict[zhou.State, bytes]:
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
        "step_bits": max(step for steps in _solutions().values() for step in steps).bit_length(),
    }


def zhou_entry() -> dict[str, Any]:
    """The entry of 横刀立马 in the file: the byte after the eight of its state, and how many bytes it has."""
    state = zhou.basic_state(_classic())
    entry = zhou.pack({state: _solutions()[state]})
    return {"count": entry[8], "length": len(entry)}


def zhou_reached() -> dict[str, Any]:
    """How many layouts can be reached from 横刀立马."""
    return {"reached": len(Component.of(HENGDAO))}


def zhou_examples() -> dict[str, Any]:
    """The two examples of section 3.2 by algorithm 1: what is wrong with an upright 1x2 at (0, 4), and at (0, 0) beside a 兵 at (1, 0)."""
    off = zhou.algorithm1([16, 1, 2, 3, 4, 5, 6, 7, 8, 9])[-1].fault
    beside = zhou.algorithm1([0, 2, 3, 11, 1, 13, 16, 19, 9, 14])
    below = zhou.algorithm1([0, 2, 3, 11, 4, 13, 16, 19, 9, 14])
    return {"off": off, "beside": beside[4].fault, "below": below[4].fault}


def zhou_openings() -> dict[str, Any]:
    """The layouts that a search of eight well-known openings goes through, by steps and whole levels."""
    names = ("捷足先登", "围而不歼", "兵分三路", "横刀立马")
    found = {name: exhibit("set-step").prepare(puzzle(name))().layouts for name in names}
    return dict(zip(("easy", "other", "least", "hengdao"), found.values(), strict=True))


def zhou_restored() -> dict[str, Any]:
    """A stored solution with its persons: its steps and who moves first."""
    cells = [8, 0, 11, 3, 19, 16, 14, 13, 9, 1]
    told = zhou.restored(cells, _solutions()[zhou.basic(cells)])
    return {"steps": len(told), "who": told[0][0]}


# zhoutk


def zhoutk_board() -> dict[str, Any]:
    """The board that is printed, its size, and what can be put where."""
    state = GameState()
    placed = state.init_state(list(WARRIORS))
    again = add_hero(state, 10, Warrior("1x1", 0, 0))
    over = [
        add_hero(GameState(), 0, Warrior("2x2", left, top))
        for left, top in ((-1, 0), (3, 0), (0, -1), (0, 4))
    ]
    rows = printed(state).splitlines()
    return {
        "rows": len(state.board),
        "columns": rows[0].count("-1"),
        "placed": placed,
        "again": again,
        "over": any(over),
        "children": len(list(children(state))),
    }


def zhoutk_layouts() -> dict[str, Any]:
    """The layouts of 横刀立马 nearer than the goal, in his steps."""
    return {"layouts": lv_metrics()["step_layouts"]}


# 马旭


@functools.cache
def ma_ways() -> dict[str, Any]:
    """All ways of at most 30 moves by the matrix's order and by the sign matrix's."""
    found, signs = listing("876543210", 30), listing("876543210", 30, "ma-compiled-sign")
    printed_way = (
        3,
        4,
        7,
        8,
        5,
        2,
        1,
        7,
        8,
        5,
        2,
        1,
        7,
        8,
        5,
        6,
        4,
        3,
        8,
        5,
        6,
        4,
        3,
        4,
        6,
        2,
        1,
        4,
        5,
        8,
    )
    differ = [
        i + 1 for i, (a, b) in enumerate(zip(found.ways[0], printed_way, strict=True)) if a != b
    ]
    return {
        "ways": len(found.ways),
        "length": min(map(len, found.ways)),
        "same": found.ways == signs.ways,
        "first": found.at[0][0],
        "first_tests": found.at[0][1],
        "last": found.at[-1][0],
        "calls": found.calls,
        "sign_first": signs.at[0][0],
        "sign_last": signs.at[-1][0],
        "misplaced": differ[0],
        "other": differ[-1],
    }


def ma_spaces() -> dict[str, Any]:
    """The recursion's calls beside the layouts that there are."""
    return {"calls": ma_ways()["calls"], "layouts": poos_spaces()["eight"]}


def ma_frames() -> dict[str, Any]:
    """Bytes of local storage in a call of each program, in WIN-TC, and of the deepest stack."""
    each = {
        name[3:]: frame_bytes(name) for name in ("ma-matrix", "ma-string", "ma-sign", "ma-path")
    }
    return each | {"depth": 31, "stack": 31 * max(each.values())}


def ma_signs() -> dict[str, Any]:
    """The sign matrices: ones, and whether they are symmetric."""
    blank = sign_matrix(Board(3, 3), Kind.of([(0, 0)]))
    knight = knight_matrix(8, 8)
    ones = {
        size: sum(map(sum, sign_matrix(Board(4, 5), Kind.of(cells))))
        for size, cells in SHAPES.items()
    }
    return {
        "ones": sum(map(sum, blank)),
        "first": blank[0][1],
        "symmetric": all(blank[i][j] == blank[j][i] for i in range(9) for j in range(9)),
        "least": min(map(sum, blank)),
        "most": max(map(sum, blank)),
        "knight": sum(map(sum, knight)),
        "knight_most": max(map(sum, knight)),
        "box": ones["2x2"],
        "hbar": ones["2x1"],
        "vbar": ones["1x2"],
        "single": ones["1x1"],
    }


def ma_knight() -> dict[str, Any]:
    """All tours of a 5x5 board from a corner."""
    found = tours_by_ones(5, 5)
    return {"tours": found.number, "calls": found.calls}


def ma_pieces() -> dict[str, Any]:
    """华容道 by the recursion: an opening of 13 steps."""
    found = PieceRecursion(Classic.of(puzzle("退一步海阔天空"), empty=None), 13, limit=1).run()
    return {"steps": len(found.ways[0]) - 1, "calls": found.calls, "tests": found.tests}


def ma_boards() -> dict[str, Any]:
    """The programs on other boards than 3x3: ways of at most m moves."""
    return {
        "small": len(listing("321/54.", 25).ways),
        "tall": len(listing("21/43/5.", 25).ways),
        "wide": len(listing("1 2 3 4/5 6 0 8/9 10 7 11", 6).ways),
    }


# poos


def poos_example() -> dict[str, Any]:
    """The 50 bits of the example."""
    code = identity(map(int, "33221122001100113333"), (18, 19))
    return {"bits": f"{code:050b}"}


def poos_mirror() -> dict[str, Any]:
    """The map of the mirror image as printed: on how many layouts of 横刀立马's pieces it is right, and how many images are shared."""
    start = puzzle(HENGDAO)
    space = Space.of(start)
    codes = [
        identity(*start_cells(Classic.of(start.started(space.layout(rank))).blocks))
        for rank in range(0, space.size, 7)
    ]
    images = Counter(map(mirrored_as_printed, codes))
    return {
        "layouts": len(codes),
        "right": sum(mirrored(code) == mirrored_as_printed(code) for code in codes),
        "images": len(images),
    }


def poos_depth() -> dict[str, Any]:
    """The layouts within 15 steps of 横刀立马."""
    return {"layouts": depth_reached(puzzle(HENGDAO))}


@functools.cache
def poos_astar() -> dict[str, Any]:
    """A* on 横刀立马: with his weight, with that of recorded endings, and what breadth first meets."""
    alone, recorded = guided(puzzle(HENGDAO), 0), guided(puzzle(HENGDAO))
    return {
        "alone": alone.met,
        "recorded": recorded.met,
        "length": recorded.length,
        "best": recorded.best,
    }


def poos_one_ending() -> dict[str, Any]:
    """A* on 横刀立马 weighed by the cells in which a layout differs from the ending of its recorded solution."""
    ending = recorded_ending(HENGDAO)

    def differing(code: int) -> int:
        return sum(value_at(code, cell) != value_at(ending, cell) for cell in range(20))

    once = search(_classic(), differing)
    eight = search(_classic(), lambda code: 8 * differing(code))
    return {
        "once": len(once.steps),
        "once_length": len(once.path_with_state()) - 1,
        "eight": len(eight.steps),
        "eight_length": len(eight.path_with_state()) - 1,
    }


def poos_openings() -> dict[str, Any]:
    """The openings with two empty cells, by flat generals, and their endings."""
    flat = Counter(
        sum(size == "2x1" for size, _ in classic.blocks)
        for _, classic in openings()
        if len(classic.blocks) == 10
    )
    return {
        "openings": len(openings()),
        "ten": sum(flat.values()),
        "one": flat[1],
        "two": flat[2],
        "three": flat[3],
        "four": flat[4],
        "five": flat[5],
        "none": flat[0],
    }


def poos_endings() -> dict[str, Any]:
    """The layouts in which recorded solutions of all openings end."""
    endings = recorded_endings()
    return {"solved": sum(endings.values()), "endings": len(endings)}


@functools.cache
def poos_stations() -> dict[str, Any]:
    """Stations within 15 steps for the pieces of 横刀立马, any loss and none."""
    found, strict = stations(HENGDAO, "step"), stations(HENGDAO, "step", lost=0)
    plain = found.to_json()
    del plain["ranks"]
    return {
        **{
            k: plain[k]
            for k in ("stations", "bytes", "layouts", "lost_mean", "lost_most", "lost_none")
        },
        "strict": len(strict.ranks),
    }


def poos_keys() -> dict[str, Any]:
    """Key points of two openings, in moves."""
    found, hengdao = key_points("峰回路转"), key_points(HENGDAO)
    return {
        "points": len(found.points),
        "moves": found.length,
        "hengdao": len(hengdao.points),
        "hengdao_moves": hengdao.length,
    }


def poos_spaces() -> dict[str, Any]:
    """华容道 beside the 8-puzzle: layouts, those that can be solved, goals, and the most steps."""
    atlas, eight = Atlas.of(puzzle(HENGDAO), "step"), Atlas.of(puzzle("876543210"), "step")
    return {
        "layouts": atlas.space.size,
        "solvable": len(atlas),
        "goals": len(atlas.ranks(0)),
        "most": len(atlas.histogram) - 1,
        "eight": len(eight),
        "eight_goals": len(eight.ranks(0)),
        "eight_most": len(eight.histogram) - 1,
    }


def poos_protocol() -> dict[str, Any]:
    """His protocol on three games."""
    games = {"huarong": "捷足先登", "tiles": "123/456/.78", "cars": "Rush Hour 1"}
    return {
        name: exhibit("poos-protocol").prepare(puzzle(text))().depth for name, text in games.items()
    }


FIGURES: dict[str, Figure] = {
    name: value
    for name, value in list(globals().items())
    if name.split("_")[0] in ("lv", "zhou", "zhoutk", "ma", "poos") and callable(value)
}
"""Every function above by its name."""
