"""周扬's table 1 anew: the hardest layouts of the classic set, by search and by look-up.

Source: 周扬, 陈伊琳, 韦妮君, 周一诺, on solving 华容道 by a hash table, table 1.
"""

from __future__ import annotations

import functools
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import puzzle_at
from huarong.library.reader import puzzle
from huarong.limits import Report, Watch
from huarong.model.metric import Metric
from huarong.search.solver import solve
from huarong.study.zhou_file import ZhouFile, basic_state, write

__all__ = ["Row", "hardest_eight"]


@dataclass(frozen=True, slots=True)
class Row:
    """A layout (its basic state: ten cells), its distance in steps, and median times in milliseconds.

    `search_ms` is a breadth-first search, `lookup_ms` a look-up in the file of all solutions read into a dict,
    `atlas_ms` a walk down the atlas, which stores distances alone and finds the moves as it goes.
    """

    state: tuple[int, ...]
    steps: int
    search_ms: float
    lookup_ms: float
    atlas_ms: float

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return asdict(self)


def hardest_eight(progress: Report | None = None) -> tuple[Row, ...]:
    """The eight hardest layouts of the classic set, the hardest first and those as hard by rank."""
    watch = Watch(progress=progress)
    atlas = Atlas.of(puzzle("横刀立马"), Metric.STEP)
    distances = atlas.distances.astype(int)
    distances[atlas.ranks(None)] = -1
    ranks = sorted(range(len(distances)), key=lambda rank: (-distances[rank], rank))[:8]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solutions"
        write(path, atlas)
        table = ZhouFile(path)
    rows: list[Row] = []
    for rank in ranks:
        watch.look(0, len(rows), len(ranks))
        layout = atlas.space.layout(rank)
        start = puzzle_at(atlas.space, layout, atlas.goal)
        rows.append(
            Row(
                tuple(basic_state(layout)),
                atlas[layout],
                _milliseconds(functools.partial(solve, start, Metric.STEP), 5),
                _milliseconds(functools.partial(table.__getitem__, layout), 200),
                _milliseconds(functools.partial(atlas.line, layout), 20),
            )
        )
    return tuple(rows)


def _milliseconds(call: Callable[[], object], repeats: int) -> float:
    """The median time of a call after a first one that warms up."""
    times = []
    for _ in range(repeats + 1):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return round(sorted(times[1:])[repeats // 2] * 1000, 6)
