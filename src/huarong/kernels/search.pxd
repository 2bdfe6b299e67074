# The fields of the class of search.py, for the kernel of teams.
cimport cython

from huarong.kernels.expander cimport Expander

@cython.final
cdef class Search:
    cdef Expander expander
    cdef int key_words
    # The goal: a mask and a value of a key for each of its alternatives.
    cdef int alternatives
    cdef unsigned long long[::1] goals
    # Buffers: of neighbours, of their hashes, of one key.
    cdef unsigned long long[::1] out
    cdef unsigned long long[::1] hashes
    cdef unsigned long long[::1] here
    # By number: the keys, and (in MOVE) for each the place of the piece whose move found it.
    cdef unsigned long long[::1] queue
    cdef unsigned char[::1] last_moved
    # The hash table of 2^`bits` entries: bits of the hash above the key's number plus 1; 0 where there is none.
    cdef unsigned int[::1] table
    # The number of the first key at each depth.
    cdef long long[::1] levels
    cdef readonly int bits
    # How many keys are found, and how many of them expanded.
    cdef readonly long long count
    cdef readonly long long head
    # The level being expanded: where it ends, its depth.
    cdef readonly long long end
    cdef readonly int depth
    # Of the layout being expanded, the pieces before this index are done.
    cdef int piece

    cdef int _deepen(self, long long count) noexcept nogil
    cdef int _run(self, long long budget) noexcept nogil
    cdef int _put(self, unsigned long long slot, unsigned int entry) noexcept nogil
