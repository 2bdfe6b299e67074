// What a throwaway program needs for the classic board: a yardstick for `huarong solve`, no part of it.
//
// Reads layouts of 4x5, one a line, as 20 letters ('.' empty; equal letters are one piece; one 2x2), and prints for each the least
// number of moves (any path of one piece counts as one) or steps, and how many layouts were found; then the seconds of them all.
//
//     g++ -O3 -march=native -o /tmp/klotski benchmarks/limits/klotski.cpp && /tmp/klotski move < layouts.txt
//
// A layout is 3 bits for each cell (0 empty, 1 single, 2 the 2x2, 3 left of a horizontal, 4 top of a vertical, 5 covered by
// what begins before), 60 bits in all; mirror images are one. Visited layouts are in a hash table with linear probing.

#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using Key = uint64_t;
static const int W = 4, H = 5, N = 20;
static const int WIDE[] = {0, 1, 2, 2, 1}, HIGH[] = {0, 1, 2, 1, 2};

static int flip[5][N];  // where a piece begins in the mirror

static Key code(const int *grid) {  // grid has kinds where pieces begin
    Key key = 0;
    for (int c = 0; c < N; c++) key |= Key(grid[c]) << 3 * c;
    return key;
}

static Key mirrored(const int *grid) {
    int other[N];
    memset(other, 0, sizeof other);
    for (int c = 0; c < N; c++)
        if (int k = grid[c]) other[flip[k][c]] = k;
    return code(other);
}

struct Table {
    std::vector<Key> slots;
    size_t mask, count = 0;
    explicit Table(int bits) : slots(size_t(1) << bits, ~Key(0)), mask((size_t(1) << bits) - 1) {}
    void clear() {
        std::fill(slots.begin(), slots.end(), ~Key(0));
        count = 0;
    }
    bool add(Key key) {
        size_t h = (key * 0x9E3779B97F4A7C15ull) >> 40 & mask;
        while (slots[h] != ~Key(0)) {
            if (slots[h] == key) return false;
            h = (h + 1) & mask;
        }
        slots[h] = key;
        count++;
        return true;
    }
};

static uint32_t body(int k, int c) {
    return k == 1 ? 1u << c : k == 2 ? 51u << c : k == 3 ? 3u << c : 17u << c;
}

static int solve(const int *start, bool step, size_t &found) {
    static Table table(17);
    table.clear();
    std::vector<Key> level, next;
    Key first = std::min(code(start), mirrored(start));
    table.add(first);
    level.push_back(first);
    if (start[13] == 2) { found = 1; return 0; }
    for (int depth = 1; !level.empty(); depth++) {
        next.clear();
        for (Key key : level) {
            int grid[N];
            uint32_t full = 0;
            Key image = 0;
            for (int c = 0; c < N; c++) {
                int k = grid[c] = key >> 3 * c & 7;
                if (k) full |= body(k, c), image |= Key(k) << 3 * flip[k][c];
            }
            for (int c = 0; c < N; c++) {
                int k = grid[c];
                if (!k) continue;
                uint32_t rest = full & ~body(k, c), seen = 1u << c;
                int stack[N], top = 0;
                stack[top++] = c;
                while (top) {
                    int at = stack[--top], x = at % W, y = at / W;
                    const int go[4] = {x > 0 ? at - 1 : -1, x + WIDE[k] < W ? at + 1 : -1,
                                       y > 0 ? at - W : -1, y + HIGH[k] < H ? at + W : -1};
                    for (int to : go) {
                        if (to < 0 || seen >> to & 1 || rest & body(k, to)) continue;
                        seen |= 1u << to;
                        if (!step) stack[top++] = to;
                        Key one = std::min(key ^ Key(k) << 3 * c ^ Key(k) << 3 * to,
                                           image ^ Key(k) << 3 * flip[k][c] ^ Key(k) << 3 * flip[k][to]);
                        if (table.add(one)) {
                            next.push_back(one);
                            if (k == 2 && to == 13) { found = table.count; return depth; }
                        }
                    }
                }
            }
        }
        level.swap(next);
    }
    found = table.count;
    return -1;
}

int main(int argc, char **argv) {
    bool step = argc > 1 && !strcmp(argv[1], "step");
    for (int k = 1; k < 5; k++)
        for (int c = 0; c < N; c++) flip[k][c] = c / W * W + W - WIDE[k] - c % W;
    std::vector<std::string> lines;
    for (std::string line; std::getline(std::cin, line);)
        if (line.size() == N) lines.push_back(line);
    clock_t begin = clock();
    std::string out;
    for (auto &line : lines) {
        int grid[N];
        std::map<char, std::vector<int>> cells;
        memset(grid, 0, sizeof grid);
        for (int c = 0; c < N; c++)
            if (line[c] != '.') cells[line[c]].push_back(c);
        for (auto &[letter, at] : cells)
            grid[at[0]] = at.size() == 1 ? 1 : at.size() == 4 ? 2 : at[1] == at[0] + 1 ? 3 : 4;
        size_t found;
        int length = solve(grid, step, found);
        out += std::to_string(length) + " " + std::to_string(found) + "\n";
    }
    double took = double(clock() - begin) / CLOCKS_PER_SEC;
    fputs(out.c_str(), stdout);
    printf("seconds %.6f\n", took);
}
