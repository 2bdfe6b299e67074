// Loading puzzles: any text is read, by the server or without it.

import { Puzzle } from '../rules/puzzle.js';
import { Table } from '../rules/table.js';
import * as api from './api.js';

export const FIRST = '横刀立马';

export async function load(text) {
  const given = /** @type {HTMLElement} */ (document.querySelector('#given')); // the puzzle that the page came with
  if (given?.dataset.text === text) return new Puzzle(JSON.parse(given.textContent));
  const found = await api.get('puzzle', { text });
  return found instanceof Puzzle ? found : new Puzzle(found);
}

// The distances of a puzzle that the server has a table for.
export const tableOf = async (puzzle, metric, signal) =>
  new Table(puzzle, metric, await api.bytes(`${puzzle.table}&metric=${metric}`, signal));

// A puzzle's text in a link: its name if the library has it, else its grid text.
export const nameIn = (puzzle) => (puzzle.library ? puzzle.name_zh || puzzle.name : puzzle.name || puzzle.name_zh
  ? puzzle.text : puzzle.line);
