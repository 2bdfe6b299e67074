"""Checking, before the first level, that the machines of a cluster can explore together.

`look_around` is sent to the machines by value, because it must find out whether Huarong is installed there and in which
version. Until the version is known, it imports nothing of the package. It returns plain values.
"""

import contextlib
import hashlib
import importlib
import shutil
import socket
import tempfile
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from huarong.errors import Fault, FileError, InputError
from huarong.i18n import say, size_text


@dataclass(frozen=True)
class Machine:
    """The report of a machine: `token` is the text that it read, `wrote` the file that it wrote to the folder.

    `version` is None if the package cannot be imported. `code` is a checksum of the package's files, `compiled` says
    whether its kernels are compiled, `free` is the free bytes, and `why` is an error's text.
    """

    name: str
    version: str | None = None
    code: str = ""
    compiled: bool = False
    token: str | None = None
    wrote: str | None = None
    free: int = 0
    why: str = ""


class ClusterError(InputError):
    """Machines cannot explore together: `faults` has the names of machines and their faults."""

    def __init__(self, faults: Iterable[tuple[str, Fault]]) -> None:
        self.faults = tuple(faults)
        super().__init__("{text}", text=self.message())

    def message(self, lang: str = "en") -> str:
        """A line for each fault, in the language asked for."""
        head = say("the machines of the cluster cannot explore together:", lang)
        return "\n".join([head, *(f"  {name}: {each.message(lang)}" for name, each in self.faults)])


def look_around(place: str, name: str, local: str | None = None) -> dict[str, Any]:
    """Return the report of the machine that runs this function, as the fields of a `Machine`. It imports the package,
    reads a named file in a folder or an object store, and writes another file there. `free` is for the folder or, with
    an object store, for the folder of this machine's copies.
    """
    found: dict[str, Any] = {"name": socket.gethostname()}
    try:
        kernels = importlib.import_module("huarong.kernels")
        package = Path(kernels.__file__ or "").parents[1]
        code = hashlib.sha256()
        for path in sorted(package.rglob("*.py"), key=lambda path: path.relative_to(package).parts):
            code.update("/".join(path.relative_to(package).parts).encode() + b"\0")
            code.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
        found["compiled"] = not str(kernels.kernel("levels").__file__).endswith(".py")
        found["code"], found["version"] = code.hexdigest()[:16], version("huarong")
    except Exception as error:  # a broken installation may raise anything
        return {**found, "why": f"{type(error).__name__}: {error}"}
    try:
        found["token"] = _read(place, name)
        wrote = f"{name}-{uuid.uuid4().hex}"
        _write(place, wrote, found["token"])
        found["wrote"] = wrote
        disk = (local or tempfile.gettempdir()) if "://" in place else place
        found["free"] = shutil.disk_usage(disk).free
    except Exception as error:
        found["why"] = _why(error)
    return found


def _why(error: Exception) -> str:
    """Return the message of an error of the system or of an object store."""
    return getattr(error, "strerror", None) or str(error).split("\n")[0]


def _bucket(url: str) -> Any:
    return importlib.import_module("obstore.store").from_url(url)


def _read(place: str, name: str) -> str:
    if "://" in place:
        return bytes(_bucket(place).get(name).bytes()).decode()
    return (Path(place) / name).read_text("utf-8")


def _write(place: str, name: str, text: str) -> None:
    if "://" in place:
        _bucket(place).put(name, text.encode())
    else:
        (Path(place) / name).write_text(text, "utf-8")


def _remove(place: str, name: str) -> None:
    """Remove all files of a folder, or objects of a store, whose names begin with a prefix."""
    if "://" in place:
        bucket = _bucket(place)
        for some in bucket.list():
            bucket.delete([each["path"] for each in some if each["path"].startswith(name)])
    else:
        for each in Path(place).glob(f"{name}*"):
            each.unlink(missing_ok=True)


def require(place: str | Path, ask: Callable[[str], Sequence[dict[str, Any]]], room: int = 0) -> tuple[Machine, ...]:
    """Return the machines. Raise `ClusterError` unless all can explore with this one in a folder or an object store.

    `ask` runs `look_around` with a name on every machine. The place must have room for `room` bytes.
    """
    place, name, token = str(place), f"preflight-{uuid.uuid4().hex}", uuid.uuid4().hex
    try:
        if "://" not in place:
            Path(place).mkdir(parents=True, exist_ok=True)
        _write(place, name, token)
    except Exception as error:
        raise FileError("{path} cannot be used: {why}", path=place, why=_why(error)) from error
    try:
        here = Machine(**look_around(place, name))
        machines = tuple(Machine(**each) for each in ask(name))
        wrong = [(each.name, fault) for each in machines for fault in faults(here, each, place, token, room)]
    finally:
        _remove(place, name)
    if wrong:
        raise ClusterError(wrong)
    return machines


def faults(here: Machine, there: Machine, place: str | Path, token: str, room: int = 0) -> list[Fault]:
    """Return everything that prevents a machine from exploring with this one, in a place with room for `room` bytes.

    >>> driver = Machine("a", "1", "x", True)
    >>> other = Machine("b", "0.9", "y", True, why="No such file or directory")
    >>> for each in faults(driver, other, "levels", "token"):
    ...     print(each)
    has version 0.9 of huarong, not 1
    does not see what this machine writes to levels (No such file or directory)
    """
    if there.version is None:
        return [Fault.of("has no working huarong ({why})", why=there.why)]
    place = str(place)
    same = there.version == here.version
    checks = [
        (not same, "has version {there} of huarong, not {here}"),
        (
            same and there.code != here.code,
            "has files of huarong {there} that differ from those here: install the same build everywhere",
        ),
        (
            here.compiled and not there.compiled,
            "has no compiled kernels: install a wheel, or install a compiler and then Huarong again",
        ),
        (there.token is None, "does not see what this machine writes to {folder} ({why})"),
        (there.token not in (None, token), "reads other content in {folder} than this machine wrote"),
        (there.token == token and there.wrote is None, "cannot write to {folder} ({why})"),
        (
            there.wrote is not None and not _holds(place, there.wrote, token),
            "writes files to {folder} that this machine does not see",
        ),
        (there.wrote is not None and there.free < room, "has {free} free in {folder}; {room} are needed"),
    ]
    values: dict[str, Any] = {"folder": place, "why": there.why or say("another folder with that name")}
    values |= {"free": size_text(there.free), "room": size_text(room), "there": there.version, "here": here.version}
    return [Fault.of(template, **values) for wrong, template in checks if wrong]


def _holds(place: str, name: str, text: str) -> bool:
    with contextlib.suppress(Exception):
        return _read(place, name) == text
    return False
