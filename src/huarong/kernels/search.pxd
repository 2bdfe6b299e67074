# The fields of the class of search.py, for the kernel of teams.
cimport cython

from huarong.kernels.expander cimport Expander

@cython.final
cdef class Search:
    cdef Expander expander
    cdef int key_words
    cdef int alternatives
    cdef unsigned long long[::1] goals
    cdef unsigned long long[::1] out
    cdef unsigned long long[::1] hashes
    cdef unsigned long long[::1] here
    cdef unsigned long long[::1] queue
    cdef unsigned char[::1] last_moved
    cdef unsigned int[::1] table
    cdef long long[::1] levels
    cdef readonly int bits
    cdef readonly long long count
    cdef readonly long long head
    cdef readonly long long end
    cdef readonly int depth
    cdef int piece

    cdef int _deepen(self, long long count) noexcept nogil
    cdef int _run(self, long long budget) noexcept nogil
    cdef int _put(self, unsigned long long slot, unsigned int entry) noexcept nogil
