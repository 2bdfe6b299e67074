// Playback of a solution on the board: run, step, scrub, at any speed. The game is not changed.

import { nameOf, t, translate, wayText } from '../shared/i18n.js';
import { change, settings } from '../shared/settings.js';
import { $, h, on } from '../shared/ui.js';
import { icon } from './icon.js';

const SPEEDS = [1, 2, 4, 8, 16];

export class Playback {
  on = false;
  at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  timer;
  puzzle = /** @type {Puzzle | null} */ (null);
  moves = /** @type {Move[]} */ ([]);
  frames = /** @type {Heads[]} */ ([]); // the heads before and after each move

  constructor(board, onLeave, say) {
    this.board = board;
    this.onLeave = onLeave;
    this.say = say;
    $('#player').append(h('button', { id: 'to-prev', class: 'icon', 'data-t-label': 'prev' }, icon('back')),
      h('button', { id: 'to-run', class: 'icon accent' }),
      h('button', { id: 'to-next', class: 'icon', 'data-t-label': 'forth' }, icon('fore')),
      h('input', { id: 'to-scrub', type: 'range', min: 0, value: 0, 'data-t-label': 'scrub' }),
      h('output', { id: 'to-place' }),
      h('button', { id: 'to-back', class: 'icon bare', 'data-t-label': 'back' }, icon('close')),
      h('span', { class: 'speed' }, h('select', { id: 'to-speed', 'data-t-label': 'speed' },
        ...SPEEDS.map((speed) => h('option', { value: speed }, `${speed}×`)))));
    translate($('#player'));
    on('click', { '#to-prev': () => this.go(this.at - 1), '#to-next': () => this.go(this.at + 1), '#to-run': () => {
      this.run(!this.timer);
      if (!this.timer) this.go(this.at);
    }, '#to-back': () => this.leave() });
    on('input', { '#to-scrub': ({ target }) => this.go(Number(target.value)) });
    on('change', { '#to-speed': ({ target }) => {
      change({ speed: Number(target.value) });
      if (this.timer) this.run(true);
    } });
  }

  enter(puzzle, heads, line, running = true) {
    this.run(false);
    const frames = [heads];
    for (const { i, to } of line) frames.push(frames[frames.length - 1].with(i, to));
    this.moves = line.map(({ i, from, to }, n) => ({ i, from, to, legs: puzzle.legs(puzzle.reach(frames[n], i), to) }));
    Object.assign(this, { puzzle, frames, on: true });
    this.board.still = true;
    this.board.unchoose();
    $('#player').hidden = false;
    $('#to-scrub').max = line.length;
    $('#to-speed').value = String(settings.speed);
    this.go(0);
    if (line.length && running) {
      this.run(true);
      $('#to-run').focus();
    }
  }

  go(at) {
    if (!this.on) return;
    this.at = Math.max(0, Math.min(this.moves.length, at));
    this.board.setHeads(this.frames[this.at]);
    const next = this.moves[this.at];
    this.board.point(this.timer ? null : next);
    $('#to-scrub').value = this.at;
    $('#to-scrub').style.setProperty('--at', `${(100 * this.at / (this.moves.length || 1)).toFixed(1)}%`);
    $('#to-place').textContent = `${this.at} / ${this.moves.length}`;
    const made = this.moves[this.at - 1];
    if (made && !this.timer)
      this.say(() => t('moved', { piece: nameOf(this.puzzle?.pieces[made.i]), path: wayText(made.legs) }));
    $('#to-prev').disabled = !this.at;
    $('#to-next').disabled = this.at === this.moves.length;
    if (this.at === this.moves.length) this.run(false);
  }

  run(running) {
    clearInterval(this.timer);
    this.timer = undefined;
    if (running && this.on) {
      if (this.at === this.moves.length) this.at = 0;
      this.timer = setInterval(() => this.go(this.at + 1), 1000 / settings.speed);
    }
    this.relabel();
  }

  relabel() {
    const name = this.timer ? 'pause' : 'run';
    $('#to-run').setAttribute('aria-label', t(name));
    $('#to-run').replaceChildren(icon(name));
  }

  leave() {
    if (!this.on) return;
    this.run(false);
    this.on = this.board.still = false;
    $('#player').hidden = true;
    this.board.point(null);
    this.onLeave();
    $('#solve').focus({ preventScroll: true });
  }
}
