"""`huarong draw`: pictures, film strips, animations, sheets and maps."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Never

import click

from huarong import atlas, draw
from huarong.cli.base import Name, argument, language, option, tell
from huarong.cli.faults import FOUND
from huarong.cli.options import JSON, METRIC, Count, Output, Source, command, puzzle, together
from huarong.cli.output import Terms, print_json, written
from huarong.draw.picture import THEMES, svg
from huarong.errors import InputError, LimitReached
from huarong.files import STANDARD_OUTPUT
from huarong.library.catalogue import stars
from huarong.library.labels import length_text
from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.model.puzzle import Solution
from huarong.search.solver import solve

THEME = option("--theme", "The colors.", Name(list(THEMES)), default="light")
LABELS = option("--labels/--no-labels", "Write the pieces' names on them.", default=True)
OUTPUT = option(
    "-o --output",
    "The file to write; its extension gives the format: .svg or .png. By default, SVG goes to standard output.",
    Output(),
)


def _look(cell: int) -> Callable[[Any], Any]:
    """Return the options for the look of a board."""
    width = option("--cell", "The width of a cell in pixels.", Count(4, 400), default=cell)
    return lambda function: THEME(LABELS(width(function)))


@command("picture", puzzle(), OUTPUT, _look(56), terms=JSON)
def picture_command(source: Source, output: str | None, terms: Terms, **look: Any) -> None:
    """Draw the start of a puzzle as SVG or PNG."""
    _write(svg(source.read(), **look, lang=language()), output, terms)


@command("strip", puzzle(), OUTPUT, METRIC)
@option("--across", "The number of pictures in a row.", Count(1, 100), default=6)
@_look(24)
def strip_command(source: Source, output: str | None, metric: Metric, terms: Terms, **look: Any) -> int:
    """Draw a shortest solution as a film strip: every layout with the arrow of the next move, as SVG or PNG."""
    solution = terms.run(solve, source.read(), metric)
    if not solution.solved:
        return terms.answer({"solved": False}, tell("It has no solution."), False)
    _write(draw.strip(solution, **look, lang=language()), output, terms, 1.0, **_of(solution))
    return FOUND


@command("animation", puzzle())
@option(
    "-o --output",
    "The file to write; its extension gives the format: .gif, .webp, or .png or .apng for an animated PNG.",
    Output(),
    required=True,
)
@METRIC
@option("--speed", "The speed, as a multiple of the normal speed.", float, metavar="X", default=1.0)
@_look(80)
def animation_command(source: Source, output: str, metric: Metric, terms: Terms, **look: Any) -> int:
    """Animate a shortest solution, as GIF, WebP or animated PNG."""
    ending = Path(output).suffix.lower()
    kinds = {".gif": "gif", ".webp": "webp", ".png": "apng", ".apng": "apng"}
    kind: Any = kinds.get(ending) or _unknown(output, kinds)
    solution = terms.run(solve, source.read(), metric)
    if not solution.solved:
        return terms.answer({"solved": False}, tell("It has no solution."), False)
    made = terms.run(draw.animation, solution, kind, **look, lang=language())
    _save(made, output, terms, **_of(solution))
    return FOUND


_BOARDS = 40
"""The most layouts that a map shows as boards."""


@command("map", puzzle(), OUTPUT, METRIC)
@option("--size", "The width of the picture in pixels.", Count(50, 8000), default=900)
@option("--most", "Show at most this many layouts, in whole levels.", Count(1, 1_000_000), default=1_000_000)
@option("--path/--no-path", "Draw a shortest solution on the map.", default=True)
@THEME
def map_command(
    source: Source, output: str | None, metric: Metric, most: int, path: bool, terms: Terms, **look: Any
) -> None:
    """Draw the map of all layouts that can be reached from a puzzle's start, as SVG or PNG.

    Each layout is a point, close to the layouts one move away; up to 40 are drawn as boards. Red is near the goal, blue
    far from it. A map of only some layouts is gray, because their distances depend on the others.
    """
    import numpy as np

    from huarong.atlas.embedding import MAX_POINTS

    found = source.read()
    with terms.reported() as limits:
        watch = Watch.of(**limits)
        drawn = atlas.Map.of(found, most, watch=watch)
        part, way = drawn.component, list[int]()
        reached, over = len(part) if part.complete else None, MAX_POINTS
        far = np.full(len(part), -1)
        if part.complete:
            far = part.distances(metric, watch)
            if path:
                layouts = solve(found, Metric.STEP, watch=watch).layouts
                way = [i for layout in layouts if (i := part.index(layout)) is not None]
        elif most < MAX_POINTS:
            over = len(part)
            with suppress(LimitReached):  # the map is drawn without their number
                some = watch.part(seconds=watch.left / 2)
                whole = atlas.Component.of(found, MAX_POINTS, watch=some)
                reached, over = len(whole) if whole.complete else None, MAX_POINTS
        said = ""
        if not part.complete:
            text = (
                "The map shows the {shown:,} of {reached:,} {reached:layout|layouts} that are closest to the start."
                if reached is not None
                else "The map shows the {shown:,} {shown:layout|layouts} closest to the start; more than {most:,} can "
                "be reached."
            )
            said = tell(text, shown=len(part), reached=reached, most=over)
        title, start = "  ".join(filter(None, (found.name_zh or found.name, said))), part.index(found.start)
        way = way or ([] if start is None else [start])
        shown: Any = {"path": way, "title": title, "cancel": watch.stopping}
        if len(part) <= _BOARDS:
            shown["boards"] = [found.started(part.space.layout(rank)) for rank in part.ranks.tolist()]
        picture = draw.map_svg(drawn.xy, drawn.edges, far, **shown, **look)
    if said:
        click.echo(said, err=True)
    _write(picture, output, terms, 1.0, layouts=len(part), reached=reached, complete=part.complete)


_PAGE = {
    "across": option("--across", "The number of puzzles in a row.", Count(1, 8), default=2),
    "down": option("--down", "The number of puzzles in a column.", Count(1, 10), default=3),
    "paper": option("--paper", "The size of the paper.", Name(("a4", "a5", "letter")), default="a4"),
}


@command("sheet", argument("texts", nargs=-1, metavar="PUZZLE..."))
@option("-o --output", "The file to write.", Output(), metavar="FILE.pdf", required=True)
@option("--title", "The title of every page.", "TEXT", default="")
@together("page", **_PAGE)
@option("--solutions/--no-solutions", "Print the solutions at the end.", default=True)
@LABELS
@METRIC
def sheet_command(
    texts: Sequence[str], output: str, page: dict[str, Any], solutions: bool, metric: Metric, terms: Terms, **more: Any
) -> None:
    """Print puzzles on sheets, as PDF: several on a page, with their solutions at the end.

    PUZZLE may be a file of levels from `design generate`, or `-`; the sheets then have all its puzzles. A puzzle that
    has no solution, or is not solved within the limits, is printed without one.
    """
    if Path(output).suffix.lower() not in (".pdf", ""):
        _unknown(output, (".pdf",))
    found = [each for text in texts for each in Source(text).collection().all()]
    if not found:
        raise InputError("give a PUZZLE or a file of levels")
    cards = []
    with terms.reported() as limits:
        for each in found:
            way: Solution | None = None
            counted = each.metric or metric
            if solutions or each.length is None:
                try:
                    way = solve(each.puzzle, counted, **limits)
                except LimitReached as error:
                    way = error.solution
            length = way.length if way is not None and way.optimal else each.length
            about = [] if length is None else [length_text(length, counted, language())]
            if way is not None and not way.solved:
                about = [tell("no solution")]
            shown = stars(each.rating)
            about += ["★" * shown + "☆" * (5 - shown)] if shown else []
            cards.append(draw.Card(each.puzzle, "  ".join(about), way if solutions and way and way.solved else None))
        del limits["max_memory"]
        made = draw.sheet(cards, draw.Page(**page), **more, lang=language(), **limits)
    _save(made, output, terms, puzzles=[card.puzzle.line() for card in cards])


def _of(solution: Solution) -> dict[str, Any]:
    return {"solved": True, "metric": str(solution.metric), "length": solution.length}


def _write(drawn: str, output: str | None, terms: Terms, scale: float = 2.0, **said: Any) -> None:
    """Write an SVG picture to a file, in the format of the file's extension, or to standard output."""
    if output is None:
        terms.answer({"form": "svg", "bytes": len(drawn.encode()), **said, "svg": drawn}, drawn)
        return
    if (ending := Path(output).suffix.lower()) not in (".svg", ".png"):
        _unknown(output, (".svg", ".png"))
    _save(drawn.encode() if ending == ".svg" else draw.png(drawn, scale), output, terms, **said)


def _unknown(output: str, endings: Iterable[str]) -> Never:
    text = "the extension of {path} names no format; expected one of {names}"
    raise InputError(text, path="-" if output == STANDARD_OUTPUT else output, names=", ".join(endings))


def _save(data: bytes, output: str, terms: Terms, **said: Any) -> None:
    written(output, data, not terms.json)
    if terms.json:
        form = Path(output).suffix.lower().removeprefix(".") or "pdf"
        print_json({"file": output, "form": form, "bytes": len(data), **said})
