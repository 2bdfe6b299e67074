"""Features of a puzzle that may make it hard for a person: numbers, most of them logarithms to base 2.

The rating weighs three of them; `benchmarks/rating.py` tries each alone and beside the length on times of people.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from huarong.design.reason_tree import ReasonTree
from huarong.design.solution_statistics import SolutionStatistics


@dataclass(frozen=True)
class Findings:
    """What is known of a puzzle: statistics of its shortest solutions, a simulated player's moves, the layouts in
    reach, the tree of reasons.
    """

    found: SolutionStatistics
    player: float
    """The mean moves of `huarong.design.player`."""
    reached: int | None = None
    tree: ReasonTree | None = None


def length(its: Findings) -> float:
    """The moves of a shortest solution, as a logarithm."""
    return math.log2(max(1, its.found.length))


def pieces(its: Findings) -> float:
    """The pieces that a shortest solution moves, and one more, as a logarithm."""
    return math.log2(1 + its.found.pieces)


def single(its: Findings) -> float:
    """The layouts on a best way with a single best move, and one more, as a logarithm."""
    return math.log2(1 + its.found.only)


def reasoning(its: Findings) -> float:
    """The logarithm of the number of moves of a simulated player who follows reasons (Olieslagers and others, CogSci
    2024).
    """
    return math.log2(its.player)


def again(its: Findings) -> float:
    """The moves of a shortest solution that move a piece once more."""
    return its.found.length - its.found.pieces


def choices(its: Findings) -> float:
    """The mean number of moves to choose from, as a logarithm."""
    return math.log2(max(1.0, its.found.choices))


def bits(its: Findings) -> float:
    """The bits of guessing a best move each time."""
    return its.found.bits


def wrong(its: Findings) -> float:
    """The choices along a best way that lose, as a share of them, times the length."""
    return its.found.losing * its.found.length


def temptations(its: Findings) -> float:
    """The layouts on a best way where a losing move brings a piece of the goal nearer."""
    return its.found.tempting


def detours(its: Findings) -> float:
    """The moves of a best way that take a piece of the goal away from its place: how far it has to undo itself."""
    return its.found.away


def unforced(its: Findings) -> float:
    """The moves of a best way that are not forced."""
    return its.found.length - its.found.forced


def reach(its: Findings) -> float:
    """The logarithm of the number of layouts that can be reached; 0 if they are not counted."""
    return math.log2(its.reached or 1)


def tree(its: Findings) -> float:
    """The logarithm of one more than the number of nodes of the tree of reasons at the start; 0 if it is not known."""
    return math.log2(1 + its.tree.size) if its.tree else 0.0


def depth(its: Findings) -> float:
    """The levels of the tree of reasons at the start."""
    return its.tree.depth if its.tree else 0.0


def leaves(its: Findings) -> float:
    """The logarithm of one more than the number of moves at the start that have a reason."""
    return math.log2(1 + its.tree.leaves) if its.tree else 0.0


FEATURES: dict[str, Callable[[Findings], float]] = {
    "length": length,
    "pieces": pieces,
    "single best moves": single,
    "reasoning": reasoning,
    "moved again": again,
    "choices": choices,
    "bits": bits,
    "wrong turns": wrong,
    "temptations": temptations,
    "detours": detours,
    "unforced moves": unforced,
    "reach": reach,
    "reasons": tree,
    "depth of reasons": depth,
    "leaves of reasons": leaves,
}
"""The features by name."""
WEIGHED = ("pieces", "single best moves", "reasoning")
"""The features that the rating weighs."""
