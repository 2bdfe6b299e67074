// The playing page: a board, a game, and its hints, solution, map and other tools.

import { FIRST, load, nameIn } from '../ask/source.js';
import { Playback } from '../board/playback.js';
import { classWords, kinds, starred } from '../board/kinds.js';
import { labelOf } from '../board/label.js';
import { layers } from '../board/piece.js';
import { opening, svg, viewBox } from '../board/shape.js';
import { taskOf } from '../board/task.js';
import { ground, material } from '../board/tray.js';
import { favourite } from '../library/card.js';
import { finished, progress, update } from '../library/progress.js';
import { Course, invite } from '../library/sequence.js';
import { METRICS } from '../rules/puzzle.js';
import { at } from '../shared/addresses.js';
import { clock, nameOf, number, sentences, t, titleOf, wayText } from '../shared/i18n.js';
import { readAs } from '../shared/messages.js';
import { change, onChange, recall, remember, settings } from '../shared/settings.js';
import { $, able, attempt, begin, carry, given, h, isIn, openDialog, problem, say } from '../shared/ui.js';
import { begun, ended } from './ending.js';
import { grades, hinted, meter, noGoal } from './hints.js';
import { Lesson } from './lesson.js';
import { Session } from './session.js';
import { board, draw } from './stage.js';

// Newcomers see how to play until they have made some moves.
const NEWCOMER = 3, GOALS = 4; // as many alternatives of a goal are drawn

const session = new Session();
Object.assign(board, { onMove: move, say });
const playback = new Playback(board, () => show(), say);
const lesson = new Lesson(session, board, () => show());
const course = new Course(() => show());

// Whether a game is just being ended, so that its end is shown as it happens.
let fresh = false;

// Whether the board shows anything but the game.
const still = () => playback.on || lesson.on;

// Opening a puzzle

async function open() {
  const values = given(), newcomer = !values.get('p') && !recall('huarong.last'),
    text = values.get('p') || recall('huarong.last') || FIRST;
  const life = session.renew();
  let puzzle, trouble;
  try {
    puzzle = await load(text);
  } catch (error) {
    if (session.life !== life) return;
    trouble = problem(error);
    say(trouble);
    if (session.game || text === FIRST) return;
    puzzle = await load(FIRST);
  }
  if (session.life !== life) return;
  const heads = values.get('at')?.split('.').map(Number), own = heads && puzzle.fits(heads) ? heads : null;
  const ready = session.begin(puzzle, own ?? puzzle.start);
  if (!trouble) remember('huarong.last', text);
  carry(nameIn(puzzle), own ? { at: own.join('.') } : {});
  board.still = false;
  begun($('#done'));
  draw(puzzle, session.now.game.heads);
  target();
  ready.then(insight);
  course.open(values, puzzle);
  if (newcomer || !$('#newcomer').hidden) invite($('#newcomer'), newcomer);
  show();
  if (trouble) say(trouble);
  else say(welcome);
  learn();
}

// The goal in words or pictures, where the dashed outline on the board is not enough.
function target() {
  const { puzzle } = session.now, pictures = goalPictures(puzzle), { length } = puzzle.goal;
  $('#target').hidden = !pictures.length;
  $('#target').replaceChildren($('#target figcaption'), ...pictures,
    ...(pictures.length && length > pictures.length ? [t('goal_more', { n: length - pictures.length })] : []));
}

// Small pictures of the goal, one for each alternative, where it is more than one piece in one place.
function goalPictures({ goal, keys }) {
  return keys.size && goal.every((wanted) => wanted.length === 1) ? [] : goal.slice(0, GOALS).map(goalPicture);
}

function goalPicture(wanted) {
  const { puzzle } = session.now, left = puzzle.pieces.map((_, i) => i), said = [];
  material();
  const drawn = svg('svg', { viewBox: viewBox(puzzle), class: 'thumb', role: 'img' }, ground(puzzle));
  for (const [kind, head] of wanted) {
    const [i] = left.splice(left.findIndex((each) => puzzle.pieces[each].kind === kind), 1), piece = puzzle.pieces[i];
    const { shape } = puzzle.kinds[kind], x = head % puzzle.width, y = Math.floor(head / puzzle.width);
    const group = layers(puzzle, kind, { label: labelOf(piece, shape) });
    group.setAttribute('transform', `translate(${x} ${y})`);
    drawn.append(group);
    said.push(t('goal_at', { piece: piece.symbol, y: y + 1, x: x + 1 }));
  }
  drawn.setAttribute('aria-label', t('goal_is', { pieces: said.join('; ') }));
  return drawn;
}

function welcome() {
  const { puzzle, game, facts } = session.now;
  // A lesson's task stands under its title, where there is room for it.
  if (course.task) return getComputedStyle($('#lead')).display === 'none' ? course.task() : '';
  if (facts?.best.move === null) return t('welcome_none');
  return sentences(readAs(puzzle) && readAs(puzzle) + t('period').trim(), taskOf(puzzle, game.heads));
}

async function learn() {
  if (!(await session.learn())) return;
  const { facts, game } = session.now;
  if (facts?.best.move === null && !game.past.length && !game.seen) say(welcome); // a hint said more
  if (game.solved) record();
  show();
}

// What is shown

function show() {
  if (!session.game) return;
  const { puzzle, game, facts } = session.now;
  const [named, other] = course.name ? [course.name] : titleOf(puzzle), title = named || (!course.kind && course.title);
  $('#title').textContent = title || t('s_text');
  $('#other').textContent = other && other !== title ? other : '';
  $('#other').lang = settings.lang === 'zh' ? 'en' : 'zh';
  $('#lead').hidden = !course.task;
  $('#lead').textContent = course.task?.() ?? '';
  for (const id of ['#liked', '#liked-below'])
    $(id).replaceChildren(...(course.task ? [] : [favourite(nameIn(puzzle), title || t('s_text'))]));
  document.title = `${title || t('play')} · 华容 Huarong`;
  if (!still()) board.setHeads(game.heads);
  const counts = game.counts, best = facts?.best || {};
  count('#moves', counts.move, best.move);
  count('#steps', counts.step, best.step, t('steps'));
  count('#slides', counts.slide, best.slide, t('slides'));
  $('#timer').hidden = !settings.timer;
  $('#slid').hidden = !course.task;
  tick();
  for (const id of ['#facts', '#facts-below']) $(id).replaceChildren(...(course.task ? [] : about()));
  if (game.past.length > NEWCOMER) $('#newcomer').hidden = true;
  able('#undo', game.canUndo && !still());
  able('#redo', game.canRedo && !still());
  able('#hint', !still());
  able('#restart', game.past.length + game.future.length > 0);
  able('#analyse', game.past.length > 0 && !still());
  if (!lesson.on) board.point(session.hint);
  const over = game.solved && !still();
  if (over) away(false);
  if (over) ended(session, $('#done'), { again: restart, next, course, fresh });
  else begun($('#done'));
  $('#done').hidden = !over;
  lesson.panel($('#review'), (game.solved || session.analysing) && !playback.on);
  insight();
}

// The key piece leaves, if the board has an exit.
function away(animated) {
  const { game, puzzle } = session.now, out = opening(puzzle);
  const key = puzzle.pieces.findIndex(({ kind }, i) => kind === out?.kind && game.heads[i] === puzzle.goal[0][0][1]);
  if (out) board.leave(key, out.way, animated);
}

function count(id, n, best, name = '') {
  const [text, small] = $(id).childNodes;
  text.data = n;
  small.textContent = [best === undefined || (name && best === null) ? '' : `/ ${best ?? t('nosolution')}`,
    name.toLowerCase()].filter(Boolean).join(' ');
}

// Small signs: the set of pieces, the difficulty, the shortest lengths, the player's own best.
function about() {
  const { facts, puzzle } = session.now, own = progress().puzzles[nameIn(puzzle)],
    words = (text) => text && h('span', {}, text);
  const best = facts?.best ?? {}, lengths = best.move === null ? t('nosolution') : METRICS.filter(
    (metric) => typeof best[metric] === 'number').map((metric) => t(metric + '_n', { n: best[metric] })).join(' · ');
  const mine = own?.best.move !== undefined
    && `${own.perfect.length ? '✪' : '✓'} ${t('own_best', { n: own.best.move })}`
    + (own.seconds === null ? '' : ` · ${clock(own.seconds)}`);
  return [kinds(puzzle), words(classWords(puzzle.piece_set ?? '')), starred(facts?.difficulty), words(lengths),
    words(facts?.solutions && t('solutions', { n: number(facts.solutions) })),
    words(facts?.proved != null && t('proved', { n: t('move_n', { n: facts.proved }) })),
    mine && h('span', { class: 'mine' }, mine)].filter(Boolean);
}

function tick() { if (session.game) $('#time').textContent = clock(session.game.time); }

function insight() {
  if (!session.game) return;
  meter(session, $('#meter'));
  board.setGrades(grades(session, $('#graded'), still(),
    { play: ({ i, to }) => move(i, to), point: (made) => still() || board.point(made), refresh: insight }));
}

// Playing

function move(i, to) {
  if (playback.on) return;
  if (lesson.on) return void lesson.tried(i, to);
  const { game, puzzle } = session.now, made = game.move(i, to);
  if (!made) return board.setHeads(game.heads);
  sound('move');
  settle(() => t('moved', { piece: nameOf(puzzle.pieces[i]), path: wayText(made.legs) }));
  if (game.solved) solved();
}

function solved() {
  session.now.game.pause();
  record();
  board.unchoose();
  fresh = true;
  away(true);
  show();
  fresh = false;
  sound('end');
  $('#done').focus({ preventScroll: true });
}

// Adds a finished game to the record, once; a game that did not begin at the puzzle's start does not count.
function record() {
  const { game, puzzle, facts } = session.now;
  course.done();
  if (game.past.length && game.start.every((head, i) => head === puzzle.start[i]))
    update((before) => finished(before, { id: nameIn(puzzle), play: game.play, counts: game.counts, best: facts?.best,
      seconds: game.time, seen: game.seen, at: new Date() }));
}

// After every change of the game: searches for the last position are cancelled.
function settle(text) {
  session.stop();
  Object.assign(session, { hint: null, analysing: false });
  show();
  say(text);
}

function undo() {
  if (still()) return;
  const { game } = session.now, taken = game.undo();
  game.resume();
  settle(() => t(taken ? 'undone' : 'nothing'));
}

function redo() {
  if (still()) return;
  const { game } = session.now;
  if (game.redo()) settle(() => t('redone'));
  if (game.solved) game.pause();
}

function restart() {
  const { game } = session.now;
  if (!game.past.length && !game.future.length) return;
  playback.leave();
  lesson.leave();
  game.restart();
  settle(() => t('restarted'));
}

// Loads the moves that another tab has made in this game.
function follow() { if (session.now.game.follow()) settle(() => t('followed')); }

// Asking

const searching = ({ depth, layouts, rate }) =>
  say(() => t('b_search', { depth, n: number(layouts), rate: number(rate) }));

async function ask(act) {
  const waiting = setTimeout(() => say(() => t('b_looking')), 150);
  const fail = (error) => say(error.status || error.name === 'AbortError' ? problem(error) : t('b_offline'));
  return session.ask(act, fail).finally(() => clearTimeout(waiting));
}

async function hint() {
  if (still()) return;
  const { game, hint: shown } = session.now;
  if (shown?.legs) return move(shown.i, shown.to);
  if (game.solved) return say(() => t('b_done'));
  const found = await ask((heads, signal) => hinted(session, heads, searching, signal));
  if (!found) return;
  game.seen = true;
  session.hint = found.move;
  // Only the arrow: the rings and dots of a chosen piece would hide it.
  if (found.move) {
    board.unchoose();
    show();
  }
  say(found.text);
}

async function solve() {
  if (playback.on) return playback.leave();
  if (lesson.on) return;
  const { game, oracle, puzzle } = session.now;
  if (game.solved) return say(() => t('b_done'));
  const line = await ask((heads, signal) => oracle.line(heads, game.last, searching, signal));
  if (line === undefined) return;
  if (line === null) return say(await noGoal(puzzle, game.heads));
  game.seen = true;
  game.save();
  session.hint = null;
  board.point(null);
  playback.enter(puzzle, game.heads, line);
  show();
}

// Short sounds for a move and for the end, and vibrations where there are any; only if wanted

const NOTES = { move: [[220, 0, 0.05]],
  end: [[392, 0, 0.16], [494, 0.14, 0.16], [587, 0.28, 0.16], [784, 0.42, 0.4]] };
const BEATS = { move: 12, end: [40, 60, 40, 60, 140] };
let context = null;

function sound(what) {
  if (settings.vibration) navigator.vibrate?.(BEATS[what]);
  if (!settings.sound || !window.AudioContext) return;
  context ??= new AudioContext();
  for (const [pitch, after, long] of NOTES[what]) {
    const at = context.currentTime + after, tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch }),
      loud = new GainNode(context, { gain: 0 });
    loud.gain.setValueAtTime(0.18, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + long);
    tone.connect(loud).connect(context.destination);
    tone.start(at);
    tone.stop(at + long);
  }
}

// Elsewhere

const share = async () => (await import('./share.js')).openShare(session);

const next = () => attempt(async () => {
  location.hash = String(new URLSearchParams(await course.next(nameIn(session.now.puzzle))));
});

// The review begins on the board; where nothing went wrong it says so.
function analyse() {
  if (still() || !session.now.game.past.length) return;
  session.analysing = true;
  show();
  lesson.begin();
}

function help() {
  const rows = [['Tab, ↑ ↓ ← →', 'k_choose'], ['] [', 'k_next'], ['Space', 'k_pick'], ['↑ ↓ ← →', 'k_slide'],
    ['Shift + ↑ ↓ ← →', 'k_quick'], ['Esc', 'k_leave'], ['Z', 'k_undo'], ['Y', 'k_redo'], ['H', 'k_hint'],
    ['S', 'k_solve'], ['M', 'k_look'], ['A', 'k_analyse'], ['R', 'k_restart']];
  openDialog(t('keys'), h('table', { class: 'help' },
    ...rows.map(([key, what]) => h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, t(what))))));
}

const KEYS = { z: undo, y: redo, h: hint, s: solve, r: restart, a: analyse,
  m: () => change({ graded: !settings.graded }), '?': help };

addEventListener('keydown', (event) => {
  if (!session.game || event.altKey || isIn(event, 'input:not([type=range]), select, textarea, dialog')) return;
  if (event.key === 'Escape') return playback.on ? playback.leave() : lesson.leave();
  if (isIn(event, 'input')) return;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    return key === 'y' || event.shiftKey ? redo() : undo();
  }
  if (event.key.startsWith('Arrow') && [document.body, $('#main')].includes(event.target)) {
    board.pieces[board.chosen]?.focus({ preventScroll: true });
    return board.press(event);
  }
  const action = settings.shortcuts && KEYS[event.key.toLowerCase()];
  if (action && !event.repeat) {
    event.preventDefault();
    action();
  }
});

const opened = open();
for (const [id, action] of Object.entries({ undo, redo, hint, solve, restart, share, next, analyse, help }))
  $('#' + id).addEventListener('click', () => (session.game ? action() : opened.then(() => session.game && action())));

let { metric } = settings;
onChange(() => {
  if (!session.game) return;
  board.relabel();
  target();
  playback.relabel();
  lesson.relabel();
  course.relabel();
  if (!$('#newcomer').hidden) invite($('#newcomer'), true);
  if (settings.metric !== metric) {
    ({ metric } = settings);
    session.stop();
    session.hint = null;
    session.consult().then(insight);
  }
  show();
});

setInterval(tick, 500);
document.addEventListener('visibilitychange', () => {
  if (!session.game) return;
  if (document.hidden) return session.game.pause();
  follow();
  session.game.resume();
});
addEventListener('pagehide', () => session.game?.pause());
addEventListener('storage', ({ key }) => session.game?.key === key && follow());
addEventListener('hashchange', () => { playback.leave(); lesson.leave(); open(); });

$('link[rel=stylesheet]').after(h('link', { rel: 'stylesheet', href: at('/static/shared/more.css') }));
begin();
opened.then(() => { $('#board').dataset.ready = 'yes'; });
