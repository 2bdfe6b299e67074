"""Odd certificates: the format's page decides each, and both checkers obey."""

import datetime
import shutil

import pytest

from tests.proof.odd import ACCEPTED, by_node, by_python, differing, odd

node = pytest.mark.skipif(shutil.which("node") is None, reason="it takes Node")


@pytest.mark.parametrize("checker", ["Python", pytest.param("JavaScript", marks=node)])
def test_odd_certificates_are_refused(checker):
    names, files = zip(*odd().items(), strict=True)
    said = [by_python(each) for each in files] if checker == "Python" else by_node(files)
    assert not [
        name
        for name, it in zip(names, said, strict=True)
        if not (it is None or isinstance(it, list))
    ]
    assert {name for name, it in zip(names, said, strict=True) if it is not None} == ACCEPTED


@node
def test_both_checkers_come_to_the_same_verdict():
    accepted, faults = differing(400, datetime.date.today().toordinal())
    assert faults == [] and 20 < accepted < 200


@node
@pytest.mark.slow
def test_both_checkers_come_to_the_same_verdict_on_thirty_thousand():
    accepted, faults = differing(30_000, 1)
    assert faults == [] and accepted > 1000
