"""A module imports only from floors below its own, and quick commands import little."""

import ast
import functools
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "huarong"

# Lowest first; a name stands for a module, or for a folder with all its modules. The modules of one floor may
# import each other where no circle comes of it.
FLOORS = (
    ("i18n", "lazy", "memo", "parallel"),
    ("errors",),
    ("limits", "files", "container", "resuming", "processes", "device"),
    ("kernels", "model"),
    ("library", "notation", "space", "draw"),
    ("search", "graph", "tiles"),
    ("atlas",),
    ("design", "proof"),
    ("explore", "study", "suite", "learn"),
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


parsed = functools.cache(ast.parse)


def imports(name: str, tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The modules of the package that a module imports, anywhere in it, and in which line.

    A string that is a module's name counts as an import of that module, since something loads it by this name.
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


@functools.cache
def imported(name: str) -> list[tuple[str, int]]:
    """The imports of a module, and of the stub that has the names which a package imports when they are first used."""
    texts = (each.read_text("utf-8") for each in (MODULES[name], MODULES[name].with_suffix(".pyi")) if each.exists())
    return [found for text in texts for found in imports(name, parsed(text))]


def climbs(name: str, wanted: list[tuple[str, int]]) -> list[str]:
    """The imports of a module that go up, each with its line."""
    return [
        f"{name or 'huarong'}, line {line}: imports {each or 'huarong'} from a floor above"
        for each, line in wanted
        if LEVEL[head(each)] > LEVEL[head(name)]
    ]


def test_imports_go_down() -> None:
    for name in MODULES:
        for each in (name, *(wanted for wanted, _ in imported(name))):
            assert head(each) in LEVEL, f"{each or name}: add it to FLOORS in tests/test_floors.py"
    assert [each for name in MODULES for each in climbs(name, imported(name))] == []


def arrows() -> dict[str, set[str]]:
    """The modules that each module imports."""
    return {name: {wanted for wanted, _ in imported(name)} - {name} for name in MODULES}


def test_no_import_goes_in_a_circle() -> None:
    try:
        TopologicalSorter(arrows()).prepare()
    except CycleError as error:
        pytest.fail(f"imports go in a circle: {' -> '.join(error.args[1])}")


def test_no_folders_import_each_other() -> None:
    folders: dict[str, set[str]] = {}
    for name, wanted in arrows().items():
        folders.setdefault(head(name), set()).update({head(each) for each in wanted})
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
    found = [each for name, path in MODULES.items() for each in private(name, parsed(path.read_text("utf-8")))]
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
    found = list(imports("limits", parsed(form)))
    assert [wanted for wanted, _ in found] == [expected] and len(climbs("limits", found)) == 1
    assert climbs("", found) == []


@pytest.mark.parametrize("program", ["import huarong", "import huarong.model.puzzle, huarong.draw.picture"])
def test_a_light_command_pays_for_no_numpy(program: str) -> None:
    heavy = "{'numpy', 'scipy', 'pyarrow', 'networkx', 'rich', 'click', 'starlette'}"
    found = subprocess.run(
        [sys.executable, "-c", f"import sys; {program}; print(*{heavy} & sys.modules.keys())"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == []


# Files that test modules of their room beside the one of their own name, or parts that only one other module uses.
TESTED_IN = {
    "atlas/test_bitparallel.py": "bitparallel.bitsets bitparallel.frames",
    "atlas/test_component.py": "embedding",
    "atlas/test_engines.py": "tile_distances",
    "atlas/test_on_disk.py": "bitparallel.on_disk job table_on_disk",
    "atlas/test_statistics.py": "survey",
    "graph/test_graph.py": "breadth_first deepening listing ordered route",
    "library/test_catalogue.py": "description labels",
    "library/test_reader.py": "collection",
    "library/notations/test_registry.py": "base codes",
    "library/notations/test_formats.py": "json_forms lists programs",
    "library/notations/test_round_trip.py": "cover",
    "library/notations/test_single.py": "cells key_piece rush_hour tiles",
    "model/test_board.py": "symbols tiles",
    "model/test_moves.py": "rules",
    "model/test_pieces.py": "letters",
    "model/test_puzzle.py": "setup symmetry text",
    "proof/test_proof.py": "certificate checker",
    "search/test_all_paths.py": "walk",
    "search/test_keys.py": "expander expansion",
    "search/test_methods.py": "bidirectional select",
    "search/test_search.py": "bfs",
    "search/test_task.py": "distances pattern_database",
    "tiles/test_solver.py": "answer",
}
PLACE = {"container": "test_files.py", "model.notebook": "draw/test_notebook.py"} | {
    ".".join([*Path(file).parent.parts, name]): file for file, names in TESTED_IN.items() for name in names.split()
}
DECIDING = {"limits", "files", "container", "memo", "errors", "i18n"} | {
    "model",
    "library",
    "space",
    "search",
    "graph",
    "tiles",
    "atlas",
    "proof",
}


def test_each_module_that_decides_something_has_a_test_file() -> None:
    # Kernels are tested against the naive twin and against themselves uncompiled; commands, endpoints, engines
    # and exhibits through what a person asks for.
    tests = Path(__file__).parent
    for name, path in MODULES.items():
        if head(name) not in DECIDING or path.name == "__init__.py":
            continue
        own = Path(*name.split("."))
        expected = PLACE.get(name, (own.parent / f"test_{own.name}.py").as_posix())
        assert (tests / expected).exists(), f"{name} has no test file: expected tests/{expected}"
    assert {name for name in PLACE if name not in MODULES} == set()


LONG_MODULE, LONG_FUNCTION, MANY_PARAMETERS = 530, 70, 8
LIMITS = {"self", "cls", "max_memory", "max_seconds", "max_layouts", "progress", "cancel"}


def long(path: Path) -> Iterator[str]:
    """The long parts of a module: the module itself, or functions by their names."""
    text = path.read_text("utf-8")
    name = path.relative_to(SOURCE).as_posix()
    if text.count("\n") > LONG_MODULE:
        yield name
    for node in ast.walk(parsed(text)):
        # A command's parameters are its options, each declared in a line above it.
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or name.startswith("cli/"):
            continue
        said = ast.get_docstring(node, clean=False) or ""
        lines = (node.end_lineno or 0) - node.lineno - said.count("\n")
        given = {each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
        if lines > LONG_FUNCTION or len(given - LIMITS) > MANY_PARAMETERS:
            yield f"{name}: {node.name}"


def test_what_is_long_is_said_to_read_best_whole() -> None:
    page = (SOURCE.parents[1] / "docs" / "en" / "contributing" / "architecture.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `([^`]+)` \|", page.partition("## Long on purpose")[2], re.MULTILINE))
    found = {each for path in MODULES.values() for each in long(path)}
    assert found - listed == set(), "give its parts names of their own, or say in the page architecture why not"
    assert listed - found == set(), "no longer long: take it off the list in docs/en/contributing/architecture.md"


def test_no_two_public_types_share_a_name() -> None:
    found: dict[str, list[str]] = {}
    for module, path in MODULES.items():
        for name in types(parsed(path.read_text("utf-8"))):
            found.setdefault(name, []).append(module)
    assert {name: where for name, where in found.items() if len(where) > 1} == {}


def types(tree: ast.Module) -> Iterator[str]:
    """The public types of a module: classes, and aliases such as `Range = tuple[int, int | None]`, annotated or not."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            name = target.id if isinstance(target, ast.Name) else ""
        else:
            continue
        if re.match("[A-Z].*[a-z]", name):
            yield name


def test_this_test_sees_every_form_of_type() -> None:
    text = "class One: ...\nTwo = int\nThree: TypeAlias = int\n_Four = int\nFIVE = 5\nsix: int = 6"
    assert list(types(parsed(text))) == ["One", "Two", "Three"]


# Lines that each room may have: Python of a folder and of the modules beside the folders (""), JavaScript of a folder
# of the pages. Whoever raises a number says beside it who uses what was added. Today's sizes, rounded up to the next
# hundred: `python -m tests.test_floors`.
BUDGET = {
    "": 2_400,  # a graphics processor, for atlases, explorations, records and tiles
    "atlas": 5_600,  # distances on a graphics processor, which explorations had
    "cli": 4_900,
    "design": 3_700,
    "draw": 1_600,
    "explore": 2_700,
    "graph": 800,
    "kernels": 6_600,  # beams of tiles: `--quick` on every board, and what `solve` has when a limit ends it
    "learn": 500,
    "library": 4_600,  # the goals, exits, sizes and flat lists of JSON that people paste
    "model": 2_900,  # pasted texts: touching soldiers under one letter, more signs of the empty cell, more titles
    "notation": 100,
    "proof": 1_010,  # tables: whoever asks whether every hint of a puzzle is right
    "search": 3_200,
    "space": 700,  # the layouts of a goal: for atlases, explorations and searches from both ends
    "study": 9_200,  # figures of the sentences: readers of the articles
    "suite": 1_100,  # the grammar of the answers that language models give
    "tiles": 2_500,  # 15- and 24-puzzles on a graphics processor; solutions at once, for games and people who play
    "tui": 900,
    "web": 3_240,  # the puzzle of the day and previews of links: chats and other sites
    "web/static/alone": 2_100,  # boards of tiles without a server: the site, offline, the widget
    "web/static/ask": 100,
    "web/static/board": 1_200,
    "web/static/docs": 200,
    "web/static/editor": 800,
    "web/static/library": 1_000,
    "web/static/map": 1_000,
    "web/static/museum": 2_500,  # readers of an article go from sentence to step; bisection and probing are stepped
    "web/static/play": 1_600,
    "web/static/rules": 3_100,  # pasted texts: tables, letters for kinds, blanks and titles, goals and sizes in JSON
    "web/static/shared": 700,
    "web/static/solve": 930,  # tables: whoever checks every hint of a puzzle
    "web/static/timer": 700,
    "../tests": 38_200,  # Python of all tests
}


def sizes() -> dict[str, int]:
    """The lines of each room."""
    found: Counter[str] = Counter()
    for path in (*SOURCE.rglob("*.py"), *SOURCE.rglob("*.pyi"), *(SOURCE / "web" / "static").rglob("*.js")):
        parts = path.relative_to(SOURCE).parts
        found["/".join(parts[: 3 if path.suffix == ".js" else 1]) if parts[1:] else ""] += len(
            path.read_text("utf-8").splitlines()
        )
    found["../tests"] = sum(len(path.read_text("utf-8").splitlines()) for path in Path(__file__).parent.rglob("*.py"))
    return dict(sorted(found.items()))


def overfull(found: dict[str, int]) -> list[str]:
    """What to do about each room that has more lines than it may."""
    return [
        f"{room or 'modules beside the folders'} has {lines:,} lines, {BUDGET.get(room, 0):,} are allowed: take out "
        "what nobody uses, or raise the number in BUDGET and say there who uses what was added"
        for room, lines in found.items()
        if lines > BUDGET.get(room, 0)
    ]


def test_no_room_outgrows_its_budget() -> None:
    found = sizes()
    assert overfull(found) == []
    assert set(BUDGET) == set(found), "a room is gone: take it off the table"
    assert all(overfull({room: lines + 200}) for room, lines in BUDGET.items())


PAGES = {"en": 4_000, "zh": 3_850}
"""Lines that the written pages of each language may have, in all: say a thing on one page and link to it."""


@pytest.mark.parametrize("language", PAGES)
def test_the_pages_do_not_outgrow_theirs(language: str) -> None:
    lines = sum(path.read_text("utf-8").count("\n") for path in (SOURCE.parents[1] / "docs" / language).rglob("*.md"))
    assert PAGES[language] - 100 < lines <= PAGES[language], "cut what another page says; where pages shrank, lower it"


if __name__ == "__main__":
    for room, lines in sizes().items():
        print(f'    "{room}": {-(-lines // 100) * 100:_},')
    print(f"{sum(sizes().values()):,} lines")
