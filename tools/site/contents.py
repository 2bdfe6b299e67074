"""Which pages the site has, in which order, and whether the Chinese of one is behind its English."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LANGUAGES = {"en": "English", "zh": "中文"}

KINDS = {
    "tutorials": ("Tutorials", "教程"),
    "howto": ("How to", "操作指南"),
    "reference": ("Reference", "参考"),
    "explanation": ("Explanation", "讲解"),
    "contributing": ("Contributing", "参与"),
}
"""The folders of the pages and their headings in both languages: the four kinds of https://diataxis.fr, and what only
contributors read.
"""

CONTENTS = {
    "tutorials": ("five-minutes", "designer", "lecture", "notebook"),
    "howto": (
        "install",
        "own-puzzle",
        "design",
        "hints",
        "timing",
        "embed",
        "serve",
        "assistants",
        "limits",
        "check",
        "cluster",
        "drawing",
        "data",
        "learn",
        "planners",
        "language-models",
    ),
    "reference": ("commands", "notations", "api", "web", "records", "certificates"),
    "explanation": (
        "metrics",
        "quick-answers",
        "other-programs",
        "numbering",
        "frames",
        "atlas",
        "explore",
        "methods",
        "tiles",
        "graph",
        "proofs",
        "benchmarks",
        "rating",
        "study",
        "trust",
    ),
    "contributing": ("contribute", "architecture", "releasing"),
}
"""The written pages of each folder, in the order of the site's side bar."""

WRITTEN = ("README", *(f"{kind}/{page}" for kind, pages in CONTENTS.items() for page in pages))
"""All written pages; `README` is the first page, with the doors to the others."""
GENERATED = tuple(
    f"generated/{page}" for page in ("commands", "python", "notations", "formats", "http", "glossary", "museum")
)
"""The pages that this package makes; the side bar has them below the reference."""

_FENCE = re.compile(r"^(```|~~~).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_STAMP = re.compile(r"^<!-- follows [^:]+: ([0-9a-f ]*)-->\s*$", re.MULTILINE)


def source(page: str, language: str) -> Path:
    """The file of a page in a language."""
    return DOCS / language / f"{page}.md"


def sections(text: str) -> list[tuple[str, str]]:
    r"""The sections of a page, each its heading and its text; headings inside code are none.

    >>> sections("# A\nx\n## B\ny\n")
    [('A', '# A\nx\n'), ('B', '## B\ny\n')]
    """
    text = _STAMP.sub("", text)
    hidden = _FENCE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    starts = [found.start() for found in re.finditer(r"^#+ ", hidden, re.MULTILINE)]
    ends = [*starts[1:], len(text)]
    return [(text[a:b].partition("\n")[0].lstrip("# "), text[a:b]) for a, b in zip(starts, ends, strict=True)]


def marks(text: str) -> list[str]:
    """A short checksum of each section of a page."""
    return [hashlib.sha256(part.strip().encode()).hexdigest()[:6] for _, part in sections(text)]


def stamped(english: str, chinese: str, name: str) -> str:
    """The Chinese of a page with a last line that says which English it follows."""
    body = _STAMP.sub("", chinese).rstrip("\n")
    return f"{body}\n\n<!-- follows {name}: {' '.join(marks(english))} -->\n"


def behind(english: str, chinese: str) -> list[str]:
    r"""The headings of the English sections that changed since the Chinese was stamped; all where it never was.

    >>> one, two = "# A\nx\n## B\ny\n", "# A\nx\n## B\nz\n"
    >>> behind(one, stamped(one, "# 甲\n## 乙\n", "a.md")), behind(two, stamped(one, "# 甲\n## 乙\n", "a.md"))
    ([], ['B'])
    """
    found = _STAMP.search(chinese)
    known = found.group(1).split() if found else []
    return [heading for (heading, _), mark in zip(sections(english), marks(english), strict=True) if mark not in known]


def shape(text: str) -> dict[str, int]:
    r"""What any language has alike of a section: cells of tables, list items, blocks of code, pictures.

    >>> shape("## A\n- x\n- y\n\n| a | b |\n|---|---|\n| `c\\|d` | e |\n")
    {'cells': 6, 'items': 2, 'blocks of code': 0, 'pictures': 0}
    """
    body = _FENCE.sub("", text)
    rows = re.findall(r"^\|.*\|[ \t]*$", body, re.MULTILINE)
    return {
        "cells": sum(len(re.findall(r"(?<!\\)\|", row)) - 1 for row in rows),
        "items": len(re.findall(r"^\s*(?:[-*]|\d+\.) ", body, re.MULTILINE)),
        "blocks of code": len(_FENCE.findall(text)),
        "pictures": len(re.findall(r"^(?:<!-- picture:|!\[)", body, re.MULTILINE)),
    }


def uneven(english: str, chinese: str) -> list[str]:
    r"""Where one language has what the other has not: sections, table cells, list items, blocks of code, pictures.

    >>> uneven("# A\n## B\n- x\n- y\n", "# 甲\n## 乙\n- x\n")
    ['B (items: 2, in Chinese 1)']
    """
    ours, theirs = sections(english), sections(chinese)
    if len(ours) != len(theirs):
        return [f"(sections: {len(ours)}, in Chinese {len(theirs)})"]
    found = []
    for (heading, text), (_, other) in zip(ours, theirs, strict=True):
        there = shape(other)
        told = [f"{k}: {n}, in Chinese {there[k]}" for k, n in shape(text).items() if n != there[k]]
        if told:
            found.append(f"{heading} ({'; '.join(told)})")
    return found
