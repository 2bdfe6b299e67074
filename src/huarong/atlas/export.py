"""Atlases for other programs: CSV, GraphML, Parquet, a sparse matrix, a NetworkX graph.

The last three need the packages of the extra `export`.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.component import Component
from huarong.atlas.dense import RankArray
from huarong.atlas.statistics import FACTS
from huarong.errors import InputError, expect, optional
from huarong.files import replacing
from huarong.library.reader import puzzle as read_puzzle
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import Layout, Metric, MetricLike, as_metric
from huarong.model.pieces import kind_text
from huarong.model.puzzle import PuzzleLike
from huarong.model.rules import Rules

_CHUNK = 1 << 14


@limited
def piece_sets_csv(path: str | Path, atlas: Atlas, components: bool = True, **limits: Unpack[GivenLimits]) -> int:
    """Write the facts of each set of pieces as CSV: a header, then one row per set. Return the number of sets.

    The columns are one for each kind, then the empty cells, layouts, goals, solvable, unsolvable, longest,
    longest_count, sum, mean, the number of components, and the number of components with a goal. Missing values are
    empty.
    """
    expect(atlas, Atlas)
    names = [kind_text(kind) for kind in atlas.space.kinds]
    sets = atlas.piece_sets(components, **limits)
    with replacing(path) as file:
        file.write(_row([*names, "empty", *FACTS, "components", "solvable_components"]))
        for each in sets:
            known = each.facts.to_json().values()
            file.write(_row([*each.counts, each.empty, *known, each.components, each.solvable_components]))
    return len(sets)


@limited
def layouts_csv(path: str | Path, atlas: Atlas, **limits: Unpack[GivenLimits]) -> None:
    """Write every layout as CSV, one row each: rank, word, distance (empty if it cannot be solved).

    The word has one character per cell: the kind of the piece whose head is there (1 to 9, then a, b, ...), else 0.
    """
    expect(atlas, Atlas)
    watch = Watch.of(**limits)
    with replacing(path) as file:
        file.write(_row(["rank", "word", "distance"]))
        for ranks, words, distances in _pieces(atlas, watch):
            rows = zip(ranks.tolist(), words, distances, strict=True)
            file.write(b"".join(map(_row, rows)))


@limited
def layouts_parquet(path: str | Path, atlas: Atlas, **limits: Unpack[GivenLimits]) -> None:
    """Write every layout to a Parquet file, with the columns of `layouts_csv`; needs pyarrow."""
    expect(atlas, Atlas)
    watch = Watch.of(**limits)
    arrow, parquet = optional("pyarrow", "export"), optional("pyarrow.parquet", "export")
    schema = arrow.schema(
        [("rank", arrow.int64()), ("word", arrow.string()), ("distance", arrow.int32())],
        metadata={"space": atlas.space.text, "metric": atlas.metric.value},
    )
    with replacing(path) as file, parquet.ParquetWriter(file, schema) as writer:
        for ranks, words, distances in _pieces(atlas, watch):
            writer.write_table(arrow.table([ranks, words, distances], schema=schema))


def _pieces(atlas: Atlas, watch: Watch) -> Iterator[tuple[RankArray, list[str], list[int | None]]]:
    """Iterate over ranks, words and distances of all layouts, chunk by chunk."""
    letters = np.frombuffer(b"0123456789abcdefghijklmnopqrstuvwxyz", np.uint8)
    if len(atlas.space.kinds) >= len(letters):
        raise InputError("there are more kinds than characters for them: {kinds}", kinds=len(atlas.space.kinds))
    nowhere, cells = dense.unknown(atlas.table), atlas.space.board.size
    for some in dense.portions(atlas.space.size, watch, _CHUNK):
        ranks = np.arange(some.start, some.stop, dtype=np.int64)
        grids = letters[atlas.space.grids(ranks)].tobytes().decode()
        words = [grids[i : i + cells] for i in range(0, len(grids), cells)]
        found = atlas.lookup(ranks).tolist()
        yield ranks, words, [None if each == nowhere else each for each in found]


def _row(values: Any) -> bytes:
    """Return a line of CSV from numbers and words without separators."""
    return (",".join("" if each is None else str(each) for each in values) + "\r\n").encode()


@limited
def component_matrix(atlas: Atlas, layout: Layout, **limits: Unpack[GivenLimits]) -> tuple[Any, RankArray]:
    """Return a layout's component as a sparse matrix of moves, and the ranks of its rows; needs SciPy.

    Entry (i, j) of the CSR matrix is 1 if a move of the atlas's metric leads from `ranks[i]` to `ranks[j]`.
    """
    expect(atlas, Atlas)
    watch, sparse = Watch.of(**limits), optional("scipy.sparse", "export")
    ranks, begin, to, _ = _component(atlas, layout, watch)
    entries = np.ones(len(to), np.int64)  # a power counts walks, and narrower numbers would wrap
    columns = np.searchsorted(ranks, to)
    return sparse.csr_matrix((entries, columns, begin), shape=(len(ranks), len(ranks))), ranks


@limited
def component_graph(atlas: Atlas, layout: Layout, **limits: Unpack[GivenLimits]) -> Any:
    """Return a layout's component as a directed NetworkX graph of ranks; needs NetworkX.

    Each node has `distance`, None if no goal can be reached. Each edge has `start` and `stop`, the heads of its piece.
    """
    expect(atlas, Atlas)
    watch, graph = Watch.of(**limits), optional("networkx", "export").DiGraph()
    ranks, begin, to, ends = _component(atlas, layout, watch)
    for some in dense.portions(len(ranks), watch, _CHUNK):
        graph.add_nodes_from((r, {"distance": atlas.distance(r)}) for r in ranks[some].tolist())
    sources = np.repeat(ranks, np.diff(begin))
    for some in dense.portions(len(to), watch, _CHUNK):
        edges = zip(sources[some].tolist(), to[some].tolist(), ends[some].tolist(), strict=True)
        graph.add_edges_from((a, b, {"start": p, "stop": q}) for a, b, (p, q) in edges)
    return graph


@limited
def component_graphml(
    path: str | Path, puzzle: PuzzleLike, metric: MetricLike = Metric.MOVE, **limits: Unpack[GivenLimits]
) -> int:
    """Write the directed graph of all layouts that a puzzle's start can reach, as GraphML; return the number of
    layouts.

    A node's id is the layout's rank. It has `layout` (its rows) and `distance`, which is missing if no goal can be
    reached. An edge is a move of the metric. Raises the errors of `Component.of`, and `FileError`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     component_graphml(f"{folder}/all.graphml", "AB/../goal:/../AB", "step")
    12
    """
    found, metric, watch = read_puzzle(puzzle), as_metric(metric), Watch.of(**limits)
    part = Component.of(found, watch=watch)
    (begin, to), far = part.neighbours(metric, watch=watch), part.distances(metric, watch)
    with replacing(path) as file:
        file.write(_GRAPHML)
        for some in dense.portions(len(part), watch, _CHUNK):
            for rank, d in zip(part.ranks[some].tolist(), far[some].tolist(), strict=True):
                rows = escape("/".join(found.started(part.space.layout(rank)).rows()))
                away = "" if d < 0 else f'<data key="distance">{d}</data>'
                node = f'<node id="{rank}"><data key="layout">{rows}</data>{away}</node>\n'
                file.write(node.encode())
        sources = np.repeat(part.ranks, np.diff(begin))
        for some in dense.portions(len(to), watch, _CHUNK):
            pairs = zip(sources[some].tolist(), part.ranks[to[some]].tolist(), strict=True)
            lines = (f'<edge source="{a}" target="{b}"/>\n' for a, b in pairs)
            file.write("".join(lines).encode())
        file.write(b"</graph>\n</graphml>\n")
    return len(part)


_GRAPHML = b"""<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="layout" for="node" attr.name="layout" attr.type="string"/>
<key id="distance" for="node" attr.name="distance" attr.type="int"/>
<graph edgedefault="directed">
"""


def _component(atlas: Atlas, layout: Layout, watch: Watch) -> tuple[RankArray, RankArray, RankArray, NDArray[np.int32]]:
    """A component: ranks, where each layout's neighbors begin, the neighbors, and the moved pieces' heads."""
    space, parts = atlas.space, atlas.divided(watch)
    ranks = parts.ranks(int(parts.labels[space.rank(layout)]))
    begin, to, places = dense.neighbours(space, ranks, atlas.metric, watch=watch)
    rules = Rules.of(space.board, space.kinds)
    return ranks, begin, to, np.asarray(rules.head, np.int32)[places]
