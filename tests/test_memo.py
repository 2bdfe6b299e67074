"""Caches are bounded, in entries and in bytes."""

from concurrent.futures import ThreadPoolExecutor

import huarong as hr
from huarong.memo import SHARED, Budget, Cache, memoized
from huarong.model.board import Board, Kind
from huarong.model.rules import Rules


def test_the_longest_unused_goes_first():
    calls = []

    @memoized(lambda value: value, Budget(10), count=3)
    def same(value):
        calls.append(value)
        return value

    assert [same(n) for n in (1, 2, 3, 1, 4, 2)] == [1, 2, 3, 1, 4, 2] and calls == [1, 2, 3, 4, 2]
    assert same(9) == 9 and same(1) == 1
    assert calls == [1, 2, 3, 4, 2, 9, 1] and [same(100), same(100), same(9)] == [100, 100, 9]
    assert calls[-2:] == [100, 9]


def test_functions_share_a_budget():
    """Results of all functions together take at most the budget: the least recently used one goes, whosever it is."""
    budget, calls = Budget(10), []

    def sized(name):
        @memoized(lambda value: value, budget)
        def function(value):
            calls.append((name, value))
            return value

        return function

    a, b = sized("a"), sized("b")
    assert [a(1), a(4), b(2), b(3)] == [1, 4, 2, 3] and budget.taken == 10
    a(1)
    b(5)  # the oldest are 4 of a, then 2 and 3 of b
    assert budget.taken <= 10
    del calls[:]
    assert [a(1), b(5), a(4)] == [1, 5, 4] and calls == [("a", 4)]


def test_many_puzzles_stay_within_the_shared_budget(monkeypatch):
    """Whatever tables of however many puzzles are made, those that are kept take no more than the one budget."""
    monkeypatch.setattr(SHARED, "most", 1 << 19)
    for cells in range(2, 40):
        hr.solve(f"A{'.' * cells}/.B{'.' * (cells - 1)}/goal:/{'.' * cells}A/{'.' * (cells + 1)}")
    last = sum(next(reversed(each.values())).size for each in SHARED.caches if each)
    assert SHARED.taken == sum(one.size for each in SHARED.caches for one in each.values())
    assert SHARED.taken <= max(SHARED.most, last)


def test_a_value_that_grows_is_measured_anew():
    """Values of several caches count for one budget by what they take now; a key that was dropped is not measured."""
    budget = Budget(10)
    first, second = Cache(len, budget), Cache(len, budget)
    text = bytearray(2)
    assert first.put("a", text) is first.put("a", bytearray(5)) is first.get("a") is text
    first.put("b", b"bb")
    second.put("c", b"ccc")
    assert (budget.taken, len(first), first.values()) == (7, 2, [text, b"bb"])
    text.extend(bytes(5))
    assert budget.taken == 7
    first.measure("a")
    assert (budget.taken, first.get("a"), first.get("b")) == (5, None, b"bb")
    first.measure("a")
    assert budget.taken == 5 and Cache(len, Budget(10), 1).put("x", b"") == b""


def test_by_many_threads():
    @memoized(len, Budget(50), count=4)
    def text(number):
        return "x" * number

    with ThreadPoolExecutor(8) as pool:
        assert [len(each) for each in pool.map(text, [*range(1, 20)] * 20)] == [*range(1, 20)] * 20


def test_rules_say_how_large_they_are():
    """Rules know their size, on which a cache's bound relies: those of 64x64 with ten kinds exceed the whole cache."""
    small = Rules.of(Board(4, 5), (Kind.of([(0, 0)]),))
    assert small is Rules.of(Board(4, 5), (Kind.of([(0, 0)]),)) and 48 * 20 < small.bytes < 10_000
    kinds = tuple(Kind.of([(0, 0)], mark=str(n)) for n in range(8))
    large = Rules.of(Board(64, 64), kinds)
    assert large.bytes > SHARED.most and small is not Rules.of(Board(4, 5), (Kind.of([(0, 0)]),))
