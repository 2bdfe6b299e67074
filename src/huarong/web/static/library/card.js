// A puzzle of the library as a card: board, names, lengths and stars, the player's own result, and a favourite mark.

import { icon } from '../board/icon.js';
import { starred } from '../board/kinds.js';
import { labelOf } from '../board/label.js';
import { seal } from '../board/seal.js';
import { svg } from '../board/shape.js';
import { thumbnail } from '../board/tray.js';
import { METRICS } from '../rules/puzzle.js';
import { expand } from '../shared/entries.js';
import { t } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { h, link } from '../shared/ui.js';
import { markOf, progress, toggled, update } from './progress.js';

const drawn = new Map();

export const titleOf = (row) => (settings.lang === 'zh' && row.zh) || row.name;

// The shortest lengths may be unknown (no list), or there may be no solution (null).
export function countsOf(best) {
  if (!best) return [];
  if (best[2] === null) return [t('nosolution')];
  return METRICS.map((metric, i) => t(metric + '_n', { n: best[2 - i] }));
}

// The sign of a solved puzzle: a small seal where it was perfect, else a tick.
export function marked(id, record = progress()) {
  const mark = markOf(record, id), name = mark && t(mark);
  if (mark === 'perfect') return seal('美', '', { small: true, label: name });
  return mark && svg('svg', { class: 'tick', viewBox: '0 0 22 22', role: 'img', 'aria-label': name },
    svg('circle', { cx: 11, cy: 11, r: 9 }), svg('path', { d: 'M6.8 11.3l2.9 2.9 5.5-6' }));
}

// The one count of a card.
export function counted(best) {
  if (!best) return '';
  return best[2] === null ? t('nosolution') : t('move_n', { n: best[2] });
}

// A card: a picture, a name of at most two lines, one line of what is to be known.
/** @param {Record<string, any>} look */
export function tile({ picture, mark = null, href, title, other = null, before = null, about, id = null }) {
  return h('li', { class: 'tile' }, h('span', { class: 'pic' }, picture, mark),
    h('a', { class: 'card', href, 'data-id': id, title: other && other !== title ? other : null }, before, title),
    h('p', {}, ...about));
}

// `values` go into the address besides the puzzle; a `name` stands for the puzzle's own.
/** @type {(all: Library, row: Row, look?: { values?: Words, record?: PlayerRecord, before?: string | null,
 *   name?: string | null }) => HTMLElement} */
export function card(all, row, { values = {}, record = progress(), before = null, name = null } = {}) {
  const title = name ?? titleOf(row), other = name ? null : settings.lang === 'zh' ? row.name : row.zh;
  if (!drawn.has(row.n)) {
    const puzzle = expand(all, row.n); // tiles are alike but for their numbers
    drawn.set(row.n, thumbnail(puzzle, puzzle.start, -1, row.group === 'korf' ? labelOf : null));
  }
  return tile({ picture: drawn.get(row.n).cloneNode(true), mark: marked(row.id, record), title, other, before,
    id: row.id, href: link('/', { p: row.id, ...values }),
    about: [h('span', {}, counted(row.best)), starred(row.stars), favourite(row.id, title, record)] });
}

export function favourite(id, title, record = progress()) {
  const button = h('button', { class: 'favourite quiet', 'aria-pressed': String(record.favourites.includes(id)),
    'aria-label': t('favourite_of', { name: title }), onclick: () => {
    const now = update((before) => toggled(before, id)).favourites.includes(id);
    button.setAttribute('aria-pressed', String(now));
  } }, icon('heart', 22));
  return button;
}
