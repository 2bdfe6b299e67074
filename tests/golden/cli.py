"""What commands print: their JSON, tables and sentences, without times."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

from tests.cli.calls import QUICK, leaves
from tests.cli.running import run
from tests.golden import Work, cases, steady

WORKS: dict[str, Work] = {}

TIMED = {"explore", "atlas facts", "atlas tables", "draw sheet", "study weights", "design hardest"}
"""Commands whose sentences end in how fast it was, or that take long: of them the JSON alone."""
LEFT = {
    "play", "tiles tables build", "tiles tables list", "tiles tables remove", "study knight", "list", "serve", "site", "suite run",
    "suite list",
}  # fmt: skip
"""Commands that tell of what lies about, that take long, or whose answer stands in another group."""


def _put(text: str) -> str:
    """A text without the names of temporary files."""
    return text.replace(tempfile.gettempdir(), "")


def _said(*words: str) -> Any:
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        given = [each.replace("DIR", folder) for each in words]
        for lang in ("en", "zh"):
            result = run(*given, lang=lang, status=None, env={"COLUMNS": "100"})
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
    with tempfile.TemporaryDirectory() as folder:
        result = run(*(each.replace("DIR", folder) for each in words), "--json", status=None)
    try:
        return json.loads(result.stdout) | {"status": result.exit_code}
    except ValueError:
        return {"status": result.exit_code}


for name, words in QUICK.items():
    if name in leaves() and name not in LEFT and "--help" not in words:
        given = [
            *name.split(),
            *(re.sub(f"^{re.escape(tempfile.gettempdir())}", "DIR", word) for word in words),
        ]
        given = [word for word in given if word != "--json"]
        if name not in TIMED:
            cases(WORKS, "said", _said, [tuple(given)])
        if name not in ("draw sheet", "atlas tables", "study weights"):
            cases(WORKS, "json", _json, [tuple(given)])

MORE = """
solve A.B/.../goal:/B.A/... --metric step
solve A.B/.../goal:/B.A/... --any
solve AB/CD/goal:/BA/CD
hint A.B/.../goal:/B.A/... --metric slide
paths A.B/.../goal:/B.A/... --most 5
show Pennant
convert 横刀立马
design report A.B/.../goal:/B.A/...
design rate 横刀立马
design harder A.B/.../goal:/B.A/... --top 3
design easier A.B/.../goal:/B.A/... --top 3
draw picture AB/../goal:/../AB -o DIR/a.svg
draw strip AB/../goal:/../AB -o DIR/a.svg
draw map AB/../goal:/../AB -o DIR/a.svg
study paths 123/456/7.8 --most 4
study tour 3x4 --all
study stations --within 0
study protocol 退一步海阔天空
tiles solve 120/345/678
tiles solve 876543210 --metric line
list 4x4
"""
cases(WORKS, "said", _said, [tuple(line.split()) for line in MORE.split("\n") if line])
