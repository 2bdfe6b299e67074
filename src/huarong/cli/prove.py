"""`huarong prove`."""

from __future__ import annotations

from typing import Any

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import tell
from huarong.cli.options import METRIC, Count, Output, limits, puzzle
from huarong.cli.output import Terms, print_json
from huarong.cli.reading import Source
from huarong.model.metric import Metric


@command("prove")
@puzzle()
@METRIC
@option("-o --output path", "Write the certificate to this file.", Output(), required=True)
@option(
    "--max-layouts",
    "The most layouts in a certificate; a checker takes a few minutes for the default.",
    Count(),
)
@limits()
def prove_command(
    source: Source, metric: Metric, path: str, max_layouts: int | None, terms: Terms
) -> int:
    """Write a certificate that an answer is right; any program can check it.

    It proves the length of a shortest solution and how many of them there are, or that there is none. If there are too many layouts for a checker, it uses patterns and proves the length only. `docs/proofs.md` describes the format; `huarong/proof/checker.py` checks a file without the rest of huarong. The exit status is 1 if there is no solution.
    """
    from huarong.proof import prove

    if max_layouts is not None:
        terms.limits["max_layouts"] = max_layouts
    with terms.reported() as limits:
        found = prove(source.read(), metric, **limits)
    found.save(path)
    if terms.json:
        print_json(found.to_json())
    else:
        click.echo(_said(found))
    return FOUND if found.solution.solved else NONE


def _said(found: Any) -> str:
    """The claim of a certificate, in one sentence."""
    solution = found.solution
    text = "Proved: {length:,} in {metric} and no fewer, with {solutions:,} {solutions:solution|solutions}; {layouts:,} {layouts:layout|layouts} to check, {size:,} {size:byte|bytes}"
    if not solution.solved:
        text = "Proved: no solution; {layouts:,} {layouts:layout|layouts} to check, {size:,} {size:byte|bytes}"
    elif found.solutions is None:
        text = "Proved: {length:,} in {metric} and no fewer, with patterns; {layouts:,} {layouts:layout|layouts} to check besides those of the patterns, {size:,} {size:byte|bytes}"
    return tell(
        text, length=solution.length, metric=tell(f"{solution.metric}s"), solutions=found.solutions,
        layouts=found.layouts, size=len(found.data),
    )  # fmt: skip
