// <huarong-board puzzle="横刀立马"></huarong-board>: a custom element with a puzzle to play, hints and a map, which needs
// no server. Served as `huarong-board.js`, one module that imports nothing (docs/howto/embed.md).

import { lettered } from '../../board/lettering.js';
import { bodyOf, boxOf, ground, styleOf, svg, viewBox } from '../../board/shape.js';
import { cast } from '../../rules/cast.js';
import { joined, pathText, Puzzle, stepsOf, WAYS } from '../../rules/puzzle.js';
import { isTiles, read } from '../../rules/reader.js';
import { layOut } from '../embedding.js';
import { Answers } from '../jobs.js';
import { Limit } from '../solver.js';
import { STYLE } from './look.js';
import { NAMES } from './names.js';
import { WORDS } from './words.js';

const ARROWS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' };
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

// Runs a search in slices, so that the page stays responsive; aborting the signal ends it.
async function beside(search, signal) {
  const { port1, port2 } = new MessageChannel();
  for (let until = performance.now() + SLICE_MS; ;) {
    const { value, done } = search.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await new Promise((go) => { port1.onmessage = go; port2.postMessage(0); });
    if (signal.aborted) throw new DOMException('stopped', 'AbortError');
    until = performance.now() + SLICE_MS;
  }
}

const Base = globalThis.HTMLElement ?? class {};

export class HuarongBoard extends Base {
  static observedAttributes = ['puzzle', 'metric', 'lang', 'map', 'controls'];
  #root = null;
  #life = new AbortController();
  #hint = null;
  #points = null;

  connectedCallback() {
    if (this.#root) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.#root = this.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [sheet];
    const make = (name, attributes = {}) => Object.assign(document.createElement(name), attributes);
    this.svg = svg('svg', { role: 'group', part: 'board' });
    this.says = make('output');
    this.buttons = Object.fromEntries(['hint', 'undo', 'redo',
      'restart'].map((name) => [name, make('button', { type: 'button', onclick: () => this[name]() })]));
    this.row = make('div', { className: 'row' });
    this.row.append(...Object.values(this.buttons));
    this.canvas = make('canvas', { hidden: true });
    this.#root.append(this.svg, this.row, this.says, this.canvas);
    this.svg.addEventListener('keydown', (event) => this.#key(event));
    this.#open();
  }

  disconnectedCallback() {
    this.#life.abort();
  }

  attributeChangedCallback(name, before, after) {
    if (!this.#root || before === after) return;
    if (name === 'puzzle') this.#open();
    else if (name === 'map') this.#map();
    else { this.#hint = null; this.#draw(); this.#show(); }
  }

  get words() {
    return WORDS[/^zh/i.test(this.lang || this.closest('[lang]')?.lang || navigator.language) ? 'zh' : 'en'];
  }

  get metric() {
    const asked = this.getAttribute('metric');
    return ['step', 'slide', 'move'].includes(asked) ? asked : 'move';
  }

  get solved() {
    return Boolean(this.puzzle?.solved(this.heads));
  }

  // The moves made, as texts such as `N D1`; successive moves of one piece are one.
  get moves() {
    return this.#stations.map(({ i, legs }) => `${this.puzzle.pieces[i].symbol} ${pathText(legs)}`);
  }

  get counts() {
    const all = this.#stations;
    return { move: all.length, slide: all.reduce((n, { legs }) => n + legs.length, 0),
      step: all.reduce((n, { legs }) => n + stepsOf(legs), 0) };
  }

  get #stations() {
    const all = [];
    for (const { i, legs } of this.past) {
      if (all.at(-1)?.i === i) all.at(-1).legs = joined(all.at(-1).legs, legs);
      else all.push({ i, legs });
    }
    return all;
  }

  #open() {
    this.#stop();
    this.puzzle = null;
    try {
      this.puzzle = puzzleOf(this.getAttribute('puzzle') ?? '');
    } catch (error) {
      this.svg.replaceChildren();
      this.says.textContent = error.message;
      return;
    }
    Object.assign(this, { heads: [...this.puzzle.start], past: [], future: [], answers: new Answers(this.puzzle) });
    this.#points = null;
    this.#draw();
    this.#show();
    this.#map();
  }

  #stop() {
    this.#life.abort();
    this.#life = new AbortController();
    this.#hint = null;
  }

  #name(i) {
    const { label, label_en } = this.puzzle.pieces[i];
    return this.words === WORDS.zh ? label : label_en;
  }

  #draw() {
    const { puzzle, words } = this;
    if (!puzzle) return;
    this.svg.setAttribute('viewBox', viewBox(puzzle));
    this.svg.setAttribute('aria-label', words.board);
    this.pieces = puzzle.pieces.map((piece, i) => {
      const { shape } = puzzle.kinds[piece.kind],
        group = svg('g', { class: `piece ${styleOf(puzzle, piece.kind)}`, tabindex: 0, role: 'button',
        'data-symbol': piece.symbol }, svg('path', { d: bodyOf(shape) }));
      const name = this.#name(i), text = name.replace(/\s*\d+$/, '') || name;
      if (text !== piece.symbol || puzzle.pieces.every((each) => each.label === each.symbol))
        group.append(lettered(text, shape));
      group.addEventListener('pointerdown', (event) => this.#drag(event, i));
      return group;
    });
    this.arrow = svg('path', { class: 'arrow' });
    this.svg.replaceChildren(ground(puzzle), ...this.pieces, this.arrow);
    for (const [name, button] of Object.entries(this.buttons)) button.textContent = words[name];
    this.canvas.setAttribute('aria-label', words.map);
    this.canvas.setAttribute('role', 'img');
  }

  #place(i, head) {
    this.pieces[i].style.transform =
      `translate(${head % this.puzzle.width}px, ${Math.floor(head / this.puzzle.width)}px)`;
  }

  #show(text = '') {
    const { puzzle, words, counts } = this;
    if (!puzzle) return;
    this.heads.forEach((head, i) => {
      this.#place(i, head);
      this.pieces[i].setAttribute('aria-label', words.at(this.#name(i), Math.floor(head / puzzle.width) + 1,
        (head % puzzle.width) + 1));
    });
    this.row.hidden = this.getAttribute('controls') === 'none';
    this.buttons.undo.disabled = this.buttons.restart.disabled = !this.past.length;
    this.buttons.redo.disabled = !this.future.length;
    this.buttons.hint.disabled = this.solved;
    this.says.textContent = [this.solved ? words.solved : text, words.moves(counts.move, counts.step)].filter(Boolean)
      .join(' · ');
    this.arrow.setAttribute('d', this.#hint ? this.#way(this.#hint) : '');
    this.#trail();
  }

  // The path of a move, through the centre of its piece.
  #way({ i, from, legs }) {
    const { x, y, w, h } = boxOf(this.puzzle.kinds[this.puzzle.pieces[i].kind].shape), { width } = this.puzzle;
    let [cx, cy] = [(from % width) + x + w / 2, Math.floor(from / width) + y + h / 2], path = `M${cx} ${cy}`,
      last = [0, 0];
    for (const [way, n] of legs) { last = WAYS[way]; cx += n * last[0]; cy += n * last[1]; path += `L${cx} ${cy}`; }
    const [dx, dy] = last;
    return `${path}M${cx - 0.22 * dx - 0.18 * dy} ${cy - 0.22 * dy - 0.18 * dx}L${cx} ${cy}L${cx - 0.22 * dx
      + 0.18 * dy} ${cy - 0.22 * dy + 0.18 * dx}`;
  }

  #drag(event, i) {
    if (event.button) return;
    const { puzzle } = this, from = this.heads[i], reach = puzzle.reach(this.heads, i),
      matrix = this.svg.getScreenCTM(), group = this.pieces[i];
    const cell = (e) => [(e.clientX - matrix.e) / matrix.a, (e.clientY - matrix.f) / matrix.d], [x0, y0] = cell(event);
    let to = from, moved = false;
    group.setPointerCapture(event.pointerId);
    group.classList.add('held');
    const drag = (e) => {
      const [x, y] = cell(e), wx = (from % puzzle.width) + x - x0, wy = Math.floor(from / puzzle.width) + y - y0;
      moved ||= Math.hypot(x - x0, y - y0) > 0.2;
      to = [from, ...reach.keys()].reduce((best, head) => (off(head) < off(best) - 1e-9 ? head : best));
      function off(head) { return Math.hypot((head % puzzle.width) - wx, Math.floor(head / puzzle.width) - wy); }
      this.#place(i, to);
    };
    const end = (e) => {
      for (const [name, listener] of [['pointermove', drag], ['pointerup', end], ['pointercancel', end]])
        group.removeEventListener(name, listener);
      group.classList.remove('held');
      if (e.type === 'pointercancel') to = from;
      // A tap moves a piece that can go to one place only.
      else if (!moved && reach.size === 1) [to] = reach.keys();
      if (to === from || !this.play(i, to)) this.#place(i, from);
    };
    group.addEventListener('pointermove', drag);
    group.addEventListener('pointerup', end);
    group.addEventListener('pointercancel', end);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.puzzle) return;
    const i = this.pieces.indexOf(this.#root.activeElement), way = ARROWS[event.key],
      act = { h: 'hint', z: 'undo', y: 'redo', r: 'restart' }[event.key.toLowerCase()];
    if (way && i >= 0) {
      const to = [...this.puzzle.reach(this.heads, i, 'step').keys()].find((head) =>
        this.puzzle.wayBetween(this.heads[i], head) === way);
      if (to !== undefined) this.play(i, to);
    } else if (act) this[act]();
    else return;
    event.preventDefault();
  }

  // Slides piece i to a head; returns whether it can go there.
  play(i, to) {
    const reach = this.puzzle.reach(this.heads, i);
    if (!reach.has(to)) return false;
    this.#stop();
    this.past.push({ i, from: this.heads[i], to, legs: this.puzzle.legs(reach, to) });
    this.future = [];
    this.heads = this.heads.with(i, to);
    this.#changed();
    return true;
  }

  undo() {
    const move = this.past.pop();
    if (!move) return;
    this.#stop();
    this.future.push(move);
    this.heads = this.heads.with(move.i, move.from);
    this.#changed();
  }

  redo() {
    const move = this.future.pop();
    if (!move) return;
    this.#stop();
    this.past.push(move);
    this.heads = this.heads.with(move.i, move.to);
    this.#changed();
  }

  restart() {
    if (!this.past.length) return;
    this.#stop();
    Object.assign(this, { past: [], future: [], heads: [...this.puzzle.start] });
    this.#changed();
  }

  #changed() {
    this.#show();
    const detail = { moves: this.moves, heads: this.heads, counts: this.counts, solved: this.solved };
    this.dispatchEvent(new CustomEvent('huarong-move', { bubbles: true, composed: true, detail }));
    if (this.solved) this.dispatchEvent(new CustomEvent('huarong-solved', { bubbles: true, composed: true, detail }));
  }

  // Shows a best move; called again, plays it. Resolves to the hint: { distance, best, moves }.
  async hint() {
    if (!this.puzzle || this.solved) return null;
    if (this.#hint) { this.play(this.#hint.i, this.#hint.to); return null; }
    const { words, metric } = this, last = this.past.at(-1), { signal } = this.#life;
    this.says.textContent = words.looking;
    try {
      const told = await beside(this.answers.hint({ heads: this.heads, metric,
        last: last ? { i: last.i, way: last.legs.at(-1)[0] } : null }), signal);
      this.#hint = told.moves.find((move) => move.best) ?? null;
      this.#show(this.#hint ? `${this.#name(this.#hint.i)} ${words.way(this.#hint.legs)} · ${words.togo(told.distance,
        metric)}` : words.none);
      return told;
    } catch (error) {
      if (error instanceof Limit) this.#show(words.large);
      else if (error.name !== 'AbortError') throw error;
      return null;
    }
  }

  // The map: reachable layouts as points near their neighbours, red near the goal; the game is a line over them.
  async #map() {
    this.canvas.hidden = !this.hasAttribute('map');
    if (this.canvas.hidden || !this.puzzle || this.#points) return;
    const { answers, puzzle } = this, life = new AbortController();
    try {
      const found = await beside(answers.solver.component(puzzle.start, { most: 30_000 }), life.signal);
      const { begin, to } = await beside(found.neighbours(), life.signal),
        { xy } = await beside(layOut(begin, to), life.signal);
      const far = found.complete ? await beside(found.distances(this.metric), life.signal) : null;
      if (answers !== this.answers) return;
      this.#points = { found, xy, begin, to, far };
      this.#trail();
      this.dispatchEvent(new CustomEvent('huarong-map', { detail: { points: found.count } }));
    } catch (error) {
      if (!(error instanceof Limit)) throw error;
      this.says.textContent = this.words.large;
    }
  }

  #trail() {
    if (!this.#points || this.canvas.hidden) return;
    const { canvas } = this, { found, xy, begin, to, far } = this.#points,
      side = Math.round(canvas.clientWidth * (devicePixelRatio || 1)) || 320;
    Object.assign(canvas, { width: side, height: side });
    const pen = canvas.getContext('2d'), at = (n) => [(xy[2 * n] * 0.96 + 1) * side / 2,
      (1 - xy[2 * n + 1] * 0.96) * side / 2], ink = getComputedStyle(this).color;
    pen.strokeStyle = '#8885';
    pen.beginPath();
    for (let n = 0; n < found.count; n++) for (let e = begin[n]; e < begin[n + 1]; e++) if (n < to[e]) {
      pen.moveTo(...at(n));
      pen.lineTo(...at(to[e]));
    }
    pen.stroke();
    const most = far ? Math.max(1, far.reduce((a, b) => Math.max(a, b), 0)) : 1,
      dot = Math.max(1.5, Math.min(6, side / Math.sqrt(found.count) / 3));
    for (let n = 0; n < found.count; n++) {
      const [x, y] = at(n);
      pen.fillStyle = !far ? '#3f7f82' : far[n] < 0 ? '#888' : `hsl(${Math.round((220 * far[n]) / most) + 8} 55% 50%)`;
      pen.fillRect(x - dot / 2, y - dot / 2, dot, dot);
    }
    const trail = [this.puzzle.start];
    for (const { i, to: head } of this.past) trail.push(trail.at(-1).with(i, head));
    pen.strokeStyle = pen.fillStyle = ink;
    pen.lineWidth = Math.max(1.5, side / 250);
    pen.beginPath();
    trail.map((heads) => found.find(heads)).filter((n) => n >= 0)
      .forEach((n, k) => (k ? pen.lineTo(...at(n)) : pen.moveTo(...at(n))));
    pen.stroke();
    const here = found.find(this.heads);
    if (here >= 0) { pen.beginPath(); pen.arc(...at(here), side / 60, 0, 7); pen.fill(); }
  }
}

globalThis.customElements?.get('huarong-board') || globalThis.customElements?.define('huarong-board', HuarongBoard);

// For notebooks: anywidget calls `render` with a model that it shares with Python (huarong/web/widget.py).
export default {
  render({ model, el }) {
    const board = document.createElement('huarong-board'),
      attribute = (name, value) => (value === '' || value === false ? board.removeAttribute(name)
      : board.setAttribute(name, value === true ? '' : value));
    const take = () => {
      for (const name of ['puzzle', 'metric', 'show_map', 'lang'])
        attribute(name.replace('show_', ''), model.get(name));
    };
    let following = false;
    const tell = () => {
      if (following) return;
      model.set('moves', board.moves);
      model.set('heads', board.heads);
      model.set('counts', board.counts);
      model.set('solved', board.solved);
      model.save_changes();
    };
    // Takes over moves played in another view or set in Python.
    const follow = () => {
      const moves = model.get('moves') ?? [];
      if (!board.puzzle || String(moves) === String(board.moves)) return;
      following = true;
      board.restart();
      for (const text of moves) {
        const [symbol, path = ''] = text.split(' '),
          i = board.puzzle.pieces.findIndex((piece) => piece.symbol === symbol);
        const to = [...path.matchAll(/([UDLR])(\d+)/g)].reduce((head, [, way, n]) =>
          head + n * (WAYS[way][0] + WAYS[way][1] * board.puzzle.width), board.heads[i]);
        if (i < 0 || !board.play(i, to)) break;
      }
      following = false;
      tell();
    };
    take();
    model.on('change:moves', follow);
    for (const name of ['puzzle', 'metric', 'show_map', 'lang'])
      model.on(`change:${name}`, () => { take(); if (name === 'puzzle') tell(); });
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
