"""Run the project without what Windows and macOS lack: POSIX names in `mmap`, `os` and `signal`, and the module
`fcntl`.

    python -m tools.elsewhere               # everything that touches the system
    python -m tools.elsewhere tests/model   # these tests of the suite

Nobody has run the project on those systems yet; `.github/workflows/tests.yml` is for machines that have them.
"""

from __future__ import annotations

import asyncio
import importlib
import io
import multiprocessing.connection
import multiprocessing.pool
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LIBRARIES = (
    "click.testing",
    "hypothesis",
    "numpy.testing",
    "platformdirs",
    "pytest",
    "rich.console",
    "rich.status",
    "starlette.testclient",
    "uvicorn.protocols.http.httptools_impl",
    "unittest.mock",
    "concurrent.futures.thread",
    "concurrent.futures.process",
)
"""What others have written: it knows those systems, and is imported before anything is removed."""

MMAP = (
    "MAP_SHARED",
    "MAP_PRIVATE",
    "MAP_ANON",
    "MAP_ANONYMOUS",
    "MAP_POPULATE",
    "MAP_NORESERVE",
    "MAP_STACK",
    "MAP_DENYWRITE",
    "MAP_EXECUTABLE",
    "PROT_READ",
    "PROT_WRITE",
    "PROT_EXEC",
    "MADV_HUGEPAGE",
    "MADV_NOHUGEPAGE",
    "MADV_DONTNEED",
    "MADV_SEQUENTIAL",
    "MADV_RANDOM",
    "MADV_WILLNEED",
    "MADV_FREE",
)
OS = (
    "fork",
    "forkpty",
    "getuid",
    "geteuid",
    "getgid",
    "getpgid",
    "getpgrp",
    "setsid",
    "setpgid",
    "killpg",
    "sched_getaffinity",
    "sched_setaffinity",
    "sched_yield",
    "pread",
    "preadv",
    "pwrite",
    "pwritev",
    "sysconf",
    "fdatasync",
    "sync",
    "posix_fadvise",
    "posix_fallocate",
    "posix_spawn",
    "chown",
    "lchown",
    "fchown",
    "fchmod",
    "mkfifo",
    "mknod",
    "uname",
    "nice",
    "getloadavg",
    "register_at_fork",
    "wait",
    "wait3",
    "wait4",
    "WNOHANG",
    "O_NOFOLLOW",
    "O_DIRECTORY",
    "O_CLOEXEC",
    "O_SYNC",
    "O_DIRECT",
    "O_TMPFILE",
    "sendfile",
    "copy_file_range",
    "memfd_create",
    "splice",
    "getgroups",
    "ttyname",
    "ctermid",
)
SIGNAL = (
    "SIGKILL",
    "SIGHUP",
    "SIGQUIT",
    "SIGALRM",
    "SIGPIPE",
    "SIGCHLD",
    "SIGUSR1",
    "SIGUSR2",
    "SIGTSTP",
    "SIGCONT",
    "SIGSTOP",
    "SIGWINCH",
    "SIGXCPU",
    "alarm",
    "setitimer",
    "getitimer",
    "pause",
    "sigwait",
    "pthread_kill",
    "pthread_sigmask",
    "siginterrupt",
)
MODULES = ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "syslog", "readline")


def take_away() -> None:
    """Remove these names and modules. Modules that were imported before keep their references."""
    assert asyncio and multiprocessing and select and socket and subprocess  # these know those systems
    for name in LIBRARIES:
        importlib.import_module(name)
    for module, names in (("mmap", MMAP), ("os", OS), ("signal", SIGNAL)):
        for name in names:
            vars(importlib.import_module(module)).pop(name, None)
    tempfile._O_TMPFILE_WORKS = False  # type: ignore[attr-defined]  # asked when it was imported
    shutil._USE_CP_SENDFILE = False  # type: ignore[attr-defined]
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    assert not hasattr(os, "preadv") and not hasattr(signal, "SIGKILL")
    assert not any(name.partition(".")[0] == "huarong" for name in sys.modules)


@contextmanager
def console(encoding: str) -> Iterator[io.BytesIO]:
    """Standard output and error as on a console with that encoding, with line ends of Windows."""
    stream, before = io.BytesIO(), (sys.stdout, sys.stderr)
    written = [io.TextIOWrapper(stream, encoding, newline="\r\n", write_through=True) for _ in before]
    sys.stdout, sys.stderr = written
    try:
        yield stream
    finally:
        sys.stdout, sys.stderr = before
        for each in written:
            each.detach()


def call(*words: str, encoding: str = "gbk", status: int = 0) -> str:
    """The output of a command as on a Chinese Windows."""
    from huarong.cli.main import main

    with console(encoding) as stream:
        try:
            main(list(words))
        except SystemExit as ended:
            found = ended.code
    text = stream.getvalue().decode(encoding)
    assert found == status, (words, found, text)
    assert "Traceback" not in text
    return text


def walk(folder: Path) -> None:
    """Use everything that touches the system: memory, files, locks, threads, processes, consoles."""
    import huarong as hr
    from huarong.explore import Resources, run

    assert hr.solve("横刀立马", "step").length == 116
    assert hr.solve("横刀立马", max_memory="20M", method="astar").length == 81
    atlas = hr.Atlas.of("876543210", "step")
    atlas.save(folder / "地图.atlas")
    assert hr.Atlas.open(folder / "地图.atlas").get(hr.puzzle("876543210").start) == atlas.get(
        hr.puzzle("876543210").start
    )
    levels = folder / "levels"
    found = run("876543210", "step", Resources(folder=levels, block=5000, workers=2))
    assert sum(found.levels) == 181_440
    assert run("876543210", "step", Resources(workers=1)).levels == found.levels

    text = "name: 四格\r\nA.\r\n..\r\ngoal:\r\n..\r\n.A\r\n"
    for n, (encoding, ends) in enumerate((("utf-8", "\r\n"), ("utf-8-sig", "\n"), ("utf-8", "\n"))):
        (folder / f"题{n}.txt").write_bytes(text.replace("\r\n", ends).encode(encoding))
        assert '"length": 1' in call("solve", str(folder / f"题{n}.txt"), "--json")
    assert "曹操" in call("--lang", "zh", "solve", "横刀立马")
    assert "81" in call("--lang", "en", "solve", "横刀立马", encoding="latin-1")
    assert call("show", "横刀立马", encoding="cp437")
    assert "81" in call("hint", "横刀立马", encoding="cp936")
    assert call("atlas", "876543210", "--save", str(folder / "b.atlas"))
    assert call("prove", "A./../goal:/../.A", "-o", str(folder / "c.proof"))
    assert call("explore", "876543210", "--until-goal")
    assert call("tiles", "tables", "build", "tiles-3x3-4-4")
    assert call("tiles", "123456078")
    assert call("solve", "nothing such", status=2)
    assert call("solve", str(folder), status=2)
    (folder / "bad.atlas").write_bytes(b"\0" * 100)
    assert call("atlas", str(folder / "bad.atlas"), status=2)

    from starlette.testclient import TestClient

    from huarong.web.server import create

    with TestClient(create()) as client:
        assert client.get("/").status_code == 200
        assert client.post("/api/v1/hint", json={"puzzle": "横刀立马"}).json()["distance"] == 81


def main(words: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="华容 ") as name:
        os.environ["HUARONG_CACHE"] = str(Path(name) / "cache")
        take_away()
        if words:
            pytest: Any = importlib.import_module("pytest")
            folders: Any = importlib.import_module("_pytest.tmpdir")
            folders.get_user_id = lambda: None  # as on a system without such numbers
            return int(pytest.main(["-n", "0", "-q", "-p", "no:cacheprovider", "-W", "ignore", *words]))
        walk(Path(name))
        print("all of it works without them")
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
