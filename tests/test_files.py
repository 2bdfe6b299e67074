"""A file is written whole or not at all; a lock is for one process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from huarong.errors import FileError
from huarong.files import locked, replacing


def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "name"
    path.write_bytes(b"old")

    def broken() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise KeyError

    with pytest.raises(KeyError):
        broken()
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["name"]
    with replacing(path, durable=False) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [each.name for each in tmp_path.iterdir()] == ["name"]


def test_a_link_stays_one(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("no links here")
    with replacing(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written"), replacing(tmp_path / "no" / "name"):
        pass


@pytest.mark.skipif(os.name == "nt", reason="locks of another form")
def test_a_lock_is_for_one(tmp_path: Path) -> None:
    path = tmp_path / "name"
    with path.open("wb") as one, path.open("wb") as other:
        assert locked(one)
        assert not locked(other)
    with path.open("wb") as again:
        assert locked(again)
