"""The generic protocol of poos as the article draws it, in Python, and a searcher and a state that follow it.

Members keep their names in Python's spelling: `SXNodeState` is `NodeState` here, and `HuaSearch` has the members of
`SXSeacher`. The searcher works for any game with such states; `PuzzleState` is one for every puzzle of this project.
The weights of `SXAStarState`, "not used yet", are those of `search.Weighed`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from huarong.errors import InputError
from huarong.graph import Watcher, bfs
from huarong.model.puzzle import Puzzle
from huarong.study.plain import Plain, PlainState
from huarong.study.poos.search import Nodes
from huarong.study.record import UNBOUNDED, Found, Solver, Tally


class NodeState(Protocol):
    """A state (`SXNodeState`) with its parent and its identifier."""

    parent_state: "NodeState | None"
    data: Sequence[int]
    identifier: Any

    def child_states(self) -> "Iterable[NodeState]":
        """Return the states one step away (`childeStates`)."""


class HuaSearch(Nodes[NodeState]):
    """`HuaSearch`: breadth-first search with the known states in a set of identifiers.

    >>> class Number:
    ...     def __init__(self, n, parent=None):
    ...         self.data, self.identifier, self.parent_state = [n], n, parent
    ...     def child_states(self):
    ...         return [Number(m, self) for m in (self.identifier + 1, self.identifier * 2)]
    >>> search = HuaSearch(Number(1), Number(10), lambda state, target: state.data == target.data)
    >>> search.search(), [state.identifier for state in search.path_with_state()]
    (True, [1, 2, 4, 5, 10])
    """

    def __init__(self, start: NodeState, target: NodeState, comparator: Callable[[NodeState, NodeState], bool]) -> None:
        super().__init__(lambda state: comparator(state, target))
        self.start_state, self.target_state, self.success_comparator = start, target, comparator
        self.watcher: Watcher[NodeState] | None = None

    def search(self) -> bool:
        """Search; return whether there is a path."""
        self.route = bfs(self, self.start_state, watcher=self.watcher, **UNBOUNDED)
        return self.route.solved

    def path_with_state(self) -> list[NodeState]:
        """Return the states on the way, from the start."""
        return list(self.route.path)


class PuzzleState:
    """A layout of any puzzle as a state: its data are the places of its pieces."""

    __slots__ = ("data", "identifier", "parent_state", "plain")

    def __init__(self, plain: Plain, data: PlainState, parent_state: NodeState | None = None) -> None:
        self.plain, self.parent_state = plain, parent_state
        self.data: Sequence[int] = data
        self.identifier: Any = data

    def child_states(self) -> Iterable[NodeState]:
        """The states one step away."""
        return (type(self)(self.plain, each, self) for each in self.plain.neighbours(self.identifier))


def target_of(puzzle: Puzzle, plain: Plain) -> tuple[PuzzleState, Callable[[NodeState, NodeState], bool]]:
    """Return the target of a puzzle as a state, and the comparator that recognizes it.

    Only the places that the goal names are known in the target and compared. Raises `InputError` for several goals.
    """
    goals, place = puzzle.goal.alternatives, plain.rules.place
    if len(goals) != 1:
        raise InputError("this exhibit accepts one goal layout; the puzzle has {n:,}", n=len(goals))
    wanted = tuple(place.get(each, -1) for each in goals[0])

    def compare(state: NodeState, target: NodeState) -> bool:
        return set(target.data).issubset(state.data)

    return PuzzleState(plain, wanted), compare


def prepare(puzzle: Puzzle) -> Solver:
    """Prepare the exhibit: the article's searcher on any puzzle with a single goal."""
    plain = Plain(puzzle)
    target, compare = target_of(puzzle, plain)

    def solve() -> Found:
        search, tally = HuaSearch(PuzzleState(plain, plain.start), target, compare), Tally()
        search.watcher = tally
        search.search()
        chain = search.path_with_state()
        return tally.found(search.route.length, lambda: tuple(plain.layout(tuple(each.data)) for each in chain))

    return solve
