// What the characters of a board mean where that is open: the sign of the empty cell, and whether a character in
// several places is one piece or one letter for each kind: the twin of huarong/model/letters.py.

import { Fault } from './faults.js';
import { boxOf, byRow, cellsIn, partsOf, shapeOf, sizeOf } from './puzzle.js';

export const EMPTY_SIGNS = '_0空口□〇';
export const LIKELY_SIGNS = 'xXoO-~*+○⬜⬛◻◼■▢?？';
const ASK_EMPTY =
  'no cell is empty: write . for {symbol!r} if it means an empty cell, or add one: {symbol} if it is a piece';
const ASK =
  '{symbol!r} stands in {n} places: give each piece a letter of its own, or add one: {symbol} if it is one piece';
const CLASSIC = { '2x2': [2, 2], '1x2': [1, 2], '2x1': [2, 1], '1x1': [1, 1] };

// The sign that stands for the empty cells of a board, and what to say or to ask about it.
/** @returns {[string, Fault | null]} */
export function signOfEmpty(rows, one) {
  const board = new Set(rows.flat());
  if (board.has('.')) return ['.', null];
  const sign = [...EMPTY_SIGNS].find((each) => board.has(each) && !one.includes(each));
  if (sign) return [sign, new Fault('{symbol!r} stands for the empty cells', { symbol: sign })];
  const even = new Set(rows.map((row) => row.length)).size === 1;
  if (even && (board.has(' ') || board.has('\u3000')))
    return ['.', new Fault('no cell is empty: write . for each space that means an empty cell')];
  const cells = cellsIn(rows), letter = (symbol) => Number(/\p{L}/u.test(symbol));
  const likely = [...LIKELY_SIGNS].filter((each) => board.has(each) && !one.includes(each) && (even || !letter(each)))
    .map((symbol) => ({ symbol, at: cells.get(symbol), parts: partsOf(cells.get(symbol)).length }))
    .filter(({ symbol, at }) => symbol !== 'X' || rows.length !== 6 || rows[0].length !== 6 || !boxOf(at).full)
    .sort((a, b) => letter(a.symbol) - letter(b.symbol) || b.parts - a.parts || b.at.length - a.at.length);
  return ['.', likely.length ? new Fault(ASK_EMPTY, { symbol: likely[0].symbol }) : null];
}

// The rectangles of one size that fill some cells exactly, in reading order; none if they cannot.
export function copies(cells, width, height) {
  const left = new Set(cells.map(String)), found = [];
  for (const [x, y] of [...cells].sort(byRow)) {
    if (!left.has(`${x},${y}`)) continue;
    const piece = Array.from({ length: width * height }, (_, i) => [x + (i % width), y + Math.floor(i / width)]);
    if (!piece.every((cell) => left.delete(String(cell)))) return [];
    found.push(piece);
  }
  return found;
}

// The dominoes drawn as `^` above `v` and `<` before `>`, if all these signs lie in pairs, two or more, and no goal has
// one: those of the first sign, none of the second; and what to say about it.
/** @returns {[Map<string, Cell[][]>, Fault[]]} */
export function arrows(cells, one, goals) {
  const found = new Map(), said = [];
  for (const [first, second, dx, dy] of [['^', 'v', 0, 1], ['<', '>', 1, 0]]) {
    const named = [first, second].some((sign) => one.includes(sign) || goals.some((goal) => goal.has(sign))),
      pairs = (named ? [] : cells.get(first) ?? []).map(([x, y]) => [[x, y], [x + dx, y + dy]]);
    if (!pairs.length || String(pairs.map(([, end]) => end)) !== String(cells.get(second))) continue;
    found.set(first, pairs).set(second, []);
    said.push(new Fault('each {first!r} and the {second!r} after it are one piece', { first, second }));
  }
  return [...found.values()].flat().length < 2 ? [new Map(), []] : [found, said];
}

// The letters that stand for several pieces with the cells of each; what to say about it; what to ask.
/** @returns {[Map<string, Cell[][]>, Fault[], Fault[]]} */
export function separated(board, cells, one, goals) {
  const many = new Map();
  for (const [symbol, where] of cells)
    if (!one.includes(symbol) && !boxOf(where).full && partsOf(where).length > 1) many.set(symbol, partsOf(where));
  const { width, height, walls, gates } = board,
    open = width === 4 && height === 5 && !walls.size && !gates.size ? [...cells] : [],
    squares = open.filter(([, where]) => sizeOf(where) === '2x2').map(([symbol]) => symbol),
    odd = open.filter(([symbol, where]) => many.has(symbol) || (!(sizeOf(where) in CLASSIC) && !one.includes(symbol)
      && !goals.some((goal) => goal.has(symbol)))).map(([symbol]) => symbol);
  const found = squares.length && odd.length ? classic(cells, many, odd, squares, one) : null;
  if (found) return found;
  const shape = (where) => String(shapeOf(where)), alike = new Map(), said = [], asked = [];
  const alone = [...cells].filter(([symbol]) => !many.has(symbol)).map(([, where]) => shape(where));
  for (const [symbol, each] of many) {
    const shapes = new Set(each.map(shape));
    if (shapes.size === 1) alike.set(symbol, [...shapes][0]);
  }
  for (const [symbol, each] of many) {
    const others = [...alone, ...[...alike].filter(([other]) => other !== symbol).map(([, other]) => other)];
    const known = goals.some((goal) => goal.has(symbol) && shape(goal.get(symbol)) === shape(cells.get(symbol)))
      || (many.size === 1 && each.length === 2);
    if (others.includes(alike.get(symbol)) && !known) asked.push(ask(symbol, each.length));
    else said.push(new Fault('{symbol!r} in {n} parts is one piece', { symbol, n: each.length }));
  }
  return [new Map(), said, asked];
}

const ask = (symbol, n) => new Fault(ASK, { symbol, n });

const product = (choices) => choices.reduce((ways, all) => ways.flatMap((way) => all.map((each) => [...way, each])),
  [[]]);

// The letters of the classic board as copies of its kinds: those in many parts, and `odd` ones of any other shape. Null
// where another letter than the 2x2 has its shape, or if the cells of each letter touch and make no classic set.
/** @returns {[Map<string, Cell[][]>, Fault[], Fault[]] | null} */
function classic(cells, many, odd, squares, one) {
  const letters = [...cells.keys()].filter((symbol) => !one.includes(symbol)), kinds = Object.keys(CLASSIC);
  const strict = cells.size > kinds.length ? [] : squares.flatMap((square) =>
    product(letters.map((symbol) => (symbol === square ? ['2x2'] : fits(cells.get(symbol)))))
      .filter((sizes) => new Set(sizes).size === sizes.length)
      .map((sizes) => sizes.map((size, i) => [letters[i], size])));
  if (!strict.length && squares.length > 1) return null;
  const tries = strict.length ? [strict] : [waysOf(odd, cells), waysOf([...many.keys()], cells)],
    best = tries.map((each) => each.filter((way) => isClassic(way, cells, many))).find((each) => each.length) ?? [],
    ways = best.length ? best : tries.at(-1);
  if (!many.size && best.length !== 1) return null;
  if (!ways.length || (ways.length > 1 && !strict.length))
    return [new Map(), [], [...many].map(([symbol, each]) => ask(symbol, each.length))];
  const found = new Map(ways[0].map(([symbol, size]) => [symbol, copies(cells.get(symbol), ...CLASSIC[size])]));
  const text = ways[0].map(([symbol, size]) => `${symbol} = ${size}:${found.get(symbol).length}`).join(', ');
  return [new Map([...found].filter(([, each]) => each.length > 1)),
    [new Fault('one letter for each kind: {text}', { text })], []];
}

const fits = (cells) => Object.keys(CLASSIC).filter((size) => size !== '2x2' && copies(cells, ...CLASSIC[size]).length);

// The ways to give each letter a kind; none if they are very many.
function waysOf(symbols, cells) {
  const choices = symbols.map((symbol) => fits(cells.get(symbol)).map((size) => [symbol, size]));
  return choices.reduce((n, each) => n * each.length, 1) < 100 ? product(choices) : [];
}

// Whether the pieces are one 2x2, five dominoes and four singles, and each letter of the way that is not in many parts
// has its kind for itself.
function isClassic(way, cells, many) {
  const sizes = new Map([...[...cells].map(([symbol, where]) => [symbol, sizeOf(where)]), ...way]),
    counts = { '2x2': 0, '1x2': 0, '2x1': 0, '1x1': 0 }, all = [...sizes.values()];
  if (way.some(([symbol, size]) => !many.has(symbol) && all.filter((each) => each === size).length > 1)) return false;
  for (const [symbol, where] of cells) {
    const size = sizes.get(symbol);
    if (!(size in counts)) return false;
    counts[size] += copies(where, ...CLASSIC[size]).length;
  }
  return counts['2x2'] === 1 && counts['1x2'] + counts['2x1'] === 5 && counts['1x1'] === 4;
}
