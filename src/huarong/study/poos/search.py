"""poos's nodes as graphs: breadth-first search, and A* with the weights that poos left unused (see `protocol`)."""

import functools
from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar

from huarong.graph import Route, Watcher, best_first
from huarong.study.classic import Classic
from huarong.study.poos.bits import mirrored, value_at
from huarong.study.poos.nodes import IdentityNode, chain_layouts, start_cells
from huarong.study.record import UNBOUNDED, Found, Note


class ChildNode(Protocol):
    """A node of the tree: the members of an `SXNodeState` that a search needs."""

    @property
    def identifier(self) -> Any:
        """A value that no other node has."""

    def child_states(self) -> Iterable[Any]:
        """The nodes one step away."""


N = TypeVar("N", bound=ChildNode)


class Nodes(Generic[N]):
    """poos's nodes as a graph, with the comparator that recognizes the goal; mirror images may count as one."""

    def __init__(self, success: Callable[[N], bool], mirror: bool = False) -> None:
        self.is_goal, self.mirror = success, mirror

    def neighbours(self, node: N) -> Iterable[N]:
        return node.child_states()

    def key(self, node: N) -> Any:
        """Return the identifier, or the smaller one of a node and its mirror image."""
        code = node.identifier
        return min(code, mirrored(code)) if self.mirror else code


Guide = Callable[[int], float]
"""The weight of an identifier beyond the steps made so far."""


class Weighed(Nodes[IdentityNode]):
    """Identifiers with the weights of A*: a lower bound on the steps to go, and a guide if there is one.

    Each step moves the 2x2 by at most one cell, so the cells between it and its goal are a lower bound. With a guide's
    weight added, the sum is no longer a lower bound.
    """

    def __init__(self, goals: frozenset[int], guide: Guide | None = None) -> None:
        super().__init__(lambda node: node.at_home(goals))
        self.goals, self.guide = goals, guide

    def heuristic(self, node: IdentityNode) -> float:
        """Return the weight of what remains (`toValue`)."""
        y, x = divmod(next(c for c in range(20) if value_at(node.identifier, c) == 0), 4)
        rest = min(abs(x - goal % 4) + abs(y - goal // 4) for goal in self.goals)
        return rest + self.guide(node.identifier) if self.guide is not None and rest else rest

    def search(self, start: IdentityNode, watcher: Watcher[IdentityNode]) -> Route[IdentityNode]:
        """Run A*; of equal weights, the node made last comes first."""
        return best_first(self, start, order=lambda gone, rest, n: (gone + rest, -n), watcher=watcher, **UNBOUNDED)


class AStar(Watcher[IdentityNode]):
    """A complete run of A* over identifiers: `met` are the identifiers met, and `done` is the number expanded."""

    def __init__(self, classic: Classic, guide: Guide | None = None) -> None:
        start = IdentityNode.of(*start_cells(classic.blocks))
        self.met, self.duplicates, self.done = {start.identifier}, 0, 0
        self.route = Weighed(classic.goals, guide).search(start, self)

    def generated(self, state: IdentityNode, parent: IdentityNode, known: bool, solved: bool) -> None:
        self.duplicates += known
        self.met.add(state.identifier)

    def expanded(self, state: IdentityNode, gone: float, rest: float | None, waiting: int) -> None:
        self.done += 1

    def found(self, classic: Classic, *notes: Note) -> Found:
        path = functools.partial(chain_layouts, classic, self.route.path)
        return Found(len(self.met), self.duplicates, self.route.length, path=path, notes=notes)
