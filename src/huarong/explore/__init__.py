"""Explore: count the layouts at each distance, also with more layouts than fit into memory or on one machine.

`run` searches level by level. A level is stored as sorted keys (`huarong.explore.sorted_keys`, for any puzzle) or as
bits by rank (`huarong.explore.tile_bits`, for tiles). Levels are cut into blocks; a block is made by a task, which
needs nothing but a store (`huarong.explore.store`: memory or a folder). Tasks run in threads, or in processes on other
machines (`huarong.explore.ray`). `ENGINES` lists the engines.
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
