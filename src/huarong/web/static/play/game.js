// A game: the moves made and undone, the counters, the time. It is saved in this browser at every move.

import { joined, stepsOf } from '../rules/puzzle.js';
import { recall, remember } from '../shared/settings.js';

const RESTARTS = 10;

// The id of a game in the record of progress.
const fresh = () => Math.random().toString(36).slice(2);

export class Game {
  // `before` and `after` are the games set aside by a restart and by undoing a restart.
  constructor(puzzle, heads = puzzle.start) {
    Object.assign(this, { puzzle, start: heads, heads: [...heads], past: [], future: [], seconds: 0, seen: false,
      since: null, before: [], after: [], stamp: null, play: fresh() });
  }

  get key() {
    return `huarong.game.${this.puzzle.line}@${this.start.join('.')}`;
  }

  get solved() {
    return this.puzzle.solved(this.heads);
  }

  get canUndo() {
    return this.past.length + this.before.length > 0;
  }

  get canRedo() {
    return this.future.length + this.after.length > 0;
  }

  // Slides piece i to a head in reach; returns the move, or null where it cannot go.
  move(i, to) {
    const move = this.#slide(i, to);
    if (!move) return null;
    this.future = [];
    this.after = [];
    if (!this.since && !this.solved) this.since = Date.now();
    this.save();
    return move;
  }

  #slide(i, to) {
    const reach = this.puzzle.reach(this.heads, i);
    if (!reach.has(to)) return null;
    const move = { i, from: this.heads[i], to, legs: this.puzzle.legs(reach, to) };
    this.past.push(move);
    this.heads = this.heads.with(i, to);
    return move;
  }

  // Takes a move back, or a restart where no move is left; returns whether there was one.
  undo() {
    const move = this.past.pop();
    if (move) {
      this.future.push(move);
      this.heads = this.heads.with(move.i, move.from);
    } else if (this.before.length) {
      this.after.push(this.#record());
      this.#load(this.before.pop());
    } else return false;
    this.save();
    return true;
  }

  redo() {
    const move = this.future.pop();
    if (move) {
      this.past.push(move);
      this.heads = this.heads.with(move.i, move.to);
    } else if (this.after.length) {
      this.before.push(this.#record());
      this.#load(this.after.pop());
    } else return false;
    this.save();
    return true;
  }

  // Restarts; the earlier play can be restored.
  restart() {
    if (this.past.length + this.future.length) this.before = [...this.before, this.#record()].slice(-RESTARTS);
    this.after = [];
    this.#load({});
    this.save();
  }

  // The counts in all metrics: successive steps of one piece are one move, and one slide while they go straight.
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

  // The piece moved last and its last direction: continuing with it is no new move. Null before the first move.
  get last() {
    const move = this.past.at(-1);
    return move ? { i: move.i, way: move.legs.at(-1)[0] } : null;
  }

  // The start and the layouts after each counted move, each with the move that led to it.
  get stations() {
    const stations = [{ heads: this.start, move: null }];
    let heads = this.start;
    for (const move of this.past) {
      heads = heads.with(move.i, move.to);
      const last = stations.at(-1);
      if (last.move?.i === move.i) Object.assign(last,
        { heads, move: { ...last.move, to: move.to, legs: joined(last.move.legs, move.legs) } });
      else stations.push({ heads, move });
    }
    return stations;
  }

  // The clock stops while the page is hidden and when the puzzle is solved.
  get time() {
    return this.seconds + (this.since ? (Date.now() - this.since) / 1000 : 0);
  }

  pause() {
    if (this.follow()) return;
    this.seconds = this.time;
    this.since = null;
    if (this.stamp) this.save();
  }

  resume() {
    if (!this.since && this.past.length && !this.solved) this.since = Date.now();
  }

  // Moves as numbers, so that they can be kept.
  #record() {
    const ways = (moves) => moves.map(({ i, to }) => [i, to]);
    return { past: ways(this.past), future: ways(this.future), seconds: this.time, seen: this.seen, play: this.play };
  }

  // Loads a saved game; moves that do not fit the rules are dropped.
  #load({ past, future, seconds, seen, play }) {
    Object.assign(this, { play: typeof play === 'string' ? play : fresh(), heads: [...this.start], past: [], future: [],
      seconds: Number(seconds) || 0, seen: Boolean(seen), since: null });
    const list = (moves) => (Array.isArray(moves) ? moves : []);
    const slide = (move) => Array.isArray(move) && move[0] in this.heads && this.#slide(...move);
    list(past).every(slide);
    const { length } = this.past;
    [...list(future)].reverse().every(slide);
    while (this.past.length > length) {
      const move = this.past.pop();
      this.future.push(move);
      this.heads = this.heads.with(move.i, move.from);
    }
  }

  // Each saved state has a stamp, by which a tab recognizes its own.
  save() {
    this.stamp = `${Date.now()} ${Math.random()}`;
    remember(this.key, { ...this.#record(), before: this.before, after: this.after, stamp: this.stamp });
  }

  // Loads the state that another tab or an earlier visit has saved; returns whether there is one.
  follow() {
    const kept = recall(this.key);
    if (!kept || !Array.isArray(kept.past) || (this.stamp && kept.stamp === this.stamp)) return false;
    this.#load(kept);
    const list = (games) => (Array.isArray(games) ? games.filter((game) => game && typeof game === 'object') : []);
    Object.assign(this, { before: list(kept.before), after: list(kept.after), stamp: kept.stamp ?? 'old' });
    return true;
  }
}
