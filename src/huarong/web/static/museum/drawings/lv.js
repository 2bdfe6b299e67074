// 吕震宇's other structures: the ring of the pool with its pointers, the hash with chains, the stack; and the window of
// WinHRD.

import { t, number } from '../../shared/i18n.js';
import { h, refresh } from '../../shared/ui.js';
import { row, scrolled } from '../parts.js';
import { onCanvas } from '../pen.js';
import { list, repeated } from './trees.js';

const MOST_LINES = 24, WIDE = 44;
const POINTERS = [['current', 'indigo'], ['last', 'jade'], ['allocate', 'alert'], ['end', 'ink']];

export const pool = onCanvas('d_pool', (pen) => (stepper) => {
  const places = stepper.table('pool'), ring = stepper.table('ring'),
    order = Array.from({ length: stepper.get('at', 'places') ?? 0 }, (_, i) => i);
  for (const [slot, after] of ring) order.splice(order.indexOf(after) + 1, 0, slot);
  const used = order.findLastIndex((slot) => places.has(slot)) + 1, shown = Math.min(order.length, used + 60),
    slots = order.slice(0, shown), n = order.length;
  const mark = Object.fromEntries(POINTERS.map(([name]) => [name, stepper.get('mark', name)]));
  const index = (name) => order.indexOf(mark[name]), first = index('current'), last = index('last'),
    given = index('allocate');
  const between = (i, a, b) => a >= 0 && b >= 0 && ((i - a + n) % n) <= ((b - a + n) % n);
  const width = pen.space.width - 10, radius = Math.min(190, width / 2 - 78, pen.room() / 2 - 40),
    round = slots.length * WIDE <= 2 * Math.PI * radius, per = Math.max(4, Math.floor(width / WIDE));
  const height = round ? pen.room() : Math.max(pen.room(), Math.ceil(slots.length / per) * 46 + 40);
  pen.begin(height);
  const spot = (i) => {
    if (!round) return [8 + (i % per) * WIDE + WIDE / 2, 46 + Math.floor(i / per) * 46];
    const angle = (i / slots.length) * 2 * Math.PI - Math.PI / 2;
    return [pen.width / 2 + radius * Math.cos(angle), height / 2 + radius * Math.sin(angle)];
  };
  if (round) pen.disc(pen.width / 2, height / 2, radius, null, 'edge');
  slots.forEach((slot, i) => {
    const [x, y] = spot(i), held = places.get(slot);
    if (held === undefined) return pen.box(x - 19, y - 10, 38, 20, 'sheet', 'edge', 0.8, 4);
    const style = !stepper.frame[0].includes('none') && between(i, first, last) ? ['indigo', 'on']
      : given !== last && between(i, last, given) ? ['jade', 'on'] : ['floor', 'dim'];
    return pen.tag(held, x, y, [38, 20], [...style, 'edge'],
      { width: 0.8, radius: 4, reach: 12, what: stepper.get('list', held)?.[2] });
  });
  const said = new Map();
  for (const [name, colour] of POINTERS) {
    const i = index(name);
    if (i < 0 || i >= slots.length) continue;
    const [x, y] = spot(i), nth = said.get(i) ?? 0;
    said.set(i, nth + 1);
    if (round) {
      const dx = x - pen.width / 2, dy = y - height / 2, side = Math.abs(dx) > 20,
        k = (radius + 22) / radius, [at, low] = [pen.width / 2 + dx * k, height / 2 + dy * k];
      pen.text(name, side ? at + Math.sign(dx) * 4 : at, low + (dy < 0 && !side ? -1 : 1) * 14 * nth, colour, 13,
        dx > 20 ? 'left' : dx < -20 ? 'right' : 'center', true);
    } else pen.text({ current: 'C', last: 'L', allocate: 'A', end: 'E' }[name], x - 14 + 10 * nth, y - 17, colour, 13,
      'center', true);
  }
  if (round) pen.text(t('pool_n', { n: number(n) }), pen.width / 2, height / 2, 'dim', 13);
  else pen.text(t('pool_marks'), 8, 9, 'dim', 13, 'left');
  pen.canvas.setAttribute('aria-label', t('pool_is', { n: number(n), c: places.get(mark.current) ?? '',
    l: places.get(mark.last) ?? '', a: places.get(mark.allocate) ?? '' }));
});

export const hash = onCanvas('d_hash', (pen) => (stepper) => {
  const chains = stepper.table('hash'), at = stepper.get('at', 'chain');
  pen.begin(Math.max(430, pen.room()));
  const w = pen.width - 20, x = (place) => 10 + (place / 66000) * w;
  pen.text(t('hash_all'), 10, 12, 'dim', 13, 'left');
  pen.box(10, 22, w, 34, 'floor', null, 1, 2);
  for (const [place, chain] of chains) pen.line([[x(place), 56], [x(place), 56 - Math.min(32, 6 + 4 * chain.length)]],
    chain.length > 4 ? 'red' : chain.length > 1 ? 'ochre' : 'jade', 1);
  const now = chains.get(at) ?? [];
  if (at !== undefined) pen.line([[x(at), 18], [x(at), 66]], 'focus', 2);
  const longest = [...chains].reduce((best, each) => (each[1].length > (best?.[1].length ?? 0) ? each : best), null);
  const row = (label, place, chain, y) => {
    pen.text(label, 10, y - 20, 'dim', 13, 'left');
    pen.tag(place, 39, y, [58, 20], ['floor', 'ink', 'edge']);
    chain.forEach((n, i) => {
      const left = 88 + i * 58;
      pen.line([[left - 16, y], [left - 2, y]], 'edge', 1.5);
      const look = n === stepper.fresh('list').at(-1) ? 'red' : n === stepper.get('at', 'known')
        && stepper.frame[0] === 'known' ? 'ochre' : 'indigo';
      pen.tag(n, left + 22, y, [44, 20], [look, 'on'], { reach: 16, what: stepper.get('list', n)?.[2] });
    });
  };
  if (at !== undefined) row(t('hash_now'), at, now, 104);
  if (longest) row(t('hash_longest', { n: longest[1].length }), ...longest, 158);
  const lengths = [];
  for (const chain of chains.values()) lengths[chain.length] = (lengths[chain.length] ?? 0) + 1;
  const most = Math.max(1, ...lengths.filter(Boolean));
  pen.text(t('hash_lengths'), 10, 196, 'dim', 13, 'left');
  for (let n = 1; n < Math.max(lengths.length, 4); n++) {
    const left = 14 + (n - 1) * 52, high = 60 * (lengths[n] ?? 0) / most;
    pen.box(left, 276 - high, 36, Math.max(1, high), 'jade', null, 1, 2);
    pen.text(number(lengths[n] ?? 0), left + 18, 268 - high, 'ink', 13);
    pen.text(String(n), left + 18, 288, 'dim', 13);
  }
  list(pen, stepper, 306, pen.height - 306);
  pen.canvas.setAttribute('aria-label', t('hash_is', { n: number(chains.size), l: longest?.[1].length ?? 0 }));
});

// A look-up in the sorted array: at each comparison the part that is left, with the code in its middle.
export const halves = onCanvas('d_halves', (pen) => (stepper) => {
  const asks = repeated(stepper.frame[0]) || stepper.frame[0] === 'new', fresh = asks ? stepper.fresh('list').at(-1)
    : undefined, now = fresh ?? (asks ? stepper.get('at', 'known') : undefined), codes = stepper.table('list'),
    order = [...codes.keys()].sort((a, b) => codes.get(a)[3] - codes.get(b)[3]), to = order.indexOf(now),
    probes = asks ? stepper.get('at', 'probes') ?? [] : [];
  if (fresh !== undefined) order.splice(to, 1);
  pen.begin(pen.room());
  const n = order.length, wide = (pen.width - 16) / n, row = Math.min(64, (pen.height - 76) / (probes.length + 1));
  let [low, high] = [0, n];
  const bar = (y, from, until) =>
    pen.box(8 + from * wide, y, Math.max(2, (until - from) * wide), 16, 'floor', 'edge', 0.8);
  bar(30, 0, n);
  pen.text(t('halves_is', { n: number(n), k: probes.length }), 8, 14, 'ink', 13, 'left');
  probes.forEach(([middle, code], i) => {
    const y = 30 + i * row, x = 8 + (middle + 0.5) * wide;
    bar(y, low, high);
    pen.tag(code, x, y + 8, [11 + 8 * String(code).length, 18], [code === now ? 'ochre' : 'indigo', 'on'],
      { reach: 14, what: codes.get(code)?.[2] });
    if (middle < to) low = middle + 1;
    else high = middle;
  });
  if (fresh === undefined) return;
  const y = 30 + probes.length * row, x = 8 + low * wide;
  bar(y, low, n);
  pen.tag(fresh, Math.min(pen.width - 16, x + 8), y + 8, [11 + 8 * String(fresh).length, 18], ['red', 'on']);
  pen.text(t('halves_moved', { n: number(n - low) }), 8, y + 30, 'ink', 13, 'left');
});

// Quadratic probing: the places that a look-up has read, one after the other, and what lies there.
export const probes = onCanvas('d_probes', (pen) => (stepper) => {
  const asks = repeated(stepper.frame[0]) || stepper.frame[0] === 'new',
    read = asks ? stepper.get('at', 'probes') ?? [] : [], fresh = stepper.fresh('list').at(-1);
  pen.begin(Math.max(pen.room(), 110 + 28 * read.length));
  const x = (place) => 10 + (place / 65536) * (pen.width - 20);
  pen.text(t('probes_all', { n: number(stepper.table('hash').size) }), 10, 12, 'dim', 13, 'left');
  pen.box(10, 22, pen.width - 20, 34, 'floor', null, 1, 2);
  for (const place of stepper.table('hash').keys()) pen.line([[x(place), 30], [x(place), 56]], 'jade', 1);
  read.forEach(([place, n], i) => {
    const y = 96 + 28 * i, mine = n === null || n === fresh || (n === stepper.get('at', 'known') && !fresh);
    pen.line([[x(place), 20], [x(place), 60]], mine ? 'red' : 'focus', 2);
    pen.text(i ? `+${number((place - read[i - 1][0] + 65536) % 65536)}` : '', 44, y, 'dim', 13, 'right');
    pen.tag(place, 84, y, [58, 20], ['floor', 'ink', 'edge']);
    pen.tag(n ?? fresh ?? '', 152, y, [52, 20], [n === null || n === fresh ? 'red' : mine ? 'ochre' : 'indigo', 'on'],
      { reach: 16, what: stepper.get('list', n ?? fresh)?.[2] });
  });
  if (read.length) pen.text(t('probes_read', { n: read.length }), 10, 76, 'ink', 13, 'left');
});

// A pile of lines, the last on top: `linesOf` a stepper, and the key of the text where there are none.
const piled = (box, linesOf, none) => {
  const pile = h('ol', { class: 'pile', reversed: true }), empty = h('p', { class: 'dim' }, t(none));
  box.replaceChildren(empty, pile);
  return (stepper) => {
    const all = linesOf(stepper), more = all.length - MOST_LINES;
    empty.hidden = all.length > 0;
    pile.replaceChildren(...all.slice(0, MOST_LINES).map((line) => h('li', {}, line)),
      ...(more > 0 ? [h('li', {}, t('more_n', { n: more }))] : []));
  };
};

export const stack = (box, page) => piled(box, (stepper) => [...stepper.table('stack')].sort((a, b) => b[0] - a[0])
  .map(([, entry]) => page.worded(entry)), 'stack_empty');

const PARTS = ['Chessman', 'Layout', 'Mediator', 'CircularLinkedList', 'AVLTree', 'TreeLinkedList', 'IResultHandler'];
const SHORT = { CircularLinkedList: 'Circular…', TreeLinkedList: 'TreeLinked…', IResultHandler: 'IResult…' };

// The calls of a step in their order, from part to part, all by way of the mediator.
export const calls_of = onCanvas('d_calls_of', (pen) => (stepper) => {
  const calls = stepper.get('at', 'calls') ?? [], parts = PARTS.map((name) =>
    (name === 'AVLTree' && stepper.get('count', 'longest') !== undefined ? 'HashTable' : name));
  const row = 38, top = 26;
  pen.begin(Math.max(pen.room(), top + 24 + calls.length * row));
  const wide = (pen.width - 16) / parts.length, x = (name) => 8 + (parts.indexOf(name) + 0.5) * wide;
  parts.forEach((name, i) => {
    pen.text(wide < 130 ? (SHORT[name] ?? name).slice(0, Math.max(3, Math.floor(wide / 7.4))) : name, x(name),
      wide < 70 && i % 2 ? 28 : 12, 'ink', 13, 'center', true);
    pen.line([[x(name), top + 12], [x(name), top + 20 + calls.length * row]], 'edge', 1, [3, 4]);
  });
  calls.forEach(([from, to, what], i) => {
    const y = top + 46 + i * row, middle = (x(from) + x(to)) / 2, half = 3.9 * (what.length + 3);
    pen.arrow([x(from), y], [x(to), y], 'indigo', 1.6);
    pen.text(`${i + 1}. ${what}`, Math.max(half, Math.min(pen.width - half, middle)), y - 11, 'ink', 13);
  });
  if (!calls.length) pen.text(t('calls_none'), pen.width / 2, top + 50, 'dim', 13);
  pen.canvas.setAttribute('aria-label', calls.map(([from, to, what]) => `${from} → ${to}.${what}`).join('; '));
});

// The two arrays of a layout: ten pieces, and the same objects sorted together with the two empty cells.
export const arrays = onCanvas('d_arrays', (pen) => (stepper) => {
  const men = stepper.get('arrays', 'chessmen') ?? [], sorted = stepper.get('arrays', 'sorted') ?? [];
  pen.begin(pen.room());
  if (!men.length) return;
  const wide = (pen.width - 12) / 12, x = (i) => 6 + (i + 0.5) * wide, low = Math.min(pen.room() - 60, 210);
  const box = (i, y, [letter], at) => {
    pen.box(x(i) - wide / 2 + 1.5, y - 22, wide - 3, 44, letter ? 'floor' : 'sheet', 'edge', 1, 4);
    pen.text(letter ? t('piece_' + letter).slice(0, wide < 50 ? 3 : 9) : '○', x(i), y - 9, 'ink', 13);
    pen.text(at, x(i), y + 10, 'dim', 13);
  };
  pen.text('_chessmen', 6, 12, 'ink', 13, 'left', true);
  pen.text('sortedChessmen', 6, low + 38, 'ink', 13, 'left', true);
  const own = men.filter(([letter]) => letter), master = (from) => men[from][2] === 99;
  sorted.forEach((from, to) => from < own.length
    && pen.line([[x(from), 70], [x(to), low - 24]], master(from) ? 'red' : 'indigo', 1.4));
  own.forEach((man, i) => box(i, 46, man, String(10 * Math.floor(man[1] / 4) + man[1] % 4)));
  sorted.forEach((from, to) => box(to, low, men[from], master(from) ? 'A' : String(to)));
  pen.text(t('arrays_y'), 100, 12, 'dim', 13, 'left');
  pen.canvas.setAttribute('aria-label', `sortedChessmen: ${sorted.join(' ')}`);
});

// The calls of BeginProcess on the stack: one for each level, each waiting for the next.
export const begun = (box) => piled(box, (stepper) => [...stepper.table('begun').values()].sort((a, b) => b[0] - a[0])
  .map(([level, n]) => t('begun_is', { level: level - 1, n: number(n) })), 'begun_done');

// The window of WinHRD, re-created: the label, the two buttons and the text of part 16.
export const window = (box, page) => {
  const label = h('p', { class: 'code' }), text = h('pre', { tabindex: 0, 'aria-label': 'txtResult' });
  const press = (name, act) => h('button', { onclick: act }, name);
  box.replaceChildren(
    h('div', { class: 'winhrd', role: 'group', 'aria-label': 'WinHRD' }, h('p', { class: 'bar-title' }, 'WinHRD'),
      label, h('div', { class: 'bar' }, press('begin', page.begin), press('stop', page.stop)), text),
    scrolled(['win_field', 'win_page', 'win_console'].map((key) => t(key)), ['depth', 'begin', 'stop', 'none'].map(
      (name) => row(['', '_page', '_console'].map((end) => t(`win_${name}${end}`))))));
  return (stepper) => {
    const popped = stepper.frames.slice(0, stepper.at + 1).filter(([what]) => what.startsWith('pop'));
    refresh(label, `搜索深度: ${stepper.get('at', 'info') ?? ''}`);
    refresh(text, stepper.frame[0] === 'none' ? '此题无解!'
      : popped.map(([what, values]) => t('f_' + what, page.worded(values))).join('\n'));
  };
};
