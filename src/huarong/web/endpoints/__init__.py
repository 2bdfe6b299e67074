"""The endpoints of the API: a file for each, and the table of their records.

Routes, checks of the fields and the OpenAPI description come from the records.
"""

from __future__ import annotations

from huarong.web.endpoint import Endpoint
from huarong.web.endpoints import (
    check,
    claims,
    convert,
    description,
    distances,
    exhibit,
    facts,
    harder,
    hint,
    library,
    museum,
    named,
    prove,
    puzzle,
    puzzles,
    records,
    solve,
    stop,
    svg,
    table,
    trace,
)
from huarong.web.endpoints import map as map_of_layouts

__all__ = ["ENDPOINTS"]

ENDPOINTS: tuple[Endpoint, ...] = (
    hint.ENDPOINT,
    distances.ENDPOINT,
    solve.ENDPOINT,
    prove.ENDPOINT,
    facts.ENDPOINT,
    harder.ENDPOINT,
    table.ENDPOINT,
    map_of_layouts.ENDPOINT,
    puzzle.ENDPOINT,
    check.ENDPOINT,
    convert.ENDPOINT,
    svg.ENDPOINT,
    library.ENDPOINT,
    records.ENDPOINT,
    museum.ENDPOINT,
    trace.ENDPOINT,
    exhibit.ENDPOINT,
    claims.ENDPOINT,
    puzzles.ENDPOINT,
    named.ENDPOINT,
    stop.ENDPOINT,
    description.ENDPOINT,
)
"""The endpoints, the most frequent first."""
