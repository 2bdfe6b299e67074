"""`GET claims`: an article's claims, sentence by sentence, with the verdicts."""

from __future__ import annotations

from typing import Any

from huarong.study.articles import ARTICLES
from huarong.study.claim import VERDICTS, claims
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import Field
from huarong.web.schemas import TEXT, many, whole

__all__ = ["ENDPOINT"]


async def answer(call: Call) -> dict[str, Any]:
    """The rows in the order of reading, in both languages."""
    names = ("id", "place", "quote", "english", "run", "found", "found_zh", "verdict")
    return {
        "claims": [
            {name: row[name] for name in names}
            for row in (claim.to_json() for claim in claims(call["article"]))
        ]
    }


ENDPOINT = Endpoint(
    "claims",
    answer,
    "what an article of the museum claims, sentence by sentence, and what came of it",
    (Field("article", {"type": "string", "enum": [each.key for each in ARTICLES]}, needed=True),),
    gives=whole(
        claims=many(
            whole(
                id=TEXT,
                place=TEXT,
                quote=TEXT,
                english=TEXT,
                run=TEXT,
                found=TEXT,
                found_zh=TEXT,
                verdict={"type": "string", "enum": list(VERDICTS)},
            )
        )
    ),
)
