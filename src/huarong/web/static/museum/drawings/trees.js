// Trees on a canvas: a search level by level (the list that is a tree), the calls of a recursion, and the balanced
// tree; and the linear list, with how many codes a look-up compares.

import { t, number } from '../../shared/i18n.js';
import { calm } from '../../shared/settings.js';
import { onCanvas } from '../pen.js';

const ROW = 36, HIGH = 110, TOP = 30, DIGIT = 7.8;
export const repeated = (what) => what === 'known' || what === 'raised';

// The link of each node to the next one found, and what the list's three pointers are at.
function linked(pen, stepper, place) {
  const end = stepper.get('mark', 'list_end');
  if (end === undefined) return;
  for (const [n, [x, y]] of place) {
    const [right, low] = place.get(n + 1) ?? [];
    if (low === y) pen.arrow([x + 13, y], [right - 13, y], 'indigo', 1.2);
    else if (low) pen.arrow([x + 6, y + 10], [right - 6, low - 11], 'indigo', 1.2, [2, 3]);
  }
  const told = new Map();
  for (const [name, n] of [['root', 0], ['current', stepper.get('mark', 'parent')], ['end', end]])
    told.set(n, [...(told.get(n) ?? []), name]);
  for (const [n, names] of told) {
    const at = place.get(n), words = names.join(' ');
    if (!at) continue;
    // Beside the last of a row there is room; others have it above them.
    if (place.get(n + 1)?.[1] !== at[1] && at[0] + 24 + 8 * words.length < pen.width)
      pen.text(words, at[0] + 20, at[1], 'alert', 13, 'left', true);
    else pen.text(words, Math.max(62 + 4 * words.length, Math.min(pen.width - 4 * words.length, at[0])), at[1] - 18,
      'alert', 13, 'center', true);
  }
}

// Nodes by depth, each below its parent's row: `table` has [parent, depth, ...] by number, and `now` gives the current
// state: { at, parent, known, path }.
const byDepth = (label, table, now, layout) => onCanvas(label, (pen) => (stepper) => {
  const nodes = stepper.table(table), levels = /** @type {number[][]} */ ([]), here = now(stepper);
  for (const [n, [, depth]] of nodes) (levels[depth] ??= []).push(n);
  const focus = nodes.get(here.at)?.[1] ?? nodes.get(here.parent)?.[1] ?? 0;
  const room = Math.max(3, Math.floor((pen.room() - TOP) / ROW)), shown = Math.min(levels.length, room),
    high = Math.max(ROW, Math.min(HIGH, (pen.room() - TOP) / Math.max(5, shown))),
    first = Math.max(0, Math.min(levels.length - shown, focus - shown + 2));
  pen.begin(pen.room());
  const left = 62, width = pen.width - left - 10, place = new Map();
  for (let depth = first; depth < first + shown; depth++) {
    const row = levels[depth] ?? [], y = TOP + (depth - first) * high, wide = DIGIT * String(nodes.size).length + 22;
    // Of a wide row, the part around the current node is shown, so that numbers stay readable.
    const most = Math.max(1, Math.floor(width / wide)), whole = row.length <= most,
      mid = Math.max(0, row.findIndex((n) => n === here.at || n === here.parent || here.path?.includes(n))),
      from = whole ? 0 : Math.max(0, Math.min(row.length - most, mid - (most >> 1)));
    const gap = whole ? Math.max(wide, Math.min(110, width / row.length)) : width / most,
      edge = left + (whole ? (width - gap * row.length) / 2 : 0);
    row.slice(from, from + most).forEach((n, i) => place.set(n, [edge + (i + 0.5) * gap, y]));
    pen.text(t('level_n', { n: depth }), 2, y - 7, 'dim', 13, 'left');
    pen.text(`×${number(row.length)}`, 2, y + 8, 'dim', 13, 'left');
  }
  const path = new Set(here.path ?? []), above = (n) => nodes.get(n)?.[0];
  const hang = (n, ...look) => {
    const [to, from] = [place.get(n), place.get(above(n))];
    if (to && from) pen.line([[from[0], from[1] + 9], [to[0], to[1] - 9]], ...look);
  };
  for (const n of place.keys()) if (n !== here.at && !(path.has(n) && path.has(above(n)))) hang(n, 'edge', 0.8);
  linked(pen, stepper, place);
  for (const n of [...path, here.at]) hang(n, 'red', 2);
  if (here.known !== undefined && place.has(here.known) && place.has(here.parent))
    pen.line([place.get(here.parent), place.get(here.known)], 'ochre', 2, [5, 4]);
  for (const [n, [x, y]] of place) {
    const style = n === here.at ? ['red', 'on'] : n === here.parent ? ['indigo', 'on'] : n === here.known
      ? ['ochre', 'on'] : path.has(n) ? ['indigo', 'on'] : ['floor', 'ink'];
    const w = DIGIT * String(n).length + 8;
    pen.tag(n, x, y, [w, 18], [...style, n === here.known ? 'ochre' : null],
      { width: 2, reach: 10, what: layout(nodes.get(n)) });
  }
  pen.canvas.setAttribute('aria-label', t('levels_are',
    { n: number(nodes.size), d: levels.length - 1, w: number(Math.max(...levels.map((row) => row?.length ?? 0))) }));
});

export const levels = byDepth('d_levels', 'list', (stepper) => ({
  at: stepper.at && stepper.trace.first + stepper.at ? stepper.fresh('list').at(-1) : undefined,
  parent: stepper.get('mark', 'parent') ?? stepper.get('at', 'parent'),
  known: repeated(stepper.frame[0]) ? stepper.get('at', 'known') ?? stepper.get('at', 'n') : undefined,
}), ([, , text]) => text);

export const calls = byDepth('d_calls', 'tree', (stepper) => {
  const node = stepper.get('at', 'node'), nodes = stepper.table('tree'), path = [];
  for (let n = node; n !== null && n !== undefined; n = nodes.get(n)[0]) path.push(n);
  return { at: node, path };
}, ([, , , state]) => state);

const LEAST = 26, CODE = 80, LIST = 110; // the least distance of nodes, the width of a code, the height of the list

// The nodes of a tree in order with their depths, and the node above each.
function walked(nodes, root) {
  const place = new Map(), above = new Map(), size = new Map(), high = new Map();
  const walk = (n, depth, over) => {
    if (n < 0 || n === undefined) return;
    const [left, right] = nodes.get(n);
    above.set(n, over);
    walk(left, depth + 1, n);
    place.set(n, [place.size, depth]);
    walk(right, depth + 1, n);
    size.set(n, (size.get(left) ?? 0) + 1 + (size.get(right) ?? 0));
    high.set(n, 1 + Math.max(high.get(left) ?? 0, high.get(right) ?? 0));
  };
  walk(root, 0, -1);
  return { place, above, size, high };
}

const balance = (nodes, high, n) => {
  const [l, h] = nodes.get(n).map((below) => high.get(below) ?? 0);
  return l === h ? '0' : l > h ? `+${l - h}` : `−${h - l}`;
};

// Of a tree too wide to be readable, the way from the root to the node at hand; of what hangs beside it the sizes.
function pathOf(pen, stepper, { above, size, high }, target, styled, room) {
  const nodes = stepper.table('tree'), way = [];
  for (let n = target; n !== undefined && n >= 0; n = above.get(n)) way.unshift(n);
  const row = 38, fits = Math.max(2, Math.floor((room - 34) / row)), from = Math.max(0, way.length - fits),
    middle = pen.width / 2, swing = Math.min(70, pen.width / 6);
  const all = number(size.get(way[0]));
  pen.text(from ? t('path_above', { n: from, all }) : t('path_all', { n: all }), 8, 12, 'dim', 13, 'left');
  const inside = (at) => Math.max(120, Math.min(pen.width - 120, at));
  let x = middle;
  way.slice(from).forEach((n, i, part) => {
    const y = 40 + i * row, [left, right] = nodes.get(n), next = part[i + 1];
    for (const [below, side] of [[left, -1], [right, 1]]) {
      if (below < 0) continue;
      if (below === next) {
        pen.line([[x, y], [inside(x + side * swing * 0.5), y + row]], 'indigo', 2.5);
        continue;
      }
      const at = x + side * swing, low = y + row / 2;
      pen.line([[x, y], [at, low]], 'edge', 1);
      pen.fill([[at, low - 4], [at - 9, low + 9], [at + 9, low + 9]], 'edge');
      pen.text(t('subtree', { n: number(size.get(below)), h: high.get(below) }), at + side * 14, low + 3, 'dim', 13,
        side < 0 ? 'right' : 'left');
    }
    const w = DIGIT * String(n).length + 12;
    pen.tag(n, x, y, [w, 22], styled(n), { width: 2, radius: 11, reach: 12, what: stepper.get('list', n)?.[2] });
    pen.text(balance(nodes, high, n), x + w / 2 + 4, y - 9, 'dim', 13, 'left');
    if (next !== undefined) x = inside(x + (next === left ? -1 : 1) * swing * 0.5);
  });
}

// The AVL tree of known codes: [left, right, height, code] by number. Nodes glide at rotations.
export const tree = onCanvas('d_tree', (pen) => {
  let before = new Map(), moving = 0;
  return (stepper, running) => {
    cancelAnimationFrame(moving);
    const nodes = stepper.table('tree'), root = stepper.get('at', 'root'), codes = stepper.table('list'),
      found = walked(nodes, root), { place, high } = found, order = place.size;
    const deepest = (high.get(root) ?? 1) - 1, beside = pen.room() > 360 ? LIST : 0,
      room = pen.room() - beside, row = Math.min(92, (room - 46) / (deepest + 1));
    const [what] = stepper.frame, way = stepper.get('at', 'path') ?? [], path = new Set(ASKS.includes(what) ? way : []),
      fresh = stepper.fresh('list').at(-1), moved = what === 'turned' ? stepper.get('at', 'turn')[1].flat(9) : [],
      turned = new Set([...nodes.keys()].filter((n) => moved.includes(nodes.get(n)[3]))),
      known = repeated(what) ? stepper.get('at', 'known') : undefined;
    const styled = (n) => [...(n === fresh ? ['red', 'on'] : n === known ? ['ochre', 'on'] : path.has(n)
      ? ['indigo', 'on'] : ['floor', 'ink']), turned.has(n) ? 'red' : 'edge'];
    const picture = (share, old) => {
      pen.begin(pen.room());
      const gap = (pen.width - 24) / Math.max(1, order), at = new Map();
      if (gap < LEAST || row < 26) {
        const target = fresh ?? known ?? way.at(-1) ?? root;
        pathOf(pen, stepper, found, target, styled, room);
      } else {
        const r = 11;
        for (const [n, [i, depth]] of place) {
          const to = [12 + (i + 0.5) * gap, 22 + depth * row], from = old.get(n) ?? to;
          at.set(n, [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
        }
        for (const n of place.keys()) for (const below of nodes.get(n).slice(0, 2)) {
          if (below < 0) continue;
          const lit = path.has(n) && (path.has(below) || below === fresh || below === known);
          pen.line([at.get(n), at.get(below)], turned.has(n) && turned.has(below) ? 'red' : lit ? 'indigo' : 'edge',
            lit || turned.has(n) ? 2 : 0.8);
        }
        for (const [n, [x, y]] of at) {
          const style = styled(n);
          pen.disc(x, y, r, style[0], style[2], turned.has(n) ? 2.5 : 0.8);
          pen.text(String(n), x, y + 0.5, style[1], 13);
          if (gap > CODE) pen.text(String(nodes.get(n)[3]), x, y + r + 9, 'dim', 13);
          if (gap > 40) pen.text(balance(nodes, high, n), x + r + 10, y - 7, 'dim', 13);
          pen.spot(x, y, r, codes.get(n)?.[2]);
        }
      }
      if (beside) list(pen, stepper, pen.height - beside, beside);
      return at;
    };
    const old = before;
    before = picture(1, old);
    if (!running && turned.size && !calm() && old.size && before.size) {
      const start = performance.now(), step = stepper.at;
      const beat = (time) => {
        if (stepper.at !== step || pen.closed) return;
        const share = Math.min(1, (time - start) / 260);
        picture(1 - (1 - share) ** 3, old);
        if (share < 1) moving = requestAnimationFrame(beat);
      };
      beat(start);
    }
    pen.canvas.setAttribute('aria-label', t('tree_is', { n: number(order), h: high.get(root) ?? 0 }));
  };
});

// The last rotation: the nodes that it moved, before and after; what hangs below them as triangles with their heights.
export const turn = onCanvas('d_turn', (pen) => (stepper) => {
  const [kind, before, after] = stepper.get('at', 'turn') ?? [];
  pen.begin(pen.room());
  if (!kind) return pen.text(t('turn_none'), pen.width / 2, 40, 'dim', 14);
  pen.text(t('turn_' + kind), pen.width / 2, 16, 'ink', 14, 'center', true);
  const half = pen.width / 2, row = Math.max(44, Math.min(70, (pen.room() - 90) / 3.2));
  const draw = (node, x, y, wide, top) => {
    if (typeof node === 'number') {
      if (!node) { pen.text('—', x, y, 'dim', 13); return; }
      pen.fill([[x, y - 12], [x - 14, y + 10], [x + 14, y + 10]], 'floor');
      pen.text(String(node), x, y + 3, 'ink', 13);
      return;
    }
    const [code, left, right] = node, word = String(code).slice(half < 260 ? -9 : 0);
    for (const [part, side] of [[left, -1], [right, 1]]) {
      pen.line([[x, y], [x + side * wide, y + row]], 'edge', 1.2);
      draw(part, x + side * wide, y + row, wide * 0.52, false);
    }
    pen.tag(word, x, y, [DIGIT * word.length + 10, 22], [top ? 'red' : 'indigo', 'on'], { radius: 11 });
  };
  pen.text(t('turn_before'), half / 2, 40, 'dim', 13);
  pen.text(t('turn_after'), half * 1.5, 40, 'dim', 13);
  pen.arrow([half - 14, 40], [half + 14, 40], 'edge', 1.5);
  draw(before, half / 2, 68, half / 4.2, true);
  draw(after, half * 1.5, 68, half / 4.2, true);
  pen.canvas.setAttribute('aria-label', t('turn_' + kind));
});

const ASKS = ['new', 'turned', 'known', 'raised'], TINY = 3, NUMBERED = 34, GAP = 8;

// The current table, by the counters that the trace has.
const tableOf = (stepper) => (stepper.get('count', 'height') !== undefined ? 'd_tree'
  : stepper.get('count', 'longest') !== undefined ? 'd_hash' : null);

// The size of boxes that fill a rectangle: their side, and how many are in a row.
function fit(count, width, height, most) {
  let side = most;
  while (side > TINY && Math.ceil(count / Math.floor(width / side)) * side > height) side -= 1;
  return [side, Math.floor(width / side)];
}

// The list in a rectangle of a drawing: blue was compared in this look-up, red is new at its end, ochre was found.
export function list(pen, stepper, top, height) {
  const codes = stepper.table('list'), asks = ASKS.includes(stepper.frame[0]),
    walked = asks ? stepper.get('at', 'walked') : 0;
  const fresh = asks ? stepper.fresh('list').at(-1) : undefined,
    known = ['known', 'raised'].includes(stepper.frame[0]) ? stepper.get('at', 'known') : undefined;
  const other = tableOf(stepper), all = stepper.get('count', other ? 'list_compared' : 'compared') ?? 0;
  pen.text(t('line_now', { n: number(walked), all: number(all) }), 6, top + 7, 'dim', 13, 'left');
  if (other) pen.text(t('line_other', { what: t(other), n: number(asks ? stepper.get('at', 'looked') : 0),
    all: number(stepper.get('count', 'compared') ?? 0) }), 6, top + 24, 'dim', 13, 'left');
  const from = top + (other ? 36 : 20), [side, per] = fit(codes.size, pen.width - 12, height - (from - top) - 4, 46);
  const linked = side >= NUMBERED, w = side - (linked ? GAP : 1), h = linked ? 20 : side - 1;
  let n = 0;
  for (const [number, entry] of codes) {
    const x = 6 + (n % per) * side, y = from + Math.floor(n / per) * (linked ? 28 : side),
      style = number === fresh ? 'red' : number === known ? 'ochre' : n < walked ? 'indigo' : 'floor';
    if (linked) {
      if (n + 1 < codes.size && (n + 1) % per)
        pen.line([[x + w, y + h / 2], [x + side, y + h / 2]], n < walked ? 'indigo' : 'edge', 1.5);
      pen.tag(number, x + w / 2, y + h / 2, [w, h], [style, style === 'floor' ? 'ink' : 'on', 'edge'], { width: 0.8 });
    } else {
      pen.g.fillStyle = pen.c(style === 'floor' ? 'edge' : style);
      pen.g.fillRect(x, y, w, h);
    }
    pen.spot(x + w / 2, y + h / 2, side / 2, entry[2]);
    n += 1;
  }
}

export const line = onCanvas('d_line', (pen) => (stepper) => {
  pen.begin(pen.room());
  list(pen, stepper, 4, pen.height - 4);
  pen.canvas.setAttribute('aria-label', t('line_is',
    { n: number(stepper.table('list').size), w: number(stepper.get('at', 'walked') ?? 0) }));
});
