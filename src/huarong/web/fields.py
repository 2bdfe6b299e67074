"""The fields of a request. A field is a name and the JSON schema of its value.

Every error names the field and what was expected.
"""

import functools
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from huarong.errors import HuarongError, InputError, choices
from huarong.library.notations.registry import notations
from huarong.library.reader import NAME
from huarong.model.board import Metric
from huarong.web.schemas import COUNT, HEADS, NUMBER, TEXT, Schema, choice, given

_Check = Callable[[str, Any, Schema, bool], Any]
"""Checks a value: the field's name, the value, its schema, and whether it is a text from a query."""
MOST_TEXT = 100_000
"""The longest text of a puzzle, in characters."""


class FieldError(InputError):
    """An invalid request: the field (None for the whole request), the HTTP status and the reason."""

    def __init__(self, field: str | None, template: str, /, status: int = 400, **args: Any) -> None:
        self.field, self.status = field, status
        super().__init__(template, **args)


class naming:  # noqa: N801  # used as a function; a generator would take ten times as long
    """A context that adds a field's name to the library's errors."""

    __slots__ = ("field",)

    def __init__(self, field: str) -> None:
        self.field = field

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, HuarongError):
            error.about = self.field  # type: ignore[attr-defined]


@dataclass(frozen=True, eq=False)
class Field:
    """A field of a request: its name, its JSON schema, and whether it is required.

    A missing field has the schema's `default`, or None.

    >>> metric = Field("metric", {"type": "string", "enum": ["step", "slide", "move"], "default": "move"})
    >>> read({}, [metric])
    {'metric': 'move'}
    >>> read({"metric": "slid"}, [metric])
    Traceback (most recent call last):
    huarong.web.fields.FieldError: 'slid' is not a valid metric; expected one of step, slide, move; the nearest: slide
    """

    name: str
    given: Schema | Callable[[], Schema]
    needed: bool = False

    @property
    def schema(self) -> Schema:
        """The schema at this moment."""
        return self.given() if callable(self.given) else self.given


def notation_field(name: str, *more: str) -> Field:
    """Return a field for the name of a notation, including notations registered later, or one of `more` words."""
    return Field(name, lambda: choice([*(each.name for each in notations()), *more]))


def read(values: Mapping[str, Any], fields: Sequence[Field], query: bool = False) -> dict[str, Any]:
    """Return the checked values of the fields; in a `query`, all are texts. Raises `FieldError`."""
    found, checks = _prepared(tuple(fields))
    for name in values:
        if name not in found:
            if not found:
                raise FieldError(name[:60], "there is no such field; expected none")
            template, expected = "there is no such field; {expected}", choices(name, found)
            raise FieldError(name[:60], template, expected=expected)
    found = found.copy()
    for field, name, check in checks:
        value = values.get(name)
        if value is not None:
            found[name] = check(name, value, field.schema, query)
        elif field.needed:
            text = "this field is missing; expected text"
            raise FieldError(name, "this field is missing; expected a list" if check is _list else text)
    return found


@functools.lru_cache(256)
def _prepared(fields: tuple[Field, ...]) -> tuple[dict[str, Any], list[tuple[Field, str, _Check]]]:
    checks = [(field, field.name, _CHECKS[field.schema["type"]]) for field in fields]
    return {field.name: field.schema.get("default") for field in fields}, checks


def decoded(body: bytes) -> dict[str, Any]:
    """Return the JSON object of a body. Raises `FieldError` if the body is not one."""
    try:
        values = _decode(body.decode())
    except (ValueError, RecursionError):
        raise FieldError(None, "the body is not valid JSON in UTF-8") from None
    if not isinstance(values, dict):
        raise FieldError(None, "the body is not a JSON object")
    return values


_decode = json.JSONDecoder(parse_constant=int).decode  # NaN and Infinity are no numbers of JSON: `int` refuses them

# One check for each type of a schema


def _text(name: str, value: Any, schema: Schema, query: bool) -> str:
    if not isinstance(value, str):
        raise FieldError(name, "expected text")
    names = schema.get("enum")
    if names is not None:
        if value not in names:
            template = "{value!r} is not a valid {name}; {expected}"
            raise FieldError(name, template, value=value[:60], name=name, expected=choices(value, names))
        return value
    if len(value) > schema["maxLength"]:
        template = "the text is too long; expected at most {most:,} {most:character|characters}"
        raise FieldError(name, template, most=schema["maxLength"])
    if not value.isprintable() and any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value):
        raise FieldError(name, "the text has a character that is not allowed in text")
    return value


def _flag(name: str, value: Any, schema: Schema, query: bool) -> bool:
    if query:
        value = {"true": True, "false": False}.get(value)
    if not isinstance(value, bool):
        raise FieldError(name, "expected true or false")
    return value


def _number(name: str, value: Any, schema: Schema, query: bool) -> float:
    if query:
        try:
            value = float(value)
        except ValueError:
            value = None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < math.inf:
        raise FieldError(name, "expected a number")
    least, most = schema["minimum"], schema.get("maximum")
    if value < least or (most is not None and value > most):
        if most is None:
            raise FieldError(name, "expected a number of at least {least:,}", least=least)
        raise FieldError(name, "expected a number from {least:,} to {most:,}", least=least, most=most)
    return value


def _integer(name: str, value: Any, schema: Schema, query: bool) -> int:
    found = _number(name, value, schema, query)
    if found != int(found):
        raise FieldError(name, "expected a whole number")
    return int(found)


def _list(name: str, value: Any, schema: Schema, query: bool) -> list[Any]:
    item = schema["items"]
    if item["type"] == "string":
        most = schema["maxItems"]
        if not isinstance(value, list) or len(value) > most:
            raise FieldError(name, "expected a list of at most {most:,} {most:text|texts}", most=most)
        return [_text(name, each, item, query) for each in value]
    if query:
        parts = value.replace(".", ",").split(",") if value else []
        value = [int(p) if p.isascii() and p.isdecimal() and len(p) < 6 else None for p in parts]
    if item["type"] == "array":
        least, most = schema["minItems"], schema["maxItems"]
        if not isinstance(value, list) or not least <= len(value) <= most:
            template = "expected a list of {least:,} to {most:,} lists of heads"
            raise FieldError(name, template, least=least, most=most)
        return [_list(name, each, item, query) for each in value]
    whole = isinstance(value, list) and set(map(type, value)) <= {int}
    if not whole and (not isinstance(value, list) or not all(map(_whole, value))):
        raise FieldError(name, "expected a list of whole numbers")
    most = schema["maxItems"]
    if len(value) > most:
        raise FieldError(name, "expected at most {most} {most:number|numbers}", most=most)
    return value if whole else [int(each) for each in value]


def _whole(value: Any) -> bool:
    """Whether a value is an integer in the sense of JSON, which includes 1.0."""
    return type(value) is int or (type(value) is float and value.is_integer())


_CHECKS: dict[str, _Check] = {"string": _text, "boolean": _flag, "number": _number, "integer": _integer, "array": _list}
# Fields that several endpoints take


def long_text(most: int, about: str = "", **more: Any) -> Schema:
    """Return the schema of a text of at most `most` characters, none of them NUL."""
    return given(TEXT, about, maxLength=most, pattern=r"^[^\u0000]*$", **more)


_GOAL = Field("goal", long_text(MOST_TEXT, "the rows of a goal that replaces the puzzle's own"))
_NOTATION = notation_field("notation", NAME)


def _puzzle(name: str) -> tuple[Field, ...]:
    about = "a name in the library, or a puzzle in any notation"
    return Field(name, long_text(MOST_TEXT, about), needed=True), _GOAL, _NOTATION


PUZZLE, TEXT_IN = _puzzle("puzzle"), _puzzle("text")
"""The fields `puzzle` and `text`, whose values mean a puzzle."""
HEADS_AT = Field("heads", given(HEADS, "the head of each piece, in the order of the puzzle's pieces"))
METRIC = Field("metric", choice([metric.value for metric in Metric], default="move"))
LIMITS = (
    Field("max_seconds", given(NUMBER, "at most the server's own limit", minimum=0.01)),
    Field("max_memory", given(COUNT, "bytes", minimum=1 << 20)),
    Field("max_layouts", given(COUNT, minimum=1)),
)
