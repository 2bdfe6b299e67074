"""`huarong serve`: start the web app and open the browser; `site`: write it as static files."""

import contextlib
import errno
import socket
import threading
import webbrowser
from typing import Any

import click

from huarong.cli.base import argument, option, tell
from huarong.cli.options import MEMORY, SECONDS, Count, command
from huarong.cli.output import Terms
from huarong.errors import InputError
from huarong.i18n import size_text
from huarong.limits import Limits


@command("serve", terms=None)
@option("--host", "The address to listen on; 0.0.0.0 means all addresses.", "HOST", default="127.0.0.1")
@option("--port", "The port to listen on; 0 means any free port.", Count(0, 65535), metavar="PORT", default=8000)
@option("--browser/--no-browser", "Open the browser.", default=True)
@option("--workers", "How many searches run at once; one client may use all but one of them.", Count(1, 64), default=3)
@option("--waiting", "The maximum number of searches in the queue.", Count(0, 10_000), default=32)
@option("--max-seconds", "The most seconds that a request may ask for (30 if it asks for none).", SECONDS, default=60.0)
@option("--max-memory", "The memory limit of a search.", MEMORY, default="1G")
@option("--allow-host names", "Another host name of this server; * for any.", "NAME", multiple=True)
@option("--cors sites", "A site whose pages may use this server; * allows all.", "SITE", multiple=True)
@option("--proxy", "Trust the client addresses sent by a proxy on this machine.")
def serve_command(
    host: str,
    port: int,
    browser: bool,
    workers: int,
    waiting: int,
    max_seconds: float,
    max_memory: int,
    names: tuple[str, ...],
    sites: tuple[str, ...],
    proxy: bool,
) -> None:
    """Start the web app: play, hints, editor, solver, map, and an HTTP API."""
    import uvicorn

    from huarong.web.access_control import Access, names_of
    from huarong.web.job_queue import MAX_LAYOUTS, Capacity
    from huarong.web.protocol import Bounded
    from huarong.web.server import create

    give_memory_back()
    capacity = Capacity(workers, waiting, Limits.of(max_memory, max_seconds, MAX_LAYOUTS))
    access = Access.of([*names_of(host), *names], sites)
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    address = f"http://{shown}:{port}/"
    click.echo(tell("Huarong: {address} (Ctrl-C stops it)", address=address))
    if browser:
        threading.Timer(0.4, webbrowser.open, [address]).start()
    app = create(capacity, access)

    class Ending(uvicorn.Server):
        """A server that cancels its searches before it shuts down."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.server.close()
            await super().shutdown(sockets)

    quiet: Any = {"ws": "none", "log_level": "error", "access_log": False}
    config = uvicorn.Config(app, http=Bounded, proxy_headers=proxy, timeout_graceful_shutdown=3, **quiet)
    with listener:
        Ending(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address. Raises `InputError` if that fails."""
    with contextlib.ExitStack() as opened:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            listener = opened.enter_context(socket.socket(family, kind, protocol))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(1024)
        except OSError as error:
            text = "cannot listen on {host}, port {port}: {why}"
            if error.errno == errno.EADDRINUSE:
                text = "port {port} of {host} is in use; --port 0 takes any free one"
            raise InputError(text, host=host, port=port, why=error.strerror or str(error)) from error
        opened.pop_all()
        return listener


@command("site", argument("folder", metavar="DIR"))
def site_command(folder: str, terms: Terms) -> None:
    """Write the web app as static files, which any host can serve without Python.

    DIR may be new, empty, or an earlier site. Without a server, the pages can play, give hints, solve, edit and draw
    maps; they say which features require Python. To try the site: `python -m http.server -d DIR`.
    """
    from huarong.web.site import write_site

    found = terms.run(write_site, folder)
    text = "{files:,} {files:file|files}, {size}, in {folder}"
    told = tell(text, files=found.files, size=size_text(found.size), folder=found.folder)
    terms.answer(found.to_json(), told)


def give_memory_back() -> None:
    """Make the C library of Linux return freed memory: by default it keeps most, in a heap for each thread."""
    import ctypes

    trim_threshold, mmap_threshold, most_heaps = -1, -3, -8
    with contextlib.suppress(OSError, AttributeError):
        adjust = ctypes.CDLL("libc.so.6").mallopt
        for which, value in ((trim_threshold, 1 << 17), (mmap_threshold, 1 << 17), (most_heaps, 2)):
            adjust(which, value)
