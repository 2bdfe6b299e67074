// Where puzzles come from: the server reads any text; without it, the library that is kept here.

import * as api from './api.js';
import { Puzzle } from './puzzle.js';

export const FIRST = '横刀立马';
let kept = null;

export function library() {
  kept ??= api.get('library').catch((error) => { kept = null; throw error; });
  return kept;
}

export function forget() {
  kept = null;
}

// The puzzle of one entry, put together from what the entries share.
export function expand(all, n) {
  const [board, kinds, groups, goal, symbols, labels] = all.puzzles[n];
  const [name, name_zh] = all.entries[n], [width, height, walls, gates] = all.boards[board];
  const heads = groups.flatMap((group, kind) => group.map((head) => ({ kind, head })));
  return new Puzzle({
    name, name_zh, library: true, piece_set: '', width, height, walls, gates, line: name_zh || name, table: all.tables[n],
    kinds: kinds.map((k) => all.kinds[k]).map(([shape, directions, opens, mark]) => ({ shape, directions, gates: opens, mark })),
    pieces: heads.map((each, i) => ({ ...each, symbol: all.symbols[symbols][i], label: all.labels[labels][i][0], label_en: all.labels[labels][i][1] })),
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
