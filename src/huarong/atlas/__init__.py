"""Whole spaces: the distance of every layout to a goal, hints, components, and what is computed from them.

An `Atlas` is the table of all distances of a space; `hint` and `Oracle` say how good every move of a puzzle is,
also where no table can be made. Components, sets of pieces, distances from one layout, waypoints, maps and
files for other programs are built on them. `docs/atlas.md` shows each.

>>> from huarong.atlas import Atlas
>>> atlas = Atlas.of("横刀立马")
>>> atlas.facts.layouts, atlas.facts.longest
(65880, 93)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.atlas.atlas import Atlas, Option, UnsolvableError
    from huarong.atlas.comparison import largest_difference
    from huarong.atlas.component import Component
    from huarong.atlas.compressed import Compressed, CompressedStep
    from huarong.atlas.dataset import Dataset, write_dataset
    from huarong.atlas.dense import TooLargeError
    from huarong.atlas.eccentricity import Diameter, Reach, diameter, reach
    from huarong.atlas.embedding import Map
    from huarong.atlas.export import (
        component_graph,
        component_graphml,
        component_matrix,
        layouts_csv,
        layouts_parquet,
        piece_sets_csv,
    )
    from huarong.atlas.goals import puzzle_at, read_goal
    from huarong.atlas.hints import Graded, Hint
    from huarong.atlas.oracle import Oracle
    from huarong.atlas.oracles import Oracles, hint
    from huarong.atlas.statistics import Components, Facts, PieceSet
    from huarong.atlas.survey import Survey
    from huarong.atlas.table import DistanceTable
    from huarong.atlas.waypoints import Stage, passes, through, unavoidable

__all__ = [
    "Atlas",
    "Component",
    "Components",
    "Compressed",
    "CompressedStep",
    "Dataset",
    "Diameter",
    "DistanceTable",
    "Facts",
    "Graded",
    "Hint",
    "Map",
    "Option",
    "Oracle",
    "Oracles",
    "PieceSet",
    "Reach",
    "Stage",
    "Survey",
    "TooLargeError",
    "UnsolvableError",
    "component_graph",
    "component_graphml",
    "component_matrix",
    "diameter",
    "hint",
    "largest_difference",
    "layouts_csv",
    "layouts_parquet",
    "passes",
    "piece_sets_csv",
    "puzzle_at",
    "reach",
    "read_goal",
    "through",
    "unavoidable",
    "write_dataset",
]

_MODULES = {
    "atlas": "Atlas Option UnsolvableError",
    "comparison": "largest_difference",
    "component": "Component",
    "compressed": "Compressed CompressedStep",
    "dataset": "Dataset write_dataset",
    "dense": "TooLargeError",
    "eccentricity": "Diameter Reach diameter reach",
    "embedding": "Map",
    "export": "component_graph component_graphml component_matrix layouts_csv layouts_parquet piece_sets_csv",
    "goals": "puzzle_at read_goal",
    "hints": "Graded Hint",
    "oracle": "Oracle",
    "oracles": "Oracles hint",
    "statistics": "Components Facts PieceSet",
    "survey": "Survey",
    "table": "DistanceTable",
    "waypoints": "Stage passes through unavoidable",
}
__getattr__, __dir__ = lazily(
    __name__,
    {
        name: f"huarong.atlas.{module}"
        for module, names in _MODULES.items()
        for name in names.split()
    },
)
