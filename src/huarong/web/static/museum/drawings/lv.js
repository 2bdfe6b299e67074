// 吕震宇's other structures: the ring of the pool with its pointers, the hash with chains, the stack.

import { t, number } from '../../shared/i18n.js';
import { h, refresh } from '../../shared/ui.js';
import { onCanvas } from '../pen.js';
import { list as line } from './lines.js';

const POINTERS = [['current', 'indigo'], ['last', 'jade'], ['allocate', 'red']];

export const pool = onCanvas('d_pool', (pen) => (stepper) => {
  const places = stepper.table('pool'), ring = stepper.table('ring'), order = places.size ? [0] : [];
  for (const [slot, after] of ring) order.splice(order.indexOf(after) + 1, 0, slot);
  const all = Math.max(order.length, stepper.get('count', 'pool') ?? 0), free = Math.min(all - order.length, 60);
  const slots = [...order, ...Array(free).fill(null)], round = slots.length <= 44;
  const mark = Object.fromEntries(POINTERS.map(([name]) => [name, stepper.get('mark', name)]));
  const index = (name) => order.indexOf(mark[name]), first = index('current'), last = index('last'),
    given = index('allocate'), n = order.length;
  const between = (i, a, b) => a >= 0 && b >= 0 && ((i - a + n) % n) <= ((b - a + n) % n);
  const side = 30, width = pen.space.width - 10, per = Math.max(4, Math.floor(width / side));
  const radius = Math.min(190, width / 2 - 60, pen.room() / 2 - 44),
    height = round ? Math.max(pen.room(), 2 * radius + 80) : Math.ceil(slots.length / per) * 42 + 40;
  pen.begin(height);
  const spot = (i) => {
    if (!round) return [16 + (i % per) * side + side / 2, 30 + Math.floor(i / per) * 42];
    const angle = (i / slots.length) * 2 * Math.PI - Math.PI / 2;
    return [pen.width / 2 + radius * Math.cos(angle), height / 2 + radius * Math.sin(angle)];
  };
  if (round) {
    pen.g.beginPath();
    pen.g.arc(pen.width / 2, height / 2, radius, 0, 7);
    pen.g.strokeStyle = pen.c('edge');
    pen.g.lineWidth = 1;
    pen.g.stroke();
  }
  const list = stepper.table('list');
  slots.forEach((slot, i) => {
    const [x, y] = spot(i), now = slot !== null && between(i, first, last),
      next = slot !== null && !now && given !== last && between(i, last, given);
    const style = now ? ['indigo', 'on'] : next ? ['jade', 'on'] : ['floor', 'dim'];
    pen.box(x - 12, y - 9, 24, 18, slot === null ? 'sheet' : style[0], 'edge', 0.8, 4);
    if (slot !== null) {
      pen.text(String(places.get(slot)), x, y + 0.5, style[1], 10);
      pen.spot(x, y, 12, list.get(places.get(slot))?.[2]);
    }
  });
  const said = new Map();
  for (const [name, colour] of POINTERS) {
    const i = index(name);
    if (i < 0) continue;
    const [x, y] = spot(i), nth = said.get(i) ?? 0;
    said.set(i, nth + 1);
    if (round) {
      const dx = x - pen.width / 2, dy = y - height / 2, k = (radius + 26 + 13 * nth) / radius;
      pen.text(name, pen.width / 2 + dx * k, height / 2 + dy * k, colour === 'red' ? 'alert' : colour, 11,
        dx > 20 ? 'left' : dx < -20 ? 'right' : 'center', true);
    } else pen.text(name[0].toUpperCase(), x - 8 + 8 * nth, y - 15, colour === 'red' ? 'alert' : colour, 11, 'center',
      true);
  }
  if (round) pen.text(t('pool_n', { n: number(all) }), pen.width / 2, height / 2, 'dim', 13);
  pen.canvas.setAttribute('aria-label', t('pool_is', { n: number(all), c: places.get(mark.current) ?? '',
    l: places.get(mark.last) ?? '', a: places.get(mark.allocate) ?? '' }));
});

export const hash = onCanvas('d_hash', (pen) => (stepper) => {
  const chains = stepper.table('hash'), at = stepper.get('at', 'chain'), list = stepper.table('list');
  pen.begin(Math.max(400, pen.room()));
  const w = pen.width - 20, x = (place) => 10 + (place / 66000) * w;
  pen.text(t('hash_all'), 10, 12, 'dim', 11, 'left');
  pen.box(10, 22, w, 34, 'floor', null, 1, 2);
  for (const [place, chain] of chains) pen.line([[x(place), 56], [x(place), 56 - Math.min(32, 6 + 4 * chain.length)]],
    chain.length > 4 ? 'red' : chain.length > 1 ? 'ochre' : 'jade', 1);
  const now = chains.get(at) ?? [];
  if (at !== undefined) pen.line([[x(at), 18], [x(at), 66]], 'focus', 2);
  const longest = [...chains].reduce((best, each) => (each[1].length > (best?.[1].length ?? 0) ? each : best), null);
  const row = (label, place, chain, y) => {
    pen.text(label, 10, y - 20, 'dim', 11, 'left');
    pen.box(10, y - 10, 58, 20, 'floor', 'edge', 1);
    pen.text(String(place), 39, y + 0.5, 'ink', 11);
    chain.forEach((n, i) => {
      const left = 84 + i * 46;
      pen.line([[left - 16, y], [left - 2, y]], 'edge', 1.5);
      pen.box(left, y - 10, 32, 20, n === stepper.fresh('list').at(-1) ? 'red' : n === stepper.get('at', 'known')
        && stepper.frame[0] === 'known' ? 'ochre' : 'indigo', null, 1);
      pen.text(String(n), left + 16, y + 0.5, 'on', 10);
      pen.spot(left + 16, y, 16, list.get(n)?.[2]);
    });
  };
  if (at !== undefined) row(t('hash_now'), at, now, 104);
  if (longest) row(t('hash_longest', { n: longest[1].length }), ...longest, 158);
  const lengths = [];
  for (const chain of chains.values()) lengths[chain.length] = (lengths[chain.length] ?? 0) + 1;
  const most = Math.max(1, ...lengths.filter(Boolean));
  pen.text(t('hash_lengths'), 10, 196, 'dim', 11, 'left');
  for (let n = 1; n < Math.max(lengths.length, 4); n++) {
    const left = 14 + (n - 1) * 52, high = 60 * (lengths[n] ?? 0) / most;
    pen.box(left, 276 - high, 36, Math.max(1, high), 'jade', null, 1, 2);
    pen.text(number(lengths[n] ?? 0), left + 18, 268 - high, 'ink', 10);
    pen.text(String(n), left + 18, 288, 'dim', 11);
  }
  line(pen, stepper, 304, pen.height - 304);
  pen.canvas.setAttribute('aria-label', t('hash_is', { n: number(chains.size), l: longest?.[1].length ?? 0 }));
});

export const stack = (box, page) => {
  const pile = h('ol', { class: 'pile', reversed: true });
  const none = h('p', { class: 'dim' }, t('stack_empty'));
  box.replaceChildren(none, pile);
  return (stepper) => {
    const all = [...stepper.table('stack')].sort((a, b) => b[0] - a[0]);
    none.hidden = all.length > 0;
    refresh(none, t(stepper.frames.slice(0, stepper.at + 1).some(([what]) => what === 'pop') ? 'stack_done'
      : 'stack_empty'));
    pile.replaceChildren(...all.slice(0, 24).map(([, entry]) => h('li', {}, page.worded(entry))),
      ...(all.length > 24 ? [h('li', {}, t('more_n', { n: all.length - 24 }))] : []));
  };
};
