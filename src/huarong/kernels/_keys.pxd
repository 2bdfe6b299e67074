# See _keys.py, which says what these are.
cdef enum:
    PAUSED
    FOUND
    EXHAUSTED
    FULL
    ALONE

cdef enum:
    ANY = 255

cdef inline unsigned long long scattered(unsigned long long key, unsigned long long before) noexcept nogil:
    cdef unsigned long long h = (key ^ before) * <unsigned long long>0x9E3779B97F4A7C15
    return h ^ (h >> 29)

cdef inline unsigned long long hashed(unsigned long long[::1] keys, Py_ssize_t number, int kw) noexcept nogil:
    cdef unsigned long long h = scattered(keys[number * kw], 0)
    cdef int w
    for w in range(1, kw):
        h = scattered(keys[number * kw + w], h)
    return h

cdef inline unsigned long long tagged(unsigned long long h, int bits) noexcept nogil:
    return ((h >> 32) << bits) & <unsigned long long>0xFFFFFFFF

cdef inline int solved(
    unsigned long long[::1] keys, Py_ssize_t number, unsigned long long[::1] goals, int ngoals, int kw
) noexcept nogil:
    cdef int a
    cdef int w
    for a in range(ngoals):
        w = 0
        while w < kw and (keys[number * kw + w] & goals[(2 * a) * kw + w]) == goals[(2 * a + 1) * kw + w]:
            w += 1
        if w == kw:
            return 1
    return 0
