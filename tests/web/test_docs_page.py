"""The page that documents the API, with examples that run; the app mounted within another one."""

import json
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from huarong.web.pages import STATIC
from huarong.web.server import create
from tests.web.test_pages import until

ASKS_LONG = "exhibit"


@pytest.mark.slow  # looks at every line of a long page
def test_every_example_runs(page: Any) -> None:
    page.goto("/api")
    page.wait_for_selector("#ends details")
    assert page.url.endswith("/docs")
    page.evaluate("for (const each of document.querySelectorAll('#ends details')) each.open = true")
    names = page.evaluate("[...document.querySelectorAll('#ends details')].map((each) => each.id)")
    assert len(names) > 15
    for name in names:
        box = page.locator(f"#{name}")
        if name == ASKS_LONG or not box.locator("button").count():
            continue
        box.locator("button").click()
        answer = f"document.querySelector('#{name} pre[tabindex]').textContent"
        until(page, f"!['', '…'].includes({answer})")
        told = page.evaluate(answer)
        assert not told[:3].isdecimal() or told[3:4] != " " or "bytes" in told, (name, told)
    page.fill("#try-hint", '{"puzzle": "nothing"}')
    page.locator("#hint button").click()
    until(page, "document.querySelector('#hint pre[tabindex]').textContent.startsWith('404 ')")
    assert "api/v1/hint' -H" in page.inner_text("#hint code >> nth=1")
    page.click("#language")
    until(page, "document.querySelector('#ends summary').textContent.includes('到目标的距离')")


def test_it_is_mounted_within_another_app(cache: Any) -> None:
    app = Starlette(routes=[Mount("/klotski", create())])
    with TestClient(app) as client:
        page = client.get("/klotski/library")
        assert 'href="./"' in page.text and 'src="static/library/library.js"' in page.text
        assert client.get("/klotski/static/library/library.js").status_code == 200
        assert client.get("/klotski/api").url.path == "/klotski/docs"
        missing = client.get("/klotski/no/such/page", headers={"accept": "text/html"})
        assert missing.status_code == 404
        assert 'src="/klotski/static/board/missing.js"' in missing.text
        answer = client.post("/klotski/api/v1/hint", json={"puzzle": "AB/../goal:/../AB"})
        assert answer.json()["distance"] == 2
        assert all(not path.startswith("/") for path in client.get("/klotski/offline.json").json()["shell"])


def test_every_endpoint_and_field_has_its_chinese(client: Any) -> None:
    words = json.loads((STATIC / "docs" / "words.json").read_text("utf-8"))
    missing = set()
    for path, methods in client.get("/api/v1/openapi.json").json()["paths"].items():
        missing |= {f"end_{path[1:]}"} - set(words)
        for end in methods.values():
            body = end.get("requestBody", {"content": {}})["content"].get("application/json")
            told = body["schema"]["properties"].values() if body else end.get("parameters", [])
            missing |= {f"says_{each['description']}" for each in told if each.get("description")}
    assert missing - set(words) == set()
