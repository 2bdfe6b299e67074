// 马旭's four representations side by side, and the knight.

import { t } from '../../shared/i18n.js';
import { h, refresh } from '../../shared/ui.js';
import { mini } from '../board.js';

const PROGRAMS = ['ma_matrix', 'ma_string', 'ma_sign', 'ma_path'];

function matrix(values, columns, mark = (i) => '') {
  const grid = h('div', { class: 'matrix' }, ...values.map((value, i) => h('i', { class: mark(i) }, String(value))));
  grid.style.gridTemplateColumns = `repeat(${columns}, auto)`;
  return grid;
}

export const four = (box) => (stepper) => {
  refresh(box, h('div', { class: 'panes quad' }, ...PROGRAMS.map((key, n) => {
    const get = (table, name) => stepper.get(`${n}:${table}`, name), held = get('held', 'x'),
      sign = get('held', 'sign'), tested = get('at', 'tested');
    const mark = (i) => (tested && i === tested[0] ? 'here' : tested && i === tested[1] ? (tested[2] ? 'lit' : 'to')
      : '');
    const [what, values] = get('said', 'it') ?? ['start', {}];
    const bytes = Math.max(0, ...[...stepper.table(`${n}:stack`).values()].map((frame) => frame[2])),
      depth = stepper.table(`${n}:stack`).size;
    const flat = held === undefined ? null : typeof held === 'string' ? [...held] : held.flat();
    return h('div', {}, h('h3', {}, t(key)), flat ? null : mini(get('at', 'board'), get('at', 'width')),
      h('p', { class: 'dim' }, t('f_' + what, { ...values, first: '' })),
      flat ? (n === 1 ? h('div', { class: 'wrapbits' },
        h('div', { class: 'bits' }, ...flat.map((digit, i) =>
        h('i', { class: mark(i) === 'here' ? 'lit' : mark(i) ? 'soft' : '' }, digit))))
        : matrix(flat, get('at', 'width'), mark)) : '',
      sign ? h('div', {}, h('p', { class: 'dim code' }, `sign[${sign[0]}]`), matrix([...sign[1]], get('at', 'width'),
        (i) => (i === sign[2] ? 'here' : sign[1][i] === '1' ? 'lit' : ''))) : '',
      h('p', { class: 'dim' }, t('ma_counts', { calls: get('count', 'calls') ?? 0, tests: get('count', 'tests') ?? 0,
        ways: get('count', 'ways') ?? 0 })),
      h('p', { class: 'dim' }, t('ma_stack', { d: depth, b: bytes, n: depth * bytes })));
  })));
};

export const knight = (box) => (stepper) => {
  const size = stepper.get('at', 'size'), at = stepper.get('at', 'cell'), row = stepper.get('at', 'row') ?? '';
  const visited = stepper.table('visit'), cells = Array.from({ length: size * size }, (_, i) => i);
  refresh(box, h('div', { class: 'panes' },
    h('div', {}, h('h3', {}, t('knight_board')), matrix(cells.map((i) => visited.get(i) ?? '·'), size,
      (i) => (i === at ? 'here' : visited.has(i) ? 'visited' : row[i] === '1' ? 'lit' : ''))),
    h('div', {}, h('h3', {}, t('knight_row', { p: at ?? '' })),
      row ? matrix([...row], size, (i) => (row[i] === '1' ? (visited.has(i) ? 'to' : 'lit') : '')) : '')));
};

// The ways found, as his program prints them.
export const ways = (box) => (stepper) => {
  const all = [...stepper.table('ways')];
  refresh(box, h('p', { class: 'code' }, `Enter m: ${stepper.frames[0][1].m}`),
    ...all.map(([n, way]) => h('p', { class: 'code' }, `Pass No ${n + 1}: ${way}`)),
      h('p', { class: 'dim' }, t('ways_so_far', { n: all.length })));
};
