"""Optional packages: each belongs to an extra of Huarong, by which it is installed."""

import importlib
from typing import Any

from huarong.errors import MissingPackageError


def optional(module: str, extra: str) -> Any:
    """Import a module of an optional package; `extra` is the extra that installs it.

    Raises `MissingPackageError` if the package is not installed, with the command that installs the extra from a
    checkout.

    >>> optional("json", "export").__name__
    'json'
    >>> optional("no_such_package.part", "no_such_extra")
    Traceback (most recent call last):
    huarong.errors.MissingPackageError: this needs no_such_package: python -m pip install ".[no_such_extra]"
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = (getattr(error, "name", None) or module).partition(".")[0]
        template = 'this needs {package}: python -m pip install ".[{extra}]"'
        raise MissingPackageError(template, package=name, extra=extra) from None
