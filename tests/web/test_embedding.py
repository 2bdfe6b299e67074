"""Where the page places the points of a map (alone/embedding.js), held against the library."""

import numpy as np
import pytest

import huarong as hr
from huarong.atlas.component import Component
from huarong.atlas.embedding import mutual, placed
from huarong.limits import Watch
from tests.web.node import needs_node, told

pytestmark = needs_node


def test_the_page_places_points_where_python_does() -> None:
    graphs = [(np.array([0, 0]), np.array([], np.int32))]
    for text in ("AB/..", "A../...", "AB./...", "AAB/C../.#."):
        puzzle = hr.Puzzle.parse(f"{text}/goal:/{text}")
        graphs.append(mutual(*Component.of(puzzle).neighbours()))
    script = """const { layOut } = await from('alone/embedding'), { run } = await from('alone/solver');
        return given.map(([begin, to]) => { const { xy, stress } = run(layOut(begin, to)); return [[...xy], stress]; });
            """
    found = told(script, [[begin.tolist(), to.tolist()] for begin, to in graphs])
    for (begin, to), (xy, stress) in zip(graphs, found, strict=True):
        points, left = placed(begin.astype(np.int64), to, Watch())
        assert np.abs(np.array(xy).reshape(-1, 2) - points).max(initial=0) < 1e-4, len(begin)
        assert stress == pytest.approx(left, abs=1e-6)
