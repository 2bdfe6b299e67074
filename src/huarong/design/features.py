"""Features of a puzzle that may make it hard for a person: numbers, most of them logarithms to base 2.

The rating weighs three of them; `benchmarks/rating.py` tries each alone and beside the length on times of people.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log2

from huarong.design.player import ReasonTree
from huarong.design.solution_statistics import SolutionStatistics


@dataclass(frozen=True)
class Findings:
    """Statistics of shortest solutions, mean moves of `huarong.design.player`, layouts in reach, tree of reasons."""

    found: SolutionStatistics
    player: float
    reached: int | None = None
    tree: ReasonTree | None = None


FEATURES: dict[str, Callable[[Findings], float]] = {
    # the moves of a shortest solution
    "length": lambda its: log2(max(1, its.found.length)),
    # the pieces that a shortest solution moves, and one more
    "pieces": lambda its: log2(1 + its.found.pieces),
    # the layouts on a best way with a single best move, and one more
    "single best moves": lambda its: log2(1 + its.found.only),
    # the moves of a simulated player who follows reasons (Olieslagers and others, CogSci 2024)
    "reasoning": lambda its: log2(its.player),
    # the moves of a shortest solution that move a piece once more, not as a logarithm
    "moved again": lambda its: its.found.length - its.found.pieces,
    # the mean number of moves to choose from
    "choices": lambda its: log2(max(1.0, its.found.choices)),
    # the bits of guessing a best move each time
    "bits": lambda its: its.found.bits,
    # the choices along a best way that lose, as a share of them, times the length
    "wrong turns": lambda its: its.found.losing * its.found.length,
    # the layouts on a best way where a losing move brings a piece of the goal nearer
    "temptations": lambda its: its.found.tempting,
    # the moves of a best way that take a piece of the goal away from its place: how far it has to undo itself
    "detours": lambda its: its.found.away,
    # the moves of a best way that are not forced
    "unforced moves": lambda its: its.found.length - its.found.forced,
    # the layouts that can be reached; 0 if they are not counted
    "reach": lambda its: log2(its.reached or 1),
    # the nodes of the tree of reasons at the start, and one more; 0 if it is not known, as for the next two
    "reasons": lambda its: log2(1 + its.tree.size) if its.tree else 0.0,
    # the levels of that tree, not as a logarithm
    "depth of reasons": lambda its: its.tree.depth if its.tree else 0.0,
    # the moves at the start that have a reason, and one more
    "leaves of reasons": lambda its: log2(1 + its.tree.leaves) if its.tree else 0.0,
}
"""The features by name."""
WEIGHED = ("pieces", "single best moves", "reasoning")
"""The features that the rating weighs."""
