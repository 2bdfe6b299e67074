"""The checkpoint of an exploration after each level, in the folder of its files."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from huarong.explore.store import LevelRecord, entries
from huarong.resuming import StateFile, with_room

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
        """Write the checkpoint in place of the last one. Raises `DiskFullError` and `FileError`."""
        levels = [[level.counts, level.files, level.solved, level.bounds] for level in self.levels]
        with with_room(folder):
            STATE.write(folder, vars(self) | {"levels": levels})

    @classmethod
    def read(cls, folder: Path) -> "Checkpoint | None":
        """Return the checkpoint in a folder; None if there is no exploration. Raises `FileError`."""
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
