"""Numbered tiles (the 8-puzzle, the 15-puzzle, ...), solved with the fewest moves by pattern databases.

>>> from huarong import tiles
>>> tiles.solve_tiles([8, 7, 6, 5, 4, 3, 2, 1, 0]).length
30
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.tiles.solver import TilesAnswer, TilesMetric, solvable, solve_tiles
    from huarong.tiles.store import (
        StoredTables,
        build_tables,
        remove_tables,
        stored_tables,
        tables_folder,
    )
    from huarong.tiles.tableset import TableSet, TablesTooLargeError, default_set, table_set

__all__ = [
    "StoredTables",
    "TableSet",
    "TablesTooLargeError",
    "TilesAnswer",
    "TilesMetric",
    "build_tables",
    "default_set",
    "remove_tables",
    "solvable",
    "solve_tiles",
    "stored_tables",
    "table_set",
    "tables_folder",
]

_MODULES = {
    "solver": "TilesAnswer TilesMetric solvable solve_tiles",
    "store": "StoredTables build_tables remove_tables stored_tables tables_folder",
    "tableset": "TableSet TablesTooLargeError default_set table_set",
}
__getattr__, __dir__ = lazily(
    __name__,
    {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names.split()},
)
