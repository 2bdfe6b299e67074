"""The API, version 1: requests in, the library's answers out as JSON. See `docs/api.md`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from huarong.web.endpoints import Told
from huarong.web.openapi import openapi
from huarong.web.puzzles import Puzzles
from huarong.web.replies import as_json
from huarong.web.searches import Searches
from huarong.web.spaces import Spaces

__all__ = ["Api"]


class Api(Puzzles, Searches, Spaces):
    """The endpoints of one server."""

    def routes(self, smaller: Sequence[Middleware] = ()) -> list[Route]:
        """The endpoints by path, what is asked most first; `smaller` is for what is fetched whole."""
        get: list[tuple[str, Callable[[Request], Awaitable[Response]]]] = [
            ("openapi.json", self.describe),
            ("library", self.library),
            ("puzzles", self.puzzles),
            ("puzzles/{name:path}", self.named),
            ("puzzle", self.puzzle),
            ("svg", self.svg),
            ("map", self.map),
            ("table", self.table),
        ]
        post = [
            ("hint", self.hint),
            ("distances", self.distances),
            ("solve", self.solve),
            ("facts", self.facts),
            ("puzzle", self.puzzle),
            ("check", self.check),
            ("convert", self.convert),
            ("svg", self.svg),
        ]
        return [
            *(Route(f"/api/v1/{path}", Told(end), methods=["POST"]) for path, end in post),
            *(
                Route(f"/api/v1/{path}", Told(end), methods=["GET"], middleware=smaller)
                for path, end in get
            ),
            Route("/api/v1/searches/{id}", Told(self.cancel), methods=["DELETE"]),
        ]

    async def describe(self, request: Request) -> Response:
        """The description of this API."""
        await self._fields(request, ())
        return as_json(openapi())
