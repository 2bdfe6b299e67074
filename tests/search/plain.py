"""Run searches with kernels that are not compiled."""

import contextlib
import importlib
import pkgutil

import pytest

import huarong.search
from huarong.kernels import kernel

MODULES = [
    importlib.import_module(f"huarong.search.{each.name}") for each in pkgutil.iter_modules(huarong.search.__path__)
]


@contextlib.contextmanager
def plain_kernels():
    with pytest.MonkeyPatch.context() as patch:
        for module in MODULES:
            if hasattr(module, "kernel"):
                patch.setattr(module, "kernel", lambda name: kernel(name, pure=True))
        yield
