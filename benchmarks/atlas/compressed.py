"""How long a compressed atlas takes for a layout: `python benchmarks/atlas/compressed.py FOLDER`, a folder of `huarong
atlas tables`.

For each metric: the mean over random layouts, each asked once, and the slowest of the hardest layouts of all sets of
pieces, each asked a hundred times, of which the quickest counts, so that what other programs do is left out.
"""

import random
import sys
import time
from itertools import islice

import huarong as hr
from huarong.atlas import Compressed, Dataset
from huarong.model.board import Layout

RANDOM = 20_000


def seconds(small: Compressed, layout: Layout, times: int) -> float:
    """The shortest of some questions for a layout, in seconds."""
    found = []
    for _ in range(times):
        begin = time.perf_counter()
        small.distance(layout)
        found.append(time.perf_counter() - begin)
    return min(found)


def main(folder: str) -> None:
    """Print a line for each metric."""
    data, pick = Dataset(folder), random.Random(1)
    rows = sorted(data.sets.to_pylist(), key=lambda row: -(row["longest"] or 0))
    for metric in ("step", "slide", "move"):
        small = data.compressed(metric)
        space = small.space
        layouts = [space.layout(pick.randrange(space.size)) for _ in range(RANDOM)]
        mean = sum(seconds(small, each, 1) for each in layouts) / RANDOM
        texts = (t for row in rows if row["metric"] == metric for t in row["hardest"])
        starts = [hr.puzzle(text) for text in islice(texts, 50)]
        hardest = [space.place(start.start, start.kinds) for start in starts]
        worst = max(seconds(small, each, 100) for each in hardest)
        print(f"{metric}: {1e6 * mean:.1f} µs on average, {1e6 * worst:.1f} µs for the hardest layout")


if __name__ == "__main__":
    main(sys.argv[1])
