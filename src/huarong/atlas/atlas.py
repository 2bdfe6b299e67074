"""The atlas: the distances of all layouts of a space to the goal, in one array, and its look-ups.

One search from all goals at once finds the distance of every layout. Best moves, solutions, counts and facts are then
looked up. The index into the array is the rank, so there are no keys and no hashing.
"""

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from huarong.atlas import dense, engines, file as atlas_file
from huarong.atlas.dense import DistanceArray, RankArray
from huarong.atlas.goals import check_goal, goal_in, puzzle_at
from huarong.atlas.statistics import Components, PieceSet, histogram, piece_sets
from huarong.atlas.survey import Survey
from huarong.atlas.table import DistanceTable
from huarong.device import Processor
from huarong.draw.picture import svg
from huarong.errors import FileError, InputError, expect
from huarong.i18n import say
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import MAX_MEMORY, GivenLimits, Watch, limited, memory_size
from huarong.model.board import Goal, Layout, Metric, MetricLike, as_metric
from huarong.model.impossible import explained
from huarong.model.puzzle import Puzzle, PuzzleLike, Solution, Why, replay, unsolvable
from huarong.space.space import Space


@dataclass(frozen=True, eq=False)
class Atlas(DistanceTable, Mapping[Layout, int]):
    """A mapping from every solvable layout of a space to its distance from the goal, in one metric.

    `table` has the distances by rank (see `distances`), and `seconds` is the time that the search took. For an atlas
    from the cache folder, `cached_at` is when its search ended; else it is None. `reason` is the key of `why`.

    >>> puzzle = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
    >>> atlas = Atlas.of(puzzle, "step")
    >>> atlas[puzzle.start], len(atlas), atlas.facts.longest
    (116, 53954, 126)
    >>> [(each.start, each.stop, each.distance) for each in atlas.best_moves(puzzle.start)]
    [(16, 17, 115), (19, 18, 115)]
    """

    source = "atlas"

    space: Space
    goal: Goal
    metric: Metric
    table: DistanceArray
    seconds: float = 0.0
    stored: atlas_file.Stored | None = None
    cached_at: datetime | None = None
    reason: str = ""

    @property
    def why(self) -> Why | None:
        """Why the engine was chosen (see `huarong.atlas.engines`); None if unknown."""
        return engines.why(self.reason)

    @classmethod
    @limited
    def build(
        cls,
        space: Space,
        goal: Goal,
        metric: MetricLike = Metric.MOVE,
        *,
        save: str | Path | None = None,
        engine: Processor | None = None,
        **limits: Unpack[GivenLimits],
    ) -> "Atlas":
        """Compute the distance of every layout, one byte each, by a search from all goals at once.

        The search makes moves backwards, so it is also correct for kinds of piece that slide one way only. With `save`,
        the atlas is written to that file. An atlas larger than `max_memory` is then built on disk, beside the file (see
        `huarong.atlas.engines`); call `build` again to resume a stopped build. `engine` is `"gpu"` for a graphics
        processor and `"cpu"` for none; by default, a large space uses a graphics processor with enough free memory.
        Raises `TooLargeError` before anything is allocated, `LimitReached`, `Cancelled`, `FileError`, and `InputError`
        if the space is empty, the goal does not belong to it, or there is no such engine.
        """
        watch, metric = Watch.of(**limits), as_metric(metric)
        expect(space, Space)
        with watch.setting_up():
            space.require_layouts()
            check_goal(space, goal)
            if save is not None and not engines.fits_memory(space, watch.memory):
                engines.build(save, space, goal, metric, watch)
                return cls(**atlas_file.opened(save, watch.memory // 2, space))
            engines.require_memory(space, watch.memory)
            began = watch.seconds
            values, reason = engines.distances(space, goal, metric, watch, engine)
            atlas = cls(space, goal, metric, values, watch.seconds - began, reason=reason)
            if save is not None:
                atlas.save(save, watch=watch)
        return atlas

    @classmethod
    @limited
    def of(
        cls,
        puzzle: PuzzleLike,
        metric: MetricLike = Metric.MOVE,
        *,
        save: str | Path | None = None,
        **limits: Unpack[GivenLimits],
    ) -> "Atlas":
        """The atlas of all layouts of a puzzle's pieces, for its goal. See `build`."""
        puzzle = read_puzzle(puzzle)
        return cls.build(Space.of(puzzle), puzzle.goal, metric, save=save, **limits)

    @classmethod
    @limited
    def cached(
        cls,
        space: Space,
        goal: Goal,
        metric: MetricLike = Metric.MOVE,
        *,
        fresh: bool = False,
        engine: Processor | None = None,
        **limits: Unpack[GivenLimits],
    ) -> "Atlas":
        """Return the atlas from the user's cache folder; without a valid one, build it and cache it if possible.

        `fresh` builds it in any case. `cached_at` and `seconds` of the atlas say when it was built and how long this
        took.
        """
        metric = as_metric(metric)
        watch = Watch.of(**limits)
        path = atlas_file.cache_path(atlas_file.title(space, goal, metric))
        with contextlib.suppress(OSError, FileError):
            atlas = None if fresh else cls.open(path)
            if atlas and (atlas.space, atlas.goal, atlas.metric) == (space, goal, metric):
                written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                return replace(atlas, cached_at=written.replace(microsecond=0))
        atlas = cls.build(space, goal, metric, engine=engine, watch=watch)
        with contextlib.suppress(OSError, FileError):
            path.parent.mkdir(parents=True, exist_ok=True)
            atlas.save(path, watch=watch)
        return atlas

    @classmethod
    def open(cls, path: str | Path, *, max_memory: int | str = MAX_MEMORY) -> "Atlas":
        """Open the atlas in a file. This reads only the header; each look-up reads the MiB that it needs.

        Every MiB is checked against its checksum when it is first read, and is then kept in memory. For a larger file,
        at most half of `max_memory` is kept at a time. Only `distances` reads the whole file. Raises
        `FileNotFoundError`, and `FileError` (in look-ups too), which says what is wrong with the file.
        """
        return cls(**atlas_file.opened(path, memory_size(max_memory) // 2))

    @limited
    def save(self, path: str | Path, **limits: Unpack[GivenLimits]) -> None:
        """Write the atlas to a file, completely or not at all. Raises `FileError`, `LimitReached` and `Cancelled`."""
        watch = Watch.of(**limits)
        values, of = self._verified(watch), (self.space, self.goal, self.metric)
        about = atlas_file.header(*of, values.itemsize, self.histogram, self.seconds, self.reason)
        atlas_file.write(path, about, values, watch)

    # Look-ups

    def distance(self, rank: int) -> int | None:
        """Return the distance to the goal of the layout with this rank; None if it cannot be solved."""
        try:
            if rank < 0:
                self.space.layout(rank)
            value = self._read(rank)
        except (IndexError, TypeError, OverflowError):
            self.space.layout(rank)
            raise
        return None if value == self.nowhere else value

    def lookup(self, ranks: ArrayLike) -> DistanceArray:
        """Return the distances of many ranks, encoded as in `distances`. Raises `IndexError`."""
        numbers = self.space.as_ranks(ranks)
        return self.table[numbers] if self.stored is None else self.stored[numbers]

    @property
    def distances(self) -> DistanceArray:
        """All distances by rank. A layout that cannot be solved has the greatest number of the type (255 for bytes)."""
        if self.stored is not None:
            self.stored.verify()
        return self.table

    def _verified(self, watch: Watch) -> atlas_file.ByRank:
        """Return the distances, checked now or, if the file is larger than memory, when they are read."""
        if self.stored is not None and self.stored.file.room is not None:
            return self.stored
        if self.stored is not None:
            self.stored.verify(watch)
        return self.table

    @functools.cached_property
    def _read(self) -> Callable[[int], int]:
        return self.table.data.__getitem__ if self.stored is None else self.stored.read

    @functools.cached_property
    def nowhere(self) -> int:
        """The number that marks a layout that cannot be solved: the greatest of the type (255 for bytes)."""
        return dense.unknown(self.table)

    def left(self, ranks: ArrayLike) -> NDArray[np.int64]:
        """Return the distances of many ranks; -1 for layouts that cannot be solved. Raises `IndexError`."""
        found = self.lookup(ranks).astype(np.int64)
        found[found == self.nowhere] = -1
        return found

    def component_size(self, rank: int, watch: Watch) -> int:
        """Return the number of layouts in a layout's component; the first call takes as long as a search."""
        parts = self.divided(watch)
        return int(parts.sizes[parts.labels[rank]])

    def __iter__(self) -> Iterator[Layout]:
        """Iterate over the solvable layouts in the order of their ranks."""
        ranks = range(self.space.size)
        return (self.space.layout(rank) for rank in ranks if self.distance(rank) is not None)

    def __len__(self) -> int:
        """Return the number of solvable layouts."""
        return self.facts.solvable

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<Atlas of {self.space.size:,} layouts in {self.metric}s: {self.space.text}>"

    # Solutions of puzzles

    def solution(self, puzzle: PuzzleLike) -> Solution:
        """Look up a shortest solution of a puzzle of this space, with named pieces.

        Raises `NotInSpaceError`, and `InputError` if the puzzle has another goal.
        """
        puzzle = read_puzzle(puzzle)
        if self.layout(puzzle) not in self:
            return explained(unsolvable(puzzle, self.metric))
        return next(self.solutions(puzzle))

    def solutions(self, puzzle: PuzzleLike) -> Iterator[Solution]:
        """Iterate over all shortest solutions of a puzzle of this space, in a fixed order. Raises like `solution`."""
        puzzle = read_puzzle(puzzle)
        for line in self.lines(self.layout(puzzle)):
            yield replay(puzzle, self.metric, [(each.start, each.stop) for each in line])

    def layout(self, puzzle: PuzzleLike) -> Layout:
        """Return the start of a puzzle as a layout of this space.

        Raises `NotInSpaceError`, and `InputError` if the puzzle has another goal than the atlas.
        """
        puzzle = read_puzzle(puzzle)
        layout = self.space.place(puzzle.start, puzzle.kinds)
        if self.goal != goal_in(self.space, puzzle):
            raise InputError("the puzzle has a different goal from this atlas")
        self.space.rank(layout)
        return layout

    # Facts

    @functools.cached_property
    def histogram(self) -> tuple[int, ...]:
        """The number of layouts at each distance, from 0 to the longest."""
        return histogram(self.table) if self.stored is None else self.stored.histogram

    @property
    def components(self) -> Components:
        """The components of the space; they take 4 bytes a layout, and the first call takes as long as a search."""
        return self.divided(Watch())

    def divided(self, watch: Watch) -> Components:
        """Return the components; compute them under the caller's watch if they are unknown."""
        kept: dict[str, Components] = self.__dict__
        if "_components" not in kept:
            kept["_components"] = Components.of(self.space, self._verified(watch), watch=watch)
        return kept["_components"]

    def ranks(self, distance: int | None) -> RankArray:
        """Return the ranks of all layouts at a distance, ascending; None selects the layouts that cannot be solved."""
        expect(distance, int, type(None))
        wanted = self.nowhere if distance is None else distance
        return dense.where(self._verified(Watch()), wanted)

    def hardest(self) -> tuple[Layout, ...]:
        """Return all layouts at the longest distance; empty if no layout can be solved."""
        if self.facts.longest is None:
            return ()
        return tuple(map(self.space.layout, self.ranks(self.facts.longest).tolist()))

    def hardest_puzzles(self, most: int = 8, puzzle: PuzzleLike | None = None) -> tuple[Puzzle, ...]:
        """Return at most `most` of the layouts at the longest distance as puzzles with the goal, by rank.

        If a `puzzle` of this space is given, they have the names of its pieces.
        """
        expect(most, int)
        if self.facts.longest is None:
            return ()
        layouts = map(self.space.layout, self.ranks(self.facts.longest)[: max(0, most)].tolist())
        if puzzle is not None:
            return tuple(map(read_puzzle(puzzle).started, layouts))
        return tuple(puzzle_at(self.space, layout, self.goal) for layout in layouts)

    def survey(self, hardest: int = 100, components: bool = True, puzzle: PuzzleLike | None = None) -> Survey:
        """Return all figures, with up to `hardest` hardest puzzles; `components` take as long as a search."""
        counted = self.facts, self.histogram, self.components if components else None
        starts = self.hardest_puzzles(hardest, puzzle)
        return Survey(self.space, self.metric, *counted, starts, self.seconds, self.cached_at, self.why)

    @limited
    def piece_sets(self, components: bool = False, **limits: Unpack[GivenLimits]) -> tuple[PieceSet, ...]:
        """Return the facts for each set of pieces, in a space with several sets.

        Raises `LimitReached`, `Cancelled`, and `InputError` if there are too many sets for a table.
        """
        watch = Watch.of(**limits)
        parts = self.divided(watch) if components else None
        return piece_sets(self.space, self._verified(watch), parts, watch)

    def to_json(self, components: bool = True, hardest: int = 100) -> dict[str, Any]:
        """Return the facts as JSON; facts about components are null unless `components` is true.

        The list has up to `hardest` of the hardest layouts, each as a puzzle on one line with its goal.
        """
        return self.survey(hardest, components).to_json()

    def _repr_html_(self) -> str:
        template = "{layouts:,} {layouts:layout|layouts}, {solvable:,} of them solvable"
        about = say(template, layouts=self.facts.layouts, solvable=self.facts.solvable)
        if not (shown := self.hardest_puzzles(1)):
            return f"<p>{escape(self.space.text)}: {about}</p>"
        text = "one of the {count:,} hardest layouts: {longest:,} {longest:move|moves} ({metric})"
        far = say(text, count=self.facts.longest_count, longest=self.facts.longest, metric=self.metric)
        caption = f"{escape(self.space.text)}<br>{about}<br>{far}"
        return f"<figure>{svg(shown[0])}<figcaption>{caption}</figcaption></figure>"


def largest_difference(one: Atlas, other: Atlas) -> tuple[int, RankArray]:
    """Return the greatest excess of a layout's distance in `one` over that in `other`, and the ranks that have it.

    Layouts that cannot be solved are ignored. Raises `InputError` unless both have the same space and goal.
    """
    for each in (one, other):
        expect(each, Atlas)
    if (one.space, one.goal) != (other.space, other.goal):
        raise InputError("the two atlases have different spaces or goals")
    difference = one.distances.astype(np.int32) - other.distances
    difference[one.distances == one.nowhere] = -1
    most = int(difference.max())
    return most, np.flatnonzero(difference == most)
