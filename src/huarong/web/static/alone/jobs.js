// The API's computations by the page's own solver: generators that yield progress and return the server's form of
// answer. They do not use the DOM: a worker or Node runs them.

import { reasonText, whyUnsolvable } from '../rules/impossible.js';
import { packed } from '../rules/packed.js';
import { countsOf, graded } from '../rules/play.js';
import { METRICS, pathText } from '../rules/puzzle.js';
import { layOut } from './embedding.js';
import { Limit, Solver } from './solver.js';
import { AT_ONCE, PROVED, Tiles, goalCells } from './tiles.js';

const KNOWN = 300_000; // the largest component, in layouts, of which a table is made
export const POINTS = 30_000; // the most points of a map: those nearest to the start
const NOWHERE = 0xffffffff;

// Runs a search in slices of some milliseconds, so that what happens to the page or the worker meanwhile is served;
// after each, `told` is called with its progress. Aborting the signal ends it.
export async function sliced(search, signal, ms, told = (progress) => {}) {
  const { port1, port2 } = new MessageChannel(); // nested timers are throttled, messages are not
  for (let until = performance.now() + ms; ;) {
    const { value, done } = search.next();
    if (done) return value;
    if (performance.now() < until) continue;
    told(value);
    await new Promise((go) => { port1.onmessage = go; port2.postMessage(0); });
    if (signal.aborted) throw new DOMException('stopped', 'AbortError');
    until = performance.now() + ms;
  }
}

// What a search returns, or the limit that it reached.
/** @type {<T>(search: Generator<any, T>) => Generator<any, T | Limit>} */
function* limited(search) {
  try {
    return yield* search;
  } catch (error) {
    if (error instanceof Limit) return error;
    throw error;
  }
}

// A puzzle with the results computed for it.
export class Answers {
  #small = /** @type {boolean | null} */ (null); // whether the component is known in full; null before it was tried

  constructor(puzzle) {
    this.puzzle = puzzle;
    this.solver = new Solver(puzzle);
    const goals = goalCells(puzzle);
    this.tiles = goals && new Tiles(puzzle.width, puzzle.height, goals);
  }

  // The component of a layout with its distances, if it is small enough; else null.
  *#known(heads) {
    if (this.#small === false || this.tiles) return null;
    const found = yield* limited(this.solver.component(heads, { limit: KNOWN }));
    this.#small = !(found instanceof Limit);
    return found instanceof Limit ? null : found;
  }

  // The distance of each layout of a component, by its heads; null where no goal can be reached.
  *#distances(known, metric) {
    const far = yield* known.distances(metric);
    return (heads) => {
      const distance = far[known.find(heads)];
      return distance < 0 ? null : distance;
    };
  }

  #move(heads, { from, to }) {
    const { puzzle } = this, i = heads.indexOf(from), legs = puzzle.legs(puzzle.reach(heads, i), to),
      { symbol, label, label_en } = puzzle.pieces[i], path = pathText(legs), text = `${symbol} ${path}`;
    return { i, legs, piece: symbol, label, label_en, from, to, path, text, move: text };
  }

  // Why no goal can be reached from heads.
  #reason(heads) {
    const why = whyUnsolvable(this.puzzle, heads);
    return why ? { key: why.key, text: reasonText(why) } : { key: 'search', text: 'a search proves it' };
  }

  // Moves one after the other, and the heads between them.
  #replay(begin, line) {
    const all = [begin], moves = line.map((each, n) => {
      const move = this.#move(all[n], each);
      all.push(all[n].with(move.i, move.to));
      return move;
    });
    return { moves, heads: all };
  }

  // A solution of a layout, as `Solver.solve` finds it; of tiles within some seconds, and perhaps with a lower `bound`.
  /** @returns {Generator<{ depth: number, layouts: number }, any>} */
  *#found(heads, metric, seconds, last = /** @type {Last} */ (null)) {
    if (!this.tiles || whyUnsolvable(this.puzzle, heads)) return yield* this.solver.solve(heads, metric, { last });
    const { path, lower } = yield* this.tiles.solve(heads, seconds), length = path.length - 1;
    const line = path.slice(1).map((from, n) => ({ from, to: path[n] }));
    const bound = lower < length ? lower : null;
    return { solved: true, length, line, layouts: this.tiles.nodes, depth: length, bound };
  }

  /** @param {{ heads?: Heads, metric?: Metric, last?: Last }} asked */
  *hint({ heads = this.puzzle.start, metric = 'move', last = null }) {
    const { puzzle } = this, known = yield* this.#known(heads), solved = puzzle.solved(heads);
    const all = puzzle.moves(heads, metric), told = { metric, solved };
    if (known) {
      const at = yield* this.#distances(known, metric);
      const own = all.map((each) => ({ ...each, distance: at(heads.with(each.i, each.to)) }));
      const { distance, moves, best } = graded({ distance: at(heads), moves: own }, last, metric, puzzle);
      const rated = moves.map((each) => ({ ...this.#move(heads, each), distance: each.distance, known: true,
        best: best.includes(each), loses: each.cost }));
      return { ...told, distance, solvable: distance !== null, source: 'component', moves: rated,
        best: rated.filter((each) => each.best).map((each) => each.text),
        ...(distance === null ? { reason: this.#reason(heads) } : {}) };
    }
    const found = yield* this.#found(heads, metric, AT_ONCE, last);
    if (!found.line) return { ...told, distance: null, solvable: false, source: 'search',
      moves: all.map((each) => ({ ...this.#move(heads, each), distance: null, known: true, best: false, loses: null })),
      best: [], reason: found.reason };
    const [first] = found.line, { moves: line } = this.#replay(heads, found.line);
    const goesOn = found.length < found.line.length;
    const moves = all.map((each) => {
      const best = Boolean(first && each.from === first.from && each.to === first.to);
      return { ...this.#move(heads, each), distance: best ? found.length - Number(!goesOn) : null, known: best,
        best, loses: best ? 0 : null };
    });
    return { ...told, distance: found.length, solvable: true, source: 'search', moves, line, bound: found.bound ?? null,
      best: moves.filter((each) => each.best).map((each) => each.text) };
  }

  *solve({ heads = this.puzzle.start, metric = 'move', optimal = true }) {
    const { puzzle } = this, begun = performance.now(), seconds = () => (performance.now() - begun) / 1000;
    const found = yield* limited(this.#found(heads, metric, optimal ? PROVED : AT_ONCE));
    if (found instanceof Limit) return { metric, solved: null, stopped: found.limit, lower: found.depth + 1,
      explored: found.layouts, depth: found.depth, seconds: seconds() };
    const { moves, heads: all } = this.#replay(heads, found.line ?? []);
    return {
      name: puzzle.name_zh || puzzle.name || null, metric, solved: found.solved, length: found.length,
      counts: found.solved ? countsOf(moves) : null, moves,
      pieces: Object.fromEntries(puzzle.pieces.map((piece) => [piece.symbol, piece.label])),
      layouts: all.map((each) => puzzle.rows(each).join('/')), heads: all,
      optimal: !found.bound, bound: found.bound ?? found.length, method: this.tiles ? 'tiles' : 'bfs', why: null,
      reason: found.reason ?? null, explored: found.layouts, depth: found.depth, seconds: seconds(),
    };
  }

  *distances({ layouts, metric = 'move' }) {
    const known = yield* this.#known(layouts[0]);
    if (!known || layouts.some((heads) => known.find(heads) < 0)) return { distances: null, source: 'search' };
    return { distances: layouts.map(yield* this.#distances(known, metric)), source: 'component' };
  }

  // A random layout in reach, each at a wanted distance equally likely; `chance` is a random number below 1. Null where
  // the layouts are too many.
  *scramble({ metric, least, most, chance }) {
    const known = yield* this.#known(this.puzzle.start);
    if (!known) return null;
    const far = yield* known.distances(metric), fitting = [...far.keys()].filter((n) => far[n] >= Math.max(1, least)
      && far[n] <= most);
    const n = fitting[Math.floor(chance * fitting.length)];
    return n === undefined ? { heads: null, distance: null } : { heads: [...known.heads(n)], distance: far[n] };
  }

  *facts({ heads = this.puzzle.start }) {
    const known = yield* this.#known(heads), best = {};
    const told = { rating: null, difficulty: null, source: known ? 'component' : 'search', solutions: null,
      layouts: null, goals: null, solvable: null, longest: null };
    if (!known) {
      for (const metric of METRICS) {
        const found = yield* limited(this.#found(heads, metric, AT_ONCE));
        if (!(found instanceof Limit || found.bound)) best[metric] = found.length;
      }
      return { best, ...told };
    }
    for (const metric of METRICS) best[metric] = (yield* this.#distances(known, metric))(heads);
    const far = yield* known.distances('move');
    let solvable = 0, longest = 0, goals = 0;
    for (const d of far) {
      solvable += Number(d >= 0);
      goals += Number(d === 0);
      longest = Math.max(longest, d);
    }
    return { best, ...told, solutions: yield* known.solutions(heads, 'move'), layouts: known.count, goals, solvable,
      longest };
  }

  // The layouts in reach as points of the plane, in the bytes of GET map (docs/en/reference/api.md).
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
