"""The compiled inner loops, in Cython's pure Python mode: each module also runs uncompiled, as plain Python.

`kernel(name)` returns a kernel's module, the compiled one if there is one; with `HUARONG_PURE=1` in the
environment, or `pure=True`, as plain Python.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import sys
import warnings
from types import ModuleType

NOT_COMPILED = (
    "the kernels are not compiled, as no C compiler was found at the install: all works, but hundreds "
    "of times slower; install gcc or clang, then install huarong again"
)


@functools.cache
def kernel(name: str, pure: bool | None = None) -> ModuleType:
    """A kernel's module by its name.

    >>> kernel("search", pure=True).__name__
    'huarong.kernels.search (plain)'
    """
    if pure is None:
        pure = os.environ.get("HUARONG_PURE", "") not in ("", "0")
    if pure:
        return _uncompiled(name)
    module = importlib.import_module(f"huarong.kernels.{name}")
    if str(module.__file__).endswith(".py"):
        _warn_once()
    return module


def _uncompiled(name: str) -> ModuleType:
    """Import a kernel as plain Python, also where there is a compiled one."""
    path = os.path.join(os.path.dirname(__file__), f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"huarong.kernels.{name} (plain)", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@functools.cache
def _warn_once() -> None:
    warnings.warn(NOT_COMPILED, RuntimeWarning, stacklevel=3)
