"""A run that can be stopped: levels on disk, gone on with by another call; with `--ray`, on the processes of a Ray
cluster.

On several machines give the cluster's address and a folder that all of them see: `docs/en/howto/cluster.md`.
"""

# %%
from __future__ import annotations

import sys
import tempfile
from dataclasses import replace

from huarong.explore import Resources, run

ENGINE = "ray" if "--ray" in sys.argv else "disk"

# %% The first run stops at the goal; the second continues to the end of the space
with tempfile.TemporaryDirectory() as folder:
    disk = Resources(ENGINE, folder, workers=2)
    first = run("876543210", "step", disk, until_goal=True, max_memory="512M")
    print(f"{first.engine}: {sum(first.levels):,} layouts, the goal is at depth {first.goal_depth}")
    second = run("876543210", "step", replace(disk, resume=True), max_memory="512M")
    print(f"{second.engine}: {sum(second.levels):,} layouts in all, {second.radius} levels")
