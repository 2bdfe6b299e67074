"""The files that the pages need offline: the service worker caches them, and `huarong site` writes them."""

from __future__ import annotations

import functools
import hashlib
from urllib.parse import quote

from huarong import __version__
from huarong.library.catalogue import entries
from huarong.web.answers import table_url
from huarong.web.endpoints.museum import urls_to_keep
from huarong.web.generated import MADE
from huarong.web.pages import FILES, FIRST, MISSING, PAGES, STATIC, stamp


@functools.cache
def offline_paths() -> tuple[list[str], list[str]]:
    """The paths, relative to the app, of the pages and their files, and of the API's answers for library and museum.

    >>> shell, data = offline_paths()
    >>> "static/play/play.js" in shell, data[0]
    (True, 'api/v1/library')
    """
    files = {*FILES, *MADE} - {"huarong-board.js"}  # which is for other pages
    tables = dict.fromkeys(table_url(entry.puzzle) for entry in entries())
    shell = [*(page.path[1:] for page in (*PAGES, MISSING)), *(f"static/{name}" for name in sorted(files))]
    data = [
        "api/v1/library",
        "api/v1/museum",
        "api/v1/openapi.json",
        "api/v1/records",
        f"api/v1/puzzle?text={quote(FIRST)}",
        *(url[1:] for url in urls_to_keep()),
        *(f"{url[1:]}&metric={m}" for m in ("move", "step", "slide") for url in tables if url),
    ]
    return shell, data


def edition() -> str:
    """A checksum of the program's version and of the pages' files, which the service worker compares with its own."""
    return _edition(stamp())


@functools.lru_cache(2)
def _edition(changed: int) -> str:
    parts = [__version__, *(page.html() for page in (*PAGES, MISSING))]
    sums = hashlib.sha256("\n".join(parts).encode())
    for name in sorted(FILES):
        sums.update((STATIC / name).read_bytes())
    return sums.hexdigest()[:16]
