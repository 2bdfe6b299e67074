"""What the page architecture names exists; its pictures show the floors of `test_floors` and the page's rooms."""

import itertools
import re
from pathlib import Path
from typing import get_args

import pytest

from huarong.explore.engines import ENGINES, EngineName
from huarong.model.board import Metric, MetricName
from huarong.search.select import METHODS, MethodName
from huarong.web.generated import MADE
from huarong.web.pages import STATIC
from tests.test_floors import FLOORS, SOURCE
from tests.web.test_modules import ROOMS

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "en" / "contributing" / "architecture.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`((?:[a-z_]+/)*[a-z_-]+\.(?:py|json|js|html))`|`((?:[a-z_]+/)+)`", TEXT)))
TABLES = re.findall(r"`([A-Z]+)` of `([a-z_/]+\.py)`", TEXT)


@pytest.mark.parametrize("name", [file or folder for file, folder in NAMED])
def test_what_is_named_is_there(name: str) -> None:
    assert any((folder / name).exists() for folder in (SOURCE, ROOT, STATIC)) or name in MADE


@pytest.mark.parametrize(("table", "file"), TABLES)
def test_tables_are_where_they_are_said_to_be(table: str, file: str) -> None:
    path = ROOT / file if file.startswith("tests/") else SOURCE / file
    assert re.search(rf"^{table}\b.*=", path.read_text("utf-8"), re.MULTILINE)


def test_the_picture_shows_the_floors() -> None:
    drawn = {
        int(number): set(names.replace("/", "").split())
        for number, names in re.findall(r"^ (\d)  ((?:[a-z]+/?  ?)+)", TEXT.partition("\n## ")[0], re.MULTILINE)
    }
    order = {name: level for level, floor in enumerate(FLOORS) for name in floor}
    assert len(drawn) == 9
    floors = [[order[name] for name in drawn[number]] for number in sorted(drawn)]
    for below, above in itertools.pairwise(floors):
        assert max(below) < min(above)
    shown = set().union(*drawn.values())
    assert {path.parent.name for path in SOURCE.glob("*/__init__.py")} <= shown | {"data"}


def test_the_picture_of_the_page_shows_its_rooms() -> None:
    rows = re.findall(r"^ \d  ((?:[a-z]+/ *)+) {3}", TEXT.partition("\n## The page\n")[2], re.MULTILINE)
    drawn = [row.replace("/", "").split() for row in reversed(rows)]
    assert drawn == [[*row] for row in ROOMS]


def test_nine_rows_say_how_to_add_one() -> None:
    rows = re.findall(r"^\| ([a-z `]+) \|.*\|.*\|$", TEXT.partition("## To add one")[2], re.MULTILINE)
    assert {"metric", "notation", "search method", "engine of `explore`", "endpoint", "page"} <= set(rows)
    assert {"command", "exhibit"} <= set(rows)


def test_the_names_for_the_checker_of_types_are_those_of_the_tables() -> None:
    assert get_args(MethodName) == ("auto", *METHODS) and get_args(EngineName) == tuple(ENGINES)
    assert get_args(MetricName) == tuple(Metric)


def test_contributing_has_each_tool() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    files = [
        *(ROOT / "tools").glob("[!_]*.py"),
        *(ROOT / "tools").glob("*/package.json"),
        *(ROOT / "tools").glob("*/__main__.py"),
    ]
    tools = {path.stem if path.parent.name == "tools" else path.parent.name for path in files}
    assert tools == set(re.findall(r"tools[./](\w+)", text))
