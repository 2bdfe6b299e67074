// Where puzzles come from: the server reads any text; without it, the library that is kept here.

import * as api from './api.js';
import { Puzzle } from './puzzle.js';

export const FIRST = '横刀立马';
let kept = null;

export function library() {
  kept ??= api.get('library').catch((error) => { kept = null; throw error; });
  return kept;
}

// The heads of each kind, from the text that the library keeps them in: a character for each head.
export const headsOf = (places) => places.split('/').map((group) => Array.from(group, (c) => c.charCodeAt(0) - 48));

// The puzzle of one entry, put together from what the entries share.
export function expand(all, n) {
  const [set, crew, places] = all.puzzles[n], [board, kinds, goal, table] = all.sets[set], [symbols, names] = all.crews[crew];
  const [name, name_zh] = all.entries[n], [width, height, walls, gates] = all.boards[board];
  const heads = headsOf(places).flatMap((group, kind) => group.map((head) => ({ kind, head })));
  return new Puzzle({
    name, name_zh, library: true, piece_set: '', width, height, walls, gates, line: name_zh || name, table,
    kinds: kinds.map((k) => all.kinds[k]).map(([shape, directions, opens, mark]) => ({ shape, directions, gates: opens, mark })),
    pieces: heads.map((each, i) => ({ ...each, symbol: symbols[i], label: all.names[names[i]][0], label_en: all.names[names[i]][1] })),
    goal: all.goals[goal],
  });
}

export async function load(text) {
  try {
    return new Puzzle(await api.get('puzzle', { text }));
  } catch (error) {
    if (error.status) throw error;
    const all = await library();
    const n = all.entries.findIndex(([name, name_zh]) => name === text || name_zh === text);
    if (n < 0) throw error;
    return expand(all, n);
  }
}

// What a link calls a puzzle: its name where the library has it, else its text.
export const nameIn = (puzzle) => (puzzle.library ? puzzle.name_zh || puzzle.name : puzzle.name || puzzle.name_zh ? puzzle.text : puzzle.line);
