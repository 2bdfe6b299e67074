"""The application: pages and their files, also for offline use, the API, and the security headers."""

import asyncio
import contextlib
import functools
import gzip
import hashlib
import mimetypes
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from huarong import __version__
from huarong.library.catalogue import entries
from huarong.web.access_control import Access, AccessControl
from huarong.web.answers import table_url
from huarong.web.endpoint import Answering, Server
from huarong.web.endpoints import ENDPOINTS
from huarong.web.endpoints.museum import urls_to_keep
from huarong.web.fields import FieldError
from huarong.web.generated import MADE
from huarong.web.job_queue import Capacity
from huarong.web.pages import FILES, FIRST, MISSING, PAGES, POLICY, STATIC, WebPage, imported, stamp
from huarong.web.preview import previewed
from huarong.web.replies import as_json, failed, refused

API = "/api/v1/"
"""The path of the API."""

HEADERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
LEAST_PACKED = 1000
"""Smaller files, in bytes, are sent uncompressed."""
SMALLER = [Middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)]
"""Compression of complete answers."""
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Guard:
    """Middleware that adds the security headers to every answer, and refuses a request with several `Host` headers."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self.headers]
            await send(message)

        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        hosts = sum(name == b"host" for name, _ in scope["headers"])
        if hosts > 1:  # a proxy and this server might go by different ones
            wrong = FieldError("host", "the request has {count} Host headers; expected one", count=hosts)
            await refused(wrong, scope)(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)


def create(capacity: Capacity | None = None, access: Access | None = None) -> Starlette:
    """Create the ASGI application. Its only state is caches, whose content can be recomputed.

    Without `access`, it answers every request, for use behind another program's access control.

    >>> [route.path for route in create().routes][:2]
    ['/api/v1/hint', '/api/v1/distances']
    """
    server = Server(ENDPOINTS, capacity)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        ready = asyncio.create_task(run_in_threadpool(_make_ready))
        yield
        await ready
        server.close()

    app = Starlette(
        routes=[
            *(
                Route(API + e.path, Answering(e, server), methods=e.methods, middleware=SMALLER * ("GET" in e.methods))
                for e in server.endpoints
            ),
            *(Route(page.path, functools.partial(_page, page)) for page in (*PAGES, MISSING)),
            Route("/api", lambda request: RedirectResponse("docs")),
            # The scope of a service worker is its own folder.
            Route("/sw.js", functools.partial(_file, STATIC / "alone" / "sw.js")),
            Route("/offline.json", offline, middleware=SMALLER),
            Route("/static/{path:path}", static),
        ],
        middleware=[Middleware(Guard), *([Middleware(AccessControl, access)] if access else [])],
        exception_handlers={HTTPException: problem, Exception: fault},
        lifespan=lifespan,
    )
    app.state.server = server
    return app


async def _file(path: Path, request: Request) -> Response:
    return _kept(request, *_read(path, path.stat().st_mtime_ns), _kind(path.name))


async def _page(page: WebPage, request: Request) -> Response:
    body = (await previewed(page.html(), request)).encode()
    return _kept(request, body, _tag(body), "text/html")


def _kind(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def _kept(request: Request, body: bytes, tag: str, kind: str) -> Response:
    """Return a page or a file, or 304 if the browser has it."""
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if len(body) >= LEAST_PACKED and not kind.startswith("image/p"):
        headers["vary"] = "accept-encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = _packed(body)
    return Response(body, media_type=kind, headers=headers)


def _make_ready() -> None:
    """Read and compress in advance what the first page needs."""
    made = (make() for name, make in MADE.items() if name.startswith("shared"))
    for body in (PAGES[0].html().encode(), *((STATIC / name).read_bytes() for name in imported(PAGES[0].first)), *made):
        _packed(body)


@functools.lru_cache(256)
def _packed(body: bytes) -> bytes:
    """Compress a file; the result is kept, because a page requests thirty files at the same moment."""
    return gzip.compress(body, 6, mtime=0)


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:16]}"'


@functools.lru_cache(256)
def _read(path: Path, changed: int) -> tuple[bytes, str]:
    body = path.read_bytes()
    return body, _tag(body)


async def static(request: Request) -> Response:
    """A file of the pages."""
    name = request.path_params["path"]
    if name in MADE:
        body = MADE[name]()
        return _kept(request, body, _tag(body), _kind(name))
    if name not in FILES:
        raise HTTPException(404)
    return await _file(STATIC / name, request)


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
        *(f"api/v1/{name}" for name in ("library", "museum", "openapi.json", "records")),
        f"api/v1/puzzle?text={quote(FIRST)}",
        *(url[1:] for url in urls_to_keep()),
        *(f"{url[1:]}&metric={m}" for m in ("move", "step", "slide") for url in tables if url),
    ]
    return shell, data


@functools.lru_cache(2)
def edition(changed: int) -> str:
    """Return a checksum of the program's version and of the pages' files at the time `changed`: if it differs, the
    service worker fetches them anew.
    """
    parts = [__version__, *(page.html() for page in (*PAGES, MISSING))]
    sums = hashlib.sha256("\n".join(parts).encode())
    for name in sorted(FILES):
        sums.update((STATIC / name).read_bytes())
    return sums.hexdigest()[:16]


async def offline(request: Request) -> Response:
    """The files for the service worker to cache: the pages, their files, the tables for the library's small sets."""
    shell, data = offline_paths()
    return as_json({"edition": edition(stamp()), "missing": MISSING.path[1:], "shell": shell, "data": data})


async def problem(request: Request, error: Any) -> Response:
    """Return an HTTP error in the API's form, or as a page for a missing page."""
    path = request.url.path
    page = "text/html" in request.headers.get("accept", "") and API not in path
    if error.status_code == 404 and page:
        root = request.scope.get("root_path", "") + "/"
        return Response(MISSING.html(root), 404, media_type="text/html")
    return failed(error.detail, error.status_code, **(error.headers or {}))


async def fault(request: Request, error: Exception) -> Response:
    """Return the answer to an internal error, without details."""
    return failed("a fault of the server", 500)
