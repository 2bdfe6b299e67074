"""The fields of requests: each is checked against its schema, in JSON and in a query."""

from __future__ import annotations

from typing import Any

import pytest

from huarong.web.fields import HEADS_AT, LIMITS, METRIC, PUZZLE, Field, FieldError, decoded, read

FIELDS = (
    *PUZZLE,
    HEADS_AT,
    METRIC,
    *LIMITS,
    Field("labels", {"type": "boolean", "default": True}),
    Field("cell", {"type": "integer", "minimum": 4, "maximum": 200, "default": 56}),
)


def test_what_is_not_given_is_the_default() -> None:
    found = read({"puzzle": "x"}, FIELDS)
    assert set(found) == {field.name for field in FIELDS}
    assert (found["metric"], found["labels"], found["cell"], found["heads"]) == ("move", True, 56, None)


def test_a_query_says_in_texts_what_json_says_in_its_types() -> None:
    query = {"puzzle": "x", "heads": "1,2.3", "labels": "false", "cell": "9", "max_seconds": "1.5"}
    body = {"puzzle": "x", "heads": [1, 2, 3], "labels": False, "cell": 9, "max_seconds": 1.5}
    assert read(query, FIELDS, query=True) == read(body, FIELDS)


def test_an_endpoint_without_fields_expects_none() -> None:
    with pytest.raises(FieldError, match="there is no such field; expected none"):
        read({"x": 1}, ())


@pytest.mark.parametrize("cell", [4, 200])
def test_a_number_may_be_the_least_and_the_most(cell: int) -> None:
    assert read({"puzzle": "x", "cell": cell}, FIELDS)["cell"] == cell


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("puzzle", None),
        ("puzzle", 7),
        ("puzzle", "a\0"),
        ("puzzle", "\ud800"),
        ("puzzle", "A" * 100_001),
        ("metric", "slid"),
        ("metric", ""),
        ("metric", ["move"]),
        ("labels", "false"),
        ("labels", 1),
        ("labels", []),
        ("heads", [1.5]),
        ("heads", [True]),
        ("heads", "1,2"),
        ("heads", {}),
        ("heads", [1] * 401),
        ("cell", 3),
        ("cell", 201),
        ("cell", 5.5),
        ("cell", "5"),
        ("cell", True),
        ("cell", float("nan")),
        ("cell", 1 << 2000),
        ("max_seconds", 0),
        ("max_seconds", -1),
        ("max_memory", 1.5),
        ("max_layouts", 0),
        ("colour", "red"),
    ],
)
def test_what_does_not_fit_names_its_field(field: str, value: Any) -> None:
    with pytest.raises(FieldError) as raised:
        read({"puzzle": "x", field: value}, FIELDS)
    assert raised.value.field == field


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("heads", "1,,2"),
        ("heads", "-1"),
        ("heads", "a"),
        ("heads", "999999"),
        ("labels", "True"),
        ("labels", ""),
        ("cell", "x"),
        ("cell", ""),
        ("cell", "1e400"),
        ("cell", "nan"),
        ("metric", ""),
    ],
)
def test_what_does_not_fit_in_a_query_names_its_field(field: str, text: str) -> None:
    with pytest.raises(FieldError) as raised:
        read({"puzzle": "x", field: text}, FIELDS, query=True)
    assert raised.value.field == field


@pytest.mark.parametrize("body", [b"", b"[]", b"1", b'{"a": NaN}', b"{", b"[" * 100_000, b"\xff"])
def test_a_body_is_a_json_object(body: bytes) -> None:
    with pytest.raises(FieldError) as raised:
        decoded(body)
    assert (raised.value.field, raised.value.status) == (None, 400)


def test_a_word_that_is_not_valid_is_answered_with_all_choices() -> None:
    with pytest.raises(
        FieldError, match="'slid' is not a valid metric; expected one of step, slide, move; the nearest: slide"
    ):
        read({"puzzle": "x", "metric": "slid"}, FIELDS)
    with pytest.raises(FieldError, match=r"no such field; expected one of puzzle, .*; the nearest: metric"):
        read({"metrik": "step"}, FIELDS)


def test_an_endpoint_without_fields_takes_none() -> None:
    assert read({}, ()) == {}
    with pytest.raises(FieldError, match="no such field"):
        read({"x": 1}, ())
