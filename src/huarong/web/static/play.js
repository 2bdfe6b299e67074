// The playing page: one board, one game, and everything that can be asked about it.

import { Board } from './board.js';
import { Game, moveText } from './game.js';
import { goalPictures } from './goal.js';
import { grades, meter, report } from './insight.js';
import { nameOf, number, t, titleOf } from './i18n.js';
import { Oracle } from './oracle.js';
import { Playback } from './playback.js';
import { change, onChange, recall, remember, settings } from './settings.js';
import { FIRST, library, load, nameIn } from './source.js';
import { $, able, begin, carry, copyField, given, h, link, openDialog, problem, say } from './ui.js';
import * as api from './api.js';

// `life` ends with the puzzle and `here` with the position: what was asked for it is then dropped, and stopped.
const page = { puzzle: null, game: null, oracle: null, facts: null, hint: null, ask: null, life: null, here: null, refresh: () => insight(), point: (made) => playback.on || board.point(made) };
const board = new Board($('#board'), { onMove: move, say });
const playback = new Playback(board, () => show(), say);

// Opening a puzzle

async function open() {
  const values = given(), text = values.get('p') || recall('huarong.last') || FIRST;
  page.life?.abort();
  const life = page.life = new AbortController();
  let puzzle, trouble;
  try {
    puzzle = await load(text);
  } catch (error) {
    if (page.life !== life) return;
    trouble = problem(error);
    say(trouble);
    if (page.game || text === FIRST) return;
    puzzle = await load(FIRST);
  }
  if (page.life !== life) return;
  const heads = values.get('at')?.split('.').map(Number);
  stop();
  Object.assign(page, { puzzle, hint: null, facts: null });
  page.game = new Game(puzzle, puzzle.fits(heads) ? heads : puzzle.start);
  page.game.follow();
  page.game.resume();
  if (!trouble) remember('huarong.last', text);
  carry(nameIn(puzzle));
  board.setPuzzle(puzzle, page.game.heads);
  target();
  consult();
  show();
  if (trouble) say(trouble);
  else welcome();
  learn();
}

function consult() {
  page.oracle = new Oracle(page.puzzle, settings.metric);
  page.oracle.ready.then(() => insight());
}

// What is wanted, where a dashed place on the board does not say it.
function target() {
  const pictures = goalPictures(page.puzzle), { length } = page.puzzle.goal;
  $('#target').hidden = !pictures.length;
  $('#target').replaceChildren($('#target figcaption'), ...pictures, ...(pictures.length && length > pictures.length ? [t('goal_more', { n: length - pictures.length })] : []));
}

function welcome() {
  const { puzzle } = page, key = puzzle.pieces.find((piece) => puzzle.keys.has(piece.kind));
  say(key ? t('welcome', { piece: nameOf(key) }) : t('welcome_any'));
}

// The best counts, which take a moment the first time.
async function learn() {
  const { puzzle, game, life } = page, kept = recall('huarong.facts.' + game.key);
  if (kept) page.facts = kept;
  else {
    try {
      const facts = await api.post('facts', { puzzle: puzzle.line, heads: game.start, max_seconds: 20 }, life.signal);
      if (page.life !== life) return;
      page.facts = facts;
      remember('huarong.facts.' + game.key, facts);
    } catch (error) {
      if (page.life !== life || error.status) return;
      await page.oracle.ready;
      const distance = page.oracle.distance(game.start);
      page.facts = { best: { [settings.metric]: distance ?? undefined }, solutions: null, layouts: null };
    }
  }
  show();
}

// What is shown

function show() {
  const { puzzle, game, facts } = page;
  if (!game) return;
  const [title, other] = titleOf(puzzle);
  $('#title').replaceChildren(title || t('s_text'), ...(other && other !== title ? [h('small', {}, other)] : []));
  document.title = `${title || t('play')} · 华容 Huarong`;
  if (!playback.on) board.setHeads(game.heads);
  const counts = game.counts, best = facts?.best || {};
  count('#moves', counts.move, best.move);
  count('#steps', counts.step, best.step);
  $('#timer').hidden = !settings.timer;
  $('#counts').classList.toggle('two', !settings.timer);
  tick();
  $('#facts').replaceChildren(...about());
  able('#undo', game.canUndo && !playback.on);
  able('#redo', game.canRedo && !playback.on);
  able('#hint', !playback.on);
  able('#restart', game.past.length + game.future.length > 0);
  board.point(page.hint);
  $('#done').hidden = !game.solved || playback.on;
  if (game.solved && !playback.on) report(page, $('#done'), { again: restart, share, next, look });
  insight();
}

function count(id, n, best) {
  const [text, small] = $(id).childNodes;
  text.data = n;
  small.textContent = best === undefined ? '' : best === null ? `/ ${t('nosolution')}` : `/ ${best}`;
}

function about() {
  const { facts, puzzle } = page, parts = [puzzle.piece_set || ''];
  if (facts?.best.move === null) parts.push(t('nosolution'));
  else for (const metric of ['move', 'slide', 'step']) if (facts?.best[metric] !== undefined) parts.push(h('span', {}, ...bold(t(metric + '_n', { n: facts.best[metric] }), facts.best[metric])));
  if (facts?.solutions) parts.push(t('solutions', { n: number(facts.solutions) }));
  if (facts?.difficulty) parts.push(h('span', { class: 'stars', role: 'img', 'aria-label': t('difficulty', { n: facts.difficulty }) }, '★'.repeat(facts.difficulty) + '☆'.repeat(5 - facts.difficulty)));
  return parts.filter(Boolean).flatMap((part, i, all) => (i < all.length - 1 ? [part, '\u00a0· '] : [part]));
}

// A text with its number in bold.
function bold(text, n) {
  const [before, after] = text.split(String(n));
  return [before, h('b', {}, String(n)), after];
}

function tick() {
  if (!page.game) return;
  const s = Math.floor(page.game.time), pad = (n) => String(n).padStart(2, '0');
  $('#time').textContent = s < 3600 ? `${Math.floor(s / 60)}:${pad(s % 60)}` : `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}`;
}

function insight() {
  if (!page.game) return;
  meter(page, $('#meter'));
  board.setGrades(grades(page, $('#graded'), playback.on, (each) => move(each.i, each.to)));
}

// Playing

function move(i, to) {
  if (playback.on) return;
  const { game, puzzle } = page, made = game.move(i, to);
  if (!made) return board.setHeads(game.heads);
  settle(t('moved', { piece: nameOf(puzzle.pieces[i]), path: moveText(made) }));
  if (game.solved) {
    game.pause();
    board.unchoose();
    show();
    $('#done').focus();
  }
}

// After every change of the game: searches for the position that was are stopped.
function settle(text) {
  stop();
  page.hint = null;
  show();
  say(text);
}

function stop() {
  page.ask?.abort();
  page.ask = null;
  page.here?.abort();
  page.here = new AbortController();
}

function undo() {
  if (playback.on) return;
  const taken = page.game.undo();
  page.game.resume();
  settle(t(taken ? 'undone' : 'nothing'));
}

function redo() {
  if (playback.on) return;
  if (page.game.redo()) settle(t('redone'));
  if (page.game.solved) page.game.pause();
}

function restart() {
  if (!page.game.past.length && !page.game.future.length) return;
  playback.leave();
  page.game.restart();
  settle(t('restarted'));
}

// What another tab has played of this game.
function follow() {
  if (page.game.follow()) settle(t('followed'));
}

// Asking

function searching(progress) {
  say(t('b_search', { depth: progress.depth, n: number(progress.layouts), rate: number(progress.rate) }));
}

async function ask(act) {
  stop();
  const control = page.ask = new AbortController(), { game } = page, { heads } = game;
  const waiting = setTimeout(() => say(t('b_looking')), 150);
  try {
    const found = await act(heads, control.signal);
    return page.game === game && game.heads === heads && page.ask === control ? found : undefined;
  } catch (error) {
    if (page.ask === control) say(error.status || error.name === 'AbortError' ? problem(error) : t('b_offline'));
    return undefined;
  } finally {
    clearTimeout(waiting);
    if (page.ask === control) page.ask = null;
  }
}

async function hint() {
  if (playback.on) return;
  const { game, puzzle } = page;
  if (page.hint) return move(page.hint.i, page.hint.to);
  if (game.solved) return say(t('b_done'));
  const seen = await ask((heads, signal) => page.oracle.look(heads, game.last, searching, signal));
  if (!seen) return;
  game.seen = true;
  if (seen.distance === null) return say(t('b_none'));
  const [best] = seen.best, reach = puzzle.reach(game.heads, best.i);
  page.hint = { ...best, legs: puzzle.legs(reach, best.to) };
  show();
  say(t('b_hint', { piece: nameOf(puzzle.pieces[best.i]), path: moveText(page.hint), n: t(settings.metric + '_n', { n: best.distance }) }));
}

async function solve() {
  if (playback.on) return playback.leave();
  const { game } = page;
  if (game.solved) return say(t('b_done'));
  const line = await ask((heads, signal) => page.oracle.line(heads, game.last, searching, signal));
  if (line === undefined) return;
  if (line === null) return say(t('b_none'));
  game.seen = true;
  game.save();
  page.hint = null;
  board.point(null);
  playback.enter(page.puzzle, game.heads, line);
  show();
}

function look(heads) {
  playback.enter(page.puzzle, heads, []);
  show();
}

// Elsewhere

function share() {
  const { puzzle, game } = page;
  const address = (at) => new URL(link('/', at ? { p: nameIn(puzzle), at: game.heads.join('.') } : { p: nameIn(puzzle) }), location.href).href;
  const fields = [copyField(t('s_text'), address(false))];
  if (game.past.length && !game.solved) fields.push(copyField(t('share_from'), address(true)));
  openDialog(t('share'), h('p', { class: 'dim' }, t('share_text')), ...fields);
}

async function next() {
  try {
    const { entries } = await library(), here = entries.findIndex(([name]) => name === page.puzzle.name);
    // After the last, and after a puzzle of one's own, comes the first; those without a solution are left out.
    const [name, name_zh] = [...entries.slice(here + 1), ...entries].find((entry) => entry[5]?.[2] !== null);
    location.hash = new URLSearchParams({ p: name_zh || name });
  } catch (error) {
    say(problem(error));
  }
}

function help() {
  const rows = [['Tab, ↑ ↓ ← →', 'k_choose'], ['] [', 'k_next'], ['Space', 'k_pick'], ['↑ ↓ ← →', 'k_slide'], ['Shift + ↑ ↓ ← →', 'k_quick'], ['Esc', 'k_leave'], ['Z', 'k_undo'], ['Y', 'k_redo'], ['H', 'k_hint'], ['S', 'k_solve'], ['M', 'k_look'], ['R', 'k_restart']];
  openDialog(t('keys'), h('table', { class: 'help' }, ...rows.map(([key, what]) => h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, t(what))))));
}

const KEYS = { z: undo, y: redo, h: hint, s: solve, r: restart, m: () => change({ graded: !settings.graded }), '?': help };

addEventListener('keydown', (event) => {
  if (!page.game || event.altKey || event.target.closest('input, select, textarea, dialog')) return;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    return key === 'y' || event.shiftKey ? redo() : undo();
  }
  const action = KEYS[event.key.toLowerCase()];
  if (action && !event.repeat) {
    event.preventDefault();
    action();
  }
});

for (const [id, action] of Object.entries({ undo, redo, hint, solve, restart, share, next, help })) $('#' + id).addEventListener('click', action);

let { metric } = settings;
onChange(() => {
  if (!page.game) return;
  board.relabel();
  target();
  playback.relabel();
  if (settings.metric !== metric) {
    ({ metric } = settings);
    stop();
    page.hint = null;
    consult();
  }
  show();
});

setInterval(tick, 500);
document.addEventListener('visibilitychange', () => {
  if (!page.game) return;
  if (document.hidden) return page.game.pause();
  follow();
  page.game.resume();
});
addEventListener('pagehide', () => page.game?.pause());
addEventListener('storage', ({ key }) => page.game?.key === key && follow());
addEventListener('hashchange', () => { playback.leave(); open(); });

begin();
open().then(() => { $('#board').dataset.ready = 'yes'; });
