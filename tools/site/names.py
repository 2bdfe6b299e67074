"""The reference of Python: a page for each package and for each module with public names, a section for each name."""

from __future__ import annotations

import ast
import doctest
import functools
import importlib
import inspect
import itertools
import re
import textwrap
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.site.contents import ROOT, WRITTEN, source
from tools.site.words import word

SOURCE = ROOT / "src" / "huarong"
EXTRA = Path(__file__).with_name("examples.txt")
"""Examples of names whose docstrings have none."""


@functools.cache
def packages() -> tuple[str, ...]:
    """The public packages: those that say what is public in them."""
    files = (SOURCE / "__init__.py", *sorted(SOURCE.glob("*/__init__.py")))
    return tuple(
        ".".join(["huarong", *path.parent.relative_to(SOURCE).parts])
        for path in files
        if "__all__" in path.read_text("utf-8")
    )


def names(package: str) -> list[str]:
    """The public names of a package, as they are listed in its `__all__`."""
    return sorted(importlib.import_module(package).__all__, key=str.lower)


def rst(docstring: str) -> str:
    """A docstring, which is reStructuredText, within a page of Markdown."""
    return f"````{{eval-rst}}\n{docstring}\n````\n"


@functools.cache
def _examples() -> tuple[tuple[str, str], ...]:
    """Doctests of docstrings and of the pages, each a block: what it is from, and its text."""
    found: list[tuple[str, str]] = []
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                text = ast.get_docstring(node) or ""
                if ">>>" in text:
                    shown = ".".join(["huarong", *path.relative_to(SOURCE).with_suffix("").parts])
                    found.append((shown, "\n".join(_blocks(text))))
    for page in WRITTEN:
        path = source(page, "en")
        text = path.read_text("utf-8") if path.exists() else ""
        found += [(page, block) for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL)]
    parts = re.split(r"^== (\S+)$", EXTRA.read_text("utf-8"), flags=re.MULTILINE)[1:]
    for package, text in zip(parts[::2], parts[1::2], strict=True):
        found += [(package, block) for block in re.split(r"\n\n+", text.strip())]
    for path in sorted((ROOT / "examples").glob("*.py")):
        found.append((f"examples/{path.name}", path.read_text("utf-8")))
    return tuple(found)


def _blocks(text: str) -> Iterator[str]:
    for each in doctest.DocTestParser().get_examples(text):
        source_lines = each.source.splitlines()
        yield "\n".join([f">>> {source_lines[0]}", *(f"... {x}" for x in source_lines[1:])])
        if each.want:
            yield each.want.rstrip("\n")


@functools.cache
def _uses() -> dict[str, list[int]]:
    """By word the numbers of the examples in which it stands."""
    found: dict[str, list[int]] = {}
    for number, (_, text) in enumerate(_examples()):
        for each in set(re.findall(r"\w+", text)):
            found.setdefault(each, []).append(number)
    return found


@functools.cache
def example(package: str, name: str) -> tuple[str, str] | None:
    """An example of a public name: from its own docstring, else the shortest that uses the name; where it is from, and
    its text.
    """
    value = getattr(importlib.import_module(package), name)
    own = inspect.getdoc(value) or "" if callable(value) or inspect.isclass(value) else ""
    if ">>>" in own:
        return "", ""
    part = package.rpartition(".")[2]
    uses = [
        each
        for each in map(_examples().__getitem__, _uses().get(name, ()))
        if part in each[0] or part in each[1] or part == "huarong"
    ]
    return min(uses, key=lambda each: (len(each[1]) > 1500, part not in each[0], len(each[1])), default=None)


def _kind(value: Any) -> str:
    if inspect.isclass(value):
        return "error" if issubclass(value, BaseException) else "class"
    return "function" if callable(value) and not typing.get_origin(value) else "value"


@functools.cache
def _constants() -> dict[str, str]:
    """What is written below each value of a module: its docstring is a string after it."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        body = ast.parse(path.read_text("utf-8")).body
        for node, after in itertools.pairwise(body):
            if isinstance(node, ast.Assign):
                targets: list[ast.expr] = node.targets
            else:
                targets = [node.target] if isinstance(node, ast.AnnAssign) else []
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                found |= {getattr(each, "id", ""): str(after.value.value) for each in targets}
    return found


DIRECTIVES = {"class": "autoclass", "error": "autoexception", "function": "autofunction"}
"""What Sphinx's autodoc calls each kind of name; it finds no docstring of a value in another module."""


def section(package: str, name: str, language: str) -> str:
    """The section of one public name."""
    value = getattr(importlib.import_module(package), name)
    kind = _kind(value)
    text = _constants().get(name, "")
    if kind in DIRECTIVES:
        text = f".. {DIRECTIVES[kind]}:: {package}.{name}"
        if kind == "function" and typing.get_overloads(value):
            # Autodoc would show the overloads alone, which do not name what they unpack.
            shown = str(inspect.signature(value)).replace("'", "")
            about = textwrap.indent(inspect.getdoc(value) or "", "   ")
            text = f".. py:function:: {package}.{name}{shown}\n   :no-index:\n\n{about}"
    lines = [f"## {name}", "", f"*{word(kind, language)}*", "", rst(text)]
    found = example(package, name)
    if found and found[1]:
        lines += [f"{word('example', language)} ({found[0]}):", ""]
        lines += ["```python", found[1].strip(), "```", ""]
    return "\n".join(lines)


@functools.cache
def _written_in() -> dict[str, list[str]]:
    """By name of a value, the modules at whose top it is assigned."""
    found: dict[str, list[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(["huarong", *path.relative_to(SOURCE).with_suffix("").parts])
        for node in ast.parse(path.read_text("utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for each in targets:
                found.setdefault(getattr(each, "id", ""), []).append(module)
    return found


def home(package: str, name: str) -> str:
    """The last part of the name of the module that defines a public name: its page.

    >>> home("huarong.atlas", "Atlas"), home("huarong.draw", "THEMES")
    ('atlas', 'picture')
    """
    module = getattr(getattr(importlib.import_module(package), name), "__module__", None) or ""
    if not module.startswith("huarong."):
        written = _written_in().get(name, [package])
        module = min(written, key=lambda each: not each.startswith(package))
    return module.rpartition(".")[2]


@functools.cache
def modules(package: str) -> dict[str, list[str]]:
    """The names of a package by the path of the page that they are on."""
    found: dict[str, list[str]] = {}
    for name in names(package):
        found.setdefault(f"generated/python/{package}/{home(package, name)}", []).append(name)
    return dict(sorted(found.items()))


def _first(value: Any) -> str:
    """The first sentence of a docstring; nothing for a value."""
    about = inspect.getdoc(value) or "" if callable(value) or inspect.isclass(value) else ""
    paragraph = " ".join(about.partition("\n\n")[0].split())
    return re.split(r"(?<=[.:;]) ", paragraph)[0].rstrip(":;").replace("|", "\\|").replace("<", "\\<")


def table(package: str, language: str) -> list[str]:
    """The names of a package, each with a link to its section and its first sentence."""
    module = importlib.import_module(package)
    lines = [f"| {word('name', language)} | {word('what', language)} |", "|---|---|"]
    for path, listed in modules(package).items():
        page = path.removeprefix("generated/python/")
        for name in listed:
            first = _first(getattr(module, name)) or _constants().get(name, "").partition("\n")[0]
            lines.append(f"| [{name}]({page}.md#{name.lower()}) | {first} |")
    return lines


def page(package: str, language: str) -> str:
    """The page of a package: what it is for, and its names."""
    about = rst(inspect.getdoc(importlib.import_module(package)) or "")
    tree = [each.removeprefix("generated/python/") for each in modules(package)]
    parts = [f"# {package}", "", about, "", *table(package, language), ""]
    return "\n".join([*parts, "```{toctree}", ":hidden:", *tree, "```", ""])


def module_page(package: str, path: str, language: str) -> str:
    """The page of a module: a section for each of its public names."""
    above = word("of package", language).format(package=f"[{package}](../{package}.md)")
    parts = [f"# {package}: {path.rpartition('/')[2]}", "", above, ""]
    return "\n".join([*parts, *(section(package, name, language) for name in modules(package)[path])])


def pages(language: str) -> dict[str, str]:
    """All pages of the reference of Python, with the one that lists them first."""
    made = {f"generated/python/{package}": page(package, language) for package in packages()}
    for package in packages():
        for path in modules(package):
            made[path] = module_page(package, path, language)
    lines = [f"# {word('python', language)}", "", word("python about", language), ""]
    lines += ["| | |", "|---|---|"]
    for package in packages():
        first = (inspect.getdoc(importlib.import_module(package)) or "").partition("\n")[0]
        lines.append(f"| [{package}](python/{package}.md) | {first} |")
    lines += ["", "```{toctree}", ":hidden:", *(f"python/{each}" for each in packages()), "```", ""]
    lines += [f"## {word('all names', language)}", ""]
    lines.append(
        " · ".join(
            f"[{name}](python/{package}/{home(package, name)}.md#{name.lower()})"
            for name, package in sorted(
                ((n, p) for p in packages() for n in names(p)), key=lambda each: each[0].lower()
            )
        )
    )
    return {"generated/python": "\n".join(lines) + "\n", **made}
