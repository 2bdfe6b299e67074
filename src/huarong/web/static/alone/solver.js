// Breadth-first search of one puzzle, in steps, slides or moves: layouts as keys in one typed array, found again by an
// open-addressing table of their numbers. Like pieces are interchangeable, and mirror images are one where board and
// goal are their own. Of solutions of equal length, one of the fewest steps is found. Needs no page: it runs in a
// worker, in Node, or in slices between two frames.

import { reasonText, whyUnsolvable } from '../rules/impossible.js';
import { sure } from '../rules/puzzle.js';
import { MIRRORS, symmetries } from '../rules/symmetry.js';

const LETTERS = 'UDLR', BACK = { U: 'D', D: 'U', L: 'R', R: 'L' };
const SLICE = 2048; // layouts expanded between two looks at the clock
const TURNED = 1 << 30; // flag in `moved`: the layout is stored as its mirror image
export const MEMORY = 512 << 20;

// A search that reached a limit: it has proved the lower bound `depth + 1`, nothing more.
export class Limit extends Error {
  constructor(limit, search) {
    super(`the search came to its limit: ${limit}`);
    this.limit = limit;
    this.depth = search.depth;
    this.layouts = search.store.count;
  }
}

// The rules as tables, and the packing of a layout into a key of `words` 32-bit numbers.
//
// A place is a kind at a head: `kind * size + head`. A board is `cells` 32-bit numbers with a bit for each cell, and
// after the last cell the bit `edge`, which is always covered. `cover` has the cells of each place, `step[4 * place +
// d]` the place one cell on in direction d of UDLR, and `enter` the cells newly covered by it (the edge where there is
// no such step); `beside` has the cells of all four. A key is the exclusive or of the `code` of its places: a kind of
// one piece has a field with the number of its head, a kind of several a bit for each head, so that like pieces need no
// order. Layouts are equal where their keys are. `image` has the place that is the mirror image of each, and is null
// where the mirror image of the board or of the goal is another.
class Rules {
  constructor(/** @type {Puzzle} */ puzzle, reverse = false) {
    const { size, kinds } = puzzle, places = kinds.length * size, groups = puzzle.groups(puzzle.start),
      cells = (size + 32) >> 5;
    this.size = size;
    this.cells = cells;
    this.places = places;
    this.slots = puzzle.pieces.length;
    this.edge = 1 << (size & 31);
    const heads = kinds.map((_, k) => Array.from({ length: size }, (_, head) => head).filter((head) =>
      puzzle.cells(k, head)));
    const { fields, words } = fieldsFor(heads, groups.map((group) => group.length));
    this.fields = fields;
    this.words = words;
    this.code = new Int32Array(places * words);
    for (const { kind, count, at, heads: all } of fields) {
      all.forEach((head, n) => {
        const bit = count === 1 ? at : at + n, base = (kind * size + head) * words;
        if (count) this.code[base + (bit >> 5)] = count === 1 ? n << (bit & 31) : 1 << (bit & 31);
      });
    }
    this.step = new Int32Array(4 * places).fill(-1);
    this.cover = new Int32Array(cells * places);
    this.beside = new Int32Array(cells * places);
    this.enter = Int32Array.from({ length: 4 * cells * places }, (_, n) => (n % cells === cells - 1 ? this.edge : 0));
    kinds.forEach((kind, k) => {
      const ways = [...kind.directions].map((way) => (reverse ? BACK[way] : way)).join('');
      for (const head of heads[k]) {
        const place = k * size + head, covered = sure(puzzle.cells(k, head));
        for (const cell of covered) this.cover[cells * place + (cell >> 5)] |= 1 << (cell & 31);
        for (let d = 0; d < 4; d++) {
          const edge = 4 * place + d, to = ways.includes(LETTERS[d]) ? puzzle.step(k, head, LETTERS[d]) : -1;
          if (to < 0) continue;
          this.step[edge] = k * size + to;
          this.enter.fill(0, cells * edge, cells * (edge + 1));
          for (const cell of sure(puzzle.cells(k, to)).filter((each) => !covered.includes(each))) {
            this.enter[cells * edge + (cell >> 5)] |= 1 << (cell & 31);
            this.beside[cells * place + (cell >> 5)] |= 1 << (cell & 31);
          }
        }
      }
    });
    this.goals = puzzle.goal.flatMap((all) => this.masked(all) ?? []);
    this.wanted = new Uint8Array(places);
    for (const [kind, head] of puzzle.goal.flat()) this.wanted[kind * size + head] = 1;
    const image = this.image = mirrored(puzzle);
    this.turned = image && this.code.map((_, n) => this.code[image[Math.floor(n / words)] * words + (n % words)]);
  }

  // A goal as pairs of mask and value for each word; null where a single piece would have to be in two places.
  masked(all) {
    const masks = new Int32Array(2 * this.words);
    for (const [kind, head] of all) {
      const { count, at, long, heads } = this.fields[kind], n = heads.indexOf(head), bit = count === 1 ? at : at + n;
      const mask = count === 1 ? ((2 ** long - 1) << (bit & 31)) | 0 : 1 << (bit & 31),
        value = count === 1 ? n << (bit & 31) : mask, w = bit >> 5;
      if (n < 0 || (masks[2 * w] & mask && (masks[2 * w + 1] & mask) !== value)) return null;
      masks[2 * w] |= mask;
      masks[2 * w + 1] |= value;
    }
    return masks;
  }

  // Whether a key that begins somewhere in an array meets the goal.
  solved(keys, base) {
    for (const masks of this.goals) {
      let w = 0;
      while (w < this.words && (keys[base + w] & masks[2 * w]) === masks[2 * w + 1]) w++;
      if (w === this.words) return true;
    }
    return false;
  }

  // The key of the heads of each kind, by the codes of places or those of their mirror images.
  key(groups, code = this.code) {
    const key = new Int32Array(this.words);
    groups.forEach((group, kind) => {
      for (const head of group)
        for (let w = 0; w < this.words; w++) key[w] ^= code[(kind * this.size + head) * this.words + w];
    });
    return key;
  }

  // The places of a key, by kind and head, into an array.
  read(keys, base, places) {
    let n = 0;
    for (const { kind, count, at, long, heads } of this.fields) {
      const first = kind * this.size;
      if (count === 1) places[n++] = first + heads[(keys[base + (at >> 5)] >>> (at & 31)) & ((1 << long) - 1)];
      else if (count) {
        const last = n + count;
        for (let w = at >> 5; n < last; w++) {
          const from = Math.max(0, at - 32 * w);
          for (let rest = keys[base + w] & (-1 << from); rest && n < last; rest &= rest - 1)
            places[n++] = first + heads[32 * w + 31 - Math.clz32(rest & -rest) - at];
        }
      }
    }
    return places;
  }
}

// The fields of the kinds in a key. Engines count fastest with numbers of 30 bits: where that takes no more words, the
// last two bits of each are left free.
function fieldsFor(heads, counts) {
  const loose = fieldsOf(heads, counts, 30), tight = loose.words > 2 ? fieldsOf(heads, counts, 32) : loose;
  return tight.words < loose.words ? tight : loose;
}

// The fields of the kinds in a key, within the first `most` bits of a word as far as they are that short.
function fieldsOf(heads, counts, most) {
  let bits = 0;
  const fields = counts.map((count, k) => {
    const long = count === 1 ? Math.max(1, 32 - Math.clz32(heads[k].length - 1)) : heads[k].length;
    if ((bits & 31) + long > most && (count === 1 || (most < 32 && long <= most))) bits = (bits | 31) + 1;
    const field = { kind: k, count, at: bits, long, heads: heads[k] };
    bits += count ? long : 0;
    return field;
  });
  return { fields, words: Math.max(2, (bits + 31) >> 5) };
}

// The mirror image of each place, left for right or else upside down; null where the puzzle is not symmetric.
function mirrored(puzzle) {
  const [found] = symmetries(puzzle, MIRRORS);
  if (!found) return null;
  return Int32Array.from(found.heads.flatMap((heads, kind) => heads.map((head) =>
    (head < 0 ? -1 : found.become[kind] * puzzle.size + head))));
}

function longer(array, length) {
  const found = new Int32Array(length);
  found.set(array);
  return found;
}

// The visited set: layouts numbered in the order in which they were found, and the hash table of their numbers.
class Store {
  table = new Int32Array(0);
  shift = 0;
  constructor(words, memory, begin = 1 << 15) {
    this.words = words;
    this.memory = memory;
    this.count = 0;
    this.room = begin;
    this.keys = new Int32Array(begin * words);
    this.parents = new Int32Array(begin);
    this.moved = new Int32Array(begin); // the place that the last move led to, and `TURNED`
    this.steps = new Int32Array(begin); // the least number of steps from the start known so far
    this.index();
  }

  index() {
    this.table = new Int32Array(2 * this.room).fill(-1);
    this.shift = Math.clz32(2 * this.room - 1);
    for (let n = 0; n < this.count; n++) this.table[this.place(this.keys, n * this.words)] = n;
  }

  // Grows; returns whether the memory allows it. Growing takes half as much again for a moment.
  grow() {
    const room = (this.room < 1 << 20 ? 4 : 2) * this.room;
    if (1.5 * room * (4 * this.words + 20) > this.memory) return false;
    try {
      this.keys = longer(this.keys, room * this.words);
      for (const name of ['parents', 'moved', 'steps']) this[name] = longer(this[name], room);
      this.room = room;
      this.index();
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
    return true;
  }

  // The slot of a key of two or more words, or the free slot where it belongs.
  place(other, from) {
    const { words, table, keys, shift } = this, mask = table.length - 1, one = other[from], two = other[from + 1];
    let hash = Math.imul(one, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ two, 0x9e3779b1);
    for (let w = 2; w < words; w++) hash = Math.imul(hash ^ (hash >>> 15) ^ other[from + w], 0x9e3779b1);
    for (let at = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> shift; ; at = (at + 1) & mask) {
      const n = table[at], key = n * words;
      if (n < 0) return at;
      if (keys[key] !== one || keys[key + 1] !== two) continue;
      if (words === 2) return at;
      let w = 2;
      while (w < words && keys[key + w] === other[from + w]) w++;
      if (w === words) return at;
    }
  }

  // The number of a key; -1 where it is not there.
  find(other, from) { return this.table[this.place(other, from)]; }

  // Inserts a key at a free slot; returns its number.
  put(at, other, from, parent, moved, steps) {
    const n = this.count++, { words, keys } = this;
    for (let w = 0; w < words; w++) keys[n * words + w] = other[from + w];
    this.parents[n] = parent;
    this.moved[n] = moved;
    this.steps[n] = steps;
    this.table[at] = n;
    return n;
  }
}

// The expansion of a layout in one metric: `expand` writes the neighbours' keys to `out`, the place that each move
// leads to to `to`, and its length in cells to `far`. With `fold`, the smaller key of a layout and its mirror image
// is written, with `TURNED` in `to` for the image.
class Walk {
  constructor(rules, metric, fold = false) {
    const { words, cells, places, slots, size } = rules;
    this.rules = rules;
    this.metric = metric;
    this.fold = fold && rules.image !== null;
    this.stamp = 0;
    this.seen = new Int32Array(places);
    this.taken = new Int32Array(cells); // the cells that are covered
    this.queue = new Int32Array(size);
    this.away = new Int32Array(size);
    this.pieces = new Int32Array(slots);
    this.whole = new Int32Array(words); // the mirror image's key
    this.lifted = new Int32Array(words); // the key without the moving piece, and its mirror image's
    this.turned = new Int32Array(words);
    this.to = new Int32Array(256);
    this.far = new Int32Array(256);
    this.out = new Int32Array(256 * words);
  }

  // Expands the layout whose key is in an array from `base` on; the piece at `still` is not moved. Returns the number
  // of neighbours.
  expand(keys, base, still = -1) {
    const { rules, taken, pieces, whole, lifted, turned, metric, fold } = this,
      { cover, beside, cells, slots, words, code, turned: image } = rules;
    rules.read(keys, base, pieces);
    taken.fill(0);
    taken[cells - 1] = rules.edge;
    whole.fill(0);
    for (let i = 0; i < slots; i++) {
      const place = pieces[i];
      for (let w = 0; w < cells; w++) taken[w] |= cover[cells * place + w];
      if (fold) for (let w = 0; w < words; w++) whole[w] ^= image[words * place + w];
    }
    let n = 0;
    for (let i = 0; i < slots; i++) {
      const place = pieces[i];
      let w = 0;
      while (w < cells && (~taken[w] & beside[cells * place + w]) === 0) w++;
      if (w === cells || place === still) continue;
      for (w = 0; w < words; w++) lifted[w] = keys[base + w] ^ code[words * place + w];
      if (fold) for (w = 0; w < words; w++) turned[w] = whole[w] ^ image[words * place + w];
      for (w = 0; w < cells; w++) taken[w] ^= cover[cells * place + w];
      n = metric === 'move' ? this.moves(place, n) : this.slides(place, n, metric === 'step');
      for (w = 0; w < cells; w++) taken[w] |= cover[cells * place + w];
    }
    return n;
  }

  write(n, to, far) {
    if (n === this.to.length) this.widen();
    const { out, lifted, turned, fold, rules: { words, code, turned: image } } = this;
    let w = 0;
    this.to[n] = to;
    this.far[n] = far;
    for (; w < words; w++) out[n * words + w] = lifted[w] ^ code[to * words + w];
    if (!fold) return;
    for (w = 0; w < words;) {
      const own = out[n * words + w], other = turned[w] ^ image[to * words + w];
      if (own < other) return;
      if (own > other) break;
      w++;
    }
    if (w === words) return;
    this.to[n] = this.rules.image[to] | TURNED;
    for (w = 0; w < words; w++) out[n * words + w] = turned[w] ^ image[to * words + w];
  }

  widen() {
    for (const name of ['to', 'far', 'out']) this[name] = longer(this[name], 2 * this[name].length);
  }

  // Whether the cells that a step enters are free.
  clear(edge) {
    const { taken, rules: { enter, cells } } = this;
    let w = 0;
    while (w < cells && (taken[w] & enter[cells * edge + w]) === 0) w++;
    return w === cells;
  }

  slides(place, n, once) {
    const { step } = this.rules;
    for (let edge = 4 * place; edge < 4 * place + 4; edge++) {
      for (let at = edge, far = 1; this.clear(at); far++) {
        const to = step[at];
        this.write(n++, to, far);
        if (once) break;
        at = 4 * to + (edge & 3);
      }
    }
    return n;
  }

  moves(place, n) {
    const { seen, queue, away, rules: { step } } = this, stamp = ++this.stamp;
    queue[0] = place;
    away[0] = 0;
    seen[place] = stamp;
    for (let q = 0, last = 1; q < last; q++) {
      const far = away[q] + 1;
      for (let edge = 4 * queue[q], end = edge + 4; edge < end; edge++) {
        if (!this.clear(edge) || seen[step[edge]] === stamp) continue;
        const to = step[edge];
        seen[to] = stamp;
        queue[last] = to;
        away[last++] = far;
        this.write(n++, to, far);
      }
    }
    return n;
  }
}

// The fast path for the usual boards, of one word and with a key of two, without loops over words.
class NarrowWalk extends Walk {
  expand(keys, base, still = -1) {
    const { rules, pieces, taken, lifted, turned, metric } = this,
      { cover, beside, code, turned: image, slots } = rules;
    rules.read(keys, base, pieces);
    let free = ~rules.edge, one = 0, two = 0, n = 0;
    for (let i = 0; i < slots; i++) {
      const place = pieces[i];
      free ^= cover[place];
      if (image === null) continue;
      one ^= image[2 * place];
      two ^= image[2 * place + 1];
    }
    for (let i = 0; i < slots; i++) {
      const place = pieces[i];
      if ((beside[place] & free) === 0 || place === still) continue;
      taken[0] = ~(free ^ cover[place]);
      lifted[0] = keys[base] ^ code[2 * place];
      lifted[1] = keys[base + 1] ^ code[2 * place + 1];
      if (image !== null) {
        turned[0] = one ^ image[2 * place];
        turned[1] = two ^ image[2 * place + 1];
      }
      n = metric === 'move' ? this.moves(place, n) : this.slides(place, n, metric === 'step');
    }
    return n;
  }

  clear(edge) { return (this.taken[0] & this.rules.enter[edge]) === 0; }

  write(n, at, far) {
    if (n === this.to.length) this.widen();
    const { out, to, lifted, turned, fold, rules: { code, turned: image } } = this, a = lifted[0] ^ code[2 * at],
      b = lifted[1] ^ code[2 * at + 1];
    this.far[n] = far;
    if (fold) {
      const c = turned[0] ^ image[2 * at], d = turned[1] ^ image[2 * at + 1];
      if (c < a || (c === a && d < b)) {
        to[n] = this.rules.image[at] | TURNED;
        out[2 * n] = c;
        out[2 * n + 1] = d;
        return;
      }
    }
    to[n] = at;
    out[2 * n] = a;
    out[2 * n + 1] = b;
  }
}

const walkOf = (rules, metric, fold = false) => new (rules.cells === 1 && rules.words === 2 ? NarrowWalk : Walk)(rules,
  metric, fold);

// A breadth-first search that is run in slices; `depth` is the depth of the layouts found last.
class Search {
  // `sources` are layouts (heads by kind) with their initial steps. No further depth is begun once there are `most`
  // layouts; with `whole`, the search does not end at a goal, and mirror images are kept apart.
  constructor(rules, metric, sources, { memory = MEMORY, most = Infinity, whole = false } = {}) {
    const store = new Store(rules.words, memory);
    this.rules = rules;
    this.metric = metric;
    this.most = most;
    this.whole = whole;
    this.walk = walkOf(rules, metric, !whole);
    this.store = store;
    this.done = 0;
    this.depth = 0;
    this.goal = -1;
    this.turned = [];
    for (const { groups, steps = 0 } of sources) {
      const own = rules.key(groups), other = this.walk.fold ? rules.key(groups, rules.turned) : own,
        turned = less(other, own), key = turned ? other : own;
      const at = store.place(key, 0);
      if (store.table[at] >= 0) continue;
      store.put(at, key, 0, store.count ? 0 : -1, -1, steps);
      this.turned.push(turned);
    }
    this.sources = store.count;
    this.ends = [store.count]; // the number of layouts within each depth
    if (!whole) for (let n = 0; n < store.count; n++) if (rules.solved(store.keys, n * rules.words)
      && (this.goal < 0 || store.steps[n] < store.steps[this.goal])) this.goal = n;
  }

  // Expands some layouts; returns whether there is more to do. Throws `Limit` where memory runs out.
  advance(slice = SLICE) {
    const { ends } = this;
    for (let left = slice; left && this.done < ends[this.depth]; left--) {
      if (this.goal >= 0 && (this.metric === 'step' || this.goal < ends[this.depth])) return false;
      this.next();
      if (++this.done < ends[this.depth] || this.goal >= 0 || this.store.count === this.done) continue;
      this.depth++;
      ends.push(this.store.count);
      if (this.store.count >= this.most) return false;
    }
    return this.done < ends[this.depth] && (this.goal < 0 || (this.metric !== 'step' && this.goal >= ends[this.depth]));
  }

  // Expands one layout. Once a goal is found, only others of its depth are looked for.
  next() {
    const { store, walk, rules, whole, done } = this, { words, wanted } = rules, moved = store.moved[done],
      ties = !whole && this.metric !== 'step';
    // In the metric MOVE the piece moved last is not moved again: its places were reached from the parent.
    const n = walk.expand(store.keys, done * words, this.metric === 'move' && moved >= 0 ? moved & ~TURNED : -1),
      { out, to, far } = walk;
    for (let i = 0; i < n; i++) {
      // The parent is not solved, so the moved piece must be at a place that the goal names.
      const solved = !whole && wanted[to[i] & ~TURNED] === 1 && rules.solved(out, i * words);
      if (this.goal >= 0 && !solved) continue;
      let at = store.place(out, i * words), found = store.table[at];
      const steps = store.steps[done] + far[i];
      if (found < 0) {
        if (store.count === store.room) {
          if (!store.grow()) throw new Limit('memory', this);
          at = store.place(out, i * words);
        }
        found = store.put(at, out, i * words, done, to[i], steps);
      } else if (ties && steps < store.steps[found] && found >= this.ends[this.depth]) {
        store.parents[found] = done;
        store.moved[found] = to[i];
        store.steps[found] = steps;
      } else continue;
      if (solved && (this.goal < 0 || steps < store.steps[this.goal] || found === this.goal)) this.goal = found;
    }
  }

  // The places of a layout by kind, each kind's sorted, in one list; those of its mirror image where it is `turned`.
  places(n, turned = false) {
    const { rules, store } = this, places = rules.read(store.keys, n * rules.words, new Int32Array(rules.slots));
    return turned ? places.map((place) => rules.image[place]) : places;
  }

  // The heads of a layout by kind, each kind's sorted, in one list.
  heads(n) { return Array.from(this.places(n), (place) => place % this.rules.size); }

  // The path to the goal: { from, to } of each move, and how many of the moves count.
  line() {
    const { store, rules: { size } } = this, path = [];
    for (let n = this.goal; n >= 0; n = store.parents[n]) path.unshift(n);
    let turned = this.turned[0], before = this.places(path[0], turned);
    const line = path.slice(1).map((n) => {
      turned = n < this.sources ? this.turned[n] : turned !== Boolean(store.moved[n] & TURNED);
      const after = this.places(n, turned), from = before.find((place) => !after.includes(place)),
        to = after.find((place) => !before.includes(place));
      before = after;
      return { from: from % size, to: to % size };
    });
    return { line, length: path.filter((n) => n >= this.sources).length };
  }
}

// Whether a key is less than another.
function less(one, other) {
  const w = one.findIndex((word, at) => word !== other[at]);
  return w >= 0 && one[w] < other[w];
}

// A puzzle's rules and searches. Each search is a generator that yields its progress ({ depth, layouts }) every few
// milliseconds and returns its result, so that the caller can stop it.
export class Solver {
  #rules = /** @type {Rules | null} */ (null);
  #back = /** @type {Rules | null} */ (null);
  #component = /** @type {Component | null} */ (null);

  constructor(puzzle, { memory = MEMORY } = {}) {
    this.puzzle = puzzle;
    this.memory = memory;
  }

  get rules() { return this.#rules ??= new Rules(this.puzzle); }

  // The rules of moves made backwards.
  get back() { return this.#back ??= this.reversible ? this.rules : new Rules(this.puzzle, true); }

  // Whether every move can be taken back.
  get reversible() {
    return this.puzzle.kinds.every(({ directions }) => [...directions].every((way) => directions.includes(BACK[way])));
  }

  key(heads) { return this.rules.key(this.puzzle.groups(heads)); }

  // A shortest solution: { solved, length, line, layouts, depth, reason }, its line as [{ from, to }]. Continuing the
  // move of `last` ({ i, way }) is free: then the line may have one move more than its length. `reason` says why there
  // is no solution.
  *solve(heads, metric, { last = /** @type {Last} */ (null), memory = this.memory, most = Infinity } = {}) {
    const { puzzle } = this, why = whyUnsolvable(puzzle, heads);
    if (why) return { solved: false, length: null, line: null, layouts: 0, depth: 0,
      reason: { key: why.key, text: reasonText(why) } };
    const free = last && metric !== 'step' ? this.goingOn(heads, metric, last) : [];
    const search = new Search(this.rules, metric,
      [{ heads, steps: 0 }, ...free].map((each) => ({ ...each, groups: puzzle.groups(each.heads) })), { memory });
    while (search.advance()) {
      if (search.store.count > most) throw new Limit('layouts', search);
      yield { depth: search.depth, layouts: search.store.count };
    }
    const told = { layouts: search.store.count, depth: search.depth };
    return search.goal < 0 ? { solved: false, length: null, line: null, reason: { key: 'search',
      text: `a search of ${told.layouts} layouts proves it`, explored: told.layouts }, ...told }
      : { solved: true, ...search.line(), ...told };
  }

  // The layouts that continuing the last move leads to.
  goingOn(heads, metric, { i, way }) {
    const reach = this.puzzle.reach(heads, i, metric);
    return [...reach].filter(([to]) => metric === 'move' || this.puzzle.wayBetween(heads[i], to) === way).map(
      ([to, { cells }]) => ({ heads: heads.with(i, to), steps: cells }));
  }

  // Every layout that steps reach, nearest first; no further depth is begun once there are `most`. One that was found
  // from elsewhere is returned only without `most`.
  *component(heads = this.puzzle.start, { most = Infinity, limit = Infinity, memory = this.memory } = {}) {
    const known = this.#component, kept = known ? known.find(heads) : -1;
    if (known && (kept === 0 || (kept > 0 && this.reversible && most === Infinity))) return known;
    const search = new Search(this.rules, 'step', [{ groups: this.puzzle.groups(heads) }],
      { memory, whole: true, most });
    while (search.advance()) {
      if (search.store.count > limit) throw new Limit('layouts', search);
      yield { depth: search.depth, layouts: search.store.count };
    }
    const found = new Component(this, search);
    if (found.complete) this.#component = found;
    return found;
  }
}

// A component: all layouts that can be reached from one, by number, with distances to the goal in each metric.
export class Component {
  #far = {};

  constructor(solver, search) {
    this.solver = solver;
    this.search = search;
    this.store = search.store;
    this.count = search.store.count;
    this.complete = search.done >= this.count;
    this.depth = search.depth;
    this.words = solver.rules.words;
  }

  // The number of a layout; -1 where it is not in the component.
  find(heads) { return this.store.find(this.solver.key(heads), 0); }

  heads(n) { return this.search.heads(n); }

  // The layouts that are solved, by number.
  get goals() {
    const found = [];
    for (let n = 0; n < this.count; n++) if (this.solver.rules.solved(this.store.keys, n * this.words)) found.push(n);
    return found;
  }

  // The distance in steps of each layout from the first.
  get depths() {
    const found = new Uint32Array(this.count), { ends } = this.search;
    for (let depth = 1; depth < ends.length; depth++) found.fill(depth, ends[depth - 1], ends[depth]);
    return found;
  }

  // The numbers of the neighbours of layout n; those outside the component are left out.
  after(walk, n) {
    const found = [], count = walk.expand(this.store.keys, n * this.words);
    for (let i = 0; i < count; i++) {
      const to = this.store.find(walk.out, i * this.words);
      if (to >= 0) found.push(to);
    }
    return found;
  }

  // The distance of each layout to the goal, -1 where none can be reached. For complete components only.
  *distances(metric) {
    if (this.#far[metric]) return this.#far[metric];
    const { store, words } = this, far = new Int32Array(this.count).fill(-1), queue = new Int32Array(this.count),
      walk = walkOf(this.solver.back, metric);
    let last = 0;
    for (const goal of this.goals) { far[goal] = 0; queue[last++] = goal; }
    for (let first = 0; first < last; first++) {
      const away = far[queue[first]] + 1, count = walk.expand(store.keys, queue[first] * words);
      for (let i = 0; i < count; i++) {
        const n = store.find(walk.out, i * words);
        if (n >= 0 && far[n] < 0) { far[n] = away; queue[last++] = n; }
      }
      if (first % SLICE === SLICE - 1) yield { depth: away, layouts: this.count };
    }
    return this.#far[metric] = far;
  }

  // Neighbours by steps, made mutual where some cannot be taken back: those of n are `to[begin[n]]` to
  // `to[begin[n + 1] - 1]`.
  *neighbours() {
    const walk = walkOf(this.solver.rules, 'step'), near = Array.from({ length: this.count }, () => new Set());
    for (let n = 0; n < this.count; n++) {
      for (const to of this.after(walk, n)) { near[n].add(to); near[to].add(n); }
      if (n % SLICE === SLICE - 1) yield { depth: this.depth, layouts: this.count };
    }
    const begin = new Int32Array(this.count + 1);
    near.forEach((each, n) => { begin[n + 1] = begin[n] + each.size; });
    const to = new Int32Array(begin[this.count]);
    near.forEach((each, n) => to.set([...each].sort((a, b) => a - b), begin[n]));
    return { begin, to };
  }

  // The number of shortest solutions (as sequences of layouts) from a layout; null beyond exact integers.
  *solutions(heads, metric) {
    const far = yield* this.distances(metric), from = this.find(heads), walk = walkOf(this.solver.rules, metric);
    if (far[from] < 0) return 0;
    let level = new Map([[from, 1]]);
    for (let away = far[from]; away > 0; away--) {
      const next = new Map();
      for (const [n, ways] of level) for (const to of this.after(walk, n)) if (far[to] === away - 1) next.set(to,
        (next.get(to) ?? 0) + ways);
      level = next;
      yield { depth: far[from] - away, layouts: this.count };
    }
    const sum = [...level.values()].reduce((a, b) => a + b, 0);
    return Number.isSafeInteger(sum) ? sum : null;
  }
}

// Runs a search to its end at once.
export function run(search) {
  for (;;) {
    const { value, done } = search.next();
    if (done) return value;
  }
}
