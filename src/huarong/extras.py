"""Optional packages: each belongs to an extra of Huarong, by which it is installed."""

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
"""The names of packages, by module, where the two differ."""


def optional(module: str, extra: str) -> Any:
    """Import a module that an optional package provides or that needs one; `extra` is the extra that installs it.

    Raises `InputError` with the command to type where the package is not installed.

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
