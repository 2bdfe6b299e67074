"""The records of the museum: an exhibit, and the result of a run.

When a search ends at the goal, the part of its last level that it has seen depends on the order of expansion. So
`layouts` and `duplicates` count whole levels: the layouts nearer to the start than the goal, and the known layouts met
while generating them. If no goal is reached, these are all layouts.
"""

from __future__ import annotations

import functools
import math
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from huarong.graph import Graph, Watcher, bfs
from huarong.limits import GivenLimits
from huarong.model.board import Layout, Metric
from huarong.model.puzzle import Puzzle
from huarong.study.articles import article

S = TypeVar("S")

Note = tuple[str, dict[str, Any]]
"""A remark: a template in English and its values."""


def note(template: str, **values: Any) -> Note:
    """Return a remark in both languages: a template with its values."""
    return template, values


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a run: counts by whole levels, and the path from start to goal on demand.

    `layouts` is None if the answer was proved without a search, and `duplicates` is None if they are not counted.
    `depth` is the length of the solution in the exhibit's metric, or None if there is none. `levels` are the new
    layouts at each depth.
    """

    layouts: int | None
    duplicates: int | None
    depth: int | None
    levels: tuple[int, ...] = ()
    path: Callable[[], tuple[Layout, ...]] = field(default=tuple, repr=False, compare=False)
    notes: tuple[Note, ...] = ()


Solver = Callable[[], Found]
"""A prepared exhibit: each call is one run."""


class JsonRecord:
    """A record that returns all its fields as JSON; its subclasses are dataclasses."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON."""
        return asdict(cast(Any, self))


@functools.cache
def _texts() -> dict[str, dict[str, str]]:
    return tomllib.loads((Path(__file__).parents[1] / "data" / "exhibits.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Exhibit:
    """An exhibit of the museum; `data/exhibits.toml` has its article and its texts.

    `prepare` reads a puzzle into the exhibit's own terms, builds its tables, if it has any, and returns the run to
    time. It raises `InputError` for a puzzle that the design cannot express. If an exhibit ends at the first way,
    `whole` prepares the run that continues to all ways. `seconds` quickly estimates the time of the first run on this
    machine; None if unknown.
    """

    name: str
    metric: Metric
    prepare: Callable[[Puzzle], Solver] = field(repr=False)
    compiled: bool = False
    seconds: Callable[[Puzzle], float | None] | None = field(default=None, repr=False)
    whole: Callable[[Puzzle], Solver] | None = field(default=None, repr=False)

    @property
    def article(self) -> str:
        """The key of the article that describes it."""
        return _texts()[self.name]["article"]

    @property
    def author(self) -> str:
        """The author of its design."""
        return article(self.article).author

    def titled(self, lang: str = "en") -> str:
        """Return the exhibit's title in the language `lang`."""
        return self._said("title", lang)

    def about(self, lang: str = "en") -> str:
        """Return a sentence on what is special about the exhibit, in the language `lang`."""
        return self._said("about", lang)

    def story(self, lang: str = "en") -> str:
        """Return the description of the exhibit: what it is and how it works."""
        return f"{self.about(lang)}\n\n{self._said('doc', lang)}"

    def _said(self, part: str, lang: str) -> str:
        return _texts()[self.name][f"{part}_zh" if lang == "zh" else part]

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The exhibit's description as JSON."""
        plain = {"name": self.name, "article": self.article, "author": self.author, "title": self.titled()}
        plain |= {"title_zh": self.titled("zh"), "metric": self.metric.value}
        return plain | {"compiled": self.compiled, "about": self.about(lang)}


class Tally(Watcher[Any]):
    """A watcher that counts a breadth-first search by whole levels, and ends it after `most` levels.

    >>> tally = Tally()
    >>> tally.close(new=2, duplicates=0); tally.close(new=3, duplicates=1)
    >>> tally.found(depth=3)
    Found(layouts=6, duplicates=1, depth=3, levels=(1, 2, 3), notes=())
    """

    def __init__(self, most: float = math.inf) -> None:
        self.levels, self.most = [1], most
        self.duplicates = self._known = self._new = 0

    def generated(self, state: Any, parent: Any, known: bool, solved: bool) -> None:
        """Count a layout of the current level."""
        self._known += known
        self._new += not known

    def closed(self) -> None:
        """Count the level that has just been completed."""
        self.close(self._new, self._known)
        self._new = self._known = 0
        if len(self.levels) > self.most:
            raise Enough

    def close(self, new: int, duplicates: int) -> None:
        """Count a complete level, by its numbers of new and of known layouts."""
        if new:
            self.levels.append(new)
        self.duplicates += duplicates

    def found(self, depth: int | None, path: Callable[[], tuple[Layout, ...]] = tuple, *notes: Note) -> Found:
        """Return the record of the search as it ended."""
        if depth == 0:
            self.levels.clear()
        return Found(sum(self.levels), self.duplicates, depth, tuple(self.levels), path, notes)


Witness = Callable[..., None]
"""A function that a program of the articles calls to report its steps: a word for the action, and its values."""


def unseen(*_: Any) -> None:
    """Do nothing: the witness of an unwatched program."""


class Enough(Exception):
    """Ends a search that has given what was requested; raised by a watcher or a program."""


UNBOUNDED: GivenLimits = {"max_memory": 1 << 60, "max_seconds": math.inf}
"""The limits of a search in an exhibit. They are infinite, because its process or its tape has limits."""


def breadth_first(graph: Graph[S], start: S, layout: Callable[[S], Layout], *notes: Note) -> Found:
    """Return the record of a breadth-first search of a graph whose states are layouts."""
    tally = Tally()
    route = bfs(graph, start, watcher=tally, **UNBOUNDED)
    return tally.found(route.length, lambda: tuple(map(layout, route.path)), *notes)
