"""How many layouts a second a search finds, by one thread and by several, its queue's memory reserved before.

    python benchmarks/search/rates.py PUZZLE [step|slide|move] [LAYOUTS] [THREADS ...]

A row for each number of threads: layouts found, seconds of the clock and of the processor, million layouts a second of
the clock.
"""

import sys
import time

import huarong as hr
from huarong.limits import Watch
from huarong.search.bfs import BreadthFirst


def rate(name: str, metric: str = "step", layouts: str = "5e6", *threads: str) -> None:
    """Print the rows."""
    most = int(float(layouts))
    for number in map(int, threads or ("1", "2")):
        search = BreadthFirst(hr.puzzle(name), hr.Metric(metric), Watch.of("14G", 3000), goals=False)
        search.threads = number
        search.grow(most)
        clock, processor = time.perf_counter(), time.process_time()
        while search.count < most:
            why = search.advance()
            if why == search.why.EXHAUSTED:
                break
            if why == search.why.FULL:
                search.grow()
        took, used = time.perf_counter() - clock, time.process_time() - processor
        print(
            f"{number} threads: {search.count:,} layouts, {took:.2f} s, {used:.2f} s of the "
            f"processor, {search.count / took / 1e6:.2f} M/s",
            flush=True,
        )
        search.close()


if __name__ == "__main__":
    rate(*sys.argv[1:])
