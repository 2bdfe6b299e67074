// A set of pieces as small signs with numbers, and in words.

import { boxOf } from '../rules/puzzle.js';
import { listed, t } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { h } from '../shared/ui.js';
import { bodyOf, styleOf, svg } from './shape.js';

// The key piece first, then the larger, then those that lie.
const rank = ({ shape, style }) => (style === 'key' ? 1e3 : 0) + 2 * shape.length + Number(style.startsWith('h'));
const CELL = 8, MOST = 6;
const HAN = '零一二三四五六七八九十';
const numeral = (n) => HAN[n] ?? String(n);

// A set such as `2x2:1 2x1:1 1x2:4 1x1:4` in words: "1 lying, 4 upright, 4 soldiers", 一横四竖四卒.
export function setWords(set) {
  const parts = set.split(' ').filter(Boolean).map((part) => /** @type {[string, string]} */ (part.split(':')));
  const count = Object.fromEntries(parts), zh = settings.lang === 'zh';
  if (count['2x2'] === '1' && parts.every(([size]) => ['2x2', '2x1', '1x2', '1x1'].includes(size))) {
    const names = [['2x1', 'set_lying'], ['1x2', 'set_upright'], ['1x1', 'set_soldiers']],
      some = names.filter(([size]) => count[size]);
    return some.map(([size, key]) => t(key, { n: zh ? numeral(count[size]) : count[size] })).join(zh ? '' : ', ');
  }
  return listed(parts.map(([size, n]) => {
    const [sides, cells] = size.split('/');
    return t(cells ? 'set_cells' : 'set_some', { n, size: sides.replace('x', ' × '), cells });
  }));
}

// How many lie, which gives openings their class: "one lying", 一横; empty for other puzzles.
export function classWords(set) {
  const lying = /^2x2:1( |$)/.test(set) && /^[12]x[12]:\d+( [12]x[12]:\d+)*$/.test(set)
    ? Number(/ 2x1:(\d+)/.exec(set)?.[1] ?? 0) : null;
  return lying === null ? '' : t('class').split('|')[lying] ?? '';
}

// The kinds of a puzzle as signs, for a screen reader in words.
export function kinds(puzzle, set = puzzle.piece_set ?? '') {
  const found = new Map();
  for (const { kind } of puzzle.pieces) {
    const { shape } = puzzle.kinds[kind], style = styleOf(puzzle, kind), key = `${style} ${shape}`;
    if (!found.has(key)) found.set(key, { shape, style, n: 0 });
    found.get(key).n += 1;
  }
  const label = setWords(set);
  const all = [...found.values()].sort((a, b) => rank(b) - rank(a));
  const drawn = all.slice(0, MOST).map(({ shape, style, n }) => {
    const { x, y, w, h: high } = boxOf(shape);
    return h('span', { class: 'kind' }, svg('svg', { viewBox: `${x} ${y} ${w} ${high}`, width: w * CELL,
      height: high * CELL, 'aria-hidden': 'true', class: style }, svg('path', { d: bodyOf(shape) })),
    n > 1 ? h('i', {}, String(n)) : null);
  });
  return h('span', { class: 'kinds', role: 'img', 'aria-label': label, title: label }, ...drawn,
    all.length > MOST ? h('i', {}, '…') : null);
}

// The difficulty as five small squares.
export const starred = (stars) => (stars ? h('span',
  { class: 'stars', role: 'img', 'aria-label': t('difficulty', { n: stars }) },
  ...[1, 2, 3, 4, 5].map((n) => h('i', { class: n <= stars ? 'on' : null }))) : null);
