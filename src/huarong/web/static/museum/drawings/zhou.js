// 周扬's enumeration, the entry of his file, the ten cells, and the automaton's word.

import { t, number } from '../../shared/i18n.js';
import { h, refresh } from '../../shared/ui.js';

const NAMES = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4', 'C', 'D'];

// A row for each piece, a column for each cell: the cells tried for the current places of the pieces above.
export const enumeration = (box) => (stepper) => {
  const grid = h('div', { class: 'grid20', role: 'img', 'aria-label': t('d_enumeration') }, h('b', {}, ''),
    ...Array.from({ length: 20 }, (_, cell) => h('span', { class: 'dim' }, String(cell))));
  const now = stepper.get('at', 'try'), deepest = Math.max(-1, ...stepper.table('row').keys());
  for (let n = 0; n < 10; n++) {
    const row = stepper.get('row', n), lies = stepper.get('placed', n);
    grid.append(h('b', {}, row || lies ? t('piece_' + (row?.[0] ?? lies[0])) : '·'));
    const tried = new Map(row?.[1] ?? []);
    for (let cell = 0; cell < 20; cell++) {
      const why = tried.get(cell), here = lies?.[1] === cell;
      grid.append(h('i', { class: `${here ? 'yes' : why ? 'no' : ''}${n === deepest && now?.[1] === cell ? ' now'
        : ''}` }, here ? '●' : why === 'edge' ? '╳' : why ? '×' : why === '' ? '○' : ''));
    }
  }
  refresh(box, grid);
};

export const cells = (box) => (stepper) => {
  const all = stepper.get('at', 'cells') ?? [];
  refresh(box, h('div', { class: 'wrapbits' },
    ...all.map((cell, n) => h('div', { class: 'bits' }, h('span', { class: 'dim' }, NAMES[n]),
    h('i', {}, String(cell))))));
};

const bits = (text, lit = (i) => '') => h('div', { class: 'bits' },
  ...[...text].map((bit, i) => h('i', { class: `${bit === '0' ? 'off' : ''} ${lit(i)}` }, bit)));

// A layout as ten cells, as 50 bits, and as the bytes of its entry in the file.
export const entry = (box) => (stepper) => {
  const cellNow = stepper.fresh('cells').at(-1), fives = stepper.table('bits'), bytes = stepper.table('bytes'),
    byteNow = stepper.fresh('bytes').at(-1);
  const cellsPart = h('div', { class: 'wrapbits' }, ...[...stepper.table('cells')].map(([n, cell]) =>
    h('div', {}, h('span', { class: 'dim code' }, `${NAMES[n]} = ${cell}`),
    bits(fives.get(n), () => (n === cellNow ? 'lit' : '')))));
  const bytesPart = h('div', { class: 'wrapbits' }, ...[...bytes].map(([n, byte]) => h('div', { class: 'bits' },
    h('i', { class: n === byteNow && bytes.size !== 8 ? 'lit' : n < 8 ? 'soft' : '' },
    n < 9 ? byte.toString(16).padStart(2, '0') : `${byte >> 2}${t('UDLR'[byte & 3])}`))));
  refresh(box, h('h3', {}, t('entry_cells')), cellsPart, h('h3', {}, t('entry_bytes', { n: bytes.size })), bytesPart);
  box.scrollTop = bytes.size > 60 ? box.scrollHeight : 0;
};

// A letter for each cell not yet covered; the numbers of words skipped at each letter add up to the rank.
export const word = (box) => (stepper) => {
  const letters = stepper.table('word'), now = stepper.fresh('word').at(-1);
  const rows = [...letters].map(([n, [cell, letter, passed]]) => h('tr', { class: n === now ? 'now' : '' },
    ...[String(cell), letter === '.' ? t('piece_none') : t('piece_' + letter), number(passed)].map((text) =>
    h('td', {}, text))));
  refresh(box, h('table', { class: 'plain' },
    h('tr', {}, ...['w_cell', 'w_letter', 'w_passed'].map((key) => h('th', {}, t(key)))), ...rows),
    h('p', {}, h('b', {}, t('w_rank', { n: number(stepper.get('count', 'rank') ?? 0) }))));
  if (letters.size > 8) box.scrollTop = box.scrollHeight;
};
