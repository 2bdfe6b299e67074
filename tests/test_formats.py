"""Damaged files of every format: each is refused with a message or gives right answers, and never crashes.

`FORMATS` of `tests/formats.py` names the files. The everyday part tries a sample of the damages, the slow part all of
them.
"""

import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from huarong import container, files
from huarong.atlas.atlas import Atlas
from huarong.container import Container, writing
from huarong.errors import FileError
from tests.examples import few
from tests.formats import FORMATS, REFUSALS, Format, damages

NAMES = pytest.mark.parametrize("name", FORMATS)
QUICK = [name for name in FORMATS if FORMATS[name].cost < 15]


@pytest.fixture(scope="module")
def sound(tmp_path_factory) -> Callable[[str], tuple[Path, object]]:
    """A sound file of a format, and the answers read from it."""
    folder, known = tmp_path_factory.mktemp("sound"), {}

    def get(name: str) -> tuple[Path, object]:
        if name not in known:
            path = folder / str(len(known))
            FORMATS[name].write(path)
            known[name] = path, FORMATS[name].ask(path)
        return known[name]

    return get


def refused_or_right(each: Format, path: Path, expected: object, what: str) -> None:
    try:
        found = each.ask(path)
    except REFUSALS:
        return
    assert found == expected, what


def tried(name: str, sound: Callable, folder: Path, most: int | None) -> int:
    path, expected = sound(name)
    sane = path.read_bytes()
    ways = damages(len(sane), Random(name))
    if most is not None:
        ways = Random().sample(ways, min(most, len(ways)))
    victim = folder / "victim"
    for what, damaged in ways:
        victim.write_bytes(damaged(sane))
        refused_or_right(FORMATS[name], victim, expected, f"{name}: {what}")
    return len(ways)


@pytest.mark.parametrize("name", few([name for name in FORMATS if FORMATS[name].cost < 100], 6))
def test_a_damaged_file(name, sound, tmp_path):
    tried(name, sound, tmp_path, max(1, 60 // FORMATS[name].cost))


@pytest.mark.slow
@NAMES
def test_every_damage(name, sound, tmp_path):
    cost = FORMATS[name].cost
    print(tried(name, sound, tmp_path, None if cost == 1 else 10_000 // cost), "damages of", name)


@NAMES
def test_files_exchanged_and_what_is_no_file(name, sound, tmp_path):
    each, victim = FORMATS[name], tmp_path / "victim"
    for other in Random().sample(QUICK, 3):
        if other != name and not {name, other} <= {"atlas", "an atlas of 3 MiB"}:
            victim.write_bytes(sound(other)[0].read_bytes())
            pytest.raises(REFUSALS, each.ask, victim)
    victim.unlink()
    if each.own:
        victim.mkdir()
        pytest.raises(REFUSALS, each.ask, victim)


@pytest.mark.parametrize("what", ["fifo", "/dev/zero", "a\0b", "", "nest", "list", "inf"])
def test_what_is_no_container(what, tmp_path):
    path = tmp_path / "x"
    if what == "fifo":
        if not hasattr(os, "mkfifo"):
            pytest.skip("pipes with names are of Unix")
        os.mkfifo(path)
    elif what in ("nest", "list", "inf"):
        header = {"nest": "[" * 200_000, "list": "[1]", "inf": '{"kind": "atlas", "width": Infinity}'}
        forge(path, header[what])
    else:
        path = Path(what) if what != "" else tmp_path
    pytest.raises(FileError, FORMATS["atlas"].ask, path)


def forge(path: Path, text: str) -> None:
    """A container with this header and sound checksums."""
    with path.open("wb") as file, pytest.MonkeyPatch.context() as patch:
        patch.setattr(container.json, "dumps", lambda *_, **__: text)
        container.Writer(file).finish({})


OURS = ("atlas", "compressed atlas", "certificate", "begun table")
"""Written by our own hand whenever it is asked for (and not copied)."""
WRITTEN = pytest.mark.parametrize("name", OURS)
POSIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes, devices and limits of Unix")
KEPT = pytest.mark.parametrize("name", OURS)
"""Those that are kept to save time too: where one cannot be written, nothing is said."""


@POSIX
@WRITTEN
def test_a_full_disk(name, sound, tmp_path):
    """On a full disk no file is written, and the old one stays."""
    import resource

    path, expected = sound(name)
    target, limits = tmp_path / "target", resource.getrlimit(resource.RLIMIT_FSIZE)
    target.write_bytes(path.read_bytes())
    # Some bytes less than needed, since the seconds that an atlas took have more or fewer digits.
    for size in (0, 1, 63, 64, len(path.read_bytes()) - 16):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
        try:
            pytest.raises(FileError, FORMATS[name].write, target).match("cannot be written")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert os.listdir(tmp_path) == ["target"] and FORMATS[name].ask(target) == expected


@POSIX
@WRITTEN
def test_folders_that_take_no_file(name):
    for folder in ("/proc", "/sys", "/dev/null"):
        pytest.raises(FileError, FORMATS[name].write, Path(folder) / "x").match("cannot be written")


def forked(work: Callable[[], object]) -> int:
    """Do some work in a child process that ends without cleaning up; returns its number."""
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            work()
            os._exit(0)
        os._exit(1)
    return child


@pytest.mark.slow
@POSIX
@KEPT
def test_killed_at_every_write(name, sound, tmp_path, monkeypatch):
    """Whenever the writer is killed, there is the old file or the new one, complete."""
    path, expected = sound(name)
    old = path.read_bytes()
    target = tmp_path / "target"
    for last in range(1, 30):
        target.write_bytes(old)

        def work(last: int = last) -> None:
            calls = 0

            def counted(call: Callable) -> Callable:
                def wrapped(*args, **kw):
                    nonlocal calls
                    calls += 1
                    if calls == last:
                        os.kill(os.getpid(), signal.SIGKILL)
                    return call(*args, **kw)

                return wrapped

            container.Writer._put = counted(container.Writer._put)
            files.os.fsync = counted(os.fsync)
            files.Path.replace = counted(Path.replace)
            FORMATS[name].write(target)

        _, status = os.waitpid(forked(work), 0)
        assert FORMATS[name].ask(target) == expected
        if not os.WIFSIGNALED(status):
            assert os.WEXITSTATUS(status) == 0
            break
    else:
        raise AssertionError("never written")
    assert last > 2 or name == "certificate"


@pytest.mark.slow
@POSIX
@KEPT
def test_four_writers_and_a_reader(name, sound, tmp_path):
    path, expected = sound(name)
    target = tmp_path / "target"
    target.write_bytes(path.read_bytes())

    def work() -> None:
        for _ in range(10):
            FORMATS[name].write(target)

    children = [forked(work) for _ in range(4)]
    while children:
        assert FORMATS[name].ask(target) == expected
        done, status = os.waitpid(-1, os.WNOHANG)
        if done:
            assert status == 0
            children.remove(done)
    assert os.listdir(tmp_path) == ["target"]


@POSIX
def test_a_link_stays_one(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "real").write_text("old")
    (tmp_path / "link").symlink_to(Path("folder") / "real")
    (tmp_path / "second").symlink_to("link")
    (tmp_path / "loop").symlink_to("loop")
    FORMATS["atlas"].write(tmp_path / "second")
    assert (tmp_path / "second").is_symlink() and (tmp_path / "link").is_symlink()
    assert FORMATS["atlas"].ask(tmp_path / "folder" / "real") and os.listdir(tmp_path / "folder") == ["real"]
    (tmp_path / "folder" / "real").unlink()
    FORMATS["atlas"].write(tmp_path / "link")
    assert FORMATS["atlas"].ask(tmp_path / "folder" / "real")
    pytest.raises(FileError, FORMATS["atlas"].write, tmp_path / "loop")


@pytest.mark.parametrize("most", [container.MOST_READ, -1], ids=["read", "mapped"])
def test_a_file_that_is_cut_short_while_it_is_open(most, tmp_path, monkeypatch):
    """Parts that were read before stay valid; others are refused. (Mapped memory would end the process: SIGBUS.)"""
    content = bytes(range(256)) * 4096 * 3
    with writing(tmp_path / "x", "atlas") as file:
        file.write(content)
    monkeypatch.setattr(container, "MOST_READ", most)
    with Container.open(tmp_path / "x", "atlas") as found:
        assert bytes(found.content(5, 9)) == content[5:9]
        if most < 0:
            assert found._mapped
            return
        os.truncate(tmp_path / "x", 100)
        assert bytes(found.content(7, 1 << 20)) == content[7 : 1 << 20]
        pytest.raises(FileError, found.content, 1 << 20, (1 << 20) + 1).match("MiB 1")
        pytest.raises(FileError, list, found.pieces()).match("MiB 0")


def test_a_file_that_changes_while_it_is_open(tmp_path, sound):
    large, expected = sound("an atlas of 3 MiB")
    (tmp_path / "x").write_bytes(large.read_bytes())
    atlas = Atlas.open(tmp_path / "x")
    atlas.distance(5)
    with (tmp_path / "x").open("r+b") as file:
        file.write(bytes(3 << 20))
    assert [atlas.distance(rank) for rank in (0, 5, 99)] == [
        value if value < 255 else None for value in (expected[-1][rank] for rank in (0, 5, 99))
    ]
    pytest.raises(FileError, atlas.distance, 2 << 20).match("is damaged")
