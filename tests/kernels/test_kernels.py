"""What holds for every kernel."""

import ast
from pathlib import Path

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
