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
