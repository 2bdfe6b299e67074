from huarong.tiles.answer import TilesAnswer as TilesAnswer, TilesMetric as TilesMetric
from huarong.tiles.solver import (
    TilesRoute as TilesRoute,
    improving_tiles as improving_tiles,
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
