"""Help pages and Click's complaints, in two languages; the table of commands."""

import re

import click
import pytest

from huarong.cli.commands import COMMANDS, GROUPS, CommandRecord, children, load
from tests.cli.calls import leaves
from tests.cli.running import environment, process, run

NAMES = ["", *COMMANDS]
LATIN = re.compile(r"[A-Za-z][A-Za-z'-]+")
KEPT = {"Ctrl", "Hour", "Klotski", "Lines", "Markdown", "MiB", "Python", "Ray", "Rush", "WebP", "all", "apng", "auto"}
KEPT |= {"batch", "bits", "blank", "building", "cases", "checker", "cold", "contrast", "csv", "cut", "dark", "disk"}
KEPT |= {
    "cpu",
    "docs",
    "easy",
    "expert",
    "from",
    "gif",
    "goal",
    "gpu",
    "hard",
    "huarong",
    "idastar",
    "join",
    "json",
    "jsonl",
}
KEPT |= {
    "idastar",
    "key",
    "keys",
    "klotski",
    "knight",
    "length",
    "letter",
    "light",
    "local",
    "lv",
    "ma",
    "md",
    "medium",
    "memory",
}
KEPT |= {"metric", "move", "name", "pddl", "pdf", "png", "poos", "proof", "proofs", "puzzle", "py", "ray", "remove"}
KEPT |= {"every", "fogleman", "rush", "shortest"}
KEPT |= {"slide", "start", "step", "suite", "svg", "text", "unwall", "wall", "warm", "webp", "zh", "zhou", "zhoutk"}
"""Names of things and values to type, which stay as they are."""


@pytest.mark.parametrize("name", NAMES)
def test_help_is_chinese_to_the_last_word(name):
    text = run(*name.split(), "--help", lang="zh").output
    assert "用法：huarong" in text
    shown = re.sub(r"--?[\w-]+|\[[^\]]*\|[^\]]*\]|`[^`]*`|\b[\w.]*\d[\w.]*\b|\"[^\"]*\"", " ", text)
    left = {word for word in LATIN.findall(shown) if not word.isupper()}
    commands = {word for each in COMMANDS.values() for word in each.name.split()}
    assert left - commands - KEPT == set()
    for word in ("Options", "Commands", "Usage", "OPTIONS", "ARGS", "COMMAND", "default", "required", "Show"):
        assert word not in text


PERSONS = "[华容道横刀立马周扬吕震宇旭胡旦赵云超张飞黄忠关羽曹操兵]"
"""The characters of names that English keeps as they are; a line may end within a name."""


@pytest.mark.parametrize("name", NAMES)
def test_help_in_english(name):
    text = run(*name.split(), "--help").output
    assert text.startswith(f"Usage: huarong {name}".rstrip())
    assert not re.search("[一-鿿]", re.sub(PERSONS, "", text))
    assert text == run(*name.split(), "-h").output


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_lines_fit(lang):
    from huarong.i18n import text_width

    for name in NAMES:
        text = run(*name.split(), "--help", lang=lang, env={"COLUMNS": "80"}).output
        assert max(map(text_width, text.splitlines())) <= 80


def test_at_most_20_in_groups():
    assert len(children("")) <= 20
    text = run("--help").output
    shown = [title for title in GROUPS.values() if f"\n{title}:\n" in text]
    used = {each.group for each in COMMANDS.values() if each.group}
    assert shown == [title for group, title in GROUPS.items() if group in used]
    assert run().output == text


def test_every_record_leads_to_its_command():
    for each in COMMANDS.values():
        if isinstance(each, CommandRecord):
            assert load(each.name).name == each.name.split()[-1]
        assert (each.group in GROUPS) == (" " not in each.name)


WITHOUT_JSON = {"play", "serve", "mcp"}  # they run until somebody stops them


def test_what_is_the_same_everywhere():
    for name in leaves():
        found = load(name)
        options = {opt: p for p in found.params if isinstance(p, click.Option) for opt in p.opts}
        assert ("--json" in options) == (name not in WITHOUT_JSON), name
        assert "--lang" in options
        if "--max-seconds" in options:
            said = run(*name.split(), "--max-seconds", "-1", "x", "y", status=2).output
            assert "-1 is not a valid number of seconds; expected more than 0" in said, name


def test_the_language_may_stand_anywhere():
    for words in (
        ["--lang", "zh", "show", "横刀立马"],
        ["show", "--lang", "zh", "横刀立马"],
        ["show", "横刀立马", "--lang=zh"],
        ["tiles", "1 2 3/4 5 6/8 7 0", "--lang", "zh"],
        ["solve", "--lang", "zh", "--nope"],
        ["zzz", "--lang", "zh"],
        ["study", "--lang", "zh"],
        ["--help", "--lang", "zh"],
    ):
        assert re.search("[一-鿿]{2}", run(*words, lang=None, status=None).output.replace("横刀立马", ""))
    assert "empty cells: 2" in run("--lang", "zh", "show", "横刀立马", "--lang", "en", lang=None).output


def test_the_system_says_the_language():
    assert "用法：" in run("--help", lang=None, env={"LC_ALL": "zh_CN.UTF-8"}).output
    assert "Usage: " in run("--help", lang=None, env={"LC_ALL": "C"}).output


def test_python_m_huarong():
    out, err = process("--version").communicate(timeout=60)
    assert (out.startswith(b"huarong "), err) == (True, b"")


@pytest.mark.slow
def test_no_rich_and_no_numpy_where_nothing_needs_them():
    import subprocess
    import sys

    program = (
        "import sys\nfrom huarong.cli.main import main\n"
        "try: main(sys.argv[1:])\nexcept SystemExit: pass\n"
        "print(*{'numpy', 'rich', 'starlette', 'uvicorn', 'ray'} & sys.modules.keys(), file=sys.stderr)"
    )
    for words in (["solve", "横刀立马"], ["--help"], ["list"], ["show", "横刀立马"], ["solve", "横刀立马", "--json"]):
        done = subprocess.run(
            [sys.executable, "-c", program, *words], capture_output=True, check=True, env=environment()
        )
        assert done.stderr.strip() == b"", words


def test_an_argument_without_a_word_of_its_own_is_called_by_its_name():
    import click

    from huarong.cli.base import Argument

    context = click.Context(click.Command("any"))
    assert Argument(["thing"]).make_metavar(context) == "THING"
    assert Argument(["thing"], metavar="PUZZLE").make_metavar(context) == "PUZZLE"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_help_has_what_each_option_is_for(lang):
    from huarong.i18n import say

    def letters(text):
        return re.sub(r"\W", "", text)

    for name in leaves():
        shown = letters(run(*name.split(), "--help", lang=lang).output)
        for each in load(name).params:
            if getattr(each, "help", None) and not getattr(each, "hidden", False):
                assert letters(say(each.help, lang)) in shown, (name, each.name)
