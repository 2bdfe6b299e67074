"""Which pages the site has, in which order, and whether the Chinese of one is behind its English."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LANGUAGES = {"en": "English", "zh": "中文"}

KINDS = {
    "tutorials": ("Tutorials", "教程", "Go through one and you have done it.", "跟着做一遍，就学会了。"),
    "howto": ("How to", "操作指南", "You know what you want; here is how.", "知道要做什么，这里说怎么做。"),
    "reference": (
        "Reference",
        "参考",
        "Every name, command, notation, file and address.",
        "每个名称、命令、记法、文件和地址。",
    ),
    "explanation": ("Explanation", "讲解", "Why it works, and why it is so.", "为什么行得通，为什么是这样。"),
}
"""The four kinds of pages (Diátaxis, https://diataxis.fr): heading and a line about it in both languages."""

CONTENTS: dict[str, tuple[str, ...]] = {
    "tutorials": ("tutorials/five-minutes", "designer", "tutorials/lecture", "tutorials/notebook"),
    "howto": (
        "howto/install",
        "howto/own-puzzle",
        "howto/hints",
        "howto/timing",
        "howto/embed",
        "howto/serve",
        "howto/assistants",
        "howto/limits",
        "howto/how-big",
        "howto/batch",
        "howto/check",
        "howto/hardest",
        "howto/own-family",
        "cluster",
        "drawing",
        "howto/read-files",
        "howto/data",
        "howto/learn",
        "howto/planners",
        "howto/language-models",
        "howto/completion",
        "howto/licences",
        "howto/contribute",
    ),
    "reference": (
        "commands",
        "reference/commands",
        "reference/python",
        "notations",
        "reference/notations",
        "reference/formats",
        "api",
        "reference/http",
        "web",
        "records",
        "sequences",
        "reference/glossary",
    ),
    "explanation": (
        "explanation/metrics",
        "explanation/quick-answers",
        "explanation/other-programs",
        "numbering",
        "frames",
        "atlas",
        "methods",
        "tiles",
        "24-puzzle",
        "graph",
        "proofs",
        "benchmarks",
        "rating",
        "design",
        "study",
        "trust",
        "speed",
        "architecture",
        "translation",
        "releasing",
    ),
}
"""The pages of each kind, by their path in `docs/`; those below `reference/` are made by this package."""

DOORS: dict[str, tuple[str, ...]] = {
    "play": ("tutorials/five-minutes", "web", "howto/own-puzzle", "designer"),
    "solve": ("howto/install", "commands", "howto/hints", "reference/python", "api"),
    "research": ("howto/how-big", "atlas", "proofs", "study", "howto/data"),
}
"""The doors of the home page, and the pages behind each, the main one first."""

GENERATED = tuple(page for page in CONTENTS["reference"] if page.startswith("reference/"))
WRITTEN = tuple(page for kind in CONTENTS.values() for page in kind if page not in GENERATED)
"""The pages that somebody wrote."""

_FENCE = re.compile(r"^(```|~~~).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_STAMP = re.compile(r"^<!-- follows [^:]+: ([0-9a-f ]*)-->\s*$", re.MULTILINE)


def source(page: str, language: str) -> Path:
    """The file of a page in a language."""
    return DOCS / f"{page}{'.zh-CN' if language == 'zh' else ''}.md"


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


def title(page: str, language: str) -> str:
    """The first heading of a written page."""
    return sections(source(page, language).read_text("utf-8"))[0][0]
