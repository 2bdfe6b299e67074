// What is played: a puzzle, its game, what is known of it, and the requests that end with the puzzle or the position.

import * as api from '../ask/api.js';
import { sure } from '../rules/puzzle.js';
import { recall, remember, settings } from '../shared/settings.js';
import { Game } from './game.js';
import { Oracle } from './oracle.js';

// Whether facts that were kept are facts: a length, or null for none, in a metric at least, and nothing else.
const sound = (facts) => Object.values(facts?.best ?? {}).length > 0
  && Object.values(facts.best).every((length) => length === null || Number.isInteger(length));

export class Session {
  puzzle = /** @type {Puzzle | null} */ (null);
  game = /** @type {Game | null} */ (null);
  oracle = /** @type {Oracle | null} */ (null);
  facts = /** @type {Facts | null} */ (null); // the shortest lengths, once they are known
  hint = /** @type {Arrow | null} */ (null); // the move that is shown, or of which only the piece is named
  // The reason beside the grades, with the position and the oracle that it is for.
  explained = /** @type {{ heads: Heads, oracle: Oracle, why: (() => string) | null } | null} */ (null);
  grading = ''; // what is said while, or why, moves have no grades
  analysing = false; // whether the review is shown before the end
  life = new AbortController(); // aborted when another puzzle is opened,
  here = new AbortController(); // when the position changes,
  asked = /** @type {AbortController | null} */ (null); // and when the player asks for something else

  // What is played; throws before a puzzle is open.
  get now() {
    const { facts, hint } = this;
    return { puzzle: sure(this.puzzle), game: sure(this.game), oracle: sure(this.oracle), facts, hint };
  }

  // Ends the requests about the puzzle, before another is loaded.
  renew() {
    this.life.abort();
    return this.life = new AbortController();
  }

  // Begins a puzzle, with the saved game if there is one; resolves when its tables are loaded.
  begin(puzzle, heads) {
    this.stop();
    const game = new Game(puzzle, heads);
    Object.assign(this, { puzzle, hint: null, facts: null, analysing: false, game });
    game.follow();
    game.resume();
    return this.consult();
  }

  // Asks in the metric of the settings from now on; resolves when tables are loaded.
  consult() {
    const { ready } = this.oracle = new Oracle(sure(this.puzzle), settings.metric);
    return ready;
  }

  // Ends the requests about the position.
  stop() {
    this.asked?.abort();
    this.here.abort();
    Object.assign(this, { asked: null, here: new AbortController(), grading: '' });
  }

  // The result of `act`; undefined where the position has changed meanwhile or it fails, which is passed to `fail`.
  async ask(act, fail) {
    this.stop();
    const control = this.asked = new AbortController(), { game } = this.now, { heads } = game;
    try {
      const found = await act(heads, control.signal);
      return this.game === game && game.heads === heads && this.asked === control ? found : undefined;
    } catch (error) {
      if (this.asked === control) fail(error);
      return undefined;
    } finally {
      if (this.asked === control) this.asked = null;
    }
  }

  // Finds the shortest lengths, which take a moment the first time; returns whether they are those of this puzzle.
  async learn() {
    const { puzzle, game, oracle } = this.now, { life } = this, key = 'huarong.facts.' + game.key;
    const kept = recall(key);
    if (sound(kept)) {
      this.facts = kept;
      return true;
    }
    try {
      const facts = await api.post('facts', { puzzle: puzzle.line, heads: game.start, max_seconds: 20 }, life.signal);
      if (this.life !== life) return false;
      this.facts = facts;
      if (facts.proved !== null || facts.layouts === null) remember(key, facts); // it may be proved tomorrow
    } catch (error) {
      if (this.life !== life || error.status) return false;
      await oracle.ready;
      if (this.life !== life) return false;
      const distance = oracle.distance(game.start);
      this.facts = { best: { [oracle.metric]: distance ?? undefined }, solutions: null, layouts: null };
    }
    return true;
  }
}
