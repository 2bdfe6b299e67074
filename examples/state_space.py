"""A state space as a table: every layout of the classic set in pandas and Polars, and a plot.

It needs `python -m pip install ".[export,notebook]"`.
"""

# %%
from __future__ import annotations

import sys

import numpy as np
import pandas
import polars

from huarong.atlas import Atlas

# %% Every layout, its distance in two metrics, and where the large piece lies
steps, moves = (Atlas.of("横刀立马", metric) for metric in ("step", "move"))
ranks = np.arange(steps.space.size)
grids = steps.space.grids(ranks)
table = pandas.DataFrame({"step": steps.distances, "move": moves.distances, "large": (grids == 1).argmax(axis=1)})
table = table[table["step"] < 255]

# %% How hard are layouts, by the row of the large piece?
by_row = table.groupby(table["large"] // 4)[["step", "move"]].agg(["count", "mean", "max"])
print(by_row.round(1))

# %% In Polars: where the two metrics disagree most
frame = polars.from_pandas(table)
print(frame.select((polars.col("step") - polars.col("move")).max().alias("largest difference")))

# %% A plot
import matplotlib  # noqa: E402

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

figure, axes = pyplot.subplots()
axes.hist([table["step"], table["move"]], bins=40, label=["steps", "moves"])
axes.set(xlabel="distance to the goal", ylabel="layouts")
axes.legend()
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1])
