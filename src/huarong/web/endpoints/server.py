"""Requests about the server itself: its description (`openapi.json`), and stopping a search."""

from collections.abc import Iterable
from typing import Any

from starlette.responses import JSONResponse

from huarong import __version__
from huarong.limits import Limits
from huarong.web.endpoint import Call, Endpoint, endpoint
from huarong.web.fields import Field, FieldError
from huarong.web.job_queue import LIMITS
from huarong.web.schemas import FAULTS, FLAG, MAYBE, SCHEMAS, TEXT, WORD, Schema, choice, many, whole

_WRONG = {"field": WORD, "reason": TEXT, "faults": FAULTS, "nearest": many(TEXT)}
_WRONG |= {"limit": choice(["time", "memory", "layouts"])}
_WRONG |= {"lower": {**MAYBE, "description": "a proved lower bound: no solution has fewer moves"}}
_FAULT = {"type": "object", "required": ["field", "reason"], "properties": _WRONG}
ERROR: Schema = {"type": "object", "required": ["error", "version"], "properties": {"version": TEXT, "error": _FAULT}}

STATUS = {
    "400": "a field is missing, unknown or of the wrong type",
    "403": "the request comes from a page of a site that is not allowed",
    "404": "no such name; `nearest` lists the most similar ones",
    "405": "this address does not accept this method",
    "408": "the request took too long to arrive",
    "413": "the body is too long",
    "415": "the body is not sent as application/json",
    "409": "the search was stopped",
    "422": "the puzzle has faults, or the search reached a limit",
}


_ABOUT = "the language of messages, zh or en; the default follows Accept-Language"
LANG: dict[str, Any] = {"name": "lang", "in": "query", "schema": TEXT, "description": _ABOUT}


def openapi(endpoints: Iterable[Endpoint], limits: Limits = LIMITS) -> dict[str, Any]:
    """Return the OpenAPI 3.1 description of a server with these limits for a search.

    >>> from huarong.web.endpoints import ENDPOINTS
    >>> sorted(openapi(ENDPOINTS)["paths"]["/puzzle"])
    ['get', 'post']
    """
    paths: dict[str, Any] = {}
    for each in endpoints:
        for method in each.methods:
            path = "/" + each.path.replace(":path", "")
            paths.setdefault(path, {})[method.lower()] = _operation(each, method, limits)
    info = {"title": "Huarong", "version": __version__, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}}
    info["description"] = "Sliding-block puzzles: solved optimally and known in full."
    whole = {"openapi": "3.1.0", "info": info, "servers": [{"url": "/api/v1"}], "paths": paths}
    return {**whole, "components": {"schemas": {"Error": ERROR, **SCHEMAS}}}


def _operation(endpoint: Endpoint, method: str, limits: Limits) -> dict[str, Any]:
    operation: dict[str, Any] = {"summary": endpoint.about, "responses": _responses(endpoint)}
    parameters: list[dict[str, Any]] = [
        {"name": part[1:-1].replace(":path", ""), "in": "path", "required": True, "schema": TEXT}
        for part in endpoint.path.split("/")
        if part.startswith("{")
    ]
    if method == "GET":
        parameters += [
            {"name": each.name, "in": "query", "required": each.needed, "schema": _within(each, limits)}
            for each in endpoint.fields
        ]
        for each in parameters:
            if each["schema"]["type"] == "array":
                each["schema"] = {**TEXT, "description": "separated by commas"}
    operation["parameters"] = [*parameters, LANG]
    if method == "POST":
        properties = {each.name: _body(each, limits) for each in endpoint.fields}
        needed = [each.name for each in endpoint.fields if each.needed]
        schema = {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return operation


def _within(field: Field, limits: Limits) -> Schema:
    most = {"max_seconds": limits.seconds, "max_memory": limits.memory, "max_layouts": limits.layouts}.get(field.name)
    return field.schema if most is None else {**field.schema, "maximum": most}


def _body(field: Field, limits: Limits) -> Schema:
    """Return a field's schema in a body, where null means that the field is missing."""
    schema = _within(field, limits)
    if field.needed:
        return schema
    more = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, **more, "type": [schema["type"], "null"]}


def _versioned(schema: Schema) -> Schema:
    """Return the schema of an answer: an object, or one of several, each with the version of the program."""
    if "anyOf" in schema:
        return {"anyOf": [_versioned(each) for each in schema["anyOf"]]}
    found = SCHEMAS[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    fields = {**found.get("properties", {}), "version": TEXT}
    return {**found, "properties": fields, "required": [*found.get("required", ()), "version"]}


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    given = {"schema": _versioned(endpoint.gives)} if endpoint.gives else {}
    content: dict[str, Any] = {endpoint.media: given}
    if endpoint.streams:
        content["text/event-stream"] = {}
    wrong = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    responses: dict[str, Any] = {"200": {"description": "the answer", "content": content}}
    responses |= {code: {"description": why, "content": wrong} for code, why in STATUS.items()}
    if endpoint.computes:
        headers = {"Retry-After": {"schema": {"type": "integer"}}}
        responses["503"] = {"description": "too many searches are waiting", "content": wrong, "headers": headers}
    return responses


@endpoint("openapi.json", "this description of the API, in OpenAPI 3.1")
async def description(call: Call) -> JSONResponse:
    """Return the description of all endpoints, whose format has its own place for the version."""
    return JSONResponse(openapi(call.server.endpoints, call.server.capacity.limits))


@endpoint(
    "searches/{id}",
    "stops a search, given the id of its `begin` event",
    gives=whole(id=TEXT, stopping=FLAG),
    methods=("DELETE",),
)
async def stop(call: Call) -> dict[str, Any]:
    queue = call.server.queue
    job = queue.jobs.get(call.request.path_params["id"])
    if job is None:
        raise FieldError("id", "no such search is waiting or running", status=404)
    queue.stop(job)
    return {"id": job.id, "stopping": True}
