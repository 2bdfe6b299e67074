"""What a request says, checked once: every complaint names the field and says what was expected."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from huarong.errors import (
    Cancelled,
    HuarongError,
    InputError,
    LimitReached,
    PuzzleError,
    UnknownName,
    nearest,
)
from huarong.i18n import say

__all__ = ["FieldError", "Fields", "as_error"]


class FieldError(InputError):
    """A request that cannot be used: the field (None for the whole of it), the HTTP status and the reason."""

    def __init__(self, field: str | None, template: str, /, status: int = 400, **args: Any) -> None:
        self.field, self.status = field, status
        super().__init__(template, **args)


class Fields:
    """The fields of a JSON object or of a query, by name.

    >>> fields = Fields.of_json(b'{"metric": "slid"}')
    >>> fields.choice("metric", ("step", "slide", "move"), "move")
    Traceback (most recent call last):
    huarong.web.fields.FieldError: 'slid' is not possible here; expected one of slide
    """

    def __init__(self, values: Mapping[str, Any], known: Sequence[str] | None = None) -> None:
        self.values = values
        if known is not None:
            for name in values:
                if name not in known:
                    near = ", ".join(nearest(name, known) or known)
                    raise FieldError(
                        name[:60], "there is no such field; expected {names}", names=near
                    )

    @classmethod
    def of_json(cls, body: bytes, known: Sequence[str] | None = None) -> Fields:
        """The fields of a body. Raises `FieldError` where it is no JSON object."""
        try:
            values = _decode(body.decode())
        except (ValueError, RecursionError):
            raise FieldError(None, "the body is no JSON in UTF-8") from None
        if not isinstance(values, dict):
            raise FieldError(None, "the body is no JSON object")
        return cls(values, known)

    def text(self, name: str, default: str | None = None, most: int = 1_000_000) -> str:
        """A text; one that is missing and has no default is an error."""
        value = self.values.get(name, default)
        if value is None:
            raise FieldError(name, "this field is missing; expected a text")
        if not isinstance(value, str):
            raise FieldError(name, "expected a text")
        if len(value) > most:
            raise FieldError(name, "at most {most:,} characters are read", most=most)
        if any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value):
            raise FieldError(name, "the text holds a character that stands in no text")
        return value

    def maybe(self, name: str) -> str | None:
        """A text, or None where there is none."""
        return None if self.values.get(name) is None else self.text(name)

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        """One of some texts."""
        value = self.text(name, default)
        if value not in choices:
            near = ", ".join(nearest(value, choices) or choices)
            template = "{value!r} is not possible here; expected one of {choices}"
            raise FieldError(name, template, value=value[:60], choices=near)
        return value

    def flag(self, name: str, default: bool) -> bool:
        """True or false."""
        value = self.values.get(name, default)
        if not isinstance(value, bool):
            raise FieldError(name, "expected true or false")
        return value

    def number(self, name: str, default: float, least: float, most: float) -> float:
        """A number within bounds; in a query it is a text."""
        value = self.values.get(name, default)
        if isinstance(value, str):
            try:
                value = float(value)
            except ValueError:
                value = None
        if isinstance(value, bool) or not isinstance(value, int | float) or not _finite(value):
            raise FieldError(name, "expected a number")
        if not least <= value <= most:
            template = "expected a number from {least:g} to {most:g}"
            raise FieldError(name, template, least=least, most=most)
        return value

    def integers(self, name: str, most: int) -> list[int] | None:
        """A list of whole numbers, in a query separated by commas or points; None where there is none."""
        value = self.values.get(name)
        if isinstance(value, str):
            parts = value.replace(".", ",").split(",") if value else []
            value = [
                int(p) if p.isascii() and p.isdecimal() and len(p) < 6 else None for p in parts
            ]
        if value is None:
            return None
        if not isinstance(value, list) or any(type(each) is not int for each in value):
            raise FieldError(name, "expected a list of whole numbers")
        if len(value) > most:
            raise FieldError(name, "expected at most {most} numbers", most=most)
        return value


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _no_constant(name: str) -> None:
    raise ValueError(name)


_decode = json.JSONDecoder(parse_constant=_no_constant).decode


def as_error(
    error: HuarongError, lang: str, field: str | None = None
) -> tuple[int, dict[str, Any]]:
    """The HTTP status and the JSON of an error of the library."""
    status = 422
    data: dict[str, Any] = {"field": field, "reason": error.message(lang)}
    if isinstance(error, FieldError):
        status, data["field"] = error.status, error.field
    elif isinstance(error, PuzzleError):
        data["faults"] = [
            {
                "line": fault.line,
                "column": fault.column,
                "reason": say(fault.template, lang, **dict(fault.args)),
                "message": fault.message(lang),
            }
            for fault in error.faults[:100]
        ]
    elif isinstance(error, UnknownName):
        status, data["nearest"] = 404, list(error.nearest)
    elif isinstance(error, LimitReached):
        data["limit"] = error.limit
    elif isinstance(error, Cancelled):
        status = 409
    return status, {"error": data}
