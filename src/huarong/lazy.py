"""Public names that are imported when first used: importing NumPy takes longer than a solve."""

from __future__ import annotations

import contextlib
import importlib
import sys

TYPE_CHECKING = False  # `typing` takes longer to import than this package
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

__all__ = ["HANDED_DOWN", "lazily"]

HANDED_DOWN: dict[str, Callable[[Any], Any]] = {}
"""Functions of higher floors that values of the model call: `picture` and `prove`; `huarong` sets them when it is imported."""


def lazily(
    package: str, names: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package that imports its public names and modules when they are first used.

    `names` maps each public name to its module. `dir(package)` lists them all.

    >>> get, names = lazily("huarong", {"Space": "huarong.space.space"})
    >>> get("Space").__name__, get("notation").__name__, "Space" in names()
    ('Space', 'huarong.notation', True)
    """

    def get(name: str) -> Any:
        if name in names:
            value = getattr(importlib.import_module(names[name]), name)
            setattr(sys.modules[package], name, value)
            return value
        with contextlib.suppress(ModuleNotFoundError):
            if not name.startswith("_"):
                return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names})

    return get, listed
