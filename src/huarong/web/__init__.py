"""The web app: a Starlette server with a versioned JSON API, and pages to play, solve, edit, map and study.

The server keeps no state between requests but caches of what can be computed again.
"""
