// What is written on a piece.

import { called, parted } from '../rules/cast.js';
import { namesIn } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { lettered } from './lettering.js';

// What stands on a piece: its name and, apart from it, its number; neither on plain pieces.
export function words(piece) {
  if (settings.pieces === 'plain') return ['', ''];
  const lang = namesIn();
  return lang && piece.label !== piece.symbol ? parted(called(piece, lang)) : [piece.symbol, ''];
}

export function labelOf(piece, shape) {
  const [text] = words(piece);
  return text ? lettered(text, shape) : null;
}
