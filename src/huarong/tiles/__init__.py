"""Numbered tiles (the 8-puzzle, the 15-puzzle, ...), solved with the fewest moves by pattern databases.

>>> from huarong import tiles
>>> tiles.solve_tiles([8, 7, 6, 5, 4, 3, 2, 1, 0]).length
30
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.tiles.solver import (
        TilesAnswer as TilesAnswer,
        TilesMetric as TilesMetric,
        solvable as solvable,
        solve_tiles as solve_tiles,
    )
    from huarong.tiles.store import (
        StoredTables as StoredTables,
        build_tables as build_tables,
        remove_tables as remove_tables,
        stored_tables as stored_tables,
        tables_folder as tables_folder,
    )
    from huarong.tiles.tableset import (
        TableSet as TableSet,
        TablesTooLargeError as TablesTooLargeError,
        default_set as default_set,
        table_set as table_set,
    )

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "tiles.solver": "TilesAnswer TilesMetric solvable solve_tiles",
        "tiles.store": "StoredTables build_tables remove_tables stored_tables tables_folder",
        "tiles.tableset": "TableSet TablesTooLargeError default_set table_set",
    },
)
