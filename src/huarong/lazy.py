"""Public names and data that are loaded on first use, because importing NumPy takes longer than solving a puzzle."""

import importlib
import os
import sys

TYPE_CHECKING = False  # `typing` takes longer to import than this package
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def named(place: str) -> "Any":
    """Import and return what a text `module:name` names.

    >>> named("huarong.space.space:Space").__name__
    'Space'
    """
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


_stored = dict[str, "Any"]()


def stored(file: str) -> "Any":
    """Return the content of a file of `huarong/data`: the parsed value of a JSON file, the text of any other.

    >>> stored("themes.json")["dark"]["key"], stored("completion.fish")[:8]
    ('#c8503f', 'function')
    """
    if file not in _stored:
        import json

        with open(os.path.join(os.path.dirname(__file__), "data", file), encoding="utf-8") as stream:
            _stored[file] = json.load(stream) if file.endswith(".json") else stream.read()
    return _stored[file]


def lazily(package: str) -> "tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]":
    """`__getattr__`, `__dir__` and `__all__` for a package that imports its public names and modules on first use.

    The names are declared in `__init__.pyi` beside the package's `__init__.py`, for type checkers too: `from
    huarong.model.board import Goal as Goal`. `dir(package)` lists all names. If a name needs an optional package that
    is not installed, reading it raises `AttributeError`, so `hasattr`, `help` and completion work; importing its module
    raises `MissingPackageError`.

    >>> get, listed, names = lazily("huarong")
    >>> get("Space").__name__, get("notation").__name__, "Space" in listed(), names[:2]
    ('Space', 'huarong.notation', True, ['Atlas', 'Board'])
    """
    module: Any = sys.modules[package]
    homes = dict[str, str]()
    for part in module.__spec__.loader.get_data(f"{module.__file__}i").decode().split("from huarong.")[1:]:
        home, *names = part.split(" as ")
        homes |= {each.split()[0].strip(",)"): home.split()[0] for each in names}

    def get(name: str) -> "Any":
        path, why = f"{package}.{name}", f"module {package!r} has no attribute {name!r}"
        try:
            if name in homes:
                value = named(f"huarong.{homes[name]}:{name}")
                setattr(module, name, value)
                return value
            if not name.startswith("_"):
                return importlib.import_module(path)
        except ImportError as error:
            if hasattr(error, "template"):
                why = str(error)  # an optional package is missing (`huarong.errors.MissingPackageError`)
            elif error.name != path:
                raise  # the module exists, but lacks a package that everybody has
        raise AttributeError(why, name=name)

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return get, listed, sorted(homes)
