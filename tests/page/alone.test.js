// The answers of a page without a server: the worker is run in this process, and files are read from their folder.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const json = (path) => JSON.parse(readFileSync(new URL(`../../src/huarong/${path}`, import.meta.url), 'utf8'));
// A library of one puzzle in its compact form: A has to go from the first cell of 3x1 to the last.
const LIBRARY = { puzzles: [[0, 0, '0']], sets: [[0, [0], 0, null]], crews: [['A', [0]]], boards: [[3, 1, [], []]],
  kinds: [[[[0, 0]], 'UDLR', false, '']], names: [['甲', 'First']], goals: [[[[0, 2]]]],
  entries: [['Walk', '走', 'zou', ['stroll'], '', '', 7, 3]] };
const FILES = {
  '/static/shared/words.en.json': Object.fromEntries(Object.entries(json('web/static/shared/words.json'))
    .map(([key, [english]]) => [key, english])),
  '/static/alone/words.json': json('web/static/alone/words.json'), '/static/alone/faults.json': json('data/zh.json'),
  '/api/v1/library': LIBRARY,
};
globalThis.navigator = /** @type {any} */ ({ language: 'en' });
globalThis.fetch = async (url) => new Response(JSON.stringify(FILES[String(url).replace(/^.*\/(?=static|api)/, '/')]));
const page = globalThis, sent = [];
page.onmessage = null;
page.MessageChannel = class { // Node waits for ports that are open
  port1 = {};
  port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
};
page.postMessage = (data) => { sent.push(data); queueMicrotask(() => page.worker.onmessage({ data })); };
page.Worker = class {
  constructor() { page.worker = this; }
  async postMessage(data) { await import('../../src/huarong/web/static/alone/worker.js'); page.onmessage({ data }); }
};
const { answer, needsPython } = await import('../../src/huarong/web/static/alone/answers.js');
const { unpacked } = await import('../../src/huarong/web/static/rules/packed.js');
const { sliced } = await import('../../src/huarong/web/static/alone/jobs.js');
const { ready, t } = await import('../../src/huarong/web/static/shared/i18n.js');
await ready;

const TINY = 'AB/../goal:/../.A'; // B is the first piece
const refused = (path, body, status, reason) => assert.rejects(answer(path, body), (error) => {
  assert.deepEqual([error.status, error.message.slice(0, reason.length)], [status, reason]);
  return true;
});

test('a text is read: a name of the library, its other names, any notation; with what was assumed', async () => {
  for (const text of ['Walk', ' walk ', '走', 'zou', 'Stroll']) {
    const found = await answer('puzzle', { text });
    assert.deepEqual([found.library, found.name, found.line, found.pieces[0].label],
      [true, 'Walk', 'names: A=甲/A../goal:/..A', '甲']);
  }
  const { read, library } = await answer(`puzzle?${new URLSearchParams({ text: '813402765' })}`);
  assert.deepEqual([library, read], [false, { notation: 'tiles', notes: [], text: 'read as tiles: 3x3' }]);
  const other = (await answer('puzzle', { text: '8 1 3\n4 X 2\n7 6 5' })).read;
  assert.deepEqual([other.notes, other.text], [["'X' is the blank"], "read as tiles: 3x3; 'X' is the blank"]);
  assert.match((await answer('puzzle', { text: '1A9BF0C00' })).read.text, /^read as code: 4x5/);
});

test('what cannot be read or answered is refused', async () => {
  await refused('puzzle', { text: ' ' }, 422, 'The text is empty');
  await refused('puzzle', { text: 'nothing of the kind' }, 404, 'No puzzle is called “nothing of the kind”');
  await refused('puzzle', { text: 'AB/C.' }, 422, 'there is no goal, and this board has no usual one');
  await assert.rejects(answer('puzzle', { text: 'AB/C/goal:/AB' }), ({ faults }) => {
    assert.deepEqual(faults.map(({ line, column, reason }) => [line, column, reason]), [
      [1, 5, 'this row has 1 cell; expected 2, as in the first row'],
    ]);
    return faults[0].message === 'line 1, column 5: this row has 1 cell; expected 2, as in the first row';
  });
  assert.deepEqual([await answer('nothing', {}), (await needsPython('nothing')).status], [undefined, 501]);
  assert.deepEqual(['no such key', 'judged_n', 'judged_n'].map((key, n) => t(key, { n })),
    ['no such key', '1 puzzle read', '2 puzzles read']);
  const asked = { harder: /^Harder versions .*: each of /, prove: /^A certificate .*: it /, 'trace?show=x': /^This show .*: /,
    exhibit: /^Measuring .*: it /, nothing: /^This requires Python: / };
  for (const [path, why] of Object.entries(asked)) assert.match((await needsPython(path)).message, why);
});

test('checks and other notations', async () => {
  const { valid, faults, notations, puzzle, text } = await answer('check', { text: TINY });
  assert.deepEqual([valid, faults, notations, puzzle.line], [true, [], ['line'], TINY]);
  assert.equal(text, 'AB\n..\ngoal:\n..\n.A\n');
  const bad = await answer('check', { text: 'AB/C.' });
  assert.deepEqual([bad.valid, bad.faults.map(({ line, message }) => [line, message])],
    [false, [[null, 'there is no goal, and this board has no usual one: add a goal section']]]);
  assert.deepEqual((await answer('check', { text: '' })).faults.map(({ line, column }) => [line, column]), [[null, null]]);
  const { notations: others } = await answer('convert', { puzzle: TINY });
  assert.deepEqual(others.map(({ notation, text: written }) => [notation, written]), [['line', TINY], ['grid', text],
    ['others', null]]);
  assert.deepEqual((await answer('convert', { puzzle: TINY, heads: [1, 0] })).notations[0].text, null);
});

test('searches: solutions, hints, distances, scrambles, facts', async () => {
  const solved = await answer('solve', { puzzle: TINY, metric: 'step' });
  assert.deepEqual([solved.solved, solved.length, solved.counts, solved.layouts, solved.heads], [true, 2,
    { step: 2, slide: 2, move: 1 }, ['AB/..', '.B/A.', '.B/.A'], [[1, 0], [1, 2], [1, 3]]]);
  assert.deepEqual([solved.moves.map(({ text }) => text), solved.pieces, solved.bound, solved.reason],
    [['A D1', 'A R1'], { A: 'A', B: 'B' }, 2, null]);
  const hint = await answer('hint', { puzzle: TINY, heads: [1, 2], last: 'A D1', metric: 'move' });
  assert.deepEqual([hint.distance, hint.solvable, hint.source, hint.best], [0, true, 'component', ['A R1']]);
  const straight = await answer('hint', { puzzle: TINY, heads: [1, 2], last: 'A D1', metric: 'slide' });
  assert.deepEqual([straight.distance, straight.moves.find(({ best }) => best)?.path], [1, 'R1']);
  // In slides, a piece that came down and then right goes on to the right for nothing, and not down.
  const turned = await answer('hint', { puzzle: 'A.../..../goal:/..../...A', heads: [5], last: 'A D1R1', metric: 'slide' });
  assert.equal(turned.distance, 0);
  const none = await answer('hint', { puzzle: '12/3./goal:/21/3.' });
  assert.deepEqual([none.distance, none.solvable, none.reason.key], [null, false, 'order']);
  assert.deepEqual(await answer('distances', { puzzle: TINY, layouts: [[1, 0], [1, 3], [0, 2]], metric: 'step' }),
    { distances: [2, 0, 1], source: 'component' });
  assert.deepEqual(await answer('distances', { puzzle: 'A#./goal:/..A', layouts: [[0], [2]] }),
    { distances: null, source: 'search' });
  const far = [];
  for (const chance of [0, 0.5, 0.99]) {
    const { heads, distance } = await answer('scramble', { puzzle: TINY, metric: 'step', least: 0, most: 1, chance });
    far.push(distance);
    assert.ok(heads[1] !== 3);
  }
  assert.deepEqual(far, [1, 1, 1]);
  assert.deepEqual(await answer('scramble', { puzzle: TINY, metric: 'step', least: 9, most: 9, chance: 0 }),
    { heads: null, distance: null });
  const facts = await answer('facts', { puzzle: 'A../goal:/..A' });
  assert.deepEqual(facts, { best: { move: 1, slide: 1, step: 2 }, rating: null, difficulty: null, source: 'component',
    solutions: 1, layouts: 3, goals: 1, solvable: 3, longest: 1 });
  const rated = await answer('facts', { puzzle: 'Walk' }), moved = await answer('facts', { puzzle: 'Walk', heads: [1] });
  assert.deepEqual([rated.rating, rated.difficulty, moved.rating, moved.best.step], [7, 3, null, 1]);
});

test('boards of numbered tiles have a solution at once, with a bound', async () => {
  const large = '1 2 3 4 6/7 8 9 5 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0', tiles = '5 1 2 4/9 6 3 8/0 10 7 11';
  for (const [text, least] of [[large, 1], [tiles, 1]]) {
    const found = await answer('solve', { puzzle: text }), { heads, moves, bound, optimal, length } = found;
    assert.ok(found.solved && moves.length === length && bound >= least && (optimal ? bound === length : bound < length));
    assert.deepEqual(heads.at(-1), [...heads.at(-1).keys()]);
  }
  const none = await answer('solve', { puzzle: '1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0' });
  assert.deepEqual([none.solved, none.reason.key], [false, 'parity']);
});

test('a map in bytes and a picture', async () => {
  const { header, next } = unpacked('HRM1', await answer(`map?${new URLSearchParams({ puzzle: TINY, metric: 'step' })}`));
  const { points, edges, complete, longest, known, pieces } = header;
  assert.deepEqual([points, edges, complete, longest, known, pieces], [12, 16, true, 3, true, 2]);
  assert.ok([...next(Float32Array, 24)].every((value) => Math.abs(value) <= 1));
  const lines = [...next(Uint32Array, 32)], far = [...next(Uint32Array, 12)], deep = [...next(Uint32Array, 12)];
  for (let e = 0; e < 32; e += 2) assert.ok(lines[e] < lines[e + 1] && Math.abs(far[lines[e]] - far[lines[e + 1]]) < 2);
  assert.deepEqual([deep[0], far[0], Math.max(...deep)], [0, 2, 4]); // from the start, whatever was asked before
  assert.match(await answer('svg', { puzzle: TINY, labels: 'false' }), /^<svg (?!.*<text)/);
  assert.match(await answer('svg', { puzzle: TINY, heads: [1, 2], cell: '20' }), /<text/);
});

test('a search too long to be told is told of, and stopped', async () => {
  const stop = new AbortController(), told = [];
  await assert.rejects(answer('hint', { puzzle: TINY }, null, AbortSignal.abort()), { name: 'AbortError' });
  await assert.rejects(answer('solve', { puzzle: 'ABCDEFGHI./abcdefghi./........../goal:/i........./' +
    '........../I.........' }, (progress) => { told.push(progress); stop.abort(); }, stop.signal), { name: 'AbortError' });
  assert.ok(told[0].layouts > 0 && told[0].rate > 0 && told[0].seconds > 0);
  const { now } = performance, slices = [];
  let time = 0;
  performance.now = () => time++; // each look at the clock takes a millisecond
  const count = (function* () { for (let n = 0; n < 100; n++) yield n; return 'done'; })();
  assert.equal(await sliced(count, new AbortController().signal, 10, (n) => slices.push(n)), 'done');
  performance.now = now;
  assert.deepEqual(slices, [9, 19, 29, 39, 49, 59, 69, 79, 89, 99]);
});

const rows = ({ checked }) => checked.map(({ place, findings, claimed, metric, name }) =>
  [place, findings.map(({ kind }) => kind).join(), claimed, metric, name]);

test('files of puzzles: lines of JSON, lists, parts that end in `end`, parts between empty lines, rows', async () => {
  const judge = async (text) => answer('judge', { text, file: 'f' });
  const found = await judge('\ufeff{"puzzle": "A./../goal:/.A/..", "length": 1, "metric": "move", "name": "one"}\r\n'
    + '{"puzzle": "12/3./goal:/21/3.", "length": 1.5, "metric": "way"}\n\n"AB/C."\n{"puzzle": "A./.B", "goal": "A./.B"}\n');
  assert.deepEqual(rows(found), [['f:1', '', 1, 'move', 'one'], ['f:2', 'unsolvable', null, null, null],
    ['f:4', 'unreadable', null, null, null], ['f:5', 'solved', null, null, null]]);
  assert.equal(found.summary, '4 puzzles read\n1 unreadable, 1 unsolvable, 1 solved at the start');
  assert.deepEqual(found.checked.map(({ findings: [each] }) => each?.message.slice(0, 24)),
    [undefined, 'there is no solution: th', 'line 4: there is no goal', 'it is solved at the star']);
  const exit = (more) => judge(`{"puzzle": "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"${more}}\n`);
  for (const [more, fine] of [['', true], [', "slide": 7', true], [', "exit": "left"', false],
    [', "slide": "free"', false], [', "target": ["A"]', false]])
    assert.equal(rows(await exit(more))[0][1] === '', fine, more);
  const list = await judge('[{"puzzle": "A./../goal:/.A/.."}, {"puzzle": "813402765", "goal": "123804765"}]');
  assert.deepEqual(rows(list).map(([place, kinds]) => [place, kinds]), [['f:1', ''], ['f:2', 'unsolvable']]);
  assert.deepEqual(rows(await judge('name: x\nA.\n..\ngoal:\n.A\n..\n')), [['f:1', '', null, null, 'x']]);
  const parts = await judge('A.\n..\n\ngoal:\n.A\n..\n\nname: b\nAB\nCD\ngoal:\nBA\nCD\n\n?\n');
  assert.deepEqual(rows(parts).map(([place, kinds]) => [place, kinds]), [['f:1', ''], ['f:8', 'unsolvable'],
    ['f:15', 'unreadable']]);
  const lines = await judge('# two\n813402765\n123456780\n');
  assert.deepEqual(rows(lines).map(([place, kinds]) => [place, kinds]), [['f:2', ''], ['f:3', 'solved']]);
  const grid = 'size 2 2\ninitial\nA.\n..\ntarget\n.A\n..\nend\n';
  assert.deepEqual(rows(await judge(grid + grid)).map(([place]) => place), ['f:1', 'f:9']);
  await assert.rejects(answer('judge', { text: 'A./.A', file: 'f' }, null, AbortSignal.abort()), { name: 'AbortError' });
});
