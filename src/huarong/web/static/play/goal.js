// Small pictures of the goal, one for each alternative, for puzzles whose goal is more than one piece in one place.

import { labelOf } from '../board/label.js';
import { layers } from '../board/piece.js';
import { svg, viewBox } from '../board/shape.js';
import { ground, material } from '../board/tray.js';
import { t } from '../shared/i18n.js';

const MOST = 4;

export function goalPictures(puzzle) {
  if (puzzle.keys.size && puzzle.goal.every((wanted) => wanted.length === 1)) return [];
  return puzzle.goal.slice(0, MOST).map((wanted) => picture(puzzle, wanted));
}

function picture(puzzle, wanted) {
  material();
  const drawn = svg('svg', { viewBox: viewBox(puzzle), class: 'thumb', role: 'img' }, ground(puzzle));
  const left = puzzle.pieces.map((_, i) => i), said = [];
  for (const [kind, head] of wanted) {
    const [i] = left.splice(left.findIndex((each) => puzzle.pieces[each].kind === kind), 1), piece = puzzle.pieces[i];
    const { shape } = puzzle.kinds[kind], x = head % puzzle.width, y = Math.floor(head / puzzle.width);
    const group = layers(puzzle, kind, { label: labelOf(piece, shape) });
    group.setAttribute('transform', `translate(${x} ${y})`);
    drawn.append(group);
    said.push(t('goal_at', { piece: piece.symbol, y: y + 1, x: x + 1 }));
  }
  drawn.setAttribute('aria-label', t('goal_is', { pieces: said.join('; ') }));
  return drawn;
}
