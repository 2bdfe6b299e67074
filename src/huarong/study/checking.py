"""Measuring the claims again: the figures of rows are recomputed, and the verdicts follow from them.

`huarong study check` prints the result. Values must equal the stored ones; the values of `TIMED` may differ by
`FACTOR`. The verdict concerns the range over all machines, including this one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Unpack

from huarong.errors import MissingPackageError
from huarong.i18n import say
from huarong.limits import GivenLimits, Watch, limited
from huarong.study.articles import ARTICLES
from huarong.study.claim import Claim, claim, claims, envelope, kept
from huarong.study.figures import FIGURES, TIMED

FACTOR = 3.0
"""The greatest factor between a time and its earlier measurement."""


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """A claim measured again: its values and verdict, the values that differ, or why it was not measured."""

    claim: Claim
    values: Mapping[str, Any]
    verdict: str
    differ: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def stands(self) -> bool | None:
        """Whether verdict and values equal the stored ones; None if they were not measured."""
        return None if self.trouble else self.verdict == self.claim.verdict and not self.differ

    def to_json(self) -> dict[str, Any]:
        """The check as JSON."""
        told: dict[str, Any] = {"id": self.claim.id, "verdict": self.claim.verdict}
        told |= {"verdict_now": None if self.trouble else self.verdict, "stands": self.stands}
        told |= {"values": dict(self.claim.values), "values_now": dict(self.values), "differ": list(self.differ)}
        return told | {"rule": dict(self.claim.rule), "trouble": self.trouble}

    def text(self, lang: str = "en") -> str:
        """Return the check in a few lines for a terminal."""
        head = f"{self.claim.id}: {say(self.claim.verdict, lang)}"
        if self.trouble:
            return f"{head}; {self.trouble}"
        now = say("now: {verdict}", lang, verdict=say(self.verdict, lang))
        lines = [f"{head}; {say('the verdict stands', lang) if self.stands else now}"]
        for name, value in self.values.items():
            was = self.claim.values.get(name)
            kept_too = "" if was == value else " " + say("(kept: {value})", lang, value=_shown(was))
            lines.append(f"  {name} = {_shown(value)}{kept_too}")
        rule = dict(self.claim.rule) | ({} if "" in self.claim.rule.values() else {"does not hold": ""})
        lines += [f"  {say(each, lang)}: {condition or say('otherwise', lang)}" for each, condition in rule.items()]
        return "\n".join(lines)


def _shown(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int | float) else str(value)


def chosen(names: Iterable[str]) -> tuple[Claim, ...]:
    """Return the claims with these IDs, articles or authors; all claims if no names are given. Raises `UnknownName`."""
    articles = {word for each in ARTICLES for word in (each.key, *each.author.split(", "))}
    groups = (claims(name) if name in articles else (claim(name),) for name in names)
    return tuple({each.id: each for group in groups for each in group}.values()) or claims()


@limited
def check(names: Iterable[str] = (), lang: str = "en", **limits: Unpack[GivenLimits]) -> tuple[ClaimCheck, ...]:
    """Recompute the figures of these claims (IDs or articles, or all), each figure only once.

    A figure that needs more than the remaining time is not begun, and its claims say so. Raises `UnknownName`,
    `LimitReached` and `Cancelled`.

    >>> [each.stands for each in check(["lv-26bits", "lv-web"])]
    [True, None]
    """
    watch, rows = Watch.of(**limits), chosen(names)
    figures, troubles = dict[str, Mapping[str, Any]](), dict[str, str]()
    wanted = dict.fromkeys(name for each in rows for name in each.figures)
    for done, name in enumerate(wanted):
        watch.look(0, done, len(wanted), name)
        need = kept()[name].seconds if name in kept() else 0.0
        if need > watch.left:
            text = "not measured: it takes about {need:,.0f} s, and {left:,.0f} s are left (--max-seconds)"
            troubles[name] = say(text, lang, need=need, left=max(0.0, watch.left))
        else:
            try:
                figures[name] = FIGURES[name]()
            except MissingPackageError as error:
                troubles[name] = error.message(lang)
    return tuple(_checked(each, figures, troubles, lang) for each in rows)


def _checked(
    row: Claim, figures: Mapping[str, Mapping[str, Any]], troubles: Mapping[str, str], lang: str
) -> ClaimCheck:
    trouble = next((troubles[name] for name in row.figures if name in troubles), "")
    if not row.rule:
        trouble = say("nothing can be measured: {why}", lang, why=row.outcome(lang))
    if trouble:
        return ClaimCheck(row, {}, row.verdict, trouble=trouble)
    values = row.chosen({name: figures[name] for name in row.figures})
    timed = {key for name in row.figures if name in TIMED for key in figures[name]}
    some, stored = {name: value for name, value in values.items() if name in timed}, row.values
    same = {name: near(stored, name, v) if name in some else stored.get(name) == v for name, v in values.items()}
    both = envelope([{name: stored[name] for name in some if name in stored}, some])
    return ClaimCheck(row, values, row.derived({**values, **both}), tuple(name for name in same if not same[name]))


def near(values: Mapping[str, Any], name: str, value: float) -> bool:
    """Whether a time is within a factor of three of the stored range.

    >>> near({"a_low": 1.0, "a_high": 3.0}, "a_low", 8.9), near({"a_low": 1.0, "a_high": 3.0}, "a_low", 0.3)
    (True, False)
    """
    stem = name.removesuffix("low").removesuffix("high")
    low, high = values.get(stem + "low", values[name]), values.get(stem + "high", values[name])
    return bool(low / FACTOR <= value <= high * FACTOR)
