"""Caches are bounded, in entries and in bytes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from huarong.memo import MOST_BYTES, memoized
from huarong.model.board import Board, Kind
from huarong.model.rules import Rules


def test_the_longest_unused_goes_first():
    calls = []

    @memoized(lambda value: value, most=10, count=3)
    def same(value):
        calls.append(value)
        return value

    assert [same(n) for n in (1, 2, 3, 1, 4, 2)] == [1, 2, 3, 1, 4, 2]
    assert calls == [1, 2, 3, 4, 2]
    assert same(9) == 9
    assert same(1) == 1
    assert calls == [1, 2, 3, 4, 2, 9, 1]
    assert [same(100), same(100), same(9)] == [100, 100, 9]
    assert calls[-2:] == [100, 9]


def test_by_many_threads():
    @memoized(len, most=50, count=4)
    def text(number):
        return "x" * number

    with ThreadPoolExecutor(8) as pool:
        assert [len(each) for each in pool.map(text, [*range(1, 20)] * 20)] == [*range(1, 20)] * 20


def test_rules_say_how_large_they_are():
    """Rules know their size, on which a cache's bound relies: those of 64x64 with ten kinds exceed the whole cache."""
    small = Rules.of(Board(4, 5), (Kind.of([(0, 0)]),))
    assert small is Rules.of(Board(4, 5), (Kind.of([(0, 0)]),))
    assert 48 * 20 < small.bytes < 10_000
    kinds = tuple(Kind.of([(0, 0)], mark=str(n)) for n in range(8))
    large = Rules.of(Board(64, 64), kinds)
    assert large.bytes > MOST_BYTES
    assert small is not Rules.of(Board(4, 5), (Kind.of([(0, 0)]),))
