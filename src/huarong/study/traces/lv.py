"""Recording 吕震宇's search: the pool, the list that is a tree, the visited set, the stack at the end.

The parts of `huarong.study.lv` run; a recording mediator replaces his, and records after each step what has changed in
them.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.lv import EXAMPLE, VERSIONS, LevelReport, Version, assemble
from huarong.study.lv.original import CatchingMediator, OriginalMediator, RecursiveRing, SortedLayout, supposed
from huarong.study.lv.search import ChessLayout, ChessStep, Mediator, ResultHandler
from huarong.study.lv.visited import AvlNode, AvlTree, ChainedHash, LinearList, VisitedSet, fold, kind_of_turn
from huarong.study.traces.tape import LETTER, Tape, layout_text


class _Stack(list[ChessStep]):
    """The stack that reverses the trace: each push and each pop is a frame."""

    def __init__(self, tape: Tape) -> None:
        super().__init__()
        self.tape = tape

    def append(self, step: ChessStep) -> None:
        self.tape.put("stack", len(self), [step.layout, step.chessman, step.method])
        super().append(step)
        self.tape.frame("push", code=step.layout)

    def pop(self, *_: Any) -> ChessStep:
        step = super().pop()
        self.tape.put("stack", len(self), None)
        self.tape.frame("pop", code=step.layout, piece=step.chessman, way=step.method)
        return step


class _Counted(LinearList):
    """The linear list; its comparisons are counted by place instead of made, so that a tape can cover a long run.

    >>> known = _Counted()
    >>> known.insert(7), known.insert(8), known.insert(7), known.compared
    (True, True, False, 2)
    """

    def __init__(self) -> None:
        super().__init__()
        self.place: dict[int, int] = {}

    def insert(self, code: int) -> bool:
        """Add a code; False if it is there already."""
        at = self.place.setdefault(code, new := len(self.place))
        self.compared += at + (at != new)
        return at == new


_CALLS = {
    "pool": {"allocate_layout": "AllocateLayout", "confirm_allocation": "ConfirmAllocation"},
    "tree": {"insert_node": "insertNode", "move_current_to_next": "MoveCurrentToNext"},
    "known": {"insert": "Insert"},
}
"""The methods of the mediator's parts whose calls are told, as he writes them."""


class _Writing(Mediator):
    """His mediator, recording each step.

    `beside` is a linear list that looks up all codes as well, unless the list is the table itself. `at.looked` is how
    many codes the table has compared in this look-up, `at.walked` how many the list has, which are its first; `at.info`
    is the last message to HandleInfo. `at.calls` are the calls of the step in their order: who calls, whom, and what.
    """

    def __init__(self, known: VisitedSet, handler: ResultHandler, tape: Tape) -> None:
        super().__init__(known, handler)
        self.tape = tape
        self.beside = None if isinstance(known, LinearList) else _Counted()
        self.number: dict[int, int] = {}
        self.slots: dict[int, int] = {}
        self.links: dict[int, tuple[int, int, int]] = {}
        self.turned = ""
        self.longest = self.used = 0
        self.calls: list[tuple[str, str, str]] = []
        self.tree.stack = _Stack(tape)

    def init(self, create: Any, size: int) -> None:
        """Number the places of the ring, and listen to what the mediator calls."""
        super().init(create, size)
        at: Any = self.pool.current
        for n in range(self.pool.count):
            self.slots[id(at)] = n
            at = at.link
        table = "HashTable" if isinstance(self.known, ChainedHash) else "AVLTree"
        names = {"pool": "CircularLinkedList", "tree": "TreeLinkedList", "known": table}
        for part, methods in _CALLS.items():
            for method, called in methods.items():
                self._listen(getattr(self, part), method, ("Mediator", names[part], called))
        if isinstance(self.known, AvlTree):
            self.known.turn = self._turn  # type: ignore[method-assign]

    def _listen(self, part: Any, method: str, told: tuple[str, str, str]) -> None:
        own = getattr(part, method)

        def call(*given: Any) -> Any:
            self.calls.append(told)
            return own(*given)

        setattr(part, method, call)

    def _turn(self, node: AvlNode, lean: int) -> AvlNode:
        """Rotate the tree, and write the rotation: its kind, and the nodes that it moves before and after."""
        assert isinstance(self.known, AvlTree)
        kind = self.turned = kind_of_turn(node, lean)
        moved = [node, child := getattr(node, _SIDE[kind[0]])]
        if kind[0] != kind[1]:
            moved.append(getattr(child, _SIDE[kind[1]]))
        codes = {each.code for each in moved}
        before = _shape(node, codes)
        top = AvlTree.turn(self.known, node, lean)
        self.tape.put("at", "turn", [kind, before, _shape(top, codes)])
        return top

    def allocate_layout(self) -> ChessLayout:
        """A layout of the pool; if the ring grows by a place for it, the place gets a number."""
        self.calls.append(("Layout", "Mediator", "AllocateLayout"))
        before = self.pool.count
        found = super().allocate_layout()
        if self.pool.count > before:
            self.slots[id(self.pool.end)] = before
            self.tape.put("ring", before, self.slots[id(self.pool.allocate)])
        return found

    def begin(self) -> None:
        """Record the first frame: the start is in the pool, in the list and in the table."""
        assert self.tree.root is not None
        step, layout = self.tree.root.step, self.pool.current.info
        if self.beside is not None:
            self.beside.insert(step.layout)
        self._known(step.layout, [])
        self.tape.put("pool", 0, 0)
        self._listed(step, 0, _text(layout))
        self._marks()
        self._counted()
        self.tape.put("at", "places", self.pool.count)
        self._begun()
        self._frame("start", layout, code=step.layout)

    def _frame(self, what: str, layout: ChessLayout, **values: Any) -> None:
        """A frame with the layout, with its two arrays, if it has them, and with the calls since the last one.

        The arrays are `_chessmen`, and the places in it of what `sortedChessmen` refers to.
        """
        if isinstance(layout, SortedLayout) and self.tape.on and what != "level":
            men, cell = [*layout.men, *layout.blank_men], layout.chessmen[0].cell
            own = [[LETTER[man.size], cell(man.position), man.number] for man in layout.chessmen]
            self.tape.put("arrays", "chessmen", own + [["", cell(each), -1] for each in layout.blanks])
            self.tape.put("arrays", "sorted", [men.index(man) for man in layout.sorted_chessmen])
        self.tape.puts("at", board=_text(layout), calls=self.calls)
        self.calls = []
        self.tape.frame(what, **values)

    def _begun(self) -> None:
        """The calls of BeginProcess that wait on the stack, where it calls itself for each level; the level's width."""
        if isinstance(self.pool, RecursiveRing):
            n, at = 1, self.pool.current
            while at is not self.pool.last:
                n, at = n + 1, at.link
            self.tape.put("begun", self.pool.depth, [self.pool.depth, n])

    def _moved(self, step: ChessStep) -> dict[str, Any]:
        """Who moved, as the article writes it and in words."""
        who = f"{LETTER[self.pool.current.info.moving.size]}{step.chessman}"
        move = f"Move {'A' if step.chessman == 99 else step.chessman} {step.method}"
        return {"code": step.layout, "piece": step.chessman, "who": who, "way": step.method, "move": move}

    def check_step(self, step: ChessStep) -> None:
        """Record a generated layout, new or known, in one frame; after the goal was found nothing is recorded."""
        if self.pool.stopped:
            super().check_step(step)
            return
        tape, slot = self.tape, self.pool.allocate.link
        path = _path(self.known, step.layout) if tape.on else []
        before, compared = self.duplicates, self.known.compared
        self.calls.append(("Layout", "Mediator", "CheckStep"))
        self.turned = ""
        super().check_step(step)
        if not tape.on:
            tape.frame("new")
            self.calls = []
            return
        looked = walked = self.known.compared - compared
        if self.beside is not None:
            walked = -self.beside.compared
            self.beside.insert(step.layout)
            walked += self.beside.compared
        tape.puts("at", looked=looked, walked=walked)
        if self.duplicates > before:
            n = self.number[step.layout]
            tape.puts("at", known=n, path=[self.number[node.code] for node in path])
            if isinstance(self.known, ChainedHash):
                tape.put("at", "chain", fold(step.layout))
            what, turn = "raised" if isinstance(self, CatchingMediator) else "known", dict[str, str]()
        else:
            n = self.tree.count - 1
            self._known(step.layout, path)
            tape.put("at", "known", None)
            tape.put("pool", self.slots[id(slot)], n)
            self._listed(step, n, _text(slot.info))
            what, turn = ("turned", {"turn": self.turned}) if self.turned else ("new", {})
        self._marks()
        self._counted()
        self._frame(what, slot.info, n=n, **turn, **self._moved(step))

    def handle_info(self, depth: int) -> None:
        """Record the end of a level."""
        told = ("CircularLinkedList", "Mediator", "HandleInfo"), ("Mediator", "IResultHandler", "HandleInfo")
        self.calls.extend(told)
        super().handle_info(depth)
        self.tape.put("at", "info", depth)

    def level_done(self, going: bool) -> None:
        """Record NextStep, after it has moved the pointers; the search goes on unless there was nothing new."""
        self._marks()
        if going:
            self._begun()
        self._frame("level", self.pool.current.info, depth=self.pool.depth - 1, going=going)

    def move_current_to_next(self) -> None:
        """Record that the next layout of the level is expanded."""
        self.calls.append(("CircularLinkedList", "Mediator", "MoveCurrentToNext"))
        super().move_current_to_next()
        self._marks()

    def finished(self, step: ChessStep) -> None:
        """Record the goal, and then the stack that reverses the trace."""
        if not self.pool.stopped:
            self.tape.put("at", "known", None)
            self._counted()
            self.calls += [
                ("Layout", "Mediator", "Finished"),
                ("Mediator", "CircularLinkedList", "Stop"),
                ("Mediator", "TreeLinkedList", "TraceResult"),
                ("Mediator", "IResultHandler", "HandleResult"),
            ]
            self._frame("goal", self.pool.allocate.link.info, **self._moved(step))
        super().finished(step)

    # What has changed in his parts

    def _counted(self) -> None:
        compared = self.known.compared
        self.tape.puts("count", layouts=self.tree.count, duplicates=self.duplicates, compared=compared)
        if self.beside is not None:
            self.tape.put("count", "list_compared", self.beside.compared)
        self.tape.put("count", "pool", self.pool.count)

    def _marks(self) -> None:
        if self.tape.on:
            for name in ("current", "last", "allocate", "end"):
                self.tape.put("mark", name, self.slots[id(getattr(self.pool, name))])
            if (current := self.tree.current) is not None:
                self.tape.put("mark", "parent", self.number.get(current.step.layout))
            self.tape.put("mark", "list_end", self.tree.count - 1)

    def _listed(self, step: ChessStep, n: int, text: str) -> None:
        parent = self.tree.current
        above = None if n == 0 or parent is None else self.number[parent.step.layout]
        self.number.setdefault(step.layout, n)
        depth = self.pool.depth if n else 0
        self.tape.put("list", n, [above, depth, text, step.layout, step.chessman, step.method])

    def _known(self, code: int, path: list[AvlNode]) -> None:
        """Write what has changed in the table of known codes."""
        tape, known, number = self.tape, self.known, self.number
        number.setdefault(code, len(number))
        if isinstance(known, AvlTree) and known.root is not None:
            for node in [*path, *_path(known, code, True)]:
                left, right = (-1 if side is None else number[side.code] for side in (node.left, node.right))
                n, links = number[node.code], (left, right, node.height)
                if self.links.get(n) != links:
                    self.links[n] = links
                    tape.put("tree", n, [*links, node.code])
            tape.puts("at", root=number[known.root.code], path=[number[node.code] for node in path])
            tape.put("count", "height", known.height)
        if isinstance(known, ChainedHash):
            chain, at = [], known.table[fold(code)].link
            while at is not None:
                chain.append(number[at.code])
                at = at.link
            tape.put("hash", fold(code), chain)
            tape.put("at", "chain", fold(code))
            self.longest = max(self.longest, len(chain))
            self.used += len(chain) == 1
            tape.puts("count", longest=self.longest, chains=self.used)


def _path(known: VisitedSet, code: int, found: bool = False) -> list[AvlNode]:
    """The nodes of a tree that a code is compared with; with `found` its own as well, if it is there."""
    path, at = [], known.root if isinstance(known, AvlTree) else None
    while at is not None and (found or at.code != code):
        path.append(at)
        at = None if at.code == code else at.left if code < at.code else at.right
    return path


def _text(layout: ChessLayout) -> str:
    return layout_text((man.size, man.cell(man.position)) for man in layout.chessmen)


_SIDE = {"L": "left", "R": "right"}


def _shape(node: AvlNode | None, codes: set[int]) -> Any:
    """The nodes of some codes with their two sides; other sides have only their height."""
    if node is None or node.code not in codes:
        return node.height if node else 0
    return [node.code, _shape(node.left, codes), _shape(node.right, codes)]


class _Original(_Writing, OriginalMediator):
    """The mediator of the original form, recording."""


def _run(classic: Classic, tape: Tape, version: Version, pool: int) -> None:
    report = LevelReport()
    make = _Original if issubclass(version.mediator, OriginalMediator) else _Writing
    mediator = assemble(classic, version, pool, report, make=functools.partial(make, tape=tape))
    assert isinstance(mediator, _Writing)
    mediator.begin()
    if classic.solved:
        tape.figures = {"layouts": 0, "duplicates": 0, "depth": 0}
        return
    mediator.begin_process()
    tally, known, depth = report.tally, mediator.known, len(report.steps) - 1 if report.steps else None
    tape.figures = {"layouts": sum(tally.levels), "duplicates": tally.duplicates, "depth": depth}
    tape.figures |= {"pool": mediator.pool.count, "compared": known.compared}
    if isinstance(known, AvlTree):
        tape.figures["height"] = known.height
    if isinstance(known, ChainedHash):
        tape.figures |= {"longest": known.longest, "chains": len(known.chains)}
    for level in range(1, mediator.pool.depth + 1):
        tape.put("begun", level, None)
    if depth is not None:
        tape.frame("is_solved", n=depth)
    else:
        tape.frame("none")
    mediator.release()


def searched(puzzle: Puzzle, tape: Tape, pool: int, version: Version) -> None:
    """A version of his program; `pool` is how many layouts the pool has at first."""
    _run(Classic.of(puzzle, empty=2, count=10), tape, version, pool)


SHOWN = {name: VERSIONS[name] for name in ("lv-original", "lv-avl", "lv-avl64")} | {
    "lv-linear": replace(VERSIONS["lv-linear"], known=_Counted),
    "lv-four": replace(VERSIONS["lv-four"], known=AvlTree),
    "lv-hash": VERSIONS["lv-stride8"],
}
"""The versions by the show's name: the list of `lv-linear` is counted by place, `lv-four` has a tree."""


def downward(puzzle: Puzzle, tape: Tape, pool: int) -> None:
    """The example of part 8, by the program of the example."""
    _run(supposed(puzzle), tape, EXAMPLE, pool)
