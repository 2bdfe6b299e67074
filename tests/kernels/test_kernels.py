"""Kernels: compiled and plain do the same."""

import ast
import functools
import itertools
import subprocess
import sys
from array import array
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

from huarong import kernels
from huarong.kernels import kernel
from huarong.tiles import tableset
from huarong.tiles.guided import automaton
from huarong.tiles.quick import _Guide
from tests.examples import examples

FILES = [path for path in sorted(Path(kernels.__file__).parent.glob("*.py")) if not path.stem.startswith("_")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_generators(path):
    """A generator would bring in all of Cython's code for coroutines, which takes half a second to compile."""
    found = [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.GeneratorExp | ast.Yield | ast.YieldFrom)
    ]
    assert not found, f"lines {found}: build a list instead"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_at_most_twelve_arguments(path):
    """No kernel function has more than twelve arguments: what it resumes from is a class with named fields."""
    many = {
        node.name: len(node.args.args)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and len(node.args.args) > 13
    }
    assert not many


@pytest.fixture
def fresh(monkeypatch):
    """`kernel` that keeps nothing of what it finds, nor that it has warned."""
    monkeypatch.delenv("HUARONG_PURE", raising=False)
    monkeypatch.setattr(kernels, "_warn_once", functools.cache(kernels._warn_once.__wrapped__))
    return kernels.kernel.__wrapped__


def test_that_kernels_are_not_compiled_is_told_once(monkeypatch, fresh):
    monkeypatch.setattr(kernels, "_compiled", frozenset)
    with pytest.warns(RuntimeWarning, match="install gcc or clang") as told:
        plain = [fresh("search"), fresh("walk")]
    assert len(told) == 1
    assert [each.__name__ for each in plain] == ["huarong.kernels.search (plain)", "huarong.kernels.walk (plain)"]
    assert fresh("search", pure=True) is plain[0]


def test_kernels_that_read_each_other_are_listed():
    """A kernel reads the fields of another if it cimports that, which has a `.pxd` file then."""
    pairs = {
        (path.stem, node.module.rpartition(".")[2])
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cython.cimports.huarong.kernels.")
    }
    read = {pair for pair in pairs if not pair[1].startswith("_")}
    assert {name for pair in read for name in pair} == set(kernels.TOGETHER)


@pytest.mark.parametrize("missing", ["expander", "search", "team", "_shared"])
def test_a_kernel_that_did_not_compile_takes_its_group_along(monkeypatch, fresh, missing):
    """Those that read its fields run as plain Python with it; others stay compiled."""
    whole = {"_shared", "walk", *kernels.TOGETHER}
    monkeypatch.setattr(kernels, "_compiled", lambda: whole - {missing})
    monkeypatch.setattr(kernels.importlib, "import_module", lambda name: name)
    with pytest.warns(RuntimeWarning, match="not compiled"):
        found = [fresh(name) for name in kernels.TOGETHER]
    assert [each.__name__ for each in found] == [f"huarong.kernels.{name} (plain)" for name in kernels.TOGETHER]
    assert (fresh("walk") == "huarong.kernels.walk") == (missing != "_shared")


def test_a_search_goes_on_where_one_kernel_did_not_compile():
    code = (
        "import warnings; warnings.simplefilter('ignore');"
        "from huarong import kernels; found = kernels._compiled();"
        "kernels._compiled = lambda: found - {'expander'};"
        "import sys, huarong as hr; print(hr.solve('AA.../b..../goal:/...AA/.....', 'step').length,"
        "'huarong.kernels.search (plain)' in sys.modules, 'huarong.kernels.search' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "3 True False\n"), done.stderr


BOTH = [False, True]


@st.composite
def graphs(draw):
    """A graph of at most 12 points, as `begin` and `to`."""
    n = draw(st.integers(1, 12))
    pairs = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=30))
    beside = [sorted({b for a, b in pairs if a == i} | {a for a, b in pairs if b == i}) for i in range(n)]
    begin = np.cumsum([0, *map(len, beside)]).astype(np.int64)
    return begin, np.array([u for each in beside for u in each], np.int32), beside


@given(graphs())
def test_embed_spreads_by_distance(graph):
    begin, to, beside = graph
    expected, level = {0: 0}, [0]
    while level:
        level = sorted({u for v in level for u in beside[v]} - expected.keys())
        expected |= dict.fromkeys(level, max(expected.values()) + 1)
    for pure in BOTH:
        depth, queue = np.full(len(beside), -1, np.int32), np.zeros(len(beside), np.int32)
        depth[0] = 0
        reached = kernel("embed", pure=pure).spread(begin, to, depth, queue, 1)
        assert dict(zip(queue[:reached].tolist(), depth[queue[:reached]].tolist(), strict=True)) == expected
        assert (depth >= 0).sum() == reached == len(expected)


@examples(30)
@given(graphs(), st.integers(0, 99))
def test_embed_descends_alike(graph, seed):
    begin, to, beside = graph
    rng, n = np.random.default_rng(seed), len(beside)
    far = rng.integers(0, 5, (n, 2)).astype(np.int32)
    weight, start = rng.random((n, 2)).astype(np.float32), rng.random((n, 2))
    found = []
    for pure in BOTH:
        xy = start.copy()
        pivots = np.array([0, n - 1], np.int32)
        way = kernel("embed", pure=pure).descend(begin, to, pivots, far, weight, xy, 0, n)
        found.append([way, *xy.ravel()])
    assert found[0] == pytest.approx(found[1], rel=1e-5, abs=1e-6)


def test_eight_counts_alike():
    signs = array("q")
    for p in range(9):
        row = [k for k in (p - 3, p + 3) if 0 <= k < 9]
        row += [k for k in (p - 1, p + 1) if k // 3 == p // 3 and 0 <= k < 9]
        signs.extend([*row, -1, -1, -1][:4])
    start = 0x087654321  # the digits 1 to 8 and the blank at the end, position 0 lowest
    goal = 0x807654321  # tile 8 one cell on
    found = []
    for pure, budget in ((False, 7), (True, 100)):
        search, ways = kernel("eight", pure=pure).PathsOfTiles(start, 8, goal, 8, signs), []
        while search.depth >= 0:
            if search.run(budget):
                ways.append(search.tiles())
        found.append((ways, search.calls, search.tests))
    assert found[0] == found[1] and found[0][0]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=40))
def test_reorder_numbers_labels_as_they_come(labels):
    order = list(dict.fromkeys(labels))
    for pure in BOTH:
        given_, numbers, least = (np.array(labels, np.uint32), np.zeros(10, np.uint32), np.zeros(9, np.int64))
        views = (each.data for each in (given_, numbers, least))
        kernel("reorder", pure=pure).renumber(*views, 0, len(labels))
        assert given_.tolist() == [order.index(each) for each in labels]
        assert least[: len(order)].tolist() == [labels.index(each) for each in order]


@examples(20)
@given(st.permutations(range(6)), st.integers(1, 50), st.integers(1, 50))
def test_tiles_can_stop_anywhere(order, first, second):
    """Compiled and plain visit the same nodes, wherever they pause; the database is trivial (1 except at home)."""
    tables = tableset.default_set(2, 3, 0, 1 << 28, lines=False)
    memory = bytearray(b"\1" * sum(tables.sizes))
    home = tableset.numbers(tables, range(6))
    for number in home:
        memory[number] = 0
    found, follow = [], automaton(2, 3, 7)
    for pure, slice_ in ((False, first), (True, second)):
        loops, board = kernel("tiles", pure=pure), bytearray(order)
        numbers = tableset.numbers(tables, board)
        search = loops.StepSearch(memory, board, numbers, tableset.Steering.of(tables), follow)
        search.begin(8, board.index(0))
        what = loops.why.RUNNING
        while what == loops.why.RUNNING and search.nodes < 5000:
            what = search.run(slice_)
        found.append((what, search.above, search.path() if what == loops.why.FOUND else None))
    if loops.why.RUNNING not in (found[0][0], found[1][0]):
        assert found[0] == found[1]


@examples(20)
@given(st.permutations(range(9)), st.integers(1, 30), st.integers(1, 20))
def test_beams_are_alike(order, width, slice_):
    """Compiled and plain keep the same boards in each level, wherever a level is cut, and prove the same bound."""
    found, blank = [], 4
    for pure, piece in ((False, slice_), (True, 100)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("huarong.tiles.quick.kernel", functools.partial(kernel, pure=pure))
            patch.setattr("huarong.tiles.quick._SLICE", piece)
            guide = _Guide((3, 3))
            path = guide.beam(order, blank, width, 60, lambda: True, draw=slice_ % 3)
            found.append((path, guide.proved))
    assert found[0] == found[1]
    path, board = found[0][0], list(order)
    for here, there in itertools.pairwise(path):
        board[here], board[there] = board[there], board[here]
    assert not path or board == list(range(9))
