"""A module imports only from floors below its own, and light commands stay light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "huarong"

# Lowest first; a name stands for a package with all in it. On floor 0 the order is a strict one; the
# modules of another floor may import each other where no circle comes of it.
GROUND = ("lang", "cache", "errors", "board", "kernels", "gridtext", "puzzle", "rules")
FLOORS = (
    ("space", "pieceset", "numbering", "packing", "notation", "library", "picture"),
    (
        "watch",
        "search",
        "solution",
        "graph",
        "paths",
        "methods",
        "heuristics",
        "batches",
        "best_first",
        "greedy",
        "tiles",
        "tables",
        "tableset",
        "tablebuild",
        "leaper",
        "tour",
    ),
    (
        "sweep",
        "frames",
        "facts",
        "families",
        "hints",
        "atlas",
        "atlas_file",
        "reach",
        "landmarks",
        "zhou_file",
        "export",
        "map",
        "design",
    ),
    ("explore", "cluster", "gpu", "study"),
    (
        "",
        "cli",
        "terminal",
        "atlas_commands",
        "study_commands",
        "explore_commands",
        "graph_commands",
        "web",
        "__main__",
    ),
)
LEVEL = {
    name: level
    for level, floor in enumerate([*((name,) for name in GROUND), *FLOORS])
    for name in floor
}


def modules() -> dict[str, Path]:
    """Every module by its name below `huarong` ("" is the package itself)."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imports(name: str, tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The modules of the package that a module imports, anywhere in it, and in which line."""
    package = name if MODULES.get(name, SOURCE).name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            wanted = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = ["huarong", *package.split(".")] if package else ["huarong"]
                base = ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [base])])
            wanted = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        for each in wanted:
            if each == "huarong" or each.startswith("huarong."):
                yield resolved(each.removeprefix("huarong").removeprefix(".")), node.lineno


def resolved(name: str) -> str:
    """The longest beginning of a dotted name that is a module: `board.Kind` is in `board`."""
    while name and name not in MODULES:
        name = name.rpartition(".")[0]
    return name


def head(name: str) -> str:
    return name.partition(".")[0]


def climbs(name: str, text: str) -> list[str]:
    """The imports of a module that go up, each with its line."""
    return [
        f"{name or 'huarong'}, line {line}: imports {wanted or 'huarong'} from a floor above"
        for wanted, line in imports(name, ast.parse(text))
        if LEVEL[head(wanted)] > LEVEL[head(name)]
    ]


@pytest.mark.parametrize("name", MODULES, ids=lambda name: name or "huarong")
def test_imports_go_down(name: str) -> None:
    text = MODULES[name].read_text("utf-8")
    for each in (name, *(wanted for wanted, _ in imports(name, ast.parse(text)))):
        assert head(each) in LEVEL, f"{each} has no floor: add it to FLOORS in tests/test_floors.py"
    assert climbs(name, text) == []


def test_no_import_goes_in_a_circle() -> None:
    graph = {
        name: {wanted for wanted, _ in imports(name, ast.parse(path.read_text("utf-8")))} - {name}
        for name, path in MODULES.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"imports go in a circle: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("import huarong.puzzle", "puzzle"),
        ("import huarong.puzzle as p, sys", "puzzle"),
        ("from huarong.puzzle import Puzzle", "puzzle"),
        ("from huarong import puzzle", "puzzle"),
        ("from .puzzle import Puzzle", "puzzle"),
        ("from . import puzzle", "puzzle"),
        ("def f():\n    from huarong.puzzle import Puzzle", "puzzle"),
        ("import huarong as hr", ""),
    ],
)
def test_this_test_sees_every_form_of_import(form: str, expected: str) -> None:
    assert [wanted for wanted, _ in imports("board", ast.parse(form))] == [expected]
    assert len(climbs("board", form)) == 1
    assert climbs("", form) == []


@pytest.mark.parametrize("program", ["import huarong", "import huarong.puzzle, huarong.picture"])
def test_a_light_command_pays_for_no_numpy(program: str) -> None:
    heavy = "{'numpy', 'scipy', 'pyarrow', 'networkx', 'rich', 'click', 'starlette'}"
    found = subprocess.run(
        [sys.executable, "-c", f"import sys; {program}; print(*{heavy} & sys.modules.keys())"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == []
