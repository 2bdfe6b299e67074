// The editor: paint a board and its goal; all faults are shown at once, and a valid puzzle is solved at once.

import * as api from '../ask/api.js';
import { FIRST, nameIn } from '../ask/source.js';
import { starred } from '../board/kinds.js';
import { wearMasks } from '../board/label.js';
import { Puzzle } from '../rules/puzzle.js';
import { nameOf, number, sentences, t } from '../shared/i18n.js';
import { readAs } from '../shared/messages.js';
import { onChange, settings } from '../shared/settings.js';
import { $, able, begin, carry, copyField, given, h, isIn, link, linkFor, on, openDialog, problem, reached,
  refill, say } from '../shared/ui.js';
import { Canvas } from './canvas.js';
import { boardText, Draft, draftOf, freshSymbol } from './draft.js';
import { picture, puzzleOf, sign, stylesOf } from './drawing.js';
import { dropOwn, History, keepOwn, ownPuzzles } from './history.js';

const WALL = '#', GATE = '-', EMPTY = '.';
const past = new History('huarong.drafts');

// The drawing, and what is known of it since the last check.
const page = {
  draft: new Draft(4, 5),
  tool: 'A', // what a stroke paints
  palette: /** @type {string[]} */ ([]), // as the buttons stand: one that is new comes last, none changes its place
  goal: 0, // the goal shown
  named: false, // whether it still is a puzzle of the library
  faults: /** @type {{ line: number, column: number }[]} */ ([]),
  puzzle: /** @type {Puzzle | null} */ (null), // if it is valid
  control: /** @type {AbortController | null} */ (null), // of the check under way
  timer: 0, // before the next
  names: new Map(), // the pieces of the last valid puzzle, by their symbols
  verdict: () => [],
  note: '',
};

const grid = new Canvas($('#grid'),
  { paint: (cell) => paint('rows', cell), choose: (cell) => select(page.draft.board[cell]) });
const goal = new Canvas($('#goal'),
  { paint: (cell) => paint('goal', cell), choose: (cell) => select(page.draft.goals[page.goal][cell]) });

function paint(what, cell) {
  const { draft, tool } = page;
  if (what === 'rows') draft.paint(cell, tool);
  else if (tool === WALL || tool === GATE) return;
  else draft.goals[page.goal][cell] = tool;
  // A changed puzzle loses its name.
  for (const header of ['name', 'name.zh', 'source', 'note']) if (page.named) draft.set(header, '');
  page.named = false;
  changed();
}

// Takes a tool, of a button or as it stands in a cell, where empty is none.
function select(tool, button = false) {
  if (tool === EMPTY && !button) return;
  page.tool = tool;
  draw();
}

function changed(fromText = false) {
  if (!fromText) $('#text').value = boardText(page.draft);
  past.put($('#text').value, fromText);
  page.note = '';
  show();
}

// After every change, undo or redo: the server checks the text, and earlier requests are dropped.
function show() {
  able('#undo', past.past.length > 0);
  able('#redo', past.future.length > 0);
  draw();
  $('#changes').replaceChildren();
  page.control?.abort();
  // The text has changed since the last check: until it is checked, links hold the text itself.
  page.puzzle = null;
  $('#playit').href = link('/', { p: $('#text').value });
  $('#share').disabled = false;
  clearTimeout(page.timer);
  page.timer = setTimeout(check, 120);
}

// Undo and redo: a text that was there before.
function back(text) {
  if (text === null) return;
  page.draft = draftOf(text);
  $('#text').value = text;
  Object.assign(page, { goal: Math.min(page.goal, page.draft.goals.length - 1), named: false, note: '' });
  show();
}

const undo = () => back(past.undo()), redo = () => back(past.redo());

async function check() {
  const control = page.control = new AbortController(), text = $('#text').value;
  const waiting = setTimeout(() => tell(() => [t('e_checking')]), 200);
  try {
    const found = await api.post('check', { text }, control.signal);
    page.faults = found.faults;
    page.puzzle = found.valid ? found.puzzle : null;
    if (found.valid) page.names = new Map(found.puzzle.pieces.map((piece) => [piece.symbol, piece]));
    draw();
    $('#faults').replaceChildren(...found.faults.slice(0, 20).map((fault) => h('li', {}, inWords(fault))));
    $('#playit').classList.toggle('off', !found.valid);
    $('#share').disabled = !found.valid;
    if (!found.valid) return tell(() => [t('e_faults')]);
    $('#playit').href = link('/', { p: nameIn(found.puzzle) });
    carry(nameIn(found.puzzle));
    exporting();
    const good = (text, stars = 0) => tell(() => [t('e_good'), text(), starred(stars)]);
    good(() => t('e_solving'));
    clearTimeout(waiting);
    const progress = ({ depth, layouts }) => // it fits on one line of a phone, so that nothing below it moves
      good(() => [`${t('depth')} ${depth}`, t('layouts', { n: number(layouts) })].join(comma()));
    const { best, difficulty } = await api.search('facts', { puzzle: text, max_seconds: 20 }, progress, control.signal);
    good(() => (best.move === null ? t('no_way') : best.move === undefined ? t('e_limit') : t('e_best', best)),
      best.move === null ? 0 : difficulty);
  } catch (error) {
    if (error.name === 'AbortError') return;
    $('#faults').replaceChildren();
    tell(() => [problem(error)]);
  } finally {
    clearTimeout(waiting);
  }
}

const comma = () => (settings.lang === 'zh' ? '，' : ', ');

// A fault with its visible place: row and column of the board or of a goal, not of the text.
function inWords({ line, column, reason, message }) {
  const { draft } = page, { firstLine, height, goals } = draft;
  const rowFrom = (first) => line !== null && line >= first && line < first + height && line - first + 1;
  const onBoard = rowFrom(firstLine), rows = goals.map((_, n) => rowFrom(draft.goalLine(n)));
  const n = rows.findIndex(Boolean), y = onBoard || rows[n];
  if (!y) return line === null ? message : reason;
  const where = onBoard ? t('e_board') : goals.length > 1 ? `${t('e_goal')} ${n + 1}` : t('e_goal');
  return `${where}${comma()}${column ? t('e_place', { y, x: column }) : t('e_row', { y })}${t('colon')}${reason}`;
}

// The verdict: a heading, what is known of the puzzle in words, and its stars.
function tell(verdict) {
  page.verdict = verdict;
  const [heading = '', words = '', stars = null] = verdict();
  $('#verdict').textContent = heading;
  say(page.note ? [words.replace(/[.。]$/, ''), page.note].filter(Boolean).join(t('period')) : words);
  $('#stars').replaceChildren(...(stars ? [stars] : []));
}

// Drawing

// The cells with faults, of the board or of the goal that begins on a line of the text.
function badFrom(first) {
  const { draft: { width, height }, faults } = page;
  const here = faults.filter(({ line, column }) => column && line >= first && line < first + height);
  return new Set(here.map(({ line, column }) => (line - first) * width + Math.min(column, width) - 1));
}

function draw() {
  const { draft, tool } = page, { headers } = draft;
  const board = puzzleOf(draft, draft.board, draft.goals), styles = stylesOf(board);
  const look = { styles, names: page.names, chosen: tool };
  grid.draw(draft, draft.board, picture(board, look), badFrom(draft.firstLine));
  const shown = draft.goals[page.goal].map((symbol, cell) =>
    (symbol === EMPTY && [WALL, GATE].includes(draft.board[cell]) ? draft.board[cell] : symbol));
  const wanted = puzzleOf(draft, shown, [draft.goals[page.goal]]);
  goal.draw(draft, shown, picture(wanted, look), badFrom(draft.goalLine(page.goal)));
  const name = (settings.lang === 'zh' && headers['name.zh']) || headers.name || headers['name.zh'] || '';
  for (const [id, value] of [['#width', draft.width], ['#height', draft.height], ['#name', name]])
    if (document.activeElement !== $(id)) $(id).value = value;
  $('#shape').checked = headers.match === 'shape';
  goals();
  tools(board, styles);
  about();
}

// A tab for each goal where there are several, and the buttons that remove and add one.
function goals() {
  const { draft } = page, several = draft.goals.length > 1;
  const tab = (_, i) => h('button', { 'aria-pressed': String(i === page.goal), 'aria-label': `${t('e_goal')} ${i + 1}`,
    onclick: () => { page.goal = i; draw(); } }, String(i + 1));
  const act = (label, sign, change) => h('button', { 'aria-label': t(label), title: t(label), onclick: () => {
    page.goal = change();
    changed();
  } }, sign);
  const less = act('e_lessgoal', '−', () => {
    draft.goals.splice(page.goal, 1);
    return Math.max(0, page.goal - 1);
  });
  const more = act('e_addgoal', '+', () => draft.goals.push(Array(draft.rows.length).fill(EMPTY)) - 1);
  refill($('#goals'), ...(several ? [...draft.goals.map(tab), less] : []), more);
}

function tools(board, styles) {
  const { draft, tool } = page, symbols = draft.symbols;
  if (![EMPTY, WALL, GATE].includes(tool) && !symbols.includes(tool)) symbols.push(tool);
  page.palette = [...new Set([...page.palette.filter((each) => symbols.includes(each)), ...symbols])];
  const one = (value, name, look, label, ...drawn) => h('button', { role: 'radio', class: look, 'data-c': value,
    tabindex: tool === value ? '0' : '-1', 'aria-checked': String(tool === value), 'aria-label': label,
    onclick: () => select(value, true) }, ...drawn, name);
  const piece = (symbol) => one(symbol, symbol, 'is-piece', called(symbol), sign(board, symbol, styles.get(symbol)));
  const kinds = [[EMPTY, 'e_erase', 'is-empty'], [WALL, 'e_wall', 'is-wall'], [GATE, 'e_gate', 'is-gate']];
  refill($('#tools'), ...kinds.map(([value, key, look]) => one(value, t(key), look, t(key), h('i'))),
    h('button', { onclick: () => {
      select(freshSymbol(draft));
      $('#tools').scrollLeft = $('#tools').scrollWidth; // where the new one stands
    } }, `+ ${t('e_piece')}`), ...page.palette.map(piece));
}

// A piece's letter, and its name if it has one.
function called(symbol) {
  const piece = page.names.get(symbol), name = piece && piece.label !== symbol ? nameOf(piece) : symbol;
  return [t('e_selected', { s: symbol }), ...(name === symbol ? [] : [name])].join(comma());
}

// One tool is in the tab order; arrow keys move among the tools.
$('#tools').addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key],
    all = [...$('#tools').querySelectorAll('[role=radio]')];
  if (!step || event.target.role !== 'radio') return;
  event.preventDefault();
  const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
  next.click();
  $('#tools [aria-checked=true]').focus();
});

// The directions of the chosen piece, and whether gates are open to it.
function about() {
  const { draft, tool } = page, box = $('#piece');
  if (!draft.symbols.includes(tool)) return refill(box, h('span', { class: 'dim' }, t('e_none')));
  const ways = draft.ways(tool), ticked = (on, act, label = null) => {
    const input = h('input', { type: 'checkbox', 'aria-label': label, onchange: () => {
      act(input.checked);
      changed();
    } });
    input.checked = on;
    return input;
  };
  const way = ([each, arrow]) => h('label', { class: 'way' }, ticked(ways.includes(each), (on) => draft.setWays(tool,
    [...'UDLR'].filter((other) => (other === each ? on : ways.includes(other))).join('')), t(each)),
  h('span', { 'aria-hidden': 'true' }, arrow));
  refill(box, h('b', {}, called(tool)), h('span', { class: 'dim' }, t('e_slide')),
    h('span', { class: 'ways' }, ...Object.entries({ U: '↑', D: '↓', L: '←', R: '→' }).map(way)),
    h('label', {}, ticked((draft.headers.gate || '').includes(tool), (on) => draft.setGate(tool, on)), ' ',
      t('e_opens')));
}

async function exporting() {
  const box = $('#notations');
  if (!$('#export').open || !page.puzzle) return box.replaceChildren();
  try {
    const { notations } = await api.post('convert', { puzzle: $('#text').value });
    box.replaceChildren(...notations.map(({ title, text, reason }) => (text === null
      ? h('p', { class: 'why' }, `${title}${t('colon')}${reason}`) : copyField(title, text.trimEnd()))));
  } catch (error) {
    box.replaceChildren(h('p', {}, problem(error)));
  }
}

// Puzzles that a single change makes; a click applies the change, and Undo reverts it.
async function change(easier) {
  const box = $('#changes'), { control } = page, tell = (...texts) => box.replaceChildren(
    ...texts.map((each) => h('li', {}, ...[each].flat())));
  tell(t('e_trying'));
  try {
    const body = { puzzle: $('#text').value, easier, max_seconds: 30 };
    const { changes } = await api.search('harder', body,
      ({ layouts }) => tell(`${t('e_trying')} ${t('layouts', { n: number(layouts) })}`), control?.signal);
    if (!changes.length) return tell(t(easier ? 'e_noeasier' : 'e_noharder'));
    tell(...changes.map(({ text, length, puzzle }) => [
      h('span', {}, `${named(text)}${t('colon')}${t('move_n', { n: length })}`),
      h('button', { onclick: () => take(puzzle) }, t('e_take'))]));
  } catch (error) {
    tell(...(error.name === 'AbortError' ? [] : [problem(error)]));
  }
}

// A text with the names of pieces in the language of the page.
function named(text) {
  const pieces = (page.puzzle?.pieces ?? []).filter(({ label, label_en }) => label !== label_en);
  return pieces.reduce((all, piece) => all.replaceAll(piece.label, nameOf(piece)), text);
}

async function take(puzzle) {
  await read(puzzle, page.named ? undefined : page.draft.headers.name);
  $('#changes').replaceChildren();
}

// Puzzles of one's own

function keep() {
  const name = $('#name').value.trim() || t('e_unnamed', { n: ownPuzzles().length + 1 });
  const { headers } = page.draft;
  if (![headers.name, headers['name.zh']].includes(name)) {
    headers.name = name;
    page.named = false;
    changed();
  }
  keepOwn(name, $('#text').value);
  $('#mine').open = true;
  mine();
  page.note = t('e_keptas', { name });
  tell(page.verdict);
}

function mine() {
  const own = ownPuzzles();
  $('#mine').hidden = !own.length && !$('#mine').open;
  refill($('#own'), ...own.map(({ name, text }) => {
    const about = (key) => ({ 'aria-label': `${t(key)}: ${name}` });
    return h('li', {}, h('span', {}, name), h('span', { class: 'buttons' },
      h('a', { class: 'button', href: link('/', { p: text }), ...about('openplay') }, t('openplay')),
      h('button', { ...about('openedit'), onclick: () => read(text) }, t('openedit')),
      h('button', { ...about('e_drop'), onclick: () => drop(name, text) }, t('e_drop'))));
  }));
}

// A deleted puzzle can be restored until the page is left.
function drop(name, text) {
  dropOwn(name);
  mine();
  $('#own').append(h('li', {}, h('span', {}, t('e_dropped', { name })),
    h('button', { onclick: () => { keepOwn(name, text); mine(); } }, t('undo'))));
}

// Start-up

async function read(text, name) {
  try {
    const puzzle = await api.post('puzzle', { text }), drawn = past.now;
    page.draft = draftOf(puzzle.text);
    if (name) page.draft.headers = { name, ...page.draft.headers };
    page.named = puzzle.library;
    page.goal = 0;
    page.palette = [];
    page.tool = new Puzzle(puzzle).pieces[0].symbol;
    page.faults = [];
    changed();
    const { notation, notes = [] } = puzzle.read ?? {}, drawing = ['grid', 'line'].includes(notation) && !notes.length;
    page.note = sentences(drawing ? '' : readAs(puzzle), drawn !== null && drawn !== past.now ? t('e_kept') : '');
  } catch (error) {
    say(problem(error));
  }
}

function resize() {
  const side = (id) => Math.max(1, Math.min(20, Math.round(Number($(id).value)) || 1));
  page.draft = page.draft.resized(side('#width'), side('#height'));
  changed();
}

begin();
addEventListener('keydown', (event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !['z', 'y'].includes(key)
    || isIn(event, '#other, #width, #height, #name, dialog')) return;
  event.preventDefault();
  if (key === 'y' || event.shiftKey) redo();
  else undo();
});
function clear() {
  Object.assign(page, { draft: new Draft(page.draft.width, page.draft.height), goal: 0, tool: 'A', palette: [],
    faults: [] });
  changed();
}

function matched({ target }) {
  page.draft.set('match', target.checked && 'shape');
  changed();
}

function renamed() {
  page.draft.set('name.zh', '');
  page.draft.set('name', $('#name').value.trim());
  page.named = false;
  changed();
}

function typed() {
  page.draft = draftOf($('#text').value);
  page.goal = Math.min(page.goal, page.draft.goals.length - 1);
  changed(true);
}

function share() {
  const text = $('#text').value, address = linkFor({ p: page.puzzle ? nameIn(page.puzzle) : text });
  openDialog(t('share'), ...reached(text), copyField(t('share'), address));
}

on('change', { '#width': resize, '#height': resize, '#shape': matched, '#name': renamed });
on('click', { '#undo': undo, '#redo': redo, '#clear': clear, '#keep': keep, '#harder': () => change(false),
  '#easier': () => change(true), '#share': share,
  '#playit': (event) => { if ($('#playit').classList.contains('off')) event.preventDefault(); } });
on('input', { '#text': typed });
on('submit', { '#import': (event) => { event.preventDefault(); read($('#other').value); } });
on('toggle', { '#export': exporting });
addEventListener('storage', ({ key }) => key === 'huarong.own' && mine());
const worn = () => wearMasks().then((come) => come && draw());
onChange(() => { mine(); worn(); draw(); tell(page.verdict); exporting(); });
mine();
const wanted = given().get('p');
if (wanted || past.now === null) read(wanted || FIRST);
else {
  page.tool = draftOf(past.now).symbols[0] || 'A';
  back(past.now);
}
worn();
addEventListener('hashchange', () => given().get('p') && read(given().get('p')));
