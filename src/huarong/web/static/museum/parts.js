// Parts of the drawings that are elements: rows of bits, tables, panes; and the texts of all drawings but the first.

import { more } from '../shared/i18n.js';
import { h } from '../shared/ui.js';

await more('/static/museum/drawings/words.json');

// A row of boxes with a word each; `look` is the class of all, or gives that of one.
/** @type {(words: Iterable<any>, look?: any, label?: string | null) => HTMLElement} */
export const bits = (words, look = null, label = null) => h('div', { class: 'bits' },
  label !== null && h('span', { class: 'dim' }, label),
  ...Array.from(words, (word, i) => h('i', { class: typeof look === 'function' ? look(i) : look }, word)));
export const wrapped = (...rows) => h('div', { class: 'wrapbits' }, ...rows);

// A row of a table; a cell is a word, or a word and the attributes of its cell.
export const row = (cells, look = {}, name = 'td') => h('tr', look, ...cells.map((cell) =>
  (Array.isArray(cell) ? h(name, cell[1], cell[0]) : h(name, {}, cell))));
export const table = (heads, rows, look = 'plain') =>
  h('table', { class: look }, heads && row(heads, {}, 'th'), ...rows);
export const scrolled = (...given) => h('div', { class: 'scroll' }, table(...given));

// Panes beside each other, each with its heading, which is a word or a word and its attributes.
export const panes = (all, look = 'panes') => h('div', { class: look }, ...all.map(([heading, ...parts]) =>
  h('div', {}, Array.isArray(heading) ? h('h3', ...heading) : h('h3', {}, heading), ...parts)));
export const dim = (text, look = 'dim') => h('p', { class: look }, text);
