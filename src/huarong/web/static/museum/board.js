// Layouts of traces as boards: a letter at the first cell of each piece (small where the goal names it), 20 characters
// for 4x5; digits for numbered tiles.

import { bodyOf, outline, svg } from '../board/shape.js';
import { t } from '../shared/i18n.js';

const SIZES = { B: [2, 2], H: [2, 1], V: [1, 2], S: [1, 1], T: [3, 1], U: [1, 3] };
const STYLES = { B: 'key', H: 'h', V: 'v', S: 's', T: 'h', U: 'v' };
const sizeOf = (letter) => SIZES[letter.toUpperCase()], styleOf = (letter) => STYLES[letter] ?? 'key';
const shape = (letter) => {
  const [w, h] = sizeOf(letter);
  return Array.from({ length: w * h }, (_, i) => [i % w, Math.floor(i / w)]);
};
const BODIES = Object.fromEntries(Object.keys(SIZES).map((letter) => [letter, bodyOf(shape(letter))]));
const place = (head, width) => `translate(${head % width}px, ${Math.floor(head / width)}px)`;
export const isTiles = (text) => /^[0-9a-z]+$/.test(text);
const side = (text, width) => width ?? Math.round(Math.sqrt(text.length));

export function frameOf(width, height) {
  const cells = Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)]);
  return [svg('path', { class: 'frame', d: outline(cells, -0.1) }), svg('path', { class: 'floor', d: outline(cells) })];
}

// A board whose pieces glide from layout to layout.
export class Board {
  svg = svg('svg', { 'aria-hidden': 'true' });
  over = svg('g');
  body = svg('g');
  text = '';
  kinds = ''; // the letters of its pieces
  width = 4;
  pieces = /** @type {{ letter: string, group: SVGElement, head: number, kind?: string }[]} */ ([]);

  /** @type {(text: string, look?: { width?: number | null, trial?: any, lit?: number | null, cells?: number[] | null })
   *   => void} */
  show(text, { width = null, ...marks } = {}) {
    this.given = width;
    if (text && text !== this.text) {
      if (!this.text || this.text.length !== text.length || isTiles(this.text) !== isTiles(text)) this.#begin(text);
      if (isTiles(text)) this.#tiles(text);
      else this.#layout(text);
      this.text = text;
    }
    this.over.replaceChildren(...this.#marks(marks));
  }

  #begin(text) {
    const w = isTiles(text) ? side(text, this.given) : this.given ?? 4, h = text.length / w;
    this.width = w;
    this.pieces = [];
    for (const group of [this.over, this.body]) group.replaceChildren();
    this.svg.setAttribute('viewBox', `-.2 -.2 ${w + 0.4} ${h + 0.4}`);
    this.svg.replaceChildren(...frameOf(w, h), this.body, this.over);
  }

  #piece(letter, label, path, size) {
    const group = svg('g', { class: `piece glide ${letter}` }, svg('path', { d: path }));
    const large = Math.min(...size) > 1 && !(label?.length > 4) ? 0.6 : 0.42;
    if (label) group.append(svg('text', { x: size[0] / 2, y: size[1] / 2 + 0.16, 'font-size': large }, label));
    this.body.append(group);
    return { letter, group, head: -1 };
  }

  // Pieces of one kind are alike: those whose place is still taken stay, the remaining one has moved.
  #layout(text) {
    const wanted = [...text].map((letter, head) => ({ letter, head })).filter(({ letter }) => sizeOf(letter));
    const kinds = wanted.map(({ letter }) => letter).sort().join('');
    if (this.kinds !== kinds) {
      this.kinds = kinds;
      this.body.replaceChildren();
      this.pieces = wanted.map(({ letter }) => {
        const label = letter === 'B' ? t('piece_key') : '';
        return { ...this.#piece(styleOf(letter), label, BODIES[letter.toUpperCase()], sizeOf(letter)), kind: letter };
      });
    }
    const free = new Set(this.pieces), left = [];
    for (const want of wanted) {
      const same = this.pieces.find(({ kind, head }) => kind === want.letter && head === want.head);
      if (same) free.delete(same);
      else left.push(want);
    }
    for (const { letter, head } of left) {
      const far = (piece) => this.#far(piece.head, head), alike = [...free].filter(({ kind }) => kind === letter);
      const near = alike.reduce((best, piece) => (far(piece) < far(best) ? piece : best));
      free.delete(near);
      near.head = head;
      near.group.style.transform = place(head, this.width);
    }
  }

  #far(a, b) {
    const { width } = this;
    return Math.abs(a % width - b % width) + Math.abs(Math.floor(a / width) - Math.floor(b / width));
  }

  #tiles(text) {
    if (!this.pieces.length) {
      const cell = bodyOf([[0, 0]]);
      for (let n = 1; n < text.length; n++) this.pieces[n] = this.#piece(n % 2 ? 's' : 'h', String(n), cell, [1, 1]);
    }
    [...text].forEach((digit, at) => {
      if (digit !== '0') this.pieces[parseInt(digit, 36)].group.style.transform = place(at, this.width);
    });
  }

  /** @param {{ trial?: any, lit?: number | null, cells?: number[] | null }} marks */
  #marks({ trial, lit, cells }) {
    const found = [], at = (cell) => [cell % this.width, Math.floor(cell / this.width)];
    if (trial) {
      const [letter, cell, why] = trial, [w, h] = sizeOf(letter), [x, y] = at(cell);
      const [left, top, right, low] = [x + 0.2, y + 0.2, x + w - 0.2, y + h - 0.2];
      const cross = `M${left} ${top}L${right} ${low}M${right} ${top}L${left} ${low}`;
      found.push(svg('rect', { class: why ? 'trial bad' : 'trial', x: x + 0.06, y: y + 0.06, width: w - 0.12,
        height: h - 0.12, rx: 0.12 }));
      if (why) found.push(svg('path', { class: 'cross', d: cross }));
    }
    for (const cell of cells ?? [lit ?? []].flat()) {
      const [x, y] = at(cell);
      found.push(svg('rect', { class: 'mark-cell', x: x + 0.08, y: y + 0.08, width: 0.84, height: 0.84, rx: 0.1 }));
    }
    return found;
  }
}

// A small still board.
export function mini(text, width) {
  const board = new Board();
  board.show(text, { width });
  board.svg.classList.add('mini');
  return board.svg;
}

// The pieces of a layout: a letter, where [x, y], and a size [width, height].
export const piecesOf = (text, width = 4) => [...text].map((letter, head) =>
  ({ letter, at: [head % width, Math.floor(head / width)], size: sizeOf(letter) })).filter(({ size }) => size);

// The screen-reader text of a layout.
export function described(text, width) {
  if (!text) return '';
  if (isTiles(text)) return text.match(new RegExp(`.{${side(text, width)}}`, 'g'))
    .map((row) => [...row].map((each) => parseInt(each, 36)).join(' ')).join(' / ');
  const words = ({ letter, at }) => t('piece_at', { piece: t('piece_' + letter.toUpperCase()),
    x: at[0] + 1, y: at[1] + 1 });
  return piecesOf(text, width ?? 4).map(words).join(t('comma'));
}
