// The puzzle on the page: what lies where and where a piece can slide, which dragging needs. The
// solving, checking and reading of puzzles is the server's.

export const WAYS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

export class Puzzle {
  constructor(data) {
    Object.assign(this, data);
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
    let found = this.memo.get(id);
    if (found === undefined) {
      found = this.#cells(this.kinds[kind], head);
      this.memo.set(id, found);
    }
    return found;
  }

  #cells(kind, head) {
    const x0 = head % this.width, y0 = Math.floor(head / this.width), cells = [];
    for (const [dx, dy] of kind.shape) {
      const x = x0 + dx, y = y0 + dy, cell = y * this.width + x;
      if (x < 0 || y < 0 || x >= this.width || y >= this.height) return null;
      if (this.wallSet.has(cell) || (this.gateSet.has(cell) && !kind.gates)) return null;
      cells.push(cell);
    }
    return cells;
  }

  // For each cell the piece that covers it, or -1.
  covered(heads) {
    const grid = new Int16Array(this.size).fill(-1);
    heads.forEach((head, i) => { for (const cell of this.cells(this.pieces[i].kind, head)) grid[cell] = i; });
    return grid;
  }

  // Where piece i can go: for each head the one before it and the direction, nearest first.
  reach(heads, i, metric = 'move') {
    const { kind } = this.pieces[i], { directions } = this.kinds[kind];
    const grid = this.covered(heads), from = heads[i];
    const found = new Map([[from, null]]);
    const queue = [from];
    for (const head of queue) {
      for (const way of directions) {
        const before = found.get(head);
        if (head !== from && (metric === 'step' || (metric === 'slide' && before.way !== way))) continue;
        const [dx, dy] = WAYS[way], x = head % this.width + dx;
        const to = head + dy * this.width + dx;
        if (x < 0 || x >= this.width || to < 0 || to >= this.size || found.has(to)) continue;
        const cells = this.cells(kind, to);
        if (!cells || cells.some((cell) => grid[cell] >= 0 && grid[cell] !== i)) continue;
        found.set(to, { head, way });
        queue.push(to);
      }
    }
    found.delete(from);
    return found;
  }

  // The way to a head in reach, as legs: [['L', 1], ['U', 2]].
  legs(reach, to) {
    const legs = [];
    for (let at = reach.get(to); at; at = reach.get(at.head)) {
      if (legs.length && legs[0][0] === at.way) legs[0][1] += 1;
      else legs.unshift([at.way, 1]);
    }
    return legs;
  }

  // The same text for layouts that differ only in which of like pieces lies where.
  key(heads) {
    return this.groups(heads).map((group) => group.join('.')).join('|');
  }

  groups(heads) {
    const groups = this.kinds.map(() => []);
    heads.forEach((head, i) => groups[this.pieces[i].kind].push(head));
    for (const group of groups) group.sort((a, b) => a - b);
    return groups;
  }

  solved(heads) {
    return this.goal.some((all) => all.every(([kind, head]) => heads.some((h, i) => h === head && this.pieces[i].kind === kind)));
  }

  // Whether heads from outside (a link, what was stored) make up a layout.
  fits(heads) {
    if (!Array.isArray(heads) || heads.length !== this.pieces.length) return false;
    const seen = new Set();
    return heads.every((head, i) => {
      const cells = Number.isInteger(head) && head >= 0 && head < this.size && this.cells(this.pieces[i].kind, head);
      return cells && cells.every((cell) => !seen.has(cell) && seen.add(cell));
    });
  }
}

export const pathText = (legs) => legs.map(([way, n]) => way + n).join('');
export const stepsOf = (legs) => legs.reduce((sum, [, n]) => sum + n, 0);
