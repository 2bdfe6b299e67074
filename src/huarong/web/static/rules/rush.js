// Reading Rush Hour's 36 characters, on one line or in six rows: the twin of huarong/library/notations/rush_hour.py.

import { Faults, fail } from './faults.js';
import { BLANK, Setup, along, boardOf, kindOf, strip, wordsOf } from './gridtext.js';
import { copies } from './letters.js';
import { boxOf, numbersOf, partsOf, push, xyOf } from './puzzle.js';
import { textRows } from './tiles.js';

const SIDE = 6, RED_ROW = 2, EMPTY = '-._0', RUSH = /^[A-Za-z\-._0]{36}$/, CARS = [[2, 1], [3, 1], [1, 2], [1, 3]],
  NEARLY = /^[A-Zox.]{35}([A-Zox.]{2})?$/;
const SIZE = new RegExp(`^${BLANK}*6${BLANK}*[x×X,*]?${BLANK}*6?${BLANK}*[:,]?${BLANK}*$`),
  CELL = new RegExp(`[^${BLANK.slice(1, -1)},]`, 'gu');

function straight(cells) {
  const { w, h, full } = boxOf(cells);
  return (w === 1 || h === 1) && full && cells.length > 1;
}

// The characters of the cells with their lines and columns: of one line, or of rows after a size.
function gridOf(text) {
  let rows = textRows(text);
  if (rows.length && SIZE.test(rows[0].word)) rows = rows.slice(1);
  const cells = rows.map(({ word, line, column }) => [...word.matchAll(CELL)].map((each) =>
    ({ symbol: each[0], line, column: column + [...word.slice(0, each.index)].length })));
  return cells.length === 1 || cells.every((row) => row.length === SIDE) ? cells.flat() : [];
}

export function isRush(text) {
  if ([...text].length > 16 * SIDE * SIDE || text.includes(':')) return false;
  if (NEARLY.test(strip(text))) return text.includes('XX') && text.split('X').length === 3 && /[o.]/.test(text);
  const cells = gridOf(text).map(({ symbol }) => symbol), whole = cells.join(''),
    walls = whole === whole.toLowerCase() ? '' : 'x',
    letters = cells.filter((c) => /[A-Za-z]/.test(c) && c !== walls);
  if (!RUSH.test(whole) || !cells.some((c) => `${EMPTY}o`.includes(c)) || !/[A-Za-np-z]/.test(whole)) return false;
  return (wordsOf(text).length < 2 && !text.includes('/'))
    || letters.every((c) => letters.indexOf(c) !== letters.lastIndexOf(c));
}

export function readRush(text) {
  const cells = gridOf(text), whole = cells.map(({ symbol }) => symbol).join('');
  if (!RUSH.test(whole)) {
    const bad = cells.find(({ symbol }) => !/[A-Za-z\-._0]/.test(symbol));
    fail(bad?.column ?? Math.min([...strip(text)].length, SIDE * SIDE) + 1,
      cells.length && !bad ? '{got} {got:character|characters}; a board of Rush Hour has 36'
        : 'expected 36 characters: A to Z cars, `.` or `o` empty, `x` walls', { got: cells.length }, bad?.line ?? 1);
  }
  const small = whole === whole.toLowerCase(), notes = new Faults(), faults = new Faults(),
    empty = vehicles(cells, EMPTY + (small && /[-._0]/.test(whole) ? '' : 'o'), notes);
  const where = new Map(), first = new Map();
  cells.forEach(({ symbol: given, line, column }, i) => {
    const symbol = !empty.includes(given) && small ? given.toUpperCase() : given;
    push(where, symbol, xyOf(i, SIDE));
    if (!first.has(symbol)) first.set(symbol, { line, column });
  });
  for (const symbol of empty) where.delete(symbol);
  const walls = numbersOf(where.get('x'), SIDE);
  where.delete('x');
  const { cars, labels } = carsOf(where, first, notes, faults), red = redOf(cars, first, notes, faults);
  faults.check();
  const setup = new Setup(boardOf(SIDE, SIDE, walls)), { length, 0: [, y] } = cars.get(red);
  for (const [symbol, at] of cars)
    setup.place(symbol, at, { directions: along(kindOf(at)), label: labels.get(symbol) });
  const goal = new Map([[red, Array.from({ length }, (_, i) => [SIDE - length + i, y])]]);
  return { ...setup.puzzle([goal]), read_as: { notes } };
}

// The signs of empty cells without `o` and `0` where there is another and theirs lie in lines of two or three.
function vehicles(cells, empty, notes) {
  const other = [...'.-_'].find((sign) => cells.some(({ symbol }) => symbol === sign));
  let left = empty;
  for (const symbol of ['o', '0']) {
    const at = cells.flatMap((cell, i) => (cell.symbol === symbol ? [xyOf(i, SIDE)] : []));
    if (!other || !at.length || !empty.includes(symbol)) continue;
    const cars = partsOf(at).every((part) => straight(part) && part.length < 4);
    if (cars) left = left.replace(symbol, '');
    notes.add(cars ? '{symbol!r} is a vehicle, since {other!r} stands for the empty cells'
      : '{symbol!r} stands for the empty cells', { symbol, other });
  }
  return left;
}

// The cells of each vehicle, and what it is called if its letter stands for several.
function carsOf(where, first, notes, faults) {
  const cars = new Map(), labels = new Map(), letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    spare = [...letters + letters.toLowerCase()].filter((c) => !where.has(c) && !'Xxo'.includes(c));
  const fitting = (cells) => CARS.map((size) => ({ size, found: copies(cells, ...size) })).filter(({ found }) =>
    found.length);
  const ways = new Map([...where].filter(([symbol, cells]) => symbol !== 'X' && !straight(cells))
    .map(([symbol, cells]) => [symbol, fitting(cells)]));
  const taken = new Set([...ways.values()].filter((each) => each.length === 1).map(([{ size }]) => size));
  for (const [symbol, cells] of where) {
    const all = ways.get(symbol) ?? [];
    // Each letter stands for a kind of its own.
    const found = all.length > 1 ? all.filter(({ size }) => !taken.has(size)) : all;
    const several = found.length === 1 ? found[0].found : ways.has(symbol) ? partsOf(cells) : [cells];
    const open = all.length > 1 && found.length !== 1;
    if (open || !several.every(straight)) {
      const { line, column } = first.get(symbol);
      faults.add(open
        ? '{symbol!r} can be divided into vehicles in several ways: give each vehicle a letter of its own'
        : '{symbol!r} is not a valid vehicle; expected two or more cells in a line', { symbol }, line, column);
      continue;
    }
    const many = several.length > 1;
    if (many) notes.add('{symbol!r} stands for {n} vehicles', { symbol, n: several.length });
    several.forEach((each, i) => {
      const name = i ? spare.shift() : symbol;
      cars.set(name, each);
      if (many) labels.set(name, `${symbol}${i + 1}`);
    });
  }
  return { cars, labels };
}

// The red car: X, or one that lies in the third row.
function redOf(cars, first, notes, faults) {
  const lies = (cells) => along(kindOf(cells)) === 'LR',
    lying = [...cars].filter(([, cells]) => lies(cells) && cells[0][1] === RED_ROW).map(([symbol]) => symbol);
  if (cars.has('X')) {
    const { line, column } = first.get('X');
    if (!lies(cars.get('X')))
      faults.add('the red car {symbol!r} stands upright; expected a car in a row', { symbol: 'X' }, line, column);
    return 'X';
  }
  const red = ['A', 'R'].find((symbol) => lying.includes(symbol)) ?? (lying.length === 1 ? lying[0] : '');
  if (!red && !faults.length) faults.add(lying.length ? 'it is not clear which of {names} is red: write X for it'
    : 'there is no red car: expected X, or a car that lies in row 3', { names: lying.join(', ') });
  else if (red !== 'A' || lying.length > 1)
    notes.add('{symbol!r} is the red car, since it lies in row 3', { symbol: red });
  return red;
}
