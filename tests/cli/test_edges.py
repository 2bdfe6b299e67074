"""Hostile values for every argument and option of every command: each is answered or refused in words, and soon."""

import datetime
import io
import os
import random
import signal
import sys

import click
import pytest

from huarong.cli.commands import COMMANDS, children, load
from huarong.cli.main import main
from tests.cli.calls import CALLS, SLOW
from tests.cli.running import run

FOLDERS = ["empty", "garbage", "folder", "loop", "x" * 5000, "/dev/full/x"]
"""None that anybody else needs: a command may write into them."""
FILES = ["empty", "garbage", "deep.json", "utf16", "folder", "nowhere/x", "/dev/full", "/dev/null", "/proc/self/mem"]
FILES += ["loop", "/", "//", ".", "..", "./.", ""]
FILES += ["x" * 5000]
NUMBERS = ["0", "-1", "1e99", "nan", "inf", "-inf", "1.5", "１", "0x10", "-0", "1K", "99999999G", "-5M", "1T", ""]
NUMBERS += ["9" * 23, "9" * 5000]
TEXTS = ["曹", "//", "goal:", "AB/..", "-", "AB/../goal:/../AB", "#/#", "./.", "A", "AA/AA", "../..", "20x20", "1x1"]
TEXTS += ["0x0", "64x64", "-1x5", "2x2:99", "1x1:-1", "{}", "[]", "null", ",", ":", ";", "=", "%s", "{x}", "1..", ".."]
TEXTS += ["5..1", "12\u212a0", "\udc80", "０", ""]
TEXTS += ["x" * 100_000, "9" * 50]
LONG = {*SLOW, "play", "serve", "site", "suite run"}
"""They take long by themselves, or wait for somebody."""
SECONDS = 20
"""Of the processor; commands with a limit of time are given one of 2."""


def calls():
    """Every call that is tried."""
    for name in COMMANDS:
        if children(name) or name in LONG:
            continue
        found = load(name)
        words = CALLS[name]
        for param in found.params:
            if isinstance(param, click.Argument):
                folder = getattr(param.type, "kind", "") == "dir"
                yield from ((name, [value]) for value in (FOLDERS if folder else TEXTS + FILES))
            elif param.is_flag:
                yield name, [*words, param.opts[-1]]
            else:
                folder = getattr(param.type, "kind", "") == "dir"
                values = FOLDERS if folder else FILES + NUMBERS + TEXTS
                yield from ((name, [*words, param.opts[-1], value]) for value in values)


def called(name, words, monkeypatch):
    """The exit status, and what was said on standard error."""
    limited = any("--max-seconds" in p.opts for p in load(name).params)
    words = [*words, "--max-seconds", "2"] if limited and "--max-seconds" not in words else words
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "replace", write_through=True) for _ in "12")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"AB/..\n\xff\xfe\n"), "utf-8"))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    with pytest.raises(SystemExit) as ended:
        main(["--lang", "en", *name.split(), *words])
    return ended.value.code, err.buffer.getvalue().decode()


def check(some, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").touch()
    (tmp_path / "garbage").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "utf16").write_text("AB/..", "utf-16")
    (tmp_path / "folder").mkdir()
    os.symlink("loop", tmp_path / "loop")

    def late(*_):
        raise AssertionError("it takes too long")

    before = signal.signal(signal.SIGVTALRM, late)
    try:
        for name, words in some:
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
            with monkeypatch.context() as patch:
                try:
                    status, err = called(name, words, patch)
                except BaseException as error:
                    raise AssertionError(f"{name} {words}") from error
            assert status in (0, 1, 2, 3), (name, words, status, err)
            assert "Traceback" not in err, (name, words, err)
            assert status != 2 or err.strip(), (name, words)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


needs_unix = pytest.mark.skipif(os.name == "nt", reason="links, devices and signals of Unix")
FOUND = [
    ("solve", ["AB/../goal:/../AB", "--proof", "/"]),
    ("solve", ["12\u212a0"]),
    ("explore", ["876543210", "--until-goal", "--workers", "9" * 23]),
    ("explore", ["876543210", "--until-goal", "--save", ""]),
    ("design hardest", [*CALLS["design hardest"], "--top", "9" * 23]),
    ("draw animation", [*CALLS["draw animation"], "--speed", "nan"]),
    ("draw animation", [*CALLS["draw animation"], "--speed", "1e-300"]),
    ("study run ways", [""]),
]
HUGE = ["--board", "40x40", "--pieces", "1x1:400"]
"""A space of more layouts than a float can hold."""
CORNER = ["--goal", "/".join([*["." * 40] * 39, "a" + "." * 39])]


@needs_unix
def test_what_was_found(monkeypatch, tmp_path):
    check(FOUND, monkeypatch, tmp_path)


HARDEST = pytest.param(["design", "hardest", *CORNER], marks=pytest.mark.slow)


@pytest.mark.parametrize("words", [["atlas"], HARDEST, ["atlas", *CORNER, "--save", "file"]])
def test_sizes_that_no_float_holds_are_said_in_words(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "the space has ≈10^38" in run(*words, *HUGE, status=None).stderr


@needs_unix
def test_some_of_today(monkeypatch, tmp_path):
    draw = random.Random(datetime.date.today().toordinal())
    check(draw.sample(list(calls()), 40), monkeypatch, tmp_path)


@needs_unix
@pytest.mark.slow
def test_many_of_today(monkeypatch, tmp_path):
    draw = random.Random(-datetime.date.today().toordinal())
    check(draw.sample(list(calls()), 1000), monkeypatch, tmp_path)
