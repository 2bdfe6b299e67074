"""Raw bytes on connections: requests that no client would send, and clients that disconnect."""

from __future__ import annotations

import contextlib
import json
import random
import re
import select
import socket
import time
from typing import Any
from urllib.parse import urlencode

import pytest

from huarong.web.protocol import MOST_HEAD
from tests.examples import tries

CLASSIC = "横刀立马"
LONG = "/".join(" ".join(str(24 - 5 * y - x) for x in range(5)) for y in range(5))
"""A puzzle that breadth first will not solve."""


def connect(server: str) -> socket.socket:
    host, port = server.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), 60)


def status(server: str, request: bytes) -> int | None:
    """The status of the answer to a request; None where the connection is closed without one."""
    with connect(server) as line:
        data = b""
        try:
            line.sendall(request)
            while b"\r\n" not in data:
                chunk = line.recv(1 << 16)
                if not chunk:
                    break
                data += chunk
        except (BrokenPipeError, ConnectionResetError):
            pass
        return int(data[9:12]) if data else None


def read_until(line: socket.socket, end: bytes) -> bytes:
    data = b""
    while end not in data:
        chunk = line.recv(1 << 16)
        assert chunk, data
        data += chunk
    return data


def request(method: str, path: str, body: Any = b"", kind: str | None = "application/json", *more: str) -> bytes:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "host: x", f"content-length: {len(raw)}", *more]
    lines += [f"content-type: {kind}"] if kind else []
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + raw


HINT, SOLVE, CHECK, FAR = (f"/api/v1/{end}" for end in ("hint", "solve", "check", "distances"))
GOOD = {"puzzle": CLASSIC}
CHUNKED = (
    b"POST /api/v1/hint HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
)
WRONG = {
    "no type": request("POST", HINT, GOOD, None),
    "text": request("POST", HINT, GOOD, "text/plain"),
    "a form": request("POST", HINT, b"puzzle=x", "application/x-www-form-urlencoded"),
    "UTF-16": request("POST", HINT, json.dumps(GOOD).encode("utf-16")),
    "bad UTF-8": request("POST", HINT, b'{"puzzle": "\xff\xfe"}'),
    "overlong UTF-8": request("POST", HINT, b'{"puzzle": "\xc0\x80"}'),
    "half a pair": request("POST", HINT, b'{"puzzle": "\\ud800"}'),
    "NaN": request("POST", SOLVE, b'{"puzzle": "AB/..", "max_seconds": NaN}'),
    "infinity": request("POST", SOLVE, b'{"puzzle": "AB/..", "max_seconds": 1e999}'),
    "5,000 digits": request("POST", SOLVE, b'{"max_layouts": ' + b"9" * 5000 + b"}"),
    "digits as heads": request("POST", HINT, b'{"heads": [' + b"9" * 5000 + b"]}"),
    "deep lists": request("POST", HINT, b'{"puzzle": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"),
    "deep objects": request("POST", HINT, b'{"a":' * 50_000),
    "too long": request("POST", CHECK, b'{"text": "' + b"A" * (2 << 20) + b'"}'),
    "too long in chunks": CHUNKED + (b"10000\r\n" + b"a" * 65536 + b"\r\n") * 20 + b"0\r\n\r\n",
    "bad chunks": CHUNKED + b"ZZ\r\n",
    "length below 0": b"POST /api/v1/hint HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n",
    "no length": b"POST /api/v1/hint HTTP/1.1\r\nhost: x\r\ncontent-length: abc\r\n\r\n",
    "no HTTP": b"\x00\x01\x02\r\n\r\n",
    "a header without a name": b"GET / HTTP/1.1\r\nbad header\r\n\r\n",
    "true as a head": request("POST", HINT, GOOD | {"heads": [True] * 10}),
    "fractions as heads": request("POST", HINT, GOOD | {"heads": [1.5] * 10}),
    "heads below 0": request("POST", HINT, GOOD | {"heads": [-1] * 10}),
    "a goal in a list": request("POST", SOLVE, {"puzzle": "AB/..", "goal": ["x"]}),
    "a goal of another size": request("POST", SOLVE, {"puzzle": "AB/..", "goal": "A."}),
    "no such notation": request("POST", SOLVE, {"puzzle": "AB/..", "notation": "zz"}),
    "no such method": request("POST", SOLVE, GOOD | {"method": "zz"}),
    "a word for a flag": request("POST", SOLVE, GOOD | {"optimal": "yes"}),
    "too many layouts": request("POST", FAR, GOOD | {"layouts": [[0] * 10] * 6000}),
    "layouts in an object": request("POST", FAR, GOOD | {"layouts": {}}),
    "a large board": request("POST", SOLVE, {"puzzle": "A" + "." * 63 + ("/" + "." * 64) * 63}),
    "a websocket": request(
        "GET",
        HINT,
        b"",
        None,
        "upgrade: websocket",
        "connection: upgrade",
        "sec-websocket-key: aGVsbG8gd29ybGQgISEhIQ==",
        "sec-websocket-version: 13",
    ),
    "odd languages": request("GET", "/api/v1/puzzles/no?lang=%ff%00", b"", None, "accept-language: \xff"),
    **{
        path: request("GET", path)
        for path in (
            "/static/../server.py",
            "/static/%2e%2e/server.py",
            "/static/..%5cserver.py",
            "/static//etc/passwd",
            "/static/%00",
            "/static/%zz",
            "/static/" + "a" * 5000,
            "/static/",
            "/static/.",
            "/static/..",
            "/static/play/../../server.py",
            "/static/play/%2e%2e/%2e%2e/server.py",
            "/static/play/..%2f..%2fserver.py",
            "/static/play/..%5c..%5cserver.py",
            "/static/rules/../play/play.js",
            "/static/%2fetc/passwd",
            "/static/play/",
            "/" + "a" * 50_000,
            "/api/v1/puzzles/%00",
            "/api/v1/puzzles/%ff%fe",
            "/api/v1/puzzles/" + "a" * 6000,
            "/api/v1/puzzles?group=x",
            "/api/v1/puzzles?x=1",
            "/api/v1/puzzles?search=" + "a" * 300,
            "/api/v1/library?x=1",
            "/api/v1/openapi.json?x=1",
            "/api/v1/puzzle",
            "/api/v1/svg?puzzle=%ff",
            "/api/v1/svg?puzzle=AB/..&cell=nan",
            "/api/v1/svg?puzzle=AB/..&goal=../AB&cell=1e400",
            "/api/v1/svg?puzzle=AB/..&goal=../AB&heads=0,0",
            "/api/v1/svg?puzzle=AB/..&goal=../AB&heads=-1,1",
            "/api/v1/svg?puzzle=AB/..&goal=../AB&theme=x",
            "/api/v1/map?puzzle=" + "A" * 3000,
            "/api/v1/map?puzzle=AB/..&goal=../AB&metric=x",
            HINT,
            "/api/v2/hint",
        )
    },
    **{
        f"{method} {path}": request(method, path)
        for method, path in (
            ("PATCH", HINT),
            ("PUT", "/"),
            ("OPTIONS", HINT),
            ("TRACE", HINT),
            ("POST", "/"),
            ("CONNECT", "/"),
            ("FOO", "/"),
            ("DELETE", "/api/v1/searches/../x"),
            ("DELETE", "/api/v1/searches/%00"),
            ("DELETE", "/api/v1/searches/" + "9" * 4000),
            ("DELETE", "/api/v1/searches/-1"),
        )
    },
}


@pytest.mark.parametrize("name", WRONG)
def test_what_no_client_sends_gets_4xx(server: str, name: str) -> None:
    got = status(server, WRONG[name])
    assert got is not None and 400 <= got < 500


def test_a_thousand_requests_put_together_at_random(server: str) -> None:
    """Any method at any endpoint with any fields: never a 5xx, and 4xx unless the request happens to be right."""
    draw = random.Random(5)
    ends = (
        "puzzle",
        "check",
        "convert",
        "solve",
        "prove",
        "hint",
        "distances",
        "facts",
        "svg",
        "map",
        "table",
        "puzzles",
        "library",
        "searches/1",
        "openapi.json",
        "puzzles/x",
        "",
    )
    names = (
        "puzzle",
        "text",
        "goal",
        "notation",
        "heads",
        "metric",
        "method",
        "optimal",
        "max_seconds",
        "max_memory",
        "max_layouts",
        "layouts",
        "to",
        "theme",
        "cell",
        "labels",
        "space",
        "x",
    )
    values: tuple[Any, ...] = (
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
        "A:",
        "//",
        "#",
        "é" * 50,
        "slide: zz/AB/..",
        [1, 2],
        ["a"],
        "goal:",
        ":",
        "\x7f",
        "A" * 500,
        "1A9BF0C0Z",
        "w,h,",
        "<svg/onload=1>",
        "' OR 1=1",
    )
    found: dict[bool, int] = {True: 0, False: 0}
    for _ in range(tries(1000)):
        method = draw.choice(("GET", "POST", "POST", "POST", "PUT", "DELETE", "PATCH"))
        fields = {draw.choice(names): draw.choice(values) for _ in range(draw.randrange(1, 4))}
        path, body = f"/api/v1/{draw.choice(ends)}", b""
        if method in ("GET", "DELETE"):
            path += "?" + urlencode({name: str(value) for name, value in fields.items()})
        else:
            body = json.dumps(fields).encode()
        got = status(server, request(method, path, body))
        assert got is not None and got < 500, (method, path, body)
        found[got >= 400] += 1
    assert found[True] > 0.93 * sum(found.values())


def test_a_head_without_end_is_cut_off(server: str) -> None:
    with connect(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nx: ")
        line.setblocking(False)
        sent, heard = 0, False
        while not heard and sent < 1000 * MOST_HEAD:
            readable, writable, _ = select.select([line], [line], [], 60)
            heard = bool(readable)
            if writable and not heard:
                with contextlib.suppress(ConnectionError):  # the connection was closed meanwhile
                    sent += line.send(b"a" * 4096)
        assert heard and line.recv(100).startswith(b"HTTP/1.1 400")
    # Not for long bodies, nor for several requests on one connection.
    body = {"text": "A" * (MOST_HEAD * 2)}
    with connect(server) as line:
        for _ in range(3):
            line.sendall(request("POST", CHECK, body))
            assert read_until(line, b"}").startswith(b"HTTP/1.1 400")


def test_many_that_ask_for_tables_and_go_away_keep_nobody_waiting(app: Any, server: str) -> None:
    lines = [connect(server) for _ in range(70)]
    for n, line in enumerate(lines):
        space = urlencode({"space": "20x18 1x1:2", "goal": f"0@{n}"})
        line.sendall(request("GET", f"/api/v1/table?{space}"))
    assert status(server, request("GET", "/api/v1/puzzles?search=x")) == 200
    capacity, jobs = app.state.server.capacity, app.state.server.queue.jobs
    assert len(jobs) <= capacity.workers + capacity.waiting
    for line in lines:
        line.close()
    until = time.monotonic() + 60
    while jobs and time.monotonic() < until:
        time.sleep(0.01)
    assert not jobs
    assert status(server, request("GET", "/api/v1/library")) == 200


def test_a_client_that_goes_away_stops_its_search(app: Any, server: str) -> None:
    with connect(server) as line:
        body = {"puzzle": LONG, "method": "bfs", "max_seconds": 60}
        line.sendall(request("POST", SOLVE, body, "application/json", "accept: text/event-stream"))
        data = read_until(line, b"event: progress")
        begun = re.search(rb'"id":"(\w+)"', data)
        assert begun is not None
    jobs, until = app.state.server.queue.jobs, time.monotonic() + 50
    while begun[1].decode() in jobs and time.monotonic() < until:
        time.sleep(0.01)
    assert begun[1].decode() not in jobs


def test_two_host_headers_are_refused(server: str) -> None:
    for path in ("/", "/api/v1/puzzles?search=x"):
        raw = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nHost: 127.0.0.1\r\n\r\n"
        assert status(server, raw.encode()) == 400


@pytest.mark.parametrize("length", ["99999999999", "1" + "0" * 18])
def test_a_body_announced_as_too_long_is_refused_before_it_comes(server: str, length: str) -> None:
    raw = (
        f"POST /api/v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
    assert status(server, raw.encode()) == 413
