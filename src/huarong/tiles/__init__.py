"""Numbered tiles: the 15-puzzle and its kin, solved with the fewest moves by pattern databases.

>>> from huarong import tiles
>>> tiles.solve_tiles([8, 7, 6, 5, 4, 3, 2, 1, 0]).length
30
"""

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
