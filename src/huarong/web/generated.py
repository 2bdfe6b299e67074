"""Generated files of the pages: texts by language, the Chinese of faults, the names of the library, and the widget."""

import functools
import json
import re
from collections.abc import Callable
from graphlib import TopologicalSorter

from huarong.atlas.why import TEXTS
from huarong.i18n import catalogue
from huarong.library.catalogue import entries
from huarong.web.pages import FILES, STATIC, named, stamp

_READING = ("cells", "faults", "formats", "gridtext", "impossible", "letters", "reader", "rush", "tiles")
_TEXT = re.compile(r"'((?:[^'\\\n]|\\.)+)'|\"((?:[^\"\\\n]|\\.)+)\"")


@functools.cache
def faults() -> bytes:
    """Return the Chinese templates of the page's text reader and of its reasons, by the English templates."""
    chinese = catalogue("zh")
    texts = "\n".join((STATIC / "rules" / f"{name}.js").read_text("utf-8") for name in _READING)
    found = (one or two for one, two in _TEXT.findall(re.sub(r"' \+\n\s*'", "", texts)))
    words = {text: chinese[text] for text in sorted(set(found)) if text in chinese}
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()


@functools.cache
def reasons() -> bytes:
    """Return the sentences of reasons in both languages, by their kinds."""
    texts = {f"why {kind}": [text, catalogue("zh")[text]] for kind, text in TEXTS.items()}
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


@functools.cache
def names() -> str:
    """Return a module with the library's names and texts and the widget's style sheet, which makes no requests."""
    rows = [
        [entry.name, entry.name_zh, entry.puzzle.line() if entry.goal else entry.text, int(entry.group == "openings")]
        for entry in entries()
    ]
    made = {"NAMES": rows, "STYLE": _style("alone/widget/look.css", 0).decode()}
    texts = {name: json.dumps(value, ensure_ascii=False, separators=(",", ":")) for name, value in made.items()}
    return "".join(f"export const {name} = {text};\n" for name, text in texts.items())


# The widget's modules in one, for embedding pages and notebooks: a module becomes a function, called once, that returns
# its exports. Only these forms are supported: `import { a, b as c } from './x.js'`, `import * as x`,
# `import './x.js'`, `export` before a declaration, and `export { a, b as c };`.

_IMPORT = re.compile(
    r"""^import\s+(?:(?:\{(?P<names>[^}]*)\}|\*\s+as\s+(?P<whole>\w+))\s+from\s+)?'(?P<file>\.[\w./-]+\.js)';\n?""",
    re.M,
)
_EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function\*?|class|const|let)\s+([\w$]+))", re.M)
_AWAIT = re.compile(r"^(?:(?:const|let) .*= )?await ", re.M)
_LIST = re.compile(r"^export\s+\{([^}]*)\};\n?", re.M)


def bundled(entry: str, source: dict[str, str] | None = None) -> str:
    r"""Return a module without imports, equivalent to an entry module; `source` has texts of modules without a file.

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
    return "".join(parts) + _IMPORT.sub(functools.partial(_taken, entry), texts[entry]).strip() + "\n"


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
    body = _LIST.sub("", _EXPORT.sub("", _IMPORT.sub(functools.partial(_taken, name), text))).strip()
    begin = "await (async () =>" if _AWAIT.search(text) else "(() =>"
    return f"const {_variable(name)} = {begin} {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();\n"


@functools.cache
def widget() -> bytes:
    """Return `<huarong-board>` in one module."""
    return bundled("alone/widget/widget.js", {"alone/widget/names.js": names()}).encode()


@functools.lru_cache(8)
def _words(column: int, changed: int) -> bytes:
    pairs = json.loads((STATIC / "shared" / "words.json").read_text("utf-8"))
    own = {key: texts[column] for key, texts in pairs.items()}
    return json.dumps(own, ensure_ascii=False, separators=(",", ":")).encode()


@functools.lru_cache(32)
def _style(name: str, changed: int) -> bytes:
    text = re.sub(r"/\*.*?\*/", "", (STATIC / name).read_text("utf-8"), flags=re.S)
    return re.sub(r"\s*([{};,])\s*|(?<=:)\s+", r"\1", text).replace(";}", "}").strip().encode()


MADE: dict[str, Callable[[], bytes]] = {
    "alone/faults.json": faults,
    "huarong-board.js": widget,
    "play/why.json": reasons,
    "shared/words.en.json": lambda: _words(0, stamp()),
    "shared/words.zh.json": lambda: _words(1, stamp()),
    **{name: functools.partial(lambda name: _style(name, stamp()), name) for name in FILES if name.endswith(".css")},
}
"""The functions that make the files, by file name."""
