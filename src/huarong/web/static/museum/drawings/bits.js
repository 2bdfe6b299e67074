// Layouts as bits: the 50 of poos, his mirror formula, and the keys of the compiled search.

import { t } from '../../shared/i18n.js';
import { attribute, h, refresh } from '../../shared/ui.js';
import { mini, piecesOf } from '../board.js';
import { bits, dim, panes } from '../parts.js';
import { onCanvas } from '../pen.js';

// Bits in bytes.
const row = (text, mark) => h('div', { class: 'wrapbits ones' }, ...(text.match(/.{1,8}/g) ?? []).map((byte, k) =>
  bits(byte, (i) => `${byte[i] === '0' ? 'off' : ''} ${mark(8 * k + i)}`)));

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
  const bits = stepper.get('held', 'bits'), was = stepper.get('held', 'was'), { width } = pen.space;
  const small = width > 560 ? 26 : 20, side = Math.max(11, Math.min(26, (width - 8 * small - 30) / WIDE)),
    left = WIDE * side + 12;
  pen.begin(Math.max(pen.room(), TITLE + 6.6 * side + 22));
  fifty(pen, 0, 0, side, 'Ultimate: Int64', bits, (i) => (was && was[i] !== bits[i] ? 'red' : ''));
  pen.text(String(BigInt(`0b${bits}`)), 0, TITLE + 6.6 * side + 10, 'dim', 12, 'left');
  const apart = Math.max(4 * small + 12, Math.min(190, (width - left) / 2));
  ['preview', 'master'].forEach((name, n) => {
    const titles = width > 560 ? ['Preview: [Int] + Int64', 'master: [String] + String'] : ['Preview', 'master'];
    grid(pen, left + n * apart, 0, small, titles[n], stepper.get('held', name));
  });
  attribute(pen.canvas, 'aria-label', t('held_is', { bits }));
});

// His formula row by row; the current row is highlighted, then the bits that it gets wrong.
export const mirror = onCanvas('d_mirror', (pen) => (stepper) => {
  const [bits, row, text] = ['bits', 'row', 'mirror'].map((name) => stepper.get('at', name));
  const met = (name) => {
    const parts = [...stepper.table(name).values()];
    return Array.from({ length: 50 }, (_, i) => (parts.some((part) => part[i] === '1') ? '1' : '0')).join('');
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
  return panes([...stepper.table('field').values()].map(([letter, form, shift, width, cells]) => {
    const value = Number(BigInt.asUintN(width, key >> BigInt(shift)));
    const bit = (i) => String(key >> BigInt(shift + i) & 1n),
      lit = (i) => (changed >> BigInt(shift + i) & 1n ? 'lit' : '');
    const board = () => h('div', { class: 'bits four' }, ...Array.from({ length: 20 }, (_, cell) => {
      const i = cells.indexOf(cell);
      return i < 0 ? h('i', { class: 'off' }, '')
        : h('i', { class: `${bit(i) === '1' ? 'soft' : 'off'} ${lit(i)}` }, bit(i));
    }));
    const places = Array.from({ length: width }, (_, i) => width - 1 - i);
    return [`${t('piece_' + letter)} · ${t('key_bits', { a: shift, b: shift + width - 1 })}`,
      form === 'board' ? board() : h('div', {}, row(places.map(bit).join(''), (i) => lit(places[i])),
        dim(t('key_number', { n: value, cell: cells[value] })))];
  }));
}

export const boards = (box) => (stepper) => {
  const key = BigInt(stepper.get('at', 'key')), text = stepper.get('at', 'from'),
    from = text === undefined ? null : BigInt(text);
  refresh(box, dim(`key = ${key}`, 'code'), dim(from === null ? '' : `${from} ⊕ ${key ^ from}`, 'code dim'),
    fields(stepper, key, from));
};

export const images = (box) => (stepper) => {
  const [key, other, image] = ['key', 'other', 'image'].map((name) => stepper.get('at', name));
  const pane = (title, text, value, kept) => [t(title), mini(text), dim(value, 'code'),
    h('p', {}, kept ? h('b', {}, t('im_kept')) : t('im_left'))];
  const first = pane('im_layout', stepper.get('list', stepper.get('at', 'n'))[2], key, true);
  if (other !== key) return refresh(box, panes([first, pane('im_image', image, other, false)]));
  const alone = panes([first]);
  alone.append(h('p', {}, t('im_own')));
  return refresh(box, alone);
};
