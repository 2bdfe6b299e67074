"""The reference of the command line: usage, options and JSON keys of every command, from the commands themselves.

The keys of what a command prints as JSON are seen by calling it: `observed.json` keeps them by command
(`python -m docs.site --observe` looks anew), and `keys.json` says what each key is.
"""

from __future__ import annotations

import functools
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner
from docs.site.words import word

from huarong.cli.base import Argument, LocalizedOption, paragraphs
from huarong.cli.commands import COMMANDS, GROUPS, CommandRecord, Family, children, load
from huarong.cli.language import LANGUAGE, tell
from huarong.cli.main import main

HERE = Path(__file__).parent
OBSERVED = HERE / "observed.json"

CLASSIC = "AB/../goal:/../AB"
SIMPLE = ["--board", "3x3", "--pieces", "2x1:1 1x1:3", "--goal", ".../.../.aa"]
SAMPLES: dict[str, list[list[str]]] = {
    "solve": [
        ["捷足先登"], ["A#B/...", "--goal", "B#A/..."], ["横刀立马", "--max-seconds", "0.000001"], ["捷足先登", "--quick"],
        ["-"],
    ],
    "hint": [["捷足先登"]],
    "study paths": [["876543210", "--most", "30"], ["876543210", "--shortest", "--count"]],
    "prove": [["876543210", "-o", "p.proof"]],
    "tiles solve": [["123456078"]],
    "tiles tables build": [["tiles-3x3-4-4"]],
    "tiles tables list": [[]],
    "tiles tables remove": [["tiles-3x3-4-4"]],
    "list": [["横"]],
    "show": [["捷足先登"], ["123456780"], ["AAB/AA/..."]],
    "convert": [["捷足先登", "--to", "line"]],
    "atlas facts": [["876543210"]],
    "atlas tables": [[*SIMPLE, "-o", "tables"]],
    "explore": [["876543210", "--until-goal"], ["876543210", "--plan"]],
    "design generate": [[*SIMPLE, "--moves", "3..", "--count", "2", "-o", "levels.jsonl", "--link", "http://localhost:8000"],
        [*SIMPLE, "--moves", "3..", "--rating", "1..", "--count", "1"],
    ],
    "design harder": [["AB../AB../..CC/goal:/..../..../CC.."]],
    "design report": [["AABC/AADC/.DD./EF.G/goal:/..../..../..AA/..AA", "--no-map"]],
    "design rate": [[CLASSIC]],
    "design hardest": [
        SIMPLE, [*SIMPLE[:4], "--goals", "all"], ["--board", "3x3", "--pieces", "2x1:0..1 1x1:3", "--goal", ".../.../.aa"]],
    "design records list": [[]],
    "design records show": [["simple-3x3"]],
    "design records build": [["simple-3x3", "-o", "book"]],
    "design records check": [["klotski-4x5:17"]],
    "draw picture": [["A./../goal:/../.A"], ["A./../goal:/../.A", "-o", "start.svg"]],
    "draw strip": [["A./../goal:/../.A", "-o", "strip.svg"], ["AB/BA/goal:/BA/AB"]],
    "draw animation": [["A./../goal:/../.A", "-o", "way.gif"]],
    "draw map": [[CLASSIC], [CLASSIC, "-o", "map.svg"]],
    "draw sheet": [["A./../goal:/../.A", "-o", "sheet.pdf"]],
    "study list": [[]],
    "study show": [["zhoutk"]],
    "study compare": [["876543210", "search-step", "--repeats", "1"]],
    "study claims": [["zhoutk"]],
    "study example": [[]],
    "study levels": [["--pieces", "9"]],
    "study algorithm1": [[], ["--count"]],
    "study zhou-file write": [["all.zhou"]],
    "study zhou-file check": [["all.zhou"]],
    "study zhou-file query": [["all.zhou", "横刀立马"]],
    "study table1": [["--repeats", "1"]],
    "study sentinels": [[]],
    "study ways": [["123/456/7.8", "-m", "3"]],
    "study signs": [[]],
    "study knight": [["3x4", "--repeats", "1"]],
    "study tour": [["5x5"], ["5x5", "--count"]],
    "study protocol": [[]],
    "study weights": [["退一步海阔天空"]],
    "study stations": [["--within", "60"]],
    "study key-points": [["捷足先登"]],
    "site": [["app"]],
    "suite list": [["--group", "tiles"]],
    "suite run": [["--group", "tiles", "--each", "1", "--mode", "batch", "--", "true"]],
}  # fmt: skip
"""Calls of each command that prints JSON, `--json` left off, made one after the other in one folder."""
SLOW = ("prove", "study table1", "study zhou-file write", "study zhou-file check", "study zhou-file query", "study compare", "study weights", "study stations")  # fmt: skip
LONG = {"explore": [["--calibrate"]]}
"""Calls of commands beside those in `SAMPLES`, which take too long for a test."""
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


def seen(
    commands: list[str], folder: str, more: dict[str, list[list[str]]] | None = None
) -> dict[str, list[str]]:
    """The keys that the samples of some commands, and `more` of them, print, in the order in which they come.

    To be called with an empty cache.
    """
    found: dict[str, list[str]] = {}
    here = os.getcwd()
    os.chdir(folder)
    try:
        for name in commands:
            paths: dict[str, None] = {}
            for words in [*SAMPLES.get(name, []), *(more or {}).get(name, [])]:
                call = [*name.split(), "--json", *words]
                lines = "捷足先登\nnobody\n" if "-" in words else None
                result = CliRunner(env={"LC_ALL": "C.UTF-8"}).invoke(main, call, input=lines)
                for line in result.stdout.splitlines():
                    paths |= dict.fromkeys(keys(json.loads(line)))
            found[name] = list(paths)
    finally:
        os.chdir(here)
    return found


def observe() -> None:
    """Call everything and keep the keys."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HUARONG_CACHE"] = folder
        found = seen(speaking(), folder, LONG)
    OBSERVED.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")


@functools.cache
def observed() -> dict[str, list[str]]:
    """The keys of each command, as they were seen last."""
    return dict(json.loads(OBSERVED.read_text("utf-8")))


@functools.cache
def meanings() -> dict[str, list[str]]:
    """What a key is, in English and Chinese: by key, or by command and path where it is something of its own there."""
    return dict(json.loads((HERE / "keys.json").read_text("utf-8")))


def meaning(command: str, path: str) -> list[str]:
    """What a key of a command is in both languages. Raises `KeyError` for one that nobody explained."""
    known = meanings()
    key = path.rpartition(".")[2].removesuffix("[]")
    for each in (f"{command}: {path}", path, key):
        if each in known:
            return known[each]
    raise KeyError(f"{command}: {path}")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "\\<")


def section(name: str, language: str) -> str:
    """The section of one command, or of a name with commands below it."""
    record = COMMANDS[name]
    lines = [f"## huarong {name}", ""]
    if isinstance(record, Family):
        lines += ["\n\n".join(map(tell, paragraphs(record.about))), ""]
        below = ", ".join(
            f"[{c}](#huarong-{f'{name} {c}'.replace(' ', '-')})" for c in children(name)
        )
        return "\n".join([*lines, f"{word('below', language)}: {below}", ""])
    found = load(name)
    ctx = click.Context(found, info_name=f"huarong {name}")
    lines += ["```text", f"huarong {name} " + " ".join(found.collect_usage_pieces(ctx)), "```", ""]
    lines += ["\n\n".join(map(tell, paragraphs(found.help or ""))), ""]
    rows = [
        each.get_help_record(ctx)
        for each in found.get_params(ctx)
        if not isinstance(each, Argument)
    ]
    lines += [f"| {word('option', language)} | {word('meaning', language)} |", "|---|---|"]
    lines += [f"| `{_cell(first)}` | {_cell(second)} |" for first, second in filter(None, rows)]
    lines.append("")
    paths = observed().get(name)
    if paths is None:
        lines.append(word("no json", language))
    else:
        lines += [f"**{word('json', language)}**", ""]
        lines += [f"| {word('key', language)} | {word('meaning', language)} |", "|---|---|"]
        at = language == "zh"
        lines += [f"| `{path}` | {_cell(meaning(name, path)[at])} |" for path in paths]
    return "\n".join([*lines, ""])


def pages(language: str) -> dict[str, str]:
    """A page for each group of commands in the help, and the one that lists them."""
    token = LANGUAGE.set(language)
    try:
        made, lines = (
            {},
            [f"# {word('commands', language)}", "", word("commands about", language), ""],
        )
        for group, heading in GROUPS.items():
            tops = [each.name for each in COMMANDS.values() if each.group == group]
            within = [n for n in COMMANDS if n.split()[0] in tops]
            page = f"reference/commands/{group}"
            made[page] = "\n".join(
                [f"# {tell(heading)}", "", word("json about", language), "",
                 *(section(name, language) for name in within)]
            )  # fmt: skip
            lines += [f"## {tell(heading)}", ""]
            for name in within:
                record = COMMANDS[name]
                about = record.about if isinstance(record, Family) else load(name).help or ""
                first = tell(paragraphs(about)[0])
                lines.append(
                    f"- [huarong {name}](commands/{group}.md#huarong-{name.replace(' ', '-')}): {first}"
                )
            lines.append("")
        tree = ["```{toctree}", ":hidden:", *(f"commands/{group}" for group in GROUPS), "```", ""]
        return {"reference/commands": "\n".join([*lines, *tree]), **made}
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
