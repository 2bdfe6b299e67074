// A puzzle of the library as a card: board, names, lengths and stars, the player's own result, and a favourite mark.

import { thumbnail } from '../board/shape.js';
import { expand } from '../shared/entries.js';
import { t } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { h, link } from '../shared/ui.js';
import { markOf, progress, toggled, update } from './progress.js';

const drawn = new Map();

export const titleOf = (row) => (settings.lang === 'zh' && row.zh) || row.name;

export const starred = (stars) => (stars ? h('span',
  { class: 'stars', role: 'img', 'aria-label': t('difficulty', { n: stars }) },
  '★'.repeat(stars) + '☆'.repeat(5 - stars)) : null);

// The shortest lengths may be unknown (no list), or there may be no solution (null).
export function countsOf(best) {
  if (!best) return [];
  if (best[2] === null) return [t('nosolution')];
  return ['move', 'slide', 'step'].map((metric, i) => t(metric + '_n', { n: best[2 - i] }));
}

export function marked(id, record = progress()) {
  const mark = markOf(record, id);
  return mark ? h('span', { class: `mark-${mark}`, role: 'img', 'aria-label': t(mark) }, mark === 'perfect' ? '✪'
    : '✓') : null;
}

// `values` go into the address besides the puzzle; a `name` stands for the puzzle's own.
export function card(all, row, { values = {}, record = progress(), before = null, name = null } = {}) {
  const title = name ?? titleOf(row), other = name ? null : settings.lang === 'zh' ? row.name : row.zh,
    lone = (text) => h('i', {}, text), known = record.puzzles[row.id];
  if (!drawn.has(row.n)) drawn.set(row.n, thumbnail(expand(all, row.n)));
  const own = known?.best.move !== undefined ? h('span', {}, t('own_best', { n: known.best.move })) : null;
  const item = h('li', {}, h('a', { class: 'card', href: link('/', { p: row.id, ...values }), 'data-id': row.id },
    drawn.get(row.n).cloneNode(true),
    h('b', {}, before, title, ' ', marked(row.id, record)),
    other && other !== title ? h('span', { lang: settings.lang === 'zh' ? 'en' : 'zh' }, other) : null,
    h('span', {}, row.set),
    h('span', {}, ...countsOf(row.best).flatMap((text, i, counts) => (i < counts.length - 1 ? [lone(`${text} ·`), ' ']
      : [lone(text)]))), own, starred(row.stars)));
  item.append(favourite(row.id, title, record));
  return item;
}

export function favourite(id, title, record = progress()) {
  const on = record.favourites.includes(id);
  const button = h('button', { class: 'favourite quiet', 'aria-pressed': String(on),
      'aria-label': t('favourite_of', { name: title }), onclick: () => {
    const now = update((before) => toggled(before, id)).favourites.includes(id);
    button.setAttribute('aria-pressed', String(now));
    button.textContent = now ? '♥' : '♡';
  } }, on ? '♥' : '♡');
  return button;
}
