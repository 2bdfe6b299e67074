// Perfect information about one puzzle: from a table on the page, else from the server, which looks it up or searches.

import * as api from './api.js';
import { Table } from './table.js';

// What is known of a layout, as a game counts that has come to it. Going on with what moved `last` adds nothing: in
// moves the same piece, in slides the same piece in the same direction. So the distance may be one less, and `cost`
// says of each move how many more it takes than the best (null: no goal in reach). The best are those that come nearer.
export function counted(found, last, metric, puzzle) {
  if (!last || metric === 'step' || found.distance === null) last = null;
  const free = ({ i, from, to }) => last?.i === i && (metric === 'move' || puzzle.wayBetween(from, to) === last.way);
  const known = found.moves ?? found.best;
  const distance = known.reduce((least, move) => (free(move) && move.distance !== null ? Math.min(least, move.distance) : least), found.distance);
  const rated = (moves) => moves && moves.map((move) => ({ ...move, cost: move.distance === null || distance === null ? null : move.distance - distance + !free(move) }));
  const nearer = (move) => move.cost === 0 && (distance < found.distance ? free(move) : !free(move));
  return { ...found, distance, moves: rated(found.moves), best: rated(known).filter(nearer) };
}

export class Oracle {
  constructor(puzzle, metric) {
    Object.assign(this, { puzzle, metric, known: new Map(), far: new Map(), blind: false, table: null });
    this.ready = puzzle.table
      ? Table.load(puzzle, metric).then((table) => { this.table = table; }, () => {})
      : Promise.resolve();
  }

  // What is known at once, or null.
  peek(heads) {
    if (this.table) return this.table.look(heads);
    const found = this.known.get(this.puzzle.key(heads));
    return found ? this.#own(found, heads) : null;
  }

  async look(heads, progress, signal) {
    await this.ready;
    const found = this.peek(heads);
    if (found) return found;
    const body = { puzzle: this.puzzle.line, heads, metric: this.metric };
    const answer = await api.search('hint', body, progress, signal);
    const kept = this.#keep(heads, answer.distance, answer.moves, answer.best, answer.source);
    if (answer.line) this.#follow(heads, answer.line);
    return kept;
  }

  // Like pieces share what is known of a layout, so a move is named by where it begins.
  #own(found, heads) {
    const own = (moves) => moves && moves.map((move) => ({ ...move, i: heads.indexOf(move.from) }));
    return { ...found, moves: own(found.moves), best: own(found.best) };
  }

  #keep(heads, distance, moves, best, source) {
    const own = (list) => list && list.map(({ from, to, distance: after = distance - 1 }) => ({ i: heads.indexOf(from), from, to, distance: after }));
    const found = { distance, moves: own(moves), best: own(best), source };
    this.known.set(this.puzzle.key(heads), found);
    this.far.set(this.puzzle.key(heads), distance);
    return found;
  }

  // A searched solution tells about every layout along it.
  #follow(heads, line) {
    let at = heads;
    line.forEach((move, n) => {
      this.#keep(at, line.length - n, null, [move], 'search');
      at = at.with(at.indexOf(move.from), move.to);
    });
    this.#keep(at, 0, null, [], 'search');
  }

  // A shortest way to the goal for a game in which `last` has moved: [{i, from, to}]; null where there is none.
  async line(heads, last, progress, signal) {
    const line = [];
    for (let at = heads; ;) {
      const seen = line.length ? this.peek(at) : await this.look(at, progress, signal);
      if (!seen) return [...line, ...await this.#solve(at, progress, signal)];
      const { distance, best: [move] } = counted(seen, line.length ? null : last, this.metric, this.puzzle);
      if (distance === null) return null;
      if (!move) return line;
      line.push(move);
      at = at.with(move.i, move.to);
    }
  }

  async #solve(heads, progress, signal) {
    const body = { puzzle: this.puzzle.line, heads, metric: this.metric };
    const answer = await api.search('solve', body, progress, signal);
    if (!answer.solved) throw new api.ApiError(422, { reason: answer.reason });
    this.#follow(heads, answer.moves);
    let at = heads;
    return answer.moves.map(({ from, to }) => {
      const i = at.indexOf(from);
      at = at.with(i, to);
      return { i, from, to };
    });
  }

  // What is known of every move from a layout: `moves` is null where each would take a search of its own.
  async grade(heads, signal) {
    await this.ready;
    const found = this.peek(heads);
    if (found?.moves) return found;
    const moves = heads.flatMap((from, i) => [...this.puzzle.reach(heads, i, this.metric).keys()].map((to) => ({ i, from, to })));
    const told = await this.distances([heads, ...moves.map(({ i, to }) => heads.with(i, to))], signal);
    if (!told) return { moves: null };
    const [distance, ...after] = told, rated = moves.map((move, n) => ({ ...move, distance: after[n] }));
    this.#keep(heads, distance, rated, rated.filter((move) => distance && move.distance === distance - 1), 'server');
    return this.peek(heads);
  }

  // The distance of a layout as far as it is known at once: null where there is no way, undefined where it is not known.
  distance(heads) {
    return this.table ? this.table.distance(heads) : this.far.get(this.puzzle.key(heads));
  }

  // The distances of many layouts; null where each would take a search of its own.
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
