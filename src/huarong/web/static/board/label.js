// What is written on a piece: its name, and on a soldier its number in the corner; or a mask of our own drawing.

import { called, parted } from '../rules/cast.js';
import { boxOf } from '../rules/puzzle.js';
import { namesIn } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { lettered } from './lettering.js';
import { svg } from './shape.js';

// What stands on a piece: its name and, apart from it, its number; neither on plain pieces.
function words(piece) {
  if (settings.pieces === 'plain') return ['', ''];
  const lang = namesIn();
  return lang && piece.label !== piece.symbol ? parted(called(piece, lang)) : [piece.symbol, ''];
}

// The masks of masks.js by the names of those who wear them.
const MASKS = { 曹操: 'cao', 关羽: 'guan', 张飞: 'zhang', 赵云: 'zhao', 马超: 'ma', 黄忠: 'huang', 卒: 'zu' };

// A copy of letters or a mask, dark and a hair above, makes them look cut in.
function cut(...drawn) {
  const copies = drawn.map((each) => each.cloneNode(true));
  for (const copy of copies) copy.setAttribute('class', 'cut');
  return [svg('g', { transform: 'translate(0 -.014)' }, ...copies), ...drawn];
}

export function labelOf(piece, shape) {
  const [name, number] = words(piece), { w, h, full } = boxOf(shape);
  const index = number ? [svg('text', { class: 'index', 'font-size': 0.165, 'aria-hidden': 'true' },
    svg('tspan', { x: w - 0.21, y: h - 0.175 }, number))] : [];
  const mask = settings.pieces === 'masks' && full && MASKS[piece.label.replace(/\d+$/, '')];
  if (mask) return masked(mask, name, [w, h], index);
  if (!name) return null;
  const text = lettered(name, shape, { up: number ? 0.04 : 0.018, limit: number && name.length > 2 ? 0.2 : 1 });
  return svg('g', { class: 'label' }, ...cut(text), ...index);
}

// A mask, with the name below it, or beside it on a piece that lies.
function masked(mask, name, [w, h], index) {
  const of = (x, y, size) => svg('use', { href: `#mask-${mask}`, x, y, width: size, height: size });
  const under = (x, y, wide, high, limit) => {
    const cells = Array.from({ length: wide * high }, (_, i) => [i % wide, Math.floor(i / wide)]);
    const text = lettered(name, cells, { limit });
    return [svg('g', { transform: `translate(${x} ${y})` }, ...cut(text))];
  };
  const wide = /[\u2e80-\uffff]/.test(name);
  if (w === 1 && h === 1) return svg('g', { class: 'label' }, ...cut(of(0.2, 0.13, 0.6)), ...index);
  if (w > h) return svg('g', { class: 'label' }, ...cut(of(0.17, 0.12, 0.74)),
    ...under(0.86, -0.018, 1, 1, wide ? 0.34 : 0.27));
  if (h > w) return svg('g', { class: 'label' }, ...cut(of(0.1, 0.2, 0.8)),
    ...under(0, 0.93, 1, 1, wide ? 0.29 : 0.235));
  return svg('g', { class: 'label' }, ...cut(of(w / 2 - 0.62, 0.19, 1.24)),
    ...under(0, 1.115, 2, 1, wide ? 0.28 : 0.25));
}
