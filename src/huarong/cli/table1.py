"""`huarong study table1`."""

from __future__ import annotations

from huarong.cli.base import command
from huarong.cli.language import tell
from huarong.cli.options import JSON
from huarong.cli.output import Reporter, print_json, table

__all__ = ["table1_command"]


@command("table1")
@JSON
def table1_command(as_json: bool) -> None:
    """The eight hardest layouts of the classic set by search and by look-up, as 周扬's table 1.

    Look-up is in the file of all solutions, read into a dict as the paper has it; the atlas stores distances
    alone and finds the moves as it goes.
    """
    from huarong.study import hardest_eight

    with Reporter(not as_json, "{work}, {seconds:.0f} s") as reporter:
        rows = hardest_eight(progress=reporter)
    if as_json:
        print_json({"rows": [each.to_json() for each in rows]})
        return
    shown = [
        (
            " ".join(f"{cell:2}" for cell in row.state),
            str(row.steps),
            *(f"{time:.4f}" for time in (row.search_ms, row.lookup_ms, row.atlas_ms)),
        )
        for row in rows
    ]
    headings = ("basic state", "steps", "search, ms", "look-up, ms", "atlas, ms")
    table(shown, [tell(each) for each in headings], right=(1, 2, 3, 4))
