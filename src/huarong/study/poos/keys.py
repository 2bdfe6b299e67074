"""Key points ("木桩") of poos: the layouts that every shortest solution passes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

from huarong.atlas.atlas import Atlas
from huarong.atlas.table import UnsolvableError
from huarong.atlas.waypoints import unavoidable
from huarong.draw.picture import svg
from huarong.draw.terminal import Line, filmstrip
from huarong.library.reader import puzzle as read
from huarong.limits import GivenLimits, limited
from huarong.model.board import Layout, Metric, MetricName, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.study.classic import Classic
from huarong.study.poos.nodes import layout_code
from huarong.study.poos.posts import Posts


@dataclass(frozen=True, slots=True)
class KeyPoints:
    """The layouts that every shortest solution of a puzzle passes, if any, with the moves made before each."""

    puzzle: Puzzle
    metric: Metric
    length: int
    solutions: int
    points: tuple[tuple[int, Layout], ...]

    def drawn(self, *, colours: bool | str = False, width: int = 80) -> list[Line]:
        """Return small boards side by side for a terminal, each above the number of moves made so far."""
        boards = [self.puzzle.heads(layout) for _, layout in self.points]
        captions = [str(made) for made, _ in self.points]
        return filmstrip(self.puzzle, boards, captions, colours=colours, width=width)

    def svg(self, across: int = 8, cell: int = 24) -> str:
        """Return the boards as the text of one SVG image, `across` in a row."""
        wide, high = (self.puzzle.board.width + 1) * cell, (self.puzzle.board.height + 2) * cell
        parts = []
        for number, (made, layout) in enumerate(self.points):
            x, y = number % across * wide, number // across * high
            board = svg(self.puzzle, layout, labels=False, cell=cell)
            parts.append(board.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1))
            parts.append(
                f'<text x="{x + wide // 2}" y="{y + high - cell // 2}" text-anchor="middle" '
                f'font-size="{cell // 2}" font-family="sans-serif">{made}</text>'
            )
        rows = -(-len(self.points) // across)
        size = f'width="{across * wide}" height="{rows * high}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>\n'

    def to_json(self) -> dict[str, Any]:
        """The figures as JSON, each point with its rows."""
        rows = [{"moves": made, "rows": list(self.puzzle.rows(self.puzzle.heads(at)))} for made, at in self.points]
        found = {"metric": self.metric.value, "length": self.length if rows else None, "solutions": self.solutions}
        return found | {"count": len(rows), "points": rows}


@limited
def key_points(
    puzzle: PuzzleLike, metric: Metric | MetricName = Metric.MOVE, **limits: Unpack[GivenLimits]
) -> KeyPoints:
    """Find the layouts that every best solution passes. Raises `LimitReached` and `Cancelled`.

    >>> found = key_points("横刀立马")
    >>> found.length, [made for made, _ in found.points]
    (81, [0])
    """
    start, metric = read(puzzle), as_metric(metric)
    atlas = Atlas.of(start, metric, **limits)
    layout = atlas.layout(start)
    try:
        length, ranks = atlas[layout], unavoidable(atlas, layout)
    except UnsolvableError:
        return KeyPoints(start, metric, 0, 0, ())
    passed = [atlas.space.layout(rank) for rank in ranks]
    points = tuple((length - atlas[each], each) for each in passed)
    return KeyPoints(start, metric, length, atlas.count_solutions(layout), points)


@limited
def key_record(puzzle: Puzzle, **limits: Unpack[GivenLimits]) -> Posts:
    """Return the key points of a puzzle of the articles, in steps, as a record to leap along, without start and goals.
    Every shortest solution passes all key points, and each leap is a shortest path, so the whole solution is shortest.
    Raises `InputError`, `LimitReached` and `Cancelled`.

    >>> from huarong.library.reader import puzzle
    >>> list(key_record(puzzle("孔明扇")).left.values())[:3]
    [1, 2, 8]
    """
    classic = Classic.of(puzzle, empty=2)
    found = key_points(puzzle, Metric.STEP, **limits)
    inner = [(layout_code(puzzle, at), made) for made, at in reversed(found.points) if 0 < made < found.length]
    return Posts(classic.goals, {code: found.length - made for code, made in inner})
