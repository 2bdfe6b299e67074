"""Access to a server: its allowed host names, and pages of other sites."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from typing import Any

import pytest
from starlette.datastructures import Headers

from huarong.errors import InputError
from huarong.web.access_control import Access, names_of
from huarong.web.server import create
from tests.web.loops import run_in_a_loop

HOME = Access.of(names_of("127.0.0.1"), ())


def ask(access: Access | None, path: str = "/api/v1/puzzles?search=x", method: str = "GET", **headers: str) -> Any:
    """The status and the headers of the answer to a request."""
    given = {"host": "localhost:8000"} | {name.replace("_", "-"): v for name, v in headers.items()}
    where, _, query = path.partition("?")
    scope = {
        "type": "http",
        "method": method,
        "path": where,
        "query_string": query.encode(),
        "http_version": "1.1",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": ("192.0.2.1", 1),
    }
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    run_in_a_loop(create(None, access)(scope, receive, send))
    found = {name.decode(): value.decode() for name, value in told[0]["headers"]}
    return told[0]["status"], found, b"".join(m.get("body", b"") for m in told[1:]).decode()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:80", 200),
        ("localhost.:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("[::1]", 200),
        ("192.168.7.7", 200),
        ("play.localhost:8000", 200),
        ("evil.example", 400),
        ("evil.example:8000", 400),
        ("127.0.0.1.evil.example", 400),
        ("localhost.evil.example", 400),
        ("evillocalhost", 400),
        ("", 400),
        ("localhost:80:80", 400),
        ("a@localhost", 400),
        ("127.0.0.1:", 200),
        ("[::1", 400),
        ("2130706433", 400),
        ("127.1", 400),
    ],
)
def test_names(host: str, status: int) -> None:
    for path in ("/", "/static/play/play.js", "/api/v1/puzzles?search=x", "/nowhere"):
        expected = 404 if (path, status) == ("/nowhere", 200) else status
        assert ask(HOME, path, host=host)[0] == expected


def test_a_refusal_is_a_problem_like_any_other() -> None:
    status, headers, text = ask(HOME, host="evil.example", accept_language="zh")
    assert (status, headers["content-type"]) == (400, "application/json")
    assert '"field":"host"' in text and "evil.example" in text and "--allow-host" in text
    assert headers["x-content-type-options"] == "nosniff"


def test_names_that_are_added() -> None:
    access = Access.of(["Play.Example.org", *names_of("0.0.0.0")], ())
    assert ask(access, host="play.example.org:8000")[0] == 200
    assert ask(access, host=names_of("0.0.0.0")[0])[0] == 200
    assert ask(access, host="example.org")[0] == 400
    assert ask(Access.of(["*"], ()), host="any.example")[0] == 200
    assert ask(None, host="any.example", origin="https://any.example")[0] == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "http://localhost:8000"}, 200),
        ({"origin": "https://localhost:8000"}, 200),  # a proxy in front may speak TLS
        ({"origin": "http://localhost"}, 403),
        ({"origin": "http://localhost:8001"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "ftp://localhost:8000"}, 403),
        ({"sec_fetch_site": "same-origin", "sec_fetch_mode": "cors"}, 200),
        ({"sec_fetch_site": "none", "sec_fetch_mode": "navigate"}, 200),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors"}, 403),
        ({"sec_fetch_site": "same-site", "sec_fetch_mode": "no-cors"}, 403),
    ],
)
def test_pages_of_other_sites(headers: dict[str, str], status: int) -> None:
    found, answered, _ = ask(HOME, **headers)
    assert found == status
    assert "access-control-allow-origin" not in answered


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_leads_to_pages_but_starts_no_computation(site: str) -> None:
    asked = {"sec_fetch_site": site, "sec_fetch_mode": "navigate"}
    assert [ask(HOME, path, **asked)[0] for path in ("/library", "/api/v1/puzzles")] == [200, 403]
    assert ask(HOME, "/api/v1/puzzles", sec_fetch_site="none", sec_fetch_mode="navigate")[0] == 200


def test_a_page_without_tls_is_another_site_than_one_with() -> None:
    headers = Headers({"host": "a.example", "origin": "http://a.example"})
    assert [HOME.welcomes(headers, scheme, "/") for scheme in ("http", "https")] == [True, False]


def test_sites_that_are_allowed() -> None:
    site = "https://school.example"
    access = Access.of((), [f"{site}/", "http://localhost:3000"])
    status, headers, _ = ask(access, origin=site, sec_fetch_site="cross-site", sec_fetch_mode="cors")
    assert (status, headers["access-control-allow-origin"]) == (200, site)
    assert "Origin" in headers["vary"]
    assert ask(access, origin="https://evil.example")[0] == 403
    assert ask(access, origin=site, host="evil.example")[0] == 400
    asked = {"access_control_request_method": "POST", "access_control_request_headers": "content-type"}
    status, headers, _ = ask(access, "/api/v1/solve", "OPTIONS", origin=site, **asked)
    assert (status, headers["access-control-allow-origin"]) == (200, site)
    assert "POST" in headers["access-control-allow-methods"]
    assert ask(HOME, "/api/v1/solve", "OPTIONS", origin=site, **asked)[0] == 403
    everybody = Access.of((), ["*"])
    assert ask(everybody, origin="https://any.example")[1]["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("site", ["school.example", "https://", "https://a b", "https://a/b", "ftp://a", ""])
def test_what_is_no_site(site: str) -> None:
    with pytest.raises(InputError, match="is not a valid site"):
        Access.of((), [site])


def test_the_command_asks_at_the_door() -> None:
    words = ["serve", "--no-browser", "--port", "0", "--allow-host", "play.test", "--cors", "https://a.test"]
    with subprocess.Popen(
        [sys.executable, "-m", "huarong", "--lang", "en", *words], stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout is not None
            address = re.search(r"http://[\d.:]+/", child.stdout.readline())
            assert address is not None

            def status(**headers: str) -> int:
                asked = urllib.request.Request(address[0] + "api/v1/puzzles?search=x", headers=headers)
                try:
                    with urllib.request.urlopen(asked, timeout=60) as answer:
                        return int(answer.status)
                except urllib.error.HTTPError as error:
                    return error.code

            assert [status(), status(Host="play.test"), status(Origin="https://a.test")] == [200] * 3
            assert [status(Host="b.test"), status(Origin="https://b.test")] == [400, 403]
        finally:
            child.terminate()


def test_only_an_address_that_stands_for_all_has_the_names_of_the_machine() -> None:
    machine = socket.gethostname()
    for every in ("", "0.0.0.0", "::"):
        assert names_of(every) == [machine, f"{machine}.local"]
    assert names_of("127.0.0.1") == ["127.0.0.1"]
