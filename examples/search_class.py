"""A class on search: one puzzle by four methods, and by programs of the literature, each with what it looked at."""

# %%
from __future__ import annotations

import huarong as hr
from huarong.study import compare

PUZZLE = "314652780"

# %% Four methods, one length
for method in ("bfs", "bidirectional", "astar", "idastar"):
    found = hr.solve(PUZZLE, "step", method=method)
    print(f"{method:14} {found.length:3} steps, {found.explored:6,} layouts looked at")

# %% The programs of the articles, rebuilt, beside today's
race = compare(PUZZLE, ["poos-protocol", "set-step", "search-step"], repeats=1)
for result in race.results:
    print(f"{result.name:14} depth {result.depth}, {result.layouts} layouts")

# %% Levels: how the frontier grows and shrinks
levels = hr.Atlas.of("876543210", "step").histogram
print("from the goal:", " ".join(map(str, levels[:12])), "...")
