"""The tools that `huarong mcp` offers to assistants: the arguments, the action and the answer of each.

Arguments are checked like the fields of the web API. Answers have the keys of `--json`, except for long values.
"""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from huarong.atlas.oracle import hint
from huarong.cli.list import within
from huarong.cli.output import versioned
from huarong.design.hardest_layouts import hardest
from huarong.design.rating import rate
from huarong.errors import InputError, LimitReached
from huarong.files import writable
from huarong.i18n import say
from huarong.lazy import stored
from huarong.library.catalogue import length, rating, search
from huarong.library.description import reading_json
from huarong.library.reader import read_text
from huarong.limits import Watch
from huarong.model.board import Move, as_metric
from huarong.model.puzzle import Puzzle, counted
from huarong.proof.certificate import prove, verify
from huarong.search.solver import solve
from huarong.space.space import Space
from huarong.web import schemas as s
from huarong.web.endpoint import fitting
from huarong.web.fields import LIMITS, METRIC, PUZZLE, Field, FieldError, long_text, naming
from huarong.web.job_queue import handed

ABOUT: dict[str, str] = stored("arguments.json")
"""The description of each argument, for all tools."""
Arguments = Mapping[str, Any]
Work = Callable[[Arguments, str, Watch], dict[str, Any]]


MOVES = Field("moves", s.many(long_text(200), maxItems=10_000, default=[]))
PATH = Field("path", long_text(1000))
AT, WITHIN = (*PUZZLE, MOVES), LIMITS[:2]
TOP = Field("top", {**s.COUNT, "minimum": 1, "maximum": 50, "default": 5})
BEST, SPAN, LONG = s.of("Best"), long_text(20), long_text(2000)
MAYBE_FLAG = {"type": ["boolean", "null"]}
CLAIM = {"name": s.WORD, "metric": s.TEXT, "solved": MAYBE_FLAG, "length": s.MAYBE}


@dataclass(frozen=True)
class Tool:
    """A tool: its description, its arguments, the schemas of the keys of its answer, and the function that answers."""

    about: str
    fields: tuple[Field, ...]
    gives: dict[str, s.Schema]
    work: Work

    def takes(self, lang: str) -> s.Schema:
        """Return the schema of the arguments, with descriptions in the language `lang`."""
        about = {f.name: {"description": say(ABOUT[f.name], lang)} for f in self.fields}
        properties = {f.name: f.schema | about[f.name] for f in self.fields}
        needed = [f.name for f in self.fields if f.needed]
        return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}

    def answers(self) -> s.Schema:
        """Return the schema of the answer, with all shared schemas inlined."""
        read = {"read": s.of("Read")} if any(field.name == "puzzle" for field in self.fields) else {}
        found: s.Schema = _inlined(s.whole(**self.gives, **read, version=s.TEXT))
        return found

    def call(self, given: Arguments, lang: str, watch: Watch) -> dict[str, Any]:
        """Return the answer to checked arguments, with the version of the program."""
        values = dict(given)
        if "metric" in values:
            values["metric"] = as_metric(values["metric"])
        if "puzzle" in values:
            with naming("puzzle"):
                found = read_text(values["puzzle"], values["goal"], values["notation"])
            values["puzzle"] = fitting(found, "puzzle")
            return versioned(self.work(values, lang, watch) | {"read": reading_json(found, lang)})
        return versioned(self.work(values, lang, watch))


TOOLS: dict[str, Tool] = {}
"""The tools by name."""


def _tool(about: str, *fields: Field, **gives: s.Schema) -> Callable[[Work], Work]:
    """Return the decorator of the function that answers for a tool; the tool gets the function's name."""

    def decorate(work: Work) -> Work:
        TOOLS[work.__name__.removeprefix("_")] = Tool(about, fields, gives, work)
        return work

    return decorate


def _inlined(schema: Any) -> Any:
    """Return a schema with the shared schemas in place of references to them."""
    if isinstance(schema, list):
        return [_inlined(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(s.SCHEMAS[schema["$ref"].rpartition("/")[2]])
    return {key: _inlined(value) for key, value in schema.items() if key != "x-optional"}


def _played(values: Arguments, watch: Watch) -> Puzzle:
    found: Puzzle = values["puzzle"]
    with naming("moves"):
        for text in values["moves"]:
            watch.look()
            found = found.after(text)
    return found


@_tool(
    "Find a shortest solution, or prove that there is none and say why (`reason`).",
    *(*AT, METRIC, Field("optimal", {**s.FLAG, "default": True}), *WITHIN),
    **CLAIM,
    counts=s.optional(s.nullable(BEST)),
    moves=s.optional(s.many(s.TEXT)),
    bound=s.MAYBE,
    pieces=s.optional({"type": "object"}),
    optimal=s.optional(s.FLAG),
    seconds=s.NUMBER,
    **s.each(s.COUNT, "explored depth"),
    **s.each(s.optional(s.WORD), "method why stopped message"),
    reason=s.optional(s.nullable(s.of("Unsolvable"))),
)
def _solve(values: Arguments, lang: str, watch: Watch) -> dict[str, Any]:
    puzzle, metric = _played(values, watch), values["metric"]
    try:
        found = solve(puzzle, metric, optimal=values["optimal"], watch=watch).to_json(lang)
    except LimitReached as error:
        claim = {"name": puzzle.name_zh or puzzle.name or None, "metric": str(metric)}
        return {**claim, "solved": None, "length": None, **error.to_json(lang)}
    return {key: value for key, value in found.items() if key not in ("layouts", "heads")}


@_tool(
    "Report the distance of a layout to the goal, the best moves, and the grade of every move.",
    *(*AT, METRIC, *WITHIN),
    **s.each(s.TEXT, "metric source"),
    distance=s.MAYBE,
    bound=s.MAYBE,
    **s.each(s.FLAG, "solvable solved proved"),
    best=s.many(s.TEXT),
    moves=s.many(s.of("Graded")),
    reason={"anyOf": [s.of("Reason"), s.of("Unsolvable"), {"type": "null"}]},
)
def _hint(values: Arguments, lang: str, watch: Watch) -> dict[str, Any]:
    found = hint(_played(values, watch), values["metric"], **handed(watch))
    reason = found.unsolvable or found.reason
    return found.to_json(False, lang) | {"reason": reason and reason.to_json(lang)}


@_tool(
    "Play moves on a puzzle: report the first illegal move, the layout after the moves before it, and whether that "
    "layout is solved.",
    *(*PUZZLE, replace(MOVES, needed=True), *WITHIN),
    **s.each(s.FLAG, "valid solved"),
    **{"made": s.COUNT, "reason": s.WORD, "counts": BEST, "layout": s.TEXT},
)
def _check_moves(values: Arguments, lang: str, watch: Watch) -> dict[str, Any]:
    puzzle, made, reason = values["puzzle"], list[Move](), None
    for text in values["moves"]:
        watch.look()
        try:
            made.append(puzzle.move(text))
        except InputError as error:
            reason = error.message(lang)
            break
        puzzle = puzzle.after(made[-1])
    told = {"valid": reason is None, "made": len(made), "reason": reason, "counts": counted(made)}
    return {**told, "solved": puzzle.goal.holds(puzzle.start), "layout": "/".join(puzzle.rows())}


@_tool(
    "Write a certificate that proves an answer; any program can check it.",
    *(*AT, METRIC, PATH, LIMITS[2], *WITHIN),
    **{**CLAIM, "solutions": s.MAYBE, **s.each(s.COUNT, "layouts bytes"), "path": s.TEXT},
)
def _prove(values: Arguments, lang: str, watch: Watch) -> dict[str, Any]:
    path = Path(values["path"] or f"{tempfile.mkdtemp(prefix='huarong-')}/answer.proof").absolute()
    if path.suffix != ".proof" or path.exists():
        template = "{value!r} is not a valid {name}; expected a new file whose name ends in {end}"
        raise FieldError("path", template, value=str(path), name="path", end=".proof")
    with naming("path"):
        writable(path)
    most = {} if values["max_layouts"] is None else {"max_layouts": values["max_layouts"]}
    found = prove(_played(values, watch), values["metric"], **most, **handed(watch))
    found.save(path)
    return found.to_json() | {"path": str(path)}


@_tool(
    "Check a certificate with a program that shares no code with the solver; the answer is the theorem that it proves.",
    *(replace(PATH, needed=True), *WITHIN),
    **{"valid": s.FLAG, **s.each(s.WORD, "theorem reason")},
)
def _verify_certificate(values: Arguments, lang: str, watch: Watch) -> dict[str, Any]:
    found = verify(values["path"], **handed(watch))
    return {each: found[each] for each in ("valid", "theorem", "reason")}


@_tool(
    "List the puzzles of the library: all, or those whose name, alias, pinyin, code, group or pieces match.",
    *(Field("words", long_text(200, default="")), Field("length", SPAN), Field("rating", SPAN), TOP),
    **{"count": s.COUNT, "puzzles": s.many(s.of("Entry"))},
)
def _find_puzzle(values: Arguments, lang: str, watch: Watch) -> dict[str, Any]:
    found = search(values["words"])
    for value, name in ((length, "length"), (rating, "rating")):
        found = within(found, value, values[name], name) if values[name] else found
    return {"count": len(found), "puzzles": [each.to_json() for each in found[: values["top"]]]}


@_tool(
    "Rate how hard a puzzle is for a person, from 0 to 100, and give the reasons.",
    *(*AT, *WITHIN),
    name=s.WORD,
    **s.each(s.MAYBE, "rating harder_than rated stars length solutions reached"),
    seconds=s.nullable(s.NUMBER),
    **s.each(s.FLAG, "measured estimated least"),
    best=BEST,
    parts=s.many({"type": "object"}),
)
def _rate(values: Arguments, lang: str, watch: Watch) -> dict[str, Any]:
    return rate(_played(values, watch), **handed(watch)).to_json(lang)


@_tool(
    "Find the starts of a set of pieces that are farthest from the goal.",
    *(Field(each, LONG, needed=True) for each in ("board", "pieces")),
    *(Field("goal", LONG), METRIC, TOP, *WITHIN),
    **s.each(s.TEXT, "space metric"),
    **s.each(s.COUNT, "layouts goals solvable unsolvable longest_count sum"),
    longest=s.MAYBE,
    mean=s.nullable(s.NUMBER),
    seconds=s.NUMBER,
    hardest=s.many(s.whole(puzzle=s.TEXT, length=s.COUNT)),
)
def _hardest(values: Arguments, lang: str, watch: Watch) -> dict[str, Any]:
    with watch.setting_up():
        space = Space.parse(values["board"], values["pieces"])
    limits = handed(watch) | {"top": values["top"]}
    return hardest(space, values["goal"], values["metric"], **limits).to_json()
