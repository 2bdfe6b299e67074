"""`huarong list`."""

from __future__ import annotations

from collections.abc import Sequence

from huarong.cli.base import argument, command
from huarong.cli.language import tell
from huarong.cli.options import JSON
from huarong.cli.output import print_json, table
from huarong.errors import InputError, nearest
from huarong.library.catalogue import GROUPS, Entry, search

__all__ = ["list_command"]

_LONGEST = 40


@command("list")
@argument("words", nargs=-1, metavar="[FILTER]...")
@JSON
def list_command(words: Sequence[str], as_json: bool) -> None:
    """List the puzzles of the library: all, or those whose name, alias, pinyin, code, group or pieces match."""
    entries = search(" ".join(words))
    if as_json:
        print_json({"puzzles": [each.to_json() for each in entries]})
        return
    if not entries:
        near = nearest(" ".join(words), GROUPS)
        raise InputError(
            "nothing in the library fits {words!r}; the groups are {groups}",
            words=" ".join(words), groups=", ".join(near or GROUPS),
        )  # fmt: skip
    rows = [(each.name, each.name_zh, each.group, _text(each)) for each in entries]
    table(rows, [tell(each) for each in ("name", "名称", "group", "text")])


def _text(entry: Entry) -> str:
    """The text of a puzzle on one line; none where it is long, as the name is enough to copy."""
    line = entry.text.strip().replace("\n", "/")
    return line if len(line) <= _LONGEST else ""
