"""`huarong explore`."""

from __future__ import annotations

import contextlib
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from huarong.cli.base import Name, command, option, unexpected
from huarong.cli.language import tell
from huarong.cli.options import METRIC, Count, FileName, Read, limits, puzzle, resources, together, typed
from huarong.cli.output import Terms, print_json, resumable, span, table
from huarong.cli.reading import Source
from huarong.errors import InputError
from huarong.i18n import size_text
from huarong.limits import memory_size
from huarong.model.metric import Metric

if TYPE_CHECKING:
    from huarong.explore import Exploration
    from huarong.explore.calibration import MeasuredCost
    from huarong.explore.cost import Prediction, Rates
    from huarong.explore.exploration import Form


def _rate(value: str) -> int:
    """The bytes a second of a text such as 5G/s."""
    try:
        return memory_size(value.removesuffix("/s"))
    except InputError as error:
        text = "{value!r} is not a valid rate; expected one such as 500M/s or 5G/s"
        raise InputError(text, value=value) from error


_RATE = Read("RATE", _rate)


_LIMITS = ("max_memory", "max_seconds")
_CLUSTER = {
    "machines": option("--machines", "The number of machines, for --plan.", Count(), default=1),
    "cores": option("--cores", "The number of cores of each machine.", Count(), default=1),
    "disk": option("--disk", "The bandwidth of each machine's disks.", _RATE, default="1G/s"),
    "network": option("--network", "The bandwidth of each machine's network.", _RATE, default="1.2G/s"),
}
_PLANNING = {*_CLUSTER, "layouts"}
_TAKEN = {
    "--plan": {"plan", "text", "notation", "goal", "metric", "as_json", "by", *_PLANNING, *_LIMITS},
    "--calibrate": {"calibrate", "as_json", *_LIMITS},
}
"""For each option that replaces exploring, the options that may go with it."""


@command("explore", context_settings={"allow_extra_args": True})
@puzzle(required=False)
@METRIC
@resources(
    Name("huarong.explore:ENGINES"),
    "Where the levels are kept and what works on them; the default is memory, or disk if DIR is given.",
)
@option(
    "--by",
    "How to store layouts: as sorted keys, or as bits by rank. The default is bits for tiles.",
    Name(("keys", "bits")),
)
@option("--until-goal", "Stop after the first level that holds a goal.")
@option("--log", "Add a line of JSON to a file for each level that is complete.", FileName())
@option("--plan", "Estimate the cost on other machines; only a sample is explored.")
@option("--calibrate", "Measure this machine's rates, which --plan uses.")
@together("cluster", **_CLUSTER)
@option("--layouts", "The number of layouts for --plan, if it is not known.", Count())
@limits(seconds=None)
def explore_command(
    source: Source,
    metric: Metric,
    by: Form | None,
    until_goal: bool,
    log: str | None,
    plan: bool,
    calibrate: bool,
    layouts: int | None,
    resources: dict[str, Any],
    cluster: dict[str, Any],
    terms: Terms,
) -> None:
    """Count the layouts at each distance from the start.

    Where levels are kept: in memory; in files of a folder (disk); in files that a Ray cluster works on (ray); or in the
    memory of a graphics processor (gpu). --resume continues an exploration that stopped in a folder.

    --plan estimates what the exploration takes on other machines before it begins, from the rates that --calibrate
    measured here and a short sample of the puzzle.
    """
    _refuse(plan, calibrate, source)
    if calibrate:
        _calibrate(terms)
        return
    if not source.text:
        raise InputError("give a PUZZLE or --calibrate")
    if plan:
        _plan(source, metric, terms, cluster, layouts, by)
        return
    from huarong.explore import Resources, run

    # Ray logs to the standard output, which is for the result only.
    with (
        terms.reported() as limits,
        contextlib.redirect_stdout(sys.stderr),
        resumable(resources["folder"], "checkpoint", "--resume"),
    ):
        found = run(source.read(), metric, Resources(**resources, by=by), until_goal=until_goal, log=log, **limits)
    if terms.json:
        print_json(found.to_json())
    else:
        _show(found)


def _refuse(plan: bool, calibrate: bool, source: Source) -> None:
    """Raise `InputError` for words left over, among them a number after --plan, and for options that do not go
    together.
    """
    rest = click.get_current_context().args
    power = source.notation is None and re.fullmatch("[0-9]+e[0-9]+", source.text)
    if plan and (power or re.fullmatch("[0-9]+(e[0-9]+)?", "".join(rest))):
        raise InputError(
            "--plan takes no number; the number of layouts goes after --layouts: `huarong explore PUZZLE --plan "
            "--layouts 1e10`"
        )
    if rest:
        raise unexpected(rest)
    names = typed()
    for each, wanted in (("--plan", plan), ("--calibrate", calibrate)):
        others = [name for key, name in names.items() if key not in _TAKEN[each]]
        if wanted and others:
            raise InputError("{option} takes no {names}", option=each, names=", ".join(others))
    planned = [name for key, name in names.items() if key in _PLANNING]
    if planned and not plan:
        raise InputError("{names} {n:needs|need} --plan", names=", ".join(planned), n=len(planned))


def _calibrate(terms: Terms) -> None:
    from huarong.explore.calibration import calibrate

    with terms.reported() as limits:
        rates, checks = calibrate(**_timed(limits))
    if terms.json:
        print_json({"rates": rates.to_json(), "checks": [each.to_json() for each in checks]})
    else:
        _show_rates(rates, checks)


def _timed(limits: dict[str, Any]) -> dict[str, Any]:
    """The limits, without a time limit if none was given."""
    return {name: value for name, value in limits.items() if value is not None}


def _show_rates(rates: Rates, checks: tuple[MeasuredCost, ...]) -> None:
    for what, seconds in (
        (tell("a layout, stored as a key of one word"), rates.keys[0]),
        (tell("a layout, stored as a key of several words"), rates.keys[1]),
        (tell("a layout, stored as a bit"), rates.bits),
        (tell("a task"), rates.task),
    ):
        click.echo(tell("{what}: {rate:,.0f} a second and core", what=what, rate=1 / seconds))
    rows = [
        (
            each.puzzle,
            tell(each.metric),
            f"{each.layouts:,}",
            f"{each.reckoned:.2f}",
            f"{each.measured:.2f}",
            f"{each.ratio:.2f}",
        )
        for each in checks
    ]
    head = ("puzzle", "metric", "layouts", "predicted, s", "measured, s", "ratio")
    table(rows, tuple(map(tell, head)), right=(2, 3, 4, 5))


def _plan(
    source: Source, metric: Metric, terms: Terms, cluster: dict[str, Any], layouts: int | None, by: Form | None
) -> None:
    from huarong.explore.calibration import work
    from huarong.explore.cost import MEASURED, Cluster, Rates, predict

    rates = Rates.read()
    with terms.reported() as limits:
        wanted = work(source.read(), metric, layouts, by=by, rates=rates or MEASURED, **_timed(limits))
    found = predict(wanted, rates or MEASURED, Cluster(**cluster))
    if terms.json:
        print_json({**found.to_json(), "calibrated": rates is not None})
    else:
        _show_plan(found, rates is not None)


def _show_plan(found: Prediction, calibrated: bool) -> None:
    rows = [
        (tell("layouts"), f"{found.work.layouts:,.0f}"),
        (tell("time of one processor"), span(found.processor)),
        (tell("memory of each machine, at least"), size_text(found.memory)),
        (tell("room on disks"), size_text(found.room)),
        (tell("to and from disks"), size_text(found.passed)),
        (tell("over the network"), size_text(found.traffic)),
        (tell("tasks"), f"{found.tasks:,}"),
        (tell("time on these machines"), span(found.seconds)),
        (tell("bottleneck"), tell(found.bottleneck)),
    ]
    table(rows, right=(1,))
    if not calibrated:
        click.echo(tell("(with the rates of another machine: measure yours with --calibrate)"))


def _show(found: Exploration) -> None:
    rows = [
        (f"{depth:,}", f"{count:,}", "*" if depth == found.goal_depth else "")
        for depth, count in enumerate(found.levels)
    ]
    table(rows, (tell("depth"), tell("layouts"), ""), right=(0, 1))
    click.echo(
        tell(
            "{total:,} {total:layout|layouts} within {radius:,} {unit}, {rate:,.0f} a second ({seconds:.3f} s)",
            total=found.total,
            radius=found.radius,
            unit=tell(found.metric.value if found.radius == 1 else f"{found.metric}s"),
            rate=found.total / max(found.seconds, 1e-9),
            seconds=found.seconds,
        )
    )
    if found.goal_depth is not None:
        click.echo(tell("* the first goal is at depth {depth:,}", depth=found.goal_depth))
    if not found.complete:
        click.echo(tell("stopped at the goal: more layouts may lie farther away"))
