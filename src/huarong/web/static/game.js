// One game: the moves made and taken back, the counters, the time. Kept in this browser at every move.

import { joined, pathText, stepsOf } from './puzzle.js';
import { recall, remember } from './settings.js';

export class Game {
  constructor(puzzle, heads = puzzle.start) {
    Object.assign(this, { puzzle, start: heads, heads: [...heads], past: [], future: [], seconds: 0, seen: false, since: null });
  }

  get key() {
    return `huarong.game.${this.puzzle.line}@${this.start.join('.')}`;
  }

  get solved() {
    return this.puzzle.solved(this.heads);
  }

  // Slides piece i to a head in reach; returns the move, or null where it cannot go.
  move(i, to) {
    const reach = this.puzzle.reach(this.heads, i);
    if (!reach.has(to)) return null;
    const legs = this.puzzle.legs(reach, to);
    const move = { i, from: this.heads[i], to, legs };
    this.past.push(move);
    this.future = [];
    this.heads = this.heads.with(i, to);
    if (!this.since && !this.solved) this.since = Date.now();
    this.save();
    return move;
  }

  undo() {
    const move = this.past.pop();
    if (move) {
      this.future.push(move);
      this.heads = this.heads.with(move.i, move.from);
      this.save();
    }
    return move;
  }

  redo() {
    const move = this.future.pop();
    if (move) {
      this.past.push(move);
      this.heads = this.heads.with(move.i, move.to);
      this.save();
    }
    return move;
  }

  restart() {
    Object.assign(this, { heads: [...this.start], past: [], future: [], seconds: 0, seen: false, since: null });
    this.save();
  }

  // As solutions are counted: what one piece does in a row is one move, and one slide while it goes straight.
  get counts() {
    const counts = { step: 0, slide: 0, move: 0 };
    let piece = -1, way = '';
    for (const { i, legs } of this.past) {
      counts.step += stepsOf(legs);
      counts.move += i !== piece;
      for (const [each] of legs) {
        counts.slide += i !== piece || each !== way;
        [piece, way] = [i, each];
      }
    }
    return counts;
  }

  // What moved last, and its direction at the end: going on with it is no new move. Null before the first move.
  get last() {
    const move = this.past.at(-1);
    return move ? { i: move.i, way: move.legs.at(-1)[0] } : null;
  }

  // The layouts after each move as they are counted, from the start on, each with the move that led to it.
  get stations() {
    const stations = [{ heads: this.start, move: null }];
    let heads = this.start;
    for (const move of this.past) {
      heads = heads.with(move.i, move.to);
      const last = stations.at(-1);
      if (last.move?.i === move.i) Object.assign(last, { heads, move: { ...last.move, to: move.to, legs: joined(last.move.legs, move.legs) } });
      else stations.push({ heads, move });
    }
    return stations;
  }

  // The time stands while the page is hidden and when the puzzle is solved.
  get time() {
    return this.seconds + (this.since ? (Date.now() - this.since) / 1000 : 0);
  }

  pause() {
    this.seconds = this.time;
    this.since = null;
    this.save();
  }

  resume() {
    if (!this.since && this.past.length && !this.solved) this.since = Date.now();
  }

  save() {
    const ways = (moves) => moves.map(({ i, to }) => [i, to]);
    remember(this.key, { past: ways(this.past), future: ways(this.future), seconds: this.time, seen: this.seen });
  }

  // What was kept of this game; whatever does not fit the rules is dropped.
  restore() {
    const kept = recall(this.key);
    if (!kept || !Array.isArray(kept.past)) return;
    for (const [i, to] of kept.past) if (!(i in this.heads) || !this.move(i, to)) break;
    const future = Array.isArray(kept.future) ? kept.future : [];
    let done = 0;
    for (const [i, to] of [...future].reverse()) if (i in this.heads && this.move(i, to)) done += 1; else break;
    while (done--) this.undo();
    Object.assign(this, { seconds: Number(kept.seconds) || 0, seen: Boolean(kept.seen), since: null });
    this.save();
  }
}

export const moveText = (move) => pathText(move.legs);
