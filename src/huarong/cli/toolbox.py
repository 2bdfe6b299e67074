"""The commands of the search toolbox: `paths`, `reach`, `tiles`, `tour`, `tables`."""

from __future__ import annotations

import contextlib
import itertools
import json
import sys
from pathlib import Path
from typing import Any

import click

from huarong.cli.main import (
    FROM,
    GOAL,
    JSON,
    METRIC,
    PUZZLE,
    SOLVED,
    UNSOLVABLE,
    Command,
    Reporter,
    console,
    language,
    read,
    tell,
)
from huarong.errors import CannotExpress, InputError
from huarong.limits import Progress
from huarong.model.puzzle import Puzzle
from huarong.model.tiles import tile_orders
from huarong.notation import write
from huarong.search import paths as listed
from huarong.search.solver import MAX_MEMORY, MAX_SECONDS, memory_size
from huarong.tiles.solver import solve_tiles
from huarong.tiles.store import build_tables, remove_tables, stored_tables, tables_folder
from huarong.tours.cells import parse_board, parse_cell
from huarong.tours.counting import count_tours
from huarong.tours.finding import first_tour
from huarong.tours.leaper import parse_leaper

__all__ = ["paths_command", "reach_command", "tables_command", "tiles_command", "tour_command"]

_SECONDS = click.option(
    "--max-seconds", type=click.FloatRange(min=0, min_open=True), metavar="S",
    default=MAX_SECONDS, show_default=True, help="Stop after so many seconds.",
)  # fmt: skip
_MEMORY = click.option(
    "--max-memory", metavar="SIZE", default=f"{MAX_MEMORY >> 30}G", show_default=True,
    help="Stop before more memory than this is used.",
)  # fmt: skip


@click.command("paths", cls=Command)
@PUZZLE
@click.option("--most", type=int, metavar="M", required=True, help="The moves of a path at most.")
@METRIC
@FROM
@GOAL
@click.option("--count", is_flag=True, help="Say only how many there are.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="List so many at most.")
@click.option(
    "--prune/--no-prune", default=True, show_default=True,
    help="First find all distances, and try only what can still end in time.",
)  # fmt: skip
@JSON
@_MEMORY
@_SECONDS
def paths_command(
    text: str,
    most: int,
    metric: str,
    notation: str | None,
    goal: str | None,
    count: bool,
    limit: int | None,
    prune: bool,
    as_json: bool,
    max_memory: str,
    max_seconds: float,
) -> None:
    """List every path of at most M moves to the goal that visits no layout twice.

    A line for each, its moves in order. The exit status is 1 where there is none.
    """
    found = read(text, notation, goal)
    memory = memory_size(max_memory)
    number = 0
    with Reporter(not as_json) as reporter:
        options: dict[str, Any] = {
            "most": most, "prune": prune, "max_memory": memory, "max_seconds": max_seconds,
            "progress": reporter,
        }  # fmt: skip
        if count:
            number = listed.count(found, metric, **options)
            click.echo(json.dumps({"count": number}) if as_json else f"{number:,}")
        else:
            for path in itertools.islice(listed.paths(found, metric, **options), limit):
                number += 1
                moves = [str(move) for move in path.moves]
                line = json.dumps(moves, ensure_ascii=False) if as_json else ", ".join(moves)
                click.echo(line if as_json else f"{len(moves)}: {line}")
    if not number and not count and not as_json:
        click.echo(tell("no path of at most {most} moves", most=most), err=True)
    sys.exit(SOLVED if number else UNSOLVABLE)


@click.command("reach", cls=Command)
@PUZZLE
@METRIC
@FROM
@GOAL
@click.option(
    "--limit", type=click.IntRange(min=1), default=3, metavar="N", help="List so many at most."
)
@JSON
@_MEMORY
@_SECONDS
def reach_command(
    text: str,
    metric: str,
    notation: str | None,
    goal: str | None,
    limit: int,
    as_json: bool,
    max_memory: str,
    max_seconds: float,
) -> None:
    """Find all layouts that can be reached from a puzzle's start, and the hardest starts among them.

    A Rush Hour card, say: its space may be far too large for an atlas while few layouts are in reach. The
    exit status is 1 where no goal can be reached.
    """
    from huarong.search.expansion import FAR, Watch
    from huarong.search.pattern_database import Distances

    found = read(text, notation, goal)
    with Reporter(not as_json) as reporter:
        far = Distances(found, metric, Watch(memory_size(max_memory), max_seconds, reporter))
    left = far.left[far.left != FAR]
    histogram = [int((left == distance).sum()) for distance in range(far.longest + 1)]
    solvable = len(left) > 0
    hardest = [
        found.started(each)
        for each in itertools.islice(far.layouts(far.longest), limit if solvable else 0)
    ]
    if as_json:
        facts = {
            "metric": metric,
            "layouts": far.count,
            "goals": histogram[0],
            "solvable": len(left),
            "longest": far.longest if solvable else None,
            "histogram": histogram,
            "hardest": [_line(each) for each in hardest],
        }
        click.echo(json.dumps(facts, ensure_ascii=False))
        sys.exit(SOLVED if solvable else UNSOLVABLE)
    for name, value in (
        (tell("layouts"), far.count),
        (tell("goals"), histogram[0]),
        (tell("solvable, goals included"), len(left)),
    ):
        click.echo(f"{name}: {value:,}")
    if not solvable:
        click.echo(tell("No goal can be reached from here."))
        sys.exit(UNSOLVABLE)
    farthest = tell(
        "{distance} {metric}s, {count:,} layouts",
        distance=far.longest, metric=tell(metric), count=histogram[-1],
    )  # fmt: skip
    click.echo(f"{tell('longest')}: {farthest}")
    for each in hardest:
        click.echo(_line(each))


def _line(puzzle: Puzzle) -> str:
    """A puzzle's start in one line: a card of Rush Hour as such, anything else as its rows."""
    with contextlib.suppress(CannotExpress):
        return write(puzzle, "rush")
    return "/".join(puzzle.rows())


@click.command("tiles", cls=Command)
@PUZZLE
@FROM
@GOAL
@click.option("--lines", is_flag=True, help="Tiles in a line with the blank move at once.")
@click.option(
    "--tables", "name", metavar="NAME", help="The pattern databases that guide the search."
)
@JSON
@_MEMORY
@_SECONDS
def tiles_command(
    text: str,
    notation: str | None,
    goal: str | None,
    lines: bool,
    name: str | None,
    as_json: bool,
    max_memory: str,
    max_seconds: float,
) -> None:
    """Solve a board of numbered tiles and one blank, by single tiles or by whole lines.

    It prints the tiles that each move slides, the one next to the blank first. The exit status is 1 where
    there is no solution.
    """
    found = read(text, notation, goal)
    board = tile_orders(found)
    if board is None:
        raise InputError("this is no board of numbered tiles and one blank, all named in the goal")
    labels = {piece.kind + 1: piece.label for piece in found.pieces}
    with Reporter(not as_json) as reporter:

        def report(now: Progress) -> None:
            reporter.show(
                now.seconds, "{lower} moves or more, {nodes:,} nodes, {rate:,.0f} a second",
                lower=now.depth + 1, nodes=now.layouts, rate=now.rate,
            )  # fmt: skip

        answer = solve_tiles(
            *board, found.board.width, metric="line" if lines else "tile", tables=name,
            max_memory=memory_size(max_memory), max_seconds=max_seconds, progress=report,
        )  # fmt: skip
    moves = [" ".join(labels[tile] for tile in move) for move in answer.moves]
    if as_json:
        click.echo(json.dumps({**answer.to_json(), "moves": moves}))
    elif answer.solvable:
        click.echo(f"{len(moves)}: {', '.join(moves)}")
    else:
        click.echo(tell("cannot be solved"))
    sys.exit(SOLVED if answer.solvable else UNSOLVABLE)


@click.command("tour", cls=Command)
@click.argument("board", metavar="BOARD")
@click.option("--from", "start", metavar="CELL", help="Where to begin, such as a1.")
@click.option("--closed", is_flag=True, help="The last cell is one leap from the first.")
@click.option(
    "--leaper", metavar="PIECE", default="knight", show_default=True,
    help="What leaps: a name, or two numbers such as 1,2.",
)  # fmt: skip
@click.option("--count", is_flag=True, help="Say how many tours there are.")
@click.option("--svg", metavar="FILE", help="Draw the tour to a file.")
@JSON
@_MEMORY
@_SECONDS
def tour_command(
    board: str,
    start: str | None,
    closed: bool,
    leaper: str,
    count: bool,
    svg: str | None,
    as_json: bool,
    max_memory: str,
    max_seconds: float,
) -> None:
    """Tour a board, such as 8x8, with a knight or another leaper: every cell once.

    The exit status is 1 where there is no tour; then it says why, where a simple reason is known.
    """
    cells, piece = parse_board(board), parse_leaper(leaper)
    begin = None if start is None else parse_cell(cells, start)
    limits: dict[str, Any] = {"max_seconds": max_seconds, "max_memory": memory_size(max_memory)}
    with Reporter(not as_json) as reporter:

        def report(now: Progress) -> None:
            reporter.show(
                now.seconds, "{explored:,} steps, {seconds:.0f} s",
                explored=now.layouts, seconds=now.seconds,
            )  # fmt: skip

        limits["progress"] = report
        if count:
            number = count_tours(cells, begin, closed, piece, **limits)
        else:
            answer = first_tour(cells, begin, closed, piece, **limits)
    if count:
        click.echo(json.dumps({"count": number}) if as_json else f"{number:,}")
        sys.exit(SOLVED if number else UNSOLVABLE)
    if as_json:
        click.echo(json.dumps(answer.to_json(language()), ensure_ascii=False))
    elif answer.tour is None:
        reason = answer.reason.message(language()) if answer.reason else ""
        click.echo(tell("no tour: {reason}", reason=reason))
    else:
        click.echo(str(answer.tour))
    if answer.tour is not None and svg is not None:
        _write(svg, answer.tour.svg())
    sys.exit(SOLVED if answer.tour else UNSOLVABLE)


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, "utf-8")
    except OSError as error:
        raise InputError(
            "{path} cannot be written: {reason}", path=name, reason=error.strerror or str(error)
        ) from None


class _Group(click.Group):
    """A group of commands whose help is in the language of the call."""

    command_class = Command

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = tell(self.help or "")
        super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        return tell(self.help or "")


@click.group("tables", cls=_Group)
def tables_command() -> None:
    """The pattern databases of numbered tiles, in the user's cache folder."""


@tables_command.command("build")
@click.argument("name", metavar="NAME")
@_MEMORY
def build_command(name: str, max_memory: str) -> None:
    """Build a set of tables such as tiles-7-8; one that was stopped goes on from where it was."""
    with Reporter(True) as reporter:

        def report(now: Progress) -> None:
            reporter.show(
                now.seconds, "{name}: {done:,} of {total:,} entries, {seconds:.0f} s",
                name=now.part, done=now.layouts, total=now.total, seconds=now.seconds,
            )  # fmt: skip

        found = build_tables(name, progress=report, max_memory=max_memory)
    click.echo(
        tell(
            "{name}: {bytes:,} bytes in {path}", name=found.name, bytes=found.bytes, path=found.path
        )
    )


@tables_command.command("list")
@JSON
def list_command(as_json: bool) -> None:
    """List the sets in the cache folder."""
    found = stored_tables()
    if as_json:
        click.echo(json.dumps([each.to_json() for each in found], ensure_ascii=False))
        return
    for each in found:
        state = "" if each.complete else tell(" (unfinished)")
        console().print(f"{each.name}  {each.bytes:,} B{state}  {each.path}", markup=False)
    if not found:
        click.echo(tell("no tables in {path}", path=tables_folder()))


@tables_command.command("remove")
@click.argument("name", metavar="NAME")
def remove_command(name: str) -> None:
    """Remove a set from the cache folder."""
    click.echo(tell("{bytes:,} bytes freed", bytes=remove_tables(name)))
