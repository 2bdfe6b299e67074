"""The reference of the HTTP API, from its OpenAPI description."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from huarong.web.endpoints import ENDPOINTS
from huarong.web.endpoints.server import openapi
from tools.site.words import meaning, word

CHINESE: dict[str, str] = json.loads(Path(__file__).with_name("http.zh.json").read_text("utf-8"))
"""The Chinese of what the description says, by its English."""


def say(text: str, language: str) -> str:
    """A sentence of the description in a language; the English where nobody translated it."""
    return CHINESE.get(text, text) if language == "zh" else text


def shape(schema: dict[str, Any]) -> str:
    """The type of a schema in a word or two.

    >>> shape({"type": "array", "items": {"type": ["integer", "null"]}})
    'array of integer or null'
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(shape(each) for each in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(each, ensure_ascii=False)}`" for each in schema["enum"])
    kind = schema.get("type", "any")
    text = " or ".join(kind) if isinstance(kind, list) else str(kind)
    return f"array of {shape(schema['items'])}" if kind == "array" and "items" in schema else text


def fields(schema: dict[str, Any], before: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key of what a schema describes, those within others by their path."""
    for name, inner in schema.get("properties", {}).items():
        yield before + name, inner
        yield from fields(inner, f"{before}{name}.")
    if "items" in schema:
        yield from fields(schema["items"], before[:-1] + "[]." if before else "[].")
    for each in schema.get("anyOf", ()):
        yield from fields(each, before)


def _table(rows: list[tuple[str, str, str]], first: str, language: str) -> list[str]:
    head = f"| {first} | {word('type', language)} | {word('meaning', language)} |"
    return [head, "|---|---|---|", *(f"| `{a}` | {b} | {c} |" for a, b, c in rows), ""]


def _row(where: str, name: str, schema: dict[str, Any], language: str, *, needed: bool = False) -> tuple[str, str, str]:
    """A key of an address or a shared schema: its path, its type, and what it is."""
    said = schema.get("description")
    parts = [f"**{word('must', language)}**"] if needed else []
    parts.append(say(said, language) if said else meaning(where, name, language))
    if schema.get("default") is not None:
        parts.append(f"{word('default', language)} `{schema['default']}`")
    return name, shape(schema), "; ".join(parts).replace("|", "\\|")


def page(language: str) -> str:
    """The page of all addresses."""
    spec = openapi(ENDPOINTS)
    lines = [f"# {word('http', language)}", "", word("http about", language), ""]
    statuses: dict[str, str] = {}
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            lines += [f"## {method.upper()} {path}", "", say(operation["summary"], language), ""]
            where = path.removeprefix("/api/v1")
            rows = [
                _row(f"{where}?", each["name"], each | each["schema"], language, needed=each.get("required", False))
                for each in operation["parameters"]
            ]
            body = operation.get("requestBody")
            if body:
                schema = body["content"]["application/json"]["schema"]
                rows += [
                    _row(f"{where}?", name, inner, language, needed=name in schema["required"])
                    for name, inner in schema["properties"].items()
                ]
            lines += [f"**{word('asked', language)}**", "", *_table(rows, word("field", language), language)]
            answer = operation["responses"]["200"]["content"]
            for media, content in answer.items():
                schema = content.get("schema", {})
                found = [_row(where, n, s, language) for n, s in fields(schema)]
                if found:
                    lines += [f"**{word('answered', language)}**", "", *_table(found, word("key", language), language)]
                elif "$ref" in schema:
                    lines += [f"**{word('answered', language)}** {shape(schema)}", ""]
                else:
                    lines += [f"**{word('answered bytes', language)}** `{media}`", ""]
            statuses |= {code: each["description"] for code, each in operation["responses"].items() if code != "200"}
    lines += [f"## {word('statuses', language)}", ""]
    lines += [f"- {code}: {say(why, language)}" for code, why in sorted(statuses.items())]
    lines += ["", f"## {word('schemas', language)}", ""]
    for name, schema in spec["components"]["schemas"].items():
        rows = [_row(name, n, s, language) for n, s in fields(schema)]
        lines += [f"### {name}", "", *_table(rows, word("key", language), language)]
    return "\n".join(lines)


def pages(language: str) -> dict[str, str]:
    """The page, by its name."""
    return {"generated/http": page(language)}
