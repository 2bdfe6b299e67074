"""The argument PUZZLE of a command: one puzzle, or many, with an answer in JSON for each."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from huarong.cli.faults import BAD, FOUND, LIMIT
from huarong.cli.language import language, tell
from huarong.cli.output import print_json
from huarong.errors import HuarongError, InputError, LimitReached
from huarong.library.collection import Collection, Given
from huarong.library.reader import NotationLike, given
from huarong.model.puzzle import Puzzle

_DIVIDED = {
    "lines": "{path} has {n:,} puzzles, one a line",
    "blocks": "{path} has {n:,} puzzles, with empty lines between",
}
"""What is said of a file of many."""


@dataclass(frozen=True, slots=True)
class Source:
    """A PUZZLE as it was given, with the notation and the goal asked for."""

    text: str
    notation: NotationLike | None = None
    goal: str | None = None

    def collection(self) -> Collection:
        """What PUZZLE stands for. Raises `InputError`, `PuzzleError` or `UnknownName`."""
        if self.text == "-":
            if sys.stdin is None:
                raise InputError("there is no standard input to read")
            return given(sys.stdin.buffer, self.goal, self.notation)
        return given(self.text, self.goal, self.notation)

    def read(self) -> Puzzle:
        """The puzzle; of a file of many, the first, with a note that says so. Raises what `collection` raises."""
        found = self.collection()
        if isinstance(found.parts, list) and found.many:
            text = "this is the first of {n:,} {n:level|levels}; {path}#2 is the second"
            click.echo(tell(text, n=len(found.parts), path=self.text), err=True)
        return found.first().puzzle

    def one_or_many(self, whole: bool = False) -> Given | Collection:
        """The puzzle of a call; or the puzzles of standard input or, if `whole`, of a file, with a note that says how
        it was divided. Raises what `collection` raises.
        """
        if self.text != "-" and not whole:
            return Given(self.read())
        found = self.collection()
        if not found.many:
            return found.first()
        if self.text != "-" and isinstance(found.parts, list) and found.form != "records":
            click.echo(tell(_DIVIDED[found.form], path=self.text, n=len(found.parts)), err=True)
        return found

    def answer_all(self, puzzles: Collection, answer: Callable[[Given], tuple[dict[str, Any], int]]) -> int:
        """Print an answer for each puzzle, or why there is none; returns the greatest exit status.

        `answer` returns the JSON for a puzzle, and its exit status.
        """
        worst = FOUND
        for number, part, found in puzzles:
            try:
                if isinstance(found, HuarongError):
                    raise found
                told, status = answer(found)
            except LimitReached as error:
                told, status = error.to_json(language()), LIMIT
            except HuarongError as error:
                told, status = {"error": error.message(language())}, BAD
            print_json({"line": part.line if self.text == "-" else number, **told})
            worst = max(worst, status)
        return worst
