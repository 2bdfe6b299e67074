"""Threads that go on with one breadth-first search together: what is found, and in which order, is as by one thread."""

from __future__ import annotations

import os
from array import array
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from huarong.kernels import kernel
from huarong.model.metric import Metric
from huarong.search.expander import Expander
from huarong.search.keys import Packing
from huarong.search.memory import Numbers

__all__ = ["Team", "cores"]

_ROOM = 1 << 11
"""So many neighbours one thread can write, of which it uses about a third, before it takes the next piece of a level."""
_FREE = 4
"""The table has so many times as many entries as a round may have lists of neighbours."""
_MOST = 8
"""Threads of one search: more would wait for each other."""


def cores() -> int:
    """How many threads a search may have: the cores that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return min(_MOST, len(allowed(0)) if allowed else os.cpu_count() or 1)


class Team:
    """So many threads of one search, given by its kernel and what its expanders are made of.

    For a round it needs `room` for so many layouts more, and a table of 2^`bits` entries or more.
    """

    def __init__(
        self, search: Any, threads: int, packing: Packing, metric: Metric, reverse: bool
    ) -> None:
        loops, words = kernel("search"), packing.words
        span, lists = _ROOM + packing.fan_out, loops.pieces * loops.parts
        room = span * loops.pieces
        self.room, self.bits = room + 1, (_FREE * loops.parts * room).bit_length()
        wide = (
            Numbers("Q", room * words),
            Numbers("Q", room * loops.parts * words),
            Numbers("I", room * loops.parts),
            Numbers("B", room),
        )
        shared = loops.Team(
            search, _ROOM, span,
            tuple(each.view for each in wide),
            (
                array("i", bytes(4 * loops.pieces)), array("i", bytes(4 * loops.pieces * loops.apart)),
                array("i", bytes(4 * lists)), array("q", bytes(8 * loops.pieces)),
            ),
        )  # fmt: skip
        self.search = search
        self.leader, *self.helpers = (
            loops.Worker(shared, Expander(packing, metric, reverse, _ROOM, number).kernel)
            for number in range(threads)
        )
        self.pool = ThreadPoolExecutor(max(1, len(self.helpers)))

    def run(self, budget: int) -> int:
        """Expand about `budget` layouts more; why it stopped is one of the kernel's `why`."""
        self.leader.call()
        running = [self.pool.submit(helper.help) for helper in self.helpers]
        try:
            why: int = self.leader.lead(budget)
        finally:
            self.leader.dismiss()
            for each in running:
                if not each.cancel():
                    each.result()
        return why

    def index(self, first: int, last: int) -> None:
        """Enter the keys `first` to `last` of the queue, none of which is in the table, into it."""
        step = -(-(last - first) // (1 + len(self.helpers)))
        running = [
            self.pool.submit(self.search.index, begin, min(last, begin + step))
            for begin in range(first + step, last, step)
        ]
        self.search.index(first, min(last, first + step))
        for each in running:
            each.result()

    def close(self) -> None:
        """Have the threads end."""
        self.pool.shutdown()
