"""Predicting the time, disk, network and memory of an exploration on other machines, from measured rates.

The model: a level is cut into tasks, which are divided among the cores; a level begins when the one before has ended.
Its bytes pass through the disks and, if machines share the folder, the network, and one process hands out the tasks.
A level takes as long as the slowest of cores, disks, network and that process, and a constant more. Assumptions:
tasks of a level are equally long, machines are alike, disks and network keep their rates for large files, nothing
fails.
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

_TASK = 4e-4
"""Seconds to hand out a task on Ray."""
_BEGIN = 0.1
"""Seconds to begin a level."""
_LEVEL, _LINKS = 2 / 8, 1.5 / 8
"""Bytes of a level of bits for each reachable layout (half of all placements are reachable), and bytes of the links."""
_ROW_LINKS = 90
"""Bytes of the links of a row: 74 to 102 were measured."""
_ROW = 2
"""How many layouts take as long as a row of bits in one level: 1.5 to 2.5 were measured for rows of 60 to 2,520
layouts.
"""
_WORKER = 256 << 20
"""The least memory of a worker, in bytes."""


@dataclass(frozen=True)
class Rates:
    """Seconds of one processor, as `huarong explore --calibrate` measures them.

    `keys` has the time per layout in the metric STEP, stored as a key of one word and as a key of several words. `bits`
    is the time per layout stored as a bit. `task` is the fixed cost of a task.
    """

    keys: tuple[float, float]
    bits: float
    task: float

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return asdict(self)

    def write(self) -> None:
        """Save these rates for this machine. Raises `FileError`."""
        path = cache.folder("explore-rates.json")
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            plain = self.to_json()
            file.write(json.dumps(plain | {"checksum": _checksum(plain)}).encode())

    @classmethod
    def read(cls) -> Rates | None:
        """The rates that were measured on this machine; None if none were. Raises `FileError`."""
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
            raise FileError(
                "{path} does not contain rates; `huarong explore --calibrate` measures them again", path=path
            ) from error


def _checksum(plain: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(plain).encode())


MEASURED = Rates((1 / 0.92e6, 1 / 0.63e6), 1 / 40e6, 5e-4)
"""Rates that `huarong explore --calibrate` measured on one core of an AMD EPYC (Zen 5) while nothing else ran, used if
none were measured.
"""


@dataclass(frozen=True)
class Work:
    """An exploration whose cost is predicted: its number of layouts and of levels.

    `words` is the number of words of a key, 0 for layouts held as bits. `candidates` is how many keys are written in
    runs for each layout. `seconds` is the processor time of a layout: that measured for this puzzle, if there is one,
    otherwise that of the rates. `widest` is the share of all layouts in the largest level.
    """

    layouts: float
    levels: int
    words: int = 1
    candidates: float = 2.0
    seconds: float | None = None
    widest: float = 1 / 20
    bytes: int = 8
    """The bytes of a word of a key: 8, or 4 if a layout is stored as its offset in a block of ranks."""
    rows: float = 0
    """The rows of bits that hold tiles; every level reads each of them."""

    def held(self, size: float) -> float:
        """The bytes of this many layouts of a level: keys, or offsets if these are shorter than a bit for each rank."""
        found = size * self.bytes * self.words
        return found if self.bytes == 8 else min(found, self.layouts / 8)

    @property
    def bitset(self) -> float:
        """The bytes of a level of tiles: its bits, and a word for each row."""
        return self.layouts * _LEVEL + 8 * self.rows

    @property
    def links(self) -> float:
        """The bytes of the links between rows, which are written once and read in every level."""
        return self.rows * _ROW_LINKS or self.layouts * _LINKS

    @property
    def bits(self) -> float:
        """How many layouts held as bits would take as long, if only layouts took time."""
        return self.layouts + _ROW * self.rows * self.levels

    def sizes(self) -> Iterator[float]:
        """The number of layouts of each level, modelled by a bell curve."""
        spread = 1 / (self.widest * math.sqrt(2 * math.pi))
        middle = (self.levels - 1) / 2
        weights = [math.exp(-(((i - middle) / spread) ** 2) / 2) for i in range(self.levels)]
        yield from (self.layouts * each / sum(weights) for each in weights)


def keys(layouts: float, words: int = 1) -> Work:
    """The work of any puzzle with keys of `words` words, if nothing else is known of it."""
    return Work(layouts, 60, words)


def offsets(layouts: float) -> Work:
    """The work of a puzzle with numbered layouts, stored as bits or offsets by rank, if nothing else is known of it."""
    return Work(layouts, 60, bytes=4)


def bits(layouts: float, levels: int, rows: float = 0) -> Work:
    """The work of a tiles puzzle, with layouts as bits by rank in this many rows (see `Tiles.heads`)."""
    return Work(layouts, levels, words=0, widest=2.5 / levels, rows=rows)


@dataclass(frozen=True)
class Cluster:
    """A cluster: the number of machines, the cores of each, and the bytes a second of each one's disks and network.

    Files are in one folder; several machines share it over the network.
    """

    machines: int = 1
    cores: int = 1
    disk: float = 1e9
    network: float = 1.25e9


@dataclass(frozen=True)
class Prediction:
    """The predicted cost of an exploration.

    `processor` is the CPU time in seconds, and `seconds` the elapsed time. `passed` is how many bytes go to and from
    disks in all, `room` the most bytes on them at a time, and `traffic` the bytes over the network. `memory` is in
    bytes per machine. `bottleneck` says what takes most of the time: `"processors"`, `"disks"`, `"network"`,
    `"driver"`, or `"starts"`, the fixed cost of beginning each level.
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
        """All fields as JSON."""
        return asdict(self)


def predict(work: Work, rates: Rates = MEASURED, cluster: Cluster | None = None) -> Prediction:
    """The predicted cost of an exploration on a cluster (by default, on one core). Raises `InputError`.

    >>> predict(bits(1e12, 60), MEASURED, Cluster(10, 64, 5e9)).bottleneck
    'network'
    """
    cluster = cluster or Cluster()
    if not (work.layouts > 0 and work.levels > 0 and min(cluster.machines, cluster.cores) > 0):
        raise InputError("expected at least one layout, one machine and one core")
    if min(cluster.disk, cluster.network) <= 0:
        raise InputError("disks and a network must take more than 0 bytes a second")
    cores, remote = cluster.machines * cluster.cores, cluster.machines > 1
    parts = dict.fromkeys(("processors", "disks", "network", "driver", "starts"), 0.0)
    processor = passed = seconds = 0.0
    tasks = 0
    for size in work.sizes():
        if work.words:
            time = size * (work.seconds or rates.keys[work.words > 1])
            moved = work.held(size) * (2 * work.candidates + 4)
            wanted = size * work.candidates
            many = max(1, math.ceil(wanted / BLOCK), min(2 * cores, math.ceil(wanted / SMALL)))
            many *= 2  # one to expand, one to merge
        else:
            time = work.bits / work.levels * rates.bits
            moved = 6 * work.bitset + work.links
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
        parts["starts"] += _BEGIN
        seconds += max(level.values()) + _BEGIN
    room = (
        3 * work.bitset + work.links
        if not work.words
        else work.held(work.layouts * work.widest) * (3 + work.candidates)
    )
    return Prediction(
        work,
        processor,
        passed,
        room,
        passed if remote else 0.0,
        _WORKER * (cluster.cores + 1),
        tasks,
        seconds,
        max(parts, key=lambda name: parts[name]),
        parts,
    )
