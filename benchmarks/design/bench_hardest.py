"""Hardest starts, of one set of pieces, of all of a family, and of simple puzzles."""

import pytest

from huarong.design import hardest, hardest_sets, simple
from huarong.limits import Watch

SET = "4x5 2x2:1 2x1:2 1x2:3 1x1:4"
FAMILY = "4x5 2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2.."


@pytest.mark.parametrize("metric", ["step", "move"])
def bench_one_set(benchmark, metric):
    """109,260 layouts, without a stored atlas, listing ten starts: at most 50 ms."""
    assert len(benchmark(hardest, SET, metric=metric).starts) == 10


@pytest.mark.parametrize("metric", ["step", "move"])
def bench_all_sets(benchmark, metric):
    """All 203 sets of 4x5, 29,334,498 layouts, without a stored atlas: at most 5 s."""
    found = benchmark.pedantic(hardest_sets, (FAMILY,), {"metric": metric}, rounds=3)
    assert len(found) == 203


@pytest.mark.parametrize("workers", [1, 2])
def bench_simple_3x4(benchmark, workers):
    """All packings of 3x4, three metrics: two threads are to take at most 1 / 1.7 of the time of one (see 4x4)."""
    from huarong.design.chapters import ChapterWork, simple_puzzles

    work = ChapterWork(None, workers, Watch.of(max_seconds=3600))
    assert len(benchmark(lambda: list(simple_puzzles(3, 4, work)))) == 33


@pytest.mark.parametrize("workers", [1, 2])
def bench_simple_4x4_nine(benchmark, workers):
    """Packings of 4x4 by a piece of four cells, one of three and seven more, three metrics."""
    board, watch = simple.Polyominoes.of(4, 4), Watch.of(max_seconds=3600)
    wanted = [s for s in simple.sizes(16) if len(s) == 9 and s[:2] in ((4, 2), (3, 3))]

    def work():
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(lambda s: simple.hardest_of(board, s, watch), wanted))

    assert len(benchmark.pedantic(work, rounds=1)) == len(wanted)
