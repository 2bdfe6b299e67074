from huarong.atlas.atlas import Atlas as Atlas
from huarong.atlas.hints import Hint as Hint
from huarong.atlas.oracle import Oracle as Oracle, hint as hint
from huarong.draw.picture import svg as svg
from huarong.errors import (
    Cancelled as Cancelled,
    CannotExpress as CannotExpress,
    Fault as Fault,
    HuarongError as HuarongError,
    InputError as InputError,
    LimitReached as LimitReached,
    MissingPackageError as MissingPackageError,
    PuzzleError as PuzzleError,
    UnknownName as UnknownName,
)
from huarong.library.catalogue import find as find
from huarong.library.reader import puzzle as puzzle
from huarong.limits import Progress as Progress
from huarong.model.board import (
    Board as Board,
    Goal as Goal,
    Kind as Kind,
    Layout as Layout,
    Leg as Leg,
    Metric as Metric,
    Move as Move,
    Piece as Piece,
)
from huarong.model.puzzle import Puzzle as Puzzle, Solution as Solution
from huarong.model.setup import Setup as Setup
from huarong.notation import NOTATIONS as NOTATIONS, detect as detect, mirror as mirror, read as read, write as write
from huarong.proof.certificate import prove as prove
from huarong.search.solver import solve as solve
from huarong.space.space import Space as Space

__version__: str
