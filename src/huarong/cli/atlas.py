"""`huarong atlas`: the facts of a whole space, or of what one puzzle's start can reach; `atlas tables`: the tables of a
family of spaces.
"""

from dataclasses import dataclass, replace
from typing import Any

import click

from huarong import atlas
from huarong.cli.base import language, option, tell
from huarong.cli.options import ENGINE, METRIC, Count, FileName, Output, Source, command, puzzle
from huarong.cli.output import Terms, heading, lines, resumable, table
from huarong.errors import InputError
from huarong.library.labels import length_text
from huarong.limits import Watch, usable_memory
from huarong.model.board import DIRECTIONS, Goal, Metric
from huarong.model.puzzle import Puzzle, Why
from huarong.space.numbering import NotNumberedError
from huarong.space.space import Space

_MANY = 1 << 20
"""The least number of layouts for which an atlas is kept in the user's cache folder."""
_LARGE = 1 << 27
"""The number of layouts above which the search takes longer than a user wants to wait."""
_ROWS, _WIDE = 32, 50


@command("facts", puzzle(required=False))
@option("--board", "The board, if no puzzle is given: a size, or rows separated by `/`.", "BOARD")
@option("--pieces", 'The pieces of the board, such as "2x2:1 1x2:0..4 empty:2..".', "SET")
@option(
    "--reach/--whole",
    "Use only the layouts that the start can reach, or the whole space. The default is the whole space, unless it is "
    "very large, cannot be numbered, or has pieces that cannot move in all four directions, as in Rush Hour.",
    default=None,
)
@METRIC
@option("--limit", "List at most this many of the hardest layouts.", Count(), default=8)
@ENGINE
@option("--fresh", "Build the atlas again, instead of reading the one in the cache folder.")
@option("--csv csv", "Write the details of each set of pieces to a file.", Output())
@option(
    "--save",
    "Write the atlas to a file; a larger one than --max-memory is built on disk beside it and can be resumed.",
    Output(),
)
@option("--diameter wide", "Also find the two layouts in PUZZLE's reach that are farthest apart.")
@option("--graphml", "Write to a file the graph of all layouts that PUZZLE's start can reach.", Output())
def facts_command(source: Source, terms: Terms, **asked: Any) -> int:
    """Compute the distance from every layout of a space to the goal, and report the figures.

    The space consists of all layouts of a puzzle's pieces, or of a board and a set of pieces with ranges. With --reach,
    it consists only of what the puzzle's start can reach, which suits a Rush Hour card.

    With --save FILE, an atlas larger than --max-memory is built on disk, in the folder FILE.building; if it stops, the
    same command resumes it.

    Without a goal, the command counts layouts and components; with --diameter, it also finds the two layouts of the
    largest component that are farthest apart.

    Each line is one of the hardest layouts, with its goal; `huarong solve` reads it. The exit status is 1 if no layout
    can reach the goal.
    """
    from huarong.atlas.goals import has_usual_goal

    job = _Facts(source, **asked)
    job.check()
    if job.board is not None and source.goal is None:
        space = job.space()
        if not has_usual_goal(space):
            if job.csv or job.save or job.graphml:
                raise InputError("--csv, --save and --graphml need a goal")
            return _without_goal(space, job.metric, job.wide, terms)
    if (job.wide or job.graphml) and not source.text:
        raise InputError("--diameter and --graphml need a PUZZLE")
    found = source.read() if source.text else None
    with terms.reported() as limits:
        survey, far = job.survey(found, **limits), None
        if found and job.graphml:
            atlas.component_graphml(job.graphml, found, job.metric, **limits)
        if found and job.wide:
            far = atlas.diameter(Space.of(found), found.start, job.metric, **limits)
    pair = [found.started(each).line() for each in far.pair] if found and far else []

    def show() -> None:
        _show(survey)
        _show_diameter(far, pair, job.metric)
        for path in filter(None, (job.save, job.csv, job.graphml)):
            click.echo(tell("written: {path}", path=path))

    plain = survey.to_json(language()) | _diameter(far, pair)
    return terms.answer(plain, show, survey.facts.longest is not None)


@dataclass(frozen=True)
class _Facts:
    """The options of `atlas facts`, under their own names."""

    source: Source
    board: str | None
    pieces: str | None
    reach: bool | None
    metric: Metric
    limit: int
    engine: Any
    fresh: bool
    csv: str | None
    save: str | None
    wide: bool
    graphml: str | None

    def check(self) -> None:
        """Raise `InputError` if the options contradict each other."""
        if bool(self.source.text) == (self.board is not None) or (self.board is None) != (self.pieces is None):
            raise InputError("give a PUZZLE, or both --board and --pieces")
        if self.reach and (self.csv or self.save or not self.source.text):
            raise InputError("--reach needs a PUZZLE, and cannot be combined with --csv or --save")

    def space(self) -> Space:
        """Return the space of the board and the pieces. Raises `InputError` if it has no layouts."""
        space = Space.parse(self.board or "", self.pieces or "")
        space.require_layouts()
        return space

    def survey(self, found: Puzzle | None, **limits: Any) -> atlas.Survey:
        """Return the facts of the whole space, or of what a puzzle's start can reach, and write the files."""
        whole = self.csv or self.save
        why = _why_reach(found) if self.reach is None and found and not whole else None
        if found and (self.reach or why):
            return replace(atlas.Survey.in_reach(found, self.metric, self.limit, **limits), why=why)
        space = Space.of(found) if found else self.space()
        known = self.known(space, found.goal if found else atlas.read_goal(space, self.source.goal), **limits)
        divided = 5.2 * space.size <= usable_memory(limits["max_memory"]) and space.size < 1 << 32
        survey = known.survey(self.limit, divided, found)
        if self.csv:
            atlas.piece_sets_csv(self.csv, known)
        return survey

    def known(self, space: Space, goal: Goal, **limits: Any) -> atlas.Atlas:
        """Return the atlas: built on disk, read from the cache folder, or built in memory."""
        from huarong.atlas import engines

        given = {"engine": self.engine, **limits}
        if self.save and not engines.fits_memory(space, limits["max_memory"]):
            with resumable(engines.building(self.save), "state"):
                return atlas.Atlas.build(space, goal, self.metric, save=self.save, **given)
        if space.size >= _MANY:
            fresh = self.fresh or self.engine is not None
            known = atlas.Atlas.cached(space, goal, self.metric, fresh=fresh, **given)
        else:
            known = atlas.Atlas.build(space, goal, self.metric, **given)
        if self.save:
            known.save(self.save)
        return known


def _diameter(far: atlas.Diameter | None, pair: list[str]) -> dict[str, Any]:
    return {"diameter": {"length": far.length, "pair": pair}} if far else {}


def _show_diameter(far: atlas.Diameter | None, pair: list[str], metric: Metric) -> None:
    if far:
        text = tell("diameter: {length}, between", length=length_text(far.length, metric, language()))
        click.echo("\n" + "\n".join([text, *pair]))


def _without_goal(space: Space, metric: Metric, wide: bool, terms: Terms) -> int:
    """Report a space without a goal: its layouts, its components, and the diameter of the largest."""
    import numpy as np

    from huarong.atlas import dense

    with terms.reported() as limits:
        dense.require(space, 5.1, Watch.of(**limits).memory)
        parts = atlas.Components.of(space, np.ones(space.size, np.uint8), **limits)
        first = int(parts.least[parts.sizes.argmax()])
        far = atlas.diameter(space, space.layout(first), metric, **limits) if wide else None
    pair = []
    for each in far.pair if far else ():
        piece = next((kind, heads[0]) for kind, heads in enumerate(each.heads) if heads)
        pair.append("/".join(atlas.puzzle_at(space, each, Goal.of([[piece]])).rows()))
    counts = {"layouts": space.size, "components": len(parts), "largest_component": parts.largest}

    def show() -> None:
        heading(space.text)
        table([(tell(name.replace("_", " ")), f"{count:,}") for name, count in counts.items()])
        _show_diameter(far, pair, metric)

    return terms.answer({"space": space.text, "metric": metric.value, **counts, **_diameter(far, pair)}, show)


def _why_reach(found: Puzzle) -> Why | None:
    """Return why only reachable layouts are counted though the user did not ask for it; None for the whole space."""
    for piece in found.pieces:
        if found.kinds[piece.kind].directions != DIRECTIONS:
            template = (
                "{piece} cannot move in all four directions, so only the layouts that the start can reach are counted; "
                "--whole counts all"
            )
            return Why(template, {"piece": piece.symbol}, "directions")
    try:
        size = Space.of(found).size
    except NotNumberedError:
        template = "the whole space cannot be numbered, so only the layouts that the start can reach are counted"
        return Why(template, {}, "numbering")
    template = (
        "the space has {size:,} {size:layout|layouts}, so only those that the start can reach are counted; "
        "--whole counts all"
    )
    return Why(template, {"size": size}, "size") if size > _LARGE else None


def _show(survey: atlas.Survey) -> None:
    facts, parts = survey.facts, survey.components
    heading(survey.space.text if survey.space else tell("All layouts reachable from the start"))
    rows: dict[str, int | str] = {"layouts": facts.layouts, "goals": facts.goals}
    rows |= {"solvable, goals included": facts.solvable, "unsolvable": facts.unsolvable}
    if facts.longest is not None:
        length = length_text(facts.longest, survey.metric, language())
        rows["longest"] = tell("{length}, {count:,} {count:layout|layouts}", length=length, count=facts.longest_count)
        rows |= {"sum of all distances": facts.sum, "mean": f"{facts.mean:.2f}"}
    if parts is not None:
        rows |= {"components": len(parts), "components with a goal": parts.solvable, "largest component": parts.largest}
    rows["seconds"] = f"{survey.seconds:.4f}"
    table([(tell(name), n if isinstance(n, str) else f"{n:,}") for name, n in rows.items()])
    if survey.why is not None:
        click.secho(survey.why.message(language()), dim=True)
    if survey.cached_at is not None:
        text = "The atlas was built at {time} and read from the cache folder; --fresh builds it again."
        click.echo(tell(text, time=f"{survey.cached_at.astimezone():%Y-%m-%d %H:%M}"))
    if facts.longest is None:
        click.echo(tell("No layout can reach the goal."))
        return
    click.echo()
    heading(tell("Layouts by their distance to the goal:"))
    for label, count, bar in _bars(survey.histogram):
        click.echo(f"{label:>9} {bar:<{_WIDE}} {count:,}")
    click.echo()
    heading(tell("The hardest:"))
    lines(survey.hardest)
    more = facts.longest_count - len(survey.hardest)
    if more:
        click.echo(tell("and {count:,} more", count=more))


def _bars(histogram: tuple[int, ...]) -> list[tuple[str, int, str]]:
    """Return rows of a histogram: a range of distances, the number of layouts, and a bar of blocks.

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


@command("tables")
@option("--board", "A size, or rows separated by `/`.", "BOARD", default="4x5")
@option("--pieces", "The pieces; counts may be ranges. The default is the pieces of 华容道.", "SET")
@option("--goal", "The goal, as rows separated by `/`.", "TEXT")
@option("-o --output", "The folder to write to.", FileName("dir"), required=True)
def tables_command(board: str, pieces: str | None, goal: str | None, output: str, terms: Terms) -> None:
    """Write the tables of a family of spaces: Parquet, a compressed atlas for each metric, and a data card.

    Without options, it writes the family of 华容道: the 203 sets of pieces on 4x5 with one 2x2 and at least two
    empty cells. It requires the extra `export` and about 150 MiB of memory plus 8 bytes per layout, 376 MiB for
    that family; with a lower limit, it stops at once.
    """
    from huarong.atlas.dataset import FAMILY

    space = Space.parse(board, pieces or FAMILY)
    told = "{percent:.0f} % of the tables, {seconds:,.0f} s"
    found = terms.run(atlas.write_dataset, output, space, atlas.read_goal(space, goal), told=told)
    files: list[Any] = [{"name": e.name, "bytes": e.stat().st_size} for e in sorted(found.folder.iterdir())]

    def show() -> None:
        table([[e["name"], f"{e['bytes']:,}"] for e in files], ("file", "bytes"), [1])
        click.echo(tell("written: {path}", path=output))

    terms.answer({"space": space.text, "layouts": space.size, "folder": output, "files": files}, show)
