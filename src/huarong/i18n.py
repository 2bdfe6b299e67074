"""Messages in two languages. The English template is the key; `data/zh.json` has the Chinese template."""

import math
import os
import string
import unicodedata
from collections.abc import Container, Mapping, Sequence
from typing import Any

from huarong.lazy import stored

LANGUAGES = ("en", "zh")


_MOST_SHOWN = 10**60
"""The least number that is written as a power of ten instead of digits."""


def _power(value: int) -> int:
    return math.floor((value.bit_length() - 0.5) * math.log10(2))


class _Formatter(string.Formatter):
    """`str.format` with nouns that agree with their number: `{n:,} {n:layout|layouts}`."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        one, either, many = format_spec.partition("|")
        if either:
            return one if value in (1, "1") else many
        if format_spec == "," and isinstance(value, int) and value >= _MOST_SHOWN:
            return f"≈10^{_power(value)}"
        return super().format_field(value, format_spec)

    def check_unused_args(self, used_args: set[int | str], args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        pass


_FORMATTER = _Formatter()


def catalogue(lang: str) -> dict[str, str]:
    """Return a language's templates by their English originals; empty for English."""
    found: dict[str, str] = {} if lang == "en" else stored(f"{lang}.json")
    return found


def say(template: str, lang: str = "en", **args: Any) -> str:
    """Return a template in the language `lang`, with its values filled in. Languages other than `zh` give English.

    Nouns agree with numbers. A value that is a message itself (an error, a `Fault`) is written in the same language.

    >>> say("line {line}: {text}", "zh", line=2, text="…")
    '第 2 行：…'
    >>> [say("{n:,} {n:move|moves}", n=n) for n in (1, 2000)]
    ['1 move', '2,000 moves']
    """
    if lang == "zh":
        template = catalogue("zh").get(template, template)
        args = {name: getattr(each, "message", lambda _, each=each: each)(lang) for name, each in args.items()}
    return _FORMATTER.vformat(template, (), args)


UNITS = {
    "layout": "{count:,} {count:layout|layouts}",
    "state": "{count:,} {count:state|states}",
    "node": "{count:,} {count:node|nodes}",
    "step": "{count:,} {count:step|steps}",
    "entry": "{count:,} {count:entry|entries}",
    "puzzle": "{count:,} {count:puzzle|puzzles}",
}
"""The units that computations count, and a template for a number of each."""


def counted(count: int, unit: str, lang: str = "en") -> str:
    """Return a number with its unit, one of `UNITS`.

    >>> counted(1, "layout"), counted(2000, "entry"), counted(2000, "state", "zh")
    ('1 layout', '2,000 entries', '2,000 个状态')
    """
    return say(UNITS[unit], lang, count=count)


def size_text(size: float) -> str:
    """Return a number of bytes for people, with at most three digits.

    >>> [size_text(size) for size in (1, 512, 1 << 20, 29_334_498, 3 << 29)]
    ['1 B', '512 B', '1 MiB', '28 MiB', '1.5 GiB']
    """
    if size >= _MOST_SHOWN:
        return f"≈10^{_power(int(size))} B"
    units = ("B", "KiB", "MiB", "GiB", "TiB")
    power = 0
    while size >= 999.5 and power < len(units) - 1:
        size /= 1024
        power += 1
    number = f"{size:,.0f}" if size >= 100 or not power else f"{size:.3g}"
    return f"{number} {units[power]}"


def text_width(text: str) -> int:
    """Return how many terminal cells a text takes: two for a Chinese character, none for a combining mark.

    >>> text_width("Cao Cao"), text_width("曹操")
    (7, 4)
    """
    if text.isascii():
        return len(text)
    return sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in text if not unicodedata.combining(c))


def aligned(rows: Sequence[Sequence[str]], right: Container[int] = ()) -> list[str]:
    """Return rows as lines of aligned columns; columns with an index in `right` are right-aligned.

    >>> aligned([["a", "n"], ["曹", "12"]], [1])
    ['a    n', '曹  12']
    """
    widths = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = ((" " * (wide - text_width(cell)), cell) for cell, wide in zip(row, widths, strict=True))
        lines.append("  ".join(space + cell if n in right else cell + space for n, (space, cell) in enumerate(cells)))
    return [line.rstrip() for line in lines]


def system_language() -> str:
    """Return the language of the environment: `zh` for any Chinese locale, else `en`."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    import locale

    return "zh" if (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese")) else "en"
