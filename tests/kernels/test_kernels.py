"""What holds for every kernel."""

import ast
import functools
import subprocess
import sys
from pathlib import Path

import pytest

from huarong import kernels

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
    """No kernel function has more than twelve arguments: what it resumes from is state, in a class with named
    fields.
    """
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
