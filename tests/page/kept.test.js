// Whole values of the pages' pure functions, as kept.json has them. To keep today's, once each is right:
// `node --experimental-default-type=module tests/page/kept.test.js --write`.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';

const words = JSON.parse(readFileSync(new URL('../../src/huarong/web/static/shared/words.json', import.meta.url), 'utf8'));
const stored = new Map();
let now = 1000;
globalThis.navigator = /** @type {any} */ ({ language: 'en' });
globalThis.localStorage = /** @type {any} */ ({ getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => stored.set(key, text) });
globalThis.dispatchEvent = () => true;
globalThis.fetch = async (url) => new Response(JSON.stringify(String(url).includes('library') ? { entries: [], groups: [] } : Object.fromEntries(Object.entries(words).map(([key, pair]) =>
  [key, pair[Number(String(url).includes('.zh.'))]]))));
Date.now = () => now;
Math.random = () => 0.5;
// Elements as text: a name, its attributes, its children.
class Drawn {
  constructor(name) { Object.assign(this, { name, at: {}, inside: [], does: {}, dataset: {}, style: { setProperty() {} } }); }
  setAttribute(key, value) { this.at[key] = String(value); }
  append(...more) { this.inside.push(...more); }
  addEventListener(type, act) { (this.does[type] ??= []).push(act); }
  happens(type, event) { for (const act of this.does[type] ?? []) act({ type, button: 0, pointerId: 1, preventDefault() {}, stopPropagation() {}, ...event }); }
  get kinds() { return (this.at.class ?? '').split(' ').filter(Boolean); }
  get classList() { const change = (name, on) => { this.at.class = [...this.kinds.filter((each) => each !== name), ...(on ? [name] : [])].join(' '); }; return { add: (name) => change(name, true), remove: (name) => change(name, false), toggle: change }; }
  querySelectorAll(names) { const wanted = names.split(', ').map((name) => name.slice(1)); return this.inside.flatMap((each) => (each instanceof Drawn ? [...(each.kinds.some((kind) => wanted.includes(kind)) ? [each] : []), ...each.querySelectorAll(names)] : [])).map((each) => Object.assign(each, { remove: () => { this.inside = this.inside.filter((other) => other !== each); }, replaceWith() {} })); }
  querySelector(name) { return this.querySelectorAll(name)[0] ?? null; }
  replaceChildren(...more) { this.inside = more; }
  prepend(...more) { this.inside.unshift(...more); }
  focus() {}
  setPointerCapture() {}
  getScreenCTM() { return { inverse: () => null }; }
  closest(name) { return this.kinds.includes(name.slice(1)) ? this : null; }
  animate(frames, how) { this.went = [frames.map(({ transform }) => transform), how.duration]; return { finished: Promise.resolve(), cancel: () => { this.went = null; } }; }
  cloneNode() { return Object.assign(new Drawn(this.name), { at: { ...this.at }, inside: [...this.inside] }); }
  toJSON() { return `<${[this.name, ...Object.entries(this.at).map(([key, value]) => `${key}="${value}"`)].join(' ')}>${this.inside.map((each) => each?.toJSON?.() ?? each).join('')}</>`; }
}
globalThis.document = /** @type {any} */ ({ createElement: (name) => new Drawn(name), createElementNS: (_, name) => new Drawn(name), documentElement: { dataset: {} }, querySelector: (name) => (name.startsWith('#replay') ? found[name] ??= new Drawn(name) : null), querySelectorAll: () => [], addEventListener() {}, body: new Drawn('body') });
globalThis.addEventListener = () => {};
globalThis.removeEventListener = () => {};
globalThis.DOMPoint = /** @type {any} */ (class { constructor(x, y) { Object.assign(this, { x, y }); } matrixTransform() { return this; } });
const found = {}, ticks = [];
globalThis.requestAnimationFrame = (tick) => ticks.push(tick);
globalThis.location = /** @type {any} */ ({ hash: '', search: '', pathname: '/', href: 'http://x/' });
globalThis.matchMedia = /** @type {any} */ (() => ({ matches: false, addEventListener() {} }));
const from = (path) => import(`../../src/huarong/web/static/${path}.js`);
const [P, { Play, countsOf, endOf, graded }, { symmetries }, { read }, folding, solves, tiles, catalogue, draft, names, records, course,
  { Game }, { History, keepOwn, dropOwn, ownPuzzles }, { verdictOf }, { Stepper }, i18n, entries, { Sessions }, { isRight }, { goalCells }, { waist, waists, cuts }, { judge }, { picture }, { lettered }, { labelOf }, kinds, { icon }, { encode }, tray, levels, card, parts, { answer }, grid, letters, { isRush }, { isCells }, { isTiles, textRows }, formats, addresses, ui, { Replay }, { started }, { Board }] = await Promise.all(
  ['rules/puzzle', 'rules/play', 'rules/symmetry', 'rules/reader', 'map/folding', 'timer/solve', 'timer/tiles', 'library/catalogue',
    'editor/draft', 'rules/cast', 'library/progress', 'library/course', 'play/game', 'editor/history', 'play/review', 'museum/stepper',
    'shared/i18n', 'shared/entries', 'timer/sessions', 'museum/questions', 'alone/tiles',
    'map/bottlenecks', 'alone/judging', 'board/picture', 'board/lettering', 'board/label', 'board/kinds', 'board/icon', 'play/qr', 'board/tray', 'library/levels', 'library/card', 'museum/parts', 'alone/answers', 'rules/gridtext',
    'rules/letters', 'rules/rush', 'rules/cells', 'rules/tiles', 'rules/formats', 'shared/addresses', 'shared/ui', 'timer/replay', 'timer/scramble', 'board/board'].map(from));
await i18n.ready;

const puzzleOf = (text) => new P.Puzzle(read(text));
const tried = (call) => { try { return call(); } catch (error) { return `${error.name}: ${error.message}`; } };
const board = puzzleOf('gate: A/AAB-/CD#./..../goal:/..../..../AA..'), eight = puzzleOf('123/4.5/786');
const [A, B] = ['A', 'B'].map((symbol) => board.pieces.findIndex((piece) => piece.symbol === symbol));
const reachOf = (puzzle, i, metric) => [...puzzle.reach(puzzle.start, i, metric)].map(([head, { cells }]) =>
  `${head} ${cells} ${P.pathText(puzzle.legs(puzzle.reach(puzzle.start, i, metric), head))}`);
const square = (n, goal) => puzzleOf(`A${'.'.repeat(n - 1)}${`/${'.'.repeat(n)}`.repeat(n - 1)}/goal:/${goal}`);
// A path of six nodes with a side branch, and a ring.
const lines = [0, 1, 1, 2, 2, 3, 3, 4, 2, 5], graph = folding.wholeOf({ points: 6, lines: Uint32Array.from(lines), start: 0,
  xy: Float32Array.from([0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 2, 1]), distance: Uint32Array.from([4, 3, 2, 1, 0, 3]), depth: Uint32Array.from([0, 1, 2, 3, 4, 3]) });
const ring = folding.wholeOf({ points: 4, lines: Uint32Array.from([0, 1, 1, 2, 2, 3, 3, 0]), start: 1, xy: new Float32Array(8),
  distance: new Uint32Array(4).fill(folding.NOWHERE), depth: Uint32Array.from([1, 0, 1, 2]) });
const plain = (value) => JSON.parse(JSON.stringify(value, (_, each) => (ArrayBuffer.isView(each) ? [...each] : each instanceof Map || each instanceof Set
  ? [...each] : typeof each === 'bigint' ? String(each) : Object.is(each, Infinity) ? 'Infinity' : each)) ?? 'null');
const solve = { puzzle: 'A../.../goal:/..A/...', milliseconds: 1500, moves: 1, metric: 'move', date: '2026-01-02T03:04:05.000Z', played: 'A R1 0; A R1 900' };
const rows = [['Easy One', '易', 'yi-ti', ['Simple'], 'openings', [5, 4, 3], 20, 1], ['Hard', '横刀立马', 'heng-dao-li-ma', [], 'openings', [116, 90, 81], 66, 5],
  ['Unnamed 2', '', '', [], 'openings', [9, 9, 9], 20, 1], ['None', '无', 'wu', [], 'hardest', [null, null, null], null, null]].map(([name, zh, pinyin, aliases, group, best, rating, stars], n) => ({ n,
  id: zh || name, name, zh, group, set: n ? '1x1:2' : '2x2:1 1x1:4', best, moves: best[2], rating, stars, initials: pinyin.split('-').map((each) => each[0] ?? '').join(''),
  keys: [name, zh, pinyin, ...aliases].map(entries.plain) }));
const ids = (some) => some.map(({ id }) => id);
const won = (over = {}) => ({ id: 'x', play: 'p', counts: { move: 3, slide: 4, step: 5 }, best: { move: 3, slide: 3, step: 5 }, seconds: 7.6, seen: false, at: new Date('2026-03-01T12:00:00Z'), ...over });
const once = records.finished(records.empty(), won()), twice = records.finished(once, won({ play: 'q', counts: { move: 5, slide: 5, step: 5 }, seconds: 3, at: new Date('2026-03-03T12:00:00Z') }));
const played = (text, moves) => { const play = new Play(puzzleOf(text)); for (const [i, to] of moves) play.slide(i, to); return play; };
const gameOf = (text) => new Game(puzzleOf(text));
const state = (game) => [game.heads, game.past.length, game.future.length, game.before.length, game.after.length, game.canUndo, game.canRedo, game.solved, game.seconds];
const d = (text) => draft.draftOf(text);
const about = ({ width, height, headers, rows: cells, goals, gates }) => [width, height, headers, cells.join(''), goals.map((each) => each.join('')), gates.join('')];
const trace = { show: 's', first: 2, frames: [['a', {}, [['t', 'x', 1], ['t', 'y', 2]]], ['b', {}, [['t', 'x', 3], ['u', 'z', 4]]], ['c', {}, [['t', 'x', null], ['t', 'y', 5]]]] };
const stepped = (...to) => { const stepper = new Stepper(trace); return to.map((at) => [stepper.go(at), [...stepper.table('t')], stepper.get('u', 'z') ?? null, stepper.fresh('t')]); };

const boardOf = (text) => { const moved = [], box = new Drawn('div'), element = Object.assign(new Drawn('svg'), { parentElement: box }), puzzle = puzzleOf(text), it = new Board(element, { onMove: (i, to) => moved.push([i, to]), say: (text) => moved.push(text()) }); it.setPuzzle(puzzle, puzzle.start); return /** @type {[any, any[]]} */ ([it, moved]); };
const FILES = ['AB/../goal:/../BA', '', 'x', 'AB/../goal:/../BA\nAB/../goal:/AB/..\n12/3./goal:/21/3.\nAB/..x', 'AB\n..\ngoal:\n..\nBA\n\nA.\n..\ngoal:\n..\n.A\n', '{"puzzle": "AB/../goal:/../BA", "length": 4, "metric": "step", "name": "n"}\n{"puzzle": "AB/.."}\n"A./../goal:/../.A"', '[{"puzzle": "A./..", "goal": "../.A", "length": 1.5, "metric": "leap"}]', '# a\nAB/../goal:/../BA\n\nAA/../goal:/../AA'];
const judgements = await Promise.all(FILES.map((text) => answer('judge', { text, file: 'f' })));
const KEPT = {
  'files judged': () => judgements,
  'board: keys, covered, rows, key, solved': () => [board.keys, board.covered(board.start), board.rows(board.start), board.key(board.start), board.solved(board.start), board.solved(board.start.with(A, 8))],
  'board: cells': () => [0, 2, 3, 5, 6, 8, 10, 11].map((head) => [board.cells(board.pieces[A].kind, head), board.cells(board.pieces[B].kind, head)]),
  'board: reach': () => ['move', 'slide', 'step'].map((metric) => board.pieces.map((_, i) => reachOf(board, i, metric))),
  'board: moves': () => ['move', 'slide', 'step'].map((metric) => board.moves(board.start, metric).length),
  'board: beside, step, end': () => [[0, 'U'], [3, 'R'], [4, 'L'], [8, 'D'], [5, 'U'], [5, 'R'], [5, 'D'], [5, 'L']].map(([cell, way]) => [board.beside(cell, way), board.step(board.pieces[B].kind, cell, way), board.end(cell, [[way, 2]])]),
  'board: wayBetween': () => [[0, 2], [2, 0], [0, 8], [8, 0], [0, 5]].map(([a, b]) => board.wayBetween(a, b)),
  'keys of many named pieces': () => [...['AB/../goal:/../AB', 'AB./.C./goal:/.../..A', 'AB./.C./goal:/.../B.A', 'A./../goal:/../.A'].map((text) => puzzleOf(text).keys)],
  'boxOf, sizeOf, shapeOf': () => [[[0, 0]], [[0, 0], [1, 0]], [[1, 0], [0, 1], [1, 1]], [[2, 3], [3, 3], [2, 4], [3, 4]]].map((cells) => [P.boxOf(cells), P.sizeOf(cells), P.shapeOf(cells)]),
  'wayTo, joined, legsOf, stepsOf': () => [[1, 0], [-2, 1], [1, 1], [1, -1], [0, 0], [0, 3]].map(([x, y]) => P.wayTo(x, y)).concat(P.pathText(P.joined([['U', 1], ['R', 2]], [['R', 1], ['D', 4]])), P.pathText(P.joined([], [['L', 1]])), P.stepsOf(P.legsOf('L1U12R3'))),
  'tileSymbol, distinct, tally, cellsIn': () => [[0, 1, 9, 10, 61, 62, 100].map(P.tileSymbol), P.distinct([1, '1', 2, 1]), P.tally(['a', 'b', 'a']), P.cellsIn(['A.', '.A']), P.cellsIn([['x']], null)],
  'sure': () => [tried(() => P.sure(null)), tried(() => P.sure(undefined)), P.sure(0), P.sure('')],
  'a play': () => { const play = played('AB../..../goal:/...A/....', [[0, 5], [0, 6], [1, 4], [1, 0]]); return [play.heads, play.counts, play.last, play.stations, play.back(), play.back(), play.back(), play.heads, play.forth(), play.heads, play.counts, play.slide(0, 99)]; },
  'counts': () => [[], [[0, 'R1'], [0, 'R2']], [[0, 'R1D1'], [0, 'D1'], [1, 'D1']], [[0, 'R1'], [1, 'R1'], [0, 'R1']]].map((moves) => countsOf(moves.map(([i, path]) => ({ i, legs: P.legsOf(path) })))),
  'endOf': () => [endOf(null), endOf({ i: 2, legs: [['U', 1], ['R', 3]] })],
  'graded': () => ['move', 'slide', 'step'].map((metric) => [null, { i: A, way: 'D' }, { i: A, way: 'R' }].map((last) => { const found = graded({ distance: 2, source: 's', moves: [{ i: A, from: 0, to: 4, distance: 2 }, { i: A, from: 0, to: 1, distance: 1 }, { i: B, from: 2, to: 6, distance: null }, { i: B, from: 2, to: 3, distance: 3 }] }, last, metric, board); return [found.distance, found.moves.map(({ cost }) => cost), found.best.map(({ to }) => to), found.source]; })),
  'graded where no goal can be reached': () => graded({ distance: null, moves: [{ i: A, from: 0, to: 4, distance: null }] }, { i: A, way: 'D' }, 'move', board),
  'symmetries': () => [square(2, '../.A'), square(3, '.../.A./...'), square(3, '..A/.../...'), puzzleOf('AB./CD./goal:/.../..A'), puzzleOf('A-A/.../goal:/.../A.A'.replace('-', '#')), puzzleOf('slide: A=LR/A../.../goal:/..A/...'), board].map((puzzle) => symmetries(puzzle).map(({ become, heads }) => [become.join(), heads.map((each) => each.join()).join(' ')])),
  'han, parted, english, called': () => [[-1, 0, 1, 10, 11, 20, 21, 99, 100].map(names.han), ['卒4', '卒四', '车 12', 'A', '12', '卒', '卒十二', 'A1', '曹操'].map(names.parted), ['卒3', '曹操', 'x', '卒x', '卒'].map(names.english), [['卒12', 'Soldier 12'], ['卒', 'Soldier'], ['7', '7'], ['曹操', 'Cao Cao']].map(([label, label_en]) => [names.called({ label, label_en }, 'zh'), names.called({ label, label_en }, 'en')])],
  'cast': () => ['AABBC/AABBC/DEFG./HI.JJ/.....', 'A.BB/..../....', 'A/B/.'].map((text) => { const puzzle = puzzleOf(`${text}/goal:/${text.replace(/[B-Z]/g, '.')}`); return names.cast(puzzle).map(({ symbol, label }) => symbol + label); }),
  'neighbours': () => [folding.neighbours(graph), folding.neighbours(ring)],
  'quotients': () => [folding.quotient(graph, Uint32Array.from([0, 1, 1, 2, 3, 1]), 4), folding.quotient(graph, Uint32Array.from([0, 0, 0, 0, 0, 0]), 1, [7, 8])],
  'corridors': () => [folding.corridors(graph), folding.corridors(graph, new Set([1])), folding.corridors(ring), folding.corridors(ring, new Set([3]))],
  'folded twice': () => folding.corridors(folding.quotient(graph, Uint32Array.from([0, 1, 2, 3, 4, 3]), 5)),
  'graphml': () => folding.graphml(graph, (i) => [i, i + 1], 'a<b').split('\n'),
  'moves of a solve': () => ['A R1 0; A R1 900', 'A R2 5', '', 'A D1R2U1 3', 'A R3 0', 'B R1 0', 'A R1 5; A R1 4', 'A R1', 'A R1 0;A R1 1', 'A R1 0; '].map((text) => tried(() => solves.movesOf(puzzleOf(solve.puzzle), text))),
  'replayed': () => ['A R1 0; A R1 900', 'A R1 0'].map((text) => tried(() => solves.replayed({ ...solve, played: text }).moves.length)),
  'solves from outside': () => [{}, { milliseconds: 0 }, { milliseconds: '12' }, { milliseconds: 1e9 }, { milliseconds: '' }, { milliseconds: null }, { moves: 0 }, { moves: 1.5 }, { metric: 'leap' }, { date: 'x' }, { puzzle: '' }, { puzzle: 5 }, { played: null }].map((over) => solves.solveOf({ ...solve, ...over }) !== null).concat(solves.solveOf(null) !== null, solves.solveOf('x') !== null),
  'averages': () => [[[], 5], [[5, 1, 9, 2, 3], 5], [[100, 5, 1, 9, 2, 3], 5], [[1, 2], 3], [[1, 2, 3, 4], 3]].map(([times, n]) => solves.average(times, n)).concat(solves.best([]), solves.best([3, 1, 2])),
  'times': () => [0, 0.4, 999.5, 59999, 59999.6, 60000, 61005, 3600000].map(solves.timeText),
  'files of solves': () => [solves.csvOf([{ ...solve, puzzle: 'a,"b"\n' }]), solves.csvOf([]), solves.linesOf([solve]), ...[solves.csvOf([solve, solve]), `\ufeff${solves.csvOf([solve])}`, solves.linesOf([solve]) + '{\n\n', 'puzzle,moves\nx,1\n', solves.csvOf([solve]).replace('R1 900', 'R1 9"0') + solves.csvOf([solve]).split('\n')[1], '', solves.csvOf([{ ...solve, played: 'A R1 0' }])].map((text) => { const found = solves.readFile(text); return [found.solves.length, found.refused]; })],
  'moves as text': () => solves.written(board, [{ i: A, legs: [['D', 1], ['R', 2]], at: 0.4 }, { i: B, legs: [['L', 1]], at: 99.6 }]),
  'tiles': () => [tiles.isNumbered(eight), tiles.isNumbered(board), tiles.isNumbered(puzzleOf('12/3.')), tiles.isNumbered(puzzleOf('1./goal:/.1')), tiles.isNumbered(puzzleOf('AB/C./goal:/BA/C.')), tiles.boardText(eight, eight.start), [...'UDLR'].map((way) => tiles.slid(eight, eight.start, way)), [...'UDLR'].map((way) => tiles.slid(eight, eight.start.with(7, 4).with(4, 8), way))],
  'moves of tiles': () => ['L', 'u', 'UL', 'U2', 'L2', 'R1D1', '', 'LURDDR'].map((text) => tried(() => tiles.readMoves(eight, eight.start, text))),
  'moves of tiles as text': () => [[], [['U', 1]], [['U', 2], ['L', 1]], [['R', 1], ['R', 1], ['D', 12]]].map((legs) => tiles.movesText([{ legs }])).concat(['U', ' r2 D', 'X', '', 'U 2', '2U'].map(tiles.isMoves)),
  'shuffled tiles': () => [eight, puzzleOf('12/3.'), puzzleOf('1 2 3 4 5 0/6 7 8 9 10 11')].map((puzzle) => [1, 2, 3].map((seed) => tiles.boardText(puzzle, tiles.shuffled(puzzle, course.randomFrom(seed))))),
  'random numbers': () => [0, 1, 4294967295].map((seed) => { const random = course.randomFrom(seed); return [random(), random(), course.mixed([1, 2, 3, 4, 5], random)]; }),
  'a random puzzle': () => [0, 0.4, 0.99].map((part) => [course.randomOf(rows, () => null, () => part).id, course.randomOf(rows, (id) => id !== 'Unnamed 2', () => part).id, course.randomOf(rows, () => 'solved', () => part).id]),
  'rows found': () => ['', 'easy', 'hard', 'yt', 'hdlm', 'hdl', 'simple', 'simpel', 'esay', 'unnamed', '1x1', '1x1:2', '2x2:1 1x1:4', '2x2:2', '横刀立牛', '横', 'zzzzz', 'one easy', 'hengdaolina', 'x'].map((text) => [text, ids(catalogue.found(rows, text))]),
  'near': () => [['abc', 'abc', 0], ['abc', 'abd', 0], ['abc', 'abd', 1], ['acb', 'abc', 1], ['abcd', 'abc', 1], ['abcde', 'abc', 1], ['ab', 'abcdef', 0], ['bc', 'abc', 1], ['xyz', 'abc', 2], ['', 'a', 1]].map(([text, key, slips]) => catalogue.near(text, key, slips)),
  'rows by rating': () => ['easy', 'hard'].map((order) => ids([...rows].sort(catalogue.byRating(order)))),
  'rows filtered': () => [{}, { from: 4 }, { to: 3 }, { from: 3, to: 9 }, { level: 'easy' }, { level: 'expert' }, { level: 'x' }, { set: '1x1:2' }, { mark: 'solved' }, { mark: 'perfect' }, { mark: 'unsolved' }, { mark: 'favourite' }].map((filter) => ids(catalogue.filtered(rows, filter, { ...records.empty(), favourites: ['无'], puzzles: { 易: { perfect: [] }, 横刀立马: { perfect: ['move'] } } }))),
  'a record': () => [once, twice, records.finished(twice, won({ seen: true, play: 'r', seconds: 1 })).puzzles, records.finished(twice, won({ counts: { move: 1, slide: 1, step: 1 } })).puzzles.x],
  'marks, streaks, favourites': () => [['x', 'y'].map((id) => records.markOf(twice, id)), records.markOf(records.finished(records.empty(), won({ seen: true })), 'x'), records.streak({ days: ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-03'] }, '2026-03-04'), records.streak({ days: ['2026-03-01', '2026-03-02'] }, '2026-03-04'), records.streak({ days: [] }, '2026-03-04'), records.streak({ days: ['2026-03-04'] }, '2026-03-04'), records.toggled(records.toggled(once, 'x'), 'y').favourites, records.toggled(records.toggled(once, 'x'), 'x').favourites],
  'records merged': () => { const other = records.finished(records.empty(), won({ id: 'y', play: 'z' })), both = records.merged(twice, other); return [both, records.merged(both, both).log.length, records.merged(once, twice).puzzles]; },
  'records from outside': () => [{ version: 1, puzzles: {} }, { version: 2, puzzles: {} }, { version: 1 }, null, { version: 1, puzzles: { x: { solved: -1 }, y: { solved: 2, best: { move: 3, step: 'x' }, perfect: ['move', 'leap'], first: 'x', seconds: -1 } }, log: [{ id: 'y', at: '2026-01-01' }, { id: 5 }, { id: 'y', at: 'never' }], days: ['2026-01-01', 'x'], favourites: ['a', 5], learnt: 'x' }].map((value) => tried(() => records.read(value))),
  'a game': () => { const game = gameOf('AB../..../goal:/...A/....'); const all = [state(game), game.move(0, 99) === null, game.move(1, 4) !== null]; now += 2500; all.push(state(game), game.time, game.undo(), state(game), game.redo(), game.move(0, 5) !== null, state(game)); game.restart(); all.push(state(game), game.undo(), state(game), game.redo(), state(game), game.undo()); return [...all, state(game), game.follow(), Object.keys(JSON.parse(stored.get(game.key) ?? '{}'))]; },
  'a game kept': () => { const game = gameOf('AB./.../goal:/..A/...'); stored.set(game.key, JSON.stringify({ past: [[0, 4], [1, 99], [0, 5]], future: [[0, 5]], seconds: '7', seen: 1, before: [null, { past: [] }], stamp: 's' })); const all = [game.follow(), state(game), game.seen, game.follow()]; stored.set(game.key, '{"past": 5}'); return [...all, gameOf('AB./.../goal:/..A/...').follow()]; },
  'a history': () => { const history = new History('h'), go = () => [history.now, history.past.length, history.future.length]; const all = [go()]; for (const [text, typing, wait] of [['a'], ['b', true], ['c', true, 700], ['d', true, 801], ['d'], ['e']]) { now += wait ?? 0; history.put(text, typing); all.push(go()); } return [...all, history.undo(), go(), history.undo(), history.redo(), go(), history.put('f'), go(), history.redo(), new History('h').now]; },
  'own puzzles': () => { keepOwn('a', '1'); keepOwn('b', '2'); keepOwn('a', '3'); const all = ownPuzzles().map(({ name, text }) => name + text); dropOwn('b'); return [all, ownPuzzles().length]; },
  'verdicts': () => [[3, 5, false], [3, 6, false], [4, 5, false], [3, 5, true]].map(([move, step, seen]) => ['move', 'step'].map((metric) => verdictOf({ counts: { move, step }, seen }, { move: 3, step: 5 }, metric))).concat([[verdictOf({ counts: { move: 3, step: 5 } }, null, 'move')]]),
  'drafts': () => ['A./.#/goal:/.A/..', 'name: x y\nAB\n.-\ngates:\n-.\n..\ngoal:\n.A\n..\ngoal:\nA.\n#-', '', 'AAA\nA\n', 'slide: A=LR B=none\nAB\n..', 'x:y/A', 'gate: A/A./..'].map((text) => [...about(d(text)), draft.boardText(d(text)), d(text).firstLine, d(text).goalLine(0), d(text).goalLine(1)]),
  'drafts too large': () => { const large = d(Array(65).fill('.'.repeat(64)).join('\n')), wide = d(Array(64).fill('.'.repeat(64)).join('\n')); return [large.width, large.height, wide.width, wide.height]; },
  'drafts resized': () => [[3, 3], [1, 2], [2, 1]].map(([w, h]) => about(d('AB/.-/goal:/.A/..').resized(w, h))),
  'drafts painted': () => { const each = d('A-/#./goal:/.A/..'); return [[0, '.'], [1, '.'], [1, 'B'], [2, '-'], [2, 'C'], [2, '.'], [2, '.'], [3, '#'], [3, '-'], [0, '-'], [0, 'A']].map(([cell, tool]) => { each.paint(cell, tool); return [each.rows.join(''), each.gates.join(''), each.board.join(''), each.covered.join('')]; }); },
  'ways of pieces in a draft': () => ['AAB/A../CC.', 'slide: along/AAB/..B/C..', 'slide: A=none along B=L/AAB/..B/C..', 'slide: A=UD A=LR/A..'].map((text) => [...'ABC'].map((symbol) => tried(() => d(text).ways(symbol)))),
  'headers of a draft': () => { const each = d('AB/..'); each.setWays('A', 'LR'); each.setGate('B', true); each.set('name', 'n'); const first = { ...each.headers }; each.setWays('A', 'UDLR'); each.setGate('B', false); each.set('name', ''); each.setWays('B', ''); each.setGate('A', true); each.setGate('A', true); return [first, each.headers, draft.freshSymbol(each), each.symbols, draft.boardText(each)]; },
  'a stepper': () => [stepped(0, 1, 2, 1, 0), stepped(9, -3), stepped(2, 2), new Stepper(trace).first, new Stepper({ frames: [] }).first, new Stepper(trace).last],
  'answers of the museum': () => [[3, '3'], [3, ' 3 '], [-2, '−2'], [0, ''], [0, '0'], [3, '4'], ['yes', 'yes'], ['yes', 'no'], ['yes', ' yes']].map(([right, given]) => isRight(right, given)),
  'words': () => [i18n.t('of', { i: 1, n: 2 }), i18n.t('no such'), i18n.sentences('a', '', null, 'b'), i18n.listed(['a', 'b']), i18n.clock(0), i18n.clock(59.9), i18n.clock(60), i18n.clock(3599), i18n.clock(3600), i18n.clock(36061), i18n.number(1234567), i18n.wayText([['U', 1], ['R', 12]]), i18n.titleOf({ name: 'n', name_zh: '名' }), i18n.titleOf({ name: '', name_zh: '名' }), i18n.nameOf({ symbol: '*', label: '*', label_en: '*' }), i18n.nameOf({ symbol: 'A', label: '卒2', label_en: 'Soldier 2' })],
  'names compared': () => ['Âne rouge!', '横刀 立马', 'A-B c', '①'].map(entries.plain).concat([['Easy One'], ['易'], ['yi ti'], ['simple'], ['x'], ['']].map(([text]) => entries.find({ entries: [['Other', 'simple2', '', ['易']], ['Easy One', '易', 'yi-ti', ['Simple']]] }, text))),
  'sessions of the timer': () => { const all = new Sessions(), go = () => [all.at, all.list.length, all.solves.length, all.damaged]; const found = [go(), all.add(solve, solve), go(), all.remove(0), go(), all.begin(), go(), all.choose(0), go(), all.choose(9), go(), all.end(), go(), all.end(), go()]; stored.set('huarong.timer', JSON.stringify({ at: 7, list: [{ begun: 'x', solves: [solve, {}] }, { solves: [] }, null] })); all.follow(); found.push(go()); stored.set('huarong.timer', '{"list": 3}'); all.follow(); return [...found, go()]; },
  'goal cells of tiles': () => ['123/456/78.', '1234/5678/9ABC/DEF.', '12.3/4567/89AB/goal:/1234/5678/9AB.', '1234/5678/9AB./goal:/.123/4567/89AB', '1 2 3 4 5 6/7 8 9 10 11 .', '12345/6789.', '1234/56#7/89A./goal:/1234/56#7/89A.', '1234/5678/9A.-/goal:/1234/5678/9A..', 'AABC/DEFG/HIJ./goal:/AABC/DEFG/HIJ.', '1234/5678/9A../goal:/1234/5678/9A..', '1234/5678/9AB./goal:/1234/..../....', '1234/5678/9AB./goal:/1234/5678/9AB./goal:/1234/5678/9BA.', 'slide: 1=LR/1234/5678/9AB./goal:/1234/5678/9AB.', '1234567/89ABCD./goal:/1234567/89ABCD.'].map((text) => tried(() => goalCells(puzzleOf(text)))),
  'waists and cuts': () => [graph, ring].map((each) => [waists(each), waist(each), waist(each, 0.5), waist(each, 0.1, 0), cuts(each, []), cuts(each, [2]), cuts(each, [5]), cuts(each, [], [[1, 2]]), cuts(each, [], [[2, 5]])]),
  'waists of a ladder': () => [[0, 1, 0, 2, 1, 3, 2, 3, 3, 4, 4, 5, 4, 6, 5, 7, 6, 7], [0, 1, 0, 2, 1, 3, 2, 3, 0, 4, 4, 3, 3, 5, 5, 6, 5, 7, 6, 7]].map((some) => folding.wholeOf({ points: 8, lines: Uint32Array.from(some), start: 0, xy: new Float32Array(16), distance: Uint32Array.from([5, 4, 4, 3, 2, 1, 1, 0]), depth: Uint32Array.from([0, 1, 1, 2, 3, 4, 4, 5]) })).map((each) => [waists(each), waist(each), waist(each, 0), waist(each, 0.3), cuts(each, [1, 2]), cuts(each, [1]), cuts(each, [], [[3, 4]])]),
  'a picture': () => [picture(puzzleOf('A-/#./goal:/../.A')), picture(puzzleOf('AB./goal:/..A'), [1, 0], { theme: 'dark', cell: 9, labels: false })].map((text) => text.replace(/<defs>.*<[/]defs>/, '')),
  'letters': () => [['曹操', [[0, 0], [1, 0], [0, 1], [1, 1]]], ['赵云', [[0, 0], [0, 1]]], ['卒', [[0, 0]]], ['Red Hare', [[0, 0], [0, 1]]], ['Red Hare', [[0, 0], [1, 0]]], ['Willow', [[0, 0], [1, 0], [0, 1]]], ['A', [[0, 0]]], ['ABC', [[0, 0]]]].map(([text, shape]) => [lettered(text, shape), lettered(text, shape, { up: 0.04, limit: 0.2 })]),
  'labels': () => [{ symbol: 'A', label: 'A' }, { symbol: 'N', label: '卒1', label_en: 'Soldier 1' }].map((piece) => labelOf(piece, [[0, 0]])),
  'sets in words': () => ['2x2:1 2x1:1 1x2:4 1x1:4', '2x2:1 1x1:14', '2x2:2 1x1:4', '2x2:1 3x1:1', '1x1:1', '3x2/5:2', '', '2x2:1 2x1:5', '2x2:1', '2x1:2'].map((set) => [kinds.setWords(set), kinds.classWords(set)]),
  'kinds and stars': () => [kinds.kinds(board, '2x1:1 1x1:3'), kinds.kinds(eight, '1x1:8'), kinds.starred(0), kinds.starred(1), kinds.starred(5), kinds.starred(null)],
  'icons': () => ['back', 'run', 'pause'].map((name) => icon(name)).concat(icon('close', 9)),
  'codes to scan': () => ['', 'a', 'https://x/#p=%E6%A8%AA'].map((text) => encode(new TextEncoder().encode(text)).map((row) => row.map(Number).join(''))),
  'goals drawn': () => [[board, null], [board, board.start], [eight, null], [puzzleOf('A../.../goal:/.A./...'), null], [puzzleOf('A../.../goal:/.A./...'), [1]], [puzzleOf('AA./.../.../goal:/.../.AA/...'), [4]], [square(3, '.../.A./...'), [4]]].map(([puzzle, heads]) => tray.goals(puzzle, heads)),
  'the tray': () => [tray.ground(puzzleOf('A-/#./goal:/../.A')), tray.ground(square(2, '../.A'), null, true)],
  'files of levels': () => [[0xff, 0xfe, 0x41, 0], [0xfe, 0xff, 0, 0x41], [0xe6, 0xa8, 0xaa], [0xba, 0xe1], [], [0xef, 0xbb, 0xbf, 0x41]].map((bytes) => levels.textOf(Uint8Array.from(bytes).buffer)).concat([{ summary: 'One.\nTwo', complete: true }, { summary: 'One', complete: false, alone: true }, { summary: 'One', complete: false, alone: false, trouble: 'So.' }].map((each) => levels.summary(each, 'file'))),
  'cards': () => [rows.map(card.titleOf), [null, [1, 2, 3], [null, null, null], [3, 2, 1]].map((best) => tried(() => card.countsOf(best))), [null, [1, 2, 3]].map((best) => tried(() => card.counted(best))), ['x', 'y'].map((id) => card.marked(id, twice))],
  'parts of the museum': () => [parts.bits([1, 0, 'x']), parts.bits(['a'], (n) => n, 'l'), parts.wrapped('a', 'b'), parts.row(['a', 'b'], { class: 'x' }, 'th'), parts.table(['h'], [parts.row(['1']), parts.row(['2'])]), parts.panes([['H', 'x'], ['G']]), parts.dim('d')],
  'who opens an address': () => ['localhost', 'a.localhost', 'localhost.', '127.0.0.1', '0.0.0.0', '[::1]', '[::ffff:7f00:1]', '', '10.0.0.1', '10.evil.example', '192.168.1.1', '192.169.1.1', '172.15.0.1', '172.16.0.1', '172.31.0.1', '172.32.0.1', '100.63.0.1', '100.64.0.1', '100.127.0.1', '100.128.0.1', '169.254.1.1', '[fc00::1]', '[fe80::1]', '[fec0::1]', '[2001:db8::1]', 'nas', 'nas.local', 'x.lan', 'x.home.arpa', 'example.org', '8.8.8.8', 'LOCALHOST'].map((host) => [host, addresses.reachOf(host)]),
  'errors in words': () => [{ name: 'AbortError' }, { status: 503, message: 'x' }, { status: 422, message: 'x' }, { message: 'x' }, { name: 'TypeError', status: 0, message: 'x' }].map(ui.problem),
  'words and signs of a text': () => [grid.strip(' \u3000a b\u00a0'), grid.strip('\ufeffa'), grid.wordsOf(' a\u2003b  c '), [...'A:/.#- \t曹1é☃\u200b'].map(grid.stands), [0, 1, 2].map(((some) => () => some.next().value)(grid.newSymbols('AC'))), tried(() => grid.checkCells(4096)), tried(() => grid.checkCells(4097)), tried(() => grid.checkLength('ab', 2)), tried(() => grid.checkLength('abc', 2)), formats.plain('Start_State')],
  'rows, sets and starts': () => [board, eight, puzzleOf('AAB/A../CC./goal:/.../.../..B')].map((each) => [grid.rowsOf(grid.boardOf(each.width, each.height, each.walls, each.gates), each).map(String), grid.pieceSet(each), started(each, each.start).line]),
  'kinds of cells': () => [[[0, 0]], [[2, 3], [3, 3]], [[1, 0], [0, 1], [1, 1]]].map((cells) => { const kind = grid.kindOf(cells); return [kind, grid.along(kind), grid.headsOf(grid.boardOf(3, 2, [4], [1]), kind), grid.headsOf(grid.boardOf(3, 2, [], [1]), { ...kind, gates: true })]; }),
  'copies of a rectangle': () => [[[0, 0], [1, 0], [0, 1], [1, 1]], [[0, 0], [1, 0], [2, 0]], [[0, 0], [1, 0], [0, 1]], []].map((cells) => [[1, 1], [2, 1], [1, 2], [2, 2], [3, 1]].map(([w, h]) => letters.copies(cells, w, h))),
  'what a text seems to be': () => ['12345678.', '1 2 3 0', '123/456/78.', '1,2,3', '1 1 2 0', '1 2 2 2', 'ooAAoBoooo', 'oooooooooooooooooooooooooooooooooooo', 'ooBoooooBoooAAoooooooooooooooooooooo', 'A 2,3 R', '[[1,2],[3,0]]', '0', 'x'].map((text) => [isTiles(text), isRush(text), isCells(text), textRows(text)]),
  'keys of goals': () => [{ goal: 1 }, { goal: null }, { goal: '' }, { targetState: 'x' }, { end: 5 }, { finish: 'x', name: 'y' }, [1], 'goal', null].map((value) => formats.goalLike(value)),
  'a replay': () => { const shown = [], times = () => [found['#replay-at'].value, found['#replay-time'].textContent, found['#replay-run'].textContent, found['#replay'].hidden, found['#replay-at'].max]; const replay = new Replay({ setPuzzle: (_, heads) => shown.push(['puzzle', heads]), setHeads: (heads) => shown.push(heads) }, () => {}); found['#replay-speed'] = { value: '2' }; replay.enter(puzzleOf('AB./.../goal:/..A/...'), [{ i: 0, to: 3, at: 100 }, { i: 1, to: 4, at: 250 }], 400); const all = [times()]; for (const to of [99, 100, 249, 250, 400, 999]) { replay.go(to); all.push([...times(), shown.at(-1)]); } replay.go(400); replay.run(false); replay.run(true); all.push([times(), replay.running, ticks.length]); replay.leave(); return [...all, times(), replay.running, shown.length]; },
  'a board': () => { const [it, moved] = boardOf('AB./.../goal:/..B/...'), look = () => [it.heads, it.element.kinds, it.pieces.map((each) => [each.style.transform, each.kinds, each.at['aria-label'], each.at['aria-pressed'], each.at.tabindex, each.went]), it.dots.inside.map((dot) => [dot.at, dot.inside.at(-1)])]; const all = [look()]; it.setHeads([3, 1]); all.push(look()); it.choose(1); all.push(look()); it.setGrades(new Map([['1:2', { kind: 'best', text: '7' }]])); it.pick(true); all.push(look()); it.leave(1, 'U'); all.push(look()); it.setHeads([3, 1]); all.push(look()); it.setHeads([3, 2], false); it.leave(0, 'L', false); all.push(look()); it.unchoose(); all.push(look(), moved); return all; },
  'arrows on a board': () => { const [it] = boardOf('AB./.../goal:/..B/...'); return [{ i: 0, from: 0, legs: [['D', 1], ['R', 2]] }, { i: 1 }, null, { i: 1, from: 1, to: 2, legs: [['R', 1]] }].map((move) => { it.point(move); return [JSON.parse(JSON.stringify(it.marks)), it.pieces.map((each) => each.kinds)]; }).concat([[it.arrows([{ i: 0, from: 0, legs: [['D', 1]], sort: 'played' }, { i: 1, from: 1, legs: [['R', 1]], sort: 'best' }]), it.marks]]); },
  'drags': () => [[[0.5, 0.5], [0.5, 0.5, 10]], [[0.5, 0.5], [0.5, 0.8, 200], [0.5, 0.8, 200]], [[0.5, 0.5], [0.5, 0.9, 200], [0.5, 0.9, 200]], [[0.5, 0.5], [0.5, 1.5, 300], [2.5, 1.6, 300], [2.5, 1.6, 200]], [[0.5, 0.5], [0.5, 0.7, 16], [0.5, 0.95, 16], [0.5, 1, 16]], [[1.5, 0.5], [1.7, 0.5, 16], [1.9, 0.5, 16], [2.05, 0.5, 16]], [[1.5, 0.5], [1.7, 0.6, 16], [1.9, 0.8, 16], [2.0, 0.95, 16]], [[1.5, 0.5], [1.6, 0.9, 100], [1.6, 1.4, 100], [1.6, 1.4, 100]], [[1.5, 0.5], [2.9, 0.5, 50]]].map((points) => { const clock = performance.now, [it, moved] = boardOf('AB../..../..../goal:/...B/..../....'); let at = 1000; performance.now = () => at; const [[x, y], ...rest] = points, i = it.pieces.findIndex((_, n) => it.heads[n] === Math.floor(x)); it.pieces[i].dataset.i = String(i); it.element.happens('pointerdown', { target: it.pieces[i], clientX: x, clientY: y }); const places = rest.map(([u, v, wait]) => { at += wait; it.element.happens('pointermove', { target: it.pieces[i], clientX: u, clientY: v }); return it.pieces[i].style.transform; }); it.element.happens('pointerup', { target: it.pieces[i] }); performance.now = clock; return [places, moved, it.showing, it.dragging]; }),
  'drags by chance': () => { const clock = performance.now; let at = 1000, seed = 11; performance.now = () => at; const random = (n) => (seed = seed * 16807 % 2147483647) % n; const all = ['AB../..../..C./goal:/...B/..../....', 'gate: A/A-B./.CC./.#../goal:/...A/..../....', 'slide: A=LR B=UD/AA../B.../B.C./goal:/..AA/..../....', 'AA./A.B/.../goal:/.../.AA/.A.'].flatMap((text) => Array.from({ length: 14 }, () => { const [it, moved] = boardOf(text), { width } = it.puzzle, i = random(it.pieces.length), on = it.pieces[i], [dx, dy] = it.puzzle.kinds[it.puzzle.pieces[i].kind].shape.at(-1); on.dataset.i = String(i); on.at.class += ' piece'; let [x, y] = [it.heads[i] % width + dx + 0.5, Math.floor(it.heads[i] / width) + dy + 0.5]; it.element.happens('pointerdown', { target: on, clientX: x, clientY: y }); const [far, wait, end] = [1 + random(25), 5 + random(60), ['pointerup', 'pointerup', 'pointerup', 'pointercancel'][random(4)]], places = Array.from({ length: 5 }, () => { at += random(wait); x += (random(2 * far + 1) - far) / 10; y += (random(2 * far + 1) - far) / 10; it.element.happens('pointermove', { target: on, clientX: x, clientY: y }); return [...on.style.transform.matchAll(/-?[\d.]+(?:e-?\d+)?/g)].map(([each]) => Math.round(Number(each) * 100) / 100); }); it.element.happens(end, { target: on, clientX: x, clientY: y }); return [it.puzzle.pieces[i].symbol, places.join(' '), moved.map(([n, to]) => [it.puzzle.pieces[n]?.symbol, to, it.puzzle.reach(it.heads, n).has(to)]), end, it.showing]; })); performance.now = clock; return all; },
  'taps': () => ['AB./.../goal:/..A/...', 'AA./A.B/.../goal:/.../.AA/.A.', 'AB/C./goal:/../.A'].map((text) => { const [it, moved] = boardOf(text), look = () => [moved.splice(0), it.showing, it.chosen, it.dots.inside.length], tap = (x, y, target = it.element) => { it.element.happens('pointerdown', { target, clientX: x, clientY: y }); it.element.happens('pointerup', { target, clientX: x, clientY: y }); return look(); }; it.pieces.forEach((each, i) => { each.dataset.i = String(i); }); const all = [tap(0.5, 1.5)]; for (const i of it.pieces.keys()) { const [x, y] = [it.heads[i] % it.puzzle.width + 0.5, Math.floor(it.heads[i] / it.puzzle.width) + 0.5]; all.push(tap(x, y, it.pieces[i]), tap(x, y, it.pieces[i])); it.choose(i); for (const [u, v] of [[0.5, 0.5], [1.5, 1.5], [2.5, 0.5], [2.2, 1.9], [1.1, 2.2]]) { it.choose(i); all.push(tap(u, v)); } it.still = true; all.push(tap(1.5, 1.5)); it.still = false; } return all; }),
  'keys on a board': () => ['AB./.CC/D.E/goal:/.../.../..A', 'AA./AB./.CD/goal:/.../.AA/.A.'].map((text) => { const [it, moved] = boardOf(text); return [']', ']', '[', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowUp', ' ', 'ArrowRight', 'ArrowDown', 'Enter', ' ', 'Escape', 'x', ['ArrowRight', { shiftKey: true }], ['ArrowLeft', { ctrlKey: true }], ['ArrowLeft', { metaKey: true }], ['ArrowLeft', { altKey: true }]].map((key) => { const [name, about] = [key].flat(); let kept = true; it.press({ key: name, preventDefault() { kept = false; }, ...about }); return [name, it.chosen, it.picked, it.showing, kept, moved.splice(0)]; }); }),
};

const FILE = new URL('kept.json', import.meta.url);
if (process.argv.includes('--write')) {
  const text = Object.entries(KEPT).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(plain(value()))}`).join(',\n');
  writeFileSync(FILE, `{\n${text}\n}\n`);
} else {
  const kept = JSON.parse(readFileSync(FILE, 'utf8'));
  for (const [name, value] of Object.entries(KEPT)) test(name, () => assert.deepEqual(plain(value()), kept[name]));
  test('all that is kept is compared', () => assert.deepEqual(Object.keys(kept), Object.keys(KEPT)));
}
