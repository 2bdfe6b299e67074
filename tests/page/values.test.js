// Whole values: outlines, styles and arrows of the board, names of pieces, layouts from outside, what a browser keeps.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as shapes from '../../src/huarong/web/static/board/shape.js';
import { cast } from '../../src/huarong/web/static/rules/cast.js';
import { Puzzle, WAYS } from '../../src/huarong/web/static/rules/puzzle.js';
import { read } from '../../src/huarong/web/static/rules/reader.js';

const puzzleOf = (text) => new Puzzle(read(text));
const kept = new Map(), events = [], browser = { full: false };
globalThis.navigator = /** @type {any} */ ({ language: 'zh-CN' });
globalThis.localStorage = /** @type {any} */ (new Proxy({
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, text) => { if (browser.full) throw new Error('full'); kept.set(key, text); },
}, { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }));
globalThis.dispatchEvent = (event) => Boolean(events.push(event.type));

test('outlines of cells: corners, insets, holes, cells that meet at a corner only', () => {
  const { outline, links, viewBox } = shapes;
  for (const [cells, ...rest] of [
    [[[0, 0]], [], 'M0 0L1 0L1 1L0 1Z'],
    [[[0, 0]], [0.1], 'M0.1 0.1L0.9 0.1L0.9 0.9L0.1 0.9Z'],
    [[[0, 0]], [0.1, 0, 0.05], 'M0.1 0.1L0.9 0.1L0.9 0.85L0.1 0.85Z'],
    [[[0, 0]], [0, 0.25], 'M0 0.25Q0 0 0.25 0L0.75 0Q1 0 1 0.25L1 0.75Q1 1 0.75 1L0.25 1Q0 1 0 0.75Z'],
    [[[0, 0], [1, 0], [0, 1]], [0.1], 'M0.1 0.1L1.9 0.1L1.9 0.9L0.9 0.9L0.9 1.9L0.1 1.9Z'],
    [[[1, 0], [0, 1]], [], 'M1 0L2 0L2 1L1 1ZM1 1L1 2L0 2L0 1Z'],
    [[[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]], [-0.1],
      'M-0.1 -0.1L3.1 -0.1L3.1 3.1L-0.1 3.1ZM1.9 1.1L1.1 1.1L1.1 1.9L1.9 1.9Z'],
  ]) assert.equal(outline(cells, ...rest[0]), rest[1]);
  assert.deepEqual([links([[0, 0], [1, 0]]), links([[0, 0], [2, 0]]), links([[0, 0], [0, 2]])],
    ['', 'M0.5 0.56L2.5 0.56L2.5 0.44L0.5 0.44Z', 'M0.44 0.5L0.44 2.5L0.56 2.5L0.56 0.5Z']);
  assert.equal(shapes.bodyOf([[0, 0], [0, 2]]), outline([[0, 0], [0, 2]], 0.04, 0.12) + links([[0, 0], [0, 2]]));
  assert.equal(viewBox({ width: 4, height: 5 }), '-0.34 -0.34 4.68 5.68');
});

test('styles of pieces, exits, arrows', () => {
  const { styleOf, opening, turned, middleOf, arrowOf, placedAt } = shapes;
  const many = puzzleOf('slide: F=LR G=UD/A.BB.C/A.DEEC/FG.E.C/HHH.II/HJJJII/goal:/....../....../....../...A../...A..');
  assert.equal(many.pieces.map(({ symbol, kind }) => symbol + styleOf(many, kind)).join(),
    'Io1,Ho2,Cv long,Eo4,Jh long,Akey,Bh,Fh,Gv,Ds');
  const exit = (goal) => opening(puzzleOf(`A../.../...${goal.map((each) => `/goal:/${each}`).join('')}`));
  const at = (way, x, y) => ({ way, kind: 0, x, y, w: 1, h: 1 });
  assert.deepEqual([['.A./.../...'], ['.../..A/...'], ['.../.../.A.'], ['.../A../...'], ['.../.A./...'], ['..A/.../...'],
    ['.A./.../...', '.../..A/...']].map(exit), [at('U', 1, 0), at('R', 2, 1), at('D', 1, 2), at('L', 0, 1), null, null, null]);
  assert.deepEqual(Object.keys(WAYS).map((way) => turned({ width: 4, height: 5 }, { way, x: 1, y: 2, w: 2, h: 3 })),
    ['translate(3 0) rotate(180)', 'translate(1 5)', 'translate(0 2) rotate(90)', 'translate(4 5) rotate(-90)']);
  const puzzle = puzzleOf('AA../A.../..../goal:/..../..AA/..A.'), legs = [['D', 1], ['R', 2]];
  assert.deepEqual([middleOf(puzzle, 0, 0), middleOf(puzzle, 0, 6), placedAt(puzzle, 6)], [[1, 1], [3, 2], 'translate(2 1)']);
  assert.deepEqual([arrowOf(puzzle, { i: 0, from: 0, legs }), arrowOf(puzzle, { i: 0, from: 6, legs: [['U', 1]] })],
    ['M1 2L1 2L3.64 2M3.47 2.17L3.64 2L3.47 1.83', 'M3 1L3 0.36M3.17 0.53L3 0.36L2.83 0.53']);
});

test('names of pieces, as Python gives them', () => {
  const labels = (text) => cast(puzzleOf(text)).map(({ symbol, label, label_en }) => `${symbol} ${label} ${label_en}`);
  assert.deepEqual(labels('ABBC/ABBC/DDEE/FFGH/I..J').slice(1, 7), ['A 张飞 Zhang Fei', 'C 赵云 Zhao Yun',
    'D 关羽 Guan Yu', 'E 马超 Ma Chao', 'F 黄忠 Huang Zhong', 'G 卒1 Soldier 1']);
});

test('layouts from outside, lines', () => {
  const puzzle = puzzleOf('AA./B.#/goal:/.../.B#');
  assert.deepEqual([[0, 3], [1, 3], [1, 4], [1, 0], [2, 3], [0, 1], [0, 5], [0, 6], [0, -1], [0, 1.5], [0], [0, 3, 4],
    null, '03'].map((heads) => puzzle.fits(heads)), [true, true, true, true, ...Array(10).fill(false)]);
  assert.deepEqual(puzzle.followed([0, 3], [{ from: 3, to: 4 }, { from: 0, to: 1 }, { from: 4, to: 3 }]),
    [{ i: 1, from: 3, to: 4 }, { i: 0, from: 0, to: 1 }, { i: 1, from: 4, to: 3 }]);
});

test('settings and records are kept, or noted once where the browser keeps nothing', async () => {
  const { remember, recall, everything, settings } = await import('../../src/huarong/web/static/shared/settings.js');
  assert.deepEqual([settings.lang, settings.theme, settings.speed, settings.inspection], ['zh', 'auto', 2, 15]);
  assert.deepEqual([recall('huarong.a'), remember('huarong.a', { n: 1 }), recall('huarong.a')], [null, true, { n: 1 }]);
  for (const [key, text] of [['huarong.b', '{'], ['other', '1'], ['huarong.facts.x', '1']]) kept.set(key, text);
  assert.deepEqual([recall('huarong.b'), kept.get('huarong.b.damaged'), events], [null, '{', []]);
  browser.full = true;
  assert.deepEqual([remember('huarong.c', 3), remember('huarong.a', 4), recall('huarong.c'), recall('huarong.a'), events],
    [false, false, 3, 4, ['huarong-unkept']]);
  browser.full = false;
  assert.deepEqual([remember('huarong.a', 5), recall('huarong.a'), everything()],
    [true, 5, { 'huarong.a': 5, 'huarong.c': 3 }]);
});

test('kept facts are taken as they are, damaged ones are asked for again', async () => {
  globalThis.fetch = async (url) => new Response('{}', { status: String(url).includes('words') ? 200 : 503 });
  const { Session } = await import('../../src/huarong/web/static/play/session.js');
  for (const [best, sound] of [[{ move: 3, step: null }, true], [{ move: 3, step: 1.5 }, false], [{}, false], [null, false]]) {
    kept.set('huarong.facts.k', JSON.stringify({ best }));
    const session = Object.assign(new Session(), { puzzle: { line: 'A./goal:/.A' }, game: { key: 'k', start: [0] }, oracle: {} });
    assert.deepEqual([await session.learn().catch(() => false), session.facts], sound ? [true, { best }] : [false, null]);
  }
});

test('what is no certificate is refused in words', async () => {
  const { Refused, check } = await import('../../src/huarong/web/static/solve/proof.js');
  const begin = 'huarong proof 1\n';
  for (const [text, reason] of [['', 'this is no certificate'], ['huarong', 'this is no certificate'], [begin, 'it is cut short'],
    [`${begin}{}`, 'it is cut short'], [`${begin}{}\n1234`, 'the checksum is wrong']])
    await assert.rejects(check(new TextEncoder().encode(text)), (error) => error instanceof Refused && error.message === reason);
});
