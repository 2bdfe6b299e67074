"""The claims of the articles, sentence by sentence, each with the run that tests it, its result and a verdict.

The rows are in `data/claims/`, one file for each article, in reading order. `docs/en/explanation/study.md` and its
Chinese version are made from them. `steps.toml` has the steps of the museum's page that show them. Verdicts are
computed, not stored. `values.json` has the last computed values of the figures and the seconds that this took; for a
figure of times, it has each measurement with its machine and date. `measured.toml` has the page's tables.
"""

import functools
import json
import operator
import re
import string
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from huarong.errors import UnknownName, expect
from huarong.i18n import say
from huarong.study.articles import ARTICLES, article

_Verdict = Literal["holds", "holds in part", "does not hold", "cannot be checked"]
VERDICTS: tuple[_Verdict, ...] = get_args(_Verdict)
"""The verdicts on a claim; a row that cannot be checked says why in its result."""

ABOUT, FAR = 1.1, 1.5
"""The thresholds for words, set before any measurement: “about” (左右, 约, 近) means within a tenth, “far” or “much”
(很多, 大大, 显著) half as much again or more. Without such a word, the threshold is the number in the sentence itself;
times that differ by less than 5 percent count as equal.
"""
_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    **{"<": operator.lt, "<=": operator.le, "==": operator.eq, ">=": operator.ge, ">": operator.gt},
    **{"~": lambda a, b: b / ABOUT <= a <= b * ABOUT, "<~": lambda a, b: a <= b * ABOUT},
    **{"<<": lambda a, b: a * FAR <= b, ">>": lambda a, b: a >= b * FAR},
}
_FOLDER = Path(__file__).parents[1] / "data" / "claims"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim: its quotation, its place in the article, and the result of testing it.

    `quote` is the Chinese text, `english` its translation, and `place` the heading of its section. `run` is a command
    that shows the subject of the claim. `found` and `found_zh` state the result, with `values` filled in; the functions
    named in `figure` compute the values. `rule` has a condition on the values for each verdict. `why` and `why_zh`
    justify a threshold that the sentence does not state. `exhibits` are the exhibits concerned. `shown` is the step of
    the museum's page that shows it, as the end of a link to the page, or empty.
    """

    id: str
    article: str
    place: str
    quote: str
    english: str
    found: str
    found_zh: str
    run: str = ""
    figure: str = ""
    rule: Mapping[str, str] = field(default_factory=dict)
    why: str = ""
    why_zh: str = ""
    exhibits: tuple[str, ...] = ()
    shown: str = ""

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the functions that compute its values."""
        return tuple(self.figure.split())

    @property
    def names(self) -> frozenset[str]:
        """The names of the values that its texts and its rule use."""
        quoted = {part[1] for part in string.Formatter().parse(self.found + self.found_zh) if part[1]}
        words = {word for condition in self.rule.values() for word in condition.split()}
        return frozenset(quoted | {word for word in words if word.isidentifier() and word != "and"})

    @property
    def values(self) -> Mapping[str, Any]:
        """The most recently computed values; for a time, the range over all machines."""
        return self.chosen({name: kept()[name].values for name in self.figures if name in kept()})

    def chosen(self, figures: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
        """Values of these figures that this claim names. Raises `InputError` unless they are a mapping of mappings."""
        expect(figures, Mapping)
        for each in figures.values():
            expect(each, Mapping)
        every = {key: value for each in figures.values() for key, value in each.items()}
        return MappingProxyType({key: every[key] for key in sorted(self.names) if key in every})

    @property
    def measured(self) -> "tuple[Measurement, ...]":
        """The measurements, with machine and date, if its figures depend on the machine."""
        return tuple(each for name in self.figures if name in kept() for each in kept()[name].measured)

    @property
    def command(self) -> str:
        """A command that measures it again; empty if it cannot be checked."""
        return self.run or (f"huarong study check {self.id}" if self.figure else "")

    @property
    def verdict(self) -> str:
        """The verdict on the last computed values."""
        return self.derived(self.values)

    def derived(self, values: Mapping[str, Any]) -> str:
        """Return the first verdict in the rule whose condition is met; if there is none, the claim does not hold.

        A condition is one comparison, or several joined by `and`. A comparison is a value's name, an operator, and a
        number, a text or another name. Operators are `<`, `<=`, `==`, `>=`, `>`, `~` (about), `<~` (at most about), and
        `<<` or `>>` (far less, far more). An empty condition is met. Without a rule, a claim cannot be checked.
        """
        if not self.rule:
            return "cannot be checked"
        for verdict, condition in self.rule.items():
            if all(_met(each, values) for each in condition.split(" and ") if each):
                return verdict
        return "does not hold"

    def outcome(self, lang: str = "en") -> str:
        """Return the result in the language `lang`; a range of one value is written as that value."""
        bar = f"。界限：{self.why_zh}" if lang == "zh" else f". Bar: {self.why}"
        text = say(self.found_zh if lang == "zh" else self.found, **self.values) + (bar if self.why else "")
        return re.sub(r"(?<![\d.])([\d.,]+) (?:to|至) \1(?![.,]?\d)", r"\1", text)

    def text(self, lang: str = "en") -> str:
        """Return the claim and its result, in a few lines for a terminal."""
        lines = [self.quoted + (f" ({self.place})" if lang == "en" else f"（{self.place}）")]
        if lang == "en":
            lines.append(self.english)
        if self.command:
            lines.append(say("run: {what}", lang, what=self.command))
        lines.append(say("found: {what}", lang, what=self.outcome(lang)))
        for each in self.measured:
            lines.append(say("measured: {machine}, {date}", lang, machine=each.machine, date=each.date))
        return "\n  ".join([*lines, say("verdict: {what}", lang, what=say(self.verdict, lang))])

    @property
    def quoted(self) -> str:
        """The quotation in quotation marks; marks inside it become single."""
        return "“{}”".format(self.quote.replace("“", "‘").replace("”", "’"))

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Return the claim as JSON: texts in both languages, and the verdict in `lang`."""
        told = {name: getattr(self, name) for name in ("id", "article", "place", "quote", "english", "shown")}
        told |= {"run": self.command, "found": self.outcome("en"), "found_zh": self.outcome("zh")}
        told |= {"verdict": self.verdict, "verdict_text": say(self.verdict, lang), "figure": self.figure}
        told |= {"values": dict(self.values), "rule": dict(self.rule)}
        told["measured"] = [{"machine": each.machine, "date": each.date} for each in self.measured]
        return told | {"exhibits": list(self.exhibits)}


def _met(condition: str, values: Mapping[str, Any]) -> bool:
    name, compare, bound = condition.split()
    value = values[name]
    other = values.get(bound, bound)
    if isinstance(other, str) and not isinstance(value, str):
        other = float(bound) if "." in bound else int(bound)
    return bool(_COMPARED[compare](value, other))


@functools.cache
def _rows(key: str) -> tuple[Claim, ...]:
    path = _FOLDER / f"{key}.toml"
    rows = tomllib.loads(path.read_text("utf-8")).get("claim", []) if path.exists() else []
    steps = tomllib.loads((_FOLDER / "steps.toml").read_text("utf-8"))
    own = [
        {"article": key, "exhibits": tuple(row.get("exhibits", ())), "shown": steps.get(row["id"], "")} for row in rows
    ]
    return tuple(Claim(**row | more) for row, more in zip(rows, own, strict=True))


def claims(of: str | None = None) -> tuple[Claim, ...]:
    """Return the claims of one article (by key or author), or all, in reading order. Raises `UnknownName`.

    >>> claims("zhoutk")[0].verdict in VERDICTS
    True
    """
    keys = [article(of).key] if of else [each.key for each in ARTICLES]
    return tuple(claim for key in keys for claim in _rows(key))


def claim(name: str) -> Claim:
    """The claim with this ID; raises `UnknownName` with the nearest names."""
    for each in claims():
        if each.id == name:
            return each
    raise UnknownName(name, [each.id for each in claims()])


# What figures were when they were last computed

_UNITS = {"ms": 1e-3, "s": 1.0, "µs": 1e-6}
FILE = _FOLDER / "values.json"
"""The file of the values."""


class Measurement(NamedTuple):
    """The values of a figure of times on one machine."""

    machine: str
    date: str
    values: Mapping[str, Any]


class Kept(NamedTuple):
    """A figure's values, and the seconds for computing them; `measured` if they depend on the machine."""

    values: Mapping[str, Any]
    seconds: float
    measured: tuple[Measurement, ...] = ()


@functools.cache
def kept() -> Mapping[str, Kept]:
    """Return all figures by name."""
    found = {}
    for name, row in rows_of().items():
        measured = tuple(Measurement(**each) for each in row.get("measured", ()))
        values = row.get("values") or envelope(each.values for each in measured)
        found[name] = Kept(MappingProxyType(values), row["seconds"], measured)
    return MappingProxyType(found)


def rows_of() -> dict[str, Any]:
    """Return the rows of the file, unchanged."""
    rows: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return rows


def envelope(measured: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The range over several measurements: the least of values whose names end in `low`, the greatest for `high`.

    >>> envelope([{"low": 1, "high": 2}, {"low": 0.5, "high": 1}])
    {'low': 0.5, 'high': 2}
    """
    found: dict[str, Any] = {}
    for name, value in (item for values in measured for item in values.items()):
        found[name] = (max if name.endswith("high") else min)(found.get(name, value), value)
    return found


@functools.cache
def tables() -> tuple[dict[str, Any], ...]:
    """Return the tables of the file, in order: titles, texts, heads and rows in both languages."""
    return tuple(tomllib.loads((_FOLDER / "measured.toml").read_text("utf-8"))["table"])


def recorded_times() -> dict[str, Any]:
    """Return the recorded times of exhibits on some openings, in seconds, and the machine, as JSON.

    >>> times = recorded_times()
    >>> times["puzzles"][0], times["seconds"]["lv-avl"][0], times["seconds"]["zhou-table"][0]
    ('捷足先登', 0.0462, 8e-07)
    """
    table = tables()[0]
    seconds = {row[0].strip("`"): [_seconds(text) for text in row[1:-2]] for row in table["rows"]}
    machine = {name: table[name] for name in ("machine", "machine_zh")}
    return machine | {"puzzles": table["head"][1:-2], "seconds": seconds}


def _seconds(text: str) -> float:
    """Return a time of the table in seconds; without a unit, it is in milliseconds."""
    number, _, unit = text.partition(" ")
    return float(f"{float(number) * _UNITS[unit or 'ms']:.3g}")
