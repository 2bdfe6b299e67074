// The board: it draws the pieces and lets them be dragged, tapped and moved by keys. It keeps no game: it calls
// `onMove(piece, head)`, and its owner sets where the pieces are.

import { ARROWS, boxOf, sure, WAYS, xyOf } from '../rules/puzzle.js';
import { listed, nameOf, t } from '../shared/i18n.js';
import { calm } from '../shared/settings.js';
import { drag } from './drag.js';
import { labelOf, wearMasks } from './label.js';
import { layers } from './piece.js';
import { arrowOf, middleOf, outline, placedAt, svg, viewBox } from './shape.js';
import { goals, ground, material } from './tray.js';

const BEYOND = 1.9; // how many cells the key piece goes over the sill

// How pieces move when nobody drags them: they glide to their places (the transition is in `shared/look.css`), and the
// key piece leaves through the exit. A reader who wants less motion sees them at their places at once.

// Whether the pieces of a board glide to the places that they are given next.
const glide = (board, animated) => board.classList.toggle('moving', animated && !calm());

const LEAVING = { duration: 1100, easing: 'cubic-bezier(.5, 0, .85, .4)', fill: 'forwards' };

// A piece goes to a place outside the board, fades, and stays away until the animation is cancelled.
const depart = (piece, x, y, animated) => piece.animate([{ transform: piece.style.transform, opacity: 1 },
  { opacity: 1, offset: 0.45 }, { transform: `translate(${x}px, ${y}px)`, opacity: 0 }],
animated && !calm() ? LEAVING : { ...LEAVING, duration: 1 });

export class Board {
  puzzle = /** @type {Puzzle | null} */ (null);
  heads = /** @type {Heads} */ ([]);
  pieces = /** @type {SVGElement[]} */ ([]); // their elements
  grades = /** @type {Map<string, Grade> | null} */ (null); // by `from:to`, shown beside the dots
  dragging = /** @type {Held | null} */ (null); // what drag.js knows of the piece held
  still = false; // whether no piece can be moved
  chosen = 0;
  picked = false; // whether keys move the chosen piece
  showing = false; // whether the chosen piece is marked
  left = /** @type {Animation | null} */ (null); // the animation of the piece that leaves the board
  marks = svg('g', { class: 'marks' });
  layer = svg('g', { class: 'pieces' });
  dots = svg('g'); // below the pieces, so that one that is held covers them

  constructor(element, { onMove = (i, to) => {}, say = (text) => {} } = {}) {
    this.element = element;
    this.onMove = onMove;
    this.say = say;
    this.tray = svg('svg', { class: 'tray', 'aria-hidden': 'true' });
    element.parentElement.prepend(this.tray);
    element.addEventListener('keydown', (event) => this.press(event));
    drag(this);
  }

  setPuzzle(puzzle, heads) {
    this.#letGo();
    this.#back();
    Object.assign(this, { puzzle, heads: [...heads], picked: false, showing: false });
    this.chosen = Math.max(0, puzzle.pieces.findIndex((piece) => puzzle.keys.has(piece.kind)));
    const { element } = this;
    material();
    for (const each of [this.tray, element]) each.setAttribute('viewBox', viewBox(puzzle));
    element.parentElement.style.setProperty('--W', puzzle.width);
    element.parentElement.style.setProperty('--H', puzzle.height);
    element.setAttribute('role', 'application');
    for (const group of [this.marks, this.layer, this.dots]) group.replaceChildren();
    this.pieces = puzzle.pieces.map((piece, i) => {
      const group = layers(puzzle, piece.kind, { fine: true });
      for (const [name, value] of Object.entries({ role: 'button', tabindex: '-1', 'data-i': i,
        'data-symbol': piece.symbol })) group.setAttribute(name, value);
      group.addEventListener('focus', () => this.choose(i, false));
      this.layer.append(group);
      return group;
    });
    this.tray.replaceChildren(ground(puzzle, heads, true));
    element.replaceChildren(this.dots, this.layer, this.marks);
    this.relabel();
    this.setHeads(heads, false);
  }

  // The pieces' names and screen-reader labels, in the chosen language and style.
  relabel() {
    const { puzzle } = this;
    if (!puzzle) return;
    this.element.setAttribute('aria-label',
      t('board', { w: puzzle.width, h: puzzle.height, pieces: puzzle.pieces.length }));
    wearMasks().then((come) => come && this.relabel());
    puzzle.pieces.forEach((piece, i) => {
      this.pieces[i].querySelector('.label')?.remove();
      const label = labelOf(piece, puzzle.kinds[piece.kind].shape);
      if (label) this.pieces[i].querySelector('.body')?.append(label);
    });
    this.#speak();
  }

  setHeads(heads, animated = true) {
    const puzzle = sure(this.puzzle), { width } = puzzle;
    if (heads.some((head, i) => head !== this.heads[i])) {
      this.#letGo();
      this.#back();
    }
    this.heads = [...heads];
    glide(this.element, animated);
    heads.forEach((head, i) => this.place(i, xyOf(head, width)));
    this.tray.querySelector('.goals')?.replaceWith(goals(puzzle, heads));
    this.#speak();
    this.#dots();
  }

  place(i, [x, y]) { this.pieces[i].style.transform = `translate(${x}px, ${y}px)`; }

  // Ends a drag, which knows only the layout in which it began.
  #letGo() {
    if (this.dragging) this.pieces[this.dragging.i]?.classList.remove('dragged');
    this.dragging = null;
  }

  #speak() {
    const { puzzle, heads } = this;
    if (puzzle) this.pieces.forEach((group, i) => {
      const piece = puzzle.pieces[i], { w, h } = boxOf(puzzle.kinds[piece.kind].shape),
        [x, y] = xyOf(heads[i], puzzle.width);
      const ways = [...puzzle.reach(heads, i, 'step').keys()].map((to) => t(puzzle.wayBetween(heads[i], to)));
      const place = t('at', { piece: nameOf(piece), w, h, y: y + 1, x: x + 1 });
      const can = ways.length ? t('can', { ways: listed(ways) }) : t('stuck');
      group.setAttribute('aria-label', `${place}; ${can}`);
      group.setAttribute('aria-pressed', String(this.picked && i === this.chosen));
      group.setAttribute('tabindex', i === this.chosen ? '0' : '-1');
      group.classList.toggle('chosen', i === this.chosen && this.showing);
      group.classList.toggle('picked', i === this.chosen && this.picked);
    });
  }

  choose(i, focus = true) {
    if (i !== this.chosen) this.picked = false;
    this.chosen = i;
    this.showing = true;
    if (focus) this.pieces[i].focus({ preventScroll: true });
    this.#speak();
    this.#dots();
  }

  unchoose() {
    Object.assign(this, { picked: false, showing: false });
    this.#speak();
    this.#dots();
  }

  pick(picked) {
    this.picked = picked;
    this.showing = true;
    const piece = sure(this.puzzle).pieces[this.chosen];
    this.say(() => t(picked ? 'picked' : 'put', { piece: nameOf(piece) }));
    this.#speak();
  }

  // Dots where the chosen piece can go; a tap on one moves it there. `grades` are shown beside them.
  #dots() {
    this.dots.replaceChildren();
    const { puzzle, heads, chosen } = this;
    if (!this.showing || this.still || !puzzle) return;
    for (const head of puzzle.reach(heads, chosen).keys()) {
      const grade = this.grades?.get(`${heads[chosen]}:${head}`);
      const place = `translate(${middleOf(puzzle, chosen, head).join(' ')})`;
      const dot = svg('g', { class: `dot ${grade?.kind || ''}`, 'data-head': head, transform: place },
        svg('circle', { r: grade ? 0.22 : 0.13 }));
      if (grade) dot.append(svg('text', { y: 0.075, 'font-size': 0.21, 'aria-hidden': 'true' }, grade.text));
      this.dots.append(dot);
    }
  }

  setGrades(grades) {
    this.grades = grades;
    this.#dots();
  }

  // An arrow along a move, with a ring around its piece and a ghost where it stops; without a path only the ring.
  point(move) {
    this.arrows(move ? [move] : []);
    if (!move?.legs) return;
    const puzzle = sure(this.puzzle), { shape } = puzzle.kinds[puzzle.pieces[move.i].kind];
    this.marks.prepend(svg('path', { class: 'ghost', d: outline(shape, 0.06, 0.1),
      transform: placedAt(puzzle, move.to ?? puzzle.end(move.from, move.legs)) }));
  }

  // Arrows along moves; `sort` ('played', 'best') sets an arrow's style. Two lie beside each other.
  arrows(moves) {
    for (const mark of this.marks.querySelectorAll('.arrow, .ghost')) mark.remove();
    this.pieces.forEach((group, i) => group.classList.toggle('hinted', moves.some((move) => move.i === i)));
    moves.filter(({ legs }) => legs).forEach((move, n) => {
      const d = arrowOf(this.puzzle, move), [x, y] = WAYS[move.legs[0][0]],
        aside = moves.length > 1 ? n * 0.24 - 0.12 : 0;
      this.marks.append(svg('g', { class: `arrow ${move.sort ?? ''}`,
        transform: `translate(${-aside * Math.abs(y)} ${-aside * Math.abs(x)})` },
      svg('path', { class: 'halo', d }), svg('path', { d })));
    });
  }

  // The key piece leaves over the sill and fades; it is gone at once where nothing should move, or `animated` is false.
  // `setHeads` with other heads brings it back.
  async leave(i, way, animated = true) {
    if (this.left) return;
    const [dx, dy] = WAYS[way], [x, y] = xyOf(this.heads[i], sure(this.puzzle).width);
    const left = this.left = depart(this.pieces[i], x + dx * BEYOND, y + dy * BEYOND, animated);
    this.pieces[i].classList.add('leaving');
    await left.finished.catch(() => {});
  }

  // The piece that has left stands on the board again.
  #back() {
    this.left?.cancel();
    this.left = null;
    this.layer?.querySelector('.leaving')?.classList.remove('leaving');
  }

  // A key does what it does while the board has the focus.
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.puzzle || this.still) return;
    const way = ARROWS[event.key];
    if (way) {
      event.preventDefault();
      if (this.picked || event.shiftKey) this.slide(this.chosen, way);
      else this.#step(way);
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      this.pick(!this.picked);
    } else if (event.key === 'Escape') {
      this.unchoose();
    } else if (event.key === '[' || event.key === ']') {
      const order = [...this.heads.keys()].sort((a, b) => this.heads[a] - this.heads[b]);
      const n = order.length, at = order.indexOf(this.chosen);
      this.choose(order[(at + (event.key === ']' ? 1 : n - 1)) % n]);
    }
  }

  // Moves the chosen piece by one cell, by key.
  slide(i, way) {
    const puzzle = sure(this.puzzle), { heads } = this;
    const to = [...puzzle.reach(heads, i, 'step').keys()].find((head) => puzzle.wayBetween(heads[i], head) === way);
    if (to !== undefined) this.onMove(i, to);
    else this.say(() => t('cannot', { piece: nameOf(puzzle.pieces[i]) }));
  }

  // The nearest piece in a direction, from the centre of the chosen one.
  #step(way) {
    const [dx, dy] = WAYS[way], middle = this.heads.map((head, i) => middleOf(this.puzzle, i, head));
    const [cx, cy] = middle[this.chosen];
    let best = -1, least = Infinity;
    middle.forEach(([x, y], i) => {
      const along = (x - cx) * dx + (y - cy) * dy, aside = Math.abs((x - cx) * dy) + Math.abs((y - cy) * dx);
      if (i !== this.chosen && along > 0.2 && along + 2 * aside < least) [best, least] = [i, along + 2 * aside];
    });
    if (best >= 0) this.choose(best);
  }
}
