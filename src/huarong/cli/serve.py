"""`huarong serve`: start the web app and open the browser."""

from __future__ import annotations

import errno
import socket
import threading
import webbrowser

import click

from huarong.cli.main import Command, tell
from huarong.errors import InputError

__all__ = ["serve"]


@click.command("serve", cls=Command)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="0 for any free one.",
)
@click.option("--browser/--no-browser", default=True, help="Open the browser.")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Searches at once."
)
@click.option(
    "--waiting",
    type=click.IntRange(0, 10_000),
    default=16,
    show_default=True,
    help="Searches in the queue.",
)
@click.option(
    "--max-seconds",
    type=click.FloatRange(0.1),
    default=60,
    show_default=True,
    help="Most seconds for a search.",
)
@click.option("--max-memory", default="1G", show_default=True, help="Most memory for a search.")
def serve(
    host: str,
    port: int,
    browser: bool,
    workers: int,
    waiting: int,
    max_seconds: float,
    max_memory: str,
) -> None:
    """Start the web app: play, hints, editor, solver, map, and an HTTP API."""
    import uvicorn

    from huarong.limits import Limits
    from huarong.web.desk import MAX_LAYOUTS, Capacity
    from huarong.web.protocol import Bounded
    from huarong.web.server import create

    limits = Limits.of(max_memory, max_seconds, MAX_LAYOUTS)
    capacity = Capacity(workers, waiting, limits)
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    address = f"http://{shown}:{port}/"
    click.echo(tell("Huarong: {address} (Ctrl-C ends it)", address=address))
    if browser:
        threading.Timer(0.4, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        create(capacity), http=Bounded, ws="none", log_level="error", access_log=False,
        timeout_graceful_shutdown=3,
    )  # fmt: skip
    with listener:
        uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `InputError` where it cannot."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InputError(
                "port {port} of {host} is in use; --port 0 takes any free one", port=port, host=host
            ) from error
        raise InputError(
            "cannot listen on {host}, port {port}: {why}",
            host=host,
            port=port,
            why=error.strerror or str(error),
        ) from error
    return listener
