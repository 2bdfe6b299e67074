"""The container of binary files: what was written reads back, and any damage is reported."""

import random
from pathlib import Path

import pytest

from huarong.container import PIECE, Container, writing
from huarong.errors import FileError


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
