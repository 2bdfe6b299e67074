// The names of 三国 for the pieces of 华容道, as huarong/library/labels.py gives them.

import { english } from './english.js';
import { sizeOf } from './puzzle.js';

const DOMINOES = ['张飞', '赵云', '马超', '黄忠', '关羽', '魏延', '姜维', '关平', '周仓'];
// Names the pieces: 曹操 the 2x2, 关羽 the first horizontal piece, then the other generals, and 卒.
export function cast({ kinds, pieces }) {
  const byHead = [...pieces].sort((a, b) => a.head - b.head),
    of = (size) => byHead.filter((piece) => sizeOf(kinds[piece.kind].shape) === size), labels = new Map();
  const [first, ...lying] = of('2x1'), names = DOMINOES.filter((name) => !(first && name === '关羽'));
  if (first) labels.set(first.symbol, '关羽');
  [...of('1x2'), ...lying].forEach((piece, i) => { if (names[i]) labels.set(piece.symbol, names[i]); });
  of('1x1').forEach((piece, i) => labels.set(piece.symbol, `卒${i + 1}`));
  for (const piece of of('2x2')) labels.set(piece.symbol, '曹操');
  return pieces.map((piece) => {
    const label = labels.get(piece.symbol) ?? piece.symbol;
    return { ...piece, label, label_en: english(label) };
  });
}
