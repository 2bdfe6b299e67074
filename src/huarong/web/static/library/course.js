// The choice of puzzles: the path from the easiest to the hardest, the puzzle of the day, a random one.

import { isNumbered } from './catalogue.js';

const LAST = '峰回路转', FEWEST = 5;

// One opening for each rating, from one of five moves on: the best known, which is the first of that rating in the
// library.
export function pathOf(rows) {
  const last = rows.find((row) => row.zh === LAST), steps = new Map();
  const able = rows.filter((row) => row.group === 'openings' && row.moves >= FEWEST && row.rating < last.rating);
  const first = able.filter((row) => row.moves === FEWEST).sort((a, b) => a.rating - b.rating)[0];
  for (const row of able) {
    if (row.rating <= first.rating || / \([0-9A-F]+\)$/.test(row.name)) continue;
    const held = steps.get(row.rating);
    if (!held || (isNumbered(held) && !isNumbered(row))) steps.set(row.rating, row);
  }
  return [first, ...[...steps.values()].sort((a, b) => a.rating - b.rating), last];
}

// A pseudo-random generator of numbers from 0 to 1, by a seed.
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

// The items of a list in a random order, each equally likely.
export function mixed(list, random) {
  const all = [...list];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

// The puzzle of a day (2026-11-22): the library has those of each weekday in their order (library/catalogue.py).
export function dailyOf(all, rows, day) {
  const n = Date.parse(`${day}T00:00:00Z`) / 864e5 + 719162, pool = all.days[n % 7]; // since Monday, 0001-01-01
  return rows[pool[Math.floor(n / 7) % pool.length]];
}

// A random solvable puzzle, preferably one that the player has not solved yet.
export function randomOf(rows, markOf, random = Math.random) {
  const able = rows.filter((row) => row.moves > 0), fresh = able.filter((row) => !markOf(row.id)),
    pool = fresh.length ? fresh : able;
  return pool[Math.floor(random() * pool.length)];
}

// The first lessons; their texts have the keys `learn_NAME`.
export const LESSONS = [
  { name: 'step', puzzle: 'A./goal:/.A' },
  { name: 'slide', puzzle: 'A..../goal:/....A' },
  { name: 'move', puzzle: 'A../##./##./goal:/.../.../..A' },
  { name: 'room', puzzle: 'AA./AAB/.../goal:/.../.AA/.AA' },
];
