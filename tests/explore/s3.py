"""A server with the part of S3 that an exploration needs: put (also if unchanged), get, list and delete."""

import contextlib
import hashlib
import re
import sys
import threading
import time
from collections.abc import Iterator
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

NOW = "2026-01-01T00:00:00Z"


@contextlib.contextmanager
def server(host: str = "127.0.0.1") -> Iterator[tuple[str, dict[str, bytes]]]:
    """A server on this machine: its URL, and the objects of its only bucket by name."""
    objects: dict[str, bytes] = {}
    found = _Server((host, 0), type("Handler", (_Handler,), {"objects": objects, "times": {}}))
    thread = threading.Thread(target=found.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://{host}:{found.server_port}", objects
    finally:
        found.shutdown()
        found.server_close()
        thread.join()


def environ(url: str) -> dict[str, str]:
    """The environment in which object stores are those of a server."""
    return {
        "AWS_ENDPOINT": url,
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
    }


def _tag(data: bytes) -> str:
    return f'"{hashlib.md5(data).hexdigest()}"'


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that was killed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    objects: dict[str, bytes]
    times: dict[str, float]
    lock = threading.Lock()
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: Any) -> None:
        """Log nothing."""

    @property
    def key(self) -> str:
        """The name of an object: what follows the bucket."""
        return unquote(urlsplit(self.path).path).lstrip("/").partition("/")[2]

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        """Send an answer; an answer to HEAD has only the length of its body."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def body(self) -> bytes:
        """The body of the request."""
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def do_PUT(self) -> None:
        """Store an object, unless its condition is not met."""
        data = self.body()
        with self.lock:
            old = self.objects.get(self.key)
            match = self.headers.get("If-Match")
            if self.headers.get("If-None-Match") == "*" and old is not None:
                return self.answer(412)
            if match is not None and (old is None or _tag(old) != match):
                return self.answer(412)
            self.objects[self.key], self.times[self.key] = data, time.time()
        return self.answer(200, ETag=_tag(data))

    def do_GET(self) -> None:
        """Send an object, or the list of all objects."""
        query = parse_qs(urlsplit(self.path).query)
        if "list-type" in query:
            return self.answer(200, self._list(query.get("prefix", [""])[0]))
        data = self.objects.get(self.key)
        if data is None:
            return self.answer(404, b"<Error><Code>NoSuchKey</Code></Error>")
        written = formatdate(self.times.get(self.key), usegmt=True)
        return self.answer(200, data, ETag=_tag(data), Last_Modified=written)

    do_HEAD = do_GET  # noqa: N815 (the name is that of the library)

    def do_DELETE(self) -> None:
        """Delete an object, if there is one."""
        self.objects.pop(self.key, None)
        self.answer(204)

    def do_POST(self) -> None:
        """Delete many objects."""
        names = re.findall(r"<Key>(.*?)</Key>", self.body().decode())
        for name in names:
            self.objects.pop(name, None)
        rows = "".join(f"<Deleted><Key>{escape(name)}</Key></Deleted>" for name in names)
        self.answer(200, f"<DeleteResult>{rows}</DeleteResult>".encode())

    def _list(self, prefix: str) -> bytes:
        rows = "".join(
            f"<Contents><Key>{escape(name)}</Key><Size>{len(data)}</Size><ETag>{escape(_tag(data))}</ETag>"
            f"<LastModified>{NOW}</LastModified></Contents>"
            for name, data in sorted(self.objects.items())
            if name.startswith(prefix)
        )
        return f"<ListBucketResult><IsTruncated>false</IsTruncated>{rows}</ListBucketResult>".encode()
