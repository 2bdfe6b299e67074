// Layouts as bits: the 50 of poos, his mirror formula, and the keys of the compiled search.

import { t } from '../../shared/i18n.js';
import { attribute, h, refresh } from '../../shared/ui.js';
import { mini, piecesOf } from '../board.js';
import { onCanvas } from '../pen.js';

const row = (text, mark, every = 8) => h('div', { class: 'wrapbits ones' },
  ...Array.from({ length: Math.ceil(text.length / every) }, (_, k) => h('div', { class: 'bits' },
  ...[...text.slice(k * every, (k + 1) * every)].map((bit, i) =>
    h('i', { class: `${bit === '0' ? 'off' : ''} ${mark(k * every + i)}` }, bit)))));

const PIECES = { B: 'red', H: 'indigo', V: 'jade', S: 'ochre' }, TITLE = 22;

// A cell with its content; `mark` is its highlight colour.
function cell(pen, x, y, side, text, mark) {
  pen.box(x, y, side - 2, 1.1 * side - 2, mark || 'floor', null, 1, 3);
  pen.text(text, x + side / 2 - 1, y + 0.55 * side - 0.5, mark ? 'on' : text === '0' ? 'dim' : 'ink',
    Math.round(0.6 * side), 'center', text !== '0');
}

// The 50 bits as five rows of four cells and two empty cells, below a title.
function fifty(pen, x, y, side, title, text, mark) {
  pen.text(title, x, y + 8, 'ink', 12, 'left', true);
  [...text].forEach((bit, i) => {
    const column = i < 40 ? i % 8 : i - 40, gap = i < 40 ? column >> 1 : i < 45 ? 0 : 1, row = i < 40 ? i >> 3 : 5;
    cell(pen, x + column * side + gap * 0.3 * side, y + TITLE + row * 1.1 * side, side, bit, mark(i));
  });
}
const WIDE = 10.6;

function grid(pen, x, y, side, title, values) {
  pen.text(title, x, y + 8, 'ink', 12, 'left', true);
  values.forEach((value, i) => cell(pen, x + (i % 4) * side, y + TITLE + (i >> 2) * 1.1 * side, side, String(value),
    ''));
}

function layout(pen, x, y, side, title, text) {
  pen.text(title, x, y + 8, 'ink', 12, 'left', true);
  pen.box(x, y + TITLE, 4 * side + 6, 5 * side + 6, 'floor', 'wood', 3);
  for (const { letter, at, size } of piecesOf(text))
    pen.box(x + 4 + at[0] * side, y + TITLE + 4 + at[1] * side, size[0] * side - 2, size[1] * side - 2, PIECES[letter],
      null, 1, 4);
}

// The representation of a layout in each branch; the bits that differ from the last layout are highlighted.
export const held = onCanvas('d_held', (pen) => (stepper) => {
  const bits = stepper.get('held', 'bits'), was = stepper.get('held', 'was');
  const { width } = pen.space, small = width > 560 ? 26 : 20,
    side = Math.max(11, Math.min(26, (width - 8 * small - 30) / WIDE)), left = WIDE * side + 12;
  pen.begin(Math.max(pen.room(), TITLE + 6.6 * side + 22));
  fifty(pen, 0, 0, side, 'Ultimate: Int64', bits, (i) => (was && was[i] !== bits[i] ? 'red' : ''));
  pen.text(String(BigInt(`0b${bits}`)), 0, TITLE + 6.6 * side + 10, 'dim', 12, 'left');
  const apart = Math.max(4 * small + 12, Math.min(190, (width - left) / 2));
  ['preview', 'master'].forEach((name, n) => {
    grid(pen, left + n * apart, 0, small, width > 560 ? ['Preview: [Int] + Int64', 'master: [String] + String'][n]
      : ['Preview', 'master'][n], stepper.get('held', name));
  });
  attribute(pen.canvas, 'aria-label', t('held_is', { bits }));
});

// His formula row by row; the current row is highlighted, then the bits that it gets wrong.
export const mirror = onCanvas('d_mirror', (pen) => (stepper) => {
  const bits = stepper.get('at', 'bits'), row = stepper.get('at', 'row'), text = stepper.get('at', 'mirror');
  const met = (name) => {
    const all = Array(50).fill('0');
    for (const part of stepper.table(name).values())
      [...part].forEach((bit, i) => { if (bit === '1') all[i] = '1'; });
    return all.join('');
  };
  const right = stepper.get('at', 'right') ?? met('right'), printed = stepper.get('at', 'printed') ?? met('printed');
  const now = (name) => (row === undefined ? '' : stepper.get(name, row) ?? ''),
    done = stepper.get('at', 'right') !== undefined;
  const { width, height } = pen.space, fit = (columns) =>
    Math.max(11, Math.min(26, (width / columns - 10) / WIDE, (height * columns / 4 - TITLE - 12) / 6.6));
  const columns = fit(4) > fit(2) ? 4 : 2, column = Math.min(width / columns, 330), side = fit(columns),
    high = TITLE + 6.6 * side + 12;
  pen.begin(Math.max(pen.room(), high * 4 / columns));
  const spot = (n) => [(n % columns) * column, Math.floor(n / columns) * high];
  fifty(pen, ...spot(0), side, t('mi_layout'), bits,
    (i) => (row !== undefined && i >> 3 === row && i < 40 ? 'indigo' : ''));
  fifty(pen, ...spot(1), side, t('mi_right'), right, (i) => (now('right')[i] === '1' ? 'red' : ''));
  fifty(pen, ...spot(2), side, t('mi_printed'), printed,
    (i) => (now('printed')[i] === '1' || (done && printed[i] !== right[i]) ? 'red' : ''));
  if (text) layout(pen, ...spot(3), 1.2 * side, t('mi_image'), text);
  attribute(pen.canvas, 'aria-label', t('mirror_is', { bits, right, printed }));
});

// A key's fields as boards; bits of the exclusive or with the parent's key are highlighted.
function fields(stepper, key, from) {
  const changed = BigInt(from === null ? 0 : key ^ from);
  return [...stepper.table('field').values()].map(([letter, form, shift, width, cells]) => {
    const bit = (i) => key >> BigInt(shift + i) & 1n, lit = (i) => (changed >> BigInt(shift + i) & 1n ? 'lit' : '');
    let body;
    if (form === 'board') {
      const at = new Map(cells.map((cell, i) => [cell, i]));
      body = h('div', { class: 'bits four' }, ...Array.from({ length: 20 }, (_, cell) =>
        h('i', { class: at.has(cell) ? `${bit(at.get(cell)) ? 'soft' : 'off'} ${lit(at.get(cell))}` : 'off' },
        at.has(cell) ? String(bit(at.get(cell))) : '')));
    } else body = h('div', {}, row(Array.from({ length: width }, (_, i) => String(bit(width - 1 - i))).join(''),
      (i) => lit(width - 1 - i)), h('p', { class: 'dim' },
      t('key_number', { n: Number(key >> BigInt(shift) & (1n << BigInt(width)) - 1n),
      cell: cells[Number(key >> BigInt(shift) & (1n << BigInt(width)) - 1n)] })));
    return h('div', {}, h('h3', {}, `${t('piece_' + letter)} · ${t('key_bits', { a: shift, b: shift + width - 1 })}`),
      body);
  });
}

export const boards = (box) => (stepper) => {
  const key = BigInt(stepper.get('at', 'key')), from = stepper.get('at', 'from');
  refresh(box, h('p', { class: 'code' }, `key = ${key}`),
    h('p', { class: 'code dim' }, from === undefined ? '' : `${from} ⊕ ${key ^ BigInt(from)}`),
    h('div', { class: 'panes' }, ...fields(stepper, key, from === undefined ? null : BigInt(from))));
};

export const images = (box) => (stepper) => {
  const key = stepper.get('at', 'key'), other = stepper.get('at', 'other');
  const pane = (title, text, value, kept) => h('div', {}, h('h3', {}, t(title)), mini(text),
    h('p', { class: 'code' }, value), h('p', {}, kept ? h('b', {}, t('im_kept')) : t('im_left')));
  refresh(box, h('div', { class: 'panes' }, pane('im_layout', stepper.get('at', 'board'), key, true),
    ...(other === key ? [h('p', {}, t('im_own'))] : [pane('im_image', stepper.get('at', 'image'), other, false)])));
};
