"""Questions about a puzzle for language models, and the score of an answer by the rules and the exact distance.

A correct answer scores 1, a wrong one 0. Every best move and every shortest solution is correct. If the question is for
a shortest solution, a longer solution scores the shortest length divided by its length.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from huarong.draw.picture import png, svg
from huarong.errors import Fault, InputError, UnknownName
from huarong.i18n import say
from huarong.limits import Watch
from huarong.model.board import DIRECTIONS, Metric
from huarong.model.puzzle import Puzzle, Solution, counted
from huarong.search.solver import solve
from huarong.suite.answers import READ, answer_of, first_line, play


@dataclass(frozen=True)
class LanguageTask:
    """A question about a puzzle, in a language and a form (`text`, `json` or `picture`), with a correct answer.

    `about` has what the question names: the moves to make, or the piece and the path that others may block.
    """

    id: str
    kind: str
    language: str
    form: str
    family: str
    difficulty: str
    puzzle: Puzzle
    about: str
    answer: str = ""

    @property
    def prompt(self) -> str:
        """The text for the model; in the form `picture`, it does not contain the board."""
        (head, _, goal), lines = self.puzzle.line().partition("/goal:/"), list[str]()

        def add(template: str, *rows: str, piece: str = "") -> None:
            lines.append(say(template, self.language, piece=piece, about=self.about))
            lines.extend([json.dumps(rows)] if rows and self.form == "json" else rows)

        add(
            "This is a sliding-block puzzle. Cells with the same character are one piece, and `.` is empty. "
            "Pieces slide up, down, left and right over empty cells; they do not turn."
        )
        if head.startswith("slide: along"):
            add("A piece slides only along its longer side.")
        if self.form == "picture":
            add("The picture shows the board, with a character on each piece.")
        else:
            add("The board:", *self.puzzle.rows())
        if self.kind not in ("apply", "blocks"):
            add("The goal is reached when these pieces are here; the other cells do not matter:", *goal.split("/"))
            add("Sliding one piece along any path counts as one move.")
        free = next(each for each in "ZYXWVUTSRQPO" if each not in head)
        add(
            "A move is written as a piece and its path, with U, D, L, R for the directions: `{piece} D2R1` is "
            "{piece} two cells down, then one to the right.",
            piece=free,
        )
        add(QUESTIONS[self.kind])
        add("End your reply with a line that has `ANSWER:` and then your answer.")
        return "\n".join(lines)

    def judge(self, reply: str, watch: Watch | None = None) -> tuple[float, Fault | InputError]:
        """Return the score of a reply, by what follows its last `ANSWER:` or `答案：`, and the reason for the score."""
        try:
            return self._judged(answer_of(reply), watch or Watch())
        except InputError as error:
            return 0.0, error

    def _judged(self, text: str, watch: Watch) -> tuple[float, Fault]:
        """Return the score of an answer. Raises `InputError` with the reason if it is 0."""
        if read := READ.get(self.kind):
            expected = self.right(watch)
            if read(text) != read(expected):
                raise InputError("the right answer is {expected}", expected=expected)
            return 1.0, Fault("right")
        moves, after = play(self.puzzle, first_line(text) if self.kind == "best" else text)
        n, best = counted(moves)["move"], self.solution(watch).length
        if self.kind == "best":
            left = self.solution(watch, after).length
            if n != 1 or left is None or best is None or left >= best:
                raise InputError("this is not a move that begins a shortest solution")
        elif not after.goal.holds(after.start):
            raise InputError("the moves are possible, but they do not reach the goal")
        elif self.kind == "shortest" and best is not None and n > best:
            return best / n, Fault.of("{n:,} {n:move|moves} instead of {best:,}", n=n, best=best)
        return 1.0, Fault("right")

    def solution(self, watch: Watch, puzzle: Puzzle | None = None) -> Solution:
        """Return a shortest solution of `puzzle`, by default the task's own."""
        watch.stage()
        return solve(puzzle or self.puzzle, Metric.MOVE, watch=watch)

    def right(self, watch: Watch) -> str:
        """Return a correct answer, found by the rules or a search."""
        if self.kind == "apply":
            return "/".join(play(self.puzzle, self.about)[1].rows())
        if self.kind == "blocks":
            return ", ".join(blocking(self.puzzle, self.about))
        found = self.solution(watch)
        if self.kind in ("distance", "solvable"):
            return str(found.length) if self.kind == "distance" else "yes" if found.solved else "no"
        return ", ".join(map(str, found.moves[: 1 if self.kind == "best" else None]))

    def to_json(self, answers: bool = True) -> dict[str, Any]:
        """Return the task as a line of a file; without `answers`, only what a model may see."""
        image = png(svg(self.puzzle), 1) if self.form == "picture" else None
        seen = {key: getattr(self, key) for key in (*_SEEN, "prompt")}
        seen["image"] = image and base64.b64encode(image).decode()
        grading = {key: getattr(self, key) for key in ("family", "difficulty", "about", "answer")}
        return seen | ({"grading": grading | {"puzzle": self.puzzle.line()}} if answers else {})

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> "LanguageTask":
        """Return the task in a line of a file. Raises `InputError`."""
        try:
            if line["kind"] not in QUESTIONS:
                raise UnknownName(line["kind"], QUESTIONS)
            own: dict[str, Any] = {key: str(each) for key, each in line["grading"].items()}
            own |= {key: str(line[key]) for key in _SEEN}
            task = cls(**own | {"puzzle": Puzzle.parse(own["puzzle"])})
            if task.about:
                task.right(Watch())  # else the question cannot be asked
            return task
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise InputError("this task has no valid data for grading: {why}", why=str(error)) from None


def blocking(puzzle: Puzzle, path: str) -> list[str]:
    """Return the pieces on cells that a piece would enter on a straight path; none if the board ends before.

    >>> blocking(Puzzle.parse("A.BC/goal:/...A"), "A R2")
    ['B']
    """
    rules, covers = puzzle.rules, puzzle.rules.covers
    place = {each.symbol: rules.place[each.kind, each.head] for each in puzzle.pieces}
    at, entered = place.pop(path[0]), 0
    for _ in range(int(path[3:])):
        at = rules.step[4 * at + DIRECTIONS.index(path[2])]
        if at < 0:
            return []
        entered |= covers[at]
    return [each for each, p in place.items() if covers[p] & entered]


_SEEN = ("id", "kind", "language", "form")
QUESTIONS = {
    "best": "Which move begins a shortest solution from here? Answer with one move.",
    "distance": "How many moves does a shortest solution have? Answer with a number.",
    "solvable": "Can the goal be reached? Answer yes or no.",
    "apply": "What does the board look like after the moves {about}? Answer with its rows, separated by `/`.",
    "solution": "Find a solution; it need not be shortest. Answer with its moves, separated by commas.",
    "shortest": "Find a shortest solution. Answer with its moves, separated by commas.",
    "blocks": "Which pieces block the move {about}, because they stand on cells that its piece would enter? Name all "
    "of them.",
}
"""The questions, by kind."""
