"""`GET openapi.json`: the description of the API itself."""

from __future__ import annotations

from typing import Any

from huarong.web.endpoint import Call, Endpoint
from huarong.web.openapi import openapi

__all__ = ["ENDPOINT"]


async def answer(call: Call) -> dict[str, Any]:
    """The description of all endpoints."""
    return openapi(call.server.endpoints, call.server.capacity.limits)


ENDPOINT = Endpoint(
    "openapi.json", answer, "this description, OpenAPI 3.1", gives={"type": "object"}
)
