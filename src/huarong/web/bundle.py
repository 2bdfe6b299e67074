"""Bundling the widget's modules into one, for embedding pages and notebooks.

A module becomes a function, called once, that returns its exports; of the language's forms of import and export only
those used in `static/` are supported: `import { a, b as c } from './x.js'`, `import * as x`, `import './x.js'`, and
`export` before a declaration, and `export { a, b as c };`.
"""

from __future__ import annotations

import re
from functools import partial
from graphlib import TopologicalSorter

from huarong.web.pages import STATIC, named

_IMPORT = re.compile(
    r"""^import\s+(?:(?:\{(?P<names>[^}]*)\}|\*\s+as\s+(?P<whole>\w+))\s+from\s+)?'(?P<file>\.[\w./-]+\.js)';\n?""",
    re.M,
)
_EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function\*?|class|const|let)\s+([\w$]+))", re.M)
_AWAIT = re.compile(r"^(?:(?:const|let) .*= )?await ", re.M)
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
    listed = [each.strip() for part in _LIST.findall(text) for each in part.split(",")]
    names += [re.sub(r"^([\w$]+)\s+as\s+([\w$]+)$", r"\2: \1", each) for each in listed]
    body = _LIST.sub("", _EXPORT.sub("", _IMPORT.sub(partial(_taken, name), text))).strip()
    begin = "await (async () =>" if _AWAIT.search(text) else "(() =>"
    return f"const {_variable(name)} = {begin} {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();\n"
