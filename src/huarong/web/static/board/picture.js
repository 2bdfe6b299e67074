// A board as the text of a self-contained SVG, as huarong/draw/picture.py draws it: for files and for places without
// a style sheet.

import { boxOf } from '../rules/puzzle.js';
import { bodyOf, outline } from './shape.js';

const THEMES = {
  light: { paper: '#fffaf0', frame: '#7a5c3a', floor: '#efe4cf', wall: '#7a5c3a', ink: '#fffaf0', gate: '#b79b6c',
    goal: '#b23a2b', key: '#b23a2b', v: '#3f6b5c', h: '#3c4f76', s: '#946a22',
    other: ['#7b4f72', '#9a5c34', '#2f6f80', '#676930', '#94566a', '#5d6670'] },
  dark: { paper: '#191714', frame: '#5a4630', floor: '#2a2620', wall: '#5a4630', ink: '#191714', gate: '#8d7a55',
    goal: '#ef7a66', key: '#ef7a66', v: '#8fbfae', h: '#93a8d8', s: '#d8b06a',
    other: ['#c497ba', '#d59a72', '#7fbccb', '#b3b574', '#d49aad', '#a4adb8'] },
};
const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

function colour(puzzle, kind, theme) {
  if (puzzle.keys.has(kind)) return theme.key;
  const { w, h, full } = boxOf(puzzle.kinds[kind].shape);
  if (full && w === 1 && h === 1) return theme.s;
  if (full && w === 1) return theme.v;
  if (full && h === 1) return theme.h;
  const shapes = [...new Set(puzzle.kinds.map((each) => String(each.shape)))];
  return theme.other[shapes.indexOf(String(puzzle.kinds[kind].shape)) % theme.other.length];
}

export function picture(puzzle, heads = puzzle.start, { theme = 'light', cell = 56, labels = true } = {}) {
  const look = THEMES[theme] ?? THEMES.light, { width, height } = puzzle,
    place = (c) => [c % width, Math.floor(c / width)], parts = [];
  const free = [], walls = [];
  for (let c = 0; c < puzzle.size; c++) (puzzle.wallSet.has(c) ? walls : free).push(place(c));
  parts.push(`<path fill="${look.frame}" d="${outline([...free, ...walls], -0.1)}"/>`,
    `<path fill="${look.floor}" d="${outline(free)}"/>`);
  if (puzzle.gates.length) parts.push(`<path fill="${look.gate}" opacity=".6" d="${outline(puzzle.gates.map(place),
    0.06, 0.12)}"/>`);
  if (puzzle.keys.size) {
    for (const [kind, head] of puzzle.goal.flat()) {
      const cells = puzzle.cells(kind, head);
      const line = `fill="none" stroke="${look.goal}" stroke-width=".05" stroke-dasharray=".15 .12"`;
      if (cells) parts.push(`<path ${line} d="${outline(cells.map(place), 0.1, 0.12)}"/>`);
    }
  }
  heads.forEach((head, i) => {
    const piece = puzzle.pieces[i], { shape } = puzzle.kinds[piece.kind], [x, y] = place(head),
      { x: left, y: top, w, h } = boxOf(shape);
    const label = piece.label.length > 3 ? piece.symbol : piece.label,
      size = Math.min(0.42, (0.85 * w) / [...label].length);
    const at = `x="${left + w / 2}" y="${top + h / 2 + 0.36 * size}" font-size="${size.toFixed(3)}"`;
    const font = `text-anchor="middle" font-family="sans-serif" fill="${look.ink}"`;
    const text = `<text ${at} ${font}>${escaped(label)}</text>`;
    const body = `<path fill="${colour(puzzle, piece.kind, look)}" d="${bodyOf(shape)}"/>`;
    parts.push(`<g transform="translate(${x} ${y})">${body}${labels ? text : ''}</g>`);
  });
  const wide = width + 0.44, high = height + 0.44;
  const size = `width="${(wide * cell).toFixed(0)}" height="${(high * cell).toFixed(0)}"`;
  const paper = `<rect x="-.22" y="-.22" width="${wide}" height="${high}" fill="${look.paper}"/>`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.22 -.22 ${wide} ${high}" ${size}>`;
  return `${head}${paper}${parts.join('')}</svg>`;
}
