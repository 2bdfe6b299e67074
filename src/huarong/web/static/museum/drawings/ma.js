// 马旭's four representations side by side, and the knight.

import { t } from '../../shared/i18n.js';
import { h, refresh } from '../../shared/ui.js';

const PROGRAMS = ['ma_matrix', 'ma_string', 'ma_sign', 'ma_path'];

function matrix(values, columns, mark = (i) => '') {
  const grid = h('div', { class: 'matrix' }, ...values.map((value, i) => h('i', { class: mark(i) }, String(value))));
  grid.style.gridTemplateColumns = `repeat(${columns}, auto)`;
  return grid;
}

const programs = (stepper) => (stepper.table('0:at').size ? PROGRAMS.map((key, n) => [key, `${n}:`]) : [[PROGRAMS[0],
  '']]);
const cells = (text) => [...text].map((each) => String(parseInt(each, 36)));

// The state x (or the global a), and the backup y of the call at hand.
function state(stepper, prefix, n) {
  const get = (table, name) => stepper.get(prefix + table, name), tested = get('at', 'tested'),
    width = get('at', 'width'), text = get('at', 'board') ?? '', frames = [...stepper.table(prefix + 'stack').values()],
    backup = frames.sort((a, b) => a[0] - b[0]).at(-1)?.[3];
  const mark = (i) => (tested && i === tested[0] ? 'here' : tested && i === tested[1] ? (tested[2]
    ? 'lit' : 'to') : '');
  const row = (word, marked) => h('div', { class: 'wrapbits' }, h('div', { class: 'bits' }, ...cells(word).map(
    (digit, i) => h('i', { class: marked(i) === 'here' ? 'lit' : marked(i) ? 'soft' : '' }, digit))));
  const as = (word, marked) => (n === 1 ? row(word, marked) : matrix(cells(word), width, marked));
  return h('div', { class: 'held' }, h('div', {}, h('b', {}, n === 3 ? 'a' : 'x'), as(text, mark)),
    backup ? h('div', {}, h('b', {}, 'y'), as(backup, () => '')) : '');
}

export const four = (box) => (stepper) => {
  refresh(box, h('div', { class: 'panes quad' }, ...programs(stepper).map(([key, prefix], n) => {
    const get = (table, name) => stepper.get(prefix + table, name), sign = get('held', 'sign'),
      width = get('at', 'width'), [what, values] = get('said', 'it') ?? ['start', {}],
      frames = [...stepper.table(prefix + 'stack').values()], bytes = frames[0]?.[2] ?? 0;
    return h('div', {}, h('h3', {}, t(key)),
      h('p', { class: 'dim lines3' }, t('f_' + what, { ...values, toward: values.toward
        ? t('way_' + values.toward) : '' })), state(stepper, prefix, n),
      n > 1 && sign ? h('div', {}, h('p', { class: 'dim code' }, `sign[${sign[0]}]`), matrix([...sign[1]], width,
        (i) => (i === sign[2] ? 'here' : sign[1][i] === '1' ? 'lit' : ''))) : '',
      h('p', { class: 'dim' }, t('ma_counts', { calls: get('count', 'calls') ?? 0, tests: get('count', 'tests') ?? 0,
        ways: get('count', 'ways') ?? 0 })),
      h('p', { class: 'dim' }, t('ma_copies', { n: get('count', 'copies') ?? 0 })),
      h('p', { class: 'dim' }, t('ma_stack', { d: frames.length, b: bytes, n: frames.length * bytes })));
  })));
};

// The path matrix pass[k][9]: rows up to n are the path; what is left beyond is overwritten in time, and never read.
export const passes = (box) => (stepper) => {
  const blank = (text) => text.indexOf('0');
  refresh(box, h('div', { class: 'panes quad' }, ...programs(stepper).map(([key, prefix]) => {
    const n = stepper.get(prefix + 'at', 'n') ?? -1, rows = [...stepper.table(prefix + 'pass')].sort((a,
      b) => a[0] - b[0]),
      tested = stepper.get(prefix + 'at', 'tested'), size = stepper.get(prefix + 'at', 'board')?.length ?? 9;
    return h('div', {}, h('h3', {}, t(key)), h('div', { class: 'scroll' }, h('table', { class: 'pass' },
      h('tr', {}, h('th', {}, 'k'), h('th', { colspan: size }, 'pass[k]'), h('th', {}, 'mc[k]')),
      ...rows.map(([k, text], i) => h('tr', { class: k > n + (tested?.[2] ? 1 : 0) ? 'stale' : k === n ? 'now' : '' },
        h('th', {}, String(k)), ...cells(text).map((each, at) => h('td', { class: at === blank(text)
          ? 'zero' : '' }, each)), h('td', { class: 'mc' }, i ? cells(text)[blank(rows[i - 1][1])] : ''))))));
  })));
};

// The sign matrix: row p for the blank at cell p, 1 where it may go.
export const signs = (box) => (stepper) => {
  const prefix = stepper.table('2:sign').size ? '2:' : '', rows = [...stepper.table(prefix + 'sign')],
    now = stepper.get(prefix + 'held', 'sign') ?? stepper.get('at', 'sign');
  refresh(box, rows.length ? h('div', { class: 'scroll' }, h('table', { class: 'pass sign' },
    h('tr', {}, h('th', {}, ''), ...rows.map(([k]) => h('th', {}, String(k)))),
    ...rows.map(([p, row]) => h('tr', { class: p === now?.[0] ? 'now' : '' }, h('th', {}, String(p)),
      ...[...row].map((one, k) => h('td', { class: `${one === '1' ? 'one' : ''} ${p === now?.[0] && k === now[2]
        ? 'zero'
        : ''}` }, one)))))) : h('p', { class: 'dim' }, t('signs_none')));
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
  refresh(box, h('p', { class: 'code' }, `Enter m: ${stepper.trace.option}`),
    ...all.map(([n, way]) => h('p', { class: 'code' }, `Pass No ${n + 1}: ${way}`)),
      h('p', { class: 'dim' }, t('ways_so_far', { n: all.length })));
};
