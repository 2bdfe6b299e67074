"""poos's breadth-first searcher, and A* with the weights that he left unused; `protocol` has his protocols whole."""

from __future__ import annotations

import functools
import heapq
from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, Self, TypeVar

from huarong.study.classic import Classic, ways_back
from huarong.study.poos.bits import value_at
from huarong.study.poos.cells import chain_layouts
from huarong.study.poos.nodes import IdentityNode
from huarong.study.record import Found, Note, Tally, Witness

N = TypeVar("N", bound="ChildNode")


class ChildNode(Protocol):
    """A node of the tree: what a search needs of an `SXNodeState`."""

    @property
    def parent_state(self) -> Self | None:
        """The node that this one was reached from."""

    @property
    def identifier(self) -> Any:
        """A value that no other node has."""

    def child_states(self) -> Iterable[Self]:
        """The nodes one step away."""


class LevelSearcher(Generic[N]):
    """His searcher: levels of children, and a set of the identifiers that were met.

    `image` names a layout that may count as met as well; `most` ends the search at a depth; `witness` is called with
    each layout generated.
    """

    def __init__(
        self,
        start: N,
        success: Callable[[N], bool],
        image: Callable[[N], int | str] | None = None,
        most: int | None = None,
        witness: Witness[N] | None = None,
    ) -> None:
        self.start = start
        self.success = success
        self.image = image
        self.most = most
        self.witness = witness
        self.tally = Tally()
        self.history = {start.identifier}
        if image:
            self.history.add(image(start))
        self.goal: N | None = None

    def search(self) -> bool:
        """Search; returns whether there is a path."""
        history, witness = self.history, self.witness
        level = [self.start]
        while level and (self.most is None or len(self.tally.levels) <= self.most):
            following = []
            duplicates = 0
            for node in level:
                for child in node.child_states():
                    known = child.identifier in history
                    solved = not known and self.success(child)
                    if witness is not None:
                        witness(child, node, known, solved)
                    if known:
                        duplicates += 1
                        continue
                    if solved:
                        self.goal = child
                        return True
                    history.add(child.identifier)
                    if self.image:
                        history.add(self.image(child))
                    following.append(child)
            self.tally.close(len(following), duplicates)
            level = following
        return False

    def path_with_state(self) -> list[N]:
        """The nodes on the way, from the start."""
        return [] if self.goal is None else ways_back(self.goal, lambda node: node.parent_state)


class WeighedNode:
    """An identifier with the weights of A*: its steps from the start, and a lower bound on the steps to go.

    Each step moves the 2x2 by at most one cell, so the cells between it and home are a lower bound. A guide may add
    to it; then it is no longer a lower bound.
    """

    __slots__ = ("from_value", "node", "to_value")

    def __init__(
        self, node: IdentityNode, from_value: int, goals: frozenset[int], guide: Callable[[int], float] | None = None
    ) -> None:
        self.node = node
        self.from_value = from_value
        y, x = divmod(next(c for c in range(20) if value_at(node.identifier, c) == 0), 4)
        self.to_value: float = min(abs(x - goal % 4) + abs(y - goal // 4) for goal in goals)
        if guide is not None and self.to_value:
            self.to_value += guide(node.identifier)

    @property
    def total_value(self) -> float:
        """What A* orders its nodes by."""
        return self.from_value + self.to_value


class AStar:
    """A* over identifiers with the weights that he leaves for later, and a guide if there is one.

    `steps` has the steps from the start of each visited layout.
    """

    def __init__(self, start: IdentityNode, goals: frozenset[int], guide: Callable[[int], float] | None = None) -> None:
        self.start = start
        self.goals = goals
        self.guide = guide
        self.expanded = self.duplicates = self.pushed = 0
        self.steps = {start.identifier: 0}
        self.goal: IdentityNode | None = None

    def search(self) -> bool:
        """Search; returns whether there is a path."""
        queue: list[tuple[float, int, WeighedNode]] = []
        self._push(queue, self.start, 0)
        while queue:
            weighed = heapq.heappop(queue)[2]
            node, depth = weighed.node, weighed.from_value
            if depth > self.steps[node.identifier]:
                continue
            if weighed.to_value == 0:
                self.goal = node
                return True
            self.expanded += 1
            for child in node.child_states():
                if depth + 1 < self.steps.get(child.identifier, depth + 2):
                    self.steps[child.identifier] = depth + 1
                    self._push(queue, child, depth + 1)
                else:
                    self.duplicates += 1
        return False

    def _push(self, queue: list[tuple[float, int, WeighedNode]], node: IdentityNode, n: int) -> None:
        weighed = WeighedNode(node, n, self.goals, self.guide)
        self.pushed += 1
        heapq.heappush(queue, (weighed.total_value, -self.pushed, weighed))

    def path_with_state(self) -> list[IdentityNode]:
        """The nodes on the way, from the start."""
        return [] if self.goal is None else ways_back(self.goal, lambda node: node.parent_state)

    def found(self, classic: Classic, *notes: Note) -> Found:
        """The record of a search that is over."""
        chain = self.path_with_state()
        path = functools.partial(chain_layouts, classic, chain)
        depth = len(chain) - 1 if chain else None
        return Found(len(self.steps), self.duplicates, depth, path=path, notes=notes)
