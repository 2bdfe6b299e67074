// A card as a picture: the board with its names, a title, lines of text and a QR code, drawn on a canvas.

import { labelOf } from '../board/label.js';
import { FRAME } from '../board/shape.js';
import { sure } from '../rules/puzzle.js';

const WIDE = 720, EDGE = 48, CELLS = 460;
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

/** @type {(puzzle: Puzzle, heads: Heads, words: Caption) => Promise<HTMLCanvasElement>} */
export async function paint(puzzle, heads, { title, lines = [], code = null }) {
  const canvas = document.createElement('canvas'), context = sure(canvas.getContext('2d')),
    cell = CELLS / Math.max(puzzle.width, puzzle.height * 0.84) / (1 + FRAME / 2);
  const [across, high] = [puzzle.width, puzzle.height].map((n) => (n + 2 * FRAME) * cell), size = code ? 168 : 0;
  context.font = `700 40px ${FONT}`;
  const names = broken(context, title, WIDE - 2 * EDGE);
  context.font = '24px sans-serif';
  const words = lines.flatMap((line) => broken(context, line, WIDE - 2 * EDGE - size - 24));
  canvas.width = WIDE;
  canvas.height = EDGE + 52 * names.length + 24 + high + 48 + Math.max(34 * words.length + 34, size) + EDGE;
  context.fillStyle = '#f5efe3';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#26211b';
  context.font = `700 40px ${FONT}`;
  names.forEach((line, n) => context.fillText(line, EDGE, EDGE + 36 + 52 * n));
  const top = EDGE + 52 * names.length + 24;
  const { picture } = await import('../board/picture.js');
  const board = new Image(), drawing = picture(puzzle, heads, { cell: 2 * cell, labels: false });
  const href = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
  board.src = href;
  await board.decode();
  URL.revokeObjectURL(href);
  context.save();
  Object.assign(context, { shadowColor: 'rgb(72 50 24 / .42)', shadowBlur: 32, shadowOffsetY: 14 });
  context.drawImage(board, (WIDE - across) / 2, top, across, high);
  context.restore();
  context.save();
  context.translate((WIDE - across) / 2 + FRAME * cell, top + FRAME * cell);
  context.scale(cell, cell);
  heads.forEach((head, i) => label(context, puzzle, i, head));
  context.restore();
  context.font = '24px sans-serif';
  context.fillStyle = '#26211b';
  [...words, '华容 Huarong'].forEach((line, n) => context.fillText(line, EDGE, top + high + 48 + 28 + 34 * n));
  if (code) qr(context, code, WIDE - EDGE - size, top + high + 48, size);
  return canvas;
}

function label(context, puzzle, i, head) {
  const drawn = labelOf(puzzle.pieces[i], puzzle.kinds[puzzle.pieces[i].kind].shape);
  context.save();
  context.translate(head % puzzle.width, Math.floor(head / puzzle.width));
  context.fillStyle = '#fff6e6';
  context.textAlign = 'center';
  // Text smaller than a pixel is drawn badly on a canvas, so it is drawn large and scaled down.
  const lines = [...drawn?.querySelectorAll('.name, .index') ?? []].flatMap((text) =>
    [...text.children].map((line) => ({ line, size: Number(text.getAttribute('font-size')) })));
  for (const { line, size } of lines) {
    const fine = 100;
    context.save();
    context.translate(Number(line.getAttribute('x')), Number(line.getAttribute('y')));
    context.scale(size / fine, size / fine);
    context.font = `700 ${fine}px ${FONT}`;
    context.fillText(line.textContent ?? '', 0, 0);
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
