"""Explore: count the layouts at each distance, also with more layouts than fit into memory or on one machine.

`run` searches level by level. A level is stored as sorted keys (`huarong.explore.sorted_keys`, for any puzzle) or as
bits by rank (`huarong.explore.tile_bits`, for tiles). Levels are cut into blocks; a block is made by a task, which
needs nothing but a store (`huarong.explore.store`: memory or a folder). Tasks run in threads, or in processes on other
machines (`huarong.explore.ray`). `ENGINES` lists the engines.
"""

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.explore.engines import ENGINES as ENGINES, Engine as Engine, run as run
    from huarong.explore.exploration import Exploration as Exploration, Resources as Resources
    from huarong.explore.from_goals import hardest_from_goals as hardest_from_goals
    from huarong.explore.ray import SpaceResult as SpaceResult, hardest as hardest, hardest_starts as hardest_starts

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "explore.engines": "ENGINES Engine run",
        "explore.exploration": "Exploration Resources",
        "explore.from_goals": "hardest_from_goals",
        "explore.ray": "SpaceResult hardest hardest_starts",
    },
)
