"""JSON schemas: helpers to write them, and schemas of values in several answers."""

from collections.abc import Iterable
from typing import Any

from huarong.model.board import Metric

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
WORD: Schema = {"type": ["string", "null"]}
COUNT: Schema = {"type": "integer", "minimum": 0}
MAYBE: Schema = {"type": ["integer", "null"]}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}


def of(name: str) -> Schema:
    """Return a reference to the shared schema of a name."""
    return {"$ref": f"#/components/schemas/{name}"}


def given(schema: Schema, about: str = "", **more: Any) -> Schema:
    """Return a schema with a description and more keys."""
    return {**schema, **({"description": about} if about else {}), **more}


def many(item: Schema, **more: Any) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": item, **more}


def choice(names: Iterable[str], **more: Any) -> Schema:
    """Return the schema of one of some words."""
    return {**TEXT, "enum": list(names), **more}


def each(schema: Schema, names: str) -> dict[str, Schema]:
    """Return fields that share a schema, from their names, separated by spaces."""
    return dict.fromkeys(names.split(), schema)


def whole(**fields: Schema) -> Schema:
    """Return the schema of an object with exactly these fields; `optional` ones may be missing."""
    needed = [name for name, schema in fields.items() if not schema.get("x-optional")]
    return {"type": "object", "properties": fields, "required": needed, "additionalProperties": False}


def optional(schema: Schema) -> Schema:
    """Return the schema of a field that may be missing."""
    return {**schema, "x-optional": True}


def nullable(schema: Schema) -> Schema:
    """Return the schema of a value or null."""
    return {"anyOf": [schema, {"type": "null"}]}


MOST_HEADS = 400
"""The longest list of heads: one piece for each cell of the largest board."""
HEADS = many(COUNT, maxItems=MOST_HEADS)
BEST = {
    "type": "object",
    "properties": {metric.value: MAYBE for metric in Metric},
    "additionalProperties": False,
    "description": "the fewest moves in each metric; null if there is no solution, missing if not found in time",
}
ENTRY = {
    **each(TEXT, "name name_zh pinyin group text source licence"),
    "aliases": many(TEXT),
    "best": nullable(of("Best")),
    **each(MAYBE, "rating difficulty"),
}
FAULTS = many(whole(line=MAYBE, column=MAYBE, reason=TEXT, message=TEXT))

SCHEMAS: dict[str, Schema] = {
    "Best": BEST,
    "Entry": whole(**ENTRY),
    "Kind": whole(shape=many(HEADS), directions=TEXT, gates=FLAG, mark=TEXT),
    "Piece": whole(symbol=TEXT, label=TEXT, label_en=TEXT, kind=COUNT, head=COUNT),
    "Read": {
        **whole(**each(TEXT, "notation board pieces goal text"), key=WORD, notes=many(TEXT), others=many(TEXT)),
        "description": "what a text was read as, what was assumed, and the notations that it could also be in",
    },
    "Puzzle": whole(
        **each(TEXT, "name name_zh source note line text piece_set"),
        library=FLAG,
        **each(COUNT, "width height"),
        **each(HEADS, "walls gates"),
        kinds=many(of("Kind")),
        pieces=many(of("Piece")),
        goal=many(many(HEADS), description="alternative goals; each is a list of kinds with their heads"),
        table=WORD,
        read=optional(of("Read")),
    ),
    "Move": {
        **whole(**each(TEXT, "piece label label_en path text"), **each(COUNT, "from to")),
        "description": "a piece, its head before and after the move, and its path, such as L1U1",
    },
    "Graded": whole(
        **each(TEXT, "move piece label path"),
        **each(COUNT, "from to"),
        **each(MAYBE, "distance loses"),
        **each(FLAG, "known best"),
    ),
    "Reason": whole(
        move=TEXT, because=many({"type": "object", "description": "a kind of sentence and its values"}), text=TEXT
    ),
    "Unsolvable": {
        "type": "object",
        "properties": {
            "key": choice(("full", "stuck", "goal", "parity", "order", "search")),
            "text": TEXT,
            **each(COUNT, "swaps far inversions explored"),
            "goal": TEXT,
        },
        "required": ["key", "text"],
        "description": "why there is no solution: no empty cell, no piece can move, the goal cannot be met, the "
        "parity or the order of tiles, or a search; with figures. `goal`: one with the blank first that can be solved",
    },
    "Solution": whole(
        **each(WORD, "name why"),
        pieces={"type": "object"},
        **each(TEXT, "metric method"),
        **each(FLAG, "solved optimal"),
        **each(MAYBE, "length bound"),
        counts=nullable(of("Best")),
        moves=many(of("Move")),
        layouts=many(TEXT),
        heads=many(HEADS),
        **each(COUNT, "explored depth"),
        seconds=NUMBER,
        reason=nullable(of("Unsolvable")),
    ),
    "Stopped": whole(
        **each(TEXT, "metric stopped reason"),
        solved={"type": "null"},
        lower=MAYBE,
        known=nullable(of("Solution")),
        **each(COUNT, "explored depth"),
        seconds=NUMBER,
    ),
}
"""The shared schemas, by name."""
