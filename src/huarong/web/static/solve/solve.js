// The solver page: reads any text, shows the search's progress, and the solution as boards, text, JSON and pictures.

import * as api from '../ask/api.js';
import { FIRST, nameIn } from '../ask/source.js';
import { Board } from '../board/board.js';
import { setWords } from '../board/kinds.js';
import { labelOf } from '../board/label.js';
import { Playback } from '../board/playback.js';
import { thumbnail } from '../board/tray.js';
import { inParts } from '../rules/impossible.js';
import { legsOf, Puzzle } from '../rules/puzzle.js';
import { nameOf, number, t, titleOf, wayText } from '../shared/i18n.js';
import { readAs, whyNone } from '../shared/messages.js';
import { onChange, settings } from '../shared/settings.js';
import { $, begin, carry, copyField, given, h, link, problem, saveAs, say } from '../shared/ui.js';
import { show as prove } from './theorem.js';

let control = null, last = null, retell = null, shown = null;
const WAIT = 150, EMPTY = new Puzzle({ width: 4, height: 5, walls: [], gates: [], kinds: [], pieces: [], goal: [] });
const board = new Board($('#board')), playback = new Playback(board, () => {}, say);

// Begins some work that can be stopped, and ends that under way; `failed` is told of an error.
async function work(act, failed, ended = () => {}) {
  forget();
  const mine = control = new AbortController();
  $('#stop').disabled = false;
  try {
    await act(mine.signal);
  } catch (error) {
    if (control === mine) failed(error);
  } finally {
    if (control === mine) {
      $('#stop').disabled = true;
      ended();
    }
  }
}

const inTheorem = (error) => $('#theorem').replaceChildren(h('p', {}, problem(error)));

const solve = () => work(async (signal) => {
  const text = $('#text').value;
  clear();
  $('#preview').hidden = true;
  say(t('b_looking'));
  const puzzle = new Puzzle(await api.post('puzzle', { text }, signal));
  carry(nameIn(puzzle));
  const method = $('#method').value, quick = method === 'quick';
  const body = { puzzle: text, metric: $('#metric').value, method: quick ? 'auto' : method, optimal: !quick,
    max_seconds: 60 };
  const answer = await api.search('solve', body, progress, signal), found = answer.known ?? answer;
  last = { puzzle, found, body, limit: answer.known && answer.reason,
    why: found.solved === false ? await whyNone(puzzle, puzzle.start) : null };
  show();
  if (found.solved && found.moves.length) perform();
}, (error) => {
  // Several faults are shown as a list, which screen readers speak as one message.
  say(error.faults?.length ? '' : problem(error));
  if (error.faults?.length) $('#answer').replaceChildren(h('div', { role: 'alert' },
    h('ul', { class: 'faults' }, ...error.faults.map((fault) => h('li', {}, fault.message)))));
});

// Solves the tiles to the goal with the blank first.
function blankFirst(goal) {
  const { puzzle } = last;
  $('#text').value = `${puzzle.rows(puzzle.start).join('/')}/goal:/${goal}`;
  solve();
}

// Takes the answer away.
function clear() {
  for (const id of ['#answer', '#film']) $(id).replaceChildren();
  $('#stage').hidden = $('#progress').hidden = true;
  playback.run(false);
  last = null;
}

// The board of the text, drawn as it is typed; without a text an empty tray and what may be tried.
async function preview() {
  forget();
  const text = $('#text').value.trim(), mine = control = new AbortController();
  clear();
  say('');
  shown = null;
  if (text) {
    await new Promise((done) => { setTimeout(done, WAIT); });
    if (control !== mine) return;
    try {
      shown = new Puzzle(await api.post('puzzle', { text }, mine.signal));
    } catch { /* not a puzzle yet: nothing is drawn */ }
    if (control !== mine) return;
  }
  draw();
}

function draw() {
  $('#preview').hidden = last !== null;
  $('#drawn').replaceChildren(thumbnail(shown ?? EMPTY, shown?.start ?? []));
  $('#named').textContent = shown ? titleOf(shown)[0] ?? `${shown.width} × ${shown.height}` : t('s_empty');
  const about = shown && [setWords(shown.piece_set ?? ''), readAs(shown)].filter(Boolean).join(' · ');
  $('#about').textContent = about ?? t('s_empty_text');
  const some = [[settings.lang === 'zh' ? '横刀立马' : 'Sword Across the Saddle', FIRST], ['HAAI/HAAI/JBBK/JNOK/P..Q'],
    [t('s_tiles'), 'Korf 1']];
  $('#examples').replaceChildren(...(shown ? [] : some.map(([name, text = name]) => h('button', { onclick: () => {
    $('#text').value = text;
    preview();
  } }, name))));
}

function progress({ depth, layouts, rate, length }) {
  $('#progress').hidden = false;
  $('#depth').textContent = depth;
  $('#seen').textContent = number(layouts);
  $('#rate').textContent = number(rate);
  $('#so-far').textContent = length ?? '–';
  say('');
}

function show() {
  if (!last) return;
  const { puzzle, found, limit } = last, cost = t('s_cost', { n: number(found.explored), s: found.seconds.toFixed(3) });
  if (found.solved === null) return say(found.reason);
  const told = readAs(puzzle) ? [h('p', { class: 'read dim' }, readAs(puzzle))] : [];
  const yourself = h('button', { id: 'yourself', onclick: checkYourself }, t('x_yourself'));
  if (!found.solved) {
    const { why } = last, split = inParts(puzzle);
    const text = why ? t('s_none', { reason: why() }) : t('s_proof', { n: number(found.explored) });
    say(split && !why ? `${text} ${t('s_parts', { piece: split.symbol })}` : text);
    const first = why?.goal && h('button', { id: 'blank-first', onclick: () => blankFirst(why.goal) }, t('s_first'));
    return $('#answer').replaceChildren(...told, h('p', { class: 'buttons' }, first, yourself));
  }
  say(`${t('s_found', found.counts)} · ${cost}`);
  const rows = (n) => found.layouts[n].replaceAll('/', '\n');
  const text = [rows(0), ...found.moves.map((move, i) => `${i + 1} ${move.text}\n${rows(i + 1)}`)].join('\n\n');
  const film = found.heads.map((heads, i) => {
    const move = found.moves[i - 1],
      moved = move ? puzzle.pieces.findIndex((piece) => piece.symbol === move.piece) : -1;
    return h('li', {}, h('figure', {}, thumbnail(puzzle, heads, moved, labelOf),
      h('figcaption', {}, move ? `${i}. ${inWords(move)}` : '0')));
  });
  const files = [['as_text', 'txt', 'text/plain', text + '\n'],
    ['as_json', 'json', 'application/json', JSON.stringify(found, null, 1)]];
  const about = [`${t('method')}${t('colon')}${t('d_' + found.method)}${found.why ? ` (${found.why})` : ''}`,
    found.optimal ? '' : t('s_about', { n: found.bound ?? '?' }), limit].filter(Boolean);
  $('#answer').replaceChildren(...told, h('p', { class: 'dim' }, about.join(' · ')),
    h('p', { class: 'buttons' }, h('a', { class: 'button', href: link('/', { p: nameIn(puzzle) }) },
      t('openplay')), h('a', { class: 'button', href: link('/edit', { p: nameIn(puzzle) }) }, t('openedit')),
      ...files.map(([label, end, type, data]) =>
        h('a', { class: 'button', download: `huarong.${end}`, href: URL.createObjectURL(new Blob([data], { type })) },
        t(label))), h('button', { onclick: picture }, t('as_svg')), found.optimal ? yourself : null),
    copyField(t('moves'), found.moves.map((move, i) => `${i + 1}. ${inWords(move)}`).join('\n')));
  $('#film').replaceChildren(...film);
}

// The certificate of the answer is fetched, and checked on this page.
function checkYourself() {
  const { puzzle, body } = last, { metric, max_seconds } = body,
    name = `${puzzle.name_zh || puzzle.name || 'huarong'}-${metric}.proof`;
  return work(async (signal) => {
    $('#theorem').replaceChildren(h('p', { class: 'dim' }, t('x_fetching')));
    const { certificate } = await api.search('prove', { puzzle: body.puzzle, metric, max_seconds }, progress, signal);
    await verify(Uint8Array.from(atob(certificate), (letter) => letter.charCodeAt(0)), name, { puzzle, signal });
  }, inTheorem, () => {
    $('#progress').hidden = true;
    show();
  });
}

async function verify(bytes, name, options) { retell = await prove($('#theorem'), bytes, name, options); }

const drop = (file) => file && work(async (signal) => {
  $('#preview').hidden = true;
  await verify(new Uint8Array(await file.arrayBuffer()), file.name, { signal });
}, inTheorem);

function forget() {
  control?.abort();
  retell = null;
  $('#theorem').replaceChildren();
}

const inWords = (move) => `${nameOf(move)} ${wayText(legsOf(move.path))}`;

// The solution played on a board.
function perform() {
  const { puzzle, found } = last;
  $('#stage').hidden = false;
  board.setPuzzle(puzzle, found.heads[0]);
  playback.enter(puzzle, found.heads[0], puzzle.followed(found.heads[0], found.moves), false);
}

// All boards in one picture, drawn by the server.
async function picture() {
  const { puzzle, found } = last, cell = 24, wide = (puzzle.width + 0.44) * cell + 12,
    high = (puzzle.height + 0.44) * cell + 26, across = 8;
  const parts = [];
  try {
    for (const [i, heads] of found.heads.entries()) {
      const text = await api.drawn({ puzzle: puzzle.line, heads, cell });
      const move = found.moves[i - 1], x = (i % across) * wide, y = Math.floor(i / across) * high;
      parts.push(`<g transform="translate(${x} ${y})">${text.replace('<svg ',
        `<svg y="20" `)}<text y="14" font-size="12" font-family="sans-serif">${move ? `${i} ${move.text}`
        : 0}</text></g>`);
    }
  } catch (error) {
    return say(problem(error));
  }
  const count = found.heads.length, width = Math.min(across, count) * wide, height = Math.ceil(count / across) * high;
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  const data = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join('')}</svg>`;
  saveAs('huarong.svg', new Blob([data], { type: 'image/svg+xml' }));
}

begin();
$('#metric').value = settings.metric;
$('#text').value = given().get('p') || $('#text').value;
carry($('#text').value || FIRST);
$('#text').addEventListener('input', preview);
$('#form').addEventListener('submit', (event) => { event.preventDefault(); solve(); });
$('#stop').addEventListener('click', () => { control?.abort(); });
addEventListener('hashchange', () => {
  $('#text').value = given().get('p') || $('#text').value;
  preview();
});
preview();
onChange(() => { if (last) show(); else draw(); retell?.(); board.relabel(); playback.relabel(); });
$('#file').addEventListener('change', (event) => { drop(event.target.files[0]); event.target.value = ''; });
addEventListener('dragover', (event) => { if (event.dataTransfer?.types.includes('Files')) event.preventDefault(); });
addEventListener('drop', (event) => {
  const [file] = event.dataTransfer?.files ?? [];
  if (!file) return;
  event.preventDefault();
  drop(file);
});
