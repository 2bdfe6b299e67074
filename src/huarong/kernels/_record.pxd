# See _record.py, which says what these are.
cdef enum:
    NUMBER
    BOARD

cdef enum:
    STEP
    SLIDE
    MOVE

cdef enum:
    COVER
    PART
    IMAGE_PART
    HEAD
    ENTER
    NEXT = 8
    LIST = 12
    HALO
    LIST_MASK
    RECORD = 16

cdef enum:
    HOLDER = 64
    FREE = 128
