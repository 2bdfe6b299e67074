"""The format of traces, the recordings of running exhibits that a page replays step by step.

A trace is JSON. Its state is a few tables, initially empty. A **frame** is one step of the exhibit:

    [what, values, [[table, key, value], ...]]

`what` is the key of the sentence about the step, and `values` are its values. Each assignment sets one entry of a
table, or removes it (null). A page replays a trace by making the assignments frame by frame, and goes back by undoing
them; all that it shows comes from the tables. All exhibits have these tables:

    at      board: the layout that the step is about; others as the drawing needs
    count   the counters as they stand after the step

A layout of 4x5 is a text of 20 characters, with `B` (2x2), `H` (2x1), `V` (1x2) or `S` (1x1) at the first cell of each
piece and `.` elsewhere. Numbered tiles have a character for each cell: 0 to 9, then a, b, c and so on. `steps` is the
number of frames of the whole run, and `whole` has its figures; both are null if it ended after the requested frames.

A tape can **jump**: it then begins shortly before a requested place, such as the goal. `first` is the number of earlier
frames, which are counted but not kept, and `target` is the place's index among its frames. Its first frame assigns all
current entries.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from huarong.limits import Watch
from huarong.model.board import Kind, Layout
from huarong.study.classic import BOX, HBAR, SINGLE, VBAR

LEAD = 12
"""The number of frames to keep before the requested place."""
FORMAT = 1
"""The version of the format; it increases with incompatible changes."""
LETTER = {BOX: "B", HBAR: "H", VBAR: "V", SINGLE: "S"}

Frame = tuple[str, dict[str, Any], list[tuple[str, str | int, Any]]]

Sought = Callable[[int, str, dict[str, Any]], bool]
"""Tests whether a frame, given by its number, is the requested place."""


class Ended(Exception):
    """Ends a run when all requested frames are recorded."""


def exact(value: Any) -> Any:
    """Return a value in which integers from 2^53 on, which JavaScript cannot represent, are texts.

    >>> exact({"code": 577606461035643914, "n": 3})
    {'code': '577606461035643914', 'n': 3}
    """
    if isinstance(value, int):
        return str(value) if value >= 1 << 53 else value
    if isinstance(value, dict):
        return {name: exact(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [exact(each) for each in value]
    return value


@dataclass(frozen=True)
class Trace:
    """A trace in the module's format, with the exhibit's name and the puzzle's line."""

    show: str
    puzzle: str
    option: int | None
    frames: tuple[Frame, ...]
    steps: int | None
    whole: dict[str, Any] | None
    first: int = 0
    target: int | None = None

    def to_json(self) -> dict[str, Any]:
        frames = [[what, exact(values), exact(puts)] for what, values, puts in self.frames]
        plain = {"format": FORMAT, "show": self.show, "puzzle": self.puzzle, "option": self.option, "frames": frames}
        return plain | {"steps": self.steps, "whole": self.whole, "first": self.first, "target": self.target}


@dataclass
class Tape:
    """Records the frames of a run, at most `most` of them.

    After the last frame, the run continues without recording (`on` is false), or `Ended` ends it unless `whole` is set.
    While the tape is not `on`, recorders skip computations that only serve the page.

    >>> tape = Tape(most=1)
    >>> tape.put(at={"board": "B" + 19 * "."}); tape.frame("start"); tape.frame("new", n=1)
    >>> tape.frames, tape.steps, tape.on
    ([('start', {}, [('at', 'board', 'B...................')])], 2, False)
    """

    most: int
    whole: bool = True
    watch: Watch = field(default_factory=Watch)
    sought: Sought | None = None
    """The test for the place before which nothing is kept."""
    frames: list[Frame] = field(default_factory=list)
    steps: int = 0
    """The number of frames of the run; 0 if another program has counted its end."""
    first: int = 0
    """The number of frames of the run before the first kept one."""
    target: int | None = None
    """The index, among the kept frames, of the one that was sought."""
    figures: dict[str, Any] = field(default_factory=dict)
    """The figures of the whole run, as the exhibit counted them."""

    def __post_init__(self) -> None:
        self._puts: list[tuple[str, str | int, Any]] = []
        self._shown: dict[tuple[str, str | int], Any] = {}
        self._late: deque[Frame] = deque()
        self._base: dict[tuple[str, str | int], Any] = {}

    @property
    def on(self) -> bool:
        return self.sought is not None or len(self.frames) < self.most

    def put(self, **tables: Mapping[Any, Any]) -> None:
        """Assign changed entries of tables in the current frame."""
        for table, entries in tables.items() if self.on else ():
            for key, value in entries.items():
                if self._shown.get((table, key)) != value:
                    self._shown[table, key] = value
                    self._puts.append((table, key, value))

    def path(self, boards: Sequence[str], more: Callable[[int], object]) -> None:
        """Record the way to the goal, a frame for each layout, with what `more` records, or that there is none."""
        for n, board in enumerate(boards):
            if self.on:
                more(n)
            self.put(at={"board": board})
            self.frame("way", n=n, of=len(boards) - 1)
        if not boards:
            self.frame("none")
        elif len(boards) > 1:
            self.frame("is_solved", n=len(boards) - 1)

    def fill(self, run: "Callable[[Tape], object]") -> bool:
        """Record a run until the tape is full; return whether the run ended before."""
        whole, self.whole = self.whole, False
        try:
            run(self)
        except Ended:
            return False
        finally:
            self.whole = whole
        return True

    def frame(self, what: str, **values: Any) -> None:
        """End a frame, which is a step of the exhibit. Raises `Ended`, and the errors of the watch."""
        if self.sought is not None:
            self._seek(what, values)
        elif self.on:
            self.frames.append((what, values, self._puts))
            self._puts = []
        self.steps += 1
        if not self.on and not self.whole:
            raise Ended
        if not self.steps % 64:
            self.watch.look(0, self.steps)

    def _seek(self, what: str, values: dict[str, Any]) -> None:
        """Keep the last frames; at the place that is sought, they become the first ones."""
        assert self.sought is not None
        self._late.append((what, values, self._puts))
        self._puts = []
        if len(self._late) > LEAD + 1:
            self._base |= {(table, key): value for table, key, value in self._late.popleft()[2]}
        if self.sought(self.steps, what, values):
            (said, told, puts), *others = self._late
            held = [(*place, value) for place, value in self._base.items() if value is not None]
            self.frames = [(said, told, held + puts), *others]
            self.first, self.target = self.steps + 1 - len(self.frames), len(self.frames) - 1
            self.sought = None
            self._late.clear()
            self._base.clear()


def abreast(tape: Tape, runs: Mapping[str, Callable[[Tape], object]]) -> None:
    """Record several runs side by side: frame i shows what each run does in its own frame i.

    The tables of run n are named `n:...`; the figures are the layouts that each run met and the length that it found.
    """
    tapes = [Tape(tape.most, tape.whole, tape.watch) for _ in runs]
    for own, run in zip(tapes, runs.values(), strict=True):
        try:
            run(own)
        except Ended:
            own.steps = tape.most + 1
    beside(tape, tapes, "abreast")
    longest = max(own.steps for own in tapes)
    if longest > tape.most and not tape.whole:
        raise Ended
    tape.steps = longest
    for name, own in zip(runs, tapes, strict=True):
        tape.figures |= {f"{name}_{each}": own.figures[each] for each in ("met", "length") if own.figures}


def beside(tape: Tape, tapes: Sequence[Tape], what: str, number: int | None = None) -> None:
    """Record tapes side by side; each shows its first frame until all can reach their sought places together."""
    tape.target = max((own.target for own in tapes if own.target is not None), default=None)
    late = [(tape.target or 0) - (own.target or 0) for own in tapes]
    for i in range(max(by + len(own.frames) for by, own in zip(late, tapes, strict=True))):
        for n, (by, own) in enumerate(zip(late, tapes, strict=True)):
            if (i == 0 or i > by) and i - by < len(own.frames):
                said, values, puts = own.frames[max(i - by, 0)]
                for table, key, value in puts:
                    tape.put(**{f"{n}:{table}": {key: value}})
                tape.put(**{f"{n}:said": {"it": [said, values]}})
        tape.frame(what, n=number or i + 1)


def text_of_layout(kinds: Iterable[Kind], layout: Layout) -> str:
    """Return a layout of these kinds of piece as traces write it."""
    return layout_text((kind.size, head) for kind, heads in zip(kinds, layout.heads, strict=True) for head in heads)


def layout_text(blocks: Iterable[tuple[Any, int]], letters: Any = LETTER, cells: int = 20, empty: str = ".") -> str:
    """Return a layout as traces write it: the letter of each piece's size, or of `letters`, at its first cell.

    >>> layout_text([("2x2", 1), ("1x1", 13)])
    '.B...........S......'
    """
    text = [empty] * cells
    for size, head in blocks:
        text[head] = letters[size]
    return "".join(text)
