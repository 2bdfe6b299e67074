"""Facts of whole spaces by the naive rules."""

from collections import defaultdict

from huarong.model.board import Layout
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from tests import naive


def truth(puzzle: Puzzle, metric: str):
    """Every state of a puzzle's pieces: its neighbours, and its distance by the naive rules."""
    states = list(naive.enumerate_layouts(puzzle))
    after = {state: naive.neighbours(puzzle, state, metric) for state in states}
    before = defaultdict(set)
    for state, others in after.items():
        for other in others:
            before[other].add(state)
    level = {state for state in states if naive.solved(puzzle, state)}
    distance = dict.fromkeys(level, 0)
    while level:
        depth = distance[next(iter(level))] + 1
        level = {s for state in level for s in before[state] if s not in distance}
        distance |= dict.fromkeys(level, depth)
    return after, distance


def as_layout(puzzle: Puzzle, state: naive.State) -> Layout:
    kinds = range(len(puzzle.kinds))
    return Layout(tuple(tuple(head for k, head in state if k == kind) for kind in kinds))


def labels(puzzle: Puzzle, space: Space) -> list[int]:
    """For each rank the least rank of its component, by the naive rules."""
    joined = {state: {state} for state in naive.enumerate_layouts(puzzle)}
    for state, part in list(joined.items()):
        for other in naive.neighbours(puzzle, state, "step"):
            if joined[other] is not (part := joined[state]):
                part |= joined[other]
                for each in joined[other]:
                    joined[each] = part
    least = {id(part): min(space.rank(as_layout(puzzle, s)) for s in part) for part in joined.values()}
    return [least[id(joined[naive.state(layout)])] for layout in space]
