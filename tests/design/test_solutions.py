"""The number of shortest solutions of every layout."""

from __future__ import annotations

import pytest

import huarong as hr
from huarong.design.solution_statistics import solutions_of_all
from huarong.limits import Watch
from huarong.model.metric import METRICS, Metric


@pytest.mark.parametrize("metric", METRICS)
def test_every_layout_has_as_many_as_the_atlas_counts(metric: Metric) -> None:
    atlas = hr.Atlas.of("AAB/C../.../goal:/.../.AA/...", metric)
    found = solutions_of_all(atlas, Watch())
    counted = [atlas.count_solutions(atlas.space.layout(rank)) for rank in range(atlas.space.size)]
    assert found.tolist() == counted
    assert max(counted) > 1


def test_a_layout_without_a_solution_has_none() -> None:
    atlas = hr.Atlas.of("slide: A=R/A..../goal:/..A..")
    assert sorted(solutions_of_all(atlas, Watch()).tolist()) == [0, 0, 1, 1, 1]
