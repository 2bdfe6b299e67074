"""Packages that only some of the program needs: each belongs to an extra, which says how to install it."""

from __future__ import annotations

import importlib
from typing import Any

from huarong.errors import InputError

__all__ = ["optional"]

_TITLES = {
    "PIL": "Pillow",
    "cupy": "CuPy",
    "fpdf": "fpdf2",
    "httptools": "httptools",
    "ray": "Ray",
    "resvg_py": "resvg-py",
    "starlette": "Starlette",
    "textual": "Textual",
}
"""What packages are called, where it is not their modules' name."""


def optional(module: str, extra: str) -> Any:
    """A module of another package, or one of ours that needs one; the extra is the one that installs it.

    Raises `InputError`, which says so, where the package is not there.

    >>> optional("json", "web").__name__
    'json'
    >>> optional("no_such_package.part", "web")
    Traceback (most recent call last):
    huarong.errors.InputError: this needs no_such_package, which is not installed: pip install 'huarong[web]'
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = (getattr(error, "name", None) or module).partition(".")[0]
        if name == "huarong":
            raise
        raise InputError(
            "this needs {package}, which is not installed: pip install 'huarong[{extra}]'",
            package=_TITLES.get(name, name),
            extra=extra,
        ) from error
