"""The commands that know whole spaces: `atlas`, `hint`, `table1`."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Any

import click

from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import puzzle_at, read_goal
from huarong.atlas.hints import Hint
from huarong.atlas.oracle import hint
from huarong.atlas.statistics import Components
from huarong.cli.main import (
    FROM,
    GOAL,
    JSON,
    METRIC,
    PUZZLE,
    Command,
    Reporter,
    console,
    language,
    read,
    tell,
)
from huarong.errors import InputError
from huarong.library.catalogue import english, puzzle
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import MAX_MEMORY, MAX_SECONDS, memory_size, solve
from huarong.space.space import Space
from huarong.study.zhou_file import ZhouFile, basic_state
from huarong.study.zhou_file import write as write_zhou

__all__ = ["atlas_command", "hint_command", "table1_command"]

_MANY = 1 << 20
"""From so many layouts on, an atlas is kept in the user's cache folder."""
_ROWS, _WIDE, _SHOWN, _LISTED = 32, 50, 8, 100


def _limits(command: Any) -> Any:
    """The two options that bound a search."""
    seconds = click.option(
        "--max-seconds", type=click.FloatRange(min=0, min_open=True), metavar="S",
        default=MAX_SECONDS, show_default=True, help="Stop after so many seconds.",
    )  # fmt: skip
    memory = click.option(
        "--max-memory", metavar="SIZE", default=f"{MAX_MEMORY >> 30}G", show_default=True,
        help="Stop before more memory than this is used.",
    )  # fmt: skip
    return memory(seconds(command))


def _atlas(space: Space, goal: Any, metric: Any, quiet: bool, **limits: Any) -> Atlas:
    """The atlas, from the cache where it is a large one."""
    make = Atlas.cached if space.size >= _MANY else Atlas.build
    with Reporter(not quiet) as reporter:
        return make(space, goal, metric, progress=reporter, **limits)


@click.command("atlas", cls=Command)
@click.argument("text", metavar="[PUZZLE]", required=False)
@click.option(
    "--board", metavar="BOARD", help="A board instead of a puzzle: a size, or rows with `/`."
)
@click.option("--pieces", metavar="SET", help='Its pieces, such as "2x2:1 1x2:0..4 empty:2..".')
@METRIC
@FROM
@GOAL
@JSON
@click.option(
    "--csv", "table", metavar="FILE", help="Write the facts of each set of pieces to a file."
)
@click.option("--save", metavar="FILE", help="Write the atlas to a file.")
@_limits
def atlas_command(
    text: str | None,
    board: str | None,
    pieces: str | None,
    metric: str,
    notation: str | None,
    goal: str | None,
    as_json: bool,
    table: str | None,
    save: str | None,
    **limits: Any,
) -> None:
    """Find the distance of every layout of a space, and say what follows.

    The space is all layouts of a puzzle's pieces, or of a board and a set of pieces with ranges.
    """
    if (text is None) == (board is None) or (board is None) != (pieces is None):
        raise InputError("give a PUZZLE, or both --board and --pieces")
    if text is not None:
        found = read(text, notation, goal)
        space, wanted = Space.of(found), found.goal
    else:
        space = Space.parse(board or "", pieces or "")
        if not space.size:
            raise InputError("the pieces do not fit: {space} has no layouts", space=space.text)
        wanted = read_goal(space, goal)
    atlas = _atlas(space, wanted, metric, as_json, **limits)
    if save:
        atlas.save(save)
    if table:
        from huarong.atlas.export import piece_sets_csv

        piece_sets_csv(table, atlas)
    if as_json:
        click.echo(json.dumps(_facts(atlas, limits["max_memory"]), ensure_ascii=False))
        return
    _print_atlas(atlas, limits["max_memory"])
    for path in filter(None, (save, table)):
        click.echo(tell("written: {path}", path=path))


def _facts(atlas: Atlas, memory: str) -> dict[str, Any]:
    """What `--json` prints; what is not known is null."""
    facts, parts = atlas.facts, _components(atlas, memory)
    return {
        "space": atlas.space.text,
        "metric": atlas.metric.value,
        "layouts": facts.layouts,
        "goals": facts.goals,
        "solvable": facts.solvable,
        "unsolvable": facts.unsolvable,
        "longest": facts.longest,
        "longest_count": facts.longest_count,
        "sum": facts.sum,
        "mean": facts.mean,
        "components": parts and len(parts),
        "solvable_components": parts and int((parts.goals > 0).sum()),
        "largest_component": parts and int(parts.sizes.max()),
        "histogram": list(atlas.histogram),
        "hardest": ["/".join(each.rows()) for each in _hardest(atlas, _LISTED)],
        "seconds": round(atlas.seconds, 6),
    }


def _components(atlas: Atlas, memory: str) -> Components | None:
    """The components; None where the memory allowed is too little for them."""
    fits = 5.2 * atlas.space.size <= memory_size(memory) and atlas.space.size < 1 << 32
    return atlas.components if fits else None


def _hardest(atlas: Atlas, most: int) -> list[Puzzle]:
    """Some of the layouts farthest from the goal, as puzzles."""
    if atlas.facts.longest is None:
        return []
    ranks = atlas.ranks(atlas.facts.longest)[:most].tolist()
    return [puzzle_at(atlas.space, atlas.space.layout(rank), atlas.goal) for rank in ranks]


def _print_atlas(atlas: Atlas, memory: str) -> None:
    from rich.table import Table

    from huarong.draw.terminal import board

    out, facts, parts = console(), atlas.facts, _components(atlas, memory)
    out.print(atlas.space.text, style="bold", markup=False)
    rows: list[tuple[str, object]] = [
        (tell("layouts"), f"{facts.layouts:,}"),
        (tell("goals"), f"{facts.goals:,}"),
        (tell("solvable, goals included"), f"{facts.solvable:,}"),
        (tell("unsolvable"), f"{facts.unsolvable:,}"),
    ]
    if facts.longest is not None:
        longest = tell(
            "{distance} {metric}s, {count:,} layouts",
            distance=facts.longest, metric=tell(atlas.metric.value), count=facts.longest_count,
        )  # fmt: skip
        rows += [
            (tell("longest"), longest),
            (tell("sum of all distances"), f"{facts.sum:,}"),
            (tell("mean"), f"{facts.mean:.2f}"),
        ]
    if parts is not None:
        rows += [
            (tell("components"), f"{len(parts):,}"),
            (tell("components with a goal"), f"{(parts.goals > 0).sum():,}"),
            (tell("largest component"), f"{parts.sizes.max():,}"),
        ]
    rows.append((tell("seconds"), f"{atlas.seconds:.4f}"))
    grid = Table.grid(padding=(0, 2))
    for row in rows:
        grid.add_row(*map(str, row))
    out.print(grid)
    if facts.longest is None:
        return
    out.print("\n" + tell("How many layouts are how far from the goal:"), style="bold")
    for label, count, bar in _bars(atlas.histogram):
        out.print(f"{label:>9} {bar:<{_WIDE}} {count:,}", markup=False)
    out.print("\n" + tell("The hardest:"), style="bold")
    for each in _hardest(atlas, _SHOWN):
        out.print(board(out, each, large=False))
        out.print()
    if facts.longest_count > _SHOWN:
        out.print(tell("and {count:,} more", count=facts.longest_count - _SHOWN))


def _bars(histogram: tuple[int, ...]) -> list[tuple[str, int, str]]:
    """Rows of a histogram: a range of distances, how many layouts, and a bar of blocks.

    >>> _bars((1, 4))
    [('0', 1, '████████████▌'), ('1', 4, '██████████████████████████████████████████████████')]
    """
    each = -(-len(histogram) // _ROWS)
    groups = [(i, histogram[i : i + each]) for i in range(0, len(histogram), each)]
    most = max(sum(group) for _, group in groups)
    rows = []
    for first, group in groups:
        last, count = first + len(group) - 1, sum(group)
        eighths = -(-count * 8 * _WIDE // most)
        bar = "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
        rows.append((str(first) if first == last else f"{first}-{last}", count, bar))
    return rows


@click.command("hint", cls=Command)
@PUZZLE
@METRIC
@FROM
@GOAL
@JSON
@_limits
def hint_command(
    text: str, metric: str, notation: str | None, goal: str | None, as_json: bool, **limits: Any
) -> None:
    """Say how far a layout is from the goal, the best moves, and how good every move is."""
    with Reporter(not as_json) as reporter:
        found = hint(read(text, notation, goal), as_metric(metric), progress=reporter, **limits)
    if as_json:
        click.echo(json.dumps(found.to_json(), ensure_ascii=False))
        return
    _print_hint(found)


def _name(label: str) -> str:
    """A piece's name in the language of this call."""
    return label if language() == "zh" else english(label)


def _print_hint(hint: Hint) -> None:
    from rich.table import Table

    from huarong.draw.terminal import board

    out, distance = console(), hint.distance
    out.print(board(out, hint.puzzle))
    if distance is None:
        out.print(tell("No goal can be reached from here."))
    elif distance == 0:
        out.print(tell("This is solved."))
    else:
        far = {"distance": distance, "metric": tell(hint.metric.value)}
        if hint.solutions is None:
            out.print(tell("{distance} {metric}s to the goal", **far))
        else:
            many = "{distance} {metric}s to the goal; {count:,} shortest solutions"
            out.print(tell(many, **far, count=hint.solutions))
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("move", "then to go", "worth"):
        table.add_column(tell(heading))
    for move, left, known, loses, best in hint.moves:
        if not known:
            worth = tell("not known")
        elif left is None:
            worth = tell("cannot be solved")
        elif distance is None:
            worth = ""
        elif best:
            worth = tell("best")
        else:
            worth = tell("loses {count}", count=loses)
        table.add_row(f"{_name(move.label)} {move.path}", "-" if left is None else str(left), worth)
    out.print(table)


@click.command("table1", cls=Command)
@JSON
def table1_command(as_json: bool) -> None:
    """The eight hardest layouts of the classic set by search and by look-up, as 周扬's table 1.

    Look-up is in the file of all solutions, read into a dict as the paper has it; the atlas stores distances
    alone and finds the moves as it goes.
    """
    start = puzzle("横刀立马")
    atlas = Atlas.of(start, Metric.STEP)
    distances = atlas.distances.astype(int)
    distances[atlas.ranks(None)] = -1
    ranks = sorted(range(len(distances)), key=lambda rank: (-distances[rank], rank))[:8]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solutions"
        write_zhou(path, atlas)
        table = ZhouFile(path)
    rows: list[dict[str, Any]] = []
    for rank in ranks:
        layout = atlas.space.layout(rank)
        each = puzzle_at(atlas.space, layout, atlas.goal)
        rows.append(
            {
                "state": basic_state(layout),
                "steps": atlas[layout],
                "search_ms": _milliseconds(lambda each=each: solve(each, Metric.STEP), 5),
                "lookup_ms": _milliseconds(lambda layout=layout: table[layout], 200),
                "atlas_ms": _milliseconds(lambda layout=layout: atlas.line(layout), 20),
            }
        )
    if as_json:
        click.echo(json.dumps(rows))
        return
    from rich.table import Table

    grid = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("basic state", "steps", "search, ms", "look-up, ms", "atlas, ms"):
        grid.add_column(tell(heading), justify="left" if heading == "basic state" else "right")
    for row in rows:
        times = (f"{row[name]:.4f}" for name in ("search_ms", "lookup_ms", "atlas_ms"))
        grid.add_row(" ".join(f"{cell:2}" for cell in row["state"]), str(row["steps"]), *times)
    console().print(grid)


def _milliseconds(call: Any, repeats: int) -> float:
    """The median time of a call after a first one that warms up."""
    times = []
    for _ in range(repeats + 1):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return round(sorted(times[1:])[repeats // 2] * 1000, 6)
