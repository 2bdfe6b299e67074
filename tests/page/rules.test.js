// Where pieces can go, how their paths are written, what going on with a piece costs, and what bytes hold.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Answers } from '../../src/huarong/web/static/alone/jobs.js';
import { Solver, run } from '../../src/huarong/web/static/alone/solver.js';
import { packed, unpacked } from '../../src/huarong/web/static/rules/packed.js';
import { Play, countsOf, graded } from '../../src/huarong/web/static/rules/play.js';
import { Puzzle, inRows, joined, legsOf, partsOf, pathText, shapeOf }
  from '../../src/huarong/web/static/rules/puzzle.js';
import { read } from '../../src/huarong/web/static/rules/reader.js';
import { reachOf } from '../../src/huarong/web/static/shared/addresses.js';

const puzzleOf = (text) => new Puzzle(read(text));
const METRICS = ['step', 'slide', 'move'];
// A deterministic random number below n.
let state = 4;
const below = (n) => { state = (state * 1103515245 + 12345) % 2 ** 31; return Math.floor(state / 65536) % n; };

// The fewest cells, then legs, of a path to each head that a piece can reach, by trying all in order of length.
function shortest(puzzle, i) {
  const ways = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] }, { width, height, start } = puzzle;
  const grid = puzzle.covered(start), { shape, directions } = puzzle.kinds[puzzle.pieces[i].kind];
  const lies = (x, y) => shape.every(([dx, dy]) => {
    const [u, v] = [x + dx, y + dy], cell = v * width + u;
    return u >= 0 && u < width && v >= 0 && v < height && !puzzle.walls.includes(cell) && [-1, i].includes(grid[cell]);
  });
  const best = new Map(), found = new Map();
  let edge = [[start[i] % width, Math.floor(start[i] / width), '', 0, 0]];
  while (edge.length) {
    const next = [];
    for (const [x, y, before, cells, legs] of edge) for (const way of directions) {
      const u = x + ways[way][0], v = y + ways[way][1], turns = legs + Number(way !== before), key = `${u} ${v} ${way}`;
      if (!lies(u, v) || (best.get(key) ?? [cells + 2])[0] <= cells && best.get(key)[1] <= turns) continue;
      if (!best.has(key) || best.get(key)[0] === cells + 1) {
        best.set(key, [cells + 1, turns]);
        next.push([u, v, way, cells + 1, turns]);
      }
      const to = v * width + u, known = found.get(to) ?? [Infinity, Infinity];
      if (cells + 1 < known[0] || (cells + 1 === known[0] && turns < known[1])) found.set(to, [cells + 1, turns]);
    }
    edge = next;
  }
  found.delete(start[i]);
  return found;
}

test('a path has the fewest cells, then the fewest turns, and leads where it says', () => {
  let turned = 0;
  for (let n = 0; n < 150; n++) {
    const width = 2 + below(4), height = 2 + below(4);
    const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => '....#'[below(5)]));
    for (const symbol of 'ABC'.slice(0, 1 + below(3))) {
      const [wide, high] = [[1, 1], [2, 1], [1, 2]][below(3)], x = below(width), y = below(height), cells = [];
      for (let dy = 0; dy < high; dy++) for (let dx = 0; dx < wide; dx++) cells.push([x + dx, y + dy]);
      if (cells.every(([u, v]) => rows[v]?.[u] === '.')) for (const [u, v] of cells) rows[v][u] = symbol;
    }
    const board = rows.map((row) => row.join('')).join('/');
    if (!board.includes('A') || !board.includes('.')) continue;
    const slide = ['', 'slide: along/', 'slide: A=DLR/'][below(3)];
    const puzzle = puzzleOf(`${slide}${board}/goal:/${board.replace(/[BC#]/g, '.')}`);
    puzzle.pieces.forEach((_, i) => {
      const reach = puzzle.reach(puzzle.start, i), best = shortest(puzzle, i);
      assert.deepEqual(new Set(reach.keys()), new Set(best.keys()), board);
      for (const to of reach.keys()) {
        const legs = puzzle.legs(reach, to);
        assert.deepEqual([legs.reduce((sum, [, cells]) => sum + cells, 0), legs.length], best.get(to), board);
        assert.equal(puzzle.end(puzzle.start[i], legs), to);
        turned += Number(legs.length > 2);
      }
    });
  }
  assert.ok(turned > 20);
});

test('a step ends at the edge, at walls and at gates that are closed to the kind', () => {
  const puzzle = puzzleOf('gate: B/AB-./..#./goal:/.A../....');
  const [a, b] = ['A', 'B'].map((symbol) => puzzle.pieces.find((piece) => piece.symbol === symbol).kind);
  assert.deepEqual([...'UDLR'].map((way) => puzzle.beside(0, way)), [-1, 4, -1, 1]);
  assert.deepEqual([...'UDLR'].map((way) => puzzle.beside(7, way)), [3, -1, 6, -1]);
  assert.deepEqual([puzzle.step(a, 1, 'R'), puzzle.step(b, 1, 'R'), puzzle.step(b, 5, 'R')], [-1, 2, -1]);
  assert.equal(puzzle.end(0, legsOf('R5')), -1);
});

test('one of several goals is enough, all of its pieces are needed', () => {
  const puzzle = puzzleOf('AB/../goal:/.A/../goal:/../BA'), at = (a, b) => puzzle.pieces.map(({ symbol }) => ({ a, b }[symbol.toLowerCase()]));
  assert.deepEqual([at(1, 0), at(3, 2), at(3, 0), at(0, 2)].map((heads) => puzzle.solved(heads)), [true, true, false, false]);
});

test('paths: legs of one direction are joined; text and legs', () => {
  const some = [[[['D', 1]], [['D', 2], ['R', 1]]], [[['D', 1]], [['U', 1]]], [[], [['L', 1]]]];
  assert.deepEqual(some.map(([a, b]) => pathText(joined(a, b))), ['D3R1', 'D1U1', 'L1']);
  assert.deepEqual(legsOf('L1U12'), [['L', 1], ['U', 12]]);
});

test('sets of cells: parts, shapes, rows', () => {
  assert.deepEqual(partsOf([[0, 0], [2, 0], [1, 0], [2, 2], [0, 2]]),
    [[[0, 0], [1, 0], [2, 0]], [[2, 2]], [[0, 2]]]);
  assert.deepEqual(shapeOf([[3, 4], [2, 4], [3, 3]]), [[0, 0], [-1, 1], [0, 1]]);
  assert.deepEqual(inRows([1, 2, 3, 4, 5, 6], 2), [[1, 2], [3, 4], [5, 6]]);
});

test('moves, slides and steps of a play; a piece carried back has not moved', () => {
  const play = new Play(puzzleOf('A../.../goal:/.../..A'));
  assert.equal(play.slide(0, 0), null);
  assert.deepEqual([play.slide(0, 1), play.slide(0, 5)].map(({ legs }) => pathText(legs)), ['R1', 'D1R1']);
  assert.deepEqual(play.counts, { step: 3, slide: 3, move: 1 });
  assert.deepEqual(play.stations.map(({ heads }) => heads), [[0], [5]]);
  assert.ok(play.solved && play.back() && !play.solved && play.forth() && !play.forth());
  play.slide(0, 0);
  assert.deepEqual([play.past, countsOf([])], [[], { step: 0, slide: 0, move: 0 }]);
});

test('going on with what moved last is free in moves and slides: costs agree with the count of a game', () => {
  const puzzle = puzzleOf('AB./.../goal:/.AB/...'), answers = new Answers(puzzle);
  const layouts = [...Array(36).keys()].map((n) => [n % 6, Math.floor(n / 6)]).filter(([a, b]) => a !== b);
  for (const metric of METRICS) {
    const { distances } = run(answers.distances({ layouts, metric }));
    const far = new Map(layouts.map((heads, n) => [String(heads), distances[n]]));
    const free = (last, move) => last?.i === move.i
      && (metric === 'move' || (metric === 'slide' && last.way === move.way));
    const look = (heads) => puzzle.moves(heads, metric).map((move) => ({ ...move,
      way: puzzle.wayBetween(move.from, move.to), distance: far.get(String(heads.with(move.i, move.to))) }));
    // The least cost of a game from a layout and what moved last: a search over both.
    const least = (heads, last) => {
      const seen = new Map([[JSON.stringify([heads, last]), 0]]), queue = [[0, heads, last]];
      while (queue.length) {
        queue.sort((a, b) => a[0] - b[0]);
        const [cost, at, moved] = queue.shift();
        if (puzzle.solved(at)) return cost;
        for (const move of look(at)) {
          const next = [cost + Number(!free(moved, move)), at.with(move.i, move.to), { i: move.i, way: move.way }];
          const key = JSON.stringify(next.slice(1));
          if (!(seen.get(key) <= next[0])) { seen.set(key, next[0]); queue.push(next); }
        }
      }
      return null;
    };
    for (const heads of layouts) {
      if (puzzle.solved(heads)) continue;
      for (const last of [null, ...[0, 1].flatMap((i) => [...'UDLR'].map((way) => ({ i, way })))]) {
        const seen = graded({ distance: far.get(String(heads)), moves: look(heads) }, last, metric, puzzle);
        const now = least(heads, last), best = new Set(seen.best);
        assert.equal(seen.distance, now, `${metric} ${heads} ${JSON.stringify(last)}`);
        if (heads[0] === 2) { // and of a search that knows no other distances
          const { length, solved, line } = run(answers.solver.solve(heads, metric, { last }));
          assert.deepEqual([length, solved], [now, true]);
          assert.ok(puzzle.solved(line.reduce((at, { from, to }) => at.with(at.indexOf(from), to), heads)));
        }
        assert.ok(best.size);
        for (const move of seen.moves) {
          assert.equal(move.cost, move.distance + Number(!free(last, move)) - now);
          assert.ok(!best.has(move) || move.cost === 0);
        }
      }
    }
  }
});

test('a search without a solution counts each layout and its mirror image once', () => {
  const puzzle = puzzleOf('HAAI/HAAI/JKNL/JKOL/P..Q'), solver = new Solver(puzzle), { width } = puzzle;
  const all = run(solver.component()), seen = new Set();
  for (let n = 0; n < all.count; n++) {
    const heads = all.heads(n), kinds = puzzle.groups(puzzle.start).flatMap((group, kind) => group.map(() => kind)),
      image = heads.map((head, i) => Math.min(...puzzle.cells(kinds[i], head).map((cell) =>
        cell - 2 * (cell % width) + width - 1)));
    const keys = [heads, image].map((each) =>
      kinds.map((kind, i) => 100 * kind + each[i]).sort((a, b) => a - b).join());
    seen.add(keys.sort()[0]);
  }
  const { solved, layouts } = run(solver.solve(puzzle.start, 'move'));
  assert.deepEqual([solved, layouts], [false, seen.size]);
  assert.ok(seen.size < all.count);
});

test('numbered tiles are searched by themselves: distances, hints and solutions are those of breadth first', () => {
  const puzzle = puzzleOf('1 2 3 4/5 6 7 8/9 10 11 0'), answers = new Answers(puzzle), far = new Map(), all = [puzzle.start];
  const step = (heads, { from, to }) => heads.with(heads.indexOf(from), to);
  far.set(String(puzzle.start), 0);
  for (const heads of all)
    for (const after of puzzle.moves(heads, 'step').map((each) => step(heads, each)))
      if (!far.has(String(after)) && all.length < 400) { far.set(String(after), far.get(String(heads)) + 1); all.push(after); }
  for (let n = 0; n < 200; n += 25) { // of those up to 200 all neighbours are known
    const heads = all[n], distance = far.get(String(heads));
    const { moves, line, best, bound, ...hint } = run(answers.hint({ heads, metric: 'step' }));
    assert.deepEqual(hint, { metric: 'step', solved: distance === 0, distance, solvable: true, source: 'search' });
    assert.deepEqual([line.length, bound, best.length, moves.length], [distance, null, Number(distance > 0),
      puzzle.moves(heads, 'step').length]);
    for (const { i, from, to, text, best: good, known, loses, distance: after } of moves)
      assert.deepEqual([from, text.slice(0, 2), known, loses, after], [heads[i], `${puzzle.pieces[i].symbol} `, good,
        good ? 0 : null, good ? far.get(String(step(heads, { from, to }))) : null]);
    const found = run(answers.solve({ heads, metric: 'step' }));
    assert.deepEqual([found.solved, found.length, found.optimal, found.bound, found.method, found.counts.step,
      found.heads.length, found.layouts.at(-1)], [true, distance, true, distance, 'tiles', distance, distance + 1,
      puzzle.rows(puzzle.start).join('/')]);
  }
});

test('a header and arrays in bytes', () => {
  const buffer = packed('HRM1', { points: 3 }, [Uint32Array.of(7, 1 << 30), Uint16Array.of(1, 2, 3)]);
  const { header, next } = unpacked('HRM1', buffer);
  assert.deepEqual([header, [...next(Uint32Array, 2)], [...next(Uint16Array, 3)]],
    [{ points: 3 }, [7, 1 << 30], [1, 2, 3]]);
  assert.throws(() => unpacked('HRT2', buffer), TypeError);
});

test('who can open an address', () => {
  const hosts = {
    computer: 'localhost LOCALHOST. app.localhost 127.0.0.1 127.1.2.3 ::1 [::1] 0.0.0.0 [::] [::ffff:7f00:1]',
    network: '10.0.0.7 192.168.1.20 172.16.0.1 172.31.9.9 169.254.3.4 100.64.0.1 100.127.0.1 fd00::1 [fe80::1] nas '
      + 'school.local pi.lan',
    anyone: 'example.org 8.8.8.8 172.32.0.1 172.15.0.1 100.128.0.1 11.0.0.1 192.169.0.1 2001:db8::1 127.example.org '
      + '10.example.org local.org 0.0.0.0.example.org [::ffff:808:808] 192.168.1.5.nip.io',
  };
  for (const [reach, some] of Object.entries(hosts))
    for (const host of some.split(' ')) assert.equal(reachOf(host), reach, host);
  assert.equal(reachOf(''), 'computer');
});
