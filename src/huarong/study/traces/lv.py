"""Recording 吕震宇's search: the pool, the list that is a tree, the visited set, the stack at the end.

The parts of `huarong.study.lv` run; a recording mediator records after each step what has changed.
"""

import functools
from dataclasses import replace
from typing import Any

from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.lv import EXAMPLE, VERSIONS, LevelReport, assemble
from huarong.study.lv.original import CatchingMediator, RecursiveRing, SortedLayout, supposed
from huarong.study.lv.search import ChessLayout, ChessStep, Mediator, PoolNode, ResultHandler
from huarong.study.lv.visited import AvlNode, AvlTree, ChainedHash, LinearList, VisitedSet, fold, kind_of_turn
from huarong.study.traces.tape import LETTER, Tape, layout_text
from huarong.study.visited_sets import Probing, SearchTree, SortedArray


class CountedList(LinearList):
    """The linear list. It derives the comparisons from the code's place, so that a tape can cover a long run."""

    def __init__(self) -> None:
        super().__init__()
        self.place: dict[int, int] = {}

    def insert(self, code: int) -> bool:
        at = self.place.setdefault(code, new := len(self.place))
        self.compared += at + (at != new)
        return at == new


class _Heard(list[Any]):
    """An array that records each place that is read, with the entry there."""

    def __init__(self, entries: list[Any]) -> None:
        super().__init__(entries)
        self.read: dict[int, Any] = {}

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        return self.read.setdefault(place, found)


_CALLS = (
    ("self", "allocate_layout", ("Layout", "Mediator", "AllocateLayout")),
    ("pool", "allocate_layout", ("Mediator", "CircularLinkedList", "AllocateLayout")),
    ("self", "check_step", ("Layout", "Mediator", "CheckStep")),
    ("known", "insert", ("Mediator", "AVLTree", "Insert")),
    ("pool", "confirm_allocation", ("Mediator", "CircularLinkedList", "ConfirmAllocation")),
    ("tree", "insert_node", ("Mediator", "TreeLinkedList", "insertNode")),
    ("self", "move_current_to_next", ("CircularLinkedList", "Mediator", "MoveCurrentToNext")),
    ("tree", "move_current_to_next", ("Mediator", "TreeLinkedList", "MoveCurrentToNext")),
    ("self", "handle_info", ("CircularLinkedList", "Mediator", "HandleInfo")),
    ("handler", "handle_info", ("Mediator", "IResultHandler", "HandleInfo")),
    ("self", "finished", ("Layout", "Mediator", "Finished")),
    ("pool", "stop", ("Mediator", "CircularLinkedList", "Stop")),
    ("tree", "trace_result", ("Mediator", "TreeLinkedList", "TraceResult")),
    ("handler", "handle_result", ("Mediator", "IResultHandler", "HandleResult")),
)
"""The recorded calls between the mediator and its parts: caller, callee, and the call as the article writes it."""
_CHAIN = [("CircularLinkedList", "Layout", "CheckAvailableSteps"), ("Layout", "Chessman", "CheckAvailableSteps")]
_CHAIN += [("Chessman", "Layout", "EncapsulateChessStep")]
"""The calls that lead to AllocateLayout: all for a new layout, the last two for its next piece, the last for a move."""


class _Writing(Mediator):
    """A mediator like 吕震宇's that records each step.

    `at.looked` is how many codes the table has compared in this look-up; `at.walked` is how many a linear list would
    have compared, beginning with its first. `at.path` are the codes that the table has compared. `at.probes` are the
    places of an array that were read, with their contents. `at.info` is the last message to HandleInfo, `at.calls` the
    calls of the step.
    """

    def __init__(self, known: VisitedSet, handler: ResultHandler, tape: Tape) -> None:
        super().__init__(known, handler)
        self.tape = tape
        self.number: dict[int, int] = {}
        self.boards: dict[int, str] = {}
        self.slots: dict[int, int] = {}
        self.turned = ""
        self.walked = self.longest = self.used = 0
        self.calls: list[tuple[str, str, str]] = []
        self.heard = _Heard([])
        self.checking: tuple[Any, ...] = (None, None)

    def init(self, ring: Any, create: Any, size: int) -> None:
        """Number the places of `ring`, and watch the calls of the mediator and its parts."""
        super().init(ring, create, size)
        at = self.pool.current
        for n in range(self.pool.count):
            self.slots[id(at)] = n
            at = at.link
        for part, method, told in _CALLS:
            self._listen(self if part == "self" else getattr(self, part), method, told)
        if isinstance(self.known, SortedArray):
            self.known.codes = self.heard = _Heard(self.known.codes)
        if isinstance(self.known, Probing):
            self.known.table = self.heard = _Heard(self.known.table)
        if isinstance(self.known, AvlTree):
            self.known.turn = self._turn  # type: ignore[method-assign]

    def _listen(self, part: Any, method: str, told: tuple[str, str, str]) -> None:
        own = getattr(part, method)
        hashed = isinstance(part, ChainedHash)

        def call(*given: Any) -> Any:
            self.calls.append((told[0], "HashTable", told[2]) if hashed else told)
            return own(*given)

        setattr(part, method, call)

    def _turn(self, node: AvlNode, lean: int) -> AvlNode:
        """Rotate the tree, and record the rotation: its kind, and the nodes that it moves before and after."""
        assert isinstance(self.known, AvlTree)
        kind = self.turned = kind_of_turn(node, lean)
        moved = [node, child := getattr(node, _SIDE[kind[0]])]
        if kind[0] != kind[1]:
            moved.append(getattr(child, _SIDE[kind[1]]))
        codes = {each.code for each in moved}
        before = _shape(node, codes)
        top = AvlTree.turn(self.known, node, lean)
        self.tape.put(at={"turn": [kind, before, _shape(top, codes)]})
        return top

    def allocate_layout(self) -> ChessLayout:
        """Return a layout of the pool; if the ring grows by one place, number this place."""
        before, checking = self.pool.count, (self.tree.current, self.pool.current.info.moving)
        same = [now is last for now, last in zip(checking, self.checking, strict=True)]
        self.calls[-1:-1], self.checking = _CHAIN[same[0] + all(same) :], checking
        found = super().allocate_layout()
        if self.pool.count > before:
            self.slots[id(self.pool.end)] = before
            self.tape.put(ring={before: self.slots[id(self.pool.allocate)]})
        return found

    def begin(self) -> None:
        """Record the first frame: the start is in the pool, in the list and in the table."""
        assert self.tree.root is not None
        self._new(self.tree.root.step, self.pool.current, [])
        self._marks()
        self._counted()
        self.tape.put(at={"places": self.pool.count})
        self._begun()
        self._frame("start", self.pool.current.info, code=self.tree.root.step.layout)

    def _frame(self, what: str, layout: ChessLayout, **values: Any) -> None:
        """Record a frame with the layout, with its two arrays, if it has them, and with the calls since the last frame.

        The arrays are `_chessmen`, and the places in it to which `sortedChessmen` refers.
        """
        if isinstance(layout, SortedLayout) and self.tape.on:
            men, cell = [*layout.chessmen, *layout.blank_men], layout.chessmen[0].cell
            own = [[LETTER[man.size], cell(man.position), man.number] for man in layout.chessmen]
            own += [["", cell(each), -1] for each in layout.blanks]
            self.tape.put(arrays={"chessmen": own, "sorted": [men.index(man) for man in layout.sorted_chessmen]})
        self.tape.put(at={"board": _text(layout), "calls": self.calls})
        self.calls = []
        self.tape.frame(what, **values)

    def _begun(self) -> None:
        """Return the calls of BeginProcess waiting on the stack, one for each level, and the current level's width."""
        if isinstance(self.pool, RecursiveRing):
            n, at = 1, self.pool.current
            while at is not self.pool.last:
                n, at = n + 1, at.link
            self.tape.put(begun={self.pool.depth: [self.pool.depth, n]})

    def _moved(self, step: ChessStep) -> dict[str, Any]:
        """Return which piece moved, as the article writes it and in words."""
        who = f"{LETTER[self.pool.current.info.moving.size]}{step.chessman}"
        move = f"Move {'A' if step.chessman == 99 else step.chessman} {step.method}"
        return {"code": step.layout, "piece": step.chessman, "who": who, "way": step.method, "move": move}

    def check_step(self, step: ChessStep) -> None:
        """Record a generated layout, new or known, in one frame; after the goal, record nothing."""
        if self.pool.stopped:
            super().check_step(step)
            return
        tape, known, slot = self.tape, self.known, self.pool.allocate.link
        path = _path(known, step.layout) if tape.on else []
        compared, self.turned = known.compared, ""
        self.heard.read.clear()
        super().check_step(step)
        if not tape.on:
            tape.frame("new")
            self.calls = []
            return
        if (n := self.number.get(step.layout, -1)) < 0:
            walked, what = len(self.number), "turned" if self.turned else "new"
        else:
            walked, what = n + 1, "raised" if isinstance(self, CatchingMediator) else "known"
        self.walked += walked
        tape.put(at={"looked": known.compared - compared, "walked": walked})
        if n < 0:
            n = self._new(step, slot, path)
        else:
            tape.put(at={"known": n, "path": [self.number[node.code] for node in path]})
            if isinstance(known, ChainedHash):
                tape.put(at={"chain": fold(step.layout)})
        self._probed()
        self._marks()
        self._counted()
        turn = {"turn": self.turned} if self.turned else {}
        self._frame(what, slot.info, n=n, **turn, **self._moved(step))

    def handle_info(self, depth: int) -> None:
        super().handle_info(depth)
        self.tape.put(at={"info": depth})

    def level_done(self, going: bool) -> None:
        """Record NextStep after it has moved the pointers; `going` is whether the search continues."""
        self._marks()
        if going:
            self._begun()
        self._frame("level" if going else "level_none", self.pool.current.info, depth=self.pool.depth - 1)

    def move_current_to_next(self) -> None:
        """Record that the next layout of the level is expanded."""
        super().move_current_to_next()
        self._marks()

    def finished(self, step: ChessStep) -> None:
        first = not self.pool.stopped
        super().finished(step)
        if first:
            self.tape.put(at={"known": None})
            self._counted()
            self.boards[step.layout] = _text(self.pool.allocate.link.info)
            self._frame("goal", self.pool.allocate.link.info, **self._moved(step))

    # What has changed in his parts

    def _counted(self) -> None:
        counts = {"layouts": self.tree.count, "duplicates": self.duplicates, "compared": self.known.compared}
        walked = None if isinstance(self.known, LinearList) else self.walked
        self.tape.put(count=counts | {"list_compared": walked, "pool": self.pool.count})

    def _marks(self) -> None:
        if self.tape.on:
            marks = {name: self.slots[id(getattr(self.pool, name))] for name in ("current", "last", "allocate", "end")}
            parent = self.tree.current and self.number.get(self.tree.current.step.layout)
            self.tape.put(mark=marks | {"parent": parent, "list_end": self.tree.count - 1})

    def _probed(self) -> None:
        """Record the places of an array that were read, and the numbers of the codes there."""
        if isinstance(self.known, SortedArray | Probing):
            self.tape.put(at={"probes": [[place, self.number.get(code)] for place, code in self.heard.read.items()]})

    def _new(self, step: ChessStep, slot: PoolNode, path: list[Any]) -> int:
        """Record a new layout in the table of known codes, the pool and the list; return its number."""
        tape, known, number, code = self.tape, self.known, self.number, step.layout
        above = number[self.tree.current.step.layout] if number and self.tree.current else None
        n = number[code] = len(number)
        if isinstance(known, AvlTree | SearchTree) and known.root is not None:
            for node in [*path, *_path(known, code, True)]:
                left, right = (-1 if side is None else number[side.code] for side in (node.left, node.right))
                tape.put(tree={number[node.code]: [left, right, getattr(node, "height", 0), node.code]})
            tape.put(at={"root": number[known.root.code], "path": [number[node.code] for node in path]})
            tape.put(count={"height": known.height})
        if isinstance(known, ChainedHash):
            chain, at = [], known.table[fold(code)].link
            while at is not None:
                chain.append(number[at.code])
                at = at.link
            self.longest = max(self.longest, len(chain))
            self.used += len(chain) == 1
            tape.put(hash={fold(code): chain}, at={"chain": fold(code)})
            tape.put(count={"longest": self.longest, "chains": self.used})
        if isinstance(known, Probing):
            tape.put(hash={known.table.index(code) if not n else [*self.heard.read][-1]: [n]})
        tape.put(at={"known": None}, pool={self.slots[id(slot)]: n})
        self.boards[code] = _text(slot.info)
        tape.put(list={n: [above, self.pool.depth if n else 0, self.boards[code], *step]})
        return n


def _path(known: VisitedSet, code: int, found: bool = False) -> list[Any]:
    """Return the nodes with which a look-up compares `code`, from the root down; with `found`, also its own node."""
    path, at = [], known.root if isinstance(known, AvlTree | SearchTree) else None
    while at is not None and (found or at.code != code):
        path.append(at)
        at = None if at.code == code else at.left if code < at.code else at.right
    return path


def _text(layout: ChessLayout) -> str:
    return layout_text((man.size, man.cell(man.position)) for man in layout.chessmen)


_SIDE = {"L": "left", "R": "right"}


def _shape(node: AvlNode | None, codes: set[int]) -> Any:
    """Return the nodes of `codes`, each with its two subtrees; of a subtree outside `codes`, only the height."""
    if node is None or node.code not in codes:
        return node.height if node else 0
    return [node.code, _shape(node.left, codes), _shape(node.right, codes)]


class _Original(_Writing, CatchingMediator):
    """The mediator of the original form, recording."""


SHOWN = {name: VERSIONS[name] for name in ("lv-original", "lv-avl", "lv-avl64")} | {
    "lv-down": EXAMPLE,
    "lv-linear": replace(VERSIONS["lv-linear"], known=CountedList),
    "lv-four": replace(VERSIONS["lv-four"], known=AvlTree),
    "lv-hash": VERSIONS["lv-stride8"],
    "lv-bisection": replace(VERSIONS["lv-avl"], known=SortedArray),
    "lv-tree": replace(VERSIONS["lv-avl"], known=SearchTree),
    "lv-probing": replace(VERSIONS["lv-hash"], known=Probing),
}
"""The versions by the show's name; `lv-linear` has a `CountedList`, and `lv-four` a tree."""


def searched(puzzle: Puzzle, tape: Tape, pool: int, name: str) -> None:
    """Record a version of 吕震宇's program, or part 8's example; `pool` is the initial number of layouts in the pool.
    At the end, table `stack` has the steps that the program pushes to reverse the trace.
    """
    version, report = SHOWN[name], LevelReport()
    classic = supposed(puzzle) if version is EXAMPLE else Classic.of(puzzle, empty=2, count=10)
    make = _Original if issubclass(version.mediator, CatchingMediator) else _Writing
    mediator = assemble(classic, version, pool, report, make=functools.partial(make, tape=tape))
    assert isinstance(mediator, _Writing)
    mediator.begin()
    if classic.solved:
        tape.figures = {"layouts": 0, "duplicates": 0, "depth": 0}
        return
    mediator.begin_process()
    depth = len(report.steps) - 1 if report.steps else None
    for n, step in enumerate(report.steps[::-1]):
        tape.put(stack={n: [*step]}, at={"board": mediator.boards.get(step.layout), "calls": [_CALLS[-2][2]]})
        tape.frame("push" if n else "push_first", code=step.layout)
    for n, step in enumerate(report.steps, 1):
        tape.put(stack={len(report.steps) - n: None}, at={"board": mediator.boards.get(step.layout)})
        tape.frame("pop_last" if n > (depth or 0) else "pop", code=step.layout, piece=step.chessman, way=step.method)
    tally, known = report.tally, mediator.known
    tape.figures = {"layouts": sum(tally.levels), "duplicates": tally.duplicates, "depth": depth}
    tape.figures |= {"pool": mediator.pool.count, "compared": known.compared}
    if isinstance(known, AvlTree):
        tape.figures["height"] = known.height
    if isinstance(known, ChainedHash):
        tape.figures |= {"longest": known.longest, "chains": len(known.chains)}
    tape.put(begun=dict.fromkeys(range(1, mediator.pool.depth + 1)))
    tape.frame("none" if depth is None else "is_solved", n=depth)
    mediator.release()
