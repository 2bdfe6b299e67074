"""The table of the rating's features on times of people, and the weights: `python benchmarks/rating.py [FILE]`.

FILE has times of people (see `huarong.design.people`); without it, the 46 Rush Hour boards of `tests/data/people/`. The
table is that of `huarong design rate --people FILE`. A second, weaker test follows: the rank correlation of the rating
and the
publisher's number of the 40 cards of Rush Hour.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import huarong as hr
from huarong.design.people import rank_correlation

PEOPLE = Path(__file__).parent.parent / "tests" / "data" / "people" / "rush_hour.csv"


def main() -> None:
    """Print the table, the weights and the correlation with the cards."""
    file = sys.argv[1] if len(sys.argv) > 1 else str(PEOPLE)
    command = [sys.executable, "-m", "huarong", "design", "rate", "--people", file]
    subprocess.run(command, check=True)
    cards = [hr.design.rate(f"Rush Hour {number}") for number in range(1, 41)]
    numbers = list(range(1, 41))
    print(
        f"40 cards: rank correlation {rank_correlation(numbers, [c.seconds for c in cards]):.3f} of the rating,",
        end=" ",
    )
    print(f"{rank_correlation(numbers, [c.length for c in cards]):.3f} of the length")


if __name__ == "__main__":
    main()
