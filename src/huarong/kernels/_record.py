"""Names of places in the tables that `huarong.search.expander` lays out and `huarong.kernels.expander` walks.

Compiled kernels take them from `_record.pxd`, as constants.
"""

NUMBER, BOARD = 0, 1
"""Forms of a field of a key: an index of one piece's place; a bit for each place. More: the length of a list of places."""

STEP, SLIDE, MOVE = 0, 1, 2
"""The metrics."""

COVER, PART, IMAGE_PART, HEAD, ENTER, NEXT, LIST, HALO, LIST_MASK, RECORD = (
    *range(5),
    *range(8, 16, 4),
    *range(13, 15),
    16,
)
"""The layout of a place's record of 16 words, for boards and keys of one word and at most one mirror image:

     0  COVER       the cells of a piece there
     1  PART        its part of the key
     2  IMAGE_PART  its part of the mirror image's key (of the key where there is no image)
     3  HEAD        its first cell as a bit
     4  ENTER       for each direction (U D L R) the cells entered by one step
     8  NEXT        for each direction where the record of the next place begins, or this one's where none is
    12  LIST        one more than the number of its field where that is a list, else 0
    13  HALO        the cells entered by any step
    14  LIST_MASK   the bits of that list, from bit 0
    16  RECORD      how long a record is
"""

HOLDER, FREE = 64, 128
"""What follows the records: for each of 64 cells, the key's bits (in board fields) of pieces that could enter the cell; from HOLDER, for each of the key's 64 bits, the index of the record of the bit's place; at FREE, all free cells as bits."""
