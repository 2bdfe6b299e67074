"""Certify the openings, classics, cards and levels of the library and check each certificate; takes about an hour.

    python benchmarks/proof/certify_library.py [GROUP ...]

For each metric: how many certificates were made and accepted, the largest and the median file, the slowest
check and the median one, and what was too large for a checker.
"""

import statistics
import sys
import time

import huarong as hr
from huarong.library import entries
from huarong.proof import check, prove


def main(groups):
    for metric in ("step", "slide", "move"):
        sizes, seconds, refused = [], [], []
        for entry in entries():
            if groups and entry.group not in groups:
                continue
            try:
                found = prove(entry.puzzle, metric, max_seconds=120)
            except hr.LimitReached:
                refused.append(entry.name)
                continue
            began = time.process_time()
            check(found.data)
            seconds.append(time.process_time() - began)
            sizes.append(len(found.data))
        print(
            f"{metric}: {len(sizes)} certificates, bytes {statistics.median(sizes):,.0f} (at most {max(sizes):,}), "
            f"seconds to check {statistics.median(seconds):.2f} (at most {max(seconds):.2f}); "
            f"too large: {', '.join(refused) or 'none'}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
