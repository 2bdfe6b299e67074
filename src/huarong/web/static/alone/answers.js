// The API without a server: texts are read here, searches are run by the page's own worker, and the answers that
// `huarong site` has written are fetched as files. For anything that needs Python, an error says so.

import { PuzzleError, message } from '../rules/faults.js';
import { boardOf, puzzleOf as puzzleFrom } from '../rules/gridtext.js';
import { Puzzle } from '../rules/puzzle.js';
import { accepted, detect, isTiles, read } from '../rules/reader.js';
import { at } from '../shared/addresses.js';
import { expand, find, library } from '../shared/entries.js';
import { more, t } from '../shared/i18n.js';
import { words } from '../shared/messages.js';
import { settings } from '../shared/settings.js';
import { ApiError } from '../shared/server.js';

let worker = null, asked = 0;
const jobs = new Map();
const texts = more('/static/alone/words.json').catch(() => {});

function toWorker(job, puzzle, values, progress, signal) {
  if (!worker) {
    worker = new Worker(at('/static/alone/worker.js'), { type: 'module' });
    worker.onmessage = ({ data: { id, ...told } }) => {
      const one = jobs.get(id);
      if (!one) return;
      if (told.progress) return void one.progress?.(told.progress);
      jobs.delete(id);
      if (told.error) one.fail(told.error.name === 'AbortError' ? new DOMException('stopped', 'AbortError')
        : new ApiError(422, { reason: told.error.limit ? t(`limit_${told.error.limit}`) : told.error.message }));
      else one.done(told.result);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      for (const one of jobs.values()) one.fail(new ApiError(500, { reason: t('no_worker') }));
      jobs.clear();
      worker = null;
    };
  }
  return new Promise((done, fail) => {
    const id = ++asked, stop = () => {
      worker?.postMessage({ id, stop: true });
      jobs.delete(id);
      fail(new DOMException('stopped', 'AbortError'));
    };
    if (signal?.aborted) return stop();
    jobs.set(id, { done, fail, progress });
    signal?.addEventListener('abort', stop, { once: true });
    worker.postMessage({ id, job, puzzle, values });
  });
}

// The puzzle of a text (a name of the library or any notation), in the form of the server's answer.
async function puzzleOf(text) {
  if (!text.trim()) throw new ApiError(422, { reason: t('empty_text') });
  const word = text.length <= 200 && !/[/\n]/.test(text.trim());
  if (word && !isTiles(text)) {
    const all = await library().catch(() => null), n = all ? find(all, text) : -1;
    if (n >= 0) return whole(expand(all, n));
  }
  if (!accepted(text)) throw new ApiError(404, { reason: t('no_name', { name: text.trim().slice(0, 60) }) });
  const data = read(text), { width, height, read_as: { notation, notes, others } } = data, chinese = await words();
  const assumed = notes.map((each) => message(each, chinese)), names = others.join(', ');
  const parts = [t('read_as', { notation, size: `${width}x${height}` }), ...assumed,
    ...(names ? [t('read_others', { names })] : [])];
  const line = parts.join(settings.lang === 'zh' ? '；' : '; ');
  return new Puzzle({ ...data, read: { notation, notes: assumed, text: line } });
}

// A puzzle of the library with its texts, as the server sends it.
function whole(found) {
  const { name, name_zh, table } = found, board = boardOf(found.width, found.height, found.walls, found.gates);
  return new Puzzle({ ...puzzleFrom(board, found, { name, name_zh }), table, library: true });
}

async function told(faulty) {
  const chinese = await words();
  return faulty.map((fault) => ({ line: fault.line, column: fault.column,
    reason: message({ ...fault, line: null }, chinese), message: message(fault, chinese) }));
}

async function puzzle({ text }) {
  try {
    return await puzzleOf(text);
  } catch (error) {
    if (!(error instanceof PuzzleError)) throw error;
    const list = await told(error.faults);
    throw new ApiError(422, { reason: list.map((each) => each.message).join('\n'), faults: list });
  }
}

async function check({ text }) {
  try {
    const found = await puzzleOf(text);
    return { valid: true, faults: [], notations: detect(text), puzzle: found, text: found.text };
  } catch (error) {
    if (error instanceof PuzzleError) return { valid: false, faults: await told(error.faults) };
    if (error instanceof ApiError) return { valid: false,
      faults: [{ line: null, column: null, reason: error.message, message: error.message }] };
    throw error;
  }
}

// Jobs of the worker, with the fields of the API.
const job = (name) => async ({ puzzle: text, last, ...values }, progress, signal) => {
  const found = await puzzle({ text }), moved = last && lastOf(found, values.heads, last);
  const { wallSet, gateSet, memo, keys, start, size, ...data } = found;
  const answer = await toWorker(name, data, { ...values, ...(moved ? { last: moved } : {}) }, progress, signal);
  return answer?.stopped ? { ...answer, reason: t(`limit_${answer.stopped}`) } : answer;
};

// A move as `N D1` says which piece moved last, and which way at the end.
function lastOf(found, heads, text) {
  const [symbol, path = ''] = text.trim().split(/\s+/), i = found.pieces.findIndex((piece) => piece.symbol === symbol);
  return i < 0 ? null : { i, way: path.replace(/\d+/g, '').at(-1) ?? '' };
}

async function convert({ puzzle: text, heads }) {
  const found = await puzzle({ text });
  const rows = [['line', found.line], ['grid', found.text]].map(([notation, written]) =>
    ({ notation, title: t(`notation_${notation}`), text: heads ? null : written, reason: null }));
  return { notations: [...rows, { notation: 'others', title: t('notation_others'), text: null,
    reason: python('convert') }] };
}

// The facts of a puzzle, with the library's rating.
async function facts(asked, progress, signal) {
  const told = await job('facts')(asked, progress, signal), all = await library().catch(() => null),
    n = all ? find(all, asked.puzzle) : -1;
  const found = n < 0 ? await puzzle({ text: asked.puzzle }) : null,
    at = n >= 0 ? n : all && found?.name_zh ? find(all, found.name_zh) : -1;
  if (at < 0) return told;
  const whole = expand(all, at), begun = asked.heads ?? whole.start;
  const [, , , , , , rating, difficulty] = all.entries[at];
  return String(begun) === String(whole.start) ? { ...told, rating, difficulty } : told;
}

const answers = {
  puzzle, check, convert, hint: job('hint'), solve: job('solve'), distances: job('distances'), facts, map: job('map'),
  scramble: job('scramble'),
  judge: async (values, progress, signal) => (await import('./judging.js')).judge(values, puzzle, signal),
  svg: async ({ puzzle: text, heads, theme, cell, labels }) =>
    (await import('../board/picture.js')).picture(await puzzle({ text }), heads,
    { theme, cell: Number(cell) || undefined, labels: labels !== false && labels !== 'false' }),
};

// The answer to a request such as `hint` or `map?puzzle=…`: a JSON value, an ArrayBuffer for GET map, or the text of
// a picture; `undefined` where a page cannot answer it.
export async function answer(path, body, progress, signal) {
  await texts;
  const [name, query] = path.split('?'), values = body ?? Object.fromEntries(new URLSearchParams(query));
  return answers[name]?.(values, progress, signal);
}

// What a request needs Python for, and why.
const NAMED = ['harder', 'prove', 'exhibit', 'trace', 'convert'];
const python = (name) => t('needs_python', { what: t(`needs_${NAMED.includes(name) ? name : 'other'}`) });

export async function needsPython(path) {
  await texts;
  return new ApiError(501, { reason: python(path.split(/[/?]/)[0]) });
}
