"""Texts of all sorts are read or refused in words; `python -m tests.fuzz` tries as many as one likes."""

import datetime
import json

import pytest

from tests.fuzz import KEPT, ending, fuzz


def test_texts_that_were_found_before():
    for text in json.loads(KEPT.read_text("utf-8")):
        ending(text)


def test_some_texts():
    assert fuzz(500, 1)[1] == []


@pytest.mark.slow
def test_ten_thousand_texts_of_today():
    """Others each day: a failure names the text, which then goes into the file that is kept."""
    assert fuzz(10_000, datetime.date.today().toordinal())[1] == []
