# See _keys.py, which says what these are.
cdef enum:
    PAUSED
    FOUND
    EXHAUSTED
    FULL
    ALONE

cdef enum:
    ANY = 255

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

cdef inline unsigned long long scattered(unsigned long long key, unsigned long long before) noexcept nogil:
    cdef unsigned long long h = (key ^ before) * <unsigned long long>0x9E3779B97F4A7C15
    return h ^ (h >> 29)

cdef inline unsigned long long hashed(unsigned long long[::1] keys, Py_ssize_t number, int kw) noexcept nogil:
    cdef unsigned long long h = scattered(keys[number * kw], 0)
    cdef int w
    for w in range(1, kw):
        h = scattered(keys[number * kw + w], h)
    return h

cdef inline unsigned long long tag(unsigned long long h, int bits) noexcept nogil:
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

cdef inline int same(
    unsigned long long[::1] keys, Py_ssize_t number, unsigned long long[::1] others, Py_ssize_t other, int kw
) noexcept nogil:
    cdef int w = 0
    while w < kw and keys[number * kw + w] == others[other * kw + w]:
        w += 1
    return w == kw

cdef inline long long find(
    unsigned long long[::1] queue, unsigned int[::1] table, int bits, int kw,
    unsigned long long[::1] keys, Py_ssize_t number, unsigned long long h
) noexcept nogil:
    cdef unsigned long long slots = (<unsigned long long>1 << bits) - 1
    cdef unsigned long long slot = h >> (64 - bits)
    cdef unsigned long long mark = tag(h, bits)
    cdef unsigned long long entry
    cdef long long found
    while True:
        entry = table[slot]
        if entry == 0:
            return -1 - <long long>slot
        if (entry & ~slots) == mark:
            found = <long long>(entry & slots) - 1
            if queue[found * kw] == keys[number * kw] and (kw == 1 or same(queue, found, keys, number, kw)):
                return found
        slot = (slot + 1) & slots
