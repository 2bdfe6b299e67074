// Reading a table of cells, a word for each cell: the twin of huarong/library/notations/cells.py.

import { Fault, PuzzleError, fail, tried } from './faults.js';
import { BLANK, GOAL_TITLE, checkCells, newSymbols, readGrid, strip } from './gridtext.js';
import { textRows } from './tiles.js';

const SIZE = /^[ \t-\r]*(\d{1,3})(?:[ \t-\r]*[xX×*, \t-\r][ \t-\r]*(\d{1,3}))?[ \t-\r]*[:,]?[ \t-\r]*$/,
  HEADER = /^[ \t-\r]*[a-z.]{3,7}:[^\n]*$/, FREE_TEXT = /^[ \t]*(?:name|name\.zh|source|note):.*$/s,
  WORD = new RegExp(`[^${BLANK.slice(1, -1)},;|]+`, 'g');

const SECTIONS = ['goal:', 'gates:'];

// The headers, the board and the sections after it, each with its title, and the key piece and its row and column at
// the end.
function tableOf(text) {
  const free = strip(text).includes('\n') ? FREE_TEXT : /(?!)/, lines = text.split('\n');  // of any signs
  const title = new RegExp(`(^|[\\n/])[ \\t]*${GOAL_TITLE}`, 'g');
  const words = textRows(lines.map((line) => line.replace(free, '')).join('\n').replace(title, '$1goal:/'));
  const isHeader = ({ word }) => HEADER.test(word) && !SECTIONS.includes(strip(word));
  const headers = [...lines.map((word, at) => ({ word, line: at + 1 })).filter(({ word }) => free.test(word)),
    ...words.filter(isHeader)];
  const rows = words.filter((row) => !isHeader(row)).map(({ word, line }) =>
    ({ line, cells: [...word.matchAll(WORD)].map(([each]) => each.replace(/^["']+|["']+$/g, '')) }));
  const size = words.length && !headers.length ? SIZE.exec(words[0].word) : null;
  return (size && parted(headers, rows.slice(1), size)) || parted(headers, rows, null);
}

function parted(headers, given, size) {
  let rows = given;
  if (size && rows[0]?.cells.length === 1) {
    const wide = [...rows[0].cells[0]].length;
    rows = rows.map(({ line, cells }) =>
      ({ line, cells: cells.length === 1 && [...cells[0]].length === wide ? [...cells[0]] : cells }));
  }
  const width = rows[0]?.cells.length ?? 0, other = rows.findIndex(({ cells }) => cells.length !== width),
    height = other < 0 ? rows.length : other;
  if (Math.min(width, height) < 2) return null;
  if (size) {
    const given = [Number(size[1]), Number(size[2] ?? size[1])].sort((a, b) => a - b);
    if (given[0] !== Math.min(width, height) || given[1] !== Math.max(width, height)) return null;
  }
  const sections = [{ title: '', lines: rows.slice(0, height) }];
  let at = height;
  for (; SECTIONS.includes(rows[at]?.cells.join(' ')); at += 1 + height)
    sections.push({ title: rows[at].cells[0], lines: rows.slice(at + 1, at + 1 + height) });
  const end = rows.slice(at), alike = sections.every(({ lines }) => lines.every(({ cells }) => cells.length === width));
  const ended = size && end.length === 2 && end[0].cells.length === 1 && end[1].cells.length === 2
    && /^\d+$/.test(end[1].cells.join(''));
  return alike && (ended || !end.length) ? { headers, sections, end } : null;
}

export const isCells = (text) => !text.includes('*') && tableOf(text) !== null;

export function readCells(text) {
  const table = tableOf(text);
  if (!table) fail(null, 'expected at least two rows with the same number of words');
  const { headers, sections, end } = table, board = sections[0].lines, got = board.length * board[0].cells.length;
  checkCells(got);
  const { names, labels } = namesOf([...new Set(sections.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells)))]);
  const made = headers.map(({ line, word }) => [line, strip(word)]);
  if (labels.length) made.push([null, `names: ${labels.join(' ')}`]);
  for (const { title, lines } of sections) {
    if (title) made.push([null, title]);
    made.push(...lines.map(({ line, cells }) => [line, cells.map((word) => names.get(word)).join('')]));
  }
  if (end.length) made.push(...['goal:', ...endRows(board, names, end)].map((row) => [end[1].line, row]));
  const [found, error] = tried(() => readGrid(made.map(([, row]) => row).join('\n')));
  if (!error) return found;
  throw new PuzzleError(error.faults.map(({ template, line, args }) =>
    new Fault(template, args, line === null ? null : made[line - 1][0])));
}

// The character for each word of a table, and the labels of those that are longer.
function namesOf(words) {
  const names = new Map(words.map((word) => [word, /^\.+$/.test(word) ? '.' : word])), labels = [],
    more = newSymbols([...names.values()].filter((word) => [...word].length === 1));
  for (const word of words.filter((each) => [...names.get(each)].length > 1)) {
    let [symbol] = word;
    for (let fits = /^\p{L}$/u.test(symbol); !fits || [...names.values()].includes(symbol); fits = true)
      symbol = more.next().value;
    names.set(word, symbol);
    labels.push(`${symbol}=${word}`);
  }
  return { names, labels };
}

// The rows of the goal: the key piece with its upper left corner at a row and a column.
function endRows(board, names, end) {
  const [{ line, cells: [key] }, { line: below, cells }] = end;
  const [top, left] = cells.map(Number), width = board[0].cells.length;
  const at = board.flatMap((row, y) => row.cells.flatMap((word, x) => (word === key ? [[x, y]] : [])));
  if (!at.length) fail(null, 'there is no piece {name!r} on the board', { name: key }, line);
  const x0 = Math.min(...at.map(([x]) => x)), y0 = Math.min(...at.map(([, y]) => y));
  const to = new Set(at.map(([x, y]) => [x - x0 + left, y - y0 + top]).map(String));
  if (at.some(([x, y]) => x - x0 + left >= width || y - y0 + top >= board.length))
    fail(null, 'at its goal, the key piece would lie outside the board', {}, below);
  return board.map((_, y) => board[0].cells.map((__, x) => (to.has(`${x},${y}`) ? names.get(key) : '.')).join(''));
}
