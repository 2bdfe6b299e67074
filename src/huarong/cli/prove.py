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
    "The most layouts of a certificate; the default takes a checker a few minutes.",
    Count(),
)
@limits()
def prove_command(
    source: Source, metric: Metric, path: str, max_layouts: int | None, terms: Terms
) -> int:
    """Write a certificate that an answer is right, which any program can check.

    It proves the length of a shortest solution and how many of those there are, or that there is none; the length alone
    where patterns have to spare the checker layouts. `docs/proofs.md` describes the form of the file;
    `huarong/proof/checker.py` checks it without anything else of huarong. The exit status is 1 where there is no solution.
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
    text = (
        "Proved: {length:,} in {metric} and no fewer, in {solutions:,} {solutions:way|ways}; "
        "{layouts:,} {layouts:layout|layouts} to check, {size:,} {size:byte|bytes}"
    )
    if not solution.solved:
        text = "Proved: no solution; {layouts:,} {layouts:layout|layouts} to check, {size:,} {size:byte|bytes}"
    elif found.solutions is None:
        text = (
            "Proved: {length:,} in {metric} and no fewer, with patterns; "
            "{layouts:,} {layouts:layout|layouts} to check beside theirs, {size:,} {size:byte|bytes}"
        )
    return tell(
        text, length=solution.length, metric=tell(f"{solution.metric}s"), solutions=found.solutions,
        layouts=found.layouts, size=len(found.data),
    )  # fmt: skip
