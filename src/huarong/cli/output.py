"""The output of commands: text, tables, boards, JSON, progress, and the exit status of an answer."""

import contextlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from huarong import __version__
from huarong.cli.base import language, tell
from huarong.cli.faults import FOUND, NONE
from huarong.draw.terminal import Line, board
from huarong.errors import Cancelled, LimitReached
from huarong.files import replacing
from huarong.i18n import aligned, counted, text_width
from huarong.library import labels
from huarong.library.description import reading_text
from huarong.library.reader import NAME
from huarong.limits import Progress
from huarong.model.board import METRICS, usual_goal
from huarong.model.puzzle import Puzzle

T = TypeVar("T")


@contextlib.contextmanager
def resumable(place: str | Path | None, name: str = "", option: str = "") -> Iterator[None]:
    """A context that, if its work is stopped, says in which file or folder the work so far is kept, and how to resume
    the work. Work is kept once the folder has the file `name`. Without an `option`, the same command resumes it.
    """
    try:
        yield
    except (LimitReached, Cancelled, KeyboardInterrupt) as error:
        told = getattr(error, "limit", "") == "disk"
        if place is not None and not told and Path(place, name).exists():
            text = "the work so far is kept in {folder}: resume it with {option}"
            text = text if option else "the work so far is kept in {folder}: the same command resumes it"
            click.echo(tell(text, folder=place, option=option), err=True)
        raise


def json_line(data: dict[str, Any]) -> str:
    """Return a JSON object with the version of the program, as a line of a file."""
    return json.dumps(versioned(data), ensure_ascii=False) + "\n"


def versioned(data: dict[str, Any]) -> dict[str, Any]:
    """Return a JSON object of the command line, with the `version` of the program last."""
    return {**data, "version": __version__}


def print_json(data: dict[str, Any]) -> None:
    """Print one JSON object on one line; escape characters that the output's encoding lacks."""
    text = json_line(data)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(versioned(data)) + "\n"
    click.echo(text, nl=False)


def written(path: str, data: str | bytes, told: bool = True) -> None:
    """Write a file completely or not at all, and report it if `told` is true."""
    with replacing(path) as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    if told:
        click.echo(tell("written: {path}", path=path))


def span(seconds: float) -> str:
    """Return a duration in seconds, minutes or hours, in the language of this call."""
    if seconds < 100:
        return tell("{n:,.2f} {n:second|seconds}", n=seconds)
    if seconds < 3600:
        return tell("{n:,.1f} {n:minute|minutes}", n=seconds / 60)
    return tell("{n:,.1f} {n:hour|hours}", n=seconds / 3600)


def heading(text: str) -> None:
    """Print a heading, in bold."""
    click.secho(text, bold=True)


def table(rows: Sequence[Sequence[str]], headings: Sequence[str] = (), right: Sequence[int] = ()) -> None:
    """Print rows in columns, at any width, with headings in the language of this call; columns with an index in `right`
    are right-aligned.
    """
    for n, line in enumerate(aligned([[tell(each) for each in headings], *rows] if headings else rows, right)):
        click.secho(line, bold=True) if headings and n == 0 else click.echo(line)


def in_columns(texts: Sequence[str], width: int) -> None:
    """Print short texts in columns, row by row, as many side by side as fit into `width` characters."""
    wide = max(map(text_width, texts), default=0)
    across = max(1, (width + 2) // (wide + 2))
    for i in range(0, len(texts), across):
        row = texts[i : i + across]
        click.echo("  ".join(text + " " * (wide - text_width(text)) for text in row).rstrip())


class Screen:
    """Prints drawings of boards, in color if standard output is a terminal with colors."""

    def __init__(self) -> None:
        self.console: Any = None  # of Rich, which is imported only for a terminal with colors
        forced = bool(os.environ.get("FORCE_COLOR"))
        if forced or (sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")):
            from rich.console import Console

            console = Console(highlight=False)
            self.console = console if console.color_system else None
        self.colours = str(self.console.color_system) if self.console is not None else ""
        self.width = shutil.get_terminal_size().columns

    def draw(self, lines: Sequence[Line]) -> None:
        """Print a drawing made by `huarong.draw.terminal`."""
        if self.console is None:
            for line in lines:
                click.echo("".join(text for text, _ in line).rstrip())
            return
        from rich.text import Text

        for line in lines:
            self.console.print(Text.assemble(*line), soft_wrap=True)

    def board(self, puzzle: Puzzle, heads: Sequence[int] | None = None) -> None:
        """Print a layout of a puzzle (the start unless `heads` are given), with its pieces named as in texts."""
        named = labels.in_language(puzzle, language())
        self.draw(board(named, heads, colours=self.colours, width=self.width))


def lines(puzzles: Iterable[Puzzle]) -> None:
    """Print puzzles as lines for `huarong solve`; in color, each line is below its board."""
    screen = Screen()
    for each in puzzles:
        if screen.colours:
            screen.draw(board(each, colours=screen.colours))
        click.echo(each.line())


_EACH = 60.0
"""The seconds between two lines of a log."""
_FORESEEN = 20
"""The remaining time is shown if it is at most this many times the elapsed time; longer estimates are too rough."""


class Reporter:
    """Shows the progress of a computation on a terminal, once it takes longer than a moment; elsewhere (in a log), it
    writes one line a minute.

    `template` may use `depth`, `next` (one more), `work` (the number of layouts, or of another unit), `rate`,
    `seconds`, `part`, `done`, `total` and `percent`. Without a template, it shows the depth, the work, the rate and the
    time left.
    """

    def __init__(self, wanted: bool = True, template: str = "") -> None:
        self._template = template
        self._wanted = wanted and sys.stderr is not None
        self._live, self._told = self._wanted and sys.stderr.isatty(), time.monotonic()
        self._status: Any = None
        self._layouts = -1

    def __call__(self, progress: Progress) -> None:
        if not self._wanted or progress.seconds < 0.3:
            return
        if "total" in self._template and progress.total is None:  # of a part of one of them
            return
        template = self._template or "depth {depth}, {work}, {rate:,.0f} a second"
        if not self._template and progress.left is not None and progress.left < _FORESEEN * progress.seconds:
            template = "depth {depth}, {work}, {rate:,.0f} a second, at most {left} left"
        elif not self._template and progress.layouts == self._layouts:
            template = "{work}, {seconds:.0f} s"
        self._layouts = progress.layouts
        done, total = progress.layouts, progress.total
        place = {"depth": progress.depth, "next": progress.depth + 1, "part": progress.part}
        pace = {"rate": progress.rate, "seconds": progress.seconds, "left": span(progress.left or 0.0)}
        amount = {"work": counted(done, progress.unit, language()), "percent": 100 * done / (total or 1)}
        self.show(template, done=done, total=total, **place, **pace, **amount)

    def show(self, template: str, /, **figures: Any) -> None:
        if not self._wanted:
            return
        now = time.monotonic()
        if not self._live and now - self._told < _EACH:
            return
        text, self._told = tell(template, **figures), now
        if not self._live:
            click.echo(text, err=True)
            return
        if self._status is None:
            from rich.console import Console
            from rich.markup import escape

            self._status = Console(stderr=True, highlight=False).status("")
            self._status.start()
            self._escape = escape
        self._status.update(self._escape(text))

    def __enter__(self) -> "Reporter":
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()


@dataclass(frozen=True)
class Terms:
    """The form of a call's answer, JSON or text, and its limits."""

    json: bool
    limits: dict[str, Any]

    @contextlib.contextmanager
    def reported(self, template: str = "") -> Iterator[dict[str, Any]]:
        """The limits as arguments of a long function, with the progress function of a `Reporter`."""
        with Reporter(not self.json, template) as reporter:
            yield {**self.limits, "progress": reporter}

    def run(self, work: Callable[..., T], *args: Any, told: str = "", **settings: Any) -> T:
        """Return the result of a long function within the limits; show its progress by the template `told`."""
        with self.reported(told) as limits:
            return work(*args, **settings, **limits)

    def answer(
        self, data: dict[str, Any], shown: str | Iterable[str] | Callable[[], object], found: bool = True
    ) -> int:
        """Print `data` as JSON or, without `--json`, the text or the lines `shown`, or call `shown`. Return the exit
        status: 0 if `found` is true, else 1.
        """
        if self.json:
            print_json(data)
        elif callable(shown):
            shown()
        else:
            for line in [shown] if isinstance(shown, str) else shown:
                click.echo(line)
        return FOUND if found else NONE


def how_read(puzzle: Puzzle, terms: Terms) -> None:
    """Report on standard error how a text was read, unless it is a name; JSON has this in `read`."""
    if not terms.json and puzzle.read_as and puzzle.read_as.notation != NAME:
        click.echo(reading_text(puzzle, language()), err=True)


def title(puzzle: Puzzle) -> None:
    """Print a puzzle's names, beginning with the one in the language of this call."""
    if called := labels.names(puzzle, language()):
        heading("  ".join(called))


def lengths(counts: Mapping[str, int | None]) -> str:
    """Return the lengths of solutions in all metrics, or only in moves if no other lengths are known."""
    if len(counts) < len(METRICS):
        return tell("{n:,} {n:move|moves}", n=counts["move"])
    text = "{move:,} {move:move|moves}, {slide:,} {slide:slide|slides}, {step:,} {step:step|steps}"
    return tell(text, **counts)


def rating_text(score: int) -> str:
    """Return a rating from 0 to 100, with its stars."""
    from huarong.library.catalogue import stars

    shown = "★" * (stars(score) or 0)
    return tell("rating {score} of 100  {stars}", score=score, stars=shown.ljust(5, "☆"))


def goal_taken(puzzles: Iterable[Puzzle]) -> None:
    """Report on standard error if the goal was chosen for some of these puzzles, because none was given."""
    if any(((usual_goal(p.board, p.kinds),),) != p.goal.alternatives for p in puzzles):
        text = "there is no goal, so the largest piece goes to the bottom right (--goal sets another)"
        click.echo(tell(text), err=True)
