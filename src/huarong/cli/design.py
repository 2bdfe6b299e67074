"""`huarong design generate`, `scramble`, `harder` and `hardest`: levels, random starts, changes, hardest starts."""

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

import click

from huarong import design, explore
from huarong.cli.base import Name, language, option, tell
from huarong.cli.faults import FOUND, LIMIT, NONE
from huarong.cli.options import METRIC, Count, FileName, Output, Source, command, puzzle, resources, together, typed
from huarong.cli.output import Terms, goal_taken, json_line, lines, print_json, resumable, table, title, written
from huarong.errors import InputError, LimitReached
from huarong.library.labels import length_text
from huarong.model.board import Goal, Metric
from huarong.space.space import Space

T = TypeVar("T")

_RECIPE = {
    "board": option("--board", "A size, or rows of . # - separated by `/`.", "BOARD", required=True),
    "pieces": option("--pieces", 'The pieces, such as "2x2:1 1x2:0..4 empty:2..".', "SET", default=""),
    "goal": option(
        "--goal",
        "The goal, as rows separated by `/`; by default, the usual one of 4x5, or a largest piece at the bottom right.",
        "TEXT",
    ),
    "walls": option("--walls", "How many walls to add at random.", "RANGE", default="0"),
    "shapes": option("--shapes", "How many pieces of random shapes (two to four cells) to add.", "RANGE", default="0"),
    "cars": option(
        "--cars",
        "How many vehicles to place instead of pieces, the red one included; superfluous ones are removed.",
        "RANGE",
        default="0",
    ),
}


@command("generate", together("recipe", **_RECIPE))
@option("--moves", "The range of lengths of shortest solutions, such as 40..60.", "RANGE", default="10..")
@option(
    "--difficulty --rating rating",
    "easy, medium, hard or expert, or a range of ratings (0 to 100), such as 30..50; the levels are sorted by rating.",
    "RANGE",
)
@METRIC
@option("--unlike", "Any two levels differ in at least three tenths of their cells, even when mirrored.")
@option("--count", "The number of levels, at most.", Count(1, 10_000), default=10)
@option("--seed", "The seed of the random choices; another seed gives other levels.", Count(0), default=0)
@option("-o --output", "Write the levels to a file instead of printing them.", Output())
@option("--link", "Also print a link that opens the levels on the library page of the server at this address.", "URL")
def generate_command(
    recipe: dict[str, Any], output: str | None, link: str | None, count: int, terms: Terms, **wanted: Any
) -> int:
    """Generate levels: puzzles of a given length and difficulty, the easiest first, as JSON Lines.

    The same arguments give the same levels on every machine. `huarong solve -`, `huarong draw sheet` and the library
    page of the web app open the file. If no level is found, no file is written and the exit status is 1.
    """
    began = time.perf_counter()
    with terms.reported() as limits:
        levels, stopped = _in_part(lambda: design.generate(design.Recipe.of(**recipe), count=count, **wanted, **limits))
    text = "".join(json_line(each.to_json()) for each in levels)
    path, link = (output, link) if levels else (None, None)
    opens = f"{link.rstrip('/')}/library#{urlencode({'levels': text})}" if link else None
    if path:
        written(path, text, not terms.json)
    if terms.json:
        said = {"puzzles": [each.to_json() for each in levels], "wanted": count}
        more = {"stopped": stopped and stopped.limit, "file": path, "link": opens}
        print_json(said | {key: value for key, value in more.items() if value})
    else:
        click.echo(("" if path else text) + (f"{opens}\n" if opens else ""), nl=False)
        if not recipe["goal"] and recipe["cars"] == "0":
            goal_taken(each.puzzle for each in levels)
    if len(levels) < count:
        why = (
            "{found:,} of {count:,} {count:level|levels} found in {seconds:.1f} s; use wider ranges of moves or "
            "ratings, or another seed"
            if typed("moves", "rating")
            else "{found:,} of {count:,} {count:level|levels} with --moves {moves} found in {seconds:.1f} s; try other "
            "pieces, another seed or a smaller --moves"
        )
        seconds = time.perf_counter() - began
        click.echo(tell(why, found=len(levels), moves=wanted["moves"], count=count, seconds=seconds), err=True)
    return _status(stopped, FOUND if levels else NONE)


@command("scramble", puzzle())
@option("--count", "The number of starts.", Count(1, 100_000), default=1)
@option("--distance", "Only starts at these distances from the goal, such as 40..50 or 81.", "RANGE")
@METRIC
@option("--seed", "The seed of the random choices; without it, each call gives other starts.", Count(0))
def scramble_command(source: Source, distance: str | None, metric: Metric, terms: Terms, **wanted: Any) -> int:
    """Draw random starts of a puzzle; every solvable layout is equally likely.

    Each line is a start with its goal; `huarong solve -` reads it. Numbered tiles may have any size. In a large space,
    the command draws and solves layouts until enough of them have the requested distance.
    """
    from huarong.design.recipe import read_range

    far = None if distance is None else read_range(distance, "--distance")
    with terms.reported() as limits:
        found, stopped = _in_part(
            lambda: design.scrambles(source.read(), distance=far, metric=metric, **wanted, **limits)
        )
    data = {"metric": metric.value, "scrambles": [each.to_json() for each in found]}
    more = {"stopped": stopped.limit} if stopped else {}
    return _status(stopped, terms.answer(data | more, "\n".join(each.puzzle.line() for each in found)))


def _in_part(work: Callable[[], Sequence[T]]) -> tuple[Sequence[T], LimitReached | None]:
    """Return the result of some work, and None; or the part found before a limit stopped the work, and the limit."""
    try:
        return work(), None
    except LimitReached as error:
        if not error.solution:
            raise
        return error.solution, error


def _status(stopped: LimitReached | None, otherwise: int) -> int:
    """Return the exit status of work that a limit may have stopped; report the limit on standard error."""
    if stopped is None:
        return otherwise
    click.echo(f"huarong: {stopped.message(language())}", err=True)
    return LIMIT


@command("harder", puzzle())
@option("--easier", "Find the changes that make the puzzle easiest instead.")
@option("--top", "List at most this many.", Count(1, 1000), default=10)
@option(
    "--change changes",
    "Only changes of this kind: move, cut, join, remove, wall or unwall; may be repeated.",
    "KIND",
    multiple=True,
)
@option("--rate/--no-rate", "Rank by rating; --no-rate ranks by length, which is faster.", default=True)
@METRIC
def harder_command(
    source: Source, easier: bool, changes: tuple[Any, ...], rate: bool, terms: Terms, **wanted: Any
) -> int:
    """Find the single change that makes a puzzle hardest: move, split, join or remove a piece, or add or remove a wall.

    Each line is a result that `huarong solve` reads. The exit status is 1 if no change makes the puzzle harder.
    """
    found, ranked, lang = source.read(), design.easier if easier else design.harder, language()
    told = "change {part}: {work}, {seconds:.0f} s"
    best = terms.run(ranked, found, told=told, changes=changes or design.CHANGES, rated=rate, **wanted)

    def show() -> None:
        title(found)
        if not best:
            none = "No single change makes it easier." if easier else "No single change makes it harder."
            click.echo(tell(none))
            return
        shown = [("" if e.rating is None else str(e.rating), f"{e.length:,}", e) for e in best]
        rows = [(*figures, e.message(lang), e.puzzle.line()) for *figures, e in shown]
        table(rows, ("rating", "length", "change", "puzzle"), right=[0, 1])

    return terms.answer({"changes": [each.to_json(lang) for each in best]}, show, bool(best))


@command("hardest", puzzle(required=False))
@option("--board", "A size such as 4x5, or rows separated by `/`: . is a cell, # a wall, - a gate.", "BOARD")
@option("--pieces", 'The pieces, such as "2x2:1 2x1:2 1x2:3 1x1:4"; counts may be ranges, such as 0..5.', "SET")
@METRIC
@option("--goals", "Find the hardest goals: try every place as the goal of every piece.", Name(["all"]))
@option("--top", "List this many starts; the default is 10, or 1 for each set or goal if there are several.", Count())
@option("-o --output path", "Write the starts to a file, JSON Lines that `huarong solve -` reads.", Output())
@option("--journal", "With --goals: keep finished goals in a file, and resume from it.", FileName())
@resources(
    Name(lambda: [each.name for each in explore.ENGINES.values() if "goals" in each.takes]),
    "Use this engine to search level by level from all goals; this is the default if memory is too small for an atlas.",
)
def hardest_command(
    source: Source,
    board: str | None,
    pieces: str | None,
    metric: Metric,
    goals: str | None,
    top: int | None,
    path: str | None,
    journal: str | None,
    resources: dict[str, Any],
    terms: Terms,
) -> int:
    """Find the starts of a set of pieces that are farthest from the goal.

    The board, pieces and goal come from PUZZLE, or from --board, --pieces and --goal. Without --goal, a 4x5 board has
    its usual goal; on others, a largest piece must reach the bottom right.

    It examines every layout, and lists only one of two mirror images. Each line is a start with its goal, which
    `huarong solve -` reads; other information goes to standard error. If counts are ranges, or with --goals, it prints
    a table with a row for each set of pieces or goal, and the start in the last column. The exit status is 1 if no
    layout is solvable.
    """
    if bool(source.text) == (board is not None) or (board is None) != (pieces is None):
        raise InputError("give a PUZZLE, or both --board and --pieces")
    found = source.read() if source.text else None
    goal: Goal | str | None = found.goal if found else source.goal
    if goals and source.goal:
        raise InputError("use either --goals or --goal")
    if journal and not goals:
        raise InputError("--journal needs --goals")
    space = Space.of(found) if found else Space.parse(board or "", pieces or "")
    several = any(least != most for least, most in space.counts)
    exploring = typed(*resources).values()
    if exploring and (goals or several):
        text = "{names} {n:requires|require} one set of pieces and one goal"
        raise InputError(text, names=", ".join(exploring), n=len(exploring))
    every: Sequence[Any]
    with resumable(journal), resumable(resources["folder"], "checkpoint", "--resume"):
        if goals:
            every = terms.run(design.hardest_goals, space, metric, top=top or 1, journal=journal)
        elif several:
            every = terms.run(design.hardest_sets, space, goal, metric, top=top or 1)
        else:
            ours = explore.Resources(**resources) if exploring else None
            every = [terms.run(_one, space, goal, metric, top=top or 10, resources=ours)]
    starts = [start for each in every for start in each.starts]
    if not (goal or goals or terms.json):
        goal_taken(each.puzzle for each in starts)
    if path:
        some = ({"puzzle": each.puzzle.line(), "metric": metric.value} for each in starts)
        written(path, "".join(map(json_line, some)), told=False)

    def show() -> None:
        if goals or several:
            rows = [(*((e.piece, e.goal) if goals else (e.pieces, str(e.empty))), *_cells(e)) for e in every]
            heads = ("piece", "goal") if goals else ("set of pieces", "empty")
            table(rows, (*heads, "longest", "layouts", "start"), right=(2, 3) if goals else (1, 2, 3))
        else:
            _show_hardest(every[0])
        if path:
            click.echo(tell("written: {path}", path=path), err=True)

    each = [one.to_json() for one in every]
    data = {"goals" if goals else "sets": each} if goals or several else each[0]
    return terms.answer({"space": space.text, "metric": metric.value, **data}, show, bool(starts))


def _one(
    space: Space, goal: Goal | str | None, metric: Metric, resources: explore.Resources | None, **limits: Any
) -> design.Hardest:
    """The hardest starts of one set of pieces: by an atlas, or level by level (with resources, or if too large)."""
    from huarong.atlas import TooLargeError

    if resources is None:
        try:
            return design.hardest(space, goal, metric, **limits)
        except TooLargeError:
            resources = explore.Resources("disk")
    return explore.hardest_from_goals(space, goal, metric, resources, **limits)


def _cells(found: design.HardestSet | design.HardestGoal) -> tuple[str, ...]:
    """Return the greatest distance, the number of layouts at this distance, and one of them, as cells of the table."""
    facts = found.facts
    if facts.longest is None:
        return ("-", "0", "")
    return (str(facts.longest), f"{facts.longest_count:,}", found.starts[0].puzzle.line())


def _show_hardest(found: design.Hardest) -> None:
    facts = found.facts
    if facts.longest is None:
        click.echo(tell("No layout can reach the goal."))
        return
    length = length_text(facts.longest, found.metric, language())
    text = "{space}: {length} at most, from {count:,} {count:layout|layouts}"
    told = tell(text, space=found.space.text, length=length, count=facts.longest_count)
    click.secho(told, bold=True, err=True)
    lines(each.puzzle for each in found.starts)
