// The board of the playing page, on a stage of one size.

import { Board } from '../board/board.js';

const SMALL = 12; // boards of fewer cells have smaller cells, and lie higher
const find = (id) => /** @type {any} */ (document.querySelector(id));

export const board = new Board(find('#board'));

export function draw(puzzle, heads) {
  find('#main').classList.toggle('small', puzzle.size < SMALL);
  board.setPuzzle(puzzle, heads);
}
