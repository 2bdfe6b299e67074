// Trees on a canvas: a search level by level (the list that is a tree), the calls of a recursion, and the balanced
// tree.

import { t, number } from '../../shared/i18n.js';
import { calm } from '../../shared/settings.js';
import { onCanvas } from '../pen.js';
import { list } from './lines.js';

const ROW = 34, HIGH = 58, TOP = 22;

// Nodes by depth, each below its parent's row; `table` has [parent, depth, ...] by number.
function rows(table) {
  const levels = [];
  for (const [n, [, depth]] of table) (levels[depth] ??= []).push(n);
  return levels;
}

// `now` is the current state: { at, parent, known, path }.
const byDepth = (label, table, now, layout) => onCanvas(label, (pen) => (stepper) => {
  const nodes = stepper.table(table), levels = rows(nodes), here = now(stepper);
  const focus = nodes.get(here.at)?.[1] ?? nodes.get(here.parent)?.[1] ?? 0;
  const room = Math.max(4, Math.floor((pen.room() - TOP) / ROW)), shown = Math.min(levels.length, room),
    high = Math.max(ROW, Math.min(HIGH, (pen.room() - TOP) / Math.max(5, shown))), big = high > 44,
    first = Math.max(0, Math.min(levels.length - shown, focus - shown + 3));
  pen.begin(pen.room());
  const left = 46, width = pen.width - left - 10, place = new Map();
  for (let depth = first; depth < first + shown; depth++) {
    const row = levels[depth] ?? [], y = TOP + (depth - first) * high,
      gap = Math.min(big ? 46 : 30, width / row.length);
    // Of a wide row, the part around the current node is shown, so that numbers stay readable.
    const most = Math.max(1, Math.floor(width / (6 * String(nodes.size).length + 9)));
    let part = row;
    if (row.length > most) {
      const mid = Math.max(0, row.findIndex((n) => n === here.at || n === here.parent)),
        from = Math.max(0, Math.min(row.length - most, mid - (most >> 1)));
      part = row.slice(from, from + most);
    }
    const step = part === row ? gap : width / part.length;
    part.forEach((n, i) =>
      place.set(n, [left + (i + 0.5) * step + (part === row ? (width - gap * row.length) / 2 : 0), y]));
    pen.text(t('level_n', { n: depth }), 4, y - 6, 'dim', 11, 'left');
    pen.text(`×${number(row.length)}`, 4, y + 7, 'dim', 11, 'left');
  }
  const path = new Set(here.path ?? []);
  for (const [n, [x, y]] of place) {
    const above = place.get(nodes.get(n)[0]);
    const lit = n === here.at || (path.has(n) && path.has(nodes.get(n)[0]));
    if (above && !lit) pen.line([[above[0], above[1] + 7], [x, y - 7]], 'edge', 0.7);
  }
  for (const n of [...path, here.at]) {
    const at = place.get(n), above = at && place.get(nodes.get(n)?.[0]);
    if (above) pen.line([[above[0], above[1] + 7], [at[0], at[1] - 7]], 'red', 2);
  }
  if (here.known !== undefined && place.has(here.known) && place.has(here.parent))
    pen.line([place.get(here.parent), place.get(here.known)], 'ochre', 2, [5, 4]);
  for (const [n, [x, y]] of place) {
    const style = n === here.at ? ['red', 'on'] : n === here.parent ? ['indigo', 'on'] : n === here.known
      ? ['ochre', 'on'] : path.has(n) ? ['indigo', 'on'] : ['floor', 'ink'];
    const long = String(n).length > 3, size = big && !long && levels[nodes.get(n)[1]].length * 40 < width ? 13 : long
      ? 9 : 10, w = Math.max(size + 1, (long ? 6 : 0.7 * size) * String(n).length + 0.5 * size);
    pen.box(x - w / 2, y - 0.8 * size, w, 1.6 * size, style[0], n === here.known ? 'ochre' : null, 2);
    pen.text(String(n), x, y + 0.5, style[1], size);
    pen.spot(x, y, 10, layout(nodes.get(n)));
  }
  pen.canvas.setAttribute('aria-label', t('levels_are',
    { n: number(nodes.size), d: levels.length - 1, w: number(Math.max(...levels.map((row) => row?.length ?? 0))) }));
});

export const levels = byDepth('d_levels', 'list', (stepper) => {
  const [what] = stepper.frame, parent = stepper.get('mark', 'parent') ?? stepper.get('at', 'parent');
  const fresh = stepper.fresh('list').at(-1), known = stepper.get('at', 'known') ?? stepper.get('at', 'n');
  return { at: fresh, parent, known: what === 'known' ? known : undefined };
}, ([, , text]) => text);

export const calls = byDepth('d_calls', 'tree', (stepper) => {
  const node = stepper.get('at', 'node'), nodes = stepper.table('tree'), path = [];
  for (let n = node; n !== null && n !== undefined; n = nodes.get(n)[0]) path.push(n);
  return { at: node, path };
}, ([, , , state]) => state);

const CODE = 62; // as wide as a code of eight digits

// The AVL tree of known codes: [left, right, height, code] by number. Nodes glide at rotations.
export const tree = onCanvas('d_tree', (pen) => {
  let before = new Map(), moving = 0;
  return (stepper, running) => {
    cancelAnimationFrame(moving);
    const nodes = stepper.table('tree'), root = stepper.get('at', 'root'), place = new Map(),
      codes = stepper.table('list');
    let order = 0, deepest = 0;
    const walk = (n, depth) => {
      if (n < 0 || n === undefined) return;
      const [left, right] = nodes.get(n);
      walk(left, depth + 1);
      place.set(n, [order++, depth]);
      deepest = Math.max(deepest, depth);
      walk(right, depth + 1);
    };
    walk(root, 0);
    const beside = Math.max(76, Math.min(130, pen.room() / 4)),
      row = Math.max(18, Math.min(52, (pen.room() - beside - 30) / (deepest + 1))),
      path = new Set(stepper.get('at', 'path')), fresh = stepper.fresh('list').at(-1);
    const [what] = stepper.frame, turned = what === 'turned' ? new Set(stepper.fresh('tree')) : new Set();
    const known = what === 'known' ? stepper.get('at', 'known') : undefined;
    const picture = (share) => {
      pen.begin(Math.max(pen.room(), 30 + (deepest + 1) * row + beside));
      const gap = (pen.width - 24) / Math.max(1, order), r = Math.max(2.5, Math.min(13, gap * 0.9));
      const at = new Map();
      for (const [n, [i, depth]] of place) {
        const to = [12 + (i + 0.5) * gap, 20 + depth * row], from = before.get(n) ?? to;
        at.set(n, [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
      }
      for (const n of place.keys()) for (const below of nodes.get(n).slice(0, 2)) {
        if (below < 0) continue;
        const lit = path.has(n) && (path.has(below) || below === fresh || below === known);
        pen.line([at.get(n), at.get(below)], turned.has(n) && turned.has(below) ? 'red' : lit ? 'indigo' : 'edge',
          lit || turned.has(n) ? 2 : 0.8);
      }
      for (const [n, [x, y]] of at) {
        const style = n === fresh ? ['red', 'on'] : n === known ? ['ochre', 'on'] : path.has(n) ? ['indigo', 'on']
          : ['floor', 'ink'];
        pen.disc(x, y, r, style[0], turned.has(n) ? 'red' : 'edge', turned.has(n) ? 2.5 : 0.8);
        if (r > 8.5) pen.text(String(n), x, y + 0.5, style[1], 10);
        if (gap > CODE) pen.text(String(nodes.get(n)[3]), x, y + r + 8, 'dim', 10);
        pen.spot(x, y, r, codes.get(n)?.[2]);
      }
      list(pen, stepper, pen.height - beside, beside);
      if (order <= 40) for (const [n, [x, y]] of at) {
        const [l, h] = nodes.get(n).map((below) => (below < 0 ? 0 : nodes.get(below)?.[2] ?? 0));
        if (r > 8) pen.text(l === h ? '0' : l > h ? `+${l - h}` : `−${h - l}`, x + r + 7, y - 6, 'dim', 9);
      }
      return at;
    };
    const stop = picture(1);
    if (!running && turned.size && !calm() && before.size) {
      const start = performance.now(), old = before, step = stepper.at;
      const beat = (time) => {
        if (stepper.at !== step || pen.closed) return;
        const share = Math.min(1, (time - start) / 260);
        before = old;
        picture(1 - (1 - share) ** 3);
        before = stop;
        if (share < 1) moving = requestAnimationFrame(beat);
      };
      beat(start);
    }
    before = stop;
    pen.canvas.setAttribute('aria-label', t('tree_is', { n: number(order), h: nodes.get(root)?.[2] ?? 0 }));
  };
});
