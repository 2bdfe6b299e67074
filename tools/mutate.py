"""Mutation testing: small faults are put in, one at a time, and the tests that reach them are run.

    python -m tools.mutate --count 100 --seed 7       # a hundred faults drawn at random, and those that no test saw
    python -m tools.mutate --only search/ --list      # what would be drawn, and which tests lie nearest
    python -m tools.mutate --only model/ --tests tests/model src/huarong/model  # caught by these tests alone
    python -m tools.mutate --only web/static/ --tests tests/web  # the pages' JavaScript (Node finds the faults)
    python -m tools.mutate --only web/static/rules --tests tests/page  # by Node's own tests alone, seconds a fault

A fault is a comparison or an `and` turned, a number one more or less, a check or a call left out, a sum made a
difference, a minimum made a maximum, or a result that is wrong by one or negated. The kernels are left alone: they
have a twin that they are compared with. Nothing is changed in place: faults are put into a copy of the tree.

The everyday tests (without those in a browser) are run once to see which blocks of the package each of them reaches
(`tools/reach.py`; kept in `build/reach.json`). For a fault within a function, a child of a process that has imported
everything gets the faulty code and runs the tests that reach it, the nearest and quickest first, until one fails or the
time is over; a test that fails without the fault too does not count. For a fault elsewhere, or one that no everyday
test reaches, a fresh Python runs the nearest test files: the module's own, its folder's, and those that import it; of
the latter kind of fault the slow ones too.

A fault in a module of the pages is written into the copy, and the test files that use Node or a browser and name the
module or its folder are run until one fails; the time is not limited. With `--tests tests/page` only Node's own tests
are run; a fault that keeps them busy for two minutes is caught.
"""

from __future__ import annotations

import argparse
import ast
import collections
import contextlib
import functools
import gc
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tools.reach import Marks, Reach, block_at, blocks

ROOT = Path(__file__).parents[1]
PACKAGE = "src/huarong/"
COPIED = (
    "src",
    "tests",
    "tools",
    "docs",
    "benchmarks",
    "pyproject.toml",
    "README.md",
    "README.zh-CN.md",
    "CHANGELOG.md",
    "LICENSE",
    "CONTRIBUTING.md",
    "SECURITY.md",
    ".ci",
    ".github",
    "suite",
    "examples",
    "constraints.txt",
    "CITATION.cff",
    "MANIFEST.in",
    "setup.py",
    "Containerfile",
)
WITHOUT = ("test_pages", "test_access", "test_lost", "test_ray", "test_gpu")
"""They try the pages in a browser, or what other processes do."""
WORDS = ("-q", "-n", "0", "-p", "no:cacheprovider", "-W", "ignore")
ENDLESS = 40
"""Seconds of the processor beyond those allowed, after which what runs is taken for endless."""
IDLE = 60
"""Seconds in which what runs takes none of the processor, after which it is taken for stuck."""
EVERYWHERE = ["tests", "src/huarong"]
"""Where tests are, examples too."""
NODE = "tests/page"
"""The tests of the pages' pure modules in Node's own runner."""

# Faults

TURNED = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
OTHER = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Fault(NamedTuple):
    """A range of characters in a file and its replacement; `kind` is the kind of fault."""

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
        """Whether a fault in this node would mean nothing."""
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


def page_faults(paths: list[str]) -> Iterator[Fault]:
    """The faults that can be put into modules of the pages."""
    words = ["node", "--expose-internals", str(Path(__file__).with_suffix(".mjs"))]
    done = subprocess.run(words, cwd=ROOT, input="\n".join(paths), capture_output=True, text=True, check=True)
    for path, line in zip(paths, done.stdout.splitlines(), strict=True):
        for each in json.loads(line):
            yield Fault(path, *each)


def drawn(count: int, seed: int, only: str) -> list[Fault]:
    """Faults drawn at random: first the kind, then a place anywhere in the package."""
    kinds = collections.defaultdict(list)
    names = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / PACKAGE).rglob("*"))]
    names = [name for name in names if "/kernels/" not in name and re.match(PACKAGE + only, name)]
    for name in names:
        if name.endswith(".py"):
            for fault in faults(name, (ROOT / name).read_text("utf-8")):
                kinds[fault.kind].append(fault)
    for fault in page_faults([name for name in names if name.endswith(".js")]):
        kinds[fault.kind].append(fault)
    draw, found = random.Random(seed), set()
    while len(found) < count and any(kinds.values()):
        kind = draw.choice(sorted(kind for kind, left in kinds.items() if left))
        found.add(kinds[kind].pop(draw.randrange(len(kinds[kind]))))
    return sorted(found)


# Trying


def tests_of(path: str) -> list[str]:
    """The test files for a module, the nearest first: its own, its folder's, and those that import it."""
    found = distances(path)
    return sorted(found, key=lambda at: (found[at], (ROOT / at).stat().st_size))


def distances(path: str) -> dict[str, int]:
    """The test files for a module, and how far off each is: a second of a nearer one is worth so many of a farther
    one.
    """
    if path.endswith(".js"):
        return _distances_of_page(Path(path))
    module = Path(path).relative_to("src").with_suffix("")
    names = [".".join(module.parts).removesuffix(".__init__")]
    names.append(f"{module.parent.as_posix().replace('/', '.')} import {module.name}")
    folder = module.parts[1] if len(module.parts) > 2 else ""
    found: dict[str, int] = {path: 1}  # its examples
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        text, at = file.read_text("utf-8"), file.relative_to(ROOT).as_posix()
        if file.stem in WITHOUT or at in found:
            continue
        imported = any(re.search(rf"\b{re.escape(name)}\b", text) for name in names)
        same = bool(folder) and file.parent.relative_to(ROOT / "tests").as_posix() == folder
        if file.stem == "test_golden" and same:
            found[at] = 1
        elif file.stem == f"test_{module.name}" and (same or not folder):
            found[at] = 2
        elif imported or same:
            found[at] = 3 if imported and same else 4 if imported else 5
    return found


def _distances_of_page(path: Path) -> dict[str, int]:
    """The test files that use Node or a browser and name a module of the pages or its folder, also in the script of a
    tool.

    The more often one does, the nearer it is.
    """
    weights = {path.name: 1000, rf"\b{path.stem}\b": 30, rf"\b{path.parent.name}\b": 1}
    found = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        text = file.read_text("utf-8")
        for name in re.findall(r"^from tools\.(\w+) import", text, re.M):
            script = Path(__file__).with_name(f"{name}.mjs")
            text += script.read_text("utf-8") if script.exists() else ""
        near = sum(weight * len(re.findall(word, text)) for word, weight in weights.items())
        if near and re.search(r"\b(page|opened|in_node|node)\b", text):
            found[file.relative_to(ROOT).as_posix()] = -near
    return found


def changed_code(before: str, after: str, path: str) -> dict[tuple[str, int], types.CodeType]:
    """The code of the functions that differ between two texts of a module, by name and line."""

    def each(code: types.CodeType) -> Iterator[types.CodeType]:
        yield code
        for inner in code.co_consts:
            if isinstance(inner, types.CodeType):
                yield from each(inner)

    def by_name(text: str) -> dict[tuple[str, int], types.CodeType]:
        whole = compile(text, path, "exec", dont_inherit=True)
        return {(code.co_qualname, code.co_firstlineno): code for code in each(whole)}

    old = by_name(before)
    return {key: code for key, code in by_name(after).items() if old.get(key) != code}


class Trial:
    """A plugin of pytest: runs new tests once, then tries each fault in a child of this process, which has imported
    everything.
    """

    def __init__(
        self, chosen: list[Fault], tree: Path, seconds: float, told: Any, known: bool, tests: list[str]
    ) -> None:
        self.chosen, self.tree, self.seconds, self.told = chosen, tree, seconds, told
        self.known, self.tests = known, tests
        self.marks = Marks(tree / PACKAGE)
        self.reach = Reach(ROOT / "build" / "reach.json", tree, tree / PACKAGE)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> bool:
        """Try the faults instead of running all tests."""
        items = {item.nodeid: item for item in session.items if "browser" not in getattr(item, "fixturenames", ())}
        gc.unfreeze()  # what is frozen, as the tests' own modules are, is among no objects
        functions = [each for each in gc.get_objects() if isinstance(each, types.FunctionType)]
        kept = type(functools.cache(len))
        caches = [each for each in gc.get_objects() if isinstance(each, kept)]
        gc.freeze()
        if new := [name for name in self.reach.unknown(items) if not (self.known and name in self.reach.tests)]:
            print(f"{len(new)} tests are run to see what they reach", file=self.told, flush=True)
            _ended(_forked(lambda: self._watched(items, new), 3 * 3600))
            self.reach = Reach(self.reach.file, self.tree, self.tree / PACKAGE)
        counts: collections.Counter[str] = collections.Counter()
        for n, fault in enumerate(self.chosen):
            came, by = self._tried(fault, items, functions, caches)
            counts[came] += 1
            line = told(fault, self.tree) if came == "survived" else f"{fault.path}:{fault.line}: {fault.kind}"
            print(f"{n}: {came} ({by}): {line}", file=self.told, flush=True)
        caught = counts["caught"] + counts["endless"]
        end = f"{caught} of {counts.total()} caught, {counts['endless']} of them by never ending"
        print(end, file=self.told, flush=True)
        return True

    def _watched(self, items: dict[str, Any], names: list[str]) -> int:
        """Run tests and record what each reaches, including the fixtures of its module that it was the first to
        need.
        """
        for n, name in enumerate(names):
            self.marks.taken()
            began = time.process_time()
            item, after = items[name], [items[each] for each in names[n + 1 : n + 2]]
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after[0] if after else None)
            took, failed = time.process_time() - began, item.session.testsfailed
            if failed:  # it fails without any fault, so it would tell nothing
                print(f"fails by itself: {name}", file=self.told, flush=True)
                item.session.testsfailed = 0
            self.reach.learn(name, took, {} if failed else self.marks.taken())
            if n % 200 == 199:
                self.reach.save()
                print(f"{n + 1}", file=self.told, flush=True)
        self.reach.save()
        return 0

    def _tried(self, fault: Fault, items: dict[str, Any], functions: list[Any], caches: list[Any]) -> tuple[str, str]:
        """The outcome of a fault: `caught`, `endless` (caught too), or `survived`; and how it was found."""
        path, short = str(self.tree / fault.path), fault.path.removeprefix(PACKAGE)
        text = Path(path).read_text("utf-8")
        after = text[: fault.start] + fault.new + text[fault.stop :]
        inside = block_at(blocks(text), fault.line) is not None
        names = [name for name in self.reach.of(short, fault.line) if name in items]
        far = distances(fault.path)
        names.sort(key=lambda name: self.reach.seconds(name) * far.get(name.partition("::")[0], 16))
        code = changed_code(text, after, path)

        def is_changed(each: Any) -> bool:
            key = (each.__code__.co_qualname, each.__code__.co_firstlineno)
            return each.__code__.co_filename == path and key in code

        if not (
            names and any(map(is_changed, functions))
        ):  # then a fresh Python has to import it, or slow tests are run
            everyday, when = not inside or bool(names), os.stat(path).st_mtime_ns
            work = functools.partial(_anew, path, self.seconds, everyday, self.tests)
            Path(path).write_text(after, "utf-8")
            try:
                return outcome(_ended(_forked(work, 2 * self.seconds))), "anew"
            finally:
                Path(path).write_text(text, "utf-8")
                os.utime(path, ns=(when, when))

        def run(names: list[str], code: dict[tuple[str, int], types.CodeType]) -> int:
            began = time.process_time()
            for each in functions:
                if each.__code__.co_filename == path:
                    key = (each.__code__.co_qualname, each.__code__.co_firstlineno)
                    each.__code__ = code.get(key, each.__code__)
            for cache in caches:
                cache.cache_clear()
            for name in names:
                if time.process_time() - began > self.seconds:
                    break
                items[name].config.hook.pytest_runtest_protocol(item=items[name], nextitem=None)
                if items[name].session.testsfailed:
                    (self.tree / "caught").write_text(name, "utf-8")
                    return 1
            return 0

        while True:
            came = outcome(_ended(_forked(lambda names=names: run(names, code), self.seconds)))
            if came != "caught" or not (self.tree / "caught").exists():
                return came, f"{len(names)} tests reach it"
            by = (self.tree / "caught").read_text("utf-8")
            (self.tree / "caught").unlink()
            if outcome(_ended(_forked(lambda by=by: run([by], {}), self.seconds))) != "caught":
                return came, by
            print(f"fails by itself: {by}", file=self.told, flush=True)
            names = [name for name in names if name != by]


def outcome(status: int) -> str:
    """The outcome that a child's exit status stands for."""
    if os.WIFSIGNALED(status):
        return "endless" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "caught"
    return "survived" if os.WEXITSTATUS(status) in (0, 5) else "caught"


def _forked(work: Callable[[], int], seconds: float) -> int:
    """Call a function in a child process, whose exit status is the result."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        os.setpgid(0, 0)
        most = int(seconds) + ENDLESS
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
        status = work()
    finally:
        os._exit(status)


def _ended(child: int) -> int:
    """Wait for a child, and kill it with all that it started if it hangs; returns its status."""
    used, since = [b""], time.monotonic()
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return status
        time.sleep(0.05)
        with contextlib.suppress(OSError):  # processor time of the child, and of its own children
            now = Path(f"/proc/{child}/stat").read_bytes().rpartition(b")")[2].split()[11:15]
            if now != used:
                used, since = now, time.monotonic()
        if time.monotonic() - since > IDLE:
            os.killpg(child, signal.SIGKILL)


def _entered(tree: Path) -> None:
    """Use the package and the tests of the copy, and redirect the output there."""
    out = os.open(tree / "out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.chdir(tree)
    os.environ["PYTHONPATH"] = str(tree / "src")
    sys.path[:0] = [str(tree), str(tree / "src")]
    for name in [n for n in sys.modules if n.partition(".")[0] in ("huarong", "tests", "tools")]:
        del sys.modules[name]


class Enough:
    """A plugin of pytest that ends it when its tests have used so many seconds of the processor."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.until = seconds, 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Before each test; to find the tests takes longer than some of them."""
        self.until = self.until or time.process_time() + self.seconds
        if time.process_time() > self.until:
            pytest.exit("enough", returncode=0)


def _anew(path: str, seconds: float, everyday: bool, tests: list[str]) -> int:
    """In a fresh Python, run the tests nearest to a faulty file, including slow ones where no other is near."""
    words = [sys.executable, "-m", "tools.mutate", "--anew", path, "--seconds", str(seconds), "--tests", *tests]
    os.execv(sys.executable, words if everyday else [*words, "--slow"])


def anew(path: str, seconds: float, slow: bool, tests: list[str]) -> int:
    """Run the tests nearest to a module; this is called in a fresh Python."""
    words = [*WORDS, "-x", *(["-m", ""] if slow else [])]
    near = tests_of(Path(path).relative_to(ROOT).as_posix())
    files = [at for at in near if at.startswith(tuple(tests))]
    status = 0
    for few in filter(None, (files[:2], files[2:5], files[5:])):  # the nearest tests are mostly enough
        if status in (0, 5):
            status = int(pytest.main([*words, *few], plugins=[Enough(seconds)]))
    return status


def told(fault: Fault, tree: Path = ROOT) -> str:
    """A fault as text: its place, its kind, and the line before and after."""
    text = (tree / fault.path).read_text("utf-8")
    begin, end = text.rfind("\n", 0, fault.start) + 1, text.find("\n", fault.stop)
    before = text[begin:end].strip()
    after = (text[begin : fault.start] + fault.new + text[fault.stop : end]).strip()
    return f"{fault.path}:{fault.line}: {fault.kind}\n    - {before}\n    + {after}"


def _fails_in_node(tree: Path) -> bool:
    """Whether one of Node's own tests fails in a copy of the tree, or takes two minutes."""
    try:
        for file in sorted((tree / NODE).glob("*.test.js")):
            words = ["node", "--experimental-default-type=module", str(file)]
            if subprocess.run(words, capture_output=True, timeout=120).returncode:
                return True
    except subprocess.TimeoutExpired:
        return True
    return False


def _caught_on_page(fault: Fault, tree: Path, tests: list[str]) -> bool:
    """Whether a test that uses Node or a browser fails with a fault in a module of the pages, and passes without it."""
    text, line = (tree / fault.path).read_text("utf-8"), told(fault, tree)
    found = {**os.environ, "PYTHONPATH": str(tree / "src")}

    def failing(tests: list[str]) -> list[str]:
        if tests == [NODE]:
            return tests * _fails_in_node(tree)
        words = [sys.executable, "-m", "pytest", *WORDS, "-x", *tests]
        done = subprocess.run(words, cwd=tree, env=found, capture_output=True, text=True)
        return re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.M)

    (tree / fault.path).write_text(text[: fault.start] + fault.new + text[fault.stop :], "utf-8")
    by = failing(tests if tests == [NODE] else [at for at in tests_of(fault.path) if at.startswith(tuple(tests))])
    (tree / fault.path).write_text(text, "utf-8")
    caught = bool(by) and (by == [NODE] or not failing(by))
    why = "" if not by else by[0] if caught else f"fails by itself: {by[0]}"
    print(f"{'caught' if caught else 'survived'} ({why}): {line}", flush=True)
    return caught


def run(chosen: list[Fault], seconds: float, tests: list[str] = EVERYWHERE, known: bool = False) -> None:
    """Try faults one after another, and list those that survive."""
    import httpx2  # noqa: F401
    import hypothesis  # noqa: F401
    import numpy as np  # noqa: F401
    import starlette.testclient  # noqa: F401

    with tempfile.TemporaryDirectory(prefix="huarong-mutate-") as folder:
        tree = Path(folder)
        for name in COPIED:
            if (ROOT / name).is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / name, tree / name, ignore=ignored)
            elif (ROOT / name).exists():
                shutil.copy2(ROOT / name, tree / name)
        told = os.fdopen(os.dup(1), "w")
        pages = [fault for fault in chosen if fault.path.endswith(".js")]
        if pages and tests == [NODE] and _fails_in_node(tree):
            sys.exit("Node's own tests fail without a fault")
        caught = sum(_caught_on_page(fault, tree, tests) for fault in pages)
        if pages:
            print(f"{caught} of {len(pages)} in the pages' modules caught", flush=True)
        if len(chosen) == len(pages):
            return
        chosen = [fault for fault in chosen if fault not in pages]

        def session() -> int:
            trial = Trial(chosen, tree, seconds, told, known, tests)
            _entered(tree)
            ignored = [f"--ignore-glob=**/{name}.py" for name in WITHOUT]
            return int(pytest.main([*WORDS, *ignored, *tests], plugins=[trial]))

        if _ended(_forked(session, 100 * 3600)):
            sys.exit((tree / "out").read_text("utf-8", "replace")[-3000:])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", default="", help="modules whose path begins so, such as search/ or web/(static|endpoints)/"
    )
    parser.add_argument("--seconds", type=float, default=60, help="of the processor for a fault")
    parser.add_argument("--list", action="store_true", help="tell the faults, try none")
    parser.add_argument("--known", action="store_true", help="trust what is known of a test whose file changed since")
    parser.add_argument("--tests", nargs="+", default=EVERYWHERE, help="folders of the tests to run")
    parser.add_argument("--part", default="1/1", help="2/3: the second third of them")
    parser.add_argument("--anew", help=argparse.SUPPRESS)
    parser.add_argument("--slow", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.anew:
        sys.exit(anew(asked.anew, asked.seconds, asked.slow, asked.tests))
    first, parts = map(int, asked.part.split("/"))
    chosen = drawn(asked.count, asked.seed, asked.only)[first - 1 :: parts]
    if not asked.list:
        return run(chosen, asked.seconds, asked.tests, asked.known)
    for fault in chosen:
        print(told(fault), *tests_of(fault.path), sep="\n    ")


if __name__ == "__main__":
    main()
