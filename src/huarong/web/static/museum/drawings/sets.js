// The bench of visited sets: comparisons, time and bytes against the number of codes, drawn as they are fed.

import { number, t } from '../../shared/i18n.js';
import { onCanvas } from '../pen.js';

const NAMES = ['list', 'bisection', 'tree', 'avl', 'chains', 'probing', 'set', 'bitmap'];
const COLOURS = ['red', 'indigo', 'jade', 'ochre', 'plum', 'moss', 'dim', 'ink'];
const PANELS = [['sets_compared', 1], ['sets_time', 3], ['sets_bytes', 2]];
const SUPER = (n) => '10' + [...String(n)].map((digit) => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit])).join('');

export const curves = onCanvas('d_curves', (pen) => (stepper) => {
  const lines = NAMES.map(() => /** @type {number[][]} */ ([])), most = stepper.get('at', 'codes') || 1;
  for (const [key, point] of stepper.table('curve')) lines[NAMES.indexOf(key.split(':')[0])]?.push(point);
  const { width } = pen.space, columns = width > 640 ? 3 : 1, across = width > 700 ? 8 : width > 400 ? 4 : 3,
    legend = 24 * Math.ceil(NAMES.length / across),
    high = columns === 3 ? Math.max(180, pen.room() - legend) : 190, wide = width / columns;
  pen.begin(legend + high * (3 / columns));
  NAMES.forEach((name, n) => {
    const x = (n % across) * (width / across), y = 12 + 24 * Math.floor(n / across);
    pen.line([[x + 2, y], [x + 16, y]], COLOURS[n], 3);
    pen.text(t('set_' + name), x + 20, y, 'ink', 13, 'left');
  });
  PANELS.forEach(([title, column], p) => {
    const left = (p % columns) * wide + 42, top = legend + Math.floor(p / columns) * high + 26,
      right = (p % columns) * wide + wide - 12, low = legend + Math.floor(p / columns) * high + high - 22;
    const values = lines.flat().map((point) => point[column]).filter((value) => value > 0);
    pen.text(t(title), left - 38, top - 14, 'ink', 13, 'left', true);
    pen.line([[left, top], [left, low], [right, low]], 'edge', 1);
    if (!values.length) return;
    const least = Math.floor(Math.log10(Math.min(...values))), above = Math.max(least + 1,
      Math.ceil(Math.log10(Math.max(...values))));
    const place = (/** @type {number[]} */ point) => [left + ((right - left) * point[0]) / most,
      low - ((low - top) * (Math.log10(point[column]) - least)) / (above - least)];
    for (let power = least; power <= above; power++) {
      const y = low - ((low - top) * (power - least)) / (above - least);
      pen.line([[left, y], [right, y]], 'line', 0.6);
      pen.text(power >= 0 && power < 4 ? number(10 ** power) : SUPER(power), left - 5, y, 'dim', 13, 'right');
    }
    pen.text(number(most), right, low + 12, 'dim', 13, 'right');
    lines.forEach((line, n) => {
      const points = line.filter((point) => point[column] > 0).map(place);
      if (points.length > 1) pen.line(points, COLOURS[n], 2);
      else if (points.length) pen.disc(points[0][0], points[0][1], 2.5, COLOURS[n]);
    });
  });
  const told = NAMES.flatMap((name, n) => lines[n].slice(-1).map(([, compared]) =>
    `${t('set_' + name)} ${compared === null ? t('no_value') : number(compared)}`));
  pen.canvas.setAttribute('aria-label', `${t('d_curves')}: ${told.join(t('comma'))}`);
});
