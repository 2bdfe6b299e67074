// What the memory of this machine gives to one thread and to two, for the accesses of a search's visited set and nothing else.
//
//     c++ -O3 -march=native -pthread benchmarks/limits/memory.cpp -o memory && ./memory [BITS]
//
// A table of 2^BITS entries of 4 bytes and as many keys of 8 bytes, in large pages, touched before. Each thread looks up
// pseudo-random keys in batches of 64, prefetched: `read` an entry and the key it stands for; `enter` an entry and, where it
// is empty, put the key there (compare and swap), up to half of the table. No expansion, no order, no growth: a search cannot gain more by a
// second thread than these do. Rows: accesses a second of one thread and of two, millions, and their ratio, the best of three.
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

using u64 = std::uint64_t;
using u32 = std::uint32_t;

static int bits;
static u32 *table;
static u64 *keys;
static std::atomic<u64> sink;

template <class T> static T *memory(u64 count) {
    void *p = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) std::exit(1);
    madvise(p, count * sizeof(T), MADV_HUGEPAGE);
    return static_cast<T *>(p);
}

static u64 mixed(u64 x) {
    x *= 0x9E3779B97F4A7C15;
    x ^= x >> 32;
    return x * 0xD6E8FEB86659FD93;
}

static void read(u64 first, u64 last) {
    u64 sum = 0, slots[64];
    for (u64 i = first; i < last; i += 64) {
        for (int j = 0; j < 64; j++) __builtin_prefetch(&table[slots[j] = mixed(i + j) >> (64 - bits)]);
        for (int j = 0; j < 64; j++) __builtin_prefetch(&keys[slots[j] = table[slots[j]]]);
        for (int j = 0; j < 64; j++) sum += keys[slots[j]];
    }
    sink += sum;
}

static void enter(u64 first, u64 last) {
    u64 slots[64], mask = (u64(1) << bits) - 1, fresh = first;
    for (u64 i = first; i < last; i += 64) {
        for (int j = 0; j < 64; j++) __builtin_prefetch(&table[slots[j] = mixed(i + j) >> (64 - bits)], 1);
        for (int j = 0; j < 64; j++) {
            u64 slot = slots[j];
            u32 none = 0;
            while (!__atomic_compare_exchange_n(&table[slot], &none, u32(i + j + 1), false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
                none = 0;
                slot = (slot + 1) & mask;
            }
            keys[fresh++] = i + j;
        }
    }
    sink += fresh;
}

static double rate(void (*what)(u64, u64), u64 count, int threads) {
    auto begin = std::chrono::steady_clock::now();
    std::vector<std::thread> team;
    for (int t = 0; t < threads; t++) team.emplace_back(what, count / threads * t, count / threads * (t + 1));
    for (auto &each : team) each.join();
    return count / std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / 1e6;
}

int main(int argc, char **argv) {
    bits = argc > 1 ? std::atoi(argv[1]) : 24;
    u64 size = u64(1) << bits;
    table = memory<u32>(size), keys = memory<u64>(size);
    for (u64 i = 0; i < size; i++) keys[i] = i;
    double best[2][2] = {};
    for (int run = 0; run < 3; run++)
        for (int t = 0; t < 2; t++) {
            for (u64 i = 0; i < size; i++) table[i] = u32(mixed(i) >> (64 - bits));
            best[0][t] = std::max(best[0][t], rate(read, size, t + 1));
            std::fill(table, table + size, 0);
            best[1][t] = std::max(best[1][t], rate(enter, size / 2, t + 1));
        }
    for (int row = 0; row < 2; row++)
        std::printf("2^%d %s: %.0f and %.0f M/s, %.2f times\n", bits, row ? "enter" : "read", best[row][0], best[row][1], best[row][1] / best[row][0]);
}
