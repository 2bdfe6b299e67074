"""Spaces: every layout of a board and a set of pieces, numbered without a gap.

>>> Space.of("横刀立马").size
65880
"""

from __future__ import annotations

from huarong.library.reader import piece_set
from huarong.model.pieces import read_board, read_pieces
from huarong.space.numbering import NotNumberedError
from huarong.space.space import NotInSpaceError, RankError, Space, Tables

__all__ = [
    "NotInSpaceError",
    "NotNumberedError",
    "RankError",
    "Space",
    "Tables",
    "piece_set",
    "read_board",
    "read_pieces",
]
