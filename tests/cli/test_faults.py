"""No failure of a command shows a traceback, and the exit status tells failures apart; what all print as JSON."""

import errno
import io
import os
import signal
import subprocess
import sys
from json import loads

import pytest

from huarong import __version__
from huarong.cli import faults
from huarong.cli.main import main
from huarong.errors import Cancelled, InputError, LimitReached
from tests.cli.calls import CALLS, QUICK
from tests.cli.running import environment, process, run
from tests.examples import few


def test_the_calls_are_all():
    from tests.cli.calls import test_every_command_is_called

    test_every_command_is_called()


class Output:
    """Standard output and error of this process, replaced by a terminal with some encoding or by a broken file."""

    def __init__(self, monkeypatch, stream, encoding="utf-8"):
        self.out = io.TextIOWrapper(stream, encoding, write_through=True)
        self.err = io.TextIOWrapper(io.BytesIO(), encoding)
        monkeypatch.setattr(sys, "stdout", self.out)
        monkeypatch.setattr(sys, "stderr", self.err)

    def call(self, *words):
        with pytest.raises(SystemExit) as ended:
            main(list(map(str, words)))
        self.err.flush()
        return ended.value.code, self.err.buffer.getvalue().decode(errors="replace")


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize(
    ("encoding", "lang", "json"),
    [
        ("ascii", "zh", False),
        pytest.param(*("gbk", "en", True), marks=pytest.mark.slow),
        pytest.param(*("latin-1", "zh", True), marks=pytest.mark.slow),
        pytest.param(*("gbk", "zh", False), marks=pytest.mark.slow),
    ],
)
def test_terminals_that_lack_characters(name, encoding, lang, json, monkeypatch):
    output = Output(monkeypatch, io.BytesIO(), encoding)
    some = json and name not in ("serve", "tiles tables", "study")
    words = [*CALLS[name], "--json"] if some else CALLS[name]
    status, err = output.call("--lang", lang, *name.split(), *words)
    assert status in (0, 2), err
    assert "Traceback" not in err
    said = output.out.buffer.getvalue()
    assert said or status == 2
    if some and "--help" not in words:
        lines = said.decode(encoding).splitlines()
        assert all(loads(line)["version"] == __version__ for line in lines)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize("name", few(QUICK, 20))
def test_a_full_device(name, monkeypatch):
    run("tiles", "tables", "build", "tiles-3x3-4-4")
    with open("/dev/full", "wb", buffering=0) as full:
        output = Output(monkeypatch, full)
        status, err = output.call("--lang", "en", *name.split(), *CALLS[name])
    assert (status, err) == (2, f"huarong: the output cannot be written: {os.strerror(errno.ENOSPC)}\n")


@pytest.mark.parametrize("name", few(QUICK, 20))
def test_a_reader_that_goes_away(name, monkeypatch):
    run("tiles", "tables", "build", "tiles-3x3-4-4")
    ours, theirs = os.pipe()
    os.close(ours)
    with open(theirs, "wb", buffering=0) as pipe:
        assert Output(monkeypatch, pipe).call(*name.split(), *CALLS[name]) == (0, "")


@pytest.mark.parametrize("name", few(QUICK, 20))
def test_closed_streams(name, monkeypatch):
    run("tiles", "tables", "build", "tiles-3x3-4-4")
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    with pytest.raises(SystemExit) as ended:
        main([*name.split(), *CALLS[name]])
    assert ended.value.code == 0
    assert sys.stdout is None and sys.stderr is None


@pytest.mark.skipif(os.name == "nt", reason="/dev/full is a device of Linux")
@pytest.mark.parametrize(("out", "status"), [("/dev/full", 2), (None, 0)], ids=["a full device", "closed"])
def test_real_processes(out, status):
    """No message appears at the very end either, when Python flushes its streams."""
    if out is None:
        child = process("solve", "捷足先登", stdout=None, preexec_fn=lambda: os.close(1))
    elif os.path.exists(out):
        child = process("--lang", "en", "solve", "捷足先登", stdout=os.open(out, os.O_WRONLY))
    else:
        pytest.skip("a device of Linux")
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err.count(b"\n")) == (status, status // 2)


@pytest.mark.skipif(os.name == "nt", reason="a limit of Unix")
@pytest.mark.parametrize(("name", "room"), [("solve", 60), ("hint", 60), ("atlas", 300), ("explore", 300)])
def test_a_machine_without_memory(name, room):
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (room << 20, room << 20))

    child = process("--lang", "en", name, *CALLS[name], preexec_fn=limit)
    _, err = child.communicate(timeout=60)
    assert b"Traceback" not in err
    if child.returncode and b"OpenBLAS" not in err:  # which ends the process itself
        assert child.returncode == 3
        assert err.startswith(b"huarong: this machine has run out of memory")


RAISED = [
    (InputError("{path} is no puzzle", path="x"), 2, "x is no puzzle"),
    (LimitReached("time", "2 s"), 3, "time limit"),
    (Cancelled(), 130, "cancelled"),
    (KeyboardInterrupt(), 130, "interrupted"),
    (MemoryError(), 3, "run out of memory"),
    (OSError(errno.ENOMEM, "Cannot allocate memory"), 3, "run out of memory"),
    (OSError(errno.ENOSPC, "No space left"), 2, "the output cannot be written: No space left"),
    (PermissionError(errno.EACCES, "Permission denied", "/x"), 2, "/x: Permission denied"),
    (RuntimeError("can't start new thread"), 3, "run out of memory"),
    (RecursionError(), 2, "nested"),
]


@pytest.mark.parametrize(("error", "status", "says"), RAISED, ids=lambda x: type(x).__name__)
def test_statuses(error, status, says, monkeypatch, capsys):
    def fail(*args, **values):
        raise error

    monkeypatch.setattr("huarong.cli.solve.solve", fail)
    assert says in run("solve", "捷足先登", status=status).output


def test_a_fault_of_ours_is_not_hidden(monkeypatch):
    def fail(*args, **values):
        raise AssertionError("ours")

    monkeypatch.setattr("huarong.cli.solve.solve", fail)
    with pytest.raises(AssertionError, match="ours"):
        run("solve", "捷足先登")


def test_statuses_are_documented():
    from pathlib import Path

    page = Path(__file__).parents[2] / "docs" / "en" / "reference" / "commands.md"
    for status in (faults.FOUND, faults.NONE, faults.BAD, faults.LIMIT, faults.INTERRUPTED):
        assert f"| {status} |" in page.read_text("utf-8")
        assert f"| {status} |" in (faults.__doc__ or "")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_an_interrupt_ends_what_is_under_way():
    child = process("--lang", "en", "solve", "-", "--max-seconds", "600", stdin=-1)
    child.stdin.write(b'{"puzzle": "A./goal:/.A"}\n{"puzzle": "gnome-klotski: Sunshine"}\n')
    child.stdin.flush()
    child.stdout.readline()  # the first is answered: the second is at work
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert (child.returncode, b"interrupted" in err) == (130, True)


@pytest.mark.parametrize("module", ["huarong.errors", "huarong.cli.main", "huarong.search.solver"])
def test_an_interrupt_during_an_import_ends_without_a_traceback(module):
    """Whatever is imported is so under the eyes of `huarong.__main__`, but for the two files before it."""
    program = f"""
import sys
class Interrupted:
    def find_spec(self, name, path, target=None):
        if name == "{module}":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
sys.argv = ["huarong", "solve", "A./../goal:/../.A"]
from huarong.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment())
    assert done.returncode == 130
    assert b"Traceback" not in done.stderr
