// Reading the grid text, with the place of every fault, and writing it: a port of huarong/model/text.py and setup.py.

import { english } from './cast.js';
import { Fault, Faults, fail, nearest, tried } from './faults.js';
import { EMPTY_SIGNS, LIKELY_SIGNS, arrows, separated, signOfEmpty } from './letters.js';
import { TILES, boxOf, byRow, cellsAt, cellsIn, distinct, inRows, numbersOf, partsOf, push, shapeOf, sizeOf, sure,
  tally, xyOf } from './puzzle.js';

const EMPTY = '.', WALL = '#', GATE = '-', WAYS = 'UDLR';
// Python's white space: without the byte order mark, but with the separators of files, groups and records.
export const BLANK = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const ENDS = new RegExp(`^${BLANK}+|${BLANK}+$`, 'g'), BEGIN = new RegExp(`^${BLANK}+`),
  BETWEEN = new RegExp(`${BLANK}+`);
export const strip = (text) => text.replace(ENDS, '');
export const wordsOf = (text) => text.split(BETWEEN).filter(Boolean);
export const MAX_CELLS = 4096;
export const MAX_TEXT = 1 << 20;
const HEADERS = ['name', 'name.zh', 'source', 'note', 'slide', 'match', 'same', 'gate', 'names', 'one'],
  FREE_TEXT = HEADERS.slice(0, 4);
const HEADER = new RegExp(`^([\\p{L}\\p{Nl}\\p{No}]+(?:\\.[\\p{L}\\p{Nl}\\p{No}]+)?)${BLANK}*:(.*)$`, 'su');
export const GOAL_TITLE = '(?:[gG][oO][aA][lL]|[tT][aA][rR][gG][eE][tT]|目标)[ \\t]*[:：]';
const TITLE = new RegExp(`^${GOAL_TITLE}`), MAX_ALTERNATIVES = 4096;

const TOO_LARGE = 'the board has {got:,} {got:cell|cells}; at most {most:,} are read';
export function checkCells(got, line = 1) {
  if (got > MAX_CELLS) fail(1, TOO_LARGE, { got, most: MAX_CELLS }, line);
}

export const stands = (symbol) => /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(symbol) && symbol !== ':' && symbol !== '/';

// Characters that can stand for pieces and are not taken: letters, digits, then 汉字.
/** @returns {Generator<string, any>} */
export function* newSymbols(taken) {
  for (const symbol of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
    if (!taken.includes(symbol)) yield symbol;
  for (let c = 0x4e00; c < 0x9fa6; c++) if (!taken.includes(String.fromCodePoint(c))) yield String.fromCodePoint(c);
}

/** @type {(width: number, height: number, walls?: Iterable<number>, gates?: Iterable<number>) => any} */
export const boardOf = (width, height, walls = [], gates = []) =>
  ({ width, height, size: width * height, walls: new Set(walls), gates: new Set(gates) });

export function kindOf(cells, directions = WAYS, gates = false, mark = '') {
  return { shape: shapeOf(distinct(cells)), directions: [...WAYS].filter((way) => directions.includes(way)).join(''),
    gates, mark };
}

export function along({ shape }) {
  const { w, h } = boxOf(shape);
  return w > h ? 'LR' : h > w ? 'UD' : WAYS;
}

// The cells of a piece that lies there.
const covered = (board, kind, head) => sure(cellsAt(board, kind, head));

export const headsOf = (board, kind) => Array.from({ length: board.size }, (_, head) => head)
  .filter((head) => cellsAt(board, kind, head));

// As Python orders them: lists by their items, texts by code points.
function compare(a, b) {
  if (typeof a === 'string')
    return compare(Array.from(a, (c) => c.codePointAt(0)), Array.from(b, (c) => c.codePointAt(0)));
  if (Array.isArray(a)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const found = compare(a[i], b[i]);
      if (found) return found;
    }
    return a.length - b.length;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}
const ABSENT = 'the goal names {symbol!r}, which is not on the board; its pieces are {names}',
  namesOf = (pieces) => [...pieces.keys()].sort(compare).join(' ');
const order = (kind) => [-kind.shape.length, kind.shape, kind.directions, Number(kind.gates), kind.mark];
const same = (kind) => JSON.stringify(order(kind));

// A board on which pieces are placed one by one, each placement checked.
export class Setup {
  placed = new Map(); // { cells, kind, label } of each symbol
  taken = new Map(); // the symbol on each cell `x,y`

  constructor(board) { this.board = board; }

  check(symbol, cells, gates = false) {
    const { board } = this, faults = new Faults();
    if (this.placed.has(symbol)) faults.add('{symbol!r} is placed already', { symbol });
    if (!stands(symbol) || [EMPTY, WALL, GATE].includes(symbol))
      faults.add('{symbol!r} cannot stand for a piece', { symbol });
    if (!cells.length) faults.add('{symbol!r} has no cells', { symbol });
    for (const [x, y] of cells) {
      const cell = y * board.width + x, other = this.taken.get(`${x},${y}`) ?? '';
      let why;
      if (!this.inside(x, y)) why = '{symbol!r} would lie outside the board';
      else if (other) why = '{symbol!r} would lie on {other!r}';
      else if (board.walls.has(cell)) why = '{symbol!r} would lie on a wall';
      else if (board.gates.has(cell) && !gates) why = '{symbol!r} lies on a gate that it may not enter';
      else continue;
      faults.add(why, { symbol, other }, y + 1, x + 1);
    }
    return faults;
  }

  place(symbol, cells, { directions = WAYS, gates = false, label = '' } = {}) {
    this.check(symbol, cells, gates).check();
    this.placed.set(symbol, { cells, kind: kindOf(cells, directions, gates), label: label || symbol });
    for (const [x, y] of cells) this.taken.set(`${x},${y}`, symbol);
  }

  puzzle(goals, like = [], about = {}) { return puzzleOf(this.board, this.contents(goals, 'piece', like), about); }
  inside(x, y) { return x >= 0 && x < this.board.width && y >= 0 && y < this.board.height; }
  head(cells) { return Math.min(...cells.map(([x, y]) => y * this.board.width + x)); }

  // The kinds (largest first), the pieces and the goal, for goals that are maps from symbols to cells. Throws
  // `PuzzleError`.
  contents(goals, match = 'piece', like = []) {
    const kinds = this.kinds(new Set(goals.flatMap((goal) => [...goal.keys()])), match, like);
    const all = distinct([...kinds.values()], same).sort((a, b) => compare(order(a), order(b)));
    const index = new Map(all.map((kind, i) => [same(kind), i]));
    const pieces = [...this.placed].map(([symbol, { label, cells }]) =>
      ({ symbol, label, kind: sure(index.get(same(kinds.get(symbol)))), head: this.head(cells) }))
      .sort((a, b) => a.kind - b.kind || a.head - b.head);
    const own = new Map(pieces.map((piece) => [piece.symbol, piece.kind])), faults = new Faults();
    if (!goals.length || goals.some((goal) => !goal.size))
      faults.add("the goal names no piece: write a piece's character where it must be");
    const ways = goals.flatMap((goal) =>
      (this.placedAll(goal, faults) ? this.ways(goal, own, all, match, faults) : []));
    faults.check();
    return { kinds: all, pieces,
      goal: distinct(ways.map((way) => distinct(way).sort(compare)), JSON.stringify).sort(compare) };
  }

  // The kind of each piece, marked where the goal tells it apart from others like it.
  kinds(named, match, like) {
    const alike = tally([...this.placed.values()].map(({ kind }) => same(kind))), first = new Map();
    for (const group of like) for (const symbol of group) first.set(symbol, [...group].sort(compare)[0]);
    for (const [symbol, leader] of first) {
      const [a, b] = [this.placed.get(symbol), this.placed.get(leader)];
      if ((a && same(a.kind)) !== (b && same(b.kind))) fail(null,
        '{symbol!r} and {other!r} differ; pieces of one kind must match in shape and moves', { symbol, other: leader });
    }
    const leaders = new Set([...named].map((symbol) => first.get(symbol) ?? symbol));
    return new Map([...this.placed].map(([symbol, { kind }]) => {
      const mark = first.get(symbol) ?? symbol;
      return [symbol, match !== 'shape' && leaders.has(mark) && alike.get(same(kind)) > 1 ? { ...kind, mark } : kind];
    }));
  }

  // The choices of kinds and heads that meet a goal.
  ways(goal, own, kinds, match, faults) {
    const count = tally(own.values()), before = faults.length;
    let ways = /** @type {number[][][]} */ ([[]]);
    for (const [symbol, cells] of goal) {
      const head = this.head(cells), shape = String(kindOf(cells).shape),
        inside = cells.every(([x, y]) => this.inside(x, y));
      const fits = (match === 'shape' ? kinds.map((_, k) => k) : [own.get(symbol)])
        .filter((k) => String(kinds[k].shape) === shape && inside && cellsAt(this.board, kinds[k], head));
      if (!fits.length) faults.push(misfit(kinds[own.get(symbol)], symbol, cells));
      ways = ways.flatMap((way) => fits.filter((k) => way.filter(([other]) => other === k).length < count.get(k))
        .map((k) => [...way, [k, head]]));
      if (ways.length <= MAX_ALTERNATIVES) continue;
      faults.add('more than {most:,} {most:choice|choices} of pieces can meet the goal; name fewer pieces',
        { most: MAX_ALTERNATIVES });
      break;
    }
    if (!ways.length && faults.length === before) faults.add('the goal needs more pieces of a shape than there are');
    return ways;
  }

  // Whether a goal's pieces are on the board, have cells, and no two lie in one cell.
  placedAll(goal, faults) {
    const wanted = new Map(), before = faults.length;
    for (const [symbol, cells] of goal) {
      if (!cells.length) faults.add('{symbol!r} has no cells', { symbol });
      else if (!this.placed.has(symbol)) faults.add(ABSENT, { symbol, names: namesOf(this.placed) }, cells[0][1] + 1,
        cells[0][0] + 1);
      for (const [x, y] of cells) {
        const other = wanted.get(`${x},${y}`) ?? symbol;
        wanted.set(`${x},${y}`, other);
        if (other === symbol) continue;
        faults.add('the goal needs both {other!r} and {symbol!r} here', { other, symbol }, y + 1, x + 1);
      }
    }
    return faults.length === before;
  }
}

function misfit(kind, symbol, cells) {
  const [x, y] = [...cells].sort(byRow)[0], args = { symbol, got: cells.length, expected: kind.shape.length };
  const why = cells.length !== kind.shape.length
    ? 'the goal has {got} {got:cell|cells} of {symbol!r}; expected {expected}, as on the board'
    : String(kindOf(cells).shape) !== String(kind.shape)
      ? 'the goal gives {symbol!r} a different shape from the one on the board'
      : '{symbol!r} cannot be where the goal needs it: a wall or a gate is there';
  return new Fault(why, args, y + 1, x + 1);
}

// Parsing the text: rows keep their line and column.

const row = (line, word, column = 1) => ({ line, word, text: [...word], column, at(x) { return this.column + x; } });

function sectionsOf(text, faults) {
  /** @type {Record<string, any>} */
  const headers = {};
  const sections = /** @type {[string, any[]][]} */ ([['board', []]]);
  const bare = text.replace(/^\ufeff/, ''), oneLine = !strip(bare).includes('\n');
  bare.replaceAll('\r\n', '\n').split('\n').forEach((line, i) => {
    const header = HEADER.exec(strip(line));
    if (header && FREE_TEXT.includes(header[1]) && !oneLine)
      return void (headers[header[1]] = row(i + 1, strip(header[2])));
    let column = 1;
    for (const part of line.split('/')) {
      partOf(part, i + 1, column, headers, sections, faults);
      column += [...part].length + 1;
    }
  });
  return { headers, sections };
}

function partOf(given, line, begin, headers, sections, faults) {
  const part = strip(given), column = begin + [...given].length - [...given.replace(BEGIN, '')].length,
    header = HEADER.exec(part);
  if (!part) return;
  const title = TITLE.exec(part)?.[0];
  if (title) {
    sections.push(['goal', []]);
    const rest = part.slice(title.length);
    if (strip(rest).includes(' '))
      faults.add('after {name}, write / or start a new line, then the rows of the goal', { name: title }, line, column);
    else partOf(rest, line, column + title.length, headers, sections, faults);
  } else if (part === 'gates:') sections.push(['gates', []]);
  else if (header && HEADERS.includes(header[1])) headers[header[1]] = row(line, strip(header[2]), column);
  else if (header && (part.includes(' ') || [...header[1]].length > 2)) {
    const near = nearest(header[1], [...HEADERS, 'goal', 'gates']);
    faults.add('{name!r} is not a valid header; expected one of {names}',
      { name: header[1], names: (near.length ? near : HEADERS).join(', ') }, line, column);
  } else {
    [...part].slice(0, MAX_CELLS + 1).forEach((symbol, offset) => {
      if (!stands(symbol)) faults.add('{symbol!r} cannot stand for a piece', { symbol }, line, column + offset);
    });
    sections.at(-1)[1].push(row(line, part, column));
  }
}

const placedAt = (fault, rows) => {
  const each = rows[(fault.line || 1) - 1];
  return new Fault(fault.template, fault.args, each.line, each.at((fault.column || 1) - 1));
};

// The puzzle of a grid text, in the form of the pages: { width, height, walls, gates, kinds, pieces, goal, name, … }.
// Throws `PuzzleError` with everything that is wrong with it.
export function readGrid(text) {
  checkLength(text);
  const faults = new Faults(), { headers, sections } = sectionsOf(text, faults), rows = sections[0][1];
  if (!rows.length) faults.add('there is no board: expected rows of cells');
  if (!rows.length) faults.check();
  const width = rows[0].text.length, size = width * rows.length;
  faults.unshift(...rows.filter((each) => each.text.length !== width).map((each) =>
    new Fault('this row has {got} {got:cell|cells}; expected {expected}, as in the first row',
      { got: each.text.length, expected: width }, each.line, each.at(Math.min(each.text.length, width)))));
  if (size > MAX_CELLS) faults.add(TOO_LARGE, { got: size, most: MAX_CELLS }, rows[0].line, 1);
  const one = wordOf(headers.one).replaceAll(' ', ''),
    named = wordsIn(headers.names).filter(([, equals]) => equals === '=').map(([symbol]) => symbol).join(''),
    notes = withEmpty(sections, one + named, faults, 'gate' in headers);
  const drawn = cellsOf(rows), walls = numbersOf(drawn.get(WALL), width), wrongGates = new Faults(),
    board = boardOf(width, rows.length, walls, numbersOf(drawn.get(GATE), width));
  for (const [name, extra] of sections) if (name === 'gates') coveredGates(extra, board, wrongGates);
  for (const wall of board.walls) board.gates.delete(wall);
  const goals = sections.filter(([name]) => name === 'goal').map(([, each]) => each);
  const ends = goals.map(cellsOf), [dominoes, paired] = arrows(pieceCells(drawn), one, ends),
    pairs = spread(pieceCells(drawn), dominoes),
    [several, said, asked] = separated(board, pairs.cells, one + ' \u3000', ends),
    { cells, letters: more } = spread(pairs.cells, several), letters = new Map([...pairs.letters, ...more]);
  notes.push(...paired, ...said);
  faults.push(...asked);
  const usual = goals.length ? null : usualCells(board, cells);
  const missing = goals.length || usual ? []
    : [new Fault('there is no goal, and this board has no usual one: add a goal section')];
  if (faults.length) faults.push(...missing);
  faults.check();
  if (!cells.size) faults.add('there are no pieces on the board', {}, rows[0].line, 1);
  faults.push(...wrongGates);
  const setup = setUp(board, rows, cells, letters, headers, faults), alike = wordOf(headers.same);
  known(one.replaceAll(GATE, ''), cells, headers.one, faults);
  known(alike.replaceAll(' ', ''), cells, headers.same, faults);
  const match = matching(headers.match, faults), like = wordsOf(alike),
    wanted = goals.map((each) => goalCells(each, cells, several, board, faults));
  faults.push(...missing);
  faults.check();
  goals.forEach((goalRows, i) => {
    const [, error] = tried(() => setup.contents([wanted[i]], match, like));
    if (error) faults.push(...error.faults.map((each) => placedAt(each, goalRows)));
  });
  faults.check();
  const [name, name_zh, source, note] = FREE_TEXT.map((key) => wordOf(headers[key]));
  const puzzle = puzzleOf(board, setup.contents(goals.length ? wanted : [usual], match, like),
    { name, name_zh, source, note });
  return notes.length ? { ...puzzle, read_as: { notes } } : puzzle;
}

const wordOf = (where) => where?.word ?? '', wordsIn = (where) => wordsOf(wordOf(where));

// Puts `.` for the sign of the empty cell; what to say of it. Adds a fault that asks for it.
function withEmpty(sections, one, faults, gates) {
  const [sign, found] = signOfEmpty(sections[0][1].map(({ text }) => text), gates ? one + GATE : one);
  if (sign === EMPTY) {
    if (found) faults.push(found);
    return [];
  }
  for (const [name, rows] of sections)
    if (name !== 'gates') for (const each of rows) each.text = each.text.map((c) => (c === sign ? EMPTY : c));
  return [found];
}

const cellsOf = (rows) => cellsIn(rows.map(({ text }) => text), EMPTY);
const pieceCells = (cells) => new Map([...cells].filter(([symbol]) => symbol !== WALL && symbol !== GATE));

// The cells of each piece where some letters stand for several, and the letter and the number of each of those.
function spread(given, several) {
  const cells = new Map(given), letters = new Map(), more = newSymbols([...given.keys()]);
  for (const [letter, pieces] of several) {
    pieces.forEach((where, i) => {
      const symbol = i ? more.next().value : letter;
      cells.set(symbol, where);
      if (pieces.length > 1) letters.set(symbol, [letter, i + 1]);
    });
    if (!pieces.length) cells.delete(letter);
  }
  return { cells, letters };
}

export function checkLength(text, most = MAX_TEXT) {
  const got = [...text].length;
  if (got > most)
    fail(null, 'the text has {got:,} {got:character|characters}; at most {most:,} are read', { got, most });
}

// The usual goal: the 2x2 at the bottom centre of 4x5, or tiles in order; null for any other board.
function usualCells(board, cells) {
  const kinds = [...cells.values()].map((each) => kindOf(each)),
    squares = kinds.flatMap((kind, i) => (sizeOf(kind.shape) === '2x2' ? [i] : []));
  const free = !board.walls.size && !board.gates.size;
  if (free && board.width === 4 && board.height === 5 && squares.length === 1)
    return new Map([[[...cells.keys()][squares[0]], [[1, 3], [2, 3], [1, 4], [2, 4]]]]);
  if (free && cells.size && cells.size === board.size - 1 && cells.size < TILES.length) {
    const symbols = [...TILES].slice(1, cells.size + 1);
    if (symbols.every((symbol) => cells.has(symbol)))
      return new Map(symbols.map((symbol, i) => [symbol, [xyOf(i, board.width)]]));
  }
  return null;
}

function sameSize(rows, board, name, faults) {
  const before = faults.length;
  if (rows.length !== board.height)
    faults.add('the {name} section has {got} {got:row|rows}; expected {expected}, as on the board',
      { name, got: rows.length, expected: board.height }, rows[0]?.line ?? null);
  rows.forEach((each, i) => {
    const got = each.text.length, expected = board.width;
    if (got !== expected)
      faults.add("the {name}'s row {row} has {got} {got:cell|cells}; expected {expected}, as on the board",
        { name, row: i + 1, got, expected }, each.line, each.at(Math.min(got, expected)));
  });
  return faults.length === before;
}

function coveredGates(rows, board, faults) {
  if (!sameSize(rows, board, 'gate', faults)) return;
  rows.forEach((each, y) => each.text.forEach((symbol, x) => {
    if (symbol === GATE) board.gates.add(y * board.width + x);
    else if (symbol !== EMPTY && symbol !== WALL)
      faults.add('{symbol!r} is not a valid gate; expected - or .', { symbol }, each.line, each.at(x));
  }));
}

function known(symbols, cells, where, faults) {
  for (const symbol of [...new Set(symbols)].filter((each) => !cells.has(each)).sort(compare))
    faults.add('{symbol!r} is not on the board; its pieces are {names}', { symbol, names: namesOf(cells) },
      where?.line ?? null);
}

const noSuch = (faults, key, value, where, choices) => faults.add('{value!r} is not a valid {key}; expected one of ' +
  '{choices}', { value, key, choices }, where.line, where.column);

function setUp(board, rows, cells, letters, headers, faults) {
  const openTo = new Set(wordOf(headers.gate).replaceAll(' ', '')), wrong = new Faults();
  known(openTo, cells, headers.gate, faults);
  const directions = directionsOf(headers.slide, cells, wrong), labels = labelsOf(headers.names, cells, wrong),
    setup = new Setup(board);
  for (const [symbol, where] of cells) {
    const [letter, number] = letters.get(symbol) ?? [symbol, ''], gates = openTo.has(letter),
      found = setup.check(symbol, where, gates);
    faults.push(...found.map((fault) => placedAt(fault, rows)));
    if (!found.length) setup.place(symbol, where, { directions: directions.get(letter) ?? WAYS, gates,
      label: number ? `${labels.get(letter) ?? letter}${number}` : labels.get(symbol) ?? '' });
  }
  faults.push(...wrong);
  return setup;
}

function matching(where, faults) {
  if (where === undefined || where.word === 'piece') return 'piece';
  if (where.word !== 'shape') noSuch(faults, 'match', where.word, where, 'piece, shape');
  return 'shape';
}

// The values of `A=value` in a header, by symbol, as far as they are valid; `read` gives the value of a text, or
// undefined. Words of other forms are faults, unless `whole` has what becomes of all values then.
function valuesOf(key, where, choices, cells, faults, read, whole = {}) {
  let found = new Map();
  for (const word of wordsIn(where)) {
    const [symbol, equals, ...rest] = word, value = equals === '=' ? read(rest.join('')) : undefined;
    if (Object.hasOwn(whole, word)) found = whole[word](found);
    else if (value === undefined) noSuch(faults, key, word, where, choices);
    else {
      known([symbol], cells, where, faults);
      found.set(symbol, value);
    }
  }
  return found;
}

const directionsOf = (where, cells, faults) => valuesOf('slide', where, 'free, along, A=LR', cells, faults,
  (value) => (value === 'none' ? '' : /^[UDLR]+$/.test(value) ? value : undefined), { free: (found) => found,
    along: () => new Map([...cells].map(([each, at]) => [each, along(kindOf(at))])) });

const labelsOf = (where, cells, faults) => valuesOf('names', where, 'A=曹操', cells, faults,
  (label) => (label && !label.includes('/') ? label : undefined));

function goalCells(rows, pieces, several, board, faults) {
  const goal = new Map();
  if (!sameSize(rows, board, 'goal', faults)) return goal;
  rows.forEach((each, y) => each.text.forEach((symbol, x) => {
    if ([EMPTY, WALL, GATE].includes(symbol)) return;
    if ((!pieces.has(symbol) || several.has(symbol)) && !goal.has(symbol)) faults.add(several.has(symbol)
      ? 'the goal names {symbol!r}, which stands for several pieces: give each piece a letter of its own' : ABSENT,
    { symbol, names: namesOf(pieces) }, each.line, each.at(x));
    push(goal, symbol, [x, y]);
  }));
  if (!goal.size) faults.add("the goal names no piece: write a piece's character where it must be", {}, rows[0].line);
  return goal;
}

// Writing

const drawn = (board, cells) => {
  const grid = Array(board.size).fill(EMPTY);
  for (const [cell, symbol] of cells) grid[cell] = symbol;
  return inRows(grid, board.width).map((row) => row.join(''));
};

// The rows of the board, with the pieces at heads.
export function rowsOf(board, { kinds, pieces }, heads = pieces.map((piece) => piece.head)) {
  return drawn(board, [...[...board.walls].map((cell) => [cell, WALL]), ...[...board.gates].map((cell) => [cell, GATE]),
    ...pieces.flatMap((piece, i) => covered(board, kinds[piece.kind], heads[i]).map((cell) => [cell, piece.symbol]))]);
}

function written(board, contents) {
  const { kinds, pieces, goal } = contents, members = kinds.map((_, k) => pieces.filter((piece) => piece.kind === k)
    .map((piece) => piece.symbol));
  const rows = rowsOf(board, contents), wanted = goal.flat().flatMap(([k]) => members[k]),
    signs = (rows.some((each) => each.includes(EMPTY)) ? '' : EMPTY_SIGNS + LIKELY_SIGNS)
    + misread(board, rows, wanted);
  const free = kinds.every((kind) => kind.directions === WAYS),
    byShape = goal.some((each) => each.some(([k]) => members[k].length > 1 && !kinds[k].mark));
  const headers = {
    slide: free ? '' : kinds.every((kind) => kind.directions === along(kind)) ? 'along'
      : pieces.filter((piece) => kinds[piece.kind].directions !== WAYS)
      .map((piece) => `${piece.symbol}=${kinds[piece.kind].directions || 'none'}`).join(' '),
    match: byShape ? 'shape' : '',
    same: kinds.flatMap((kind, k) => (kind.mark && members[k].length > 1 ? [members[k].join('')] : [])).join(' '),
    gate: pieces.filter((piece) => kinds[piece.kind].gates).map((piece) => piece.symbol).join(''),
    names: pieces.filter((piece) => piece.label !== piece.symbol).map((piece) => `${piece.symbol}=${piece.label}`)
      .join(' '),
    one: pieces.filter(({ symbol, kind }) => signs.includes(symbol) || partsOf(kinds[kind].shape).length > 1)
      .map(({ symbol }) => symbol).join(''),
  };
  if (signs && !headers.gate && rows.some((each) => each.includes(GATE))) headers.one += GATE;
  const lines = Object.entries(headers).filter(([, value]) => value).map(([key, value]) => `${key}: ${value}`);
  lines.push(...rows);
  const gates = [...board.gates].map((cell) => [cell, GATE]), walls = [...board.walls].map((cell) => [cell, WALL]);
  if (pieces.some((piece) => covered(board, kinds[piece.kind], piece.head).some((cell) => board.gates.has(cell))))
    lines.push('gates:', ...drawn(board, gates));
  for (const each of goal) {
    const left = members.map((all) => [...all]);
    const wanted = each.flatMap(([k, head]) => {
      const symbol = left[k].shift();
      return covered(board, kinds[k], head).map((cell) => [cell, symbol]);
    });
    lines.push('goal:', ...drawn(board, [...walls, ...wanted]));
  }
  return lines;
}

// The pieces that would be taken for several or for parts of others, though they are in one part.
function misread(board, rows, wanted) {
  if ((board.width !== 4 || board.height !== 5) && !rows.some((each) => /[<^]/.test(each))) return '';
  const cells = pieceCells(cellsOf(rows.map((each) => row(null, each)))),
    one = [...cells.keys()].filter((symbol) => partsOf(cells.get(symbol)).length > 1),
    goals = [new Map(wanted.map((symbol) => [symbol, cells.get(symbol)]))],
    found = [...arrows(cells, one, goals)[0].keys()];
  return [...found, ...separated(board, cells, [...one, ...found], goals)[0].keys()].join('');
}

// The pieces as text, larger first: `2x2:1 1x2:4 2x1:1 1x1:4`.
export function pieceSet({ kinds, pieces }) {
  const written = ({ shape, directions, gates }) => {
    const { x: left, w, h, full } = boxOf(shape), has = new Set(shape.map(String));
    const size = full ? `${w}x${h}` : Array.from({ length: h },
      (_, y) => Array.from({ length: w }, (_, x) => (has.has(`${x + left},${y}`) ? 'X' : '.')).join('')).join('/');
    return size + (directions === WAYS ? '' : `=${directions || 'none'}`) + (gates ? '-' : '');
  };
  return [...tally(pieces.map(({ kind }) => written(kinds[kind])))].map(([text, n]) => `${text}:${n}`).join(' ');
}

// A puzzle in the form in which the server sends it.
export function puzzleOf(board, contents, { name = '', name_zh = '', source = '', note = '' } = {}) {
  const lines = written(board, contents), about = { name, 'name.zh': name_zh, source, note };
  const named = Object.entries(about).filter(([, value]) => strip(value))
    .map(([key, value]) => `${key}: ${wordsOf(value).join(' ')}`);
  const ordered = (set) => [...set].sort((a, b) => a - b);
  return {
    name, name_zh, source, note, library: false, line: lines.join('/'), text: [...named, ...lines].join('\n') + '\n',
    width: board.width, height: board.height, walls: ordered(board.walls), gates: ordered(board.gates),
    kinds: contents.kinds,
    pieces: contents.pieces.map((piece) => ({ ...piece, label_en: english(piece.label) })), goal: contents.goal,
    piece_set: pieceSet(contents), table: null,
  };
}
