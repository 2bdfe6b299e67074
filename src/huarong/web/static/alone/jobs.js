// The API's computations by the page's own solver: generators that yield progress and return the server's form of
// answer. They do not use the DOM: a worker or Node runs them.

import { joined, pathText } from '../rules/puzzle.js';
import { layOut } from './embedding.js';
import { Limit, METRICS, Solver } from './solver.js';

const KNOWN = 300_000; // the largest component, in layouts, of which a table is made
export const POINTS = 30_000; // the most points of a map: those nearest to the start
const NOWHERE = 0xffffffff;

// A puzzle with the results computed for it.
export class Answers {
  #small = null; // whether the component is known in full; null before it was tried

  constructor(puzzle) {
    Object.assign(this, { puzzle, solver: new Solver(puzzle) });
  }

  // The component of a layout with its distances, if it is small enough; else null.
  *#known(heads) {
    if (this.#small === false) return null;
    try {
      const found = yield* this.solver.component(heads, { limit: KNOWN });
      this.#small = true;
      return found;
    } catch (error) {
      if (!(error instanceof Limit)) throw error;
      this.#small = false;
      return null;
    }
  }

  #move(heads, { from, to }) {
    const { puzzle } = this, i = heads.indexOf(from), legs = puzzle.legs(puzzle.reach(heads, i), to),
      { symbol, label, label_en } = puzzle.pieces[i], path = pathText(legs);
    return { i, legs, piece: symbol, label, label_en, from, to, path, text: `${symbol} ${path}`,
      move: `${symbol} ${path}` };
  }

  // Moves one after the other, and the heads between them.
  #replay(begin, line) {
    let heads = begin;
    const all = [begin], moves = line.map((each) => {
      const move = this.#move(heads, each);
      all.push(heads = heads.with(move.i, move.to));
      return move;
    });
    return { moves, heads: all };
  }

  *hint({ heads = this.puzzle.start, metric = 'move', last = null }) {
    const { puzzle } = this, known = yield* this.#known(heads), solved = puzzle.solved(heads);
    const all = heads.flatMap((from, i) => [...puzzle.reach(heads, i, metric).keys()].map((to) => ({ i, from, to })));
    const told = { metric, solved };
    if (known) {
      const far = yield* known.distances(metric), at = (layout) => {
        const d = far[known.find(layout)];
        return d < 0 ? null : d;
      };
      const free = ({ i, from, to }) => metric !== 'step' && last?.i === i
        && (metric === 'move' || puzzle.wayBetween(from, to) === last.way);
      const moves = all.map((each) => ({ ...each, distance: at(heads.with(each.i, each.to)), free: free(each) }));
      const ends = moves.filter((each) => each.distance !== null).map((each) => each.distance + !each.free),
        own = at(heads);
      const distance = own === null ? null : solved ? 0 : Math.min(own, ...ends);
      const rated = moves.map((each) => {
        const loses = each.distance === null || distance === null ? null : each.distance + !each.free - distance;
        return { ...this.#move(heads, each), distance: each.distance, known: true, best: loses === 0
          && each.free === distance < own, loses };
      });
      return { ...told, distance, solvable: distance !== null, source: 'component', moves: rated,
        best: rated.filter((each) => each.best).map((each) => each.text) };
    }
    const found = yield* this.solver.solve(heads, metric, { last });
    if (!found.solved) return { ...told, distance: null, solvable: false, source: 'search',
      moves: all.map((each) => ({ ...this.#move(heads, each), distance: null, known: true, best: false, loses: null })),
      best: [] };
    const [first] = found.line, { moves: line } = this.#replay(heads, found.line);
    const goesOn = found.length < found.line.length;
    const moves = all.map((each) => {
      const best = first && each.from === first.from && each.to === first.to;
      return { ...this.#move(heads, each), distance: best ? found.length - !goesOn : null, known: best,
        best: Boolean(best), loses: best ? 0 : null };
    });
    return { ...told, distance: found.length, solvable: true, source: 'search', moves: moves.length ? moves : [], line,
      best: moves.filter((each) => each.best).map((each) => each.text) };
  }

  *solve({ heads = this.puzzle.start, metric = 'move' }) {
    const { puzzle } = this, begun = performance.now(), seconds = () => (performance.now() - begun) / 1000;
    let found;
    try {
      found = yield* this.solver.solve(heads, metric);
    } catch (error) {
      if (!(error instanceof Limit)) throw error;
      return { metric, solved: null, stopped: error.limit, lower: error.depth + 1, explored: error.layouts,
        depth: error.depth, seconds: seconds() };
    }
    const { moves, heads: all } = this.#replay(heads, found.line ?? []);
    return {
      name: puzzle.name_zh || puzzle.name || null, metric, solved: found.solved, length: found.length,
      counts: found.solved ? counted(moves) : null, moves,
      pieces: Object.fromEntries(puzzle.pieces.map((piece) => [piece.symbol, piece.label])),
      layouts: all.map((each) => puzzle.rows(each).join('/')), heads: all,
      optimal: true, bound: found.length, method: 'bfs', why: null, explored: found.layouts, depth: found.depth,
      seconds: seconds(),
    };
  }

  *distances({ layouts, metric = 'move' }) {
    const known = yield* this.#known(layouts[0]);
    if (!known || layouts.some((heads) => known.find(heads) < 0)) return { distances: null, source: 'search' };
    const far = yield* known.distances(metric);
    return { distances: layouts.map((heads) => {
      const d = far[known.find(heads)];
      return d < 0 ? null : d;
    }), source: 'component' };
  }

  *facts({ heads = this.puzzle.start }) {
    const known = yield* this.#known(heads), best = {};
    const told = { rating: null, difficulty: null, source: known ? 'component' : 'search', solutions: null,
      layouts: null, goals: null, solvable: null, longest: null };
    if (!known) {
      for (const metric of METRICS) {
        try {
          best[metric] = (yield* this.solver.solve(heads, metric)).length;
        } catch (error) {
          if (!(error instanceof Limit)) throw error;
        }
      }
      return { best, ...told };
    }
    for (const metric of METRICS) {
      const d = (yield* known.distances(metric))[known.find(heads)];
      best[metric] = d < 0 ? null : d;
    }
    const far = yield* known.distances('move');
    let solvable = 0, longest = 0, goals = 0;
    for (const d of far) { solvable += d >= 0; goals += d === 0; if (d > longest) longest = d; }
    return { best, ...told, solutions: yield* known.solutions(heads, 'move'), layouts: known.count, goals, solvable,
      longest };
  }

  // The layouts in reach as points of the plane, in the bytes of GET map (docs/api.md).
  *map({ metric = 'move', points = POINTS }) {
    const { puzzle, solver } = this, found = yield* solver.component(puzzle.start, { most: points });
    const { begin, to } = yield* found.neighbours(), { xy, stress } = yield* layOut(begin, to);
    const far = found.complete ? yield* found.distances(metric) : null, edges = [];
    for (let n = 0; n < found.count; n++)
      for (let e = begin[n]; e < begin[n + 1]; e++) if (n < to[e]) edges.push(n, to[e]);
    const distance = Uint32Array.from({ length: found.count }, (_, n) => (!far || far[n] < 0 ? NOWHERE : far[n]));
    const heads = new Uint16Array(found.count * puzzle.pieces.length);
    for (let n = 0; n < found.count; n++) heads.set(found.heads(n), n * puzzle.pieces.length);
    const header = {
      points: found.count, edges: edges.length / 2, pieces: puzzle.pieces.length, complete: found.complete, start: 0,
      longest: far ? far.reduce((a, b) => Math.max(a, b), 0) : 0, reach: found.depth, stress, metric,
      known: Boolean(far),
    };
    return packed('HRM1', header, [xy, Uint32Array.from(edges), distance, found.depths, heads]);
  }
}

function packed(magic, header, arrays) {
  const text = new TextEncoder().encode(JSON.stringify(header)),
    about = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(32);
  about.set(text);
  const buffer = new ArrayBuffer(8 + about.length + arrays.reduce((sum, array) => sum + array.byteLength, 0)),
    bytes = new Uint8Array(buffer);
  bytes.set(new TextEncoder().encode(magic));
  new DataView(buffer).setUint32(4, about.length, true);
  bytes.set(about, 8);
  let at = 8 + about.length;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += array.byteLength;
  }
  return buffer;
}

// The length of a solution in each metric: successive steps of one piece are one move, and one slide while they go
// straight.
function counted(moves) {
  const counts = { step: 0, slide: 0, move: 0 };
  let piece = null, way = '';
  for (const { i, legs } of moves) {
    counts.move += i !== piece;
    for (const [each, n] of joined([], legs)) {
      counts.step += n;
      counts.slide += i !== piece || each !== way;
      [piece, way] = [i, each];
    }
  }
  return counts;
}
