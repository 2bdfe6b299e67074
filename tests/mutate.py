"""Do the tests catch faults? Small ones are put in, one at a time, and the tests that run the line are run.

    pip install coverage
    python -m tests.mutate map                        # which test runs which line: the whole suite once
    python -m tests.mutate run --count 100 --seed 7   # a hundred faults drawn at random, and those that no test saw

A fault is a comparison or an `and` turned, a number one more or less, a check or a call left out, a sum that is a
difference, a least that is a most, or an answer that is wrong by one or the opposite. The kernels are left alone: they
have a twin that they are compared with. Nothing is changed in place: faults are put into a copy of the tree.
"""

from __future__ import annotations

import argparse
import ast
import collections
import contextlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
MAP = ROOT / "build" / "mutation.json"
PACKAGE = "src/huarong/"
COPIED = (
    "src", "tests", "docs", "benchmarks", "pyproject.toml", "README.md", "README.zh-CN.md", "CHANGELOG.md", "LICENSE",
    "CONTRIBUTING.md", "SECURITY.md", ".ci", ".github",
)  # fmt: skip
WITHOUT = (
    "tests/web/test_pages.py",
    "tests/web/test_access.py",
    "tests/web/test_lost.py",
    "tests/explore/test_ray.py",
)
"""They try the pages in a browser and workers in processes of their own: not what can be seen from here."""

# Faults

TURNED = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}  # fmt: skip
OTHER = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Fault(NamedTuple):
    """Characters of a file that are replaced by others; `kind` says in what way that is wrong."""

    path: str
    line: int
    start: int
    stop: int
    new: str
    kind: str


def faults(path: str, text: str) -> Iterator[Fault]:
    """The faults that can be put into a module."""
    begins = [0]
    for line in text.splitlines(keepends=True):
        begins.append(begins[-1] + len(line.encode()))
    data = text.encode()

    def at(line: int, column: int) -> int:
        return len(data[: begins[line - 1] + column].decode())

    def span(node: Any) -> tuple[int, int]:
        return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)

    def fault(node: Any, start: int, stop: int, new: str, kind: str) -> Fault:
        return Fault(path, node.lineno, start, stop, new, kind)

    def between(node: Any, left: Any, right: Any, old: str, new: str, kind: str) -> Iterator[Fault]:
        start, stop = span(left)[1], span(right)[0]
        words = re.escape(old).replace(r"\ ", r"\s+")
        found = re.search(rf"(?<![\w<>=!]){words}(?![\w<>=])", text[start:stop])
        if found:
            yield fault(node, start + found.start(), start + found.end(), new, kind)

    def plain(node: Any) -> bool:
        """Whether a fault in there would mean nothing."""
        if isinstance(node, ast.Call):
            return ast.unparse(node.func).endswith(("cache", "TypeVar"))
        if isinstance(node, ast.If):
            return ast.unparse(node.test) == "TYPE_CHECKING"
        if isinstance(node, ast.Assign):
            return ast.unparse(node.targets[0]) == "__all__"
        return isinstance(node, ast.arg)

    def each(node: Any, answers: str) -> Iterator[Fault]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            answers = ast.unparse(node.returns) if node.returns else ""
        elif isinstance(node, ast.AnnAssign):
            if node.value:
                yield from each(node.value, answers)
            return
        elif plain(node):
            return

        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
                yield from between(node, left, right, *TURNED[type(op)], "a comparison turned")
        elif isinstance(node, ast.BoolOp):
            old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from between(node, left, right, old, new, "and for or")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            start = span(node)[0]
            yield fault(node, start, start + 3, "", "not left out")
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            start, stop = span(node)
            for more in (1, -1):
                yield fault(node, start, stop, f"({node.value + more})", "one more or less")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            old, new = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
            if not any(isinstance(n, ast.JoinedStr) for n in (node.left, node.right)):
                yield from between(node, node.left, node.right, old, new, "a sum for a difference")
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in OTHER:
            yield fault(node, *span(node.func), OTHER[node.func.id], "least for most")
        elif isinstance(node, ast.If) and not node.orelse:
            if isinstance(node.body[-1], ast.Raise | ast.Return | ast.Continue | ast.Break):
                yield fault(node, *span(node.test), "False", "a check left out")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield fault(node, *span(node), "None", "a call left out")
        elif isinstance(node, ast.Return) and node.value is not None:
            start, stop = span(node.value)
            old = text[start:stop]
            new = {"int": f"({old}) + 1", "bool": f"not ({old})"}.get(answers)
            if new:
                yield fault(node, start, stop, new, "a wrong answer")
        for name, value in ast.iter_fields(node):
            if name in ("returns", "annotation", "bases") or isinstance(node, ast.JoinedStr):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from each(child, answers)

    yield from each(ast.parse(text), "")


def drawn(count: int, seed: int, only: str) -> list[Fault]:
    """Faults at random: first its way of being wrong, then a place anywhere in the package."""
    kinds = collections.defaultdict(list)
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if "/kernels/" not in name and name.startswith(PACKAGE + only):
            for fault in faults(name, path.read_text("utf-8")):
                kinds[fault.kind].append(fault)
    draw, found = random.Random(seed), set()
    while len(found) < count and any(kinds.values()):
        kind = draw.choice(sorted(kind for kind, left in kinds.items() if left))
        found.add(kinds[kind].pop(draw.randrange(len(kinds[kind]))))
    return sorted(found)


# Which test runs which line


class Mapper:
    """A plugin of pytest that tells `coverage` which test is under way, and how long each takes."""

    def __init__(self, coverage: Any) -> None:
        self.coverage, self.seconds = coverage, collections.Counter()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        began = time.perf_counter()
        self.coverage.switch_context(item.nodeid)
        yield
        self.seconds[item.nodeid] = round(time.perf_counter() - began, 3)


def record() -> int:
    """Run the everyday suite, and write down which test runs which line."""
    import coverage

    data = tempfile.mktemp(suffix=".coverage")
    watch = coverage.Coverage(data_file=data, source=[str(ROOT / PACKAGE)], config_file=False)
    watch.start()
    mapper = Mapper(watch)
    ignored = [f"--ignore={path}" for path in WITHOUT]
    quiet = ["-p", "no:cacheprovider", "-W", "ignore"]
    status = pytest.main(["-n", "0", "-q", "--no-header", *quiet, *ignored], plugins=[mapper])
    watch.stop()
    watch.save()
    found, number = watch.get_data(), {name: n for n, name in enumerate(mapper.seconds)}
    lines: dict[str, dict[int, list[int]]] = {}
    for file in found.measured_files():
        path = Path(file).relative_to(ROOT).as_posix()
        runs = found.contexts_by_lineno(file)
        lines[path] = {n: [number[c] for c in names if c in number] for n, names in runs.items()}
    MAP.parent.mkdir(exist_ok=True)
    MAP.write_text(json.dumps({"tests": mapper.seconds, "lines": lines}), "utf-8")
    return int(status)


class Tests:
    """Which tests to run for a fault."""

    def __init__(self) -> None:
        read = json.loads(MAP.read_text("utf-8"))
        self.names, self.seconds = list(read["tests"]), list(read["tests"].values())
        self.lines = read["lines"]

    def of(self, fault: Fault, most: float) -> tuple[list[str], float]:
        """Those that run its line, the nearest and quickest first, for so many seconds; and their time."""
        lines = self.lines.get(fault.path, {})
        running = set(lines.get(str(fault.line), ()))
        running = running or {n for tests in lines.values() for n in tests}
        stem, folder = Path(fault.path).stem, Path(fault.path).parent.name

        def far(n: int) -> tuple[int, float]:
            name = self.names[n]
            near = (f"/test_{stem}.py" in name, f"/{folder}/" in name or fault.path in name)
            return -sum(near), self.seconds[n]

        chosen, total = [], 0.0
        for n in sorted(running, key=far):
            if total + self.seconds[n] <= most or not chosen:
                chosen.append(self.names[n])
                total += self.seconds[n]
        return chosen, total


# Trying


def tried(fault: Fault, tree: Path, tests: Tests, most: float, stamp: int) -> str:
    """What came of a fault: `caught`, `slept` (the tests took too long), or `survived`."""
    path = tree / fault.path
    text = path.read_text("utf-8")
    wrong = text[: fault.start] + fault.new + text[fault.stop :]
    names, seconds = tests.of(fault, most)
    if not names:
        return "survived"
    (tree / "chosen").write_text("\n".join(names), "utf-8")
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    call = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "-W",
        "ignore",
        "@chosen",
    ]
    try:
        path.write_text(wrong, "utf-8")
        os.utime(path, (stamp, stamp))  # compiled code is told from newer by the time
        with tempfile.TemporaryFile() as out:
            child = subprocess.Popen(
                call, cwd=tree, env=environment, stdout=out, stderr=out, start_new_session=True
            )
            try:
                status = child.wait(timeout=60 + 5 * seconds)
            except subprocess.TimeoutExpired:
                with contextlib.suppress(OSError):
                    os.killpg(child.pid, 9)
                child.wait()
                return "slept"
        return "survived" if status in (0, 5) else "caught"
    finally:
        path.write_text(text, "utf-8")
        os.utime(path, (stamp + 1, stamp + 1))


def told(fault: Fault) -> str:
    """A fault in words: where, in what way, and the line before and after."""
    text = (ROOT / fault.path).read_text("utf-8")
    begin, end = text.rfind("\n", 0, fault.start) + 1, text.find("\n", fault.stop)
    before = text[begin:end].strip()
    after = (text[begin : fault.start] + fault.new + text[fault.stop : end]).strip()
    return f"{fault.path}:{fault.line}: {fault.kind}\n    - {before}\n    + {after}"


def run(count: int, seed: int, only: str, most: float) -> int:
    """Try faults one after another, and list those that survive."""
    tests, counts = Tests(), collections.Counter()
    with tempfile.TemporaryDirectory(prefix="huarong-mutate-") as folder:
        tree = Path(folder)
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(
                    ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__")
                )
            elif (ROOT / name).exists():
                shutil.copy2(ROOT / name, tree / name)
        for n, fault in enumerate(drawn(count, seed, only)):
            came = tried(fault, tree, tests, most, 1_000_000_000 + 2 * n)
            counts[came] += 1
            if came == "survived":
                print(told(fault), flush=True)
    caught = counts["caught"] + counts["slept"]
    print(f"{caught} of {counts.total()} caught, {counts['slept']} of them by taking too long")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    ways = parser.add_subparsers(dest="way", required=True)
    ways.add_parser("map", help="find out which test runs which line")
    trying = ways.add_parser("run", help="put in faults and run the tests that run their lines")
    trying.add_argument("--count", type=int, default=100)
    trying.add_argument("--seed", type=int, default=1)
    trying.add_argument("--only", default="", help="modules whose path begins so, such as search/")
    trying.add_argument("--seconds", type=float, default=40, help="of tests at most for a fault")
    asked = parser.parse_args()
    if asked.way == "map":
        return record()
    return run(asked.count, asked.seed, asked.only, asked.seconds)


if __name__ == "__main__":
    sys.exit(main())
