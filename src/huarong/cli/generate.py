"""`huarong design generate`."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlencode

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, LIMIT, NONE
from huarong.cli.language import language, tell
from huarong.cli.options import GOAL, METRIC, Count, Output, limits, together, typed
from huarong.cli.output import Terms, goal_taken, json_line, print_json
from huarong.errors import LimitReached
from huarong.files import replacing
from huarong.model.metric import Metric

_RECIPE = {
    "board": option("--board", "A size, or rows of . # - with `/`.", metavar="BOARD", required=True),
    "pieces": option("--pieces", 'The pieces, such as "2x2:1 1x2:0..4 empty:2..".', metavar="SET", default=""),
    "goal": option("--goal", GOAL, metavar="TEXT"),
    "walls": option("--walls", "How many walls to add at random.", metavar="RANGE", default="0"),
    "shapes": option(
        "--shapes", "How many pieces of random shapes (two to four cells) to add.", metavar="RANGE", default="0"
    ),
    "cars": option(
        "--cars",
        "How many vehicles to place instead of pieces, the red one included; superfluous ones are removed.",
        metavar="RANGE",
        default="0",
    ),
}


@command("generate")
@together("recipe", **_RECIPE)
@option("--moves", "The range of lengths of shortest solutions, such as 40..60.", metavar="RANGE", default="10..")
@option(
    "--difficulty --rating rating",
    "easy, medium, hard or expert, or a range of ratings (0 to 100), such as 30..50; the levels are sorted by rating.",
    metavar="RANGE",
)
@METRIC
@option("--unlike", "Any two levels differ in at least three tenths of their cells, even when mirrored.")
@option("--count", "The number of levels, at most.", Count(1, 10_000), default=10)
@option("--seed", "The seed of the random choices; another seed gives other levels.", Count(0), default=0)
@option("-o --output", "Write the levels to a file instead of printing them.", Output())
@option(
    "--link",
    "Also print a link that opens the levels on the library page of the server at this address.",
    metavar="URL",
)
@limits()
def generate_command(
    recipe: dict[str, Any],
    moves: str,
    rating: str | None,
    metric: Metric,
    unlike: bool,
    count: int,
    seed: int,
    output: str | None,
    link: str | None,
    terms: Terms,
) -> int:
    """Generate levels: puzzles of a given length and difficulty, the easiest first, as JSON Lines.

    The same arguments give the same levels on every machine. `huarong solve -`, `huarong draw sheet` and the library
    page of the web app open the file. If none is found, no file is written and the exit status is 1.
    """
    from huarong.design.generation import generate
    from huarong.design.recipe import Recipe

    began, stopped = time.perf_counter(), None
    with terms.reported() as limits:
        try:
            levels = generate(
                Recipe.of(**recipe),
                moves=moves,
                rating=rating,
                metric=metric,
                unlike=unlike,
                count=count,
                seed=seed,
                **limits,
            )
        except LimitReached as error:
            if not error.solution:
                raise
            levels, stopped = error.solution, error
    lines = "".join(json_line(each.to_json()) for each in levels)
    written, link = (output, link) if levels else (None, None)
    opens = f"{link.rstrip('/')}/library#{urlencode({'levels': lines})}" if link else None
    if written:
        with replacing(written) as file:
            file.write(lines.encode())
    if terms.json:
        said = {"puzzles": [each.to_json() for each in levels], "wanted": count}
        more = {"stopped": stopped and stopped.limit, "file": written, "link": opens}
        print_json(said | {key: value for key, value in more.items() if value})
    elif written:
        click.echo(tell("written: {path}", path=written))
    else:
        click.echo(lines, nl=False)
    if opens and not terms.json:
        click.echo(opens)
    if not (recipe["goal"] or terms.json) and recipe["cars"] == "0":
        goal_taken(each.puzzle for each in levels)
    if len(levels) < count:
        why = (
            "{found:,} of {count:,} {count:level|levels} found in {seconds:.1f} s; use wider ranges of moves or "
            "ratings, or another seed"
            if {"moves", "rating"} & typed().keys()
            else "{found:,} of {count:,} {count:level|levels} with --moves {moves} found in {seconds:.1f} s; try other "
            "pieces, another seed or a smaller --moves"
        )
        click.echo(
            tell(why, found=len(levels), moves=moves, count=count, seconds=time.perf_counter() - began), err=True
        )
    if stopped is not None:
        click.echo(f"huarong: {stopped.message(language())}", err=True)
        return LIMIT
    return FOUND if levels else NONE
