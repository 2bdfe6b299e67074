"""A board to play on in a notebook: the embeddable element, whose state Python reads and sets (extra `notebook`)."""

from typing import Any, ClassVar

from huarong.errors import optional
from huarong.library.reader import puzzle as read_puzzle
from huarong.model.board import Metric, MetricLike, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.web.generated import widget

_Widget: Any = optional("anywidget", "notebook").AnyWidget
traitlets: Any = optional("traitlets", "notebook")


class BoardWidget(_Widget):  # type: ignore[misc]
    """A board to play on in a notebook, with hints, and optionally a map of the component.

    `moves` (texts such as `N D1`; successive moves of one piece count as one), `heads`, `counts` (by metric) and
    `solved` follow the play and can be observed. Raises `PuzzleError` and `UnknownName` for a text that is not a
    puzzle, and `InputError` if anywidget is not installed.

    >>> board = BoardWidget("横刀立马")
    >>> board.moves = ["N D1", "O D1"]  # as the notebook sets them
    >>> board.position.rows()[3:]
    ('J..K', 'PNOQ')
    """

    _esm: ClassVar[str] = widget().decode()
    puzzle = traitlets.Unicode().tag(sync=True)
    metric = traitlets.Enum([each.value for each in Metric], "move").tag(sync=True)
    show_map = traitlets.Bool(False).tag(sync=True)
    lang = traitlets.Enum(["", "en", "zh"], "").tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    heads = traitlets.List(traitlets.Int()).tag(sync=True)
    counts = traitlets.Dict().tag(sync=True)
    solved = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self, puzzle: PuzzleLike, metric: MetricLike = "move", *, show_map: bool = False, lang: str = "", **traits: Any
    ) -> None:
        super().__init__(
            puzzle=read_puzzle(puzzle).text(), metric=as_metric(metric).value, show_map=show_map, lang=lang, **traits
        )

    @property
    def position(self) -> Puzzle:
        """The puzzle after the moves played."""
        return read_puzzle(self.puzzle).after(*self.moves)

    def hint(self) -> None:
        """Show a best move on the board; if called again, play it."""
        self.send("hint")

    def undo(self) -> None:
        """Take back the last move."""
        self.send("undo")

    def redo(self) -> None:
        """Redo the last undone move."""
        self.send("redo")

    def restart(self) -> None:
        """Go back to the start."""
        self.send("restart")
