// All puzzles: found by name, pinyin or pieces, with their boards, best counts and difficulty.

import { at } from './home.js';
import { number, t } from './i18n.js';
import { expand, headsOf, library } from './source.js';
import { readLevels, written } from './levels.js';
import { onChange, settings } from './settings.js';
import { thumbnail } from './shape.js';
import { $, begin, given, h, link, problem, refill, say } from './ui.js';

const GROUPS = ['all', 'openings', 'classic', 'gnome-klotski', 'rush-hour', 'korf', 'hardest'], STEP = 60;
const state = { levels: null, all: null, rows: [], group: 'all', shown: STEP, made: new Map() };

// As the server compares names: without case, spaces and punctuation.
const plain = (text) => text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function sizeOf([w, hgt, full, cells]) {
  return full ? `${w}x${hgt}` : `${w}x${hgt}/${cells}`;
}

function rows(all) {
  const sizes = all.kinds.map(([shape]) => {
    const xs = shape.map(([x]) => x), ys = shape.map(([, y]) => y);
    const w = Math.max(...xs) - Math.min(...xs) + 1, hgt = Math.max(...ys) - Math.min(...ys) + 1;
    return sizeOf([w, hgt, w * hgt === shape.length, shape.length]);
  });
  return all.entries.map(([name, zh, pinyin, aliases, group, best, rating, stars], n) => {
    const [set, , places] = all.puzzles[n], groups = headsOf(places), counts = {};
    all.sets[set][1].forEach((k, i) => { counts[sizes[k]] = (counts[sizes[k]] || 0) + groups[i].length; });
    return { n, name, zh, group: all.groups[group], set: Object.entries(counts).map(([size, count]) => `${size}:${count}`).join(' '), best, rating, stars, keys: [name, zh, pinyin, ...aliases].map(plain) };
  });
}

// By stars, and among as many stars puzzles that are only numbered (`Unnamed 2`) after those with a name of their own.
const rank = (row) => row.stars + (/^Unnamed \d+$/.test(row.name) ? 0.5 : 0) + row.rating / 1000;

// Easy first or last; what has no rating always at the end.
function byRating(order) {
  return (a, b) => (a.stars && b.stars ? (rank(a) - rank(b)) * (order === 'easy' ? 1 : -1) : Number(!a.stars) - Number(!b.stars));
}

function fits(row, words) {
  return words.every((word) => (/^\d+x\d+(\/\d+)?(:\d+)?$/.test(word) ? ` ${row.set} `.includes(word.includes(':') ? ` ${word} ` : ` ${word}:`) : row.keys.some((key) => key.includes(plain(word)))));
}

// What is looked for stands in the address, and the place on the page beside it, so that Back finds both again.
function note() {
  const values = { q: $('#search').value, group: state.group, sort: $('#sort').value, n: state.shown, levels: state.levels ? written(state.levels) : '' }, usual = { q: '', group: 'all', sort: 'library', n: STEP, levels: '' };
  const query = new URLSearchParams(Object.entries(values).filter(([name, value]) => value !== usual[name]));
  history.replaceState({ y: scrollY }, '', String(query) ? `#${query}` : location.pathname);
}

function recallState() {
  const values = given(), group = values.get('group'), n = Number(values.get('n'));
  $('#search').value = values.get('q') ?? '';
  Object.assign(state, { group: GROUPS.includes(group) ? group : 'all', shown: n > STEP && n < 1e4 ? n : STEP });
  frame();
  $('#sort').value = ['easy', 'hard'].includes(values.get('sort')) ? values.get('sort') : 'library';
}

function show() {
  $('#close').hidden = !state.levels;
  for (const id of ['#search', '#groups', '.order']) $(id).hidden = !!state.levels;
  if (state.levels) return showLevels();
  const words = $('#search').value.trim().split(/\s+/).filter(Boolean), order = $('#sort').value;
  let found = state.rows.filter((row) => (state.group === 'all' || row.group === state.group) && fits(row, words));
  if (order !== 'library') found = found.sort(byRating(order));
  say(t('found', { n: number(found.length) }));
  $('#list').replaceChildren(...found.slice(0, state.shown).map(card));
  $('#more').hidden = found.length <= state.shown;
}

function showLevels() {
  say(t('found', { n: number(state.levels.length) }));
  $('#list').replaceChildren(...state.levels.map(levelCard));
  $('#more').hidden = true;
}

function levelCard({ puzzle, name, metric, length, stars }) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const picture = at(`/api/v1/svg?${new URLSearchParams({ puzzle, theme, labels: 'false' })}`);
  return h('li', {}, h('a', { class: 'card', href: link('/', { p: puzzle }) }, h('img', { class: 'thumb', src: picture, alt: '', loading: 'lazy' }),
    h('b', {}, name), length ? h('span', {}, t(metric + '_n', { n: length })) : null, starred(stars)));
}

// A file of levels that was chosen, or that the address holds.
function openLevels(text) {
  try {
    state.levels = readLevels(text);
  } catch (error) {
    return say(t('bad_level', { n: error.line }));
  }
  show();
  note();
}

const starred = (stars) => (stars ? h('span', { class: 'stars', role: 'img', 'aria-label': t('difficulty', { n: stars }) }, '★'.repeat(stars) + '☆'.repeat(5 - stars)) : null);

function card(row) {
  const zh = settings.lang === 'zh', title = (zh && row.zh) || row.name, other = zh ? row.name : row.zh;
  if (!state.made.has(row.n)) state.made.set(row.n, thumbnail(expand(state.all, row.n)));
  const { stars } = row, lone = (text) => h('i', {}, text);
  return h('li', {}, h('a', { class: 'card', href: link('/', { p: row.zh || row.name }) }, state.made.get(row.n),
    h('b', {}, title), other && other !== title ? h('span', {}, other) : null, h('span', {}, row.set),
    h('span', {}, ...counts(row.best).flatMap((text, i, all) => (i < all.length - 1 ? [lone(`${text} ·`), ' '] : [lone(text)]))), starred(stars)));
}

// The best counts may be unknown (no list), or there may be no solution (null).
function counts(best) {
  if (!best) return [];
  if (best[2] === null) return [t('nosolution')];
  return ['move', 'slide', 'step'].map((metric, i) => t(metric + '_n', { n: best[2 - i] }));
}

function frame() {
  refill($('#groups'), ...GROUPS.map((group) => h('button', { type: 'button', 'aria-pressed': String(state.group === group), onclick: () => { Object.assign(state, { group, shown: STEP }); frame(); show(); note(); } }, t('g_' + group))));
  const { value } = $('#sort');
  $('#sort').replaceChildren(...['library', 'easy', 'hard'].map((each) => h('option', { value: each, selected: value === each }, t('s_' + each))));
}

async function load() {
  try {
    state.all = await library();
  } catch (error) {
    return say(problem(error));
  }
  state.rows = rows(state.all);
  if (given().get('levels')) openLevels(given().get('levels'));
  else show();
  scrollTo(0, history.state?.y ?? 0);
}

begin();
history.scrollRestoration = 'manual';
recallState();
addEventListener('pagehide', note);
$('#search').addEventListener('input', () => { state.shown = STEP; if (state.all) show(); note(); });
$('#sort').addEventListener('change', () => { if (state.all) show(); note(); });
$('#open').addEventListener('click', () => $('#file').click());
$('#file').addEventListener('change', async () => { const [file] = $('#file').files; if (file) openLevels(await file.text()); $('#file').value = ''; });
$('#close').addEventListener('click', () => { state.levels = null; frame(); show(); note(); });
$('#more').addEventListener('click', () => { state.shown += STEP * 2; show(); note(); });
onChange(() => { frame(); if (state.all) show(); });
load();
