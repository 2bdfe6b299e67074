// What the editor keeps in this browser: its undo history, and puzzles of one's own under their names.

import { recall, remember } from '../shared/settings.js';

const MOST = 100, TYPING_MS = 800, OWN = 'huarong.own', MOST_OWN = 500;

export class History {
  constructor(key) {
    const kept = recall(key),
      texts = (list) => (Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []);
    this.key = key;
    [this.now = null] = texts([kept?.now]);
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

export function ownPuzzles() {
  const kept = recall(OWN);
  return Array.isArray(kept) ? kept.filter((each) => typeof each?.name === 'string' && typeof each.text === 'string')
    : [];
}

// Saves a puzzle under its name; an earlier one of that name is replaced.
export function keepOwn(name, text) {
  remember(OWN, [{ name, text, at: new Date().toISOString() },
    ...ownPuzzles().filter((each) => each.name !== name)].slice(0, MOST_OWN));
}

export function dropOwn(name) { remember(OWN, ownPuzzles().filter((each) => each.name !== name)); }
