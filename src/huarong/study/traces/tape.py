"""Traces: what an exhibit does, written down while it runs, so that a page can replay it step by step.

A trace is JSON. Its state is a few tables, empty at first; a **frame** is one step of the exhibit:

    [what, values, [[table, key, value], ...]]

`what` names the sentence that is said of the step and `values` what stands in it; each assignment gives one entry of
a table a new value, null taking it away. Replaying a trace is making the assignments of frame after frame; going
back is taking them back. Nothing else moves on the page. The tables that all exhibits share:

    at      board: the layout that the step is about; others as the drawing needs
    count   the counters as they stand after the step

A layout of 4x5 is a text of 20 characters, `B` (2x2), `H` (2x1), `V` (1x2) or `S` (1x1) at the first cell of each piece
and `.` elsewhere; of the 8-puzzle, nine digits. `steps` is how many frames the whole run has, and `whole` holds its
figures; both are null where the run was ended after the frames that were asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from huarong.limits import Watch
from huarong.study.classic import BOX, HBAR, SINGLE, VBAR, Block

__all__ = ["Ended", "Tape", "Trace", "layout_text"]

FORMAT = 1
"""The number of this form; it rises where a page that reads the form before could not read the new one."""
LETTER = {BOX: "B", HBAR: "H", VBAR: "V", SINGLE: "S"}

Frame = tuple[str, dict[str, Any], list[tuple[str, str | int, Any]]]


class Ended(Exception):
    """So many frames as were asked for are written."""


@dataclass(frozen=True)
class Trace:
    """A trace as the module's page describes it, with the exhibit's name and the puzzle's line."""

    show: str
    puzzle: str
    option: int | None
    frames: tuple[Frame, ...]
    steps: int | None
    whole: dict[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        """The trace as plain values."""
        return {
            "format": FORMAT,
            "show": self.show,
            "puzzle": self.puzzle,
            "option": self.option,
            "frames": [list(frame) for frame in self.frames],
            "steps": self.steps,
            "whole": self.whole,
        }


@dataclass
class Tape:
    """Writes the frames of one run, at most so many of them.

    After the last one the run goes on unwritten (`on` is then false), or, unless its `whole` is wanted, ends there by `Ended`.
    Whatever a recorder would compute for the page alone it leaves away while the tape is not `on`.

    >>> tape = Tape(most=1)
    >>> tape.put("at", "board", "B" + 19 * "."); tape.frame("start"); tape.frame("new", n=1)
    >>> tape.frames, tape.steps, tape.on
    ([('start', {}, [('at', 'board', 'B...................')])], 2, False)
    """

    most: int
    whole: bool = True
    watch: Watch = field(default_factory=Watch)
    frames: list[Frame] = field(default_factory=list)
    steps: int = 0
    figures: dict[str, Any] = field(default_factory=dict)
    """Of the whole run, as the exhibit itself counted them."""
    uncounted: bool = False
    """Whether the figures were had otherwise, so that it is not known how many frames the whole run has."""

    def __post_init__(self) -> None:
        self._puts: list[tuple[str, str | int, Any]] = []
        self._shown: dict[tuple[str, str | int], Any] = {}

    @property
    def on(self) -> bool:
        """Whether the next frame is still written."""
        return len(self.frames) < self.most

    def put(self, table: str, key: str | int, value: Any) -> None:
        """Assign one entry in the frame that is being written; an entry that has this value already is left out."""
        if self.on and self._shown.get((table, key)) != value:
            self._shown[table, key] = value
            self._puts.append((table, key, value))

    def frame(self, what: str, **values: Any) -> None:
        """End a frame, a step of the exhibit. Raises `Ended`, and what the watch raises."""
        if self.on:
            self.frames.append((what, values, self._puts))
            self._puts = []
        self.steps += 1
        if not self.on and not self.whole:
            raise Ended
        if not self.steps % 64:
            self.watch.look(0, self.steps)


def layout_text(blocks: Iterable[Block]) -> str:
    """A layout of 4x5 as traces write it.

    >>> layout_text([("2x2", 1), ("1x1", 13)])
    '.B...........S......'
    """
    cells = ["."] * 20
    for size, head in blocks:
        cells[head] = LETTER[size]
    return "".join(cells)
