// Reads texts in every notation of the library (huarong/notation/) without a server: a text is read in the first
// notation in which it is a puzzle.

import { isCells, readCells } from './cells.js';
import { Fault, Faults, PuzzleError, fail, tried } from './faults.js';
import { MAX_TEXT, Setup, boardOf, checkCells, checkLength, headsOf, kindOf, newSymbols, readGrid, rowsOf, strip,
  wordsOf } from './gridtext.js';
import { formats } from './formats.js';
import { cellsAt, cellsIn, inRows, numbersOf, push, sizeOf, sure, xyOf } from './puzzle.js';
import { isRush, readRush } from './rush.js';
import { isTiles, readTiles } from './tiles.js';

// What the codes of layouts with one 2x2, dominoes and singles on 4x5 share.

const WIDTH = 4, CELLS = 20;
const SHAPES = { A: [0, 1, 4, 5], H: [0, 1], V: [0, 4], S: [0] }, SIZES = { A: '2x2', H: '2x1', V: '1x2', S: '1x1' };
const LETTERS = { A: 'A', H: 'BCDEFG', V: 'HIJKLM', S: 'NOPQRSTUVWXYZ' };

class Cover {
  taken = new Map();
  pieces = [];
  faults = new Faults();

  *free() {
    for (let cell = 0; cell < CELLS; cell++) if (!this.taken.has(cell)) yield cell;
  }

  /** @type {(type: string, cell: number, column?: number | null) => void} */
  put(type, cell, column = null) {
    const cells = SHAPES[type].map((offset) => cell + offset), off = 'AH'.includes(type) && cell % WIDTH === WIDTH - 1;
    let template;
    if (off || cells.at(-1) >= CELLS)
      template = 'the {piece} piece at cell {cell} extends beyond the edge of the board';
    else if (cells.some((each) => this.taken.has(each)))
      template = 'the {piece} piece at cell {cell} overlaps another piece';
    else {
      for (const each of cells) this.taken.set(each, type);
      this.pieces.push([type, cell]);
      return;
    }
    this.faults.add(template, { piece: SIZES[type], cell }, column ? 1 : null, column);
  }

  puzzle() {
    const squares = this.pieces.filter(([type]) => type === 'A').length;
    if (!this.faults.length && squares !== 1)
      this.faults.add('the code has {got} 2x2 pieces; expected one', { got: squares });
    this.faults.check();
    const grid = Array(CELLS).fill('.'), left = new Map(Object.entries(LETTERS).map(([type, all]) => [type, [...all]])),
      more = newSymbols(Object.values(LETTERS).join(''));
    for (const [type, cell] of [...this.pieces].sort(([, a], [, b]) => a - b)) {
      const symbol = left.get(type)?.shift() ?? more.next().value;
      for (const offset of SHAPES[type]) grid[cell + offset] = symbol;
    }
    return readGrid(inRows(grid, WIDTH).map((row) => row.join('')).join('\n'));
  }
}

// A whole number as a text has it (decimal, 0x…, 0b…); null for any other text.
const integer = (text) => (/^(\d{1,20}|0[xX][0-9a-fA-F]{1,16}|0[bB][01]{1,64})$/.test(strip(text))
  ? BigInt(strip(text).replace(/^0([XB])/, (_, c) => '0' + c.toLowerCase())) : null);
const inBits = (text, bits) => { const value = integer(text); return value !== null && !(value >> BigInt(bits)); };
const tooBig = (value, bits) => fail(1, 'this number has {got} {got:bit|bits}; expected at most {bits}',
  { got: value.toString(2).length, bits });
const bitsOf = (value, shift, mask) => Number((value >> BigInt(shift)) & BigInt(mask));

function number(text, bits) {
  const value = integer(text);
  if (value === null)
    fail(1, 'expected a whole number of at most {bits} {bits:bit|bits}: decimal, 0x… or 0b…', { bits });
  if (value >> BigInt(bits)) tooBig(value, bits);
  return value;
}

// dnomd343's code: 36 bits, the first cell of the 2x2, then two bits for each cell that nothing covers yet.
function readCode(text) {
  const code = strip(text);
  if (!/^[0-9a-fA-F]{1,9}$/.test(code)) fail(1, 'expected 1 to 9 hexadecimal digits, as in 1A9BF0C00');
  const bits = BigInt('0x' + code.slice(1).padEnd(8, '0')), cover = new Cover();
  cover.put('A', parseInt(code[0], 16), 1);
  let shift = 32;
  for (const cell of cover.free()) {
    if (cover.faults.length) break;
    shift -= 2;
    const item = ['', 'H', 'V', 'S'][bitsOf(bits, shift, 3)];
    if (item) cover.put(item, cell, Math.floor((30 - shift) / 4) + 2);
  }
  const rest = bits & ((1n << BigInt(shift)) - 1n);
  if (rest && !cover.faults.length) cover.faults.add('the board is full; expected only zeros here', {}, 1,
    Math.floor((32 - rest.toString(2).length) / 4) + 2);
  return cover.puzzle();
}

// dnomd343's short code: the number of a layout with at least two empty cells, in base 32.
const ALPHABET = '123456789ABCDEFGHJKMNPQRSTUVWXYZ', EMPTIES = 2;
const counts = new Map();

// How many ways there are to fill the cells from one on, of which those are covered already whose bits are set.
function count(cell, covered, empties) {
  if (cell === CELLS) return Number(empties === 0);
  if (covered & 1) return count(cell + 1, covered >> 1, empties);
  const key = (cell * 2 ** 21 + covered) * 4 + empties;
  if (!counts.has(key)) counts.set(key, choices(cell, covered, empties).reduce((sum, [after, left]) =>
    sum + (after < 0 ? 0 : count(cell + 1, after, left)), 0));
  return counts.get(key);
}

// For items 0 to 3 at a cell: what is then covered from the next cell on, -1 where it is not possible, and the
// empties left.
function choices(cell, covered, empties) {
  const after = covered >> 1;
  return [[after, Math.max(0, empties - 1)], [cell % WIDTH === WIDTH - 1 || after & 1 ? -1 : after | 1, empties],
    [cell + WIDTH >= CELLS || (after >> 3) & 1 ? -1 : after | 8, empties], [after, empties]];
}

// Counts for a board with the 2x2 placed: its cells are covered from the beginning, farther ahead than other items
// reach.
const covers = (head) => SHAPES.A.reduce((sum, offset) => sum + 2 ** (head + offset), 0);
const countSquare = (head) => count(0, covers(head), EMPTIES);

const HEADS = Array.from({ length: CELLS - WIDTH }, (_, cell) => cell).filter((cell) => cell % WIDTH !== WIDTH - 1);

function readShort(text) {
  const code = strip(text).toUpperCase();
  if (code.length !== 5 || ![...code].every((c) => ALPHABET.includes(c))) {
    const bad = [...code].findIndex((c) => !ALPHABET.includes(c));
    fail(bad < 0 ? Math.min(code.length, 5) + 1 : bad + 1, 'expected five characters out of {alphabet}',
      { alphabet: ALPHABET });
  }
  let rank = [...code].reduce((sum, c) => sum * 32 + ALPHABET.indexOf(c), 0), square = -1;
  for (const head of HEADS) {
    const size = countSquare(head);
    if (rank < size) { square = head; break; }
    rank -= size;
  }
  if (square < 0) fail(1, 'there {total:is|are} {total:,} {total:layout|layouts}; no layout has this number',
    { total: HEADS.reduce((sum, head) => sum + countSquare(head), 0) });
  const cover = new Cover();
  cover.put('A', square);
  let covered = covers(square), empties = EMPTIES;
  for (let cell = 0; cell < CELLS; cell++) {
    if (covered & 1) { covered >>= 1; continue; }
    let item = 0;
    for (const [after, left] of choices(cell, covered, empties)) {
      const size = after < 0 ? 0 : count(cell + 1, after, left);
      if (rank < size) { [covered, empties] = [after, left]; break; }
      rank -= size;
      item++;
    }
    if (item) cover.put(['', 'H', 'V', 'S'][item], cell);
  }
  return cover.puzzle();
}

// 刘峻松's 24 digits: the first cells of the 2x2, five generals and four soldiers, then the two empty cells.
const isLiu = (text) => /^(\d\d[ \t-\r]*){12}$/.test(strip(text));

function readLiu(text) {
  const code = wordsOf(text).join('');
  if (!isLiu(code)) {
    const bad = [...code].findIndex((c) => !/[0-9]/.test(c));
    fail(bad < 0 ? code.length + 1 : bad + 1, 'expected 24 digits: twelve cells from 01 to 20');
  }
  const cells = Array.from({ length: 12 }, (_, i) => Number(code.slice(2 * i, 2 * i + 2)) - 1), cover = new Cover();
  cells.forEach((cell, i) => {
    const template = cell < 0 || cell >= CELLS ? '{cell:02} is not a valid cell; expected 01 to 20'
      : cells.indexOf(cell) < i ? 'cell {cell:02} is given twice' : '';
    if (template) cover.faults.add(template, { cell: cell + 1 }, 1, 2 * i + 1);
  });
  if (cover.faults.length) return cover.puzzle();
  cover.put('A', cells[0], 1);
  const given = new Set(cells);
  for (const [i, cell] of cells.slice(1, 10).map((each, n) => [n + 1, each]).sort(([, a], [, b]) => a - b)) {
    const right = cell + 1, stands = given.has(right) || cover.taken.has(right) || right % WIDTH === 0;
    cover.put(i > 5 ? 'S' : stands ? 'V' : 'H', cell, 2 * i + 1);
  }
  const free = [...cover.free()], blank = cells.slice(10),
    bare = [...free.filter((cell) => !blank.includes(cell)), ...blank.filter((cell) => !free.includes(cell))];
  if (!cover.faults.length && bare.length) fail(21, 'the pieces do not cover the board exactly: cells {cells}',
    { cells: bare.sort((a, b) => a - b).map((cell) => String(cell + 1).padStart(2, '0')).join(', ') });
  return cover.puzzle();
}

// 吕震宇's code of 26 bits: the 2x2's place among the twelve items, then two bits for each of the others.
function readLv32(text) {
  const value = number(text, 26), square = bitsOf(value, 22, 15), cover = new Cover();
  if (square < 1 || square > 12) fail(1, 'the top 4 of the 26 bits are {got}; expected 1 to 12, the place of the 2x2',
    { got: square });
  let shift = 22, place = 0;
  for (const cell of cover.free()) {
    place++;
    if (place === square) cover.put('A', cell);
    else if (!shift) fail(1, 'the eleven pieces and empty cells, together with the 2x2, do not fill the board');
    else {
      shift -= 2;
      const item = ['', 'S', 'V', 'H'][bitsOf(value, shift, 3)];
      if (item && !cover.faults.length) cover.put(item, cell);
    }
    if (cover.faults.length) break;
  }
  if (shift && !cover.faults.length) fail(1, 'the board is full before all eleven pieces and empty cells are placed');
  return cover.puzzle();
}

// 吕震宇's code of 60 bits: three for each cell.
function readLv64(text) {
  const value = number(text, 60), cover = new Cover();
  for (let cell = 0; cell < CELLS; cell++) {
    const item = bitsOf(value, 3 * cell, 7);
    if (item > 4) cover.faults.add('cell {cell} has the type {got}; expected 0 to 4', { cell, got: item });
    else if (item) cover.put(['', 'A', 'V', 'H', 'S'][item], cell);
  }
  return cover.puzzle();
}

// poos's 50 bits: what covers each cell, and which two are empty.
const isPoos = (text) => /^[01]{50}$/.test(strip(text)) || (strip(text).length > 4 && inBits(text, 50));

function readPoos(text) {
  const code = strip(text), value = number(/^[01]{50}$/.test(code) ? '0b' + code : code, 50),
    types = ['A', 'H', 'V', 'S'], cover = new Cover();
  const cells = Array.from({ length: CELLS }, (_, cell) => types[bitsOf(value, 48 - 2 * cell, 3)]),
    empties = [bitsOf(value, 5, 31), bitsOf(value, 0, 31)];
  for (const cell of empties) if (cell >= CELLS || cells[cell] !== 'S') fail(1,
    'the empty cell {cell} must be one of 0 to 19 that no larger piece covers', { cell });
  if (empties[0] === empties[1]) fail(1, 'the empty cell {cell} is given twice', { cell: empties[0] });
  for (const cell of cover.free()) {
    const type = cells[cell];
    if (empties.includes(cell) || cover.faults.length) continue;
    const over = SHAPES[type].map((offset) => cell + offset);
    if (over.some((each) => each < CELLS && cells[each] !== type) || over.at(-1) >= CELLS)
      fail(1, 'the bits begin a {piece} piece at cell {cell}, but the cells after it do not continue the piece',
        { cell, piece: SIZES[type] });
    cover.put(type, cell);
  }
  return cover.puzzle();
}

// 周扬's basic state: ten cells of five bits.
const isZhou = (text) => /^000[0-3][0-9a-fA-F]{12}$/.test(strip(text)) || (strip(text).length > 4 && inBits(text, 50));

function readZhou(text) {
  const code = strip(text), value = /^[0-9a-fA-F]{16}$/.test(code) ? BigInt('0x' + code) : number(code, 50),
    cover = new Cover();
  if (value >> 50n) tooBig(value, 50);
  const cells = Array.from({ length: 10 }, (_, i) => bitsOf(value, 45 - 5 * i, 31));
  cells.forEach((cell, i) => {
    if (cell >= CELLS) cover.faults.add('{cell} is not a valid cell; expected 0 to {most}', { cell, most: CELLS - 1 });
    else cover.put('VVVVSSSSHA'[i], cell);
  });
  for (const four of [cells.slice(0, 4), cells.slice(4, 8)]) {
    const expected = [...four].sort((a, b) => a - b);
    if (!cover.faults.length && String(four) !== String(expected))
      cover.faults.add('the cells {got} are not sorted; expected {expected}', { got: four, expected });
  }
  return cover.puzzle();
}

// Notations of a key piece, to which the gates are open, that has to come to target cells.
function keyed(board, key, where, test) {
  const setup = new Setup(board), kind = kindOf(where.get(key), undefined, true);
  for (const [symbol, cells] of where) setup.place(symbol, cells, { gates: symbol === key });
  const heads = headsOf(board, kind).filter((head) => test(cellsAt(board, kind, head)));
  if (!heads.length) fail(null, 'the key piece fits nowhere on the target cells');
  const placed = (head) => sure(cellsAt(board, kind, head)).map((cell) => xyOf(cell, board.width));
  return setup.puzzle(heads.map((head) => new Map([[key, placed(head)]])));
}

// SBP: `w,h,` and then rows of numbers: -1 a goal cell, 0 empty, 1 a wall, 2 the master piece, 3 and up the others.
const isSbp = (text) => /^[ \t-\r]*\d+[ \t-\r]*,[ \t-\r]*\d+[ \t-\r]*,?[ \t-\r]*\n[ \t-\r\d,-]*$/.test(text);

function readSbp(text) {
  const faults = new Faults(), lines = text.split(/\r\n|[\n-\r]/).map((line, i) => [i + 1, line]).filter(([, line]) =>
    strip(line));
  const table = lines.map(([i, line]) => [i, numbers(i, line, faults)]);
  if (!table.length || table[0][1].length !== 2 || Math.min(...table[0][1]) < 1)
    fail(1, 'expected the width and the height, as in 5,4,', {}, table[0]?.[0] ?? 1);
  const [[first, [width, height]], ...rows] = table;
  checkCells(width * height, first);
  if (rows.length !== height)
    faults.add('there {got:is|are} {got} {got:row|rows}; the first line requires {expected}',
      { got: rows.length, expected: height });
  for (const [i, row] of rows) if (row.length !== width)
    faults.add('this row has {got} {got:number|numbers}; the first line requires {expected}',
      { got: row.length, expected: width }, i);
  faults.check();
  const where = cellsIn(rows.map(([, row]) => row), null);
  if (!where.has(2) || !where.has(-1)) fail(null, 'expected a master piece (2) and a goal (-1)');
  const gates = new Set(numbersOf(where.get(-1), width)),
    board = boardOf(width, height, numbersOf(where.get(1), width), gates);
  const pieces = new Map([['A', where.get(2)]]), symbols = newSymbols('A');
  for (const [n, cells] of where) if (n > 2) pieces.set(symbols.next().value, cells);
  return keyed(board, 'A', pieces, (cells) => [...gates].every((gate) => cells.includes(gate)));
}

function numbers(line, text, faults) {
  const found = [];
  for (const word of text.matchAll(/[^, \t-\r]+/g)) {
    if (/^(-1|\d{1,5})$/.test(word[0])) found.push(Number(word[0]));
    else faults.add('{got!r} is not a valid number; expected -1 to 99999', { got: word[0].slice(0, 20) }, line,
      word.index + 1);
  }
  return found;
}

// A level of gnome-klotski: `#` a wall, `*` the key piece, `-` a gate for it, `.` a target, a space a free cell.
const isGnome = (text) => text.includes('*') && text.includes('#') && text.replace(/^\n+|\n+$/g, '').includes('\n')
  && !/(?:^|\n)[\p{L}\p{N}_][\p{L}\p{N}_.]*\s*[:：]/u.test(text);

function readGnome(text) {
  const lines = text.replaceAll('\r\n', '\n').replace(/^\n+|\n+$/g, '').split('\n').map((line) => [...line]),
    width = Math.max(...lines.map((line) => line.length)), faults = new Faults();
  checkCells(width * lines.length);
  const found = new Map();
  lines.forEach((line, y) => {
    for (let x = 0; x < width; x++) {
      const symbol = line[x] ?? ' ';
      if (symbol === ' ' || /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(symbol)) push(found, symbol, [x, y]);
      else faults.add('{symbol!r} cannot stand for a piece', { symbol }, y + 1, x + 1);
    }
  });
  const [walls, gates, ends] = [...'#-.'].map((symbol) => numbersOf(found.get(symbol), width)), targets = new Set(ends);
  for (const symbol of '#-. ') found.delete(symbol);
  if (!found.has('*')) faults.add('there is no key piece: expected *');
  if (!targets.size) faults.add('there is no target: expected . where the key piece must go');
  faults.check();
  const more = newSymbols([...found.keys(), ':', '/']),
    where = new Map([...found].map(([symbol, cells]) => [':/'.includes(symbol) ? more.next().value : symbol, cells]));
  return keyed(boardOf(width, lines.length, walls, gates), '*', where,
    (cells) => cells.every((cell) => targets.has(cell)));
}

// All notations, in the order in which a text is tried. A text of the form of a sure one is of no other.
/** @type {[string, (text: string) => boolean, (text: string) => any, boolean?][]} */
const LISTED = [
  ...formats({ Cover, isTiles, readTiles, isRush, readRush, isCells, readCells, readCode, keyed }),
  ['tiles', isTiles, readTiles, true],
  ['short', (text) => /^(?=.*\d|[A-Z]{5})[1-9a-hjkmnp-zA-HJKMNP-Z]{5}$/.test(strip(text)), readShort],
  ['code', (text) => /^(?=.*\d|[A-F]{5})(?!\d{1,4}$)[0-9a-fA-F]{1,9}$/.test(strip(text)), readCode],
  ['liu', isLiu, readLiu, true],
  ['lv32', (text) => inBits(text, 26) && strip(text).length > 4, readLv32],
  ['lv64', (text) => inBits(text, 60) && strip(text).length > 4, readLv64],
  ['poos', isPoos, readPoos],
  ['zhou', isZhou, readZhou],
  ['rush', isRush, readRush, true],
  ['sbp', isSbp, readSbp, true],
  ['gnome', isGnome, readGnome, true],
  ['cells', isCells, readCells],
  ['line', (text) => text.includes('/') && !strip(text).includes('\n'), readGrid],
  ['grid', (text) => strip(text).includes('\n'), readGrid],
];
export const NOTATIONS = LISTED.map(([name, accepts, read, sure = false]) => ({ name, accepts, read, sure }));

// Codes of layouts, which other texts may look like: their errors name them.
const CODES = ['short', 'code', 'lv32', 'lv64', 'poos', 'zhou'];

// A text with empty lines for its comments, which begin with `# ` and have a word of two letters or more; in a level of
// gnome-klotski, `#` is a wall.
const bare = (text) => (isGnome(text) ? text
  : text.replace(/^[ \t]*#[ \t]+(?![^\n]*#[ \t]*$)[^\n]*[\p{L}\p{N}_]{2}[^\n]*$/gmu, ''));

// Each notation that accepts a text, up to one that is sure, with the puzzle or the error that reading it gives.
function* tries(given) {
  const text = bare(given);
  for (const { name, accepts, read: decode, sure } of NOTATIONS) {
    if (!accepts(text)) continue;
    const [found, error] = tried(() => decode(text));
    yield { name, found, error };
    if (sure) return;
  }
}

// The notations in which a text is a puzzle; the first is the one it is read in.
export const detect = (text) =>
  (text.length > MAX_TEXT ? [] : [...tries(text)].filter(({ found }) => found).map(({ name }) => name));

// Whether a text has the form of some notation; otherwise it can only be a name.
export const accepted = (text) => NOTATIONS.some(({ accepts }) => accepts(text));

// Numbered tiles go before names of the library, and names before the other notations.
const isNumbered = (text) => isTiles(bare(text));
export { isNumbered as isTiles };

const FREE = 'pieces slide in all directions; write slide: along for Rush Hour', CARS = ['2x1', '3x1', '1x2', '1x3'];
const looksLikeRush = (text, { kinds, width, height, walls, gates, pieces }) => height === 6 && !text.includes('slide')
  && kinds.every(({ shape, directions }) => directions === 'UDLR' && CARS.includes(sizeOf(shape)))
  && isRush(rowsOf(boardOf(width, height, walls, gates), { kinds, pieces }).join('/'));

// The puzzle of a text, with how it was read: the notation, the notes on what was assumed, the other notations in
// which it is a puzzle. Throws `PuzzleError` with the faults in the first notation that accepts the text; null where
// none does.
export function read(text) {
  checkLength(text);
  const all = [...tries(text)], [first, ...others] = all.filter(({ found }) => found);
  if (first) {
    const { found, name: notation } = first;
    const notes = [...found.read_as?.notes ?? [], ...looksLikeRush(text, found) ? [new Fault(FREE)] : []];
    return { ...found, read_as: { ...found.read_as, notes, notation, others: others.map(({ name }) => name) } };
  }
  if (!all.length) return null;
  const [{ name, error }] = all,
    note = new Fault('the text was read as a code of a Klotski layout (notation {name})', { name });
  throw CODES.includes(name) ? new PuzzleError([...sure(error).faults, note]) : error;
}
