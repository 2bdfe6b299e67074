"""Recording 吕震宇's search: the pool, the list that is a tree, the visited set, the stack at the end.

The parts of `huarong.study.lv` run; a recording mediator replaces his, and records after each step what has changed in
them.
"""

from __future__ import annotations

import functools
from typing import Any

from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.lv import LevelReport, Version, assemble
from huarong.study.lv.chessmen import ChessLayout, ChessStep, Plane, Stride8
from huarong.study.lv.example import EXAMPLE, supposed
from huarong.study.lv.original import (
    CatchingMediator,
    OriginalLayout,
    OriginalMediator,
    RaisingTree,
    RecursiveRing,
    SortedLayout,
)
from huarong.study.lv.search import Mediator, ResultHandler
from huarong.study.lv.visited import AvlNode, AvlTree, ChainedHash, LinearList, VisitedSet, fold, kind_of_turn
from huarong.study.traces.tape import LETTER, Tape, layout_text


class _Stack(list[ChessStep]):
    """The stack that reverses the trace: each push and each pop is a frame."""

    def __init__(self, tape: Tape) -> None:
        super().__init__()
        self.tape = tape

    def append(self, step: ChessStep) -> None:
        """Push."""
        self.tape.put("stack", len(self), [step.layout, step.chessman, step.method])
        super().append(step)
        self.tape.frame("push", code=step.layout)

    def pop(self, *_: Any) -> ChessStep:
        """Pop."""
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
        at = self.place.get(code)
        self.compared += len(self.place) if at is None else at + 1
        if at is None:
            self.place[code] = len(self.place)
        return at is None


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
        pool, tree, known = self.pool, self.tree, self.known
        at: Any = pool.current
        for n in range(pool.count):
            self.slots[id(at)] = n
            at = at.link
        table = "HashTable" if isinstance(known, ChainedHash) else "AVLTree"
        self._listen(pool, "allocate_layout", "CircularLinkedList", "AllocateLayout")
        self._listen(pool, "confirm_allocation", "CircularLinkedList", "ConfirmAllocation")
        self._listen(tree, "insert_node", "TreeLinkedList", "insertNode")
        self._listen(tree, "move_current_to_next", "TreeLinkedList", "MoveCurrentToNext")
        self._listen(known, "insert", table, "Insert")
        if isinstance(known, AvlTree):
            known.turn = self._turn  # type: ignore[method-assign]

    def _listen(self, part: Any, name: str, whose: str, called: str) -> None:
        """Log the calls of a method."""
        own = getattr(part, name)

        def call(*given: Any) -> Any:
            self.calls.append(("Mediator", whose, called))
            return own(*given)

        setattr(part, name, call)

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
        tape, step = self.tape, self.tree.root
        assert step is not None
        if self.beside is not None:
            self.beside.insert(step.step.layout)
        self._known(step.step.layout)
        tape.put("pool", 0, 0)
        self._listed(step.step, 0, _text(self.pool.current.info))
        self._marks()
        self._counted()
        tape.put("at", "places", self.pool.count)
        self._begun()
        self._arrays(self.pool.current.info)
        self._frame("start", _text(self.pool.current.info), code=step.step.layout)

    def _frame(self, what: str, board: str, **values: Any) -> None:
        """A frame with the board and with the calls since the last one."""
        self.tape.puts("at", board=board, calls=self.calls)
        self.calls = []
        self.tape.frame(what, **values)

    def _begun(self) -> None:
        """The calls of BeginProcess that wait on the stack, where it calls itself for each level."""
        if isinstance(self.pool, RecursiveRing):
            self.tape.put("begun", self.pool.depth, [self.pool.depth, self._width()])

    def _width(self) -> int:
        """The layouts of the current level."""
        n, at = 1, self.pool.current
        while at is not self.pool.last:
            n, at = n + 1, at.link
        return n

    def _arrays(self, layout: ChessLayout) -> None:
        """The two arrays of a layout: `_chessmen`, and the places in it of what `sortedChessmen` refers to."""
        if not isinstance(layout, SortedLayout) or not self.tape.on:
            return
        men = [*layout.men, *layout.blank_men]
        cell = layout.chessmen[0].cell
        own = [[LETTER[man.size], cell(man.position), man.number] for man in layout.chessmen]
        self.tape.puts(
            "arrays",
            chessmen=own + [["", cell(each), -1] for each in layout.blanks],
            sorted=[men.index(man) for man in layout.sorted_chessmen],
        )

    def _moved(self, step: ChessStep) -> dict[str, Any]:
        """Who moved, as the article writes it and in words."""
        letter = next(
            LETTER[man.size] for man in self.pool.current.info.chessmen if man is self.pool.current.info.moving
        )
        name = "A" if step.chessman == 99 else step.chessman
        return {
            "code": step.layout,
            "piece": step.chessman,
            "who": f"{letter}{step.chessman}",
            "way": step.method,
            "move": f"Move {name} {step.method}",
        }

    def check_step(self, step: ChessStep) -> None:
        """Record a generated layout, new or known, in one frame; after the goal was found nothing is recorded."""
        if self.pool.stopped:
            super().check_step(step)
            return
        tape, slot = self.tape, self.pool.allocate.link
        path = self._path(step.layout) if tape.on else []
        before, compared = self.duplicates, self.known.compared
        self.calls.append(("Layout", "Mediator", "CheckStep"))
        self.turned = ""
        super().check_step(step)
        if not tape.on:
            tape.frame("new")
            self.calls = []
            return
        looked = self.known.compared - compared
        tape.puts("at", looked=looked, walked=looked if self.beside is None else self._walked(step.layout))
        values, text = self._moved(step), _text(slot.info)
        self._arrays(slot.info)
        if self.duplicates > before:
            n = self.number[step.layout]
            tape.puts("at", known=n, path=[self.number[node.code] for node in path])
            if isinstance(self.known, ChainedHash):
                tape.put("at", "chain", fold(step.layout))
            self._counted()
            self._marks()
            what = "raised" if isinstance(self, CatchingMediator) else "known"
            self._frame(what, text, n=n, **values)
            return
        n = self.tree.count - 1
        self._known(step.layout, path)
        tape.put("at", "known", None)
        tape.put("pool", self.slots[id(slot)], n)
        self._listed(step, n, text)
        self._marks()
        self._counted()
        if self.turned:
            self._frame("turned", text, n=n, turn=self.turned, **values)
        else:
            self._frame("new", text, n=n, **values)

    def handle_info(self, depth: int) -> None:
        """Record the end of a level."""
        self.calls.append(("CircularLinkedList", "Mediator", "HandleInfo"))
        self.calls.append(("Mediator", "IResultHandler", "HandleInfo"))
        super().handle_info(depth)
        self.tape.put("at", "info", depth)

    def level_done(self, going: bool) -> None:
        """Record NextStep, after it has moved the pointers; the search goes on unless there was nothing new."""
        self._marks()
        if going:
            self._begun()
        at = self.pool.current.info
        self._frame("level", _text(at), depth=self.pool.depth - 1, going=going)

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
            slot = self.pool.allocate.link.info
            self._arrays(slot)
            self._frame("goal", _text(slot), **self._moved(step))
        super().finished(step)

    # What has changed in his parts

    def _counted(self) -> None:
        tape = self.tape
        tape.puts("count", layouts=self.tree.count, duplicates=self.duplicates, compared=self.known.compared)
        if self.beside is not None:
            tape.put("count", "list_compared", self.beside.compared)
        tape.put("count", "pool", self.pool.count)

    def _walked(self, code: int) -> int:
        """How many codes of the linear list the look-up of one walks past; a new one is added at its end."""
        assert self.beside is not None
        before = self.beside.compared
        self.beside.insert(code)
        return self.beside.compared - before

    def _marks(self) -> None:
        if self.tape.on:
            for name in ("current", "last", "allocate", "end"):
                self.tape.put("mark", name, self.slots[id(getattr(self.pool, name))])
            current = self.tree.current
            if current is not None:
                self.tape.put("mark", "parent", self.number.get(current.step.layout))
            self.tape.put("mark", "list_end", self.tree.count - 1)

    def _listed(self, step: ChessStep, n: int, text: str) -> None:
        parent = self.tree.current
        above = None if n == 0 or parent is None else self.number[parent.step.layout]
        self.number.setdefault(step.layout, n)
        depth = self.pool.depth if n else 0
        self.tape.put("list", n, [above, depth, text, step.layout, step.chessman, step.method])

    def _path(self, code: int) -> list[Any]:
        """The nodes of the tree that a code is compared with."""
        found = []
        at = self.known.root if isinstance(self.known, AvlTree) else None
        while at is not None and at.code != code:
            found.append(at)
            at = at.left if code < at.code else at.right
        return found

    def _known(self, code: int, path: list[Any] | None = None) -> None:
        """Write what has changed in the table of known codes."""
        self.number.setdefault(code, len(self.number))
        if isinstance(self.known, AvlTree):
            self._tree(code, path or [])
        if isinstance(self.known, ChainedHash):
            chain, at = [], self.known.table[fold(code)].link
            while at is not None:
                chain.append(self.number[at.code])
                at = at.link
            self.tape.put("hash", fold(code), chain)
            self.tape.put("at", "chain", fold(code))
            self.longest = max(self.longest, len(chain))
            self.used += len(chain) == 1
            self.tape.puts("count", longest=self.longest, chains=self.used)

    def _tree(self, code: int, path: list[Any]) -> None:
        tree = self.known
        assert isinstance(tree, AvlTree) and tree.root is not None
        for node in [*path, *_found(tree, code)]:
            n = self.number[node.code]
            links = (
                -1 if node.left is None else self.number[node.left.code],
                -1 if node.right is None else self.number[node.right.code],
                node.height,
            )
            if self.links.get(n) != links:
                self.links[n] = links
                self.tape.put("tree", n, [*links, node.code])
        self.tape.puts("at", root=self.number[tree.root.code], path=[self.number[node.code] for node in path])
        self.tape.put("count", "height", tree.height)


def _found(tree: AvlTree, code: int) -> list[Any]:
    """The nodes from the root down to a code that is in the tree."""
    found: list[Any] = []
    at: Any = tree.root
    while at is not None:
        found.append(at)
        if at.code == code:
            break
        at = at.left if code < at.code else at.right
    return found


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
    tally, known = report.tally, mediator.known
    tape.figures = {
        "layouts": sum(tally.levels),
        "duplicates": tally.duplicates,
        "depth": len(report.steps) - 1 if report.steps else None,
        "pool": mediator.pool.count,
        "compared": known.compared,
    }
    if isinstance(known, AvlTree):
        tape.figures["height"] = known.height
    if isinstance(known, ChainedHash):
        tape.figures["longest"] = known.longest
        tape.figures["chains"] = len(known.chains)
    for level in range(1, mediator.pool.depth + 1):
        tape.put("begun", level, None)
    if report.steps:
        tape.frame("is_solved", n=len(report.steps) - 1)
    else:
        tape.frame("none")
    mediator.release()


def _searched(puzzle: Puzzle, tape: Tape, pool: int, version: Version) -> None:
    _run(Classic.of(puzzle, empty=2, count=10), tape, version, pool)


avl = functools.partial(_searched, version=Version(32, AvlTree, Plane))
"""His first version: 32-bit codes, an AVL tree; `pool` is how many layouts the pool has at first."""
linear = functools.partial(_searched, version=Version(32, _Counted, Plane))
"""His search with the unsorted list that he warns of in the place of the tree."""
four = functools.partial(_searched, version=Version(32, AvlTree, Plane, far=False))
"""His search with four moves instead of nine: one cell up, down, left or right."""
avl64 = functools.partial(_searched, version=Version(64, AvlTree, Plane))
"""His second version: 64-bit codes, so that nothing is sorted, in the same tree."""
chains = functools.partial(_searched, version=Version(64, ChainedHash, Stride8))
"""His last version: 64-bit codes, a hash with chains, coordinates of stride 8."""
original = functools.partial(
    _searched, version=Version(32, RaisingTree, Plane, layout=OriginalLayout, mediator=OriginalMediator)
)
"""The first version in the article's own form: an exception for a duplicate, two arrays, a search that calls itself."""


def downward(puzzle: Puzzle, tape: Tape, pool: int) -> None:
    """The example of part 8, by the program that `huarong.study.lv.example` runs."""
    _run(supposed(puzzle), tape, EXAMPLE, pool)
