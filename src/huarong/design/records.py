"""The book of records: tables of hardest puzzles, one puzzle a row, with the provenance of each table.

A chapter is a CSV file of rows with the columns of `ChapterRow`, which its command reproduces byte for byte. A second
file has the program, the command, the time, and the checksum of the rows. The package includes the small chapters.
"""

import contextlib
import csv
import hashlib
import io
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, Unpack

from huarong.atlas.atlas import Atlas
from huarong.design.chapters import CHAPTERS, Chapter, ChapterRow, ChapterWork
from huarong.device import Processor
from huarong.errors import Fault, FileError, InputError, UnknownName, expect
from huarong.files import replacing, unreadable
from huarong.limits import GivenLimits, Watch, patient
from huarong.model.board import as_metric
from huarong.model.puzzle import Puzzle
from huarong.parallel import cores
from huarong.search.solver import solve

DATA = Path(__file__).parents[1] / "data" / "records"


@dataclass(frozen=True)
class Record:
    """A chapter in a folder: its rows, and their provenance (`made`, as JSON)."""

    chapter: Chapter
    rows: tuple[ChapterRow, ...]
    made: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        about = {"name": self.chapter.name, "about": self.chapter.about}
        return {**about, **self.made, "rows": [each.to_json() for each in self.rows]}


def chapter(name: str) -> Chapter:
    """Return the chapter with this name. Raises `UnknownName`."""
    expect(name, str)
    if name not in CHAPTERS:
        raise UnknownName(name, CHAPTERS)
    return CHAPTERS[name]


def book(folder: str | Path | None = None) -> tuple[Record, ...]:
    """Return the book: every chapter of the package, or of a folder. Raises `FileError` for a damaged file.

    >>> [len(each.rows) for each in book() if each.chapter.name == "klotski-4x5"]
    [606]
    """
    where = DATA if folder is None else Path(folder)
    return tuple(read_rows(each, where) for each in CHAPTERS.values() if (where / f"{each.name}.csv").exists())


def read_rows(which: Chapter | str, folder: str | Path | None = None) -> Record:
    """Return one chapter of the package, or of a folder.

    Raises `UnknownName`, `InputError` if the package does not include the chapter, and `FileError` for a damaged file.
    """
    found = which if isinstance(which, Chapter) else chapter(which)
    path = (DATA if folder is None else Path(folder)) / f"{found.name}.csv"
    if folder is None and not path.exists():
        text = "the chapter {name} is not part of the package; `{command}` computes it ({cost})"
        raise InputError(text, name=found.name, command=_command(found), cost=Fault.of(found.cost))
    try:
        data = path.read_bytes()
        made = json.loads(path.with_suffix(".json").read_text("utf-8"))
        same = made["sha256"] == hashlib.sha256(data).hexdigest()
    except OSError as error:
        raise unreadable(path, error) from error
    except (ValueError, KeyError, TypeError):
        same = False
    if not same:
        raise FileError("{path} is damaged: it does not match the checksum beside it", path=str(path))
    _, *lines = csv.reader(io.StringIO(data.decode()))
    return Record(found, tuple(ChapterRow(a, b, int(c), int(d), e) for a, b, c, d, e in lines), made)


def row(name: str) -> ChapterRow:
    """Return a row of the package by its name: the chapter, a colon, and its number from 1. Raises `InputError`.

    >>> row("klotski-4x5:1").metric
    'step'
    """
    title, _, number = name.partition(":")
    rows = read_rows(title).rows
    if not number.isdecimal() or not 0 < int(number) <= len(rows):
        text = "{name!r} is not a valid row; expected {title}:1 to {title}:{last}"
        raise InputError(text, name=name, title=title, last=len(rows))
    return rows[int(number) - 1]


@patient
def build_chapter(
    name: str,
    folder: str | Path,
    *,
    workers: int | None = None,
    engine: Processor | None = None,
    **limits: Unpack[GivenLimits],
) -> Record:
    """Compute a chapter and write it to a folder.

    A journal in the folder keeps finished parts, from which the next call resumes a stopped build; it is removed at the
    end. `workers` is the number of threads, by default the number of cores. `engine` is as in `Atlas.build`, for
    chapters about whole spaces. Raises `LimitReached`, `Cancelled`, `UnknownName`, `FileError`, and `InputError` if
    there is no such engine.
    """
    found, path = chapter(name), Path(folder) / f"{name}.csv"
    watch, workers, journal = Watch.of(**limits), workers or cores(), path.with_suffix(".journal")
    whole = [each.name for each in CHAPTERS.values() if each.on_device]
    if engine == "gpu" and name not in whole:
        template = "{name} cannot be computed on a graphics processor; these chapters can: {whole}"
        raise InputError(template, name=name, whole=", ".join(whole))
    work = ChapterWork(journal, workers, watch, engine)
    cpu, text = time.process_time(), io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(each.name for each in fields(ChapterRow))
    writer.writerows(astuple(each) for each in found.rows(work))
    data = text.getvalue().encode()
    about = {"program": _program(), "command": _command(found)}
    cost = {"seconds": round(watch.seconds, 1), "cpu_seconds": round(time.process_time() - cpu, 1), "workers": workers}
    made = {**about, **cost, "sha256": hashlib.sha256(data).hexdigest()}
    for target, content in ((path, data), (path.with_suffix(".json"), json.dumps(made, indent=1).encode() + b"\n")):
        with replacing(target) as file:
            file.write(content)
    with contextlib.suppress(OSError):
        journal.unlink()
    return read_rows(found, folder)


def _command(chapter: Chapter) -> str:
    return f"huarong design records build {chapter.name} -o DIR"


def _program() -> str:
    from importlib.metadata import PackageNotFoundError, version

    with contextlib.suppress(PackageNotFoundError):
        return f"huarong {version('huarong')}"
    return "huarong"


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A checked row: its name, the row, and the length of a shortest solution (None if there is none).

    `solutions` is the number of shortest solutions, if the row has one.
    """

    name: str
    row: ChapterRow
    length: int | None
    solutions: int | None = None

    @property
    def right(self) -> bool:
        """Whether the row is correct."""
        return self.length == self.row.length and self.solutions in (None, self.row.count)

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        found = {"solved": self.length, "solutions": self.solutions, "right": self.right}
        return {"row": self.name, **self.row.to_json(), **found}


@patient
def check_rows(rows: Sequence[str] = (), **limits: Unpack[GivenLimits]) -> Iterator[CheckedRow]:
    """Solve rows (`klotski-4x5:17`), chapters (`klotski-4x5`) or all rows of the package, and compare the lengths with
    the rows. This checks only the length of each row's puzzle; building the chapter shows that no other puzzle is
    longer. Raises `InputError`, `LimitReached` and `Cancelled`.
    """
    watch = Watch.of(**limits)
    for name, each in list(_named(rows)):
        puzzle, metric = Puzzle.parse(each.puzzle), as_metric(each.metric)
        limits["max_seconds"], limits["progress"] = max(0.001, watch.left), None
        found = solve(puzzle, metric, **limits)
        watch.count(1)
        solutions = None
        if chapter(name.partition(":")[0]).counted:
            atlas = Atlas.of(puzzle, metric, watch=watch)
            solutions = atlas.count_solutions(puzzle.start)
        yield CheckedRow(name, each, found.length if found.solved else None, solutions)


def _named(rows: Iterable[str]) -> Iterator[tuple[str, ChapterRow]]:
    """Iterate over the rows that names of rows and chapters stand for, each with its own name."""
    for name in tuple(rows) or tuple(each.chapter.name for each in book()):
        found = [(name, row(name))] if ":" in name else []
        yield from found or ((f"{name}:{i}", each) for i, each in enumerate(read_rows(name).rows, 1))
