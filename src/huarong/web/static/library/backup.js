// A file of all that a browser keeps, read into another: nothing that is here is lost by it.

import { change, recall, remember, settings } from '../shared/settings.js';
import { merged, read, update } from './progress.js';

const list = (value) => (Array.isArray(value) ? value : []);

// Puzzles of one's own from both; one whose name is taken by another gets a number.
function puzzles(own, other) {
  const all = [...own];
  for (const each of other) {
    if (typeof each?.name !== 'string' || typeof each.text !== 'string'
      || all.some(({ text }) => text === each.text)) continue;
    let { name } = each;
    for (let n = 2; all.some((one) => one.name === name); n++) name = `${each.name} ${n}`;
    all.push({ ...each, name });
  }
  return all;
}

// Reads a file of `saveAll`, or of a record of progress alone; returns how many puzzles it has solved, how many of its
// own, and how many games. Throws where it is neither.
export function restore(data) {
  const kept = typeof data?.kept === 'object' && data.kept ? data.kept : {}, counts = { n: 0, own: 0, games: 0 };
  const record = data?.puzzles || !data?.kept ? read(data) : null;
  if (record) {
    update((here) => merged(here, record));
    counts.n = Object.keys(record.puzzles).length;
  }
  for (const [key, value] of Object.entries(kept)) {
    if (!key.startsWith('huarong.') || key === 'huarong.progress' || value === null) continue;
    if (key === 'huarong.own') {
      counts.own = list(value).length;
      remember(key, puzzles(list(recall(key)), list(value)));
    } else if (key === 'huarong.settings') {
      change(Object.fromEntries(Object.entries(value).filter(([name, each]) => typeof each === typeof settings[name]
        && name !== 'lang')));
    } else {
      counts.games += Number(key.startsWith('huarong.game.'));
      if (recall(key) === null) remember(key, value);
    }
  }
  return counts;
}
