"""Figures of 吕震宇's program in its original form: its parts during a search of 退一步海阔天空, and whole searches."""

import itertools
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from huarong.library.catalogue import best_counts, find
from huarong.library.reader import puzzle
from huarong.study.classic import HENGDAO, SINGLE, Classic
from huarong.study.figures.lv import Figure, linked, named
from huarong.study.lv import VERSIONS, LevelReport, assemble
from huarong.study.lv.chessmen import Plane, steps
from huarong.study.lv.original import SortedLayout
from huarong.study.lv.search import ChessStep, PoolNode, ResultHandler, TreeLinkedList, TreeNode
from huarong.study.registry import exhibit

_ORIGINAL, _NO_WAY = VERSIONS["lv-original"], "BBGA/BBHA/EECI/DJCF/D..F"


def _parts() -> dict[str, Any]:
    """Check new layouts' pieces, numbers, NextStep's moves, which part refers to which, and tests of empty cells."""
    seen, moved, reached = Counter[str](), set[str](), list[Any]()

    class Made(SortedLayout):
        __slots__ = ()

        def encapsulate(self, position: Any, blanks: Any, method: str) -> None:
            size, ring, tree = self.mediator.pool.count, self.mediator.pool, self.mediator.tree
            new, grown = self.mediator.allocate_layout(), ring.count - size
            seen.update(grown=grown, astray=grown and ring.allocate.link is not ring.end)
            count, place = tree.count, self.sorted_chessmen.index(self.moving)
            seen.update(made=1, at=new is ring.allocate.info, behind=new is ring.allocate.link.info)
            for man in new.chessmen:
                man.position = None
            super().encapsulate(position, blanks, method)
            assert isinstance(new, Made) and tree.end
            kept, parent = tree.count > count, tree.end.parent
            seen.update(kept=kept, below=kept and parent is tree.current, agree=kept is (ring.allocate.info is new))
            pairs = [(old.position, man.position) for old, man in zip(self.chessmen, new.chessmen, strict=True)]
            seen.update(copied=sum(there is not None for _, there in pairs), other=sum(a != b for a, b in pairs))
            seen.update(numbered=self.moving.number in (place, 99))
            reached.extend([self] * new.is_finished)
            rows = [man.position[::-1] for man in new.sorted_chessmen]
            seen.update(ordered=rows == sorted(rows), finished=new.is_finished is super(SortedLayout, new).is_finished)

    version, classic = replace(_ORIGINAL, layout=Made), Classic.of(puzzle("退一步海阔天空"))
    alone, mediator = (assemble(classic, version, pool) for pool in (2, 1000))
    assemble(classic, version, 2).begin_process()
    found: dict[str, Any] = {"grown": seen["grown"], "astray": seen["astray"]}
    seen.clear()
    reached.clear()
    alone.pool.current.link = alone.pool.current
    alone.begin_process()
    pool, tree, layout, going = mediator.pool, mediator.tree, mediator.pool.current.info, True
    while going and not pool.search_level():
        before, end, going = vars(pool).copy(), tree.end, pool.next_step()
        moved.update(name for name in ("current", "last", "allocate") if before[name] is not vars(pool)[name])
        seen.update(levels=1, last=end is not None and end.step.layout == pool.last.info.to_int())
    man = Plane(SINGLE, 0, 0, tuple(each for each in steps(SINGLE) if each.method == "Right"))
    pairs, points = itertools.combinations(map(Plane.at, range(20)), 2), itertools.product(range(-1, 5), range(-1, 6))
    for pair, (x, y) in itertools.product(pairs, points):
        man.position, told = (x - 1, y), list[Any]()
        man.check_available_steps(pair, lambda *given, told=told: told.append(given))
        seen.update(asked=1, answered=bool(told) == ((x, y) in pair))
    found = {**seen, **found, "copied": seen["copied"] // seen["made"], "moved": len(moved)}
    found |= {"names": ", ".join(sorted(moved)), "alone": alone.tree.count, "nodes": tree.count}
    waiting = tree.count - 1 - [*linked(tree), None].index(tree.current)
    found |= {"ended": reached == [pool.current.info], "waiting": waiting}
    found |= {"single": (node := PoolNode(layout)).link is node, "links": sum(bool(each.link) for each in linked(tree))}
    found |= {"ring_pointers": sum(isinstance(each, PoolNode) for each in vars(pool).values())}
    found |= {"counters": sum(type(each) is int for each in vars(pool).values()), "ring": pool.count}
    found |= {"tree_pointers": sum(isinstance(each, TreeNode) for each in vars(tree).values())}
    some = ([*vars(pool).values()], [layout.mediator], [*vars(tree).values()], [*vars(mediator.known).values()])
    found |= {"know": sum(mediator in each for each in some), "kinds": len({man.size for man in layout.chessmen})}
    found |= {"known": sum(part in vars(mediator).values() for part in (pool, tree, mediator.known))}
    fresh = TreeLinkedList()
    found |= {"cleared": sum(each is None for each in vars(fresh).values()), "counted": fresh.count}
    fresh.insert_node(ChessStep(0, 0, ""))
    found |= {"pointers": sum(isinstance(getattr(tree.current, name), TreeNode) for name in TreeNode.__slots__)}
    found |= {"fields": len(ChessStep._fields), "methods": sum("handle" in name for name in vars(ResultHandler))}
    return found | {"first": sum(each is fresh.root for each in vars(fresh).values() if each)}


def _window() -> dict[str, Any]:
    """Begin as WinHRD does, in a thread, without and with a solution; record results and calls of `HandleInfo`."""
    found: dict[str, Any] = {"reached": exhibit("set-step").prepare(puzzle(_NO_WAY))().layouts}
    for name, text in (("none", _NO_WAY), ("solved", HENGDAO)):
        mediator = assemble(Classic.of(puzzle(text)), _ORIGINAL, report=(report := LevelReport()))
        with ThreadPoolExecutor() as threads:
            found[name] = threads.submit(mediator.begin_process).result()
        found |= {f"{name}_results": report.results, f"{name}_layouts": mediator.tree.count, "told": len(report.told)}
    found |= dict(zip(("depth", "reported"), report.told[-1], strict=True)) | {"widest": max(report.tally.levels)}
    return found | {"moves": len(report.steps) - 1, "fewest": (best_counts(find(HENGDAO)) or {})["move"]}


MEASURED: dict[str, Figure] = named("lv", _parts, _window)
