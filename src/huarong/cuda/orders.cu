/* Levels of numbered tiles, sixty orders in a word: the numbering and the tables of huarong/tiles/orders.py.

   CELLS cells lie in lines of LINE (2 or 3). HEADS heads have a word for each cell of the blank. A head has FIRST tiles;
   digit i of an order has CELLS - 1 - i values. A window is LINE successive tiles of the order, from tile I on: they
   change places when the blank crosses from one line into the next (WAY 1: it came from the next line, WAY 0: from the
   previous one). Words are pulled: the word of a head is made of those of the orders that it comes from. */

#define ROWS (CELLS / LINE)
#define FIRST (CELLS - 6)
#define FULL 0x0FFFFFFFFFFFFFFFull
#define CHUNK 4032 /* heads to a block of threads */
#define CHUNKS ((HEADS + CHUNK - 1) / CHUNK)

/* How many values the digits from one up to another have together. */
static __host__ __device__ constexpr u32 values(int from, int to) {
    u32 n = 1;
    for (int i = from; i < to; i++) n *= CELLS - 1 - i;
    return n;
}

/* Heads that differ in their last three tiles are a group, of which it is known when it changed last. */
#define GROUP values(FIRST > 3 ? FIRST - 3 : 0, FIRST)
#define GROUPS (HEADS / GROUP)

typedef struct {
    const int *begin, *source;
    const u64 *turn;
    const u8 *odd;
} Links;

#define LINKS const int *begin, const int *source, const u64 *turn, const u8 *odd
#define GIVEN {begin, source, turn, odd}

/* The head that a head comes from, where the whole window is in it. */
template <int I, int WAY> DEVICE u32 stepped(const Links &t, u32 h) {
    constexpr u32 size = values(I + LINE, FIRST), many = values(I, I + LINE);
    const u32 digit = h / size % many;
    return h + (t.source[t.begin[2 * I + WAY] + digit] - digit) * size;
}

/* The window is partly in the head: groups of 12 or of 3 bits come from several words. */
template <int I, int WAY> DEVICE u64 crossed(const Links &t, const u64 *from, u32 h) {
    constexpr int many = I + LINE == FIRST + 1 ? 5 : 20, bits = 60 / many;
    constexpr u32 words = values(I, FIRST);
    const int *source = t.source + t.begin[2 * I + WAY] + many * (h % words);
    u64 found = 0;
    from += h - h % words;
#pragma unroll 5
    for (int x = 0; x < many; x++)
        found |= (from[source[x] >> 6] >> (source[x] & 63) & ((1ull << bits) - 1)) << (bits * x);
    return found;
}

/* The windows from I to HIGH are in the tail: bits change places, in a way that depends on the tail's parity. */
template <int I, int HIGH, int WAY> DEVICE u64 turned(const Links &t, u64 word, int odd) {
    const u64 *turn = t.turn + t.begin[2 * I + WAY] + 640 * odd;
    u64 found = 0;
    for (int six = 0; six < 10; six++) found |= turn[64 * six + (word >> (6 * six) & 63)];
    if constexpr (I + LINE > HIGH) return found;
    else return turned<I + LINE, HIGH, WAY>(t, found, odd ^ ((LINE - 1) & 1));
}

/* The word of head h whose windows LOW, LOW + LINE, ... HIGH move at once: the blank crosses as many lines, and gets
   to line `line`. The windows in the head have moved already: from h to `at`. */
template <int LOW, int HIGH, int WAY> DEVICE u64 pulled(const Links &t, const u64 *from, u32 h, u32 at, int line) {
    constexpr int inside = LOW + LINE > FIRST ? 0 : (FIRST - LINE - LOW) / LINE + 1, next = LOW + inside * LINE;
    if constexpr (next > HIGH) return from[at];
    else {
        constexpr int tail = next < FIRST ? next + LINE : next;
        u64 word;
        if constexpr (next < FIRST) word = crossed<next, WAY>(t, from, at);
        else word = from[at];
        if constexpr (tail > HIGH) return word;
        else {
            constexpr int turns = (HIGH - tail) / LINE + 1;
            const int odd = t.odd[h / GROUP] ^ t.odd[GROUPS + h % GROUP] ^ ((LINE - 1) & (line + turns) & 1);
            return word ? turned<tail, HIGH, WAY>(t, word, odd) : 0;
        }
    }
}

/* One tile at a time. The layouts within d + 1 moves with the blank on cells of one color are those within d - 1, and
   the neighbors of those within d on the other: so a bit is set where a layout was reached, and never unset.
   `fresh` has for each cell and group of heads the depth at which it changed last: only what changed at the depth
   before this one is pulled. */

typedef struct {
    Links links;
    u64 *seen;
    u8 *fresh;
    int depth;
} Search;

template <int Q> DEVICE bool live(const Search &s, u32 h) {
    return s.fresh[(u64)Q * GROUPS + h / GROUP] == (u8)(s.depth - 1);
}

/* What head h gets where the blank came to cell P from line to line by window I. */
template <int P, int Q, int I, int WAY> DEVICE u64 came(const Search &s, u32 h) {
    u32 at = h;
    if constexpr (I + LINE <= FIRST) at = stepped<I, WAY>(s.links, h);
    return live<Q>(s, at) ? pulled<I, I, WAY>(s.links, s.seen + (u64)Q * HEADS, h, at, P / LINE) : 0;
}

template <int P> DEVICE u32 grown(const Search &s, int p, u32 chunk) {
    if constexpr (P < CELLS) {
        if (p != P) return grown<P + 1>(s, p, chunk);
        u32 found = 0, end = HEADS - chunk * CHUNK < CHUNK ? HEADS : (chunk + 1) * CHUNK;
        for (u32 h = chunk * CHUNK + threadIdx.x; h < end; h += blockDim.x) {
            u64 *here = s.seen + (u64)P * HEADS + h, old = *here, word = 0;
            if (old == FULL) continue;
            if constexpr (P % LINE > 0)
                if (live<P - 1>(s, h)) word |= here[-(long long)HEADS];
            if constexpr (P % LINE < LINE - 1)
                if (live<P + 1>(s, h)) word |= here[HEADS];
            if constexpr (P >= LINE) word |= came<P, P - LINE, P - LINE, 0>(s, h);
            if constexpr (P + LINE < CELLS) word |= came<P, P + LINE, P, 1>(s, h);
            word &= ~old;
            if (!word) continue;
            *here = old | word;
            s.fresh[(u64)P * GROUPS + h / GROUP] = (u8)s.depth;
            found += __popcll(word);
        }
        return found;
    }
    return 0;
}

/* Add the layouts at a depth, with the blank on the cells of a color, and count them. */
KERNEL level(LINKS, u64 *seen, u8 *fresh, u64 *count, int depth, int color, u32 before) {
    const Search s = {GIVEN, seen, fresh, depth};
    const u32 cells = LINE == 2 ? ROWS : (CELLS + 1 - color) / 2, k = BLOCK % cells;
    add(count, grown<0>(s, LINE == 2 ? 2 * k + ((k + color) & 1) : 2 * k + color, BLOCK / cells));
}

/* Several tiles of a line at a time. Of layouts that a slide along a line leads to, all or none are in a set that such a
   slide ended: so the set has a word for each line and head (`rows`). Likewise a set that a slide across the lines
   ended: for each column, and each head that the layout has once the blank is in the first line (`columns`). The
   layouts within d moves are those of d moves, some of them of no tile, the first along a line or across. So two sets
   grow in turns: one has its words by rows while the other has them by columns. */

/* The words of column C from line R on; `at` is h after the windows in the head. */
template <int C, int R> DEVICE u64 joined(const Links &t, const u64 *rows, u32 h, u32 at) {
    u64 word = pulled<C, C + (R - 1) * LINE, 1>(t, rows + (u64)R * HEADS, h, at, 0);
    if constexpr (R + 1 < ROWS) {
        if constexpr (C + (R + 1) * LINE <= FIRST) at = stepped<C + R * LINE, 1>(t, at);
        word |= joined<C, R + 1>(t, rows, h, at);
    }
    return word;
}

/* Slide across the lines: from the words of a set by rows to those by columns. */
KERNEL across(LINKS, const u64 *rows, u64 *columns, u32 before) {
    const Links t = GIVEN;
    const u32 c = BLOCK % LINE, chunk = BLOCK / LINE, end = HEADS - chunk * CHUNK < CHUNK ? HEADS : (chunk + 1) * CHUNK;
    for (u32 h = chunk * CHUNK + threadIdx.x; h < end; h += blockDim.x) {
        u64 word = c == 0 ? joined<0, 0>(t, rows, h, h) : c == 1 ? joined<1, 0>(t, rows, h, h) : joined<LINE - 1, 0>(t, rows, h, h);
        columns[(u64)c * HEADS + h] = word;
    }
}

typedef struct {
    const u64 *columns, *others;
    u32 at[LINE];
    u64 own, other[LINE];
} Row;

/* The words of both sets for line R, and each column from C on. */
template <int R, int C> DEVICE void read(const Links &t, u32 h, Row &x) {
    if constexpr (R > 0 && C + R * LINE <= FIRST) x.at[C] = stepped<C + (R - 1) * LINE, 0>(t, x.at[C]);
    x.own |= pulled<C, C + (R - 1) * LINE, 0>(t, x.columns + (u64)C * HEADS, h, x.at[C], R);
    x.other[C] = pulled<C, C + (R - 1) * LINE, 0>(t, x.others + (u64)C * HEADS, h, x.at[C], R);
    if constexpr (C + 1 < LINE) read<R, C + 1>(t, h, x);
}

template <int R> DEVICE u32 written(const Links &t, u64 *rows, u32 h, Row &x) {
    x.own = 0;
    read<R, 0>(t, h, x);
    rows[(u64)R * HEADS + h] = x.own;
    u32 found = 0;
    for (int c = 0; c < LINE; c++) found += __popcll(x.own | x.other[c]);
    if constexpr (R + 1 < ROWS) found += written<R + 1>(t, rows, h, x);
    return found;
}

/* Slide along the lines: from the words of a set by columns to those by rows; and count the layouts of this set and of
   another one, which has its words by columns. */
KERNEL along(LINKS, const u64 *columns, const u64 *others, u64 *rows, u64 *count, u32 before) {
    const Links t = GIVEN;
    u32 found = 0, end = HEADS - BLOCK * CHUNK < CHUNK ? HEADS : (BLOCK + 1) * CHUNK;
    for (u32 h = BLOCK * CHUNK + threadIdx.x; h < end; h += blockDim.x) {
        Row x = {columns, others};
        for (int c = 0; c < LINE; c++) x.at[c] = h;
        found += written<0>(t, rows, h, x);
    }
    add(count, found);
}
