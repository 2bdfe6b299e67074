// Masks of the opera for the pieces, of our own drawing: symbols of 100 by 100. The right half is drawn and mirrored;
// ink has a darker colour of the piece, all else is painted like its letters.

import { lettered } from './lettering.js';
import { svg } from './shape.js';

/** @typedef {string | { ink: string } | { line: string, wide: number } | { wire: string, wide: number }} Part */
/** @type {Record<string, { whole: Part[], half: Part[], top?: Part[] }>} */
const MASKS = {
  // 曹操: the chancellor's hat with its long wings; the white face, knit brows, narrow eyes.
  cao: {
    whole: ['M29 31C29 12 38 4 50 4S71 12 71 31Q50 25 29 31Z',
      'M27 36Q50 29 73 36C78 58 69 80 50 92C31 80 22 58 27 36Z'],
    half: ['M73 22.5L99 18.5Q100.5 23 99 27.5L74 29Z', { ink: 'M54.5 51C60 43 68 40 75.5 41.5C69 44 63 48 58 53.5Z' },
      { ink: 'M56 59C62 52.5 68 51.5 74.5 53C69 58.5 62 60.5 56 59Z' }, { line: 'M57 67Q66 66.5 70 59.5', wide: 2 },
      { line: 'M58 73Q65 72 68 67', wide: 1.8 }, { ink: 'M50 76Q59 74.5 64 81Q57 79.5 50 79.5Z' }],
    top: [{ ink: 'M50 47L53.5 66Q50 69.5 46.5 66Z' },
      { ink: 'M50 34.5C52.5 38 52.5 41 50 44C47.5 41 47.5 38 50 34.5Z' }, { ink: 'M50 8.5L54.5 14L50 19.5L45.5 14Z' },
      'M46.5 88Q50 90.5 53.5 88L50 100Z'],
  },
  // 关羽: the green general's hood, phoenix eyes, silkworm brows, the long beard in five strands.
  guan: {
    whole: ['M25 31C25 13 35 6 50 6S75 13 75 31Q50 22 25 31Z', 'M45.5 4.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z',
      'M27 35Q50 26.5 73 35Q76.5 50 69 62.5H31Q23.5 50 27 35Z'],
    half: [{ ink: 'M53.5 45.5C58 37.5 67 35 75 35.5C72 40.5 64 42.5 58 48Q55 48 53.5 45.5Z' },
      { ink: 'M55 54.5C61 46.5 68 45 75 46C70 53 62 56.5 55 54.5Z' },
      'M57.5 65.5H66.5C67 78 64 88 58 95C58.5 84 58.5 75 57.5 65.5Z',
      'M69.5 64.5Q74.5 60 76.5 54C80 69 76.5 81 68.5 89C71 80 71.2 73 69.5 64.5Z',
      { ink: 'M50 58.5Q56 56.5 62.5 61.5H50Z' }],
    top: [{ ink: 'M50 42L52.8 55Q50 57.5 47.2 55Z' }, 'M45 65.5H55L50 100Z',
      { ink: 'M50 10L53.5 15.5L50 21L46.5 15.5Z' }],
  },
  // 张飞: round eyes in butterfly wings of black, beard on end all round.
  zhang: {
    whole: ['M26 31C27 15 37 9 50 9S73 15 74 31Q50 23.5 26 31Z',
      'M26 36Q50 28 74 36C80 52 73 70 62 76H38C27 70 20 52 26 36Z'],
    half: [{ ink: 'M53 47C55 37.5 66 34.5 77 40C78.5 52 73 60 64.5 60C57.5 60 53 54.5 53 47Z' },
      'M59.4 48.5a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0 -11.2 0Z',
      { ink: 'M62.5 48.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z' },
      'M78.5 52L92 50L80 60L92 64.5L77 68L86 79L72 75L76 90L64 79.5L63 97L54.5 80.5L50 79V77L62 77Q74 70 78.5 52Z'],
    top: [{ ink: 'M50 32L53 48L51.8 61Q50 63 48.2 61L47 48Z' }, { ink: 'M36 69Q50 62.5 64 69Q50 76.5 36 69Z' },
      'M45 80L50 100L55 80Z'],
  },
  // 赵云: a bare young face under a helmet with a red plume and two balls.
  zhao: {
    whole: ['M24 42C23 20 34 11 50 11S77 20 76 42L65 35.5L50 45L35 35.5Z',
      'M50 -1C56 3.5 54.5 8 53 12.5H47C45.5 8 44 3.5 50 -1Z',
      'M29.5 44.5L35 41L50 50L65 41L70.5 44.5C73 66 64 83 50 94C36 83 27 66 29.5 44.5Z'],
    half: ['M76 43a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0Z', { ink: 'M55 56.5L71 50.5Q71.5 53.5 69 55L56.5 60Z' },
      { ink: 'M56 65.5C61 60 66 59.5 70.5 61C67 66.5 61.5 68 56 65.5Z' }, { wire: 'M81.5 48V62', wide: 2.6 },
      { ink: 'M50 79Q54 77.6 57 79.5Q54 83.5 50 83.5Z' }],
    top: [{ ink: 'M50 60L52 72.5Q50 74.5 48 72.5Z' }, { ink: 'M45.5 26a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z' },
      'M48 26a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z'],
  },
  // 马超: the lion helmet with two long pheasant feathers.
  ma: {
    whole: ['M25 41C23 22 30 17 38 15L50 20.5L62 15C70 17 77 22 75 41Q50 31.5 25 41Z',
      'M29 45Q50 36.5 71 45C73.5 66 64 83 50 93.5C36 83 26.5 66 29 45Z'],
    half: [{ wire: 'M60 15C66 -1 92 -4 95.5 16C97 27 91 38 88 46', wide: 3.6 },
      { ink: 'M58.6 26a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0Z' }, { ink: 'M55 53.5L72 48.5Q72 52 69.5 53L57 57Z' },
      { ink: 'M56 62.5C61 57.5 66 57 70.5 58.5C67 64 61.5 65 56 62.5Z' },
      { ink: 'M50 75Q58 73.5 64 79Q57 78.5 50 78Z' }],
    top: [{ ink: 'M50 56L52.2 69Q50 71.5 47.8 69Z' },
      { ink: 'M33 38L37 32.8L41.5 36L45.8 31.5L50 35L54.2 31.5L58.5 36L63 32.8L67 38Q50 30 33 38Z' },
      { ink: 'M47.5 84H52.5L50 90Z' }],
  },
  // 黄忠: the old archer: brows that hang past the face, a full white beard.
  huang: {
    whole: ['M27 35C28 17 38 10.5 50 10.5S72 17 73 35Q50 27 27 35Z', 'M50 1L54.5 11H45.5Z',
      'M29 39.5Q50 31.5 71 39.5Q73.5 52 69.5 60H30.5Q26.5 52 29 39.5Z'],
    half: [{ ink: 'M54 47.5C60 40.5 69 41 75 47Q70 46.5 66 48.5Q60 46.5 54 50Z' },
      'M72.5 46C82 48 86 58 82.5 70C80.5 62 77.5 57 72.5 54Z',
      { ink: 'M56.5 55C61 51.5 66 52 70 56.5Q63 57.5 56.5 55Z' },
      'M50 63.5H71.5C80 72 76 86 63 90.5C61 93 57 95 50 101Z', { line: 'M59.5 70C63.5 76 63 82 60 88', wide: 2.2 },
      { line: 'M68 68C71.5 74 71 79 68.5 84', wide: 2.2 }],
    top: [{ ink: 'M50 45L52.6 58Q50 60.5 47.4 58Z' }, { ink: 'M40 68Q50 63.5 60 68Q50 73 40 68Z' },
      { line: 'M50 76V92', wide: 2.2 }],
  },
  // 卒: a straw hat and what little is seen under it.
  zu: {
    whole: ['M50 14L94 50Q50 40 6 50Z', 'M29 51.5Q50 46 71 51.5C73 68 64 80 50 88C36 80 27 68 29 51.5Z'],
    half: [{ ink: 'M55.5 60.5Q62 57 68 60Q62 64.5 55.5 60.5Z' }],
    top: [{ ink: 'M44 73.5Q50 71.5 56 73.5Q50 77 44 73.5Z' }],
  },
};

const part = (each) => (typeof each === 'string' ? svg('path', { d: each })
  : svg('path', { class: Object.keys(each)[0], d: each.ink ?? each.line ?? each.wire, 'stroke-width': each.wide }));

// Puts the masks into the document, once.
function put() {
  if (document.querySelector('#masks')) return;
  const symbols = Object.entries(MASKS).map(([id, { whole, half, top = [] }]) =>
    svg('symbol', { id: `mask-${id}`, viewBox: '0 0 100 100' }, ...whole.map(part),
      svg('g', { id: `half-${id}` }, ...half.map(part)),
      svg('use', { href: `#half-${id}`, transform: 'matrix(-1 0 0 1 100 0)' }), ...top.map(part)));
  document.body.append(svg('svg', { id: 'masks', width: 0, height: 0, 'aria-hidden': 'true' }, ...symbols));
}

// Who wears which.
const WORN = { 曹操: 'cao', 关羽: 'guan', 张飞: 'zhang', 赵云: 'zhao', 马超: 'ma', 黄忠: 'huang', 卒: 'zu' };

// The mask of a person on a piece of a size, with the name below it, or beside it on a piece that lies; `cut` makes it
// look cut in. Null for others.
export function masked(person, name, [w, h], cut) {
  if (!WORN[person]) return null;
  put();
  const of = (x, y, size) => svg('use', { href: `#mask-${WORN[person]}`, x, y, width: size, height: size });
  const under = (x, y, wide, limit) => [svg('g', { transform: `translate(${x} ${y})` },
    ...cut(lettered(name, wide > 1 ? [[0, 0], [1, 0]] : [[0, 0]], { limit })))];
  const chinese = /[\u2e80-\uffff]/.test(name);
  if (w === 1 && h === 1) return cut(of(0.2, 0.13, 0.6));
  if (w > h) return [...cut(of(0.17, 0.12, 0.74)), ...under(0.86, -0.018, 1, chinese ? 0.34 : 0.27)];
  if (h > w) return [...cut(of(0.1, 0.2, 0.8)), ...under(0, 0.93, 1, chinese ? 0.29 : 0.235)];
  return [...cut(of(w / 2 - 0.62, 0.19, 1.24)), ...under(0, 1.115, 2, chinese ? 0.28 : 0.25)];
}
