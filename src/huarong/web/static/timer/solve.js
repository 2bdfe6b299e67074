// A timed solve as a row of text, sessions of them as CSV and JSON Lines, and averages. No browser is needed.
//
// A solve is { puzzle, milliseconds, moves, metric, date, played }: the start as grid text on one line with its goal,
// and in `played` each move with the milliseconds since the first: `B D1 0; J L1U1 812`.

import { legsOf, METRICS, pathText, Puzzle } from '../rules/puzzle.js';
import { read } from '../rules/reader.js';

export const COLUMNS = ['puzzle', 'milliseconds', 'moves', 'metric', 'date', 'played'];
const MOVE = /(\S) ((?:[UDLR]\d+)+) (\d+)(?:; |$)/uy;

// The moves { i, legs, at } as text.
export const written = (puzzle, moves) => moves.map(({ i, legs, at }) =>
  `${puzzle.pieces[i].symbol} ${pathText(legs)} ${Math.round(at)}`).join('; ');

// The moves { i, to, at } of a text. Throws RangeError where one cannot be made or time runs backwards.
export function movesOf(puzzle, text) {
  const moves = [];
  let heads = puzzle.start, last = 0;
  MOVE.lastIndex = 0;
  while (MOVE.lastIndex < text.length) {
    const found = MOVE.exec(text);
    if (!found) throw new RangeError(`no move: ${text.slice(0, 40)}`);
    const [, symbol, path, time] = found, at = Number(time), reading = MOVE.lastIndex;
    const i = puzzle.pieces.findIndex((piece) => piece.symbol === symbol);
    const to = i < 0 ? -1 : puzzle.end(heads[i], legsOf(path));
    if (to < 0 || at < last || !puzzle.reach(heads, i).has(to)) throw new RangeError(`cannot be made: ${found[0]}`);
    MOVE.lastIndex = reading;
    moves.push({ i, to, at });
    heads = heads.with(i, to);
    last = at;
  }
  return moves;
}

// The puzzle and the moves of a solve. Throws an error where they are damaged, or do not lead to the goal.
export function replayed({ puzzle: text, played }) {
  const puzzle = new Puzzle(read(text)), moves = movesOf(puzzle, played);
  if (!puzzle.solved(moves.reduce((heads, { i, to }) => heads.with(i, to), puzzle.start)))
    throw new RangeError('the goal is not reached');
  return { puzzle, moves };
}

// A solve from fields that may come from anywhere; null where one is missing or out of range.
export function solveOf(fields) {
  if (!fields || typeof fields !== 'object') return null;
  const { puzzle, metric, date, played } = fields, [milliseconds, moves] = ['milliseconds', 'moves'].map((name) =>
    (fields[name] === '' || fields[name] === null ? NaN : Number(fields[name])));
  const fine = typeof puzzle === 'string' && puzzle && typeof played === 'string' && METRICS.includes(metric)
    && milliseconds > 0 && milliseconds < 1e9 && Number.isInteger(moves) && moves > 0
    && typeof date === 'string' && !Number.isNaN(Date.parse(date));
  return fine ? { puzzle, milliseconds, moves, metric, date, played } : null;
}

// The mean of the last n times without the best and the worst of them; null where there are fewer.
export function average(times, n) {
  if (times.length < n) return null;
  const inner = times.slice(-n).sort((a, b) => a - b).slice(1, -1);
  return inner.reduce((sum, time) => sum + time, 0) / inner.length;
}

export const best = (times) => (times.length ? Math.min(...times) : null);

// Milliseconds as 12.345 or 1:02.345.
export function timeText(milliseconds) {
  const ms = Math.round(milliseconds), minutes = Math.floor(ms / 60000), rest = (ms % 60000) / 1000;
  return minutes ? `${minutes}:${rest.toFixed(3).padStart(6, '0')}` : rest.toFixed(3);
}

const quoted = (value) => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

export const csvOf = (solves) => [COLUMNS, ...solves.map((solve) => COLUMNS.map((name) => solve[name]))]
  .map((row) => row.map(quoted).join(',') + '\n').join('');

export const linesOf = (solves) => solves.map((solve) => JSON.stringify(solve) + '\n').join('');

// The solves of a file, CSV or JSON Lines, and how many rows have none that can be replayed.
export function readFile(text) {
  const rows = text.trimStart().startsWith('{') ? jsonRows(text) : csvRows(text.replace(/^\ufeff/, ''));
  const solves = [];
  for (const row of rows) {
    const solve = solveOf(row);
    try {
      if (solve) { replayed(solve); solves.push(solve); }
    } catch { /* counted below */ }
  }
  return { solves, refused: rows.length - solves.length };
}

const jsonRows = (text) => text.split('\n').filter((line) => line.trim()).map((line) => {
  try { return JSON.parse(line); } catch { return null; }
});

// The rows of CSV as objects by the names in the first.
function csvRows(text) {
  const rows = /** @type {string[][]} */ ([[]]), cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex, found = cell.exec(text);
    if (!found) { // a stray quotation mark: the line is refused, the next one is read
      rows.splice(-1, 1, ['', ''], []);
      cell.lastIndex = (text.indexOf('\n', at) + 1) || text.length;
      continue;
    }
    rows[rows.length - 1].push(found[1] === undefined ? found[2] : found[1].replaceAll('""', '"'));
    if (found[3] !== ',') rows.push([]);
  }
  const [names, ...rest] = rows.filter((row) => row.length > 1);
  return (rest ?? []).map((row) => Object.fromEntries(row.map((value, i) => [names[i], value])));
}
