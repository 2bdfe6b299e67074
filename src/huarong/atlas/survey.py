"""The figures of a whole space (`Atlas.survey`) or of all layouts that a puzzle's start can reach."""

import itertools
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Unpack

from huarong.atlas.engines import engine_of
from huarong.atlas.statistics import Components, Facts
from huarong.errors import expect
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric, MetricLike, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike, Why
from huarong.search.distances import Distances
from huarong.space.space import Space


@dataclass(frozen=True, eq=False)
class Survey:
    """The figures of a space or a component, and its hardest layouts as puzzles.

    For a component, `space` and `components` are None; for a space, `components` is None unless requested.
    `histogram[d]` is the number of layouts at distance d from the goal. The search took `seconds`. If the atlas was
    read from the cache folder, `cached_at` is when the search ended. `why` explains the choice of the engine or the
    component.

    >>> found = Survey.in_reach("AB/../goal:/../AB", "step")
    >>> found.facts.layouts, found.histogram, [each.line() for each in found.hardest]
    (12, (1, 2, 5, 2, 2), ['BA/../goal:/../AB', '../BA/goal:/../AB'])
    """

    space: Space | None
    metric: Metric
    facts: Facts
    histogram: tuple[int, ...]
    components: Components | None
    hardest: tuple[Puzzle, ...]
    seconds: float
    cached_at: datetime | None = None
    why: Why | None = None

    @classmethod
    @limited
    def in_reach(
        cls, puzzle: PuzzleLike, metric: MetricLike = Metric.MOVE, hardest: int = 100, **limits: Unpack[GivenLimits]
    ) -> "Survey":
        """Compute the figures of all layouts that a puzzle's start can reach. Raises `LimitReached` and `Cancelled`."""
        puzzle, watch = read_puzzle(puzzle), Watch.of(**limits)
        expect(hardest, int)
        began = time.perf_counter()
        far = Distances(puzzle, as_metric(metric), watch)
        some = far.layouts(far.longest) if far.histogram else iter(())
        facts = Facts.of(len(far), far.histogram)
        starts = tuple(puzzle.started(each) for each in itertools.islice(some, max(0, hardest)))
        return cls(None, far.metric, facts, far.histogram, None, starts, time.perf_counter() - began)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Return the figures as JSON; each of the hardest is a puzzle on one line with its goal, `why` is in `lang`."""
        names = ("components", "solvable_components", "largest_component")
        parts = dict.fromkeys(names) if self.components is None else self.components.to_json()
        about = {"space": self.space and self.space.text, "metric": self.metric.value, **self.facts.to_json(), **parts}
        layouts = {"histogram": list(self.histogram), "hardest": [each.line() for each in self.hardest]}
        made = {"seconds": round(self.seconds, 6), "cached_at": self.cached_at and self.cached_at.isoformat()}
        engine = self.space and self.why and engine_of(self.why.key)
        return {**about, **layouts, **made, "engine": engine, "why": self.why and self.why.to_json(lang)}
