"""Explorations on a cluster while something goes wrong: right or refused, never wrong.

    python -m tools.cluster_faults --runs 50 --seed 1

Two to four nodes of Ray on this machine, each with a mount namespace and a network namespace of its own (which takes
root), and so with an address and a folder of its own, explore five puzzles by keys, the tiles also by bits, in a folder
that all see or in an object store beside which each node has a folder of its own. In each run a fault is drawn:
workers, a node or the driver are killed, a disk is full, the folder vanishes, everywhere or for one node, a file is
deleted or damaged, a node sees another folder or has another version, a node's network is cut. A run that ends with a
message is resumed.
It takes some 20 seconds a run, so it is no test of the suite; `docs/en/howto/cluster.md` has the results.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tests.explore import s3

from huarong.explore import run as explore
from huarong.model.board import as_metric

SOURCE = Path(__file__).parents[1] / "src"
PUZZLES = {
    "tiles": ("876543210", "move"),
    "family of Klotski": ("BAAC/BAAC/DEFG/HI../JK../goal:/..../..../..../.AA./.AA.", "move"),
    "Rush Hour": ("Rush Hour 1", "step"),
    "two goals": ("AAB./CDBE/F.GE/HH.J/goal:/..../..../AA../..../goal:/..../..../..../..AA", "move"),
    "board with holes": ("##AB##/CDEFGH/IJ..KL/##..##/goal:/##..##/....../A...../##..##", "step"),
}
"""One of each kind, with its metric: some thousand to some hundred thousand layouts."""
FORMS = ("keys", "bits")
URL = "s3://levels/run"
HOST = "10.77.0.1"
"""This machine's address on the network of the nodes."""
CHILD = """
import json, sys
from huarong.errors import HuarongError
from huarong.explore import Resources, objects, run
puzzle, metric, by, folder, local, resume, address, block = sys.argv[1:]
objects._LEASE = 8.0  # seconds after which a driver that was killed can be followed by another
try:
    given = Resources("ray", folder, resume == "1", block=int(block), address=address, by=by, local=local or None)
    found = run(puzzle, metric, given, max_memory="3G")
except HuarongError as error:
    print("refused:", error)
    sys.exit(3)
print(json.dumps(found.levels))
"""


class Node:
    """A node of the cluster: the processes in a mount namespace of its own, and, but for the head, in a network
    namespace.
    """

    def __init__(self, words: list[str], env: dict[str, str], space: str) -> None:
        enter = ["ip", "netns", "exec", space] if space else []
        self.space = space
        self.first = subprocess.Popen(
            [*enter, "unshare", "--mount", *words],
            env=env,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        assert self.first.stdout is not None
        said = []
        for line in self.first.stdout:
            said.append(line)
            if "Ray runtime started" in line:
                break
        else:
            raise RuntimeError("".join(said))
        self.mounts = os.readlink(f"/proc/{self.first.pid}/ns/mnt")
        threading.Thread(target=self.first.stdout.read, daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether the node still runs."""
        return self.first.poll() is None and any(b"raylet" in _command(pid) for pid in self.pids())

    def pids(self) -> list[int]:
        """The processes of the node."""
        found = []
        for pid in filter(str.isdecimal, os.listdir("/proc")):
            with suppress(OSError):
                if os.readlink(f"/proc/{pid}/ns/mnt") == self.mounts:
                    found.append(int(pid))
        return found

    def kill(self) -> None:
        """Kill all processes of the node."""
        while left := self.pids():
            for pid in left:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.first.poll()
            time.sleep(0.02)
        self.first.wait()

    def inside(self, *words: str) -> None:
        """Run a command in the node's view of the file system."""
        subprocess.run(["nsenter", "-t", str(self.first.pid), "-m", *words], check=True)


class Nodes:
    """The nodes of a cluster: a head, and up to three others."""

    def __init__(self, base: Path, sessions: str, more: dict[str, str]) -> None:
        self.others, self.local = list[Node](), local(base)
        self.address = f"{HOST}:{_free_port()}"
        self.env = (
            os.environ
            | more
            | {"RAY_memory_monitor_refresh_ms": "0", "RAY_AUTH_MODE": "disabled", "PYTHONPATH": str(SOURCE)}
        )
        self._ray = str(Path(sys.executable).with_name("ray"))
        self._begun = 0
        port = self.address.partition(":")[2]
        more_words = ("--node-ip-address", HOST, "--temp-dir", sessions)
        self.head = self._started("--head", "--port", port, "--include-dashboard", "false", *more_words)

    def make(self, many: int) -> None:
        """Have so many nodes beside the head: start what lacks, end what is too much."""
        for node in [each for each in self.others if not each.alive] + self.others[many:]:
            node.kill()
            self.others.remove(node)
        while len(self.others) < many:
            self.start()

    def start(self, source: Path | None = None) -> Node:
        """Start a node, with the package of another folder where one is given."""
        self._begun += 1
        space, host = f"hrfault{self._begun}", f"10.77.0.{self._begun + 1}"
        _plug_in(space, self._begun, host)
        words = ["--address", self.address, "--node-ip-address", host]
        node = self._started(*words, source=source, space=space)
        self.others.append(node)
        return node

    def end(self) -> None:
        """Kill all nodes."""
        for node in (*self.others, self.head):
            node.kill()

    def _started(self, *words: str, source: Path | None = None, space: str = "") -> Node:
        size = ("--num-cpus", "1", "--object-store-memory", "80000000")
        env = self.env | ({"PYTHONPATH": str(source)} if source else {})
        own = f'mount -t tmpfs -o size=32m none {self.local} && exec "$@"'
        return Node(["sh", "-c", own, "sh", self._ray, "start", "--block", *words, *size], env, space)


def local(base: Path) -> Path:
    """The folder for copies of objects, at which each node has a file system of its own."""
    found = base / "local"
    found.mkdir(exist_ok=True)
    return found


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("", 0))
        return int(found.getsockname()[1])


def _command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


# The network: a bridge with this machine's address, and a cable to each node.


def _ip(words: str, check: bool = True) -> None:
    subprocess.run(["ip", *words.split()], check=check, capture_output=not check)


@contextmanager
def bridge() -> Iterator[None]:
    """A context with the bridge, and without any network namespace of this harness afterwards."""
    _ip("link add hrfault type bridge")
    _ip(f"addr add {HOST}/24 dev hrfault")
    _ip("link set hrfault up")
    try:
        yield
    finally:
        for each in Path("/run/netns").glob("hrfault*"):
            _ip(f"netns del {each.name}", check=False)
        _ip("link del hrfault", check=False)


def _plug_in(space: str, number: int, host: str) -> None:
    _ip(f"netns add {space}")
    _ip(f"link add hrcable{number} type veth peer name eth0 netns {space}")
    _ip(f"link set hrcable{number} master hrfault up")
    _ip(f"-n {space} addr add {host}/24 dev eth0")
    _ip(f"-n {space} link set eth0 up")
    _ip(f"-n {space} link set lo up")


class Place:
    """Where an exploration keeps its files: a folder that all nodes see, or an object store and a folder of each
    node.
    """

    def __init__(self, base: Path, kept: dict[str, bytes] | None) -> None:
        self.base, self.kept, self.folder = base, kept, base / "run"
        self.url = str(self.folder) if kept is None else URL
        self.local = "" if kept is None else str(local(base))

    def names(self) -> list[str]:
        """The files of the exploration, without those that only lock it."""
        if self.kept is not None:
            found = list(self.kept)
        else:
            try:
                found = [each.name for each in self.folder.iterdir()]
            except OSError:
                return []
        return sorted(name for name in found if not name.startswith(".") and "lock" not in name and "lease" not in name)

    @property
    def depth(self) -> int:
        """The depth of the last level of which there is a file."""
        levels = [name[name.index("level-") + 6 :][:4] for name in self.names() if "level-" in name]
        return max(map(int, levels), default=-1)

    def read(self, name: str) -> bytes:
        """The content of a file."""
        return self.kept[name] if self.kept is not None else (self.folder / name).read_bytes()

    def write(self, name: str, data: bytes | None) -> None:
        """Overwrite a file in place, or delete it."""
        if self.kept is None and data is None:
            (self.folder / name).unlink()
        elif self.kept is None:
            (self.folder / name).write_bytes(data or b"")
        elif data is None:
            self.kept.pop(name)
        else:
            self.kept[name] = data

    def clear(self) -> None:
        """Remove all that an exploration left."""
        for each in self.base / "run", self.base / "away", *local(self.base).iterdir():
            shutil.rmtree(each, ignore_errors=True)
        (self.base / "ballast").unlink(missing_ok=True)
        if self.kept is not None:
            self.kept.clear()


class Run:
    """One exploration, a process of its own."""

    def __init__(self, nodes: Nodes, place: Place, name: str, form: str, resume: bool, widest: int) -> None:
        given = [*PUZZLES[name], form, place.url, place.local, str(int(resume)), nodes.address]
        given.append(str(widest // 8))  # keys a block
        self.child = subprocess.Popen(
            [sys.executable, "-c", CHILD, *given],
            env=nodes.env,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def wait_for(self, place: Place, depth: int) -> bool:
        """Wait until a level is begun; whether it was before the exploration ended."""
        while self.child.poll() is None:
            if place.depth >= depth:
                return True
            time.sleep(0.02)
        return False

    def outcome(self, known: list[int]) -> str:
        """The outcome: right, refused or killed; or WRONG, TRACEBACK or NO END."""
        try:
            out, err = self.child.communicate(timeout=400)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.communicate()
            return "NO END"
        if self.child.returncode == 0:
            return "right" if json.loads(out.splitlines()[-1]) == known else "WRONG"
        if self.child.returncode == 3:
            print("   ", out[out.index("refused:") :].strip()[:500])
            return "refused"
        if self.child.returncode == -signal.SIGKILL:
            return "killed"
        print(err[-3000:])
        return "TRACEBACK"


# Faults in the middle of a run: each is a context, and what can be mended is mended at its end.

Fault = Callable[[Nodes, Place, Run, random.Random], Iterator[None]]


def nothing(nodes: Nodes, place: Place, run: Run, rng: random.Random) -> Iterator[None]:
    """No fault."""
    yield


def kill_workers(nodes: Nodes, place: Place, run: Run, rng: random.Random) -> Iterator[None]:
    """Kill up to three workers of any node."""
    for _ in range(rng.randint(1, 3)):
        pids = [pid for node in (nodes.head, *nodes.others) for pid in node.pids()]
        workers = [pid for pid in pids if _command(pid).startswith((b"ray::_Worker", b"ray::IDLE"))]
        if workers:
            with suppress(ProcessLookupError):
                os.kill(rng.choice(workers), signal.SIGKILL)
        time.sleep(rng.random() / 5)
    yield


def kill_node(nodes: Nodes, place: Place, run: Run, rng: random.Random) -> Iterator[None]:
    """Kill one or all of the nodes beside the head."""
    for node in rng.choice([nodes.others[:1], nodes.others]):
        node.kill()
    yield


def kill_driver(nodes: Nodes, place: Place, run: Run, rng: random.Random) -> Iterator[None]:
    """Kill the driver."""
    run.child.kill()
    yield
    if place.kept is not None:
        time.sleep(9)  # until the store counts it as dead


def delete_file(nodes: Nodes, place: Place, run: Run, rng: random.Random) -> Iterator[None]:
    """Delete one of the files, drawn at random."""
    with suppress(OSError, KeyError, IndexError):
        place.write(rng.choice(place.names()), None)
    yield


def damage_file(nodes: Nodes, place: Place, run: Run, rng: random.Random) -> Iterator[None]:
    """Flip a bit of one of the files, drawn at random."""
    with suppress(OSError, KeyError, IndexError, ValueError):
        name = rng.choice(place.names())
        data = bytearray(place.read(name))
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        place.write(name, bytes(data))
    yield


def move_folder(nodes: Nodes, place: Place, run: Run, rng: random.Random) -> Iterator[None]:
    """Move the folder away; it is moved back before the run is resumed. Of a store, the nodes' own copies go."""
    if place.kept is not None:
        for node in nodes.others:
            node.inside("sh", "-c", f"rm -rf {place.local}/*")
        yield
        return
    away = place.folder.with_name("away")
    shutil.move(place.folder, away)
    yield
    shutil.rmtree(place.folder, ignore_errors=True)
    shutil.move(away, place.folder)


def lose_sight(nodes: Nodes, place: Place, run: Run, rng: random.Random) -> Iterator[None]:
    """One node finds an empty folder in place of the one that is shared, or in place of its own copies."""
    at, node = place.local or str(place.folder), rng.choice(nodes.others)
    node.inside("mount", "-t", "tmpfs", "-o", "size=16m", "none", at)
    yield
    if node.alive:
        node.inside("umount", "-l", at)


def fill_disk(nodes: Nodes, place: Place, run: Run, rng: random.Random) -> Iterator[None]:
    """Fill the disk, or that of a node's own copies; it is emptied before the run is resumed."""
    if place.kept is not None:
        node = rng.choice(nodes.others)
        node.inside("sh", "-c", f"cat /dev/zero > {place.local}/ballast || true")
        yield
        node.inside("rm", f"{place.local}/ballast")
        return
    with suppress(OSError), open(place.base / "ballast", "wb") as file:
        while True:
            file.write(bytes(1 << 16))
            file.flush()
    yield
    (place.base / "ballast").unlink()


def cut_network(nodes: Nodes, place: Place, run: Run, rng: random.Random) -> Iterator[None]:
    """Cut a node's network, for some seconds or for longer than Ray waits."""
    node = rng.choice(nodes.others)
    _ip(f"-n {node.space} link set eth0 down")
    time.sleep(rng.choice([2, 8, 60]))
    _ip(f"-n {node.space} link set eth0 up")
    yield


MIDDLE: dict[str, Fault] = {
    each.__name__: each
    for each in (
        nothing,
        kill_workers,
        kill_node,
        kill_driver,
        delete_file,
        damage_file,
        move_folder,
        lose_sight,
        fill_disk,
        cut_network,
    )
}
LOST = ("delete_file", "damage_file")
"""Faults that may lose a level for good."""


# Faults from the beginning of a run


@contextmanager
def other_view(nodes: Nodes, place: Place) -> Iterator[None]:
    """A node sees an empty folder in place of the one that is shared."""
    place.folder.mkdir(parents=True, exist_ok=True)
    node = nodes.others[-1]
    node.inside("mount", "-t", "tmpfs", "none", str(place.folder))
    try:
        yield
    finally:
        if node.alive:
            node.inside("umount", "-l", str(place.folder))


@contextmanager
def other_version(nodes: Nodes, place: Place) -> Iterator[None]:
    """A node has another version of a file of the package."""
    with tempfile.TemporaryDirectory() as old:
        shutil.copytree(SOURCE / "huarong", Path(old) / "huarong")
        with open(Path(old) / "huarong" / "limits.py", "a", encoding="utf-8") as file:
            file.write("# another version\n")
        nodes.others.pop().kill()
        node = nodes.start(Path(old))
        try:
            yield
        finally:
            nodes.others.remove(node)
            node.kill()


BEFORE = {"other_view": other_view, "other_version": other_version}


def one(
    nodes: Nodes, place: Place, fault: str, name: str, form: str, rng: random.Random, known: list[int]
) -> list[str]:
    """The outcomes of a run with a fault, and of its resumptions (up to three) where it ended early."""
    if fault in BEFORE:
        with BEFORE[fault](nodes, place):
            came = [Run(nodes, place, name, form, False, max(known)).outcome(known)]
        nodes.make(len(nodes.others) + (fault == "other_version"))
        if came == ["refused"]:
            came.append(Run(nodes, place, name, form, False, max(known)).outcome(known))
        return came
    run = Run(nodes, place, name, form, False, max(known))
    if run.wait_for(place, rng.randrange(len(known) * 2 // 3)):
        with contextmanager(MIDDLE[fault])(nodes, place, run, rng):
            came = [run.outcome(known)]
    else:
        came = ["too late: " + run.outcome(known)]
    while came[-1] in ("refused", "killed") and len(came) < 4:
        nodes.make(max(1, len(nodes.others)))
        resume = any(each.endswith("checkpoint") for each in place.names())
        came.append(Run(nodes, place, name, form, resume, max(known)).outcome(known))
    return came


def verdict(fault: str, came: list[str]) -> str:
    """What a run with its resumptions shows, in a word or two; `BAD` where something is wrong."""
    last = came[-1].removeprefix("too late: ")
    if last == "right":
        if fault in BEFORE and len(came) == 1:
            return "BAD: not refused"
        return "right" if len(came) == 1 else "right after --resume"
    if last == "refused" and fault in LOST:
        return "refused for good"
    return f"BAD: {', '.join(came)}"


def table(found: dict[str, Counter[str]]) -> Iterator[str]:
    """The outcomes of all faults as rows of Markdown."""
    heads = sorted({each for some in found.values() for each in some})
    yield "| fault | " + " | ".join(heads) + " |"
    yield "|---" * (len(heads) + 1) + "|"
    for fault, came in found.items():
        yield f"| {fault} | " + " | ".join(str(came[each] or "") for each in heads) + " |"


def main() -> int:
    """Do the runs, and print their outcomes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fault", action="append", choices=[*MIDDLE, *BEFORE])
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    drawn = asked.fault or [*MIDDLE, *BEFORE]
    known = {name: list(explore(text, as_metric(metric)).levels) for name, (text, metric) in PUZZLES.items()}
    rng = random.Random(asked.seed)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="hrfault"))
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "none", folder], check=True)
        stack.callback(subprocess.run, ["umount", "-l", folder], check=False)
        stack.enter_context(bridge())
        url, kept = stack.enter_context(s3.server(HOST))
        sessions = stack.enter_context(tempfile.TemporaryDirectory(prefix="hrray"))
        nodes = Nodes(Path(folder), sessions, s3.environ(url))
        stack.callback(nodes.end)
        for i in range(asked.runs):
            began = time.time()
            fault, name = drawn[i % len(drawn)], rng.choice(list(PUZZLES))
            form = rng.choice(FORMS) if name == "tiles" else "keys"
            shared = fault in BEFORE or rng.random() < 0.7
            place = Place(Path(folder), None if shared else kept)
            nodes.make(rng.randint(1, 3) if i % 6 == 0 else max(1, len(nodes.others)))
            came = one(nodes, place, fault, name, form, rng, known[name])
            found[fault][verdict(fault, came)] += 1
            where = "folder" if shared else "store"
            print(
                f"{time.time() - began:5.0f} s {i + 1:3} {name} by {form}, {where}, {len(nodes.others) + 1} "
                f"nodes: {fault}: {', then '.join(came)}",
                flush=True,
            )
            place.clear()
    print("\n".join(table(found)))
    return int(any(each.startswith("BAD") for some in found.values() for each in some))


if __name__ == "__main__":
    sys.exit(main())
