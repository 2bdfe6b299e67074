"""`huarong tiles`: solves numbered tiles; `tiles tables`: their pattern databases."""

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import click

from huarong import tiles
from huarong.cli.base import argument, language, option, tell
from huarong.cli.options import ENGINE, JSON, Source, command, puzzle, typed
from huarong.cli.output import Terms, resumable, table
from huarong.errors import InputError, LimitReached
from huarong.i18n import size_text

_LONG = 10.0
"""The seconds of a search after which larger tables are suggested."""


@contextlib.contextmanager
def advising(missing: Callable[[], tiles.TableSet | None]) -> Iterator[None]:
    """A context that suggests tables to build if its search takes long or reaches its time limit."""
    began, stopped = time.perf_counter(), False
    try:
        yield
    except LimitReached as error:
        stopped = error.limit == "time"
        raise
    finally:
        tables = missing() if stopped or time.perf_counter() - began > _LONG else None
        if tables is not None:
            text = (
                "larger tables make such searches faster: `huarong tiles tables build {name}` takes {size} of disk "
                "and about {seconds:.0f} s"
            )
            size = size_text(sum(tables.sizes))
            click.echo(tell(text, name=tables.name, size=size, seconds=tables.seconds), err=True)


@command("solve", puzzle())
@option("--lines", "Tiles in line with the blank move together.")
@option("--quick", "Find a solution at once, then better ones, for 2 seconds or until --max-seconds.")
@option("--tables name", "The pattern databases that guide the search.", "NAME")
@ENGINE
def solve_command(source: Source, lines: bool, quick: bool, name: str | None, engine: Any, terms: Terms) -> int:
    """Solve a board of numbered tiles with one blank, moving single tiles or whole lines.

    It prints the tiles that each move slides, the one next to the blank first. A solution that may not be a shortest
    one has a proved lower bound beside it. The exit status is 1 if there is no solution, and 3 if a limit ended the
    search for a shortest one.
    """
    from huarong.model.impossible import reason
    from huarong.model.tiles import tile_orders
    from huarong.tiles.quick import SECONDS
    from huarong.tiles.solver import missing_tables

    found = source.read()
    board = tile_orders(found)
    if board is None:
        raise InputError("expected a board of different numbered tiles with one blank, and a goal that places them all")
    labels = {piece.kind + 1: piece.label for piece in found.pieces}
    if {*labels.values()} == {*map(str, labels)}:  # kinds are in the order of the characters, not of the numbers
        board = [int(labels.get(tile, "0")) for tile in board[0]], [int(labels.get(tile, "0")) for tile in board[1]]
        labels = {int(label): label for label in labels.values()}
    width = found.board.width
    metric: tiles.TilesMetric = "line" if lines else "tile"
    told = "at least {next:,} {next:move|moves}, {work}, {rate:,.0f} a second"
    within = (terms.limits["max_seconds"] if typed("max_seconds") else SECONDS) if quick else None

    def shown(solved: tiles.TilesAnswer) -> str:
        moves = [" ".join(labels[tile] for tile in move) for move in solved.moves]
        text = tell("no solution has fewer than {lower:,} {lower:move|moves}", lower=solved.bound or 0)
        return f"{len(moves)}{f' ({text})' if solved.bound else ''}: {', '.join(moves)}"

    try:
        with advising(lambda: missing_tables(board[1], width, metric)):
            how: dict[str, Any] = {"metric": metric, "tables": name, "within": within, "engine": engine}
            solved = terms.run(tiles.solve_tiles, *board, width, told=told, **how)
    except LimitReached as error:
        if error.solution is not None:
            terms.answer(error.solution.to_json(), shown(error.solution))
        raise
    if not solved.solvable:
        why = reason(found)
        plain = solved.to_json() | {"reason": why.to_json(language())}
        return terms.answer(plain, tell("No solution: {reason}.", reason=why), False)
    return terms.answer(solved.to_json(), shown(solved))


@command("build", argument("name", metavar="NAME"))
def build_command(name: str, terms: Terms) -> None:
    """Build a set of tables such as tiles-7-8, or resume a build that was stopped."""
    told = "{part}: {done:,} of {total:,} {total:entry|entries}, {seconds:.0f} s"
    with resumable(tiles.tables_folder() / name):
        found = terms.run(tiles.build_tables, name, told=told)
    size = size_text(found.bytes)
    terms.answer(found.to_json(), tell("{name}: {size} in {path}", name=found.name, size=size, path=found.path))


@command("list", terms=JSON)
def list_command(terms: Terms) -> None:
    """List the sets in the cache folder."""
    found = tiles.stored_tables()
    rows = [(e.name, size_text(e.bytes), "" if e.complete else tell("unfinished"), str(e.path)) for e in found]
    none = tell("no tables in {path}", path=tiles.tables_folder())
    shown = (lambda: table(rows, right=(1,))) if rows else none
    terms.answer({"tables": [each.to_json() for each in found]}, shown)


@command("remove", argument("name", metavar="NAME"), terms=JSON)
def remove_command(name: str, terms: Terms) -> None:
    """Remove a set from the cache folder."""
    freed = tiles.remove_tables(name)
    terms.answer({"name": name, "freed": freed}, tell("{size} freed", size=size_text(freed)))
