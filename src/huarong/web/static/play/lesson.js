// Learning from mistakes on the board: the position before a mistake, with the move made and the better one as
// arrows, or as an exercise to find the best move.

import { sure } from '../rules/puzzle.js';
import { nameOf, sentences, t, wayText } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { $, able, h, on, problem, refill, say } from '../shared/ui.js';
import { reason } from './hints.js';
import { analysed, better, costOf, graph, panel, plus } from './review.js';

export class Lesson {
  on = false;
  found = /** @type {Review | null} */ (null); // the mistakes, as `analysed` finds them
  of = ''; // the state of the game in which they were found,
  told = ''; // and of which the panel tells,
  made = Promise.resolve(); // once this is fulfilled
  mistake = /** @type {Mistake | null} */ (null);
  at = { heads: /** @type {Heads} */ ([]), n: 0 }; // what is shown: a layout, after how many moves
  learnt = new Set(); // the numbers of the mistakes that were put right
  control = new AbortController();
  offered = ''; // the text of the button that goes on,
  act = () => {}; // and what it does

  // `onLeave` is called when the board shows the game again.
  constructor(session, board, onLeave) {
    this.session = session;
    this.board = board;
    this.onLeave = onLeave;
    on('click', { '#slip-before': () => this.#beside(-1), '#next-slip': () => this.#beside(1),
      '#try': () => this.act(), '#leave-lesson': () => this.leave() });
  }

  // The panel, shown at the end of a game or on request; it is made once for each state of a game.
  panel(section, wanted) {
    section.hidden = !wanted;
    if (!wanted) return undefined;
    const told = `${this.session.game.key} ${this.#state} ${settings.lang} ${settings.pieces} ${this.learnt.size}`;
    if (this.told === told) return this.made;
    this.told = told;
    return this.made = this.#make(section, told);
  }

  async #make(section, told) {
    const { game, oracle, puzzle, here } = this.session, of = this.#state,
      tell = (text) => section.replaceChildren(h('p', { class: 'dim' }, text));
    if (!game.past.length) return;
    try {
      if (this.of !== of) {
        tell(t('b_looking'));
        this.found = await analysed(game, oracle, here.signal);
        this.of = of;
        this.learnt.clear();
      }
    } catch (error) {
      // Forgotten, so that the panel is made again when the player comes back.
      this.told = '';
      if (error.name !== 'AbortError') tell(problem(error));
      return;
    }
    if (this.session.game !== game || this.told !== told) return;
    if (!this.found) return tell(t('noanalysis'));
    refill(section, h('h2', {}, t('analyse')), ...panel(puzzle, this.found, this));
  }

  // Shows the first mistake on the board, or says that there is none.
  async begin() {
    const { game } = this.session;
    await this.panel($('#review'), true);
    if (this.session.game !== game || !this.session.analysing || this.on || this.of !== this.#state) return;
    const [first] = this.found?.mistakes ?? [];
    if (first) this.show(first);
    else say(() => t(this.found ? 'never' : 'noanalysis'));
  }

  // The move that was made beside the better ones.
  async show(mistake) {
    const { puzzle, oracle } = this.session, { before, move } = mistake;
    this.#enter(before, mistake.n, mistake);
    this.board.still = true;
    this.#offer('try_it', () => this.again(mistake));
    const best = await this.#asked(better(puzzle, oracle, mistake, this.signal));
    if (!best || this.mistake !== mistake) return;
    const [first] = best, reach = puzzle.reach(before, move.i);
    // A piece that went to and fro is shown the short way.
    const played = reach.has(move.to) ? { ...move, from: before[move.i], legs: puzzle.legs(reach, move.to) } : null;
    this.board.arrows([played && { ...played, sort: 'played' }, first && { ...first, sort: 'best' }].filter(Boolean));
    const told = () => t('task_shown', { i: mistake.n, n: plus(mistake.cost), played: this.#words(move),
      best: first ? this.#words(first) : '–' });
    say(told);
    const why = await this.#asked(reason(this.session, before, mistake.last, null, this.signal));
    if (why && this.mistake === mistake && this.offered === 'try_it') say(() => sentences(told(), why()));
  }

  // Shows the position as an exercise: find the best move.
  again(mistake) {
    this.#enter(mistake.before, mistake.n, mistake);
    this.#offer('show_better', () => this.show(mistake));
    say(() => t('task', { i: mistake.n, played: this.#words(mistake.move) }));
  }

  // The layout after n moves.
  look(n) {
    const { stations, distances } = sure(this.found), far = distances[n];
    this.#enter(stations[n].heads, n, null);
    this.board.still = true;
    this.#offer('', () => {});
    say(() => t('task_look', { i: n, n: far === null ? t('grade_lost') : t('togo', { n: far }) }));
  }

  // A move that was tried: a best one stays, another is undone.
  async tried(i, to) {
    const { puzzle, oracle } = this.session, { mistake } = this, reach = puzzle.reach(this.at.heads, i);
    if (!mistake || !reach.has(to)) return this.board.setHeads(this.at.heads);
    const move = { i, to, legs: puzzle.legs(reach, to) };
    this.board.setHeads(this.at.heads.with(i, to));
    this.board.arrows([]);
    const cost = await this.#asked(costOf(puzzle, oracle, mistake, move, this.signal));
    if (cost === undefined || this.mistake !== mistake) return;
    if (cost > 0) {
      this.board.setHeads(this.at.heads);
      return say(() => t('task_wrong',
        { move: this.#words(move), n: cost === Infinity ? t('grade_lost') : t('grade_more', { n: cost }) }));
    }
    this.learnt.add(mistake.n);
    this.board.still = true;
    this.board.unchoose();
    say(() => t('task_right', { move: this.#words(move) }));
    const next = this.#next();
    this.#offer(next ? 'next_slip' : '', () => this.again(next));
    $(next ? '#try' : '#leave-lesson').focus({ preventScroll: true });
  }

  leave() {
    if (!this.on) return;
    this.control.abort();
    Object.assign(this, { on: false, mistake: null });
    this.#clear();
    $('#lesson').hidden = $('#graph').hidden = true;
    $('#counts').hidden = false;
    say('');
    this.onLeave();
    $('#analyse').focus({ preventScroll: true });
  }

  relabel() {
    if (this.on && this.offered) $('#try').textContent = t(this.offered);
  }

  get signal() { return this.control.signal; }
  #words(move) { return `${nameOf(this.session.puzzle.pieces[move.i])} ${wayText(move.legs)}`; }

  // The next mistake that was not found yet.
  #next() {
    const left = sure(this.found).mistakes.filter(({ n }) => !this.learnt.has(n) && n !== this.mistake?.n);
    return left.find(({ n }) => n > (this.mistake?.n ?? 0)) ?? left[0];
  }

  // The mistake before or after the one that is shown, or the position.
  #beside(way) {
    const { mistakes } = sure(this.found), next = way > 0 ? mistakes.find(({ n }) => n > this.at.n)
      : mistakes.findLast(({ n }) => n < this.at.n);
    if (next) this.show(next);
  }

  // The button that goes on: its text, and what it does.
  #offer(text, act) {
    Object.assign(this, { offered: text, act });
    $('#try').hidden = !text;
    $('#try').textContent = text && t(text);
  }

  // The state of the game of which the mistakes are asked.
  get #state() {
    const { game } = this.session;
    return `${game.play} ${game.past.length} ${settings.metric}`;
  }

  #clear() {
    this.board.still = false;
    this.board.unchoose();
    this.board.arrows([]);
  }

  #enter(heads, n, mistake) {
    this.control.abort();
    this.session.stop();
    Object.assign(this, { control: new AbortController(), on: true, mistake, at: { heads, n } });
    this.#clear();
    this.board.setHeads(heads);
    const { mistakes, distances } = sure(this.found);
    $('#lesson').hidden = $('#graph').hidden = false;
    $('#counts').hidden = true;
    $('#graph').replaceChildren(graph({ mistakes, distances }, n, (to) => this.look(to)));
    $('#slip-place').textContent = mistake ? `${mistakes.indexOf(mistake) + 1} / ${mistakes.length}`
      : `${n} / ${distances.length - 1}`;
    able('#slip-before', mistakes.some((each) => each.n < n));
    able('#next-slip', mistakes.some((each) => each.n > n));
    this.onLeave();
    $('#leave-lesson').focus({ preventScroll: true });
  }

  async #asked(promise) {
    try {
      return await promise;
    } catch (error) {
      if (error.name !== 'AbortError') say(() => problem(error));
      return undefined;
    }
  }
}
