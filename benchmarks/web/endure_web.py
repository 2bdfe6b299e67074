"""Endurance of the web app: memory over many requests, and a hostile client beside another one.

    python benchmarks/web/endure_web.py [--requests 6000] [--ill]

A server is started in a process of its own. Every endpoint that computes or reads a puzzle is asked for puzzles drawn
at random, hardly any twice, boards of up to 100 cells among them, over 4 connections that are kept open. Printed after
every 500: requests a second, and the server's memory (of Linux). With `--ill`, one client
(127.0.0.2) then opens 500 connections that send half a request, 100 that read nothing of what they ask for, and asks
for 60 long searches; another (127.0.0.1) asks for hints, the library and a short search meanwhile. Printed: the longest
that the other waited, how many of the half requests were still open after 15 seconds, and the memory when all that is
over.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from pathlib import Path
from urllib.parse import quote

from load_web import requests, server

import huarong as hr
from huarong.library.catalogue import entries
from huarong.space.space import Space

LONG = quote("/".join(" ".join(str(24 - 5 * y - x) for x in range(5)) for y in range(5)))


def memory(pid: int) -> float:
    """The resident memory of a process in MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode()


def post(path: str, body: dict[str, object]) -> bytes:
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(data)}\r\n\r\n".encode() + data


async def asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, data: bytes) -> int:
    """The status of the answer to a request; the answer is read to its end."""
    writer.write(data)
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if b"content-length: " in head:
        await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
    elif b"transfer-encoding: chunked" in head:
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    return int(head[9:12])


def puzzle(draw: random.Random) -> str:
    """A random puzzle: rectangles on a board of 9 to 100 cells, and a goal for one of them."""
    large = draw.random() < 0.15
    width, height = draw.choices(range(3, 11 if large else 6), k=2)
    rows, pieces = [["."] * width for _ in range(height)], {}
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz":
        wide, high = draw.choices((1, 2), k=2)
        x, y = draw.randrange(width - wide + 1), draw.randrange(height - high + 1)
        cells = [(y + j, x + i) for j in range(high) for i in range(wide)]
        if all(rows[j][i] == "." for j, i in cells) and sum(row.count(".") for row in rows) > 5:
            pieces[letter] = wide, high
            for j, i in cells:
                rows[j][i] = letter
    letter, (wide, high) = draw.choice([*pieces.items()])
    x, y = draw.randrange(width - wide + 1), draw.randrange(height - high + 1)
    goal = [
        "".join(letter if y <= j < y + high and x <= i < x + wide else "." for i in range(width)) for j in range(height)
    ]
    return "/".join(["".join(row) for row in rows] + ["goal:", *goal])


ASKED = (
    *("hint", "hint", "distances", "solve", "prove", "facts", "harder", "table", "map", "puzzle", "check", "convert"),
    *(
        "svg",
        "exhibit",
        "trace",
        "claims",
        "records",
        "museum",
        "library",
        "puzzles",
        "openapi.json",
        "named",
        "puzzle",
    ),
)


async def mixed(pid: int, port: int, count: int) -> None:
    """Ask every endpoint for random puzzles, and print the memory."""
    draw, began, sent, statuses = random.Random(1), time.perf_counter(), 0, dict[str, int]()
    names = [each.name for each in entries()]

    async def client() -> None:
        nonlocal sent
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
        while sent < count:
            what, text = draw.choice(ASKED), puzzle(draw)
            if draw.random() < 0.2:
                text = draw.choice(names)
            if what in ("map", "table", "trace") and len(text) > 80:
                continue
            metric = draw.choice(("step", "slide", "move"))
            body: dict[str, object] = {"puzzle": text, "metric": metric, "max_seconds": 0.3}
            if what in ("puzzle", "check"):
                data = post(f"/api/v1/{what}", {"text": text})
            elif what == "named":
                data = get(f"/api/v1/puzzles/{quote(draw.choice(names))}")
            elif what == "puzzles":
                data = get(f"/api/v1/puzzles?search={quote(text[:9])}")
            elif what == "trace":
                data = get(f"/api/v1/trace?show=lv-hash&puzzle={quote(text)}&max_seconds=2")
            elif what == "claims":
                data = get(f"/api/v1/claims?article={draw.choice(('ma', 'zhou', 'lv'))}")
            elif what == "map":
                data = get(f"/api/v1/map?puzzle={quote(text)}&metric={metric}")
            elif what in ("records", "museum", "library", "openapi.json"):
                data = get(f"/api/v1/{what}")
            elif what == "table":
                try:
                    space = Space.of(hr.puzzle(text))
                except hr.HuarongError:
                    continue
                kinds = range(len(space.kinds))
                goal = f"{draw.choice(kinds)}@{draw.randrange(space.board.size)}"
                data = get(f"/api/v1/table?space={quote(space.text)}&goal={goal}&metric={metric}")
            else:
                more = {
                    "distances": {"layouts": []},
                    "facts": {},
                    "convert": {"to": "grid"},
                    "svg": {},
                    "exhibit": {"exhibit": "ma-compiled"},
                }.get(what, {})
                if what in ("convert", "svg", "facts", "exhibit"):
                    del body["metric"]
                if what in ("convert", "svg", "distances"):
                    del body["max_seconds"]
                data = post(f"/api/v1/{what}", body | more)
            sent, number = sent + 1, sent + 1
            try:
                status = await asked(reader, writer, data)
            except (ConnectionError, asyncio.IncompleteReadError):
                status = 0
                reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
            key = f"{what} {status}"
            statuses[key] = statuses.get(key, 0) + 1
            if number % 500 == 0:
                rate = number / (time.perf_counter() - began)
                print(f"{number:9,} requests, {rate:6.0f} a second, {memory(pid):6.1f} MiB", flush=True)
        writer.close()

    await asyncio.gather(*(client() for _ in range(4)))
    print("statuses:", dict(sorted(statuses.items())))


async def ill(port: int) -> None:
    """One client does all the harm it can; another sends ordinary requests."""
    bad = {"local_addr": ("127.0.0.2", 0)}
    lines = []
    for _ in range(500):
        line = await asyncio.open_connection("127.0.0.1", port, **bad)
        line[1].write(b"POST /api/v1/hint HTTP/1.1\r\nhost: localhost\r\nconte")
        lines.append(line)
    opened = time.perf_counter()
    busy = []
    for n in range(160):
        line = await asyncio.open_connection("127.0.0.1", port, limit=1, **bad)
        line[1].write(get("/api/v1/library") * 50 if n < 100 else get(f"/api/v1/map?puzzle={LONG}"))
        if n >= 100:
            line[1].write(post("/api/v1/solve", {"puzzle": "gnome-klotski: Sunshine", "method": "bfs"}))
        busy.append(line)
    waits: dict[str, float] = {}
    needs = {
        "hint": requests(1, 5)[0],
        "library": get("/api/v1/library"),
        "search": post("/api/v1/solve", {"puzzle": "A..B/..../goal:/B..A/....", "method": "bfs"}),
    }
    while time.perf_counter() < opened + 15:
        for name, data in needs.items():
            began = time.perf_counter()
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
            status = await asked(reader, writer, data)
            assert status == 200, (name, status)
            writer.close()
            waits[name] = max(waits.get(name, 0), time.perf_counter() - began)
        await asyncio.sleep(0.2)
    over = sum(reader.at_eof() or bool(reader._buffer) for reader, _ in lines)
    print("the other client waited at most", {name: f"{s:.3f} s" for name, s in waits.items()})
    print(f"of 500 half requests {500 - over} are open after {time.perf_counter() - opened:.0f} s")
    for _, writer in (*lines, *busy):
        writer.transport.abort()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--requests", type=int, default=6_000)
    parser.add_argument("--ill", action="store_true")
    asked_for = parser.parse_args()
    with server() as (pid, port):
        asyncio.run(mixed(pid, port, asked_for.requests))
        if asked_for.ill:
            asyncio.run(ill(port))
            print(f"memory when the ill client goes: {memory(pid):.1f} MiB")
            time.sleep(2)
            print(f"memory 2 s later: {memory(pid):.1f} MiB")


if __name__ == "__main__":
    main()
