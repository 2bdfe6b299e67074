"""The endpoints of the API: a file for each subject, and the table of their records.

Routes, checks of the fields and the OpenAPI description come from the records.
"""

from huarong import lazy
from huarong.web.endpoint import Endpoint

__all__ = ["ENDPOINTS"]

_RECORDS = (
    "hint:hint hint:distances hint:hints solve:solve solve:prove facts:facts design:changed table:table map:placed "
    "texts:puzzle texts:check design:judged texts:convert texts:picture texts:pixels library:library library:daily "
    "library:records museum:museum museum:recording museum:exhibit museum:claimed library:puzzles library:named "
    "server:stop server:description"
)
ENDPOINTS: tuple[Endpoint, ...] = tuple(lazy.named(f"{__name__}.{each}") for each in _RECORDS.split())
"""The endpoints, the most frequent first."""
