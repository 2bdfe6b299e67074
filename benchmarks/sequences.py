"""The page of integer sequences, `docs/en/reference/sequences.md`, in two languages, from `sequences.toml`.

    python benchmarks/sequences.py

computes every term by the program that the page shows (half a minute) and writes the page; with `--words` it keeps the
terms. Each sequence has the form in which the On-Line Encyclopedia of Integer Sequences takes a new one.
"""

from __future__ import annotations

import itertools
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGES = {lang: HERE.parent / "docs" / lang / "reference" / "sequences.md" for lang in ("en", "zh")}
sys.path.insert(0, str(HERE.parent))
INTRODUCTION = {
    "en": """# Integer sequences

These sequences of counts and lengths come from Huarong. Each has the form in which the On-Line Encyclopedia of Integer
Sequences takes a new one: `%S` has the terms, `%N` the definition, `%C` a comment, `%o` a program, `%O` the index of the first
term and the position of the first term greater than 1. The program in `%o` computes the terms, and `python benchmarks/sequences.py`
runs all programs. Search the encyclopedia for the terms before you submit a sequence; this page was written without access to it.

<!-- picture: "slide: B=LR C=LR D=LR K=LR L=LR M=LR G=LR A=UD E=UD F=UD H=UD I=UD J=UD N=UD O=UD/ABCD/EFGH/I.JK/LMNO/goal:/..../...G/..../...." | The hardest board full of unit cars on 4x4: 40 moves, the third term of sequence 6. -->
""",
    "zh": """# 整数数列

以下数列都由华容算出，有布局数，也有最长步数，按“整数数列在线百科”（OEIS）收新数列的格式写：`%S` 是各项，`%N` 是定义，`%C` 是说明，`%o` 是程序，`%O` 是首项的下标和第一个大于 1 的项的位置。各项由 `%o` 的程序算出，`python benchmarks/sequences.py` 把这些程序全部重跑一遍。投稿前请先在百科里查一查这些项：写本页时无法访问它。

<!-- picture: "slide: B=LR C=LR D=LR K=LR L=LR M=LR G=LR A=UD E=UD F=UD H=UD I=UD J=UD N=UD O=UD/ABCD/EFGH/I.JK/LMNO/goal:/..../...G/..../...." | 4x4 只空一格的单格车，最难的一道：40 步，即数列 6 的第三项。 -->
""",
}


@dataclass(frozen=True)
class Sequence:
    """A sequence: its definition in both languages, the index of its first term, how many terms, and their program."""

    name: str
    zh: str
    comment: str
    offset: int
    count: int
    quick: int
    program: str
    finite: bool = False

    def terms(self) -> Iterator[int]:
        """The terms, computed by the program."""
        names: dict[str, Any] = {}
        exec(self.program, names)
        try:
            for n in itertools.islice(itertools.count(self.offset), self.count or None):
                yield int(names["a"](n))
        except IndexError:
            if self.count:
                raise

    def entry(self, terms: list[int]) -> str:
        """The entry in the encyclopedia's form."""
        first = next((i for i, term in enumerate(terms, 1) if abs(term) > 1), 1)
        program = "\n".join(f"%o {line}" for line in self.program.strip().split("\n"))
        keywords = f"nonn{',fini,full' if self.finite else ',more' if len(terms) < 8 else ''}"
        return (
            f"%I\n%S {','.join(map(str, terms))}\n%N {self.name}\n%C {self.comment}\n%o (Python)\n{program}\n"
            f"%K {keywords}\n%O {self.offset},{first}"
        )


SEQUENCES = tuple(Sequence(**each) for each in tomllib.loads((HERE / "sequences.toml").read_text("utf-8"))["sequence"])


def pages(terms: list[list[int]]) -> dict[str, str]:
    """The page of all sequences with these terms, by language."""
    from tools.site.contents import stamped

    made = {}
    for lang, introduction in INTRODUCTION.items():
        parts = [introduction]
        for number, (each, those) in enumerate(zip(SEQUENCES, terms, strict=True), 1):
            parts.append(f"## {number}\n\n{each.zh if lang == 'zh' else each.name}\n")
            parts.append(f"```text\n{each.entry(those)}\n```\n")
        made[lang] = "\n".join(parts)
    return made | {"zh": stamped(made["en"], made["zh"], "sequences.md")}


def shown() -> list[list[int]]:
    """The terms that the page shows."""
    found = re.findall(r"^%S (.*)$", PAGES["en"].read_text("utf-8"), re.MULTILINE)
    return [[int(term) for term in line.split(",")] for line in found]


if __name__ == "__main__":
    made = shown() if sys.argv[1:] == ["--words"] else [list(each.terms()) for each in SEQUENCES]
    for lang, text in pages(made).items():
        PAGES[lang].write_text(text, "utf-8")
