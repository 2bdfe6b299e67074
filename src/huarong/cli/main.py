"""The command `huarong`, and names with commands below them: `tiles`, `study` and so on."""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from huarong import __version__
from huarong.cli.base import HELP, LANGUAGE, Command, asked, ending, tell
from huarong.cli.commands import COMMANDS, GROUPS, Family, children, load
from huarong.cli.faults import guarded
from huarong.errors import InputError, choices, nearest
from huarong.i18n import system_language, text_width

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_COMPLETE = "_HUARONG_COMPLETE"


class CommandGroup(Command, click.Group):
    """The commands below a name in the table `huarong.cli.commands.COMMANDS`."""

    def __init__(self, family: Family) -> None:
        self.path, text, _, self.alone, self.otherwise = family
        name = self.path.rpartition(" ")[2] or "huarong"
        super().__init__(name, help=text, no_args_is_help=not self.alone)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(children(self.path))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in children(self.path):
            return None
        path = f"{self.path} {cmd_name}".strip()
        record = COMMANDS[path]
        if isinstance(record, Family):
            return CommandGroup(record)
        found = load(path)
        assert isinstance(found, Command)
        return found

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Return the commands that begin with `incomplete`, and completions of the default command."""
        found = super().shell_complete(ctx, incomplete)
        meant = self.otherwise and self.get_command(ctx, self.otherwise)
        if isinstance(meant, Command):
            asked = [meant] if incomplete.startswith("-") else meant.params[:1]
            more = [item for each in asked for item in each.shell_complete(ctx, incomplete)]
            known = {each.value for each in found}
            found += [e for e in more if e.value not in known and (e.type == "plain" or not known)]
        return found

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [tell("[OPTIONS]"), tell("COMMAND [ARGUMENTS]...")]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        Command.format_options(self, ctx, formatter)
        groups = {each.name: each.group for each in COMMANDS.values()}
        rows: dict[str, list[tuple[str, str]]] = {heading: [] for heading in (*GROUPS, "")}
        for name in self.list_commands(ctx):
            found = self.get_command(ctx, name)
            assert found is not None
            group = groups[f"{self.path} {name}".strip()]
            rows[group].append((name, found.get_short_help_str()))
        widest = max(text_width(name) for each in rows.values() for name, _ in each)
        for group, listed in rows.items():
            if listed:
                with formatter.section(tell(GROUPS.get(group, "Commands"))):
                    formatter.write_dl([(f"{name:{widest}}", text) for name, text in listed])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert the default command if none is named."""
        at = 0
        while at < len(args) and args[at].partition("=")[0] == "--lang":
            at += 1 if "=" in args[at] else 2
        known = (*children(self.path), *HELP.opts)
        if at >= len(args):
            args = [*args, self.alone] if self.alone and not ctx.resilient_parsing else []
        elif self.otherwise and args[at] not in known:
            args = [*args[:at], self.otherwise, *args[at:]]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        found = self.get_command(ctx, args[0])
        if found is None and not ctx.resilient_parsing:
            name, names = args[0], children(self.path)
            below = [path for path in COMMANDS if path.startswith(self.path) and path.endswith(f" {name}")]
            if meant := "`, `".join(below or nearest(name, names, 1)):
                raise InputError("there is no command `{name}`; did you mean `{meant}`?", name=name, meant=meant)
            raise InputError("there is no command `{name}`; {expected}", name=name, expected=choices(name, names))
        return args[0] if found else None, found, args[1:]


class Main(CommandGroup):
    """The group of all commands. A user's mistake becomes a message and an exit status, never a traceback."""

    def main(self, args: Sequence[str] | None = None, *_: Any, **__: Any) -> Any:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no command uses its threads
        words = list(sys.argv[1:] if args is None else args)
        before = LANGUAGE.set(asked(words) or system_language())
        try:
            status = guarded(lambda: self._run(words))
        finally:
            LANGUAGE.reset(before)
        sys.exit(status)

    def _run(self, words: list[str]) -> object:
        """Run a command line, or answer a shell's request for completions."""
        asked_by_shell = os.environ.get(_COMPLETE)
        if asked_by_shell:
            from huarong.cli.completion import shell_complete

            return shell_complete(self, {}, "huarong", _COMPLETE, asked_by_shell)
        with self.make_context("huarong", words) as ctx:
            return self.invoke(ctx)


_ABOUT = """Sliding-block puzzles (华容道, Klotski, Rush Hour, n-puzzle): shortest solutions, perfect hints,
whole spaces.

A PUZZLE is a name of the library, a code or text in any notation, a file, or - for standard input.
"""
main = Main(Family("", _ABOUT))
main.params.insert(0, ending(["--version"], lambda ctx: f"huarong {__version__}", "Show the version and exit."))
