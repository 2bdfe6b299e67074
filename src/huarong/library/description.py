"""What `huarong show` and `check` report about a puzzle without solving it: its pieces, and whether its text is
valid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from huarong.errors import Fault
from huarong.library.reader import detect
from huarong.model.pieces import board_text, pieces_text
from huarong.model.puzzle import Puzzle


@dataclass(frozen=True)
class Description:
    """What a puzzle is made of.

    >>> found = Description(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    >>> found.empty_cells, found.to_json()["piece_set"]
    (2, '2x2:1 1x2:4 2x1:1 1x1:4')
    """

    puzzle: Puzzle

    @property
    def empty_cells(self) -> int:
        """How many cells no piece covers."""
        return sum(row.count(".") + row.count("-") for row in self.puzzle.rows())

    def to_json(self) -> dict[str, Any]:
        """The description as JSON; `piece_set` is a text that `huarong atlas --pieces` reads."""
        puzzle = self.puzzle
        return {
            "name": puzzle.name_zh or puzzle.name or None,
            "source": puzzle.source or None,
            "board": board_text(puzzle.board),
            "pieces": {piece.symbol: piece.label for piece in puzzle.pieces},
            "piece_set": pieces_text(puzzle),
            "empty_cells": self.empty_cells,
            "puzzle": puzzle.line(),
        }


@dataclass(frozen=True)
class Checked:
    """A text that was checked: its puzzle and the notations that read it, or what is wrong with it.

    >>> found = Checked(Puzzle.parse("A./..", goal="../.A"), "A./../goal:/../.A").to_json()
    >>> found["valid"], found["piece_set"], found["notations"]
    (True, '1x1:1', ['line'])
    """

    puzzle: Puzzle | None
    text: str = ""
    faults: tuple[Fault, ...] = ()
    layouts: int | None = None
    """How many layouts the pieces have, if they were counted."""

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of a valid puzzle by their names; empty for a text that is not valid."""
        found = self.puzzle
        if found is None:
            return {}
        facts: dict[str, Any] = {
            "board": board_text(found.board),
            "pieces": len(found.pieces),
            "kinds": len(found.kinds),
            "piece_set": pieces_text(found),
            "empty_cells": Description(found).empty_cells,
            "goal_alternatives": len(found.goal.alternatives),
        }
        if found.name or found.name_zh:
            facts["name"] = found.name_zh or found.name
        if self.layouts is not None:
            facts["layouts"] = self.layouts
        notations = [each.name for each in detect(self.text)]
        return facts | ({"notations": notations} if notations else {})

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Whether the text is valid, with its facts or its faults (in a language), as JSON."""
        faults = [{"line": each.line, "column": each.column, "message": each.message(lang)} for each in self.faults]
        return {"valid": self.puzzle is not None, "faults": faults, **self.facts}
