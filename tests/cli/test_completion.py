"""Completion: what is offered, and that bash, zsh and fish accept it."""

import functools
import os
import shlex
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from huarong.cli.completion import puzzle_names, words
from huarong.cli.main import main
from tests.cli.running import process

BREAKS = " \t\n\"'><=;|&(:"

CASES = {"huarong sol": ["solve"], "huarong tiles tab": ["tables"], "huarong study sh": ["show"]}
CASES |= {"huarong solve 横刀": ["横刀立马"], "huarong solve heng-dao": ["heng-dao-li-ma"]}
CASES |= {r"huarong solve Rush\ Hour\ 39": ["Rush Hour 39"], 'huarong solve "Rush Hour 39': ["Rush Hour 39"]}
CASES |= {r"huarong solve gnome-klotski:\ Lodz": ["gnome-klotski: Lodzianka"], r"huarong tiles Korf\ 20": ["Korf 20"]}
CASES |= {"huarong solve --metric=st": ["--metric=step"], "huarong solve --metric st": ["step"]}
CASES |= {"huarong solve 横刀立马 --max": ["--max-memory", "--max-seconds"]}
CASES |= {"huarong convert 横刀立马 --to gn": ["gnome", "gnome-edge", "gnome-along"]}
CASES |= {"huarong study compare 横刀立马 lv-avl6": ["lv-avl64"], "huarong explore 横刀立马 --engine d": ["disk"]}
CASES |= {"huarong --lang z": ["zh"]}


def offered(shell, **env):
    env = {"_HUARONG_COMPLETE": f"{shell}_complete", **env}
    result = CliRunner(env=env).invoke(main, [])
    assert result.exit_code == 0
    return result.output.rstrip("\n").split("\n")


@pytest.mark.parametrize("line", CASES)
def test_fish(line):
    found = [each.partition("\t")[0] for each in offered("fish", COMP_LINE=line)]
    assert found == [f"plain,{each}" for each in CASES[line]]


@pytest.mark.parametrize("line", CASES)
def test_zsh(line):
    typed = line.split(" ") if "\\" not in line and '"' not in line else words(line)[0]
    env = {"COMP_WORDS": line, "COMP_CWORD": str(len(typed) - 1)}
    assert offered("zsh", **env)[1::3] == [each.replace(":", r"\:") if "--" in each else each for each in CASES[line]]


@pytest.mark.parametrize("line", CASES)
def test_bash(line):
    """The completions that bash inserts after the last character at which it breaks words."""
    found = [each.removeprefix("plain,") for each in offered("bash", COMP_LINE=line, COMP_WORDBREAKS=BREAKS)]
    raw = words(line)[1]
    kept = "" if raw.startswith('"') else raw[: max(raw.rfind(each) + 1 for each in ":=")]
    whole = [kept + each for each in found]
    assert whole == CASES[line] or [shlex.split(each)[0] for each in whole] == CASES[line]


def test_files_are_left_to_the_shell():
    for line, kind in (
        ("huarong solve ./x", "file"),
        ("huarong atlas 横刀立马 --save /tmp/", "file"),
        ("huarong explore 横刀立马 --dir /tmp/", "dir"),
    ):
        value = words(line)[1]
        assert offered("fish", COMP_LINE=line) == [f"{kind},{value}"]


def test_help_is_in_the_language_of_the_system():
    (found,) = offered("fish", COMP_LINE="huarong sol", LC_ALL="zh_CN.UTF-8")
    assert found == "plain,solve\t求最短解，或证明无解。"


def test_names():
    assert len(puzzle_names("")) > 1000
    assert puzzle_names("rush hour 40") == ["Rush Hour 40"]


@pytest.fixture
def path(tmp_path):
    """A folder with the command `huarong` in it."""
    script = tmp_path / "huarong"
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m huarong "$@"\n')
    script.chmod(0o755)
    return f"{tmp_path}:{os.environ['PATH']}"


@functools.cache
def script(shell):
    child = process(env={"_HUARONG_COMPLETE": f"{shell}_source"})
    out, _ = child.communicate(timeout=60)
    return out.decode()


def shell(program, text, path):
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program} here")
    env = os.environ | {"PATH": path, "LC_ALL": "C.UTF-8"}
    options = {"fish": ["--no-config"], "zsh": ["-f"], "bash": ["--norc"]}[program]
    found = subprocess.run([program, *options, "-c", text], env=env, capture_output=True, encoding="utf-8", timeout=120)
    assert found.stderr == ""
    return found.stdout.splitlines()


REALLY = ["huarong solve 横刀", r"huarong solve gnome-klotski:\ Lodz", "huarong solve --metric=st"]


@pytest.mark.parametrize("line", REALLY)
def test_really_bash(line, path):
    text = (
        script("bash")
        + f"""
COMP_LINE={shlex.quote(line)}
COMP_POINT=${{#COMP_LINE}}
_huarong_completion huarong
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    )
    expected = {REALLY[0]: "横刀立马", REALLY[1]: r"\ Lodzianka", REALLY[2]: "step"}[line]
    assert shell("bash", text, path) == [expected]


@pytest.mark.parametrize("line", REALLY)
def test_really_zsh(line, path):
    typed = " ".join(shlex.quote(each) for each in words(line)[0])
    text = f"""
compdef() {{ : }}
compadd() {{ print -rl -- $completions }}
{script("zsh")}
words=({typed.replace("'gnome-klotski: Lodz'", shlex.quote("gnome-klotski:" + chr(92) + " Lodz"))})
CURRENT=$#words
_huarong_completion
"""
    assert shell("zsh", text, path) == CASES[line]


@pytest.mark.parametrize("line", REALLY)
def test_really_fish(line, path):
    text = f"{script('fish')}\ncomplete -C {shlex.quote(line)}"
    assert [each.partition(chr(9))[0] for each in shell("fish", text, path)] == CASES[line]
