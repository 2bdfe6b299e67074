"""Click's commands, options and help pages in the language of the call: `--lang`, before or after the command, or else
the system's language.
"""

import functools
import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import click

from huarong.errors import HuarongError, InputError, choices
from huarong.i18n import LANGUAGES, say, system_language, text_width
from huarong.lazy import named

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# The language

LANGUAGE: ContextVar[str | None] = ContextVar("LANGUAGE", default=None)
"""The language of this call, once its arguments are known."""


def language() -> str:
    """Return the language of this call."""
    return LANGUAGE.get() or system_language()


def tell(template: str, /, **values: Any) -> str:
    """Fill in a template in the language of this call, and return the text."""
    return say(template, language(), **values)


def asked(args: Sequence[str]) -> str | None:
    """Return the language that a command line requests, found before the line is parsed.

    So errors in parsing the line are in this language too.

    >>> asked(["solve", "横刀立马", "--lang", "zh"]), asked(["--lang=en", "list"]), asked(["list"])
    ('zh', 'en', None)
    """
    found = None
    for i, word in enumerate(args):
        if word == "--":
            break
        name, _, value = word.partition("=")
        if name == "--lang":
            value = value or (args[i + 1] if i + 1 < len(args) else "")
            found = value if value in LANGUAGES else found
    return found


# Help pages


def paragraphs(text: str) -> list[str]:
    r"""Return the paragraphs of a docstring, each on one line, as they are keys of the catalogue of messages.

    >>> paragraphs("Solve it.\n\n    Or say\n    why not.")
    ['Solve it.', 'Or say why not.']
    """
    return [" ".join(each.split()) for each in inspect.cleandoc(text).split("\n\n")]


_PARTS = r"""(?x)\s+ |
    [（“]* (?: [^\s`⺀-鿿＀-￯]*`[^`]*`[^\s⺀-鿿＀-￯]* | \[[^\]\s]*\] | [⺀-鿿＀-￯] | [^\s（“⺀-鿿＀-￯]+ )
    [，。；：、）！？”]*"""
"""A unit that is not broken across lines: a word, a Chinese character, a command in backticks or a note in brackets,
with its punctuation.
"""


def wrapped(text: str, width: int) -> list[str]:
    """Return a paragraph in lines of at most `width` cells; Chinese breaks anywhere but before punctuation.

    >>> wrapped("one two three", 8), wrapped("求一个最短的解，或证明无解（move）。", 14)
    (['one two', 'three'], ['求一个最短的', '解，或证明无解', '（move）。'])
    """
    lines, line = [], ""
    for part in re.findall(_PARTS, text):
        if part.isspace():
            line += " " if line else ""
        elif not line or text_width(line + part) <= width:
            line += part
        else:
            lines.append(line.rstrip())
            line = part
    return [*lines, line.rstrip()] if line.strip() else lines


class _Formatter(click.HelpFormatter):
    """Writes help pages whose columns are aligned even with characters that are two cells wide."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        head = tell("Usage: ") + f"{prog} "
        lines = wrapped(args, max(20, self.width - text_width(head)))
        self.write(head + f"\n{' ' * text_width(head)}".join(lines) + "\n")

    def write_heading(self, heading: str) -> None:
        self.write(" " * self.current_indent + tell("{heading}:", heading=heading) + "\n")

    def write_text(self, text: str) -> None:
        indent = " " * self.current_indent
        paragraphs = [wrapped(each, self.width - len(indent)) for each in text.split("\n\n")]
        self.write("\n".join("".join(f"{indent}{line}\n" for line in p) for p in paragraphs))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        rows = list(rows)
        wide = min(max(text_width(first) for first, _ in rows), col_max)
        indent = " " * self.current_indent
        for first, second in rows:
            gap = wide - text_width(first)
            lines = wrapped(second, self.width - wide - col_spacing - len(indent))
            if gap < 0:
                self.write(f"{indent}{first}\n")
                first, gap = "", wide
            for line in lines or [""]:
                self.write(f"{indent}{first}{' ' * (gap + col_spacing)}{line}".rstrip() + "\n")
                first, gap = "", wide


class _Context(click.Context):
    formatter_class = _Formatter


# Arguments, options


class Argument(click.Argument):
    """An argument whose name in usage lines is in the language of the call."""

    def make_metavar(self, ctx: click.Context) -> str:
        return tell(self.metavar or (self.name or "").upper())


class LocalizedOption(click.Option):
    """An option whose help is in the language of the call."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        if self.hidden:
            return None
        names = sorted(self.opts, key=len)
        names += self.secondary_opts
        about = ("/" if self.secondary_opts else ", ").join(names)
        if not self.is_flag:
            about += f" {tell(self.metavar) if self.metavar else self.type.get_metavar(self, ctx)}"
        notes = []
        if self.required:
            notes.append(tell("required"))
        elif self.show_default and self.default is not None:
            value = self.default
            if self.is_flag and self.secondary_opts:
                value = (self.opts if value else self.secondary_opts)[0]
            elif isinstance(value, float):
                value = f"{value:g}"
            notes.append(tell("default: {value}", value=value))
        text = tell(self.help or "")
        return about, f"{text} [{', '.join(notes)}]" if notes else text


argument: Callable[..., Callable[[Any], Any]] = functools.partial(click.argument, cls=Argument)


def option(names: str, about: str, kind: Any = None, **settings: Any) -> Callable[[Any], Any]:
    """Return the decorator for an option. `names` are its names, separated by spaces; the last may be its name in
    Python. `about` is its help, `kind` the type of its value or, for a text, the value's name in the help. `settings`
    go to `click.option`.

    An option without a type and a default is a flag. A default is shown unless it is empty.
    """
    settings.setdefault("is_flag", not (kind or "default" in settings) or None)
    if isinstance(kind, str):
        settings["metavar"], kind = kind, None
    elif isinstance(kind, Value):
        settings.setdefault("metavar", kind.metavar)
    settings["show_default"] = settings.get("default") not in (None, "")
    return click.option(*names.split(), cls=LocalizedOption, type=kind, help=about, **settings)


class Value(click.ParamType):  # type: ignore[type-arg]  # generic from Click 8.3 on
    """The type of an option's or argument's value, and the name of such a value in the help."""

    metavar: str | None = None

    def offered(self, incomplete: str) -> Iterable[tuple[str, str]]:
        """Return the completions of a text, each with its kind: plain, file or dir (the shell then completes it)."""
        return ()

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        return [CompletionItem(text, type=kind) for text, kind in self.offered(incomplete)]


class Name(Value):
    """One of a set of names. Any other name is refused, with the nearest names or with all.

    Names that only a slowly imported module knows are given as the place of the collection, such as
    `huarong.study.ma:RECURSIONS`, or as a function that imports it.
    """

    name = "name"

    def __init__(
        self, names: str | Sequence[str] | Callable[[], Sequence[str]], made: Callable[[str], Any] = str
    ) -> None:
        self._names, self._made = names, made

    @property
    def names(self) -> Sequence[str]:
        if isinstance(self._names, str):
            return list(named(self._names))
        return self._names() if callable(self._names) else self._names

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(self.names)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return what `made` returns for a valid name. Raises `InputError`."""
        if value not in self.names:
            place, value = tell(param.opts[0] if param else self.name), str(value)
            template, expected = "{value!r} is not a valid {place}; {expected}", choices(value, self.names)
            raise InputError(template, place=place, value=value, expected=expected)
        return self._made(value)

    def offered(self, incomplete: str) -> Iterable[tuple[str, str]]:
        return ((each, "plain") for each in self.names if each.startswith(incomplete))


LANG = LocalizedOption(
    ["--lang"],
    type=Name(LANGUAGES),
    expose_value=False,  # `asked` has read it already
    help="Language of the messages; the system's by default.",
)


def ending(names: Sequence[str], text: Callable[[click.Context], str], about: str) -> LocalizedOption:
    """Return an option that prints a text instead of running the command."""

    def show(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            click.echo(text(ctx))
            ctx.exit()

    return LocalizedOption(names, is_flag=True, is_eager=True, expose_value=False, callback=show, help=about)


HELP = ending(["-h", "--help"], click.Context.get_help, "Show this help and exit.")


# Commands


class Command(click.Command):
    """A command whose help and error messages are in the language of the call."""

    context_class = _Context

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params = [*self.params, LANG]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises `InputError` for extra words."""
        allowed, ctx.allow_extra_args = ctx.allow_extra_args, True
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        if rest and not allowed and not ctx.resilient_parsing:
            raise unexpected(rest)
        return rest

    def get_help_option(self, ctx: click.Context) -> click.Option:
        return HELP

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        arguments = [each for each in self.params if isinstance(each, Argument)]
        return [tell("[OPTIONS]"), *(each.make_metavar(ctx) for each in arguments)]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Return the options or commands that begin with `incomplete`, with their help."""
        found = super().shell_complete(ctx, incomplete)
        for each in found:
            each.help = each.help and tell(each.help)
        return found

    def get_short_help_str(self, limit: int = 45) -> str:
        return tell(paragraphs(self.help or "")[0])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(map(tell, paragraphs(self.help or ""))))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = [each.get_help_record(ctx) for each in self.get_params(ctx)]
        with formatter.section(tell("Options")):
            formatter.write_dl([each for each in records if each])


# Errors


def unexpected(rest: Sequence[str]) -> InputError:
    """Return the error for extra words."""
    words = " ".join(map(repr, rest))
    return InputError("unexpected arguments: {words}; put quotes around a text with spaces", words=words)


def explained(error: click.ClickException) -> HuarongError:
    """Return an error of Click as an `InputError`, which has both languages."""
    ctx = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption) and ctx:
        names = [name for each in _options(ctx) for name in (*each.opts, *each.secondary_opts)]
        expected = choices(error.option_name, names)
        return InputError("there is no option {name}; {expected}", name=error.option_name, expected=expected)
    if isinstance(error, click.MissingParameter) and error.param and ctx:
        param = error.param
        name = param.opts[0] if isinstance(param, click.Option) else param.make_metavar(ctx)
        return InputError("{name} is missing", name=name)
    if isinstance(error, click.BadOptionUsage) and ctx:
        for each in _options(ctx):
            if error.option_name in (*each.opts, *each.secondary_opts):
                template = "{name} does not take a value" if each.is_flag else "{name} needs a value"
                return InputError(template, name=error.option_name)
    return InputError("{text}", text=error.format_message())


def _options(ctx: click.Context) -> list[click.Option]:
    return [each for each in ctx.command.get_params(ctx) if isinstance(each, click.Option)]
