"""What counts as one move: the three metrics of sliding-block puzzles."""

import enum
from typing import Literal

from huarong.errors import UnknownName


class Metric(enum.StrEnum):
    """What counts as one move of a solution: a step, a slide or a move.

    >>> Metric("move") is Metric.MOVE
    True
    """

    STEP = "step"
    """One piece, one cell."""
    SLIDE = "slide"
    """One piece, any distance in a straight line."""
    MOVE = "move"
    """One piece, any path: the count of the Chinese literature."""

    @classmethod
    def _missing_(cls, value: object) -> "Metric":
        raise UnknownName(str(value), list(cls))

    @property
    def code(self) -> int:
        """The number by which kernels know the metric: 2 for `Metric.MOVE`."""
        return _CODES[self.value]  # a new metric needs loops of its own first: see docs/architecture.md


_CODES = {"step": 0, "slide": 1, "move": 2}
METRICS = tuple(Metric)
"""All metrics."""

MetricName = Literal["step", "slide", "move"]
"""The names of the metrics, as functions take them."""


def as_metric(metric: Metric | str) -> Metric:
    """The metric of a name; raises `UnknownName` with the nearest names.

    >>> as_metric("slide")
    <Metric.SLIDE: 'slide'>
    """
    return Metric(metric)
