"""Fuzzing by millions of texts: each is read as a puzzle or refused in words; each puzzle is written and read again.

    python -m tools.fuzz --count 1000000 --seed 1 [--keep]
    python -m tools.fuzz --count 100000 --seed 1 --page  # and in the page's reader (Node): they must agree

A text is made of those that are kept (`tests/data/texts.json`, and the library in every notation): cut, joined,
doubled, characters changed for those that mean something. Whatever ends in a way that no text before it did, by the
place in the code that refused it or the kind of puzzle that it is, joins them, so that the next go deeper; `--keep`
writes those found to the file. The file has one list, of texts that each end in a way of their own.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import subprocess
import time
from pathlib import Path
from typing import Any
from unittest import mock

import huarong as hr
from huarong.errors import CannotExpress, HuarongError, PuzzleError, UnknownName
from huarong.library.catalogue import entries
from huarong.library.notations.registry import NOTATIONS
from huarong.library.reader import detect, read, write

KEPT = Path(__file__).parents[1] / "tests" / "data" / "texts.json"
LONGEST = 600
WORDS = (
    *"./-#*@:,|+ \n\t0123456789ABCabcxyz",
    "\r\n",
    "goal:",
    "name:",
    "name.zh:",
    "slide:",
    "along",
    "free",
    "match:",
    "shape",
    "piece",
    "gate:",
    "gates:",
    "same:",
    "A=LR",
    "goal: 1",
    "\n\n",
    "10",
    "20",
    "4,5,",
    "-1",
    "横",
    "曹",
    "１",
    "²",
    "\u200b",
    "\ufeff",
    "\x7f",
    "\x1c",
    "\x85",
    "\xa0",
    "\u2028",
    "\r",
    "é",
    "\u212a",
    "İ",
    "ſ",
    "ß",
    "ﬀ",
    "٣",
    "½",
    "Ⅳ",
    "\u0130",
    "😀",
    "e\u0301",
    "9" * 20,
    "00",
    "[",
    "]",
    "{",
    '"',
    "\\",
    "%",
    "x=y",
    "..",
    "AA",
    "AB/..",
    "/goal:/",
)


def seeds(every: int = 9) -> list[str]:
    """The first texts: those in the file, and every so many-th puzzle of the library in every notation."""
    found = list(json.loads(KEPT.read_text("utf-8"))) if KEPT.exists() else []
    for entry in entries()[::every]:
        for notation in NOTATIONS:
            try:
                found.append(write(entry.puzzle, notation))
            except CannotExpress:
                continue
    return [text for text in found if len(text) <= LONGEST]


def changed(text: str, others: list[str], draw: random.Random) -> str:
    """A text with a few changes."""
    for _ in range(draw.choice((1, 1, 1, 2, 3, 6))):
        at = draw.randrange(len(text) + 1)
        to = min(len(text), at + draw.choice((1, 1, 2, 5, 20)))
        way = draw.randrange(7)
        if way == 0:
            text = text[:at] + draw.choice(WORDS) + text[at:]
        elif way == 1:
            text = text[:at] + text[to:]
        elif way == 2:
            text = text[:at] + draw.choice(WORDS) + text[to:]
        elif way == 3:
            text = text[:to] + text[at:]
        elif way == 4 and text:
            at, to = sorted((draw.randrange(len(text)), draw.randrange(len(text))))
            text = text[:at] + text[to : to + 1] + text[at + 1 : to] + text[at : at + 1] + text[to + 1 :]
        elif way == 5:
            other = draw.choice(others)
            text = text[:at] + other[draw.randrange(len(other) + 1) :]
        else:
            lines = text.split("\n")
            line = draw.randrange(len(lines))
            text = "\n".join([*lines[:line], *lines[line:][: draw.randrange(3)], *lines[line:]])
    return text[:LONGEST]


_SAID: collections.Counter[str] = collections.Counter()
"""How often each message was asked for."""


def ending(text: str) -> tuple[Any, ...]:
    """The outcome of a text: where and why it is refused, or which puzzle it is. Any other exception is a fault."""
    try:
        puzzle = hr.puzzle(text)
    except UnknownName:
        return ("unknown",)
    except HuarongError as error:
        _SAID[error.template] += 1
        often = _SAID[error.template] > 100  # and what else it says is seldom new
        if not (often and _SAID[error.template] % 20) and not (error.message("zh") and str(error)):
            raise AssertionError("refused without a word") from error
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        line = place.tb_lineno if place else 0
        templates = tuple(sorted({fault.template for fault in getattr(error, "faults", ())})[:2])
        return (type(error).__name__, line, error.template, templates)
    again = hr.puzzle(puzzle.text())
    assert (again.board, again.kinds, again.start, again.goal) == (
        puzzle.board,
        puzzle.kinds,
        puzzle.start,
        puzzle.goal,
    ), "the text that is written is another puzzle"
    assert hr.puzzle(puzzle.line()).start == puzzle.start, "the line that is written is another puzzle"
    assert not puzzle.faults(puzzle.start), "a puzzle that starts from what is no layout"
    found = detect(text)
    kinds = {(len(kind.shape), kind.directions, kind.gates) for kind in puzzle.kinds}
    return (
        found[0].name if found else "name",
        len(found),
        min(len(kinds), 4),
        bool(puzzle.board.walls),
        bool(puzzle.board.gates),
        min(len(puzzle.goal.alternatives), 3),
    )


def fuzz(count: int, seed: int, every: int = 9) -> tuple[list[str], list[tuple[str, str]]]:
    """The texts with new outcomes, and those that are faults, with the exceptions raised."""
    draw, texts = random.Random(seed), seeds(every)
    ways: dict[tuple[Any, ...], str] = {}
    new: list[str] = []
    faults: list[tuple[str, str]] = []
    with mock.patch("huarong.errors.nearest", return_value=()):  # it takes long
        for text in texts:
            ways.setdefault(ending(text), text)
        texts = sorted(set(texts))
        for _ in range(count):
            text = changed(draw.choice(texts), texts, draw)
            try:
                way = ending(text)
            except Exception as error:
                faults.append((text, repr(error)))
                continue
            if way not in ways:
                ways[way] = text
                texts.append(text)
                new.append(text)
    return new, faults


PAGE = Path(__file__).with_suffix(".mjs")
STATIC = Path(__file__).parents[1] / "src" / "huarong" / "web" / "static"


def by_python(text: str) -> Any:
    """Python's reading of a text: the puzzle's line and the names of its notations, or the faults, or None."""
    try:
        puzzle = read(text)
    except PuzzleError as error:
        return [[fault.line, fault.column, fault.message()] for fault in error.faults]
    except HuarongError:
        return None
    return [puzzle.line(), [each.name for each in detect(text)]]


def in_node(script: Path, asked: list[Any]) -> list[Any]:
    """The answers of a script that reads and writes lines of JSON, all in one process of Node."""
    found = subprocess.run(
        ["node", "--experimental-default-type=module", str(script), STATIC.as_posix()],
        input="".join(json.dumps(each) + "\n" for each in asked),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return [json.loads(row) for row in found.stdout.split("\n") if row]


def differing(count: int, seed: int, every: int = 9) -> list[tuple[str, str]]:
    """The texts on which the two readers differ, with both readings."""
    draw, texts, faults = random.Random(seed), seeds(every), []
    while count > 0:
        made = [changed(draw.choice(texts), texts, draw) for _ in range(min(count, 2000))]
        for text, page in zip(made, in_node(PAGE, made), strict=True):
            if (python := by_python(text)) != page:
                faults.append((text, f"Python: {python}\n    the page: {page}"))
        count -= len(made)
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--page", action="store_true")
    asked = parser.parse_args()
    began = time.perf_counter()
    new, faults = ([], differing(asked.count, asked.seed)) if asked.page else fuzz(asked.count, asked.seed)
    for text, error in faults[:20]:
        print(f"{text!r}\n    {error}")
    if asked.keep:
        kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []
        kept = sorted({*kept, *(text for text, _ in faults), *(t for t in new if len(t) <= 200)})
        KEPT.write_text(json.dumps(kept, ensure_ascii=False, indent=0) + "\n", "utf-8")
    seconds = time.perf_counter() - began
    print(f"{asked.count:,} texts in {seconds:.0f} s: {len(new)} new ways to end, {len(faults)} faults")
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main())
