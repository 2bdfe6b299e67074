"""`huarong study paths`."""

from __future__ import annotations

import itertools
from typing import Any

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import tell
from huarong.cli.options import COUNT, METRIC, Count, limits, puzzle
from huarong.cli.output import Terms, answer
from huarong.cli.reading import Source
from huarong.errors import InputError
from huarong.limits import Watch
from huarong.model.metric import Metric

_PATH, _MOVE = 1000, 150
"""The bytes of a path that is kept to be printed as JSON, and of each of its moves."""


@command("paths")
@puzzle()
@option("--most", "The maximum number of moves of a path.", Count(0, 10_000), metavar="M")
@option("--shortest", "List all shortest solutions; use it instead of --most.")
@METRIC
@COUNT
@option("--limit", "List at most this many.", Count())
@option(
    "--prune/--no-prune",
    "Compute all distances first, and follow only branches that can still reach a goal within the limit.",
    default=True,
)
@limits()
def paths_command(
    source: Source,
    most: int | None,
    shortest: bool,
    metric: Metric,
    count: bool,
    limit: int | None,
    prune: bool,
    terms: Terms,
) -> int:
    """List every path of at most M moves to the goal that visits no layout twice, or all shortest solutions.

    Each line is one path, with its moves in order. The exit status is 1 if there is none.
    """
    if (most is None) != shortest:
        raise InputError("give --most or --shortest")
    from huarong.search import all_paths
    from huarong.search.solver import solve

    found, number, kept, whole = source.read(), 0, [], Watch.of(**terms.limits)
    with terms.reported() as limits:
        if most is None:
            most = solve(found, metric, **limits).length or 0
        options: dict[str, Any] = {"most": most, "prune": prune, **limits}
        if count:
            number = all_paths.count(found, metric, **options)
        else:
            for path in itertools.islice(all_paths.paths(found, metric, **options), limit):
                number += 1
                whole.look(most, number)  # the limits of `paths` leave out what is done between two
                if terms.json:
                    kept.append(path)
                    if number * (_PATH + _MOVE * most) > whole.memory:
                        raise whole.reached("memory")
                else:
                    click.echo(f"{len(path)}: {', '.join(map(str, path.moves))}")
    if terms.json or count:
        answer(terms.json, all_paths.Listing(number, None if count else tuple(kept)).to_json(), f"{number:,}")
    elif not number:
        none = "It has no solution." if shortest else "no path of at most {most:,} {most:move|moves}"
        click.echo(tell(none, most=most), err=True)
    return FOUND if number else NONE
