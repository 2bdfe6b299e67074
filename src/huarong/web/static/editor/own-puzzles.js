// Puzzles of one's own, kept in this browser under their names.

import { recall, remember } from '../shared/settings.js';

const KEY = 'huarong.own', MOST = 500;

export function ownPuzzles() {
  const kept = recall(KEY);
  return Array.isArray(kept) ? kept.filter((each) => typeof each?.name === 'string' && typeof each.text === 'string')
    : [];
}

// Saves a puzzle under its name; an earlier one of that name is replaced.
export function keepOwn(name, text) {
  remember(KEY, [{ name, text, at: new Date().toISOString() },
    ...ownPuzzles().filter((each) => each.name !== name)].slice(0, MOST));
}

export function dropOwn(name) { remember(KEY, ownPuzzles().filter((each) => each.name !== name)); }
