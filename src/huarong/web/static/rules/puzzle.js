// The puzzle on the page: the pieces and where each can slide, which dragging needs.

export const WAYS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };
export const ARROWS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' }; // by the names of keys
export const METRICS = ['move', 'slide', 'step'];
export const TILES = '.123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const tileSymbol = (n) => (n < TILES.length ? TILES[n] : String.fromCodePoint(0x4e00 + n));

// A value that is there: throws where it is null or undefined.
/** @type {<T>(value: T) => NonNullable<T>} */
export function sure(value) {
  if (value === null || value === undefined) throw new TypeError('a value is missing');
  return value;
}

// The data as properties of a puzzle.
const Data = /** @type {new (data: PuzzleData) => PuzzleData} */ (/** @type {unknown} */ (class {
  constructor(data) { Object.assign(this, data); }
}));

export class Puzzle extends Data {
  constructor(data) {
    super(data);
    this.size = this.width * this.height;
    this.start = this.pieces.map((piece) => piece.head);
    this.wallSet = new Set(this.walls);
    this.gateSet = new Set(this.gates);
    this.memo = new Map();
    const wanted = new Set(this.goal.flat().map(([kind]) => kind));
    const named = this.pieces.filter((piece) => wanted.has(piece.kind)).length;
    this.keys = 2 * named <= this.pieces.length + 1 ? wanted : new Set();
  }

  // The cells that a piece of a kind covers at a head; null where it cannot lie.
  cells(kind, head) {
    const id = kind * this.size + head;
    if (!this.memo.has(id)) {
      const board = { width: this.width, height: this.height, walls: this.wallSet, gates: this.gateSet };
      this.memo.set(id, cellsAt(board, this.kinds[kind], head));
    }
    return this.memo.get(id);
  }

  // The cell beside a cell; -1 beyond the edge.
  beside(cell, way) {
    const [dx, dy] = WAYS[way], x = cell % this.width + dx, to = cell + dx + dy * this.width;
    return x >= 0 && x < this.width && to >= 0 && to < this.size ? to : -1;
  }

  // The head that a step of a kind leads to on the empty board; -1 where the kind cannot lie there.
  step(kind, head, way) {
    const to = this.beside(head, way);
    return to >= 0 && this.cells(kind, to) ? to : -1;
  }

  // The head at the end of a path; -1 beyond the edge.
  end(from, legs) {
    let at = from;
    for (const [way, n] of legs) for (let left = n; left > 0 && at >= 0; left--) at = this.beside(at, way);
    return at;
  }

  // For each cell the piece that covers it, or -1.
  covered(heads) {
    const grid = new Int16Array(this.size).fill(-1);
    heads.forEach((head, i) => { for (const cell of this.cells(this.pieces[i].kind, head)) grid[cell] = i; });
    return grid;
  }

  // Where piece i can go: for each head its distance in cells, and for each direction of the last leg, the number of
  // legs and the head and direction before. Nearest first.
  reach(heads, i, metric = 'move') {
    const { kind } = this.pieces[i], { directions } = this.kinds[kind];
    const grid = this.covered(heads), from = heads[i];
    /** @type {Reach} */
    const found = new Map([[from, { cells: 0, ways: new Map([['', { legs: 0, head: from, before: '' }]]) }]]);
    for (const [head, here] of found) {
      for (const way of directions) {
        if (head !== from && (metric === 'step' || (metric === 'slide' && !here.ways.has(way)))) continue;
        const to = this.step(kind, head, way), next = found.get(to) ?? { cells: here.cells + 1, ways: new Map() };
        if (to < 0 || next.cells <= here.cells) continue;
        if (this.cells(kind, to).some((cell) => grid[cell] >= 0 && grid[cell] !== i)) continue;
        found.set(to, next); // entries keep their order, so those that are new are looked at last
        for (const [before, { legs }] of here.ways) {
          const more = legs + Number(before !== way), known = next.ways.get(way);
          if (!known || known.legs > more) next.ways.set(way, { legs: more, head, before });
        }
      }
    }
    found.delete(from);
    return found;
  }

  // Every move from a layout.
  moves(heads, metric) {
    return heads.flatMap((from, i) => [...this.reach(heads, i, metric).keys()].map((to) => ({ i, from, to })));
  }

  // The moves { i, from, to } of a line { from, to } that begins at heads.
  followed(heads, line) {
    let at = heads;
    return line.map(({ from, to }) => {
      const i = at.indexOf(from);
      at = at.with(i, to);
      return { i, from, to };
    });
  }

  // The path to a head in reach with the fewest cells, then the fewest turns, as legs: [['L', 1], ['U', 2]].
  legs(reach, to) {
    const legs = [], ends = [...reach.get(to).ways];
    let [way] = ends.reduce((best, end) => (end[1].legs < best[1].legs ? end : best));
    for (let head = to; way;) {
      const step = reach.get(head).ways.get(way);
      if (legs[0]?.[0] === way) legs[0][1] += 1;
      else legs.unshift([way, 1]);
      [head, way] = [step.head, step.before];
    }
    return legs;
  }

  // The direction from a head to another in the same row or column.
  wayBetween(from, to) {
    const [[x, y], [u, v]] = [from, to].map((head) => xyOf(head, this.width));
    return wayTo(u - x, v - y);
  }

  // The board as text, a row a string, with the pieces at heads.
  rows(heads) {
    return inRows(Array.from(this.covered(heads), (i, cell) => (i >= 0 ? this.pieces[i].symbol : this.wallSet.has(cell)
      ? '#' : this.gateSet.has(cell) ? '-' : '.')), this.width).map((row) => row.join(''));
  }

  // A key of a layout, equal for layouts that differ only by swapping like pieces.
  key(heads) { return this.groups(heads).map((group) => group.join('.')).join('|'); }

  groups(heads) {
    const groups = this.kinds.map(() => /** @type {number[]} */ ([]));
    heads.forEach((head, i) => groups[this.pieces[i].kind].push(head));
    for (const group of groups) group.sort((a, b) => a - b);
    return groups;
  }

  solved(heads) {
    return this.goal.some((all) =>
      all.every(([kind, head]) => heads.some((h, i) => h === head && this.pieces[i].kind === kind)));
  }

  // Whether heads from outside (a link, storage) make up a layout.
  fits(heads) {
    if (!Array.isArray(heads) || heads.length !== this.pieces.length) return false;
    const seen = new Set();
    return heads.every((head, i) => {
      const cells = Number.isInteger(head) && head >= 0 && head < this.size && this.cells(this.pieces[i].kind, head);
      return cells && cells.every((cell) => !seen.has(cell) && seen.add(cell));
    });
  }
}

// The cells that a piece covers at a head, on a board with its walls and gates as sets; null where it cannot lie.
export function cellsAt({ width, height, walls, gates }, kind, head) {
  const [x0, y0] = xyOf(head, width), cells = [];
  for (const [dx, dy] of kind.shape) {
    const x = x0 + dx, y = y0 + dy, cell = y * width + x;
    if (x < 0 || y < 0 || x >= width || y >= height) return null;
    if (walls.has(cell) || (gates.has(cell) && !kind.gates)) return null;
    cells.push(cell);
  }
  return cells;
}

// The box around a shape, and whether the shape fills it.
export function boxOf(shape) {
  const xs = shape.map(([x]) => x), ys = shape.map(([, y]) => y);
  const x = Math.min(...xs), y = Math.min(...ys), w = Math.max(...xs) - x + 1, h = Math.max(...ys) - y + 1;
  return { x, y, w, h, full: w * h === shape.length };
}

// The size of a shape as text: `2x1`, or `2x2/3` where three cells lie in a box of two by two.
export function sizeOf(shape) {
  const { w, h, full } = boxOf(shape);
  return full ? `${w}x${h}` : `${w}x${h}/${shape.length}`;
}

// The parts of a set of cells that touch along edges, each in reading order.
export function partsOf(cells) {
  const left = new Set(cells.map(String)), found = [];
  for (const cell of cells) {
    if (!left.delete(String(cell))) continue;
    const part = [cell];
    for (const [x, y] of part) for (const [dx, dy] of Object.values(WAYS))
      if (left.delete(`${x + dx},${y + dy}`)) part.push([x + dx, y + dy]);
    found.push(part.sort(byRow));
  }
  return found;
}

export const byRow = ([x, y], [u, v]) => y - v || x - u;

// The cells of a shape in reading order, as steps from the first.
export function shapeOf(cells) {
  const sorted = [...cells].sort(byRow), [[x0, y0]] = sorted;
  return sorted.map(([x, y]) => [x - x0, y - y0]);
}

// The cell [x, y] of a number, and the numbers of cells.
/** @type {(cell: number, width: number) => [number, number]} */
export const xyOf = (cell, width) => [cell % width, Math.floor(cell / width)];
export const numbersOf = (cells = [], width) => cells.map(([x, y]) => y * width + x);

// Adds a value to the list of a key.
export const push = (map, key, value) => void (map.get(key) ?? map.set(key, []).get(key)).push(value);

// The cells [x, y] of each symbol in rows of symbols but the empty ones.
export function cellsIn(rows, empty = /** @type {string | null} */ ('.')) {
  const found = new Map();
  rows.forEach((row, y) => [...row].forEach((symbol, x) => symbol !== empty && push(found, symbol, [x, y])));
  return found;
}

// The values that differ as texts, or in another way; of equal ones the last, at the place of the first.
/** @type {<T>(values: T[], key?: (value: T) => unknown) => T[]} */
export const distinct = (values, key = String) => [...new Map(values.map((each) => [key(each), each])).values()];

// How often each value is there.
export function tally(values) {
  const found = new Map();
  for (const each of values) found.set(each, (found.get(each) ?? 0) + 1);
  return found;
}

// The direction that goes farthest with a step.
export const wayTo = (dx, dy) => (Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'R' : 'L') : dy > 0 ? 'D' : 'U');

// The cells of a board, row by row.
export const inRows = (cells, width) =>
  Array.from({ length: cells.length / width }, (_, y) => cells.slice(y * width, (y + 1) * width));

// Concatenates two paths, joining legs of one direction.
export function joined(legs, more) {
  const all = legs.map((leg) => [...leg]);
  for (const [way, n] of more) {
    if (all.at(-1)?.[0] === way) all.at(-1)[1] += n;
    else all.push([way, n]);
  }
  return all;
}

// A path as text, `L1U2`, and its legs.
export const pathText = (legs) => legs.map(([way, n]) => way + n).join('');
export const legsOf = (path) => [...path.matchAll(/([UDLR])(\d+)/g)].map(([, way, n]) => [way, Number(n)]);
export const stepsOf = (legs) => legs.reduce((sum, [, n]) => sum + n, 0);
