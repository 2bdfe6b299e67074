"""The state of work in a folder: of this version, this boot and one process at a time; journals of finished parts."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from huarong import resuming
from huarong.container import writing
from huarong.errors import FileError, InputError
from huarong.resuming import DiskFullError, Journal, StateFile, locked_folder, with_room
from tests.examples import CI
from tests.failures import survives

STATE = StateFile("state", "work", version=2)


def test_a_state_is_replaced(tmp_path: Path) -> None:
    assert STATE.read(tmp_path) is STATE.read_recent(tmp_path) is None
    for depth in (1, 2):
        STATE.write(tmp_path, {"depth": depth})
    found = STATE.read(tmp_path)
    assert found is not None and found.header["depth"] == 2 and os.listdir(tmp_path) == ["state"]


def test_a_state_that_is_not_durable_ends_with_the_boot(tmp_path: Path) -> None:
    STATE.write(tmp_path, {"depth": 3}, durable=False)
    assert STATE.read(tmp_path) is None
    found = STATE.read_recent(tmp_path)
    assert found is not None and found.header["depth"] == 3
    with mock.patch.object(resuming, "_boot", return_value="another"):
        assert STATE.read_recent(tmp_path) is None
    (tmp_path / STATE.recent).write_bytes(b"HUARONG\n")
    assert STATE.read_recent(tmp_path) is None


@pytest.mark.parametrize("header", [{}, {"version": 1}, {"version": 3}])
def test_a_state_of_another_version_is_refused(header: dict[str, int], tmp_path: Path) -> None:
    with writing(tmp_path / "state", "work", header):
        pass
    pytest.raises(FileError, STATE.read, tmp_path).match("state was written by another version")


def test_a_state_without_a_version_is_of_the_first(tmp_path: Path) -> None:
    with writing(tmp_path / "state", "work", {"depth": 7}):
        pass
    found = StateFile("state", "work").read(tmp_path)
    assert found is not None and found.header["depth"] == 7


@pytest.mark.skipif(os.name == "nt", reason="locks of another form")
def test_a_folder_is_for_one_at_a_time(tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="tools.elsewhere has taken it away")
    taken, folder = "{path} is taken by {who}", tmp_path / "a" / "b"
    with locked_folder(folder, "lock", taken) as file:
        file.write("somebody since today")
        file.flush()
        with pytest.raises(InputError, match="taken by somebody"), locked_folder(folder, "lock", taken):
            pass
    with locked_folder(folder, "lock", taken):
        pass


def test_a_full_disk_is_told_from_one_that_refuses(tmp_path: Path) -> None:
    with pytest.raises(DiskFullError, match="--resume"), with_room(tmp_path):
        raise OSError(errno.ENOSPC, "full")
    with (
        pytest.raises(DiskFullError, match="same command"),
        with_room(tmp_path, "make room and run the same command again"),
    ):
        raise OSError(errno.ENOSPC, "full")
    with pytest.raises(FileError, match="refused"), with_room(tmp_path):
        raise OSError(errno.EIO, "refused")


@pytest.mark.parametrize("text", ["not ours, and without an end", '{"work": "square"}', '{"work": "cubes'])
def test_what_is_not_its_own_is_not_lost(text, tmp_path):
    path = tmp_path / "file"
    path.write_text(text)
    pytest.raises(FileError, Journal, path, "squares").match("is the journal of other work")
    assert path.read_text() == text


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="devices of Linux")
def test_a_device_is_not_read_to_its_end():
    work = "from huarong.resuming import Journal; Journal('/dev/full', 'squares')"
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
        pytest.raises(FileError, Journal(path, "squares").get, "3", lambda: 9).match("cannot be written: No space")
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
    """Each call that changes a file fails in each way: the next run writes what a whole one writes."""

    def work(place):
        path = place / "folder" / "file"
        journal = Journal(path, "squares")
        return [journal.get(str(n), lambda n=n: n * n) for n in range(3)], path.read_bytes()

    survives(tmp_path, work, every=1 if CI else 3, twice=True)


def test_begun_by_two_at_once(tmp_path):
    path = tmp_path / "file"
    path.write_text('{"work": "squares"}\n' * 2)
    assert Journal(path, "squares").get("2", lambda: 4) == 4
    assert Journal(path, "squares").parts == {"2": 4}
