"""Sphinx: MyST for the Markdown, autodoc for docstrings, Furo for the look. Called by `docs.site.build` with `language` set."""

from typing import Any

from sphinx.application import Sphinx

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
html_search_options = {}
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
    """Leave out the fields of named tuples that nobody wrote about."""

    def alias(app: Sphinx, what: str, name: str, value: Any, *rest: Any) -> bool | None:
        return True if str(value.__doc__).startswith("Alias for field") else None

    app.connect("autodoc-skip-member", alias)
