// The undo history of the editor, kept in this browser.

import { recall, remember } from '../shared/settings.js';

const MOST = 100, TYPING_MS = 800;

export class History {
  constructor(key) {
    const kept = recall(key),
      texts = (list) => (Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []);
    this.key = key;
    this.now = typeof kept?.now === 'string' ? kept.now : null;
    this.past = texts(kept?.past);
    this.future = texts(kept?.future);
    this.typed = 0; // when, while typing goes on
  }

  // Adds a text. Typing without a pause is one step.
  put(text, typing = false) {
    if (text === this.now) return;
    const time = Date.now(), goesOn = typing && time - this.typed < TYPING_MS;
    if (this.now !== null && !goesOn) this.past = [...this.past, this.now].slice(-MOST);
    Object.assign(this, { now: text, future: [], typed: typing ? time : 0 });
    this.#save();
  }

  // The text before, or null.
  undo() { return this.#go(this.past, this.future); }

  redo() { return this.#go(this.future, this.past); }

  #go(from, to) {
    if (!from.length) return null;
    to.push(this.now);
    Object.assign(this, { now: from.pop(), typed: 0 });
    this.#save();
    return this.now;
  }

  #save() { remember(this.key, { now: this.now, past: this.past, future: this.future }); }
}
