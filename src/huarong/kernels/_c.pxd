# See _c.py, which says what these are.
ctypedef unsigned char u8
ctypedef unsigned short u16
ctypedef int i32
ctypedef unsigned int u32
ctypedef long long i64
ctypedef unsigned long long u64
ctypedef Py_ssize_t isize

ctypedef unsigned char[::1] u8s
ctypedef unsigned short[::1] u16s
ctypedef int[::1] i32s
ctypedef unsigned int[::1] u32s
ctypedef long long[::1] i64s
ctypedef unsigned long long[::1] u64s

# Builtins of C compilers: the lowest set bit, the population count, and prefetching.
cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    static inline int huarong_lowest(unsigned long long x) { return __builtin_ctzll(x); }
    static inline int huarong_count(unsigned long long x) { return __builtin_popcountll(x); }
    static inline void huarong_fetch(const void *p) { __builtin_prefetch(p); }
    #else
    static inline int huarong_lowest(unsigned long long x) {
        int n = 0;
        while (!(x & 1)) { x >>= 1; n++; }
        return n;
    }
    static inline int huarong_count(unsigned long long x) {
        int n = 0;
        while (x) { x &= x - 1; n++; }
        return n;
    }
    static inline void huarong_fetch(const void *p) { (void)p; }
    #endif
    """
    int lowest "huarong_lowest"(unsigned long long x) noexcept nogil
    int count "huarong_count"(unsigned long long x) noexcept nogil
    void fetch "huarong_fetch"(const void *p) noexcept nogil
