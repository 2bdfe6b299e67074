"""A metric has a name, and a number by which kernels know it."""

from __future__ import annotations

import pytest

import huarong as hr
from huarong.model import metric
from huarong.model.metric import METRICS, Metric


def test_each_metric_has_a_number_of_its_own() -> None:
    assert sorted(each.code for each in METRICS) == list(range(len(METRICS)))


def test_what_no_kernel_knows_is_not_searched_by_the_rules_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(metric._CODES, "slide")
    with pytest.raises(KeyError, match="slide"):
        hr.solve("AB/../goal:/../AB", metric=Metric.SLIDE)
    with pytest.raises(KeyError, match="slide"):
        hr.Atlas.of("AB/../goal:/../AB", metric="slide")
