"""The claims of the articles, sentence by sentence, each with the run that tests it, its result and a verdict.

The rows are in `data/claims/`, a file an article, in the order of reading. `docs/study.md` and its Chinese are made
from them. A row names the functions of `huarong.study.figures` that compute its figures, and has a rule by which the
verdict follows from them: no verdict is written down. `huarong.study.checking` computes the figures again.
"""

from __future__ import annotations

import functools
import operator
import re
import string
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from huarong.errors import UnknownName, expect
from huarong.i18n import say
from huarong.study.articles import ARTICLES, article
from huarong.study.kept import Measurement, kept

_Verdict = Literal["holds", "holds in part", "does not hold", "cannot be checked"]
VERDICTS: tuple[_Verdict, ...] = get_args(_Verdict)
"""The verdicts on a claim; a row that cannot be checked says why in its result."""

_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = dict(
    zip(("<", "<=", "==", ">=", ">"), (operator.lt, operator.le, operator.eq, operator.ge, operator.gt), strict=True)
)
_FOLDER = Path(__file__).parents[1] / "data" / "claims"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim: its quotation, its place in the article, and the result of testing it.

    `quote` is the Chinese text, `english` its translation; `place` is the heading of its section. `run` is a command
    that shows the matter. `found` and `found_zh` state the result, with `values` filled in, which the functions named
    in `figure` compute. `rule` has a condition on the values for each verdict. `exhibits` are the exhibits concerned.
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
    exhibits: tuple[str, ...] = ()

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the functions that compute its values."""
        return tuple(self.figure.split())

    @property
    def names(self) -> frozenset[str]:
        """The values that its texts and its rule use."""
        quoted = {part[1] for part in string.Formatter().parse(self.found + self.found_zh) if part[1]}
        words = {word for condition in self.rule.values() for word in condition.split()}
        return frozenset(quoted | {word for word in words if word.isidentifier() and word != "and"})

    @property
    def values(self) -> Mapping[str, Any]:
        """The values as they were last computed; of times, the range over all machines."""
        return self.chosen({name: kept()[name].values for name in self.figures if name in kept()})

    def chosen(self, figures: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
        """The values of these figures that this claim names. Raises `InputError` unless it is a mapping of mappings."""
        expect(figures, Mapping)
        for each in figures.values():
            expect(each, Mapping)
        every = {key: value for each in figures.values() for key, value in each.items()}
        return MappingProxyType({key: every[key] for key in sorted(self.names) if key in every})

    @property
    def measured(self) -> tuple[Measurement, ...]:
        """What was measured on which machine and when, if its figures depend on that."""
        return tuple(each for name in self.figures if name in kept() for each in kept()[name].measured)

    @property
    def command(self) -> str:
        """A command that measures it again; empty if it cannot be checked."""
        return self.run or (f"huarong study check {self.id}" if self.figure else "")

    @property
    def verdict(self) -> str:
        """The verdict on the values as they were last computed."""
        return self.derived(self.values)

    def derived(self, values: Mapping[str, Any]) -> str:
        """The verdict that the rule finds: the first whose condition is met, else that it does not hold.

        A condition is one comparison or several with `and` between: a value's name, `<`, `<=`, `==`, `>=` or `>`, and a
        number, a text or another name; an empty one is met. Without a rule a claim cannot be checked.
        """
        if not self.rule:
            return "cannot be checked"
        for verdict, condition in self.rule.items():
            if all(_met(each, values) for each in condition.split(" and ") if each):
                return verdict
        return "does not hold"

    def outcome(self, lang: str = "en") -> str:
        """The result, in a language; a range of one value is that value."""
        text = say(self.found_zh if lang == "zh" else self.found, **self.values)
        return re.sub(r"(?<![\d.])([\d.,]+) (?:to|至) \1(?![\d.])", r"\1", text)

    def text(self, lang: str = "en") -> str:
        """The claim and its result, in a few lines for a terminal."""
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
        """The quotation between marks, those inside it single."""
        return "“{}”".format(self.quote.replace("“", "‘").replace("”", "’"))

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The claim as JSON: texts in both languages, and the verdict in `lang`."""
        told = {name: getattr(self, name) for name in ("id", "article", "place", "quote", "english")}
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
    return _COMPARED[compare](value, other)


@functools.cache
def _rows(key: str) -> tuple[Claim, ...]:
    path = _FOLDER / f"{key}.toml"
    rows = tomllib.loads(path.read_text("utf-8")).get("claim", []) if path.exists() else []
    return tuple(Claim(**row | {"article": key, "exhibits": tuple(row.get("exhibits", ()))}) for row in rows)


def claims(of: str | None = None) -> tuple[Claim, ...]:
    """The claims of one article (its key or its author), or of all, in the order of reading; raises `UnknownName`.

    >>> claims("zhoutk")[0].verdict in VERDICTS
    True
    """
    keys = [article(of).key] if of else [each.key for each in ARTICLES]
    return tuple(claim for key in keys for claim in _rows(key))


def claim(name: str) -> Claim:
    """The claim of an ID; raises `UnknownName` with the nearest.

    >>> claim("lv-26bits").verdict
    'holds'
    """
    for each in claims():
        if each.id == name:
            return each
    raise UnknownName(name, [each.id for each in claims()])
