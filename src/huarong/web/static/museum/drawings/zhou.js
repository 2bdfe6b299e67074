// 周扬's enumeration, the entry of his file, the ten cells, and the automaton's word; zhoutk's array with its frame of
// sentinels, and his four placing functions called by hand.

import * as api from '../../ask/api.js';
import { t, number } from '../../shared/i18n.js';
import { h, problem, refresh } from '../../shared/ui.js';
import { bits, dim, row, table, wrapped } from '../parts.js';
import { Stepper } from '../stepper.js';

const NAMES = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4', 'C', 'D'], CELLS = [...Array(20).keys()];

// A row for each piece, a column for each cell: the cells tried for the current places of the pieces above.
export const enumeration = (box) => (stepper) => {
  const now = stepper.get('at', 'try'), deepest = Math.max(-1, ...stepper.table('row').keys());
  const line = (_, n) => {
    const tried = stepper.get('row', n), lies = stepper.get('placed', n), at = new Map(tried?.[1] ?? []);
    const mark = (cell) => {
      const why = at.get(cell), here = lies?.[1] === cell, last = n === deepest && now?.[1] === cell;
      return h('i', { class: `${here ? 'yes' : why ? 'no' : ''}${last ? ' now' : ''}` },
        here ? '●' : why === 'edge' ? '╳' : why ? '×' : why === '' ? '○' : '');
    };
    return [h('b', {}, tried || lies ? t('piece_' + (tried ?? lies)[0]) : '·'), ...CELLS.map(mark)];
  };
  refresh(box, h('div', { class: 'grid20', role: 'img', 'aria-label': t('d_enumeration') }, h('b', {}, ''),
    ...CELLS.map((cell) => h('span', { class: 'dim' }, String(cell))), ...NAMES.flatMap(line)));
};

export const cells = (box) => (stepper) => refresh(box,
  wrapped(...(stepper.get('at', 'cells') ?? []).map((cell, n) => bits([cell], null, NAMES[n]))));

// A layout as ten cells, as 50 bits, and as the bytes of its entry in the file.
export const entry = (box) => (stepper) => {
  const cellNow = stepper.fresh('cells').at(-1), fives = stepper.table('bits'), bytes = stepper.table('bytes'),
    byteNow = stepper.fresh('bytes').at(-1);
  const five = ([n, cell]) => h('div', {}, h('span', { class: 'dim code' }, `${NAMES[n]} = ${cell}`),
    bits(fives.get(n), (i) => `${fives.get(n)[i] === '0' ? 'off' : ''} ${n === cellNow ? 'lit' : ''}`));
  const byte = ([n, value]) => bits([n < 9 ? value.toString(16).padStart(2, '0')
    : `${value >> 2}${t('UDLR'[value & 3])}`], n === byteNow && bytes.size !== 8 ? 'lit' : n < 8 ? 'soft' : '');
  refresh(box, h('h3', {}, t('entry_cells')), wrapped(...[...stepper.table('cells')].map(five)),
    h('h3', {}, t('entry_bytes', { n: bytes.size })), wrapped(...[...bytes].map(byte)));
  box.scrollTop = bytes.size > 60 ? box.scrollHeight : 0;
};

// A letter for each cell not yet covered; the numbers of words skipped at each letter add up to the rank.
export const word = (box) => (stepper) => {
  const letters = stepper.table('word'), now = stepper.fresh('word').at(-1);
  refresh(box, table(['w_cell', 'w_letter', 'w_passed'].map((key) => t(key)),
    [...letters].map(([n, [cell, letter, passed]]) => row([cell, t(`piece_${letter === '.' ? 'none' : letter}`),
      number(passed)], { class: n === now ? 'now' : '' }))),
  h('p', {}, h('b', {}, t('w_rank', { n: number(stepper.get('count', 'rank') ?? 0) }))));
  if (letters.size > 8) box.scrollTop = box.scrollHeight;
};

// zhoutk's array, with what a call has read and written.
const COLOURS = ['jade', 'red', 'moss', 'indigo', 'plum', 'ochre'];

function arrayOf(stepper) {
  const is = (what, y, x) => String(stepper.get('at', what)) === `${y},${x}`,
    free = [0, (stepper.get('at', 'hero')?.[0] ?? -1) + 1];
  const cells = Array.from({ length: 42 }, (_, n) => {
    const [y, x] = [Math.floor(n / 6), n % 6], value = stepper.get('cell', `${y},${x}`) ?? 0;
    const seen = is('read', y, x) ? ` read${free.includes(value) ? '' : ' stop'}` : is('write', y, x) ? ' write' : '';
    const cell = h('i', { class: (value < 0 ? 'sentinel' : value ? 'full' : '') + seen },
      String(value).replace('-', '−'));
    if (value > 0) cell.style.setProperty('--c', `var(--${COLOURS[value % 6]})`);
    return cell;
  });
  return h('div', { class: 'cells7', role: 'img', 'aria-label': t('d_array') }, ...cells);
}

export const array = (box) => (stepper) => refresh(box, arrayOf(stepper));

// By hand: each call is sent with all earlier ones, and the server runs them with the real functions from an empty
// board.
export function hand(box) {
  const calls = [], log = h('ol'), board = h('div'), status = h('p', { role: 'status' }),
    slide = h('input', { type: 'range', min: 0, value: 0, 'aria-label': t('slider') });
  const pick = (label, options) => {
    const select = h('select', {}, ...options.map(([value, text]) => h('option', { value }, text)));
    return [h('label', {}, label, ' ', select), select];
  };
  const numbers = (n) => Array.from({ length: n }, (_, i) => [i, String(i)]);
  const types = ['HT_BLOCK 1×1', 'HT_VBAR 1×2', 'HT_HBAR 2×1', 'HT_BOX 2×2'].map((name, i) => [i + 1, name]);
  const picks = [pick('type', types), pick('left', numbers(4)), pick('top', numbers(5))];
  let stepper = null;
  const show = (at) => {
    stepper.go(at);
    slide.value = stepper.at;
    refresh(board, arrayOf(stepper));
    const [what, values] = stepper.frame;
    status.textContent = t('f_' + what, { ...values, value: values.value ?? t('no_value') });
  };
  slide.addEventListener('input', () => show(Number(slide.value)));
  const run = async () => {
    try {
      stepper = new Stepper(await api.get('trace', { show: 'zhoutk-place', calls: calls.join(';') }));
    } catch (error) {
      status.textContent = problem(error);
      return false;
    }
    slide.max = stepper.last;
    log.replaceChildren(...calls.map((call) => h('li', {}, h('code', {}, call))));
    show(stepper.last);
    return true;
  };
  const call = (name) => async () => {
    calls.push([name, ...(name === 'init' ? [] : picks.map(([, select]) => select.value))].join(' '));
    if (!(await run())) calls.pop();
  };
  const buttons = Object.entries({ isPositionAvailable: call('ask'), takePosition: call('take'),
    addGameStateHero: call('add'), initState: call('init'), [t('restart')]: () => { calls.length = 0; run(); } });
  box.replaceChildren(h('section', { class: 'hand', 'aria-label': t('hand') }, h('h3', {}, t('hand')), dim(t('hand_p')),
    h('div', { class: 'bar' }, ...picks.map(([label]) => label)),
    h('div', { class: 'bar' }, ...buttons.map(([name, onclick]) => h('button', { onclick }, name))),
    h('div', { class: 'panes' }, board, h('div', {}, status, slide, log))));
  run();
}
