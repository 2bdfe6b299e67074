"""The OpenAPI description and the table of `docs/en/reference/api.md` agree with the endpoints' records."""

import json
import random
import re
from pathlib import Path
from typing import Any

from huarong import __version__
from huarong.limits import Limits
from huarong.web.endpoint import Endpoint
from huarong.web.endpoints import ENDPOINTS
from huarong.web.endpoints.server import openapi
from huarong.web.job_queue import Capacity
from huarong.web.server import API, create
from tests.web.test_api import TestClient, fits

DOCS = Path(__file__).parents[2] / "docs" / "en" / "reference" / "api.md"


def test_it_names_what_is_served() -> None:
    described = openapi(ENDPOINTS)
    found = {(path, method.upper()) for path, ends in described["paths"].items() for method in ends}
    served = set()
    for route in create().routes:
        path = getattr(route, "path", "")
        if path.startswith(API):
            path = "/" + path.removeprefix(API).replace(":path", "")
            served |= {(path, method) for method in getattr(route, "methods", ()) if method != "HEAD"}
    assert found == served


def test_every_file_of_the_folder_is_in_the_table() -> None:
    folder = Path(openapi.__code__.co_filename).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert files == {each.answer.__module__.rpartition(".")[2] for each in ENDPOINTS}


def test_references_are_to_what_is_there() -> None:
    described = openapi(ENDPOINTS)
    for name in re.findall(r"#/components/schemas/(\w+)", str(described)):
        assert name in described["components"]["schemas"]


def row(endpoint: Endpoint) -> str:
    """The line of the table of `docs/en/reference/api.md` for an endpoint's record."""
    path = endpoint.path.replace(":path", "")
    ends = ", ".join(f"`{method} {path}`" for method in endpoint.methods)
    takes = ", ".join(f"**`{f.name}`**" if f.needed else f"`{f.name}`" for f in endpoint.fields)
    return f"| {ends} | {takes} | {endpoint.about} |"


def test_the_docs_have_a_line_for_every_endpoint() -> None:
    """On failure: replace the table's lines by the expected ones."""
    lines = [line for line in DOCS.read_text("utf-8").splitlines() if re.match(r"\| `[A-Z]+ ", line)]
    assert "\n".join(lines) == "\n".join(map(row, ENDPOINTS))


def drawn(schema: dict[str, Any], draw: random.Random) -> Any:
    """A value that a field may have, or one that is slightly wrong."""
    if draw.random() < 0.15:
        return draw.choice([None, True, -1, 0.5, 1 << 70, "", "\0", "x" * 300, [], [[1]], {}])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "enum" in schema:
        return draw.choice(schema["enum"])
    if kinds[0] == "string":
        known = ["横刀立马", "AB/..", "A./goal:/.A", "876543210", "4x5 2x2:1 1x2:4", "0@0", "A R1", "\ud800"]
        return draw.choice([*known, "".join(draw.choices("AB.#-:/ 0\ng", k=draw.randrange(1, 40)))])
    if kinds[0] == "array":
        return [drawn(schema["items"], draw) for _ in range(draw.randrange(4))]
    if kinds[0] == "boolean":
        return draw.random() < 0.5
    least = schema.get("minimum", 0)
    return draw.choice([least, least + 1, schema.get("maximum", least)])


def test_whatever_is_asked_is_answered_as_described(cache: Path) -> None:
    """Status, media type and JSON of the answers to requests that are generated from the description."""
    draw = random.Random(13)
    with TestClient(create(Capacity(limits=Limits(64 << 20, 0.2, 1000)))) as client:
        described = client.get("/api/v1/openapi.json").json()
        schemas = described["components"]["schemas"]
        for n in range(400):
            path, ends = draw.choice(list(described["paths"].items()))
            method, operation = draw.choice(list(ends.items()))
            at = "/api/v1" + re.sub(r"\{\w+\}", draw.choice(["x", "横刀立马", "%00"]), path)
            if method == "post":
                fields = operation["requestBody"]["content"]["application/json"]["schema"]["properties"]
                body = {k: drawn(v, draw) for k, v in fields.items() if draw.random() < 0.6}
                answer = client.post(at, content=json.dumps(body), headers={"content-type": "application/json"})
            else:
                named = {each["name"]: each["schema"] for each in operation["parameters"] if each["in"] == "query"}
                query = {name: drawn(schema, draw) for name, schema in named.items() if draw.random() < 0.6}
                given = {name: str(value).encode(errors="ignore") for name, value in query.items()}
                answer = client.request(method, at, params=given)
            told = operation["responses"].get(str(answer.status_code))
            assert told is not None, (n, method, at, answer.status_code)
            media = answer.headers["content-type"].partition(";")[0]
            assert media in told["content"], (n, method, at, media)
            if media == "application/json":
                schema = told["content"][media].get("schema", {})
                assert fits(answer.json(), schema, schemas), (n, method, at, answer.text[:300])
                if not path.endswith("openapi.json"):
                    assert answer.json()["version"] == __version__, (method, at)


def test_every_object_has_the_version_also_one_that_tells_an_error(cache: Path) -> None:
    unknown = {"puzzle": "A./../goal:/../.Q"}
    with TestClient(create()) as client:
        for path, ends in client.get("/api/v1/openapi.json").json()["paths"].items():
            at = "/api/v1" + re.sub(r"\{\w+\}", "x", path)
            for body in (unknown, {"puzzle": "横刀立马", "goal": "zzz"}, {"puzzle": 1}, {}, []):
                for method in (*ends, "put"):
                    given = {"json": body} if method == "post" else {}
                    answer = client.request(method, at, **given)
                    if answer.headers.get("content-type") == "application/json":
                        told = answer.json()
                        assert "info" in told or told["version"] == __version__, (method, at, body)
        stream = {"accept": "text/event-stream"}
        answer = client.post("/api/v1/solve", json=unknown, headers=stream)
        assert answer.json()["version"] == __version__ and answer.json()["error"]["faults"]
        for at in ("/api/v1/nothing", "/nothing"):
            assert client.get(at).json()["version"] == __version__


def test_the_methods_that_are_allowed_are_those_described(cache: Path) -> None:
    with TestClient(create()) as client:
        for path, ends in openapi(ENDPOINTS)["paths"].items():
            answer = client.put("/api/v1" + path)
            allowed = set(answer.headers["allow"].split(", ")) - {"HEAD"}
            assert (answer.status_code, allowed) == (405, {method.upper() for method in ends})


def test_head_says_what_get_would_send(cache: Path) -> None:
    pages = "/ /study /static/play/play.js /nothing"
    asked = f"{pages} /api/v1/library /api/v1/openapi.json /api/v1/svg?puzzle=A./.. /api/v1/puzzle?text=横刀立马"
    with TestClient(create()) as client:
        assert client.head("/api/v1/hint").status_code == 405
        for path in asked.split():
            head, get = client.head(path), client.get(path)
            assert (head.status_code, head.content) == (get.status_code, b""), path
            for name in ("content-type", "content-length", "etag", "content-security-policy"):
                assert head.headers.get(name) == get.headers.get(name), (path, name)


def test_limits_are_those_of_the_server() -> None:
    described = openapi(ENDPOINTS, Limits(5 << 20, 7.0, 9))
    body = described["paths"]["/solve"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    found = [body["properties"][f"max_{name}"]["maximum"] for name in ("memory", "seconds", "layouts")]
    assert found == [5 << 20, 7.0, 9]
