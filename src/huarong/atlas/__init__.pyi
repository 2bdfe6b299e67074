from huarong.atlas.atlas import Atlas as Atlas, largest_difference as largest_difference
from huarong.atlas.component import (
    Component as Component,
    Diameter as Diameter,
    Reach as Reach,
    diameter as diameter,
    reach as reach,
)
from huarong.atlas.compressed import Compressed as Compressed, CompressedStep as CompressedStep
from huarong.atlas.dataset import Dataset as Dataset, write_dataset as write_dataset
from huarong.atlas.dense import TooLargeError as TooLargeError
from huarong.atlas.embedding import Map as Map
from huarong.atlas.export import (
    component_graph as component_graph,
    component_graphml as component_graphml,
    component_matrix as component_matrix,
    layouts_csv as layouts_csv,
    layouts_parquet as layouts_parquet,
    piece_sets_csv as piece_sets_csv,
)
from huarong.atlas.goals import puzzle_at as puzzle_at, read_goal as read_goal
from huarong.atlas.hints import Hint as Hint
from huarong.atlas.oracle import Oracle as Oracle, Oracles as Oracles, hint as hint
from huarong.atlas.statistics import Components as Components, Facts as Facts, PieceSet as PieceSet
from huarong.atlas.survey import Survey as Survey
from huarong.atlas.table import DistanceTable as DistanceTable, Option as Option, UnsolvableError as UnsolvableError
from huarong.atlas.waypoints import Stage as Stage, passes as passes, through as through, unavoidable as unavoidable
from huarong.atlas.why import Graded as Graded
