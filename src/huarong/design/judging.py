"""Judging a collection: the length of each puzzle, and what the collection's author should know before publishing."""

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, Unpack

from huarong.errors import Fault, HuarongError, LimitReached, expect
from huarong.i18n import say
from huarong.library.collection import Collection, Given
from huarong.library.labels import LENGTHS
from huarong.library.notations.base import meaning
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Metric, MetricLike, as_metric
from huarong.model.impossible import PROVED, SEARCHED, reason as why_not
from huarong.model.puzzle import Puzzle, Why
from huarong.model.symmetry import SYMMETRIES
from huarong.resuming import Journal
from huarong.search.solver import solve

FINDINGS = {
    "unreadable": "unreadable",
    "claim": "with a wrong length",
    "unsolvable": "unsolvable",
    "solved": "solved at the start",
    "trivial": "trivial",
    "duplicate": "repeated",
    "swapped": "repeated with other characters",
    "mirror": "repeated in a mirror",
    "stopped": "not solved within the limits",
}
"""The possible findings, and their names in a summary."""


class Finding(NamedTuple):
    """A finding: its key in `FINDINGS`, the message, and the place of the other puzzle, if there is one.

    >>> Finding("solved", Fault("it is solved at the start")).text.message()
    'it is solved at the start'
    """

    key: str
    text: Fault | HuarongError
    other: str | None = None


@dataclass(frozen=True)
class Judged:
    """A puzzle of a collection: its place, the length of its shortest solutions, the claims of its file, and findings.

    `length` is None if the puzzle is unreadable, has no solution, or reached a limit. `given` is None if it is
    unreadable.

    >>> Judged("forty.txt:3", 3, length=8).to_json()["length"]
    8
    """

    place: str
    number: int
    name: str = ""
    metric: Metric | None = None
    length: int | None = None
    claimed: int | None = None
    findings: tuple[Finding, ...] = ()
    given: Given | None = field(default=None, repr=False)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Return the judgment as JSON, with messages in the language `lang`."""
        found = [{"kind": f.key, "message": f.text.message(lang), "other": f.other} for f in self.findings]
        about = {"place": self.place, "number": self.number, "name": self.name or None}
        metric = str(self.metric) if self.metric else None
        return {**about, "metric": metric, "length": self.length, "claimed": self.claimed, "findings": found}


@limited
def judge(
    collections: Iterable[Collection],
    metric: MetricLike | None = None,
    *,
    trivial: int = 0,
    journal: str | Path | None = None,
    **limits: Unpack[GivenLimits],
) -> Iterator[Judged]:
    """Judge the puzzles of some collections one by one, as the iterator reaches them.

    Lengths are in `metric`, else in the metric that the file names, else in moves. A puzzle is trivial below `trivial`
    moves. A duplicate may be in any of the collections. It has the same board, or a board that differs only in
    characters or in the order of equal pieces, or a mirror image (left-right or top-bottom). `journal` is a file that
    keeps each length for later calls. The limits apply to each puzzle.

    >>> from huarong.library.reader import given
    >>> found = judge([given("A./../goal:/../.A"), given("B./../goal:/../.B")], "step")
    >>> [(each.length, [f.key for f in each.findings]) for each in found]
    [(2, []), (2, ['swapped'])]
    """
    expect(collections, Iterable)
    expect(trivial, int)
    Watch.of(**limits)
    length_in = functools.partial(_length, known=Journal(journal, "check"), limits=limits)
    seen: dict[object, tuple[str, tuple[str, ...]]] = {}
    asked = None if metric is None else as_metric(metric)
    for collection in collections:
        expect(collection, Collection)
        for number, part, found in collection:
            place = f"{collection.path}:{part.line}" if collection.path else part.text.strip()[:60]
            if isinstance(found, HuarongError):
                yield Judged(place, number, findings=(Finding("unreadable", found),))
                continue
            judged = _judged(Judged(place, number, given=found), found, asked, trivial, length_in)
            yield replace(judged, findings=(*judged.findings, *_alike(found.puzzle, place, seen)))


def _judged(bare: Judged, given: Given, asked: Metric | None, trivial: int, length_in: Callable[..., Any]) -> Judged:
    """Judge a puzzle that was read, without searching for duplicates."""
    puzzle, findings, length = given.puzzle, list[Finding](), None
    claim, counted = given.length, given.metric
    if claim is None and puzzle.read_as is not None:
        claim, said = puzzle.read_as.length, puzzle.read_as.metric
        counted = as_metric(said) if said else counted
    metric = asked or counted or Metric.MOVE
    try:
        length, reason = length_in(puzzle, metric)
        if reason is not None:
            findings.append(Finding("unsolvable", Fault.of("there is no solution: {why}", why=reason)))
        elif length == 0:
            findings.append(Finding("solved", Fault("it is solved at the start")))
        elif length is not None and length < trivial:
            findings.append(Finding("trivial", Fault.of("only {length}", length=_length_of(length, metric))))
        if claim is not None:
            counted = counted or metric
            right = length if counted == metric else length_in(puzzle, counted)[0]
            if right != claim:
                findings.insert(0, Finding("claim", _wrong(claim, right, counted)))
    except LimitReached as error:
        findings.append(Finding("stopped", error))
    name = puzzle.name_zh or puzzle.name
    return replace(bare, name=name, metric=metric, length=length, claimed=claim, findings=tuple(findings))


def _length(puzzle: Puzzle, metric: Metric, known: Journal, limits: GivenLimits) -> tuple[int | None, Why | None]:
    """Return the length of a shortest solution, from the journal or by a search; or None, and why there is none."""

    def searched() -> tuple[int | None, int]:
        found = solve(puzzle, metric, **limits)
        return (found.length if found.solved else None), found.explored

    length, explored = known.get(f"{puzzle.line()} {metric}", searched) if known.path else searched()
    if length is not None:
        return length, None
    return None, why_not(puzzle, SEARCHED if explored else PROVED, explored=explored)


def _length_of(length: int, metric: Metric) -> Fault:
    return Fault.of(LENGTHS[metric], n=length)


def _wrong(claim: int, right: int | None, metric: Metric) -> Fault:
    if right is None:
        return Fault.of("the file claims {claim}, but there is no solution", claim=_length_of(claim, metric))
    text = "the file claims {claim}, but a shortest solution takes {right}"
    return Fault.of(text, claim=_length_of(claim, metric), right=_length_of(right, metric))


# Puzzles that are alike

_IMAGES = (None, *(each for each in SYMMETRIES if not each.swap and each.flip_x != each.flip_y))
"""The identity, and the mirror images: left-right and top-bottom."""


def _alike(puzzle: Puzzle, place: str, seen: dict[object, tuple[str, tuple[str, ...]]]) -> Iterator[Finding]:
    """Iterate over the findings that an equal or similar puzzle was seen before; record this one as seen."""
    rows = puzzle.rows()
    for symmetry in _IMAGES:
        before = seen.get(meaning(puzzle, symmetry))
        if before is not None:
            other, its = before
            if symmetry is not None:
                yield Finding("mirror", Fault.of("the mirror image of {other}", other=other), other)
            elif its == rows:
                yield Finding("duplicate", Fault.of("the same as {other}", other=other), other)
            else:
                text = "the same as {other}, with other characters or with equal pieces exchanged"
                yield Finding("swapped", Fault.of(text, other=other), other)
            return
    seen[meaning(puzzle)] = place, rows


def summary(found: Sequence[Judged]) -> dict[str, Any]:
    """Return as JSON the number of puzzles, the findings, and the least, the median and the greatest length.

    >>> summary([Judged("forty.txt:3", 3, length=8)])
    {'puzzles': 1, 'found': {}, 'lengths': {'least': 8, 'median': 8, 'greatest': 8}}
    """
    kinds = Counter(finding.key for each in found for finding in each.findings)
    lengths = [each.length for each in found if each.length is not None]
    spread = {"least": min(lengths), "median": median(lengths), "greatest": max(lengths)} if lengths else {}
    return {"puzzles": len(found), "found": {key: kinds[key] for key in FINDINGS if kinds[key]}, "lengths": spread}


def summary_text(told: dict[str, Any], lang: str = "en") -> str:
    """Return a `summary` in words: one line for the number of puzzles and their lengths, one for the findings.

    >>> summary_text(summary([Judged("forty.txt:3", 3, length=8)])).splitlines()
    ['1 puzzle checked; lengths from 8 to 8, median 8', 'Nothing was found.']
    """
    text = say("{n:,} {n:puzzle|puzzles} checked", lang, n=told["puzzles"])
    if told["lengths"]:
        spread = "{text}; lengths from {least:,} to {greatest:,}, median {median:g}"
        text = say(spread, lang, text=text, **told["lengths"])
    kinds = say(", ", lang).join(
        say("{n:,} {what}", lang, n=n, what=say(FINDINGS[k], lang)) for k, n in told["found"].items()
    )
    return f"{text}\n{kinds or say('Nothing was found.', lang)}"
