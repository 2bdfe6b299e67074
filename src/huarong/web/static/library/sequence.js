// The sequence that a puzzle belongs to: the library, the path, a teacher's set, or the first lessons.

import { nameIn } from '../ask/source.js';
import { at as address } from '../shared/addresses.js';
import { library } from '../shared/entries.js';
import { t } from '../shared/i18n.js';
import { $, h, link } from '../shared/ui.js';
import { isNumbered, rowsOf } from './catalogue.js';
import { LESSONS, pathOf } from './course.js';
import { update } from './progress.js';

export class Course {
  id = ''; // the puzzle's name in a link
  kind = /** @type {'lesson' | 'set' | 'path' | 'day' | null} */ (null);
  lesson = /** @type {typeof LESSONS[number] | undefined} */ (undefined);
  numbered = false; // whether the puzzle has only a number for a name,
  level = 0; // and the number that it has on the path, if known
  day = '';
  title = '';
  set = /** @type {string[]} */ ([]);

  // `show` shows the name anew once it is known.
  constructor(show) { this.show = show; }

  // The other values in the page's address besides the puzzle.
  open(values, puzzle) {
    const lesson = LESSONS.find(({ name }) => name === values.get('lesson'));
    const kind = lesson ? 'lesson' : values.get('set') ? 'set' : values.get('in') === 'path' ? 'path'
      : values.get('day') ? 'day' : null;
    Object.assign(this, { id: nameIn(puzzle), kind, lesson, numbered: isNumbered(puzzle), level: 0,
      day: values.get('day'), title: values.get('title') ?? '',
      set: (values.get('set') ?? '').split(';').filter(Boolean) });
    this.relabel();
  }

  // The task of a first lesson.
  get task() { const { lesson } = this; return lesson ? () => t(`learn_${lesson.name}_task`) : null; }

  // What the puzzle is called here: a lesson, or a level of the path that has no name of its own.
  get name() { return this.lesson ? t(`learn_${this.lesson.name}`) : this.level ? t('level', { n: this.level }) : ''; }

  done() {
    const { lesson } = this;
    if (lesson) update((record) => ({ ...record, learnt: [...new Set([...record.learnt, lesson.name])] }));
  }

  // The text at the end of a lesson.
  get moral() { return this.lesson ? t(`learn_${this.lesson.name}_end`) : ''; }

  async relabel() {
    const box = $('#course'), { kind, id } = this;
    box.hidden = !kind;
    if (!kind) return;
    const list = await this.#list();
    if (this.id !== id || this.kind !== kind) return;
    const at = list.findIndex((each) => each.p === id), n = list.length, step = (to, label, sign) =>
      kind !== 'day' && list[to] && h('a', { href: link('/', list[to]), 'aria-label': t(label) }, sign);
    const name = { lesson: t('learn'), path: t('path'), set: this.title || t('set'),
      day: `${t('today')} ${this.day}` }[kind];
    if (kind === 'path' && this.numbered && !this.level) {
      this.level = at + 1;
      this.show();
    }
    const place = at >= 0 && n > 1 ? `${name} · ${t('of', { i: at + 1, n })}` : name;
    const beads = kind === 'lesson' && h('span', { class: 'beads', 'aria-hidden': 'true' },
      ...list.map((_, i) => h('i', { class: i <= at ? 'on' : null })));
    box.replaceChildren(...[step(at - 1, 'before', '‹'), h('span', {}, place), step(at + 1, 'next', '›'), beads,
      kind !== 'set' && h('a', { class: 'back', href: address('/path') }, t('path'))].filter(Boolean));
  }

  // The URLs of all puzzles of the sequence, in order.
  async #list() {
    if (this.kind === 'lesson') return LESSONS.map(({ name, puzzle }) =>
      ({ p: name === this.lesson?.name ? this.id : puzzle, lesson: name }));
    if (this.kind === 'set') return this.set.map((p) => ({ p, set: this.set.join(';'), title: this.title }));
    if (this.kind === 'path') return pathOf(rowsOf(await library())).map((row) => ({ p: row.id, in: 'path' }));
    return [];
  }

  // The URL of the next puzzle.
  async next(id) {
    const list = await this.#list(), at = list.findIndex((each) => each.p === id);
    if (at >= 0 && list[at + 1]) return list[at + 1];
    if (this.kind === 'lesson') return { p: pathOf(rowsOf(await library()))[0].id, in: 'path' };
    const { entries } = await library(), here = entries.findIndex(([name, zh]) => (zh || name) === id);
    // After the last puzzle, and after one's own, comes the first; unsolvable puzzles are skipped.
    const [name, zh] = [...entries.slice(here + 1), ...entries].find((entry) => entry[5]?.[2] !== null);
    return { p: zh || name };
  }
}

// Shows a first-time visitor what to do and where to find easier puzzles.
export function invite(line, wanted) {
  const [{ name, puzzle }] = LESSONS;
  line.hidden = !wanted;
  line.replaceChildren(t('newcomer'), ' ', h('a', { href: link('/', { p: puzzle, lesson: name }) },
    t('newcomer_learn')), ' ', h('a', { href: address('/path') }, t('newcomer_easy')));
}
