"""Integer sequences of counts and lengths, `sequences.txt`, from `sequences.toml`.

    python benchmarks/sequences.py

computes every term by the program that the file shows (half a minute) and writes the file; with `--words` it keeps the
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
ENTRIES = HERE / "sequences.txt"
sys.path.insert(0, str(HERE.parent))


@dataclass(frozen=True)
class Sequence:
    """A sequence: its definition, the index of its first term, how many terms, and their program."""

    name: str
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


def text(terms: list[list[int]]) -> str:
    """All sequences with these terms, in the form of the encyclopedia, with empty lines between them."""
    return "\n".join(f"{each.entry(those)}\n" for each, those in zip(SEQUENCES, terms, strict=True))


def shown() -> list[list[int]]:
    """The terms that the file has."""
    found = re.findall(r"^%S (.*)$", ENTRIES.read_text("utf-8"), re.MULTILINE)
    return [[int(term) for term in line.split(",")] for line in found]


if __name__ == "__main__":
    made = shown() if sys.argv[1:] == ["--words"] else [list(each.terms()) for each in SEQUENCES]
    ENTRIES.write_text(text(made), "utf-8")
