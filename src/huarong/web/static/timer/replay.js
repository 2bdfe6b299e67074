// A replay: moves on the board at the times at which they were made, at any speed.

import { t } from '../shared/i18n.js';
import { $, on } from '../shared/ui.js';
import { timeText } from './solve.js';

export class Replay {
  running = false;
  now = 0; // milliseconds into the solve
  moves = []; // { i, to, at }
  frames = []; // the heads before and after each move
  total = 0;

  constructor(board, onLeave) {
    this.board = board;
    on('click', { '#replay-run': () => this.run(!this.running), '#replay-leave': () => { this.leave(); onLeave(); } });
    on('input', { '#replay-at': ({ target }) => { this.run(false); this.go(Number(target.value)); } });
  }

  // `moves` are { i, to, at }, `total` the milliseconds of the whole.
  enter(puzzle, moves, total) {
    const frames = [puzzle.start];
    for (const { i, to } of moves) frames.push(frames.at(-1).with(i, to));
    Object.assign(this, { moves, frames, total });
    this.board.setPuzzle(puzzle, puzzle.start);
    this.board.still = true;
    $('#replay').hidden = false;
    $('#replay-at').max = total;
    this.go(0);
    this.run(true);
  }

  go(now) {
    this.now = Math.min(now, this.total);
    const shown = this.moves.findIndex(({ at }) => at > this.now);
    this.board.setHeads(this.frames.at(shown < 0 ? -1 : shown));
    $('#replay-at').value = String(Math.round(this.now));
    $('#replay-time').textContent = `${timeText(this.now)} / ${timeText(this.total)}`;
  }

  run(running) {
    const again = running && !this.running;
    this.running = running;
    this.label();
    if (!again) return;
    if (this.now >= this.total) this.go(0);
    let last = performance.now();
    const tick = (time) => {
      if (!this.running) return;
      this.go(this.now + Math.max(0, time - last) * Number($('#replay-speed').value));
      last = time;
      if (this.now >= this.total) this.run(false);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  label() { $('#replay-run').textContent = t(this.running ? 'pause' : 'run'); }

  leave() {
    this.run(false);
    $('#replay').hidden = true;
  }
}
