// Numbered tiles with one blank: a solution at once by beams guided by pattern databases, better ones by wider beams,
// and a shortest one, or a lower bound, by IDA*. Tiles are named after their goal cells. Searches are generators that
// yield their progress ({ depth, layouts } and the `length` of the best solution so far) every few milliseconds.

import { sure } from '../rules/puzzle.js';

const FIRST = 100, WIDER = 4; // the width of the first beam, and how many times as wide the next is
const PART = 1 << 14; // nodes or states between two looks at the clock
export const AT_ONCE = 0.3; // seconds for a good solution
export const PROVED = 5; // and for a shortest one
const SHARE = 0.3; // of the time, for lower bounds on boards that are too large for a proof
const KEPT = 'tables-of-tiles'; // the browser's cache that keeps the tables

// The goal cell of each piece; null where the puzzle is not one of numbered tiles on an open board of 12 cells or more.
export function goalCells({ goal, pieces, kinds, walls, gates, size }) {
  const [cells] = goal, plain = kinds.every((kind) => kind.shape.length === 1 && kind.directions.length === 4);
  if (goal.length > 1 || cells.length !== pieces.length || kinds.length !== pieces.length || !plain || walls.length
    || gates.length || size !== pieces.length + 1 || size < 12 || size > 100) return null;
  const at = new Map(cells);
  return pieces.map((piece) => at.get(piece.kind));
}

export class Tiles {
  nodes = 0;
  lower = 0;
  tables = /** @type {Uint8Array[] | null} */ (null);

  constructor(width, height, goals) {
    const cells = width * height;
    this.goals = goals;
    this.kept = false;
    this.cells = cells;
    this.home = [...Array(cells).keys()].find((cell) => !goals.includes(cell)) ?? 0;
    this.near = Array.from({ length: cells }, (_, c) => [[c - width, c >= width], [c + width, c + width < cells],
      [c - 1, c % width], [c + 1, (c + 1) % width]].flatMap(([to, inside]) => (inside ? [Number(to)] : [])));
    this.name = `/tiles/${width}x${height}-${this.home}`;
    this.bits = Math.ceil(Math.log2(cells));
    const k = cells > 25 ? 2 : cells > 16 ? 3 : 5, same = [...Array(cells).keys()],
      tiles = same.filter((cell) => cell !== this.home),
      turned = same.map((c) => (c % width) * width + Math.floor(c / width));
    this.patterns = Array.from({ length: Math.ceil(tiles.length / k) }, (_, g) => tiles.slice(k * g, k * g + k));
    // The board itself and, where that leaves the goal as it is, its mirror image.
    const images = width === height && turned[this.home] === this.home ? [same, turned] : [same];
    this.views = images.map((image) => ({ image, tiles: this.patterns.map((each) => each.map((tile) => image[tile])),
      group: same.map((tile) => this.patterns.findIndex((each) => each.includes(image[tile]))) }));
  }

  // The table of each pattern: the fewest moves of its tiles, by their cells side by side, wherever the blank is.
  *build() {
    if (this.tables) return;
    const { bits, near, home } = this, mask = (1 << bits) - 1, found = [];
    for (const pattern of this.patterns) {
      const end = bits * (pattern.length + 1), table = new Uint8Array(1 << end - bits).fill(255),
        seen = new Uint8Array(1 << end);
      let level = [pattern.reduce((key, cell, i) => key | cell << bits * (i + 1), home)];
      for (let depth = 0; level.length; depth++) {
        const next = [], due = level.length;
        for (let n = 0; n < level.length; n++) {
          const key = level[n], b = key & mask, ways = near[b];
          if (n % PART === 0) yield { depth, layouts: n };
          if (n < due && seen[key] === 1) continue; // reached meanwhile by moves of the blank alone
          seen[key] = 1;
          if (table[key >> bits] > depth) table[key >> bits] = depth;
          for (let i = 0; i < ways.length; i++) {
            const q = ways[i];
            let s = bits;
            while (s < end && (key >> s & mask) !== q) s += bits;
            const to = s < end ? key + q - b + (b - q << s) : key + q - b, own = s < end ? 2 : 1;
            if (seen[to] === 1 || seen[to] === own) continue;
            seen[to] = own;
            (s < end ? next : level).push(to);
          }
        }
        level = next;
      }
      found.push(table);
    }
    this.tables = found;
  }

  // Takes the tables from the browser's cache or, once they are built, keeps them there; some browsers have none.
  async stored() {
    const kept = await globalThis.caches?.open(KEPT).catch(() => null), { bits, patterns, name } = this;
    if (!kept || this.kept) return;
    if (this.tables) {
      this.kept = true;
      return void await kept.put(name, new Response(new Blob(/** @type {BlobPart[]} */ (this.tables)))).catch(() => {});
    }
    const found = await kept.match(name), bytes = found && await found.arrayBuffer();
    const ends = patterns.reduce((all, each) => [...all, sure(all.at(-1)) + (1 << bits * each.length)], [0]);
    if (!bytes || bytes.byteLength !== ends.at(-1)) return;
    this.tables = patterns.map((_, g) => new Uint8Array(bytes, ends[g], ends[g + 1] - ends[g]));
    this.kept = true;
  }

  // The value of a tile's pattern in a view.
  value(place, view, g) {
    const { bits } = this, tiles = view.tiles[g];
    let key = 0;
    for (let i = 0; i < tiles.length; i++) key |= view.image[place[tiles[i]]] << bits * i;
    return /** @type {Uint8Array[]} */ (this.tables)[g][key];
  }

  // A board from heads: the tile of each cell, the cell of each tile, the blank, and the sum of each view.
  begin(heads) {
    const { cells, goals, home, views, patterns } = this, board = new Uint8Array(cells).fill(home),
      place = new Uint8Array(cells);
    heads.forEach((head, i) => { board[head] = goals[i]; place[goals[i]] = head; });
    const sums = views.map((view) => patterns.reduce((sum, _, g) => sum + this.value(place, view, g), 0));
    return { board, place, blank: board.indexOf(home), before: -1, sums, parent: null };
  }

  // The sums after the tile at cell q goes to the blank.
  after({ board, place, blank, sums }, q) {
    const t = board[q], { views } = this, found = [];
    for (let v = 0; v < views.length; v++) {
      const g = views[v].group[t], old = this.value(place, views[v], g);
      place[t] = blank;
      found.push(sums[v] + this.value(place, views[v], g) - old);
      place[t] = q;
    }
    return found;
  }

  // The blank's path of a solution of at most `bound` moves by a beam; null where it finds none. No board comes twice.
  *beam(root, width, bound) {
    const seen = new Set();
    let level = [root];
    for (let depth = 1; level.length && depth <= bound; depth++) {
      const next = [];
      for (const from of level) for (const q of this.near[from.blank]) {
        if (q === from.before) continue;
        const sums = this.after(from, q);
        if (depth + Math.max(...sums) <= bound) next.push({ from, q, sums, score: sums[0] + sums[sums.length - 1] });
      }
      next.sort((a, b) => a.score - b.score);
      level = [];
      for (const { from, q, sums } of next) {
        if (level.length === width) break;
        const board = from.board.slice(), place = from.place.slice(), t = board[q], { blank } = from;
        board[blank] = t;
        board[q] = this.home;
        place[t] = blank;
        const key = String.fromCharCode(...board), made = { board, place, blank: q, before: blank, sums, parent: from };
        if (seen.has(key)) continue;
        seen.add(key);
        level.push(made);
        if (sums[0]) continue;
        const path = [];
        for (let at = made; at; at = at.parent) path.unshift(at.blank);
        return path;
      }
      this.nodes += next.length;
      yield { depth: this.lower, layouts: this.nodes };
    }
    return null;
  }

  // IDA* within a threshold: the blank's path of a solution, or the next threshold.
  *within(root, threshold) {
    const { board, place } = root = { ...root, board: root.board.slice(), place: root.place.slice() },
      path = [root.blank], sums = [root.sums], turn = [0];
    let above = Infinity, nodes = 0;
    while (path.length) {
      const depth = path.length - 1, b = path[depth], q = this.near[b][turn[depth]++];
      if (q === undefined) {
        path.pop(); sums.pop(); turn.pop();
        if (!path.length) break;
        const back = path[depth - 1], t = board[back]; // the tile that came from here goes back
        board[b] = t; board[back] = this.home; place[t] = b;
        continue;
      }
      if (depth && q === path[depth - 1]) continue;
      if (++nodes % PART === 0) { this.nodes += PART; yield { depth: threshold - 1, layouts: this.nodes }; }
      root.blank = b;
      root.sums = sums[depth];
      const then = this.after(root, q), f = depth + 1 + Math.max(...then);
      if (f > threshold) { above = Math.min(above, f); continue; }
      const t = board[q];
      board[b] = t; board[q] = this.home; place[t] = b;
      path.push(q); sums.push(then); turn.push(0);
      if (then[0] === 0) return { path };
    }
    return { above };
  }

  // The best solution found within some seconds: { path, lower }, `path` the blank's cells.
  *solve(heads, seconds) {
    yield* this.build();
    const begun = performance.now(), over = (part = 1) => performance.now() - begun > 1000 * seconds * part,
      root = this.begin(heads), large = this.cells > 16;
    let width = FIRST, search = null,
      path = /** @type {number[] | null} */ (root.sums[0] ? null : [root.blank]);
    this.nodes = 0;
    this.lower = Math.max(...root.sums);
    const done = () => path && path.length - 1 <= this.lower;
    while (!path) { // whatever the time: there is a solution
      path = yield* this.beam(root, width, 30 * this.cells);
      width *= WIDER;
    }
    while (!done() && !over(large ? SHARE : 1)) {
      search ??= this.within(root, this.lower);
      const { value, done: ended } = search.next();
      if (!ended) yield { ...value, length: path.length - 1 };
      else if (value.path) { ({ path } = value); this.lower = path.length - 1; }
      else { this.lower = value.above; search = null; }
    }
    for (; large && !done() && !over(); width *= WIDER) {
      const wider = this.beam(root, width, path.length - 3);
      for (let next = wider.next(); !over(); next = wider.next()) {
        if (next.done) { path = next.value ?? path; break; }
        yield { ...next.value, length: path.length - 1 };
      }
    }
    return { path, lower: this.lower };
  }
}
