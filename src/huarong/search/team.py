"""A breadth-first search by several threads: it finds the same layouts as one thread, in the same order."""

from concurrent.futures import Future
from typing import Any

from huarong.kernels import kernel
from huarong.model.board import Metric
from huarong.parallel import Threads, usable_cores
from huarong.search.expander import NeighbourFinder
from huarong.search.keys import KeyPacking
from huarong.search.memory import Numbers

_ROOM = 1 << 11
"""How many neighbors a thread has room for in one chunk of a level; about a third of this room is used."""
_FREE = 4
"""The hash table has at least this many entries for each neighbor that the lists of a round can hold."""


def cores() -> int:
    """Return the number of threads for a search: one if the kernels are plain Python, whose threads take turns."""
    return usable_cores() if kernel("team").compiled else 1


class SearchThreads:
    """The threads of one search. `search` is its kernel; `leader` and `helpers` are the threads' expanders.

    Before a round, the queue needs room for `room` more layouts, and the hash table at least 2^`bits` entries.
    """

    def __init__(self, search: Any, threads: int, packing: KeyPacking, metric: Metric, reverse: bool) -> None:
        loops, words = kernel("team"), packing.words
        span = _ROOM + packing.fan_out
        room = span * loops.chunks
        self.room, self.bits = room + 1, (_FREE * loops.parts * room).bit_length()
        parts = loops.parts
        each = (("Q", words), ("Q", parts * words), ("Q", parts), ("I", parts), ("B", 1), ("B", 1))
        memory = tuple(Numbers(code, room * many).view for code, many in each)
        self.search, self.team = search, loops.Team(search, _ROOM, span, memory)
        self.leader, *self.helpers = (
            NeighbourFinder(packing, metric, reverse, _ROOM, number).kernel for number in range(threads)
        )
        self.pool = Threads(max(1, len(self.helpers)))

    def run(self, budget: int) -> int:
        """Expand about `budget` more layouts; return the reason for stopping, one of the kernel's `why`."""
        running: list[Future[None]] = []
        # around the first call too: Ctrl-C may come between any two lines, and a thread not dismissed waits forever
        try:
            self.team.call()
            running.extend(self.pool.submit(self.team.help, expander) for expander in self.helpers)
            why: int = self.team.lead(self.leader, budget)
        finally:
            self.team.dismiss()
            for each in running:
                if not each.cancel():
                    each.result()
        return why

    def index(self, first: int, last: int) -> None:
        """Enter the keys of the queue from number `first` up to `last` into the hash table, which has none of them."""
        step = -(-(last - first) // (1 + len(self.helpers)))
        running = [
            self.pool.submit(self.search.index, begin, min(last, begin + step))
            for begin in range(first + step, last, step)
        ]
        self.search.index(first, min(last, first + step))
        for each in running:
            each.result()

    def close(self) -> None:
        """End the threads."""
        self.pool.shutdown(cancel_futures=True)
