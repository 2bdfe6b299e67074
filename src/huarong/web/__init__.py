"""The web app: a Starlette server with a versioned JSON API, and pages to play, solve, edit, map and study.

Between requests, the server keeps only caches, whose content can be recomputed.
"""
