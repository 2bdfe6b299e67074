"""The web app: a Starlette server with a versioned JSON API, and the page that plays, hints, edits and maps.

Nothing is kept between requests but caches of what can be computed again.
"""
