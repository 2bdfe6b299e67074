// How a layout is written: the quicksort of the pieces, 24 digits, 26 bits, 64 bits, the hash; poos's protocol and
// posts.

import { t, number } from '../../shared/i18n.js';
import { h, refresh } from '../../shared/ui.js';
import { mini } from '../board.js';

const named = (letter) => (letter ? t('piece_' + letter) : '○');
const now = (on) => (on ? 'now' : '');

// The array that is sorted, with its pivot, its two parts and the pointers below.
export const sort = (box) => (stepper) => {
  const get = (name) => stepper.get('at', name), [first, last] = get('part') ?? [0, -1],
    done = new Set(get('done') ?? []), small = get('small'), pivot = get('pivot'), index = get('index');
  const part = (i) => (i === pivot ? 'pivot' : i < first || i > last ? done.has(i) ? 'done' : '' : small !== undefined
    && i <= small && i !== pivot ? 'less' : index !== undefined && i <= index ? 'more' : 'open');
  refresh(box, h('div', { class: 'sorted' }, ...[...stepper.table('item')].map(([i, [key, letter, name]]) =>
    h('div', { class: `slot ${part(i)}` }, h('small', {}, String(i)), h('b', {}, String(key)),
      h('span', {}, get('sorting') ? '' : named(letter)), h('small', {}, get('sorting') ? '' : `[${name}]`),
      h('em', {}, [i === pivot ? t('sort_pivot') : '', i === small ? 'smallindex' : '', i === index ? 'index' : '']
        .filter(Boolean).join('\n'))))),
  h('p', { class: 'legend' }, h('i', { class: 'slot pivot' }), t('sort_pivot'), h('i', { class: 'slot less' }),
    t('sort_lesser'), h('i', { class: 'slot more' }), t('sort_greater'), h('i', { class: 'slot done' }),
      t('sort_final')));
};

// Each stage of the writing below the one before; the one at hand is scrolled to.
export const codes = (box) => (stepper) => {
  const get = (name) => stepper.get('at', name), stage = get('stage'), fresh = (name) => stepper.fresh(name).at(-1),
    code26 = get('code26') ?? '', code64 = get('code64') ?? '', folded = fresh('groups');
  const stages = [];
  const add = (name, ...parts) => stages.push(h('section', { class: `stage-${name} ${now(stage === name)}` },
    h('h3', {}, t('stage_' + name)), ...parts));
  add('digits', h('div', { class: 'wrapbits' }, ...[...stepper.table('digits')].map(([n, [who, text]]) =>
    h('div', { class: 'bits' }, h('span', { class: 'dim' }, who === 'G' ? t('piece_general') : named(who)),
      h('i', { class: n === fresh('digits') ? 'lit' : '' }, text)))));
  const rows = [...stepper.table('row')].sort((a, b) => a[0] - b[0]);
  if (rows.length) add('table', h('div', { class: 'scroll' }, h('table', { class: 'plain' }, h('tr', {},
    ...['code_who', 'Y', 'X', '10Y+X', 'code_place'].map((name) => h('th', {}, name.startsWith('code_')
      ? t(name) : name))), ...rows.map(([place, [who, y, x, key]]) => h('tr', { class: now(place === fresh('row')) },
    ...[named(who), y, x, key, place].map((value) => h('td', {}, String(value))))))));
  if (stepper.table('bits').size) {
    const all = [...stepper.table('bits')].sort((a, b) => a[0] - b[0]);
    add('bits', h('div', { class: 'wrapbits' }, ...all.map(([place, [who, two]]) => h('div', { class: 'bits' },
      h('span', { class: 'dim' }, named(who)), h('i', { class: place === fresh('bits') ? 'lit' : '' }, two)))),
    h('p', { class: 'code wrap' }, `${code26} = ${parseInt(code26, 2)}`));
  }
  if (stepper.table('adds').size) add('adds', h('div', { class: 'wrapbits' }, ...[...stepper.table('adds')].map(
    ([n, [who, cell, three]]) => h('div', { class: 'bits' }, h('span', { class: 'dim' }, named(who)),
      h('i', { class: n === fresh('adds') ? 'lit' : '' }, `${three} << ${3 * cell}`)))),
  h('p', { class: 'code wrap' }, code64.slice(4).match(/.{3}/g)?.join(' ') ?? ''),
  h('p', { class: 'code wrap' }, `= ${BigInt(`0b${code64 || 0}`)}`));
  if (stepper.table('groups').size) add('hash', h('div', { class: 'scroll' }, h('table', { class: 'plain' },
    h('tr', {}, ...['code_shifted', 'code_bits', 'code_value', 'code_sum'].map((name) => h('th', {}, t(name)))),
    ...[...stepper.table('groups')].map(([n, [text, value, sum, shift]]) => h('tr', { class: now(n === folded) },
      h('td', {}, `>> ${shift}`), h('td', { class: 'code' }, text), h('td', {}, number(value)), h('td', {},
        number(sum)))))));
  refresh(box, ...stages);
  const at = box.querySelector('.now');
  if (at) box.scrollTop = box.scrollHeight;
};

/** @type {[string, string[]][]} */
const PROTOCOLS = [['SXNodeState', ['parentState', 'data', 'identifier', 'childeStates']],
  ['SXSeacher', ['startState', 'targetState', 'successComparator', 'historyIdentifier', 'search', 'pathWithState']],
  ['SXAStarState', ['fromValue', 'toValue', 'totalValue', 'toTargetStatus']]];
const CALLED = { start: ['search'], new: ['childeStates', 'successComparator'], known: ['childeStates'],
  goal: ['childeStates', 'successComparator', 'search'], way: ['pathWithState'] };

// poos's three protocols: each member with its value at the step, the methods called marked.
export const protocol = (box) => (stepper) => {
  const fresh = new Set(stepper.fresh('member')), called = new Set(CALLED[stepper.frame[0]] ?? []);
  const value = (name) => {
    const held = stepper.get('member', name);
    if (held === undefined) return called.has(name) ? t('po_called') : name === 'parentState' ? 'nil' : '';
    return held === true ? 'true' : held === false ? 'false' : String(held);
  };
  refresh(box, h('div', { class: 'panes' }, ...PROTOCOLS.map(([name, members]) => h('div', {}, h('h3',
    { class: 'code' }, name), h('div', { class: 'scroll' }, h('table', { class: 'plain' }, ...members.map((each) =>
    h('tr', { class: now(fresh.has(each) || called.has(each)) }, h('td', { class: 'code' }, each),
      h('td', { class: 'code' }, value(each)))))), name === 'SXAStarState' ? h('p', { class: 'dim' }, t('po_unused'))
    : ''))));
};

// The key points met so far, with the steps made by then.
export const posts = (box) => {
  const grid = h('div', { class: 'panes postgrid' });
  box.replaceChildren(grid);
  return (stepper) => {
    const all = [...stepper.table('post')], at = stepper.fresh('post').at(-1);
    refresh(grid, ...all.map(([n, [text, made]]) => h('div', { class: n === at ? 'post at' : 'post' }, mini(text),
      h('p', { class: 'dim' }, t('post_n', { n: n + 1, made })))));
    if (at !== undefined) box.scrollTop = box.scrollHeight;
  };
};
