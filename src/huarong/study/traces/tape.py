"""The format of traces, the recordings of running exhibits that a page replays step by step.

A trace is JSON. Its state is a few tables, empty at first; a **frame** is one step of the exhibit:

    [what, values, [[table, key, value], ...]]

`what` is the key of the sentence about the step and `values` its values; each assignment sets one entry of a table,
or removes it (null). A page replays a trace by making the assignments frame by frame, and goes back by undoing them;
all that it shows comes from the tables. The tables that all exhibits have:

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

FORMAT = 1
"""The version of the format; it increases with incompatible changes."""
LETTER = {BOX: "B", HBAR: "H", VBAR: "V", SINGLE: "S"}

Frame = tuple[str, dict[str, Any], list[tuple[str, str | int, Any]]]


class Ended(Exception):
    """Raised when all frames asked for are recorded."""


@dataclass(frozen=True)
class Trace:
    """A trace in the module's format, with the exhibit's name and the puzzle's line."""

    show: str
    puzzle: str
    option: int | None
    frames: tuple[Frame, ...]
    steps: int | None
    whole: dict[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        """The trace as JSON."""
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
    """Records the frames of a run, at most `most` of them.

    After the last one the run goes on without recording (`on` is false), or, unless its `whole` is wanted, is ended
    by `Ended`. Recorders skip computations that only serve the page while the tape is not `on`.

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
    """The figures of the whole run, as the exhibit counted them."""
    uncounted: bool = False
    """Whether the figures come from another program, so that the number of frames of the whole run is not known."""

    def __post_init__(self) -> None:
        self._puts: list[tuple[str, str | int, Any]] = []
        self._shown: dict[tuple[str, str | int], Any] = {}

    @property
    def on(self) -> bool:
        """Whether the next frame is recorded."""
        return len(self.frames) < self.most

    def put(self, table: str, key: str | int, value: Any) -> None:
        """Assign an entry in the current frame; an assignment of its present value is left out."""
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
