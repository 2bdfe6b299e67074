"""The folder of an exploration: its checkpoint after each level, and the lock on it."""

from __future__ import annotations

import contextlib
import os
import socket
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from huarong.explore.plan import LevelRecord
from huarong.explore.store import LOCK, StoredArray
from huarong.resuming import StateFile, locked_folder, with_room

STATE = StateFile("checkpoint", "checkpoint", version=5)


@dataclass(frozen=True)
class Checkpoint:
    """The checkpoint of an exploration after a level: a small file beside the files of the levels."""

    puzzle: str
    metric: str
    plan: dict[str, Any]
    levels: tuple[LevelRecord, ...]
    seconds: float

    def write(self, folder: Path) -> None:
        """Write the checkpoint, replacing the last one. Raises `DiskFullError` and `FileError`."""
        data = {
            "puzzle": self.puzzle,
            "metric": self.metric,
            "plan": self.plan,
            "levels": [[level.counts, level.files, level.solved, level.bounds] for level in self.levels],
            "seconds": self.seconds,
        }
        with with_room(folder):
            STATE.write(folder, data)

    @classmethod
    def read(cls, folder: Path) -> Checkpoint | None:
        """The checkpoint in a folder; None if there is no exploration. Raises `FileError`."""
        found = STATE.read(folder)
        if found is None:
            return None
        data = found.header
        with found.sense():
            levels = tuple(
                LevelRecord(depth, tuple(map(int, counts)), entries(files), bool(solved), tuple(map(int, bounds)))
                for depth, (counts, files, solved, bounds) in enumerate(data["levels"])
            )
            for level in levels:
                if len(level.counts) != len(level.files) or len(level.bounds) not in (0, len(level.counts)):
                    raise ValueError("a level whose blocks have not a file and a bound each")
            return cls(data["puzzle"], data["metric"], dict(data["plan"]), levels, float(data["seconds"]))


def entries(files: Iterable[Any]) -> tuple[StoredArray | None, ...]:
    """The files that a checkpoint names, null if there is none. Raises `ValueError` and `TypeError`."""
    return tuple(
        None if each is None else StoredArray(Path(str(each[0])).name, int(each[1]), int(each[2])) for each in files
    )


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[str]:
    """Lock a folder for one exploration; yields a new owner name. Raises `InputError` if another has it locked.

    The folder is made if it is missing. The system releases the lock when the process ends, however that ends.
    """
    name = f"process {os.getpid()} on {socket.gethostname()}"
    taken = "another exploration uses {path} ({who}): wait until it ends, or use another folder"
    with locked_folder(folder, LOCK, taken) as file:
        owner = f"{name} since {uuid.uuid4().hex}"
        with with_room(folder):
            file.truncate(0)
            file.write(owner)
            file.flush()
            os.fsync(file.fileno())
        yield owner
