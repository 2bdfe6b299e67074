"""The figures of 吕震宇's article, computed again; `MEASURED` has the function of each by its name."""

import ast
import functools
import inspect
import math
import random
import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from huarong.library.catalogue import best_counts
from huarong.library.notations.codes import decode_lv32, encode_lv32, encode_lv64
from huarong.library.reader import puzzle
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve
from huarong.space.space import Space
from huarong.study.classic import BOX, HENGDAO, SHAPES, Classic, hengdao, openings
from huarong.study.lv import VERSIONS, Version, run
from huarong.study.lv.chessmen import Plane, Stride8, steps
from huarong.study.lv.levels import level_widths, widest_levels
from huarong.study.lv.original import quick_sort, sorted_table
from huarong.study.lv.search import ChessLayout, ChessStep, Mediator, ResultHandler, TreeLinkedList, TreeNode
from huarong.study.lv.visited import AvlNode, AvlTree, ChainedHash, LinearList, VisitedSet, fold
from huarong.study.registry import exhibit
from huarong.study.traces.lv import CountedList, worked_example
from huarong.study.visited_sets import Probing, SearchTree, SortedArray

Figure = Callable[[], dict[str, Any]]


def named(article: str, *functions: Figure) -> dict[str, Figure]:
    """Functions by the names of their figures: the article's key, and the function's own name."""
    return {f"{article}{each.__name__}": each for each in functions}


_FIRST = Version(32, AvlTree, Plane)
_ORIGINAL = VERSIONS["lv-original"]
_NO_WAY = "BBGA/BBHA/EECI/DJCF/D..F"


class _Heard(AvlTree):
    """A tree that keeps all codes that it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[int] = []

    def insert(self, code: int) -> bool:
        self.heard.append(code)
        return super().insert(code)


@functools.cache
def looked_up(bits: int, opening: str = HENGDAO) -> tuple[int, ...]:
    """The codes that a search looks up, known and new, in its order."""
    known = run(Classic.of(puzzle(opening)), Version(bits, _Heard, Plane))[1].known
    assert isinstance(known, _Heard)
    return tuple(known.heard)


@functools.cache
def _fed(make: Callable[[], Any], bits: int = 32, opening: str = HENGDAO) -> tuple[Any, int, int, float]:
    """A set fed the codes of a search: the set, how many codes it has, all look-ups, and codes compared at each."""
    known, looked = make(), looked_up(bits, opening)
    codes = sum(map(known.insert, looked))
    return known, codes, len(looked), known.compared / len(looked)


def layouts(every: int = 1) -> list[Puzzle]:
    """Every n-th layout of the classic pieces, as the start of a puzzle."""
    start = puzzle(HENGDAO)
    space = Space.of(start)
    return [start.started(space.layout(rank)) for rank in range(0, space.size, every)]


def _places() -> dict[str, Any]:
    """The places of the 2x2 among ten pieces and two empty cells in reading order, over all classic layouts."""
    places = set()
    for classic in map(Classic.of, layouts()):
        row = sorted([*((cell, size) for size, cell in classic.blocks), *((cell, "") for cell in classic.empty)])
        places.add(1 + next(n for n, (_, size) in enumerate(row) if size == BOX))
    return {"least": min(places), "most": max(places), "room": 2**4}


def _liu() -> dict[str, Any]:
    """刘峻松's code read by its own rule: 曹操, five generals (the first flat), four soldiers, two empty cells."""
    text = "021801040912101114151720"
    cells = [int(text[i : i + 2]) - 1 for i in range(0, 24, 2)]
    board = ["."] * 20
    for cell, size, letter in zip(cells, ("2x2", "2x1", *["1x2"] * 4, *["1x1"] * 4), "AHVVVVSSSS", strict=False):
        for dx, dy in SHAPES[size]:
            board[cell + dx + 4 * dy] = letter
    rows = "/".join("".join(board[i : i + 4]) for i in range(0, 20, 4))
    differ = sum(a != b for a, b in zip(rows, "VAAV/VAAV/VHHV/VSSV/S..S", strict=True))
    return {"rows": rows, "differ": differ, "fourteenth": int("14") - 1, "home": max(hengdao().goals)}


def _bytes() -> dict[str, Any]:
    """Bytes of a layout as twelve integers or as text, of all that a search of 横刀立马 meets; of a character."""
    nodes = _fed(AvlTree)[1]
    found = {"integers": 12 * 4, "text": 12 * 2, "characters": len("A".encode("utf-16-le")), "nodes": nodes}
    return found | {"integers_kb": 12 * 4 * nodes // 1000, "text_kb": 24 * nodes // 1000}


def _twelve() -> dict[str, Any]:
    """The most moves that an opening needs, by its number of pieces, of those with two empty cells."""
    most: Counter[int] = Counter()
    for entry, classic in openings():
        moves = (best_counts(entry) or {}).get("move") or 0
        most[len(classic.blocks)] = max(most[len(classic.blocks)], moves)
    return {"ten": most[10], "eleven": most[11], "twelve": most[12]}


def _round_trip() -> dict[str, Any]:
    """Layouts written as an integer and read again, every 97th of the classic pieces."""
    tried = layouts(97)
    same = sum(Classic.of(decode_lv32(encode_lv32(each))).blocks == Classic.of(each).blocks for each in tried)
    return {"tried": len(tried), "same": same}


def _levels() -> dict[str, Any]:
    """The widest levels of the openings of 10, 11 and 12 pieces."""
    ten, eleven, twelve = ([each.layouts for each in widest_levels(n)] for n in (10, 11, 12))
    within, over = sum(200 <= each <= 800 for each in ten), sum(each > 800 for each in ten)
    found = {"openings": len(ten), "least": min(ten), "most": max(ten), "within": within, "over_800": over}
    found |= {"within_share": round(100 * within / len(ten)), "over_800_share": round(100 * over / len(ten))}
    found |= {"eleven": max(eleven), "eleven_openings": len(eleven)}
    return found | {"twelve": max(twelve), "twelve_openings": len(twelve)}


def _pool() -> dict[str, Any]:
    """How far the pool of 1,000 grows for 横刀立马, as the article orders and numbers pieces and not; and one of 2."""
    first = run(hengdao(), _FIRST)[1].pool.count
    report, original = run(hengdao(), _ORIGINAL)
    nodes, small = original.tree.count, run(hengdao(), _ORIGINAL, pool=2)[1]
    found = {"nodes": nodes, "small_nodes": small.tree.count, "from_two": small.pool.count, "first": first}
    found |= {"original": original.pool.count, "reused": round(nodes / original.pool.count)}
    return found | {"moves": len(report.steps) - 1}


def _example() -> dict[str, Any]:
    """The codes of part 8's worked example, in the order in which they are made, and when the tree rotates."""
    found = worked_example()
    events, popped = found["events"], found["popped"]
    made = [each for each in events if each["kind"] in ("new", "duplicate", "goal")]
    root, turned = events[0]["code"], [each["code"] for each in made if each["rotated"]]
    piece = {each["piece"]: each["code"] for each in reversed(made) if each["parent"] == root}
    again = next(each["code"] for each in made if each["kind"] == "duplicate")
    codes = {"start": root, "sixth": piece[6], "seventh": piece[7], "duplicate": again, "popped": popped[0]["layout"]}
    return codes | {"rotated": turned[-1], "rotated_before": turned[0], "moves": len(popped) - 1}


def _no_way() -> dict[str, Any]:
    """An opening without a solution, searched to the end."""
    report, mediator = run(Classic.of(puzzle(_NO_WAY)), _ORIGINAL)
    return {"layouts": mediator.tree.count, "steps": len(report.steps)}


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


def linked(tree: TreeLinkedList) -> Iterator[TreeNode]:
    """The nodes of a list, as they are linked."""
    node = tree.root
    while node is not None:
        yield node
        node = None if node.link is node else node.link


def _endlink() -> dict[str, Any]:
    """A search whose list is linked twice at each node, as printed, beside one that links once."""
    classic = Classic.of(puzzle("退一步海阔天空"))
    plain = run(classic, _FIRST)[1].tree
    report, twice = run(classic, Version(32, AvlTree, Plane, mediator=_TwiceMediator))
    once, same = ([node.step.layout for node in linked(tree)] for tree in (plain, twice.tree))
    levels: dict[TreeNode | None, int] = {None: -1}
    for node in linked(plain):
        levels[node] = levels[node.parent] + 1
    ordered = [*levels.values()] == sorted(levels.values())
    return {"nodes": len(once), "same": once == same, "moves": len(report.steps) - 1, "ordered": ordered}


def _commands() -> dict[str, Any]:
    """The ten commands printed in part 13: eight nodes, the current one moved on twice; whose child is each?"""
    tree = TreeLinkedList()
    for word in ["1", "2", "3", ">", "4", "5", ">", "6", "7", "8"]:
        if word == ">":
            tree.move_current_to_next()
        else:
            tree.insert_node(ChessStep(int(word), 0, ""))
    parents = {node.step.layout: node.parent and node.parent.step.layout for node in linked(tree)}
    drawn = {1: None, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3}
    return {"nodes": len(parents), "right": sum(parents[n] == drawn[n] for n in drawn)}


def _versions() -> dict[str, Any]:
    """His versions by moves on one opening: how many there are, and how many find as many layouts and moves."""
    far = [name for name, version in VERSIONS.items() if version.far]
    found = [exhibit(name).prepare(puzzle("退一步海阔天空"))() for name in far]
    same = [each for each in found if (each.layouts, each.depth) == (found[0].layouts, found[0].depth)]
    return {"versions": len(VERSIONS), "far": len(far), "agree": len(same)}


def _sorts() -> dict[str, Any]:
    """`QuickSortArray` on arrays of twelve and of fifty items: how many come out as the language's sort has them."""
    draw, right = random.Random(7), 0
    tried = [[draw.randrange(100) for _ in range(length)] for length in (12, 50) for _ in range(250)]
    for items in tried:
        wanted = sorted(items)
        quick_sort(items)
        right += items == wanted
    return {"tried": len(tried), "right": right}


def _code_lines() -> dict[str, Any]:
    """Statements of the two codes of a layout, and of insertion into chains and into the tree without its rotations."""
    some: dict[str, Any] = {"short": ChessLayout.to_int32, "long": ChessLayout.to_int64}
    some |= {"chain_code": ChainedHash.insert, "tree_code": AvlTree.insert}
    trees = {name: ast.walk(ast.parse(textwrap.dedent(inspect.getsource(each)))) for name, each in some.items()}
    return {name: sum(isinstance(node, ast.stmt) for node in tree) - 2 for name, tree in trees.items()}


def _edges() -> dict[str, Any]:
    """Steps of stride 8 that leave the board: how many there are, and how many meet a cell of it."""
    cells = {Stride8.at(cell) for cell in range(20)}
    around = [(x, y) for x in range(-2, 6) for y in range(-2, 7)]
    off = [8 * y + x in cells for x, y in around if not (0 <= x < 4 and 0 <= y < 5)]
    return {"off": len(off), "met": sum(off), "up": Stride8.at(Stride8.cell(16) - 4)}


def _console() -> dict[str, Any]:
    """What the console prints with and without a solution, in processes; the levels reported to `HandleInfo`."""

    def told(text: str) -> tuple[str, int]:
        words = (sys.executable, "-m", "huarong", "solve", text, "--lang", "zh")
        done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
        return done.stdout + done.stderr, done.returncode

    (solved, status), (none, none_status) = told(HENGDAO), told(_NO_WAY)
    report = run(hengdao(), _FIRST)[0]
    found = {"told": len(report.tally.levels), "moves": len(report.steps) - 1, "begun": "81" in solved and not status}
    return found | {"none": "此题无解" in none, "none_status": none_status}


def _ways() -> dict[str, Any]:
    """The ways to move that pieces have, and which has the turn."""
    ways = {size: {step.method for step in steps(size)} for size in SHAPES}
    far = {len(step.needs) for size in SHAPES for step in steps(size)}
    turning = [size for size, own in ways.items() if "Turning" in own]
    return {"ways": len(set().union(*ways.values())), "turning": ", ".join(turning), "needs": max(far)}


@functools.cache
def metrics() -> dict[str, Any]:
    """A search of 横刀立马 by single cells beside one by whole moves."""
    found: dict[str, Any] = {"step_moves": solve(HENGDAO, "step").counts["move"]}
    for name in ("step", "move"):
        each = exhibit(f"set-{name}").prepare(puzzle(HENGDAO))()
        found |= {f"{name}s": each.depth, f"{name}_layouts": each.layouts, f"{name}_widest": max(each.levels)}
        found[f"{name}_made"] = (each.layouts or 0) + (each.duplicates or 0)
    for share, part in (("step", "widest"), ("layouts", "layouts"), ("made", "made")):
        found[f"{share}_share"] = round(100 * found[f"step_{part}"] / found[f"move_{part}"])
    return found


# Visited sets


def _list() -> dict[str, Any]:
    """Codes compared per look-up in a search of an easy opening by the list and by the tree."""
    (_, codes, _, walked), (*_, tree) = (_fed(make, opening="捷足先登") for make in (LinearList, AvlTree))
    found = {"list": round(walked, 1), "tree": round(tree, 1)}
    return found | {"layouts": codes, "times": round(found["list"] / found["tree"])}


def _hard() -> dict[str, Any]:
    """The list and the tree on the opening with the most layouts that the article may mean, 山在虚无缥缈间."""
    (known, codes, _, tree), (*_, listed) = (_fed(make, opening="山在虚无缥缈间") for make in (AvlTree, CountedList))
    found = {"hard": codes, "hard_list": round(listed), "hard_tree": round(tree, 1)}
    return found | {"hard_height": known.height, "hard_times": round(listed / tree)}


def _nodes(node: AvlNode | None) -> Iterator[AvlNode]:
    if node:
        yield node
        yield from _nodes(node.left)
        yield from _nodes(node.right)


def _trees() -> dict[str, Any]:
    """A plain search tree beside the AVL tree: codes in the order of a search of 横刀立马, and sorted."""
    (plain, codes, _, plain_compared), (avl, _, _, avl_compared) = _fed(SearchTree), _fed(AvlTree)
    line, nodes = SearchTree(), list(_nodes(avl.root))
    for code in range(1000):
        line.insert(code)
    heights = [[side.height if side else 0 for side in (node.left, node.right)] for node in nodes]
    found = {"codes": codes, "plain_height": plain.height, "plain": round(plain_compared, 1)}
    found |= {"avl_height": avl.height, "avl": round(avl_compared, 1), "rotations": avl.rotations}
    found |= {"line_height": line.height, "line_codes": 1000, "lean": max(abs(left - right) for left, right in heights)}
    return found | {"twice": len(nodes) - len({node.code for node in nodes})}


def _probing() -> dict[str, Any]:
    """His hash with quadratic probing in 65,536 places, with his chains, and the codes halved in a sorted array."""
    probing, chains = (_fed(make, 64)[0] for make in (Probing, ChainedHash))
    halving, codes, _, halved = _fed(SortedArray, 64)
    before, probes = sum(n * (n - 1) // 2 for n in chains.chains) / codes, probing.probes / codes
    found = {"codes": codes, "places": len(probing.table), "probes": round(probes, 1), "longest": probing.longest}
    found |= {"chain": round(before, 2), "times": round(probes / before), "chain_longest": chains.longest}
    found |= {"halved": round(halved, 1), "moved": round(halving.moved / codes)}
    return found | {"least": math.ceil(math.log2(codes + 1))}


def _known() -> dict[str, Any]:
    """What the tree (32 and 64 bits) and the hash look like after a search of 横刀立马."""
    short, (tree, _, _, tree_compared) = _fed(AvlTree)[0], _fed(AvlTree, 64)
    known, codes, looked, compared = _fed(ChainedHash, 64)
    chains = known.chains
    found = {"height_32": short.height, "height_64": tree.height, "tree_compared": round(tree_compared, 1)}
    found |= {"codes": codes, "least_height": math.ceil(math.log2(codes + 1)), "hash_compared": round(compared, 1)}
    found |= {"longest": max(chains), "mean": round(sum(chains) / len(chains), 1), "chains": len(chains)}
    return found | {"duplicates": looked - codes}


def _all_chains() -> dict[str, Any]:
    """The chains when all layouts of the classic pieces are in the hash, and the greatest hash."""
    sums = Counter(fold(int(encode_lv64(each))) for each in layouts())
    mean = round(sums.total() / len(sums), 1)
    return {"all_longest": max(sums.values()), "all_mean": mean, "greatest": max(sums)}


MEASURED: dict[str, Figure] = {
    **named("lv", _places, _liu, _bytes, _twelve, _round_trip, _levels, _pool, _example, _no_way, _endlink, _commands),
    **named("lv", _versions, _sorts, _code_lines, _edges, _console, _ways),
    **named("lv", _list, _hard, _trees, _probing, _known, _all_chains),
    # The bits of a layout (4 for the 2x2's place, 2 for each other piece and empty cell), and the singles.
    "lv_bits": lambda: (
        {f"singles_{n}": 20 - 4 - 2 - 2 * others for n, others in ((10, 5), (11, 4), (12, 3))}
        | {"ten": 4 + 2 * 11, "twelve": 4 + 2 * 13, "others_10": 2 * 11, "power": 2**16}
    ),
    # Layouts of the classic pieces, with pieces of one kind alike and with every piece distinguished.
    "lv_persons": lambda: {"alike": (size := Space.of(puzzle(HENGDAO)).size), "apart": size * math.factorial(4) ** 2},
    # The widest level of 横刀立马 in moves.
    "lv_widest": lambda: {"most": max(level_widths(puzzle(HENGDAO)))},
    # The table of part 11: the places of its pieces and empty cells when sorted by 10 y + x.
    "lv_table": lambda: {"flat": next(r[4] for r in sorted_table(puzzle("ABBC/ABBC/DGHF/DJKF/.EE.")) if r[0] == "E")},
    # The three pieces of part 11 pushed together: 10, 11, 01.
    "lv_shift": lambda: {"bits": f"{(2 << 2 | 3) << 2 | 1:08b}"},
    # The 64-bit code of the article's board, and of its two small examples.
    "lv_codes": lambda: (
        {"code": int(encode_lv64(puzzle(HENGDAO))), "bits": 3 * 20}
        | {"general": f"{1 << 3 * 1:08b}", "both": f"{(1 << 3 * 1) + (2 << 3 * 0):08b}"}
    ),
    "lv_metrics": metrics,
}
