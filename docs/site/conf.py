"""Sphinx: MyST for the Markdown, Furo for the look. Called by `docs.site.build` with `language` set."""

project = "Huarong 华容"
author = "Huarong"
extensions = ["myst_parser", "sphinx_copybutton"]
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
