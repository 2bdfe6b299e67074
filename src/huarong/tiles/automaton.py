"""The automaton that tells a search of tiles when the blank's last moves have a shorter way, or an earlier one (see
`huarong.kernels.tile_automaton`).
"""

from __future__ import annotations

import functools
from array import array

from huarong.kernels import kernel
from huarong.limits import ask_watch
from huarong.tiles.tableset import targets

_ROOM = 1 << 16
"""The words that there is room for at first."""
_WORDS = 1 << 14
"""How many words are extended between two looks at the watch."""


@functools.lru_cache(4)
def automaton(width: int, height: int, length: int) -> array[int]:
    """The automaton that knows all words of at most this many moves: four next states for each state, or -1.

    >>> len(automaton(2, 2, 2)) // 4
    12
    """
    cells, most = width * height, _ROOM
    while True:
        words, begin, end = kernel("tile_automaton").Words(targets(width, height), most), 0, cells
        for _ in range(length):
            while begin < end:
                stopped = words.extend(begin, min(begin + _WORDS, end))
                ask_watch()
                if stopped < min(begin + _WORDS, end):
                    break
                begin = stopped
            if begin < end:
                break
            end = words.count
        else:
            return array("i", words.states(begin))
        most *= 2
