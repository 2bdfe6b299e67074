"""The terminal player with a clock: a random start, inspection, and a clock that starts with the first move."""

import math
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding

from huarong.design.scrambling import scrambles
from huarong.errors import HuarongError
from huarong.i18n import say
from huarong.library.labels import length_text
from huarong.model.board import Metric, Move
from huarong.model.puzzle import Puzzle, counted
from huarong.tui.app import Player, Table
from huarong.tui.session import TimedSolve, append, average, time_text

_PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Timing:
    """The settings of a timed session: seconds of inspection, the metric of the count, and the file, if any."""

    inspection: float = 15.0
    metric: Metric = Metric.MOVE
    file: str | None = None


class TimedTable(Table):
    """A table with a clock, which starts with the first move. It has no undo and no hints, and keeps no moves."""

    app: "TimedPlayer"
    KEYS = ("arrows  slide it", "n  another start", "l  library", "z  中文 / English", "q  end")
    BINDINGS: ClassVar[list[Any]] = [
        Binding("space", "nothing", show=False, priority=True),
        *(Binding(key, "nothing", show=False, priority=True) for key in "urhg"),
    ]

    def __init__(self, puzzle: Puzzle, base: Puzzle, notes: list[Any]) -> None:
        super().__init__(puzzle, keeps=False)
        self.base, self.notes = base, notes
        self.shown_at, self.since, self.total = time.monotonic(), 0.0, 0
        self.made: list[tuple[Move, int]] = []
        self.heads = self.game.heads

    def on_mount(self) -> None:
        self.set_interval(0.1, self.tick)

    def action_nothing(self) -> None:
        """Do nothing: the action of keys without effect while the clock runs."""

    def action_turn(self, how: str) -> None:
        """Draw another start of the puzzle instead of restarting it."""
        if how == "restart":
            self.app.play(self.base)

    def tick(self) -> None:
        """Draw the clock; start it when inspection is over."""
        if self.total:
            return
        if 0 < self.app.timing.inspection <= time.monotonic() - self.shown_at:
            self._begin()
        self.side.update(self._beside())

    def _begin(self) -> None:
        """Start the clock: at the end of the inspection, or at the first move if it comes sooner."""
        inspection = self.app.timing.inspection
        self.since = self.since or min(time.monotonic(), self.shown_at + inspection if inspection else math.inf)

    def moved(self) -> None:
        """Record the time of a move; at the goal, stop the clock and keep the solve."""
        before, self.heads = self.heads, self.game.heads
        if self.total or before == self.heads:
            return
        self._begin()
        at = round(1000 * (time.monotonic() - self.since))
        made = self.made
        made.append((self.game.between(before, self.heads), at))
        begun = len(made) - 1
        while begun and made[begun - 1][0].piece == made[-1][0].piece:
            begun -= 1
        if made[begun][0].start == made[-1][0].stop:  # carried back, a piece has not moved
            del made[begun:]
        if self.game.solved:
            self.total = max(1, at)
            self.notes = self.app.finished(self.solve())
        self.refresh_all()

    @property
    def moves(self) -> int:
        """The number of moves made, in the metric of the session."""
        return counted(move for move, _ in self.made)[self.app.timing.metric.value]

    def solve(self) -> TimedSolve:
        """Return the solve as a row of the session's file."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        made = "; ".join(f"{move} {at}" for move, at in self.made)
        return TimedSolve(self.game.puzzle.line(), self.total, self.moves, self.app.timing.metric.value, now, made)

    def _figures(self) -> Text:
        lang, timing, text = self.app.lang, self.app.timing, Text()
        gone = time.monotonic() - (self.since or self.shown_at)
        if self.total:
            text.append(time_text(self.total) + "\n", "bold #c03d2c")
        elif self.since or not timing.inspection:
            text.append(time_text(1000 * gone if self.since else 0) + "\n", "bold")
        else:
            left = max(0, timing.inspection - gone)
            text.append(say("inspection: {left:.0f}", lang, left=left) + "\n", "bold #b07a1e")
        text.append(length_text(self.moves, timing.metric, lang))
        if self.total:
            rate = 1000 * self.moves / self.total
            text.append("  " + say("{rate:.2f} a second", lang, rate=rate))
        text.append("\n")
        times = self.app.times
        if times:
            text.append(say("best: {time}", lang, time=time_text(min(times))) + "\n", "dim")
        for n in (5, 12):
            mean = average(times, n)
            if mean is not None:
                told = say("average of {n}: {time}", lang, n=n, time=time_text(mean))
                text.append(told + "\n", "dim")
        if not self.total:
            text.append("\n" + self._goal() + "\n")
        return text


class TimedPlayer(Player):
    """The player with a clock: each puzzle begins at a random start."""

    def __init__(self, puzzle: Puzzle | None, lang: str, timing: Timing) -> None:
        super().__init__(puzzle, lang)
        self.timing = timing
        self.times: list[int] = []

    def table(self, puzzle: Puzzle) -> TimedTable:
        """A table with a random start of the puzzle, or its own start if none can be drawn within some seconds."""
        try:
            [drawn] = scrambles(puzzle, metric=self.timing.metric, max_seconds=_PATIENCE)
        except HuarongError as error:
            return TimedTable(puzzle, puzzle, [("{text}", {"text": error.message(self.lang)})])
        return TimedTable(drawn.puzzle, puzzle, [])

    def finished(self, solve: TimedSolve) -> list[tuple[str, dict[str, Any]]]:
        """Keep a solve; return what to say if its file could not be written."""
        self.times.append(solve.milliseconds)
        if self.timing.file is None:
            return []
        try:
            append(self.timing.file, solve)
        except HuarongError as error:
            return [("{text}", {"text": error.message(self.lang)})]
        return [("written: {path}", {"path": self.timing.file})]
