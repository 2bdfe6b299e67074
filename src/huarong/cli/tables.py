"""`huarong tiles tables`: the pattern databases of numbered tiles."""

from __future__ import annotations

from typing import Any

import click

from huarong.cli.base import argument, command
from huarong.cli.language import tell
from huarong.cli.options import JSON, limits
from huarong.cli.output import Reporter, print_json, resumable, table
from huarong.i18n import size_text

__all__ = ["build_command", "list_command", "remove_command"]


@command("build")
@argument("name", metavar="NAME")
@JSON
@limits()
def build_command(name: str, as_json: bool, limits: dict[str, Any]) -> None:
    """Build a set of tables such as tiles-7-8; a build that was stopped is resumed."""
    from huarong.tiles.store import build_tables, tables_folder

    template = "{part}: {done:,} of {total:,} {total:entry|entries}, {seconds:.0f} s"
    with Reporter(not as_json, template) as reporter, resumable(tables_folder() / name):
        found = build_tables(name, progress=reporter, **limits)
    if as_json:
        print_json(found.to_json())
        return
    text = "{name}: {size} in {path}"
    click.echo(tell(text, name=found.name, size=size_text(found.bytes), path=found.path))


@command("list")
@JSON
def list_command(as_json: bool) -> None:
    """List the sets in the cache folder."""
    from huarong.tiles.store import stored_tables, tables_folder

    found = stored_tables()
    if as_json:
        print_json({"tables": [each.to_json() for each in found]})
        return
    if not found:
        click.echo(tell("no tables in {path}", path=tables_folder()))
        return
    rows = [
        (e.name, size_text(e.bytes), "" if e.complete else tell("unfinished"), str(e.path))
        for e in found
    ]
    table(rows, right=(1,))


@command("remove")
@argument("name", metavar="NAME")
@JSON
def remove_command(name: str, as_json: bool) -> None:
    """Remove a set from the cache folder."""
    from huarong.tiles.store import remove_tables

    freed = remove_tables(name)
    if as_json:
        print_json({"name": name, "freed": freed})
    else:
        click.echo(tell("{size} freed", size=size_text(freed)))
