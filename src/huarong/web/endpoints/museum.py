"""The study pages: what they can show (`museum`), recorded runs (`trace`), claims, and one exhibit measured."""

from typing import Any
from urllib.parse import parse_qsl, urlencode

from huarong.library.reader import puzzle as read_puzzle, read_text
from huarong.limits import Watch
from huarong.study.articles import ARTICLES
from huarong.study.claim import VERDICTS, claims, recorded_times
from huarong.study.comparison import compare
from huarong.study.registry import EXHIBITS
from huarong.study.traces.shows import FRAMES, MOST_FRAMES, SHOWS, show, trace
from huarong.study.zhou import persons
from huarong.web.endpoint import COMPUTED, MOST_CELLS, Call, endpoint
from huarong.web.fields import LIMITS, PUZZLE, Field, naming
from huarong.web.job_queue import handed
from huarong.web.schemas import COUNT, FLAG, MAYBE, NUMBER, TEXT, Schema, choice, each, given, many, nullable, whole

_READ = [article.key for article in ARTICLES[:-1]]
"""The articles whose claims the study pages list."""
_EXHIBIT = {**each(TEXT, "name title title_zh metric"), "compiled": FLAG}
_OPTION = whole(name=TEXT, **each(COUNT, "least most default"))
_PLAIN = {**each(TEXT, "name room"), **each(many(TEXT), "draws puzzles jumps"), "numbers": FLAG}
_SHOW = whole(**_PLAIN, option=nullable(_OPTION))


@endpoint(
    "museum",
    "the shows of the museum, room by room, and the exhibits that can race",
    gives=whole(
        frames=COUNT,
        shows=many(_SHOW),
        exhibits=many(whole(**_EXHIBIT)),
        claims=whole(**dict.fromkeys(_READ, COUNT)),
        recorded=whole(machine=TEXT, machine_zh=TEXT, puzzles=many(TEXT), seconds={"type": "object"}),
        english={"type": "object"},
    ),
)
async def museum(call: Call) -> dict[str, Any]:
    exhibits = (exhibit.to_json() for exhibit in EXHIBITS)
    return {
        "frames": FRAMES,
        "shows": [one.to_json() for one in SHOWS],
        "exhibits": [{name: plain[name] for name in _EXHIBIT} for plain in exhibits],
        "claims": {article: len(claims(article)) for article in _READ},
        "recorded": recorded_times(),
        "english": {text: read_puzzle(text).name for one in SHOWS if not one.numbers for text in one.puzzles},
    }


def urls_to_keep() -> list[str]:
    """Return the URLs of the traces and claims that pages show first or for a sentence, as the pages request them."""
    urls = []
    # Steps far into a run take the server seconds and the visitor megabytes: they need the server.
    steps = [dict(parse_qsl(row.shown)) for row in claims() if row.shown and "to=step" not in row.shown]
    for step in [*({"show": one.name} for one in SHOWS), *steps]:
        one = show(step["show"])
        asked = {"show": one.name, "puzzle": step.get("p", one.puzzles[0] if one.puzzles else "")}
        if one.option:
            asked["option"] = step.get("o", str(one.option.default))
        if "to" in step:
            asked["to"] = step["to"]
        urls.append(f"/api/v1/trace?{urlencode({**asked, 'whole': 'false'})}")
    return [*dict.fromkeys(urls), *(f"/api/v1/claims?article={article}" for article in _READ)]


def _short(about: str, **more: Any) -> Schema:
    return given(TEXT, about, maxLength=MOST_CELLS, **more)


_WHOLE = "whether the exhibit runs to its end, for the figures of the whole run"
_TO = "the recording starts shortly before this place: one of the show's jumps, way:N or step:N"


@endpoint(
    "trace",
    "a recording of an exhibit of the museum on a puzzle, frame by frame, for a page to replay (see below)",
    Field("show", choice(one.name for one in SHOWS), needed=True),
    Field("puzzle", _short("the default is the suggested one", default="")),
    Field("option", given(COUNT, "a number for the show, if it takes one")),
    Field("frames", given(COUNT, "the number of frames in the answer", maximum=MOST_FRAMES, default=FRAMES)),
    Field("whole", given(FLAG, _WHOLE, default=True)),
    Field("calls", _short("zhoutk's functions to call by hand, instead of a show")),
    Field("to", _short(_TO, default="")),
    Field("after", given(COUNT, "the search for the place starts after this frame", default=0)),
    *LIMITS[:1],
    gives=whole(
        **each(COUNT, "format first"),
        **each(TEXT, "show puzzle"),
        **each(MAYBE, "option steps target"),
        frames=many(many({})),
        whole=nullable({"type": "object"}),
    ),
    computes=True,
)
async def recording(call: Call) -> Any:
    text = call["puzzle"]

    def work(watch: Watch) -> dict[str, Any]:
        with naming("puzzle"):
            puzzle = text if not text or show(call["show"]).numbers else persons(text) or read_text(text)
            named = {name: call[name] for name in ("option", "frames", "whole", "calls", "to", "after")}
            return trace(call["show"], puzzle, **named, **handed(watch)).to_json()

    return await call.result_or_events(work)


_RESULT = {
    **each(TEXT, "name metric"),
    "compiled": FLAG,
    **each(MAYBE, "layouts duplicates depth"),
    "seconds": nullable(NUMBER),
    "memory": MAYBE,
    **each(TEXT, "notes trouble"),
}


@endpoint(
    "exhibit",
    "a measurement of one exhibit of the museum on a puzzle, in its own process",
    *PUZZLE,
    Field("exhibit", choice(e.name for e in EXHIBITS), needed=True),
    *LIMITS[:1],
    gives=whole(**_RESULT, machine=TEXT),
    **COMPUTED,
)
async def exhibit(call: Call) -> Any:
    puzzle = await call.puzzle()

    def work(watch: Watch) -> dict[str, Any]:
        found = compare(puzzle, [call["exhibit"]], repeats=1, lang=call.lang, **handed(watch))
        (result,) = found.to_json()["results"]
        return {name: result[name] for name in _RESULT} | {"machine": found.machine}

    return await call.result_or_events(work)


_CLAIM = whole(**each(TEXT, "id place quote english run found found_zh shown"), verdict=choice(VERDICTS))


@endpoint(
    "claims",
    "the claims of an article of the museum, one by one, with their verdicts",
    Field("article", choice(article.key for article in ARTICLES), needed=True),
    gives=whole(claims=many(_CLAIM)),
)
async def claimed(call: Call) -> dict[str, Any]:
    rows = [claim.to_json() for claim in claims(call["article"])]
    return {"claims": [{name: row[name] for name in _CLAIM["properties"]} for row in rows]}
