"""Access control: the host names of this server, and the other sites whose pages may use it.

A page of another site cannot read an answer without permission, but it could start many computations. A host name that
resolves to 127.0.0.1 would even give it our origin (DNS rebinding). So the server checks the `Host` header, and the
headers in which browsers state a request's origin.
"""

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware

from huarong.errors import InputError
from huarong.web.fields import FieldError
from huarong.web.replies import refused

ANY = "*"
_SITE = re.compile(r"https?://[^\s/?#@]+")


@dataclass(frozen=True)
class Access:
    """The valid names of a server, and the other sites whose pages may use it; `*` means all.

    IP addresses are always accepted, because they cannot be rebound; so is `localhost`.

    >>> access = Access.of(["Play.example.org"], ["https://school.example"])
    >>> access.called("play.example.org:8000"), access.called("[::1]"), access.called("evil.example")
    (True, True, False)
    >>> Access.of((), ["school.example"])
    Traceback (most recent call last):
    huarong.errors.InputError: 'school.example' is not a valid site; expected one such as https://example.org, or *
    """

    names: frozenset[str] = frozenset()
    sites: tuple[str, ...] = ()

    @classmethod
    def of(cls, names: Iterable[str], sites: Iterable[str]) -> "Access":
        """Check a user's options and return the access that they allow. Raises `InputError`."""
        sites = tuple(site.rstrip("/").lower() for site in sites)
        for site in sites:
            if site != ANY and not _SITE.fullmatch(site):
                template = "{site!r} is not a valid site; expected one such as https://example.org, or *"
                raise InputError(template, site=site)
        return cls(frozenset(_name(each) for each in names), sites)

    def called(self, host: str) -> bool:
        """Whether a `Host` header has a name of this server."""
        name = _name(host)
        if ANY in self.names or name in self.names or name == "localhost":
            return True
        try:
            ip_address(name.strip("[]").partition("%")[0])
        except ValueError:
            return name.endswith(".localhost")
        return True

    def welcomes(self, headers: Headers, scheme: str, path: str) -> bool:
        """Whether a request comes from our own pages, from an allowed site, or from no page at all.

        A page of another site may link to our pages, but not to answers of the API, which take computation.
        """
        origin, host = headers.get("origin"), headers.get("host", "")
        if ANY in self.sites or (origin or "").lower() in self.sites:
            return True
        if origin is not None:
            # a proxy in front may speak TLS
            return origin.lower() in (f"{each}://{host}".lower() for each in (scheme, "https"))
        if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
            return True
        return headers.get("sec-fetch-mode") == "navigate" and not path.startswith("/api/")

    def refusal(self, headers: Headers, scheme: str, path: str) -> FieldError | None:
        """Return what is wrong with a request for a path with these headers; None if it may be answered."""
        host = headers.get("host", "")
        if not self.called(host):
            template = "this server does not have the name {name!r}; --allow-host adds a name"
            return FieldError("host", template, name=host[:80])
        if not self.welcomes(headers, scheme, path):
            template = "this server refuses requests from pages of other sites; --cors allows a site"
            return FieldError("origin", template, status=403)
        return None


def _name(host: str) -> str:
    return re.sub(r":\d*$", "", host.strip().lower()).rstrip(".")


def names_of(host: str) -> list[str]:
    """Return the host names of a server at an address; for all addresses (`0.0.0.0`), also the machine's names."""
    machine = socket.gethostname()
    return [machine, f"{machine}.local"] if host in ("", "0.0.0.0", "::") else [host]


class AccessControl:
    """Middleware that answers refused requests with 400 or 403, and adds the CORS headers for allowed sites."""

    def __init__(self, app: Any, access: Access) -> None:
        self.access, self.app = access, app
        if access.sites:
            methods, headers = ("GET", "POST", "DELETE"), ("content-type", "accept", "accept-language")
            allowed: Any = {"allow_origins": access.sites, "allow_methods": methods, "allow_headers": headers}
            self.app = CORSMiddleware(app, **allowed, expose_headers=("retry-after",), max_age=600)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, or refuse it."""
        wrong = None
        if scope["type"] == "http":
            wrong = self.access.refusal(Headers(scope=scope), scope.get("scheme", "http"), scope["path"])
        if wrong is None:
            await self.app(scope, receive, send)
        else:
            await refused(wrong, scope)(scope, receive, send)
