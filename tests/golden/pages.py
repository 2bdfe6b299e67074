"""The pages' modules in Node on a page without a browser (`tests/web/rooms/`): what they show after what a visitor
does.
"""

import functools
from typing import Any
from urllib.parse import urlencode

from tests.golden import Work
from tests.web.node import room, told


@functools.lru_cache
def _answers(*urls: str) -> dict[str, Any]:
    """The answers of GET requests, as `huarong site` keeps them."""
    import base64

    from starlette.testclient import TestClient

    from huarong.web.server import create

    found: dict[str, Any] = {}
    with TestClient(create(), base_url="http://localhost") as client:
        for url in urls:
            answer = client.get(f"/api/v1/{url}")
            assert answer.status_code == 200, (url, answer.text)
            binary = answer.headers["content-type"] == "application/octet-stream"
            found[url] = "base64:" + base64.b64encode(answer.content).decode() if binary else answer.json()
    return found


@functools.lru_cache
def _traces() -> dict[str, Any]:
    """The first frames of each show, on the first of its puzzles; the sets have bytes and times of the test's own."""
    from huarong.study.traces.shows import SHOWS, trace

    names = {show.name: show.puzzles[0] if show.puzzles else "" for show in SHOWS}
    found = {name: trace(name, text, None, 45, False).to_json() for name, text in names.items()}
    points = (put for _, _, puts in found["now-sets"]["frames"] for put in puts if put[0] == "curve")
    for n, point in enumerate(points):
        point[2][2:] = None if n % 5 else 40 * point[2][0], 7 * n + 300
    return found


def _drawings() -> Any:
    """The drawings of each show of the museum."""
    import re

    from huarong.study.traces.shows import SHOWS
    from huarong.web.pages import STATIC

    text = (STATIC / "museum" / "study.js").read_text("utf-8")
    drawn = dict(re.findall(r"(\w+): '(\w+)'", text[: text.index("const FROM")]))
    shows = {draw: show for show in reversed(SHOWS) for draw in show.draws}
    traces = {
        show.name: {
            "trace": _traces()[show.name],
            "draws": [draw for draw in show.draws if shows[draw] is show or draw in ("array", "levels")],
        }
        for show in SHOWS
    }
    text = urlencode({"text": traces["now-ranks"]["trace"]["puzzle"]})
    (puzzle,) = _answers(f"puzzle?{text}").values()
    table = f"{puzzle['table'].removeprefix('/api/v1/')}&metric=step"
    kept = {**_answers(f"puzzle?{text}"), **_answers(table)}
    return room("drawings", "all", "/study", traces=traces, drawn=drawn, kept=kept)


MAPPED = (
    *("1 2 3/0 4 5", "AB./CC./goal:/.../..A", "ABC/DE./goal:/.../..A"),
    *("ABCDEFGH.I/goal:/ABCDEFGHI.", "ABCDEFGHI.J/goal:/ABCDEFGHIJ."),
)
"""Boards of numbered tiles, of pieces with and without names in the goal, of as many tiles as digits and of more."""


def _maps() -> Any:
    """Several searches on the map of a puzzle: each has its layout there at every step."""
    from huarong.study.traces.shows import trace

    traces = {text: trace("now-searches", text, None, 45, False).to_json() for text in MAPPED}
    maps = [urlencode({"puzzle": each["puzzle"], "metric": "step"}) for each in traces.values()]
    return room("drawings", "maps", "/study", traces=traces, kept=_answers(*(f"map?{each}" for each in maps)))


DRAGS: list[tuple[str, list[tuple[float, float]], dict[str, Any]]] = [
    ("C", [(0.5, 1.5), (0.5, 1.9), (0.5, 2.6)], {}),
    ("C", [(0.5, 2.5), (1.4, 2.6), (1.6, 2.5)], {}),
    ("D", [(1.5, 1.5), (1.1, 1.4), (0.6, 1.5)], {}),
    ("B", [(2.5, 0.5), (2.5, 0.7), (2.5, 0.8)], {"wait": 60, "pause": 10}),
    ("D", [(0.5, 1.5), (0.5, 2.2), (0.4, 2.5)], {"end": "pointercancel"}),
    ("D", [(0.5, 1.5), (0.5, 2.2), (0.4, 2.5)], {"button": 2}),
    *[("C", [(1.5, 2.5), (1.5, 2.55)], {})] * 2,
    ("C", [(1.5, 2.5), (1.4, 1.9), (1.5, 1.5), (0.9, 1.5), (0.5, 1.6), (0.5, 2.4)], {"wait": 900}),
]
"""Pieces dragged from place to place."""


def _play() -> Any:
    two, many = "match: shape/AB./C../goal:/.../.AB/goal:/.../A.B", "gate: A/A.-/BB./goal:/..A/..."
    given = {"puzzle": "AABB/CD.E/..../goal:/..../..../..AA", "metric": "move", "lang": "en"}
    moves = {"drags": DRAGS, "tried": "ABD", "two": two, "many": many}
    return room("play", "play", "/", kept=dict(_answers("library")), moves=moves, **given)


def _shares() -> Any:
    """What is shared of puzzles with and without names."""
    bare = "A../.../goal:/.../..A"
    name = "name: A long name in many words of which some are short\nname.zh: 很长的名字一二三四五六七八九十"
    return room("play", "shares", "/", texts=(bare, f"{name}\n{bare}", f"name.zh: 名\n{bare}"))


def _edit() -> Any:
    """The editor, with texts of every form."""
    texts = (
        "AAB/CD./.../goal:/.../.../.AA",
        "AB./A",
        "slide: A=LR B=none/gate: B/name: N/AB-/#C./gates:/-../.../goal:/..A/...",
        "11.22/3",
    )
    return room("edit", "edit", "/edit", kept=dict(_answers("library")), texts=texts)


def _solve() -> Any:
    """The solver's page: texts with one move and many, without a solution, without a goal, solved at the start."""
    texts = ("AAB/CD./.../goal:/.../.../.AA", "AB./...", "AB/../goal:/BA/..", "gate: B/A.B/.-./goal:/.../.B.")
    return room("solve", "solve", "/solve", kept=dict(_answers("library")), texts=texts)


def _map() -> Any:
    """The map of puzzles with and without symmetry, with a waist, without a solution."""
    texts = ("AAB/C../.../goal:/.../.../AA.", "A../.../goal:/..A/...", "AB/../goal:/AB/..", "AA.B/C#../goal:/..../B#..")
    return room("map", "map", "/map", kept=dict(_answers("library")), texts=texts)


def _study() -> Any:
    """The museum's page."""
    (claims,) = _answers("claims?article=lv").values()
    words = ("quote", "english", "found", "found_zh")  # as their names, so that they may change
    claims = {**claims, "claims": [{**each, **{key: key for key in words if each[key]}} for each in claims["claims"]]}
    return room("study", "study", "/study", kept=dict(_answers("museum")), traces=_traces(), claims=claims)


QUESTIONS = """
const { QUESTIONS } = await from('museum/questions'), { Stepper } = await from('museum/stepper');
return Object.fromEntries(QUESTIONS.filter(({ show }) => given[show]).map(({ show, id, ask }) => {
  const stepper = new Stepper(given[show]);
  return [`${show} ${id}`, Array.from({ length: stepper.last + 1 }, (_, at) => (stepper.go(at), ask(stepper)))];
}));
"""

LEVELS = """"A./goal:/.A"
{"puzzle": "A..../goal:/....A", "name": "Level 2", "metric": "step", "length": 4, "stars": 2}
{"puzzle": "AB/../goal:/.A/B.", "name": "x", "stars": 9}
"""


def _library(name: str, path: str, *urls: str) -> Any:
    return room("library", name, path, kept=dict(_answers(*urls)), levels=LEVELS)


WORKS: dict[str, Work] = {
    "drawings": _drawings,
    "maps": _maps,
    "edit": _edit,
    "solve": _solve,
    "map": _map,
    "study": _study,
    "docs": lambda: room("docs", "docs", "/docs"),
    "history": lambda: room("edit", "history", "/edit"),
    "questions": lambda: told(QUESTIONS, _traces()),
    "library": functools.partial(_library, "library", "/library", "library"),
    "path": functools.partial(_library, "path", "/path", "library"),
    "records": functools.partial(_library, "records", "/records", "records"),
    "progress": functools.partial(_library, "progress", "/path", "library"),
    "play": _play,
    **{name: functools.partial(room, file, name, "/") for file, name in (("pure", "pure"), ("play", "lessons"))},
    "shares": _shares,
    "timer": lambda: room("timer", "timer", "/timer", kept=dict(_answers("library"))),
    "signs": lambda: room("signs", "signs", "/library", library=_answers("library")["library"]),
    "missing": lambda: room("signs", "missing", "/404"),
}
