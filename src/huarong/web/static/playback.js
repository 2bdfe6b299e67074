// A solution played on the board: run, step, scrub, at any speed. The game itself stays as it is.

import { nameOf, t, wayText } from './i18n.js';
import { change, settings } from './settings.js';
import { $ } from './ui.js';

export class Playback {
  constructor(board, onLeave, say) {
    Object.assign(this, { board, onLeave, say, on: false, at: 0, timer: null });
    $('#to-prev').addEventListener('click', () => this.go(this.at - 1));
    $('#to-next').addEventListener('click', () => this.go(this.at + 1));
    $('#to-run').addEventListener('click', () => this.run(!this.timer));
    $('#to-back').addEventListener('click', () => this.leave());
    $('#to-scrub').addEventListener('input', (event) => this.go(Number(event.target.value)));
    $('#to-speed').addEventListener('change', (event) => {
      change({ speed: Number(event.target.value) });
      if (this.timer) this.run(true);
    });
  }

  // Without moves it is a look at one layout.
  enter(puzzle, heads, line) {
    this.run(false);
    const frames = [heads];
    this.moves = line.map(({ i, from, to }) => {
      const reach = puzzle.reach(frames.at(-1), i);
      frames.push(frames.at(-1).with(i, to));
      return { i, from, to, legs: puzzle.legs(reach, to) };
    });
    Object.assign(this, { puzzle, frames, on: true });
    this.board.still = true;
    this.board.unchoose();
    $('#player').hidden = false;
    $('#player').classList.toggle('only', !line.length);
    $('#to-scrub').max = line.length;
    $('#to-speed').value = String(settings.speed);
    this.go(0);
    if (line.length) {
      this.run(true);
      $('#to-run').focus();
    } else $('#to-back').focus();
  }

  go(at) {
    if (!this.on) return;
    this.at = Math.max(0, Math.min(this.moves.length, at));
    this.board.setHeads(this.frames[this.at]);
    const next = this.moves[this.at];
    this.board.point(this.timer ? null : next);
    $('#to-scrub').value = this.at;
    $('#to-place').textContent = t('of', { i: this.at, n: this.moves.length });
    const made = this.moves[this.at - 1];
    if (made && !this.timer) this.say(() => t('moved', { piece: nameOf(this.puzzle.pieces[made.i]), path: wayText(made.legs) }));
    $('#to-prev').disabled = !this.at;
    $('#to-next').disabled = this.at === this.moves.length;
    if (this.at === this.moves.length) this.run(false);
  }

  run(running) {
    clearInterval(this.timer);
    this.timer = null;
    if (running && this.on) {
      if (this.at === this.moves.length) this.at = 0;
      this.timer = setInterval(() => this.go(this.at + 1), 1000 / settings.speed);
    }
    this.relabel();
  }

  relabel() {
    $('#to-run').textContent = t(this.timer ? 'pause' : 'run');
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
