"""`huarong study`: lists the exhibits of the museum, shows one, compares several; the bench of visited sets."""

from __future__ import annotations

from collections.abc import Sequence

import click

from huarong.cli.base import Name, argument, command, option
from huarong.cli.language import language, tell
from huarong.cli.options import JSON, METRIC, Count, Output, limits, puzzle
from huarong.cli.output import Terms, answer, heading, print_json, table, written
from huarong.cli.reading import Source
from huarong.errors import InputError
from huarong.model.metric import Metric


def _exhibits() -> list[str]:
    from huarong.study import EXHIBITS

    return [each.name for each in EXHIBITS]


@command("list")
@JSON
def list_command(as_json: bool) -> None:
    """List the exhibits by article: its author and year, and a sentence on each exhibit."""
    from huarong.study import ARTICLES, EXHIBITS

    lang = language()
    if as_json:
        rooms, exhibits = ([each.to_json(lang) for each in ARTICLES], [each.to_json(lang) for each in EXHIBITS])
        print_json({"articles": rooms, "exhibits": exhibits})
        return
    for number, room in enumerate(ARTICLES):
        if number:
            click.echo()
        heading(room.heading(lang))
        click.echo(tell(room.about))
        some = [each for each in EXHIBITS if each.article == room.key]
        colon = ": " if lang == "en" else "。"
        table([(f"  {each.name}", f"{each.titled(lang)}{colon}{each.about(lang)}") for each in some])


@command("show")
@argument("exhibit", type=Name(_exhibits), metavar="EXHIBIT")
@JSON
def show_command(exhibit: str, as_json: bool) -> None:
    """Describe an exhibit: its author, how it works, what is claimed of it, and the results here."""
    from huarong.study import claims, show

    text = show(exhibit, language())
    rows = [each.to_json(language()) for each in claims() if exhibit in each.exhibits]
    answer(as_json, {"name": exhibit, "story": text, "claims": rows}, text)


@command("compare")
@puzzle()
@argument("exhibits", type=Name(_exhibits), metavar="[EXHIBIT]...", nargs=-1)
@option("--format form", "The format of the table.", Name(("text", "markdown", "csv")), default="text")
@option("--svg", "Draw a bar chart of the times into this file.", Output())
@option("--repeats", "Timed runs of each exhibit, after one to warm up; the median is reported.", Count(), default=3)
@option("--methods", "Compare the four search methods of `huarong solve` instead, and say why they differ.")
@METRIC
@limits(60.0)
def compare_command(
    source: Source,
    exhibits: Sequence[str],
    form: str,
    svg: str | None,
    repeats: int,
    methods: bool,
    metric: Metric,
    terms: Terms,
) -> None:
    """Run the named exhibits, or all, on a puzzle, and print a table.

    Each exhibit runs in its own process and gets an equal share of the remaining time. Layouts and duplicates are
    counted in all levels before that of the goal, so exhibits that count in the same way must agree. --metric works
    only with --methods, because an exhibit counts as its article does.
    """
    from huarong.study import compare

    if methods:
        if exhibits or svg or form != "text":
            raise InputError("--methods goes with --metric and --json, not with exhibits, --format or --svg")
        _methods(source, metric, terms)
        return
    lang = language()
    with terms.reported("{part}, {seconds:.0f} s") as limits:
        found = compare(source.read(), exhibits or None, repeats=repeats, lang=lang, **limits)
    if svg:
        written(svg, found.svg(lang), told=False)
    forms = {"text": lambda: found.text(lang), "markdown": lambda: found.markdown(lang), "csv": found.csv}
    answer(terms.json, found.to_json(), lambda: click.echo(forms[form](), nl=False))


def _methods(source: Source, metric: Metric, terms: Terms) -> None:
    from huarong.study.methods import compare_methods

    with terms.reported("{part}, {seconds:.0f} s") as limits:
        found = compare_methods(source.read(), metric, language(), **limits)
    answer(terms.json, found.to_json(), lambda: click.echo(found.text(language()), nl=False))


@command("sets")
@puzzle()
@option("--codes", "How many different codes to use.", Count(), default=5_000)
@option("--points", "Print all sixteen points of each curve, not only the last.")
@option("--svg", "Draw the curves into this file.", Output())
@limits(60.0)
def sets_command(source: Source, codes: int, points: bool, svg: str | None, terms: Terms) -> None:
    """Compare visited sets: give the same codes of a puzzle to eight data structures, and measure each look-up.

    The codes are those that a breadth-first search by steps looks up, in the same order, both known and new. The
    structures are a list, a sorted array, a plain search tree, an AVL tree, hash chains, quadratic probing, Python's
    set, and a bitmap by rank. A structure that uses up its share of the time stops early, and its row says so.
    """
    from huarong.study.sets import bench

    lang = language()
    with terms.reported("{part}, {seconds:.0f} s") as limits:
        found = bench(source.read(), codes, lang, **limits)
    if svg:
        written(svg, found.svg(lang), told=False)
    answer(terms.json, found.to_json(), lambda: click.echo(found.text(lang, points), nl=False))
