"""Facts of whole spaces by the naive rules."""

from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from tests import naive
from tests.strategies import as_layout


def truth(puzzle: Puzzle, metric: str):
    """Every state of a puzzle's pieces with its neighbours, and the distances of those that can be solved."""
    after = {state: naive.neighbours(puzzle, state, metric) for state in naive.enumerate_layouts(puzzle)}
    return after, {state: d for state, d in naive.all_distances(puzzle, metric).items() if d is not None}


def labels(puzzle: Puzzle, space: Space) -> list[int]:
    """For each rank the least rank of its component, by the naive rules."""
    parts = [[space.rank(as_layout(puzzle, state)) for state in part] for part in naive.components(puzzle)]
    return [least for _, least in sorted((rank, min(part)) for part in parts for rank in part)]
