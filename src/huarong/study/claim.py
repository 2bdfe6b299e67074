"""The claims of the articles, sentence by sentence, each with the run that tests it, its result and a verdict.

The rows are in `data/claims/`, a file an article, in the order of reading. `docs/study.md` and its Chinese are made from
them. Where a row's figures can be recomputed, the row names the function of `huarong.study.figures` that does so, and
has its values, which the sentence about the result quotes.
"""

from __future__ import annotations

import functools
import operator
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from huarong.i18n import say
from huarong.study.articles import ARTICLES, article

_Verdict = Literal["holds", "holds in part", "does not hold", "cannot be checked"]
VERDICTS: tuple[_Verdict, ...] = get_args(_Verdict)
"""The verdicts on a claim; a row that cannot be checked says why in its result."""

_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}
_FOLDER = Path(__file__).parents[1] / "data" / "claims"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim: its quotation, its place in the article, and the result of testing it.

    `quote` is the Chinese text, `english` its translation; `place` is the heading of its section. `run` is the
    command or function that was run, empty where none could be. `found` and `found_zh` state the result, with
    `values` filled in, which `figure` computes (`slow` where that takes long). `rule` has conditions on the values for
    verdicts, from which `derived` finds the row's. `exhibits` are the exhibits concerned.
    """

    id: str
    article: str
    place: str
    quote: str
    english: str
    verdict: _Verdict
    found: str
    found_zh: str
    run: str = ""
    figure: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    slow: bool = False
    rule: Mapping[str, str] = field(default_factory=dict)
    exhibits: tuple[str, ...] = ()

    @property
    def quoted(self) -> str:
        """The quotation between marks, those inside it single."""
        return "“{}”".format(self.quote.replace("“", "‘").replace("”", "’"))

    def derived(self) -> str:
        """The verdict that the rule finds from the values, the first whose condition is met; the row's own without a rule.

        A condition is a value's name, `<`, `<=`, `==`, `>=` or `>`, and a number or another name; an empty one is met.
        """
        if not self.rule:
            return self.verdict
        for verdict, condition in self.rule.items():
            if not condition:
                return verdict
            name, compare, bound = condition.split()
            if _COMPARED[compare](
                self.values[name], self.values[bound] if bound in self.values else float(bound)
            ):
                return verdict
        return "cannot be checked"

    def outcome(self, lang: str = "en") -> str:
        """The result, in a language."""
        return say(self.found_zh if lang == "zh" else self.found, **self.values)

    def text(self, lang: str = "en") -> str:
        """The claim and its result, in a few lines for a terminal."""
        lines = [self.quoted + (f" ({self.place})" if lang == "en" else f"（{self.place}）")]
        if lang == "en":
            lines.append("  " + self.english)
        if self.run:
            lines.append("  " + say("run: {what}", lang, what=self.run))
        lines.append("  " + say("found: {what}", lang, what=self.outcome(lang)))
        lines.append("  " + say("verdict: {what}", lang, what=say(self.verdict, lang)))
        return "\n".join(lines)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The claim as JSON: texts in both languages, and the verdict in `lang`."""
        return {
            "id": self.id,
            "article": self.article,
            "place": self.place,
            "quote": self.quote,
            "english": self.english,
            "run": self.run,
            "found": self.outcome("en"),
            "found_zh": self.outcome("zh"),
            "verdict": self.verdict,
            "verdict_text": say(self.verdict, lang),
            "figure": self.figure,
            "values": dict(self.values),
            "exhibits": list(self.exhibits),
        }


@functools.cache
def _rows(key: str) -> tuple[Claim, ...]:
    path = _FOLDER / f"{key}.toml"
    if not path.exists():
        return ()
    rows = tomllib.loads(path.read_text("utf-8")).get("claim", [])
    return tuple(
        Claim(
            **row
            | {
                "article": key,
                "exhibits": tuple(row.get("exhibits", ())),
                "values": MappingProxyType(row.get("values", {})),
            }
        )
        for row in rows
    )


def claims(of: str | None = None) -> tuple[Claim, ...]:
    """The claims of one article (its key or its author), or of all, in the order of reading; raises `UnknownName`.

    >>> claims("zhoutk")[0].verdict in VERDICTS
    True
    """
    keys = [article(of).key] if of else [each.key for each in ARTICLES]
    return tuple(claim for key in keys for claim in _rows(key))
