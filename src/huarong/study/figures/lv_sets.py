"""The figures of 吕震宇's visited sets, computed again: each a function that a row of claims names."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from huarong.library.notations.lv import encode_lv64
from huarong.library.reader import puzzle
from huarong.space.space import Space
from huarong.study.classic import Classic, hengdao
from huarong.study.lv import Version, run
from huarong.study.lv.chessmen import Plane, Stride8
from huarong.study.lv.visited import AvlNode, AvlTree, ChainedHash, LinearList, fold
from huarong.study.visited_sets import Chains, Probing, SearchTree, SortedArray

HENGDAO = "横刀立马"


def lv_list() -> dict[str, Any]:
    """Codes compared per look-up, on average, in a search of an easy opening by the list and by the tree."""
    classic = Classic.of(puzzle("捷足先登"))
    found = {}
    for name, known in (("list", LinearList), ("tree", AvlTree)):
        mediator = run(classic, Version(32, known, Plane))[1]
        looked = mediator.tree.count + mediator.duplicates
        found[name] = round(mediator.known.compared / looked, 1)
    return found | {"layouts": mediator.tree.count, "times": round(found["list"] / found["tree"])}


class _Places(AvlTree):
    """An AVL tree that also counts how many codes a linear list would have compared, in which codes stand in order of
    arrival.
    """

    def __init__(self) -> None:
        super().__init__()
        self.place: dict[int, int] = {}
        self.listed = 0

    def insert(self, code: int) -> bool:
        """Add a code to the tree, and count for the list."""
        self.listed += self.place.setdefault(code, len(self.place)) + 1
        new = super().insert(code)
        self.listed -= new
        return new


@functools.cache
def lv_hard() -> dict[str, Any]:
    """The list and the tree on the opening with the most layouts that the article may mean, 山在虚无缥缈间."""
    mediator = run(Classic.of(puzzle("山在虚无缥缈间")), Version(32, _Places, Plane))[1]
    known = mediator.known
    assert isinstance(known, _Places)
    looked = mediator.tree.count + mediator.duplicates
    listed, tree = known.listed / looked, known.compared / looked
    return {
        "hard": mediator.tree.count,
        "hard_list": round(listed),
        "hard_tree": round(tree, 1),
        "hard_height": known.height,
        "hard_times": round(listed / tree),
    }


@functools.cache
def lv_trees() -> dict[str, Any]:
    """A plain search tree beside the AVL tree, with the codes of a search of 横刀立马, in the search's order and
    sorted.
    """
    plain = run(hengdao(), Version(32, SearchTree, Plane))[1]
    avl = run(hengdao(), Version(32, AvlTree, Plane))[1]
    assert isinstance(plain.known, SearchTree) and isinstance(avl.known, AvlTree)
    looked = plain.tree.count + plain.duplicates
    line = SearchTree()
    for code in range(1000):
        line.insert(code)
    nodes = list(_nodes(avl.known.root))
    return {
        "codes": plain.tree.count,
        "plain_height": plain.known.height,
        "plain": round(plain.known.compared / looked, 1),
        "avl_height": avl.known.height,
        "avl": round(avl.known.compared / looked, 1),
        "line_height": line.height,
        "line_codes": 1000,
        "rotations": avl.known.rotations,
        "lean": max(abs(_height(node.left) - _height(node.right)) for node in nodes),
        "twice": len(nodes) - len({node.code for node in nodes}),
    }


def _height(node: AvlNode | None) -> int:
    return node.height if node else 0


def _nodes(node: AvlNode | None) -> Iterator[AvlNode]:
    if node:
        yield node
        yield from _nodes(node.left)
        yield from _nodes(node.right)


@functools.cache
def lv_probing() -> dict[str, Any]:
    """His hash with quadratic probing in 65,536 places, with his chains, and the codes halved in a sorted array."""
    found = {}
    for name, make in (("probing", Probing), ("chains", Chains), ("halving", SortedArray)):
        mediator = run(hengdao(), Version(64, make, Stride8))[1]
        found[name] = mediator.known
        codes, looked = mediator.tree.count, mediator.tree.count + mediator.duplicates
    probing, chains, halving = found["probing"], found["chains"], found["halving"]
    assert isinstance(probing, Probing) and isinstance(chains, Chains)
    assert isinstance(halving, SortedArray)
    before = sum(n * (n - 1) // 2 for n in chains.chains) / codes
    return {
        "codes": codes,
        "places": len(probing.table),
        "probes": round(probing.probes / codes, 1),
        "longest": probing.longest,
        "chain": round(before, 2),
        "times": round(probing.probes / codes / before),
        "chain_longest": chains.longest,
        "halved": round(halving.compared / looked, 1),
        "moved": round(halving.moved / codes),
        "least": math.ceil(math.log2(codes + 1)),
    }


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
    sums = Counter(fold(int(encode_lv64(start.started(space.layout(rank))))) for rank in range(space.size))
    return {"all_longest": max(sums.values()), "all_mean": round(space.size / len(sums), 1), "greatest": max(sums)}
