"""The documentation site: `python -m tools.site` builds it in English and Chinese, without the internet.

Pages are the Markdown of `docs/en/` and `docs/zh/`. The reference is made here of what the program
says of itself: docstrings, the commands' options, the JSON that they print, the records of notations and endpoints.
"""
