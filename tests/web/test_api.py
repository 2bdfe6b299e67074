"""The API: what it answers, what it refuses, and how."""

from __future__ import annotations

import json
import os
import random
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

if os.environ.get("CI", "").lower() != "true":
    pytest.importorskip("httpx2", reason="pip install 'huarong[test]'")

from starlette.testclient import TestClient

import huarong as hr
from huarong.atlas.embedding import Map
from huarong.library.catalogue import entries
from huarong.space.space import Space
from huarong.web.desk import Capacity
from huarong.web.server import HEADERS, create
from huarong.web.tables import read_goal
from tests.web.test_raw import LONG

CLASSIC = "横刀立马"


@pytest.fixture(scope="module")
def client(cache: Path) -> Iterator[TestClient]:
    with TestClient(create(), raise_server_exceptions=False) as client:
        yield client


def ask(client: TestClient, end: str, **body: Any) -> Any:
    answer = client.post(f"/api/v1/{end}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def events(text: str) -> list[tuple[str, Any]]:
    found = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def test_hints_are_perfect_all_the_way_to_the_goal(client: TestClient) -> None:
    puzzle = client.get("/api/v1/puzzle", params={"text": CLASSIC}).json()
    heads = [piece["head"] for piece in puzzle["pieces"]]
    symbols = [piece["symbol"] for piece in puzzle["pieces"]]
    for left in range(81, 0, -1):
        hint = ask(client, "hint", puzzle=CLASSIC, heads=heads)
        assert (hint["distance"], hint["solved"], hint["source"]) == (left, False, "atlas")
        assert min(move["distance"] for move in hint["moves"]) == left - 1
        best = hint["moves"][0]
        assert best["best"] and best["move"] == hint["best"][0]
        heads[symbols.index(best["piece"])] = best["to"]
    assert ask(client, "hint", puzzle=CLASSIC, heads=heads)["solved"]


@pytest.mark.parametrize(("metric", "expected"), [("move", 81), ("slide", 90), ("step", 116)])
def test_solve_in_every_metric_by_every_method(
    client: TestClient, metric: str, expected: int
) -> None:
    for method in ("auto", "bfs", "bidirectional", "astar", "atlas"):
        found = ask(client, "solve", puzzle=CLASSIC, metric=metric, method=method)
        assert (found["length"], len(found["moves"]), len(found["heads"])) == (
            expected,
            expected,
            expected + 1,
        )


def test_solve_tells_its_progress_as_events(client: TestClient) -> None:
    body = {"puzzle": LONG, "method": "bfs", "max_layouts": 300_000}
    with mock.patch("huarong.limits._REPORT", 0.0):
        answer = client.post("/api/v1/solve", json=body, headers={"accept": "text/event-stream"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = events(answer.text)
    assert [found[0][0], found[-1][0]] == ["begin", "result"]
    depths = [data["depth"] for name, data in found if name == "progress"]
    assert depths and depths == sorted(depths)
    assert found[-1][1]["stopped"] == "layouts"


def test_a_limit_of_layouts_stops_a_search(client: TestClient) -> None:
    found = ask(client, "solve", puzzle=LONG, method="bfs", max_layouts=100_000)
    assert (found["solved"], found["stopped"]) == (None, "layouts")
    assert found["reason"].startswith("stopped by the limit of 100,000 layouts")


def test_no_solution_is_proved(client: TestClient) -> None:
    assert ask(client, "solve", puzzle="A#./##.", goal=".#A/##.")["solved"] is False
    assert ask(client, "hint", puzzle="A#./##.", goal=".#A/##.")["distance"] is None


def test_a_search_is_stopped_by_its_id(client: TestClient) -> None:
    stopped: list[int] = []
    answered = threading.Event()

    def stop() -> None:
        while not client.app.state.server.desk.jobs:
            if answered.wait(0.01):
                return
        name = next(iter(client.app.state.server.desk.jobs))
        stopped.append(client.delete(f"/api/v1/searches/{name}").status_code)

    thread = threading.Thread(target=stop)
    thread.start()
    body = {"puzzle": LONG, "method": "bfs"}
    answer = client.post("/api/v1/solve", json=body)
    answered.set()
    thread.join()
    assert (answer.status_code, stopped) == (409, [200])
    assert client.delete("/api/v1/searches/none").status_code == 404


def test_head_is_answered_like_get_without_a_body(client: TestClient) -> None:
    for path in ("/", "/static/play.js", "/api/v1/library", f"/api/v1/puzzle?text={CLASSIC}"):
        whole, head = client.get(path), client.head(path)
        assert (whole.status_code, head.status_code, head.content) == (200, 200, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]
    assert client.head("/api/v1/hint").status_code == 405


def test_a_full_queue_says_when_to_come_back(cache: Path) -> None:
    app = create(Capacity(workers=1, waiting=0))
    with TestClient(app) as client:
        body = {"puzzle": LONG, "method": "bfs"}
        thread = threading.Thread(target=lambda: client.post("/api/v1/solve", json=body))
        thread.start()
        while not app.state.server.desk.jobs:
            time.sleep(0.01)
        answer = client.post("/api/v1/solve", json={"puzzle": CLASSIC})
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "2"
        assert answer.json()["error"]["field"] is None
        for name in list(app.state.server.desk.jobs):
            client.delete(f"/api/v1/searches/{name}")
        thread.join()


def test_going_on_with_the_last_move_counts_nothing(client: TestClient) -> None:
    puzzle = hr.puzzle(CLASSIC)
    after = [p.head + 4 * (p.symbol == "N") for p in puzzle.pieces]  # N D1
    alone = ask(client, "hint", puzzle=CLASSIC, heads=after)
    game = ask(client, "hint", puzzle=CLASSIC, heads=after, last="N D1")
    assert (alone["distance"], game["distance"]) == (80, 80)
    loses = {move["move"]: move["loses"] for move in game["moves"]}
    assert loses["N R1"] == 1
    assert loses["N U1"] == 1
    # A second step that helps: the piece goes on for nothing, and another that is as near loses one.
    small = "AB./.../goal:/..B/..."
    half = ask(client, "hint", puzzle=small, heads=[0, 4], last="B D1")
    assert (half["distance"], {best[:2] for best in half["best"]}) == (0, {"B "})
    assert ask(client, "hint", puzzle=small, heads=[0, 4])["distance"] == 1
    refused = client.post("/api/v1/hint", json={"puzzle": small, "last": "Z D1"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "last")


def test_all_best_moves_are_told(client: TestClient) -> None:
    text = "match: shape/A.B.C.D.E./........../goal:/........../A.B.C.D.E."
    assert len(ask(client, "hint", puzzle=text)["best"]) > 8


def test_a_hint_does_not_depend_on_earlier_requests(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was asked before of another layout of the puzzle: here few layouts are in reach, there many."""
    monkeypatch.setattr("huarong.atlas.oracle.small", lambda space: False)
    monkeypatch.setattr("huarong.atlas.known.MOST_IN_REACH", 500)
    # Two rooms: the pieces have 120 layouts in the small one, 1,320 in the large one.
    text = "AB#..../C.#..../..#..../goal:/......./......./A......"
    answers = []
    for order in ([0, 1], [1, 0]):
        with TestClient(create()) as client:
            found = {}
            for which in order:
                heads = [[0, 1, 7], [3, 4, 5]][which]
                found[which] = ask(client, "hint", puzzle=text, heads=heads)["source"]
            answers.append(found)
    assert answers[0] == answers[1]
    assert answers[0] == {0: "component", 1: "search"}


def test_distances_of_many_layouts(client: TestClient) -> None:
    solution = hr.solve(CLASSIC)
    layouts = [list(heads) for heads in solution.heads]
    found = ask(client, "distances", puzzle=CLASSIC, layouts=layouts)
    assert found["distances"] == list(range(81, -1, -1))


def test_facts(client: TestClient) -> None:
    found = ask(client, "facts", puzzle=CLASSIC)
    assert found["best"] == {"step": 116, "slide": 90, "move": 81}
    assert (found["layouts"], found["goals"], found["solvable"]) == (65880, 6795, 53954)
    # A space of a hundred million layouts, of which few are in reach.
    found = ask(client, "facts", puzzle="Rush Hour 1")
    assert (found["source"], found["best"]["slide"]) == (
        "component",
        hr.solve("Rush Hour 1", "slide").length,
    )


def test_check_lists_all_faults_with_their_places(client: TestClient) -> None:
    found = ask(client, "check", text="AAB\nA:\ngoal:\nZ..\n...")
    assert not found["valid"]
    places = [(fault["line"], fault["column"]) for fault in found["faults"]]
    assert (2, 2) in places
    assert ask(client, "check", text="AB./...", goal="..A/...")["valid"]
    chinese = client.post(
        "/api/v1/check", json={"text": "AAB\nA"}, headers={"accept-language": "zh"}
    )
    assert "行" in chinese.json()["faults"][0]["message"]


def test_convert_to_all_notations_and_back(client: TestClient) -> None:
    rows = ask(client, "convert", puzzle=CLASSIC)["notations"]
    assert {row["notation"] for row in rows} == {each.name for each in hr.NOTATIONS}
    for row in rows:
        assert (row["text"] is None) != (row["reason"] is None)
        if row["text"] is not None:
            again = hr.puzzle(row["text"], notation=row["notation"])
            assert again.start == hr.puzzle(CLASSIC).start, row["notation"]


def test_the_library_with_its_counts(client: TestClient) -> None:
    found = client.get("/api/v1/puzzles", params={"search": "heng dao li ma"}).json()["puzzles"]
    assert (found[0]["name_zh"], found[0]["best"], found[0]["difficulty"]) == (
        CLASSIC,
        {"step": 116, "slide": 90, "move": 81},
        4,
    )
    compact = client.get("/api/v1/library").json()
    assert len(compact["entries"]) == len(compact["puzzles"]) == len(entries())
    assert [[116, 90, 81], 62, 4] in [entry[-3:] for entry in compact["entries"]]


def test_a_picture(client: TestClient) -> None:
    answer = client.get("/api/v1/svg", params={"puzzle": CLASSIC, "theme": "dark"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg") and "曹操" in answer.text


def unpack(data: bytes, magic: bytes) -> tuple[dict[str, Any], memoryview]:
    assert data[:4] == magic
    (length,) = struct.unpack("<I", data[4:8])
    return json.loads(data[8 : 8 + length]), memoryview(data)[8 + length :]


@pytest.mark.parametrize(
    ("space", "goal", "metric"),
    [
        ("4x5 2x2:1 1x2:4 2x1:1 1x1:4", "0@13", "step"),
        ("20x18 1x1:1", "0@359", "move"),
        ("1x399 1x1:1", "0@0", "step"),
    ],
)
def test_a_table_ranks_and_knows_every_layout(
    client: TestClient, space: str, goal: str, metric: str
) -> None:
    asked = {"space": space, "goal": goal, "metric": metric}
    header, rest = unpack(client.get("/api/v1/table", params=asked).content, b"HRT2")
    edges, size = header["states"] * header["letters"], 2 if header["wide"] else 1
    to, before = rest[: 4 * edges].cast("i"), rest[4 * edges : 8 * edges].cast("I")
    far = rest[8 * edges : 8 * edges + size * header["layouts"]].cast("H" if size == 2 else "B")
    cell = rest[8 * edges + (size * header["layouts"] + 3) // 4 * 4 :].cast("I")
    whole = Space.parse(space)
    atlas = hr.Atlas.build(whole, read_goal(goal, whole), metric)
    for layout in whole.random(200, seed=5):
        letters = [0] * whole.board.size
        for kind, group in enumerate(layout.heads):
            for head in group:
                letters[head] = kind + 1
        state = rank = 0
        while state != header["states"] - 1:
            edge = state * header["letters"] + letters[cell[state]]
            rank, state = rank + before[edge], to[edge]
        assert far[rank] == atlas.distances[whole.rank(layout)]


def test_a_map_has_every_layout_in_reach(client: TestClient) -> None:
    header, rest = unpack(
        client.get("/api/v1/map", params={"puzzle": "AB/..", "goal": "../AB"}).content, b"HRM1"
    )
    assert (header["points"], header["edges"], header["complete"]) == (12, 16, True)
    assert len(rest) == 12 * 8 + 16 * 8 + 12 * 4 * 2 + 12 * 2 * 2
    distance = rest[12 * 8 + 16 * 8 :][: 12 * 4].cast("I")
    assert sorted(distance) == sorted(
        Map.of(hr.puzzle("AB/..", "../AB")).component.distances("move").tolist()
    )


@pytest.mark.parametrize(
    ("puzzle", "known"),
    [
        (CLASSIC, True),
        ("Rush Hour 1", True),
        ("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", False),
    ],
)
def test_a_map_of_a_part_says_whether_it_knows_how_far_the_goal_is(
    cache: Path, monkeypatch: pytest.MonkeyPatch, puzzle: str, known: bool
) -> None:
    monkeypatch.setattr("huarong.web.maps.MAX_POINTS", 500)
    monkeypatch.setattr("huarong.atlas.known.MOST_IN_REACH", 2000)
    with TestClient(create()) as client:
        header, rest = unpack(client.get("/api/v1/map", params={"puzzle": puzzle}).content, b"HRM1")
    assert (header["complete"], header["known"]) == (False, known)
    assert header["points"] >= 500
    distance = rest[header["points"] * 8 + header["edges"] * 8 :][: 4 * header["points"]].cast("I")
    if known:
        assert distance[header["start"]] == hr.solve(puzzle).length
    else:
        assert set(distance) == {0xFFFFFFFF}


def test_pages_and_their_files_are_safe(client: TestClient) -> None:
    for path in (
        "/",
        "/library",
        "/solve",
        "/edit",
        "/map",
        "/sw.js",
        "/static/play.js",
        "/static/look.css",
    ):
        answer = client.get(path)
        assert answer.status_code == 200
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        tag = answer.headers["etag"]
        assert client.get(path, headers={"if-none-match": tag}).status_code == 304
        if answer.headers["content-type"].startswith("text/html"):
            assert (
                "<script>" not in answer.text
                and " onclick" not in answer.text
                and " style=" not in answer.text
            )
            assert (
                "http://" not in answer.text.replace("http://www.w3.org/", "")
                and "https://" not in answer.text
            )
    for path in (
        "/static/../server.py",
        "/static/%2e%2e%2fserver.py",
        "/static/nothing.js",
        "/nothing",
    ):
        assert client.get(path).status_code == 404
    assert client.get("/nothing").json()["error"]["reason"] == "Not Found"
    assert client.put("/api/v1/solve").status_code == 405


def fits(value: Any, schema: dict[str, Any], all_of_them: dict[str, Any]) -> bool:
    """Whether a value is as a schema says, as far as ours say anything."""
    if "$ref" in schema:
        return fits(value, all_of_them[schema["$ref"].rpartition("/")[2]], all_of_them)
    if "anyOf" in schema:
        return any(fits(value, each, all_of_them) for each in schema["anyOf"])
    python = {
        "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None), "array": list, "object": dict,
    }  # fmt: skip
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(isinstance(value, python[name]) for name in names):
        return False
    if isinstance(value, list):
        return all(fits(each, schema["items"], all_of_them) for each in value)
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        return set(schema.get("required", ())) <= set(value) <= set(known) and all(
            fits(each, known[name], all_of_them) for name, each in value.items()
        )
    return True


def test_answers_are_as_described(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huarong.atlas.known.MOST_IN_REACH", 2000)
    described = client.get("/api/v1/openapi.json").json()
    schemas = described["components"]["schemas"]
    small, far = "AB./.../goal:/.AB/...", "gnome-klotski: Agatka"
    asked: list[tuple[str, str, dict[str, Any]]] = [
        ("get", "/puzzles", {"search": CLASSIC}),
        ("get", "/puzzle", {"text": far}),
        ("post", "/puzzle", {"text": small}),
        ("post", "/check", {"text": small}),
        ("post", "/check", {"text": "AAB\nA"}),
        ("post", "/convert", {"puzzle": small}),
        ("post", "/convert", {"puzzle": CLASSIC, "to": "grid"}),
        ("post", "/solve", {"puzzle": CLASSIC}),
        ("post", "/solve", {"puzzle": "A#./##./goal:/.#A/##."}),
        ("post", "/solve", {"puzzle": LONG, "method": "bfs", "max_layouts": 100}),
        ("post", "/hint", {"puzzle": CLASSIC}),
        ("post", "/hint", {"puzzle": "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"}),
        ("post", "/distances", {"puzzle": small, "layouts": [[0, 1]]}),
        ("post", "/facts", {"puzzle": small}),
    ]  # fmt: skip
    wrong = []
    for method, path, fields in asked:
        answer = (
            client.get(f"/api/v1{path}", params=fields)
            if method == "get"
            else client.post(f"/api/v1{path}", json=fields)
        )
        content = described["paths"][path][method]["responses"]["200"]["content"]
        if answer.status_code != 200:
            assert fits(answer.json(), schemas["Error"], schemas)
            wrong.append((path, answer.text))
        elif not fits(answer.json(), content["application/json"]["schema"], schemas):
            wrong.append((path, answer.text[:300]))
    assert wrong == []
    named = client.get(f"/api/v1/puzzles/{CLASSIC}").json()
    schema = described["paths"]["/puzzles/{name}"]["get"]["responses"]["200"]["content"]
    assert fits(named, schema["application/json"]["schema"], schemas)


FIFTY = "\n".join(
    "".join(chr(0x4E00 + 20 * y + x) if 20 * y + x < 50 else "." for x in range(20))
    for y in range(20)
)
"""A board of 400 cells with 50 pieces, each wanted in a place of its own: too many layouts for a rank of 64 bits."""


@pytest.mark.parametrize(
    "end", ["puzzle", "check", "convert", "hint", "facts", "distances", "svg", "map", "solve"]
)
def test_ranks_beyond_64_bits_are_no_fault_of_the_server(client: TestClient, end: str) -> None:
    goal = FIFTY.splitlines()
    text = FIFTY + "\ngoal:\n" + "\n".join([goal[1], goal[0], *goal[2:]])
    body: dict[str, Any] = {"text" if end in ("puzzle", "check") else "puzzle": text}
    if end in ("hint", "facts", "solve"):
        body["max_seconds"] = 0.2
    if end == "distances":
        body["layouts"] = [list(range(50))]
    send = client.get if end == "map" else client.post
    answer = send(f"/api/v1/{end}", **({"params": body} if end == "map" else {"json": body}))
    assert answer.status_code in (200, 422), answer.text
    if end == "distances":
        assert answer.json()["distances"] is None


# What is malformed is refused, whatever it is

POSTS = ("puzzle", "check", "convert", "solve", "hint", "distances", "facts", "svg")


def test_faults_name_their_field(client: TestClient) -> None:
    def refused(end: str, **body: Any) -> tuple[int, str | None]:
        answer = client.post(f"/api/v1/{end}", json=body)
        return answer.status_code, answer.json()["error"]["field"]

    assert refused("hint") == (400, "puzzle")
    assert refused("hint", puzzle=7) == (400, "puzzle")
    assert refused("hint", puzzle="横刀立牛") == (404, "puzzle")
    assert refused("hint", puzzle=CLASSIC, metric="slid") == (400, "metric")
    assert refused("hint", puzzle=CLASSIC, heads=[1, 2]) == (400, "heads")
    assert refused("hint", puzzle=CLASSIC, heads=[0] * 10) == (422, "heads")
    assert refused("hint", puzzle=CLASSIC, heads=[999] * 10) == (422, "heads")
    assert refused("hint", puzzle=CLASSIC, colour="red") == (400, "colour")
    assert refused("solve", puzzle=CLASSIC, max_seconds=1e9) == (400, "max_seconds")
    assert refused("solve", puzzle="A" * 25 + "/")[0] == 422
    assert refused("solve", puzzle="/".join(["A" + "." * 40] * 40), goal="x")[0] in (400, 422)
    assert refused("convert", puzzle="AB/..", goal="../AB", to="poos") == (422, "to")
    assert refused("distances", puzzle=CLASSIC, layouts=[[1]]) == (400, "layouts")
    long = client.post(
        "/api/v1/check",
        content=b'{"text": "' + b"A" * (1 << 20) + b'"}',
        headers={"content-type": "application/json"},
    )
    assert long.status_code == 413
    assert client.post("/api/v1/check", content=b"{}").status_code == 415


def malformed(draw: random.Random) -> tuple[str, dict[str, Any]]:
    """A request that is wrong in one of many ways."""
    end = draw.choice(POSTS)
    junk: list[Any] = [
        None,
        True,
        -1,
        1 << 70,
        1e308,
        [],
        [[]],
        {},
        {"a": []},
        "",
        " ",
        "\0",
        "A:",
        "//",
        "#",
        "é" * 50,
        "\ud800",
    ]
    kind = draw.randrange(6)
    headers = {"content-type": "application/json"}
    if kind == 0:
        return end, {"content": draw.randbytes(draw.randrange(60)), "headers": headers}
    if kind == 1:
        return end, {"content": b"[" * draw.randrange(1, 100_000), "headers": headers}
    if kind == 2:
        return end, {"content": b'{"puzzle": "AB/..", "text": "AB/.."', "headers": headers}
    if kind == 3:
        body = {
            draw.choice(["puzzle", "text", "heads", "metric", "x", "layouts"]): draw.choice(junk)
        }
    elif kind == 4:
        symbols = "AB.#-:/ 0\ng"
        body = {
            "puzzle": "".join(draw.choices(symbols, k=draw.randrange(1, 40))) + "\n:",
            "goal": draw.choice(junk[9:-1]),
        }
    else:
        body = {
            "puzzle": CLASSIC,
            "heads": [draw.choice([0, -1, 19, 20, 1 << 40, 3]) for _ in range(10)],
            "metric": draw.choice(["move", "nothing"]),
        }
    return end, {"content": json.dumps(body).encode(), "headers": headers}


def test_a_thousand_malformed_requests_get_4xx(client: TestClient) -> None:
    draw = random.Random(8)
    wrong = []
    for _ in range(1000):
        end, request = malformed(draw)
        answer = client.post(f"/api/v1/{end}", **request)
        # `check` answers with the faults of a text, which is what it was asked for.
        told = end == "check" and answer.status_code == 200 and not answer.json()["valid"]
        if not (400 <= answer.status_code < 500 or told):
            wrong.append((end, request["content"][:80], answer.status_code, answer.text[:80]))
        elif not told:
            assert set(answer.json()["error"]) >= {"field", "reason"}
    assert wrong == []


@pytest.mark.parametrize(
    "query",
    [
        "",
        "space=4x5",
        "space=4x5+1x1:1&goal=x",
        "space=4x5+1x1:1&goal=9@9",
        "space=9x9+1x1:9&goal=0@0",
        "space=4x5+1x1:1&goal=0@99",
        "space=x&goal=0@0",
        "space=4x5+3x9:1&goal=0@0",
    ],
)
def test_malformed_tables(client: TestClient, query: str) -> None:
    assert 400 <= client.get(f"/api/v1/table?{query}").status_code < 500
