"""The description of the API, and the table of `docs/api.md`: both say what the endpoints' records say."""

from __future__ import annotations

import re
from pathlib import Path

from huarong.web.endpoint import Endpoint
from huarong.web.endpoints import ENDPOINTS
from huarong.web.openapi import openapi
from huarong.web.server import API, create

DOCS = Path(__file__).parents[2] / "docs" / "api.md"


def test_it_names_what_is_served() -> None:
    described = openapi(ENDPOINTS)
    found = {(path, method.upper()) for path, ends in described["paths"].items() for method in ends}
    served = set()
    for route in create().routes:
        path = getattr(route, "path", "")
        if path.startswith(API):
            path = "/" + path.removeprefix(API).replace(":path", "")
            served |= {
                (path, method) for method in getattr(route, "methods", ()) if method != "HEAD"
            }
    assert found == served


def test_every_file_of_the_folder_is_in_the_table() -> None:
    folder = Path(openapi.__code__.co_filename).parent / "endpoints"
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert files == {each.answer.__module__.rpartition(".")[2] for each in ENDPOINTS}


def test_references_are_to_what_is_there() -> None:
    described = openapi(ENDPOINTS)
    for name in re.findall(r"#/components/schemas/(\w+)", str(described)):
        assert name in described["components"]["schemas"]


def row(endpoint: Endpoint) -> str:
    """The line of the table of `docs/api.md` that says what an endpoint's record says."""
    path = endpoint.path.replace(":path", "")
    ends = ", ".join(f"`{method} {path}`" for method in endpoint.methods)
    takes = ", ".join(f"**`{f.name}`**" if f.needed else f"`{f.name}`" for f in endpoint.fields)
    return f"| {ends} | {takes} | {endpoint.about} |"


def test_the_docs_have_a_line_for_every_endpoint() -> None:
    """On failure: replace the table's lines by those that this compares with."""
    lines = [
        line for line in DOCS.read_text("utf-8").splitlines() if re.match(r"\| `[A-Z]+ ", line)
    ]
    assert "\n".join(lines) == "\n".join(map(row, ENDPOINTS))
