"""A data set of a family of spaces, in one folder: Parquet tables, compressed atlases and a data card.

====================  ==============================================================================================
file                  what
====================  ==============================================================================================
`README.md`           the data card: what it is, how it was computed, columns, checksums, licence
`sets.parquet`        a row for each set of pieces and metric: facts, histogram, hardest starts, counts of solutions
`layouts.parquet`     a row for each layout, in the order of ranks: its set, its distance in each metric
`METRIC.residues`     the compressed atlas of each metric (`huarong.atlas.compressed`)
====================  ==============================================================================================

For a given version of pyarrow, which the card names, the files are identical byte for byte on every machine and with
any number of threads.
"""

import functools
import hashlib
import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.compressed import Compressed
from huarong.atlas.goals import puzzle_at
from huarong.atlas.statistics import farthest_by_set, set_numbers
from huarong.errors import InputError, expect, optional
from huarong.files import replacing
from huarong.i18n import size_text
from huarong.lazy import stored
from huarong.limits import GivenLimits, Progress, Report, Watch, limited
from huarong.model.board import METRICS, Goal, MetricLike
from huarong.model.pieces import kind_text
from huarong.space.space import Space

FAMILY = "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."
"""The pieces of 华容道 on 4x5: one 2x2, and at least two empty cells; 203 sets."""

_ROWS = 1 << 18
"""Rows per row group; a group is compressed in a few tens of milliseconds."""
_LEAST, _LAYOUT = 152 << 20, 8
"""Bytes for a process with pyarrow, and bytes for each layout (measured: 332 MiB for 29.3 million layouts)."""
_CODEC: dict[str, Any] = {"compression": "zstd", "compression_level": 6}


@limited
def write_dataset(folder: str | Path, space: Space, goal: Goal, **limits: Unpack[GivenLimits]) -> "Dataset":
    """Compute the tables of a space in all metrics and write them to a folder; needs pyarrow.

    Progress counts the layouts of each step: the search, the rows of sets and the compression of each metric, then the
    table of layouts. The whole process takes about 150 MiB plus 8 bytes a layout. Raises `InputError` if the memory
    limit is lower, `FileError`, `LimitReached`, `Cancelled`, and the errors of `Atlas.build` and `Compressed.of`.

    >>> import tempfile
    >>> from huarong.atlas import read_goal
    >>> space = Space.parse("3x3", "2x1:0..1 1x1:2..3")
    >>> with tempfile.TemporaryDirectory() as name:
    ...     found = write_dataset(name, space, read_goal(space, ".../.../.aa"))
    ...     len(found.sets), len(found.layouts), found.sets.column("longest").to_pylist()[-1]
    (12, 456, 5)
    """
    expect(folder, str, os.PathLike)
    expect(space, Space)
    expect(goal, Goal)
    arrow, parquet = optional("pyarrow", "export"), optional("pyarrow.parquet", "export")
    progress = limits.get("progress")
    steps = _Steps(space.size, 3 * len(METRICS) + 1, progress)
    limits["progress"] = progress and steps
    watch = Watch.of(**limits)
    least = _LEAST + _LAYOUT * space.size
    if watch.memory < least:
        raise InputError(
            "the tables of {layouts:,} {layouts:layout|layouts} need {least}, and {memory} hold those of {most:,}: "
            "choose fewer pieces or narrower counts, or another limit of memory",
            memory=size_text(watch.memory),
            layouts=space.size,
            least=size_text(-(-least >> 20) << 20),
            most=max(0, watch.memory - _LEAST) // _LAYOUT,
        )
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    atlases, rows = list[Atlas](), list[dict[str, Any]]()
    for metric in METRICS:
        atlases.append(Atlas.build(space, goal, metric, watch=watch))
        steps.next(watch)
    for atlas in atlases:
        rows += _set_rows(atlas, watch)
        steps.next(watch)
    _write(folder / "sets.parquet", parquet, iter([arrow.Table.from_pylist(rows)]))
    _write(folder / "layouts.parquet", parquet, _layouts(arrow, space, atlases, watch))
    steps.next(watch)
    for atlas in atlases:
        Compressed.of(atlas, watch=watch).save(folder / f"{atlas.metric}.residues")
        steps.next(watch)
    card = _card(folder, space, atlases, rows, arrow.__version__)
    with replacing(folder / "README.md") as file:
        file.write(card.encode())
    return Dataset(folder)


@dataclass
class _Steps:
    """Reports several steps, each over the same number of layouts, as the progress of the whole."""

    size: int
    count: int
    report: Report | None
    done: int = 0
    before: int = 0

    def next(self, watch: Watch) -> None:
        """Finish a step, regardless of how many layouts were counted in it."""
        self.done, self.before = self.done + 1, watch.layouts
        watch.count(0)

    def __call__(self, now: Progress) -> None:
        here = self.done * self.size + min(self.size, now.layouts - self.before)
        if self.report is not None:
            self.report(replace(now, layouts=here, total=self.count * self.size))


@dataclass(frozen=True)
class Dataset:
    """The tables in a folder written by `write_dataset`; each table is read on first access.

    >>> Dataset("no/such/folder").folder.name
    'folder'
    """

    folder: Path

    def __post_init__(self) -> None:
        expect(self.folder, str, os.PathLike)
        object.__setattr__(self, "folder", Path(self.folder))

    @functools.cached_property
    def sets(self) -> Any:
        """The facts of each set of pieces in each metric, as an Arrow table (`.to_pandas()`, `polars.from_arrow`)."""
        return optional("pyarrow.parquet", "export").read_table(self.folder / "sets.parquet")

    @functools.cached_property
    def layouts(self) -> Any:
        """The set and the distances of every layout, as an Arrow table with one row for each rank."""
        return optional("pyarrow.parquet", "export").read_table(self.folder / "layouts.parquet")

    def compressed(self, metric: MetricLike) -> Compressed:
        """Return the compressed atlas of a metric: it looks up one layout in microseconds, without pyarrow."""
        return Compressed.open(self.folder / f"{metric}.residues")

    @property
    def card(self) -> str:
        """The data card, in Markdown."""
        return (self.folder / "README.md").read_text("utf-8")


def _write(path: Path, parquet: Any, tables: Iterator[Any]) -> None:
    """Write the rows of one or more tables of the same columns to a file, one table at a time."""
    first = next(tables)
    with replacing(path) as file, parquet.ParquetWriter(file, first.schema, **_CODEC) as writer:
        for table in itertools.chain([first], tables):
            writer.write_table(table, row_group_size=_ROWS)


def _set_rows(atlas: Atlas, watch: Watch) -> list[dict[str, Any]]:
    rows = []
    for number, (found, farthest) in enumerate(farthest_by_set(atlas.space, atlas.table, watch)):
        names = [f"{kind_text(kind)}:{n}" for kind, n in zip(atlas.space.kinds, found.counts, strict=True) if n]
        facts = found.facts.to_json()
        counts = ("layouts", "goals", "solvable", "unsolvable", "longest", "longest_count", "sum")
        about = {"set": number, "metric": atlas.metric.value, "pieces": " ".join(names), "empty": found.empty}
        figures = {count: facts[count] for count in counts} | {"histogram": list(found.histogram)}
        ranks = [] if facts["longest"] is None else [int(rank) for rank in farthest[:8]]
        hardest = [atlas.space.layout(rank) for rank in ranks]
        lines = [puzzle_at(atlas.space, each, atlas.goal).line() for each in hardest]
        ways = [str(atlas.count_solutions(each)) for each in hardest]
        starts = {"hardest": lines, "hardest_ranks": ranks, "hardest_solutions": ways}
        rows.append({**about, **figures, **starts})
        watch.count(0)
    return rows


def _layouts(arrow: Any, space: Space, atlases: list[Atlas], watch: Watch) -> Iterator[Any]:
    """Return the sets and the distances of all layouts, one table for each row group."""
    sets = set_numbers(space, watch)
    for some in dense.portions(space.size, watch, _ROWS):
        columns = {"set": arrow.array(sets[some])}
        for atlas in atlases:
            values = atlas.table[some]
            signed = "i2" if (atlas.facts.longest or 0) < 1 << 15 else "i4"  # differences of bytes would wrap
            columns[atlas.metric.value] = arrow.array(values.astype(signed), mask=values == dense.unknown(values))
        yield arrow.table(columns).replace_schema_metadata({"space": space.text})


def _card(folder: Path, space: Space, atlases: list[Atlas], rows: list[Any], version: str) -> str:
    goal = " or ".join(" ".join(f"{k}@{h}" for k, h in one) for one in atlases[0].goal.alternatives)
    about = {"step": "a piece by one cell", "slide": "a piece straight on", "move": "a piece along any path"}
    metrics, files = "", ""
    for atlas, f in ((each, each.facts) for each in atlases):
        metrics += f"| {atlas.metric} | {about[atlas.metric]} | {f.solvable:,} | {f.longest} | {f.longest_count:,} | "
        metrics += f"{f.mean:.4f} |\n"
    for path in sorted(folder.glob("*")):
        if path.suffix in (".parquet", ".residues"):
            data = path.read_bytes()
            files += f"| {path.name} | {len(data):,} | {hashlib.sha256(data).hexdigest()} |\n"
    template: str = stored("dataset.txt")
    counts = {"layouts": space.size, "sets": len(rows) // len(atlases)}
    return template.format(space=space.text, goal=goal, version=version, metrics=metrics, files=files, **counts)
