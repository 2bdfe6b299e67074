// The library page: puzzles found by name, pinyin or pieces, with boards, shortest lengths and ratings; sets of them
// for a class.

import { FIRST } from '../ask/source.js';
import { kinds, setWords, starred } from '../board/kinds.js';
import { thumbnail } from '../board/tray.js';
import { expand, library } from '../shared/entries.js';
import { number, t } from '../shared/i18n.js';
import { onChange, settings } from '../shared/settings.js';
import { $, attempt, begin, copyField, given, h, link, on, onFile, openDialog, refill, say } from '../shared/ui.js';
import { card, counted, titleOf } from './card.js';
import { LEVELS, byRating, filtered, found, isNumbered, rowsOf } from './catalogue.js';
import { dailyOf, pathOf, randomOf } from './course.js';
import { judged, judgedRow, summary, textOf } from './levels.js';
import { dayOf, markOf, onProgress, progress } from './progress.js';

const GROUPS = ['all', 'openings', 'classic', 'gnome-klotski', 'rush-hour', 'korf', 'hardest'], STEP = 60,
  LONGEST = 100_000; // characters of a file that the address keeps
// `levels` are a file: its `text`, its name (`file`) and the `answer` that judges it, once that is there. `set` has the
// puzzles of a set in their order; `choosing` while it is being put together.
const state = { levels: /** @type {Levels | null} */ (null), set: /** @type {string[]} */ ([]), choosing: false,
  all: /** @type {Library} */ (null), rows: /** @type {Row[]} */ ([]), path: /** @type {Row[]} */ ([]), group: 'all',
  shown: STEP };
const FILTERS = ['from', 'to', 'level', 'pieces', 'mark'];

// The search is in the URL, and the scroll position in the history state, so that Back restores both.
function note() {
  const values = { q: $('#search').value, group: state.group, sort: $('#sort').value, n: state.shown,
    levels: state.levels && state.levels.text.length < LONGEST ? state.levels.text : '', file: state.levels?.file ?? '',
    set: state.set.join(';'), title: titled(), choosing: state.choosing ? '1' : '',
    unnamed: $('#unnamed').checked ? '1' : '',
    ...Object.fromEntries(FILTERS.map((name) => [name, $('#' + name).value])) };
  const usual = { group: 'all', sort: 'library', n: STEP },
    query = new URLSearchParams(Object.entries(values).filter(([name, value]) => value !== (usual[name] ?? '')));
  history.replaceState({ y: scrollY }, '', String(query) ? `#${query}` : location.pathname);
}

function recallState() {
  const { q = '', group = 'all', n = '', set = '', choosing, unnamed, sort = 'library', ...values } =
    Object.fromEntries(given());
  $('#search').value = q;
  Object.assign(state, { group: GROUPS.includes(group) ? group : 'all', shown: Number(n) > STEP && Number(n) < 1e4
    ? Number(n) : STEP, set: set.split(';').filter(Boolean), choosing: choosing === '1' });
  frame();
  for (const [name, value] of [['sort', sort], ...FILTERS.map((name) => [name, values[name]])]) if (value) {
    const field = $('#' + name);
    field.value = value;
    // A choice whose option is not loaded yet (sets of pieces come with the library) is kept until it is.
    if (field.tagName === 'SELECT' && field.value !== value) field.dataset.wanted = value;
  }
  $('#unnamed').checked = unnamed === '1';
  if (unnamed === '1' || FILTERS.some((name) => values[name])) $('#filters').open = true;
}

const titled = () => $('#set-title')?.value ?? given().get('title') ?? '';

function chosen() {
  const record = progress(), order = $('#sort').value, text = $('#search').value,
    all = text.trim() || $('#unnamed').checked;
  const [from, to, level, set, mark] = FILTERS.map((name) => $('#' + name).value),
    rows = filtered(found(inGroup(state.group), text).filter((row) => all || !isNumbered(row)),
      { from: Number(from), to: Number(to), level, set, mark }, record);
  // The best known puzzle first; unsolvable ones, which are no good first puzzle, last.
  const rank = (row) => (row.id === FIRST ? -1 : Number(row.best?.[2] === null));
  return text.trim() && order === 'library' ? rows : rows.toSorted(order === 'library'
    ? (a, b) => rank(a) - rank(b) : byRating(order));
}

// Three ways in: the best known puzzle, that of the day, the next on the path.
function ways() {
  const record = progress(), { rows, path } = state, day = dayOf(new Date());
  const onward = path.find((row) => !markOf(record, row.id)) ?? path[path.length - 1],
    place = path.indexOf(onward) + 1;
  const way = (row, what, go, values = {}, first = false) => {
    const puzzle = expand(state.all, row.n);
    return h('a', { class: first ? 'way-in first' : 'way-in', href: link('/', { p: row.id, ...values }) },
      thumbnail(puzzle), h('div', {}, h('p', {}, what), h('h2', {}, nameOf(row)),
        h('p', {}, counted(row.best), ' \u2002', starred(row.stars)), first ? h('p', {}, kinds(puzzle, row.set)) : null,
        h('span', { class: first ? 'button accent' : 'button' }, t(go))));
  };
  $('#entry').replaceChildren(way(rows.find((row) => row.id === FIRST), t('way_first'), 'play', {}, true),
    way(dailyOf(state.all, rows, day), t('today'), 'play', { day }),
    way(onward, `${t('path')} · ${t('of', { i: place, n: path.length })}`, 'way_on', { in: 'path' }));
}

// A puzzle without a name of its own is called by its place on the path, if it is there.
function nameOf(row) {
  const n = state.path.indexOf(row) + 1;
  return isNumbered(row) && n ? t('level', { n }) : titleOf(row);
}

function show() {
  const alone = state.levels || (state.set.length && !state.choosing);
  $('#close').hidden = !alone;
  $('#stop').hidden = !state.levels || Boolean(state.levels.answer);
  $('#list').classList.toggle('judged', Boolean(state.levels));
  for (const id of ['#search', '#groups', '.order', '#filters', '#random', '#choose', '#open'])
    $(id).hidden = Boolean(alone);
  $('#entry').hidden = Boolean(alone) || state.choosing || Boolean($('#search').value.trim());
  if (!$('#entry').hidden) ways();
  $('#choose').setAttribute('aria-pressed', String(state.choosing));
  bar();
  if (state.levels) {
    const { answer, file } = state.levels, all = answer?.checked ?? [];
    if (answer) say(summary(answer, file));
    $('#list').replaceChildren(...all.slice(0, state.shown).map((each) => judgedRow(each, answer.alone)));
    $('#more').hidden = all.length <= state.shown;
    return;
  }
  const rows = alone ? state.set.flatMap((id) => state.rows.find((row) => row.id === id || row.name === id) ?? [])
    : chosen(), record = progress();
  say(rows.length ? t('found', { n: number(rows.length) }) : t('found_none'));
  /** @type {Words} */
  const set = alone ? { set: state.set.join(';'), title: given().get('title') ?? '' } : {};
  $('#list').replaceChildren(...rows.slice(0, alone ? rows.length : state.shown).map((row, i) =>
    chooser(card(state.all, row, { values: set, record, before: alone ? `${i + 1}. ` : null,
      name: isNumbered(row) ? nameOf(row) : null }), row)));
  $('#more').hidden = Boolean(alone) || rows.length <= state.shown;
  if (!rows.length) $('#list').replaceChildren(nothing());
}

// A search without results suggests what to do.
function nothing() {
  const button = h('button', { onclick: () => {
    for (const name of ['search', ...FILTERS]) $('#' + name).value = '';
    $('#unnamed').checked = false;
    anew({ group: 'all' });
    $('#search').focus();
  } }, t('found_anew'));
  return h('li', { class: 'nothing' }, h('p', {}, t('found_hint')), button);
}

// While a set is put together, a card is chosen by a click.
function chooser(item, row) {
  if (!state.choosing) return item;
  const at = () => state.set.indexOf(row.id), anchor = item.querySelector('.card'),
    sign = h('span', { class: 'chosen' });
  const tell = () => {
    anchor.setAttribute('aria-pressed', String(at() >= 0));
    sign.textContent = at() >= 0 ? String(at() + 1) : '';
  };
  anchor.setAttribute('role', 'button');
  item.append(sign);
  item.tell = tell;
  anchor.addEventListener('click', (event) => {
    event.preventDefault();
    state.set = at() >= 0 ? state.set.filter((id) => id !== row.id) : [...state.set, row.id];
    for (const each of $('#list').children) each.tell?.();
    bar();
    note();
  });
  tell();
  return item;
}

function bar() {
  const box = $('#set'), { set, choosing } = state, title = titled();
  box.hidden = !choosing && !set.length;
  if (box.hidden) return box.replaceChildren();
  const field = h('input', { id: 'set-title', oninput: note });
  field.value = title;
  const go = (choosing) => () => anew({ choosing });
  refill(box, ...(choosing ? [h('b', {}, t('set_chosen', { n: set.length })),
      h('button', { class: 'accent', disabled: !set.length, onclick: go(false) }, t('set_open'))]
    : [h('label', {}, h('span', {}, t('set_title')), ' ', field),
      h('a', { class: 'button accent', href: link('/', { p: set[0], set: set.join(';'), title }) }, t('set_start')),
      h('button', { onclick: shareSet }, t('share')), h('button', { onclick: print }, t('print')),
        h('button', { onclick: go(true) }, t('set_change'))]));
}

function shareSet() {
  const address = new URL(link('/library', { set: state.set.join(';'), title: $('#set-title').value }),
    location.href).href;
  openDialog(t('share'), h('p', { class: 'dim' }, t('set_text')), copyField(t('share'), address));
}

async function print() {
  const { sheetsOf } = await import('./sheet.js');
  $('#sheets').replaceChildren(...sheetsOf(state.all,
    state.set.map((id) => state.rows.find((row) => row.id === id)).filter(Boolean), $('#set-title').value));
  window.print();
}

// A file of levels that was chosen, or that the address holds, is judged; what it was judged for is `asked`.
async function openLevels(text, file) {
  const stop = new AbortController(), levels = /** @type {Levels} */ ({ text, file, stop, asked: asked() });
  state.levels?.stop.abort();
  state.levels = levels;
  say(t('judging', { n: 0 }));
  show();
  note();
  const answer = await judged(text, file, ({ layouts }) => state.levels === levels
    && say(t('judging', { n: number(layouts) })), stop.signal);
  if (state.levels !== levels) return;
  levels.answer = answer;
  show();
}

const asked = () => `${settings.lang} ${settings.metric}`;

function frame() {
  refill($('#groups'), ...GROUPS.map((group) =>
    h('button', { 'aria-pressed': String(state.group === group), onclick: () => anew({ group, shown: STEP }) },
      t('g_' + group), state.rows.length > 0 && h('i', {}, number(inGroup(group).length)))));
  options('#sort', ['library', 'easy', 'hard'].map((each) => [each, t('s_' + each)]));
  options('#level', [['', t('f_any')], ...Object.keys(LEVELS).map((each) => [each, t('f_' + each)])]);
  options('#mark', [['', t('f_any')],
    ...['unsolved', 'solved', 'perfect', 'favourite'].map((each) => [each, t('f_' + each)])]);
  const sets = new Map();
  for (const { set } of inGroup(state.group)) sets.set(set, (sets.get(set) ?? 0) + 1);
  const common = [...sets].filter(([, n]) => n > 1).sort((a, b) => b[1] - a[1]);
  options('#pieces', [['', t('f_any')], ...common.slice(0, 60).map(([set, n]) => [set, `${setWords(set)} (${n})`])]);
}

const inGroup = (group) => state.rows.filter((row) => group === 'all' || row.group === group);

// Shows the page after a change of its state.
function anew(values) {
  Object.assign(state, values);
  if ('group' in values) frame();
  if (state.all) show();
  note();
}

function options(id, pairs) {
  const select = $(id), value = select.dataset.wanted ?? select.value;
  select.replaceChildren(...pairs.map(([each, label]) => h('option', { value: each, selected: value === each },
    label)));
  if (pairs.some(([each]) => each === value)) delete select.dataset.wanted;
}

async function load() {
  await attempt(async () => { state.all = await library(); });
  if (!state.all) return;
  state.rows = rowsOf(state.all);
  state.path = pathOf(state.rows);
  frame();
  if (given().get('levels')) openLevels(given().get('levels'), given().get('file') ?? 'levels.jsonl');
  else show();
  scrollTo(0, history.state?.y ?? 0);
}

const again = () => anew({ shown: STEP });

begin();
history.scrollRestoration = 'manual';
recallState();
addEventListener('pagehide', note);
on('input', { '#search': again, '#from': again, '#to': again });
on('change', { '#sort': again, '#level': again, '#pieces': again, '#mark': again, '#unnamed': again });
on('click', { '#random': () => {
  const row = state.all && randomOf(chosen(), (id) => markOf(progress(), id));
  if (row) location.href = link('/', { p: row.id });
}, '#choose': () => anew({ choosing: !state.choosing, set: state.choosing ? [] : state.set }),
'#stop': () => state.levels?.stop.abort(), '#more': () => anew({ shown: state.shown + STEP * 2 }), '#close': () => {
  state.levels?.stop.abort();
  anew({ levels: null, set: [], choosing: false });
} });
onFile('#open', async (file) => {
  state.shown = STEP;
  openLevels(textOf(await file.arrayBuffer()), file.name);
});
onChange(() => {
  frame();
  if (state.levels && state.levels.asked !== asked()) openLevels(state.levels.text, state.levels.file);
  else if (state.all) show();
});
onProgress(() => state.all && show());
addEventListener('hashchange', () => { recallState(); if (state.all) show(); });
load();
