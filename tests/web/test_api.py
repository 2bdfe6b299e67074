"""The API: its answers, and its refusals of wrong requests."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from huarong.web.endpoints import ENDPOINTS
from huarong.web.pages import STATIC
from huarong.web.server import HEADERS
from tests.examples import few
from tests.web.api import CLASSIC, TestClient
from tests.web.test_raw import LONG


def test_pages_and_their_files_are_safe(client: TestClient) -> None:
    for path in ("/", "/library", "/edit", "/map", "/sw.js", "/static/play/play.js", "/static/shared/look.css"):
        answer = client.get(path)
        assert answer.status_code == 200
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        tag = answer.headers["etag"]
        assert client.get(path, headers={"if-none-match": tag}).status_code == 304
        if answer.headers["content-type"].startswith("text/html"):
            assert "<script>" not in answer.text and " onclick" not in answer.text and " style=" not in answer.text
            assert "http://" not in answer.text.replace("http://www.w3.org/", "") and "https://" not in answer.text
    outside = ["/static/%2e%2e%2fserver.py", "/static/play/..%2f..%2fserver.py"]  # more of these in test_raw.py
    outside += ["/static/" + quote(str(STATIC / "play" / "play.js"), safe=""), "/static/play/play.html", "/static/play"]
    for path in (*outside, "/static/nothing.js", "/nothing"):
        assert client.get(path).status_code == 404
    assert client.get("/nothing").json()["error"]["reason"] == "Not Found"
    assert client.put("/api/v1/solve").status_code == 405


def fits(value: Any, schema: dict[str, Any], all_of_them: dict[str, Any]) -> bool:
    """Whether a value conforms to a schema, by the keywords that our schemas use."""
    if not schema:
        return True
    if "$ref" in schema:
        return fits(value, all_of_them[schema["$ref"].rpartition("/")[2]], all_of_them)
    if "anyOf" in schema:
        return any(fits(value, each, all_of_them) for each in schema["anyOf"])
    python = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}
    python |= {"array": list, "object": dict}
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(isinstance(value, python[name]) for name in names):
        return False
    if isinstance(value, list):
        return all(fits(each, schema["items"], all_of_them) for each in value)
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        if set(value) - set(known) and not schema.get("additionalProperties", True):
            return False
        return set(schema.get("required", ())) <= set(value) and all(
            fits(each, known.get(name, {}), all_of_them) for name, each in value.items()
        )
    return True


def test_answers_are_as_described(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huarong.atlas.table.MOST_IN_REACH", 2000)
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
        ("get", "/museum", {}),
        ("get", "/claims", {"article": "zhoutk"}),
        ("get", "/trace", {"show": "lv-down"}),
        ("get", "/trace", {"show": "ma-knight", "frames": 20, "whole": "false"}),
        ("post", "/exhibit", {"puzzle": "1 2 3/4 0 6/7 5 8", "exhibit": "ma-compiled"}),
    ]
    wrong = []
    for method, path, fields in asked:
        answer = client.request(method, f"/api/v1{path}", **{"params" if method == "get" else "json": fields})
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


FIFTY = "\n".join("".join(chr(0x4E00 + 20 * y + x) if 20 * y + x < 50 else "." for x in range(20)) for y in range(20))
"""A board of 400 cells with 50 pieces, each wanted in a place of its own: too many layouts for a rank of 64 bits."""


@pytest.mark.parametrize(
    "end", few(["hint", "puzzle", "check", "convert", "facts", "distances", "svg", "map", "solve"], 3)
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


def test_no_file_of_the_server_is_read(client: TestClient, tmp_path: Path) -> None:
    path = tmp_path / "levels.jsonl"
    path.write_text('{"puzzle": "A./../goal:/.A/..", "name": "secret"}', "utf-8")
    more = {
        "trace": {"show": "lv-down"},
        "exhibit": {"exhibit": "lv-avl"},
        "distances": {"layouts": []},
        "hints": {"layouts": []},
    }
    asked = 0
    for endpoint in ENDPOINTS:
        for field in {"puzzle", "text"} & {each.name for each in endpoint.fields}:
            for text in (str(path), f"{path}#1", f"{path}#2"):
                given, method = {field: text, **more.get(endpoint.path, {})}, endpoint.methods[0]
                words = {"json" if method == "POST" else "params": given}
                answer = client.request(method, f"/api/v1/{endpoint.path}", **words)
                if endpoint.path == "judge":  # a file of levels that cannot be read is a finding
                    assert answer.json()["found"] == {"unreadable": 1}
                else:
                    assert answer.status_code in (400, 404, 422) or endpoint.path == "check"
                assert "secret" not in answer.text and "it has 1 level" not in answer.text
                asked += 1
    assert asked > 30


# Malformed requests are refused


def test_faults_name_their_field(client: TestClient) -> None:
    def refused(end: str, **body: Any) -> tuple[int, str | None]:
        answer = client.post(f"/api/v1/{end}", json=body)
        return answer.status_code, answer.json()["error"]["field"]

    assert refused("hint") == refused("hint", puzzle=7) == (400, "puzzle")
    assert refused("hint", puzzle="横刀立牛") == (404, "puzzle")
    for status, field, value in (
        *((400, "metric", "slid"), (400, "heads", [1, 2]), (422, "heads", [0] * 10), (422, "heads", [999] * 10)),
        *((422, "heads", [1 << 40] * 10), (400, "colour", "red")),
    ):
        assert refused("hint", puzzle=CLASSIC, **{field: value}) == (status, field)
    assert refused("solve", puzzle=CLASSIC, max_seconds=1e9) == (400, "max_seconds")
    assert refused("solve", puzzle="A" * 25 + "/")[0] == 422
    assert refused("solve", puzzle="/".join(["A" + "." * 40] * 40), goal="x")[0] in (400, 422)
    assert refused("convert", puzzle="AB/..", goal="../AB", to="poos") == (422, "to")
    assert refused("distances", puzzle=CLASSIC, layouts=[[1]]) == (400, "layouts")
    long = client.post(
        "/api/v1/check", content=b'{"text": "' + b"A" * (1 << 20) + b'"}', headers={"content-type": "application/json"}
    )
    assert long.status_code == 413
    assert client.post("/api/v1/check", content=b"{}").status_code == 415
