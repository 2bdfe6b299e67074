"""The slow, obvious twin of the rules: what every kernel and every search is checked against.

It shares no code with the package; it only reads the fields of a `Puzzle` value. A state is a
frozenset of `(kind, head)`, so that pieces of a kind are interchangeable, and the rules are the
sentences of the definition: a piece may slide one cell in a direction of its kind when every cell
that it then covers is on the board, no wall, no gate closed to it and under no other piece.
"""

import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

State = frozenset[tuple[int, int]]

DELTA = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}
METRICS = ("step", "slide", "move")


_ASKED: list[Any] = [None, {}]
"""The puzzle that was asked about last, and what was answered: it is asked the same again and again."""


def cells(puzzle: Any, kind: int, head: int) -> frozenset[int] | None:
    """The cells under a piece of this kind with its first cell there, or None where it cannot lie."""
    if _ASKED[0] is not puzzle:
        _ASKED[:] = [puzzle, {}]
    answers = _ASKED[1]
    if (kind, head) not in answers:
        answers[kind, head] = _covered(puzzle.board, puzzle.kinds[kind], head)
    return answers[kind, head]


def _covered(board: Any, kind: Any, head: int) -> frozenset[int] | None:
    covered = set()
    for dx, dy in kind.shape:
        x, y = head % board.width + dx, head // board.width + dy
        cell = y * board.width + x
        if x < 0 or y < 0 or x >= board.width or y >= board.height:
            return None
        if cell in board.walls or (cell in board.gates and not kind.gates):
            return None
        covered.add(cell)
    return frozenset(covered)


def under(puzzle: Any, pieces: Iterable[tuple[int, int]]) -> frozenset[int]:
    """The cells under some pieces."""
    return frozenset().union(*(cells(puzzle, kind, head) for kind, head in pieces))


def start(puzzle: Any) -> State:
    return frozenset((piece.kind, piece.head) for piece in puzzle.pieces)


def state(layout: Any) -> State:
    """The state of a `Layout`, which lists the heads of each kind."""
    return frozenset((kind, head) for kind, heads in enumerate(layout.heads) for head in heads)


def solved(puzzle: Any, state: State) -> bool:
    return any(set(alternative) <= state for alternative in puzzle.goal.alternatives)


def step(puzzle: Any, kind: int, head: int, direction: str, others: Iterable[tuple[int, int]]) -> int | None:
    """The head after one cell in this direction past the other pieces, or None where it cannot go."""
    return _step(puzzle, kind, head, direction, under(puzzle, others))


def _step(puzzle: Any, kind: int, head: int, direction: str, taken: frozenset[int]) -> int | None:
    """The head after one cell in this direction, where other pieces take some cells."""
    if direction not in puzzle.kinds[kind].directions:
        return None
    dx, dy = DELTA[direction]
    width = puzzle.board.width
    to = head + dy * width + dx
    if not 0 <= head % width + dx < width:
        return None
    covered = cells(puzzle, kind, to)
    return to if covered is not None and covered.isdisjoint(taken) else None


def reach(puzzle: Any, kind: int, head: int, others: State, metric: str) -> set[int]:
    """The heads to which one piece can go in one step, slide or move."""
    taken = under(puzzle, others)

    def steps(head: int) -> set[int]:
        ways = (_step(puzzle, kind, head, direction, taken) for direction in DELTA)
        return {to for to in ways if to is not None}

    found: set[int] = set()
    if metric == "step":
        found = steps(head)
    elif metric == "slide":
        for direction in DELTA:
            to = _step(puzzle, kind, head, direction, taken)
            while to is not None:
                found.add(to)
                to = _step(puzzle, kind, to, direction, taken)
    elif metric == "move":
        waiting = [head]
        while waiting:
            for to in steps(waiting.pop()) - found:
                found.add(to)
                waiting.append(to)
    else:
        raise ValueError(metric)
    return found - {head}


def neighbours(puzzle: Any, state: State, metric: str) -> set[State]:
    """Every state that is one step, slide or move away."""
    return {
        others | {(kind, to)}
        for kind, head in state
        for others in [state - {(kind, head)}]
        for to in reach(puzzle, kind, head, others, metric)
    }


class Search(NamedTuple):
    """The result of a whole breadth-first search."""

    counts: tuple[int, ...]
    """How many states are at depth 0, 1, ..., to the last."""
    distance: int | None
    """The depth of the nearest goal, or None where no goal can be reached."""
    depth: dict[State, int]
    """The depth of every state reached."""


def bfs(puzzle: Any, metric: str, begin: State | None = None, most: float = float("inf")) -> Search:
    """Search everything that can be reached from the start (or another state), by depth; at most so many levels."""
    layer = {start(puzzle) if begin is None else begin}
    depth: dict[State, int] = {}
    counts = []
    distance = None
    while layer and len(counts) <= most:
        if distance is None and any(solved(puzzle, state) for state in layer):
            distance = len(counts)
        depth.update(dict.fromkeys(layer, len(counts)))
        counts.append(len(layer))
        layer = set().union(*(neighbours(puzzle, s, metric) for s in layer)) - depth.keys()
    return Search(tuple(counts), distance, depth)


def enumerate_layouts(puzzle: Any) -> Iterator[State]:
    """All ways to put the pieces on the board, reachable or not, each once."""
    counts = [sum(piece.kind == kind for piece in puzzle.pieces) for kind in range(len(puzzle.kinds))]

    lies = [
        [(h, under) for h in range(puzzle.board.size) if (under := cells(puzzle, kind, h))]
        for kind in range(len(counts))
    ]

    def place(kind: int, placed: State, covered: frozenset[int]) -> Iterator[State]:
        if kind == len(counts):
            yield placed
            return
        free = [(head, under) for head, under in lies[kind] if not under & covered]
        for chosen in itertools.combinations(free, counts[kind]):
            union = covered.union(*(under for _, under in chosen))
            if len(union) == len(covered) + sum(len(under) for _, under in chosen):
                yield from place(kind + 1, placed | {(kind, head) for head, _ in chosen}, union)

    return place(0, frozenset(), frozenset())


def all_distances(puzzle: Any, metric: str, states: Iterable[State] | None = None) -> dict[State, int | None]:
    """The distance from every state (every layout, where none are given) to the nearest goal.

    The states must be closed: whatever can be reached from one of them is one of them.
    """
    before: dict[State, list[State]] = {each: [] for each in (enumerate_layouts(puzzle) if states is None else states)}
    for each in before:
        for neighbour in neighbours(puzzle, each, metric):
            before[neighbour].append(each)
    distances: dict[State, int | None] = dict.fromkeys(before)
    layer = {each for each in before if solved(puzzle, each)}
    distance = 0
    while layer:
        distances.update(dict.fromkeys(layer, distance))
        distance += 1
        layer = {b for each in layer for b in before[each] if distances[b] is None}
    return distances


def components(puzzle: Any) -> list[set[State]]:
    """All layouts, in the sets that steps (either way, where they are one-way) join together."""
    joined: dict[State, set[State]] = {each: set() for each in enumerate_layouts(puzzle)}
    for each in joined:
        for neighbour in neighbours(puzzle, each, "step"):
            joined[each].add(neighbour)
            joined[neighbour].add(each)
    found = []
    left = set(joined)
    while left:
        waiting = [left.pop()]
        component = set(waiting)
        while waiting:
            new = joined[waiting.pop()] - component
            component |= new
            waiting.extend(new)
        left -= component
        found.append(component)
    return found


class Replay(NamedTuple):
    """Where the moves of a solution end, and how many they are in each metric."""

    state: State
    heads: dict[str, int]
    """Where each named piece lies at the end."""
    counts: dict[str, int]
    """`step`: cells gone; `slide` and `move`: consecutive ones of a piece (and direction) are one."""


def replay(puzzle: Any, moves: Iterable[Any]) -> Replay:
    """Make each `Move` with the very piece that it names, step by step; AssertionError where it cannot be."""
    kinds = {piece.symbol: piece.kind for piece in puzzle.pieces}
    heads = {piece.symbol: piece.head for piece in puzzle.pieces}
    steps: list[tuple[str, str]] = []
    for move in moves:
        assert heads[move.piece] == move.start, f"{move}: {move.piece} lies at {heads[move.piece]}"
        assert move.legs, f"{move}: it goes nowhere"
        taken = under(puzzle, [(kinds[s], head) for s, head in heads.items() if s != move.piece])
        for direction, count in move.legs:
            assert count > 0, f"{move}: a leg of no cells"
            for _ in range(count):
                to = _step(puzzle, kinds[move.piece], heads[move.piece], direction, taken)
                assert to is not None, f"{move}: no way {direction} from {heads[move.piece]}"
                heads[move.piece] = to
                steps.append((move.piece, direction))
        assert heads[move.piece] == move.stop, f"{move}: it stops at {heads[move.piece]}"
        assert move.start != move.stop, f"{move}: it ends where it began"
    return Replay(
        frozenset((kinds[each], head) for each, head in heads.items()),
        heads,
        {
            "step": len(steps),
            "slide": len(list(itertools.groupby(steps))),
            "move": len(list(itertools.groupby(piece for piece, _ in steps))),
        },
    )
