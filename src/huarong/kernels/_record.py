"""Names of places in the tables that `huarong.search.expander` lays out and `huarong.kernels.expander` walks.

Compiled kernels take them from `_record.pxd`, as constants.
"""

NUMBER, BOARD = 0, 1
"""Forms of a field of a key: an index of one piece's place; a bit for each place. More: the length of a list of places.
"""

STEP, SLIDE, MOVE = 0, 1, 2
"""The metrics."""

# The record of a place, for boards and keys of one word and at most one mirror image.
COVER = 0  # the cells of a piece there
PART = 1  # its part of the key
IMAGE_PART = 2  # its part of the mirror image's key (of the key where there is no image)
HEAD = 3  # its first cell as a bit
ENTER = 4  # for each direction (U D L R) the cells entered by one step
NEXT = 8  # for each direction where the record of the next place begins (this one's for none)
LIST = 12  # one more than the number of its field where that is a list, else 0
HALO = 13  # the cells entered by any step
LIST_MASK = 14  # the bits of that list, from bit 0
RECORD = 16  # how many words a record has

# What follows the records: for each of 64 cells, the key's bits (in board fields) of pieces that could enter the cell;
# then
HOLDER = 64  # for each of the key's 64 bits, the index of the record of the bit's place
FREE = 128  # all free cells as bits
