// 马旭's four representations side by side, and the knight.

import { t } from '../../shared/i18n.js';
import { h, refresh } from '../../shared/ui.js';
import { bits, dim, panes, scrolled, wrapped } from '../parts.js';

const PROGRAMS = ['ma_matrix', 'ma_string', 'ma_sign', 'ma_path'];

function matrix(values, columns, mark = (i) => '') {
  const boxes = Array.from(values, (value, i) => h('i', { class: mark(i) }, String(value))),
    grid = h('div', { class: 'matrix' }, ...boxes);
  grid.style.gridTemplateColumns = `repeat(${columns}, auto)`;
  return grid;
}

// The programs of a trace: the key of each one's name, and what looks up its tables.
const programs = (stepper) => (stepper.table('0:at').size ? PROGRAMS : [PROGRAMS[0]]).map((key, n, { length }) => {
  const own = (table) => (length > 1 ? `${n}:${table}` : table);
  return { key, n, get: (table, name) => stepper.get(own(table), name), table: (name) => stepper.table(own(name)) };
});
const cells = (text) => [...text].map((each) => String(parseInt(each, 36)));

// The state x (or the global a), and the backup y of the call at hand.
function state({ n, get, table }) {
  const [here, to, free] = get('at', 'tested') ?? [], width = get('at', 'width'),
    backup = [...table('stack').values()].sort((a, b) => a[0] - b[0]).at(-1)?.[3];
  const mark = (i) => (i === here ? 'here' : i === to ? (free ? 'lit' : 'to') : '');
  const as = (name, word, marked) => h('div', {}, h('b', {}, name), n === 1
    ? wrapped(bits(cells(word), (i) => ({ here: 'lit', '': '' })[marked(i)] ?? 'soft'))
    : matrix(cells(word), width, marked));
  return h('div', { class: 'held' }, as(n === 3 ? 'a' : 'x', get('at', 'board') ?? '', mark),
    backup ? as('y', backup, () => '') : '');
}

export const four = (box) => (stepper) => {
  refresh(box, panes(programs(stepper).map((program) => {
    const { key, n, get, table } = program, [p, signs, now] = get('held', 'sign') ?? [],
      [what, values] = get('said', 'it') ?? ['start', {}], count = (name) => get('count', name) ?? 0,
      frames = [...table('stack').values()], bytes = frames[0]?.[2] ?? 0;
    const said = t('f_' + what, { ...values, toward: values.toward ? t('way_' + values.toward) : '' });
    return [t(key), dim(said, 'dim lines3'), state(program),
      n > 1 && signs ? h('div', {}, dim(`sign[${p}]`, 'dim code'), matrix(signs, get('at', 'width'),
        (i) => (i === now ? 'here' : signs[i] === '1' ? 'lit' : ''))) : '',
      dim(t('ma_counts', { calls: count('calls'), tests: count('tests'), ways: count('ways') })),
      dim(get('count', 'copies') === undefined ? '' : t('ma_copies', { n: count('copies') })),
      dim(t('ma_stack', { d: frames.length, b: bytes, n: frames.length * bytes }))];
  }), 'panes quad'));
};

// The path matrix pass[k][9]: rows up to n are the path; what is left beyond is overwritten in time, and never read.
export const passes = (box) => (stepper) => {
  const blank = (text) => text.indexOf('0');
  refresh(box, panes(programs(stepper).map(({ key, get, table }) => {
    const n = get('at', 'n') ?? -1, rows = [...table('pass')].sort((a, b) => a[0] - b[0]),
      last = get('at', 'tested')?.[2] ? n + 1 : n;
    const line = ([k, text]) => h('tr', { class: k > last ? 'stale' : k === n ? 'now' : '' }, h('th', {}, String(k)),
      ...cells(text).map((each, at) => h('td', { class: at === blank(text) ? 'zero' : '' }, each)),
      h('td', { class: 'mc' }, String(get('mc', k) ?? '')));
    return [t(key), scrolled(['k', ['pass[k]', { colspan: get('at', 'board')?.length ?? 9 }], 'mc[k]'], rows.map(line),
      'pass')];
  }), 'panes quad'));
};

// The sign matrix: row p for the blank at cell p, 1 where it may go.
export const signs = (box) => (stepper) => {
  const prefix = stepper.table('2:sign').size ? '2:' : '', rows = [...stepper.table(prefix + 'sign')],
    [now, , to] = stepper.get(prefix + 'held', 'sign') ?? stepper.get('at', 'sign') ?? [];
  const line = ([p, signs]) => h('tr', { class: p === now ? 'now' : '' }, h('th', {}, String(p)), ...[...signs].map(
    (one, k) => h('td', { class: `${one === '1' ? 'one' : ''} ${p === now && k === to ? 'zero' : ''}` }, one)));
  refresh(box, rows.length ? scrolled(['', ...rows.map(([k]) => String(k))], rows.map(line), 'pass sign')
    : dim(t('signs_none')));
};

export const knight = (box) => (stepper) => {
  const [size, at, near = ''] = ['size', 'cell', 'row'].map((name) => stepper.get('at', name)),
    visited = stepper.table('visit'), cells = Array.from({ length: size * size }, (_, i) => i);
  refresh(box, panes([
    [t('knight_board'), matrix(cells.map((i) => visited.get(i) ?? '·'), size,
      (i) => (i === at ? 'here' : visited.has(i) ? 'visited' : near[i] === '1' ? 'lit' : ''))],
    [t('knight_row', { p: at ?? '' }),
      near ? matrix(near, size, (i) => (near[i] === '1' ? (visited.has(i) ? 'to' : 'lit') : '')) : '']]));
};

// The ways found, as his program prints them.
export const ways = (box) => (stepper) => {
  const all = [...stepper.table('ways')];
  refresh(box, dim(`Enter m: ${stepper.trace.option}`, 'code'),
    ...all.map(([n, way]) => dim(`Pass No ${n + 1}: ${way}`, 'code')), dim(t('ways_so_far', { n: all.length })));
};
