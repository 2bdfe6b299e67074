"""`huarong study`: the exhibits of the museum, the articles' claims and the verdicts on them, bounded paths."""

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from huarong import study
from huarong.cli.base import Name, argument, language, option, tell
from huarong.cli.faults import FOUND, NONE
from huarong.cli.options import COUNT, JSON, METRIC, Count, Output, Source, command, limits, puzzle
from huarong.cli.output import Terms, heading, print_json, table, written
from huarong.errors import InputError
from huarong.limits import Watch
from huarong.model.board import Metric

_PATH, _MOVE = 1000, 150
"""The bytes of a path that is kept for printing as JSON, and of each of its moves."""
_EXHIBITS = Name(lambda: [each.name for each in study.EXHIBITS])


def _articles() -> list[str]:
    words = [(each.key, *each.author.split(", ")) for each in study.ARTICLES]
    return [word for group in words for word in dict.fromkeys(group)]


@command("list", terms=JSON)
def list_command(terms: Terms) -> None:
    """List the exhibits by article: its author and year, and a sentence on each exhibit."""
    lang = language()
    if terms.json:
        rooms, exhibits = ([each.to_json(lang) for each in some] for some in (study.ARTICLES, study.EXHIBITS))
        print_json({"articles": rooms, "exhibits": exhibits})
        return
    for number, room in enumerate(study.ARTICLES):
        if number:
            click.echo()
        heading(room.heading(lang))
        click.echo(tell(room.about))
        some = [each for each in study.EXHIBITS if each.article == room.key]
        colon = ": " if lang == "en" else "。"
        table([(f"  {each.name}", f"{each.titled(lang)}{colon}{each.about(lang)}") for each in some])


@command("show", argument("exhibit", type=_EXHIBITS, metavar="EXHIBIT"), terms=JSON)
def show_command(exhibit: str, terms: Terms) -> None:
    """Describe an exhibit: its author, how it works, the claims about it, and the results here."""
    text = study.show(exhibit, language())
    rows = [each.to_json(language()) for each in study.claims() if exhibit in each.exhibits]
    terms.answer({"name": exhibit, "story": text, "claims": rows}, text)


@command("compare", puzzle(), terms=limits(60.0))
@argument("exhibits", type=_EXHIBITS, metavar="[EXHIBIT]...", nargs=-1)
@option("--format form", "The format of the table.", Name(("text", "markdown", "csv")), default="text")
@option("--svg", "Draw a bar chart of the times, and write it to this file.", Output())
@option("--repeats", "Timed runs of each exhibit after a warm-up; the table has the median.", Count(), default=3)
@option("--methods", "Compare the four search methods of `huarong solve` instead, and say why they differ.")
@METRIC
def compare_command(
    source: Source, form: str, svg: str | None, methods: bool, metric: Metric, terms: Terms, **what: Any
) -> None:
    """Run the named exhibits, or all of them, on a puzzle, and print a table.

    Each exhibit runs in its own process and gets an equal share of the remaining time. Layouts and duplicates are
    counted in all levels before that of the goal, so exhibits that count in the same way must agree. --metric works
    only with --methods, because an exhibit counts as its article does.
    """
    lang, told = language(), "{part}, {seconds:.0f} s"
    if methods:
        if what["exhibits"] or form != "text":
            raise InputError("--methods can be used with --metric, --svg and --json, not with exhibits or --format")
        from huarong.study.comparison import compare_methods

        both = terms.run(compare_methods, source.read(), metric, lang, told=told)
        if svg:
            written(svg, both.svg(lang), told=False)
        terms.answer(both.to_json(), lambda: click.echo(both.text(lang), nl=False))
        return
    found = terms.run(study.compare, source.read(), what.pop("exhibits") or None, told=told, lang=lang, **what)
    if svg:
        written(svg, found.svg(lang), told=False)
    forms = {"text": lambda: found.text(lang), "markdown": lambda: found.markdown(lang), "csv": found.csv}
    terms.answer(found.to_json(), lambda: click.echo(forms[form](), nl=False))


@command("sets", puzzle(), terms=limits(60.0))
@option("--codes", "How many different codes to use.", Count(), default=5_000)
@option("--points", "Print all sixteen points of each curve, not only the last.")
@option("--svg", "Draw the curves, and write them to this file.", Output())
def sets_command(source: Source, codes: int, points: bool, svg: str | None, terms: Terms) -> None:
    """Compare visited sets: give the same codes of a puzzle to eight data structures, and measure each look-up.

    The codes are those that a breadth-first search by steps looks up, in the same order, both known and new. The
    structures are a list, a sorted array, a plain search tree, an AVL tree, hash chains, quadratic probing, Python's
    set, and a bitmap by rank. A structure that uses up its share of the time stops early, and its row says so.
    """
    from huarong.study.sets import bench

    lang = language()
    found = terms.run(bench, source.read(), codes, lang, told="{part}, {seconds:.0f} s")
    if svg:
        written(svg, found.svg(lang), told=False)
    terms.answer(found.to_json(), lambda: click.echo(found.text(lang, points), nl=False))


@command("claims", argument("article", type=Name(_articles), metavar="[ARTICLE]", required=False), terms=JSON)
@option("--verdict", "Only claims with this verdict.", Name("huarong.study:VERDICTS"), metavar="WORDS")
def claims_command(article: str | None, verdict: str | None, terms: Terms) -> None:
    """Print the articles' claims, sentence by sentence: what was run, the result, and the verdict.

    ARTICLE is lv, zhou, zhoutk, ma or poos, or an author's name; without it, all are printed.
    """
    lang = language()
    found = [each for each in study.claims(article) if verdict in (None, each.verdict)]
    if terms.json:
        print_json({"claims": [each.to_json(lang) for each in found]})
        return
    for room in study.ARTICLES:
        rows = [each for each in found if each.article == room.key]
        if rows:
            heading(room.heading(lang))
            click.echo(tell(room.about) + "\n")
            for number, each in enumerate(rows, 1):
                click.echo(f"{number}. {each.id}: {each.text(lang)}\n")
    count = Counter(each.verdict for each in found)
    told = [f"{tell(word)} {n}" for word in study.VERDICTS if (n := count[word])]
    click.echo(tell("{n:,} {n:claim|claims}: {told}", n=len(found), told=", ".join(told)))


@command("check", terms=limits(3600.0))
@argument("names", type=Name(lambda: [*_articles(), *(e.id for e in study.claims())]), metavar="[ID]...", nargs=-1)
def check_command(names: Sequence[str], terms: Terms) -> int:
    """Check claims again: compute their figures, and say whether each verdict still stands.

    ID is the ID of a claim (`huarong study claims` prints them), an article or an author; without it, all claims are
    checked, which takes about ten minutes, or more on a busy machine. The verdict follows from the figures by the
    printed rule. Times and bytes may differ from earlier measurements by a factor of three. The exit status is 1 if a
    verdict no longer stands.
    """
    from huarong.study.checking import check

    lang = language()
    found = terms.run(check, names, lang, told="{part}, {seconds:.0f} s")
    fallen = [each for each in found if each.stands is False]
    stand = sum(each.stands is True for each in found)
    text = "{stand:,} confirmed, {fallen:,} overturned, {rest:,} not measured"
    told = tell(text, stand=stand, fallen=len(fallen), rest=len(found) - stand - len(fallen))
    plain = {"claims": [each.to_json() for each in found]}
    return terms.answer(plain, [*(each.text(lang) for each in found), told], not fallen)


@command("paths", puzzle())
@option("--most", "The maximum number of moves of a path.", Count(0, 10_000), metavar="M")
@option("--shortest", "List all shortest solutions; use this instead of --most.")
@METRIC
@COUNT
@option("--limit", "List at most this many.", Count())
@option(
    "--prune/--no-prune",
    "Compute all distances first, and follow only branches that can still reach a goal within the limit.",
    default=True,
)
def paths_command(
    source: Source, most: int | None, shortest: bool, count: bool, limit: int | None, terms: Terms, **how: Any
) -> int:
    """List every path of at most M moves to the goal that visits no layout twice, or all shortest solutions.

    Each line is one path, with its moves in order. The exit status is 1 if there is no path.
    """
    if (most is None) != shortest:
        raise InputError("give --most or --shortest")
    from huarong.search import all_paths
    from huarong.search.solver import solve

    found, number, kept, whole = source.read(), 0, [], Watch.of(**terms.limits)
    with terms.reported() as limits:
        if most is None:
            most = solve(found, how["metric"], **limits).length or 0
        how |= {"most": most, **limits}
        if count:
            number = all_paths.count(found, **how)
        else:
            for path in itertools.islice(all_paths.paths(found, **how), limit):
                number += 1
                whole.look(most, number)  # the limits of `paths` ignore the time between two paths
                if terms.json:
                    kept.append(path)
                    if number * (_PATH + _MOVE * most) > whole.memory:
                        raise whole.reached("memory")
                else:
                    click.echo(f"{len(path)}: {', '.join(map(str, path.moves))}")
    if terms.json or count:
        lines = {} if count else {"paths": [[str(move) for move in path.moves] for path in kept]}
        terms.answer({"count": number, **lines}, f"{number:,}")
    elif not number:
        none = "It has no solution." if shortest else "no path of at most {most:,} {most:move|moves}"
        click.echo(tell(none, most=most), err=True)
    return FOUND if number else NONE
