"""吕震宇's worked example, 华容道与数据结构, part 8: 横刀立马 with downward moves only, in the program's original form.

Every insertion is an event. It has the pool with its pointers, the list that is a tree, and the AVL tree, as they are
after the insertion. At the end the stack reverses the path. As the article supposes, the search ends once the 2x2 has
moved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from huarong.library.reader import puzzle
from huarong.model.puzzle import Puzzle
from huarong.study.classic import BOX, Classic
from huarong.study.lv import LevelReport, Version, assemble
from huarong.study.lv.chessmen import ChessStep, Plane, Step, steps
from huarong.study.lv.original import OriginalLayout, OriginalMediator, RaisingTree, RecursiveRing
from huarong.study.lv.search import Mediator
from huarong.study.lv.visited import AvlNode, AvlTree

Branch = tuple[int, "Branch | None", "Branch | None"] | None
"""A node of the AVL tree with its left and right sides."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the ring: the code of its layout, None if none is in use, and the pointers to it."""

    code: int | None
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """An event, and the state of the data structures after it.

    `kind` is `start`, `new`, `duplicate`, `level` or `goal`; `piece` and `method` made the layout `code` out of
    `parent`. `listed` is the list that is a tree: code, parent, piece and method of each node. `rotated` where the AVL
    tree
    turned.
    """

    kind: str
    depth: int
    code: int | None
    parent: int | None
    piece: int | None
    method: str
    rotated: bool
    pool: tuple[Place, ...]
    listed: tuple[tuple[int, int | None, int, str], ...]
    tree: Branch

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return {
            "kind": self.kind,
            "depth": self.depth,
            "code": self.code,
            "parent": self.parent,
            "piece": self.piece,
            "method": self.method,
            "rotated": self.rotated,
            "pool": [{"code": place.code, "marks": list(place.marks)} for place in self.pool],
            "list": [
                {"code": code, "parent": parent, "piece": piece, "method": method}
                for code, parent, piece, method in self.listed
            ],
            "tree": _plain(self.tree),
        }


def _plain(branch: Branch) -> Any:
    return branch and {"code": branch[0], "left": _plain(branch[1]), "right": _plain(branch[2])}


@dataclass(frozen=True, slots=True)
class Example:
    """The events, and the stack: what is pushed from the last layout up, and what is popped."""

    puzzle: Puzzle
    events: tuple[Event, ...]
    pushed: tuple[ChessStep, ...]
    popped: tuple[ChessStep, ...]

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return {
            "puzzle": "/".join(self.puzzle.rows()),
            "events": [event.to_json() for event in self.events],
            "pushed": [step._asdict() for step in self.pushed],
            "popped": [step._asdict() for step in self.popped],
        }


class Downward(Plane):
    """A piece that can only go down, by one cell or two."""

    __slots__ = ()

    @classmethod
    def ways(cls, size: str, far: bool) -> tuple[Step, ...]:
        """The ways of this size that go down."""
        return tuple(step for step in steps(size, far) if step.method in ("Down", "Down2"))


EXAMPLE = Version(32, RaisingTree, Downward, layout=OriginalLayout, mediator=OriginalMediator)
"""The program of the example: the original form with pieces that only go down."""
POOL = 6
"""The places of the ring in the example's pictures."""


def supposed(source: Puzzle) -> Classic:
    """A puzzle as the example supposes it: solved once the 2x2 has gone down by one cell."""
    classic = Classic.of(source, empty=2, count=10)
    goals = frozenset(cell + 4 for size, cell in classic.blocks if size == BOX)
    return Classic(classic.puzzle, classic.blocks, goals)


class _Ring(RecursiveRing):
    """A ring that notifies its mediator when its pointers have gone on to the next level."""

    def next_step(self, mediator: Mediator) -> bool:
        going = super().next_step(mediator)
        assert isinstance(mediator, _Recording)
        mediator.keep("level", None)
        return going


class _Recording(OriginalMediator):
    """A mediator that records an event for each layout."""

    ring = _Ring
    events: list[Event]

    def init(self, create: Any, size: int) -> None:
        self.events = []
        super().init(create, size)
        self.keep("start", self.tree.root.step if self.tree.root else None)

    def check_step(self, step: ChessStep) -> None:
        nodes, turns = self.tree.count, self._avl.rotations
        super().check_step(step)
        kind = "new" if self.tree.count > nodes else "duplicate"
        self.keep(kind, step, self._avl.rotations > turns)

    def finished(self, step: ChessStep) -> None:
        if not self.pool.stopped:
            self.keep("goal", step)
        super().finished(step)

    @property
    def _avl(self) -> AvlTree:
        assert isinstance(self.known, AvlTree)
        return self.known

    def keep(self, kind: str, step: ChessStep | None, rotated: bool = False) -> None:
        """Record an event with the state of all structures after it."""
        parent = self.tree.current
        above = parent.step.layout if parent and step and kind != "start" else None
        listed = []
        node = self.tree.root
        while node is not None:
            over = node.parent.step.layout if node.parent else None
            listed.append((node.step.layout, over, node.step.chessman, node.step.method))
            node = node.link
        self.events.append(
            Event(
                kind,
                self.pool.depth,
                step.layout if step else None,
                above,
                step.chessman if step and kind != "start" else None,
                step.method if step and kind != "start" else "",
                rotated,
                self._places(),
                tuple(listed),
                _branch(self._avl.root),
            )
        )

    def _places(self) -> tuple[Place, ...]:
        """The ring from the place that was filled first; a layout is in use from `current` to `allocate`."""
        pool, used = self.pool, set()
        at = pool.current
        while at is not pool.allocate.link:
            used.add(id(at))
            at = at.link
            if at is pool.current:
                break
        marks = {"current": pool.current, "last": pool.last, "allocate": pool.allocate}
        first = at = self._first
        places = []
        while True:
            code = at.info.to_int() if id(at) in used else None
            places.append(Place(code, tuple(name for name, to in marks.items() if to is at)))
            at = at.link
            if at is first:
                return tuple(places)

    @property
    def _first(self) -> Any:
        if not hasattr(self, "_beginning"):
            self._beginning = self.pool.current
        return self._beginning


def _branch(node: AvlNode | None) -> Branch:
    return (node.code, _branch(node.left), _branch(node.right)) if node else None


def worked_example(pool: int = POOL) -> Example:
    """The example of part 8, with a pool of `pool` layouts.

    >>> example = worked_example()
    >>> [(each.code, each.piece) for each in example.events if each.kind in ("new", "duplicate")]
    [(11198801, 6), (11199557, 7), (11198549, 7), (11198549, 6), (11144021, 4)]
    >>> [each.code for each in example.events if each.rotated]
    [11199557, 11144021]
    """
    found = puzzle("横刀立马")
    report = LevelReport()
    mediator = assemble(supposed(found), EXAMPLE, pool, report, make=_Recording)
    assert isinstance(mediator, _Recording)
    mediator.begin_process()
    popped = tuple(report.steps)
    return Example(found, tuple(mediator.events), popped[::-1], popped)


def sorted_table(source: Puzzle) -> tuple[tuple[str, int, int, int, int], ...]:
    """The table of part 11: each piece and empty cell with y, x, 10 y + x, and its place when sorted by that.

    >>> rows = sorted_table(puzzle("ABBC/ABBC/DGHF/DJKF/.EE."))
    >>> rows[0], rows[1], rows[-1]
    (('A', 0, 0, 0, 0), ('B', 0, 1, 1, 1), ('', 4, 3, 43, 11))
    """
    cells = [(piece.head, piece.symbol) for piece in source.pieces]
    cells += [(cell, "") for cell in Classic.of(source, empty=None).empty]
    return tuple(
        (symbol, cell // 4, cell % 4, cell // 4 * 10 + cell % 4, place)
        for place, (cell, symbol) in enumerate(sorted(cells))
    )
