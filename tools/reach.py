"""`python -m tools.reach --changed [REVISION]`: run the test files that what has changed since (HEAD) can reach.

    python -m tools.reach [TESTS]    # first, and now and then: run tests, and keep what each reaches

Coverage by test: which tests reach which block of the package, found by running each once with marked blocks.

`Marks` compiles modules of the package with marks; `blocks` tells at which lines there are any. What was found is kept
in `build/reach.json`: for each test how long it took, and for each module that it reached the lines of the blocks in
which it was. A test file that changed is run again; of a module that changed only who reached it is known.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.machinery
import json
import re
import subprocess
import sys
import time
import types
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = "src/huarong/"
HIT = "__reached__"
"""The name among the built-ins that the marks write to: `__reached__[n] = 1`."""


def sum_of(path: Path) -> str:
    """A checksum of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _bodies(node: ast.AST, inside: bool = False) -> Iterator[list[ast.stmt]]:
    """The blocks of the functions below a node."""
    for child in ast.iter_child_nodes(node):
        within = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from _bodies(child, within)
    if inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                yield body


def blocks(text: str) -> dict[int, int]:
    """The lines from the first to the last of each block within a function; the innermost block of a line is the last
    that has it.
    """
    found = {body[0].lineno: body[-1].end_lineno or 0 for body in _bodies(ast.parse(text))}
    return dict(sorted(found.items()))


def block_at(found: dict[int, int], line: int) -> int | None:
    """The first line of the innermost block that a line is in; None outside of functions."""
    return max((first for first, last in found.items() if first <= line <= last), default=None)


class Marks:
    """An import hook that marks the modules of a folder; `hits` has a byte for each of `places`."""

    def __init__(self, package: Path) -> None:
        self.package, self.hits = package, bytearray(1 << 18)
        self.places: list[tuple[str, int]] = []
        vars(sys.modules["builtins"])[HIT] = self.hits
        loader, plain = (importlib.machinery.SourceFileLoader, importlib.machinery.SourceFileLoader.get_code)

        def get_code(it: Any, name: str) -> types.CodeType | None:
            path = Path(it.get_filename(name))
            if package not in path.parents or "kernels" in path.parts:
                return plain(it, name)
            return compile(self.marked(path), str(path), "exec", dont_inherit=True)

        loader.get_code = get_code  # type: ignore[method-assign]

    def marked(self, path: Path) -> ast.Module:
        """A module with a mark at the head of each block."""
        tree = ast.parse(path.read_text("utf-8"))
        for body in list(_bodies(tree)):
            first = body[0]
            number = len(self.places)
            self.places.append((path.relative_to(self.package).as_posix(), first.lineno))
            assert number < len(self.hits)
            mark = ast.parse(f"{HIT}[{number}] = 1").body[0]
            for node in ast.walk(mark):
                if hasattr(node, "lineno"):
                    node.lineno = node.end_lineno = first.lineno
                    node.col_offset = node.end_col_offset = first.col_offset
            words = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            body.insert(int(words), mark)
        return tree

    def taken(self) -> dict[str, list[int]]:
        """The places reached since the last call."""
        found: dict[str, list[int]] = {}
        at = self.hits.find(1)
        while at >= 0:
            path, line = self.places[at]
            found.setdefault(path, []).append(line)
            at = self.hits.find(1, at + 1)
        self.hits[:] = bytes(len(self.hits))
        return found


class Reach:
    """What each test reaches, kept in a file."""

    def __init__(self, file: Path, tree: Path, package: Path) -> None:
        self.file, self.tree, self.package = file, tree, package
        kept = json.loads(file.read_text("utf-8")) if file.exists() else {}
        self.tests: dict[str, Any] = kept.get("tests", {})
        self.sums: dict[str, str] = kept.get("sums", {})
        self.modules: dict[str, str] = kept.get("modules", {})

    def unknown(self, names: Iterable[str]) -> list[str]:
        """The tests (named as pytest does) whose files changed since they were run, or never were."""
        now: dict[str, str] = {}
        found = []
        for name in names:
            at = name.partition("::")[0]
            if at not in now:
                now[at] = sum_of(self.tree / at)
            if name not in self.tests or (not at.startswith("src") and self.tests[name][2] != now[at]):
                found.append(name)
        return found

    def learn(self, name: str, seconds: float, found: dict[str, list[int]]) -> None:
        """Record what a test reached, and how long it took."""
        at = name.partition("::")[0]
        if at not in self.sums:
            self.sums[at] = sum_of(self.tree / at)
        self.tests[name] = [round(seconds, 4), found, self.sums[at]]
        for path in found:
            if path not in self.modules:
                self.modules[path] = sum_of(self.package / path)

    def save(self) -> None:
        """Write the file."""
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(json.dumps({"tests": self.tests, "modules": self.modules}), "utf-8")

    def seconds(self, name: str) -> float:
        """The time that a test takes, at least some milliseconds."""
        return max(0.005, float(self.tests[name][0]))

    def of(self, path: str, line: int) -> list[str]:
        """The tests that reach a line of a module, the quickest first."""
        text = (self.package / path).read_text("utf-8")
        block = block_at(blocks(text), line)
        sure = self.modules.get(path) == sum_of(self.package / path)
        found = [
            (seconds, name)
            for name, (seconds, reached, _) in self.tests.items()
            if (block in reached.get(path, ()) if sure else path in reached)
        ]
        return [name for _, name in sorted(found)]

    def files(self, changed: Iterable[str]) -> list[str]:
        """The test files that changed files of the tree can reach: known to have entered a changed module, changed
        themselves or never run, or naming what is not Python of the package (a kernel, a page, data).
        """
        tests = [path.relative_to(self.tree).as_posix() for path in sorted((self.tree / "tests").rglob("test_*.py"))]
        run = {name.partition("::")[0] for name in self.tests}
        found = set(tests) - run
        for path in changed:
            module = path.removeprefix(PACKAGE)
            if path in tests:
                found.add(path)
            elif path != module and path.endswith(".py") and "/kernels/" not in path:
                found |= {name.partition("::")[0] for name, (_, hit, _) in self.tests.items() if module in hit}
            else:
                word = re.compile(rf"\b{re.escape(Path(path).stem)}\b")
                found |= {each for each in tests if word.search((self.tree / each).read_text("utf-8"))}
        return sorted(each for each in found if (self.tree / each).exists())


class Watching:
    """A plugin of pytest that keeps what each test reaches."""

    def __init__(self) -> None:
        self.marks = Marks(ROOT / PACKAGE)
        self.reach = Reach(ROOT / "build" / "reach.json", ROOT, ROOT / PACKAGE)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """Run a test between two looks at the marks."""
        self.marks.taken()
        since = time.monotonic()
        try:
            return (yield)
        finally:
            self.reach.learn(item.nodeid, time.monotonic() - since, self.marks.taken())

    def pytest_sessionfinish(self) -> None:
        """Keep it."""
        self.reach.save()


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.reach", description=__doc__)
    parser.add_argument("tests", nargs="*", help="run these, and keep what they reach (default: all everyday ones)")
    parser.add_argument("--changed", nargs="?", const="HEAD", metavar="REVISION")
    asked = parser.parse_args()
    if not asked.changed:
        sys.exit(pytest.main(["-n0", *asked.tests], [Watching()]))
    commands = (["diff", "--name-only", asked.changed], ["ls-files", "--others", "--exclude-standard"])
    changed = [
        line
        for words in commands
        for line in subprocess.run(
            ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.splitlines()
    ]
    chosen = Reach(ROOT / "build" / "reach.json", ROOT, ROOT / PACKAGE).files(changed)
    print(f"{len(changed)} files changed, {len(chosen)} test files can reach them", flush=True)
    sys.exit(pytest.main(chosen) if chosen else 0)


if __name__ == "__main__":
    main()
