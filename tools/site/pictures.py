"""The pictures of the site, drawn by the project as the site is built.

A page asks for one by a comment, `<!-- picture: WORDS | what it shows -->`: the words of a call of `huarong draw`, such
as `strip 捷足先登 --across 4`, or one of

- `terminal LINES WORDS`: the first lines that `huarong WORDS` prints on a terminal with colours;
- `completion WORDS`: what Tab offers behind them;
- `keys PUZZLE`: the layouts on the way that every shortest solution passes;
- `bars COLUMN`: a column of the table that comes next on the page; `floors`: the floors of the package, drawn there in
  letters.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import tempfile
from pathlib import Path

from click.testing import CliRunner

from huarong.cli.main import main
from tools.site.charts import bars, floors
from tools.site.screens import completion, terminal

PICTURE = re.compile(r"^<!-- picture: ([^|\n]+?) \| ([^\n]+?) -->$", re.MULTILINE)


def drawn(words: str, language: str, after: str = "") -> str:
    """The SVG of some words; `after` is the page behind the place where the picture stands."""
    kind, _, rest = words.partition(" ")
    if kind == "terminal":
        lines, _, call = rest.partition(" ")
        return terminal(int(lines), call, language)
    if kind == "completion":
        return completion(rest)
    if kind == "keys":
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "keys.svg")
            _called(["study", "run", "key-points", *shlex.split(rest), "--svg", str(path)], language)
            return path.read_text("utf-8")
    if kind == "bars":
        return bars(after, int(rest))
    if kind == "floors":
        return floors(after)
    return _called(["draw", *shlex.split(words)], language)


def _called(words: list[str], language: str) -> str:
    """What a command prints. Raises `ValueError` where it fails."""
    result = CliRunner().invoke(main, ["--lang", language, *words], catch_exceptions=False)
    if result.exit_code:
        raise ValueError(f"{shlex.join(words)}: {result.output}")
    return result.stdout


def pictured(text: str, folder: Path, up: str, language: str) -> str:
    """A page whose comments are pictures with what they show below, written to a folder that lies `up` from the
    page.
    """

    def replace(found: re.Match[str]) -> str:
        words, alt = found.groups()
        after = text[found.end() :].lstrip("\n")
        about = words + (after if words.startswith(("bars", "floors")) else "")
        name = hashlib.sha256(about.encode()).hexdigest()[:12] + ".svg"
        path = folder / name
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(drawn(words, language, after), encoding="utf-8")
        return f"```{{figure}} {up}{folder.name}/{name}\n:alt: {alt}\n\n{alt}\n```"

    return PICTURE.sub(replace, text)
