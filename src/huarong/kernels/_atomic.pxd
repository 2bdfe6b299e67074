# Builtins of C compilers for threads that share memory: atomic operations, and a pause while waiting.
cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #if !defined(_WIN32)
    #include <sched.h>
    #include <time.h>
    #endif
    static inline long long huarong_add(long long *p, long long v) { return __atomic_fetch_add(p, v, __ATOMIC_ACQ_REL); }
    static inline long long huarong_load(long long *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
    static inline void huarong_store(long long *p, long long v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
    static inline int huarong_claim(unsigned int *p, unsigned int v) {
        unsigned int none = 0;
        return __atomic_compare_exchange_n(p, &none, v, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    }
    static inline void huarong_wait(int turn) {
    #if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
    #endif
    #if !defined(_WIN32)
        static const struct timespec moment = {0, 50000};
        if (turn > 2000) nanosleep(&moment, 0); /* the other's core is taken: it would be long */
        else if (turn > 200) sched_yield();
    #endif
    }
    #else
    #include <intrin.h>
    static __inline long long huarong_add(long long *p, long long v) { return _InterlockedExchangeAdd64((volatile __int64 *)p, v); }
    static __inline long long huarong_load(long long *p) { return _InterlockedExchangeAdd64((volatile __int64 *)p, 0); }
    static __inline void huarong_store(long long *p, long long v) { (void)_InterlockedExchange64((volatile __int64 *)p, v); }
    static __inline int huarong_claim(unsigned int *p, unsigned int v) {
        return _InterlockedCompareExchange((volatile long *)p, (long)v, 0) == 0;
    }
    static __inline void huarong_wait(int turn) { (void)turn; }
    #endif
    """
    long long add "huarong_add"(long long *p, long long v) noexcept nogil
    long long load "huarong_load"(long long *p) noexcept nogil
    void store "huarong_store"(long long *p, long long v) noexcept nogil
    int claim "huarong_claim"(unsigned int *p, unsigned int v) noexcept nogil
    void wait "huarong_wait"(int turn) noexcept nogil
