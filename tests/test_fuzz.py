"""Random texts are read or refused in words; `python -m tools.fuzz` tries any number of them."""

import datetime
import json
import shutil

import pytest
from tools.fuzz import KEPT, PAGE, by_python, differing, ending, fuzz, in_node


def test_texts_that_were_found_before():
    for text in json.loads(KEPT.read_text("utf-8")):
        ending(text)


def test_some_texts():
    assert fuzz(400, 1, every=90)[1] == []


@pytest.mark.slow
def test_ten_thousand_texts_of_today():
    """The texts change every day: a failure names its text, which then goes into `tests/data/texts.json`."""
    assert fuzz(10_000, datetime.date.today().toordinal())[1] == []


BLANKS = [
    "AB\ufeff/..",
    "\ufeffAB/..",
    "AB/../goal\x1c:/../AB",
    "g²oal:/AB/../goal:/../AB",
    "names: A=\ufeffx/AB/../goal:/../AB",
    "12\u212a0",
    "0\u212a",
    "12İ0",
    "٣120",
    "1\x852 3 0",
    "1\u20282 3 0",
    "4,1,\x0b\n2,0,0,-1",
    "02171904051011011112131516\ufeff",
]


@pytest.mark.skipif(shutil.which("node") is None, reason="it takes Node")
def test_the_page_takes_for_blank_what_python_does():
    assert in_node(PAGE, BLANKS) == json.loads(json.dumps([by_python(text) for text in BLANKS]))


@pytest.mark.skipif(shutil.which("node") is None, reason="it takes Node")
def test_the_page_reads_what_python_reads():
    assert differing(200, datetime.date.today().toordinal(), every=90) == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="it takes Node")
def test_the_page_reads_ten_thousand_texts_of_today():
    assert differing(10_000, datetime.date.today().toordinal()) == []
