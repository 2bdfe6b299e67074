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

// Draws a mask with a name (masks.js), once it is loaded.
let masked = null;

// Loads the masks, if pieces are to wear them; returns whether they have just come.
export async function wearMasks() {
  if (masked || settings.pieces !== 'masks') return false;
  ({ masked } = await import('./masks.js'));
  return true;
}

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
  const mask = settings.pieces === 'masks' && full && masked?.(parted(piece.label)[0], name, [w, h], cut);
  if (mask) return svg('g', { class: 'label' }, ...mask, ...index);
  if (!name) return null;
  const text = lettered(name, shape, { up: number ? 0.04 : 0.018, limit: number && name.length > 2 ? 0.2 : 1 });
  return svg('g', { class: 'label' }, ...cut(text), ...index);
}
