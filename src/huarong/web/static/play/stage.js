// The board of the playing page, in a frame of the puzzle's proportions.

import { Board } from '../board/board.js';

const find = (id) => /** @type {any} */ (document.querySelector(id));

export const board = new Board(find('#board'));

export function draw(puzzle, heads) {
  find('#main').style.setProperty('--ratio', ((puzzle.width + 0.44) / (puzzle.height + 0.44)).toFixed(3));
  board.setPuzzle(puzzle, heads);
}
