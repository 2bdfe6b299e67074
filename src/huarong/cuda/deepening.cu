/* IDA* for numbered tiles, with additive pattern databases (huarong/tiles/on_device.py).

   The board has CELLS cells in rows of WIDTH, at most 32. Tiles are named after their cells in the goal. They are
   divided into PATTERNS patterns. A pattern's arrangement has the number of its tiles' cells, each worth CELLS times the
   one before: nothing is ranked, and a move changes the number by one product. VIEWS is 2 where the mirrored board's sum
   is a lower bound too. Directions are above, below, left and right: d ^ 1 is the opposite of d. */

#define CHUNK 4096 /* arrangements to a block of threads */
#define ALL (0xFFFFFFFFu >> (32 - CELLS))

static __host__ __device__ constexpr u32 column(int x) {
    u32 mask = 0;
    for (int c = x; c < CELLS; c += WIDTH) mask |= 1u << c;
    return mask;
}

DEVICE int stepped(int cell, int d) { return cell + (d < 2 ? WIDTH : 1) * (d & 1 ? 1 : -1); }

/* The directions from a cell that stay on the board, a bit each. */
DEVICE int legal(int cell) {
    return (cell >= WIDTH) | (cell < CELLS - WIDTH) << 1 | (cell % WIDTH > 0) << 2 | (cell % WIDTH < WIDTH - 1) << 3;
}

/* The tables: a move counts if it moves a tile of the pattern. `reached` has for each arrangement the cells that the
   blank can be on. A move changes the color of its tile's cell, so a level changes only arrangements of one color, and
   reads those of the other: it grows in place. */
KERNEL grow(u32 *reached, u8 *table, u64 *count, int tiles, u32 size, int depth, int color, u32 before) {
    const u32 end = size - BLOCK * CHUNK < CHUNK ? size : (BLOCK + 1) * CHUNK;
    u32 found = 0;
    for (u32 i = BLOCK * CHUNK + threadIdx.x; i < end; i += blockDim.x) {
        u32 occupied = 0, rest = i;
        int sum = 0;
        for (int k = 0; k < tiles; k++, rest /= CELLS) {
            occupied |= 1u << rest % CELLS;
            sum += rest % CELLS / WIDTH + rest % CELLS % WIDTH;
        }
        if ((sum & 1) != color || __popc(occupied) != tiles) continue;
        u32 old = reached[i], now = old, worth = 1;
        rest = i;
        for (int k = 0; k < tiles; k++, rest /= CELLS, worth *= CELLS) {
            const int cell = rest % CELLS, ways = legal(cell);
            for (int d = 0; d < 4; d++) {
                const int from = stepped(cell, d);
                if (!(ways >> d & 1) || occupied >> from & 1) continue;
                if (reached[i + (from - cell) * worth] >> cell & 1) now |= 1u << from;
            }
        }
        if (now == old) continue;
        for (u32 last = 0; last != now;) {
            last = now;
            now |= ((now << 1 & ~column(0)) | (now >> 1 & ~column(WIDTH - 1)) | now << WIDTH | now >> WIDTH) & ALL & ~occupied;
        }
        reached[i] = now;
        if (!old) table[i] = (u8)depth;
        found += __popc(now ^ old);
    }
    add(count, found);
}

/* A start is a board, and the moves that led to it. */
#define BOARD ((CELLS + 3) / 4)
#define META BOARD     /* the depth (8 bits), the directions to search (4), the blank's cell (8) */
#define PATH (META + 1) /* two bits a move */
#define MOVES 192
#define RECORD (PATH + MOVES / 16)

/* A thread's place in the tree is kept between launches: `root` is the number of its start and one, or 0; `kept` the
   board and `stack` the stack, word by word, of all threads; `meta` is as in a start. The stack has a word for each move
   since the start: the direction (2 bits), those still to be searched at the depth before (4), and the sums of both views
   there (8 each). */
#define KEPT u32 *root, u32 *kept, u32 *meta, u32 *stack, u32 threads

/* Write a start: a thread's board, with the directions to search, and its path. */
DEVICE void record(u32 *to, const u32 *from, const u32 *board, u32 apart, u32 meta, u32 start, const u32 *stack, u32 threads) {
    const u32 depth = meta & 255;
    for (int w = 0; w < BOARD; w++) to[w] = board[w * apart];
    to[META] = meta;
    for (int w = PATH; w < RECORD; w++) to[w] = from[w];
    for (u32 k = start; k < depth; k++) {
        u32 *word = to + PATH + k / 16, place = 2 * (k % 16);
        *word = (*word & ~(3u << place)) | (stack[(k - start) * threads] & 3) << place;
    }
}

#define BYTE(words, k) ((u8 *)&words[(k) / 4][threadIdx.x])[(k) % 4]
#define SUMS (VIEWS * PATTERNS)

/* Search for `budget` nodes in each thread. `worth`, `pattern` and `image` say for each view and tile what its cell is
   worth and in which pattern it is, and for each view and cell its image; `offset` where each pattern's table begins. */
/* `shared` has the least sum over the threshold, whether a solution is found, and the number of the next start. */
KERNEL search(const u8 *table, const u32 *worth, const u8 *pattern, const u8 *image, const u32 *offset, const u32 *starts,
              u32 many, KEPT, u32 *shared, u64 *nodes, u64 *busy, u32 *solution, int threshold, u32 budget, u32 before) {
    __shared__ u32 worths[VIEWS * CELLS], board[BOARD][128], number[SUMS][128], value[(SUMS + 3) / 4][128];
    __shared__ u8 patterns[VIEWS * CELLS], images[VIEWS * CELLS];
    for (u32 i = threadIdx.x; i < VIEWS * CELLS; i += blockDim.x)
        worths[i] = worth[i], patterns[i] = pattern[i], images[i] = image[i];
    __syncthreads();
    const u32 me = threadIdx.x, id = BLOCK * blockDim.x + me;
    u32 own[MOVES], mine = root[id], above = 255, n = 0;
    int blank = 0, ways = 0, depth = 0, start = 0, sum[VIEWS];
    bool fresh = true; /* the board was read, but not its numbers */
    if (mine) {
        for (int w = 0; w < BOARD; w++) board[w][me] = kept[w * threads + id];
        start = starts[(u64)(mine - 1) * RECORD + META] & 255;
        depth = meta[id] & 255, ways = meta[id] >> 8 & 15, blank = meta[id] >> 16;
        for (int k = start; k < depth; k++) own[k - start] = stack[(k - start) * threads + id];
    }
    while (n < budget) {
        if (!mine || (!ways && depth == start && !fresh)) { /* take the next start */
            mine = shared[2] < many ? atomicAdd(&shared[2], 1u) + 1 : many + 1;
            if (mine > many) {
                mine = 0;
                break;
            }
            const u32 *from = starts + (u64)(mine - 1) * RECORD;
            for (int w = 0; w < BOARD; w++) board[w][me] = from[w];
            start = depth = from[META] & 255, ways = from[META] >> 8 & 15, blank = from[META] >> 16;
            fresh = true;
        }
        if (fresh) {
            fresh = false;
            for (int k = 0; k < SUMS; k++) number[k][me] = offset[k % PATTERNS];
            for (int c = 0; c < CELLS; c++)
                for (int v = 0; v < VIEWS; v++) {
                    const int t = v * CELLS + BYTE(board, c);
                    if (c != blank) number[patterns[t]][me] += images[v * CELLS + c] * worths[t];
                }
            int most = 0;
            for (int v = 0; v < VIEWS; v++) {
                sum[v] = 0;
                for (int k = v * PATTERNS; k < (v + 1) * PATTERNS; k++) sum[v] += BYTE(value, k) = table[number[k][me]];
                most = sum[v] > most ? sum[v] : most;
            }
            n++;
            if (depth + most > threshold) {
                above = depth + most < (int)above ? depth + most : above;
                ways = 0; /* a start only: a board on the way is within the threshold */
            }
        } else if (!ways) { /* take back a move */
            const u32 word = own[--depth - start];
            const int to = stepped(blank, word & 1 ? (word & 3) - 1 : (word & 3) + 1), tile = BYTE(board, to);
            for (int v = 0; v < VIEWS; v++) {
                const int t = v * CELLS + tile, k = patterns[t], old = word >> (8 + 8 * v) & 255;
                number[k][me] -= (images[v * CELLS + to] - images[v * CELLS + blank]) * worths[t];
                BYTE(value, k) += old - sum[v];
                sum[v] = old;
            }
            BYTE(board, blank) = (u8)tile;
            blank = to, ways = word >> 2 & 15;
            continue;
        } else {
            const int d = __ffs(ways) - 1, from = stepped(blank, d), tile = BYTE(board, from);
            u32 to[VIEWS], values[VIEWS], word = d | (ways & (ways - 1)) << 2;
            int v = 0, now[VIEWS];
            n++;
            ways &= ways - 1;
            for (; v < VIEWS; v++) {
                const int t = v * CELLS + tile, k = patterns[t];
                to[v] = number[k][me] + (images[v * CELLS + blank] - images[v * CELLS + from]) * worths[t];
                values[v] = table[to[v]];
                now[v] = sum[v] - BYTE(value, k) + values[v];
                if (depth + 1 + now[v] > threshold) break;
            }
            if (v < VIEWS) {
                above = depth + 1 + now[v] < (int)above ? depth + 1 + now[v] : above;
                continue;
            }
            for (v = 0; v < VIEWS; v++) {
                const int k = patterns[v * CELLS + tile];
                number[k][me] = to[v], BYTE(value, k) = (u8)values[v];
                word |= sum[v] << (8 + 8 * v), sum[v] = now[v];
            }
            BYTE(board, blank) = (u8)tile;
            own[depth++ - start] = word;
            blank = from, ways = legal(blank) & ~(1 << (d ^ 1));
        }
        if (!sum[0] && depth + sum[0] <= threshold) {
            for (int k = start; k < depth; k++) stack[(k - start) * threads + id] = own[k - start];
            if (!atomicCAS(&shared[1], 0u, 1u))
                record(solution, starts + (u64)(mine - 1) * RECORD, &board[0][me], 128, depth, start, stack + id, threads);
            mine = 0;
            break;
        }
    }
    if (mine && !ways && depth == start && !fresh) mine = 0;
    root[id] = mine;
    if (mine) {
        for (int w = 0; w < BOARD; w++) kept[w * threads + id] = board[w][me];
        meta[id] = depth | ways << 8 | blank << 16;
        for (int k = start; k < depth; k++) stack[(k - start) * threads + id] = own[k - start];
    }
    if (above < shared[0]) atomicMin(&shared[0], above);
    add(nodes, n);
    add(busy, mine > 0);
}

/* Every thread gives away what remains of its stack: a start for each board with directions to search. */
KERNEL share(const u32 *starts, KEPT, u32 *made, u32 *count, u32 before) {
    const u32 id = BLOCK * blockDim.x + threadIdx.x;
    if (!root[id]) return;
    const u32 *from = starts + (u64)(root[id] - 1) * RECORD;
    const int start = from[META] & 255;
    int depth = meta[id] & 255, blank = meta[id] >> 16;
    u32 ways = meta[id] >> 8 & 15, many = ways > 0;
    for (int k = start; k < depth; k++) many += (stack[(k - start) * threads + id] >> 2 & 15) > 0;
    u32 *to = made + (u64)atomicAdd(count, many) * RECORD;
    for (;;) {
        if (ways) {
            record(to, from, kept + id, threads, depth | ways << 8 | blank << 16, start, stack + id, threads);
            to += RECORD;
        }
        if (depth == start) break;
        const u32 word = stack[(--depth - start) * threads + id];
        const int back = stepped(blank, (int)(word & 3) ^ 1);
        const u32 tile = kept[back / 4 * threads + id] >> (8 * (back % 4)) & 255;
        u32 *cell = kept + blank / 4 * threads + id;
        *cell = (*cell & ~(255u << (8 * (blank % 4)))) | tile << (8 * (blank % 4));
        blank = back, ways = word >> 2 & 15;
    }
    root[id] = 0;
}
