"""Generated files of the pages: texts by language, the Chinese of faults, the names of the library, and the widget."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable

from huarong.atlas.why import TEXTS
from huarong.i18n import catalogue
from huarong.library.catalogue import entries
from huarong.web.bundle import bundled
from huarong.web.pages import FILES, STATIC, stamp

_READING = ("cells", "faults", "formats", "gridtext", "impossible", "letters", "reader", "rush", "tiles")
_TEXT = re.compile(r"'((?:[^'\\\n]|\\.)+)'|\"((?:[^\"\\\n]|\\.)+)\"")


@functools.cache
def faults() -> bytes:
    """The Chinese of the templates of the page's own reader of texts and of its reasons, by their English."""
    chinese = catalogue("zh")
    texts = "\n".join((STATIC / "rules" / f"{name}.js").read_text("utf-8") for name in _READING)
    found = (one or two for one, two in _TEXT.findall(re.sub(r"' \+\n\s*'", "", texts)))
    words = {text: chinese[text] for text in sorted(set(found)) if text in chinese}
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()


@functools.cache
def reasons() -> bytes:
    """The sentences of reasons in both languages, by their kinds."""
    texts = {f"why {kind}": [text, catalogue("zh")[text]] for kind, text in TEXTS.items()}
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


@functools.cache
def names() -> str:
    """A module with the names and texts of the library, for the widget, which makes no requests."""
    rows = [
        [entry.name, entry.name_zh, entry.puzzle.line() if entry.goal else entry.text, int(entry.group == "openings")]
        for entry in entries()
    ]
    return f"export const NAMES = {json.dumps(rows, ensure_ascii=False, separators=(',', ':'))};\n"


@functools.cache
def widget() -> bytes:
    """`<huarong-board>` in one module."""
    return bundled("alone/widget/widget.js", {"alone/widget/names.js": names()}).encode()


@functools.lru_cache(8)
def _words(column: int, changed: int) -> bytes:
    pairs = json.loads((STATIC / "shared" / "words.json").read_text("utf-8"))
    own = {key: texts[column] for key, texts in pairs.items()}
    return json.dumps(own, ensure_ascii=False, separators=(",", ":")).encode()


@functools.lru_cache(32)
def _style(name: str, changed: int) -> bytes:
    text = re.sub(r"/\*.*?\*/", "", (STATIC / name).read_text("utf-8"), flags=re.S)
    return re.sub(r"\s*([{};,])\s*|(?<=:)\s+", r"\1", text).replace(";}", "}").strip().encode()


MADE: dict[str, Callable[[], bytes]] = {
    "alone/faults.json": faults,
    "huarong-board.js": widget,
    "play/why.json": reasons,
    "shared/words.en.json": lambda: _words(0, stamp()),
    "shared/words.zh.json": lambda: _words(1, stamp()),
    **{name: functools.partial(lambda name: _style(name, stamp()), name) for name in FILES if name.endswith(".css")},
}
"""The functions that make the files, by file name."""
