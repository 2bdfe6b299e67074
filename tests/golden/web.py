"""Golden answers: the server's replies to right and wrong requests, without a network."""

from __future__ import annotations

import functools
import json
import os
import re
from typing import Any

import pytest

from huarong.web.pages import PAGES
from tests.golden import Work, cases

WORKS: dict[str, Work] = {}

SWAP, SHAPES = "A.B/.../goal:/B.A/...", "AA./.AB/CBB/goal:/.../.AA/..A"
POSTED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hint", {"puzzle": SWAP}),
    ("hint", {"puzzle": SWAP, "metric": "step", "heads": [1, 2], "last": "A R1"}),
    ("hint", {"puzzle": SHAPES}),
    ("distances", {"puzzle": SWAP, "layouts": [[0, 2], [2, 0], [1, 5]]}),
    ("distances", {"puzzle": SHAPES, "layouts": [[0, 5, 6]]}),
    ("prove", {"puzzle": SWAP, "metric": "step"}),
    ("facts", {"puzzle": SWAP}),
    ("facts", {"puzzle": SHAPES}),
    ("puzzle", {"text": SWAP}),
    ("check", {"text": "AAB/A:/goal:/Z../..."}),
    ("check", {"text": SHAPES}),
    ("convert", {"puzzle": "横刀立马"}),
    ("convert", {"puzzle": SWAP, "to": "line", "heads": [1, 2]}),
    ("svg", {"puzzle": SWAP, "theme": "dark", "cell": 20, "labels": False}),
    ("exhibit", {"puzzle": "BBCC/DD../EEFF/NOAA/PQAA", "exhibit": "set-step"}),
    ("hint", {"puzzle": "A.C/.../goal:/C.A/...", "heads": [0, 0]}),
    ("hint", {"puzzle": SWAP, "heads": [1]}),
    ("hint", {"puzzle": SWAP, "metric": "steps"}),
    ("hint", {"puzzle": SWAP, "more": 1}),
    ("hint", {"puzzle": 5}),
    ("hint", {}),
    ("distances", {"puzzle": SWAP}),
    ("solve", {"puzzle": SWAP, "max_seconds": 0}),
    ("solve", {"puzzle": SWAP, "max_memory": "x"}),
    ("facts", {"puzzle": SWAP, "max_seconds": 1e9}),
    ("distances", {"puzzle": SWAP, "layouts": [[9, 9]]}),
    ("svg", {"puzzle": SWAP, "cell": 0}),
    ("svg", {"puzzle": SWAP, "cell": 10**6}),
)
GOT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("table", {"space": "3x2 1x1:2", "goal": "0@0", "metric": "step"}),
    ("map", {"puzzle": SWAP}),
    ("puzzle", {"text": SWAP}),
    ("svg", {"puzzle": SHAPES}),
    ("trace", {"show": "ma-tree", "frames": "20", "whole": "0"}),
    ("trace", {"show": "ma-tree", "frames": "-1"}),
    ("trace", {"show": "no"}),
    ("puzzles", {"search": "横刀"}),
    ("puzzles", {"search": "", "group": "rush-hour"}),
    ("claims", {"article": "zhoutk"}),
    ("table", {"space": "3x2 1x1:2", "goal": "0@9"}),
    ("table", {"space": "3x"}),
    ("library", {}),
    ("records", {}),
    ("museum", {}),
    ("nothing", {}),
)


@functools.cache
def _client() -> Any:
    if os.environ.get("CI", "").lower() != "true":
        pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")
    from starlette.testclient import TestClient

    from huarong.web.server import create

    return TestClient(create(), raise_server_exceptions=False)


def _answer(method: str, end: str, given: dict[str, Any]) -> Any:
    words: dict[str, Any] = {"json": given} if method == "POST" else {"params": given}
    answer = _client().request(method, f"/api/v1/{end}", **words)
    kind = answer.headers.get("content-type", "").partition(";")[0]
    found: dict[str, Any] = {
        "status": answer.status_code,
        "type": kind,
        "control": answer.headers.get("cache-control"),
    }
    if kind == "application/json":
        data = answer.json()
        if end != "openapi.json":
            del data["version"]
        if answer.status_code >= 400:
            return found | {"refused": data}
        return found | {
            "answer": data,
            "keys": sorted(data) if isinstance(data, dict) else len(data),
        }
    if kind == "text/event-stream":
        return found | {"events": re.findall(r"^event: (\w+)", answer.text, re.MULTILINE)[-1:]}
    return found | {
        "text": answer.text if kind.startswith(("text", "image/svg")) else answer.content[:4]
    }


for number, (end, given) in enumerate(POSTED):
    WORKS[f"{number} POST {end} {json.dumps(given, ensure_ascii=False)}"] = functools.partial(
        _answer, "POST", end, given
    )
for number, (end, given) in enumerate(GOT):
    WORKS[f"{number} GET {end} {json.dumps(given, ensure_ascii=False)}"] = functools.partial(
        _answer, "GET", end, given
    )


def _links(name: str) -> Any:
    """Where the links of a page lead: on a server, below a folder, and in files."""
    page = next(page for page in PAGES if page.name == name)
    found = {}
    for root, files in (("", False), ("/h/", False), ("./", True)):
        found[f"{root} {files}"] = re.findall(r'\b(?:href|src)="([^"]*)"', page.html(root, files))
    return found


cases(WORKS, "links", _links, [page.name for page in PAGES])
