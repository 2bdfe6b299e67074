// Layouts as bits: the 50 of poos, his mirror formula, and the keys of the compiled search.

import { t } from './i18n.js';
import { Board, mini } from './study-board.js';
import { h, refresh } from './ui.js';

const still = { close() {} };
const row = (text, mark, every = 8) => h('div', { class: 'wrapbits ones' }, ...Array.from({ length: Math.ceil(text.length / every) }, (_, k) => h('div', { class: 'bits' },
  ...[...text.slice(k * every, (k + 1) * every)].map((bit, i) => h('i', { class: `${bit === '0' ? 'off' : ''} ${mark(k * every + i)}` }, bit)))));

// The 50 bits as five rows of four cells and two empty cells; lit where they differ from the layout before.
function fifty(text, mark) {
  return h('div', {}, ...[0, 1, 2, 3, 4].map((y) => row(text.slice(8 * y, 8 * y + 8), (i) => mark(8 * y + i), 2)),
    row(text.slice(40), (i) => mark(40 + i), 5));
}

export const held = (box) => ({
  draw(stepper) {
    const bits = stepper.get('held', 'bits'), was = stepper.get('held', 'was'), mark = (i) => (was && was[i] !== bits[i] ? 'lit' : '');
    const preview = stepper.get('held', 'preview'), master = stepper.get('held', 'master');
    refresh(box, h('div', { class: 'panes' },
      h('div', {}, h('h3', {}, 'Ultimate: Int64'), fifty(bits, mark), h('p', { class: 'dim code' }, String(BigInt(`0b${bits}`)))),
      h('div', {}, h('h3', {}, 'Preview: [Int] + Int64'), h('div', { class: 'bits four' }, ...preview.map((value) => h('i', {}, String(value))))),
      h('div', {}, h('h3', {}, 'master: [String] + String'), h('div', { class: 'bits four' }, ...master.map((name) => h('i', {}, name))))));
  },
  ...still,
});

export const mirror = (box) => {
  const texts = h('div', { class: 'panes' }), board = new Board(), image = h('div', {}, h('h3', {}, t('mi_image')), board.svg);
  board.svg.classList.add('mini');
  box.replaceChildren(h('div', { class: 'panes' }, texts, image));
  return { draw: (stepper) => draw(stepper, texts, image, board), ...still };
};

function draw(stepper, texts, image, board) {
  const bits = stepper.get('at', 'bits'), now = stepper.get('at', 'row'), right = stepper.get('at', 'right'), printed = stepper.get('at', 'printed');
  const union = (table) => { const all = Array(50).fill('0'); for (const part of stepper.table(table).values()) [...part].forEach((bit, i) => { if (bit === '1') all[i] = '1'; }); return all.join(''); };
  const shown = (table, whole) => whole ?? union(table), part = (table) => stepper.get(table, now) ?? '';
  const panel = (key, text, table) => h('div', {}, h('h3', {}, t(key)), fifty(text, (i) => (now !== undefined && part(table)[i] === '1' ? 'lit' : right && text === printed && printed[i] !== right[i] ? 'lit' : '')));
  refresh(texts, h('div', {}, h('h3', {}, t('mi_layout')), fifty(bits, (i) => (now !== undefined && i >> 3 === now && i < 40 ? 'soft' : ''))),
    panel('mi_right', shown('right', right), 'right'), panel('mi_printed', shown('printed', printed), 'printed'));
  const text = stepper.get('at', 'mirror');
  image.hidden = !text;
  if (text) board.show(text);
}

// A key's fields as boards; lit where the exclusive or with the parent's key has a bit.
function fields(stepper, key, from) {
  const changed = from === null ? 0n : key ^ from;
  return [...stepper.table('field').values()].map(([letter, form, shift, width, cells]) => {
    const bit = (i) => key >> BigInt(shift + i) & 1n, lit = (i) => (changed >> BigInt(shift + i) & 1n ? 'lit' : '');
    let body;
    if (form === 'board') {
      const at = new Map(cells.map((cell, i) => [cell, i]));
      body = h('div', { class: 'bits four' }, ...Array.from({ length: 20 }, (_, cell) => h('i', { class: at.has(cell) ? `${bit(at.get(cell)) ? 'soft' : 'off'} ${lit(at.get(cell))}` : 'off' }, at.has(cell) ? String(bit(at.get(cell))) : '')));
    } else body = h('div', {}, row(Array.from({ length: width }, (_, i) => String(bit(width - 1 - i))).join(''), (i) => lit(width - 1 - i)), h('p', { class: 'dim' }, t('key_number', { n: Number(key >> BigInt(shift) & (1n << BigInt(width)) - 1n), cell: cells[Number(key >> BigInt(shift) & (1n << BigInt(width)) - 1n)] })));
    return h('div', {}, h('h3', {}, `${t('piece_' + letter)} · ${t('key_bits', { a: shift, b: shift + width - 1 })}`), body);
  });
}

export const boards = (box) => ({
  draw(stepper) {
    const key = BigInt(stepper.get('at', 'key')), from = stepper.get('at', 'from');
    refresh(box, h('p', { class: 'code' }, `key = ${key}`), h('p', { class: 'code dim' }, from === undefined ? '' : `${from} ⊕ ${key ^ BigInt(from)}`),
      h('div', { class: 'panes' }, ...fields(stepper, key, from === undefined ? null : BigInt(from))));
  },
  ...still,
});

export const images = (box) => ({
  draw(stepper) {
    const key = stepper.get('at', 'key'), other = stepper.get('at', 'other');
    const pane = (title, text, value, kept) => h('div', {}, h('h3', {}, t(title)), mini(text), h('p', { class: 'code' }, value), h('p', {}, kept ? h('b', {}, t('im_kept')) : t('im_left')));
    refresh(box, h('div', { class: 'panes' }, pane('im_layout', stepper.get('at', 'board'), key, true), ...(other === key ? [h('p', {}, t('im_own'))] : [pane('im_image', stepper.get('at', 'image'), other, false)])));
  },
  ...still,
});
