"""A metric has a name, and a number by which kernels know it."""

import pytest

import huarong as hr
from huarong.model import metric
from huarong.model.metric import METRICS, Metric


def test_each_metric_has_a_number_of_its_own() -> None:
    assert sorted(each.code for each in METRICS) == list(range(len(METRICS)))


def test_what_no_kernel_knows_is_not_searched_by_the_rules_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(metric._CODES, "slide")
    pytest.raises(KeyError, hr.solve, "AB/../goal:/../AB", metric=Metric.SLIDE).match("slide")
    pytest.raises(KeyError, hr.Atlas.of, "AB/../goal:/../AB", metric="slide").match("slide")
