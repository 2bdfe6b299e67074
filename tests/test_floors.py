"""A module imports only from floors below its own, and light commands stay light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "huarong"

# Lowest first; a name stands for a module or for a folder with all in it. The modules of one floor may
# import each other where no circle comes of it.
FLOORS = (
    ("i18n", "cache", "kept", "lazy"),
    ("errors",),
    ("limits", "files", "container"),
    ("kernels", "model"),
    ("notation", "library", "space", "draw"),
    ("search", "graph", "tiles", "tours"),
    ("atlas",),
    ("design", "proof"),
    ("explore", "study"),
    ("", "cli", "tui", "web", "__main__"),
)
LEVEL = {name: level for level, floor in enumerate(FLOORS) for name in floor}


def modules() -> dict[str, Path]:
    """Every module by its name below `huarong` ("" is the package itself)."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imports(name: str, tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The modules of the package that a module imports, anywhere in it, and in which line.

    A string that is a module's name counts as an import of it: something will load it by that name.
    """
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
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            named = re.fullmatch(r"huarong((?:\.\w+)+)(?::\w+)?", node.value)
            wanted = [f"huarong{named[1]}"] if named and resolved(named[1][1:]) else []
        else:
            continue
        for each in wanted:
            if each == "huarong" or each.startswith("huarong."):
                yield resolved(each.removeprefix("huarong").removeprefix(".")), node.lineno


def resolved(name: str) -> str:
    """The longest beginning of a dotted name that is a module: `model.board.Kind` is in `model.board`."""
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


def arrows() -> dict[str, set[str]]:
    """For each module those that it imports."""
    return {
        name: {wanted for wanted, _ in imports(name, ast.parse(path.read_text("utf-8")))} - {name}
        for name, path in MODULES.items()
    }


def test_no_import_goes_in_a_circle() -> None:
    try:
        TopologicalSorter(arrows()).prepare()
    except CycleError as error:
        pytest.fail(f"imports go in a circle: {' -> '.join(error.args[1])}")


def test_no_folders_import_each_other() -> None:
    # A folder's page may show names of a folder beside it: `huarong.notation.write` takes names of the library.
    folders: dict[str, set[str]] = {}
    for name, wanted in arrows().items():
        if MODULES[name].name != "__init__.py":
            folders.setdefault(head(name), set()).update({head(each) for each in wanted if each})
    graph = {name: wanted - {name} for name, wanted in folders.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"folders import each other: {' -> '.join(error.args[1])}")


def private(name: str, tree: ast.AST) -> Iterator[str]:
    """The private names of other modules that a module uses."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("huarong"):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}".removeprefix("huarong.")
                known = alias.name == "__version__" or whole in MODULES or "kernels._" in whole
                if alias.name.startswith("_") and not known:
                    yield f"{name}, line {node.lineno}: {alias.name} of {node.module}"


def test_no_private_name_crosses_a_module() -> None:
    found = [
        each
        for name, path in MODULES.items()
        for each in private(name, ast.parse(path.read_text("utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("import huarong.atlas.dense", "atlas.dense"),
        ("import huarong.atlas.dense as p, sys", "atlas.dense"),
        ("from huarong.atlas.dense import cursor", "atlas.dense"),
        ("from huarong.atlas import dense", "atlas.dense"),
        ("from .atlas.dense import cursor", "atlas.dense"),
        ("from .atlas import dense", "atlas.dense"),
        ("def f():\n    from huarong.atlas.dense import cursor", "atlas.dense"),
        ("load('huarong.atlas.dense')", "atlas.dense"),
        ("NAMES = {'cursor': 'huarong.atlas.dense:cursor'}", "atlas.dense"),
        ("import huarong as hr", ""),
    ],
)
def test_this_test_sees_every_form_of_import(form: str, expected: str) -> None:
    assert [wanted for wanted, _ in imports("limits", ast.parse(form))] == [expected]
    assert len(climbs("limits", form)) == 1
    assert climbs("", form) == []


@pytest.mark.parametrize(
    "program", ["import huarong", "import huarong.model.puzzle, huarong.draw.picture"]
)
def test_a_light_command_pays_for_no_numpy(program: str) -> None:
    heavy = "{'numpy', 'scipy', 'pyarrow', 'networkx', 'rich', 'click', 'starlette'}"
    found = subprocess.run(
        [sys.executable, "-c", f"import sys; {program}; print(*{heavy} & sys.modules.keys())"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == []
