"""`huarong study claims` and `check`: the articles' claims and the verdicts on them, as kept and measured again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import click

from huarong.cli.base import Name, argument, command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import language, tell
from huarong.cli.options import JSON, limits
from huarong.cli.output import Terms, answer, heading, print_json


def _articles() -> list[str]:
    from huarong.study import ARTICLES

    words = [(each.key, *each.author.split(", ")) for each in ARTICLES]
    return [word for group in words for word in dict.fromkeys(group)]


@command("claims")
@argument("article", type=Name(_articles), metavar="[ARTICLE]", required=False)
@option("--verdict", "Only claims with this verdict.", Name("huarong.study:VERDICTS"), metavar="WORDS")
@JSON
def claims_command(article: str | None, verdict: str | None, as_json: bool) -> None:
    """Print the articles' claims, sentence by sentence: what was run, the result, and the verdict.

    ARTICLE is lv, zhou, zhoutk, ma or poos, or an author's name; without it, all are printed.
    """
    from huarong.study import ARTICLES, VERDICTS, claims

    lang = language()
    found = [each for each in claims(article) if verdict in (None, each.verdict)]
    if as_json:
        print_json({"claims": [each.to_json(lang) for each in found]})
        return
    for room in ARTICLES:
        rows = [each for each in found if each.article == room.key]
        if rows:
            heading(room.heading(lang))
            click.echo(tell(room.about) + "\n")
            for number, each in enumerate(rows, 1):
                click.echo(f"{number}. {each.id}: {each.text(lang)}\n")
    count = Counter(each.verdict for each in found)
    told = [f"{tell(word)} {n}" for word in VERDICTS if (n := count[word])]
    click.echo(tell("{n:,} {n:claim|claims}: {told}", n=len(found), told=", ".join(told)))


def _checkable() -> list[str]:
    from huarong.study import claims

    return [*_articles(), *(each.id for each in claims())]


@command("check")
@argument("names", type=Name(_checkable), metavar="[ID]...", nargs=-1)
@limits()
def check_command(names: Sequence[str], terms: Terms) -> int:
    """Check claims again: compute their figures, and say whether each verdict still stands.

    ID is the ID of a claim (`huarong study claims` prints them), an article or an author; without it, all claims are
    checked, which takes about ten minutes. The verdict follows from the figures by the printed rule. Times and bytes
    may differ from earlier measurements by a factor of three. The exit status is 1 if a verdict no longer stands.
    """
    from huarong.study.checking import check

    lang = language()
    with terms.reported("{part}, {seconds:.0f} s") as limits:
        found = check(names, lang, **limits)
    fallen = [each for each in found if each.stands is False]
    stand = sum(each.stands is True for each in found)
    text = "{stand:,} stand, {fallen:,} do not, {rest:,} were not measured"
    told = tell(text, stand=stand, fallen=len(fallen), rest=len(found) - stand - len(fallen))
    plain = {"claims": [each.to_json() for each in found]}
    answer(terms.json, plain, "\n".join([*(each.text(lang) for each in found), told]))
    return NONE if fallen else FOUND
