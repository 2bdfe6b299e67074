// What CUDA gives a kernel, on one core: the blocks one by one, and the threads of a block taking turns, each as far as the next barrier.
#include <cstddef>
#include <cstdlib>
#include <ucontext.h>
#include <utility>
#include <vector>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __shared__ static
#define __launch_bounds__(threads)

struct Index {
    unsigned x;
};
static Index blockIdx, blockDim, gridDim, threadIdx;

static int __popc(unsigned x) { return __builtin_popcount(x); }
static int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static int __ffs(int x) { return __builtin_ffs(x); }

template <class T> static T atomicAdd(T *to, T by) {
    T before = *to;
    *to += by;
    return before;
}

template <class T> static T atomicMin(T *to, T other) {
    T before = *to;
    *to = other < before ? other : before;
    return before;
}

template <class T> static T atomicCAS(T *to, T expected, T value) {
    T before = *to;
    if (before == expected) *to = value;
    return before;
}

static const std::size_t STACK = 1 << 16;
struct Thread {
    ucontext_t at;
    std::vector<char> stack = std::vector<char>(STACK);
    bool done;
};
static std::vector<Thread> threads;
static ucontext_t turns;

static void __syncthreads() { swapcontext(&threads[threadIdx.x].at, &turns); }

template <class... A, std::size_t... I>
static void call(void (*kernel)(A...), void **args, std::index_sequence<I...>) {
    kernel(*static_cast<A *>(args[I])...);
}

static void (*body)(void **);
static void **given;

static void whole() {
    body(given);
    threads[threadIdx.x].done = true;
}

// Run a kernel; aborts where some threads of a block wait at a barrier for others that have ended.
static void launch(void (*kernel)(void **), unsigned blocks, unsigned size, void **args) {
    body = kernel, given = args;
    threads.resize(size);
    gridDim.x = blocks, blockDim.x = size;
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) {
        for (Thread &each : threads) {
            getcontext(&each.at);
            each.at.uc_stack.ss_sp = each.stack.data();
            each.at.uc_stack.ss_size = STACK;
            each.at.uc_link = &turns;
            each.done = false;
            makecontext(&each.at, whole, 0);
        }
        for (unsigned ended = 0; ended < size;) {
            for (threadIdx.x = 0; threadIdx.x < size; threadIdx.x++) {
                swapcontext(&turns, &threads[threadIdx.x].at);
                ended += threads[threadIdx.x].done;
            }
            if (ended && ended < size) std::abort();
        }
    }
}

#define LAUNCH(kernel)                                                                           \
    template <class... A> static void unpack_##kernel(void (*f)(A...), void **args) {            \
        call(f, args, std::index_sequence_for<A...>());                                          \
    }                                                                                            \
    extern "C" void launch_##kernel(unsigned blocks, unsigned size, void **args) {               \
        launch([](void **each) { unpack_##kernel(kernel, each); }, blocks, size, args);          \
    }
