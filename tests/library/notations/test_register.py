"""A notation of another package, by `register` or an entry point: library, command line and server know it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import huarong as hr
from huarong.library import reader
from huarong.library.notations import registry
from huarong.library.notations.base import Notation
from huarong.web.server import create
from tests.cli.running import run

SOURCE = """
from itertools import zip_longest

import huarong as hr


def columns(text, goal=None):
    return hr.Puzzle.parse("/".join(map("".join, zip_longest(*text.split("|"), fillvalue=""))), goal)


def in_columns(puzzle):
    return "|".join(map("".join, zip(*puzzle.rows(), strict=True)))


TOY = hr.notation.Notation("toy", "a toy", "玩具", lambda text: "|" in text, columns, in_columns, goal=False)
"""
TEXT = "HHJJP|AABN.|AABO.|IIKKQ"


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A registry of its own, with no installed notations."""
    monkeypatch.setattr(registry, "_registered", [])
    cached = (registry._load_installed, reader._remembered)
    for each in cached:
        each.cache_clear()
    yield
    for each in cached:
        each.cache_clear()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package in whose metadata a notation is named."""
    (tmp_path / "huarong_toy.py").write_text(SOURCE, "utf-8")
    metadata = tmp_path / "huarong_toy-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: huarong-toy\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[huarong.notations]\ntoy = huarong_toy:TOY\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("huarong_toy", None)


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create()) as made:
        yield made


def toy() -> Notation:
    space: dict[str, Notation] = {}
    exec(SOURCE, space)
    return space["TOY"]


def test_the_library_reads_and_writes_it() -> None:
    pytest.raises(hr.UnknownName, hr.puzzle, TEXT)
    hr.notation.register(toy())
    assert hr.read(TEXT).rows() == hr.puzzle(TEXT).rows() == hr.puzzle("横刀立马").rows()
    assert [each.name for each in hr.detect(TEXT)] == ["toy"]
    assert hr.write("横刀立马", hr.notation.notation("toy")) == TEXT


def test_it_is_tried_last_and_its_name_must_be_new() -> None:
    found = toy()
    hr.notation.register(found)
    hr.notation.register(found)
    assert [each.name for each in hr.notation.notations()][-2:] == ["grid", "toy"]
    for name in ("toy", "grid", "name"):
        with pytest.raises(hr.InputError, match=f"already a notation called '{name}'"):
            hr.notation.register(Notation(name, "", "", found.accepts, found.decode, found.encode))
    with pytest.raises(hr.InputError, match="Notation"):
        hr.notation.register("toy")  # type: ignore[arg-type]


@pytest.mark.usefixtures("installed")
def test_an_entry_point_is_known_to_library_and_command_line() -> None:
    assert hr.puzzle(TEXT).rows() == hr.puzzle("横刀立马").rows()
    assert run("convert", "横刀立马", "--to", "toy").stdout.strip() == TEXT
    assert run("convert", TEXT, "--from", "toy", "--to", "code").stdout.strip() == "1A9BF0C00"


@pytest.mark.usefixtures("installed")
def test_the_server_knows_it(client: TestClient) -> None:
    read = client.get("/api/v1/puzzle", params={"text": TEXT}).json()
    assert read["line"] == hr.puzzle(TEXT).line()
    named = client.post("/api/v1/convert", json={"puzzle": TEXT, "notation": "toy", "to": "toy"})
    assert named.json()["text"] == TEXT
    every = client.post("/api/v1/convert", json={"puzzle": "横刀立马"}).json()["notations"]
    assert every[-1]["text"] == TEXT
    check = client.post("/api/v1/check", json={"text": TEXT}).json()
    assert check["notations"] == ["toy"]


def test_what_is_registered_after_the_server_was_made(client: TestClient) -> None:
    asked = {"puzzle": TEXT, "notation": "toy", "to": "code"}
    assert client.post("/api/v1/convert", json=asked).status_code == 400
    hr.notation.register(toy())
    assert client.post("/api/v1/convert", json=asked).json()["text"] == "1A9BF0C00"


@pytest.mark.usefixtures("installed")
def test_a_broken_package_is_named_and_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "huarong_toy.py").write_text("TOY = 1/0", "utf-8")
    with pytest.warns(RuntimeWarning, match="'toy' .*huarong_toy:TOY.* division by zero"):
        names = [each.name for each in hr.notation.notations()]
    assert names == [each.name for each in hr.NOTATIONS]


def test_notations_need_no_import_of_their_own() -> None:
    program = "import huarong as hr; print(hr.notation.notation('poos').name)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("poos\n", "")
