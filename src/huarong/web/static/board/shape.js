// Outlines of sets of cells, for pieces and boards, and what a puzzle says of them: styles, middles, the exit.

import { boxOf, partsOf, WAYS, xyOf } from '../rules/puzzle.js';

const NS = 'http://www.w3.org/2000/svg';

/** @type {(name: string, attributes?: Record<string, any>, ...children: (Node | string)[]) => SVGGraphicsElement} */
export function svg(name, attributes = {}, ...children) {
  const element = /** @type {SVGGraphicsElement} */ (document.createElementNS(NS, name));
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The closed lines around cells [x, y], clockwise, as lists of corners.
function loops(cells) {
  const inside = new Set(cells.map(([x, y]) => x + ',' + y));
  const edges = new Map(), add = (a, b) => edges.set(String(a), [...(edges.get(String(a)) || []), b]);
  for (const [x, y] of cells) {
    if (!inside.has(x + ',' + (y - 1))) add([x, y], [x + 1, y]);
    if (!inside.has(x + 1 + ',' + y)) add([x + 1, y], [x + 1, y + 1]);
    if (!inside.has(x + ',' + (y + 1))) add([x + 1, y + 1], [x, y + 1]);
    if (!inside.has(x - 1 + ',' + y)) add([x, y + 1], [x, y]);
  }
  const found = [];
  while (edges.size) {
    const first = edges.keys().next().value, start = first.split(',').map(Number);
    const loop = [];
    let at = start, dx = 0, dy = 0;
    do {
      const ways = edges.get(String(at));
      // Where cells meet at a corner only, turn right: they stay apart.
      const right = ways.findIndex(([x, y]) => x === at[0] - dy && y === at[1] + dx);
      const [to] = ways.splice(Math.max(0, right), 1);
      if (!ways.length) edges.delete(String(at));
      if (to[0] - at[0] !== dx || to[1] - at[1] !== dy) loop.push(at);
      [dx, dy, at] = [to[0] - at[0], to[1] - at[1], to];
    } while (String(at) !== String(start));
    const [a, b] = [loop.at(-1), loop[1] || loop[0]];
    if (loop.length > 2 && (a[0] === start[0] && b[0] === start[0] || a[1] === start[1] && b[1] === start[1]))
      loop.shift();
    found.push(loop);
  }
  return found;
}

const { sign } = Math, fixed = (v) => Number(v.toFixed(3));

// The path around cells, `inset` inside them (outside where negative), corners rounded; lower edges are `foot` higher.
export function outline(cells, inset = 0, radius = 0, foot = 0) {
  let path = '';
  for (const loop of loops(cells)) {
    const n = loop.length;
    const moved = loop.map(([x, y], i) => {
      const [x0, y0] = loop[(i + n - 1) % n], [x2, y2] = loop[(i + 1) % n];
      const along = sign(x - x0) + sign(x2 - x);
      return [x - inset * (sign(y - y0) + sign(y2 - y)), y + inset * along - (along < 0 ? foot : 0)];
    });
    moved.forEach(([x, y], i) => {
      const [x0, y0] = moved[(i + n - 1) % n], [x2, y2] = moved[(i + 1) % n];
      path += (i ? 'L' : 'M') + fixed(x - radius * sign(x - x0)) + ' ' + fixed(y - radius * sign(y - y0));
      if (radius) path += 'Q' + fixed(x) + ' ' + fixed(y) + ' ' + fixed(x - radius * sign(x - x2)) + ' '
        + fixed(y - radius * sign(y - y2));
    });
    path += 'Z';
  }
  return path;
}

export function bodyOf(shape) { return outline(shape, 0.04, 0.12) + links(shape); }

// Thin bars between the parts of a piece whose cells do not all touch.
export function links(shape) {
  const [first, ...others] = partsOf(shape);
  let path = '';
  for (const part of others) {
    const [x, y] = first[0], [u, v] = part[0], l = Math.hypot(u - x, v - y) || 1, a = -(v - y) / l * 0.06,
      b = (u - x) / l * 0.06;
    const p = (s, t, k) => fixed(s + 0.5 + k * a) + ' ' + fixed(t + 0.5 + k * b);
    path += `M${p(x, y, 1)}L${p(u, v, 1)}L${p(u, v, -1)}L${p(x, y, -1)}Z`;
  }
  return path;
}

// The class that colours a piece: key, s, v, h (long from three cells on; of one cell, a car that drives that way),
// o1 to o6 for other shapes.
export function styleOf(puzzle, kind) {
  if (puzzle.keys.has(kind)) return 'key';
  const { shape, directions } = puzzle.kinds[kind], { w, h, full } = boxOf(shape);
  if (w === 1 && h === 1) return { LR: 'h', UD: 'v' }[directions] ?? 's';
  if (full && w === 1) return h > 2 ? 'v long' : 'v';
  if (full && h === 1) return w > 2 ? 'h long' : 'h';
  const shapes = [...new Set(puzzle.kinds.map((each) => String(each.shape)))];
  return 'o' + (shapes.indexOf(String(puzzle.kinds[kind].shape)) % 6 + 1);
}

// The exit: the box of a single goal that touches the frame, and the direction in which a piece leaves; null where the
// goal touches no side, or more than one.
export function opening(puzzle) {
  if (puzzle.goal.length !== 1 || puzzle.goal[0].length !== 1 || puzzle.gates.length || !puzzle.keys.size) return null;
  const [[kind, head]] = puzzle.goal[0], { x, y, w, h, full } = boxOf(puzzle.kinds[kind].shape);
  const [u, v] = xyOf(head, puzzle.width), x0 = u + x, y0 = v + y;
  const at = { L: x0 === 0, U: y0 === 0, R: x0 + w === puzzle.width, D: y0 + h === puzzle.height },
    [way, ...more] = Object.keys(at).filter((side) => at[side]);
  return full && way && !more.length ? { way, kind, x: x0, y: y0, w, h } : null;
}

// How the sill of an exit, drawn as one below, is turned to its side.
export const turned = ({ width, height }, { way, x, y, w, h }) => ({ D: `translate(${x} ${height})`,
  U: `translate(${x + w} 0) rotate(180)`, R: `translate(${width} ${y + h}) rotate(-90)`,
  L: `translate(0 ${y}) rotate(90)` }[way]);

// Where a piece lies at a head.
export const placedAt = ({ width }, head) => `translate(${xyOf(head, width).join(' ')})`;

// Chevrons on a car of one cell, towards where it drives.
export const chevrons = ({ length }, style) => (length > 1 ? null : {
  h: 'M.17 .38L.08 .48L.17 .58M.83 .38L.92 .48L.83 .58', v: 'M.4 .17L.5 .08L.6 .17M.4 .79L.5 .88L.6 .79' }[style]);

// The centre of piece i at a head.
export function middleOf(puzzle, i, head) {
  const { x, y, w, h } = boxOf(puzzle.kinds[puzzle.pieces[i].kind].shape), [u, v] = xyOf(head, puzzle.width);
  return [u + x + w / 2, v + y + h / 2];
}

// The arrow along a move: it begins at the edge of its piece, not on its name, and ends a little before the edge where
// the piece stops.
export function arrowOf(puzzle, { i, from, legs }) {
  const { w, h } = boxOf(puzzle.kinds[puzzle.pieces[i].kind].shape), at = middleOf(puzzle, i, from),
    [sx, sy] = WAYS[legs[0][0]], ahead = (sx ? w : h) / 2;
  let path = `M${at[0] + sx * ahead} ${at[1] + sy * ahead}`, way = [0, 0];
  legs.forEach(([letter, n], leg) => {
    way = WAYS[letter];
    at[0] += way[0] * n;
    at[1] += way[1] * n;
    if (leg < legs.length - 1) path += `L${at.join(' ')}`;
  });
  const [dx, dy] = way, rest = (dx ? w : h) / 2 - 0.36;
  at[0] += dx * rest;
  at[1] += dy * rest;
  path += `L${at.join(' ')}`;
  const tip = (s) => `${at[0] - 0.17 * dx - 0.17 * s * dy} ${at[1] - 0.17 * dy + 0.17 * s * dx}`;
  return `${path}M${tip(1)}L${at.join(' ')}L${tip(-1)}`;
}

// How wide the frame is, in cells.
export const FRAME = 0.34;
export const viewBox = ({ width, height }) =>
  `${-FRAME} ${-FRAME} ${fixed(width + 2 * FRAME)} ${fixed(height + 2 * FRAME)}`;
