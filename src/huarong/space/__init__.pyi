from huarong.library.reader import piece_set as piece_set
from huarong.model.pieces import read_board as read_board, read_pieces as read_pieces
from huarong.space.numbering import NotNumberedError as NotNumberedError
from huarong.space.space import (
    NotInSpaceError as NotInSpaceError,
    RankError as RankError,
    Space as Space,
    Tables as Tables,
)
