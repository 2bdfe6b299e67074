// Learning from mistakes on the board: the position before a mistake, with the move made and the better one as
// arrows, or as an exercise to find the best move.

import { nameOf, t, wayText } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { $, h, problem, refill, say } from '../shared/ui.js';
import { analysed, better, costOf, panel } from './review.js';

export class Lesson {
  on = false;
  found = null; // the mistakes, as `analysed` finds them
  of = ''; // the state of the game in which they were found,
  told = ''; // and of which the panel tells
  mistake = null;
  at = null; // the heads shown
  learnt = new Set(); // the numbers of the mistakes that were put right
  control = null;
  text = () => '';

  // `onLeave` is called when the board shows the game again.
  constructor(session, board, onLeave) {
    this.session = session;
    this.board = board;
    this.onLeave = onLeave;
    $('#task').setAttribute('role', 'status');
    $('#show-better').addEventListener('click', () => this.show(this.mistake));
    $('#next-slip').addEventListener('click', () => this.again(this.#next()));
    $('#leave-lesson').addEventListener('click', () => this.leave());
  }

  // The panel, shown at the end of a game or on request; it is made once for each state of a game.
  async panel(section, wanted) {
    section.hidden = !wanted;
    if (!wanted) return;
    const { game, oracle, puzzle, here } = this.session, of = `${game.play} ${game.past.length} ${settings.metric}`,
      told = `${game.key} ${of} ${settings.lang} ${this.learnt.size}`;
    if (this.told === told) return;
    this.told = told;
    try {
      if (!game.past.length) return;
      if (this.of !== of) {
        section.replaceChildren(h('p', { class: 'dim' }, t('b_looking')));
        this.found = await analysed(game, oracle, here.signal);
        this.of = of;
        this.learnt.clear();
      }
    } catch (error) {
      // Forgotten, so that the panel is made again when the player comes back.
      this.told = '';
      if (error.name !== 'AbortError') section.replaceChildren(h('p', { class: 'dim' }, problem(error)));
      return;
    }
    if (this.session.game !== game || this.told !== told) return;
    if (!this.found) return section.replaceChildren(h('p', { class: 'dim' }, t('noanalysis')));
    refill(section, h('h2', {}, t('analyse')), ...panel(puzzle, this.found, this));
  }

  // The move that was made beside the better ones.
  async show(mistake) {
    const { puzzle, oracle } = this.session;
    this.#enter(mistake.before, mistake);
    this.board.still = true;
    const best = await this.#asked(better(puzzle, oracle, mistake, this.signal));
    if (!best || this.mistake !== mistake) return;
    const [first] = best;
    this.board.arrows([{ ...mistake.move, from: mistake.before[mistake.move.i], sort: 'played' },
      ...(first ? [{ ...first, sort: 'best' }] : [])]);
    this.#tell(() => t('task_shown', { played: this.#words(mistake.move), best: first ? this.#words(first) : '–' }));
  }

  // Shows the position as an exercise: find the best move.
  again(mistake) {
    this.#enter(mistake.before, mistake);
    this.#tell(() => t('task', { i: mistake.n, played: this.#words(mistake.move) }));
  }

  // The layout after n moves.
  look(n) {
    this.#enter(this.found.stations[n].heads, null);
    this.board.still = true;
    const far = this.found.distances[n];
    this.#tell(() => t('task_look', { i: n, n: far === null ? t('grade_lost') : t('togo', { n: far }) }));
  }

  // A move that was tried: a best one stays, another is undone.
  async tried(i, to) {
    const { puzzle, oracle } = this.session, { mistake } = this, reach = puzzle.reach(this.at, i);
    if (!mistake || !reach.has(to)) return this.board.setHeads(this.at);
    const move = { i, to, legs: puzzle.legs(reach, to) };
    this.board.setHeads(this.at.with(i, to));
    this.board.arrows([]);
    const cost = await this.#asked(costOf(puzzle, oracle, mistake, move, this.signal));
    if (cost === undefined || this.mistake !== mistake) return;
    if (cost > 0) {
      this.board.setHeads(this.at);
      return this.#tell(() => t('task_wrong',
        { move: this.#words(move), n: cost === Infinity ? t('grade_lost') : t('grade_more', { n: cost }) }));
    }
    this.learnt.add(mistake.n);
    this.board.still = true;
    this.board.unchoose();
    this.#tell(() => t('task_right', { move: this.#words(move) }));
    $('#next-slip').hidden = !this.#next();
    $(this.#next() ? '#next-slip' : '#leave-lesson').focus({ preventScroll: true });
  }

  leave() {
    if (!this.on) return;
    this.control.abort();
    Object.assign(this, { on: false, mistake: null });
    this.board.still = false;
    this.board.unchoose();
    this.board.arrows([]);
    $('#lesson').hidden = true;
    say('');
    this.onLeave();
    $('#analyse').focus({ preventScroll: true });
  }

  relabel() {
    if (this.on) $('#task').textContent = this.text();
  }

  get signal() {
    return this.control.signal;
  }

  #words(move) {
    return `${nameOf(this.session.puzzle.pieces[move.i])} ${wayText(move.legs)}`;
  }

  // The next mistake that was not found yet.
  #next() {
    const left = this.found.mistakes.filter(({ n }) => !this.learnt.has(n) && n !== this.mistake?.n);
    return left.find(({ n }) => n > (this.mistake?.n ?? 0)) ?? left[0];
  }

  #enter(heads, mistake) {
    this.control?.abort();
    this.session.stop();
    Object.assign(this, { control: new AbortController(), on: true, mistake, at: heads });
    this.board.still = false;
    this.board.unchoose();
    this.board.arrows([]);
    this.board.setHeads(heads);
    $('#lesson').hidden = false;
    $('#show-better').hidden = !mistake;
    $('#next-slip').hidden = !mistake || !this.#next();
    this.onLeave();
    $('#board').scrollIntoView({ block: 'nearest' });
    $('#leave-lesson').focus({ preventScroll: true });
  }

  #tell(text) {
    this.text = text;
    $('#task').textContent = text();
    say('');
  }

  async #asked(promise) {
    try {
      return await promise;
    } catch (error) {
      if (error.name !== 'AbortError') this.#tell(() => problem(error));
      return undefined;
    }
  }
}
