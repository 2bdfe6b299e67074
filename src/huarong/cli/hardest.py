"""`huarong design hardest`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from huarong.cli.base import Name, command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import language, tell
from huarong.cli.options import METRIC, Count, FileName, Output, limits, puzzle, resources, typed
from huarong.cli.output import Terms, goal_taken, json_line, lines, print_json, resumable, table, written
from huarong.cli.reading import Source
from huarong.errors import InputError
from huarong.library.labels import length_text
from huarong.model.goal import Goal
from huarong.model.metric import Metric

if TYPE_CHECKING:
    from huarong.design import Hardest, HardestGoal, HardestSet, Start
    from huarong.explore import Resources
    from huarong.space.space import Space


def _engines() -> list[str]:
    from huarong.explore import ENGINES

    return [each.name for each in ENGINES.values() if "goals" in each.takes]


@command("hardest")
@puzzle(required=False)
@option("--board", "A size such as 4x5, or rows with `/`: . a cell, # a wall, - a gate.", metavar="BOARD")
@option("--pieces", 'The pieces, such as "2x2:1 2x1:2 1x2:3 1x1:4"; counts may be ranges, such as 0..5.', metavar="SET")
@METRIC
@option("--goals", "Find the hardest goals: try every piece with every place as its goal.", Name(["all"]))
@option("--top", "List this many starts; the default is 10, or 1 for each set or goal if there are several.", Count())
@option("-o --output path", "Write the starts to a file, JSON Lines that `huarong solve -` reads.", Output())
@option("--journal", "With --goals: keep finished goals in a file, and resume from it.", FileName())
@resources(
    Name(_engines),
    "Search level by level from all goals with this engine; this is the default if memory is too small for an atlas.",
)
@limits()
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

    The board, the pieces and the goal are those of PUZZLE, or of --board and --pieces; without a --goal, the goal is
    then the usual one of 4x5, or a largest piece at the bottom right.

    It examines every layout, and lists only one of two mirror images. Each start is a line, with its goal, that
    `huarong solve -` reads; other information goes to standard error. If counts are ranges, or with --goals, it prints
    a table with a row for each set of pieces or goal, and the start in the last column. The exit status is 1 if no
    layout is solvable.
    """
    from huarong.design import hardest_goals, hardest_sets
    from huarong.explore import Resources
    from huarong.space.space import Space

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
    exploring = [name for key, name in typed().items() if key in resources]
    if exploring and (goals or several):
        text = "{names} {n:applies|apply} to one set of pieces and one goal"
        raise InputError(text, names=", ".join(exploring), n=len(exploring))
    data: dict[str, Any]
    starts: list[Start]
    with terms.reported() as limits, resumable(journal), resumable(resources["folder"], "checkpoint", "--resume"):
        if goals:
            by_goal = hardest_goals(space, metric, top=top or 1, journal=journal, **limits)
            data = {"goals": [each.to_json() for each in by_goal]}
            starts = [start for each in by_goal for start in each.starts]
        elif several:
            by_set = hardest_sets(space, goal, metric, top=top or 1, **limits)
            data = {"sets": [each.to_json() for each in by_set]}
            starts = [start for each in by_set for start in each.starts]
        else:
            ours = Resources(**resources) if exploring else None
            one = _one(space, goal, metric, top or 10, ours, limits)
            data, starts = one.to_json(), list(one.starts)
    if not (goal or goals or terms.json):
        goal_taken(each.puzzle for each in starts)
    if path:
        some = ({"puzzle": each.puzzle.line(), "metric": metric.value} for each in starts)
        written(path, "".join(map(json_line, some)), told=False)
    if terms.json:
        print_json({"space": space.text, "metric": metric.value, **data})
        return FOUND if starts else NONE
    heads = tuple(tell(each) for each in ("longest", "layouts", "start"))
    if goals:
        rows = [(each.piece, each.goal, *_cells(each)) for each in by_goal]
        table(rows, (tell("piece"), tell("goal"), *heads), right=(2, 3))
    elif several:
        rows = [(each.pieces, str(each.empty), *_cells(each)) for each in by_set]
        table(rows, (tell("set of pieces"), tell("empty"), *heads), right=(1, 2, 3))
    else:
        _show(one)
    if path:
        click.echo(tell("written: {path}", path=path), err=True)
    return FOUND if starts else NONE


def _one(
    space: Space, goal: Goal | str | None, metric: Metric, top: int, resources: Resources | None, limits: dict[str, Any]
) -> Hardest:
    """The hardest starts of one set of pieces: by an atlas, or level by level (with resources, or if it is too
    large).
    """
    from huarong.atlas.dense import TooLargeError
    from huarong.design import hardest
    from huarong.explore import Resources, hardest_from_goals

    if resources is None:
        try:
            return hardest(space, goal, metric, top=top, **limits)
        except TooLargeError:
            resources = Resources("disk")
    return hardest_from_goals(space, goal, metric, resources, top=top, **limits)


def _cells(found: HardestSet | HardestGoal) -> tuple[str, ...]:
    """The greatest distance, the number of layouts at it, and one of them, as cells of the table."""
    facts = found.facts
    if facts.longest is None:
        return ("-", "0", "")
    return (str(facts.longest), f"{facts.longest_count:,}", found.starts[0].puzzle.line())


def _show(found: Hardest) -> None:
    facts = found.facts
    if facts.longest is None:
        click.echo(tell("No layout can reach the goal."))
        return
    length = length_text(facts.longest, found.metric, language())
    text = "{space}: {length} at most, from {count:,} {count:layout|layouts}"
    told = tell(text, space=found.space.text, length=length, count=facts.longest_count)
    click.secho(told, bold=True, err=True)
    lines(each.puzzle for each in found.starts)
