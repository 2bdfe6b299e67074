"""The table of pages and their files; `static/shared/frame.html` has the common parts of pages."""

import functools
import json
import os
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path

from huarong import library
from huarong.web.answers import puzzle_json

FIRST = "横刀立马"
"""The puzzle that the playing page opens first (`static/ask/source.js`)."""
STATIC = Path(__file__).parent / "static"
"""The folder of the pages' files: a folder in it is a room, from `rules` to `museum`."""
_ALL = tuple(STATIC.rglob("*.*"))
FILES = frozenset(
    name
    for name in (path.relative_to(STATIC).as_posix() for path in _ALL if path.suffix != ".html")
    if name != "alone/sw.js" and not name.startswith("alone/widget/")
)
"""The files of the pages by their paths in `static/`; `sw.js` and the widget have addresses of their own."""
_IMPORT = re.compile(r"""^(?:import|export)\b(?!\()[^;'"]*?["'](\.[\w./-]+\.js)["']""", re.M)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What a page may load: a header of the server, and a `meta` of a page without one."""


@dataclass(frozen=True)
class WebPage:
    """A page: its path, its title in Chinese and English, and the files that it alone preloads.

    Its content is `static/WHERE.html`, and its module `static/WHERE.js`. The page includes the `puzzle` that it opens.
    A `first` module, if there is one, draws that puzzle; it comes first and requests the links `later`.
    """

    path: str
    where: str
    title: str
    label: str
    styles: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    listed: bool = True
    puzzle: str = ""
    first: str = ""

    @property
    def name(self) -> str:
        """The name of the page, without its room."""
        return self.where.rpartition("/")[2]

    @property
    def file(self) -> str:
        """The page's file name in a static site."""
        return "index.html" if self.path == "/" else f"{self.path[1:]}.html"

    def html(self, root: str = "", files: bool = False) -> str:
        """The HTML of the page; its links begin with `root`, or are relative. With `files`, links end in `.html`.

        >>> "<title>题库 Puzzles · 华容 Huarong</title>" in PAGES[1].html()
        True
        """
        return _written(self, root, files, stamp())

    def _html(self) -> str:
        main = f"{self.where}.js"
        script = self.first or main
        preloaded = imported(script)
        later = [name for name in (main, *imported(main)) if name not in (script, *preloaded)] if self.first else []
        styles = self.styles if self.first else ("shared/more.css", *self.styles)
        head = [
            *(f'<link rel="stylesheet" href="/static/{name}">' for name in styles),
            *(f'<link rel="preload" href="/static/{name}" as="fetch" crossorigin>' for name in self.texts),
            *(f'<link rel="modulepreload" href="/static/{name}">' for name in preloaded),
            *(f'<link rel="later" href="/static/{name}">' for name in later),
        ]
        tab = '<a href="{0.path}"{1} data-t="{0.name}">{0.title} {0.label}</a>'
        values = {"title": f"{self.title} {self.label}", "head": "\n".join(head), "script": script, "name": self.name}
        tabs = (tab.format(p, ' aria-current="page"' * (p is self)) for p in PAGES if p.listed)
        main = (STATIC / f"{self.where}.html").read_text("utf-8") + self._data()
        values |= {"nav": "\n    ".join(tabs), "main": main}
        frame = (STATIC / "shared" / "frame.html").read_text("utf-8")
        text = re.sub(r"\{(\w+)\}", lambda part: values[part[1]], frame)
        return re.sub(r"\n\s+", "\n", text)  # indents are for those who write it

    def _data(self) -> str:
        """Return the answer of `GET puzzle` for the page's puzzle, which saves a request before the board is drawn."""
        if not self.puzzle:
            return ""
        text = json.dumps(puzzle_json(library.puzzle(self.puzzle)), ensure_ascii=False, separators=(",", ":"))
        text = text.replace("<", r"\u003c")
        return f'<script type="application/json" id="given" data-text="{self.puzzle}">{text}</script>\n'


@functools.lru_cache(64)
def _written(page: WebPage, root: str, files: bool, stamp: int) -> str:
    ends = {each.path: each.file if files and each.path != "/" else each.path[1:] or "./" for each in PAGES}

    def found(link: re.Match[str]) -> str:
        return f'{link[1]}="{root}{ends.get(link[2], link[2][1:])}"'

    text = re.sub(r'\b(href|src)="(/[^"]*)"', found, page._html())
    if not files:
        return text
    policy = f'<head>\n<meta http-equiv="content-security-policy" content="{POLICY}">'
    return text.replace("<html ", "<html data-files ", 1).replace("<head>", policy, 1)


def stamp() -> int:
    """Return the time of the latest change of the pages' files."""
    return max(os.stat(path).st_mtime_ns for path in _ALL)


def named(path: str, script: str) -> str:
    """Return the module in `static/` that another module there imports by a relative path.

    >>> named("../rules/puzzle.js", "play/game.js")
    'rules/puzzle.js'
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(script), path))


def imported(script: str) -> tuple[str, ...]:
    """Return all modules that a module imports, directly or not, for fetching at once; not modules loaded later."""
    found: dict[str, None] = {}
    queue = [script]
    for name in queue:
        for path in _IMPORT.findall((STATIC / name).read_text("utf-8")):
            other = named(path, name)
            if other not in found and other != script:
                found[other] = None
                queue.append(other)
    return tuple(found)


PAGES = (
    WebPage("/", "play/play", "游玩", "Play", ("play/look.css",), puzzle=FIRST, first="play/first.js"),
    WebPage("/library", "library/library", "题库", "Puzzles", ("library/look.css",)),
    WebPage("/path", "library/path", "历程", "Path", ("library/look.css",)),
    WebPage("/solve", "solve/solve", "求解", "Solve", ("solve/look.css",)),
    WebPage("/edit", "editor/edit", "编辑", "Edit", ("editor/look.css",)),
    WebPage("/map", "map/map", "地图", "Map", ("map/look.css",)),
    WebPage("/study", "museum/study", "展馆", "Museum", ("museum/look.css",), ("museum/words.json",)),
    WebPage(
        "/records", "library/records", "纪录", "Records", ("library/look.css",), ("library/records.json",), listed=False
    ),
    WebPage("/timer", "timer/timer", "计时", "Timer", ("timer/look.css",), ("timer/words.json",), listed=False),
    WebPage("/docs", "docs/docs", "接口", "API", ("docs/look.css",), ("docs/words.json",), listed=False),
)
MISSING = WebPage("/404", "board/missing", "没有这一页", "Not found", ("solve/look.css",), listed=False)
"""The page for unknown paths."""
