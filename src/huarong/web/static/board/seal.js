// The seal of a perfect game: not a true square, its edges worn, one corner chipped.

import { svg } from './shape.js';

const BODY = 'M9 3.5C22 2.4 34 3.6 50 2.8S80 3.4 91 3C95.5 3.4 97.4 6 97 11C96.2 26 97.6 38 96.8 52S97.6 80 96.6 91C96 '
  + '95.5 93.5 97.2 89 97C76 96.3 64 97.7 51 97S24 97.6 10 96.7C5.6 96.2 3.4 94 3.3 89C3.9 77 2.5 64 3.2 50S2.6 24 3.4 '
  + '11C3.6 6 5 4 9 3.5Z';
const LINE = 'M10.5 10.2C38 9.4 66 10.5 89.8 9.9C90.3 38 89.4 66 90 90C62 90.6 36 89.5 10 90.2C10.6 62 9.6 36 10.5 '
  + '10.2Z';
const WEAR = 'M3 31l4.5 1.5-4.5 3zM96.8 66l-4 1.2 4 2.3zM38 97l3.5-3 2 3zM70 2.5l2 3 3-3z';

const line = (text, y, size) => svg('text', { x: 50, y, 'font-size': size }, text);

// 完美 from top to bottom, or a count above a word; `small` has one character and no inner line.
export function seal(first, second = '', { small = false, label = first } = {}) {
  const lines = small ? [line(first, 73, 64)] : second ? [line(first, 61, 52), line(second, 79.5, 14)]
    : [...first].map((sign, i) => line(sign, i ? 83.5 : 46, 38));
  return svg('svg', { class: 'seal', viewBox: '-2 -2 104 104', role: 'img', 'aria-label': label },
    svg('path', { class: 'seal-body', d: BODY }), ...(small ? [] : [svg('path', { class: 'seal-line', d: LINE })]),
    ...lines, svg('path', { class: 'wear', d: WEAR }));
}
