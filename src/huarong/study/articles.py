"""The five articles that the museum is built from, and an entry for the project's own methods."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from huarong.errors import UnknownName
from huarong.i18n import say


@dataclass(frozen=True, slots=True)
class Article:
    """An article: its author, title, year, programming language, and a sentence about it.

    `year` is empty if our copy has none. `about` is a message template, with its Chinese in the catalogue. `topic`
    replaces the title if our copy lacks one.
    """

    key: str
    author: str
    title: str
    year: str
    language: str
    about: str
    topic: str = ""

    def when(self, lang: str = "en") -> str:
        """Return the year as far as it is known."""
        return say(self.year or "undated", lang)

    def heading(self, lang: str = "en") -> str:
        """Return author, title and year on one line.

        >>> article("lv").heading(), article("lv").heading("zh")
        ('吕震宇, 华容道与数据结构, 2005 (C#)', '吕震宇，华容道与数据结构，2005 年（C#）')
        """
        author = self.author if lang == "en" else self.author.replace(", ", "、")
        year = self.when(lang) + (" 年" if lang == "zh" and self.year.isdigit() else "")
        title = self.title or say(self.topic, lang)
        template = "{author}, {title}, {year} ({language})"
        return say(template, lang, author=author, title=title, year=year, language=self.language)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Return the article as JSON, with its sentence in the language `lang`."""
        told = {"key": self.key, "author": self.author, "title": self.title or say(self.topic, lang)}
        told |= {"year": self.when(lang), "language": self.language, "heading": self.heading(lang)}
        return told | {"about": say(self.about, lang)}


_ROWS = tomllib.loads((Path(__file__).parents[1] / "data" / "articles.toml").read_text("utf-8"))
ARTICLES = tuple(Article(key, **row) for key, row in _ROWS.items())
"""The articles in the order of the museum; the last entry is the project's own."""


def article(key: str) -> Article:
    """The article with this key, or by an author with exactly this name. Raises `UnknownName` with the nearest names.

    >>> article("马旭").key, article("zhou").author
    ('ma', '周扬, 陈伊琳, 韦妮君, 周一诺')
    """
    for each in ARTICLES:
        if key in (each.key, each.author, *each.author.split(", ")):
            return each
    raise UnknownName(key, [each.key for each in ARTICLES])
