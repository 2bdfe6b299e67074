// Why a puzzle has no solution, where that is known without a search: the twin of huarong/model/impossible.py, which
// says why each reason is true. A reason is { key, template, args }: the English template is its own key, as for
// faults.

import { say } from './faults.js';
import { WAYS, inRows, partsOf, tileSymbol, xyOf } from './puzzle.js';

const LINE = 100; // the most cells of a line or a ring of cells whose orders are compared
const BLANK = -1;
const SWAPS = 'each move swaps a tile with the blank, which then stands on a cell of the other color, as on a ' +
  'chessboard; here {order}, so {n} of moves is needed; but {blank}, which takes {other} (the tiles have ' +
  '{inversions:,} {inversions:inversion|inversions})';
const NUMBERS = [{ template: 'an even number' }, { template: 'an odd number' }];
const NEVER = '{symbol!r} never moves, but the goal needs it in row {y}, column {x}';
const STIFF = {
  LR: '{symbol!r} slides only along its row, and never gets to row {y}, column {x}, where the goal needs it',
  UD: '{symbol!r} slides only along its column, and never gets to row {y}, column {x}, where the goal needs it',
};
const ONE_WAY = '{symbol!r} slides only {ways}, and never gets to row {y}, column {x}, where the goal needs it';
const BARRED = '{symbol!r} never gets to row {y}, column {x}, where the goal needs it: walls, gates or pieces that ' +
  'can never move are in the way';

/**
 * @typedef {{ key: string, template: string, args: Record<string, any> }} Reason
 * @typedef {{ cells: Set<number>, room: number }} Region
 */

/** @type {(key: string, template: string, args?: Record<string, any>) => Reason} */
const because = (key, template, args = {}) => ({ key, template, args });

// A reason in words; `words` has the Chinese of the templates.
export const reasonText = ({ template, args }, words = {}) => say(template, args, words);

/** @returns {Reason | null} */
export function whyUnsolvable(puzzle, heads = puzzle.start) {
  if (puzzle.solved(heads)) return null;
  const ground = new Ground(puzzle, heads), { cells, taken, entries } = ground;
  if ([...cells].every((cell) => taken.has(cell))) return because('full', 'no cell is empty, so no piece can move');
  if (!entries.some((all) => all.some((entered) => !entered.some((cell) => taken.has(cell)))))
    return because('stuck', 'no piece can move');
  ground.hold();
  const found = [];
  for (const goal of puzzle.goal) {
    const why = ground.misplaced(goal) ?? ground.outOfOrder(goal);
    if (!why) return null;
    found.push(why);
  }
  return withBlankFirst(puzzle, found.find(({ key }) => key === 'parity') ?? found[0]);
}

// The first piece that lies in several parts, which whoever wrote the text may not have meant; undefined for none.
export const inParts = ({ pieces, kinds }) => pieces.find(({ kind }) => partsOf(kinds[kind].shape).length > 1);

// The reason with the goal that has the blank first, where the tiles can be brought to that instead.
function withBlankFirst(puzzle, why) {
  const { width, height, size, pieces, kinds, goal: [goal], walls, gates } = puzzle;
  const free = ({ shape, directions }) => shape.length === 1 && directions.length === 4;
  if (why.key !== 'parity' || width % 2 || height % 2 || size < 5 || walls.length || gates.length
    || kinds.length !== size - 1 || pieces.length !== size - 1 || !kinds.every(free)) return why;
  const heads = new Map(goal);
  if (pieces.some((piece) => piece.symbol !== tileSymbol((heads.get(piece.kind) ?? -1) + 1))) return why;
  const cells = Array.from({ length: size }, (_, n) => tileSymbol(n));
  const rows = inRows(cells, width).map((row) => row.join('')).join('/');
  return because(why.key, '{text}. With the blank first it can be solved: --goal "{goal}"',
    { ...why.args, text: why, goal: rows });
}

// The board with its pieces: the cells that pieces can cover, those that they do, those `held` by pieces that can never
// move (`still`), and the connected `regions` of the others with the number of empty cells. `entries` has for each
// piece the cells that each step from its place enters.
class Ground {
  constructor(puzzle, heads) {
    const all = [...Array(puzzle.size).keys()];
    this.puzzle = puzzle;
    this.heads = heads;
    this.own = heads.map((head, i) => puzzle.cells(puzzle.pieces[i].kind, head));
    this.taken = new Set(this.own.flat());
    this.cells = new Set(puzzle.kinds.flatMap((_, kind) => all.flatMap((head) => puzzle.cells(kind, head) ?? [])));
    this.entries = heads.map((head, i) => this.steps(puzzle.pieces[i].kind, head).map((to) =>
      puzzle.cells(puzzle.pieces[i].kind, to).filter((cell) => !this.own[i].includes(cell))));
    this.held = new Set();
    this.still = new Set();
    this.reached = new Map();
    this.regions = this.split();
  }

  // The heads one step on.
  steps(kind, head) {
    const { puzzle } = this;
    return [...puzzle.kinds[kind].directions].map((way) => puzzle.step(kind, head, way)).filter((to) => to >= 0);
  }

  near(cell, cells) {
    return Object.keys(WAYS).map((way) => this.puzzle.beside(cell, way)).filter((to) => cells.has(to));
  }

  /** @returns {Region[]} */
  split() {
    const left = new Set([...this.cells].filter((cell) => !this.held.has(cell)).sort((a, b) => a - b)), found = [];
    for (const first of left) {
      const cells = new Set([first]);
      for (const cell of cells) for (const to of this.near(cell, left)) cells.add(to);
      for (const cell of cells) left.delete(cell);
      found.push({ cells, room: [...cells].filter((cell) => !this.taken.has(cell)).length });
    }
    return found;
  }

  // Finds the pieces that can never move.
  hold() {
    const barred = (entered) => entered.some((cell) => this.held.has(cell)) || this.regions.some(({ cells, room }) =>
      entered.filter((cell) => cells.has(cell)).length > room);
    for (;;) {
      const fresh = this.heads.map((_, i) => i).filter((i) => !this.still.has(i) && this.entries[i].every(barred));
      if (!fresh.length) return;
      for (const i of fresh) {
        this.still.add(i);
        for (const cell of this.own[i]) this.held.add(cell);
      }
      this.regions = this.split();
    }
  }

  // Why the pieces cannot lie as a goal wants, each by itself.
  misplaced(goal) {
    const { puzzle, heads } = this, { width } = puzzle, covered = new Map(), wanted = new Map(),
      of = (kind) => heads.map((_, i) => i).filter((i) => puzzle.pieces[i].kind === kind),
      symbol = (kind) => puzzle.pieces[of(kind)[0]].symbol;
    for (const [kind, head] of goal) {
      const [x, y] = xyOf(head, width), args = { symbol: symbol(kind), x: x + 1, y: y + 1 },
        cells = puzzle.cells(kind, head), other = cells.find((cell) => covered.has(cell));
      if (other !== undefined) return because('goal',
        'the goal needs {other!r} and {symbol!r} in one cell (row {y}, column {x})',
        { ...args, other: symbol(covered.get(other)) });
      for (const cell of cells) covered.set(cell, kind);
      const able = of(kind).filter((i) => this.reach(i).has(head)), n = (wanted.get(String(able)) ?? 0) + 1;
      wanted.set(String(able), n);
      if (!able.length) return because('goal', ...this.outOfReach(kind, heads[of(kind)[0]], args));
      if (n > able.length) return because('goal',
        'the goal needs {n} {n:piece|pieces} like {symbol!r} where only {got} can get',
        { ...args, n, got: able.length });
    }
    return null;
  }

  /** @returns {[string, Record<string, any>]} */
  outOfReach(kind, head, args) {
    const { width, kinds } = this.puzzle, ways = kinds[kind].directions, [x, y] = xyOf(head, width);
    if (!ways) return [NEVER, args];
    if ((ways === 'LR' && y + 1 !== args.y) || (ways === 'UD' && x + 1 !== args.x)) return [STIFF[ways], args];
    return ways.length === 4 ? [BARRED, args] : [ONE_WAY, { ...args, ways }];
  }

  // The heads that a piece reaches where only pieces that can never move are in its way.
  reach(i) {
    const { puzzle, heads, held } = this, { kind } = puzzle.pieces[i],
      { shape, directions, gates } = puzzle.kinds[kind];
    if (this.still.has(i)) return new Set([heads[i]]);
    const like = `${shape}|${directions}|${gates}`, key = `${like}|${heads[i]}`;
    if (!this.reached.has(key)) {
      const found = new Set([heads[i]]), back = directions.includes('U') === directions.includes('D')
        && directions.includes('L') === directions.includes('R');
      for (const head of found) for (const to of this.steps(kind, head))
          if (!puzzle.cells(kind, to).some((cell) => held.has(cell))) found.add(to);
      for (const head of back ? found : [heads[i]]) this.reached.set(`${like}|${head}`, found);
    }
    return this.reached.get(key);
  }

  // Why the tiles of a region with one empty cell cannot come into the goal's order.
  outOfOrder(goal) {
    for (const { cells, room } of this.regions) {
      if (room !== 1) continue;
      const inside = this.heads.map((_, i) => i).filter((i) => !this.still.has(i)
        && this.own[i].some((cell) => cells.has(cell)));
      if (inside.some((i) => this.own[i].length > 1)) continue;
      const tiles = new Map(inside.map((i) => [this.heads[i], i])), spots = [...cells].sort((a, b) => a - b),
        wanted = new Map(goal.filter(([, head]) => cells.has(head)).map(([kind, head]) => [head, kind]));
      const line = this.line(cells, spots, tiles, wanted), why = line ?? this.parity(spots, tiles, wanted);
      if (why) return why;
    }
    return null;
  }

  // Why tiles in a line or a ring of cells cannot come into an order; null where the cells form neither.
  line(cells, spots, tiles, wanted) {
    const near = new Map(spots.map((cell) => [cell, this.near(cell, cells)])),
      ends = spots.filter((cell) => near.get(cell).length < 2), left = new Set(spots), line = [];
    if (spots.length > LINE || spots.some((cell) => near.get(cell).length > 2)) return null;
    for (let at = ends[0] ?? spots[0]; at !== undefined;) {
      line.push(at);
      left.delete(at);
      [at] = near.get(at).filter((cell) => left.has(cell)).sort((a, b) => a - b);
    }
    const kinds = line.filter((cell) => tiles.has(cell)).map((cell) => this.puzzle.pieces[tiles.get(cell)].kind);
    if (ends.length) {
      const good = (order) => line.every((cell, n) => !wanted.has(cell) || wanted.get(cell) === order[n]);
      return line.some((_, n) => good([...kinds.slice(0, n), BLANK, ...kinds.slice(n)])) ? null
        : because('order', 'the cells form a line, in which tiles cannot pass each other');
    }
    const around = line.filter((cell) => wanted.has(cell)).map((cell) => wanted.get(cell)),
      some = kinds.filter((kind) => around.includes(kind));
    if (around.length < some.length || some.some((_, n) =>
      String([...some.slice(n), ...some.slice(0, n)]) === String(around))) return null;
    return because('order', 'the cells form a ring, around which the tiles keep their order');
  }

  // Why the parity of the tiles forbids a goal; null where it does not, or like tiles may change places.
  parity(spots, tiles, wanted) {
    const { puzzle } = this, own = new Map([...tiles.values()].map((i) => [puzzle.pieces[i].kind, i])),
      named = new Set(wanted.values()), rest = [...own.keys()].filter((kind) => !named.has(kind));
    if (own.size < tiles.size || rest.length > 1) return null;
    const left = spots.filter((cell) => !wanted.has(cell)), found = [];
    for (const blank of left) {
      const full = new Map(wanted);
      for (const cell of left) if (cell !== blank) full.set(cell, rest[0]);
      if (![...full].every(([cell, kind]) => puzzle.cells(kind, cell))) continue;
      found.push(this.swaps(spots, tiles, new Map([...full].map(([cell, kind]) => [cell, own.get(kind)]))));
      if (!found.at(-1)) return null;
    }
    return found[0] ?? null;
  }

  // Why swaps of tiles with the blank do not lead to a whole order; null where they may.
  swaps(spots, tiles, goal) {
    const { puzzle: { width, pieces } } = this, place = new Map([...goal].map(([cell, i]) => [i, cell])),
      left = new Set(spots), [begin, end] = [tiles, goal].map((each) => spots.find((cell) => !each.has(cell)));
    let swaps = 0, inversions = 0;
    place.set(BLANK, end);
    for (const first of left) {
      left.delete(first);
      for (let at = first; (at = place.get(tiles.get(at) ?? BLANK)) !== first; swaps++) left.delete(at);
    }
    const [[x, y], [u, v]] = [begin, end].map((cell) => xyOf(cell, width)), far = Math.abs(x - u) + Math.abs(y - v);
    if ((far + swaps) % 2 === 0) return null;
    const aims = spots.filter((cell) => tiles.has(cell)).map((cell) => place.get(tiles.get(cell)));
    aims.forEach((aim, n) => { for (let m = n + 1; m < aims.length; m++) if (aims[m] < aim) inversions++; });
    let order = { template: "the order differs from the goal's by {swaps:,} {swaps:swap|swaps}", args: { swaps } },
      blank = { template: 'the blank is {far} {far:cell|cells} from its place', args: { far } };
    if (!far) blank = { template: 'the blank is in its place', args: { far } };
    if (!far && swaps === 1) {
      const [one, two] = [...tiles].filter(([cell, i]) => place.get(i) !== cell).map(([, i]) => pieces[i].label)
        .sort(byNumber);
      order = { template: '{one} and {two} are exchanged, which is one swap', args: { one, two, swaps } };
    }
    return because('parity', SWAPS,
      { n: NUMBERS[swaps % 2], other: NUMBERS[far % 2], order, blank, swaps, far, inversions });
  }
}

const whole = (label) => /^\d+$/.test(label);
const byNumber = (a, b) => Number(whole(b)) - Number(whole(a)) || (whole(a) ? Number(a) - Number(b) : a < b ? -1 : 1);
