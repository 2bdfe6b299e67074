// The linear list: every code in the order of insertion, and how many of them a look-up compares.

import { t, number } from '../../shared/i18n.js';
import { onCanvas } from '../pen.js';

const ASKS = new Set(['new', 'turned', 'known', 'raised']), LEAST = 3, NUMBERED = 34, GAP = 8;

// The current table, by the counters that the trace has.
const tableOf = (stepper) => (stepper.get('count', 'height') !== undefined ? 'd_tree'
  : stepper.get('count', 'longest') !== undefined ? 'd_hash' : null);

// The size of boxes that fill a rectangle: their side, and how many are in a row.
function fit(count, width, height, most) {
  let side = most;
  while (side > LEAST && Math.ceil(count / Math.floor(width / side)) * side > height) side -= 1;
  return [side, Math.floor(width / side)];
}

// The list in a rectangle of a drawing: blue was compared in this look-up, red is new at its end, ochre was found.
export function list(pen, stepper, top, height) {
  const codes = stepper.table('list'), asks = ASKS.has(stepper.frame[0]),
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
      pen.box(x, y, w, h, style, 'edge', 0.8);
      pen.text(String(number), x + w / 2, y + h / 2 + 0.5, style === 'floor' ? 'ink' : 'on', 13);
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
