// Sheets to print: two puzzles a page with names, goal in words, shortest length, and room for the player's count.

import { labelOf } from '../board/label.js';
import { taskOf } from '../board/task.js';
import { thumbnail } from '../board/tray.js';
import { expand } from '../shared/entries.js';
import { t } from '../shared/i18n.js';
import { h } from '../shared/ui.js';
import { countsOf, titleOf } from './card.js';

export function sheetsOf(all, rows, title) {
  return [h('h1', {}, title || 'Huarong 华容'), ...rows.map((row, i) => {
    const puzzle = expand(all, row.n);
    return h('article', { class: 'printed' }, h('h2', {}, `${i + 1}. ${titleOf(row)}`),
      thumbnail(puzzle, puzzle.start, -1, labelOf),
      h('p', {}, taskOf(puzzle)), h('p', {}, t('fewest', { counts: countsOf(row.best).join(' · ') })),
        h('p', {}, t('sheet_mine')));
  })];
}
