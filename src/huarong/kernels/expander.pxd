# The fields of the classes of expander.py, for kernels that use them.
cimport cython

@cython.final
cdef class Targets:
    # A hash table of 2^`bits` sets of empty cells (0 where there is none), with their numbers; `sets` of them.
    cdef int bits
    cdef int sets
    # How many entries of `to` are in use.
    cdef int used
    # Whether an expander uses the cache.
    cdef bint busy
    cdef unsigned long long[::1] empty
    cdef int[::1] number
    # By set: the bits of a key's board fields that may stand for pieces that can move.
    cdef unsigned long long[::1] near
    # For set s and place p, `at[places * s + p]` is the index in `to` of a count, followed by the places that a piece
    # at p can go to; -1 if there are none, 0 if they are not computed yet.
    cdef int[::1] at
    cdef unsigned short[::1] to

@cython.final
cdef class Expander:
    # The numbers of places, of words of a set of cells, of words of a key, of mirror images; the metric.
    cdef int places
    cdef int cell_words
    cdef int key_words
    cdef int images
    cdef int metric
    # The rules, as `huarong.search.expander` lays them out; by byte of board fields, what its pieces cover.
    cdef unsigned long long[::1] table
    cdef unsigned long long[::1] rows
    # By field of a key: which bits it has (after a shift, `masks`), its first place, what its bits mean (see `_keys`),
    # how many bits a number of a list takes.
    cdef int fields
    cdef int[::1] word
    cdef int[::1] shift
    cdef int[::1] base
    cdef int[::1] form
    cdef int[::1] size
    cdef unsigned long long[::1] masks
    # By neighbour: the places before and after the move; the place of the moved piece in the key that was written.
    cdef int[::1] moves
    cdef unsigned char[::1] moved
    # Scratch memory. A place whose `mark` is `tick` is seen: `tick` is increased instead of clearing `mark`.
    cdef int[::1] mark
    cdef unsigned long long[::1] work
    cdef int tick
    # For each image (the first is the layout itself) and each place the number of the place's image, at most ANY.
    cdef unsigned char[::1] mirror
    # Nothing: for keys none of whose pieces was moved last.
    cdef unsigned char[::1] never
    # The cache in use: the shared one or, while another thread has that, `alone`, which keeps nothing.
    cdef Targets shared
    cdef Targets alone
    cdef Targets targets
    # The index of the first key that the last expansion did not finish.
    cdef readonly Py_ssize_t stopped
    # After how many pieces of a layout to pause; the index, among the movable pieces of the first layout, of the piece
    # to begin with, and after a pause of the next one.
    cdef public int most
    cdef public int piece

    cdef void _hold(self) noexcept
    cdef void _release(self) noexcept
    cdef Py_ssize_t _expand(
        self,
        unsigned long long[::1] keys,
        Py_ssize_t first,
        Py_ssize_t last,
        unsigned long long[::1] out,
        Py_ssize_t n,
        Py_ssize_t room,
        unsigned char[::1] last_moved,
    ) noexcept nogil
