"""The command `huarong`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from huarong import __version__
from huarong.cli.base import LocalizedOption
from huarong.cli.faults import guarded
from huarong.cli.group import CommandGroup
from huarong.cli.language import LANGUAGE, asked
from huarong.i18n import system_language

__all__ = ["main"]

_COMPLETE = "_HUARONG_COMPLETE"


class Main(CommandGroup):
    """The group of all commands; a user's mistake is a message and an exit status, never a traceback."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command that the arguments name, and exit with its status."""
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


def _show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"huarong {__version__}")
        ctx.exit()


main = Main(
    "",
    """Sliding-block puzzles (华容道, Klotski, Rush Hour, n-puzzle): solved optimally, known in full.

    A PUZZLE is a name of the library, a code or text in any notation, a file, or - for standard input.
    """,
)
main.params.insert(
    0,
    LocalizedOption(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_version,
        help="Show the version and end.",
    ),
)
