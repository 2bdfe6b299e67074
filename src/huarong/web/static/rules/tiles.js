// Reading numbered tiles: a permutation of 0 to n-1 in reading order, 0 the blank, as people write it. The twin of
// huarong/library/notations/tiles.py.

import { Fault, Faults, PuzzleError, fail } from './faults.js';
import { BLANK, MAX_CELLS, Setup, boardOf, checkLength, strip } from './gridtext.js';
import { inRows, tally, tileSymbol, xyOf } from './puzzle.js';

const MAX_LENGTH = 8 * MAX_CELLS, B = BLANK.slice(1, -1);
const SIGNS = ['x', 'X', '_', '-', '.', '*', '..', '--', '__', '**', '', 'null', 'None', '空', '□'];
const END = new RegExp(`\\n|/|[\\])}]${BLANK}*[,;]?${BLANK}*[[({]`, 'g'), WORD = new RegExp(`[^${B},;|]+`, 'g'),
  SPACE = new RegExp(`^${BLANK}$`);
const SIZE = /^[ \t-\r]*(\d{1,2})[ \t-\r]*[xX×*][ \t-\r]*(\d{1,2})[ \t-\r:：;,]/,
  SBP = /^[ \t-\r]*\d+[ \t-\r]*,[ \t-\r]*\d+[ \t-\r]*,?[ \t-\r]*\n/, LIU = /^[ \t-\r]*(\d\d[ \t-\r]*){12}$/;

// The rows of a text and where they stand: they end at a new line, at `/`, or between lists; brackets are blanks. A
// line of only brackets and separators, such as `];`, is not a row.
export function textRows(text) {
  const found = [];
  let line = 1, start = 0, at = 0;
  for (const end of [...text.matchAll(END), null]) {
    const stop = end ? end.index : text.length;
    found.push({ word: text.slice(at, stop).replace(/[[\](){}]/g, ' '), line, column: at - start + 1 });
    if (!end) break;
    at = end.index + end[0].length;
    if (end[0].includes('\n')) {
      line += end[0].split('\n').length - 1;
      start = end.index + end[0].lastIndexOf('\n') + 1;
    }
  }
  return found.filter(({ word }) => word.search(WORD) >= 0);
}

function tile(word, line, column, base = 10) {
  const fits = word && word.length < 5 && (base === 10 ? /^[0-9]+$/ : /^[0-9a-zA-Z]+$/).test(word);
  return { number: fits ? parseInt(word, base) : -1, word, line, column };
}
const wordsIn = (lines) => lines.map(({ word, line, column }) =>
  [...word.matchAll(WORD)].map((each) => tile(each[0], line, column + each.index)));

// The fields between commas or other separators, without those that are empty at an end of all rows.
function fields(lines) {
  let rows = lines.map(({ word, line, column }) => word.split(/[,;|\t]/).map((part) => {
    const found = tile(strip(part), line, column);
    column += part.length + 1;
    return found;
  }));
  for (const [end, ...rest] of [[0, 1], [-1, 0, -1]])
    if (rows.length > 1 && rows.every((row) => !row.at(end).word)) rows = rows.map((row) => row.slice(...rest));
  return rows;
}

const split = (words) => words.map(({ word, line, column }) => [...word].map((c, i) => tile(c, line, column + i, 36))
  .filter(({ word: c }) => !SPACE.test(c)));

// The rows with an empty tile where a number is missing: where one line has a gap, or in the only shorter row.
function withGap(rows, spaced) {
  const wide = Math.max(...rows.map((row) => row.length)), short = rows.filter((row) => row.length !== wide);
  let row = rows[0], at = -1;
  if (rows.length === 1) {
    const gaps = gapsIn(row).flatMap((gap, i) => (gap ? [i + 1] : []));
    if (gaps.length === 1) [at] = gaps;
  } else if (short.length === 1 && short[0].length === wide - 1) {
    [row] = short;
    at = hole(row, rows.filter((each) => each !== row), spaced);
  }
  if (at < 0 || !row.length) return [];
  const gap = { ...row[0], number: -1, word: '' };
  return rows.map((each) => (each === row ? [...each.slice(0, at), gap, ...each.slice(at)] : each));
}

// Where the shorter row has no tile: where it shows a gap wider than all others, or else at its end. Columns count only
// where `spaced`, that is, where lines are the rows and only spaces are between tiles: then it is the column of the
// other rows that this row leaves free, or the first if the row begins right of all others. In other texts, a gap has
// three characters or more.
function hole(row, others, spaced) {
  for (const ends of spaced ? [0, 1] : []) {
    const [own, first, ...more] = [row, ...others].map((each) =>
      each.map(({ column, word }) => column + ends * word.length));
    const free = [...first.keys()].filter((i) => !own.includes(first[i]));
    if (free.length === 1 && more.every((each) => String(each) === String(first))) return free[0];
  }
  const own = gapsIn(row), gaps = others.flatMap(gapsIn), widest = Math.max(0, ...own), at = own.indexOf(widest);
  if (widest > Math.max(spaced ? 0 : 2, ...gaps) && at === own.lastIndexOf(widest)) return at + 1;
  const begin = Math.max(...others.map(([{ column, word }]) => column + word.length)) + Math.min(...gaps);
  return spaced && row[0].column >= begin ? 0 : row.length;
}

// How wide the gaps between the tiles of a row are.
const gapsIn = (row) => row.slice(1).map(({ column }, i) => column - row[i].column - row[i].word.length);

// The ways to take rows apart, the likeliest first.
function readings(lines, rows, spaced) {
  const signs = split(lines), single = rows.every((row) => row.length === 1), ways = [single ? [rows.flat()] : rows];
  if (lines.some(({ word }) => /[,;|\t]/.test(word))) ways.push(fields(lines));
  ways.push(withGap(signs, spaced));
  if (single && (rows.length === 1 || !signs.flat().some(({ word }) => word === '.'))) ways.push(signs);
  if (rows.length === 1 && rows[0].length > 1 && rows[0][0].word.length > 1
    && new Set(rows[0].map(({ word }) => word.length)).size === 1) ways.push(split(rows[0]));
  return [...ways, withGap(rows, spaced)];
}

const upTo = (numbers, first) => numbers.every((n, i) => n === first + i);

// The rows as tiles with the blank as 0, or n if `most` and they are 1 to n; null if they are no permutation.
function settled(rows, size, most) {
  const tiles = rows.flat(), count = tiles.length,
    sorted = (all) => all.map(({ number }) => number).sort((a, b) => a - b), numbers = sorted(tiles);
  if (count < 4 || (size && size[0] * size[1] !== count)) return null;
  if (upTo(numbers, 0)) return { rows, size, notes: [] };
  const sign = ({ word, number }) => SIGNS.includes(word) && !(number > 0 && number < count),
    signs = tiles.filter(sign);
  let blank, note;
  if (signs.length === 1 && upTo(sorted(tiles.filter((each) => !sign(each))), 1)) {
    [blank] = signs;
    note = blank.word ? '{symbol!r} is the blank' : 'the blank is cell {n}, where a number is missing';
  } else if (most && upTo(numbers, 1) && sizes(count).length && new Set(rows.map((row) => row.length)).size === 1) {
    blank = tiles.find(({ number }) => number === count);
    note = 'the largest number, {symbol}, is the blank';
  } else return null;
  const notes = blank.word === '.' ? [] : [new Fault(note, { symbol: blank.word, n: tiles.indexOf(blank) + 1 })];
  return { rows: rows.map((row) => row.map((each) => (each === blank ? { ...each, number: 0 } : each))), size, notes };
}
function firstOf(lines, rows, size, spaced) {
  const ways = readings(lines, rows, spaced);
  for (const most of [false, true]) for (const way of ways) {
    const found = settled(way, size, most);
    if (found) return found;
  }
  return null;
}

// The tiles of a text that is a permutation, in which `[]` may be the blank.
function tilesIn(text) {
  const marked = text.replace(/\[ ?\]/g, (pair) => '□'.padEnd(pair.length));
  return (marked === text ? null : permutation(marked)) ?? permutation(text);
}

// The tiles of a text that is a permutation; a size may stand before them.
function permutation(given) {
  const begin = SIZE.exec(given), text = begin ? begin[0].replace(/[^\n]/g, ' ') + given.slice(begin[0].length) : given;
  const lines = textRows(text), rows = wordsIn(lines);
  if (!rows.length) return null;
  const spaced = !/[,;|\t/[\](){}]/.test(text) && (!begin || lines[0].line > 1),
    found = firstOf(lines, rows, begin && [Number(begin[1]), Number(begin[2])], spaced),
    first = rows[0].map(({ number }) => number);
  if (found || begin || rows.length < 2 || ![1, 2].includes(first.length)) return found;
  return firstOf(lines.slice(1), rows.slice(1), [first[0], first.at(-1)], spaced);
}

// The boards of two rows and columns or more that a number of tiles make, those nearest to a square first.
function sizes(count) {
  const side = Math.floor(Math.sqrt(count)), found = [];
  if (side * side === count) return [[side, side]];
  for (let height = 2; height <= count / 2; height++) if (count % height === 0) found.push([count / height, height]);
  return found.sort(([w, h], [v, g]) => Math.abs(w - h) - Math.abs(v - g) || v - w);
}

// Whether a text is a permutation, or a list of numbers with something between them, of which at most one is given
// twice.
export function isTiles(text) {
  if ([...text].length > MAX_LENGTH || !/\d/.test(text) || text.replace(SIZE, '').includes(':')) return false;
  if (tilesIn(text)) return true;
  const rows = wordsIn(textRows(text)), words = rows.flat().map(({ word }) => word), seen = tally(words);
  return words.length > 3 && rows.some((row) => row.length > 1) && words.every((word) => /^[0-9]+$/.test(word))
    && [...seen.values()].filter((n) => n > 1).length < 2 && !SBP.test(text) && !LIU.test(text);
}

// The puzzle of tiles, with the goal in order or as `wanted` says.
export function readTiles(text, wanted = null) {
  const found = checked(text), ends = wanted === null ? null : checked(wanted), rows = gridOf(found, ends),
    height = rows.length, width = rows[0].length, setup = new Setup(boardOf(width, height)), goal = new Map();
  rows.flat().forEach((number, cell) => number
    && setup.place(tileSymbol(number), [xyOf(cell, width)], { label: String(number) }));
  const last = ends ? gridOf(ends, { rows: [], size: [width, height] }) : rows,
    got = `${last[0].length}x${last.length}`, expected = `${width}x${height}`;
  if (got !== expected)
    fail(null, 'the size of the goal is {got}; expected {expected}, the size of the board', { got, expected });
  const order = ends ? last.flat() : rows.flat().map((_, n) => (n + 1) % (width * height));
  order.forEach((n, cell) => n && goal.set(tileSymbol(n), [xyOf(cell, width)]));
  return { ...setup.puzzle([goal]), read_as: { notes: found.notes } };
}

// The tiles of a text; throws `PuzzleError` if they are not a permutation.
function checked(text) {
  checkLength(text, MAX_LENGTH);
  const found = tilesIn(text);
  if (found) return found;
  const lines = textRows(text), rows = wordsIn(lines), seen = new Set(), faults = new Faults(),
    tiles = (rows.every((row) => row.length === 1) ? split(lines) : rows).flat();
  if (tiles.length < 4) fail(null, 'expected at least four tiles, including the blank 0');
  for (const { number, word, line, column } of tiles) {
    let template;
    if (number < 0 || number >= tiles.length)
      template = '{word} is not a valid tile; expected each number from 0 to {most} once';
    else if (seen.has(number)) template = 'the tile {word} is given twice; expected each number from 0 to {most} once';
    seen.add(number);
    if (template) faults.add(template, { word: word.slice(0, 20), most: tiles.length - 1 }, line, column);
  }
  throw new PuzzleError(faults);
}

// The numbers as the rows of a board. Throws `PuzzleError` where the rows are not alike, or several boards are
// possible.
function gridOf(found, other) {
  const { rows } = found, numbers = rows.flat().map(({ number }) => number), count = numbers.length;
  let size = sizeOf(found) ?? (other && sizeOf(other));
  if (!size || size[0] * size[1] !== count) {
    const [{ length: width }] = rows, height = rows.length, faults = new Faults();
    for (const row of rows) if (height > 1 && row.length !== width)
      faults.add('this row has {got} {got:tile|tiles}; expected {height} {height:row|rows} of {width}',
        { got: row.length, width, height }, row[0].line, row[0].column);
    faults.check();
    const boards = sizes(count);
    if (!boards.length)
      fail(null, '{got} {got:tile|tiles} make no board of two rows and columns or more', { got: count });
    if (boards.length > 1) {
      const written = (at) => inRows(numbers, boards[at][0]).map((row) => row.join(count > 10 ? ' ' : '')).join('/');
      fail(null, '{got} {got:tile|tiles} could make a board of {size} or of {other}: write {rows} or {columns}',
        { got: count, size: boards[0].join('x'), other: boards[1].join('x'), rows: written(0), columns: written(1) });
    }
    [size] = boards;
  }
  return inRows(numbers, size[0]);
}

// The size that a text gives its board, in rows or in figures.
function sizeOf({ rows, size }) {
  return rows.length > 1 && new Set(rows.map((row) => row.length)).size === 1 ? [rows[0].length, rows.length] : size;
}
