"""A least-recently-used cache of function results, bounded by their number and by their bytes."""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

__all__ = ["MOST_BYTES", "memoized"]

T = TypeVar("T")

MOST_BYTES = 64 << 20
"""The most bytes that one function's cached results take together (the last result is kept whatever its size)."""


def memoized(
    size: Callable[[Any], int], most: int = MOST_BYTES, count: int = 128
) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Cache the results of a function of hashable positional arguments; `size` gives the bytes of a result.

    Unlike `functools.lru_cache` it is bounded by bytes too: tables of a large board can take hundreds of MB.

    >>> @memoized(len, most=5)
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
        values: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        lock, total = threading.Lock(), 0

        @functools.wraps(function)
        def call(*args: Any) -> T:
            nonlocal total
            with lock:
                found = values.get(args)
                if found is not None:
                    # Hashing may be most of the work: what was used last is not looked up again to be moved.
                    if next(reversed(values.values())) is not found:
                        values.move_to_end(args)
                    return found[0]
            value = function(*args)
            with lock:
                if args not in values:
                    values[args] = value, size(value)
                    total += values[args][1]
                while len(values) > count or (total > most and len(values) > 1):
                    total -= values.popitem(last=False)[1][1]
            return value

        return call

    return around
