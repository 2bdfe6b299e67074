"""The formats of single programs: what each text is read as, here and in the page's reader, and what is refused."""

import re
from collections import Counter
from typing import Any

import pytest

from huarong.errors import PuzzleError
from huarong.library.notations.registry import OTHERS
from huarong.library.reader import detect, read_text
from tests.examples import data
from tests.web.node import needs_node, told

TEXTS: list[tuple[str, str, str, int | None]] = data("formats")
"""Texts with their notation, the line or a part of the complaint that they mean, and the length that they claim."""


def is_line(text: str) -> bool:
    return "/goal:/" in text


@pytest.mark.parametrize(("name", "text", "meant", "length"), TEXTS)
def test_texts(name: str, text: str, meant: str, length: int | None) -> None:
    if not is_line(meant):
        pytest.raises(PuzzleError, read_text, text).match(re.escape(meant))
        assert not detect(text)
        return
    found = read_text(text)
    assert (found.line(), found.read_as and found.read_as.length) == (meant, length)
    assert [each.name for each in detect(text)] == [name]


def test_there_are_five_texts_of_each() -> None:
    counts = Counter(name for name, _, meant, _ in TEXTS if is_line(meant))
    assert set(counts) == {each.name for each in OTHERS} and min(counts.values()) >= 5


PAGE = """
const { PuzzleError, message } = await from('rules/faults'), { read } = await from('rules/reader');
return given.map((text) => {
  try {
    const { line, name, name_zh, read_as: how } = read(text);
    const notes = how.notes.map((each) => message(each));
    return { line, name, name_zh, how: [how.notation, how.length ?? null, how.metric ?? null, notes] };
  } catch (error) {
    if (!(error instanceof PuzzleError)) throw error;
    return { faults: error.faults.map((each) => [each.line, each.column, message(each)]) };
  }
});"""


def in_python(text: str) -> dict[str, Any]:
    try:
        found = read_text(text)
    except PuzzleError as error:
        return {"faults": [[each.line, each.column, each.message()] for each in error.faults]}
    how = found.read_as
    assert how is not None
    notes = [each.message() for each in how.notes]
    return {
        "line": found.line(),
        "name": found.name,
        "name_zh": found.name_zh,
        "how": [how.notation, how.length, how.metric, notes],
    }


@needs_node
def test_the_page_reads_them_as_they_are_read_here() -> None:
    texts = [text for _, text, _, _ in TEXTS]
    for text, page in zip(texts, told(PAGE, texts), strict=True):
        assert page == in_python(text), text
