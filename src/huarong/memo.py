"""Least-recently-used caches with a maximum number of entries; all caches of a budget share a maximum of bytes."""

from __future__ import annotations

import functools
import itertools
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass
class _Entry:
    """A cached value, its size in bytes, and the time of its last use."""

    value: Any
    size: int = 0
    used: int = 0


@dataclass(eq=False)
class Budget:
    """The most bytes that the entries of some caches take together. Each cache keeps its last entry in any case."""

    most: int
    taken: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    clock: itertools.count[int] = field(default_factory=itertools.count)
    caches: list[OrderedDict[Hashable, _Entry]] = field(default_factory=list)

    def trim(self) -> None:
        """Drop the least recently used entries until the rest fit. The caller holds the lock."""
        while self.taken > self.most:
            several = [each for each in self.caches if len(each) > 1]
            if not several:
                break
            self.drop(min(several, key=lambda each: next(iter(each.values())).used))

    def drop(self, entries: OrderedDict[Hashable, _Entry]) -> None:
        """Drop the least recently used entry of a cache. The caller holds the lock."""
        self.taken -= entries.popitem(last=False)[1].size


SHARED = Budget(64 << 20)
"""The budget of functions without a budget of their own."""


@dataclass(eq=False)
class Cache(Generic[T]):
    """At most `count` values by key, whose `size` in bytes counts toward a budget. Threads may share it.

    >>> cache = Cache(len, Budget(5))
    >>> cache.put("a", "xxx"), cache.put("b", "yyy"), cache.get("a"), cache.get("b")
    ('xxx', 'yyy', None, 'yyy')
    """

    size: Callable[[T], int]
    budget: Budget
    count: int = 128
    entries: OrderedDict[Hashable, _Entry] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        self.budget.caches.append(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def values(self) -> list[T]:
        """Return all values, the least recently used first."""
        with self.budget.lock:
            return [each.value for each in self.entries.values()]

    def get(self, key: Hashable) -> T | None:
        """Return the value of a key and mark it as just used; None if there is none."""
        with self.budget.lock:
            found = self.entries.get(key)
            if found is None:
                return None
            found.used = next(self.budget.clock)
            # Hashing may be most of the work, so the most recently used key is not looked up again.
            if next(reversed(self.entries.values())) is not found:
                self.entries.move_to_end(key)
            return found.value  # type: ignore[no-any-return]

    def put(self, key: Hashable, value: T, replace: bool = False) -> T:
        """Cache a value, unless the key has one already and `replace` is false; return the value of the key."""
        with self.budget.lock:
            found = self.entries.get(key)
            if found is None:
                found = self.entries[key] = _Entry(value, used=next(self.budget.clock))
                if len(self.entries) > self.count:
                    self.budget.drop(self.entries)
                self._weigh(found)
            elif replace:
                found.value = value
                self._weigh(found)
            return found.value  # type: ignore[no-any-return]

    def measure(self, key: Hashable) -> None:
        """Measure the value of a key again, because it may have grown."""
        with self.budget.lock:
            if key in self.entries:
                self._weigh(self.entries[key])

    def _weigh(self, entry: _Entry) -> None:
        size = self.size(entry.value)
        self.budget.taken += size - entry.size
        entry.size = size
        self.budget.trim()


def memoized(
    size: Callable[[Any], int], budget: Budget = SHARED, count: int = 128
) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Cache the results of a function of hashable positional arguments; `size` gives a result's bytes.

    No result may be None. Unlike `functools.lru_cache`, the cache is bounded by bytes too, since tables of a large
    board can take hundreds of MB.

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
        cache: Cache[T] = Cache(size, budget, count)

        @functools.wraps(function)
        def call(*args: Any) -> T:
            found = cache.get(args)
            return cache.put(args, function(*args)) if found is None else found

        return call

    return around
