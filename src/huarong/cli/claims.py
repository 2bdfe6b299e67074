"""`huarong study claims`: the articles' claims and the verdicts on them."""

from __future__ import annotations

from collections import Counter

import click

from huarong.cli.base import Name, argument, command, option
from huarong.cli.language import language, tell
from huarong.cli.options import JSON
from huarong.cli.output import heading, print_json


def _articles() -> list[str]:
    from huarong.study import ARTICLES

    words = [(each.key, *each.author.split(", ")) for each in ARTICLES]
    return [word for group in words for word in dict.fromkeys(group)]


@command("claims")
@argument("article", type=Name(_articles), metavar="[ARTICLE]", required=False)
@option(
    "--verdict", "Only claims with this verdict.", Name("huarong.study:VERDICTS"), metavar="WORDS"
)
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
                click.echo(f"{number}. {each.text(lang)}\n")
    count = Counter(each.verdict for each in found)
    told = [f"{tell(word)} {n}" for word in VERDICTS if (n := count[word])]
    click.echo(tell("{n:,} {n:claim|claims}: {told}", n=len(found), told=", ".join(told)))
