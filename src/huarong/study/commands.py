"""`huarong study`: list the exhibits, tell their stories, compare them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from huarong.errors import InputError
from huarong.lang import say, system_language
from huarong.library import load, puzzle
from huarong.puzzle import Puzzle
from huarong.study.compare import compare
from huarong.study.registry import EXHIBITS, show

__all__ = ["study"]


def _language() -> str:
    return str((click.get_current_context().find_object(dict) or {}).get("lang", system_language()))


def _read(text: str) -> Puzzle:
    """The puzzle of an argument: standard input, a file, or a name or notation."""
    if text == "-":
        return load(sys.stdin.buffer)
    try:
        is_file = Path(text).is_file()
    except (OSError, ValueError):
        is_file = False
    return load(text) if is_file else puzzle(text)


class _Command(click.Command):
    """A command whose help is in the language of the call."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = say(self.help or "", _language())
        for param in self.params:
            if isinstance(param, click.Option) and param.help:
                param.help = say(param.help, _language())
        super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        return say((self.help or "").split("\n\n")[0], _language())


class _Group(click.Group):
    command_class = _Command

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = say(self.help or "", _language())
        super().format_help(ctx, formatter)


@click.group(cls=_Group, invoke_without_command=True)
@click.pass_context
def study(ctx: click.Context) -> None:
    """The systems of the literature, side by side; alone, it lists the exhibits."""
    if ctx.invoked_subcommand is None:
        lang = _language()
        wide = max(len(each.name) for each in EXHIBITS)
        for each in EXHIBITS:
            title = each.title_zh if lang == "zh" else each.title
            click.echo(f"{each.name:{wide}}  {title}")


@study.command("show")
@click.argument("exhibit")
def show_command(exhibit: str) -> None:
    """Tell the story of an exhibit: whose it is, what it claims, what came out here."""
    click.echo(show(exhibit))


@study.command("compare")
@click.argument("text", metavar="PUZZLE")
@click.argument("exhibits", metavar="[EXHIBIT]...", nargs=-1)
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "csv", "json"]), default="text",
    show_default=True, help="How the table is written.",
)  # fmt: skip
@click.option("--svg", type=click.Path(dir_okay=False), help="Draw a bar chart into this file.")
@click.option(
    "--repeats", metavar="N", default=3, show_default=True,
    help="Timed runs of each exhibit, after one to warm up; the median counts.",
)  # fmt: skip
@click.option(
    "--max-seconds", metavar="S", default=60.0, show_default=True,
    help="End an exhibit after so many seconds.",
)  # fmt: skip
def compare_command(
    text: str, exhibits: Sequence[str], form: str, svg: str | None, repeats: int, max_seconds: float
) -> None:
    """Run exhibits on a puzzle, those named or all that take it, and print a table."""
    lang = _language()
    found = _read(text)
    tell = sys.stderr.isatty()
    table = compare(
        found,
        exhibits or None,
        repeats=repeats,
        seconds=max_seconds,
        lang=lang,
        progress=(lambda name: click.echo(f"{name} ...", err=True)) if tell else None,
    )
    if svg:
        try:
            Path(svg).write_text(table.svg(lang), encoding="utf-8")
        except OSError as error:
            raise InputError(
                "cannot write {path}: {why}", path=svg, why=error.strerror or str(error)
            ) from error
    written = {
        "text": lambda: table.text(lang),
        "markdown": lambda: table.markdown(lang),
        "csv": table.csv,
        "json": table.json,
    }
    click.echo(written[form](), nl=False)
