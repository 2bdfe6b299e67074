"""The report on a puzzle: facts, rating, solution, histogram and map, for a terminal, in Markdown, HTML and JSON."""

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, NamedTuple, Unpack

import numpy as np

from huarong.atlas.component import Component
from huarong.atlas.embedding import MAX_POINTS, Map, mutual
from huarong.atlas.statistics import Facts
from huarong.atlas.table import DistanceTable
from huarong.design.hardest_layouts import Images
from huarong.design.rating import Rating, rate, rate_on, table_of
from huarong.draw.film import MOST, strip
from huarong.draw.map import map_svg
from huarong.draw.picture import svg
from huarong.errors import LimitReached
from huarong.i18n import say
from huarong.lazy import stored
from huarong.library.labels import called, names
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Layout, Metric
from huarong.model.pieces import board_text, pieces_text
from huarong.model.puzzle import Puzzle, PuzzleLike, Solution
from huarong.search.solver import solve

_NARROW = 250_000
"""The most layouts in which to look for bottlenecks."""
_SHOWN = 12
"""The most unavoidable layouts to draw, spread evenly; all are counted."""
_WIDE = 40
"""The blocks of the longest bar of a histogram."""
_MAPPED = (
    "Each point is a layout that can be reached, red near the goal and blue far from it; the line is a best way from "
    "the start, which is ringed."
)
_IN_PART = "Each point is a layout that can be reached, red near the goal and blue far from it; the start is ringed."
_LONGEST = "The hardest layouts of these pieces take {longest:,} {longest:move|moves}:"
_ON_ALL = "{count:,} {count:layout lies|layouts lie} on every shortest solution, the start and the only goal included."
_CROSSED = (
    "{count:,} {count:bridge|bridges}: without such a move, the reachable layouts fall into two parts; every path "
    "from the start to a goal crosses {crossed:,} of the bridges"
)
_AVOIDED = (
    "{count:,} {count:bridge|bridges}: without such a move, the reachable layouts fall into two parts; for each, some "
    "path from the start to a goal avoids it"
)


@dataclass(frozen=True)
class Section:
    """A part of a report in one language: paragraphs, a table, boards with captions, SVG pictures."""

    title: str
    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    boards: tuple[tuple[Puzzle, str], ...] = ()
    pictures: tuple[str, ...] = ()


class Bridge(NamedTuple):
    """A step whose removal splits a component into two parts: from point `near` to point `far` (by number).

    The part beyond it has `beyond` points, and `goals` of them are goals.
    """

    near: int
    far: int
    beyond: int
    goals: int

    def to_json(self) -> dict[str, Any]:
        """Return the numbers of layouts and goals beyond the bridge, as JSON."""
        return {"beyond": self.beyond, "goals": self.goals}


class Waist(NamedTuple):
    """A distance from the goal at which few layouts lie; every solution from farther away passes one of them."""

    distance: int
    layouts: int

    def to_json(self) -> dict[str, Any]:
        """Return the distance and the number of layouts, as JSON."""
        return self._asdict()


@dataclass(frozen=True)
class Passages:
    """The bottlenecks of a component: waists on the way, all bridges, and the bridges that every solution crosses."""

    waists: tuple[Waist, ...]
    bridges: tuple[Bridge, ...]
    crossed: tuple[tuple[Bridge, Layout, Layout], ...]


@dataclass(frozen=True)
class PuzzleReport:
    """A report, counted in moves. If there are too many layouts for a table, fields that need one are None or empty."""

    puzzle: Puzzle
    rating: Rating
    solution: Solution
    facts: Facts | None = None
    histogram: tuple[int, ...] = ()
    unavoidable: tuple[tuple[int, Layout], ...] = ()
    hardest: tuple[Puzzle, ...] = ()
    passages: Passages | None = None
    map: str | None = field(default=None, repr=False)
    mapped: int = 0
    """The number of layouts on the map: all reachable ones, or at most a million."""

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Return the report without its pictures, as JSON; layouts are puzzles on one line."""
        puzzle, narrow = self.puzzle, self.passages

        def line(layout: Layout) -> str:
            return puzzle.started(layout).line()

        crossed = narrow and [each.to_json() | {"near": line(a), "far": line(b)} for each, a, b in narrow.crossed]
        about = {"name": puzzle.name_zh or puzzle.name or None, "puzzle": puzzle.line()}
        about |= {"board": board_text(puzzle.board), "piece_set": pieces_text(puzzle)}
        answers = {"rating": self.rating.to_json(lang), "solution": self.solution.to_json(lang)}
        facts = {"facts": self.facts and self.facts.to_json(), "histogram": list(self.histogram)}
        passed = [{"after": after, "puzzle": line(layout)} for after, layout in self.unavoidable]
        layouts = {"unavoidable": passed, "hardest": [each.line() for each in self.hardest]}
        waists = narrow and [each.to_json() for each in narrow.waists]
        passages = {"waists": waists, "bridges": narrow and len(narrow.bridges), "crossed": crossed}
        return {**about, **answers, **facts, **layouts, **passages}

    def sections(self, lang: str = "en") -> tuple[Section, ...]:
        """Return the parts of the report, in order."""
        tell = functools.partial(say, lang=lang)
        parts = [self._facts(tell), self._rated(tell, lang), self._solved(tell, lang)]
        if self.facts is not None and self.solution.solved:
            longest = tell(_LONGEST, longest=self.facts.longest or 0)
            relatives = tuple((each, each.line()) for each in self.hardest)
            bars = tuple((label, f"{count:,}", bar) for label, count, bar in _bars(self.histogram))
            parts += [
                self._avoided(tell),
                Section(tell("The hardest layouts of the same pieces"), (longest,), boards=relatives),
                self._narrow(tell),
                Section(tell("Layouts by their distance to the goal"), rows=bars),
            ]
        if self.map is not None:
            left_out = self.left_out(lang)
            lines = (tell(_IN_PART if left_out else _MAPPED), *filter(None, [left_out]))
            parts.append(Section(tell("The map"), lines, pictures=(self.map,)))
        return tuple(parts)

    def left_out(self, lang: str = "en") -> str:
        """Return a sentence about what the map does not show; empty if it shows every layout."""
        reached = self.rating.reached or 0
        if self.map is None or self.mapped == reached:
            return ""
        text = "The map shows the {shown:,} of {reached:,} {reached:layout|layouts} that are closest to the start."
        return say(text, lang, shown=self.mapped, reached=reached)

    def title(self, lang: str = "en") -> str:
        """The title of the report."""
        return "  ".join(names(self.puzzle, lang)) or "/".join(self.puzzle.rows())

    def _facts(self, tell: Callable[..., str]) -> Section:
        puzzle, facts, rating = self.puzzle, self.facts, self.rating
        words = {"step": "fewest steps", "slide": "fewest slides", "move": "fewest moves"}
        rows: dict[str, str | int | None] = {
            tell("board"): board_text(puzzle.board),
            tell("pieces"): pieces_text(puzzle, marks=False),
            tell("puzzle"): puzzle.line(),
            **{tell(words[name]): "–" if n is None else n for name, n in rating.best.items()},
            tell("best solutions"): rating.solutions,
        }
        if facts is not None:
            rows |= {
                tell("layouts"): facts.layouts,
                tell("can be reached"): rating.reached or 0,
                tell("goals"): facts.goals,
                tell("solvable, goals included"): facts.solvable,
                tell("greatest distance, in moves"): facts.longest or 0,
                tell("mean distance, in moves"): f"{facts.mean or 0:.2f}",
            }
        shown = ((name, f"{value:,}" if isinstance(value, int) else value) for name, value in rows.items())
        return Section(tell("Facts"), rows=tuple((k, v) for k, v in shown if v is not None), boards=((puzzle, ""),))

    def _rated(self, tell: Callable[..., str], lang: str) -> Section:
        rating = self.rating
        if rating.score is None:
            return Section(tell("Rating"), (tell("It has no solution."),))
        shown = "★" * (rating.stars or 0) + "☆" * (5 - (rating.stars or 0))
        lines = [tell("rating {score} of 100  {stars}", score=rating.score, stars=shown), rating.time_message(lang)]
        if rating.estimated:
            lines.append(tell("an estimate: there are too many layouts for a table"))
        rows = tuple((tell(p.name), f"{p.effort:.1f}", p.message(lang)) for p in rating.parts)
        return Section(tell("Rating"), tuple(filter(None, lines)), rows)

    def _solved(self, tell: Callable[..., str], lang: str) -> Section:
        solution = self.solution
        if not solution.solved:
            return Section(tell("Solution"), (tell("It has no solution."),))
        moves = [f"{n}. {called(move.label, lang)} {move.path}" for n, move in enumerate(solution.moves, 1)]
        counts = {f"{metric}s": n for metric, n in solution.counts.items()}
        about = "{moves:,} {moves:move|moves}, {slides:,} {slides:slide|slides}, {steps:,} {steps:step|steps}:"
        drawn = (strip(solution, lang=lang),) if len(solution.heads) <= MOST else ()
        title = tell("A shortest solution") if solution.optimal else tell("A solution")
        return Section(title, (tell(about, **counts), ", ".join(moves)), pictures=drawn)

    def _avoided(self, tell: Callable[..., str]) -> Section:
        some, shown = self.unavoidable, _spread(self.unavoidable, _SHOWN)
        after = "after {after:,} {after:move|moves}"
        boards = tuple((self.puzzle.started(layout), tell(after, after=moves)) for moves, layout in shown)
        lines = [tell(_ON_ALL, count=len(some))]
        if len(shown) < len(some):
            lines.append(tell("{count:,} of them are drawn.", count=len(shown)))
        return Section(tell("Unavoidable layouts"), tuple(lines), boards=boards)

    def _narrow(self, tell: Callable[..., str]) -> Section:
        narrow = self.passages
        if narrow is None:
            return Section(tell("Bottlenecks"), (tell("There are too many layouts to look for bottlenecks."),))
        level = "narrow level: {layouts:,} {layouts:layout|layouts}, {distance:,} {distance:move|moves} from the goal"
        lines = [tell(level, **each.to_json()) for each in narrow.waists]
        count, crossed = len(narrow.bridges), len(narrow.crossed)
        lines.append(tell(_CROSSED if crossed else _AVOIDED, count=count, crossed=crossed))
        beyond, shown = "bridge: {beyond:,} {beyond:layout|layouts} beyond it", _spread(narrow.crossed, 6)
        boards = tuple((self.puzzle.started(near), tell(beyond, beyond=each.beyond)) for each, near, _ in shown)
        return Section(tell("Bottlenecks"), tuple(lines), boards=boards)

    def markdown(self, lang: str = "en", picture: str | None = None) -> str:
        """Return the report in Markdown; `picture` is the address of the map, which is omitted without one."""
        parts = [f"# {self.title(lang)}"]
        for each in self.sections(lang):
            if each.pictures == (self.map,) and picture is None:
                continue
            parts.append(f"## {each.title}")
            parts += each.lines
            if each.rows:
                width = len(each.rows[0])
                lines = ["|" + " |" * width, "|" + "---|" * width]
                lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in each.rows]
                parts.append("\n".join(lines))
            for board, caption in each.boards:
                parts.append("\n".join(["```text", *board.rows(), "```", *filter(None, [caption])]))
            if each.pictures == (self.map,):
                parts.append(f"![{each.title}]({picture})")
        return "\n\n".join(parts) + "\n"

    def html(self, lang: str = "en") -> str:
        """The report as a self-contained HTML page."""
        parts = [f"<h1>{escape(self.title(lang))}</h1>"]
        for each in self.sections(lang):
            parts.append(f"<h2>{escape(each.title)}</h2>")
            parts += [f"<p>{escape(line)}</p>" for line in each.lines]
            if each.rows:
                rows = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in each.rows)
                parts.append(f"<div class=wide><table>{rows}</table></div>")
            figures = "".join(
                f"<figure>{svg(board, cell=34, lang=lang)}<figcaption>{escape(caption)}</figcaption></figure>"
                for board, caption in each.boards
            )
            parts += [f"<div class=boards>{figures}</div>"] if figures else []
            parts += [f"<div class=wide>{picture}</div>" for picture in each.pictures]
        style = "".join(stored("report.css").split("\n"))
        return (
            f'<!DOCTYPE html>\n<html lang="{"zh-CN" if lang == "zh" else "en"}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{escape(self.title(lang))}</title><style>{style}</style></head>"
            f"<body>{''.join(parts)}</body></html>\n"
        )


def _cell(text: str) -> str:
    """Return a cell of an HTML table; a bar of blocks becomes as wide as the page allows."""
    if text and not text.strip("█"):
        return f'<td class=bar><i style="width:{100 * len(text) // _WIDE}%"></i></td>'
    return f"<td>{escape(text)}</td>"


@limited
def report(puzzle: PuzzleLike, *, top: int = 3, picture: bool = True, **limits: Unpack[GivenLimits]) -> PuzzleReport:
    """Report on a puzzle, counted in moves, with `top` of the hardest layouts of its pieces.

    Without `picture`, the map is omitted. Raises `LimitReached` and `Cancelled`.

    >>> found = report("AB/../goal:/../AB", picture=False)
    >>> found.rating.best["move"], found.facts.layouts, found.sections()[0].title
    (2, 12, 'Facts')
    """
    puzzle = read_puzzle(puzzle)
    watch = Watch.of(**limits)
    table = table_of(puzzle, watch)
    watch.stage()
    if table is None:
        rating = rate(puzzle, watch=watch)
        watch.stage()
        optimal = rating.least and rating.score is not None
        solution = solve(puzzle, Metric.MOVE, optimal=optimal, watch=watch)
        return PuzzleReport(puzzle, rating, solution)
    rating = rate_on(table, puzzle, watch)
    watch.stage()
    solution = solve(puzzle, Metric.MOVE, watch=watch)
    facts = table.facts
    if not solution.solved:
        return PuzzleReport(puzzle, rating, solution, facts, table.histogram)
    space, longest = table.space, facts.longest or 0
    ways = table.path_counts(puzzle.start, watch=watch)
    alone = tuple((after, space.layout(next(iter(ranks)))) for after, ranks in enumerate(ways) if len(ranks) == 1)
    surveyed = _surveyed(puzzle, solution, table, watch, picture)
    farthest = Images.of(space, puzzle.goal).once(space, table.between(longest, longest).tolist())
    hardest = tuple(puzzle.started(space.layout(rank)) for rank in itertools.islice(farthest, top))
    return PuzzleReport(puzzle, rating, solution, facts, table.histogram, alone, hardest, *surveyed)


def _surveyed(
    puzzle: Puzzle, solution: Solution, table: DistanceTable, watch: Watch, picture: bool
) -> tuple[Passages | None, str | None, int]:
    """Return the bottlenecks of the component, its map, and the number of layouts on the map."""
    watch.stage()
    try:
        found = Map.of(puzzle, MAX_POINTS, watch=watch) if picture else None
    except LimitReached as error:
        if error.limit != "memory":
            raise
        found = None
    drawn, mapped = None, 0
    if found is not None:
        part, path = found.component, list[int]()
        mapped = len(part)
        if part.complete:
            steps = solve(puzzle, Metric.STEP, watch=watch)
            path = [i for layout in steps.layouts if (i := part.index(layout)) is not None]
        watch.count(0)
        start = part.index(puzzle.start)
        shown: dict[str, Any] = {"path": path or ([] if start is None else [start]), "cancel": watch.stopping}
        title = puzzle.name_zh or puzzle.name
        drawn = map_svg(found.xy, found.edges, table.left(part.ranks), title=title, **shown)
    watch.count(0)
    whole = found.component if found is not None and found.component.complete else None
    watch.stage()
    whole = whole or Component.of(puzzle, _NARROW, table.space, watch=watch)
    if not whole.complete or len(whole) > _NARROW:
        return None, drawn, mapped
    begin, to = mutual(*whole.neighbours(watch=watch), watch)
    far = table.left(whole.ranks)
    solved, start = far == 0, whole.index(puzzle.start) or 0
    watch.stage()
    every = bridges(begin.tolist(), to.tolist(), start, solved.tolist(), watch)
    goals, layout = int(solved.sum()), table.space.layout
    crossed = tuple(
        (each, layout(int(whole.ranks[each.near])), layout(int(whole.ranks[each.far])))
        for each in every
        if each.goals == goals
    )
    counts = np.bincount(far[far >= 0]).tolist()
    passages = Passages(tuple(waists(counts, len(solution))), tuple(every), crossed)
    return passages, drawn, mapped


def _spread(some: tuple[Any, ...], most: int) -> list[Any]:
    """Return at most `most` items, spread evenly, including the first and the last."""
    if len(some) <= most:
        return list(some)
    return [some[round(i * (len(some) - 1) / (most - 1))] for i in range(most)]


def _bars(histogram: tuple[int, ...], rows: int = 24, wide: int = _WIDE) -> list[tuple[str, int, str]]:
    """Return rows of a histogram: a range of distances, the number of layouts, and a bar."""
    each = max(1, -(-len(histogram) // rows))
    groups = [(i, sum(histogram[i : i + each])) for i in range(0, len(histogram), each)]
    most = max((count for _, count in groups), default=1)
    spans = (str(i) if each == 1 else f"{i}–{min(i + each, len(histogram)) - 1}" for i, _ in groups)
    bars = ("█" * max(1, round(wide * count / most)) for _, count in groups)
    return [(span, count, bar) for span, (_, count), bar in zip(spans, groups, bars, strict=True)]


# Bottlenecks: bridges (edges whose removal splits a component) and waists (distances with few layouts)


def bridges(
    begin: Sequence[int], to: Sequence[int], start: int, goals: Sequence[bool], watch: Watch | None = None
) -> list[Bridge]:
    """Return the bridges of the component of `start`, seen from there; bridges with most points beyond come first.

    The neighbors of point i are `to[begin[i]:begin[i + 1]]`; the graph is undirected. A depth-first search computes
    the low-link of each point (Tarjan, "A note on finding the bridges of a graph", 1974).

    >>> bridges([0, 1, 3, 4], [1, 0, 2, 1], 0, [False, False, True])
    [Bridge(near=0, far=1, beyond=2, goals=1), Bridge(near=1, far=2, beyond=1, goals=1)]
    """
    watch, n = watch or Watch(), len(begin) - 1
    order, low, size, solved = [-1] * n, [0] * n, [1] * n, [int(each) for each in goals]
    parent, edge = [-1] * n, list(begin[:-1])
    order[start], count, here = 0, 1, start
    found = []
    while here >= 0:
        if edge[here] < begin[here + 1]:
            other = to[edge[here]]
            edge[here] += 1
            if order[other] < 0:
                parent[other], order[other], low[other] = here, count, count
                count += 1
                here = other
                if count % 4096 == 0:
                    watch.count(4096)
            elif other != parent[here]:
                low[here] = min(low[here], order[other])
            continue
        above = parent[here]
        if above >= 0:
            if low[here] == order[here]:
                found.append(Bridge(above, here, size[here], solved[here]))
            low[above] = min(low[above], low[here])
            size[above] += size[here]
            solved[above] += solved[here]
        here = above
    return sorted(found, key=lambda each: (-each.beyond, each))


def waists(histogram: Sequence[int], distance: int, most: int = 5) -> list[Waist]:
    """Return the distances, between goal and start, at which layouts are fewest: local minima of the histogram.

    >>> waists([1, 5, 2, 7, 9], 4)
    [Waist(distance=2, layouts=2)]
    """
    inner = range(1, min(distance, len(histogram) - 1))
    found = [d for d in inner if histogram[d] < histogram[d - 1] and histogram[d] <= histogram[d + 1]]
    return [Waist(d, histogram[d]) for d in sorted(found, key=lambda d: (histogram[d], d))[:most]]
