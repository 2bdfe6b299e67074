/* Distances of a whole space on a graphics processor, one layout a thread and a level a call.

   The same text is C for a plain processor (with HOST defined), so that it can be tested without a device. The
   tables are those of huarong.space.Tables and huarong.rules.Rules; boards have at most 64 free cells. */

#ifdef HOST
#define KERNEL void
#define DEVICE static
#define EACH(i, n) for (long long i = 0; i < (n); i++)
#else
#define KERNEL extern "C" __global__ void
#define DEVICE static __device__ __forceinline__
#define EACH(i, n) \
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < (n); \
         i += (long long)gridDim.x * blockDim.x)
#endif

#define MOST_CELLS 128
#define MOST_PIECES 64

typedef unsigned char u8;
typedef unsigned long long u64;

typedef struct {
    const int *cell, *to;           /* of each state; of each state and letter */
    const long long *before;
    const int *place, *head, *step; /* of each kind and cell; of each place; of each place and direction */
    const u64 *cover, *enter;
    int letters, cells;
} Tables;

typedef struct {
    u8 letter[MOST_CELLS], kind[MOST_PIECES], at[MOST_PIECES];
    int state[MOST_CELLS];          /* what reads each cell, or -1 */
    long long rank[MOST_CELLS];     /* what the letters before it add */
    int pieces;
    u64 covered;
} Layout;

DEVICE void unrank(const Tables *t, long long rank, Layout *out) {
    int s = 0;
    long long rest = rank;
    out->pieces = 0;
    out->covered = 0;
    for (int c = 0; c < t->cells; c++) {
        out->letter[c] = 0;
        out->state[c] = -1;
    }
    while (t->cell[s] < t->cells) {
        int c = t->cell[s], l = t->letters - 1;
        while (t->to[s * t->letters + l] < 0 || t->before[s * t->letters + l] > rest) l--;
        out->state[c] = s;
        out->rank[c] = rank - rest;
        if (l) {
            out->letter[c] = (u8)l;
            out->kind[out->pieces] = (u8)(l - 1);
            out->at[out->pieces++] = (u8)c;
            out->covered |= t->cover[t->place[(l - 1) * t->cells + c]];
        }
        rest -= t->before[s * t->letters + l];
        s = t->to[s * t->letters + l];
    }
}

/* The rank of the layout that the letters say, which are as they were before cell `first`. */
DEVICE long long rank_of(const Tables *t, const Layout *x, int first) {
    while (x->state[first] < 0) first--;
    int s = x->state[first];
    long long rank = x->rank[first];
    while (t->cell[s] < t->cells) {
        int i = s * t->letters + x->letter[t->cell[s]];
        rank += t->before[i];
        s = t->to[i];
    }
    return rank;
}

#define TABLES \
    const int *cell, const int *to, const long long *before, const int *place, const int *head, \
        const int *step, const u64 *cover, const u64 *enter, int letters, int cells
#define GIVEN {cell, to, before, place, head, step, cover, enter, letters, cells}

/* Write 0 for the layouts that one of the goal's alternatives accepts, 255 for all others. Each alternative is
   a number of pairs, then the pairs: a letter and its cell; a number below 0 ends the list. */
KERNEL goals(TABLES, const int *wanted, u8 *distance, long long size) {
    const Tables t = GIVEN;
    EACH(r, size) {
        Layout x;
        unrank(&t, r, &x);
        u8 found = 255;
        for (const int *w = wanted; *w >= 0; w += 2 * *w + 1) {
            int met = 1;
            for (int i = 0; i < *w; i++) met &= x.letter[w[2 * i + 2]] == w[2 * i + 1];
            if (met) found = 0;
        }
        distance[r] = found;
    }
}

/* Give the neighbours by one step of all layouts at `depth` that have no distance the next one. */
KERNEL level(TABLES, u8 *distance, long long size, int depth, int *more) {
    const Tables t = GIVEN;
    EACH(r, size) {
        if (distance[r] != depth) continue;
        Layout x;
        unrank(&t, r, &x);
        for (int j = 0; j < x.pieces; j++) {
            int here = x.at[j], p = t.place[x.kind[j] * t.cells + here];
            u64 others = x.covered & ~t.cover[p];
            for (int d = 0; d < 4; d++) {
                int q = t.step[4 * p + d];
                if (q < 0 || (t.enter[4 * p + d] & others)) continue;
                int there = t.head[q];
                x.letter[here] = 0;
                x.letter[there] = (u8)(x.kind[j] + 1);
                long long n = rank_of(&t, &x, here < there ? here : there);
                x.letter[there] = 0;
                x.letter[here] = (u8)(x.kind[j] + 1);
                if (distance[n] == 255) {
                    distance[n] = (u8)(depth + 1);
                    *more = 1;
                }
            }
        }
    }
}
