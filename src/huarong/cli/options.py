"""Arguments and options of several commands, each declared once; PUZZLE, and answers to many puzzles."""

import contextlib
import functools
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

import click
from click.core import ParameterSource

from huarong.cli.base import Command, Name, Value, argument, language, option, tell
from huarong.cli.faults import BAD, FOUND, LIMIT
from huarong.cli.output import Terms, print_json
from huarong.errors import HuarongError, InputError, LimitReached
from huarong.files import STANDARD_OUTPUT, writable
from huarong.library.collection import Collection, Given
from huarong.library.reader import NotationLike, given
from huarong.limits import MAX_MEMORY, MAX_SECONDS, Limits, memory_size
from huarong.model.board import METRICS, Metric
from huarong.model.puzzle import Puzzle

F = TypeVar("F", bound=Callable[..., Any])


# Types of values


_POWER = re.compile(r"[0-9]+e[0-9]{1,2}", re.IGNORECASE)


class Count(Value):
    """The type of a whole number from `least` to `most`, such as 5, 10000 or 1e10."""

    name, metavar = "count", "N"

    def __init__(self, least: int = 1, most: int | None = None) -> None:
        self.least, self.most = least, most
        self._end = 10**15 if most is None else most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        try:
            number = int(float(text) if _POWER.fullmatch(text) else text)
        except ValueError:
            number = self.least - 1
        if not self.least <= number <= self._end:
            template = (
                "{value!r} is not a valid {place}; expected a whole number of at least {least:,}"
                if self.most is None and number < self.least
                else "{value!r} is not a valid {place}; expected a whole number from {least:,} to {most:,}"
            )
            place = param.opts[0] if param else self.name
            raise InputError(template, place=place, value=value, least=self.least, most=self._end)
        return number


class Read(Value):
    """The type of values that a function reads or refuses (`InputError`), and its name in the help."""

    name = "value"

    def __init__(self, metavar: str, read: Callable[[Any], Any]) -> None:
        self.metavar, self._read = metavar, read

    def convert(self, value: Any, param: object, ctx: object) -> Any:
        return self._read(value)


SECONDS = Read("S", lambda value: Limits.of(seconds=value).seconds)
"""The type of a time in seconds, more than 0."""
MEMORY = Read("SIZE", memory_size)
"""The type of an amount of memory in bytes, such as 500M or 4G."""


class _PuzzleText(Value):
    """The type of a puzzle's text; names of the library are offered for completion."""

    name = "text"

    def offered(self, incomplete: str) -> Iterable[tuple[str, str]]:
        from huarong.cli.completion import puzzle_names

        return [(each, "plain") for each in puzzle_names(incomplete)] or [(incomplete, "file")]


class FileName(Value):
    """The type of a file or folder name, which the shell completes."""

    name = "file"

    def __init__(self, kind: Literal["file", "dir"] = "file") -> None:
        self.kind, self.metavar = kind, kind.upper()

    def offered(self, incomplete: str) -> Iterable[tuple[str, str]]:
        """Leave completion to the shell."""
        return [(incomplete, self.kind)]


class Output(FileName):
    """The type of the name of a file that is written once, at the end of the work; `-` is standard output.

    All other output of the command then goes to standard error.
    """

    def convert(self, value: Any, param: object, ctx: click.Context | None) -> Any:
        if value != "-" or ctx is None:
            writable(value)
            return value
        ctx.with_resource(contextlib.redirect_stdout(sys.stderr))
        return STANDARD_OUTPUT


def notations(*more: str) -> Name:
    """Return the names of notations, and `more` names."""

    def names() -> Sequence[str]:
        from huarong.library.notations import registry

        return [*(each.name for each in (*registry.notations(), *registry.DIALECTS)), "name", *more]

    return Name(names)


# PUZZLE


_DIVIDED = {
    "lines": "{path} has {n:,} puzzles, one on each line",
    "blocks": "{path} has {n:,} puzzles, separated by empty lines",
}
"""The note on how a file of many puzzles was divided."""


@dataclass(frozen=True, slots=True)
class Source:
    """A PUZZLE as it was given, with the requested notation and goal."""

    text: str
    notation: NotationLike | None = None
    goal: str | None = None

    def collection(self) -> Collection:
        """Return the puzzles that PUZZLE means. Raises `InputError`, `PuzzleError` or `UnknownName`."""
        if self.text == "-" and sys.stdin is None:
            raise InputError("there is no standard input to read")
        return given(sys.stdin.buffer if self.text == "-" else self.text, self.goal, self.notation)

    def read(self, usual: str = "") -> Puzzle:
        """Return the puzzle, or the `usual` one if none was given; from a file of many, the first, with a note that
        says so. Raises the errors of `collection`.
        """
        found = (self if self.text else replace(self, text=usual)).collection()
        if isinstance(found.parts, list) and found.many:
            text = "this is the first of {n:,} {n:level|levels}; {path}#2 is the second"
            click.echo(tell(text, n=len(found.parts), path=self.text), err=True)
        return found.first().puzzle

    def one_or_many(self, whole: bool = False) -> Given | Collection:
        """Return the puzzle of a call, or all puzzles of standard input or, with `whole`, of a file. A note on
        stderr says how a file was divided. Raises the errors of `collection`.
        """
        if self.text != "-" and not whole:
            return Given(self.read())
        found = self.collection()
        if not found.many:
            return found.first()
        if self.text != "-" and isinstance(found.parts, list) and found.form != "records":
            click.echo(tell(_DIVIDED[found.form], path=self.text, n=len(found.parts)), err=True)
        return found

    def answer_all(self, puzzles: Collection, answer: Callable[[Given], tuple[dict[str, Any], int]]) -> int:
        """Print an answer for each puzzle, or why there is no answer; return the greatest exit status. `answer` returns
        the JSON for a puzzle, and its exit status.
        """
        worst = FOUND
        for number, part, found in puzzles:
            try:
                if isinstance(found, HuarongError):
                    raise found
                told, status = answer(found)
            except LimitReached as error:
                told, status = error.to_json(language()), LIMIT
            except HuarongError as error:
                told, status = {"error": error.message(language())}, BAD
            print_json({"line": part.line if self.text == "-" else number, **told})
            worst = max(worst, status)
        return worst


# Options


def together(name: str, make: Callable[..., Any] = dict, **options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Pass several options to the command as one argument: the result of `make` (default: `dict`) for them."""

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def called(**values: Any) -> Any:
            chosen = {each: values.pop(each) for each in options}
            return function(**{name: make(**chosen)}, **values)

        decorated: Any = called
        for each in reversed(options.values()):
            decorated = each(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorate


def typed(*names: str) -> dict[str, str]:
    """The options and arguments of the current call, as typed, by their names in Python: all, or only these names."""
    ctx = click.get_current_context()
    return {
        each.name: each.opts[0] if isinstance(each, click.Option) else (each.metavar or "").strip("[]")
        for each in ctx.command.params
        if each.name and each.expose_value and (each.name in names or not names)
        if ctx.get_parameter_source(each.name) is ParameterSource.COMMANDLINE
    }


_FILE = (
    "PUZZLE may be a file. If a file has many puzzles (JSON Lines, as `huarong design generate` writes them, or one "
    "puzzle on each line, or puzzles separated by empty lines), the first is read; FILE#3 is the third."
)
_FILES = (
    "PUZZLE may be a file. If a file has many puzzles (JSON Lines, as `huarong design generate` writes them, or one "
    "puzzle on each line, or puzzles separated by empty lines), all are read; FILE#3 is the third alone."
)
_LINES = (
    "If PUZZLE is -, standard input may have many puzzles (`huarong solve --help` says how); the answer to each is "
    "then a line of JSON."
)
_JSON = option("--json as_json", "Print one JSON object.")
JSON = together("terms", lambda as_json: Terms(as_json, {}), as_json=_JSON)
"""The option `--json` of a quick command, which gets `terms` without limits."""
_READ_AS = {
    "notation": option(
        "--from notation", "The notation of PUZZLE; by default it is recognized.", notations(), metavar="NOTATION"
    ),
    "goal": option("--goal", "Another goal: the rows of a grid separated by `/`, or tiles.", "TEXT"),
}
SOURCES = together(
    "sources",
    lambda texts, **read_as: [Source(text, **read_as) for text in texts],
    texts=argument("texts", nargs=-1, metavar="FILE...", required=True),
    **_READ_AS,
)
"""Any number of files of puzzles."""


def puzzle(required: bool = True, all_levels: bool = False, lines: bool = False) -> Callable[[F], F]:
    """The decorator for the argument PUZZLE with `--from` and `--goal`; the command gets a `Source` named `source`.

    If PUZZLE is optional and missing, its text is empty. With `all_levels`, the help says that the command takes all
    levels of a file; with `lines`, that it takes many puzzles from standard input.
    """
    name = "PUZZLE" if required else "[PUZZLE]"
    text = argument("text", type=_PuzzleText(), metavar=name, required=required)
    made = together("source", lambda text, **more: Source(text or "", **more), text=text, **_READ_AS)

    def decorate(function: F) -> F:
        about = (function.__doc__, _LINES if lines else "", _FILES if all_levels else _FILE)
        function.__doc__ = "\n\n    ".join(each for each in about if each)
        return made(function)

    return decorate


def limits(seconds: float | None = MAX_SECONDS) -> Callable[[F], F]:
    """Return the decorator for `--json`, `--max-memory` and `--max-seconds`; the command gets them as `terms`.

    `seconds` is the default time limit; None means no limit.
    """
    about = "The memory limit of the whole process; below 160M, Python itself leaves little for the work."
    return together(
        "terms",
        lambda as_json, **limits: Terms(as_json, limits),
        as_json=_JSON,
        max_memory=option("--max-memory", about, MEMORY, default=f"{MAX_MEMORY >> 30}G"),
        max_seconds=option("--max-seconds", "The time limit in seconds.", SECONDS, default=seconds),
    )


_LIMITS = limits()


def command(
    name: str, *first: Callable[[Any], Any], terms: Callable[[Any], Any] | None = _LIMITS, **settings: Any
) -> Callable[[Callable[..., Any]], Command]:
    """Turn a function into a command. Its help shows the options `first`, then the options of the decorators below,
    then the options of `terms`.
    """

    def decorate(function: Any) -> Command:
        between = function.__dict__.pop("__click_params__", [])
        decorated = terms(function) if terms else function
        decorated.__click_params__ = [*getattr(decorated, "__click_params__", ()), *between]
        for each in reversed(first):
            decorated = each(decorated)
        return click.command(name, cls=Command, **settings)(decorated)

    return decorate


def resources(engines: Name, about: str) -> Callable[[F], F]:
    """The decorator for the options of `huarong.explore.Resources`; the command gets them as a dict, `resources`."""
    return together(
        "resources",
        engine=option("--engine", about, engines),
        folder=option(
            "--dir folder",
            "The folder for the levels, with disk and ray, or the URL of an object store (s3://...).",
            FileName("dir"),
        ),
        local=option("--local", "With an object store: the folder for each machine's local copies.", FileName("dir")),
        workers=option("--workers", "The number of threads or processes; the default is one per core.", Count(1, 1024)),
        address=option("--address", "The Ray cluster; local starts one on this machine.", "HOST:PORT", default="local"),
        resume=option("--resume", "Resume the exploration in DIR."),
    )


METRIC = option(
    "--metric",
    "What counts as one move: a piece along any path (move), in a straight line (slide), or by one cell (step).",
    Name(METRICS, Metric),
    default="move",
)
ENGINE = option(
    "--engine",
    "Compute on the processor (cpu) or on a graphics processor (gpu). The default is gpu if the work fits there and "
    "is faster.",
    Name(("cpu", "gpu")),
)
COUNT = option("--count", "Print only the number.")
