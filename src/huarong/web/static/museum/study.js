// The museum: a room for each article, with searches to step through, and a race. The page replays traces that the
// server's exhibits have recorded.

import * as api from '../ask/api.js';
import { called, english } from '../rules/cast.js';
import { sure } from '../rules/puzzle.js';
import { asFiles, at as address } from '../shared/addresses.js';
import { more, number, sentences, t } from '../shared/i18n.js';
import { away } from '../shared/offline.js';
import { onChange, remember, recall, settings } from '../shared/settings.js';
import { $, attribute, begin, copyField, h, on, problem, refill, refresh, say } from '../shared/ui.js';
import { Board, described, mini } from './board.js';
import { Player } from './player.js';
import { articleOf, listed, proved, sentencesOf, shown as read } from './reading.js';
import { Stepper } from './stepper.js';

await more('/static/museum/words.json');
const CODE = await (await fetch(address('/static/museum/code.json'))).json();
const ROOMS = ['lv', 'zhou', 'zhoutk', 'ma', 'poos', 'now', 'race'];
const DRAWN = {
  levels: 'trees', calls: 'trees', tree: 'trees', turn: 'trees', pool: 'lv', hash: 'lv', stack: 'lv', line: 'trees',
  arrays: 'lv', begun: 'lv', calls_of: 'lv', window: 'lv', sort: 'codes', codes: 'codes', protocol: 'codes',
  posts: 'codes', passes: 'ma', signs: 'ma', enumeration: 'zhou', cells: 'zhou', entry: 'zhou', word: 'zhou',
  array: 'zhou', four: 'ma', knight: 'ma', ways: 'ma', held: 'bits', mirror: 'bits', boards: 'bits', images: 'bits',
  sheet: 'now', halves: 'lv', probes: 'lv', sweep: 'now', map: 'map', weights: 'map', curves: 'now',
};
const FROM = 'huarong.study', SOON_MS = 100;
const page = {
  rows: /** @type {any[]} */ ([]), reading: '', plays: false,
  // The buttons of WinHRD: the server runs the program again, and ends when it is told to.
  begin: () => { Object.assign(page, { plays: true, asked: { ...page.asked, at: 0 } }); run(); },
  stop: () => { page.plays = false; page.life.abort(); page.player.play(false); },
  museum: /** @type {Museum} */ ({ shows: [], exhibits: [], claims: {}, recorded: {} }), room: 'lv',
  show: /** @type {Show | null} */ (null), asked: /** @type {Asked} */ ({ puzzle: '', option: null, at: 0 }), draw: '',
  drawing: /** @type {((stepper: Stepper, running: boolean) => void) | null} */ (null),
  stepper: /** @type {Stepper | null} */ (null), life: new AbortController(), drawn: new AbortController(),
  whole: /** @type {Whole | null} */ (null), counted: /** @type {Whole | null} */ (null),
  board: /** @type {Board | null} */ (null), kept: asFiles, player: new Player(draw), worded, peek: told,
  // A board's name in the language of the page; its text where it has none.
  named: (/** @type {string} */ text) => (settings.lang !== 'zh' && page.museum.english?.[text]) || text,
};
const peek = h('div', { class: 'bar peek', role: 'status' });

const way = (name) => (name ? t('way_' + name) : '');
const piece = (n) => (typeof n === 'string' ? t(n === '.' ? 'piece_none' : 'piece_' + n) : n < 0 ? t('no_value')
  : n === 99 ? t('piece_B') : t('piece_n', { n }));
// A letter, and the number that a piece has: "S6" is the 1x1 numbered 6.
const who = (value) => (value.length < 2 ? piece(value || '.') : value[0] === 'B' ? t('piece_B')
  : 'HVS'.includes(value[0]) ? t('who_n', { kind: t('piece_' + value[0]), n: value.slice(1) })
    : called({ label: value, label_en: english(value) }, settings.lang));
const plain = (value) => (typeof value === 'number' ? number(value) : String(value ?? t('no_value')));
const WORDED = { who, person: who, turn: (name) => t('turn_' + name), way, toward: way, piece, letter: piece,
  code: String };
// The values of a frame as text: letters of pieces, directions, numbers with commas.
function worded(values) {
  if (!Array.isArray(values))
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, (WORDED[name] ?? plain)(value)]));
  const [d, x, b, y] = values;
  return values.length === 3 && typeof b === 'string' ? `${d}　${way(b)}${x > 0 ? `　${piece(x)}` : ''}`
    : t('frame_is', { d, x, b }) + (y ? t('frame_y', { y }) : '');
}
function told(text) {
  const width = widthOf(sure(page.stepper));
  if (text) peek.replaceChildren(mini(text, width), h('span', { class: 'dim' }, described(text, width)));
}

const widthOf = (stepper) => stepper.get('at', 'width') ?? stepper.get('0:at', 'width');
const showsOf = (room) => page.museum.shows.filter((show) => show.room === room);
const showOf = (name) => page.museum.shows.find((show) => show.name === name);
const fresh = (/** @type {Show} */ { puzzles, option }) =>
  ({ puzzle: puzzles[0] ?? '', option: option?.default ?? null, at: 0 });

// Radio buttons; where they do not fit, the chosen one is scrolled into view.
function tabs(box, names, label, at, choose) {
  const row = $(box);
  refill(row, ...names.map((name) => h('button', { 'aria-pressed': String(name === at),
    'data-name': name, onclick: () => choose(name) }, t(label + name))));
  const now = $('[aria-pressed=true]', row);
  if (now) row.scrollLeft = now.offsetLeft - row.offsetLeft - row.clientWidth / 2 + now.clientWidth / 2;
}

function room(name) {
  page.room = name;
  tabs('#rooms', ROOMS, 'room_', name, (other) => { page.reading = ''; room(other); });
  $('#room-title').textContent = t(`room_${name}_h`);
  $('#room-about').textContent = t(`room_${name}_p`);
  $('#race').hidden = name !== 'race';
  claims();
  const list = showsOf(name), kept = list.find((show) => show.name === page.show?.name) ?? list[0];
  $('#shows').hidden = !list.length;
  if (kept) return show(kept);
  page.show = null;
  page.player.use(null);
  $('#show').hidden = true;
  $('#show-about').textContent = '';
  import('./race.js').then(({ race }) => race($('#race'), page));
  return place();
}

function show(one) {
  const same = page.show === one;
  page.show = one;
  tabs('#shows', showsOf(one.room).map((each) => each.name), 'show_', one.name, (name) => show(showOf(name)));
  $('#show-about').textContent = t(`show_${one.name}_p`);
  $('#show').hidden = false;
  if (!same) {
    Object.assign(page, { asked: fresh(one), draw: one.draws[0] });
    run();
  }
  drawTabs();
  form();
  fit();
  place();
}

// The drawing ends above the buttons, wherever the stage begins.
function fit() {
  document.body.style.setProperty('--top', `${Math.round($('#stage').getBoundingClientRect().top + scrollY)}px`);
}

// The sentences of the room's article: all of them where the list is open, the one that is read, those of the step.
async function claims() {
  const at = page.reading ? articleOf(page.reading) : page.room, box = $('#claims'), n = page.museum.claims[at] ?? 0;
  $('#read').hidden = box.hidden = !n;
  $('#claims-name').textContent = t('claims_n', { n });
  $('#claims-list').replaceChildren();
  page.rows = [];
  read([], '');
  // At the first step of a room the page is small; the sentences come with the next, or when they are asked for.
  if (!n || !(page.reading || box.open || page.stepper?.at)) return;
  try {
    const rows = await sentencesOf(at);
    if (at !== (page.reading ? articleOf(page.reading) : page.room)) return;
    page.rows = rows;
    if (box.open) listed($('#claims-list'), rows);
    read(rows, page.reading);
    fit();
    proves();
  } catch (error) {
    if (page.reading || box.open) say(problem(error));
  }
}

// The sentences that the step proves.
function proves() {
  const { stepper, show: one, rows } = page;
  if (!stepper || !one || stepper.trace.show !== one.name) return;
  const { asked } = page, usual = fresh(one), stepOf = (row) => Object.fromEntries(new URLSearchParams(row.shown));
  proved(rows.filter((row) => stepOf(row).show === one.name), (row) => {
    const { p = usual.puzzle, o = usual.option, to = '', at = to ? stepper.trace.target : 0 } = stepOf(row);
    return p === asked.puzzle && String(o) === String(asked.option) && to === (asked.to ?? '')
      && Number(at) === stepper.at;
  });
}

// The visitor's options: the board, and the show's number.
function form() {
  const { asked } = page, one = sure(page.show), own = asked.puzzle !== '' && !one.puzzles.includes(asked.puzzle);
  $('#board-pick').closest('label').hidden = !one.puzzles.length;
  $('#board-pick').replaceChildren(...one.puzzles.map((name, i) =>
    h('option', { value: name, selected: name === asked.puzzle }, page.named(name) + (i ? '' : t('suggested')))),
  h('option', { value: '', selected: own }, t('own_pick')));
  $('#own-box').hidden = !own;
  $('#own-box span').textContent = t(one.numbers ? 'own_cells' : 'own');
  if (own) $('#own').value = asked.puzzle;
  const { option } = one, names = option?.name === 'branch';
  $('#option-box').hidden = !option;
  if (!option) return;
  Object.assign($('#option-name'), { textContent: t('o_' + option.name), htmlFor: names ? 'option-pick' : 'option' });
  Object.assign($('#option'), { min: option.least, max: option.most, value: asked.option, hidden: names });
  $('#option-pick').hidden = !names;
  if (names) $('#option-pick').replaceChildren(...['master', 'Preview', 'Ultimate'].map((name, i) =>
    h('option', { value: i, selected: i === asked.option }, name)));
}

// A show's number within its bounds; null where it has none.
const optionOf = ({ option }, text) => (option
  ? Math.max(option.least, Math.min(option.most, Math.round(Number(text)) || 0)) : null);

function ask() {
  const one = sure(page.show), number = $(one.option?.name === 'branch' ? '#option-pick' : '#option').value;
  page.asked = { puzzle: one.puzzles.length ? $('#board-pick').value || $('#own').value.trim() : '',
    option: optionOf(one, number), at: 0 };
  run();
  form();
  place();
}

async function run() {
  const { asked } = page, one = sure(page.show);
  page.life.abort();
  const life = page.life = new AbortController(), { to, after } = asked,
    plain = { show: one.name, puzzle: asked.puzzle, ...(one.option ? { option: asked.option } : {}) },
    values = { ...plain, ...(to ? { to } : {}), ...(after ? { after } : {}), whole: 'false' };
  say('');
  $('#place').textContent = '…';
  $('#whole').textContent = '';
  $('#steps').removeAttribute('data-ready');
  $('#extra').replaceChildren();
  let trace = null;
  // If recording takes long, the first frame is requested alone, and shown until the others have come.
  const soon = to ? 0 : setTimeout(async () => {
    const first = await api.get('trace', { ...values, frames: '1' }, life.signal).catch(() => null);
    if (first && !trace && page.life === life) await shown(first, life);
  }, SOON_MS);
  try {
    trace = await api.get('trace', values, life.signal);
  } catch (error) {
    if (page.life === life) say(error.status || error.name === 'AbortError' ? problem(error) : t('show_away'));
    return;
  } finally {
    clearTimeout(soon);
  }
  if (page.life !== life) return;
  say('');
  if (!await shown(trace, life)) return;
  if (asked.at || trace.target !== null) page.player.go(asked.at || trace.target);
  $('#steps').dataset.ready = 'yes';
  if (page.plays) page.player.play(true);
  page.plays = false;
  if (!asFiles) away().then((gone) => { page.kept = gone; if (page.life === life) figures(); });
  if (one.name === 'zhoutk-place')
    import('./drawings/zhou.js').then(({ hand }) => page.life === life && hand($('#extra')));
  const key = JSON.stringify(plain);
  try {
    if (trace.whole) page.counted = { key, ...trace };
    const found = page.counted?.key === key ? page.counted
      : { key, ...await api.get('trace', { ...plain, frames: '0' }, life.signal) };
    if (page.life !== life) return;
    page.whole = page.counted = found;
    figures();
    jumps();
  } catch (error) {
    if (page.life === life) $('#whole').textContent = error.status ? t('whole_not') : '';
  }
}

// Records the run anew from shortly before a place, and goes there.
function jump(to) {
  const { stepper } = page, again = to && !to.includes(':') && to !== 'deepest';
  page.asked = { ...page.asked, at: 0, to, after: again && stepper ? stepper.first + stepper.at : 0 };
  run();
  place();
}

// The places of the run that can be jumped to.
function jumps() {
  const { stepper, whole } = page, one = sure(page.show), ways = whole?.whole?.ways ?? stepper?.table('ways').size ?? 0;
  const button = (to, text) => h('button', { 'data-to': to, onclick: () => jump(to) }, text);
  const go = (event) => {
    event.preventDefault();
    const n = Math.round(Number($('#jump-n').value));
    if (n >= 1) jump(`step:${n}`);
  };
  $('#jumps').hidden = !one.jumps.length;
  refill($('#jumps'), ...(stepper?.first ? [button('', t('jump_begin'))] : []),
    ...one.jumps.flatMap((to) => (to !== 'way' ? [button(to, t('jump_' + to))]
      : Array.from({ length: Math.min(ways, 100) }, (_, i) => button(`way:${i + 1}`, t('jump_way', { n: i + 1 }))))),
    ...(one.jumps.length ? [h('form', { onsubmit: go }, h('label', {}, t('jump_step'), ' ',
      h('input', { id: 'jump-n', type: 'number', min: 1, required: true })),
    h('button', { type: 'submit' }, t('jump_go')))] : []));
}

// Replaces the current trace; false where another has been requested meanwhile.
async function shown(trace, life) {
  const before = page.stepper?.trace, stepper = page.stepper = new Stepper(trace);
  $('#show').dataset.show = trace.show;
  page.whole = null;
  if (before?.show !== trace.show || before?.puzzle !== trace.puzzle || !page.board) {
    const board = page.board = new Board();
    $('#theboard').replaceChildren(board.svg);
  }
  await drawings();
  if (page.life !== life || page.stepper !== stepper) return false;
  page.player.use(stepper);
  jumps();
  return true;
}

function drawTabs() {
  const { draws } = sure(page.show);
  tabs('#draws', draws, 'd_', page.draw, (name) => { page.draw = name; drawings(); });
  $('#draws').hidden = draws.length < 2;
  code();
}

// The tabs of drawings, and the chosen drawing.
async function drawings() {
  const { stepper } = page;
  drawTabs();
  // Until the new trace has come, the stepper still has that of the last show.
  if (!stepper || stepper.trace.show !== page.show?.name) return;
  page.drawn.abort();
  page.drawing = null;
  peek.replaceChildren();
  const wanted = page.draw, module = await import(`./drawings/${DRAWN[wanted]}.js`);
  if (page.draw !== wanted || page.stepper !== stepper) return;
  $('#drawing').replaceChildren();
  $('#drawing').className = 'draw-' + wanted;
  page.drawn = new AbortController();
  page.drawing = module[wanted]($('#drawing'), page, page.drawn.signal);
  $('#caption').replaceChildren(t(`d_${wanted}_p`), peek);
  if (stepper.at >= 0) page.player.tell();
}

// The article's way of doing it, in lines of our own; the lines that the step is about are marked. A line is a text, or
// the English and the Chinese.
function codeOf() {
  const keys = [page.show?.name, page.show?.room].map((name) => `${name}/${page.draw}`),
    found = keys.map((key) => CODE[key]).find(Boolean);
  return typeof found === 'string' ? CODE[found] : found;
}

function code() {
  const found = codeOf(), side = settings.lang === 'zh' ? -1 : 0;
  $('#code').hidden = !found;
  $('#stage').classList.toggle('coded', Boolean(found));
  $('#code ol').replaceChildren(...(found?.lines ?? []).map((line) => h('li', {}, [line].flat().at(side))));
}

// Of searches side by side, the lines of all that are going on.
function marked(stepper) {
  const found = codeOf();
  if (!found) return;
  const said = !stepper.frame[0].startsWith('abreast') ? [['', stepper.frame]]
    : ['0:', '1:', '2:', '3:'].filter((n) => stepper.fresh(`${n}said`).length)
      .map((n) => [n, stepper.get(`${n}said`, 'it')]);
  const at = new Set(said.flatMap(([own, [what, values]]) => found.at[own + what] ?? found.at[`${what}:${values.turn}`]
    ?? found.at[what] ?? (what === 'turned' ? found.at.new : null) ?? []));
  if (stepper.at && stepper.fresh('ring').length) for (const n of found.at['+ring'] ?? []) at.add(n);
  [...$('#code ol').children].forEach((line, i) => attribute(line, 'class', at.has(i) ? 'now' : ''));
}

function draw(stepper, running) {
  const [what, values] = stepper.frame, text = boardOf(stepper), width = widthOf(stepper);
  $('#theboard').hidden = !text;
  if (text) {
    page.board?.show(text, { trial: stepper.get('at', 'try'), lit: stepper.get('at', 'lit'), width });
    attribute($('#theboard'), 'aria-label', described(text, width));
  }
  const said = $('#said');
  attribute(said, 'aria-live', running ? 'off' : 'polite');
  refresh(said, t(`f_${what}${values.move ? '_move' : ''}`, worded(values)));
  marked(stepper);
  page.drawing?.(stepper, running);
  questions(running);
  if (page.rows.length) proves();
  else if (stepper.at && !running) claims();
  refresh($('#counters'), ...[...stepper.table('count')].map(([name, value]) =>
    h('div', {}, h('dt', {}, t('c_' + name)), h('dd', {}, number(value)))));
  place();
  figures();
}

// The board of a frame; in the enumeration it has the pieces placed so far.
function boardOf(stepper) {
  const text = stepper.get('at', 'board') ?? stepper.get('0:at', 'board');
  if (text || !stepper.table('placed').size) return text;
  const cells = Array(20).fill('.');
  for (const [letter, cell] of stepper.table('placed').values()) cells[cell] = letter;
  return cells.join('');
}

// The questions of the room, asked at the current step; their module is fetched when they are opened.
async function questions(running = false) {
  const box = $('#quiz');
  if (running || !box.open || !page.show) return;
  const { quiz } = await import('./questions.js');
  quiz($('#questions'), page.room, page.stepper, (name) => show(showOf(name)));
}

// How much of the run is shown, and the figures of the whole run, counted by the server.
function figures() {
  const { stepper, whole } = page;
  if (!stepper || !$('#steps').dataset.ready) return;
  const { first, trace, frames: { length } } = stepper, steps = trace.steps ?? whole?.steps, n = number(length),
    cut = trace.steps === null || trace.steps > length, all = steps ? number(steps) : t('no_count');
  const part = first ? t('cut_from', { from: number(first + 1), to: number(first + length), all, n: number(first) })
    : t(!cut ? 'all_steps' : steps ? 'cut_of' : 'cut', { n, all });
  const counts = whole?.whole
    && Object.entries(whole.whole).map(([name, value]) => `${t('c_' + name)} ${plain(value)}`);
  refresh($('#whole'), sentences(part, counts
    && t(page.kept ? 'whole_kept' : 'whole_is') + counts.join(t('comma')) + t('period')));
}

let saved = 0;
function place() {
  clearTimeout(saved);
  saved = setTimeout(() => {
    const { room: at, show: one, asked, stepper } = page, values = { room: at };
    if (one) Object.assign(values, { show: one.name, p: asked.puzzle,
      ...(asked.option === null ? {} : { o: asked.option }), ...(asked.to ? { to: asked.to } : {}),
      ...(asked.after ? { after: asked.after } : {}), at: stepper?.at ?? 0,
      ...(page.draw === one.draws[0] ? {} : { d: page.draw }), ...($('#quiz').open ? { q: 1 } : {}) });
    if (page.reading) values.c = page.reading;
    const hash = '#' + new URLSearchParams(values);
    if (hash !== location.hash) history.replaceState(null, '', hash);
    remember(FROM, values);
  }, 300);
}

// Opens what a link names; of a sentence alone (`#c=ID`) the step that shows it.
async function open(hash = location.hash) {
  clearTimeout(saved);
  let asked = hash.length > 1 ? Object.fromEntries(new URLSearchParams(hash.slice(1))) : recall(FROM) ?? {};
  const { c = '' } = asked;
  if (c && !asked.show) {
    const rows = await sentencesOf(articleOf(c)).catch(() => []), row = rows.find(({ id }) => id === c);
    asked = { room: articleOf(c), ...Object.fromEntries(new URLSearchParams(row?.shown)),
      q: $('#quiz').open ? '1' : '' };
  }
  page.reading = c;
  const one = showOf(asked.show);
  if (!one) return room(ROOMS.includes(asked.room) ? asked.room : 'lv');
  const usual = fresh(one), before = page.asked, same = page.show === one && page.stepper && $('#steps').dataset.ready;
  Object.assign(page, { show: one, draw: one.draws.includes(asked.d) ? asked.d : one.draws[0],
    asked: { puzzle: asked.p ?? usual.puzzle, option: optionOf(one, asked.o ?? usual.option),
      at: Number(asked.at) || 0, to: asked.to ?? '', after: Number(asked.after) || 0 } });
  $('#quiz').open = asked.q === '1';
  room(one.room);
  const now = page.asked;
  const other = ['puzzle', 'option', 'to', 'after'].some((key) => (before[key] || '') !== (now[key] || ''));
  if (!same || other) return run();
  await drawings();
  return page.player.go(now.at || sure(page.stepper).trace.target || 0);
}

begin();
addEventListener('resize', fit);
on('submit', { '#asked': (event) => { event.preventDefault(); ask(); } });
on('toggle', { '#claims': claims, '#quiz': () => { questions(); place(); } });
on('click', { '#read': async () => { location.hash = `c=${(await sentencesOf(page.room))[0].id}`; },
  '#read-end': () => { page.reading = ''; claims(); place(); },
  '#share': () => $('#shared').replaceChildren(copyField(t('share_setting'), location.href)) });
on('change', { '#option': ask, '#option-pick': ask, '#board-pick': ({ target }) => {
  $('#own-box').hidden = target.value !== '';
  if (target.value) ask();
  else $('#own').focus();
} });
let { lang } = settings;
onChange(() => {
  if (settings.lang === lang || !page.museum.shows.length) return;
  ({ lang } = settings);
  room(page.room);
  if (page.show) {
    if (page.board) page.board.kinds = page.board.text = '';
    drawings();
  }
});
try {
  page.museum = await api.get('museum');
  addEventListener('hashchange', ({ newURL }) => open(new URL(newURL).hash));
  open();
} catch (error) {
  $('#asked').hidden = true;
  $('#show').hidden = false;
  say(problem(error));
}
