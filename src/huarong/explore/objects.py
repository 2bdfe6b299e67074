"""Levels in an object store (S3, Google Cloud Storage, Azure), and on the disks of the machines that work on them.

A file that a task writes stays in a folder of its machine and is also put into the store. Another machine that needs it
downloads it once. An object store has put, get, list and delete, but no renaming, locking or memory maps. An object
appears completely or not at all, and its readers know its size and checksum. The package obstore sends the requests,
with credentials and endpoints from the environment (`AWS_ACCESS_KEY_ID`, …).
"""

import contextlib
import functools
import math
import os
import re
import shutil
import socket
import tempfile
import threading
import time
import uuid
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

from huarong.container import Container
from huarong.errors import FileError, InputError, optional
from huarong.explore.store import LOCK, Stopped, Store, StoredArray, checked
from huarong.resuming import with_room

T = TypeVar("T")

_SCHEMES = ("s3", "s3a", "gs", "az", "azure", "abfs", "abfss")
_RETRIES = {"max_retries": 5, "retry_timeout": timedelta(seconds=20)}
_LEASE = 60.0
"""After this many seconds without a renewal, a driver counts as dead."""
_LOOK = 0.05
"""Seconds between two checks whether a request is still wanted."""
_GRACE = 0.3
"""Seconds that a request may take while an exploration ends; a store that takes longer gets no more requests."""
_BLOCK = 1 << 22
_DEPTH = re.compile(r"(?:level|run)-([0-9]{4})-")
_KEPT = 3
"""Files of this many depths before the current one stay on a machine's own disk; the store keeps them longer."""


def is_url(place: str | Path) -> bool:
    """Whether a text is the URL of an object store, not a folder. Raises `InputError` for other URLs.

    >>> is_url("s3://bucket/levels"), is_url("levels")
    (True, False)
    >>> is_url("ftp://host/levels")
    Traceback (most recent call last):
    huarong.errors.InputError: 'ftp://host/levels' cannot hold levels; expected a folder, or a URL that begins with...
    """
    scheme, there, bucket = str(place).partition("://")
    if isinstance(place, Path) or not there:
        return False
    if scheme not in _SCHEMES or not bucket.strip("/"):
        template = "{url!r} cannot hold levels; expected a folder, or a URL that begins with {schemes} or {last}"
        raise InputError(
            template, url=place, schemes=", ".join(f"{each}://" for each in _SCHEMES[:-1]), last=f"{_SCHEMES[-1]}://"
        )
    return True


def own_folder(url: str, local: str | Path | None = None) -> Path:
    """Return this machine's folder for copies of a URL's objects, below `local` or the system's temporary folder."""
    return Path(local or tempfile.gettempdir()) / f"huarong-{zlib.crc32(url.rstrip('/').encode()):08x}"


@dataclass(eq=False)
class ObjectStore(Store):
    """Objects below a URL, with copies in a folder of each machine, which any number of its processes share.

    `local` names the folder for the copies, by default in the system's folder for temporary files. It may differ from
    machine to machine, and need not exist. Copies of unneeded levels are removed. Raises `FileError` if the store
    cannot be reached or has lost an object, and `DiskFullError` if the disk for the copies is full.
    """

    url: str = ""
    local: str | None = None
    look: Callable[[], None] = lambda: None
    """Raises the error that ends the exploration; the thread `driver` calls it while it waits for the store."""
    driver: int = 0
    silent: bool = False
    """Whether a request was given up; the store then gets no more requests."""

    @classmethod
    def at(cls, url: str, local: str | Path | None = None, owner: str = "") -> "ObjectStore":
        """Return the store at a URL. Raises `FileError` if the folder for the copies cannot be created."""
        folder = own_folder(url, local)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError("{path} cannot be used: {why}", path=folder, why=error.strerror) from error
        return cls(folder, owner, _sound=checked(owner), url=url, local=None if local is None else str(local))

    def __reduce__(self) -> Any:
        return ObjectStore.at, (self.url, self.local, self.owner)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the lease of the store, as a new owner, and remove the copies on this machine at the end."""
        try:
            with lease(self) as self.owner:
                yield
        finally:
            self.clear()

    @property
    def room(self) -> float:
        """Return infinity, because an object store has room for anything."""
        return math.inf

    def __str__(self) -> str:
        return self.url

    @functools.cached_property
    def bucket(self) -> Any:
        """The store as an object of obstore."""
        made, refused = (optional("obstore.store", "cluster"), optional("obstore.exceptions", "cluster"))
        try:
            return made.from_url(self.url, retry_config=_RETRIES)
        except (ValueError, refused.BaseError) as error:
            raise InputError(
                "{url!r} is not a valid address of a store: {why}", url=self.url, why=_reason(error)
            ) from error

    @functools.cached_property
    def _written(self) -> set[int]:
        """The depths of the levels whose files this process has written or fetched."""
        return set()

    def text(self, name: str) -> str | None:
        """Return the text of a small object; None if it does not exist."""
        with contextlib.suppress(FileNotFoundError):
            return self.ask(name, lambda: bytes(self.bucket.get(name).bytes()).decode())
        return None

    def holder(self) -> str:
        """Return the owner of the store. Raises `FileError`."""
        found = self.text(LOCK)
        if found is None:
            raise FileError("{path} is missing: the exploration was removed", path=self.path(LOCK))
        return found

    def path(self, name: str) -> str:
        """Return the URL of an object, for messages."""
        return f"{self.url.rstrip('/')}/{name}"

    def publish(self, name: str) -> None:
        """Copy a file from this machine's folder into the store."""
        self._forget(name)
        self.ask(name, lambda: self.bucket.put(name, self.folder / name))

    def fetch(self, name: str) -> None:
        """Copy an object into this machine's folder; if there is no such object, remove the file of that name."""
        self._forget(name)
        path = self.folder / name
        part = path.with_name(f".{name}.{os.getpid()}.{threading.get_ident()}.part")

        def copy() -> None:
            with part.open("wb") as file:
                for some in self.bucket.get(name).stream(min_chunk_size=_BLOCK):
                    file.write(some)

        with with_room(self.folder):
            try:
                self.ask(name, copy)
                part.replace(path)
            except FileNotFoundError:
                path.unlink(missing_ok=True)
            finally:
                part.unlink(missing_ok=True)

    def opened(self, entry: StoredArray) -> Container:
        """Open the file of an entry; fetch it if this machine's copy is missing or out of date."""
        if (self.folder / entry.name).exists():
            with contextlib.suppress(FileError):
                return super().opened(entry)
        self._sound.discard(entry)
        self.fetch(entry.name)
        return super().opened(entry)

    def names(self) -> list[str]:
        """The names of all objects."""
        return self.ask("", lambda: [each["path"] for some in self.bucket.list() for each in some])

    def drop(self, name: str) -> None:
        """Delete an object, and this machine's copy of it."""
        with contextlib.suppress(FileNotFoundError):
            self.ask(name, lambda: self.bucket.delete(name))
        super().drop(name)

    def clear(self) -> None:
        """Remove the copies on this machine, unless an exploration of the store is running, here or elsewhere."""
        with contextlib.suppress(FileError, Stopped):
            if self.text(LOCK) is None:
                shutil.rmtree(self.folder, ignore_errors=True)

    def _forget(self, name: str) -> None:
        """If `name` has a new depth for this process, remove the copies of old levels."""
        found = _DEPTH.match(name)
        if not found or int(found[1]) in self._written:
            return
        depth = int(found[1])
        self._written.add(depth)
        with contextlib.suppress(OSError):
            for each in os.listdir(self.folder):
                old = _DEPTH.match(each)
                if old and int(old[1]) < depth - _KEPT:
                    (self.folder / each).unlink(missing_ok=True)

    def ask(self, name: str, request: Callable[[], T]) -> T:
        """Return the answer to a request, sent in a separate thread, which is abandoned if the exploration must end.

        Raises `FileError`, `FileNotFoundError` for a missing object, `Stopped`, and the errors of `look`.
        """
        if self.silent:
            raise Stopped
        assert self.bucket is not None  # loads the libraries in this thread, not in the request's
        began, answer = time.monotonic(), Future[T]()
        with self._asked(name):
            threading.Thread(target=_answer, args=(answer, request), daemon=True).start()
            try:
                while not wait([answer], _LOOK).done:
                    ours = threading.get_ident() == self.driver
                    if self.stop.is_set():
                        if not ours or time.monotonic() - began > _GRACE:
                            raise Stopped
                    elif ours:
                        self.look()
            except BaseException:
                self.silent = time.monotonic() - began > _LOOK
                self.stop.set()
                raise
            return answer.result()

    @contextlib.contextmanager
    def _asked(self, name: str) -> Iterator[None]:
        """A context that turns the store's errors into `FileError`, but not `FileNotFoundError` for missing objects."""
        refused = optional("obstore.exceptions", "cluster").BaseError
        try:
            yield
        except refused as error:
            raise FileError(
                "{path} cannot be reached ({why}): credentials and endpoint are read from the environment "
                "(AWS_ACCESS_KEY_ID, AWS_ENDPOINT, AWS_ALLOW_HTTP=true for http://, and so on)",
                path=self.path(name),
                why=_reason(error),
            ) from error


def _answer(answer: Future[T], request: Callable[[], T]) -> None:
    """Send a request, and pass its answer or error to a future."""
    try:
        answer.set_result(request())
    except BaseException as error:
        answer.set_exception(error)


def _reason(error: BaseException) -> str:
    """Return the first sentence of a store's error, without the response that it quotes."""
    return str(error).split("\n")[0].split(": <?xml")[0].strip()


@contextlib.contextmanager
def lease(store: ObjectStore) -> Iterator[str]:
    """Hold the lease of a store, as its only driver; yield a new owner name.

    A driver renews its lease every few seconds. A driver that has not renewed it for a minute counts as dead: the store
    then gets another owner and accepts no files from its tasks. Raises `InputError` if another driver is alive, and
    `FileError`.
    """
    name = f"process {os.getpid()} on {socket.gethostname()}"
    owner = f"{name} since {uuid.uuid4().hex}"
    mode: Any = "create"
    with contextlib.suppress(FileNotFoundError):
        held = store.ask(LOCK, lambda: store.bucket.head(LOCK))
        who = (store.text(LOCK) or "").partition(" since ")[0]
        age = (store.ask(LOCK, lambda: _now(store)) - held["last_modified"]).total_seconds()
        if who and age < _LEASE:
            raise _in_use(store, who)
        mode = _only_if(held)

    raised = optional("obstore.exceptions", "cluster")

    def take() -> Any:
        try:
            return store.bucket.put(LOCK, owner.encode(), mode=mode)
        except (raised.AlreadyExistsError, raised.PreconditionError):  # another client has written first
            return None

    mine = store.ask(LOCK, take)
    if mine is None:
        raise _in_use(store, (store.text(LOCK) or "").partition(" since ")[0])
    ended = threading.Event()
    thread = threading.Thread(target=_renew, args=(store, owner, mine, ended), daemon=True)
    thread.start()
    try:
        yield owner
    finally:
        ended.set()
        thread.join(_LOOK)
        with contextlib.suppress(FileError, FileNotFoundError, Stopped):
            if store.text(LOCK) == owner:
                store.drop(LOCK)


def _in_use(store: ObjectStore, who: str) -> InputError:
    template = "another exploration uses {path} ({who}): wait until it ends (a minute if killed), or use another place"
    return InputError(template, path=store.url, who=who)


def _only_if(found: Any) -> dict[str, Any]:
    """Return the condition of a put: the object has not changed since it was read."""
    return {key: found[key] for key in ("e_tag", "version") if found.get(key) is not None}


def _now(store: ObjectStore) -> Any:
    name = f"clock-{uuid.uuid4().hex}"
    store.bucket.put(name, b"")
    try:
        return store.bucket.head(name)["last_modified"]
    finally:
        store.bucket.delete(name)


def _renew(store: ObjectStore, owner: str, mine: Any, ended: threading.Event) -> None:
    """Renew the lease until the driver ends; tell the driver to stop if another one has taken the lease."""
    while not ended.wait(_LEASE / 4):
        try:
            mode = _only_if(mine)
            mine = store.ask(LOCK, functools.partial(store.bucket.put, LOCK, owner.encode(), mode=mode))
        except Stopped:
            return
        except (FileError, FileNotFoundError):
            with contextlib.suppress(FileError, Stopped):
                if store.text(LOCK) != owner:
                    store.stop.set()
                    return
