"""What an exploration takes on machines that are not at hand, reckoned level by level from rates that were measured.

The model: a level is cut into tasks; its tasks are shared out to the cores, and no level begins before the last one ends.
Meanwhile its bytes pass through the disks and, where the folder is one that all machines share, the network, and one process
hands out the tasks. A level takes as long as the slowest of these four, and a little more to begin. Assumed: tasks of a level
are equally long, machines are alike, disks and network keep their rates for large pieces, nothing fails.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from huarong import cache
from huarong.errors import FileError, InputError
from huarong.explore.plan import BLOCK, SMALL
from huarong.files import replacing

__all__ = ["MEASURED", "Cluster", "Rates", "Reckoning", "Work", "bits", "keys", "reckon"]

_TASK = 4e-4
"""Seconds that handing out a task takes, on Ray."""
_BEGIN = 0.1
"""Seconds that every level takes besides."""
_LEVEL, _LINKS = 2 / 8, 1.5 / 8
"""Bytes for each layout of a level of bits (half of all placements can be reached), and of the links."""
_WORKER = 256 << 20
"""Bytes of memory that a worker takes at least."""


@dataclass(frozen=True)
class Rates:
    """Seconds of one processor, as `huarong explore --calibrate` finds them.

    `keys` is for a layout that is kept as a key of one word, and of more words, in steps; `bits` for one that is kept as a
    bit; `task` is what every task takes besides.
    """

    keys: tuple[float, float]
    bits: float
    task: float

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return asdict(self)

    def write(self) -> None:
        """Keep these rates for this machine. Raises `FileError`."""
        path = cache.folder("explore-rates.json")
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            plain = self.to_json()
            file.write(json.dumps(plain | {"checksum": _checksum(plain)}).encode())

    @classmethod
    def read(cls) -> Rates | None:
        """The rates that were measured on this machine; None where none were. Raises `FileError`."""
        path = cache.folder("explore-rates.json")
        try:
            found = json.loads(path.read_text("utf-8"))
            one, more = found["keys"]
            rates = cls((float(one), float(more)), float(found["bits"]), float(found["task"]))
            if found["checksum"] != _checksum(rates.to_json()):
                raise ValueError("a checksum that is not that of the rates")
            return rates
        except FileNotFoundError:
            return None
        except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
            raise FileError("{path} is no file of rates: calibrate again", path=path) from error


def _checksum(plain: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(plain).encode())


MEASURED = Rates((1 / 4.5e6, 1 / 0.9e6), 1 / 40e6, 5e-4)
"""What was measured where Huarong was written: 2 cores of an AMD EPYC (Zen 5)."""


@dataclass(frozen=True)
class Work:
    """An exploration that is to be reckoned: its layouts, in so many levels.

    `words` are those of a key; a layout that is kept as a bit has 0. `candidates` is how many keys are written in runs for
    each layout, and `seconds` what a layout takes of one processor, where that was measured for this puzzle (else
    the rates say). `widest` is the part of all layouts that the widest level holds.
    """

    layouts: float
    levels: int
    words: int = 1
    candidates: float = 2.0
    seconds: float | None = None
    widest: float = 1 / 20

    def sizes(self) -> Iterator[float]:
        """How many layouts each level holds: on a bell curve."""
        spread = 1 / (self.widest * math.sqrt(2 * math.pi))
        middle = (self.levels - 1) / 2
        weights = [math.exp(-(((i - middle) / spread) ** 2) / 2) for i in range(self.levels)]
        yield from (self.layouts * each / sum(weights) for each in weights)


def keys(layouts: float, words: int = 1) -> Work:
    """Any puzzle, with keys of so many words, of which nothing else is known."""
    return Work(layouts, 60, words)


def bits(layouts: float, levels: int) -> Work:
    """Tiles: layouts as bits by rank."""
    return Work(layouts, levels, words=0, widest=2.5 / levels)


@dataclass(frozen=True)
class Cluster:
    """Machines: how many, the cores of each, and the bytes a second that the disks of each take, and its network.

    Files are in one folder, which more than one machine reach over the network.
    """

    machines: int = 1
    cores: int = 1
    disk: float = 1e9
    network: float = 1.25e9


@dataclass(frozen=True)
class Reckoning:
    """What an exploration takes.

    `processor` is seconds of one core; `passed` bytes to and from disks in all, `room` those on them at a time, `traffic` those
    over the network; `memory` bytes of each machine; `seconds` the time that it takes, and `bottleneck` what takes
    most of it: `"processors"`, `"disks"`, `"network"` or `"driver"`.
    """

    work: Work
    processor: float
    passed: float
    room: float
    traffic: float
    memory: float
    tasks: int
    seconds: float
    bottleneck: str
    parts: dict[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return asdict(self)


def reckon(work: Work, rates: Rates = MEASURED, cluster: Cluster | None = None) -> Reckoning:
    """What an exploration takes on a cluster (on one core, where none is given). Raises `InputError`.

    >>> reckon(bits(1e12, 60), MEASURED, Cluster(10, 64, 5e9)).bottleneck
    'network'
    """
    cluster = cluster or Cluster()
    if not (work.layouts > 0 and work.levels > 0 and min(cluster.machines, cluster.cores) > 0):
        raise InputError("expected at least one layout, one machine and one core")
    if min(cluster.disk, cluster.network) <= 0:
        raise InputError("expected disks and a network that take more than 0 bytes a second")
    cores, remote = cluster.machines * cluster.cores, cluster.machines > 1
    parts = dict.fromkeys(("processors", "disks", "network", "driver"), 0.0)
    processor = passed = seconds = 0.0
    tasks = 0
    for size in work.sizes():
        if work.words:
            time = size * (work.seconds or rates.keys[work.words > 1])
            moved = size * 8 * work.words * (2 * work.candidates + 4)
            wanted = size * work.candidates
            many = max(1, math.ceil(wanted / BLOCK), min(2 * cores, math.ceil(wanted / SMALL)))
            many *= 2  # one to expand, one to merge
        else:
            time = work.layouts / work.levels * rates.bits
            moved = work.layouts * (6 * _LEVEL + _LINKS)
            many = max(cores, math.ceil(work.layouts * 5 * _LEVEL / _WORKER))
        time += many * rates.task
        waits = math.ceil(many / cores) * cores / many  # the last round of tasks leaves cores idle
        level = {
            "processors": time / cores * waits,
            "disks": moved / (cluster.machines * cluster.disk),
            "network": moved / (cluster.machines * cluster.network) if remote else 0.0,
            "driver": many * _TASK if cluster.machines > 1 else 0.0,
        }
        for name, part in level.items():
            parts[name] += part
        processor, passed, tasks = processor + time, passed + moved, tasks + many
        seconds += max(level.values()) + _BEGIN
    room = (
        work.layouts * (3 * _LEVEL + _LINKS)
        if not work.words
        else work.layouts * work.widest * 8 * work.words * (3 + work.candidates)
    )
    return Reckoning(
        work, processor, passed, room, passed if remote else 0.0,
        _WORKER * (cluster.cores + 1), tasks, seconds, max(parts, key=lambda name: parts[name]), parts,
    )  # fmt: skip
