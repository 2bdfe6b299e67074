"""`DELETE searches/{id}`: stop a search."""

from __future__ import annotations

from typing import Any

from huarong.web.endpoint import Call, Endpoint
from huarong.web.fields import FieldError
from huarong.web.schemas import FLAG, TEXT, whole


async def answer(call: Call) -> dict[str, Any]:
    """Ask a search to stop, by the id that its events began with."""
    queue = call.server.queue
    job = queue.jobs.get(call.request.path_params["id"])
    if job is None:
        raise FieldError("id", "no such search is waiting or running", status=404)
    queue.stop(job)
    return {"id": job.id, "stopping": True}


ENDPOINT = Endpoint(
    "searches/{id}",
    answer,
    "stops a search, given the id of its `begin` event",
    gives=whole(id=TEXT, stopping=FLAG),
    methods=("DELETE",),
)
