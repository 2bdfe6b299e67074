// The controls of a stepper: buttons (they repeat while held), a slider, keys, and swipes over the stage.

import { sure } from '../rules/puzzle.js';
import { number, t } from '../shared/i18n.js';
import { $, able, on } from '../shared/ui.js';

const KEYS = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
const HOLD_MS = 350, REPEAT_MS = 60, SWIPE_PX = 28;

export class Player {
  stepper = /** @type {Stepper | null} */ (null);
  timer = 0; // the animation frame of the next beat, while it plays
  due = 0; // the animation frame in which the change is drawn

  constructor(show) {
    this.show = show;
    this.#hold('#back', -1);
    this.#hold('#fore', 1);
    on('click', { '#to-start': () => this.move(-Infinity), '#to-end': () => this.move(Infinity),
      '#play': () => this.play(!this.timer) });
    on('input', { '#slide': ({ target }) => { this.play(false); this.go(Number(target.value)); } });
    on('change', { '#speed': () => { if (this.timer) this.play(true); } });
    addEventListener('keydown', (event) => this.#key(event));
    this.#swipes($('#stage'));
  }

  use(stepper) {
    this.play(false);
    this.stepper = stepper;
    if (!stepper) return;
    $('#slide').max = stepper.last;
    this.go(0);
  }

  move(by) {
    this.play(false);
    this.#see();
    if (this.stepper) this.go(by === Infinity ? this.stepper.last : Math.max(0, this.stepper.at + by));
  }

  // Changes within one animation frame are drawn once.
  go(at) {
    const { stepper } = this;
    if (!stepper) return;
    stepper.go(at);
    if (this.due) return;
    this.due = requestAnimationFrame(() => { this.due = 0; if (this.stepper) this.tell(); });
  }

  tell() {
    const stepper = sure(this.stepper), { at, last, first } = stepper;
    $('#slide').value = at;
    const words = t('of', { i: number(first + at + 1), n: number(first + last + 1) });
    $('#slide').setAttribute('aria-valuetext', words);
    $('#place').textContent = words;
    for (const id of ['#to-start', '#back']) able(id, at > 0);
    for (const id of ['#fore', '#to-end']) able(id, at < last);
    if (this.timer && at === last) this.play(false);
    $('#steps').dataset.at = at;
    this.show(stepper, Boolean(this.timer));
  }

  // While stepping, the board and the drawing are fully visible above the buttons.
  #see() { for (const side of ['.drawside', '.boardside']) $(side).scrollIntoView({ block: 'nearest' }); }

  play(on) {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    if (on && this.stepper) this.#run(this.stepper);
    $('#play path').setAttribute('d', this.timer ? 'M6 5h4v14H6zM14 5h4v14h-4z' : 'M7 4.5v15L19.5 12z');
    $('#play').setAttribute('aria-label', t(this.timer ? 'pause' : 'run'));
  }

  #run(stepper) {
    this.#see();
    if (stepper.at === stepper.last) this.go(0);
    const pace = 1000 / Number($('#speed').value);
    let next = performance.now() + pace;
    const beat = (now) => {
      if (!this.timer) return;
      if (now >= next) {
        const steps = Math.floor((now - next) / pace) + 1;
        next += steps * pace;
        this.go(stepper.at + Math.min(steps, 4));
      }
      this.timer = requestAnimationFrame(beat);
    };
    this.timer = requestAnimationFrame(beat);
  }

  #key(event) {
    if (!this.stepper || $('#show').hidden || event.ctrlKey || event.metaKey || event.altKey
      || document.querySelector('dialog')) return;
    const { target } = event, typing = target.closest?.('input:not([type=range]), select, textarea');
    if (typing || (target.type === 'range' && event.key !== ' ')) return;
    if (event.key in KEYS) this.move(KEYS[event.key]);
    else if (event.key === ' ' && !target.closest?.('button, a, summary')) this.play(!this.timer);
    else return;
    event.preventDefault();
  }

  #hold(id, by) {
    const button = $(id);
    let wait = 0, held = false;
    button.addEventListener('pointerdown', (event) => {
      if (event.button) return;
      held = false;
      wait = setTimeout(() => { held = true; wait = setInterval(() => this.move(by), REPEAT_MS); }, HOLD_MS);
    });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'])
      button.addEventListener(end, () => { clearInterval(wait); clearTimeout(wait); });
    button.addEventListener('click', () => { if (!held) this.move(by); held = false; });
  }

  #swipes(stage) {
    let from = null;
    stage.addEventListener('pointerdown', (event) => {
      if (event.pointerType !== 'mouse' && !event.target.closest('button, input, select'))
        from = [event.clientX, event.clientY];
    });
    stage.addEventListener('pointerup', (event) => {
      if (!from) return;
      const dx = event.clientX - from[0], dy = event.clientY - from[1];
      from = null;
      if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) this.move(dx < 0 ? 1 : -1);
    });
    stage.addEventListener('pointercancel', () => { from = null; });
  }
}
