/* Distances of a whole space on a graphics processor: a number for each rank, a level a call.

   A block of threads looks for the layouts of the level among CHUNK ranks, lists them, and then shares them
   out, so that no thread idles because the ranks beside its own are of other levels. Two threads that
   come to the same layout write the same number. The tables are those of huarong.space.Tables and
   huarong.rules.Rules; cells are numbered among the free ones, of which there are at most 64.

   A distance has BYTES bytes (1 or 2), and is at most FAR. With WIDE, ranks have 64 bits, else 32. */

#define CHUNK 8192
#define MOST_CELLS 64
#define UNKNOWN ((1 << 8 * BYTES) - 1)

#define STEP 0
#define MOVE 2

#if BYTES == 1
typedef u8 Distance;
#else
typedef u16 Distance;
#endif
#if WIDE
typedef u64 Rank;
#else
typedef u32 Rank;
#endif

typedef struct {
    /* Of each state and letter: how many words come before (32 bits), the cell that the next state reads (8),
       the first edge of that state (23); the highest bit is set where there is no such edge. With WIDE, a number of its
       own says how many words come before. */
    const u64 *edges;
    const int *place, *step;           /* of each kind and cell; of each place and direction */
    const u8 *head, *last;             /* of each place: its first and last cell */
    const u64 *cover, *halo, *enter;
    int letters, cells;
} Tables;

#if WIDE
#define BEFORE(i) t->edges[2 * (i)]
#define EDGE(i) t->edges[2 * (i) + 1]
#else
#define BEFORE(i) (u32) t->edges[i]
#define EDGE(i) t->edges[i]
#endif

#define TABLES \
    const u64 *edges, const int *place, const int *step, const u8 *head, const u8 *last, \
        const u64 *cover, const u64 *halo, const u64 *enter, int letters, int cells
#define GIVEN {edges, place, step, head, last, cover, halo, enter, letters, cells}

typedef struct {
    u8 letter[MOST_CELLS];
    int edge[MOST_CELLS];          /* the first one of the state that reads a cell */
    Rank rank[MOST_CELLS + 1];     /* what the letters before a cell add */
    u16 places[MOST_CELLS];
    int pieces;
    u64 covered;
} Layout;

DEVICE void unrank(const Tables *t, Rank rank, Layout *x) {
    Rank rest = rank;
    int first = 0, cell = 0;
    x->pieces = 0;
    x->covered = 0;
    for (int c = 0; c < t->cells; c++) x->letter[c] = 0;
    while (cell < t->cells) {
        int letter = t->letters;
        u64 edge;
        do edge = EDGE(first + --letter);
        while (edge >> 63 || BEFORE(first + letter) > rest);
        x->edge[cell] = first;
        x->rank[cell] = rank - rest;
        if (letter) {
            int p = t->place[(letter - 1) * t->cells + cell];
            x->letter[cell] = (u8)letter;
            x->places[x->pieces++] = (u16)p;
            x->covered |= t->cover[p];
        }
        rest -= BEFORE(first + letter);
        first = (int)(edge >> 40);
        cell = (int)(edge >> 32 & 255);
    }
    x->rank[t->cells] = rank;
}

/* The rank of the layout with the piece at place p lying at q: words differ from the first to the last cell of either. */
DEVICE Rank moved(const Tables *t, Layout *x, int p, int q) {
    int here = t->head[p], there = t->head[q], cell = here < there ? here : there;
    int last = t->last[p] > t->last[q] ? t->last[p] : t->last[q];
    int first = x->edge[cell];
    Rank rank = x->rank[cell];
    u8 letter = x->letter[here];
    x->letter[here] = 0;
    x->letter[there] = letter;
    while (cell <= last) {
        int letter = x->letter[cell];
        u64 edge = EDGE(first + letter);
        rank += BEFORE(first + letter);
        first = (int)(edge >> 40);
        cell = (int)(edge >> 32 & 255);
    }
    x->letter[there] = 0;
    x->letter[here] = letter;
    return rank + x->rank[t->cells] - x->rank[cell];
}

/* The next place in direction d, or -1 where other pieces or nothing are. */
DEVICE int next(const Tables *t, int p, int d, u64 others) {
    return t->enter[4 * p + d] & others ? -1 : t->step[4 * p + d];
}

/* Write where the piece at p can go by one of the metric; returns how many places these are. */
DEVICE int reach(const Tables *t, int p, u64 others, int metric, u16 *out) {
    int n = 0, q = p;
    u64 seen = 1ull << t->head[p];
    if (metric != MOVE) {
        for (int d = 0; d < 4; d++) {
            q = p;
            while ((q = next(t, q, d, others)) >= 0) {
                out[n++] = (u16)q;
                if (metric == STEP) break;
            }
        }
        return n;
    }
    for (int i = 0;; q = out[i++]) {
        for (int d = 0; d < 4; d++) {
            int to = next(t, q, d, others);
            if (to < 0 || seen >> t->head[to] & 1) continue;
            seen |= 1ull << t->head[to];
            out[n++] = (u16)to;
        }
        if (i == n) return n;
    }
}

/* Write 0 for the layouts that one of the goal's alternatives accepts. Each alternative is a number of pairs,
   then the pairs: a letter and its cell; a number below 0 ends the list. */
KERNEL goals(TABLES, const int *wanted, Distance *distance, u64 size, u32 before) {
    const Tables t = GIVEN;
    const u64 start = (u64)BLOCK * CHUNK, end = size - start < CHUNK ? size : start + CHUNK;
    for (u64 r = start + threadIdx.x; r < end; r += blockDim.x) {
        Layout x;
        unrank(&t, (Rank)r, &x);
        for (const int *w = wanted; *w >= 0; w += 2 * *w + 1) {
            int met = 1;
            for (int i = 0; i < *w; i++) met &= x.letter[w[2 * i + 2]] == w[2 * i + 1];
            if (met) distance[r] = 0;
        }
    }
}

/* Give the neighbours of all layouts at `depth` that have no distance the next one, and count the layouts in
   `counts[depth]`; does nothing after a level of none. `distance` is as long as whole chunks, one a block; what is
   farther than FAR sets `counts[FAR + 1]`. */
KERNEL level(TABLES, Distance *distance, u64 *counts, int depth, int metric, u32 before) {
    __shared__ u16 list[CHUNK];
    __shared__ u32 many;
    const Tables t = GIVEN;
    const u64 ones = ~0ull / UNKNOWN, start = (u64)BLOCK * CHUNK;
    const u64 *words = (const u64 *)(distance + start);
    const u32 each = 8 / BYTES;
    if (depth && !counts[depth - 1]) return;
    if (!threadIdx.x) many = 0;
    __syncthreads();
    for (u32 i = threadIdx.x; i < CHUNK / each; i += blockDim.x) {
        u64 x = words[i] ^ ones * (u64)depth;
        if (!((x - ones) & ~x & ones << (8 * BYTES - 1))) continue;
        for (u32 k = 0; k < each; k++)
            if (!(x >> 8 * BYTES * k & UNKNOWN)) list[atomicAdd(&many, 1u)] = (u16)(each * i + k);
    }
    __syncthreads();
    if (!threadIdx.x && many) atomicAdd(counts + depth, (u64)many);
    for (u32 i = threadIdx.x; i < many; i += blockDim.x) {
        Layout x;
        u16 places[MOST_CELLS];
        unrank(&t, (Rank)(start + list[i]), &x);
        for (int j = 0; j < x.pieces; j++) {
            int p = x.places[j];
            if (!(t.halo[p] & ~x.covered)) continue;
            int n = reach(&t, p, x.covered & ~t.cover[p], metric, places);
            for (int k = 0; k < n; k++) {
                Rank r = moved(&t, &x, p, places[k]);
                if (distance[r] != UNKNOWN) continue;
                if (depth == FAR) counts[FAR + 1] = 1;
                else distance[r] = (Distance)(depth + 1);
            }
        }
    }
}
