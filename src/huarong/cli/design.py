"""`huarong design generate`, `scramble` and `harder`: levels, random starts, and changes of a puzzle."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, LIMIT, NONE
from huarong.cli.language import language, tell
from huarong.cli.options import GOAL, METRIC, Count, Output, limits, puzzle, together, typed
from huarong.cli.output import Terms, answer, goal_taken, json_line, print_json, table, title, written
from huarong.cli.reading import Source
from huarong.errors import LimitReached
from huarong.model.metric import Metric

T = TypeVar("T")

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
    recipe: dict[str, Any], output: str | None, link: str | None, count: int, terms: Terms, **wanted: Any
) -> int:
    """Generate levels: puzzles of a given length and difficulty, the easiest first, as JSON Lines.

    The same arguments give the same levels on every machine. `huarong solve -`, `huarong draw sheet` and the library
    page of the web app open the file. If none is found, no file is written and the exit status is 1.
    """
    from huarong.design.generation import generate
    from huarong.design.recipe import Recipe

    began = time.perf_counter()
    with terms.reported() as limits:
        levels, stopped = _in_part(lambda: generate(Recipe.of(**recipe), count=count, **wanted, **limits))
    lines = "".join(json_line(each.to_json()) for each in levels)
    path, link = (output, link) if levels else (None, None)
    opens = f"{link.rstrip('/')}/library#{urlencode({'levels': lines})}" if link else None
    if path:
        written(path, lines, not terms.json)
    if terms.json:
        said = {"puzzles": [each.to_json() for each in levels], "wanted": count}
        more = {"stopped": stopped and stopped.limit, "file": path, "link": opens}
        print_json(said | {key: value for key, value in more.items() if value})
    else:
        click.echo(("" if path else lines) + (f"{opens}\n" if opens else ""), nl=False)
        if not recipe["goal"] and recipe["cars"] == "0":
            goal_taken(each.puzzle for each in levels)
    if len(levels) < count:
        why = (
            "{found:,} of {count:,} {count:level|levels} found in {seconds:.1f} s; use wider ranges of moves or "
            "ratings, or another seed"
            if {"moves", "rating"} & typed().keys()
            else "{found:,} of {count:,} {count:level|levels} with --moves {moves} found in {seconds:.1f} s; try other "
            "pieces, another seed or a smaller --moves"
        )
        seconds = time.perf_counter() - began
        click.echo(tell(why, found=len(levels), moves=wanted["moves"], count=count, seconds=seconds), err=True)
    return _status(stopped, FOUND if levels else NONE)


@command("scramble")
@puzzle()
@option("--count", "The number of starts.", Count(1, 100_000), default=1)
@option("--distance", "Only starts at these distances to the goal, such as 40..50 or 81.", metavar="RANGE")
@METRIC
@option("--seed", "The seed of the random choices; without it, each call gives other starts.", Count(0))
@limits()
def scramble_command(source: Source, distance: str | None, metric: Metric, terms: Terms, **wanted: Any) -> int:
    """Draw random starts of a puzzle; every solvable layout is equally likely.

    Each start is a line, with its goal, that `huarong solve -` reads. Numbered tiles may have any size. In a
    large space, the command draws and solves layouts until enough of them have the requested distance.
    """
    from huarong.design.recipe import read_range
    from huarong.design.scrambling import scrambles

    far = None if distance is None else read_range(distance, "--distance")
    with terms.reported() as limits:
        found, stopped = _in_part(lambda: scrambles(source.read(), distance=far, metric=metric, **wanted, **limits))
    data = {"metric": metric.value, "scrambles": [each.to_json() for each in found]}
    more = {"stopped": stopped.limit} if stopped else {}
    answer(terms.json, data | more, "\n".join(each.puzzle.line() for each in found))
    return _status(stopped, FOUND)


def _in_part(work: Callable[[], Sequence[T]]) -> tuple[Sequence[T], LimitReached | None]:
    """The result of some work, and None; or the part found before a limit stopped it, and the limit."""
    try:
        return work(), None
    except LimitReached as error:
        if not error.solution:
            raise
        return error.solution, error


def _status(stopped: LimitReached | None, otherwise: int) -> int:
    """The exit status of work that may have been stopped by a limit, which is told on standard error."""
    if stopped is None:
        return otherwise
    click.echo(f"huarong: {stopped.message(language())}", err=True)
    return LIMIT


@command("harder")
@puzzle()
@option("--easier", "Find changes that make the puzzle easier.")
@option("--top", "At most this many.", Count(1, 1000), default=10)
@option(
    "--change changes",
    "Only changes of this kind: move, cut, join, remove, wall or unwall; may be given several times.",
    metavar="KIND",
    multiple=True,
)
@option("--rate/--no-rate", "Rank by rating; --no-rate ranks by length, which is faster.", default=True)
@METRIC
@limits()
def harder_command(
    source: Source, easier: bool, changes: tuple[Any, ...], rate: bool, terms: Terms, **wanted: Any
) -> int:
    """Find the single change that makes a puzzle hardest: move, split, join or remove a piece, or add or remove a wall.

    Each is a line that `huarong solve` reads. The exit status is 1 if no change makes it harder.
    """
    from huarong.design import changes as by

    found, ranked = source.read(), by.easier if easier else by.harder
    with terms.reported() as limits:
        best = ranked(found, changes=changes or by.CHANGES, rated=rate, **wanted, **limits)
    if terms.json:
        print_json({"changes": [each.to_json(language()) for each in best]})
        return FOUND if best else NONE
    title(found)
    if not best:
        click.echo(tell("No single change makes it easier.") if easier else tell("No single change makes it harder."))
        return NONE
    shown = [("" if e.rating is None else str(e.rating), f"{e.length:,}", e) for e in best]
    rows = [(*figures, e.message(language()), e.puzzle.line()) for *figures, e in shown]
    table(rows, [tell(each) for each in ("rating", "length", "change", "puzzle")], right=[0, 1])
    return FOUND
