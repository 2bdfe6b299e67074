"""The endpoints of the API: a file for each, and the table of their records.

Routes, checks of the fields and the OpenAPI description come from the records.
"""

from __future__ import annotations

from huarong import lazy
from huarong.web.endpoint import Endpoint

__all__ = ["ENDPOINTS"]

_FILES = (
    "hint distances solve prove facts harder table map puzzle check judge convert svg library records museum trace "
    "exhibit claims puzzles named stop description"
)
ENDPOINTS: tuple[Endpoint, ...] = tuple(lazy.named(f"{__name__}.{each}:ENDPOINT") for each in _FILES.split())
"""The endpoints, the most frequent first."""
