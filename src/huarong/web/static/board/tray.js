// The tray in which pieces lie: frame, floor, gates, exit and goal, and small still boards for lists.

import { boxOf, xyOf } from '../rules/puzzle.js';
import { layers } from './piece.js';
import { FRAME, opening, outline, placedAt, svg, turned, viewBox } from './shape.js';

const DEEP = [0.42, 0.34, 0.27, 0.2, 0.14, 0.09, 0.045]; // the strokes of the shadow on the floor
const IN = 0.13; // how far the goal's mark is from the edge of its cells

// Gradients, each with its slant and its stops: a colour or a class, where, and how opaque.
/** @type {Record<string, [number, ...[string, number, number?][]]>} */
const FADES = {
  sheen: [0, ['g-sheen', 0], ['#fff', 0.42, 0], ['#000', 0.62, 0], ['#000', 1, 0.12]],
  rim: [0, ['g-rim', 0], ['#fff', 0.3, 0.1], ['#000', 0.75, 0.04], ['#000', 1, 0.22]],
  wood: [0.25, ['g-hi', 0], ['g-wood', 0.3], ['g-wood', 1]],
  edge: [0, ['#fff', 0, 0.3], ['#fff', 0.25, 0.06], ['#000', 1, 0.35]],
  wall: [0, ['g-lo', 0], ['g-lo', 0.7], ['g-wood', 1]],
  sill: [0, ['#000', 0, 0], ['#000', 0.8, 0.13], ['#000', 1, 0.3]],
};
// The grain of the wood, along the frame's upper and lower bars; turned along the others.
const GRAIN = 'M0 .05C.7 .02 1.3 .1 2.6 .05M0 .13C.8 .16 1.7 .09 2.6 .13M0 .2C.5 .23 1.5 .18 2.6 .2M0 .29C.9 .26 1.8 '
  + '.31 2.6 .29';

// What drawings refer to: gradients and the grain.
export function defs() {
  const stop = (/** @type {[string, number, number?]} */ [colour, offset, opacity]) => svg('stop', { offset,
    'stop-opacity': opacity, ...(colour[0] === '#' ? { 'stop-color': colour } : { class: colour }) });
  const fades = Object.entries(FADES).map(([id, [x2, ...stops]]) =>
    svg('linearGradient', { id, x2, y2: 1 }, ...stops.map(stop)));
  const grain = ['', '-up'].map((up) => svg('pattern', { id: `grain${up}`, width: 2.6, height: 0.34, class: 'fibre',
    patternUnits: 'userSpaceOnUse', patternTransform: up && 'rotate(90)' }, svg('path', { d: GRAIN })));
  return svg('defs', {}, ...fades, ...grain);
}

// Puts it into the document, once.
export function material() {
  if (document.querySelector('#material')) return;
  document.body.append(svg('svg', { id: 'material', width: 0, height: 0, 'aria-hidden': 'true' }, defs()));
}

/** @type {(name: string, d: string, more?: Record<string, any>) => SVGGraphicsElement} */
const path = (name, d, more) => svg('path', { class: name, d, ...more });
const box = (x0, y0, x1, y1, r) => `M${x0 + r} ${y0}H${x1 - r}Q${x1} ${y0} ${x1} ${y0 + r}V${y1 - r}Q${x1} ${y1} `
  + `${x1 - r} ${y1}H${x0 + r}Q${x0} ${y1} ${x0} ${y1 - r}V${y0 + r}Q${x0} ${y0} ${x0 + r} ${y0}Z`;

// The tray of a puzzle: a block of wood with the floor cut into it, so walls are wood that was left. With `heads`, the
// goal is drawn in open cells only; `fine` adds the grain.
/** @type {(puzzle: Puzzle, heads?: Heads | null, fine?: boolean) => SVGElement} */
export function ground(puzzle, heads = null, fine = false) {
  const { width: w, height: h } = puzzle, at = (c) => xyOf(c, w),
    free = [...Array(puzzle.size).keys()].filter((cell) => !puzzle.wallSet.has(cell)).map(at);
  const group = svg('g', { class: 'ground', 'aria-hidden': 'true' }), hole = outline(free, -0.055, 0.09),
    f = FRAME, g = f - 0.05, under = outline(free, -0.02, 0.06, -0.3);
  group.append(path('floor', outline(free, -0.03)),
    ...(fine ? DEEP : DEEP.filter((_, i) => i % 2)).map((wide) => path('pit', under, { 'stroke-width': wide })),
    path('wall', hole + outline(free, 0, 0.06), { 'fill-rule': 'evenodd' }),
    path('frame', box(-f, -f, w + f, h + f, 0.16) + hole, { 'fill-rule': 'evenodd' }));
  if (fine) group.append(
    path('grain', `M${-g} ${-g}H${w + g}L${w + 0.05} -.05H-.05ZM${-g} ${h + g}H${w + g}L${w + 0.05} ${h + 0.05}H-.05Z`,
      { fill: 'url(#grain)' }),
    path('grain', `M${-g} ${-g}V${h + g}L-.05 ${h + 0.05}V-.05ZM${w + g} ${-g}V${h + g}L${w + 0.05} ${h + 0.05}V-.05Z`,
      { fill: 'url(#grain-up)' }),
    path('mitre', `M${-g} ${-g}L-.04 -.04M${w + g} ${-g}L${w + 0.04} -.04M${-g} ${h + g}L-.04 ${h + 0.04}`
      + `M${w + g} ${h + g}L${w + 0.04} ${h + 0.04}`));
  group.append(path('edge', box(-f + 0.014, -f + 0.014, w + f - 0.014, h + f - 0.014, 0.15)));
  if (puzzle.gates.length) group.append(path('gate', outline(puzzle.gates.map(at), 0.06, 0.12)));
  const out = opening(puzzle);
  if (out) group.append(exit(puzzle, out));
  group.append(goals(puzzle, heads));
  return group;
}

// The sill over which a piece leaves, with red jambs and a chevron. It is drawn as an exit below, and turned.
function exit(puzzle, out) {
  const n = 'LR'.includes(out.way) ? out.h : out.w, f = FRAME;
  return svg('g', { class: 'exit', transform: turned(puzzle, out) }, path('sill', `M0 -.06H${n}V${f}H0Z`),
    path('sill-shade', `M0 -.06H${n}V${f}H0Z`),
    path('jamb', `M-.025 -.055V${f - 0.015}M${n + 0.025} -.055V${f - 0.015}`),
    path('way', `M${n / 2 - 0.17} .09L${n / 2} .21L${n / 2 + 0.17} .09`));
}

// The goal: an inlay in its open cells. Where pieces cover all of it and there is no exit, its rows and columns are
// marked on the frame.
export function goals(puzzle, heads) {
  const { width, height } = puzzle, group = svg('g', { class: 'goals', 'aria-hidden': 'true' });
  if (!puzzle.keys.size) return group;
  const grid = heads && puzzle.covered(heads), covered = (x, y) => Boolean(grid && grid[y * width + x] >= 0);
  const places = [...new Set(puzzle.goal.flat().map(String))].map((text) =>
    puzzle.cells(.../** @type {[number, number]} */ (text.split(',').map(Number)))).filter(Boolean);
  let wash = '', mark = '';
  for (const cells of places) {
    const has = new Set(cells), inside = (x, y) => x >= 0 && x < width && has.has(y * width + x);
    for (const cell of cells) {
      const [x, y] = xyOf(cell, width);
      if (covered(x, y)) continue;
      // On each side: the edge of the mark, the end of the cell, or short of a piece.
      const [l, r, u, d] = [[-1, 0], [1, 0], [0, -1], [0, 1]].map(([dx, dy]) =>
        (!inside(x + dx, y + dy) ? IN : covered(x + dx, y + dy) ? 0.06 : 0));
      wash += `M${x + l} ${y + u}H${x + 1 - r}V${y + 1 - d}H${x + l}Z`;
      const long = l === IN && r === IN && u === IN && d === IN ? 0.24 : 0.34;
      for (const [a, b, sx, sy] of [[l, u, 1, 1], [r, u, -1, 1], [l, d, 1, -1], [r, d, -1, -1]]) {
        if (a !== IN || b !== IN) continue;
        const cx = sx > 0 ? x + IN : x + 1 - IN, cy = sy > 0 ? y + IN : y + 1 - IN;
        mark += `M${cx + sx * long} ${cy}H${cx + sx * 0.06}q${-sx * 0.06} 0 ${-sx * 0.06} ${sy * 0.06}`
          + `V${cy + sy * long}`;
      }
    }
  }
  if (wash) group.append(path('goal-wash', wash), path('goal-mark', mark));
  else if (places.length && !opening(puzzle)) {
    const { x, y, w, h } = boxOf(places.flat().map((c) => xyOf(c, width)));
    group.append(path('jamb', `M${x + 0.08} ${height + 0.17}H${x + w - 0.08}M${width + 0.17} ${y + 0.08}V${
      y + h - 0.08}`));
  }
  return group;
}

// A still board; `moved` rings one piece, `labelOf` (of label.js) puts names on them.
/** @type {(puzzle: Puzzle, heads?: Heads, moved?: number, labelOf?: LabelOf | null) => SVGElement} */
export function thumbnail(puzzle, heads = puzzle.start, moved = -1, labelOf = null) {
  material();
  const picture = svg('svg', { viewBox: viewBox(puzzle), class: 'thumb', 'aria-hidden': 'true' },
    ground(puzzle, heads));
  heads.forEach((head, i) => {
    const { kind } = puzzle.pieces[i],
      group = layers(puzzle, kind, { label: labelOf?.(puzzle.pieces[i], puzzle.kinds[kind].shape) });
    group.setAttribute('transform', placedAt(puzzle, head));
    group.classList.toggle('moved', i === moved);
    picture.append(group);
  });
  return picture;
}
