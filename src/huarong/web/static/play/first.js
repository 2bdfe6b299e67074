// The first board, drawn before the rest of the page is fetched: the puzzle that the page came with, as it was left.

import { Puzzle } from '../rules/puzzle.js';
import { recall } from '../shared/settings.js';
import { Game } from './game.js';
import { board, draw } from './stage.js';

const given = /** @type {any} */ (document.querySelector('#given')), text = given.dataset.text;
const asked = new URLSearchParams(location.hash.slice(1) || location.search);
if (!asked.has('at') && (asked.get('p') || recall('huarong.last') || text) === text) {
  const puzzle = new Puzzle(JSON.parse(given.textContent)), game = new Game(puzzle);
  game.follow();
  board.still = true;
  draw(puzzle, game.heads);
}
document.querySelectorAll('link[rel=later]').forEach((link) => link.setAttribute('rel', 'modulepreload'));
import('./play.js');
