// The path page: first lessons, the puzzle of the day, puzzles from five moves to the hardest, and the player's record.

import { library } from '../shared/entries.js';
import { clock, number, t } from '../shared/i18n.js';
import { onChange, settings } from '../shared/settings.js';
import { $, attempt, begin, h, link, on, onFile, refill, saveAll } from '../shared/ui.js';
import { card, titleOf } from './card.js';
import { isNumbered, rowsOf } from './catalogue.js';
import { dailyOf, LESSONS, pathOf, randomOf } from './course.js';
import { dayOf, markOf, onProgress, progress, restore, streak } from './progress.js';

const page = { all: /** @type {Library} */ (null), rows: /** @type {Row[]} */ ([]), path: /** @type {Row[]} */ ([]) };
const LOGGED = 20;

function show() {
  if (!page.all) return;
  const { all, rows, path } = page, record = progress(), day = dayOf(new Date()), { now, most } = streak(record, day);
  $('#streak').textContent = most ? t('streak', { now, most }) : '';
  const daily = dailyOf(all, rows, day);
  $('#today').replaceChildren(card(all, daily, { values: { day }, record }));
  const onward = path.find((row) => !markOf(record, row.id)) ?? path[path.length - 1],
    place = (row) => path.indexOf(row) + 1;
  // Openings without a name are called by their index.
  const onPath = (row) => ({ values: { in: 'path' }, record,
    ...(isNumbered(row) ? { name: t('level', { n: place(row) }) } : { before: `${place(row)}. ` }) });
  $('#onward').replaceChildren(card(all, onward, onPath(onward)));
  refill($('#learn'), ...LESSONS.map(({ name, puzzle }) =>
    h('li', {}, h('a', { class: 'button', href: link('/', { p: puzzle, lesson: name }) }, t(`learn_${name}`),
    record.learnt.includes(name) ? ' ✓' : ''))));
  const stars = [...new Set(path.map((row) => row.stars))].map((n) => path.filter((row) => row.stars === n));
  $('#path').replaceChildren(...stars.map((some) => h('section', {}, h('h3', {}, '★'.repeat(some[0].stars), ' ',
    h('span', { class: 'dim' }, t('of', { i: some.filter((row) => markOf(record, row.id)).length, n: some.length }))),
    h('ul', { class: 'cards' }, ...some.map((row) => card(all, row, onPath(row)))))));
  results(record);
}

function results(record) {
  const marks = Object.keys(record.puzzles).map((id) => markOf(record, id)), name = (id) => {
    const row = page.rows.find((each) => each.id === id);
    return row ? titleOf(row) : id.slice(0, 40);
  };
  $('#totals').textContent = t('totals', { solved: number(marks.length),
    perfect: number(marks.filter((mark) => mark === 'perfect').length), games: number(record.log.length) });
  const head = h('tr', {}, ...['h_when', 'h_puzzle', 'moves', 'steps', 'time'].map((key) =>
    h('th', { scope: 'col' }, t(key))));
  const day = (at) => new Date(at).toLocaleDateString(settings.lang === 'zh' ? 'zh-CN' : 'en-GB');
  const rows = record.log.slice(-LOGGED).reverse().map(({ id, at, counts: { move = '', step = '' }, ...game }) =>
    h('tr', {}, ...[[day(at)], [h('a', { href: link('/', { p: id }) }, name(id))],
      [String(move), game.perfect.length ? ' ✪' : game.seen ? ` (${t('with_help')})` : ''], [String(step)],
      [clock(game.seconds)]].map((parts) => h('td', {}, ...parts))));
  $('#log').replaceChildren(...(rows.length ? [head, ...rows] : []));
}

async function take(file) {
  try {
    const { n, own, games } = restore(JSON.parse(await file.text()));
    show();
    $('#taken').textContent = t('imported', { n: number(n), own: number(own), games: number(games) });
  } catch {
    $('#taken').textContent = t('not_imported');
  }
}

begin();
onChange(show);
onProgress(show);
onFile('#import', take);
on('click', { '#export': saveAll, '#random': () => {
  if (page.all) location.href = link('/', { p: randomOf(page.rows, (id) => markOf(progress(), id)).id });
} });
await attempt(async () => {
  page.all = await library();
  page.rows = rowsOf(page.all);
  page.path = pathOf(page.rows);
  show();
});
