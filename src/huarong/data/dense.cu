/* Distances of a whole space on a graphics processor: a byte for each rank, a level a call.

   A block of threads looks for the layouts of the level among CHUNK ranks, lists them, and then shares them
   out, so that no thread idles because the ranks beside its own are of other levels. Two threads that
   come to the same layout write the same byte. The tables are those of huarong.space.Tables and
   huarong.rules.Rules; cells are numbered among the free ones, of which there are at most 64. */

#define CHUNK 8192
#define MOST_CELLS 64
#define FAR 254
#define UNKNOWN 255

#define STEP 0
#define MOVE 2

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define KERNEL extern "C" __global__ void __launch_bounds__(128)
#define DEVICE static __device__ __forceinline__

typedef struct {
    /* Of each state and letter: how many words come before (32 bits), the cell that the next state reads (8),
       the first edge of that state (23); the highest bit is set where there is no such edge. */
    const u64 *edges;
    const int *place, *step;           /* of each kind and cell; of each place and direction */
    const u8 *head, *last;             /* of each place: its first and last cell */
    const u64 *cover, *halo, *enter;
    int letters, cells;
} Tables;

#define TABLES \
    const u64 *edges, const int *place, const int *step, const u8 *head, const u8 *last, \
        const u64 *cover, const u64 *halo, const u64 *enter, int letters, int cells
#define GIVEN {edges, place, step, head, last, cover, halo, enter, letters, cells}

typedef struct {
    u8 letter[MOST_CELLS];
    int edge[MOST_CELLS];          /* the first one of the state that reads a cell */
    u32 rank[MOST_CELLS + 1];      /* what the letters before a cell add */
    u16 places[MOST_CELLS];
    int pieces;
    u64 covered;
} Layout;

DEVICE void unrank(const Tables *t, u32 rank, Layout *x) {
    u32 rest = rank;
    int first = 0, cell = 0;
    x->pieces = 0;
    x->covered = 0;
    for (int c = 0; c < t->cells; c++) x->letter[c] = 0;
    while (cell < t->cells) {
        int letter = t->letters;
        u64 edge;
        do edge = t->edges[first + --letter];
        while (edge >> 63 || (u32)edge > rest);
        x->edge[cell] = first;
        x->rank[cell] = rank - rest;
        if (letter) {
            int p = t->place[(letter - 1) * t->cells + cell];
            x->letter[cell] = (u8)letter;
            x->places[x->pieces++] = (u16)p;
            x->covered |= t->cover[p];
        }
        rest -= (u32)edge;
        first = (int)(edge >> 40);
        cell = (int)(edge >> 32 & 255);
    }
    x->rank[t->cells] = rank;
}

/* The rank of the layout with the piece at place p lying at q: words differ from the first to the last cell of either. */
DEVICE u32 moved(const Tables *t, Layout *x, int p, int q) {
    int here = t->head[p], there = t->head[q], cell = here < there ? here : there;
    int last = t->last[p] > t->last[q] ? t->last[p] : t->last[q];
    int first = x->edge[cell];
    u32 rank = x->rank[cell];
    u8 letter = x->letter[here];
    x->letter[here] = 0;
    x->letter[there] = letter;
    while (cell <= last) {
        u64 edge = t->edges[first + x->letter[cell]];
        rank += (u32)edge;
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
KERNEL goals(TABLES, const int *wanted, u8 *distance, u32 size) {
    const Tables t = GIVEN;
    for (u64 r = blockIdx.x * (u64)blockDim.x + threadIdx.x; r < size; r += gridDim.x * (u64)blockDim.x) {
        Layout x;
        unrank(&t, (u32)r, &x);
        for (const int *w = wanted; *w >= 0; w += 2 * *w + 1) {
            int met = 1;
            for (int i = 0; i < *w; i++) met &= x.letter[w[2 * i + 2]] == w[2 * i + 1];
            if (met) distance[r] = 0;
        }
    }
}

/* Give the neighbours of all layouts at `depth` that have no distance the next one, and count the layouts in
   `counts[depth]`; does nothing after a level of none. `distance` is as long as whole chunks, one a block; what is
   farther than FAR sets `counts[UNKNOWN]`. */
KERNEL level(TABLES, u8 *distance, u64 *counts, int depth, int metric) {
    __shared__ u16 list[CHUNK];
    __shared__ u32 many;
    const Tables t = GIVEN;
    const u64 ones = 0x0101010101010101ull;
    const u32 start = blockIdx.x * (u32)CHUNK;
    const u64 *words = (const u64 *)(distance + start);
    if (depth && !counts[depth - 1]) return;
    if (!threadIdx.x) many = 0;
    __syncthreads();
    for (u32 i = threadIdx.x; i < CHUNK / 8; i += blockDim.x) {
        u64 x = words[i] ^ ones * (u64)depth;
        if (!((x - ones) & ~x & ones << 7)) continue;
        for (u32 k = 0; k < 8; k++)
            if (!(x >> 8 * k & 255)) list[atomicAdd(&many, 1u)] = (u16)(8 * i + k);
    }
    __syncthreads();
    if (!threadIdx.x && many) atomicAdd(counts + depth, (u64)many);
    for (u32 i = threadIdx.x; i < many; i += blockDim.x) {
        Layout x;
        u16 places[MOST_CELLS];
        unrank(&t, start + list[i], &x);
        for (int j = 0; j < x.pieces; j++) {
            int p = x.places[j];
            if (!(t.halo[p] & ~x.covered)) continue;
            int n = reach(&t, p, x.covered & ~t.cover[p], metric, places);
            for (int k = 0; k < n; k++) {
                u32 r = moved(&t, &x, p, places[k]);
                if (distance[r] != UNKNOWN) continue;
                if (depth == FAR) counts[UNKNOWN] = 1;
                else distance[r] = (u8)(depth + 1);
            }
        }
    }
}
