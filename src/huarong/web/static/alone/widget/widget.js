// <huarong-board puzzle="横刀立马"></huarong-board>: a custom element with a puzzle to play, hints and a map, which needs
// no server. Served as `huarong-board.js`, one module that imports nothing (docs/en/howto/embed.md).

import { lettered } from '../../board/lettering.js';
import { drawn } from '../../board/piece.js';
import { arrowOf, styleOf, svg, viewBox } from '../../board/shape.js';
import { defs, ground } from '../../board/tray.js';
import { called, cast, parted } from '../../rules/cast.js';
import { Play } from '../../rules/play.js';
import { ARROWS, boxOf, legsOf, METRICS, pathText, Puzzle, sure, xyOf } from '../../rules/puzzle.js';
import { isTiles, read } from '../../rules/reader.js';
import { layOut } from '../embedding.js';
import { Answers, POINTS, sliced } from '../jobs.js';
import { Limit } from '../solver.js';
import { drawMap } from './map.js';
// @ts-expect-error: the file is written with the widget (huarong/web/generated.py)
import { NAMES, STYLE } from './names.js';
import { WORDS } from './words.js';

const SLICE_MS = 10;
const plain = (text) => text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

// The puzzle of a name or of a text in any notation. Throws an error that says what is wrong.
export function puzzleOf(text) {
  const word = !isTiles(text) && !/[/\n]/.test(text.trim()), key = plain(text);
  const named = word && NAMES.find(([name, zh]) => plain(zh) === key || plain(name) === key);
  if (named) {
    const [name, name_zh, code, opening] = named, data = read(code);
    return new Puzzle({ ...data, name, name_zh, pieces: opening ? cast(data) : data.pieces });
  }
  const found = read(text);
  if (!found) throw new TypeError(`${text.slice(0, 60)}: no puzzle in a notation that is known, and no name`);
  return new Puzzle(found);
}

/** @type {(name: string, attributes?: Record<string, any>) => any} */
const made = (name, attributes = {}) => Object.assign(document.createElement(name), attributes);

// Node, which has no elements, imports this module for `puzzleOf`.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

export class HuarongBoard extends Base {
  static observedAttributes = ['puzzle', 'metric', 'lang', 'map', 'controls'];
  svg = svg('svg', { role: 'group', part: 'board' });
  says = made('output');
  buttons = Object.fromEntries(['hint', 'undo', 'redo', 'restart'].map((name) =>
    [name, made('button', { type: 'button', onclick: () => this[name]() })]));
  row = made('div', { className: 'row', hidden: true }); // until there is a puzzle
  canvas = made('canvas', { hidden: true });
  arrow = svg('path', { class: 'arrow' });
  pieces = /** @type {SVGElement[]} */ ([]);
  #root = /** @type {ShadowRoot | null} */ (null);
  #life = new AbortController();
  #hint = /** @type {Move | null} */ (null);
  #map = /** @type {any} */ (null); // the layouts in reach, as `drawMap` takes them
  game = /** @type {Play | null} */ (null);

  connectedCallback() {
    if (this.#root) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const root = this.#root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.row.append(...Object.values(this.buttons));
    root.append(this.svg, this.row, this.says, this.canvas);
    this.svg.addEventListener('keydown', (event) => this.#key(event));
    this.#open();
  }

  disconnectedCallback() { this.#life.abort(); }

  attributeChangedCallback(name, before, after) {
    if (!this.#root || before === after) return;
    if (name === 'puzzle') this.#open();
    else if (name === 'map') this.#explore();
    else {
      this.#hint = null;
      this.#draw();
      this.#show();
    }
  }

  get words() {
    const lang = this.lang || this.closest('[lang]')?.getAttribute('lang') || navigator.language;
    return WORDS[/^zh/i.test(lang) ? 'zh' : 'en'];
  }

  get metric() {
    return METRICS.find((metric) => metric === this.getAttribute('metric')) ?? 'move';
  }

  get puzzle() { return this.game?.puzzle ?? null; }
  get heads() { return this.game?.heads ?? []; }
  get solved() { return Boolean(this.game?.solved); }

  // The moves made, as texts such as `N D1`; successive moves of one piece are one.
  get moves() {
    const made = this.game?.stations.flatMap(({ move }) => move ?? []) ?? [];
    return made.map(({ i, legs }) => `${this.#piece(i).symbol} ${pathText(legs)}`);
  }

  get counts() { return this.game?.counts ?? { step: 0, slide: 0, move: 0 }; }

  #open() {
    this.#stop();
    this.game = this.#map = null;
    try {
      this.game = new Play(puzzleOf(this.getAttribute('puzzle') ?? ''));
    } catch (error) {
      this.svg.replaceChildren();
      this.says.textContent = error.message;
      return;
    }
    this.answers = new Answers(this.game.puzzle);
    this.#draw();
    this.#show();
    this.#explore();
  }

  #stop() {
    this.#life.abort();
    this.#life = new AbortController();
    this.#hint = null;
  }

  #piece(i) { return sure(this.puzzle).pieces[i]; }
  #name(i) { return called(this.#piece(i), this.words === WORDS.zh ? 'zh' : 'en'); }

  #draw() {
    const { puzzle, words } = this;
    if (!puzzle) return;
    this.svg.setAttribute('viewBox', viewBox(puzzle));
    this.svg.setAttribute('aria-label', words.board);
    this.pieces = puzzle.pieces.map((piece, i) => {
      const { shape } = puzzle.kinds[piece.kind], { w, h } = boxOf(shape), [text, number] = parted(this.#name(i));
      const named = text !== piece.symbol || puzzle.pieces.every((each) => each.label === each.symbol);
      const label = svg('g', {}, ...(named ? [lettered(text, shape, { up: number ? 0.04 : 0 })] : []),
        ...(number ? [svg('text', { class: 'index', x: w - 0.21, y: h - 0.175, 'font-size': 0.165 }, number)] : []));
      const group = drawn(shape, styleOf(puzzle, piece.kind), { fine: true, label });
      for (const [key, value] of Object.entries({ tabindex: 0, role: 'button', 'data-symbol': piece.symbol }))
        group.setAttribute(key, value);
      group.addEventListener('pointerdown', (event) => this.#drag(event, i));
      return group;
    });
    this.svg.replaceChildren(defs(), ground(puzzle, null, true), ...this.pieces, this.arrow);
    for (const [name, button] of Object.entries(this.buttons)) button.textContent = words[name];
    this.canvas.setAttribute('aria-label', words.map);
    this.canvas.setAttribute('role', 'img');
  }

  #place(i, head) {
    const [x, y] = xyOf(head, sure(this.puzzle).width);
    this.pieces[i].style.transform = `translate(${x}px, ${y}px)`;
  }

  #show(text = '') {
    const { game, words } = this;
    if (!game) return;
    const { puzzle, counts } = game;
    game.heads.forEach((head, i) => {
      const [x, y] = xyOf(head, puzzle.width);
      this.#place(i, head);
      this.pieces[i].setAttribute('aria-label', words.at(this.#name(i), y + 1, x + 1));
    });
    this.row.hidden = this.getAttribute('controls') === 'none';
    this.buttons.undo.disabled = this.buttons.restart.disabled = !game.past.length;
    this.buttons.redo.disabled = !game.future.length;
    this.buttons.hint.disabled = this.solved;
    const told = [this.solved ? words.solved : text, words.moves(counts.move, counts.step)];
    this.says.textContent = told.filter(Boolean).join(' · ');
    this.arrow.setAttribute('d', this.#hint ? arrowOf(puzzle, this.#hint) : '');
    this.#trail();
  }

  #drag(event, i) {
    if (event.button) return;
    const puzzle = sure(this.puzzle), { width } = puzzle, group = this.pieces[i], from = this.heads[i];
    const reach = puzzle.reach(this.heads, i), matrix = sure(this.svg.getScreenCTM()), ended = new AbortController();
    const cell = (e) => [(e.clientX - matrix.e) / matrix.a, (e.clientY - matrix.f) / matrix.d], [x0, y0] = cell(event);
    let to = from, moved = false;
    group.setPointerCapture(event.pointerId);
    group.classList.add('held');
    const drag = (e) => {
      const [x, y] = cell(e), wx = (from % width) + x - x0, wy = Math.floor(from / width) + y - y0;
      const off = (head) => Math.hypot((head % width) - wx, Math.floor(head / width) - wy);
      moved ||= Math.hypot(x - x0, y - y0) > 0.2;
      to = [from, ...reach.keys()].reduce((best, head) => (off(head) < off(best) - 1e-9 ? head : best));
      this.#place(i, to);
    };
    const end = (e) => {
      ended.abort();
      group.classList.remove('held');
      if (e.type === 'pointercancel') to = from;
      // A tap moves a piece that can go to one place only.
      else if (!moved && reach.size === 1) [to] = reach.keys();
      if (to === from || !this.play(i, to)) this.#place(i, from);
    };
    for (const [name, act] of Object.entries({ pointermove: drag, pointerup: end, pointercancel: end }))
      group.addEventListener(name, act, { signal: ended.signal });
  }

  #key(event) {
    const { puzzle, heads } = this;
    if (event.ctrlKey || event.metaKey || event.altKey || !puzzle) return;
    const i = this.pieces.findIndex((piece) => piece === this.#root?.activeElement), way = ARROWS[event.key];
    const act = { h: 'hint', z: 'undo', y: 'redo', r: 'restart' }[event.key.toLowerCase()];
    if (way && i >= 0) {
      const ways = [...puzzle.reach(heads, i, 'step').keys()];
      const to = ways.find((head) => puzzle.wayBetween(heads[i], head) === way);
      if (to !== undefined) this.play(i, to);
    } else if (act) this[act]();
    else return;
    event.preventDefault();
  }

  // Slides piece i to a head; returns whether it can go there.
  play(i, to) {
    return this.#change((game) => {
      const made = game.slide(i, to);
      if (made) game.future = [];
      return Boolean(made);
    });
  }

  undo() { this.#change((game) => game.back()); }
  redo() { this.#change((game) => game.forth()); }

  restart() {
    this.#change((game) => {
      const begun = game.past.length > 0;
      if (begun) this.game = new Play(game.puzzle);
      return begun;
    });
  }

  // Runs what changes the game, if it can, and tells the page; returns whether it could.
  #change(act) {
    if (!this.game || !act(this.game)) return false;
    this.#stop();
    this.#show();
    const detail = { moves: this.moves, heads: this.heads, counts: this.counts, solved: this.solved };
    this.dispatchEvent(new CustomEvent('huarong-move', { bubbles: true, composed: true, detail }));
    if (this.solved) this.dispatchEvent(new CustomEvent('huarong-solved', { bubbles: true, composed: true, detail }));
    return true;
  }

  // Shows a best move; called again, plays it. Resolves to the hint: { distance, best, moves }.
  async hint() {
    const { game, answers } = this;
    if (!game || !answers || this.solved) return null;
    if (this.#hint) {
      this.play(this.#hint.i, this.#hint.to);
      return null;
    }
    const { words, metric } = this, { heads, last } = game, { signal } = this.#life;
    this.says.textContent = words.looking;
    try {
      const told = await sliced(answers.hint({ heads, metric, last }), signal, SLICE_MS);
      const best = this.#hint = told.moves.find((move) => move.best) ?? null;
      const way = best && `${this.#name(best.i)} ${words.way(best.legs)} · ${words.togo(told.distance, metric)}`;
      this.#show(way || words.none);
      return told;
    } catch (error) {
      if (error instanceof Limit) this.#show(words.large);
      else if (error.name !== 'AbortError') throw error;
      return null;
    }
  }

  // Searches the layouts in reach, once, and draws them.
  async #explore() {
    this.canvas.hidden = !this.hasAttribute('map');
    const { answers, puzzle } = this, { signal } = new AbortController();
    if (this.canvas.hidden || !puzzle || !answers || this.#map) return;
    try {
      const run = (search) => sliced(search, signal, SLICE_MS);
      const found = await run(answers.solver.component(puzzle.start, { most: POINTS }));
      const { begin, to } = await run(found.neighbours()), { xy } = await run(layOut(begin, to));
      const far = found.complete ? await run(found.distances(this.metric)) : null;
      if (answers !== this.answers) return;
      this.#map = { found, xy, begin, to, far };
      this.#trail();
      this.dispatchEvent(new CustomEvent('huarong-map', { detail: { points: found.count } }));
    } catch (error) {
      if (!(error instanceof Limit)) throw error;
      this.says.textContent = this.words.large;
    }
  }

  #trail() {
    if (this.#map && !this.canvas.hidden) drawMap(this.canvas, this.#map, this.game, getComputedStyle(this).color);
  }
}

if (globalThis.customElements && !customElements.get('huarong-board'))
  customElements.define('huarong-board', HuarongBoard);

// For notebooks: anywidget calls `render` with a model that it shares with Python (huarong/web/widget.py).
export default {
  render({ model, el }) {
    const board = /** @type {HuarongBoard} */ (document.createElement('huarong-board'));
    const attributes = { puzzle: 'puzzle', metric: 'metric', show_map: 'map', lang: 'lang' };
    const take = () => {
      for (const [field, name] of Object.entries(attributes)) {
        const value = model.get(field);
        if (value === '' || value === false) board.removeAttribute(name);
        else board.setAttribute(name, value === true ? '' : value);
      }
    };
    let following = false;
    const tell = () => {
      if (following) return;
      for (const name of ['moves', 'heads', 'counts', 'solved']) model.set(name, board[name]);
      model.save_changes();
    };
    // Takes over moves played in another view or set in Python.
    const follow = () => {
      const moves = model.get('moves') ?? [];
      if (!board.puzzle || String(moves) === String(board.moves)) return;
      following = true;
      board.restart();
      for (const text of moves) {
        const [symbol, path = ''] = text.split(' '), { puzzle, heads } = board;
        const i = puzzle.pieces.findIndex((piece) => piece.symbol === symbol);
        if (i < 0 || !board.play(i, puzzle.end(heads[i], legsOf(path)))) break;
      }
      following = false;
      tell();
    };
    take();
    model.on('change:moves', follow);
    for (const field of Object.keys(attributes)) {
      model.on(`change:${field}`, () => {
        take();
        if (field === 'puzzle') tell();
      });
    }
    model.on('msg:custom', (message) => {
      if (['hint', 'undo', 'redo', 'restart'].includes(message)) board[message]();
    });
    board.addEventListener('huarong-move', tell);
    // Keys pressed on the board must not trigger the notebook's own commands.
    el.dataset.lmSuppressShortcuts = 'true';
    el.append(board);
    follow();
  },
};
