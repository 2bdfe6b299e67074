"""Explore: how many layouts there are at each distance, also beyond memory, and beyond one machine.

`explore` goes level by level. The two ways to hold a level are `huarong.explore.sorted_keys` (sorted keys, any
puzzle) and `huarong.explore.rank_bits` (bits by rank, tiles only); both cut levels into blocks and make them by
tasks that need nothing but a store (`huarong.explore.store`: memory or a folder), so the same tasks run in
threads, or in processes on other machines (`huarong.explore.ray`).
"""

from huarong.explore.driver import Exploration, explore

__all__ = ["Exploration", "explore"]
