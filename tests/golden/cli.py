"""Golden answers: the output of commands, without times."""

import contextlib
import json
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from huarong.cli.commands import load
from huarong.cli.output import Reporter, span, table
from tests.cli.calls import QUICK, TEMPORARY, leaves
from tests.cli.running import run
from tests.golden import FOLDER, Work, cases, steady

WORKS: dict[str, Work] = {}

TIMED = {"explore", "atlas facts", "atlas tables", "draw sheet", "study run weights", "design hardest"}
"""Commands whose sentences end in how fast it was, or that take long: of them the JSON alone."""
LEFT = {"play", "tiles tables build", "tiles tables list", "tiles tables remove", "list", "serve"}
LEFT |= {"site", "suite run", "suite list", "study sets"}
"""Commands that tell of what lies about, that take long, or whose answer stands in another group."""


def _put(text: str) -> str:
    """A text without the names of temporary files."""
    return text.replace(tempfile.gettempdir(), "")


@contextlib.contextmanager
def _reporters() -> Iterator[list[bool]]:
    """Whether each reporter of progress that is made is wanted: where JSON is printed, none is."""
    made: list[bool] = []
    plain = Reporter.__init__

    def noted(self: Reporter, wanted: bool = True, template: str = "") -> None:
        made.append(wanted)
        plain(self, wanted, template)

    with mock.patch.object(Reporter, "__init__", noted):
        yield made


def _said(*words: str) -> Any:
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        given = [each.replace("DIR", folder) for each in words]
        for lang in ("en", "zh"):
            with _reporters() as made:
                result = run(*given, lang=lang, status=None, env={"COLUMNS": "100"})
            found[f"{lang} reporters"] = made
            text = _put(result.output.replace(folder, "DIR"))
            found[f"{lang} status"] = result.exit_code
            found[f"{lang} said"] = steady(text)
        found["files"] = {
            path.name: [
                path.stat().st_size // 1000,
                path.read_text("utf-8") if path.suffix in (".svg", ".csv", ".txt") else "",
            ]
            for path in sorted(Path(folder).rglob("*"))
            if path.is_file()
        }
    return found


def _json(*words: str) -> Any:
    with tempfile.TemporaryDirectory() as folder, _reporters() as made:
        result = run(*(each.replace("DIR", folder) for each in words), "--json", status=None)
    try:
        said = json.loads(result.stdout)
        del said["version"]
        return said | {"status": result.exit_code, "reporters": made}
    except ValueError:
        return {"status": result.exit_code, "reporters": made}


for name, words in QUICK.items():
    if name in leaves() and name not in LEFT and "--help" not in words:
        given = [*name.split(), *(word.replace(str(TEMPORARY), "DIR") for word in words)]
        given = [word for word in given if word != "--json"]
        if name not in TIMED:
            cases(WORKS, "said", _said, [tuple(given)])
        if name not in ("draw sheet", "atlas tables", "study run weights"):
            cases(WORKS, "json", _json, [tuple(given)])

for line in (FOLDER / "commands.txt").read_text("utf-8").splitlines():
    if line and not line.startswith("#"):
        given = shlex.split(line)
        kind, work = ("json", _json) if given[-1] == "--json" else ("said", _said)
        cases(WORKS, kind, work, [tuple(word for word in given if word != "--json")])


def _parameters(command: str) -> str:
    """What a command takes: of each parameter what it reads, within which bounds, and its default."""
    found = []
    for each in load(command).params:
        bounds = [f"{key} {value}" for key, value in vars(each.type).items() if key[0] != "_" and value is not None]
        flags = [key for key in ("required", "multiple", "is_flag", "hidden") if getattr(each, key, False)]
        default = each.to_info_dict().get("default")
        flags += [f"default {default!r}"] * (default not in (None, False))
        takes = [type(each.type).__name__.strip("_"), *bounds, *flags]
        found.append(f"{' '.join([*each.opts, *each.secondary_opts])} {each.nargs}: {', '.join(takes)}")
    return "; ".join(found)


cases(WORKS, "parameters", _parameters, leaves())


def _spans() -> Any:
    return [span(seconds) for seconds in (0, 0.004, 1, 99.99, 100, 101, 3599.9, 3600, 3601, 10**6)]


def _table() -> Any:
    said = []
    with mock.patch("click.echo", said.append), mock.patch("click.secho", lambda text, **_: said.append(text)):
        table([["a", "横", "1"], ["bcd", "x", "234"]], ["name", "n", "第三"], right=(2,))
        table([["a", "b"], ["cc", ""]])
    return said


WORKS["spans"] = _spans
WORKS["table"] = _table
