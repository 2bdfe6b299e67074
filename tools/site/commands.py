"""The reference of the command line: usage, options and JSON keys of every command, from the commands themselves.

Which keys a command prints as JSON is seen by calling it, as `calls.txt` says; `keys.json` says what each key is.
"""

from __future__ import annotations

import contextlib
import functools
import json
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

from huarong.cli.base import LANGUAGE, Argument, LocalizedOption, paragraphs, tell
from huarong.cli.commands import COMMANDS, GROUPS, CommandRecord, Family, children, load
from huarong.cli.main import main
from tools.site.words import meaning, word

CALLS = Path(__file__).with_name("calls.txt")
"""Calls of each command that prints JSON, `--json` left off, made one after the other in one folder."""
DATA = ("pieces", "values", "puts", "groups")
"""Keys whose objects have data for keys."""


def leaves() -> list[str]:
    """The commands that do something themselves."""
    return [name for name, each in COMMANDS.items() if isinstance(each, CommandRecord)]


def speaking() -> list[str]:
    """The commands that can print JSON."""
    return [n for n in leaves() if any("--json" in each.opts for each in load(n).params)]


def keys(value: Any, before: str = "") -> Iterator[str]:
    """The paths of all keys in some JSON: `moves[].from` is `from` of each entry of the list `moves`.

    >>> sorted(set(keys({"a": [{"b": 1}, {"c": None}], "pieces": {"A": "曹操"}})))
    ['a', 'a[].b', 'a[].c', 'pieces', 'pieces.*']
    """
    if isinstance(value, dict):
        name = before.rstrip(".").rpartition(".")[2]
        for key, inner in value.items():
            path = before + ("*" if name in DATA else key)
            yield path
            if path.count(".") < 6:
                yield from keys(inner, path + ".")
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner, before[:-1] + "[]." if before else before)


@functools.cache
def observed() -> dict[str, list[str]]:
    """The keys that each command prints, in the order in which they come: seen by calling it, with an empty cache."""
    found: dict[str, dict[str, None]] = {name: {} for name in speaking()}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        runner = CliRunner(env={"LC_ALL": "C.UTF-8", "HUARONG_CACHE": f"{folder}/cache"})
        for line in CALLS.read_text("utf-8").splitlines():
            name = max((each for each in found if f"{line} ".startswith(f"{each} ")), key=len)
            words = shlex.split(line.removeprefix(name))
            given = "捷足先登\nnobody\n" if "-" in words else None
            result = runner.invoke(main, [*name.split(), "--json", *words], input=given)
            if not result.stdout:
                raise RuntimeError(f"{line}: {result.output}")
            for each in result.stdout.splitlines():
                found[name] |= dict.fromkeys(keys(json.loads(each)))
    return {name: list(paths) for name, paths in found.items()}


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "\\<")


def section(name: str, language: str) -> str:
    """The section of one command, or of a name with commands below it."""
    record = COMMANDS[name]
    lines = [f"## huarong {name}", ""]
    if isinstance(record, Family):
        lines += ["\n\n".join(map(tell, paragraphs(record.about))), ""]
        below = ", ".join(f"[{c}](#huarong-{f'{name} {c}'.replace(' ', '-')})" for c in children(name))
        return "\n".join([*lines, f"{word('below', language)}: {below}", ""])
    found = load(name)
    ctx = click.Context(found, info_name=f"huarong {name}")
    lines += ["```text", f"huarong {name} " + " ".join(found.collect_usage_pieces(ctx)), "```", ""]
    lines += ["\n\n".join(map(tell, paragraphs(found.help or ""))), ""]
    rows = [each.get_help_record(ctx) for each in found.get_params(ctx) if not isinstance(each, Argument)]
    lines += [f"| {word('option', language)} | {word('meaning', language)} |", "|---|---|"]
    lines += [f"| `{_cell(first)}` | {_cell(second)} |" for first, second in filter(None, rows)]
    lines.append("")
    paths = observed().get(name)
    if paths is None:
        lines.append(word("no json", language))
    else:
        lines += [f"**{word('json', language)}**", ""]
        lines += [f"| {word('key', language)} | {word('meaning', language)} |", "|---|---|"]
        lines += [f"| `{path}` | {_cell(meaning(name, path, language))} |" for path in paths]
    return "\n".join([*lines, ""])


def pages(language: str) -> dict[str, str]:
    """A page for each group of commands in the help, and the one that lists them."""
    token = LANGUAGE.set(language)
    try:
        made, lines = ({}, [f"# {word('commands', language)}", "", word("commands about", language), ""])
        for group, heading in GROUPS.items():
            tops = [each.name for each in COMMANDS.values() if each.group == group]
            within = [n for n in COMMANDS if n.split()[0] in tops]
            page = f"generated/commands/{group}"
            made[page] = "\n".join(
                [
                    f"# {tell(heading)}",
                    "",
                    word("json about", language),
                    "",
                    *(section(name, language) for name in within),
                ]
            )
            lines += [f"## {tell(heading)}", ""]
            for name in within:
                record = COMMANDS[name]
                about = record.about if isinstance(record, Family) else load(name).help or ""
                first = tell(paragraphs(about)[0])
                lines.append(f"- [huarong {name}](commands/{group}.md#huarong-{name.replace(' ', '-')}): {first}")
            lines.append("")
        tree = ["```{toctree}", ":hidden:", *(f"commands/{group}" for group in GROUPS), "```", ""]
        return {"generated/commands": "\n".join([*lines, *tree]), **made}
    finally:
        LANGUAGE.reset(token)


def options(name: str) -> list[str]:
    """Every spelling of every option of a command."""
    found = load(name)
    return [
        opt
        for each in found.get_params(click.Context(found))
        if isinstance(each, LocalizedOption) and not each.hidden
        for opt in (*each.opts, *each.secondary_opts)
    ]
