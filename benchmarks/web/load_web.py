"""200 clients ask the web app for hints at once: the longest waits, and the number of errors.

    python benchmarks/web/load_web.py [--clients 200] [--rounds 30] [--pause 1.0]

A server is started in a process of its own. Each client keeps a connection and asks for a hint in a random
layout of the classic set; `burst`: all at the same moment, again and again; `steady`: each in its own time, once
a second on average. Printed: median, p99 and the longest wait in milliseconds, and errors.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import random
import select
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
        until = time.monotonic() + 60
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
        head = (
            f"POST /api/v1/hint HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: "
            f"{len(body)}\r\n\r\n"
        )
        found.append(head.encode() + body)
    return found


class Crowd:
    """Open connections as bare sockets, which take little of the machine that they share with the server."""

    def __init__(self, port: int, clients: int) -> None:
        self.poll = select.epoll()
        self.lines = {}
        for _ in range(clients):
            line = socket.create_connection(("127.0.0.1", port))
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.lines[line.fileno()] = line
            self.poll.register(line.fileno(), select.EPOLLIN)
        self.numbers = list(self.lines)
        self.asked: dict[int, float] = {}
        self.data: dict[int, bytes] = {}

    def ask(self, number: int, request: bytes) -> None:
        """Send a request on a free connection."""
        self.asked[number], self.data[number] = time.perf_counter(), b""
        self.lines[number].send(request)

    def answers(self, seconds: float) -> list[tuple[float, int]]:
        """The answers that arrive within a time: the seconds that each took, and its status."""
        found = []
        for number, _ in self.poll.poll(seconds, len(self.lines)):
            data = self.data[number] = self.data[number] + self.lines[number].recv(1 << 16)
            now = time.perf_counter()
            head, ended, body = data.partition(b"\r\n\r\n")
            if ended and len(body) == int(head.split(b"content-length: ")[1].split(b"\r\n")[0]):
                found.append((now - self.asked.pop(number), int(data[9:12])))
        return found

    def free(self) -> list[int]:
        """The connections without an open request."""
        return [number for number in self.numbers if number not in self.asked]


def cpu_seconds(pid: int) -> float:
    """How much processor time a process has used, where the system tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def burst(crowd: Crowd, asks: list[bytes]) -> list[tuple[float, int]]:
    """All clients ask at one moment, again and again."""
    found = []
    for begin in range(0, len(asks), len(crowd.numbers)):
        for number, request in zip(crowd.numbers, asks[begin:], strict=False):
            crowd.ask(number, request)
        while crowd.asked:
            found += crowd.answers(10)
        time.sleep(0.2)
    return found


def steady(crowd: Crowd, asks: list[bytes], pause: float) -> list[tuple[float, int]]:
    """Each client asks at random times."""
    draw, found = random.Random(2), []
    begun = time.perf_counter()
    due = sorted((draw.uniform(0, 2 * pause), number) for number in crowd.numbers)
    left = list(reversed(asks))
    while left or crowd.asked:
        now = time.perf_counter() - begun
        if left and due[0][0] <= now and due[0][1] not in crowd.asked:
            at, number = heapq.heappop(due)
            heapq.heappush(due, (at + draw.uniform(0, 2 * pause), number))
            crowd.ask(number, left.pop())
        found += crowd.answers(max(0.0, min(due[0][0] - now, 0.01)))
    return found


def run(pid: int, port: int, clients: int, rounds: int, pause: float) -> None:
    crowd = Crowd(port, clients)
    for request in requests(4, 0):  # the first one builds the atlas
        crowd.ask(crowd.numbers[0], request)
        while crowd.asked:
            crowd.answers(10)
    asks = requests(clients * rounds, 1)
    works = {"burst": lambda: burst(crowd, asks), "steady": lambda: steady(crowd, asks, pause)}
    for name, work in works.items():
        before = cpu_seconds(pid)
        found = work()
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
        run(pid, port, options.clients, options.rounds, options.pause)
