"""`GET museum`: what the study pages can show, room by room, and the exhibits that can race."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from huarong import library
from huarong.study.articles import ARTICLES
from huarong.study.claim import claims
from huarong.study.kept import recorded_times
from huarong.study.registry import EXHIBITS
from huarong.study.traces.shows import FRAMES, SHOWS
from huarong.web.endpoint import Call, Endpoint
from huarong.web.schemas import COUNT, FLAG, TEXT, each, many, nullable, whole


async def answer(call: Call) -> dict[str, Any]:
    """The shows, the exhibits, the number of claims of each article, recorded times for a race without a server,
    English names.
    """
    exhibits = (exhibit.to_json() for exhibit in EXHIBITS)
    return {
        "frames": FRAMES,
        "shows": [show.to_json() for show in SHOWS],
        "exhibits": [{name: plain[name] for name in _EXHIBIT} for plain in exhibits],
        "claims": {article.key: len(claims(article.key)) for article in ARTICLES[:-1]},
        "recorded": recorded_times(),
        "english": {text: library.puzzle(text).name for show in SHOWS for text in show.puzzles},
    }


def urls_to_keep() -> list[str]:
    """The URLs of the traces and claims that the study pages show first, exactly as the pages request them."""
    urls = []
    for show in SHOWS:
        asked = {"show": show.name, "puzzle": show.puzzles[0] if show.puzzles else ""}
        if show.option:
            asked["option"] = str(show.option.default)
        urls.append(f"/api/v1/trace?{urlencode({**asked, 'whole': 'false'})}")
    return [*urls, *(f"/api/v1/claims?article={article.key}" for article in ARTICLES[:-1])]


_EXHIBIT = {**each(TEXT, "name title title_zh metric"), "compiled": FLAG}
_OPTION = whole(name=TEXT, **each(COUNT, "least most default"))
_SHOW = whole(**each(TEXT, "name room"), **each(many(TEXT), "draws puzzles jumps"), option=nullable(_OPTION))
ENDPOINT = Endpoint(
    "museum",
    answer,
    "the shows of the study pages, room by room, and the exhibits that can race",
    gives=whole(
        frames=COUNT,
        shows=many(_SHOW),
        exhibits=many(whole(**_EXHIBIT)),
        claims=whole(**{article.key: COUNT for article in ARTICLES[:-1]}),
        recorded=whole(machine=TEXT, machine_zh=TEXT, puzzles=many(TEXT), seconds={"type": "object"}),
        english={"type": "object"},
    ),
)
