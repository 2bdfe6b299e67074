"""A file is written whole or not at all; a lock is for one process; containers are checked."""

import os
import random
import stat
import threading
import time
from pathlib import Path
from unittest import mock

import pytest

from huarong import files
from huarong.container import PIECE, Container, writing
from huarong.errors import FileError
from huarong.explore import Resources, run
from huarong.files import locked, replacing, writable


def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "name"
    path.write_bytes(b"old")

    def broken() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise KeyError

    pytest.raises(KeyError, broken)
    assert path.read_bytes() == b"old" and [each.name for each in tmp_path.iterdir()] == ["name"]
    with replacing(path, durable=False) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new" and [each.name for each in tmp_path.iterdir()] == ["name"]


def test_what_killed_writers_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    """The temporary file of a process that has ended is removed; one being written, or of another name, stays."""
    gone, old = tmp_path / ".name.999999999.1.part", time.time() - 60
    again = tmp_path / f".name.{os.getpid()}.1.part"  # of an earlier process with our number
    running = tmp_path / f".name.{os.getppid()}.1.part"
    kept = [running, tmp_path / ".other.part", tmp_path / "name.1.2.part", tmp_path / ".name.1.part"]
    for path in (gone, again, *kept):
        path.write_bytes(b"half")
        os.utime(path, (old, old))
    with replacing(tmp_path / "name") as file:
        writing = next(path for path in tmp_path.glob(".name.*.part") if not path.stat().st_size)
        assert {path.name for path in tmp_path.iterdir()} == {p.name for p in (writing, *kept)}
        files._tidied.discard(tmp_path)
        os.utime(writing, (old, old))
        with replacing(tmp_path / "another"):
            assert writing.exists(), "it is being written"
        file.write(b"whole")
    assert (tmp_path / "name").read_bytes() == b"whole"
    assert {path.name for path in tmp_path.iterdir()} == {"name", "another", *(p.name for p in kept)}


def test_a_file_that_is_begun_just_now_is_nobodys_leaving(tmp_path: Path) -> None:
    begun = tmp_path / f".name.{os.getpid()}.{threading.get_ident() + 1}.part"
    begun.write_bytes(b"")
    with replacing(tmp_path / "name"):
        pass
    assert begun.exists()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written"), replacing(tmp_path / "no" / "name"):
        pass


@pytest.mark.skipif(os.name == "nt", reason="locks of another form")
def test_a_lock_is_for_one(tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="tools.elsewhere has taken it away")
    path = tmp_path / "name"
    with path.open("wb") as one, path.open("wb") as other:
        assert locked(one) and not locked(other)
    with path.open("wb") as again:
        assert locked(again)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="devices and pipes of Unix")
def test_a_device_or_a_pipe_stays_what_it_is(tmp_path):
    """For root, `os.replace` would put a file in the place of /dev/null: devices and pipes are written to instead."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="cannot be written"), replacing(pipe) as file:
        file.write(b"nobody reads it")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with replacing(pipe) as file:
        file.write(b"all of it")
    assert os.read(reader, 100) == b"all of it"
    os.close(reader)
    assert pipe.is_fifo() and list(tmp_path.iterdir()) == [pipe]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="devices of Linux")
def test_devices():
    with replacing("/dev/null") as file:
        file.write(b"away")
    with pytest.raises(FileError, match="No space left"), replacing("/dev/full") as file:
        file.write(b"no room")
    for device in ("/dev/null", "/dev/full"):
        assert stat.S_ISCHR(os.stat(device).st_mode)


def test_what_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    assert writable(str(tmp_path / "new")) == tmp_path / "new"
    pytest.raises(FileError, writable, tmp_path).match("Is a directory")
    pytest.raises(FileError, writable, tmp_path / "none" / "file").match("No such file or directory")
    pytest.raises(FileError, writable, tmp_path / ("n" * 300)).match("name too long")
    old = tmp_path / "old"
    old.touch()
    with mock.patch("os.access", lambda path, _: path != tmp_path):  # a file of a closed folder
        assert writable(old, replaced=False) == old
        pytest.raises(FileError, writable, old).match("Permission denied")
    folder = tmp_path / "levels"
    for options in ({"log": tmp_path}, {"log": tmp_path / "none" / "log"}):
        with pytest.raises(FileError, match="cannot be written"):
            run("AB/../goal:/../AB", "step", Resources("disk", folder), **options)  # type: ignore[arg-type]
        assert not folder.exists()


@pytest.mark.parametrize("size", [0, 1, PIECE - 1, PIECE, PIECE + 5])
def test_content_of_any_size_and_in_any_portions(tmp_path: Path, size: int) -> None:
    data, path = random.Random(size).randbytes(size), tmp_path / "name"
    with writing(path, "example", {"n": size}) as out:
        for first in range(0, size, 400_000):
            out.write(data[first : first + 400_000])
    with Container.open(path, "example") as found:
        assert found.header == {"n": size, "kind": "example"} and bytes(found.content()) == data
        assert found.checksum == out.checksum
    pytest.raises(FileError, Container.open, path, "other").match("contains 'example'; expected 'other'")


def test_each_byte_counts(tmp_path: Path) -> None:
    path = tmp_path / "name"
    with writing(path, "example", {"n": 1}) as out:
        out.write(b"some content")
    good = path.read_bytes()
    for i in range(len(good)):
        path.write_bytes(good[:i] + bytes([good[i] ^ 0x40]) + good[i + 1 :])
        with pytest.raises(FileError) as refused, Container.open(path, "example") as found:
            found.content()
        assert (" has version " in str(refused.value)) == (8 <= i < 12)
    for cut in (0, 5, 70, len(good) - 1):
        path.write_bytes(good[:cut])
        pytest.raises(FileError, Container.open, path, "example")
    path.write_bytes(good + b"more")
    pytest.raises(FileError, Container.open, path, "example")


def test_a_piece_is_checked_when_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "name"
    with writing(path, "example") as out:
        out.write(bytes(2 * PIECE))
    damaged = bytearray(path.read_bytes())
    damaged[Container.offset + PIECE] = 1
    path.write_bytes(damaged)
    with Container.open(path, "example") as found:
        assert bytes(found.content(0, 10)) == bytes(10)
        pytest.raises(FileError, found.content, PIECE, PIECE + 1).match("MiB 1")


def test_what_breaks_off_leaves_no_file(tmp_path: Path) -> None:
    def broken() -> None:
        with writing(tmp_path / "name", "example") as out:
            out.write(b"half")
            raise KeyError

    pytest.raises(KeyError, broken)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_looked_through_once(tmp_path):
    with mock.patch.object(Path, "iterdir", autospec=True, side_effect=Path.iterdir) as listed:
        for n in range(3):
            with replacing(tmp_path / str(n)) as file:
                file.write(b"x")
    assert listed.call_count == 1
