// How a layout is written: the quicksort of the pieces, 24 digits, 26 bits, 64 bits, the hash; poos's protocol and
// posts.

import { t, number } from '../../shared/i18n.js';
import { h, refresh } from '../../shared/ui.js';
import { mini } from '../board.js';
import { bits, dim, panes, row, scrolled, wrapped } from '../parts.js';

const named = (letter) => (letter ? t('piece_' + letter) : '○');
const now = (on) => ({ class: on ? 'now' : '' });

// The array that is sorted, with its pivot, its two parts and the pointers below.
export const sort = (box) => (stepper) => {
  const get = (name) => stepper.get('at', name), [first, last] = get('part') ?? [0, -1],
    done = new Set(get('done') ?? []), small = get('small'), pivot = get('pivot'), index = get('index');
  const part = (i) => (i === pivot ? 'pivot' : i < first || i > last ? (done.has(i) ? 'done' : '')
    : small !== undefined && i <= small ? 'less' : index !== undefined && i <= index ? 'more' : 'open');
  const slot = ([i, [key, letter, name]]) => h('div', { class: `slot ${part(i)}` }, h('small', {}, String(i)),
    h('b', {}, String(key)), h('span', {}, get('sorting') ? '' : named(letter)),
    h('small', {}, get('sorting') ? '' : `[${name}]`),
    h('em', {}, [i === pivot ? t('sort_pivot') : '', i === small ? 'smallindex' : '', i === index ? 'index' : '']
      .filter(Boolean).join('\n')));
  const legend = { pivot: 'sort_pivot', less: 'sort_lesser', more: 'sort_greater', done: 'sort_final' };
  refresh(box, h('div', { class: 'sorted' }, ...[...stepper.table('item')].map(slot)), h('p', { class: 'legend' },
    ...Object.entries(legend).flatMap(([look, key]) => [h('i', { class: `slot ${look}` }), t(key)])));
};

// Each stage of the writing below the one before; the one at hand is scrolled to.
export const codes = (box) => (stepper) => {
  const get = (name) => stepper.get('at', name), code26 = get('code26') ?? '', code64 = get('code64') ?? '';
  const fresh = (name) => stepper.fresh(name).at(-1), all = (name) => [...stepper.table(name)],
    ordered = (name) => all(name).sort((a, b) => a[0] - b[0]);
  const wide = (text) => dim(text, 'code wrap'), lit = (name, n) => (n === fresh(name) ? 'lit' : '');
  const stages = {
    digits: () => [wrapped(...all('digits').map(([n, [who, text]]) =>
      bits([text], lit('digits', n), who === 'G' ? t('piece_general') : named(who))))],
    row: () => [scrolled([t('code_who'), 'Y', 'X', '10Y+X', t('code_place')], ordered('row').map(
      ([place, [who, y, x, key]]) => row([named(who), y, x, key, place].map(String), now(place === fresh('row')))))],
    bits: () => [wrapped(...ordered('bits').map(([place, [who, two]]) => bits([two], lit('bits', place), named(who)))),
      wide(`${code26} = ${parseInt(code26, 2)}`)],
    adds: () => [wrapped(...all('adds').map(([n, [who, cell, three]]) =>
      bits([`${three} << ${3 * cell}`], lit('adds', n), named(who)))),
    wide(code64.slice(4).match(/.{3}/g)?.join(' ') ?? ''), wide(`= ${BigInt(`0b${code64 || 0}`)}`)],
    groups: () => [scrolled(['code_shifted', 'code_bits', 'code_value', 'code_sum'].map((name) => t(name)),
      all('groups').map(([n, [text, value, sum, shift]]) => row([`>> ${shift}`, [text, { class: 'code' }],
        number(value), number(sum)], now(n === fresh('groups')))))],
    back: () => [wrapped(...all('back').map(([n, [who, cell, two]]) =>
      bits([`${two} → ${cell}`], lit('back', n), named(who))))],
  };
  refresh(box, ...Object.entries(stages).filter(([name]) => name === 'digits' || stepper.table(name).size).map(
    ([name, parts]) => {
      const stage = { row: 'table', groups: 'hash' }[name] ?? name;
      return h('section', { class: `stage-${stage} ${now(get('stage') === stage).class}` },
        h('h3', {}, t('stage_' + stage)), ...parts());
    }));
  if (box.querySelector('.now')) box.scrollTop = box.scrollHeight;
};

const PROTOCOLS = {
  SXNodeState: ['parentState', 'data', 'identifier', 'childeStates'],
  SXSeacher: ['startState', 'targetState', 'successComparator', 'historyIdentifier', 'search', 'pathWithState'],
  SXAStarState: ['fromValue', 'toValue', 'totalValue', 'toTargetStatus'],
};
const CALLED = { start: ['search'], new: ['childeStates', 'successComparator'], known: ['childeStates'],
  goal: ['childeStates', 'successComparator', 'search'], way: ['pathWithState'] };

// poos's three protocols: each member with its value at the step, the methods called marked.
export const protocol = (box) => (stepper) => {
  const fresh = new Set(stepper.fresh('member')), called = new Set(CALLED[stepper.frame[0]] ?? []),
    code = { class: 'code' };
  const value = (name) => String(stepper.get('member', name)
    ?? (called.has(name) ? t('po_called') : name === 'parentState' ? 'nil' : ''));
  refresh(box, panes(Object.entries(PROTOCOLS).map(([name, members]) => [[code, name],
    scrolled(null, members.map((each) =>
      row([[each, code], [value(each), code]], now(fresh.has(each) || called.has(each))))),
    name === 'SXAStarState' ? dim(t('po_unused')) : ''])));
};

// The key points met so far, with the steps made by then.
export const posts = (box) => {
  const grid = h('div', { class: 'panes postgrid' });
  box.replaceChildren(grid);
  return (stepper) => {
    const at = stepper.fresh('post').at(-1);
    refresh(grid, ...[...stepper.table('post')].map(([n, [text, made]]) =>
      h('div', { class: n === at ? 'post at' : 'post' }, mini(text), dim(t('post_n', { n: n + 1, made })))));
    if (at !== undefined) box.scrollTop = box.scrollHeight;
  };
};
