"""Every JSON object that a command prints has the version of the program, also one that tells an error."""

import json
import sys

import pytest

from huarong import __version__
from huarong.cli.commands import load
from tests.cli.calls import CALLS, SLOW, leaves
from tests.cli.running import run
from tests.examples import few

SOLVER = "import sys\nfor line in sys.stdin: print(line.partition('\\t')[0], 2, flush=True)"
"""A program that answers each case, if not rightly."""
MORE = {"design records build": ["simple-4x5", "--max-seconds", "0.01", "-o", "book"]}
MORE |= {"study run zhou-file check": ["codes.zhou"], "study run zhou-file query": ["codes.zhou", "横刀立马"]}
MORE |= {"suite grade": ["tasks.jsonl", "--player", "greedy"]}
MORE |= {"suite run": ["--group", "tiles", "--each", "60", "--", sys.executable, "-S", "-c", SOLVER], "site": ["app"]}
"""Words for commands that `CALLS` only asks for help."""
PRINT = [name for name in leaves() if any("--json" in each.opts for each in load(name).params)]
SOME_PRINT = [
    *few([name for name in PRINT if name not in (*SLOW, "site")], 12),
    *(pytest.param(name, marks=pytest.mark.slow) for name in PRINT if name in (*SLOW, "site")),
]


@pytest.mark.parametrize("name", SOME_PRINT)
def test_every_object_has_the_version(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if "codes.zhou" in MORE.get(name, ()):
        run("study", "run", "zhou-file", "write", "codes.zhou")
    if "tasks.jsonl" in MORE.get(name, ()):
        run("suite", "tasks", *CALLS["suite tasks"], "-o", "tasks.jsonl")
    words = [word for word in MORE.get(name, CALLS[name]) if word != "--json"]
    ahead = words.index("--") if "--" in words else len(words)
    found = run(*name.split(), *words[:ahead], "--json", *words[ahead:], status=None)
    assert found.exit_code in (0, 1, 3), found.output
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert told or found.exit_code == 3
    assert all(each["version"] == __version__ for each in told)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("solve -", 2),
        ("show AB/A./goal:/QQ/..", 2),
        ("solve Lodzianka --max-seconds 0.001", 3),
        ("solve Lodzianka --max-memory 1M", 3),
        ("draw strip AB/goal:/BA", 1),
    ],
)
def test_so_has_an_object_that_tells_an_error(words, status):
    stdin = "A./../goal:/../.A\nA./../goal:/../.Q\nzzz\n"
    told = run(*words.split(), "--json", stdin=stdin, status=status).stdout.splitlines()
    assert told and all(json.loads(line)["version"] == __version__ for line in told)
