"""The app as a static site: pages, their files, and precomputed answers of the API.

The site has the answers that the service worker caches for offline use (`offline.json`): the library, the museum, the
tables. The pages compute everything else themselves, or say that Python is required.
"""

import asyncio
import json
import os
import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from huarong.errors import InputError
from huarong.files import abandoned, locked, unwritable
from huarong.limits import GivenLimits, Watch, limited
from huarong.web.generated import MADE
from huarong.web.job_queue import Capacity
from huarong.web.pages import FILES, MISSING, PAGES, STATIC, stamp
from huarong.web.server import API, create, edition, offline_paths

MARK = "huarong-site.json"
"""The file that marks a folder as a site, which may be overwritten."""
_ENDINGS = {"application/json": "json", "application/octet-stream": "bin", "image/svg+xml": "svg"}


@dataclass(frozen=True, slots=True)
class Site:
    """A written site: its folder, the number of files, and their total size in bytes."""

    folder: Path
    files: int
    size: int

    def to_json(self) -> dict[str, Any]:
        return {"folder": str(self.folder), "files": self.files, "size": self.size}


@limited
def write_site(folder: str | Path, **limits: Unpack[GivenLimits]) -> Site:
    """Write the app into a folder, completely or not at all: the folder gets its name when all files are written.

    The folder may be new, empty, or an earlier site, whose files and folders are replaced; other files (`CNAME`,
    `.git`) stay. Progress counts files. Raises `InputError` if something else is in the folder, `FileError` if the disk
    refuses it, `LimitReached` and `Cancelled`.
    """
    watch = Watch.of(**limits)
    target = Path(os.path.realpath(folder))
    if target.exists() and not (target.is_dir() and ((target / MARK).is_file() or not any(target.iterdir()))):
        template = "{path} has other content; expected a new or empty folder or an earlier site; nothing was written"
        raise InputError(template, path=target)
    new = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}.part")
    count = size = 0
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _tidy(target)
        new.mkdir()
        try:
            with (new / MARK).open("wb") as mark:
                locked(mark)  # for as long as somebody writes here
                for name, body in _files(watch):
                    path = new / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(body)
                    count, size = count + 1, size + len(body)
                    watch.look(0, count)
            _take_place(new, target)
        finally:
            shutil.rmtree(new, ignore_errors=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    return Site(target, count, size)


def _take_place(new: Path, target: Path) -> None:
    """Give the new folder the target's name; remove an earlier site afterwards, or restore it on failure."""
    old = new.with_name(new.name + ".old")
    if target.exists():
        target.rename(old)
    try:
        new.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        raise
    _leave(old, target)


def _leave(old: Path, target: Path) -> None:
    """Remove an earlier site, after moving other files in its folder to the new one."""
    if old.exists():
        for path in old.iterdir():
            if not (target / path.name).exists():
                path.rename(target / path.name)
        shutil.rmtree(old, ignore_errors=True)


def _tidy(target: Path) -> None:
    """Clean up after killed writers: restore the previous site, and remove an unfinished one."""
    part = re.compile(rf"\.{re.escape(target.name)}\.([0-9]+)\.[0-9]+\.part(\.old)?")
    for path in list(target.parent.iterdir()):
        found, mark = part.fullmatch(path.name), path / MARK
        if not found or not mark.is_file() or not abandoned(mark, int(found[1])):
            continue
        if found[2] and target.exists():
            _leave(path, target)
        elif found[2]:
            path.rename(target)
        else:
            shutil.rmtree(path, ignore_errors=True)


def _files(watch: Watch) -> Iterator[tuple[str, bytes]]:
    yield MARK, b'{"written by": "huarong site"}\n'
    for page in PAGES:
        yield page.file, page.html(files=True).encode()
    yield MISSING.file, MISSING.html(files=True).encode()
    yield "sw.js", (STATIC / "alone" / "sw.js").read_bytes()
    for name in sorted(FILES - MADE.keys()):
        yield f"static/{name}", (STATIC / name).read_bytes()
    for name, make in MADE.items():
        yield f"static/{name}", make()
    kept: dict[str, str] = {}
    shell, data = offline_paths()
    for path, (kind, body) in _answers(data, watch):
        asked = path.removeprefix(API[1:])
        name = f"{asked.partition('?')[0].replace('/', '-')}-{len(kept)}.{_ENDINGS[kind]}"
        kept[asked] = name
        yield f"kept/{name}", body
    yield "kept/index.json", json.dumps(kept, ensure_ascii=False, indent=0).encode()
    pages = {page.path[1:]: page.file for page in (*PAGES, MISSING)}
    files = ["./", *(pages.get(path, path) for path in shell if path), "kept/index.json"]
    offline = {"edition": edition(stamp()), "missing": MISSING.file, "shell": files}
    offline["data"] = [f"kept/{name}" for name in kept.values()]
    yield "offline.json", json.dumps(offline, indent=0).encode()


def _answers(paths: list[str], watch: Watch) -> Iterator[tuple[str, tuple[str, bytes]]]:
    app = create(Capacity(workers=1, limits=watch.limits))
    try:
        for path in paths:
            yield path, asyncio.run(_answer(app, "/" + path))
    finally:
        app.state.server.close()


async def _answer(app: Any, address: str) -> tuple[str, bytes]:
    path, _, query = address.partition("?")
    scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode()}
    scope["headers"] = [(b"host", b"localhost")]
    told: dict[str, Any] = {"body": b""}
    asked = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Any:
        if asked:
            return asked.pop()
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            told["status"], told["headers"] = message["status"], dict(message["headers"])
        else:
            told["body"] += message.get("body", b"")

    await app(scope, receive, send)
    assert told["status"] == 200, (address, told)
    return told["headers"][b"content-type"].partition(b";")[0].decode(), told["body"]
