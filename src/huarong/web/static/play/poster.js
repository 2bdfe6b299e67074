// A card as a picture: the board with its names, a title, lines of text and a QR code, drawn on a canvas.

import { labelOf } from '../board/label.js';
import { bodyOf, outline, styleOf } from '../board/shape.js';

const WIDE = 720, EDGE = 48, CELLS = 420;
const COLOURS = { key: '#b23a2b', s: '#946a22', h: '#3c4f76', v: '#3f6b5c', 'h long': '#6a5488', 'v long': '#5f7a45',
  o1: '#7b4f72', o2: '#9a5c34', o3: '#3d7482', o4: '#676930', o5: '#94566a', o6: '#5d6670' };
const FONT = '"Noto Serif CJK SC", "Songti SC", SimSun, serif';

// Breaks text into lines of at most a width; Chinese may break anywhere.
function broken(context, text, wide) {
  const lines = [''];
  for (const part of text.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+/g) ?? []) {
    if (lines.at(-1) && context.measureText(lines.at(-1) + part).width > wide) lines.push('');
    lines[lines.length - 1] += part;
  }
  return lines;
}

export function paint(puzzle, heads, { title, lines = [], code = null }) {
  const canvas = document.createElement('canvas'), context = canvas.getContext('2d'),
    cell = CELLS / Math.max(puzzle.width, puzzle.height * 0.84);
  const high = puzzle.height * cell, across = puzzle.width * cell, size = code ? 168 : 0;
  context.font = `700 40px ${FONT}`;
  const names = broken(context, title, WIDE - 2 * EDGE);
  context.font = '24px sans-serif';
  const words = lines.flatMap((line) => broken(context, line, WIDE - 2 * EDGE - size - 24));
  canvas.width = WIDE;
  canvas.height = EDGE + 52 * names.length + 24 + high + 40 + Math.max(34 * words.length + 34, size) + EDGE;
  context.fillStyle = '#f6f1e7';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#26221d';
  context.font = `700 40px ${FONT}`;
  names.forEach((line, n) => context.fillText(line, EDGE, EDGE + 36 + 52 * n));
  const top = EDGE + 52 * names.length + 24;
  context.save();
  context.translate((WIDE - across) / 2, top);
  context.scale(cell, cell);
  ground(context, puzzle);
  heads.forEach((head, i) => piece(context, puzzle, i, head));
  context.restore();
  context.font = '24px sans-serif';
  context.fillStyle = '#26221d';
  [...words, '华容 Huarong'].forEach((line, n) => context.fillText(line, EDGE, top + high + 40 + 28 + 34 * n));
  if (code) qr(context, code, WIDE - EDGE - size, top + high + 40, size);
  return canvas;
}

function ground(context, puzzle) {
  const cells = [];
  for (let cell = 0; cell < puzzle.size; cell++)
    if (!puzzle.wallSet.has(cell)) cells.push([cell % puzzle.width, Math.floor(cell / puzzle.width)]);
  context.lineJoin = 'round';
  context.lineWidth = 0.16;
  context.strokeStyle = '#3b2f26';
  context.stroke(new Path2D(outline(cells, -0.1)));
  context.fillStyle = '#e9dec9';
  context.fill(new Path2D(outline(cells)));
}

function piece(context, puzzle, i, head) {
  const { kind } = puzzle.pieces[i], { shape } = puzzle.kinds[kind], label = labelOf(puzzle.pieces[i], shape);
  context.save();
  context.translate(head % puzzle.width, Math.floor(head / puzzle.width));
  context.fillStyle = COLOURS[styleOf(puzzle, kind)];
  context.fill(new Path2D(bodyOf(shape)));
  context.fillStyle = '#fff8ec';
  context.textAlign = 'center';
  // Text smaller than a pixel is drawn badly on a canvas, so it is drawn large and scaled down.
  const lines = [...label?.querySelectorAll('.name, .index') ?? []].flatMap((text) =>
    [...text.children].map((line) => [line, Number(text.getAttribute('font-size'))]));
  for (const [line, size] of lines) {
    const fine = 100;
    context.save();
    context.translate(Number(line.getAttribute('x')), Number(line.getAttribute('y')));
    context.scale(size / fine, size / fine);
    context.font = `700 ${fine}px ${FONT}`;
    context.fillText(line.textContent, 0, 0);
    context.restore();
  }
  context.restore();
}

function qr(context, code, x, y, size) {
  const n = code.length + 8, one = size / n;
  context.fillStyle = '#fff';
  context.fillRect(x, y, size, size);
  context.fillStyle = '#000';
  code.forEach((row, j) => row.forEach((dark, i) => {
    if (dark) context.fillRect(x + (i + 4) * one, y + (j + 4) * one, one + 0.4, one + 0.4);
  }));
}
