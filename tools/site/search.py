"""The search of the site: every section of every page as data, and a page that looks for words in it.

Sphinx's own search splits Chinese by a word list that its page lacks (`ChineseStemmer`). Here any run of characters is
found, in every language, without an index: the text of all sections is a few hundred kilobytes.
"""

from __future__ import annotations

import json
import shutil
from html.parser import HTMLParser
from pathlib import Path

from tools.site.contents import WRITTEN, sections, source
from tools.site.words import word

HERE = Path(__file__).parent
SKIPPED = {"search.html", "genindex.html"}
HIDDEN = {"script", "style", "svg"}

TEMPLATE = """{%- extends "page.html" -%}
{%- block htmltitle -%}<title>SEARCH - {{ docstitle }}</title>{%- endblock -%}
{%- block content -%}
<h1>SEARCH</h1>
<form class="finder" role="search"><input name="q" type="search" aria-label="SEARCH" autofocus></form>
<p class="finder-told" role="status" data-about="ABOUT" data-none="NONE" data-some="SOME">ABOUT</p>
<ol class="finder-found"></ol>
{%- endblock -%}
{%- block scripts -%}{{ super() }}
<script src="{{ pathto('_static/sections.js', 1) }}"></script>
<script src="{{ pathto('_static/search.js', 1) }}"></script>
{%- endblock -%}
"""


class Sections(HTMLParser):
    """Reads a page of the site: for each section its anchor, its heading and its text.

    >>> page = Sections()
    >>> page.feed('<article role="main"><section id="a"><h1>A<a class="headerlink">#</a></h1>')
    >>> page.feed("<p>One <b>two</b>.</p></section></article>")
    >>> page.found
    [['a', 'A', 'One two.']]
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: list[list[str]] = []
        self._inside, self._hidden, self._heading, self._anchor = False, 0, False, False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a section, its heading, or what is not read."""
        given = dict(attrs)
        if tag == "article" and given.get("role") == "main":
            self._inside = True
        elif tag == "section" and self._inside:
            self.found.append([given.get("id") or "", "", ""])
        elif tag in HIDDEN:
            self._hidden += 1
        elif tag in {"h1", "h2", "h3", "h4"}:
            self._heading = True
        elif tag == "a" and "headerlink" in (given.get("class") or ""):
            self._anchor = True

    def handle_endtag(self, tag: str) -> None:
        """End what `handle_starttag` began."""
        if tag == "article":
            self._inside = False
        elif tag in HIDDEN:
            self._hidden -= 1
        elif tag in {"h1", "h2", "h3", "h4"}:
            self._heading = False
        elif tag == "a":
            self._anchor = False
        elif self.found and tag in {"p", "li", "td", "th", "dt", "pre"}:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        """Add text to the section that is open."""
        if self._inside and not self._hidden and not self._anchor and self.found:
            last = self.found[-1]
            last[1 if self._heading else 2] = " ".join((last[1 if self._heading else 2] + data).split(" "))

    def close(self) -> None:
        """End the page: runs of blanks become one."""
        super().close()
        self.found = [[a, " ".join(h.split()), " ".join(t.split())] for a, h, t in self.found]


def stage(folder: Path, templates: Path, language: str) -> None:
    """Put the page of the search and its program beside the pages that Sphinx reads."""
    text = TEMPLATE.replace("SEARCH", word("search", language))
    for mark in ("about", "none", "some"):
        text = text.replace(mark.upper(), word(f"search {mark}", language))
    (templates / "search.html").write_text(text, encoding="utf-8")
    static = folder / "_static"
    static.mkdir(exist_ok=True)
    for name in ("search.js", "site.css"):
        shutil.copy(HERE / name, static)


def _other(page: str, language: str) -> str:
    """The headings of a page in the other language, by which its first section is found too."""
    path = source(page, "en" if language == "zh" else "zh")
    known = page in WRITTEN and path.exists()
    return " · ".join(heading for heading, _ in sections(path.read_text("utf-8"))) if known else ""


def index(site: Path, language: str) -> None:
    """Write the sections of all pages of a site that is built, as a script that works from a file too."""
    found = []
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        if name in SKIPPED:
            continue
        page = Sections()
        page.feed(path.read_text("utf-8"))
        page.close()
        title = page.found[0][1] if page.found else ""
        found += [[f"{name}#{anchor}", title, heading, text] for anchor, heading, text in page.found]
        if page.found:
            found[-len(page.found)].append(_other(name.removesuffix(".html"), language))
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    (site / "_static" / "sections.js").write_text(f"const SECTIONS = {text};\n", encoding="utf-8")
