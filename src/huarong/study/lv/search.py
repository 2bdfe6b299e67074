"""吕震宇's breadth-first search: layouts, a pool of them, a tree that is also a list, and a mediator.

See 华容道与数据结构, parts 2 to 6 and 8 to 10. The article's `BeginProcess` calls itself once for each level; this one
loops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from huarong.study.lv.chessmen import ChessPosition, Plane
from huarong.study.lv.visited import VisitedSet


class ChessStep(NamedTuple):
    """A layout's code; the piece (99: the 2x2) and method of the move that leads to it or, in a trace, leaves it."""

    layout: int
    chessman: int
    method: str


Sort = Callable[[list[Any]], None]
"""How pieces are put in reading order for the 26-bit code."""


class ChessLayout:
    """Pieces and two empty cells, overwritten when the pool hands the layout out again."""

    __slots__ = ("blanks", "chessmen", "general", "goals", "mediator", "moving", "sort", "to_int")

    def __init__(
        self, chessmen: Sequence[Plane], goals: frozenset[int], mediator: Mediator, bits: int, sort: Sort = list.sort
    ) -> None:
        self.chessmen, self.goals, self.mediator, self.sort = chessmen, goals, mediator, sort
        self.blanks: tuple[ChessPosition, ChessPosition] = (None, None)
        self.moving = chessmen[0]
        self.general = next(man for man in chessmen if man.number == 99)
        self.to_int = self.to_int32 if bits == 32 else self.to_int64

    @property
    def is_finished(self) -> bool:
        """Whether the 2x2 is home."""
        return self.general.cell(self.general.position) in self.goals

    def check_available_steps(self) -> None:
        for chessman in self.chessmen:
            self.moving = chessman
            chessman.check_available_steps(self.blanks, self.encapsulate)

    def encapsulate(self, position: ChessPosition, blanks: tuple[ChessPosition, ChessPosition], method: str) -> None:
        """Build the layout in which the moving piece is at `position`, and pass it to the mediator."""
        new = self.mediator.allocate_layout()
        for mine, copy in zip(self.chessmen, new.chessmen, strict=True):
            copy.position = position if mine is self.moving else mine.position
        new.blanks = blanks
        step = ChessStep(new.to_int(), self.moving.number, method)
        if new.is_finished:
            self.mediator.finished(step)
        else:
            self.mediator.check_step(step)

    def to_int32(self) -> int:
        """Return the 26-bit code; pieces and empty cells must be sorted (bits: `huarong.library.notations.codes`)."""
        row = [(man.cell(man.position), man.type32, man.number) for man in self.chessmen]
        row += [(self.moving.cell(blank), 0, -1) for blank in self.blanks]
        self.sort(row)
        code = general = 0
        for index, (_, kind, number) in enumerate(row, 1):
            if number == 99:
                general = index
            else:
                code = code << 2 | kind
        return general << 2 * (len(row) - 1) | code

    def to_int64(self) -> int:
        """Return the 60-bit code: each piece adds its own three bits."""
        code = 0
        for man in self.chessmen:
            code += man.type64 << 3 * man.cell(man.position)
        return code


class ResultHandler(Protocol):
    """The result handler. The article's `HandleInfo` passes only the depth, and suggests the counts as an extension."""

    def handle_result(self, steps: list[ChessStep]) -> None:
        """Receive the path to the goal: each layout with the move that leaves it."""

    def handle_info(self, depth: int, nodes: int, duplicates: int) -> None:
        """Receive the end of a level, with the numbers of nodes and duplicates so far."""


class TreeNode:
    """A layout found: the step to it, its parent node, and the node found next."""

    __slots__ = ("link", "parent", "step")

    def __init__(self, step: ChessStep, parent: TreeNode | None) -> None:
        self.step, self.parent = step, parent
        self.link: TreeNode | None = None


class TreeLinkedList:
    """All layouts found, each linked to the next and to its parent. The article's `insertNode` links twice."""

    def __init__(self) -> None:
        self.root: TreeNode | None = None
        self.current: TreeNode | None = None
        self.end: TreeNode | None = None
        self.count = 0
        self.stack: list[ChessStep] = []

    def insert_node(self, step: ChessStep) -> None:
        """Append a step below the current node."""
        node = TreeNode(step, self.current)
        if self.end is None:
            self.root = self.current = node
        else:
            self.end.link = node
        self.end = node
        self.count += 1

    def move_current_to_next(self) -> None:
        """Move to the next node in the list; new nodes become its children."""
        if self.current is not None and self.current.link is not None:
            self.current = self.current.link

    def trace_result(self, last: ChessStep) -> list[ChessStep]:
        """Return the steps from the start to `last`, reversed by a stack. A node holds the move that led to its layout.
        On the stack, each move goes to the parent node, so a step reads: from this layout, this piece moves this way.
        """
        stack = self.stack
        stack.append(ChessStep(last.layout, -1, "Nothingness"))
        move, node = last, self.current
        while node is not None:
            stack.append(move._replace(layout=node.step.layout))
            move, node = node.step, node.parent
        return [stack.pop() for _ in range(len(stack))]


class PoolNode:
    """A place in the ring: its layout and the next place."""

    __slots__ = ("info", "link")

    def __init__(self, info: ChessLayout) -> None:
        self.info, self.link = info, self


class CircularLinkedList:
    """The pool: layouts in a ring, reused again and again.

    It has three pointers: `current`, the layout being expanded; `last`, the last one of this level; `allocate`, the
    last one given out. If the next place to give out is `current`, the pool overflows and gets one more layout.
    """

    def __init__(self, create: Callable[[], ChessLayout], size: int, mediator: Mediator) -> None:
        self.create, self.mediator = create, mediator
        first = PoolNode(create())
        self.current = self.last = self.allocate = self.end = first
        self.count = 1
        for _ in range(max(2, size) - 1):
            self._insert_node()
        self.depth = 1
        self.stopped = False

    def _insert_node(self) -> None:
        node = PoolNode(self.create())
        node.link, self.end.link = self.end.link, node
        self.end = node
        self.count += 1

    def allocate_layout(self) -> ChessLayout:
        """Return the next free layout; until it is confirmed, further calls return it again."""
        if self.allocate.link is self.current:
            self.end = self.allocate
            self._insert_node()
        return self.allocate.link.info

    def confirm_allocation(self) -> None:
        """Mark the last layout that was given out as used."""
        self.allocate = self.allocate.link

    def begin_process(self) -> bool:
        """Search level by level; return False if there is no solution."""
        while not self.search_level():
            going = self.next_step()
            self.mediator.level_done(going)
            if not going:
                return False
        return True

    def search_level(self) -> bool:
        """Expand the layouts of a level; return whether one led to the goal."""
        while self.current is not self.last.link:
            self.current.info.check_available_steps()
            if self.stopped:
                return True
            self.current = self.current.link
            if self.current is not self.last.link:
                self.mediator.move_current_to_next()
        return False

    def next_step(self) -> bool:
        """Go to the next level; return False if it is empty, which means no solution."""
        self.depth += 1
        self.mediator.handle_info(self.depth)
        if self.allocate is self.last:
            return False
        self.current, self.last = self.last.link, self.allocate
        self.mediator.move_current_to_next()
        return True

    def stop(self) -> None:
        """End the search after the layout being expanded."""
        self.stopped = True


class Mediator:
    """The mediator. The parts know only it, and it passes calls between them."""

    def __init__(self, known: VisitedSet, handler: ResultHandler) -> None:
        self.known, self.handler = known, handler
        self.tree = TreeLinkedList()
        self.duplicates = 0
        self.pool: CircularLinkedList

    def init(self, ring: type[CircularLinkedList], create: Callable[[], ChessLayout], size: int) -> None:
        """Fill the pool, which is a `ring`; the first layout made is the start."""
        self.pool = ring(create, size, self)
        start = ChessStep(self.pool.current.info.to_int(), -1, "Nothingness")
        self.tree.insert_node(start)
        self.known.insert(start.layout)

    def begin_process(self) -> bool:
        return self.pool.begin_process()

    def stop(self) -> None:
        """End the search soon, from a result handler or another thread."""
        self.pool.stop()

    def allocate_layout(self) -> ChessLayout:
        """Return a free layout of the pool."""
        return self.pool.allocate_layout()

    def check_step(self, step: ChessStep) -> None:
        """Keep a layout unless it is known; until then, its place in the pool stays free."""
        if self.known.insert(step.layout):
            self.pool.confirm_allocation()
            self.tree.insert_node(step)
        else:
            self.duplicates += 1

    def finished(self, step: ChessStep) -> None:
        """Stop at the goal and hand over the path to it."""
        if not self.pool.stopped:
            self.pool.stop()
            self.handler.handle_result(self.tree.trace_result(step))

    def move_current_to_next(self) -> None:
        """Keep the tree's current node in step with the pool's current layout."""
        self.tree.move_current_to_next()

    def handle_info(self, depth: int) -> None:
        self.handler.handle_info(depth, self.tree.count, self.duplicates)

    def level_done(self, going: bool) -> None:
        """Do nothing at the end of NextStep; a mediator that records overrides this."""

    def release(self) -> None:
        """Empty ring, list and table (`ClearAll` and `DestroyTree` in the article); use none of them afterwards."""
        for part in (self.pool, self.tree, self.known):
            vars(part).clear()
