"""What is asked of the server itself: its description (`openapi.json`), and that a search stops."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse

from huarong.web.endpoint import Call, endpoint
from huarong.web.fields import FieldError
from huarong.web.openapi import openapi
from huarong.web.schemas import FLAG, TEXT, whole


@endpoint("openapi.json", "this description of the API, in OpenAPI 3.1")
async def description(call: Call) -> JSONResponse:
    """The description of all endpoints, whose format has a place of its own for the version."""
    return JSONResponse(openapi(call.server.endpoints, call.server.capacity.limits))


@endpoint(
    "searches/{id}",
    "stops a search, given the id of its `begin` event",
    gives=whole(id=TEXT, stopping=FLAG),
    methods=("DELETE",),
)
async def stop(call: Call) -> dict[str, Any]:
    """Ask a search to stop, by the id that its events began with."""
    queue = call.server.queue
    job = queue.jobs.get(call.request.path_params["id"])
    if job is None:
        raise FieldError("id", "no such search is waiting or running", status=404)
    queue.stop(job)
    return {"id": job.id, "stopping": True}
