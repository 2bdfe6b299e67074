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
def test_both_checkers_come_to_the_same_verdict():
    accepted, faults = differing(400, datetime.date.today().toordinal())
    assert faults == [] and 20 < accepted < 200


@node
@pytest.mark.slow
def test_both_checkers_come_to_the_same_verdict_on_thirty_thousand():
    accepted, faults = differing(30_000, 1)
    assert faults == [] and accepted > 1000
