// Breadth-first search of one puzzle, in steps, slides or moves: layouts as heads in one typed array, found again by an
// open-addressing table of their numbers. Like pieces are interchangeable: the heads of a kind are kept sorted.
// Needs no page: it runs in a worker, in Node, or in slices between two frames.

import { WAYS } from './puzzle.js';

export const METRICS = ['step', 'slide', 'move'];
const LETTERS = 'UDLR', BACK = { U: 'D', D: 'U', L: 'R', R: 'L' };
const SLICE = 2048; // layouts that are expanded between two looks at the clock
export const MEMORY = 512 << 20;

// A search that came to a limit: nothing is proved but that there is no way shorter than `depth + 1`.
export class Limit extends Error {
  constructor(limit, search) {
    super(`the search came to its limit: ${limit}`);
    Object.assign(this, { limit, depth: search.depth, layouts: search.store.count });
  }
}

// What may slide where, and how a layout is written as a key of `words` 32-bit numbers.
//
// A place is a kind at a head: `kind * size + head`. `step[4 * place + d]` is the place one cell on in direction d of
// UDLR, or -1; `enter` has the cells that this newly covers, from `begin[4 * place + d]` on. A key is the exclusive or of
// the `code` of its places: a kind of one piece has a field with the number of its head, a kind of several a bit for each
// head, so that like pieces need no order. Layouts are equal where their keys are.
class Rules {
  constructor(puzzle, reverse = false) {
    const { width, size, kinds } = puzzle, places = kinds.length * size, groups = puzzle.groups(puzzle.start);
    Object.assign(this, { size, slots: puzzle.pieces.length, places });
    const heads = kinds.map((_, k) => Array.from({ length: size }, (_, head) => head).filter((head) => puzzle.cells(k, head)));
    this.lay(heads, groups.map((group) => group.length));
    this.step = new Int32Array(4 * places).fill(-1);
    this.begin = new Int32Array(4 * places + 1);
    this.coverAt = new Int32Array(places + 1);
    const enter = [], cover = [];
    kinds.forEach((kind, k) => {
      const ways = [...kind.directions].map((way) => (reverse ? BACK[way] : way)).join('');
      for (let head = 0; head < size; head++) {
        const place = k * size + head, cells = puzzle.cells(k, head);
        this.coverAt[place] = cover.length;
        if (cells) cover.push(...cells);
        for (let d = 0; d < 4; d++) {
          const [dx, dy] = WAYS[LETTERS[d]], x = (head % width) + dx, to = head + dy * width + dx;
          this.begin[4 * place + d] = enter.length;
          if (!cells || !ways.includes(LETTERS[d]) || x < 0 || x >= width || to < 0 || to >= size) continue;
          const after = puzzle.cells(k, to);
          if (!after) continue;
          this.step[4 * place + d] = k * size + to;
          for (const cell of after) if (!cells.includes(cell)) enter.push(cell);
        }
      }
    });
    this.coverAt[places] = cover.length;
    this.begin[4 * places] = enter.length;
    this.enter = Uint16Array.from(enter);
    this.cover = Uint16Array.from(cover);
    this.goals = puzzle.goal.map((all) => this.masked(all)).filter(Boolean);
    this.wanted = new Uint8Array(places);
    for (const [kind, head] of puzzle.goal.flat()) this.wanted[kind * size + head] = 1;
  }

  // Where each kind stands in a key, and the code of each place.
  lay(heads, counts) {
    let bits = 0;
    this.fields = counts.map((count, k) => {
      const long = count === 1 ? Math.max(1, 32 - Math.clz32(heads[k].length - 1)) : heads[k].length;
      if (count === 1 && (bits & 31) + long > 32) bits = (bits | 31) + 1;
      const field = { kind: k, count, at: bits, long, heads: Int32Array.from(heads[k]) };
      bits += count ? long : 0;
      return field;
    });
    this.words = Math.max(1, (bits + 31) >> 5);
    this.code = new Int32Array(this.places * this.words);
    for (const { kind, count, at, heads: all } of this.fields) {
      all.forEach((head, n) => {
        const bit = count === 1 ? at : at + n, base = (kind * this.size + head) * this.words;
        if (count) this.code[base + (bit >> 5)] = count === 1 ? n << (bit & 31) : 1 << (bit & 31);
      });
    }
  }

  // A goal as masks and values: pairs for each word; null where a kind would have to be in two places.
  masked(all) {
    const masks = new Int32Array(2 * this.words);
    for (const [kind, head] of all) {
      const { count, at, long, heads } = this.fields[kind], n = heads.indexOf(head), bit = count === 1 ? at : at + n;
      const mask = count === 1 ? ((2 ** long - 1) << (bit & 31)) | 0 : 1 << (bit & 31), value = count === 1 ? n << (bit & 31) : mask, w = bit >> 5;
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

  // The key of the heads of each kind.
  key(groups) {
    const key = new Int32Array(this.words);
    groups.forEach((group, kind) => {
      for (const head of group) for (let w = 0; w < this.words; w++) key[w] ^= this.code[(kind * this.size + head) * this.words + w];
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
          for (let rest = keys[base + w] & (-1 << from); rest && n < last; rest &= rest - 1) places[n++] = first + heads[32 * w + 31 - Math.clz32(rest & -rest) - at];
        }
      }
    }
    return places;
  }
}

// Layouts by number, in the order in which they came, and the table by which one is found again.
class Store {
  constructor(words, memory, begin = 1 << 12) {
    Object.assign(this, { words, memory, count: 0, room: begin });
    this.keys = new Int32Array(begin * words);
    this.parents = new Int32Array(begin);
    this.moved = new Int32Array(begin); // the place that the last move came to
    this.index();
  }

  index() {
    this.table = new Int32Array(2 * this.room).fill(-1);
    this.shift = Math.clz32(2 * this.room - 1);
    for (let n = 0; n < this.count; n++) this.table[this.place(this.keys, n * this.words)] = n;
  }

  // More room; whether the memory allows it. Growing takes half as much again for a moment.
  grow() {
    const room = (this.room < 1 << 20 ? 4 : 2) * this.room;
    if (1.5 * room * (4 * this.words + 16) > this.memory) return false;
    try {
      const longer = (old, length) => { const array = new Int32Array(length); array.set(old); return array; };
      this.keys = longer(this.keys, room * this.words);
      this.parents = longer(this.parents, room);
      this.moved = longer(this.moved, room);
      this.room = room;
      this.index();
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
    return true;
  }

  // The place in the table where a key is, or where it would be put.
  place(other, from) {
    const { words, table, keys, shift } = this, mask = table.length - 1;
    let hash = 0;
    for (let w = 0; w < words; w++) {
      hash = Math.imul(hash ^ other[from + w], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    for (let at = Math.imul(hash, 0x85ebca6b) >>> shift; ; at = (at + 1) & mask) {
      const n = table[at];
      if (n < 0) return at;
      let w = 0;
      while (w < words && keys[n * words + w] === other[from + w]) w++;
      if (w === words) return at;
    }
  }

  // The number of a key; -1 where it is not there.
  find(other, from) {
    return this.table[this.place(other, from)];
  }

  // Puts a key in at a place where there is none; its number.
  put(at, other, from, parent, moved = -1) {
    const n = this.count++, { words, keys } = this;
    for (let w = 0; w < words; w++) keys[n * words + w] = other[from + w];
    this.parents[n] = parent;
    this.moved[n] = moved;
    this.table[at] = n;
    return n;
  }
}

// What moves lead from a layout, in one metric: `expand` writes the keys after them one behind the other into `out`, and
// the place that each came to into `to`.
class Walk {
  constructor(rules, metric) {
    Object.assign(this, { rules, metric, full: new Uint8Array(rules.size), seen: new Int32Array(rules.places), stamp: 0 });
    this.queue = new Int32Array(rules.size);
    this.pieces = new Int32Array(rules.slots);
    this.lifted = new Int32Array(rules.words);
    this.to = new Int32Array(256);
    this.out = new Int32Array(256 * rules.words);
  }

  // How many layouts moves lead to from the one whose key is in an array from `base` on; the piece at `still` stays.
  expand(keys, base, still = -1) {
    const { rules, full, pieces, lifted, metric } = this, { cover, coverAt, slots, words, code } = rules;
    rules.read(keys, base, pieces);
    full.fill(0);
    for (let i = 0; i < slots; i++) for (let c = coverAt[pieces[i]]; c < coverAt[pieces[i] + 1]; c++) full[cover[c]] = 1;
    let n = 0;
    for (let i = 0; i < slots; i++) {
      const place = pieces[i];
      if (place === still || !this.loose(place)) continue;
      for (let w = 0; w < words; w++) lifted[w] = keys[base + w] ^ code[place * words + w];
      for (let c = coverAt[place]; c < coverAt[place + 1]; c++) full[cover[c]] = 0;
      n = metric === 'move' ? this.moves(place, n) : this.slides(place, n, metric === 'step');
      for (let c = coverAt[place]; c < coverAt[place + 1]; c++) full[cover[c]] = 1;
    }
    return n;
  }

  // Whether the piece at a place can slide at all.
  loose(place) {
    const { full, rules: { step, begin, enter } } = this;
    for (let edge = 4 * place, last = edge + 4; edge < last; edge++) {
      if (step[edge] < 0) continue;
      let e = begin[edge];
      const end = begin[edge + 1];
      while (e < end && full[enter[e]] === 0) e++;
      if (e === end) return true;
    }
    return false;
  }

  write(n, to) {
    if (n === this.to.length) this.widen();
    const { out, lifted, rules: { words, code } } = this;
    this.to[n] = to;
    for (let w = 0; w < words; w++) out[n * words + w] = lifted[w] ^ code[to * words + w];
  }

  widen() {
    for (const name of ['to', 'out']) {
      const wider = new Int32Array(2 * this[name].length);
      wider.set(this[name]);
      this[name] = wider;
    }
  }

  slides(place, n, once) {
    const { full, rules: { step, begin, enter } } = this;
    for (let d = 0; d < 4; d++) {
      for (let at = place; ;) {
        const edge = 4 * at + d, end = begin[edge + 1];
        at = step[edge];
        if (at < 0) break;
        let e = begin[edge];
        while (e < end && full[enter[e]] === 0) e++;
        if (e < end) break;
        this.write(n++, at);
        if (once) break;
      }
    }
    return n;
  }

  moves(place, n) {
    const { full, seen, queue, rules: { step, begin, enter } } = this, stamp = ++this.stamp;
    queue[0] = place;
    seen[place] = stamp;
    for (let q = 0, last = 1; q < last; q++) {
      for (let edge = 4 * queue[q], d = 0; d < 4; d++, edge++) {
        const to = step[edge];
        if (to < 0 || seen[to] === stamp) continue;
        let e = begin[edge];
        const end = begin[edge + 1];
        while (e < end && full[enter[e]] === 0) e++;
        if (e < end) continue;
        seen[to] = stamp;
        queue[last++] = to;
        this.write(n++, to);
      }
    }
    return n;
  }
}

// A search from some layouts that goes on by slices; `depth` is how many moves away the last ones are that it came to.
class Search {
  // `most` is how many layouts there may be before another depth is begun; `whole`: the search does not end at a goal.
  constructor(rules, metric, sources, { memory = MEMORY, most = Infinity, whole = false } = {}) {
    Object.assign(this, { rules, most, whole, walk: new Walk(rules, metric), store: new Store(rules.words, memory), done: 0, depth: 0, goal: -1 });
    const { store } = this;
    for (const key of sources) {
      const at = store.place(key, 0);
      if (store.table[at] < 0) store.put(at, key, 0, store.count ? 0 : -1);
    }
    this.sources = store.count;
    this.ends = [store.count]; // how many layouts there are within each depth
    if (!whole) for (let n = 0; n < store.count && this.goal < 0; n++) if (rules.solved(store.keys, n * rules.words)) this.goal = n;
  }

  // Expands some layouts; returns whether there is more to do. Throws `Limit` where there is no memory for more.
  advance(slice = SLICE) {
    const { store, walk, rules: { words } } = this;
    for (let left = slice; left && this.goal < 0 && this.done < store.count; left--) {
      // What a piece does in a row is one move: where it could go on to was come to from the layout before.
      const n = walk.expand(store.keys, this.done * words, walk.metric === 'move' ? store.moved[this.done] : -1), { out } = walk;
      for (let i = 0; i < n; i++) {
        let at = store.place(out, i * words);
        if (store.table[at] >= 0) continue;
        if (store.count === store.room) {
          if (!store.grow()) throw new Limit('memory', this);
          at = store.place(out, i * words);
        }
        const made = store.put(at, out, i * words, this.done, walk.to[i]);
        // The layout before was not solved: the piece that moved must have come to a place that is wanted.
        if (!this.whole && this.rules.wanted[walk.to[i]] && this.rules.solved(out, i * words)) {
          this.goal = made;
          return false;
        }
      }
      this.done++;
      if (this.done === this.ends[this.depth] && store.count > this.done) {
        this.depth++;
        this.ends.push(store.count);
        if (store.count >= this.most) return false;
      }
    }
    return this.goal < 0 && this.done < store.count;
  }

  // The heads of a layout by kind, each kind's sorted, in one list.
  heads(n) {
    const { rules, store } = this;
    return Array.from(rules.read(store.keys, n * rules.words, new Int32Array(rules.slots)), (place) => place % rules.size);
  }
}

// The move between two layouts, from the one to the other: the place that only the first has, and that only the second has.
function between(search, a, b) {
  const { rules, store } = search, places = (n) => rules.read(store.keys, n * rules.words, new Int32Array(rules.slots)), before = places(a), after = places(b);
  const from = before.find((place) => !after.includes(place)), to = after.find((place) => !before.includes(place));
  return { from: from % rules.size, to: to % rules.size };
}

// One puzzle's rules, and what was found out about it. Each search is a generator that yields its progress
// ({ depth, layouts }) every few milliseconds and returns its result, so that whoever runs it can stop it.
export class Solver {
  #rules = null;
  #back = null;
  #component = null;

  constructor(puzzle, { memory = MEMORY } = {}) {
    Object.assign(this, { puzzle, memory });
  }

  get rules() {
    return this.#rules ??= new Rules(this.puzzle);
  }

  // Rules by which moves are taken back.
  get back() {
    return this.#back ??= this.reversible ? this.rules : new Rules(this.puzzle, true);
  }

  // Whether every move can be taken back.
  get reversible() {
    return this.puzzle.kinds.every(({ directions }) => [...directions].every((way) => directions.includes(BACK[way])));
  }

  key(heads) {
    return this.rules.key(this.puzzle.groups(heads));
  }

  // A shortest solution: { solved, length, line, layouts, depth }, its line as [{ from, to }]. What moved `last`
  // ({ i, way }) may go on for nothing: then the line may have one move more than its length.
  *solve(heads, metric, { last = null, memory = this.memory, most = Infinity } = {}) {
    const free = last && metric !== 'step' ? this.goingOn(heads, metric, last) : [];
    const search = new Search(this.rules, metric, [heads, ...free].map((each) => this.key(each)), { memory });
    while (search.advance()) {
      if (search.store.count > most) throw new Limit('layouts', search);
      yield { depth: search.depth, layouts: search.store.count };
    }
    const told = { layouts: search.store.count, depth: search.depth };
    if (search.goal < 0) return { solved: false, length: null, line: null, ...told };
    const path = [];
    for (let n = search.goal; n >= 0; n = search.store.parents[n]) path.unshift(n);
    const line = path.slice(1).map((n, i) => between(search, path[i], n));
    return { solved: true, length: path.filter((n) => n >= search.sources).length, line, ...told };
  }

  // The layouts that a game comes to by going on with the piece that moved last.
  goingOn(heads, metric, { i, way }) {
    const reach = this.puzzle.reach(heads, i, metric);
    return [...reach.keys()].filter((to) => metric === 'move' || this.puzzle.wayBetween(heads[i], to) === way).map((to) => heads.with(i, to));
  }

  // Every layout in reach by steps, nearest first; no depth is begun once there are `most`.
  *component(heads = this.puzzle.start, { most = Infinity, limit = Infinity, memory = this.memory } = {}) {
    const kept = this.#component?.find(heads) ?? -1;
    if (kept === 0 || (kept > 0 && this.reversible)) return this.#component;
    const search = new Search(this.rules, 'step', [this.key(heads)], { memory, whole: true, most });
    while (search.advance()) {
      if (search.store.count > limit) throw new Limit('layouts', search);
      yield { depth: search.depth, layouts: search.store.count };
    }
    const found = new Component(this, search);
    if (found.complete) this.#component = found;
    return found;
  }
}

// All layouts that can be reached from one, by number, with their distances from the goal in each metric.
export class Component {
  #far = {};

  constructor(solver, search) {
    const { store, done, depth } = search;
    Object.assign(this, { solver, search, store, count: store.count, complete: done >= store.count, depth, words: solver.rules.words });
  }

  // The number of a layout; -1 where it is none of these.
  find(heads) {
    return this.store.find(this.solver.key(heads), 0);
  }

  heads(n) {
    return this.search.heads(n);
  }

  // The layouts that are solved, by number.
  get goals() {
    const found = [];
    for (let n = 0; n < this.count; n++) if (this.solver.rules.solved(this.store.keys, n * this.words)) found.push(n);
    return found;
  }

  // How many steps each layout is from the first.
  get depths() {
    const found = new Uint32Array(this.count), { ends } = this.search;
    for (let depth = 1; depth < ends.length; depth++) found.fill(depth, ends[depth - 1], ends[depth]);
    return found;
  }

  // The numbers of the layouts that moves lead to from layout n; those that are not among these are left out.
  after(walk, n) {
    const found = [], count = walk.expand(this.store.keys, n * this.words);
    for (let i = 0; i < count; i++) {
      const to = this.store.find(walk.out, i * this.words);
      if (to >= 0) found.push(to);
    }
    return found;
  }

  // The distance of each layout, -1 where no goal is in reach of it. Only of a complete component.
  *distances(metric) {
    if (this.#far[metric]) return this.#far[metric];
    const { store, words } = this, far = new Int32Array(this.count).fill(-1), queue = new Int32Array(this.count), walk = new Walk(this.solver.back, metric);
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

  // Neighbours by steps, made mutual where some cannot be taken back: those of n are `to[begin[n]]` to `to[begin[n + 1] - 1]`.
  *neighbours() {
    const walk = new Walk(this.solver.rules, 'step'), near = Array.from({ length: this.count }, () => new Set());
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

  // How many shortest solutions there are from a layout, as sequences of layouts; null where numbers are no longer exact.
  *solutions(heads, metric) {
    const far = yield* this.distances(metric), from = this.find(heads), walk = new Walk(this.solver.rules, metric);
    if (far[from] < 0) return 0;
    let level = new Map([[from, 1]]);
    for (let away = far[from]; away > 0; away--) {
      const next = new Map();
      for (const [n, ways] of level) for (const to of this.after(walk, n)) if (far[to] === away - 1) next.set(to, (next.get(to) ?? 0) + ways);
      level = next;
      yield { depth: far[from] - away, layouts: this.count };
    }
    const sum = [...level.values()].reduce((a, b) => a + b, 0);
    return Number.isSafeInteger(sum) ? sum : null;
  }
}

// Runs a search to its end, with nothing in between.
export function run(search) {
  for (;;) {
    const { value, done } = search.next();
    if (done) return value;
  }
}
