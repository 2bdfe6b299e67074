// A play: the moves made from a layout, those undone, and how many they are in each metric. It draws and keeps nothing.

import { joined, stepsOf } from './puzzle.js';

export class Play {
  past = /** @type {Move[]} */ ([]);
  future = /** @type {Move[]} */ ([]);

  constructor(puzzle, start = puzzle.start) {
    this.puzzle = puzzle;
    this.start = start;
    this.heads = [...start];
  }

  get solved() { return this.puzzle.solved(this.heads); }
  get counts() { return countsOf(this.past); }

  // The piece moved last and its last direction: continuing with it is no new move. Null before the first move.
  get last() { return endOf(this.past.at(-1)); }

  // The start and the layouts after each counted move, each with the move that led to it.
  get stations() {
    const stations = /** @type {{ heads: Heads, move: Move | null }[]} */ ([{ heads: this.start, move: null }]);
    let heads = this.start;
    for (const move of this.past) {
      heads = heads.with(move.i, move.to);
      const { move: last } = stations[stations.length - 1];
      if (last?.i !== move.i) stations.push({ heads, move });
      else stations.splice(-1, 1, { heads, move: { ...last, to: move.to, legs: joined(last.legs, move.legs) } });
    }
    return stations;
  }

  // Slides piece i to a head in reach; returns the move, or null where it cannot go.
  slide(i, to) {
    const reach = this.puzzle.reach(this.heads, i);
    if (!reach.has(to)) return null;
    const move = { i, from: this.heads[i], to, legs: this.puzzle.legs(reach, to) };
    this.past.push(move);
    this.heads = this.heads.with(i, to);
    // A piece that is carried back to where its move began has not moved.
    let begin = this.past.length;
    while (begin && this.past[begin - 1].i === i) begin--;
    if (this.past[begin].from === to) this.past.length = begin;
    return move;
  }

  // Takes the last move back; returns whether there was one.
  back() {
    const move = this.past.pop();
    if (!move) return false;
    this.future.push(move);
    this.heads = this.heads.with(move.i, move.from);
    return true;
  }

  // Makes the move taken back last; returns whether there was one.
  forth() {
    const move = this.future.pop();
    if (!move) return false;
    this.past.push(move);
    this.heads = this.heads.with(move.i, move.to);
    return true;
  }
}

// The piece of a move and its last direction.
export const endOf = (/** @type {{ i: number, legs: Leg[] } | null | undefined} */ move) =>
  (move ? { i: move.i, way: move.legs[move.legs.length - 1][0] } : null);

// The counts in all metrics: successive steps of one piece are one move, and one slide while they go straight.
export function countsOf(moves) {
  const counts = { step: 0, slide: 0, move: 0 };
  let piece = -1, way = '';
  for (const { i, legs } of moves) {
    counts.step += stepsOf(legs);
    counts.move += Number(i !== piece);
    for (const [each] of legs) {
      counts.slide += Number(i !== piece || each !== way);
      [piece, way] = [i, each];
    }
  }
  return counts;
}

// Grades the moves from a layout at some distance. Continuing the move of `last` (in moves, with its piece; in slides,
// with its piece straight on) adds nothing to the count. So the distance may be one less than the layout's, and `cost`
// is how many more moves than the best each takes (null: no goal in reach). The best are those that come nearer.
export function graded({ distance: far, moves, source = '' }, last, metric, puzzle) {
  const free = ({ i, from, to }) => metric !== 'step' && last?.i === i
    && (metric === 'move' || puzzle.wayBetween(from, to) === last.way);
  const ends = moves.filter((move) => free(move) && move.distance !== null).map((move) => move.distance);
  const distance = far === null ? null : Math.min(far, ...ends), nearer = distance !== null && distance < far;
  const rated = moves.map((move) => ({ ...move,
    cost: distance === null || move.distance === null ? null : move.distance - distance + Number(!free(move)) }));
  return { distance, moves: rated, best: rated.filter((move) => move.cost === 0 && free(move) === nearer), source };
}
