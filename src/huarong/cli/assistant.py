"""The tools that `huarong mcp` offers to assistants: what each takes, does and answers.

Arguments are checked as the fields of the web API are; answers have the keys of `--json`, without what is long.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import Any

from huarong.atlas.oracles import hint
from huarong.cli.list import within
from huarong.cli.output import versioned
from huarong.design.hardest_layouts import hardest
from huarong.design.rating import rate
from huarong.errors import InputError, LimitReached
from huarong.files import unreadable, writable
from huarong.i18n import say
from huarong.library.catalogue import search
from huarong.library.counts import length, rating
from huarong.library.reader import read_text
from huarong.limits import Watch, process_memory
from huarong.model.board import Move
from huarong.model.metric import Metric, as_metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import counted
from huarong.proof import checker
from huarong.proof.certificate import prove
from huarong.search.solver import solve_under
from huarong.space.space import Space
from huarong.web import schemas as s
from huarong.web.endpoint import fitting
from huarong.web.fields import LIMITS, METRIC, PUZZLE, Field, FieldError, long_text, naming
from huarong.web.job_queue import handed

ABOUT = {
    "puzzle": "A name of the library (such as 横刀立马 or Rush Hour 1), or a puzzle in any notation: a grid with / between its rows, such as AAB/AA./.../goal:/.../.AA/.AA",
    "goal": "Another goal: a grid's rows with / between them",
    "notation": "The notation of the puzzle; by default it is recognized",
    "moves": "Moves made from the start, in order: a piece's character or name and its path, such as N D1 or J L1U1",
    "metric": "What counts as one move: a piece along any path (move), in a straight line (slide), or by one cell (step)",
    "optimal": "false: a good solution quickly, which is not always a shortest one",
    "path": "The file of the certificate. It is written to a new file whose name ends in .proof, by default to a temporary folder",
    "max_layouts": "The most layouts in a certificate; a checker takes a few minutes for the default",
    "words": "Part of a name, a group (openings, classic, gnome-klotski, rush-hour, korf, hardest), or a set of pieces; by default all puzzles",
    "length": "The range of the shortest solution in moves, such as 20..40",
    "rating": "easy, medium, hard or expert, or a range of ratings from 0 to 100, such as 30..50",
    "most": "The most puzzles in the answer",
    "board": "A size such as 4x5, or rows with /: . a cell, # a wall, - a gate",
    "pieces": "The set of pieces with their counts, such as 2x2:1 2x1:2 1x2:3 1x1:4",
    "top": "How many starts to list",
    "max_seconds": "The time limit in seconds",
    "max_memory": "The memory limit in bytes",
}
"""What each argument is, whatever tool takes it."""


@dataclass(frozen=True)
class Asked:
    """The arguments of a call, checked, and the language of its answer."""

    values: Mapping[str, Any]
    lang: str

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def metric(self) -> Metric:
        """The metric asked for."""
        return as_metric(self["metric"])

    def start(self) -> Puzzle:
        """The puzzle asked for, at its start."""
        with naming("puzzle"):
            return fitting(read_text(self["puzzle"], self["goal"], self["notation"]), "puzzle")

    def puzzle(self) -> Puzzle:
        """The puzzle asked for, after the moves made."""
        found = self.start()
        with naming("moves"):
            return found.after(*self["moves"])


@dataclass(frozen=True)
class Tool:
    """A tool: what it does, its arguments, the schemas of the keys of its answer, and the function that answers."""

    about: str
    fields: tuple[Field, ...]
    gives: dict[str, s.Schema]
    work: Callable[[Asked, Watch], dict[str, Any]]

    def takes(self, lang: str) -> s.Schema:
        """The schema of the arguments, described in a language."""
        return {
            "type": "object",
            "properties": {
                f.name: {**f.schema, "description": say(ABOUT[f.name], lang)} for f in self.fields
            },
            "required": [f.name for f in self.fields if f.needed],
            "additionalProperties": False,
        }

    def answers(self) -> s.Schema:
        """The schema of the answer, complete in itself."""
        found: s.Schema = _inlined(s.whole(**self.gives, version=s.TEXT))
        return found

    def call(self, asked: Asked, watch: Watch) -> dict[str, Any]:
        """The answer, with the version of the program."""
        return versioned(self.work(asked, watch))


def _inlined(schema: Any) -> Any:
    """A schema with the shared schemas in place of references to them."""
    if isinstance(schema, list):
        return [_inlined(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(s.SCHEMAS[schema["$ref"].rpartition("/")[2]])
    return {key: _inlined(value) for key, value in schema.items() if key != "x-optional"}


def _solve(asked: Asked, watch: Watch) -> dict[str, Any]:
    puzzle, metric = asked.puzzle(), asked.metric
    try:
        found = solve_under(watch, puzzle, metric, optimal=asked["optimal"]).to_json(asked.lang)
    except LimitReached as error:
        claim = {"name": puzzle.name_zh or puzzle.name or None, "metric": metric.value}
        return {**claim, "solved": None, "length": None, **error.to_json(asked.lang)}
    return {key: value for key, value in found.items() if key not in ("layouts", "heads")}


def _hint(asked: Asked, watch: Watch) -> dict[str, Any]:
    found = hint(asked.puzzle(), asked.metric, **handed(watch))
    reason = found.reason
    return found.to_json(False) | {"reason": reason and reason.to_json(asked.lang)}


def _check_moves(asked: Asked, watch: Watch) -> dict[str, Any]:
    puzzle, made, reason = asked.start(), list[Move](), None
    for text in asked["moves"]:
        watch.look()
        try:
            made.append(puzzle.move(text))
        except InputError as error:
            reason = error.message(asked.lang)
            break
        puzzle = puzzle.after(made[-1])
    return {
        "valid": reason is None, "made": len(made), "reason": reason, "counts": counted(made),
        "solved": puzzle.goal.holds(puzzle.start), "layout": "/".join(puzzle.rows()),
    }  # fmt: skip


def _prove(asked: Asked, watch: Watch) -> dict[str, Any]:
    path = Path(asked["path"] or f"{tempfile.mkdtemp(prefix='huarong-')}/answer.proof").absolute()
    if path.suffix != ".proof" or path.exists():
        template = "{value!r} is not a valid {name}; expected a new file whose name ends in {end}"
        raise FieldError("path", template, value=str(path), name="path", end=".proof")
    with naming("path"):
        writable(path)
    most = {} if asked["max_layouts"] is None else {"max_layouts": asked["max_layouts"]}
    found = prove(asked.puzzle(), asked.metric, **most, **handed(watch))
    found.save(path)
    return found.to_json() | {"path": str(path)}


def _verify(asked: Asked, watch: Watch) -> dict[str, Any]:
    """Run the checker in a process of its own, since it knows no limits."""
    try:
        open(asked["path"], "rb").close()
    except (OSError, ValueError) as error:
        raise unreadable(asked["path"], error) from error
    command = [sys.executable, "-I", "-X", "utf8", checker.__file__, asked["path"]]
    with Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, encoding="utf-8") as process:
        try:
            theorem, refused = _output(process, watch)
        finally:
            process.kill()
    valid = process.returncode == 0
    reason = None if valid else refused.strip().rpartition("\n")[2].removeprefix("REFUSED:").strip()
    return {"valid": valid, "theorem": theorem.strip() if valid else None, "reason": reason}


def _output(process: Popen[str], watch: Watch) -> tuple[str, str]:
    """What a process writes to its end. Raises the errors of a watch, which it asks 50 times a second."""
    while True:
        try:
            return process.communicate(timeout=0.02)
        except TimeoutExpired:
            watch.look()
            if (process_memory(process.pid) or 0) > watch.memory:
                raise watch.reached("memory") from None


def _find(asked: Asked, watch: Watch) -> dict[str, Any]:
    found = search(asked["words"])
    for value, name in ((length, "length"), (rating, "rating")):
        with naming(name):
            found = within(found, value, asked[name], name) if asked[name] else found
    return {"count": len(found), "puzzles": [each.to_json() for each in found[: asked["most"]]]}


def _rate(asked: Asked, watch: Watch) -> dict[str, Any]:
    return rate(asked.puzzle(), **handed(watch)).to_json(asked.lang)


def _hardest(asked: Asked, watch: Watch) -> dict[str, Any]:
    with watch.setting_up():
        space = Space.parse(asked["board"], asked["pieces"])
    limits = handed(watch)
    return hardest(space, asked["goal"], asked.metric, top=asked["top"], **limits).to_json()


MOVES = Field("moves", s.many(long_text(200), maxItems=10_000, default=[]))
PATH = Field("path", long_text(1000))
AT, WITHIN = (*PUZZLE, MOVES), LIMITS[:2]
BEST, SPAN = s.of("Best"), long_text(20)
CLAIM = {"length": s.MAYBE, "name": s.WORD, "metric": s.TEXT, "solved": {"type": ["boolean", "null"]}}  # fmt: skip
TOP = {**s.COUNT, "minimum": 1, "maximum": 50}
TOOLS = {
    "solve": Tool(
        "Finds a shortest solution of a sliding-block puzzle, or proves that there is none. A move is a piece's character and its path: J L1U1 slides J one cell left, then one up.",
        (*AT, METRIC, Field("optimal", {**s.FLAG, "default": True}), *WITHIN),
        {
            **CLAIM, "counts": s.optional(s.nullable(BEST)), "moves": s.optional(s.many(s.TEXT)), "bound": s.MAYBE,
            "pieces": s.optional({"type": "object"}), "optimal": s.optional(s.FLAG), **s.each(s.optional(s.WORD), "method why"),
            **s.each(s.COUNT, "explored depth"), "seconds": s.NUMBER, **s.each(s.optional(s.TEXT), "stopped message"),
        },
        _solve,
    ),
    "hint": Tool(
        "Reports the distance of a layout to the goal, the best moves, how much every other move loses, and why the best move is best.",
        (*AT, METRIC, *WITHIN),
        {
            **s.each(s.TEXT, "metric source"), "distance": s.MAYBE, **s.each(s.FLAG, "solvable solved"), "best": s.many(s.TEXT),
            "moves": s.many(s.of("Graded")), "reason": s.nullable(s.of("Reason")),
        },
        _hint,
    ),
    "check_moves": Tool(
        "Plays moves on a puzzle, and reports the first that is not legal, the layout after the others, and whether it is solved.",
        (*PUZZLE, replace(MOVES, needed=True), *WITHIN),
        {**s.each(s.FLAG, "valid solved"), "made": s.COUNT, "reason": s.WORD, "counts": BEST, "layout": s.TEXT},
        _check_moves,
    ),
    "prove": Tool(
        "Writes a certificate that no solution is shorter, or that there is no solution, to a file. verify_certificate checks it.",
        (*AT, METRIC, PATH, LIMITS[2], *WITHIN),
        {**CLAIM, "solutions": s.MAYBE, **s.each(s.COUNT, "layouts bytes"), "path": s.TEXT},
        _prove,
    ),
    "verify_certificate": Tool(
        "Checks a certificate with a separate checker that shares no code with the solver, and returns the theorem that it proves.",
        (replace(PATH, needed=True), *WITHIN),
        {"valid": s.FLAG, **s.each(s.WORD, "theorem reason")},
        _verify,
    ),
    "find_puzzle": Tool(
        "Searches the library of named puzzles by name, group, set of pieces, length and difficulty. The easiest come first.",
        (
            Field("words", long_text(200, default="")), Field("length", SPAN), Field("rating", SPAN),
            Field("most", TOP | {"default": 10}),
        ),
        {"count": s.COUNT, "puzzles": s.many(s.of("Entry"))},
        _find,
    ),
    "rate": Tool(
        "Rates how hard a puzzle is for a person, from 0 to 100, with the reasons.",
        (*AT, *WITHIN),
        {
            "name": s.WORD, **s.each(s.MAYBE, "rating stars length solutions reached"), "seconds": s.nullable(s.NUMBER),
            **s.each(s.FLAG, "measured estimated least"), "best": BEST, "parts": s.many({"type": "object"}),
        },
        _rate,
    ),
    "hardest": Tool(
        "Finds the starts of a set of pieces that are farthest from the goal. It examines every layout.",
        (
            *(Field(name, long_text(2000), needed=True) for name in ("board", "pieces")),
            Field("goal", long_text(2000)), METRIC, Field("top", TOP | {"default": 3}), *WITHIN,
        ),
        {
            **s.each(s.TEXT, "space metric"), **s.each(s.COUNT, "layouts goals solvable unsolvable longest_count sum"),
            "longest": s.MAYBE, "mean": s.nullable(s.NUMBER), "seconds": s.NUMBER,
            "hardest": s.many(s.whole(puzzle=s.TEXT, length=s.COUNT)),
        },
        _hardest,
    ),
}  # fmt: skip
"""The tools by name."""
