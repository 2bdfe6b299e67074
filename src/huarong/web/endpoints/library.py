"""`GET library`: every puzzle of the library as compact JSON, for pages that show them all."""

from __future__ import annotations

import functools
import gzip
from typing import Any

from starlette.responses import Response

from huarong.library import catalogue
from huarong.library.counts import best_counts, rating, stars
from huarong.web import answers
from huarong.web.endpoint import Call, Endpoint
from huarong.web.replies import JSON, as_json


async def answer(call: Call) -> Response:
    """All entries, with shortest lengths, rating and stars if they are known; built and compressed once."""
    body, packed = await call.aside(_written)
    if "gzip" in call.request.headers.get("accept-encoding", ""):
        headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        return Response(packed, headers=headers, media_type=JSON)
    return Response(body, headers={"vary": "Accept-Encoding"}, media_type=JSON)


@functools.cache
def _written() -> tuple[bytes, bytes]:
    body = bytes(as_json(_compact()).body)
    return body, gzip.compress(body, 5, mtime=0)


def _compact() -> dict[str, Any]:
    entries, groups = catalogue.entries(), catalogue.GROUPS
    return {
        "groups": groups,
        "entries": [
            [e.name, e.name_zh, e.pinyin, list(e.aliases), groups.index(e.group), _best(e), rating(e), stars(rating(e))]
            for e in entries
        ],
        **answers.compact([entry.puzzle for entry in entries]),
    }


def _best(entry: catalogue.Entry) -> list[int | None] | None:
    found = best_counts(entry)
    return None if found is None else list(found.values())


ENDPOINT = Endpoint(
    "library",
    answer,
    "all puzzles as compact JSON for the web pages, with repeated parts given by index",
    gives={"type": "object"},
)
