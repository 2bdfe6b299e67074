"""The figures of 吕震宇's visited sets, computed again: each a function that a row of claims names."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from huarong.library.notations.lv import encode_lv64
from huarong.library.reader import puzzle
from huarong.space.space import Space
from huarong.study.classic import HENGDAO, Classic, hengdao
from huarong.study.lv import Version, run
from huarong.study.lv.chessmen import Plane, Stride8
from huarong.study.lv.visited import AvlNode, AvlTree, ChainedHash, LinearList, fold
from huarong.study.visited_sets import Chains, Probing, SearchTree, SortedArray


def _searched(
    make: Callable[[], Any], bits: int = 32, man: type[Plane] = Plane, classic: Classic | None = None
) -> tuple[Any, int, int, float]:
    """A set after a search (of 横刀立马): the set, its codes, all look-ups, and codes compared at each."""
    mediator = run(classic or hengdao(), Version(bits, make, man))[1]
    looked = mediator.tree.count + mediator.duplicates
    return mediator.known, mediator.tree.count, looked, mediator.known.compared / looked


def lv_list() -> dict[str, Any]:
    """Codes compared per look-up in a search of an easy opening by the list and by the tree."""
    classic = Classic.of(puzzle("捷足先登"))
    found = {}
    for name, make in (("list", LinearList), ("tree", AvlTree)):
        _, codes, _, compared = _searched(make, classic=classic)
        found[name] = round(compared, 1)
    return found | {"layouts": codes, "times": round(found["list"] / found["tree"])}


class _Places(AvlTree):
    """An AVL tree that also counts how many codes a linear list would have compared, by their order of arrival."""

    def __init__(self) -> None:
        super().__init__()
        self.place: dict[int, int] = {}
        self.listed = 0

    def insert(self, code: int) -> bool:
        self.listed += self.place.setdefault(code, len(self.place)) + 1
        new = super().insert(code)
        self.listed -= new
        return new


@functools.cache
def lv_hard() -> dict[str, Any]:
    """The list and the tree on the opening with the most layouts that the article may mean, 山在虚无缥缈间."""
    known, codes, looked, tree = _searched(_Places, classic=Classic.of(puzzle("山在虚无缥缈间")))
    listed = known.listed / looked
    found = {"hard": codes, "hard_list": round(listed), "hard_tree": round(tree, 1)}
    return found | {"hard_height": known.height, "hard_times": round(listed / tree)}


@functools.cache
def lv_trees() -> dict[str, Any]:
    """A plain search tree beside the AVL tree: codes in the order of a search of 横刀立马, and sorted."""
    plain, codes, _, plain_compared = _searched(SearchTree)
    avl, _, _, avl_compared = _searched(AvlTree)
    line = SearchTree()
    for code in range(1000):
        line.insert(code)
    nodes = list(_nodes(avl.root))
    heights = [[side.height if side else 0 for side in (node.left, node.right)] for node in nodes]
    found = {"codes": codes, "plain_height": plain.height, "plain": round(plain_compared, 1)}
    found |= {"avl_height": avl.height, "avl": round(avl_compared, 1), "rotations": avl.rotations}
    found |= {"line_height": line.height, "line_codes": 1000, "lean": max(abs(left - right) for left, right in heights)}
    return found | {"twice": len(nodes) - len({node.code for node in nodes})}


def _nodes(node: AvlNode | None) -> Iterator[AvlNode]:
    if node:
        yield node
        yield from _nodes(node.left)
        yield from _nodes(node.right)


@functools.cache
def lv_probing() -> dict[str, Any]:
    """His hash with quadratic probing in 65,536 places, with his chains, and the codes halved in a sorted array."""
    probing, chains = (_searched(make, 64, Stride8)[0] for make in (Probing, Chains))
    halving, codes, _, halved = _searched(SortedArray, 64, Stride8)
    before, probes = sum(n * (n - 1) // 2 for n in chains.chains) / codes, probing.probes / codes
    found = {"codes": codes, "places": len(probing.table), "probes": round(probes, 1), "longest": probing.longest}
    found |= {"chain": round(before, 2), "times": round(probes / before), "chain_longest": chains.longest}
    return found | {
        "halved": round(halved, 1),
        "moved": round(halving.moved / codes),
        "least": math.ceil(math.log2(codes + 1)),
    }


@functools.cache
def lv_known() -> dict[str, Any]:
    """What the tree (32 and 64 bits) and the hash look like after a search of 横刀立马."""
    short, _, _, _ = _searched(AvlTree)
    tree, _, _, tree_compared = _searched(AvlTree, 64)
    known, codes, looked, compared = _searched(ChainedHash, 64, Stride8)
    chains = known.chains
    found = {"height_32": short.height, "height_64": tree.height, "tree_compared": round(tree_compared, 1)}
    found |= {"codes": codes, "least_height": math.ceil(math.log2(codes + 1)), "hash_compared": round(compared, 1)}
    found |= {"longest": max(chains), "mean": round(sum(chains) / len(chains), 1), "chains": len(chains)}
    return found | {"duplicates": looked - codes}


def lv_all_chains() -> dict[str, Any]:
    """The chains when all layouts of the classic pieces are in the hash, and the greatest hash."""
    start = puzzle(HENGDAO)
    space = Space.of(start)
    sums = Counter(fold(int(encode_lv64(start.started(space.layout(rank))))) for rank in range(space.size))
    return {"all_longest": max(sums.values()), "all_mean": round(space.size / len(sums), 1), "greatest": max(sums)}
