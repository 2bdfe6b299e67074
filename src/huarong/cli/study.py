"""The commands of the museum: `study` lists the exhibits, shows one, compares them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from huarong.cli.main import FROM, GOAL, PUZZLE, Command, language, read, tell
from huarong.errors import InputError
from huarong.limits import Progress
from huarong.study import EXHIBITS, compare, show

__all__ = ["study"]


class _Group(click.Group):
    """A group of commands whose help is in the language of the call."""

    command_class = Command

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = tell(self.help or "")
        super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        return tell(self.help or "")


@click.group(cls=_Group, invoke_without_command=True)
@click.pass_context
def study(ctx: click.Context) -> None:
    """The systems of the literature, side by side; alone, it lists the exhibits."""
    if ctx.invoked_subcommand is None:
        wide = max(len(each.name) for each in EXHIBITS)
        for each in EXHIBITS:
            title = each.title_zh if language() == "zh" else each.title
            click.echo(f"{each.name:{wide}}  {title}")


@study.command("show")
@click.argument("exhibit")
def show_command(exhibit: str) -> None:
    """Tell the story of an exhibit: whose it is, what it claims, what came out here."""
    click.echo(show(exhibit, language()))


@study.command("compare")
@PUZZLE
@click.argument("exhibits", metavar="[EXHIBIT]...", nargs=-1)
@FROM
@GOAL
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "csv", "json"]), default="text",
    show_default=True, help="How the table is written.",
)  # fmt: skip
@click.option(
    "--svg", type=click.Path(dir_okay=False), metavar="FILE",
    help="Draw a bar chart of the times into this file.",
)  # fmt: skip
@click.option(
    "--repeats", metavar="N", default=3, show_default=True,
    help="Timed runs of each exhibit, after one to warm up; the median counts.",
)  # fmt: skip
@click.option(
    "--max-seconds", metavar="S", default=60.0, show_default=True,
    help="End an exhibit after so many seconds.",
)  # fmt: skip
def compare_command(
    text: str,
    exhibits: Sequence[str],
    notation: str | None,
    goal: str | None,
    form: str,
    svg: str | None,
    repeats: int,
    max_seconds: float,
) -> None:
    """Run exhibits on a puzzle, those named or all that take it, and print a table.

    Each exhibit runs in a process of its own. Layouts and duplicates count whole levels, all those before
    the goal's, so that all exhibits that count alike must agree.
    """
    lang = language()
    table = compare(
        read(text, notation, goal),
        exhibits or None,
        repeats=repeats,
        lang=lang,
        max_seconds=max_seconds,
        progress=_progress if sys.stderr.isatty() else None,
    )
    if svg:
        try:
            Path(svg).write_text(table.svg(lang), encoding="utf-8")
        except OSError as error:
            raise InputError(
                "cannot write {path}: {why}", path=svg, why=error.strerror or str(error)
            ) from error
    written: dict[str, Callable[[], str]] = {
        "text": lambda: table.text(lang),
        "markdown": lambda: table.markdown(lang),
        "csv": table.csv,
        "json": lambda: json.dumps(table.to_json(), ensure_ascii=False) + "\n",
    }
    click.echo(written[form](), nl=False)


def _progress(now: Progress) -> None:
    click.echo(f"{now.part} ...", err=True)
