"""`GET openapi.json`: the description of the API itself."""

from __future__ import annotations

from starlette.responses import JSONResponse

from huarong.web.endpoint import Call, Endpoint
from huarong.web.openapi import openapi


async def answer(call: Call) -> JSONResponse:
    """The description of all endpoints, whose format has a place of its own for the version."""
    found = openapi(call.server.endpoints, call.server.capacity.limits)
    return JSONResponse(found)


ENDPOINT = Endpoint("openapi.json", answer, "this description of the API, in OpenAPI 3.1")
