"""The recomputed figures of 吕震宇's article; `MEASURED` has the function of each by its name."""

import ast
import ctypes
import functools
import gc
import inspect
import itertools
import math
import random
import sys
import textwrap
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar

from huarong.graph import bfs
from huarong.library.catalogue import best_counts, entries, find
from huarong.library.notations.codes import decode_lv32, encode_lv64
from huarong.library.reader import puzzle
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve
from huarong.space.space import Space
from huarong.study import lv
from huarong.study.classic import BOX, HBAR, HENGDAO, SHAPES, SINGLE, VBAR, Classic, hengdao, openings
from huarong.study.lv import VERSIONS, LevelReport, Version, assemble, chessmen, original, run, search, visited
from huarong.study.lv.chessmen import Plane, Stride8, steps
from huarong.study.lv.levels import widest_levels
from huarong.study.lv.original import CatchingMediator, RecursiveRing, SortedLayout, quick_sort, supposed
from huarong.study.lv.search import ChessLayout, ChessStep, CircularLinkedList, Mediator, TreeLinkedList, TreeNode
from huarong.study.lv.visited import AvlNode, AvlTree, ChainedHash, fold, kind_of_turn
from huarong.study.plain import Plain
from huarong.study.registry import exhibit
from huarong.study.traces.lv import CountedList
from huarong.study.traces.shows import trace
from huarong.study.visited_sets import Probing, SearchTree, SortedArray

Figure = Callable[[], dict[str, Any]]


def named(article: str, *functions: Figure) -> dict[str, Figure]:
    """Return functions by the names of their figures: the article's key plus the function's own name."""
    return {f"{article}{each.__name__}": each for each in functions}


_FIRST = Version(32, AvlTree, Plane)
_ORIGINAL = VERSIONS["lv-original"]


@functools.cache
def looked_up(bits: int, opening: str = HENGDAO) -> tuple[int, ...]:
    """Return the codes that a search looks up, known and new, in its order."""
    heard = list[int]()

    class Heard(AvlTree):
        def insert(self, code: int) -> bool:
            heard.append(code)
            return super().insert(code)

    run(Classic.of(puzzle(opening)), Version(bits, Heard, Plane))
    return tuple(heard)


@functools.cache
def _fed(make: Any, bits: int = 32, opening: str = HENGDAO, first: int | None = None) -> tuple[Any, int, int, float]:
    """Insert the `first` codes of a search, or all, into a set; return it, its size, look-ups, and mean comparisons."""
    known, looked = make(), looked_up(bits, opening)[:first]
    codes = sum(map(known.insert, looked))
    return known, codes, len(looked), known.compared / len(looked)


def layouts(every: int = 1, opening: str = HENGDAO) -> list[Puzzle]:
    """Return every n-th layout of an opening's pieces, as the start of a puzzle."""
    start = puzzle(opening)
    space = Space.of(start)
    return [start.started(space.layout(rank)) for rank in range(0, space.size, every)]


def _places() -> dict[str, Any]:
    """Encode and decode every seventh layout; find the range of A and of bit groups, and check IsFinished."""
    tried = [*map(Classic.of, layouts(7))]
    made, home = [*map(_start, tried)], [(BOX, 13) in each.blocks for each in tried]
    codes, judged = [each.to_int() for each in made], [each.is_finished for each in made]
    read, places = [Classic.of(decode_lv32(str(code))) for code in codes], {code >> 22 for code in codes}
    same = sum(a.blocks == b.blocks for a, b in zip(read, tried, strict=True))
    groups = zip(*(sorted([*(at for size, at in c.blocks if size != BOX), *c.empty]) for c in read), strict=True)
    found = {"least": min(places), "most": max(places), "room": 2**4, "tried": len(tried), "same": same}
    found |= {"home": sum(home), "judged": sum(a is b for a, b in zip(judged, home, strict=True))}
    return found | {"cells": max(len({*cells}) for cells in groups)}


def _start(classic: Classic, version: Version = _ORIGINAL) -> Any:
    """Return the layout with which 吕震宇's program begins, once its code is computed."""
    return assemble(classic, version, pool=2).pool.current.info


def _bits() -> dict[str, Any]:
    """Count openings' soldiers by number of pieces, the bits of the longest codes, and the items beside the 2x2."""
    found, names = dict[str, Any](), dict[int, str]()
    for n in (10, 11, 12):
        some = [(entry.text, [size for size, _ in each.blocks]) for entry, each in openings() if len(each.blocks) == n]
        found[f"singles_{n}"], names[n] = ", ".join(sorted({str(s.count(SINGLE)) for _, s in some})), some[0][0]
    for n, name in ((10, "ten"), (12, "twelve")):
        found[name] = max(_start(Classic.of(each)).to_int().bit_length() for each in layouts(97, names[n]))
    code, men = (layout := _start(hengdao())).to_int(), [man.size for man in layout.sorted_chessmen]
    found["others_10"] = next(n for n in range(64) if code >> n == men.index(BOX) + 1)
    return found | {"items": len(men) - 1, "power": 2**16}


_LIU = "021801040912101114151720"


def _liu() -> dict[str, Any]:
    """Read 刘峻松's code by its own rule: 曹操, five generals (the first flat), four soldiers, two empty cells."""
    cells = [int(_LIU[i : i + 2]) - 1 for i in range(0, 24, 2)]
    board = ["."] * 20
    for cell, size, letter in zip(cells, ("2x2", "2x1", *["1x2"] * 4, *["1x1"] * 4), "AHVVVVSSSS", strict=False):
        for dx, dy in SHAPES[size]:
            board[cell + dx + 4 * dy] = letter
    rows = "/".join("".join(board[i : i + 4]) for i in range(0, 20, 4))
    found = {"rows": rows, "from_1": min(cells) + 1, "to_20": max(cells) + 1}
    differ = sum(a != b for a, b in zip(rows, "VAAV/VAAV/VHHV/VSSV/S..S", strict=True))
    return found | {"differ": differ, "fourteenth": int("14") - 1, "home": max(hengdao().goals)}


def _bytes() -> dict[str, Any]:
    """Measure the bytes of a layout (刘峻松's integers and text, 32- and 64-bit codes) and of a search's layouts."""
    nodes, letters, integers = _fed(AvlTree)[1], len(_LIU), ctypes.sizeof(ctypes.c_int32 * (len(_LIU) // 2))
    found = {"integers": integers, "letters": letters, "text": len(_LIU.encode("utf-16-le")), "nodes": nodes}
    found |= {name: (max(looked_up(bits)).bit_length() + 7) // 8 for name, bits in (("whole", 32), ("wide", 64))}
    return found | {"integers_kib": integers * nodes // 1024, "text_kib": letters * nodes // 1024}


def _twelve() -> dict[str, Any]:
    """Find the most moves that an opening needs, by number of pieces, and count openings by their empty cells."""
    needs = [(len(each.blocks), (best_counts(entry) or {}).get("move") or 0) for entry, each in openings()]
    some = [Classic.of(each.puzzle, empty=None) for each in entries() if each.group == "openings"]
    blanks = [len(each.empty) for each in some if 10 <= len(each.blocks) <= 12]
    found = {"openings": len(blanks), "two": blanks.count(2), "others": sum(len(each.empty) != 2 for each in some)}
    numbers = ((10, "ten"), (11, "eleven"), (12, "twelve"))
    return found | {name: max(m for n, m in needs if n == k) for k, name in numbers}


def _levels() -> dict[str, Any]:
    """Measure the widest levels of openings of 10 to 12 pieces, in moves and steps; `solved` counts solvable ones."""
    found, none = dict[str, Any](), {e.title("zh") for e, _ in openings() if not (best_counts(e) or {}).get("step")}
    for head, metric in (("", Metric.MOVE), ("step_", Metric.STEP)):
        every = widest_levels(metric=metric)
        ten, eleven, twelve = ([each.layouts for each in every if each.pieces == n] for n in (10, 11, 12))
        within, over = sum(200 <= each <= 800 for each in ten), sum(each > 800 for each in ten)
        own = {"least": min(ten), "most": max(ten), "eleven": max(eleven), "twelve": max(twelve), "within": within}
        own |= {"over_800": over, "within_share": 100 * within // len(ten), "over_800_share": 100 * over // len(ten)}
        own["solved"] = within - sum(200 <= each.layouts <= 800 for each in every if each.name in none)
        found |= {head + name: value for name, value in own.items()}
        found |= {"openings": len(ten), "eleven_openings": len(eleven), "twelve_openings": len(twelve)}
    return found


class _CountedRing(RecursiveRing):
    calls, used = 0, Counter[Any]()

    def begin_process(self) -> bool:
        self.calls += 1
        return super().begin_process()

    def confirm_allocation(self) -> None:
        super().confirm_allocation()
        self.used[self.allocate] += 1


def _pool() -> dict[str, Any]:
    """Measure how a pool of 1,000 grows for 横刀立马, in two orders of the pieces, and how a pool of 2 grows."""
    first, original = (run(hengdao(), each)[1] for each in (_FIRST, replace(_ORIGINAL, ring=_CountedRing)))
    nodes, pool, (report, small) = original.tree.count, original.pool, run(hengdao(), _ORIGINAL, pool=2)
    assert isinstance(pool, _CountedRing)
    ring = [pool.end]
    while (node := ring[-1].link) is not ring[0]:
        ring.append(node)
    found = {"nodes": nodes, "small_nodes": small.tree.count, "from_two": small.pool.count, "first": first.pool.count}
    found |= {"original": pool.count, "reused": min(pool.used[n] for n in ring), "ring": len(ring), "deep": pool.calls}
    pointers = sum(isinstance(each, search.PoolNode) for each in vars(pool).values())
    found |= {"moves": len(report.steps) - 1, "pointers": pointers}
    return {**found, "fewest": (best_counts(find(HENGDAO)) or {})["move"]}


def _example() -> dict[str, Any]:
    """Measure the codes of part 8's worked example, in the order in which they are made, and when the tree rotates."""
    said = [(what, values) for what, values, _ in trace("lv-down").frames]
    codes = {f"{what} {values.get('piece', '')}": values["code"] for what, values in reversed(said) if "code" in values}
    kinds = {"start": "start ", "sixth": "new 6", "seventh": "turned 7", "duplicate": "raised 6"}
    found = {name: codes.get(kind, 0) for name, kind in kinds.items()}
    turned = [values["code"] for what, values in said if what == "turned"]
    made = {values["code"] for what, values in said if what in ("new", "turned")}
    popped = next((values["code"], values["piece"]) for what, values in said if what == "pop")
    every = assemble(supposed(puzzle(HENGDAO)), _ORIGINAL)
    every.begin_process()
    found |= {"down": 1 + sum(what in ("new", "turned") for what, _ in said), "every": every.tree.count}
    found["raised"] = sum(what == "raised" and values["code"] in made for what, values in said)
    return found | {"popped": popped[0], "leaving": popped[1], "rotated": turned[-1], "rotated_before": turned[0]}


class _TwiceList(TreeLinkedList):
    def insert_node(self, step: ChessStep) -> None:
        super().insert_node(step)
        if self.end and self.count > 1:
            self.end.link = self.end


class _Paired(CatchingMediator):
    """Counts how the two current pointers move, and layouts given out twice in a row; records the first calls."""

    moved, together, chain, again = 0, 0, "", 0
    given: ChessLayout | None = None

    def allocate_layout(self) -> ChessLayout:
        calls = [frame.f_code.co_qualname for frame, _ in traceback.walk_stack(sys._getframe(1))]
        self.chain = self.chain or ">".join(calls[3::-1])
        before, self.given = self.given, super().allocate_layout()
        self.again += before is self.given
        return self.given

    def move_current_to_next(self) -> None:
        super().move_current_to_next()
        self.moved += 1
        self.together += self.tree.current is not None and self.tree.current.step[0] == self.pool.current.info.to_int()


def linked(tree: TreeLinkedList) -> Iterator[TreeNode]:
    """Iterate over the nodes of a list, as they are linked."""
    node = tree.root
    while node is not None:
        yield node
        node = None if node.link is node else node.link


def _endlink() -> dict[str, Any]:
    """Compare a search that links each node twice with one that links it once; count nodes before and after release."""

    def held() -> int:
        gc.collect()
        return sum(type(each) in (search.PoolNode, TreeNode, AvlNode) for each in gc.get_objects())

    classic, report = Classic.of(puzzle("退一步海阔天空")), LevelReport()
    paired = assemble(classic, VERSIONS["lv-exception"], make=_Paired)
    assert isinstance(paired, _Paired) and isinstance(paired.known, AvlTree)
    roots = [node.code for node in _nodes(paired.known.root)], [node.step.layout for node in linked(paired.tree)]
    begun = roots == ([paired.pool.current.info.to_int()],) * 2 and paired.tree.current is paired.tree.root
    paired.begin_process()
    before, twice = held(), assemble(classic, _FIRST, report=report)
    twice.tree.__class__ = _TwiceList
    twice.begin_process()
    once, same = ([node.step.layout for node in linked(each.tree)] for each in (paired, twice))
    levels: dict[TreeNode | None, int] = {None: -1}
    for node in linked(paired.tree):
        levels[node] = levels[node.parent] + 1
    at, places = {node.step.layout: level for node, level in levels.items() if node}, [*levels]
    above, plain = [places.index(node.parent) for node in places if node], exhibit("set-move").prepare(classic.puzzle)()
    order, deep = [at.get(step.layout, len(report.steps) - 1) for step in report.steps], [*levels.values()]
    whole = held() - before
    twice.release()
    found: dict[str, Any] = {"nodes": len(once), "same": once == same, "ordered": above == sorted(above)}
    found |= {"moves": len(order) - 1, "forward": order == [*range(len(order))], "results": report.results}
    found |= {"moved": paired.moved, "together": paired.together, "roots": deep.count(0), "begun": begun}
    found["complete"] = (*map(deep.count, range(len(order) - 1)),) == plain.levels
    found |= {"again": paired.again, "dropped": paired.duplicates, "chain": paired.chain}
    pairs = itertools.pairwise(paired.chain.split(">"))
    found["direct"] = sum("Mediator" not in caller + called for caller, called in pairs)
    shared = {*once} & {node.code for node in _nodes(paired.known.root)}
    return found | {"shared": len(shared), "held": whole, "left": held() - before}


def _commands() -> dict[str, Any]:
    """Run the ten commands of part 13 (eight nodes, two moves of the current pointer), and find each node's parent."""
    tree = TreeLinkedList()
    for word in ["1", "2", "3", ">", "4", "5", ">", "6", "7", "8"]:
        if word == ">":
            tree.move_current_to_next()
        else:
            tree.insert_node(ChessStep(int(word), 0, ""))
    parents = {(node.step.layout, node.parent and node.parent.step.layout) for node in linked(tree)}
    return {"nodes": len(parents), "right": len(parents & {*enumerate((None, 1, 1, 2, 2, 3, 3, 3), 1)})}


class _OneArray(ChessLayout):
    """A layout that sorts its only array, and copies from it."""

    def to_int32(self) -> int:
        self.chessmen = sorted(self.chessmen, key=lambda man: man.cell(man.position))
        return super().to_int32()


def _versions() -> dict[str, Any]:
    """Count the versions that count moves and have the levels of a plain search; test a layout with only one array."""
    far, opening = [name for name, version in VERSIONS.items() if version.far], puzzle("退一步海阔天空")
    plain, *found = (exhibit(name).prepare(opening)() for name in ("set-move", *far))
    arrays = (run(Classic.of(opening), replace(_FIRST, layout=each))[0] for each in (SortedLayout, _OneArray))
    same = [each for each in found if (each.levels, each.depth) == (plain.levels, plain.depth)]
    pairs = {(VERSIONS[name].bits, VERSIONS[name].chessman) for name in far}
    two, one = (tuple(each.tally.levels) == plain.levels for each in arrays)
    return {"versions": len(VERSIONS), "far": len(far), "agree": len(same), "pairs": len(pairs), "two": two, "one": one}


def _sorts() -> dict[str, Any]:
    """Run `QuickSortArray` on 500 arrays; count sorted arrays, partitions as described, and pivots moved later."""
    draw, found, middles = random.Random(7), Counter[str](), list[int]()
    for items in [[draw.randrange(100) for _ in range(length)] for length in (12, 50) for _ in range(250)]:
        wanted, parts = sorted(items), list[tuple[list[int], int, list[int], int]]()

        def seen(what: str, first: int, last: int, _: int, at: int, items: Any = items, parts: Any = parts) -> None:
            if what == "part":
                middles[:] = [items[(first + last) // 2]]
            elif what == "middle":
                found.update(fronted=[items[first]] == middles)
            elif what == "parted":
                parts.append((items[first:at], items[at], items[at + 1 : last + 1], at))

        quick_sort(items, seen)
        less = [all(each < pivot for each in before) for before, pivot, *_ in parts]
        behind = [min(rest, default=pivot + 1) - pivot for _, pivot, rest, _ in parts]
        moved, sides = sum(items[at] != pivot for _, pivot, _, at in parts), [*zip(less, behind, strict=True)]
        found.update({"tried": 1, "right": int(items == wanted), "parted": len(parts), "moved": moved})
        found.update(strict=sum(a and b > 0 for a, b in sides), loose=sum(a and b >= 0 for a, b in sides))
    return dict(found)


def _orders() -> dict[str, Any]:
    """Count how often 横刀立马's code is correct with its pieces in random order, unsorted, or equal ones exchanged."""
    draw, classic, found = random.Random(7), hengdao(), Counter[str](same_32=0)
    unsorted = Version(64, AvlTree, Plane), replace(_ORIGINAL, sort=lambda items: None)
    wanted = _start(classic, unsorted[0]).to_int(), _start(classic).to_int()
    for _ in range(100):
        mixed = replace(classic, blocks=tuple(draw.sample(classic.blocks, len(classic.blocks))))
        wide, short = (_start(mixed, each).to_int() for each in unsorted)
        found.update(mixed=1, same_64=wide == wanted[0], same_32=short == wanted[1])
    own = {size: [at for kind, at in classic.blocks if kind == size] for size, _ in classic.blocks}
    codes = Counter[int]()
    for each in itertools.product(*map(itertools.permutations, own.values())):
        blocks = tuple((size, at) for size, cells in zip(own, each, strict=True) for at in cells)
        codes[_start(replace(classic, blocks=blocks)).to_int()] += 1
    return {**found, "exchanged": codes.total(), "codes": len(codes)}


def _code_lines() -> dict[str, Any]:
    """Count the statements of codes, insertions and two searches, and the operations of `Plane` and `Stride8`."""
    some: dict[str, Any] = {"short": SortedLayout.to_int32, "long": ChessLayout.to_int64, "sort": quick_sort}
    some |= {"map": SortedLayout.init_layout_map, "chain_code": ChainedHash.insert, "tree_code": AvlTree.insert}
    some |= {"two": Plane.check_available_steps, "one": Stride8.check_available_steps}
    some |= dict(zip(("moves", "bfs", "search", "man", "tree"), (Plain, bfs, search, Plane, AvlTree), strict=True))
    trees = {name: [*ast.walk(ast.parse(textwrap.dedent(inspect.getsource(each))))] for name, each in some.items()}
    sums = ast.Add, ast.Sub, ast.cmpop
    found = {name: sum(isinstance(node, ast.stmt) for node in tree) - 2 for name, tree in trees.items()}
    found |= {"simple": found["moves"] + found["bfs"], "his": found["search"] + found["man"] + found["tree"]}
    return found | {name: sum(isinstance(node, sums) for node in trees[name]) for name in ("two", "one")}


def _table() -> dict[str, Any]:
    """Compare part 11's table with its printed rows (where 1 is printed as "A"), and find the number of 关羽."""
    printed = {0: 0, 1: 1, 3: 2, 20: 3, 23: 6, 41: 10, 21: 4, 22: 5, 31: 7, 32: 8, 40: 9, 43: 11}
    men = _start(Classic.of(puzzle("ABBC/ABBC/DGHF/DJKF/.EE."))).sorted_chessmen
    right = sum(printed.get(man.key) == place for place, man in enumerate(men))
    return {"rows": len(printed), "right": right, "flat": next(n for n, man in enumerate(men) if man.size == HBAR)}


def _men(*men: tuple[str, int], blanks: tuple[int, ...] = ()) -> Any:
    """Return a layout of some pieces, each a size and a cell."""
    chessmen, empty = [Plane(*man, 0, ()) for man in men], [*map(Plane.at, blanks)]
    return SimpleNamespace(chessmen=chessmen, blanks=empty, moving=Plane, sort=list.sort)


def _shift() -> dict[str, Any]:
    """Find the bits of each kind and of part 11's three pieces; count codes of three layouts, with one 2x2 or two."""
    tops = [((BOX, n), *((SINGLE, x) for x in range(4) if x not in (n, n + 1))) for n in range(3)]
    one, two = (len({ChessLayout.to_int32(_men(*top, *more)) for top in tops}) for more in ((), ((BOX, 8),)))
    soldier, upright, flat = (Plane(size, 0, 0, ()).type32 for size in (SINGLE, VBAR, HBAR))
    bits = ChessLayout.to_int32(_men((VBAR, 0), (HBAR, 1), (SINGLE, 2)))
    found = {"soldier": soldier, "upright": upright, "flat": flat, "bits": f"{bits:08b}", "one": one, "two": two}
    return found | {"empty": f"{ChessLayout.to_int32(_men((SINGLE, 0), blanks=(1,))):04b}"[2:]}


def _codes() -> dict[str, Any]:
    """Compute 64-bit codes of 横刀立马 and two examples; count cells at which a piece of value 0 changes nothing."""
    wide, board = ChessLayout.to_int64, hengdao().blocks
    code, printed = wide(_men(*board)), int(encode_lv64(puzzle(HENGDAO)))
    more = [_men(*board, (SINGLE, cell)) for cell in range(20)]
    for layout in more:
        layout.chessmen[-1].type64 = 0
    found: dict[str, Any] = {"code": code, "zeros": sum(not code >> 3 * cell & 7 for cell in range(20))}
    found["ignored"] = sum(wide(layout) == printed for layout in more)
    found |= {"general": f"{wide(_men((BOX, 1))):08b}", "both": f"{wide(_men((BOX, 1), (VBAR, 0))):08b}"}
    return found | {"bits": wide(_men((SINGLE, 19))).bit_length()}


def _coupling() -> dict[str, Any]:
    """Count modules that name a terminal or page, structures that name another one, and objects in both arrays."""
    modules = [*map(inspect.getsource, (original, search, chessmen, visited, lv))]
    parts = [*itertools.permutations((CircularLinkedList, AvlTree, TreeLinkedList), 2)]
    layout = assemble(hengdao(), _ORIGINAL, pool=2).pool.current.info
    assert isinstance(layout, SortedLayout)
    screens = sum(any(f"huarong.{room}" in each for room in ("cli", "web", "tui")) for each in modules)
    found: dict[str, Any] = {"modules": len(modules), "screens": screens, "pairs": len(parts)}
    found["linked"] = sum(other.__name__ in inspect.getsource(one) for one, other in parts)
    found |= {name: hasattr(each, "finished") for name, each in (("layout", ChessLayout), ("mediator", Mediator))}
    for name, each in (("passed", ChessLayout.encapsulate), ("asked", Plane.check_available_steps)):
        found[name] = ",".join([*inspect.signature(each).parameters][1:])
    arrays = [getattr(layout, name) for kind in (ChessLayout, SortedLayout) for name in kind.__slots__]
    found["whole"] = sum(isinstance(each, list) and {*layout.chessmen} <= {*each} for each in arrays)
    return found | {"shared": sum(man in layout.chessmen for man in layout.sorted_chessmen)}


def _edges() -> dict[str, Any]:
    """Count the steps of stride 8 that leave the board, and how many of these steps meet a cell of the board."""
    cells = {Stride8.at(cell) for cell in range(20)}
    around = [(x, y) for x in range(-2, 6) for y in range(-2, 7)]
    off = [8 * y + x in cells for x, y in around if not (0 <= x < 4 and 0 <= y < 5)]
    heard = list[Any]()
    for kind in (Plane, Stride8):
        man = kind(SINGLE, 8, 0, kind.ways(SINGLE, True))
        man.check_available_steps((kind.at(4), kind.at(19)), lambda *told: heard.append(told))
    changed = sum(a != b for a, b in zip(Plane.at(8), heard[0][0], strict=True))
    return {"off": len(off), "met": sum(off), "up": heard[1][0], "way": heard[1][2], "changed": changed}


def _ways() -> dict[str, Any]:
    """Count the ways to move, in all and for 横刀立马 (also by single cells); find the pieces that can turn."""
    ways = {size: {step.method for step in steps(size)} for size in SHAPES}
    turning = [size for size, own in ways.items() if "Turning" in own]
    sizes, found = [size for size, _ in hengdao().blocks], {"ways": len(set().union(*ways.values()))}
    tests = {name: sum(len(steps(each, far)) for each in sizes) for name, far in (("tests", True), ("four", False))}
    return found | {"turning": ", ".join(turning), **tests}


@functools.cache
def _metrics() -> dict[str, Any]:
    """Compare a search of 横刀立马 by single cells with one by whole moves."""
    found: dict[str, Any] = {"step_moves": solve(HENGDAO, "step").counts["move"]}
    for name in ("step", "move"):
        each = exhibit(f"set-{name}").prepare(puzzle(HENGDAO))()
        found |= {f"{name}s": each.depth, f"{name}_layouts": each.layouts, f"{name}_widest": max(each.levels)}
        found[f"{name}_pair"] = max(map(sum, itertools.pairwise(each.levels)))
        found[f"{name}_made"] = (each.layouts or 0) + (each.duplicates or 0)
    for share, part in (("step", "widest"), ("layouts", "layouts"), ("made", "made")):
        found[f"{share}_share"] = round(100 * found[f"step_{part}"] / found[f"move_{part}"])
    return found


# Visited sets


def _hard() -> dict[str, Any]:
    """Compare the list and the tree on 山在虚无缥缈间, the opening with the most layouts that the article may mean."""
    (known, codes, _, tree), (*_, listed) = (_fed(make, opening="山在虚无缥缈间") for make in (AvlTree, CountedList))
    found = {"hard": codes, "hard_list": round(listed), "hard_tree": round(tree, 1)}
    return found | {"hard_height": known.height, "hard_times": round(listed / tree)}


class _Turning(AvlTree):
    kinds: ClassVar = Counter[str]()

    def turn(self, node: AvlNode, lean: int) -> AvlNode:
        self.kinds[kind_of_turn(node, lean)] += 1
        return super().turn(node, lean)


def _nodes(node: AvlNode | None) -> Iterator[AvlNode]:
    if node:
        yield node
        yield from _nodes(node.left)
        yield from _nodes(node.right)


def _trees() -> dict[str, Any]:
    """Compare a plain search tree with the AVL tree, for the codes of a search of 横刀立马 and for sorted codes."""
    (plain, codes, _, plain_compared), (avl, _, _, avl_compared) = _fed(SearchTree), _fed(_Turning)
    line, low, nodes = SearchTree(), AvlTree(), list(_nodes(avl.root))
    for code in range(1000):
        line.insert(code)
        low.insert(code)
    leans = [abs((node.left.height if node.left else 0) - (node.right.height if node.right else 0)) for node in nodes]
    found = {"codes": codes, "plain_height": plain.height, "plain": round(plain_compared, 1)}
    found |= {"avl_height": avl.height, "avl": round(avl_compared, 1), "rotations": avl.rotations, "lean": max(leans)}
    found |= {"line_height": line.height, "line": line.compared // 1000, "low": low.compared // 1000}
    found |= {"rights": (kinds := _Turning.kinds)["LL"], "lefts": kinds["RR"], "both": kinds["LR"] + kinds["RL"]}
    return found | {"twice": len(nodes) - len({node.code for node in nodes}), "balanced": sum(n < 2 for n in leans)}


def _probing() -> dict[str, Any]:
    """Measure how many codes a look-up compares: quadratic probing, chains, a sorted array, a list."""
    (probing, codes, _, probed), (chains, *_, chained) = (_fed(make, 64) for make in (Probing, ChainedHash))
    (halving, *_, halved), (*_, listed) = (_fed(make, 64) for make in (SortedArray, CountedList))
    found = {"codes": codes, "places": len(probing.table), "probed": round(probed, 1), "longest": probing.longest}
    found |= {"chained": round(chained, 1), "chain_longest": chains.longest, "listed": round(listed)}
    return found | {"halved": round(halved, 1), "moved": round(halving.moved / codes)}


def _known() -> dict[str, Any]:
    """Measure the tree (32 and 64 bits) and the hash table on all look-ups of a 横刀立马 search, or on 5,000."""
    short, (tree, _, _, tree_compared) = _fed(AvlTree)[0], _fed(AvlTree, 64)
    known, codes, looked, compared = _fed(ChainedHash, 64)
    (_, few, _, tree_few), (*_, hash_few) = (_fed(make, 64, first=5000) for make in (AvlTree, ChainedHash))
    chains = known.chains
    found = {"height_32": short.height, "height_64": tree.height, "tree_compared": round(tree_compared, 1)}
    found |= {"codes": codes, "least_height": math.ceil(math.log2(codes + 1)), "hash_compared": round(compared, 1)}
    found |= {"longest": max(chains), "mean": round(sum(chains) / len(chains), 1), "chains": len(chains)}
    found |= {"tree_more": round(tree_compared - tree_few, 1), "hash_more": round(compared - hash_few, 1)}
    return found | {"few": few, "doublings": round(math.log2(codes / few), 1), "duplicates": looked - codes}


def _all_chains() -> dict[str, Any]:
    """Measure the chains if all layouts of the classic pieces are stored, and check how a hash is folded."""
    blocks = ([(each.kinds[piece.kind].size, piece.head) for piece in each.pieces] for each in layouts())
    codes = [ChessLayout.to_int64(_men(*each)) for each in blocks]
    sums = Counter(map(fold, codes))
    folded = sum(fold(code) == sum(code >> bits & 0x3FFF for bits in (0, 14, 28, 42, 56, 6)) for code in codes)
    found = {"all_longest": max(sums.values()), "all_mean": round(sums.total() / len(sums), 1), "greatest": max(sums)}
    return found | {"stored": len(codes), "folded": folded}


MEASURED: dict[str, Figure] = {
    **named("lv", _places, _bits, _liu, _bytes, _twelve, _levels, _pool, _example, _endlink, _commands),
    **named("lv", _table, _shift, _codes, _versions, _sorts, _orders, _code_lines, _coupling, _edges, _ways),
    **named("lv", _metrics, _hard, _trees, _probing, _known, _all_chains),
}
