// A game: a play that is saved in this browser at every move, with its time and the plays before each restart.

import { Play } from '../rules/play.js';
import { recall, remember } from '../shared/settings.js';

const RESTARTS = 10;

// The id of a game in the record of progress.
const fresh = () => Math.random().toString(36).slice(2);
const list = (value) => (Array.isArray(value) ? value : []);

export class Game extends Play {
  seconds = 0;
  since = 0; // when the clock was started, if it runs
  seen = false; // whether a hint or the solution was shown
  before = /** @type {any[]} */ ([]); // the games set aside by a restart,
  after = /** @type {any[]} */ ([]); // and by undoing a restart
  stamp = '';
  play = fresh();

  get key() { return `huarong.game.${this.puzzle.line}@${this.start.join('.')}`; }
  get canUndo() { return this.past.length + this.before.length > 0; }
  get canRedo() { return this.future.length + this.after.length > 0; }

  // Slides piece i to a head in reach; returns the move, or null where it cannot go.
  move(i, to) {
    const move = this.slide(i, to);
    if (!move) return null;
    this.future = [];
    this.after = [];
    if (!this.since && !this.solved) this.since = Date.now();
    this.save();
    return move;
  }

  // Takes a move back, or a restart where no move is left; returns whether there was one.
  undo() { return this.#gone(this.back(), this.before, this.after); }

  redo() { return this.#gone(this.forth(), this.after, this.before); }

  #gone(moved, from, to) {
    if (!moved && !from.length) return false;
    if (!moved) {
      to.push(this.#record());
      this.#load(from.pop());
    }
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

  // The clock stops while the page is hidden and when the puzzle is solved.
  get time() { return this.seconds + (this.since ? (Date.now() - this.since) / 1000 : 0); }

  pause() {
    if (this.follow()) return;
    this.seconds = this.time;
    this.since = 0;
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
  #load({ past = [], future = [], seconds = 0, seen = false, play = fresh() }) {
    Object.assign(this, { play: typeof play === 'string' ? play : fresh(), heads: [...this.start], past: [], future: [],
      seconds: Number(seconds) || 0, seen: Boolean(seen), since: 0 });
    const slide = (move) => Array.isArray(move) && move[0] in this.heads && this.slide(move[0], move[1]);
    list(past).every(slide);
    const { length } = this.past;
    list(future).toReversed().every(slide);
    while (this.past.length > length) this.back();
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
    const games = (some) => list(some).filter((game) => game && typeof game === 'object');
    Object.assign(this, { before: games(kept.before), after: games(kept.after), stamp: kept.stamp ?? 'old' });
    return true;
  }
}
