// What is written on a piece.

import { settings } from '../shared/settings.js';
import { lettered } from './lettering.js';

function words(piece) {
  const how = settings.pieces === 'names' ? (settings.lang === 'zh' ? 'chinese' : 'english') : settings.pieces;
  if (how === 'plain') return '';
  const named = piece.label !== piece.symbol;
  const text = how === 'letters' || !named ? piece.symbol : how === 'chinese' ? piece.label : piece.label_en;
  return named ? text.replace(/\s*\d+$/, '') || text : text;
}

export function labelOf(piece, shape) {
  const text = words(piece);
  return text ? lettered(text, shape) : null;
}
