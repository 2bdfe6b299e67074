// A board as the text of a self-contained SVG, in the material of the page's board (`piece.js`, `tray.js`): for files
// and for places without a document or a style sheet.

import { boxOf, xyOf } from '../rules/puzzle.js';
import { FRAME, chevrons, links, opening, outline, placedAt, styleOf, turned, viewBox } from './shape.js';

const THEMES = {
  light: { on: '#fff6e6', wood: '#64482f', hi: '#83623f', lo: '#452f1f', floor: '#decda9', mark: '#ad3527',
    pit: 'rgb(62 40 14)', sheen: 0.11, key: '#ad3527', v: '#3b6555', h: '#394c73', s: '#7d5817', 'v long': '#4e6737',
    'h long': '#655080', o: ['#744a6b', '#8a5029', '#34687a', '#5e602a', '#8a4d62', '#555e68'] },
  dark: { on: '#fff6e6', wood: '#4b392b', hi: '#62503d', lo: '#2c2119', floor: '#2b251f', mark: '#d8604e', pit: '#000',
    sheen: 0.09, key: '#b33c2c', v: '#3f6d5c', h: '#465b8a', s: '#7f5d20', 'v long': '#526a34', 'h long': '#6c5890',
    o: ['#825a79', '#93562f', '#3c7080', '#676932', '#935669', '#606a75'] },
};
const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const path = (d, look) =>
  `<path d="${d}"${Object.entries(look).map(([key, value]) => ` ${key}="${value}"`).join('')}/>`;

function fade(id, ...stops) {
  const all = stops.map(([colour, at, opacity = 1]) =>
    `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`);
  return `<linearGradient id="${id}" x2="0" y2="1">${all.join('')}</linearGradient>`;
}

// The frame with the floor cut into it, the shadow on the floor, the exit, and the goals where there is none.
function tray(puzzle, look) {
  const { width: w } = puzzle, place = (c) => xyOf(c, w), f = FRAME;
  const all = Array.from({ length: puzzle.size }, (_, c) => place(c)),
    free = all.filter((_, c) => !puzzle.wallSet.has(c));
  const hole = outline(free, -0.055, 0.09), out = opening(puzzle);
  const shade = [0.4, 0.26, 0.14, 0.06].map((wide) => path(outline(free, -0.02, 0.06, -0.3),
    { fill: 'none', stroke: look.pit, 'stroke-opacity': 0.09, 'stroke-width': wide }));
  const parts = [path(outline(free, -0.03), { fill: look.floor }), ...shade,
    path(outline(all, -f, 0.16) + hole, { fill: 'url(#wood)', 'fill-rule': 'evenodd' }),
    path(hole, { fill: 'none', stroke: look.lo, 'stroke-width': 0.05 })];
  if (puzzle.gates.length) parts.push(path(outline(puzzle.gates.map(place), 0.06, 0.12),
    { fill: 'none', stroke: look.wood, 'stroke-width': 0.04, 'stroke-dasharray': '.08 .08' }));
  if (out) {
    const n = 'LR'.includes(out.way) ? out.h : out.w;
    const line = { fill: 'none', stroke: look.mark, 'stroke-width': 0.05 };
    parts.push(`<g transform="${turned(puzzle, out)}">${path(`M0 -.06H${n}V${f}H0Z`, { fill: look.floor })}${path(
      `M-.025 -.055V${f}M${n + 0.025} -.055V${f}M${n / 2 - 0.17} .09L${n / 2} .21L${n / 2 + 0.17} .09`, line)}</g>`);
  } else if (puzzle.keys.size) {
    for (const cells of puzzle.goal.flat().map(([kind, head]) => puzzle.cells(kind, head)).filter(Boolean))
      parts.push(path(outline(cells.map(place), 0.13, 0.06), { fill: look.mark, 'fill-opacity': 0.07,
        stroke: look.mark, 'stroke-width': 0.045 }));
  }
  return parts;
}

// A piece: shadow, side, face, sheen.
function block(shape, style, look) {
  const colour = style[0] === 'o' ? look.o[Number(style[1]) - 1] : look[style], bars = links(shape),
    face = outline(shape, 0.03, 0.12, 0.04) + bars, side = outline(shape, 0.03, 0.12) + bars;
  return path(outline(shape, 0.042, 0.12, -0.057), { fill: '#2a1a08', 'fill-opacity': 0.3 })
    + path(side, { fill: colour }) + path(side, { fill: '#000', 'fill-opacity': 0.34 }) + path(face, { fill: colour })
    + path(face, { fill: 'url(#sheen)' })
    + (chevrons(shape, style) ? path(chevrons(shape, style), { fill: 'none', stroke: look.on, 'stroke-width': 0.05 })
      : '');
}

export function picture(puzzle, heads = puzzle.start, { theme = 'light', cell = 56, labels = true } = {}) {
  const look = THEMES[theme] ?? THEMES.light, { width } = puzzle;
  const pieces = heads.map((head, i) => {
    const piece = puzzle.pieces[i], { shape } = puzzle.kinds[piece.kind], { x, y, w, h } = boxOf(shape),
      label = piece.label.length > 3 ? piece.symbol : piece.label;
    const size = Math.min(0.42, (0.85 * w) / [...label].length);
    const at = `x="${x + w / 2}" y="${y + h / 2 + 0.36 * size}" font-size="${size.toFixed(3)}"`;
    const text = `<text ${at} text-anchor="middle" font-family="serif" fill="${look.on}">${escaped(label)}</text>`;
    return `<g transform="${placedAt(puzzle, head)}">${block(shape, styleOf(puzzle, piece.kind), look)}${
      labels ? text : ''}</g>`;
  });
  const size = [width, puzzle.height].map((n) => ((n + 2 * FRAME) * cell).toFixed(0));
  const defs = fade('sheen', ['#fff', 0, look.sheen], ['#fff', 0.42, 0], ['#000', 0.62, 0], ['#000', 1, 0.12])
    + fade('wood', [look.hi, 0], [look.wood, 0.3], [look.wood, 1]);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox(puzzle)}" width="${size[0]}" height="${size[1]}">`
    + `<defs>${defs}</defs>${[...tray(puzzle, look), ...pieces].join('')}</svg>`;
}
