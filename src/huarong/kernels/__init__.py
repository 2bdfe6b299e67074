"""The compiled inner loops, in Cython's pure Python mode: each module also runs uncompiled, as plain Python.

`kernel(name)` returns the module of a kernel. It is the compiled module if this one and all compiled modules that it
needs exist. With `HUARONG_PURE=1` in the environment, or `pure=True`, it is plain Python.
"""

import builtins
import functools
import importlib
import importlib.util
import os
import sys
import warnings
from collections.abc import Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from types import ModuleType, SimpleNamespace
from typing import Any

from huarong.kernels import _plain

NOT_COMPILED = (
    "kernels are not compiled, because the installation found no working C compiler: everything works, but hundreds "
    "of times slower; install gcc or clang, then install huarong again"
)
SHARED = "_shared"
"""The compiled module with Cython's code for arrays, which all compiled kernels share."""
TOGETHER = ("expander", "search", "team")
"""Kernels that read each other's fields in C. If one of them did not compile, all of them run as plain Python."""


@functools.cache
def kernel(name: str, pure: bool | None = None) -> ModuleType:
    """Return the module of a kernel by its name.

    >>> kernel("search", pure=True).__name__
    'huarong.kernels.search (plain)'
    """
    if pure is None:
        pure = os.environ.get("HUARONG_PURE", "") not in ("", "0")
    if pure:
        return _uncompiled(name)
    if {SHARED, name, *(TOGETHER if name in TOGETHER else ())} <= _compiled():
        return importlib.import_module(f"huarong.kernels.{name}")
    _warn_once()
    return _uncompiled(name)


def record(arrays: Mapping[str, Any], **numbers: Any) -> SimpleNamespace:
    """Return arrays and numbers by name, for a kernel's class with many fields.

    Arrays become memory views, from which uncompiled kernels read Python integers. A duplicate name, or a name that the
    class lacks, is an error.
    """
    return SimpleNamespace(**{name: memoryview(each) for name, each in arrays.items()}, **numbers)


@functools.cache
def _compiled() -> frozenset[str]:
    """Return the names of the compiled modules; the installation may lack any of them."""
    names = os.listdir(os.path.dirname(__file__))
    return frozenset(n.partition(".")[0] for n in names if n.endswith(tuple(EXTENSION_SUFFIXES)))


@functools.cache
def _uncompiled(name: str) -> ModuleType:
    """Import a kernel and its cimports as plain Python, even if compiled ones exist."""
    path = os.path.join(os.path.dirname(__file__), f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"huarong.kernels.{name} (plain)", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__["__builtins__"] = {**vars(builtins), "__import__": _import}
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _import(name: str, *rest: Any) -> ModuleType:
    """Import for a kernel that runs as plain Python: `cython` is a stand-in, and cimports are plain Python too."""
    if name == "cython":
        return _plain
    name = name.removeprefix("cython.cimports.")
    folder, _, last = name.rpartition(".")
    if folder == __name__ and last[0] != "_":
        return _uncompiled(last)
    return builtins.__import__(name, *rest)


@functools.cache
def _warn_once() -> None:
    warnings.warn(NOT_COMPILED, RuntimeWarning, stacklevel=3)
