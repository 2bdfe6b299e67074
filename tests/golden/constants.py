"""Golden answers: the defaults of functions, and the numeric constants of modules: limits, sizes, times.

Each is a decision, which nobody should change by accident.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import importlib
import inspect
import pkgutil
import types
from pathlib import Path
from typing import Any

import huarong
from tests.golden import Work

LEFT = (
    "huarong.kernels",
    "huarong.__main__",
    "huarong.explore.ray",
    "huarong.explore.gpu",
    "huarong.tui",
)
"""Modules that are checked elsewhere, or that need what is not installed everywhere."""


def _simple(value: Any, deep: int = 3) -> bool:
    """Whether a value is a number or a short word, or holds nothing else."""
    if isinstance(value, bool | int | float) or value is None:
        return True
    if isinstance(value, str):
        return len(value) < 30
    if isinstance(value, tuple | list) and deep:
        return all(_simple(each, deep - 1) for each in value)
    if isinstance(value, dict) and deep:
        return all(_simple(each, deep - 1) for pair in value.items() for each in pair)
    return False


def _numbers(value: Any) -> bool:
    """Whether a value is or holds a number."""
    if isinstance(value, dict):
        return any(map(_numbers, value.values())) or any(map(_numbers, value))
    if isinstance(value, tuple | list):
        return any(map(_numbers, value))
    return isinstance(value, int | float)


def _defaults(function: Any) -> dict[str, Any]:
    try:
        given = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return {}
    usual = ("max_memory", "max_seconds")
    return {
        each.name: each.default
        for each in given
        if _simple(each.default) and _numbers(each.default) and each.name not in usual
    }


def _own(module: types.ModuleType) -> list[str]:
    """The names that a module assigns itself."""
    tree = ast.parse(Path(module.__file__ or "").read_text("utf-8"))
    found: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append(node.name)
        targets = (
            node.targets
            if isinstance(node, ast.Assign)
            else [node.target]
            if isinstance(node, ast.AnnAssign)
            else []
        )
        for target in targets:
            found += [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
    return [name for name in dict.fromkeys(found) if name in vars(module)]


def _module(name: str) -> dict[str, Any]:
    module = importlib.import_module(name)
    found: dict[str, Any] = {}
    for key in _own(module):
        value = getattr(module, key)
        if isinstance(value, type) and value.__module__ == name:
            members = {
                f"{key}.{at}": each for at, each in vars(value).items() if not at.startswith("_")
            }
            found |= {at: each for at, each in members.items() if _simple(each) and _numbers(each)}
            members[key] = value
        elif isinstance(value, types.FunctionType) and value.__module__ == name:
            members = {key: value}
        else:
            if _simple(value) and _numbers(value):
                found[key] = value
            continue
        for at, each in members.items():
            plain = each.__func__ if isinstance(each, classmethod | staticmethod) else each
            if callable(plain):
                found |= {f"{at}({word})": default for word, default in _defaults(plain).items()}
        if isinstance(value, type) and dataclasses.is_dataclass(value):
            some = {f"{key}.{each.name}": each.default for each in dataclasses.fields(value)}
            found |= {at: each for at, each in some.items() if _simple(each) and _numbers(each)}
    return found


def _names() -> list[str]:
    walked = pkgutil.walk_packages(huarong.__path__, "huarong.", onerror=lambda _: None)
    return sorted(each.name for each in walked if not each.name.startswith(LEFT))


def _folder(folder: str) -> dict[str, Any]:
    names = [name for name in _names() if name.split(".")[1] == folder]
    return {
        f"{name}:{key}": value
        for name in names
        for key, value in _module(name).items()
        if not isinstance(value, str)
    }


WORKS: dict[str, Work] = {
    folder: functools.partial(_folder, folder)
    for folder in sorted({name.split(".")[1] for name in _names()})
}
