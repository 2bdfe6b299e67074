"""A table in a file: as much of it as there is room for is resident, and nothing is lost."""

import mmap
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from huarong.atlas import table_on_disk
from huarong.atlas.table_on_disk import Mapped
from huarong.errors import Cancelled, FileError
from huarong.limits import Watch
from tests.examples import few

MIB = 1 << 20


def resident(path: Path) -> int:
    """The bytes of a mapped file that are in memory."""
    found = 0
    for part in Path("/proc/self/smaps").read_text().split("VmFlags")[:-1]:
        if str(path) in part:
            found += int(part.partition("Rss:")[2].split()[0]) << 10
    return found


@pytest.mark.skipif(not hasattr(mmap, "MADV_DONTNEED"), reason="no page can be released")
@pytest.mark.parametrize("told", few([False, True], 1))
def test_only_so_much_is_resident(told: bool, tmp_path: Path) -> None:
    path, size = tmp_path / "table", 9 * MIB
    Mapped.create(path, size, Watch())
    assert path.stat().st_size == size
    table = Mapped(path, size, 4 * MIB)
    most = 0
    silent = mock.patch.object(table_on_disk, "process_memory", return_value=None)
    for first in range(0, size, MIB):
        table.array[first : first + MIB] = first // MIB
        if told:
            table.trim()
        else:
            with silent:
                table.trim()
        most = max(most, resident(path))
    assert 0 < most + (not told) <= 5 * MIB and np.array_equal(table.array, np.arange(size) // MIB)
    table.sync(Watch())
    table.close()
    assert np.array_equal(np.fromfile(path, np.uint8), np.arange(size) // MIB)


def test_the_share_follows_what_it_brings(tmp_path: Path) -> None:
    Mapped.create(tmp_path / "table", MIB, Watch())
    table = Mapped(tmp_path / "table", MIB, 8 * MIB)
    first = table.share
    with mock.patch.object(table_on_disk, "process_memory", return_value=table._before):
        table.trim()
    assert table.share == 2 * first
    with mock.patch.object(table_on_disk, "process_memory", return_value=table._before + 3 * MIB):
        table.trim()
    assert table.share == first


def test_what_cannot_be_written(tmp_path: Path) -> None:
    pytest.raises(FileError, Mapped.create, tmp_path / "no" / "table", MIB, Watch()).match("No such file")
    pytest.raises(Cancelled, Mapped.create, tmp_path / "table", MIB, Watch(cancel=lambda: True))
