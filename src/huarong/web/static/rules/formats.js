// Reads the formats of single programs (huarong/library/notations/: slide, js2, fujiwara, conwnet, json_forms, lists)
// without a server. What they share with other notations is handed in by reader.js.

import { Fault, fail, tried } from './faults.js';
import { MAX_CELLS, Setup, boardOf, checkCells, kindOf, newSymbols, readGrid, stands, strip, wordsOf }
  from './gridtext.js';
import { cellsAt, cellsIn, inRows, numbersOf, push, sure, xyOf } from './puzzle.js';

// The puzzle with the length that its text claims, and with a note on what its reader assumed.
const told = (puzzle, more) => ({ ...puzzle, read_as: { ...puzzle.read_as, ...more } });
/** @type {(puzzle: any, length: unknown, metric?: Metric | null) => any} */
const claimed = (puzzle, length, metric = null) => (/^\d{1,20}$/.test(String(length ?? ''))
  ? told(puzzle, { length: Number(length), metric }) : puzzle);
const noted = (puzzle, template) => told(puzzle, { notes: [new Fault(template)] });

// slide: cells in runs, `a` a piece, `m` the main one, `d3` goes on, `e` empty, `w` a wall, `f` before a gate.
const RUNS = '((?:f?(?:[amew]\\d*|d\\d+))+)', SIZE = '^(\\d{1,4})x(\\d{1,4})(?:m\\d*|u)?:',
  SLIDE = RegExp(`${SIZE}${RUNS},(\\d{1,4}),(\\d{1,4})(?:,(-?\\d+))?$`, 'i');

function readSlide(text, keyed) {
  const found = SLIDE.exec(strip(text));
  if (!found) fail(1, 'expected a size, cells and a goal, as in {example}',
    { example: '6x4u:w7md1aefewd5d1e2few6,3,1' });
  const [width, height, x, y] = [1, 2, 4, 5].map((each) => Number(found[each])), piece = [];
  checkCells(width * height);
  const runs = found[3].toLowerCase().replace(/(f?[amew])(\d+)/g, (_, item, n) =>
    item.repeat(Math.min(Number(n), MAX_CELLS + 1)));
  const items = [...runs.matchAll(/(f?)(?:d(\d+)|(.))/g)];
  items.forEach(([, , back, letter], cell) => {
    const n = Number(back ?? 0), begun = n > 0 && n <= cell ? piece[cell - n] : -1;
    if (back && begun < 0) fail(null, 'd{back} of cell {cell} does not continue a piece', { back, cell });
    piece.push(back ? begun : 'am'.includes(letter) ? cell : -1);
  });
  const cellsWith = (test) => items.flatMap((item, cell) => (test(item) ? [cell] : [])),
    mains = cellsWith((item) => item[3] === 'm'), walls = cellsWith((item) => item[3] === 'w');
  if (piece.length !== width * height || mains.length !== 1)
    fail(null, '{got} {got:cell|cells} and {mains} main {mains:piece|pieces}; expected {expected}, with one main piece',
      { got: piece.length, mains: mains.length, expected: width * height });
  const more = newSymbols('A'), names = new Map(), where = new Map();
  piece.forEach((head, cell) => {
    if (head < 0) return;
    if (!names.has(head)) names.set(head, head === mains[0] ? 'A' : more.next().value);
    push(where, names.get(head), xyOf(cell, width));
  });
  const board = boardOf(width, height, walls, cellsWith((item) => item[1] && item[3] !== 'w')),
    ends = x < width && y < height && cellsAt(board, kindOf(where.get('A'), undefined, true), y * width + x);
  return claimed(keyed(board, 'A', where, (cells) => ends && String(cells) === String(ends)), found[6], 'move');
}

// js2: lines of a word and numbers.
const COUNTS = { xsize: 1, ysize: 1, lockx: 1, locky: 1, wall: 2, xstep: 2, ystep: 2, put: 3, win: 3, hwall: 3,
  vwall: 3, piece: 3 };
const IGNORED = RegExp('^(useletters|hexprint|winonly|(big|small)mem|(num|disk)threads|cachepercent|nograph'
  + '|noconcurrent|cutoff|directed|checkfulltree)$');

function js2Lines(text) {
  const said = Object.fromEntries(Object.keys(COUNTS).map((word) => [word, /** @type {number[][]} */ ([])])),
    labels = /** @type {string[]} */ ([]);
  text.split('\n').forEach((line, i) => {
    const [head] = line.split(':', 1), rest = line.slice(head.length + 1), word = strip(head).toLowerCase(),
      count = Object.hasOwn(COUNTS, word) ? COUNTS[word] : 0;
    if (!strip(line) || '!#*'.includes(strip(line)[0]) || IGNORED.test(word)) return;
    const numbers = (rest.split(/['!]/)[0].match(/-?\d{1,4}/g) ?? []).map(Number),
      many = word === 'piece' && numbers.length % 2 && numbers.length > 3;
    if (!count) fail(1, '{word!r} is not a valid line; expected one of {names}',
      { word: [...word].slice(0, 20).join(''), names: Object.keys(COUNTS).join(', ') }, i + 1);
    if (numbers.length !== count && !many) fail(1,
      'after {word} there {got:is|are} {got} {got:number|numbers}; expected {count}',
      { word, got: numbers.length, count }, i + 1);
    if (word.endsWith('step') && numbers[1] !== 0 && numbers[1] !== 1)
      fail(1, '{word} cannot be expressed here', { word }, i + 1);
    if (word.endsWith('size') && said[word].length) fail(1, '{word} is given twice', { word }, i + 1);
    said[word].push(numbers);
    if (word === 'put') labels.push(/'(.)'/u.exec(rest)?.[1] ?? '');
  });
  return { said, labels };
}

function readJs2(text) {
  const { said, labels } = js2Lines(text);
  if (!said.xsize.length || !said.ysize.length || !said.win.length)
    fail(null, 'expected xsize, ysize, piece, put and win');
  const [width, height] = [said.xsize, said.ysize].map(([[n]]) => Math.max(1, n));
  checkCells(width * height);
  const between = (a, b) => Array.from({ length: Math.abs(b - a) + 1 }, (_, i) => Math.min(a, b) + i),
    walls = [...said.wall, ...said.hwall.flatMap(([y, a, b]) => between(a, b).map((x) => [x, y])),
      ...said.vwall.flatMap(([x, a, b]) => between(a, b).map((y) => [x, y]))]
      .filter(([x, y]) => x >= 0 && x < width && y >= 0 && y < height).map(([x, y]) => y * width + x);
  const setup = new Setup(boardOf(width, height, walls)), more = newSymbols(labels.join('')), members = new Map(),
    shapes = new Map(said.piece.map(([n, ...xys]) =>
      [n, Array.from({ length: xys.length / 2 }, (_, i) => xys.slice(2 * i, 2 * i + 2))])),
    locked = (word, n) => said[word].some(([each]) => each === n),
    at = (n, x, y) => sure(shapes.get(n)).map(([dx, dy]) => [x + dx, y + dy]);
  said.put.forEach(([n, x, y], i) => {
    if (!shapes.has(n)) fail(null, 'the board has pieces of type {n}, which no `piece` line defines', { n });
    const label = labels[i], own = stands(label) && !'.#-'.includes(label)
      && labels.indexOf(label) === labels.lastIndexOf(label), symbol = own ? label : more.next().value;
    push(members, n, symbol);
    setup.place(symbol, at(n, x, y),
      { directions: (locked('locky', n) ? '' : 'UD') + (locked('lockx', n) ? '' : 'LR') });
  });
  const goal = new Map(), left = new Map([...members].map(([n, each]) => [n, [...each]]));
  for (const [n, x, y] of said.win) {
    if (!left.get(n)?.length) fail(null, n ? 'the goal needs more pieces of type {n} than are on the board'
      : 'a goal cannot require an empty cell (win: 0)', { n });
    goal.set(sure(left.get(n)).shift(), at(n, x, y));
  }
  return setup.puzzle([goal], [...members.values()].filter((each) => each.length > 1).map((each) => each.join('')));
}

// The Sliding Block Program: `size`, the grids `initial` and `target`, and words about them.
const GRIDS = ['initial', 'target', 'hint'],
  WORDS = ['size', ...GRIDS, 'step', 'equiv', 'label', 'display', 'color', 'image', 'labeloffset', 'next', 'end'];

function fujiwaraLines(text) {
  const said = new Map(), grids = {};
  let width = 0, height = 0, rows = ['.'];
  for (const [i, line] of text.split('\n').entries()) {
    const row = [...strip('|' + line).slice(1)], [word = '', ...words] = wordsOf(line);
    if (line.startsWith(';')) continue;
    if (rows.length < height) {
      if (row.length > width) fail(width + 1, 'this row has {got} {got:cell|cells}; the size requires {expected}',
        { got: row.length, expected: width }, i + 1);
      rows.push(row.join('').replaceAll(' ', '.') + '.'.repeat(width - row.length));
    } else if (word === 'end') {
      if (lines(text.split('\n').slice(i + 1).join('\n'), 'initial[ \\t-\\r]*$'))
        fail(1, 'another puzzle follows this line', {}, i + 1);
      break;
    } else if (word === 'size' && /^[1-9]\d{0,3} [1-9]\d{0,3}$/.test(words.join(' ')) && !height) {
      [width, height] = words.map(Number);
      checkCells(width * height, i + 1);
      rows = Array(height);
    } else if (GRIDS.includes(word) && height) rows = grids[word] = [];
    else if (['equiv', 'label'].includes(word) && words.length) said.set(`${word} ${words[0]}`, words[1] ?? '');
    else if (WORDS.includes(word) && word !== 'size') said.set(word, words.length ? words : ['']);
    else if (word) fail(1, '{word!r} is not a valid line; expected one of {names}',
      { word: row.slice(0, 20).join(''), names: WORDS.join(', ') }, i + 1);
  }
  if (!grids.initial || !grids.target || rows.length < height)
    fail(null, 'expected size, initial and target; the size gives the number of rows of both grids');
  return { said, grids, width, height };
}

function readFujiwara(text) {
  const { said, grids, width, height } = fujiwaraLines(text), where = cellsIn(grids.initial),
    wanted = cellsIn(grids.target);
  const setup = new Setup(boardOf(width, height, numbersOf(where.get('#'), width)));
  const more = newSymbols([...where.keys(), ...wanted.keys()].join('')), names = new Map();
  where.delete('#');
  for (const symbol of [...where.keys(), ...wanted.keys()])
    if (!names.has(symbol)) names.set(symbol, '-:/'.includes(symbol) ? more.next().value : symbol);
  wanted.delete('#');
  for (const [symbol, cells] of where) {
    const label = said.get(`label ${symbol}`) ?? '';
    setup.place(names.get(symbol), cells, { label: label && !label.includes('/') && label[0] !== '*' ? label : '' });
  }
  const equal = [...said.keys()].filter((key) => key.startsWith('equiv '))
    .map((key) => [...key.slice(6)].filter((c) => where.has(c)));
  for (const word of equal) if (word.some((each) => wanted.has(each) && where.get(each).length > 1)
    && !word.every((each) => wanted.has(each))) fail(null,
    'the target names only some of the equivalent pieces {pieces}', { pieces: word.join(' ') });
  const goal = new Map([...wanted].map(([symbol, cells]) => [names.get(symbol), cells])),
    same = equal.filter((word) => word.length > 1).map((word) => word.map((each) => names.get(each)).join(''));
  return claimed(setup.puzzle([goal], same, { name: (said.get('display') ?? []).join(' ') }), said.get('step')?.[0],
    'move');
}

// JSON of cars, and of a board's rows.
const PLAYER = ['player', 'isplayer', 'target', 'istarget', 'primary', 'isprimary', 'main', 'ismain', 'red', 'isred'],
  CLAIMS = ['optimalmoves', 'minmoves', 'minimummoves', 'solutionmoves', 'optimal', 'moves'],
  WAY = ['orientation', 'direction', 'orient', 'dir'],
  ROWS = ['board', 'grid', 'rows', 'layout', 'initial', 'initialstate', 'state', 'start', 'puzzle', 'tiles'],
  GOALS = ['goal', 'target', 'end', 'final', 'goalstate', 'targetstate', 'endstate', 'finalstate'],
  GOAL = RegExp('^(goal|target|end|final|finish|solved|win|desired|wanted|destination)'
    + '(s|state|board|position|grid|layout|rows|tiles|puzzle|cells?|config(uration)?)?$'),
  SIDES = { right: 'R', bottom: 'D', left: 'L', top: 'U', down: 'D', up: 'U', east: 'R', south: 'D', west: 'L',
    north: 'U' },
  X = ['x', 'col', 'column'], Y = ['y', 'row', 'line'], WIDE = ['width', 'cols', 'columns', 'w'],
  HIGH = ['height', 'rows', 'h'], SIZES = ['gridsize', 'boardsize', 'size', 'dimensions', 'dims'],
  EXITS = ['', 'side', 'direction', 'dir', 'edge', 'position', 'pos', 'cell', ...X, ...Y];

const refuse = (key, example) => fail(null, '{key} cannot be read; write it as in {example}', { key, example });
const refuseExit = (key) => refuse(key, '"exit": {"side": "left"}');
// How pieces slide; a number is a length in slides.
function slideOf({ slide }) {
  if (!isSet(slide) || typeof slide === 'number') return '';
  if (typeof slide !== 'string' || /[/\n]/.test(slide)) refuse('slide', ALONG);
  return strip(slide);
}
const ALONG = '"slide": "along"',
  isSet = (value) => Boolean(value) && (typeof value !== 'object' || Object.keys(value).length > 0);
const fieldsOf = (found) => (typeOf(found) === 'object' ? Object.entries(found) : []);
// The keys of an object that seem to give a goal, as far as they have a value.
export const goalLike = (found) => fieldsOf(found).filter(([key, value]) => isSet(value) && GOAL.test(key)
  && (key === 'goal' || typeof value === 'object' || typeof value === 'string')).map(([key]) => key);

const typeOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'list'
  : typeof value === 'number' && Number.isInteger(value) ? 'int' : typeof value);

export const plain = (key) => key.toLowerCase().replaceAll('_', '');
const keyedBy = (value) => (Array.isArray(value) ? value.map(keyedBy) : typeOf(value) === 'object'
  ? Object.fromEntries(Object.entries(value).map(([key, each]) => [plain(key), keyedBy(each)])) : value);

function json(text) {
  try {
    return '{['.includes(strip(text)[0] ?? ' ') ? keyedBy(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

const first = (found, names, ...types) => (typeOf(found) === 'object' ? names : []).filter((name) =>
  Object.hasOwn(found, name)).map((name) => found[name]).find((each) => types.includes(typeOf(each))) ?? null;

function carsOf(found) {
  const cars = Array.isArray(found) ? found : first(found, ['cars', 'vehicles', 'blocks', 'block'], 'list') ?? [];
  return cars.every((each) => first(each, WAY, 'string')) ? cars : [];
}

function readCars(text) {
  const found = json(text), [across, error] = tried(() => withCars(found, 1)),
    [down, other] = tried(() => withCars(found, -1));
  if (error && other) throw error;
  if (across && down && across.text !== down.text)
    fail(null, 'the positions fit both as column, row and as row, column; write x and y instead');
  const puzzle = error ? noted(down, 'position means row, column')
    : other ? noted(across, 'position means column, row') : across;
  return claimed(puzzle, first(found, CLAIMS, 'int'));
}

function withCars(found, order) {
  const [width, height] = sizeOf(found) ?? [6, 6], cars = carsOf(found), lie = new Map(), red = { true: [], false: [] };
  const player = first(found, PLAYER, 'string', 'int');
  for (const key of goalLike(found)) if (player === null || found[key] !== player) refuseExit(key);
  if (!['', 'along'].includes(slideOf(found))) refuse('slide', ALONG);
  const walls = (first(found, ['walls', 'obstacles'], 'list') ?? []).map((each) => cellOf(each, order) ?? [width, 0]);
  if (walls.some(([x, y]) => x >= width || y >= height)) fail(null, 'a wall lies outside the board');
  const setup = new Setup(boardOf(width, height, numbersOf(walls, width))),
    names = cars.map((car) => String(first(car, ['id', 'name'], 'string', 'int') ?? '')),
    more = newSymbols(names.filter((name) => [...name].length === 1));
  cars.forEach((car, i) => {
    const at = cellOf(car, order), length = first(car, ['length', 'len', 'size'], 'int') ?? 0, name = names[i],
      way = first(car, WAY, 'string')[0].toLowerCase(), across = way === 'h';
    if (!at || length < 1 || length > Math.max(width, height) || !'hv'.includes(way))
      fail(null, 'car {number} is not valid; expected x, y, length and orientation', { number: i + 1 });
    const own = stands(name) && !'.#-'.includes(name) && names.indexOf(name) === names.lastIndexOf(name),
      symbol = own ? name : more.next().value, fine = wordsOf(name)[0] === name && !name.includes('/');
    lie.set(symbol, Array.from({ length }, (_, n) => (across ? [at[0] + n, at[1]] : [at[0], at[1] + n])));
    setup.place(symbol, lie.get(symbol), { directions: across ? 'LR' : 'UD', label: fine ? name : '' });
    const said = PLAYER.some((key) => car[key] === true) || PLAYER.includes(car.type)
      || (name && player !== null && name === String(player));
    if (said || ['x', ...PLAYER].includes(name.toLowerCase())) red[String(Boolean(said))].push(symbol);
  });
  const reds = red.true.length ? red.true : red.false;
  if (reds.length !== 1)
    fail(null, "{got} {got:car is|cars are} marked as the player's; expected one", { got: reds.length });
  const cells = lie.get(reds[0]), [x, y] = cells.at(-1), side = exitOf(found, order, cells[0][1] === y ? 'RL' : 'DU',
    cells[0], [width, height]);
  const by = { R: [width - 1 - x, 0], D: [0, height - 1 - y], L: [-cells[0][0], 0], U: [0, -cells[0][1]] }[side];
  return setup.puzzle([new Map([[reds[0], cells.map((cell) => [cell[0] + by[0], cell[1] + by[1]])]])]);
}

// The side at which a car with its first cell here leaves, of the two that `ways` has.
function exitOf(found, order, ways, begin, size) {
  const line = Number(ways === 'RL'), sides = new Set();
  for (const [key, value] of fieldsOf(found)) {
    const word = key.slice(4);
    if (!key.startsWith('exit') || value === null) continue;
    const { side, at } = wayOut([...X, ...Y].includes(word) ? { [word]: value } : value, order), out = at[1 - line],
      most = size[1 - line];
    if ((side && !ways.includes(side)) || ![null, begin[line]].includes(at[line]))
      fail(null, "the exit is not in the line of the player's car");
    const far = out !== null && !side && ((out > 0 && out < most - 1) || out > most);
    if (!EXITS.includes(word) || far || !(side || at.some((n) => n !== null))) refuseExit(key);
    if (side || out !== null) sides.add(side || ways[Number(out < 1)]);
  }
  if (sides.size > 1) refuseExit('exit');
  return [...sides][0] ?? ways[0];
}

// The side that is named for an exit, and its column and row, null if they are not given.
function wayOut(value, order) {
  const word = strip(typeof value === 'string' ? value : first(value, ['side', 'direction', 'dir', 'edge'], 'string')
    ?? '').toLowerCase(), each = [first(value, X, 'int'), first(value, Y, 'int')], one = each.filter((n) => n === null);
  const at = one.length === 1 ? each : ['object', 'list', 'string'].includes(typeOf(value))
    ? cellOf(value, order, -1) : null;
  return { side: Object.hasOwn(SIDES, word) ? SIDES[word] : '', at: at ?? [null, null] };
}

// The columns and rows of the board; null where none are stated.
function sizeOf(found, boards = ['board', 'grid']) {
  const about = typeOf(found) === 'object' ? found : {}, has = (key) => Object.hasOwn(about, key) && isSet(about[key]),
    given = [...WIDE, ...HIGH].filter((key) => has(key) && !Array.isArray(about[key])),
    stated = [...boards, ...SIZES].filter(has);
  if (!given.length && !stated.length) return null;
  const size = given.length ? [first(about, WIDE, 'int') ?? 0, first(about, HIGH, 'int') ?? 0]
    : sidesOf(about[stated[0]], boards.includes(stated[0])) ?? [0, 0];
  if (Math.min(...size) < 1) refuse([...given, ...stated][0], '"width": 7, "height": 6');
  checkCells(size[0] * size[1]);
  return size;
}

function sidesOf(given, board) {
  if (typeOf(given) === 'object') return sizeOf(given);
  const value = typeof given !== 'string' ? given : !PAIR.test(given) ? null : sure(given.match(/\d+/g)).map(Number);
  if (Array.isArray(value) && value.every((row) => ['string', 'list'].includes(typeOf(row))))
    return board && new Set(value.map((row) => [...row].length)).size === 1 ? [[...value[0]].length, value.length]
      : null;
  const pair = Array.isArray(value) ? value : board ? [] : [value, value];
  return pair.length === 2 && pair[0] === pair[1] && typeOf(pair[0]) === 'int' ? pair : null;
}
const PAIR = /^[ \t-\r]*\d{1,4}[ \t-\r]*[xX×*,][ \t-\r]*\d{1,4}[ \t-\r]*$/;

function cellOf(found, order, least = 0) {
  const at = first(found, ['position', 'pos'], 'object', 'list', 'string') || found,
    pair = (typeof at === 'string' ? (at.match(/-?\d{1,4}/g) ?? []).map(Number) : at) ?? [];
  const numbers = typeOf(pair) === 'object' ? [first(pair, X, 'int'), first(pair, Y, 'int')]
    : typeOf(pair) === 'list' ? [pair.at(0), pair.at(1)] : [];
  const fine = (Array.isArray(pair) ? pair : numbers).length === 2
    && numbers.every((n) => typeOf(n) === 'int' && n >= least);
  return !fine ? null : order < 0 && Array.isArray(pair) ? numbers.reverse() : numbers;
}

// The cells of one list or text as rows where their width or height is stated; other rows as they are.
function cutRows(rows, found) {
  const list = Array.isArray(rows), cells = list ? rows : typeof rows === 'string' ? [...rows] : [],
    count = cells.length, long = cells.some((each) => typeof each === 'string' && [...each].length > 1);
  if (!count || cells.some((each) => Array.isArray(each)) || (!list && /[ \t-\r/,;|]/.test(rows))) return rows;
  let wide = first(found, WIDE, 'int') ?? 0, high = first(found, HIGH, 'int') ?? 0;
  if (long && wide * high !== count) return rows;
  if (list && wide > 0 && high > 0 && wide * high !== count)
    fail(null, 'the board has {got:,} {got:cell|cells}; its width and height require {expected:,}',
      { got: count, expected: wide * high });
  const most = Math.max(wide, high);
  if (Math.min(wide, high) <= 0 && most > 0 && count % most === 0)
    [wide, high] = [wide || count / high, high || count / wide];
  if (wide * high !== count) [wide, high] = tried(() => sizeOf(found, []))[0] ?? [wide, high];
  return wide > 0 && wide * high === count ? inRows(cells, wide) : rows;
}

const wordOf = (cell) => wordsOf(cell === null ? '' : String(cell)).join('_') || '.';

function linesOf(rows, between) {
  if (typeof rows === 'string') return strip(rows).replace(/^goal:/, '').replace(/^[/\n]+|[/\n]+$/g, '');
  const lines = [];
  for (const row of Array.isArray(rows) ? rows : []) {
    const cells = Array.isArray(row) ? row : [row];
    if (!cells.length || !cells.every((each) => ['string', 'int', 'null'].includes(typeOf(each)))) return null;
    lines.push((typeof row === 'string' && strip(row)) || cells.map(wordOf).join(between));
  }
  return lines.join('\n') || null;
}

function isJson(text) {
  const found = json(text);
  return Array.isArray(found) ? found.flat().some((cell) => typeof cell === 'string')
    : isSet(first(found, ROWS, 'list', 'string')) && !carsOf(found).length;
}

// The board and the goal as texts.
function boardAndGoal(found) {
  const rows = Array.isArray(found) ? found : first(found, ROWS, 'list', 'string'), keys = goalLike(found),
    both = [rows, ...keys.slice(0, 1).map((key) => found[key])].map((each) => cutRows(each, found)),
    cells = both.flatMap((each) => (Array.isArray(each) ? each.filter((row) => Array.isArray(row)).flat() : [])),
    between = cells.some((cell) => [...wordOf(cell)].length > 1) ? ' ' : '';
  const [board, own = null] = both.map((each) => linesOf(each, between));
  if (board === null) fail(null, 'expected JSON of a board: a list of rows, or an object with a board');
  const wrong = [...keys.filter((key) => !GOALS.includes(key)), ...keys.slice(1), ...own ? [] : keys];
  if (wrong.length || (own && board.includes('goal:'))) refuse([...wrong, ...keys][0], '"goal": ["..AA", "...."]');
  return [board, own];
}

function readJson(text, shared) {
  const found = json(text), [board, own] = boardAndGoal(found);
  for (const [key] of fieldsOf(found)) if (key.startsWith('exit') || ['walls', 'obstacles'].includes(key))
    fail(null, '{word} cannot be expressed here', { word: key });
  return claimed(onBoard(board, own, slideOf(found), shared), first(found, CLAIMS, 'int'));
}

// The puzzle of a board with its own goal, read as tiles, as Rush Hour or as a grid.
function onBoard(board, own, slide, { isTiles, readTiles, isRush, readRush, isCells, readCells }) {
  const cells = wordsOf(board).join('');
  if (isTiles(board) && ['', 'free'].includes(slide)) {
    const inOrder = own === null || isTiles(own), puzzle = readTiles(board, inOrder ? own : null);
    return inOrder ? puzzle : aimed(puzzle, own);
  }
  if (['', 'along'].includes(slide) && isRush(cells) && (own === null || cells.includes('X') || cells === board)) {
    const ends = wordsOf((own ?? '').replaceAll('/', '')).join('').replace(/[-_0o]/g, '.').replaceAll('x', '#');
    return aimed(readRush(cells), ends.length === cells.length ? inRows([...ends], 6).map((row) => row.join(''))
      .join('\n') : own);
  }
  const whole = [...slide ? [`slide: ${slide}`] : [], board, ...own ? ['goal:', own] : []].join('\n');
  return isCells(whole) ? readCells(whole) : readGrid(whole);
}

// The puzzle with a goal in rows.
const aimed = (puzzle, goal) => (goal === null ? puzzle
  : { ...readGrid(`${puzzle.text.split('goal:')[0]}goal:\n${goal}`), read_as: puzzle.read_as });

// Published lists: a puzzle in another notation with what the list says about it.
const FOGLEMAN = /^(\d{1,3})[ \t-\r,]+([A-Zox.]{36})(?:[ \t-\r,]+(\d{1,9}))?$/,
  CLAUSECKER = RegExp('^((?:\\d{1,12}[ \\t-\\r]+)*)(\\d{1,3}(?:,\\d{1,3}){3,})((?:[ \\t-\\r]+\\d{1,15})*)'
    + '(?:[ \\t-\\r]+\\d{1,3}(?:,\\d{1,3})*)?$'),
  HRD = RegExp('^(\\d{1,8},(?=[^,]+,[01](?:,\\d+){5}$))?([0-9A-F]{7}(?:[0-9A-F]{2})?)'
    + '(?:->(\\d+)|((?:,-?[0-9A-F-]+){2,6})|[ \\t-\\r]+(?=[^ \\t-\\r])(?![ \\t-\\r,\\dA-F]+$)([^\n]{1,100}))$', 'u');

const permuted = (numbers) => [...numbers].sort((a, b) => a - b).every((n, i) => n === i);

function isClausecker(text) {
  const [, before, tiles, after] = CLAUSECKER.exec(strip(text)) ?? [];
  return Boolean(before || after) && permuted(tiles.split(',').map(Number))
    && !permuted(text.match(/\d+/g).map(Number));
}

function readClausecker(text, { readTiles }) {
  const [, before, tiles, after] = sure(CLAUSECKER.exec(strip(text))),
    order = Array.from({ length: tiles.split(',').length }, (_, n) => n).join(',');
  return claimed(noted(readTiles(tiles, order), 'the blank is first in the goal'),
    wordsOf(before)[1] ?? wordsOf(after)[0], 'step');
}

function readHrd(text, { readCode }) {
  const [, id, code, length, table = '', called = ''] = sure(HRD.exec(strip(text))),
    numbers = table.split(',').slice(1),
    solution = !id && ((numbers.length === 3 && /^\d+$/.test(numbers[2])) || numbers.length === 4),
    name = strip(called), key = /^[\x00-\x7f]*$/.test(name) ? 'name' : 'name.zh';
  return claimed(readGrid(`${key}: ${name}\n${readCode(code).text}`), length ?? (solution ? numbers[0] : null), 'move');
}

function readConwnet(text, { Cover }) {
  const cover = new Cover(), code = [...strip(text)].map(Number);
  code.forEach((digit, cell) => digit > 1 && cover.put('..SVHA'[digit], cell, cell + 1));
  const bad = code.findIndex((digit, cell) => (digit === 1) !== (cover.taken.has(cell) && digit < 2));
  if (bad >= 0 && !cover.faults.length) fail(bad + 1, 'cell {cell} is {digit}; the pieces around it require {expected}',
    { cell: bad, digit: code[bad], expected: Number(cover.taken.has(bad)) });
  return cover.puzzle();
}

const lines = (text, ...words) =>
  words.every((word) => text.split('\n').some((line) => RegExp(`^${word}`, 'i').test(line)));

// All of them, in the order in which a text is tried; `shared` has the readers of other notations.
/** @type {(shared: any) => any[]} */
export const formats = (shared) => [
  ['slide', (text) => RegExp(`${SIZE.replaceAll('{1,4}', '+')}${RUNS}(?:,.*)?$`, 'i').test(strip(text)),
    (text) => readSlide(text, shared.keyed)],
  ['js2', (text) => lines(text, '[ \\t-\\r]*xsize[ \\t-\\r]*:', '[ \\t-\\r]*put[ \\t-\\r]*:'), readJs2],
  ['fujiwara', (text) => lines(text, 'size[ \\t-\\r]+\\d+[ \\t-\\r]+\\d+[ \\t-\\r]*$', 'initial[ \\t-\\r]*$',
    'target[ \\t-\\r]*$'), readFujiwara],
  ['conwnet', (text) => /^[0-5]{20}$/.test(strip(text)), (text) => readConwnet(text, shared)],
  ['cars', (text) => Boolean(carsOf(json(text)).length), readCars],
  ['json', isJson, (text) => readJson(text, shared)],
  ['fogleman', (text) => FOGLEMAN.test(strip(text)), (text) => {
    const [, length, cells] = sure(FOGLEMAN.exec(strip(text)));
    return claimed(shared.readRush(cells), length, 'move');
  }],
  ['clausecker', isClausecker, (text) => readClausecker(text, shared)],
  ['hrd', (text) => HRD.test(strip(text)), (text) => readHrd(text, shared)],
].map((each) => [...each, true]);
