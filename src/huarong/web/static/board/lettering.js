// A name on a piece, as large as fits: Chinese from top to bottom on upright pieces, English a word a line.

import { boxOf } from '../rules/puzzle.js';
import { svg } from './shape.js';

const wide = (text) => /[\u2e80-\uffff]/.test(text);
const ems = (text) => [...text].reduce((sum, c) => sum + (wide(c) ? 1 : /[ilI.'1]/.test(c) ? 0.34 : /[mwMW]/.test(c)
  ? 0.86 : /[A-Z]/.test(c) ? 0.66 : 0.58), 0);

// The text of an SVG in the middle of a piece, `up` higher, and at most of a size.
export function lettered(text, shape, { up = 0, limit = 1 } = {}) {
  let { x, y, w, h, full } = boxOf(shape);
  if (!full) {
    const cx = shape.reduce((s, c) => s + c[0], 0) / shape.length,
      cy = shape.reduce((s, c) => s + c[1], 0) / shape.length;
    [x, y] = [...shape].sort((a, b) => Math.hypot(a[0] - cx, a[1] - cy) - Math.hypot(b[0] - cx, b[1] - cy))[0];
    w = h = 1;
  }
  const stacked = h > w && wide(text), narrow = ems(text) > (w > h ? 3.2 : 2.2) * w;
  const lines = stacked ? [...text] : narrow && !wide(text) ? text.split(' ') : [text];
  const most = Math.max(...lines.map(ems));
  const short = wide(text) || text.length < 3, large = w > 1 && h > 1;
  const cap = short ? (large ? 0.64 : 0.42) : large ? 0.36 : w > 1 ? 0.3 : 0.24;
  const size = Math.min(cap, limit, (w - (short ? 0.24 : 0.3)) / most, (h - 0.2) / (lines.length * 1.14));
  const label = svg('text', { class: 'name', 'font-size': size.toFixed(3), lang: wide(text) ? 'zh' : 'en',
    'aria-hidden': 'true' });
  lines.forEach((line, i) => {
    const base = y + h / 2 - up + 0.36 * size + (i - (lines.length - 1) / 2) * 1.14 * size;
    label.append(svg('tspan', { x: (x + w / 2).toFixed(3), y: base.toFixed(3) }, line));
    // A space of no width, so that screen readers and copies keep the words apart.
    if (!stacked && i < lines.length - 1) label.append(svg('tspan', { 'font-size': 0 }, ' '));
  });
  return label;
}
