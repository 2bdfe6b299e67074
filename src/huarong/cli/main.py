"""The command line: what a person types. No rules of the puzzle here."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import json
import os
import sys
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from huarong import __version__
from huarong.errors import (
    Cancelled,
    HuarongError,
    InputError,
    LimitReached,
    PuzzleError,
    UnknownName,
    nearest,
)
from huarong.i18n import LANGUAGES, say, system_language
from huarong.library.catalogue import GROUPS, load, puzzle
from huarong.library.catalogue import search as search_library
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.notation import detect, piece_set, write
from huarong.search.solver import (
    MAX_MEMORY,
    MAX_SECONDS,
    METHODS,
    Progress,
    Solution,
    memory_size,
    solve,
)

if TYPE_CHECKING:
    from rich.console import Console

SOLVED, UNSOLVABLE, BAD_INPUT, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130

LATER = {
    "atlas": ("huarong.cli.atlas", "atlas_command"),
    "explore": ("huarong.cli.explore", "explore_command"),
    "hint": ("huarong.cli.atlas", "hint_command"),
    "paths": ("huarong.cli.toolbox", "paths_command"),
    "reach": ("huarong.cli.toolbox", "reach_command"),
    "serve": ("huarong.cli.serve", "serve"),
    "study": ("huarong.cli.study", "study"),
    "tables": ("huarong.cli.toolbox", "tables_command"),
    "tiles": ("huarong.cli.toolbox", "tiles_command"),
    "tour": ("huarong.cli.toolbox", "tour_command"),
    "table1": ("huarong.cli.atlas", "table1_command"),
}
"""Commands that live in modules of their own, imported when they are called: module and object."""


def language() -> str:
    """The language of this call."""
    context = click.get_current_context(silent=True)
    return str((context.obj or {}).get("lang", "en")) if context else system_language()


def tell(template: str, **args: Any) -> str:
    """A template in the language of this call."""
    return say(template, language(), **args)


class Command(click.Command):
    """A command whose help is in the language of the call."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say what the command and its options do."""
        texts: list[Any] = [
            self,
            *(param for param in self.params if isinstance(param, click.Option)),
        ]
        english = [each.help for each in texts]
        for each in texts:
            each.help = say(inspect.cleandoc(each.help or ""), language())
        try:
            super().format_help(ctx, formatter)
        finally:
            for each, text in zip(texts, english, strict=True):
                each.help = text

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence of the help."""
        return say(inspect.cleandoc(self.help or "").split("\n\n")[0], language())


class Main(Command, click.Group):
    """The commands of `huarong`; a user's mistake is a message and an exit status, never a traceback."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, also those not imported yet."""
        return sorted([*self.commands, *LATER])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, imported now if need be."""
        if cmd_name in LATER:
            module, name = LATER[cmd_name]
            found = getattr(importlib.import_module(module), name)
            assert isinstance(found, click.Command)
            return found
        return super().get_command(ctx, cmd_name)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say what the commands are."""
        ctx.obj = {"lang": ctx.params.get("lang") or system_language()}
        super().format_help(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; turn what goes wrong into a message and an exit status."""
        warnings.showwarning = _show_warning
        try:
            return super().invoke(ctx)
        except LimitReached as error:
            _fail(error.message(language()), LIMIT)
        except Cancelled as error:
            _fail(error.message(language()), INTERRUPTED)
        except HuarongError as error:
            _fail(error.message(language()), BAD_INPUT)
        except KeyboardInterrupt:
            _fail(tell("interrupted"), INTERRUPTED)
        except RecursionError:
            _fail(tell("the input is nested too deeply"), BAD_INPUT)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(SOLVED)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    click.echo(f"huarong: {tell(str(message))}", err=True)


def _fail(text: str, status: int) -> NoReturn:
    click.echo(f"huarong: {text}", err=True)
    sys.exit(status)


def _language_option(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    ctx.obj = {"lang": value or system_language()}
    return value


@click.group(cls=Main, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--lang", type=click.Choice(LANGUAGES), is_eager=True, callback=_language_option,
    help="Language of the messages; the locale's by default.",
)  # fmt: skip
@click.version_option(__version__, prog_name="huarong")
def main(lang: str | None) -> None:
    """Sliding-block puzzles (华容道, Klotski, Rush Hour, n-puzzle): solved optimally, known in full.

    A PUZZLE is a name of the library, a code or text in any notation, a file, or - for standard input.
    """


def read(text: str, notation: str | None = None, goal: str | None = None) -> Puzzle:
    """The puzzle of an argument: standard input, a file, or what `huarong.model.puzzle` makes of the text."""
    if text == "-":
        return load(sys.stdin.buffer, goal, notation)
    path = Path(text) if len(text) < 1024 and not {"\n", "\0"} & set(text) else None
    if path and (
        _is_file(path) or text.startswith(("./", "../", "/", "~")) or path.suffix == ".txt"
    ):
        return load(os.path.expanduser(path), goal, notation)
    return puzzle(text, goal, notation)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def console(**options: Any) -> Console:
    """Rich's console, imported when something is to be drawn."""
    from rich.console import Console

    return Console(highlight=False, **options)


class Name(click.Choice[str]):
    """One of some names; another is refused with those most like it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, if it is one."""
        if value in self.choices:
            return str(value)
        if nearest(value, self.choices):
            raise UnknownName(value, self.choices)
        raise InputError(
            "{place} cannot be {value!r}; expected one of {choices}",
            place=param.opts[0] if param else self.name, value=value, choices=", ".join(self.choices),
        )  # fmt: skip


PUZZLE = click.argument("text", metavar="PUZZLE")
FROM = click.option(
    "--from", "notation", metavar="NOTATION",
    help="The notation of PUZZLE, where it is not to be guessed.",
)  # fmt: skip
GOAL = click.option(
    "--goal", metavar="TEXT", help="Another goal: a grid's rows with `/` between, or tiles."
)
METRIC = click.option(
    "--metric", type=Name([metric.value for metric in Metric]), default=Metric.MOVE.value, show_default=True,
    help="What counts as one: a piece along any path, straight, or by one cell.",
)  # fmt: skip
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


class Reporter:
    """Shows how far a search has come, once it takes long enough to be worth saying."""

    def __init__(self, wanted: bool) -> None:
        self._status: Any = None
        self._wanted = wanted and sys.stderr.isatty()

    def __call__(self, progress: Progress) -> None:
        """Show the newest figures."""
        text = "depth {depth}, {layouts:,} layouts, {rate:,.0f} a second"
        figures = {"depth": progress.depth, "layouts": progress.layouts, "rate": progress.rate}
        self.show(progress.seconds, text, **figures)

    def show(self, seconds: float, template: str, /, **figures: Any) -> None:
        """Show other figures, after so many seconds."""
        if not self._wanted or seconds < 0.3:
            return
        text = tell(template, **figures)
        if self._status is None:
            self._status = console(stderr=True).status(text)
            self._status.start()
        self._status.update(text)

    def __enter__(self) -> Reporter:
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()


@main.command("solve")
@PUZZLE
@METRIC
@FROM
@GOAL
@JSON
@click.option(
    "--method", type=Name(METHODS), default="auto", show_default=True,
    help="How to search; auto chooses by the number of layouts and the memory.",
)  # fmt: skip
@click.option("--quick", is_flag=True, help="A good solution soon, not always a shortest one.")
@click.option("--boards", is_flag=True, help="Draw the board large after every move.")
@click.option("--animate", is_flag=True, help="Play the solution in the terminal.")
@click.option(
    "--max-memory", metavar="SIZE", default=f"{MAX_MEMORY >> 30}G", show_default=True,
    help="Stop before more memory than this is used.",
)  # fmt: skip
@click.option(
    "--max-seconds", type=float, metavar="S", default=MAX_SECONDS, show_default=True,
    help="Stop after so many seconds.",
)  # fmt: skip
def solve_command(
    text: str,
    metric: str,
    notation: str | None,
    goal: str | None,
    as_json: bool,
    method: str,
    quick: bool,
    boards: bool,
    animate: bool,
    max_memory: str,
    max_seconds: float,
) -> None:
    """Find a shortest solution, or prove that there is none.

    The exit status is 0 where it is solved, 1 where there is no solution, 2 for bad input, 3 where a limit
    stopped the search, and 130 where you did.
    """
    if not max_seconds > 0:
        raise InputError(
            "{value} is no number of seconds to search; expected more than 0", value=max_seconds
        )
    memory = memory_size(max_memory)
    found = read(text, notation, goal)
    try:
        with Reporter(not as_json) as reporter:
            solution = solve(
                found, metric, method=method, optimal=not quick, max_memory=memory,
                max_seconds=max_seconds, progress=reporter,
            )  # fmt: skip
    except LimitReached as error:
        if as_json:
            _print_json(_stopped(found, metric, error))
        elif error.solution is not None:
            _print_solution(error.solution, boards, animate)
        raise
    if as_json:
        _print_json(as_data(solution))
    else:
        _print_solution(solution, boards, animate)
    sys.exit(SOLVED if solution.solved else UNSOLVABLE)


def _print_json(data: dict[str, Any]) -> None:
    click.echo(json.dumps(data, ensure_ascii=False))


def as_data(solution: Solution) -> dict[str, Any]:
    """A solution as JSON has it; `layouts` are the boards from first to last as one-line grids."""
    found = solution.puzzle
    return {
        "name": found.name_zh or found.name or None,
        "metric": str(solution.metric),
        "solved": solution.solved,
        "length": solution.length,
        "counts": solution.counts if solution.solved else None,
        "moves": [str(move) for move in solution.moves],
        "pieces": {piece.symbol: piece.label for piece in found.pieces},
        "layouts": ["/".join(solution.rows(i)) for i in range(len(solution.heads))],
        "optimal": solution.optimal,
        "bound": solution.bound,
        "method": solution.method,
        "why": solution.why.message(language()) if solution.why else None,
        "explored": solution.explored,
        "depth": solution.depth,
        "seconds": round(solution.seconds, 6),
    }


def _stopped(found: Puzzle, metric: str, error: LimitReached) -> dict[str, Any]:
    return {
        "name": found.name_zh or found.name or None,
        "metric": metric,
        "solved": None,
        "stopped": error.limit,
        "bound": error.lower,
        "known": as_data(error.solution) if error.solution is not None else None,
        "message": error.message(language()),
        "explored": error.explored,
        "depth": error.depth,
        "seconds": round(error.seconds, 6),
    }


def _label(label: str) -> str:
    from huarong.library.catalogue import english

    return label if language() == "zh" else english(label)


def _print_solution(solution: Solution, boards: bool, animate: bool) -> None:
    from huarong.draw.terminal import board, filmstrip

    out = console()
    _title(out, solution.puzzle)
    out.print(board(out, solution.puzzle))
    if not solution.solved:
        out.print(
            tell(
                "No solution: all {explored:,} layouts in reach were searched ({seconds:.3f} s).",
                explored=solution.explored, seconds=solution.seconds,
            )
        )  # fmt: skip
        return
    counts = solution.counts
    found = (
        "Best in {metric}s: {move} moves, {slide} slides, {step} steps "
        "({explored:,} layouts, {seconds:.4f} s)"
        if solution.optimal
        else "Good in {metric}s, perhaps not best: {move} moves, {slide} slides, {step} steps; "
        "none is shorter than {bound} ({explored:,} layouts, {seconds:.4f} s)"
    )
    out.print(
        tell(
            found, bound=solution.bound,
            metric=tell(str(solution.metric)), **counts,
            explored=solution.explored, seconds=solution.seconds,
        )
    )  # fmt: skip
    if solution.why:
        out.print(solution.why.message(language()), style="dim", markup=False)
    captions = [f"{i} {_caption(move)}" for i, move in enumerate(solution.moves, 1)]
    if animate and out.is_terminal:
        _animate(out, solution, captions)
    elif boards:
        for caption, heads in zip(captions, solution.heads[1:], strict=True):
            out.print(f"\n{caption}")
            out.print(board(out, solution.puzzle, heads))
    else:
        out.print()
        out.print(filmstrip(out, solution.puzzle, solution.heads[1:], captions))


def _caption(move: Any) -> str:
    return f"{_label(move.label)} {move.path}"


def _animate(out: Console, solution: Solution, captions: Sequence[str]) -> None:
    from rich.console import Group
    from rich.live import Live
    from rich.text import Text

    from huarong.draw.terminal import board

    with Live(console=out, auto_refresh=False) as live:
        for caption, heads in zip(("", *captions), solution.heads, strict=True):
            live.update(Group(board(out, solution.puzzle, heads), Text(caption)), refresh=True)
            time.sleep(0.25)


def _title(out: Console, found: Puzzle) -> None:
    names = [found.name_zh, found.name] if language() == "zh" else [found.name, found.name_zh]
    title = "  ".join(filter(None, names))
    if title:
        out.print(title, style="bold", markup=False)


@main.command("show")
@PUZZLE
@FROM
@GOAL
def show_command(text: str, notation: str | None, goal: str | None) -> None:
    """Draw a puzzle and what it is made of, with its text."""
    from huarong.draw.terminal import board

    found = read(text, notation, goal)
    out = console()
    _title(out, found)
    out.print(board(out, found))
    if found.source:
        out.print(tell("source: {source}", source=found.source), markup=False)
    out.print(
        tell(
            "board {width}x{height}, {pieces} pieces: {set}; {empty} cells empty",
            width=found.board.width, height=found.board.height, pieces=len(found.pieces),
            set=piece_set(found), empty=_empty(found),
        ), markup=False,
    )  # fmt: skip
    out.print()
    click.echo(found.text(), nl=False)


def _empty(found: Puzzle) -> int:
    return sum(row.count(".") + row.count("-") for row in found.rows())


@main.command("list")
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@JSON
def list_command(words: Sequence[str], as_json: bool) -> None:
    """List the puzzles of the library: all, or those whose name, alias, pinyin, code, group or pieces fit."""
    entries = search_library(" ".join(words))
    if as_json:
        rows = [
            {
                "name": e.name, "name_zh": e.name_zh, "pinyin": e.pinyin, "aliases": e.aliases,
                "group": e.group, "text": e.text, "source": e.source,
            }
            for e in entries
        ]  # fmt: skip
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    if not entries:
        raise InputError(
            "nothing in the library fits {words!r}; the groups are {groups}",
            words=" ".join(words), groups=", ".join(GROUPS),
        )  # fmt: skip
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("name", "名称", "group", "text"):
        table.add_column(tell(heading), overflow="ellipsis", no_wrap=heading == "text")
    for e in entries:
        table.add_row(e.name, e.name_zh, e.group, e.text.replace("\n", "/").strip("/"))
    console().print(table, markup=False)


@main.command("convert")
@PUZZLE
@click.option("--to", "target", metavar="NOTATION", required=True, help="The notation to write.")
@FROM
@GOAL
def convert_command(text: str, target: str, notation: str | None, goal: str | None) -> None:
    """Write a puzzle in another notation."""
    click.echo(write(read(text, notation, goal), target).rstrip("\n"))


@main.command("check")
@PUZZLE
@FROM
@GOAL
@JSON
def check_command(text: str, notation: str | None, goal: str | None, as_json: bool) -> None:
    """List everything that is wrong with a puzzle, or the facts about a good one."""
    try:
        found = read(text, notation, goal)
    except PuzzleError as error:
        if as_json:
            faults = [
                {"line": f.line, "column": f.column, "message": f.message(language())}
                for f in error.faults
            ]
            click.echo(json.dumps({"valid": False, "faults": faults}, ensure_ascii=False))
            sys.exit(BAD_INPUT)
        raise
    facts = _facts(found, text)
    if as_json:
        click.echo(json.dumps({"valid": True, "faults": [], **facts}, ensure_ascii=False))
        return
    click.echo(tell("a good puzzle"))
    for key, value in facts.items():
        shown = f"{value:,}" if isinstance(value, int) else value
        click.echo(f"  {tell(key)}: {shown}")


def _facts(found: Puzzle, text: str) -> dict[str, Any]:
    names = [each.name for each in detect(text)]
    facts: dict[str, Any] = {
        "board": f"{found.board.width}x{found.board.height}",
        "pieces": len(found.pieces),
        "kinds": len(found.kinds),
        "piece set": piece_set(found),
        "empty cells": _empty(found),
        "goal alternatives": len(found.goal.alternatives),
    }
    if found.name or found.name_zh:
        facts["name"] = found.name_zh or found.name
    with contextlib.suppress(HuarongError):
        from huarong.space.space import Space

        facts["layouts"] = Space.of(found).size
    if names:
        facts["notations"] = ", ".join(names)
    return facts
