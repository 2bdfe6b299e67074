// Layouts of traces as boards: a letter at the first cell of each piece (small where the goal names it), 20 characters
// for 4x5; digits for numbered tiles.

import { bodyOf, outline, svg } from '../board/shape.js';
import { inRows } from '../rules/puzzle.js';
import { t } from '../shared/i18n.js';

const SIZES = { B: [2, 2], H: [2, 1], V: [1, 2], S: [1, 1], T: [3, 1], U: [1, 3] };
const STYLES = { B: 'key', H: 'h', V: 'v', S: 's', T: 'h', U: 'v' };
const sizeOf = (letter) => SIZES[letter.toUpperCase()];
const cellsOf = (width, height) =>
  Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)]);
export const isTiles = (text) => /^[0-9a-z]+$/.test(text);
const side = (text, width) => width ?? (isTiles(text) ? Math.round(Math.sqrt(text.length)) : 4);

function frameOf(width, height) {
  const cells = cellsOf(width, height);
  return [svg('path', { class: 'frame', d: outline(cells, -0.1) }), svg('path', { class: 'floor', d: outline(cells) })];
}

// The pieces of a layout: a letter, the cell of its head, where [x, y] that is, and a size [width, height].
export function piecesOf(text, width = side(text, null)) {
  const tiles = isTiles(text);
  return [...text].map((letter, head) => ({ letter, head, at: [head % width, Math.floor(head / width)],
    size: tiles ? (letter === '0' ? null : [1, 1]) : sizeOf(letter) })).filter(({ size }) => size);
}

// A board whose pieces glide from layout to layout.
export class Board {
  svg = svg('svg', { 'aria-hidden': 'true' });
  over = svg('g');
  body = svg('g');
  text = '';
  kinds = ''; // the letters of its pieces
  width = 4;
  pieces = /** @type {{ kind: string, group: SVGElement, head: number }[]} */ ([]);

  /** @type {(text: string, look?: { width?: number | null, trial?: any, lit?: number | number[] | null }) => void} */
  show(text, { width = null, ...marks } = {}) {
    if (text && text !== this.text) {
      const alike = this.text.length === text.length && isTiles(this.text) === isTiles(text);
      if (!alike) this.#begin(text, side(text, width));
      this.#layout(text);
      this.text = text;
    }
    this.over.replaceChildren(...this.#marks(marks));
  }

  #begin(text, width) {
    const height = text.length / width;
    Object.assign(this, { width, kinds: '' });
    this.svg.setAttribute('viewBox', `-.2 -.2 ${width + 0.4} ${height + 0.4}`);
    this.svg.replaceChildren(...frameOf(width, height), this.body, this.over);
  }

  #piece({ letter, size: [w, h] }, tiles) {
    const n = parseInt(letter, 36), style = tiles ? (n % 2 ? 's' : 'h') : STYLES[letter] ?? 'key',
      label = tiles ? String(n) : letter === 'B' ? t('piece_key') : '';
    const group = svg('g', { class: `piece glide ${style}` }, svg('path', { d: bodyOf(cellsOf(w, h)) }));
    const large = Math.min(w, h) > 1 && label.length <= 4 ? 0.6 : 0.42;
    if (label) group.append(svg('text', { x: w / 2, y: h / 2 + 0.16, 'font-size': large }, label));
    return { group, head: -1, kind: letter };
  }

  // Pieces of one kind are alike: those whose place is still taken stay, the remaining one has moved.
  #layout(text) {
    const wanted = piecesOf(text, this.width), kinds = wanted.map(({ letter }) => letter).sort().join('');
    if (this.kinds !== kinds) {
      const tiles = isTiles(text), order = tiles ? wanted.toSorted((a, b) => (a.letter < b.letter ? -1 : 1)) : wanted;
      Object.assign(this, { kinds, pieces: order.map((each) => this.#piece(each, tiles)) });
      this.body.replaceChildren(...this.pieces.map(({ group }) => group));
    }
    const free = new Set(this.pieces), left = wanted.filter(({ letter, head }) => {
      const same = this.pieces.find((piece) => piece.kind === letter && piece.head === head);
      return !same || !free.delete(same);
    });
    for (const { letter, head, at } of left) {
      const alike = [...free].filter(({ kind }) => kind === letter),
        near = alike.reduce((best, piece) => (this.#far(piece.head, head) < this.#far(best.head, head) ? piece : best));
      free.delete(near);
      near.head = head;
      near.group.style.transform = `translate(${at[0]}px, ${at[1]}px)`;
    }
  }

  #far(a, b) {
    const { width } = this;
    return Math.abs(a % width - b % width) + Math.abs(Math.floor(a / width) - Math.floor(b / width));
  }

  // The piece that is tried, crossed out where it does not fit, and the cells that are looked at.
  /** @param {{ trial?: any, lit?: number | number[] | null }} marks */
  #marks({ trial, lit }) {
    const at = (cell) => [cell % this.width, Math.floor(cell / this.width)];
    const frame = (look, cell, [w, h], inset, rx) => {
      const [x, y] = at(cell);
      return svg('rect', { class: look, x: x + inset, y: y + inset, width: w - 2 * inset, height: h - 2 * inset, rx });
    };
    const found = [lit ?? []].flat().map((cell) => frame('mark-cell', cell, [1, 1], 0.08, 0.1));
    if (!trial) return found;
    const [letter, cell, why] = trial, [w, h] = sizeOf(letter), [x, y] = at(cell);
    const [left, top, right, low] = [x + 0.2, y + 0.2, x + w - 0.2, y + h - 0.2];
    return [frame(why ? 'trial bad' : 'trial', cell, [w, h], 0.06, 0.12), ...(why ? [svg('path', { class: 'cross',
      d: `M${left} ${top}L${right} ${low}M${right} ${top}L${left} ${low}` })] : []), ...found];
  }
}

// A small still board.
export function mini(text, width) {
  const board = new Board();
  board.show(text, { width });
  board.svg.classList.add('mini');
  return board.svg;
}

// The screen-reader text of a layout.
export function described(text, width) {
  if (isTiles(text)) return inRows([...text], side(text, width)).map((row) =>
    row.map((each) => parseInt(each, 36)).join(' ')).join(' / ');
  return piecesOf(text, width ?? 4).map(({ letter, at: [x, y] }) =>
    t('piece_at', { piece: t('piece_' + letter.toUpperCase()), x: x + 1, y: y + 1 })).join(t('comma'));
}
