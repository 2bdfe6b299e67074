"""The glossary: one word for one thing in the pages, the commands and the web pages, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from tools.site.words import word


class Term(NamedTuple):
    """A word in English and Chinese, and what it means in each. `forms` are other Chinese words for it that are right
    too.
    """

    en: str
    zh: str
    about: str
    about_zh: str
    forms: tuple[str, ...] = ()


def terms() -> tuple[Term, ...]:
    """All words, by their English."""
    rows = json.loads(Path(__file__).with_name("glossary.json").read_text("utf-8"))
    return tuple(sorted((Term(*row[:4], tuple(row[4:])) for row in rows), key=lambda t: t.en))


def pages(language: str) -> dict[str, str]:
    """The page of the glossary."""
    lines = [f"# {word('glossary', language)}", "", word("glossary about", language), ""]
    lines += [
        f"| {word('english', language)} | {word('chinese', language)} | {word('meaning', language)} |",
        "|---|---|---|",
    ]
    lines += [f"| **{t.en}** | **{t.zh}** | {t.about_zh if language == 'zh' else t.about} |" for t in terms()]
    return {"generated/glossary": "\n".join(lines) + "\n"}
