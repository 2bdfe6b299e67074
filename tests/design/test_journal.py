"""Journals: the finished parts of a work are found again, and nobody else's file is written to."""

from __future__ import annotations

import pytest

from huarong.design.journal import Journal
from huarong.errors import FileError


@pytest.mark.parametrize(
    "text", ["not ours, and without an end", '{"work": "square"}', '{"work": "cubes']
)
def test_what_is_not_its_own_is_not_lost(text, tmp_path):
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(FileError, match="is not the journal of this work"):
        Journal(path, "squares")
    assert path.read_text() == text


def test_a_first_line_that_was_not_finished(tmp_path):
    path = tmp_path / "file"
    path.write_text('{"work": "squ')
    assert Journal(path, "squares").get("2", lambda: 4) == 4
    assert Journal(path, "squares").parts == {"2": 4}
