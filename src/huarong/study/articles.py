"""The five articles that the museum is built from, and an entry for the project's own methods."""

from dataclasses import dataclass
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


_ABOUT = {
    "lv": "A course in data structures around one program: a pool of layouts in a ring, a list that is also a tree, "
    "an AVL tree, then a chained hash table, and a stack that reverses the solution.",
    "zhou": "The program enumerates all layouts of the classic pieces, solves each once and stores the result; after "
    "that, an optimal solution takes one look-up in a hash table.",
    "zhoutk": "The data of a search as objects: a board with a frame of sentinels, and four functions that place "
    "warriors on it.",
    "ma": "The 8-puzzle by a bounded depth-first recursion, written four ways to compare representations.",
    "poos": "Protocols for a general search, three representations of a layout (the smallest takes 50 bits), and "
    "ideas for speed that the author left for later.",
    "huarong": "The same ideas today: packed keys, mirror images as one, ranks without gaps, and one byte per layout.",
}
_ZHOU, _HASH = "周扬, 陈伊琳, 韦妮君, 周一诺", "optimal solutions of 华容道 by hash table"
_NOTES, _ADDRESS = "《算法的乐趣》读书笔记：华容道（一）", "2016, judging by the number in its address"
_CITED, _GRID = "2017 or later, judging by its references", "sliding games on an M×N grid"

ARTICLES = (
    Article("lv", "吕震宇", "华容道与数据结构", "2005", "C#", _ABOUT["lv"]),
    Article("zhou", _ZHOU, "", "", "Python", _ABOUT["zhou"], topic=_HASH),
    Article("zhoutk", "zhoutk", _NOTES, _ADDRESS, "JavaScript", _ABOUT["zhoutk"]),
    Article("ma", "马旭", "", _CITED, "C", _ABOUT["ma"], topic=_GRID),
    Article("poos", "poos", "华容道搜索算法实现", "2019", "Swift", _ABOUT["poos"]),
    Article("huarong", "Huarong", "", "2026", "Python, Cython", _ABOUT["huarong"], topic="the modern machines"),
)
"""The articles in the order of the museum; the last entry is the project's own."""


def article(key: str) -> Article:
    """The article with this key, or by an author whose name contains it. Raises `UnknownName` with the nearest names.

    >>> article("马旭").key, article("zhou").author
    ('ma', '周扬, 陈伊琳, 韦妮君, 周一诺')
    """
    for each in ARTICLES:
        if key in (each.key, each.author, *each.author.split(", ")):
            return each
    raise UnknownName(key, [each.key for each in ARTICLES])
