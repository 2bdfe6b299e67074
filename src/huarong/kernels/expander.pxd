# The fields of the classes of expander.py, for kernels that use them.
cimport cython

@cython.final
cdef class Targets:
    cdef int bits
    cdef int sets
    cdef int used
    cdef bint busy
    cdef unsigned long long[::1] empty
    cdef int[::1] number
    cdef unsigned long long[::1] near
    cdef int[::1] at
    cdef unsigned short[::1] to

@cython.final
cdef class Expander:
    cdef int places
    cdef int cell_words
    cdef int key_words
    cdef int images
    cdef int metric
    cdef int fields
    cdef unsigned long long[::1] table
    cdef int[::1] word
    cdef int[::1] shift
    cdef int[::1] base
    cdef int[::1] form
    cdef int[::1] size
    cdef unsigned long long[::1] masks
    cdef unsigned long long[::1] rows
    cdef int[::1] moves
    cdef int[::1] mark
    cdef unsigned long long[::1] work
    cdef unsigned char[::1] mirror
    cdef unsigned char[::1] moved
    cdef unsigned char[::1] never
    cdef Targets shared
    cdef Targets alone
    cdef Targets targets
    cdef int tick
    cdef readonly Py_ssize_t stopped
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
