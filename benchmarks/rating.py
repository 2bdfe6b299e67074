"""The table of the rating's features on times of people, and the weights: `python benchmarks/rating.py [FILE]`.

FILE has times of people (see `huarong.design.people`); without it, the 46 Rush Hour boards of `tests/data/people/`. A second,
weaker test follows: the rank correlation of the rating and the publisher's number of the 40 cards of Rush Hour.
"""

from __future__ import annotations

import sys
from pathlib import Path

import huarong as hr
from huarong.design.people import correlations, findings, rank_correlation, read_times, usual_sets
from huarong.limits import Watch

PEOPLE = Path(__file__).parent.parent / "tests" / "data" / "people" / "rush_hour.csv"


def main() -> None:
    """Print the table, the weights and the correlation with the cards."""
    times = read_times(Path(sys.argv[1] if len(sys.argv) > 1 else PEOPLE).read_text("utf-8"))
    its = [findings(each.puzzle, Watch()) for each in times]
    print(f"{len(times)} puzzles; each predicted by weights fitted to the others")
    print("Pearson  Spearman  within  weights (constant first); features")
    for line in correlations(times, its, usual_sets()):
        within = "     –" if line.within is None else f"{line.within:6.2f}"
        weights = " ".join(f"{each:.2f}" for each in line.weights)
        print(
            f"{line.pearson:7.3f}  {line.spearman:8.3f}  {within}  {weights}; {', '.join(line.features)}"
        )
    cards = [hr.design.rate(f"Rush Hour {number}") for number in range(1, 41)]
    numbers = list(range(1, 41))
    print(
        f"40 cards: rank correlation {rank_correlation(numbers, [c.seconds for c in cards]):.3f} of the rating,",
        end=" ",
    )
    print(f"{rank_correlation(numbers, [c.length for c in cards]):.3f} of the length")


if __name__ == "__main__":
    main()
