"""`huarong study table1`."""

from __future__ import annotations

from typing import Any

import click

from huarong.cli.base import command, option
from huarong.cli.language import tell
from huarong.cli.options import JSON, Count, limits
from huarong.cli.output import Reporter, print_json, table

__all__ = ["table1_command"]


@command("table1")
@option("--repeats", "Timed runs of each; the median counts.", Count(), default=3)
@JSON
@limits()
def table1_command(repeats: int, as_json: bool, limits: dict[str, Any]) -> None:
    """The eight hardest layouts of the classic pieces by search and by look-up, both in Python, as 周扬's table 1.

    Search is breadth first; look-up is the dict's answer for a basic state; the answer has the persons restored. Six
    layouts tie at 125 steps where the table has room for four: it lists the first by basic state, the order of the file; the two that
    it leaves out follow, marked with a star.
    """
    from huarong.study import hardest_eight

    with Reporter(not as_json, "{done:,} of {total:,}, {seconds:.0f} s") as reporter:
        rows = hardest_eight(repeats, progress=reporter, **limits)
    if as_json:
        print_json({"rows": [each.to_json() for each in rows]})
        return
    shown = [
        (
            " ".join(f"{cell:2}" for cell in row.state) + ("" if row.listed else " *"),
            str(row.steps),
            *(f"{time:,}" for time in (row.search, row.lookup, row.answer)),
            f"{row.search / max(row.lookup, 1):,.0f}",
        )
        for row in rows
    ]
    headings = ("basic state", "steps", "search, ns", "look-up, ns", "answer, ns", "ratio")
    table(shown, [tell(each) for each in headings], right=(1, 2, 3, 4, 5))
    if not all(row.listed for row in rows):
        click.echo(
            tell(
                "* as many steps as the last of the table, which takes the first by their basic states"
            )
        )
    slow = sum(row.lookup >= 1000 for row in rows)
    text = "0.001 ms is 1,000 ns: {n} {n:look-up is|look-ups are} not below it"
    click.echo(tell(text, n=slow))
