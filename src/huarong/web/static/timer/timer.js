// The timer: random starts, inspection, a clock that starts with the first move, averages, and sessions.

import { FIRST, load, nameIn } from '../ask/source.js';
import { Board } from '../board/board.js';
import { Play, countsOf } from '../rules/play.js';
import { library } from '../shared/entries.js';
import { more, sentences, t, titleOf } from '../shared/i18n.js';
import { change, onChange, settings } from '../shared/settings.js';
import { $, attempt, begin, carry, copyField, given, h, link, on, onFile, openDialog, problem, refill, saveAs, say }
  from '../shared/ui.js';
import { Replay } from './replay.js';
import { scramble, started } from './scramble.js';
import { Sessions } from './sessions.js';
import { average, best, csvOf, linesOf, readFile, replayed, timeText, written } from './solve.js';
import { boardText, isMoves, isNumbered, movesText, readMoves, slid } from './tiles.js';

await more('/static/timer/words.json');
const SHOWN = 100, EVEN_MS = 250, KEYS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' };

// The state is 'idle' (nothing can be moved), 'inspecting' (also without a time for it), 'running' or 'replay'.
const now = { state: 'idle', base: /** @type {Puzzle | null} */ (null), play: /** @type {Play | null} */ (null),
  last: 0, since: 0, distance: /** @type {number | null} */ (null), drawing: new AbortController() };
const sessions = new Sessions();
const board = new Board($('#board'), { onMove: moved, say });
const replay = new Replay(board, () => {
  history.replaceState(null, '', location.pathname);
  open(now.base);
});

function open(puzzle) {
  replay.leave();
  Object.assign(now, { state: 'idle', base: puzzle, play: null, last: 0, distance: null });
  board.setPuzzle(puzzle, puzzle.start);
  board.still = true;
  $('#clock').textContent = timeText(0);
  carry(nameIn(puzzle));
  say(() => t('tm_ready'));
  show();
}

// Lets the player see a start; the clock waits for the first move.
function present(puzzle, distance = null) {
  replay.leave();
  Object.assign(now, { state: 'inspecting', play: new Play(puzzle), last: 0, distance, since: performance.now() });
  board.setPuzzle(puzzle, puzzle.start);
  board.still = false;
  $('#clock').textContent = timeText(0);
  say(() => t(settings.inspection ? 'tm_inspect' : 'tm_go'));
  show();
  requestAnimationFrame(tick);
}

async function draw() {
  now.drawing.abort();
  const control = now.drawing = new AbortController(), { base } = now;
  const [least, most] = ['#least', '#most'].map((id) => Number($(id).value));
  now.state = 'idle';
  board.still = true;
  say(() => t('tm_drawing'));
  try {
    const range = least || most ? [least || 1, most || Infinity] : null;
    const found = await scramble(base, settings.metric, range, control.signal);
    if (control.signal.aborted || now.base !== base) return;
    if (found?.heads) present(started(base, found.heads), found.distance);
    else say(() => t(found ? 'tm_none' : 'tm_too_large'));
  } catch (error) {
    if (!control.signal.aborted) say(problem(error));
  }
}

function run(at) {
  Object.assign(now, { state: 'running', since: at });
  say(() => t('tm_running'));
}

function moved(i, to) {
  const { play, state } = now;
  if (!play || (state !== 'inspecting' && state !== 'running')) return;
  const move = play.slide(i, to), at = performance.now();
  if (!move) return;
  if (now.state === 'inspecting') run(at);
  now.last = Object.assign(move, { at: at - now.since }).at; // a move that is carried back takes its time along
  board.setHeads(play.heads);
  if (play.solved) finish(play);
  show();
}

function finish(play) {
  const { last } = now, { metric } = settings, milliseconds = Math.max(1, Math.round(last));
  now.state = 'idle';
  board.still = true;
  board.unchoose();
  const moves = play.counts[metric];
  const solve = { puzzle: play.puzzle.line, milliseconds, moves, metric, date: new Date().toISOString(),
    played: written(play.puzzle, play.past) };
  sessions.follow();
  const kept = sessions.add(solve);
  $('#clock').textContent = timeText(milliseconds);
  say(() => sentences(t('tm_solved', { time: timeText(milliseconds), moves, rate: rateText(solve) }),
    !kept && t('tm_kept_not')));
}

const rateText = ({ moves, milliseconds }) => ((1000 * moves) / milliseconds).toFixed(2);

// Draws the clock until the solve ends; the time of inspection counts down, and starts the clock when it is over.
function tick() {
  const clock = $('#clock'), gone = performance.now() - now.since, left = 1000 * settings.inspection - gone;
  const looking = now.state === 'inspecting' && settings.inspection > 0;
  clock.classList.toggle('inspecting', looking);
  clock.classList.toggle('late', looking && left < 4000);
  if (looking && left <= 0) run(performance.now());
  else if (looking) clock.textContent = String(Math.ceil(left / 1000));
  else if (now.state === 'running') clock.textContent = timeText(gone);
  if (now.state === 'inspecting' || now.state === 'running') requestAnimationFrame(tick);
}

// What is beside the board, but for the clock.
function show() {
  const { play, base, last, distance } = now, { solves } = sessions, all = solves.map((solve) => solve.milliseconds);
  if (!base) return;
  $('#title').textContent = titleOf(base)[0] ?? t('tm_title');
  const moves = play ? countsOf(play.past)[settings.metric] : 0;
  $('#moves').textContent = String(moves);
  $('#rate').textContent = last ? rateText({ moves, milliseconds: last }) : '–';
  $('#away').textContent = distance === null ? '–' : String(distance);
  $('#count').textContent = String(all.length);
  for (const [id, value] of Object.entries({ best: best(all), of5: average(all, 5), of12: average(all, 12) }))
    $(`#${id}`).textContent = value === null ? '–' : timeText(value);
  for (const id of ['inspection', 'metric'])
    if ($(`#${id}`) !== document.activeElement) $(`#${id}`).value = settings[id];
  const numbered = isNumbered(base), { puzzle } = play ?? { puzzle: base };
  refill($('#written'), ...(numbered ? [copyField(t('tm_board'), boardText(puzzle, puzzle.start)),
    ...(play?.past.length ? [copyField(t('tm_moves'), movesText(play.past))] : [])] : []));
  const about = ({ begun, solves: some }) => t('tm_of', { date: begun.slice(0, 16).replace('T', ' '), n: some.length });
  refill($('#sessions'), ...sessions.list.map((each, n) =>
    h('option', { value: n, selected: n === sessions.at }, about(each))));
  refill($('#solves'), ...solves.map(row).reverse().slice(0, SHOWN));
}

const row = (solve, n) => h('tr', {}, h('td', {}, String(n + 1)), h('td', {}, timeText(solve.milliseconds)),
  h('td', {}, String(solve.moves)), h('td', {}, rateText(solve)), h('td', {},
    h('button', { class: 'again', onclick: () => perform(solve) }, t('tm_replay')), ' ',
    h('button', { class: 'linked', onclick: () => share(solve) }, t('tm_link')), ' ',
    h('button', { 'aria-label': `${t('tm_delete')} ${n + 1}`, onclick: () => kept(sessions.remove(n)) }, '✕')));

// Says that a change of the sessions could not be kept, where it could not.
function kept(done) {
  if (!done) say(() => t('tm_kept_not'));
  show();
}

// Replays a solve on the board.
function perform(solve) {
  try {
    const { puzzle, moves } = replayed(solve);
    Object.assign(now, { state: 'replay', play: null, base: now.base ?? puzzle });
    replay.enter(puzzle, moves, solve.milliseconds);
    say(() => t('tm_replaying', { moves: solve.moves, time: timeText(solve.milliseconds) }));
    show();
  } catch {
    say(() => t('tm_bad_link'));
  }
}

// The link has all that a replay needs: start, moves and times.
function share({ puzzle, played, milliseconds, moves }) {
  const url = new URL(link('/timer', { start: puzzle, played, ms: String(milliseconds), n: String(moves) }),
    location.href);
  openDialog(t('tm_link_title'), copyField(t('tm_link_title'), url.href));
}

// A board in the notation of numbered tiles, and moves on a line after it.
async function take() {
  const lines = $('#pasted').value.trim().split('\n');
  const moves = lines.length > 1 && isMoves(lines.at(-1)) ? lines.pop() : '';
  try {
    const puzzle = await load(lines.join('\n'));
    if (!isNumbered(puzzle)) return say(() => t('tm_not_tiles'));
    const made = readMoves(puzzle, puzzle.start, moves).map((move, n) => ({ ...move, at: EVEN_MS * (n + 1) }));
    open(puzzle);
    if (!made.length) return present(puzzle);
    now.state = 'replay';
    replay.enter(puzzle, made, made.at(-1).at);
    say(() => t('tm_replaying', { moves: made.length, time: timeText(made.at(-1).at) }));
  } catch (error) {
    say(() => (error instanceof RangeError ? t('tm_bad_moves', { n: error.message }) : problem(error)));
  }
}

async function readSession(file) {
  const { solves, refused } = readFile(await file.text());
  if (!solves.length) return say(() => t('tm_no_read'));
  sessions.follow();
  const done = [sessions.begin(), sessions.add(...solves)].every(Boolean);
  say(() => sentences(t('tm_read', { n: solves.length, refused }), !done && t('tm_kept_not')));
  show();
}

// The puzzle or the replay of the address.
async function arrive() {
  const values = given(), start = values.get('start');
  if (start !== null) {
    const solve = { puzzle: start, played: values.get('played') ?? '', milliseconds: Number(values.get('ms')),
      moves: Number(values.get('n')) };
    try {
      const { puzzle, moves } = replayed(solve);
      if (!(solve.milliseconds >= (moves.at(-1)?.at ?? 0))) throw new RangeError('no time');
      now.base = puzzle;
      return perform({ ...solve, moves: countsOf(withLegs(puzzle, moves))[settings.metric] });
    } catch {
      open(await load(FIRST));
      return say(() => t('tm_bad_link'));
    }
  }
  try {
    open(await load(values.get('p') ?? FIRST));
  } catch (error) {
    open(await load(FIRST));
    say(problem(error));
  }
}

// Moves with their legs.
function withLegs(puzzle, moves) {
  const play = new Play(puzzle);
  return moves.map(({ i, to }) => play.slide(i, to));
}

begin();
on('submit', { '#form': (event) => {
  event.preventDefault();
  attempt(async () => open(await load($('#text').value)));
} });
$('#text').addEventListener('paste', (event) => {
  const text = event.clipboardData.getData('text').trim();
  if (!text.includes('\n')) return;
  event.preventDefault(); // a field of one line would join the rows
  event.target.value = text.split(/\r?\n/).join('/');
});
on('change', { '#metric': ({ target }) => change({ metric: target.value }),
  '#inspection': ({ target }) =>
    change({ inspection: Math.min(600, Math.max(0, Math.round(Number(target.value)) || 0)) }),
  '#sessions': ({ target }) => kept(sessions.choose(Number(target.value))) });
on('click', { '#scramble': draw, '#as-is': () => present(now.base), '#take': take,
  '#new-session': () => kept(sessions.begin()),
  '#end-session': () => { if (confirm(t('tm_sure'))) kept(sessions.end()); },
  '#csv': () => saveAs('solves.csv', new Blob([csvOf(sessions.solves)], { type: 'text/csv' })),
  '#json': () => saveAs('solves.jsonl', new Blob([linesOf(sessions.solves)], { type: 'application/jsonl' })) });
onFile('#import', readSession);
// Arrow keys slide numbered tiles into the blank.
addEventListener('keydown', (event) => {
  const way = KEYS[event.key], { play, state } = now, { target } = /** @type {any} */ (event);
  if (!way || !play || (state !== 'inspecting' && state !== 'running') || !isNumbered(play.puzzle)
    || target.closest('input, textarea, select')) return;
  event.preventDefault();
  event.stopPropagation();
  const i = slid(play.puzzle, play.heads, way);
  if (i >= 0) moved(i, [...play.puzzle.reach(play.heads, i).keys()][0]);
}, true);
addEventListener('storage', () => { sessions.follow(); show(); });
addEventListener('hashchange', arrive);
onChange(() => { board.relabel(); replay.label(); show(); });
library().then((all) => $('#names').append(...all.entries.map(([name, zh]) =>
  h('option', { value: zh || name }, name)))).catch(() => {});
await arrive();
if (sessions.damaged) say(() => t('tm_damaged'));
document.documentElement.dataset.ready = '';
