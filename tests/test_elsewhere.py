"""The project without POSIX names, and with the consoles and files of a Chinese Windows."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_nothing_needs_what_windows_lacks():
    words = [sys.executable, "-m", "tools.elsewhere"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, timeout=600, text=True)
    assert (done.returncode, done.stdout) == (0, "all of it works without them\n"), done.stderr


def test_files_have_names_that_windows_and_macos_take():
    """No two names differ in upper and lower case only; none is a device's or has a character that is not allowed."""
    names = [
        path.relative_to(ROOT).as_posix()
        for folder in ("src", "tests", "docs", "benchmarks")
        for path in (ROOT / folder).rglob("*")
        if "__pycache__" not in path.parts
    ]
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        last = name.rpartition("/")[2]
        assert not set(last) & set('<>:"\\|?*') and last.rstrip(". ") == last
        assert last.partition(".")[0].upper() not in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT1"}
        assert len(name) < 160
