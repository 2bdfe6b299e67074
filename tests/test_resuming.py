"""The state of work in a folder: of this version, this boot and one process at a time."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from unittest import mock

import pytest

from huarong import resuming
from huarong.container import writing
from huarong.errors import FileError, InputError
from huarong.resuming import DiskFullError, StateFile, locked_folder, with_room

STATE = StateFile("state", "work", version=2)


def test_a_state_is_replaced(tmp_path: Path) -> None:
    assert STATE.read(tmp_path) is STATE.read_recent(tmp_path) is None
    for depth in (1, 2):
        STATE.write(tmp_path, {"depth": depth})
    found = STATE.read(tmp_path)
    assert found is not None and found.header["depth"] == 2
    assert os.listdir(tmp_path) == ["state"]


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
    with pytest.raises(FileError, match="state was written by another version"):
        STATE.read(tmp_path)


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
