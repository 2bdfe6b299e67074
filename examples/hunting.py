"""Hunting the hardest: over sets of pieces, then over goals, then one change at a time."""

# %%
from __future__ import annotations

from huarong.design import harder, hardest_goals, hardest_sets

# %% Which set of pieces on 4x4 has the hardest start?
found = max(
    hardest_sets("4x4 2x2:1 2x1:0..2 1x2:0..2 1x1:2..4 empty:2..", goal="..../..../..aa/..aa"),
    key=lambda each: each.facts.longest or 0,
)
print(found.pieces, found.facts.longest, found.starts[0].puzzle.line())

# %% Which piece, brought where, is hardest?
for each in list(hardest_goals("3x3 2x1:1 1x1:4"))[:3]:
    print(each.to_json())

# %% From a puzzle that one has: what one change makes it harder?
for change in harder("AB../AB../..CC/goal:/..../..../CC..", rated=False)[:3]:
    told = change.to_json()
    print(told["length"], told["text"], told["puzzle"])
