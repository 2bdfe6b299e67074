"""The fields of requests: each is checked against its schema, in JSON and in a query."""

import json
import re
from typing import Any

import pytest

from huarong.web.fields import HEADS_AT, LIMITS, METRIC, PUZZLE, Field, FieldError, decoded, read

FIELDS = (*PUZZLE, HEADS_AT, METRIC, *LIMITS, Field("labels", {"type": "boolean", "default": True}))
FIELDS += (Field("cell", {"type": "integer", "minimum": 4, "maximum": 200, "default": 56}),)


def refused(given: dict[str, Any], fields: tuple[Field, ...] = FIELDS, query: bool = False) -> tuple[str | None, str]:
    """The field that is named in the refusal, and the reason."""
    with pytest.raises(FieldError) as raised:
        read(given, fields, query=query)
    return raised.value.field, str(raised.value)


def test_what_is_not_given_is_the_default() -> None:
    found = read({"puzzle": "x"}, FIELDS)
    assert set(found) == {field.name for field in FIELDS} and read({}, ()) == {}
    assert (found["metric"], found["labels"], found["cell"], found["heads"]) == ("move", True, 56, None)
    for cell in (4, 200):  # the least and the most
        assert read({"puzzle": "x", "cell": cell}, FIELDS)["cell"] == cell


def test_a_query_says_in_texts_what_json_says_in_its_types() -> None:
    query = {"puzzle": "x", "heads": "1,2.3", "labels": "false", "cell": "9", "max_seconds": "1.5"}
    body = {"puzzle": "x", "heads": [1, 2, 3], "labels": False, "cell": 9, "max_seconds": 1.5}
    assert read(query, FIELDS, query=True) == read(body, FIELDS)


WRONG = """
puzzle null, 7, "a\\u0000", "\\ud800"
metric "slid", "", ["move"]
labels "false", 1, []
heads [1.5], [true], "1,2", {}
cell 3, 201, 5.5, "5", true, NaN
max_seconds 0, -1
max_memory 1.5
max_layouts 0
colour "red"
"""
"""Values in JSON that do not fit their fields,"""
IN_QUERIES = {"heads": "1,,2 -1 a 999999", "labels": "True ", "cell": "x  1e400 nan", "metric": ""}
"""and texts that do not in a query."""


@pytest.mark.parametrize("line", WRONG.split("\n")[1:-1])
def test_what_does_not_fit_names_its_field(line: str) -> None:
    field, _, values = line.partition(" ")
    for value in json.loads(f"[{values}]"):
        assert refused({"puzzle": "x", field: value})[0] == field, value


def test_a_bound_is_written_whole() -> None:
    assert refused({"puzzle": "x", "max_memory": 1}) == ("max_memory", "expected a number of at least 1,048,576")
    assert refused({"puzzle": "x", "cell": 3}) == ("cell", "expected a number from 4 to 200")


def test_what_is_too_long_and_what_does_not_fit_in_a_query_names_its_field() -> None:
    for field, value in (("puzzle", "A" * 100_001), ("heads", [1] * 401), ("cell", 1 << 2000)):
        assert refused({"puzzle": "x", field: value})[0] == field
    for field, texts in IN_QUERIES.items():
        for text in texts.split(" "):
            assert refused({"puzzle": "x", field: text}, query=True)[0] == field, text


@pytest.mark.parametrize("body", [b"", b"[]", b"1", b'{"a": NaN}', b"{", b"[" * 100_000, b"\xff"])
def test_a_body_is_a_json_object(body: bytes) -> None:
    with pytest.raises(FieldError) as raised:
        decoded(body)
    assert (raised.value.field, raised.value.status) == (None, 400)


def test_a_word_that_is_not_valid_is_answered_with_all_choices() -> None:
    wanted = "'slid' is not a valid metric; expected one of step, slide, move; the nearest: slide"
    assert wanted in refused({"puzzle": "x", "metric": "slid"})[1]
    assert re.search(r"no such field; expected one of puzzle, .*; the nearest: metric", refused({"metrik": "step"})[1])
    assert "there is no such field; expected none" in refused({"x": 1}, ())[1]
