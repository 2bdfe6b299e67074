"""Everything that the READMEs and the pages show is run: Python as doctests, `$ huarong ...` as commands.

A block that a Chinese page shares with its English page is run there only.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from huarong.cli.main import main
from huarong.library.notations import registry

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
CHECK = doctest.OutputChecker()
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page, language):
    return [body for name, body in FENCE.findall(page.read_text("utf-8")) if name == language]


def own(page, language):
    """The blocks of a page; of a Chinese page, those that its English page does not have."""
    english = Path(str(page).replace("/docs/zh/", "/docs/en/").replace(".zh-CN.md", ".md"))
    if english == page or not english.exists():
        return blocks(page, language)
    known = blocks(english, language)
    mine = blocks(page, language)
    return [] if mine == known else mine


def label(page):
    return page.relative_to(ROOT).as_posix().removeprefix("docs/")


LONG = ("huarong site ", "huarong tiles 14,13", "design rate --people", "design harder")
"""Commands that take seconds,"""
SLOW = {"zh/tutorials/designer.md", "en/explanation/methods.md", "zh/explanation/methods.md"}
"""and pages of such. What commands say in Chinese is in `tests/data/golden/cli.json` too."""


def commands(page):
    """Each command that a page shows, with the output shown below it."""
    for block in own(page, "console"):
        for each in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = each.partition("\n")
            slow = [pytest.mark.slow] * (label(page) in SLOW or any(each in command for each in LONG))
            yield pytest.param(command, output, id=f"{label(page)}: {command}", marks=slow)


FOLDERS = {}


def folder(page, factory):
    """The folder that the commands of a page share, with the repository's `tests`: one may read what another wrote
    before it.
    """
    if page not in FOLDERS:
        FOLDERS[page] = factory.mktemp("page")
        (FOLDERS[page] / "tests").symlink_to(Path(__file__).parent)
    return FOLDERS[page]


class Runner(doctest.DocTestRunner):
    """A runner of examples that can be skipped, as one is that takes too long without compiled kernels."""

    def report_unexpected_exception(self, out, test, example, exc_info):
        if isinstance(exc_info[1], pytest.skip.Exception):
            raise exc_info[1]
        super().report_unexpected_exception(out, test, example, exc_info)


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_python(page, monkeypatch):
    monkeypatch.setattr(registry, "_registered", [])
    text = "\n".join(own(page, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    result = Runner(optionflags=FLAGS, verbose=False).run(test)
    assert result.failed == 0


PROGRAMS = [
    pytest.param(page, id=label(page), marks=[pytest.mark.slow] * (label(page) in SLOW))
    for page in PAGES
    if any(">>>" not in block for block in own(page, "python"))
]


@pytest.mark.parametrize("page", PROGRAMS)
def test_programs(page):
    """Run programs of Python without prompts; their output stands below them, each line behind a `#`."""
    namespace = {}
    for block in own(page, "python"):
        if ">>>" not in block:
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(block, namespace)
            assert out.getvalue().splitlines() == re.findall(r"^# (.*)$", block, re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), [case for page in PAGES for case in commands(page)])
def test_command(command, output, request, tmp_path_factory, monkeypatch):
    program, *words = shlex.split(command)
    assert program == "huarong"
    monkeypatch.chdir(folder(request.node.name.partition("[")[2].partition(":")[0], tmp_path_factory))
    given = Path(words[words.index("<") + 1]).read_bytes() if "<" in words else None
    words = words[: words.index("<")] if "<" in words else words
    result = CliRunner(env={"LC_ALL": "C.UTF-8", "COLUMNS": "100"}).invoke(main, words, input=given)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert CHECK.check_output(output, result.output, FLAGS), result.output


PROGRAMMED = {
    "js": (["node", "hint.mjs"], "hint.mjs", "32 B L1"),
    "go": (["go", "run", "hint.go"], "hint.go", '"distance": 32'),
    "c": (["sh", "-c", "gcc -Wall -Werror -o hint hint.c && ./hint"], "hint.c", '"distance": 32'),
}
"""How the programs of a page in other languages are run, their file, and what they print."""


@pytest.mark.parametrize("language", PROGRAMMED)
def test_programs_of_other_languages(language, tmp_path):
    command, name, told = PROGRAMMED[language]
    if not shutil.which("gcc" if language == "c" else command[0]):
        pytest.skip(f"there is no {command[0]} here")
    (program,) = blocks(ROOT / "docs" / "en" / "howto" / "hints.md", language)
    assert [program] == blocks(ROOT / "docs" / "zh" / "howto" / "hints.md", language)
    (tmp_path / name).write_text(program, "utf-8")
    (tmp_path / "huarong").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m huarong "$@"\n', "utf-8")
    (tmp_path / "huarong").chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)
    assert told in done.stdout, done.stderr


def test_both_readmes_give_the_same_two_commands():
    english, chinese = (blocks(ROOT / name, "sh") for name in ("README.md", "README.zh-CN.md"))
    assert english == chinese
    assert len(english) == 2


def test_ci_calls_the_test_command_of_the_readme():
    command = blocks(ROOT / "README.md", "sh")[1].strip()
    assert command in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()


def test_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
        for path in re.findall(r"`((?:benchmarks|tests|tools)/[a-z0-9_/]+\.[a-z]+)`", page.read_text("utf-8")):
            assert (ROOT / path).exists(), f"{page.name}: {path}"


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_tables_and_headings_stand_apart_from_the_text_before(page):
    text = re.sub(r"^ *```.*?^ *```", "```", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert re.findall(r"^(?![|<#]).+\n(?:\||#+ |```).*", text, re.MULTILINE) == []
