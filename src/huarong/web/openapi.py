"""The OpenAPI description of the API, from one table of what each endpoint takes and gives."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from huarong import __version__
from huarong.draw.svg import THEMES
from huarong.library.catalogue import GROUPS
from huarong.model.metric import Metric
from huarong.notation import NOTATIONS
from huarong.search.solver import METHODS
from huarong.web.schemas import ANSWERS, SCHEMAS

__all__ = ["openapi"]

TEXT: dict[str, Any] = {"type": "string"}
COUNT: dict[str, Any] = {"type": "integer", "minimum": 0}
MAYBE: dict[str, Any] = {"type": ["integer", "null"]}
HEADS: dict[str, Any] = {
    "type": "array",
    "items": COUNT,
    "description": "a head for each piece of the puzzle, in their order",
}
METRIC: dict[str, Any] = {
    "type": "string",
    "enum": [str(metric) for metric in Metric],
    "default": "move",
}

PUZZLE: dict[str, Any] = {
    "puzzle": {**TEXT, "description": "a name of the library, or a puzzle in any notation"},
    "goal": {**TEXT, "description": "rows of a goal that replaces the puzzle's own"},
    "notation": {"type": "string", "enum": [*(each.name for each in NOTATIONS), "name"]},
}
AT = {"heads": HEADS}
LIMITS: dict[str, Any] = {
    "max_seconds": {"type": "number", "description": "at most what the server allows"},
    "max_memory": {**COUNT, "description": "bytes"},
    "max_layouts": COUNT,
}
AS_TEXT = {"text": PUZZLE["puzzle"], "goal": PUZZLE["goal"], "notation": PUZZLE["notation"]}


class _End(NamedTuple):
    method: str
    path: str
    summary: str
    takes: dict[str, Any]
    needs: tuple[str, ...]
    gives: str = "application/json"
    streams: bool = False


ENDS = (
    _End("get", "/puzzles", "The puzzles of the library, with best counts as far as they are known",
         {"search": TEXT, "group": {"type": "string", "enum": list(GROUPS)}}, ()),
    _End("get", "/puzzles/{name}", "One puzzle by its name, alias, pinyin or code", {}, ()),
    _End("get", "/library", "All puzzles in little room, for pages that show them all", {}, ()),
    _End("get", "/puzzle", "The puzzle that a text stands for", AS_TEXT, ("text",)),
    _End("post", "/puzzle", "The puzzle that a text stands for", AS_TEXT, ("text",)),
    _End("post", "/check", "Everything that is wrong with a text, or the puzzle that it is", AS_TEXT, ("text",)),
    _End("post", "/convert", "A puzzle in another notation, or in all of them",
         PUZZLE | AT | {"to": {"type": "string", "enum": [each.name for each in NOTATIONS]}}, ("puzzle",)),
    _End("post", "/solve", "A shortest solution, or the proof that there is none",
         PUZZLE | AT | LIMITS | {"metric": METRIC, "method": {"type": "string", "enum": [*METHODS, "atlas"], "default": "auto"},
                                   "optimal": {"type": "boolean", "default": True}},
         ("puzzle",), streams=True),
    _End("delete", "/searches/{id}", "Stop a search by the id in its `begin` event", {}, ()),
    _End("post", "/hint", "The distance to the goal, the best moves, and every move with the distance after it",
         PUZZLE | AT | LIMITS | {"metric": METRIC}, ("puzzle",), streams=True),
    _End("post", "/distances", "How far each of several layouts is from the goal",
         PUZZLE | {"metric": METRIC, "layouts": {"type": "array", "items": HEADS, "maxItems": 5000}},
         ("puzzle", "layouts"), streams=True),
    _End("post", "/facts", "Best counts in every metric, the number of best solutions, the size of the space",
         PUZZLE | AT | LIMITS, ("puzzle",), streams=True),
    _End("get", "/svg", "A layout as a picture",
         PUZZLE | AT | {"theme": {"type": "string", "enum": list(THEMES)}, "cell": COUNT,
                        "labels": {"type": "string", "enum": ["true", "false"]}}, ("puzzle",), "image/svg+xml"),
    _End("post", "/svg", "A layout as a picture",
         PUZZLE | AT | {"theme": {"type": "string", "enum": list(THEMES)}, "cell": COUNT,
                        "labels": {"type": "string", "enum": ["true", "false"]}}, ("puzzle",), "image/svg+xml"),
    _End("get", "/map", "The layouts in reach, placed in the plane, as bytes",
         PUZZLE | {"metric": METRIC}, ("puzzle",), "application/octet-stream"),
    _End("get", "/table", "The numbering and the distances of a small space, as bytes",
         {"space": {**TEXT, "description": "a board and its pieces: 4x5 2x2:1 1x2:4 2x1:1 1x1:4"},
          "goal": {**TEXT, "description": "0@13: kind 0 at head 13; `+` joins, `,` separates alternatives"},
          "metric": METRIC}, ("space", "goal"), "application/octet-stream"),
)  # fmt: skip

ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["field", "reason"],
            "properties": {
                "field": {"type": ["string", "null"]},
                "reason": TEXT,
                "faults": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "line": MAYBE,
                            "column": MAYBE,
                            "reason": TEXT,
                            "message": TEXT,
                        },
                    },
                },
                "nearest": {"type": "array", "items": TEXT},
                "limit": {"type": "string", "enum": ["time", "memory", "layouts"]},
            },
        }
    },
}

STATUS = {
    "400": "a field is missing, unknown or of the wrong type",
    "404": "no such name; `nearest` has those most like it",
    "413": "the body is too long",
    "415": "the body is not sent as application/json",
    "409": "the search was stopped",
    "422": "a puzzle with faults, or a limit that was reached",
}


@functools.cache
def openapi() -> dict[str, Any]:
    """The description, OpenAPI 3.1.

    >>> sorted(openapi()["paths"]["/puzzle"])
    ['get', 'post']
    """
    paths: dict[str, Any] = {}
    for end in ENDS:
        paths.setdefault(end.path, {})[end.method] = _operation(end)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Huarong",
            "version": __version__,
            "description": "Sliding-block puzzles: solved optimally and known in full.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {"schemas": {"Error": ERROR, **SCHEMAS}},
    }


def _operation(end: _End) -> dict[str, Any]:
    answer = ANSWERS.get((end.method, end.path))
    content: dict[str, Any] = {end.gives: {"schema": answer} if answer else {}}
    if end.streams:
        content["text/event-stream"] = {}
    wrong = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    responses: dict[str, Any] = {"200": {"description": "the answer", "content": content}}
    responses |= {code: {"description": why, "content": wrong} for code, why in STATUS.items()}
    if end.streams or end.path == "/map":
        headers = {"Retry-After": {"schema": {"type": "integer"}}}
        responses["503"] = {
            "description": "too many searches are waiting",
            "content": wrong,
            "headers": headers,
        }
    operation: dict[str, Any] = {"summary": end.summary, "responses": responses}
    parameters = [
        {"name": name[1:-1], "in": "path", "required": True, "schema": TEXT}
        for name in end.path.split("/")
        if name.startswith("{")
    ]
    if end.method == "get":
        for name, schema in end.takes.items():
            in_query = TEXT | {"description": "separated by commas"} if name == "heads" else schema
            parameters.append(
                {"name": name, "in": "query", "required": name in end.needs, "schema": in_query}
            )
    if parameters:
        operation["parameters"] = parameters
    if end.method == "post":
        schema = {
            "type": "object",
            "properties": end.takes,
            "required": list(end.needs),
            "additionalProperties": False,
        }
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema}},
        }
    return operation
