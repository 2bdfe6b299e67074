"""Bundling modules of the pages: the widget into one, for embedding pages and notebooks; a page into a few.

A module becomes a function, called once, that returns its exports; of the language's forms of import and export only
those used in `static/` are supported: `import { a, b as c } from './x.js'`, `import * as x`, `import './x.js'`, and
`export` before a declaration.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from graphlib import TopologicalSorter

from huarong.web.pages import STATIC, chunk_of, named

_IMPORT = re.compile(
    r"""^import\s+(?:(?:\{(?P<names>[^}]*)\}|\*\s+as\s+(?P<whole>\w+))\s+from\s+)?'(?P<file>\.[\w./-]+\.js)';\n?""",
    re.M,
)
_EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function\*?|class|const|let)\s+([\w$]+))", re.M)
_LATER = re.compile(r"\bimport\('(\.[\w./-]+\.js)'\)")
_AWAIT = re.compile(r"^(?:(?:const|let) .*= )?await ", re.M)
_COMMENT = re.compile(r"\s+// [^'\"`]*$")
_LIST = re.compile(r"^export\s+\{([^}]*)\};\n?", re.M)


def bundled(entry: str, source: dict[str, str] | None = None) -> str:
    r"""A module without imports that is equivalent to an entry module; `source` has the texts of modules that are not
    files.

    >>> second = "import { one as x } from './a.js';\nexport const two = x + 1;"
    >>> bundled("b.js", {"a.js": "export const one = 1;", "b.js": second})
    'const m_a = (() => {\nconst one = 1;\nreturn { one };\n})();\nconst { one: x } = m_a;\nexport const two = x + 1;\n'
    """
    texts, needs = {}, {}
    todo = [entry]
    for name in todo:
        if name in texts:
            continue
        texts[name] = (source or {}).get(name) or (STATIC / name).read_text("utf-8")
        needs[name] = [named(found["file"], name) for found in _IMPORT.finditer(texts[name])]
        todo += needs[name]
    parts = [_wrapped(name, texts[name]) for name in TopologicalSorter(needs).static_order() if name != entry]
    return "".join(parts) + _IMPORT.sub(partial(_taken, entry), texts[entry]).strip() + "\n"


@dataclass(frozen=True)
class _Chunk:
    """Modules in one file: those that an entry imports, without those of the chunks that are loaded before it."""

    entry: str
    before: tuple[_Chunk, ...]
    modules: tuple[str, ...]


def chunked(entry: str) -> dict[str, str]:
    """The modules of a page as a few files, by file name: its entry and what that imports, then what is imported on
    demand.

    A module is in one file only, so its state is there once. Comments and indents are left out.

    >>> {"play-answers.js", "play-first.js"} <= chunked("play/first.js").keys()
    True
    """
    done: dict[str, _Chunk] = {}
    todo: list[tuple[str, tuple[_Chunk, ...]]] = [(entry, ())]
    for name, before in todo:
        loaded = {module for chunk in before for module in chunk.modules}
        if name in done or name in loaded:
            continue
        modules = tuple(each for each in _ordered(name) if each not in loaded)
        done[name] = chunk = _Chunk(name, before, modules)
        todo += [
            (named(path, module), (*before, chunk)) for module in modules for path in _LATER.findall(_text(module))
        ]
    return {chunk_of(entry, chunk.entry): _written(entry, chunk, done) for chunk in done.values()}


def _text(name: str) -> str:
    return (STATIC / name).read_text("utf-8")


def _ordered(entry: str) -> tuple[str, ...]:
    """A module and all that it imports, each after those that it imports."""
    needs: dict[str, list[str]] = {}
    todo = [entry]
    for name in todo:
        if name not in needs:
            needs[name] = [named(each["file"], name) for each in _IMPORT.finditer(_text(name))]
            todo += needs[name]
    return tuple(TopologicalSorter(needs).static_order())


def _written(page: str, chunk: _Chunk, chunks: dict[str, _Chunk]) -> str:
    """The text of a chunk: imports of what earlier ones hold, its modules, and an export of them."""

    def later(module: str, found: re.Match[str]) -> str:
        wanted = named(found[1], module)
        if wanted not in chunks:  # it is loaded already
            return f"Promise.resolve({_variable(wanted)})"
        return f"import('./{chunk_of(page, wanted)}').then((all) => all.{_variable(wanted)})"

    parts = []
    for earlier in chunk.before:
        names = ", ".join(map(_variable, earlier.modules))
        parts.append(f"import {{ {names} }} from './{chunk_of(page, earlier.entry)}';\n")
    for module in chunk.modules:
        parts.append(_wrapped(module, _LATER.sub(partial(later, module), _bare(_text(module)))))
    return f"{''.join(parts)}export {{ {', '.join(map(_variable, chunk.modules))} }};\n"


def _bare(text: str) -> str:
    """A module without its comments and indents; texts of several lines stay, and comments after code with a quote or a
    slash.
    """
    lines, inside = [], False
    for line in text.split("\n"):
        short = line if inside else re.sub(r"^([^'\"`/]*) // .*", r"\1", line.strip())
        if not inside and (not short or short.startswith("//")):
            continue
        inside ^= line.count("`") % 2 == 1
        lines.append(short if inside else _COMMENT.sub("", short))
    return "\n".join(lines)


def _variable(name: str) -> str:
    return "m_" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _taken(script: str, found: re.Match[str]) -> str:
    module = _variable(named(found["file"], script))
    if found["whole"]:
        return f"const {found['whole']} = {module};\n"
    if found["names"]:
        names = re.sub(r"\s+as\s+", ": ", found["names"].strip().rstrip(","))
        return f"const {{ {names} }} = {module};\n"
    return ""


def _wrapped(name: str, text: str) -> str:
    names = _EXPORT.findall(text)
    names += [each.strip() for part in _LIST.findall(text) for each in part.split(",")]
    body = _LIST.sub("", _EXPORT.sub("", _IMPORT.sub(partial(_taken, name), text))).strip()
    begin = "await (async () =>" if _AWAIT.search(text) else "(() =>"
    return f"const {_variable(name)} = {begin} {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();\n"
