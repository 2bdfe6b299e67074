// The task of a puzzle in words, since pieces may cover the goal.

import { listed, nameOf, sentences, t } from '../shared/i18n.js';
import { opening } from './shape.js';

const MOST = 3; // as many are named

// The task, and with `heads` who stands in the way: before the exit, or on all of the goal where there is none.
/** @type {(puzzle: Puzzle, heads?: Heads | null) => string} */
export function taskOf(puzzle, heads = null) {
  const key = puzzle.pieces.find(({ kind }) => puzzle.keys.has(kind));
  if (!key) return t('welcome_any');
  const out = opening(puzzle), name = nameOf(key);
  const task = name !== t('red_piece') ? t(out ? 'welcome' : 'welcome_place', { piece: name })
    : t(out ? 'welcome_red' : 'welcome_red_place');
  if (!heads || puzzle.goal.length > 1) return task;
  const grid = puzzle.covered(heads), cells = puzzle.goal[0].flatMap(([kind, head]) => puzzle.cells(kind, head) ?? []);
  const beside = { L: (c) => c % puzzle.width === 0, R: (c) => (c + 1) % puzzle.width === 0, U: (c) => c < puzzle.width,
    D: (c) => c >= puzzle.size - puzzle.width }[out?.way];
  const wanted = out ? cells.filter(beside) : cells.every((cell) => grid[cell] >= 0) ? cells : [];
  const names = [...new Set(wanted.map((cell) => grid[cell]))].filter((i) => i >= 0 && puzzle.pieces[i] !== key)
    .map((i) => nameOf(puzzle.pieces[i]));
  if (!names.length || names.length > MOST) return task;
  return sentences(task, t(out ? 'before_exit' : 'on_goal', { who: listed(names) }));
}
