// The library as one request, and its puzzles by number and by name.

import { Puzzle } from '../rules/puzzle.js';
import { got } from './server.js';

let kept = null;

export function library() {
  kept ??= got('library').then((response) => response.json()).catch((error) => { kept = null; throw error; });
  return kept;
}

// Decodes the heads of each kind from the compact library: a character for each head.
export const headsOf = (places) => places.split('/').map((group) => Array.from(group, (c) => c.charCodeAt(0) - 48));

// The puzzle of an entry, from the parts that entries share.
export function expand(all, n) {
  const [set, crew, places] = all.puzzles[n], [board, kinds, goal, table] = all.sets[set],
    [symbols, names] = all.crews[crew];
  const [name, name_zh] = all.entries[n], [width, height, walls, gates] = all.boards[board];
  const heads = headsOf(places).flatMap((group, kind) => group.map((head) => ({ kind, head })));
  return new Puzzle({
    name, name_zh, library: true, piece_set: '', width, height, walls, gates, line: name_zh || name, table,
    kinds: kinds.map((k) => all.kinds[k]).map(([shape, directions, opens, mark]) =>
      ({ shape, directions, gates: opens, mark })),
    pieces: heads.map((each, i) => ({ ...each, symbol: symbols[i], label: all.names[names[i]][0],
      label_en: all.names[names[i]][1] })), goal: all.goals[goal],
  });
}

// The normal form of a name for comparing: without case, accents, spaces and punctuation.
export const plain = (text) => text.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

// The number of the entry that a name, alias or pinyin stands for; a name goes before another's alias. -1 where none
// does.
export function find(all, text) {
  const key = plain(text), names = all.entries.findIndex(([name, zh]) => plain(zh) === key || plain(name) === key);
  return names >= 0 || !key ? names : all.entries.findIndex(([, , pinyin, aliases]) =>
    [pinyin, ...aliases].some((each) => plain(each) === key));
}
