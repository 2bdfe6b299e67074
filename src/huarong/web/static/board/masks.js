// Masks of the opera on the pieces; masks.svg has the drawings.

import { at } from '../shared/addresses.js';
import { lettered } from './lettering.js';
import { svg } from './shape.js';

document.body.insertAdjacentHTML('beforeend', await (await fetch(at('/static/board/masks.svg'))).text());

// Who wears which.
const WORN = { 曹操: 'cao', 关羽: 'guan', 张飞: 'zhang', 赵云: 'zhao', 马超: 'ma', 黄忠: 'huang', 卒: 'zu' };

// The mask of a person on a piece of a size, with the name below it, or beside it on a piece that lies; `cut` makes it
// look cut in. Null for others.
export function masked(person, name, [w, h], cut) {
  if (!WORN[person]) return null;
  const of = (x, y, size) => svg('use', { href: `#mask-${WORN[person]}`, x, y, width: size, height: size });
  const under = (x, y, wide, limit) => [svg('g', { transform: `translate(${x} ${y})` },
    ...cut(lettered(name, wide > 1 ? [[0, 0], [1, 0]] : [[0, 0]], { limit })))];
  const chinese = /[\u2e80-\uffff]/.test(name);
  if (w === 1 && h === 1) return cut(of(0.2, 0.13, 0.6));
  if (w > h) return [...cut(of(0.17, 0.12, 0.74)), ...under(0.86, -0.018, 1, chinese ? 0.34 : 0.27)];
  if (h > w) return [...cut(of(0.1, 0.2, 0.8)), ...under(0, 0.93, 1, chinese ? 0.29 : 0.235)];
  return [...cut(of(w / 2 - 0.62, 0.19, 1.24)), ...under(0, 1.115, 2, chinese ? 0.28 : 0.25)];
}
