"""`GET claims`: an article's claims, sentence by sentence, with the verdicts."""

from __future__ import annotations

from typing import Any

from huarong.study.articles import ARTICLES
from huarong.study.claim import VERDICTS, claims
from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import Field
from huarong.web.schemas import TEXT, choice, each, many, whole


async def answer(call: Call) -> dict[str, Any]:
    """The rows in the order of reading, in both languages."""
    rows = [claim.to_json() for claim in claims(call["article"])]
    return {"claims": [{name: row[name] for name in _ROW["properties"]} for row in rows]}


_ROW = whole(**each(TEXT, "id place quote english run found found_zh"), verdict=choice(VERDICTS))
ENDPOINT = Endpoint(
    "claims",
    answer,
    "the claims of an article of the museum, one by one, with their verdicts",
    (Field("article", choice(article.key for article in ARTICLES), needed=True),),
    gives=whole(claims=many(_ROW)),
)
