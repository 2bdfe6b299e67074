"""Odd certificates: the format's page decides each, and both checkers obey."""

import datetime
import shutil

import pytest

from tests.proof.odd import ACCEPTED, by_python, differing, odd

node = pytest.mark.skipif(shutil.which("node") is None, reason="it takes Node")


def test_odd_certificates_are_refused():
    said = {name: by_python(each) for name, each in odd().items()}
    assert {name for name, it in said.items() if it is not None} == ACCEPTED


@node
@pytest.mark.parametrize("tables", [False, True])
def test_both_checkers_come_to_the_same_verdict(tables):
    accepted, faults = differing(400, datetime.date.today().toordinal(), tables)
    assert faults == [] and 20 < accepted < 200


@node
@pytest.mark.slow
@pytest.mark.parametrize(("count", "tables"), [(30_000, False), (5_000, True)])
def test_both_checkers_come_to_the_same_verdict_on_thousands(count, tables):
    accepted, faults = differing(count, 1, tables)
    assert faults == [] and accepted > count // 30
