"""The library and the book of records: all puzzles, puzzles that match a text, one by its name, the puzzle of a day."""

import datetime
import functools
import gzip
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from huarong.design.records import book
from huarong.i18n import say
from huarong.library import catalogue
from huarong.library.catalogue import best_counts, rating, stars
from huarong.web import answers
from huarong.web.endpoint import Call, endpoint
from huarong.web.fields import Field, FieldError, long_text
from huarong.web.replies import JSON, as_json
from huarong.web.schemas import ENTRY, NUMBER, TEXT, choice, each, many, of, whole


@endpoint(
    "library",
    "all puzzles as compact JSON for the web pages, with repeated parts given by index",
    gives={"type": "object"},
)
async def library(call: Call) -> Response:
    """Return all entries, with shortest lengths, rating and stars if known; built and compressed once."""
    body, packed = await call.aside(_written)
    small = "gzip" in call.request.headers.get("accept-encoding", "")
    headers = {"vary": "Accept-Encoding", **({"content-encoding": "gzip"} if small else {})}
    return Response(packed if small else body, headers=headers, media_type=JSON)


@functools.cache
def _written() -> tuple[bytes, bytes]:
    entries, groups = catalogue.entries(), catalogue.GROUPS
    rows = []
    for e in entries:
        best, names = best_counts(e), (e.name, e.name_zh, e.pinyin, list(e.aliases), groups.index(e.group))
        rows.append([*names, best and list(best.values()), rating(e), stars(rating(e))])
    days = [[entries.index(e) for e in pool] for pool in catalogue.weekdays()]
    whole = {"groups": groups, "entries": rows, "days": days, **answers.compact([entry.puzzle for entry in entries])}
    body = bytes(as_json(whole).body)
    return body, gzip.compress(body, 5, mtime=0)


@endpoint(
    "puzzles",
    "the library: names, text, fewest moves in the three metrics, difficulty",
    Field("search", long_text(200, default="")),
    Field("group", choice(["", *catalogue.GROUPS])),
    gives=whole(puzzles=many(of("Entry"))),
)
async def puzzles(call: Call) -> dict[str, Any]:
    found = [e for e in catalogue.search(call["search"]) if call["group"] in (None, "", e.group)]
    return {"puzzles": [e.to_json() for e in found]}


@endpoint(
    "puzzles/{name:path}", "one puzzle, by its name, alias, pinyin or code", gives=whole(**ENTRY, puzzle=of("Puzzle"))
)
async def named(call: Call) -> dict[str, Any]:
    entry = catalogue.find(call.request.path_params["name"])
    return {**entry.to_json(), "puzzle": await call.aside(answers.puzzle_json, entry.puzzle)}


@endpoint(
    "daily",
    "the puzzle of the day that the pages show, for today (in UTC) or for the given date",
    Field("date", long_text(10, "such as 2026-11-30")),
    gives=whole(**each(TEXT, "date picture"), **ENTRY, puzzle=of("Puzzle")),
)
async def daily(call: Call) -> dict[str, Any]:
    try:
        day = datetime.date.fromisoformat(call["date"] or datetime.datetime.now(datetime.UTC).date().isoformat())
    except ValueError:
        raise FieldError("date", "expected a date such as 2026-11-30") from None
    entry = catalogue.daily(day)
    picture = f"/api/v1/png?{urlencode({'puzzle': entry.title('zh')})}"
    found = {"date": day.isoformat(), "picture": picture, **entry.to_json()}
    return {**found, "puzzle": await call.aside(answers.puzzle_json, entry.puzzle)}


@endpoint(
    "records",
    "the book of records: the hardest puzzle for each set of pieces, with its length",
    gives=whole(chapters=many(whole(**each(TEXT, "name about about_zh"), seconds=NUMBER, rows=many(many({}))))),
)
async def records(call: Call) -> dict[str, Any]:
    chapters = []
    for one in await call.aside(book):
        about = {"name": one.chapter.name, "about": one.chapter.about, "about_zh": say(one.chapter.about, "zh")}
        rows = [[r.key, r.metric, r.length, r.count, r.puzzle] for r in one.rows]
        chapters.append({**about, "seconds": one.made["seconds"], "rows": rows})
    return {"chapters": chapters}
