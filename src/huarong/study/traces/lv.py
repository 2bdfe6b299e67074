"""Recording 吕震宇's search: the pool, the list that is a tree, the visited set, the stack at the end.

The parts of `huarong.study.lv` run; a recording mediator replaces his, and records after each step what has changed
in them.
"""

from __future__ import annotations

import functools
from typing import Any

from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.lv import LevelReport, Version, assemble
from huarong.study.lv.chessmen import ChessLayout, ChessStep, Plane, Step, Stride8
from huarong.study.lv.search import Mediator, ResultHandler
from huarong.study.lv.visited import AvlTree, ChainedHash, LinearList, VisitedSet, fold
from huarong.study.traces.tape import Tape, layout_text


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


class _Writing(Mediator):
    """His mediator, recording each step.

    `beside` is a linear list that looks up all codes as well, unless the list is the table itself. `at.looked` is how many
    codes the table has compared in this look-up, `at.walked` how many the list has, which are its first; `at.info` is what
    HandleInfo was told last.
    """

    def __init__(self, known: VisitedSet, handler: ResultHandler, tape: Tape) -> None:
        super().__init__(known, handler)
        self.tape = tape
        self.beside = None if isinstance(known, LinearList) else LinearList()
        self.number: dict[int, int] = {}
        self.slots: dict[int, int] = {}
        self.links: dict[int, tuple[int, int, int]] = {}
        self.longest = self.used = 0
        self.tree.stack = _Stack(tape)

    def begin(self) -> None:
        """Record the first frame: the start is in the pool, in the list and in the table."""
        tape, step = self.tape, self.tree.root
        assert step is not None
        if self.beside is not None:
            self.beside.insert(step.step.layout)
        self._known(step.step.layout)
        self._placed(self.pool.current, 0)
        self._listed(step.step, 0, _text(self.pool.current.info))
        self._marks()
        self._counted()
        tape.put("at", "board", _text(self.pool.current.info))
        tape.frame("start", code=step.step.layout)

    def check_step(self, step: ChessStep) -> None:
        """Record a generated layout, new or known, in one frame."""
        tape, allocated, slot = self.tape, self.pool.allocate, self.pool.allocate.link
        path = self._path(step.layout) if tape.on else []
        before, compared = self.duplicates, self.known.compared
        super().check_step(step)
        if not tape.on:
            tape.frame("new")
            return
        looked = self.known.compared - compared
        tape.put("at", "looked", looked)
        tape.put("at", "walked", looked if self.beside is None else self._walked(step.layout))
        tape.put("at", "board", _text(slot.info))
        tape.put("at", "piece", step.chessman)
        if self.duplicates > before:
            n = self.number[step.layout]
            tape.put("at", "known", n)
            self._counted()
            self._marks()
            tape.frame("known", code=step.layout, n=n, piece=step.chessman, way=step.method)
            return
        n = self.tree.count - 1
        turned = self._known(step.layout, path)
        tape.put("at", "known", None)
        self._placed(slot, n, before=allocated)
        self._listed(step, n, _text(slot.info))
        self._marks()
        self._counted()
        values = {"code": step.layout, "n": n, "piece": step.chessman, "way": step.method}
        tape.frame("turned" if turned else "new", **values)

    def handle_info(self, depth: int) -> None:
        """Record the end of a level."""
        super().handle_info(depth)
        self.tape.put("at", "info", depth)
        self._marks()
        self.tape.frame("level", depth=depth - 1)

    def move_current_to_next(self) -> None:
        """Record that the next layout of the level is expanded."""
        super().move_current_to_next()
        self._marks()

    def finished(self, step: ChessStep) -> None:
        """Record the goal, and then the stack that reverses the trace."""
        if not self.pool.stopped:
            self.tape.put("at", "board", _text(self.pool.allocate.link.info))
            self.tape.put("at", "piece", step.chessman)
            self._counted()
            self.tape.frame("goal", code=step.layout, piece=step.chessman, way=step.method)
        super().finished(step)

    # What has changed in his parts

    def _counted(self) -> None:
        tape = self.tape
        tape.put("count", "layouts", self.tree.count)
        tape.put("count", "duplicates", self.duplicates)
        tape.put("count", "compared", self.known.compared)
        if self.beside is not None:
            tape.put("count", "list_compared", self.beside.compared)
        tape.put("count", "pool", self.pool.count)

    def _walked(self, code: int) -> int:
        """How many codes of the linear list the look-up of one walks past; a new one is added at its end."""
        assert self.beside is not None
        before = self.beside.compared
        self.beside.insert(code)
        return self.beside.compared - before

    def _slot(self, node: Any) -> int:
        return self.slots.setdefault(id(node), len(self.slots))

    def _placed(self, node: Any, n: int, before: Any = None) -> None:
        """Write the layout that a place of the ring holds and, where it is used for the first time, the place before it."""
        if id(node) not in self.slots and before is not None:
            self.tape.put("ring", len(self.slots), self.slots[id(before)])
        self.tape.put("pool", self._slot(node), n)

    def _marks(self) -> None:
        if self.tape.on:
            for name in ("current", "last", "allocate"):
                node = getattr(self.pool, name)
                if id(node) in self.slots:
                    self.tape.put("mark", name, self.slots[id(node)])
            current = self.tree.current
            if current is not None:
                self.tape.put("mark", "parent", self.number.get(current.step.layout))

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

    def _known(self, code: int, path: list[Any] | None = None) -> bool:
        """Write what has changed in the table of known codes; returns whether its tree was rotated."""
        self.number.setdefault(code, len(self.number))
        if isinstance(self.known, AvlTree):
            return self._tree(code, path or [])
        if isinstance(self.known, ChainedHash):
            chain, at = [], self.known.table[fold(code)].link
            while at is not None:
                chain.append(self.number[at.code])
                at = at.link
            self.tape.put("hash", fold(code), chain)
            self.tape.put("at", "chain", fold(code))
            self.longest = max(self.longest, len(chain))
            self.used += len(chain) == 1
            self.tape.put("count", "longest", self.longest)
            self.tape.put("count", "chains", self.used)
        return False

    def _tree(self, code: int, path: list[Any]) -> bool:
        tree = self.known
        assert isinstance(tree, AvlTree) and tree.root is not None
        turned = False
        for node in [*path, *_found(tree, code)]:
            n = self.number[node.code]
            links = (
                -1 if node.left is None else self.number[node.left.code],
                -1 if node.right is None else self.number[node.right.code],
                node.height,
            )
            before = self.links.get(n, (-1, -1, 0))
            if before != links:
                pairs = zip(before[:2], links[:2], strict=True)
                turned |= any(a >= 0 and a != b for a, b in pairs)
                self.links[n] = links
                self.tape.put("tree", n, [*links, node.code])
        self.tape.put("at", "root", self.number[tree.root.code])
        self.tape.put("at", "path", [self.number[node.code] for node in path])
        self.tape.put("count", "height", tree.height)
        return turned


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


def _run(puzzle: Puzzle, tape: Tape, version: Version, pool: int) -> None:
    classic = Classic.of(puzzle, empty=2, count=10)
    report = LevelReport()
    mediator = assemble(classic, version, pool, report, make=functools.partial(_Writing, tape=tape))
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
    if not report.steps:
        tape.frame("none")
    mediator.release()


def avl(puzzle: Puzzle, tape: Tape, pool: int) -> None:
    """His first version: 32-bit codes, an AVL tree; `pool` is how many layouts the pool has at first."""
    _run(puzzle, tape, Version(32, AvlTree, Plane), pool)


def linear(puzzle: Puzzle, tape: Tape, pool: int) -> None:
    """His search with the unsorted list that he warns of in the place of the tree."""
    _run(puzzle, tape, Version(32, LinearList, Plane), pool)


def avl64(puzzle: Puzzle, tape: Tape, pool: int) -> None:
    """His second version: 64-bit codes, so that nothing is sorted, in the same tree."""
    _run(puzzle, tape, Version(64, AvlTree, Plane), pool)


def chains(puzzle: Puzzle, tape: Tape, pool: int) -> None:
    """His last version: 64-bit codes, a hash with chains, coordinates of stride 8."""
    _run(puzzle, tape, Version(64, ChainedHash, Stride8), pool)


class _Down(Plane):
    """A piece that may only go down by one cell, as in the example of part 8."""

    __slots__ = ()

    @classmethod
    def ways(cls, size: str, far: bool) -> tuple[Step, ...]:
        """Of the ways of its size the one that is called Down."""
        return tuple(step for step in super().ways(size, far) if step.method == "Down")


def downward(puzzle: Puzzle, tape: Tape, pool: int) -> None:
    """The example of part 8: pieces may only go down, so that the whole search is a few layouts."""
    _run(puzzle, tape, Version(32, AvlTree, _Down), pool)
