"""The folder of an exploration: what is known after a level, and who works in it."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from huarong.errors import FileError, InputError
from huarong.explore.plan import Level
from huarong.explore.store import LOCK, DiskFullError
from huarong.files import locked, replacing

__all__ = ["Checkpoint", "alone"]

_MANIFEST = "explore.json"
_VERSION = 1


@dataclass(frozen=True)
class Checkpoint:
    """What is known of an exploration after a level: a small JSON file beside the levels themselves."""

    puzzle: str
    metric: str
    plan: dict[str, Any]
    levels: tuple[Level, ...]
    seconds: float

    def write(self, folder: Path) -> None:
        """Replace the file. Raises `DiskFullError`."""
        data = {
            "version": _VERSION,
            "puzzle": self.puzzle,
            "metric": self.metric,
            "plan": self.plan,
            "levels": [[level.counts, level.solved] for level in self.levels],
            "seconds": self.seconds,
        }
        try:
            with replacing(folder / _MANIFEST) as file:
                file.write(json.dumps(data).encode())
        except FileError as error:
            raise DiskFullError(folder) from error

    @classmethod
    def read(cls, folder: Path) -> Checkpoint | None:
        """What a folder holds; None where there is no exploration. Raises `InputError`."""
        path = folder / _MANIFEST
        try:
            data = json.loads(path.read_text("utf-8"))
            if data["version"] != _VERSION:
                raise InputError("{path} was written by another version", path=str(path))
            levels = enumerate(data["levels"])
            return cls(
                data["puzzle"],
                data["metric"],
                data["plan"],
                tuple(Level(depth, tuple(counts), solved) for depth, (counts, solved) in levels),
                float(data["seconds"]),
            )
        except FileNotFoundError:
            return None
        except InputError:
            raise
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                "{path} cannot be used: {why}", path=str(path), why=str(error)
            ) from error


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[str]:
    """Work in a folder while nobody else does: gives the name that one then has. Raises `InputError`.

    The folder is made where it is missing. The system ends the lock with the process, however that ends.
    """
    name = f"process {os.getpid()} on {socket.gethostname()}"
    with contextlib.ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context((folder / LOCK).open("a+", encoding="utf-8"))
        except OSError as error:
            raise InputError(
                "{path} cannot be used: {why}", path=str(folder), why=error.strerror
            ) from error
        if not locked(file):
            file.seek(0)
            who = file.read().partition(" since ")[0]
            raise InputError(
                "{path} is in use by another exploration ({who}): wait for its end, or name another",
                path=str(folder),
                who=who,
            )
        owner = f"{name} since {uuid.uuid4().hex}"
        try:
            file.truncate(0)
            file.write(owner)
            file.flush()
            os.fsync(file.fileno())
        except OSError as error:
            raise DiskFullError(folder) from error
        yield owner
