from huarong.library.notations.base import Notation as Notation
from huarong.library.notations.codes import mirror_poos as mirror_poos
from huarong.library.notations.registry import (
    NOTATIONS as NOTATIONS,
    NotationName as NotationName,
    notation as notation,
    notations as notations,
    register as register,
)
from huarong.library.pddl import Pddl as Pddl, pddl as pddl, read_plan as read_plan
from huarong.library.reader import (
    detect as detect,
    mirror as mirror,
    piece_set as piece_set,
    read as read,
    write as write,
)
