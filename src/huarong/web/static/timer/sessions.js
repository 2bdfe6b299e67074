// Sessions of timed solves, kept in this browser only.

import { recall, remember } from '../shared/settings.js';
import { solveOf } from './solve.js';

export const KEY = 'huarong.timer';

/** @returns {TimedSession} */
const fresh = () => ({ begun: new Date().toISOString(), solves: [] });

export class Sessions {
  list = [fresh()];
  at = 0;
  damaged = false; // whether some of what was kept could not be read

  constructor() { this.follow(); }
  get solves() { return this.list[this.at].solves; }

  // Reads what this or another tab has kept.
  follow() {
    const kept = recall(KEY), list = [];
    if (kept === null) {
      try { this.damaged = localStorage.getItem(KEY) !== null; } catch { /* nothing is kept */ }
      return;
    }
    this.damaged = !Array.isArray(kept.list);
    for (const session of this.damaged ? [] : kept.list) {
      const all = Array.isArray(session?.solves) ? session.solves : [], solves = all.map(solveOf).filter(Boolean);
      this.damaged ||= solves.length < all.length || typeof session?.begun !== 'string';
      if (typeof session?.begun === 'string') list.push({ begun: session.begun, solves });
    }
    if (list.length) this.list = list;
    this.at = Number.isInteger(kept?.at) && kept.at in this.list ? kept.at : this.list.length - 1;
  }

  // Each change returns whether it could be kept: the browser's storage may be full or forbidden.

  add(...solves) { return this.#changed(() => this.solves.push(...solves)); }
  remove(n) { return this.#changed(() => this.solves.splice(n, 1)); }
  begin() { return this.#changed(() => { this.at = this.list.push(fresh()) - 1; }); }
  choose(n) { return this.#changed(() => { this.at = n in this.list ? n : this.at; }); }

  end() {
    return this.#changed(() => {
      this.list.splice(this.at, 1);
      if (!this.list.length) this.list.push(fresh());
      this.at = this.list.length - 1;
    });
  }

  #changed(change) {
    change();
    return remember(KEY, { list: this.list, at: this.at });
  }
}
