"""Sphinx: MyST for Markdown, autodoc for docstrings, Furo for the look. `tools.site.build` calls it with `language`."""

import json
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

EDITING = json.loads(Path(__file__).with_name("editing.json").read_text("utf-8"))
EDIT, EDIT_TEXT, SOURCES = EDITING["address"], EDITING["text"], EDITING["sources"]
"""Where pages are edited (empty: no repository is set), what the link says, and the source of each page; written by
`build`.
"""

project = "Huarong 华容"
author = "Huarong"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["deflist", "attrs_block"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Huarong 华容"
html_copy_source = False
html_show_copyright = False
html_additional_pages = {"search": "search.html"}
html_static_path = ["_static"]
html_css_files = ["site.css"]
templates_path = ["_templates"]
locale_dirs = ["locale"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "languages.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_theme_options = {"top_of_page_buttons": []}
suppress_warnings = ["myst.header"]
highlight_language = "none"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
default_role = "code"
autodoc_default_options = {"members": True, "no-index": True}
autodoc_member_order = "bysource"
python_maximum_signature_line_length = 88


def setup(app: Sphinx) -> None:
    """Leave out fields of named tuples that nobody wrote about and Sphinx's search; link each page to its source."""

    def alias(app: Sphinx, what: str, name: str, value: Any, *rest: Any) -> bool | None:
        return True if str(value.__doc__).startswith("Alias for field") else None

    def begun(app: Sphinx) -> None:
        app.builder.search = False  # tools/site/search.py has one that finds Chinese

    def edited(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
        if EDIT and "body" in context and page in SOURCES:
            link = f'<a href="{EDIT}/{SOURCES[page]}" rel="edit">{EDIT_TEXT}</a>'
            context["body"] += f'<p class="edit-page">{link}</p>'

    app.connect("autodoc-skip-member", alias)
    app.connect("builder-inited", begun)
    app.connect("html-page-context", edited)
