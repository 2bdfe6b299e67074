"""Explore: count the layouts at each distance, also with more layouts than fit into memory or on one machine.

`run` searches level by level. A level is held as sorted keys (`huarong.explore.sorted_keys`, for any puzzle) or as
bits by rank (`huarong.explore.tile_bits` for tiles, `huarong.explore.ranks` for any numbered space). Levels are cut into
blocks; a block is made by a task, which needs nothing but a store (`huarong.explore.store`: memory or a folder). Tasks
run in threads, or in processes on other machines (`huarong.explore.ray`). `ENGINES` lists the engines.
"""

from typing import TYPE_CHECKING

from huarong.explore.engines import ENGINES, Engine, run
from huarong.explore.exploration import Exploration, Resources
from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.explore.from_goals import hardest_from_goals
    from huarong.explore.modulo import Modulo
    from huarong.explore.ray import SpaceResult, hardest, hardest_starts

__all__ = [
    "ENGINES",
    "Engine",
    "Exploration",
    "Modulo",
    "Resources",
    "SpaceResult",
    "hardest",
    "hardest_from_goals",
    "hardest_starts",
    "run",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "Modulo": "huarong.explore.modulo",
        "SpaceResult": "huarong.explore.ray",
        "hardest": "huarong.explore.ray",
        "hardest_from_goals": "huarong.explore.from_goals",
        "hardest_starts": "huarong.explore.ray",
    },
)
