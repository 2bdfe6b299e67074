"""The hardest starts: the layouts of a set of pieces that are farthest from a goal."""

import functools
import itertools
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Unpack

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import puzzle_at, read_goal
from huarong.atlas.statistics import Facts, PieceSet, farthest_by_set
from huarong.device import Processor
from huarong.errors import InputError, expect
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Goal, Kind, Layout, Metric, MetricLike, as_metric
from huarong.model.pieces import kind_text
from huarong.model.puzzle import Puzzle
from huarong.model.symbols import WALL
from huarong.model.symmetry import preserving
from huarong.model.text import drawn
from huarong.resuming import Journal
from huarong.space.space import Space


@dataclass(frozen=True)
class Images:
    """The symmetries of a space and a goal: a layout and its images are equally far from the goal.

    For each symmetry and kind, `maps` has the kind of the image and the image of each head.

    >>> space = Space.parse("4x5 2x2:1 1x1:1")
    >>> images = Images.of(space, Goal.of([[(0, 13)]]))
    >>> [each.heads for each in images.all(Layout(((0,), (11,))))]
    [((2,), (8,))]
    """

    maps: tuple[tuple[tuple[int, dict[int, int]], ...], ...]

    @classmethod
    def of(cls, space: Space, goal: Goal) -> "Images":
        """Find the symmetries of a space and a goal in it."""
        board, found = space.board, []
        for symmetry, to in preserving(board, space.kinds, space.counts, goal):
            heads = ({head: symmetry.head(board, kind, head) for head in board.heads(kind)} for kind in space.kinds)
            found.append(tuple(zip(to, heads, strict=True)))
        return cls(tuple(found))

    def all(self, layout: Layout) -> Iterator[Layout]:
        """Iterate over the images of a layout, one for each symmetry; the layout may be one of them."""
        for each in self.maps:
            groups: list[tuple[int, ...]] = [()] * len(each)
            for (kind, heads), group in zip(each, layout.heads, strict=True):
                groups[kind] = tuple(heads[head] for head in group)
            yield Layout(tuple(groups), layout.home)

    def once(self, space: Space, ranks: Iterable[int]) -> Iterator[int]:
        """Iterate over the first rank of each set of images, in the order of the ranks given."""
        seen = set[int]()
        for rank in ranks:
            if rank not in seen:
                seen.add(rank)
                seen.update(map(space.rank, self.all(space.layout(rank))))
                yield rank


@dataclass(frozen=True, slots=True)
class Start:
    """A start and its distance to the goal."""

    puzzle: Puzzle
    length: int

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle on one line, with its goal, and the length, as JSON."""
        return {"puzzle": self.puzzle.line(), "length": self.length}


@dataclass(frozen=True)
class Hardest:
    """The facts of a space in one metric, and its hardest starts without symmetric copies, longest first.

    A start and its images count as one. Images are all rotations and reflections that leave board, pieces and goal
    unchanged.
    """

    space: Space
    goal: Goal
    metric: Metric
    facts: Facts
    starts: tuple[Start, ...]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        about = {"space": self.space.text, "metric": self.metric.value}
        return {**about, **_json(self), "seconds": round(self.seconds, 6)}


def _json(found: "Hardest | HardestSet | HardestGoal") -> dict[str, Any]:
    return {**found.facts.to_json(), "hardest": [each.to_json() for each in found.starts]}


@limited
def hardest(
    space: Space | str,
    goal: Goal | str | None = None,
    metric: MetricLike = Metric.MOVE,
    *,
    top: int = 10,
    **limits: Unpack[GivenLimits],
) -> Hardest:
    """Return the `top` layouts of a space that are farthest from a goal, farthest first, then in the order of ranks.

    The space may be a text, board and pieces. The goal may be rows with `/` between; by default it is the usual goal of
    华容道, or a largest piece at the bottom right. The result is exact, because every layout is searched. Raises
    `TooLargeError`, `LimitReached`, `Cancelled`, and `InputError`.

    >>> found = hardest("3x2 2x1:1 1x1:2", ".../.aa", "step", top=2)
    >>> [(start.puzzle.line(), start.length) for start in found.starts]
    [('AA./.BC/goal:/.../.AA', 6), ('AAB/C../goal:/.../.AA', 6)]
    """
    watch = Watch.of(**limits)
    atlas = _atlas(space, goal, metric, top, watch)
    starts = tuple(itertools.islice(_farthest(atlas, watch), top))
    return Hardest(atlas.space, atlas.goal, atlas.metric, atlas.facts, starts, watch.seconds)


def _space(space: Space | str, top: int) -> Space:
    """Return a space, read if it is a text. Raises `InputError`, also for a `top` below 1."""
    if top < 1:
        raise InputError("{value} is not a valid number of layouts; expected more than 0", value=top)
    expect(space, Space, str)
    return Space.parse(space) if isinstance(space, str) else space


def _atlas(
    space: Space | str,
    goal: Goal | str | None,
    metric: MetricLike,
    top: int,
    watch: Watch,
    engine: Processor | None = None,
) -> Atlas:
    space = _space(space, top)
    goal = goal if isinstance(goal, Goal) else read_goal(space, goal, corner=True)
    if any(least != most for least, most in space.counts):
        template = (
            "these sets of pieces have {layouts:,} {layouts:layout|layouts}, which need {size}, but the limit is "
            "{bound}: use narrower ranges or allow more memory"
        )
        dense.require(space, 1.1, watch.memory, template)
    return Atlas.build(space, goal, metric, engine=engine, watch=watch)


def _farthest(atlas: Atlas, watch: Watch) -> Iterator[Start]:
    """Iterate over all solvable layouts of an atlas as puzzles, farthest first, one of each set of mirror images."""
    space, images = atlas.space, Images.of(atlas.space, atlas.goal)
    for distance in range(len(atlas.histogram) - 1, -1, -1):
        ranks = dense.where(atlas.table, distance, watch).tolist()
        for rank in images.once(space, ranks):
            yield Start(puzzle_at(space, space.layout(rank), atlas.goal), distance)
            watch.ask()


@dataclass(frozen=True)
class HardestSet:
    """The hardest starts of one set of pieces of a family: the set as text, its facts, and some starts."""

    pieces: str
    empty: int
    facts: Facts
    starts: tuple[Start, ...]

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return {"pieces": self.pieces, "empty": self.empty, **_json(self)}


@limited
def hardest_sets(
    space: Space | str,
    goal: Goal | str | None = None,
    metric: MetricLike = Metric.MOVE,
    *,
    top: int = 1,
    engine: Processor | None = None,
    **limits: Unpack[GivenLimits],
) -> tuple[HardestSet, ...]:
    """Return the hardest starts of every set of pieces of a family (counts with ranges), by one search of the space.

    For each set, it returns at most `top` of the layouts at the greatest distance, and only one of several mirror
    images. `engine` is as in `Atlas.build`. Raises the errors of `hardest`.

    >>> [(each.pieces, each.facts.longest) for each in hardest_sets("4x5 2x2:1 1x1:12..14")]
    [('2x2:1 1x1:12', 14), ('2x2:1 1x1:13', 20), ('2x2:1 1x1:14', 22)]
    """
    watch = Watch.of(**limits)
    atlas = _atlas(space, goal, metric, top, watch, engine)
    space, images, sets = atlas.space, Images.of(atlas.space, atlas.goal), []
    if space.size and all(least == most for least, most in space.counts):  # counting by set takes as long as the atlas
        counts = tuple(most or 0 for _, most in space.counts)
        empty = len(space.board.free) - sum(n * len(kind.shape) for n, kind in zip(counts, space.kinds, strict=True))
        ranks = dense.where(atlas.table, atlas.facts.longest or 0, watch)
        found: Iterable[tuple[PieceSet, Any]] = [(PieceSet(counts, empty, atlas.facts, ()), ranks)]
    else:
        found = farthest_by_set(space, atlas.table, watch)
    for each, ranks in found:
        some = itertools.islice(images.once(space, ranks.tolist()), top)
        puzzles = (puzzle_at(space, space.layout(rank), atlas.goal) for rank in some)
        starts = tuple(Start(puzzle, each.facts.longest or 0) for puzzle in puzzles)
        watch.ask()
        pairs = zip(space.kinds, each.counts, strict=True)
        pieces = " ".join(f"{kind_text(kind)}:{count}" for kind, count in pairs if count)
        sets.append(HardestSet(pieces, each.empty, each.facts, starts))
    return tuple(sets)


@dataclass(frozen=True)
class HardestGoal:
    """The hardest starts for one goal: the piece that it names, the goal as rows with `/`, the facts, some starts."""

    piece: str
    goal: str
    facts: Facts
    starts: tuple[Start, ...]

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return {"piece": self.piece, "goal": self.goal, **_json(self)}


def _kept(data: dict[str, Any]) -> HardestGoal:
    """Return a `HardestGoal` from its JSON in a journal."""
    starts = (Start(Puzzle.parse(each["puzzle"]), each["length"]) for each in data["hardest"])
    facts = Facts(**{each.name: data[each.name] for each in fields(Facts)})
    return HardestGoal(data["piece"], data["goal"], facts, tuple(starts))


@limited
def hardest_goals(
    space: Space | str,
    metric: MetricLike = Metric.MOVE,
    *,
    top: int = 1,
    journal: str | Path | None = None,
    **limits: Unpack[GivenLimits],
) -> tuple[HardestGoal, ...]:
    """Return the hardest starts for every goal of one piece at one place, hardest goals first.

    A goal names an individual piece: if several pieces are equal, one is marked, which makes the space larger. Only one
    of several goals that are mirror images is returned. `journal` names a file that keeps each finished goal, so that a
    stopped search can be resumed. Raises the errors of `hardest`, and `FileError`.

    >>> [(g.piece, g.goal, g.facts.longest) for g in hardest_goals("3x2 2x1:1 1x1:3", "step")]
    [('1x1', '.a./...', 7), ('1x1', 'a../...', 6), ('2x1', 'aa./...', 4)]
    """
    space, metric, watch = _space(space, top), as_metric(metric), Watch.of(**limits)
    done = Journal(journal, f"{space.text}, {metric}s, top {top}")
    found = []
    for each in all_goals(space):
        data = done.get(f"{each[0].text}, {each[1]} {each[2]}", functools.partial(one_goal, *each, metric, top, watch))
        found.append(_kept(data))
    return tuple(sorted(found, key=lambda each: -(each.facts.longest or 0)))


def all_goals(space: Space) -> Iterator[tuple[Space, int, int, str]]:
    """Iterate over every goal that requires one piece at one place; of two mirror images, only one.

    Each has the space with the piece as a kind of its own, the index of that kind, the head, and the piece's name.
    """
    maps = Images.of(space, Goal(())).maps
    for k, (kind, (least, most)) in enumerate(zip(space.kinds, space.counts, strict=True)):
        if most == 0:
            continue
        marked, one = (space, kind) if (least, most) == (1, 1) else _marked(space, k)
        key = marked.kinds.index(one)
        for head in space.board.heads(kind):
            if all((each[k][0], each[k][1][head]) >= (k, head) for each in maps):
                yield marked, key, head, kind_text(kind)


def _marked(space: Space, k: int) -> tuple[Space, Kind]:
    """Return the space in which a mark distinguishes one piece of a kind from the others, and that piece's kind."""
    least, most = space.counts[k]
    pairs = list(zip(space.kinds, space.counts, strict=True))
    rest = (max(0, least - 1), None if most is None else most - 1)
    one = replace(space.kinds[k], mark=min({*string.ascii_uppercase} - {kind.mark for kind in space.kinds}))
    pairs[k : k + 1] = [*([] if rest == (0, 0) else [(space.kinds[k], rest)]), (one, (1, 1))]
    kinds, counts = zip(*sorted(pairs, key=lambda pair: pair[0].order), strict=True)
    return Space(space.board, kinds, counts, space.empty), one


def one_goal(space: Space, kind: int, head: int, piece: str, metric: Metric, top: int, watch: Watch) -> dict[str, Any]:
    """Return the `HardestGoal`, as JSON, for a piece of a kind, named `piece`, and its goal head."""
    board, found = space.board, hardest(space, Goal.of([[(kind, head)]]), metric, top=top, watch=watch)
    marks = [*((c, WALL) for c in board.walls), *((c, "a") for c in board.cells(space.kinds[kind], head) or ())]
    return HardestGoal(piece, "/".join(drawn(board, marks)), found.facts, found.starts).to_json()
