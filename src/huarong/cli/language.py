"""The language of a call: that of `--lang`, before or after the command, or else the system's."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any

from huarong.i18n import LANGUAGES, say, system_language

LANGUAGE: ContextVar[str | None] = ContextVar("LANGUAGE", default=None)
"""The language of this call, once its arguments are known."""


def language() -> str:
    """The language of this call."""
    return LANGUAGE.get() or system_language()


def tell(template: str, /, **values: Any) -> str:
    """A template, filled in, in the language of this call."""
    return say(template, language(), **values)


def asked(args: Sequence[str]) -> str | None:
    """The language that a command line asks for, found before the line is parsed.

    So errors in parsing it are in that language too.

    >>> asked(["solve", "横刀立马", "--lang", "zh"]), asked(["--lang=en", "list"]), asked(["list"])
    ('zh', 'en', None)
    """
    found = None
    for i, word in enumerate(args):
        if word == "--":
            break
        name, _, value = word.partition("=")
        if name == "--lang":
            value = value or (args[i + 1] if i + 1 < len(args) else "")
            found = value if value in LANGUAGES else found
    return found
