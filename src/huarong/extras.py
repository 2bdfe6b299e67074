"""Optional packages: each belongs to an extra of Huarong, by which it is installed."""

from __future__ import annotations

import importlib
import re
from importlib import metadata
from typing import Any

from huarong.errors import InputError


def optional(module: str, extra: str) -> Any:
    """Import a module of an optional package; `extra` is the extra that installs it.

    Raises `InputError` if the package is not installed, with the command that installs all packages of the extra. It
    names these packages and not Huarong, so that it works from a checkout and from a package.

    >>> optional("json", "export").__name__
    'json'
    >>> optional("no_such_package.part", "no_such_extra")
    Traceback (most recent call last):
    huarong.errors.InputError: this needs no_such_package, which is not installed: python -m pip install no_such_package
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = (getattr(error, "name", None) or module).partition(".")[0]
        raise InputError(
            "this needs {package}, which is not installed: python -m pip install {packages}",
            package=name,
            packages=" ".join(f'"{each}"' for each in _packages(extra)) or name,
        ) from error


def _packages(extra: str) -> list[str]:
    """The requirements of an extra, from the metadata of the installed Huarong; none if it has no metadata."""
    try:
        requirements = metadata.requires("huarong") or []
    except metadata.PackageNotFoundError:
        return []
    ours = re.compile(rf"(.+?) *; *extra == .{re.escape(extra)}.")
    return [found[1] for each in requirements if (found := ours.fullmatch(each))]
