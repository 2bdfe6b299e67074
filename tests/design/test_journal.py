"""Journals: the finished parts of a computation are found again, and a file of another computation is not touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from huarong.design.journal import Journal
from huarong.errors import FileError
from tests.failures import survives


@pytest.mark.parametrize("text", ["not ours, and without an end", '{"work": "square"}', '{"work": "cubes'])
def test_what_is_not_its_own_is_not_lost(text, tmp_path):
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(FileError, match="is the journal of different work"):
        Journal(path, "squares")
    assert path.read_text() == text


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="devices of Linux")
def test_a_device_is_not_read_to_its_end():
    work = "from huarong.design.journal import Journal; Journal('/dev/full', 'squares')"
    found = subprocess.run([sys.executable, "-c", work], capture_output=True, timeout=20)
    assert b"/dev/full cannot be written: No space left" in found.stderr


def test_a_first_line_that_was_not_finished(tmp_path):
    path = tmp_path / "file"
    path.write_text('{"work": "squ')
    assert Journal(path, "squares").get("2", lambda: 4) == 4
    assert Journal(path, "squares").parts == {"2": 4}


POSIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes and limits of Unix")


@POSIX
def test_a_full_disk_leaves_what_was_written(tmp_path):
    import resource

    path, limits = tmp_path / "file", resource.getrlimit(resource.RLIMIT_FSIZE)
    Journal(path, "squares").get("2", lambda: 4)
    before = path.read_bytes()
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 5, limits[1]))
    try:
        with pytest.raises(FileError, match="cannot be written: No space"):
            Journal(path, "squares").get("3", lambda: 9)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes()[:-5] == before
    again = Journal(path, "squares")
    assert (again.parts, path.read_bytes()) == ({"2": 4}, before)


@POSIX
def test_four_writers_of_which_some_are_killed(tmp_path):
    """Four programs share a journal, and some are killed: no result is lost, and the file stays readable."""
    path, children = tmp_path / "file", []
    for last in (*range(20, 100, 20), 100, 100, 100, 100):
        child = os.fork()
        if not child:
            journal = Journal(path, "squares")
            for n in range(100):
                if n == last:
                    os.kill(os.getpid(), signal.SIGKILL)
                journal.get(str(n), lambda n=n: n * n)
            os._exit(0)
        children.append(child)
    ends = [os.waitpid(child, 0)[1] for child in children]
    assert ends == [signal.SIGKILL] * 4 + [0] * 4
    assert Journal(path, "squares").parts == {str(n): n * n for n in range(100)}


def test_whatever_fails_it_goes_on(tmp_path):
    """Each call that changes a file fails in each way: the next run finds what was written, and writes what a whole one
    writes.
    """

    def work(place):
        path = place / "folder" / "file"
        journal = Journal(path, "squares")
        return [journal.get(str(n), lambda n=n: n * n) for n in range(3)], path.read_bytes()

    survives(tmp_path, work, twice=True)


def test_begun_by_two_at_once(tmp_path):
    path = tmp_path / "file"
    path.write_text('{"work": "squares"}\n' * 2)
    assert Journal(path, "squares").get("2", lambda: 4) == 4
    assert Journal(path, "squares").parts == {"2": 4}
