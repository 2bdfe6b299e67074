// A replay: moves on the board at the times at which they were made, at any speed.

import { t, translate } from '../shared/i18n.js';
import { $, h } from '../shared/ui.js';
import { timeText } from './solve.js';

const SPEEDS = [0.5, 1, 2, 4, 8];

export class Replay {
  on = false;
  running = false;
  now = 0; // milliseconds into the solve
  speed = 1;
  moves = []; // { i, to, at }
  frames = []; // the heads before and after each move
  total = 0;

  constructor(board, box, onLeave) {
    this.board = board;
    this.box = box;
    box.append(h('button', { id: 'replay-run', class: 'accent', onclick: () => this.run(!this.running) }),
      h('input', { id: 'replay-at', type: 'range', min: 0, value: 0, step: 1, 'data-t-label': 'scrub',
        oninput: ({ target }) => { this.run(false); this.go(Number(target.value)); } }),
      h('output', { id: 'replay-time' }),
      h('label', {}, h('span', { 'data-t': 'speed' }), ' ', h('select', { id: 'replay-speed',
        onchange: ({ target }) => { this.speed = Number(target.value); } },
        ...SPEEDS.map((speed) => h('option', { value: speed, selected: speed === 1 }, `${speed}×`)))),
      h('button', { id: 'replay-leave', 'data-t': 'close', onclick: () => { this.leave(); onLeave(); } }));
    translate(box);
  }

  // `moves` are { i, to, at }, `total` the milliseconds of the whole.
  enter(puzzle, moves, total) {
    const frames = [puzzle.start];
    for (const { i, to } of moves) frames.push(frames.at(-1).with(i, to));
    Object.assign(this, { moves, frames, total, on: true });
    this.board.setPuzzle(puzzle, puzzle.start);
    this.board.still = true;
    this.box.hidden = false;
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
      this.go(this.now + Math.max(0, time - last) * this.speed);
      last = time;
      if (this.now >= this.total) this.run(false);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  label() { $('#replay-run').textContent = t(this.running ? 'pause' : 'run'); }

  leave() {
    this.run(false);
    this.on = false;
    this.box.hidden = true;
  }
}
