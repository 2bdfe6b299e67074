"""Explorations on a cluster of two nodes while something goes wrong: right or refused, never wrong.

    python -m tests.cluster_faults --runs 50 --seed 1

Two nodes of Ray on this machine, the second in a mount namespace of its own (which takes root), explore five puzzles by keys
and by bits. In each run a fault is drawn: workers, a node or the driver are killed, the disk is full, the folder vanishes, a
file is deleted or damaged, the second node sees another folder or has another version. A run that ends with a message is resumed.
It takes some 20 seconds a run, so it is no test of the suite; `docs/cluster.md` has the results.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PORT = 6391
PUZZLES = [
    ("876543210", "move"),
    ("876543210", "step"),
    ("横刀立马", "step"),
    ("横刀立马", "slide"),
    ("Century", "step"),
]
CHILD = """
import json, sys
from huarong.errors import HuarongError
from huarong.explore import Resources, run
puzzle, metric, folder, resume, address = sys.argv[1:]
try:
    found = run(puzzle, metric, Resources("ray", folder, resume == "1", block=400, address=address), max_memory="2G")
except HuarongError as error:
    print("refused:", error)
    sys.exit(3)
print(json.dumps(found.levels))
"""


class Nodes:
    """Two nodes of a cluster, each a process; the second can run with another version of the package."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = os.environ | {
            "RAY_memory_monitor_refresh_ms": "0",
            "RAY_AUTH_MODE": "disabled",
            "PYTHONPATH": str(Path(__file__).parents[1] / "src"),
        }
        self.ray = Path(sys.executable).with_name("ray")
        self.node: subprocess.Popen[bytes] | None = None

    def head(self) -> None:
        """Start the first node."""
        self._call("start", "--head", "--port", str(PORT), "--include-dashboard", "false")

    def second(self, source: Path | None = None) -> None:
        """Start the second node, with the package of another folder where one is given."""
        env = self.env | ({"PYTHONPATH": str(source)} if source else {})
        words = [str(self.ray), "start", "--address", f"127.0.0.1:{PORT}", "--block", *self._size]
        self.node = subprocess.Popen(
            ["unshare", "--mount", *words], env=env, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        time.sleep(6)

    def kill_second(self) -> None:
        """Kill the second node, with all processes that it started."""
        if self.node is not None:
            os.killpg(self.node.pid, signal.SIGKILL)
            self.node.wait()
            self.node = None

    def inside_second(self, *words: str) -> None:
        """Run a command in the second node's view of the file system."""
        assert self.node is not None
        subprocess.run(["nsenter", "-t", str(self.node.pid), "-m", *words], check=True)

    def end(self) -> None:
        """Stop both nodes."""
        self.kill_second()
        self._call("stop", "--force")

    _size = ("--num-cpus", "1", "--object-store-memory", "80000000")

    def _call(self, *words: str) -> None:
        more = self._size if words[0] == "start" else ()
        subprocess.run([self.ray, *words, *more], env=self.env, check=True, capture_output=True)


def started(
    nodes: Nodes, puzzle: str, metric: str, folder: Path, resume: bool
) -> subprocess.Popen[str]:
    """An exploration in a process of its own."""
    words = [puzzle, metric, str(folder), str(int(resume)), f"127.0.0.1:{PORT}"]
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, *words], env=nodes.env, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def wait_for_levels(folder: Path, child: subprocess.Popen[str], many: int) -> None:
    """Wait until an exploration has done some levels, or has ended."""
    while child.poll() is None:
        depths = [each.name[6:10] for each in _files(folder) if each.name.startswith("level-")]
        if depths and int(max(depths)) >= many:
            return
        time.sleep(0.02)


def _files(folder: Path) -> list[Path]:
    try:
        return [each for each in folder.iterdir() if not each.name.startswith(".")]
    except OSError:
        return []


Fault = Callable[[Nodes, Path, "subprocess.Popen[str]", random.Random], None]


def nothing(nodes: Nodes, folder: Path, child: subprocess.Popen[str], rng: random.Random) -> None:
    """No fault."""


def kill_workers(
    nodes: Nodes, folder: Path, child: subprocess.Popen[str], rng: random.Random
) -> None:
    """Kill up to three workers of either node."""
    for _ in range(rng.randint(1, 3)):
        found = subprocess.run(
            ["pgrep", "-f", "^ray::"], capture_output=True, text=True
        ).stdout.split()
        own = [
            pid for pid in map(int, found) if b"_do" in _command(pid) or b"IDLE" in _command(pid)
        ]
        if own:
            os.kill(rng.choice(own), signal.SIGKILL)
        time.sleep(rng.random() / 5)


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def kill_node(nodes: Nodes, folder: Path, child: subprocess.Popen[str], rng: random.Random) -> None:
    """Kill the second node."""
    nodes.kill_second()


def kill_driver(
    nodes: Nodes, folder: Path, child: subprocess.Popen[str], rng: random.Random
) -> None:
    """Kill the driver."""
    child.kill()


def delete_file(
    nodes: Nodes, folder: Path, child: subprocess.Popen[str], rng: random.Random
) -> None:
    """Delete one of the files, drawn at random."""
    files = [each for each in _files(folder) if each.name != "explore.lock"]
    if files:
        rng.choice(files).unlink(missing_ok=True)


def damage_file(
    nodes: Nodes, folder: Path, child: subprocess.Popen[str], rng: random.Random
) -> None:
    """Flip a bit of one of the files, drawn at random."""
    files = [each for each in _files(folder) if each.name != "explore.lock"]
    if files:
        path = rng.choice(files)
        try:
            data = bytearray(path.read_bytes())
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            path.write_bytes(data)
        except (OSError, ValueError):
            pass


def move_folder(
    nodes: Nodes, folder: Path, child: subprocess.Popen[str], rng: random.Random
) -> None:
    """Move the folder away; it is moved back before the run is resumed."""
    shutil.move(folder, folder.with_name("away"))


def fill_disk(nodes: Nodes, folder: Path, child: subprocess.Popen[str], rng: random.Random) -> None:
    """Fill the disk; it is emptied before the run is resumed."""
    with open(folder.parent / "ballast", "wb") as file:
        try:
            while True:
                file.write(bytes(1 << 16))
                file.flush()
        except OSError:
            pass


@contextmanager
def other_view(nodes: Nodes, folder: Path) -> Iterator[None]:
    """The second node sees an empty folder in place of the one that is shared."""
    folder.mkdir(parents=True, exist_ok=True)
    nodes.inside_second("mount", "-t", "tmpfs", "none", str(folder))
    try:
        yield
    finally:
        nodes.inside_second("umount", str(folder))


@contextmanager
def other_version(nodes: Nodes, folder: Path) -> Iterator[None]:
    """The second node has another version of a file of the package."""
    source = Path(__file__).parents[1] / "src"
    with tempfile.TemporaryDirectory() as old:
        shutil.copytree(source / "huarong", Path(old) / "huarong")
        with open(Path(old) / "huarong" / "limits.py", "a", encoding="utf-8") as file:
            file.write("# another version\n")
        nodes.kill_second()
        nodes.second(Path(old))
        try:
            yield
        finally:
            nodes.kill_second()


FAULTS: dict[str, Fault] = {
    each.__name__: each
    for each in (
        nothing, kill_workers, kill_node, kill_driver, delete_file, damage_file, move_folder, fill_disk,
    )
}  # fmt: skip
VIEWS = {"other_view": other_view, "other_version": other_version}


def outcome(child: subprocess.Popen[str], known: list[int]) -> str:
    """The outcome of an exploration: right, refused or killed; or WRONG, or a TRACEBACK."""
    try:
        out, err = child.communicate(timeout=240)
    except subprocess.TimeoutExpired:
        child.kill()
        return "NO END"
    if child.returncode == 0:
        return "right" if json.loads(out.splitlines()[-1]) == known else "WRONG"
    if child.returncode == 3:
        print("   ", out[out.index("refused:") :].strip()[:400])
        return "refused"
    if child.returncode == -signal.SIGKILL:
        return "killed"
    print(err[:1500])
    return "TRACEBACK"


def one(
    nodes: Nodes, base: Path, name: str, rng: random.Random, known: dict[str, list[int]]
) -> str:
    """One run with a fault; where it ended early it is resumed, up to twice."""
    puzzle, metric = rng.choice(PUZZLES)
    folder, levels = base / "run", known[f"{puzzle} {metric}"]
    if nodes.node is None or nodes.node.poll() is not None:
        nodes.second()
    if name in VIEWS:
        with VIEWS[name](nodes, folder):
            came = [outcome(started(nodes, puzzle, metric, folder, False), levels)]
    else:
        child = started(nodes, puzzle, metric, folder, False)
        wait_for_levels(folder, child, rng.randrange(len(levels) * 2 // 3))
        if child.poll() is None:
            FAULTS[name](nodes, folder, child, rng)
        came = [outcome(child, levels)]
        for _ in range(2):
            if came[-1] not in ("refused", "killed"):
                break
            (base / "ballast").unlink(missing_ok=True)
            if (base / "away").exists():
                shutil.rmtree(folder, ignore_errors=True)
                shutil.move(base / "away", folder)
            came.append(
                outcome(
                    started(nodes, puzzle, metric, folder, (folder / "checkpoint").exists()), levels
                )
            )
    for each in folder, base / "away":
        shutil.rmtree(each, ignore_errors=True)
    (base / "ballast").unlink(missing_ok=True)
    print(f"{puzzle} {metric}: {name}: {', then '.join(came)}", flush=True)
    return ", ".join(came)


def main() -> int:
    """Do the runs, and print their outcomes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fault", action="append", choices=[*FAULTS, *VIEWS])
    asked = parser.parse_args()
    drawn = asked.fault or [*FAULTS, *VIEWS]
    from huarong.explore import run

    known = {f"{puzzle} {metric}": list(run(puzzle, metric).levels) for puzzle, metric in PUZZLES}
    rng, came = random.Random(asked.seed), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "none", folder], check=True)
        nodes = Nodes(Path(folder))
        try:
            nodes.head()
            for i in range(asked.runs):
                came[one(nodes, Path(folder), drawn[i % len(drawn)], rng, known)] += 1
        finally:
            nodes.end()
            subprocess.run(["umount", "-l", folder], check=False)
    for text, many in came.most_common():
        print(f"{many:4}  {text}")
    bad = [
        text
        for text in came
        if text.upper() != text and any(w in text for w in ("WRONG", "TRACEBACK", "NO END"))
    ]
    bad += [text for text in came if text in ("WRONG", "TRACEBACK", "NO END")]
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
