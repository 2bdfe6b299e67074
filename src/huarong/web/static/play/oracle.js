// Perfect information about one puzzle: from a table on the page, else from the server, which looks it up or searches.

import * as api from '../ask/api.js';
import { tableOf } from '../ask/source.js';
import { graded } from '../rules/play.js';
import { atlasOf } from '../shared/opened-atlases.js';
import { ApiError } from '../shared/server.js';

const bare = ({ from, to, distance }) => ({ from, to, distance });

export class Oracle {
  graded = new Map(); // layouts of which every move is graded
  told = new Map(); // the results of searches, by layout and last move
  far = new Map(); // distances, by layout
  blind = false; // whether the server knows no distances without a search
  table = /** @type {import('../rules/table.js').Table | import('../rules/compressed.js').Compressed | null} */ (null);

  constructor(puzzle, metric) {
    this.puzzle = puzzle;
    this.metric = metric;
    const table = puzzle.table ? tableOf(puzzle, metric) : atlasOf(puzzle, metric);
    this.ready = table.then((found) => { this.table = found; }, () => {});
  }

  // The hint that is known without a request, for a layout reached by moving `last`: distance, best moves, and the
  // cost of every move (null where not graded); null where nothing is known.
  peek(heads, last = null) {
    const found = this.table ? this.table.look(heads) : this.graded.get(this.puzzle.key(heads));
    if (found) return graded(this.#own(found, heads), last, this.metric, this.puzzle);
    const told = this.told.get(this.#place(heads, last));
    return told ? this.#own(told, heads) : null;
  }

  // The hint of `peek`, requested from the server where needed.
  async look(heads, last, progress, signal) {
    await this.ready;
    const found = this.peek(heads, last);
    if (found) return found;
    const body = { puzzle: this.puzzle.line, heads, metric: this.metric };
    if (last && this.metric !== 'step')
      Object.assign(body, { last: `${this.puzzle.pieces[last.i].symbol} ${last.way}1`, patience: 1 });
    const { distance, moves, line, source, solved, bound = null } = await api.search('hint', body, progress, signal);
    if (moves.every((move) => move.known)) {
      const ends = moves.map((move) => move.distance).filter((each) => each !== null);
      this.#grade(heads, solved ? 0 : ends.length ? 1 + Math.min(...ends) : null, moves, source);
    } else {
      this.#tell(heads, last, distance, moves.filter((move) => move.best), source, bound);
    }
    if (line) this.#follow(heads, last, distance, line, bound);
    return this.peek(heads, last);
  }

  // The cache key of a layout and the last move, as far as continuing it matters.
  #place(heads, last) {
    const mover = last && this.metric !== 'step' ? `${heads[last.i]}${this.metric === 'slide' ? last.way : ''}` : '';
    return `${this.puzzle.key(heads)}|${mover}`;
  }

  // Like pieces share results, so a move is identified by the head where it begins.
  #own(found, heads) {
    const own = (moves) => moves && moves.map((move) => ({ ...move, i: heads.indexOf(move.from) }));
    return { ...found, moves: own(found.moves), best: own(found.best) };
  }

  #grade(heads, distance, moves, source) {
    this.graded.set(this.puzzle.key(heads), { distance, moves: moves.map(bare), source });
    this.far.set(this.puzzle.key(heads), distance);
  }

  // With `bound`, the distance is that of a good solution, and the lower bound is known; a better one may follow.
  #tell(heads, last, distance, best, source, bound = null) {
    this.told.set(this.#place(heads, last), { distance, moves: null, best: best.map(bare), source, bound });
    if (!last && !bound) this.far.set(this.puzzle.key(heads), distance);
  }

  // Caches the distances of all layouts along a solution found by a search.
  #follow(heads, last, distance, line, bound = null) {
    let at = heads, moved = last, left = distance;
    line.forEach(({ from, to }, n) => {
      const i = at.indexOf(from), way = this.puzzle.wayBetween(from, to), goesOn = n === 0 && distance < line.length;
      left -= goesOn ? 0 : 1;
      const best = [{ from, to, distance: left }];
      this.#tell(at, moved, left + (goesOn ? 0 : 1), best, 'search', bound);
      if (n) this.#tell(at, null, left + 1, best, 'search', bound);
      at = at.with(i, to);
      moved = { i, way };
    });
    for (const each of [moved, null]) this.#tell(at, each, 0, [], 'search');
  }

  // A shortest path to the goal for a game whose last move is `last`: [{i, from, to}]; null where there is none.
  async line(heads, last, progress, signal) {
    const line = [];
    for (let at = heads, moved = last; ;) {
      const seen = line.length ? this.peek(at, moved) : await this.look(at, moved, progress, signal);
      if (!seen) return [...line, ...await this.#solve(at, progress, signal)];
      const { distance, best: [move] } = seen;
      if (distance === null) return null;
      if (!move) return line;
      line.push(move);
      at = at.with(move.i, move.to);
      moved = { i: move.i, way: this.puzzle.wayBetween(move.from, move.to) };
    }
  }

  async #solve(heads, progress, signal) {
    const body = { puzzle: this.puzzle.line, heads, metric: this.metric };
    const answer = await api.search('solve', body, progress, signal);
    if (!answer.solved) throw new ApiError(422, { reason: answer.reason });
    this.#follow(heads, null, answer.length, answer.moves, answer.optimal ? null : answer.bound);
    return this.puzzle.followed(heads, answer.moves);
  }

  // Grades every move from a layout; returns whether that was possible without a search for each.
  async grade(heads, signal) {
    await this.ready;
    if (this.peek(heads)?.moves) return true;
    const moves = this.puzzle.moves(heads, this.metric);
    const told = await this.distances([heads, ...moves.map(({ i, to }) => heads.with(i, to))], signal);
    if (!told) return false;
    const [distance, ...after] = told;
    this.#grade(heads, distance, moves.map((move, n) => ({ ...move, distance: after[n] })), 'server');
    return true;
  }

  // The distance of a layout without a request: null where no goal can be reached, undefined where it is not known.
  distance(heads) { return this.table ? this.table.distance(heads) : this.far.get(this.puzzle.key(heads)); }

  // The distances of many layouts; null where each would take a search.
  async distances(layouts, signal) {
    await this.ready;
    const asked = this.blind ? [] : layouts.filter((heads) => this.distance(heads) === undefined);
    if (asked.length) {
      const body = { puzzle: this.puzzle.line, layouts: asked, metric: this.metric };
      const { distances } = await api.post('distances', body, signal);
      if (distances) asked.forEach((heads, n) => this.far.set(this.puzzle.key(heads), distances[n]));
      else this.blind = true;
    }
    const found = layouts.map((heads) => this.distance(heads));
    return found.includes(undefined) ? null : found;
  }
}
