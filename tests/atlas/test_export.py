"""Atlases for other programs: what is written is read back and compared with the atlas."""

import csv
from pathlib import Path
from unittest import mock

import networkx as nx
import pytest

from huarong import errors
from huarong.atlas import export
from huarong.atlas.atlas import Atlas
from huarong.atlas.component import Component
from huarong.atlas.goals import read_goal
from huarong.errors import FileError
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from tests import naive

SPACE = Space.parse("3x3 2x1:1 1x2:0..2 1x1:1..2")


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas.build(SPACE, read_goal(SPACE, ".../.../.AA"), "step")


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_layout_as_csv(atlas: Atlas, tmp_path: Path) -> None:
    export.layouts_csv(tmp_path / "all.csv", atlas)
    rows = read(tmp_path / "all.csv")
    assert [int(row["rank"]) for row in rows] == list(range(SPACE.size))
    for row, layout in zip(rows, SPACE, strict=True):
        heads = tuple(
            tuple(cell for cell, letter in enumerate(row["word"]) if letter == str(k + 1))
            for k in range(len(SPACE.kinds))
        )
        assert heads == layout.heads and row["distance"] == ("" if layout not in atlas else str(atlas[layout]))


def test_a_file_that_cannot_be_written(atlas: Atlas, tmp_path: Path) -> None:
    pytest.raises(FileError, export.layouts_csv, tmp_path / "no" / "x.csv", atlas).match("cannot be written")


def test_a_missing_package_is_named(atlas: Atlas, tmp_path: Path) -> None:
    missing = ModuleNotFoundError()
    with mock.patch.object(errors.importlib, "import_module", side_effect=missing):
        for call, name in (
            (lambda: export.layouts_parquet(tmp_path / "x", atlas), "pyarrow"),
            (lambda: export.component_matrix(atlas, SPACE.layout(0)), "scipy"),
            (lambda: export.component_graph(atlas, SPACE.layout(0)), "networkx"),
        ):
            pytest.raises(ImportError, call).match(rf'this requires {name}: python -m pip install "\.\[export\]"')


def test_every_layout_as_parquet(atlas: Atlas, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    export.layouts_parquet(tmp_path / "all.parquet", atlas)
    table = parquet.read_table(tmp_path / "all.parquet")
    assert table.schema.metadata[b"space"].decode() == SPACE.text
    assert table.column("rank").to_pylist() == list(range(SPACE.size))
    assert table.column("distance").to_pylist() == [atlas.get(layout) for layout in SPACE]


def naive_walks(edges, members: list[int], steps: int) -> int:
    """How many walks of so many moves there are."""
    counts = dict.fromkeys(members, 1)
    for _ in range(steps):
        counts = {rank: sum(counts[b] for a, b in edges if a == rank) for rank in members}
    return sum(counts.values())


def test_a_component_as_a_matrix_and_as_a_graph(atlas: Atlas) -> None:
    layout = atlas.hardest()[0]
    parts = atlas.components
    members = parts.ranks(int(parts.labels[SPACE.rank(layout)])).tolist()
    edges = {
        (rank, option.rank): (option.start, option.stop)
        for rank in members
        for option in atlas.options(SPACE.layout(rank))
    }
    sparse = pytest.importorskip("scipy.sparse")
    matrix, ranks = export.component_matrix(atlas, layout)
    assert (matrix.format, ranks.tolist()) == ("csr", members)
    rows, columns, _ = sparse.find(matrix)
    assert {(members[i], members[j]) for i, j in zip(rows, columns, strict=True)} == set(edges)
    walks = matrix**16  # bytes would wrap
    assert int(walks.sum()) == naive_walks(edges, members, 16) > 1 << 31
    networkx = pytest.importorskip("networkx")
    graph = export.component_graph(atlas, layout)
    assert {(a, b): (d["start"], d["stop"]) for a, b, d in graph.edges(data=True)} == edges
    assert {n: d["distance"] for n, d in graph.nodes(data=True)} == {rank: atlas.distance(rank) for rank in members}
    goals = [rank for rank in members if atlas.distance(rank) == 0]
    away = networkx.multi_source_dijkstra_path_length(graph.reverse(), goals)
    assert away == {rank: atlas.distance(rank) for rank in members}


@pytest.mark.parametrize("metric", ["step", "move"])
@pytest.mark.parametrize("text", ["AAB/C../#..", "slide: B=R/gate: A/AB./..C/gates:/.../.-."])
def test_a_graph_has_every_layout_and_every_move(tmp_path: Path, metric: str, text: str) -> None:
    goal = "goal:/..." + ("/AA./#.." if "#" in text else "/A..")
    puzzle = Puzzle.parse(f"{text}/{goal}")
    for few in (1, 1 << 12):
        with mock.patch.object(export, "_CHUNK", few):
            count = export.component_graphml(tmp_path / "all.graphml", puzzle, metric)
    graph = nx.read_graphml(tmp_path / "all.graphml", node_type=int)
    part = Component.of(puzzle)
    assert graph.is_directed() and count == len(graph) == len(part)
    states = {rank: naive.state(part.space.layout(rank)) for rank in graph}
    far = naive.all_distances(puzzle, metric)
    for rank, about in graph.nodes.items():
        assert about["layout"] == "/".join(puzzle.started(part.space.layout(rank)).rows())
        assert about.get("distance") == far[states[rank]]
    ends = {(states[a], states[b]) for a, b in graph.edges}
    assert ends == {(a, b) for a in states.values() for b in naive.neighbours(puzzle, a, metric)}
