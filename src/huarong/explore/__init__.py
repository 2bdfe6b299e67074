"""Exploring: counting the layouts at each distance, even more than fit into memory or on one machine.

`run` searches level by level. A level is stored as sorted keys (`huarong.explore.sorted_keys`, for any puzzle) or as
bits by rank (`huarong.explore.tile_bits`, for tiles). Levels are divided into blocks. A task computes one block and
needs only a store (`huarong.explore.store`: memory or a folder). Tasks run in threads, or in processes on other
machines (`huarong.explore.ray`). `ENGINES` lists the engines.
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
