"""What holds for every kernel."""

import ast
import functools
from pathlib import Path
from types import SimpleNamespace

import pytest

from huarong import kernels

FILES = [
    path
    for path in sorted(Path(kernels.__file__).parent.glob("*.py"))
    if not path.stem.startswith("_")
]


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
    """No kernel function has more than twelve arguments: what it resumes from is state, in a class with named fields."""
    many = {
        node.name: len(node.args.args)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and len(node.args.args) > 13
    }
    assert not many


def test_that_kernels_are_not_compiled_is_told_once(monkeypatch):
    found = SimpleNamespace(__file__="search.py")
    monkeypatch.delenv("HUARONG_PURE", raising=False)
    monkeypatch.setattr(kernels.importlib, "import_module", lambda name: found)
    monkeypatch.setattr(kernels, "_warn_once", functools.cache(kernels._warn_once.__wrapped__))
    imported = kernels.kernel.__wrapped__  # what this finds is not kept
    with pytest.warns(RuntimeWarning, match="install gcc or clang") as told:
        assert [imported("search"), imported("walk")] == [found, found]
    assert len(told) == 1
    assert imported("search", pure=True).__name__ == "huarong.kernels.search (plain)"
