"""200 clients ask the web app for hints at once: how long the slowest wait, and whether anything fails.

    python benchmarks/web/load_web.py [--clients 200] [--rounds 30] [--pause 1.0]

A server is started in a process of its own. Each client keeps a connection and asks for a hint in a random
layout of the classic set; `burst`: all at the same moment, again and again; `steady`: each in its own time, once
a second on average. Printed: median, p99 and the longest wait in milliseconds, and errors.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import huarong as hr
from huarong.space.space import Space

PUZZLE = "横刀立马"


@contextmanager
def server():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["serve", "--no-browser", "--port", str(port)]
    process = subprocess.Popen([sys.executable, "-m", "huarong", *words])
    try:
        until = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 0.2).close()
                break
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait(10)


def requests(count: int, seed: int) -> list[bytes]:
    """Hints in layouts drawn at random; hardly any twice."""
    puzzle = hr.puzzle(PUZZLE)
    found = []
    for layout in Space.of(puzzle).random(count, seed):
        body = json.dumps({"puzzle": PUZZLE, "heads": list(puzzle.heads(layout))}).encode()
        head = f"POST /api/v1/hint HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        found.append(head.encode() + body)
    return found


class Client(asyncio.Protocol):
    """One connection that is kept; lean, since it shares the machine with the server."""

    def connection_made(self, transport) -> None:
        self.transport, self.data = transport, b""

    def data_received(self, data: bytes) -> None:
        self.data += data
        head, found, body = self.data.partition(b"\r\n\r\n")
        if found and len(body) == int(head.split(b"content-length: ")[1].split(b"\r\n")[0]):
            self.answer.set_result((time.perf_counter() - self.began, int(head[9:12])))
            self.data = b""

    def ask(self, request: bytes) -> asyncio.Future[tuple[float, int]]:
        self.answer = asyncio.get_running_loop().create_future()
        self.began = time.perf_counter()
        self.transport.write(request)
        return self.answer


def cpu_seconds(pid: int) -> float:
    """How much processor time a process has used, where the system tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(pid: int, port: int, clients: int, rounds: int, pause: float) -> None:
    loop = asyncio.get_running_loop()
    crowd = [(await loop.create_connection(Client, "127.0.0.1", port))[1] for _ in range(clients)]
    await crowd[0].ask(requests(1, 0)[0])  # the first one builds the atlas
    asks = requests(clients * rounds, 1)

    async def burst() -> list[tuple[float, int]]:
        found = []
        for n in range(rounds):
            each = zip(crowd, asks[n * clients : (n + 1) * clients], strict=True)
            found += await asyncio.gather(*(client.ask(request) for client, request in each))
            await asyncio.sleep(0.2)
        return found

    async def steady() -> list[tuple[float, int]]:
        draw = random.Random(2)

        async def one(n: int) -> list[tuple[float, int]]:
            found = []
            for request in asks[n::clients]:
                await asyncio.sleep(draw.uniform(0, 2 * pause))
                found.append(await crowd[n].ask(request))
            return found

        return [each for some in await asyncio.gather(*map(one, range(clients))) for each in some]

    for name, what in (("burst", burst), ("steady", steady)):
        before = cpu_seconds(pid)
        found = await what()
        used = 1000 * (cpu_seconds(pid) - before) / len(found)
        waits = sorted(1000 * wait for wait, _ in found)
        errors = sum(status != 200 for _, status in found)
        p99 = waits[int(0.99 * len(waits))]
        print(
            f"{name}: {len(found)} hints, {clients} clients: median {waits[len(waits) // 2]:.1f} ms, "
            f"p99 {p99:.1f} ms, longest {waits[-1]:.1f} ms, {errors} errors; "
            f"{used:.2f} ms of the server's processor time each, load average {os.getloadavg()[0]:.1f}"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--pause", type=float, default=1.0)
    options = parser.parse_args()
    with server() as (pid, port):
        asyncio.run(run(pid, port, options.clients, options.rounds, options.pause))
