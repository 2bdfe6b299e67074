// The page for unknown addresses: the board that Cao Cao has left.

import { Puzzle } from '../rules/puzzle.js';
import { $, begin } from '../shared/ui.js';
import { thumbnail } from './tray.js';

const box = (w, h) => Array.from({ length: w * h }, (_, i) => [i % w, Math.floor(i / w)]);
const kinds = [box(1, 2), box(2, 1), box(1, 1), box(2, 2)].map((shape) =>
  ({ shape, directions: 'UDLR', gates: false, mark: '' }));
const pieces = [[0, 0], [0, 1], [0, 2], [0, 3], [2, 8], [2, 9], [1, 10], [2, 15], [2, 19]].map(([kind, head]) =>
  ({ kind, head, symbol: '', label: '', label_en: '' }));

begin();
$('#left').replaceChildren(thumbnail(new Puzzle({ width: 4, height: 5, walls: [], gates: [], kinds, pieces,
  goal: [[[3, 13]]] })));
