// The names of 三国 for the pieces of 华容道, as huarong/library/labels.py gives them.

import { sizeOf } from './puzzle.js';

const ENGLISH = { 曹操: 'Cao Cao', 关羽: 'Guan Yu', 张飞: 'Zhang Fei', 赵云: 'Zhao Yun', 马超: 'Ma Chao', 黄忠: 'Huang Zhong',
  魏延: 'Wei Yan', 姜维: 'Jiang Wei', 关平: 'Guan Ping', 周仓: 'Zhou Cang', 卒: 'Soldier' };

export const english = (label) => ENGLISH[label] ?? (/^卒\d+$/.test(label) ? `Soldier ${label.slice(1)}` : label);

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
  const label = ({ symbol }) => labels.get(symbol) ?? symbol;
  return pieces.map((piece) => ({ ...piece, label: label(piece), label_en: english(label(piece)) }));
}

const DIGITS = '零一二三四五六七八九';
const NUMBER = /(?<=[^0-9 ]) ?([0-9]+|(?<=卒)[一二三四五六七八九十]+)$/;

// A number from 1 to 99 in Chinese; a larger one in digits.
export function han(n) {
  if (!(n > 0 && n < 100)) return String(n);
  const tens = Math.floor(n / 10), ones = n % 10;
  return (tens > 1 ? DIGITS[tens] : '') + (tens ? '十' : '') + (ones ? DIGITS[ones] : '');
}

// A piece's name without the number at its end, and that number, as they stand apart on the piece: ['卒', '四'].
export function parted(name) {
  const found = NUMBER.exec(name);
  return found ? [name.slice(0, found.index), found[1]] : [name, ''];
}

// A piece's label in a language; Chinese soldiers are counted in Chinese (`called` in huarong/library/labels.py).
export function called({ label, label_en }, lang) {
  if (lang !== 'zh') return label_en;
  const [name, number] = parted(label);
  return name === '卒' && /^\d+$/.test(number) ? name + han(Number(number)) : label;
}
