"""Explore: how many layouts there are at each distance, also beyond memory, and beyond one machine.

`run` goes level by level. The two ways to hold a level are `huarong.explore.sorted_keys` (sorted keys, any
puzzle) and `huarong.explore.rank_bits` (bits by rank, tiles only); both cut levels into blocks and make them by
tasks that need nothing but a store (`huarong.explore.store`: memory or a folder), so the same tasks run in
threads, or in processes on other machines (`huarong.explore.ray`). `ENGINES` has the choices.
"""

from typing import TYPE_CHECKING

from huarong.explore.engines import ENGINES, Engine, run
from huarong.explore.exploration import Exploration, Resources
from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.explore.from_goals import hardest_from_goals
    from huarong.explore.modulo import Modulo
    from huarong.explore.ray import Hardest, hardest, hardest_starts

__all__ = [
    "ENGINES",
    "Engine",
    "Exploration",
    "Hardest",
    "Modulo",
    "Resources",
    "hardest",
    "hardest_from_goals",
    "hardest_starts",
    "run",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "Hardest": "huarong.explore.ray",
        "Modulo": "huarong.explore.modulo",
        "hardest": "huarong.explore.ray",
        "hardest_from_goals": "huarong.explore.from_goals",
        "hardest_starts": "huarong.explore.ray",
    },
)
