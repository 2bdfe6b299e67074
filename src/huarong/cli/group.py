"""Names with commands below them: `huarong` itself, `tiles`, `study` and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from huarong.cli.base import HELP, Command, refuse
from huarong.cli.commands import COMMANDS, GROUPS, Family, children, load
from huarong.cli.language import tell
from huarong.i18n import text_width

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["CommandGroup"]


class CommandGroup(Command, click.Group):
    """The commands below a name in the table `huarong.cli.commands.COMMANDS`.

    `alone` is the command that is run if no word follows, `otherwise` the one if a word follows that is no command.
    """

    def __init__(
        self, path: str, text: str, alone: str | None = None, otherwise: str | None = None
    ) -> None:
        super().__init__(path.rpartition(" ")[2] or "huarong", help=text, no_args_is_help=not alone)
        self.path, self.alone, self.otherwise = path, alone, otherwise

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the table."""
        return list(children(self.path))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of a name; None where there is none."""
        if cmd_name not in children(self.path):
            return None
        path = f"{self.path} {cmd_name}".strip()
        record = COMMANDS[path]
        if isinstance(record, Family):
            return CommandGroup(path, record.about, record.alone, record.otherwise)
        found = load(path)
        assert isinstance(found, Command)
        return found

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands that begin with `incomplete`, and completions of the default command."""
        found = super().shell_complete(ctx, incomplete)
        meant = self.otherwise and self.get_command(ctx, self.otherwise)
        if isinstance(meant, Command):
            asked = [meant] if incomplete.startswith("-") else meant.params[:1]
            more = [item for each in asked for item in each.shell_complete(ctx, incomplete)]
            known = {each.value for each in found}
            found += [e for e in more if e.value not in known and (e.type == "plain" or not known)]
        return found

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The parts of the usage line."""
        return [tell("[OPTIONS]"), tell("COMMAND [ARGUMENTS]...")]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of options, then the list of commands."""
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
        """Insert the default command where none is named."""
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
        """Find the command. Raises `InputError` for an unknown name."""
        found = self.get_command(ctx, args[0])
        if found is None and not ctx.resilient_parsing:
            below = [
                path
                for path in COMMANDS
                if path.startswith(self.path) and path.endswith(f" {args[0]}")
            ]
            refuse(tell("the command"), args[0], children(self.path), below)
        return args[0] if found else None, found, args[1:]
