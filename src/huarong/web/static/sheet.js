// Sheets to print: two puzzles a page with names, goal in words, shortest length, and room for the player's count.

import { countsOf, titleOf } from './card.js';
import { t, taskOf } from './i18n.js';
import { labelOf } from './label.js';
import { thumbnail } from './shape.js';
import { expand } from './source.js';
import { h } from './ui.js';

export function sheetsOf(all, rows, title) {
  return [h('h1', {}, title || 'Huarong 华容'), ...rows.map((row, i) => {
    const puzzle = expand(all, row.n), key = puzzle.pieces.find((piece) => puzzle.keys.has(piece.kind));
    return h('article', { class: 'printed' }, h('h2', {}, `${i + 1}. ${titleOf(row)}`), thumbnail(puzzle, puzzle.start, -1, labelOf),
      h('p', {}, taskOf(key)), h('p', {}, t('fewest', { counts: countsOf(row.best).join(' · ') })), h('p', {}, t('sheet_mine')));
  })];
}
