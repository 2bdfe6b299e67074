"""A least-recently-used cache of function results, bounded by their number and, all functions together, by their bytes."""

from __future__ import annotations

import functools
import itertools
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass
class _Result:
    """A cached result, its bytes, and when it was used last."""

    value: Any
    size: int
    used: int = 0


_Results = OrderedDict[Hashable, _Result]


@dataclass(eq=False)
class Budget:
    """The most bytes that the cached results of some functions take together; each function's last one is kept whatever its size."""

    most: int
    taken: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    clock: itertools.count[int] = field(default_factory=itertools.count)
    functions: list[_Results] = field(default_factory=list)

    def trim(self) -> None:
        """Drop the least recently used results until the others fit; the caller holds the lock."""
        while self.taken > self.most:
            several = [each for each in self.functions if len(each) > 1]
            if not several:
                break
            self.drop(min(several, key=lambda each: next(iter(each.values())).used))

    def drop(self, results: _Results) -> None:
        """Drop the least recently used result of a function; the caller holds the lock."""
        self.taken -= results.popitem(last=False)[1].size


SHARED = Budget(64 << 20)
"""The budget of all functions that have none of their own."""


def memoized(
    size: Callable[[Any], int], budget: Budget = SHARED, count: int = 128
) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Cache the results of a function of hashable positional arguments; `size` gives the bytes of a result.

    Unlike `functools.lru_cache` it is bounded by bytes too: tables of a large board can take hundreds of MB.

    >>> @memoized(len, Budget(5))
    ... def repeated(text, times):
    ...     print("computed")
    ...     return text * times
    >>> [repeated("a", 3), repeated("a", 3), repeated("b", 3), repeated("a", 3)]
    computed
    computed
    computed
    ['aaa', 'aaa', 'bbb', 'aaa']
    """

    def around(function: Callable[..., T]) -> Callable[..., T]:
        results: _Results = OrderedDict()
        budget.functions.append(results)

        @functools.wraps(function)
        def call(*args: Any) -> T:
            with budget.lock:
                found = results.get(args)
                if found is not None:
                    found.used = next(budget.clock)
                    # Hashing may be most of the work: what was used last is not looked up again to be moved.
                    if next(reversed(results.values())) is not found:
                        results.move_to_end(args)
                    return found.value  # type: ignore[no-any-return]
            value = function(*args)
            with budget.lock:
                if args not in results:
                    results[args] = _Result(value, size(value), next(budget.clock))
                    budget.taken += results[args].size
                if len(results) > count:
                    budget.drop(results)
                budget.trim()
            return value

        return call

    return around
