// The cases that Python and the page share (tests/shared, made by make.py): what can be reached, distances, hints, the
// number of shortest solutions, ranks, the lengths of known puzzles, reasons, sentences about hints, points of maps,
// compressed atlases.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { layOut } from '../../src/huarong/web/static/alone/embedding.js';
import { Answers } from '../../src/huarong/web/static/alone/jobs.js';
import { Solver, run } from '../../src/huarong/web/static/alone/solver.js';
import { Compressed, headerOf } from '../../src/huarong/web/static/rules/compressed.js';
import { reasonText, whyUnsolvable } from '../../src/huarong/web/static/rules/impossible.js';
import { Puzzle } from '../../src/huarong/web/static/rules/puzzle.js';
import { read } from '../../src/huarong/web/static/rules/reader.js';
import { Table } from '../../src/huarong/web/static/rules/table.js';
import { because } from '../../src/huarong/web/static/rules/why.js';

const METRICS = ['step', 'slide', 'move']; // as the cases have them
const cases = (name) => JSON.parse(readFileSync(new URL(`../shared/${name}.json`, import.meta.url), 'utf8'));

test('random puzzles: what is in reach, hints and searches, shortest solutions, best moves', () => {
  const order = (moves) => moves.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  for (const row of cases('puzzles')) {
    const puzzle = new Puzzle(read(row[0])), answers = new Answers(puzzle), { solver } = answers;
    const found = run(solver.component()), hints = METRICS.map((metric) => run(answers.hint({ metric })));
    const best = hints.map((hint) => hint.distance);
    assert.deepEqual(METRICS.map((metric) => run(solver.solve(puzzle.start, metric)).length), best, row[0]);
    const moves = (hint) => order(hint.moves.filter((move) => move.best).map(({ i, from, to }) =>
      [puzzle.pieces[i].kind, from, to]));
    assert.deepEqual([puzzle.line, best, found.count, hints.map((hint) => hint.moves.length),
      METRICS.map((metric) => run(found.solutions(puzzle.start, metric))), hints.map(moves)], row, row[0]);
  }
});

test('tables: the rank and the distance of each layout, and the layout of each rank', () => {
  for (const { puzzle: text, metric, table, heads, ranks, distances } of cases('tables')) {
    const bytes = Uint8Array.from(atob(table), (c) => c.charCodeAt(0)), puzzle = new Puzzle(read(text)),
      kept = new Table(puzzle, metric, bytes.buffer);
    assert.deepEqual(heads.map((each) => kept.rank(each)), ranks, text);
    assert.deepEqual(heads.map((each) => kept.distance(each)), distances, text);
    for (const each of heads) assert.deepEqual(kept.look(each), { distance: kept.distance(each), source: 'table',
      moves: puzzle.moves(each, metric).map((move) => ({ ...move, distance: kept.distance(each.with(move.i, move.to)) })) });
    assert.deepEqual(ranks.map((rank) => puzzle.key(kept.layout(rank))), heads.map((each) => puzzle.key(each)), text);
  }
});

test('a search expands as many layouts as are needed, mirror images once', () => {
  const puzzle = new Puzzle(read('HAAI/HAAI/JBBK/JNOK/P..Q')), solver = new Solver(puzzle);
  assert.deepEqual(METRICS.map((metric) => run(solver.solve(puzzle.start, metric)).layouts), [12048, 11966, 11955]);
});

test('known puzzles: a solution of the known length, every move of which is legal', () => {
  for (const { puzzle: text, name, ...lengths } of cases('known')) {
    const puzzle = new Puzzle(read(text));
    for (const metric of METRICS) {
      const { length, line } = run(new Solver(puzzle).solve(puzzle.start, metric));
      let heads = puzzle.start;
      for (const { from, to } of line) {
        const i = heads.indexOf(from);
        assert.ok(puzzle.reach(heads, i, metric).has(to), name);
        heads = heads.with(i, to);
      }
      assert.ok(puzzle.solved(heads), name);
      assert.deepEqual([length, line.length], [lengths[metric], lengths[metric]], `${name}, ${metric}`);
    }
  }
});

test('reasons why there is no solution, in both languages', () => {
  const chinese = JSON.parse(readFileSync(new URL('../../src/huarong/data/zh.json', import.meta.url), 'utf8'));
  for (const [line, ...reason] of cases('reasons')) {
    const why = whyUnsolvable(new Puzzle(read(line)));
    assert.deepEqual(why ? [why.key, reasonText(why), reasonText(why, chinese)] : [], reason, line);
  }
});

test('sentences about the best moves', () => {
  for (const { puzzle: text, best, moves, line, told } of cases('sentences')) {
    const puzzle = new Puzzle(read(text)), ends = ([from, to]) => ({ from, to });
    let heads = puzzle.start;
    const paths = line?.map(([from, to]) => {
      const i = heads.indexOf(from), legs = puzzle.legs(puzzle.reach(heads, i), to);
      heads = heads.with(i, to);
      return { i, from, to, legs };
    });
    assert.deepEqual(because(puzzle, puzzle.start, best.map(ends), moves.map(([from, to, cost, known]) =>
      ({ from, to, cost: known ? cost : undefined })), paths), told, text);
  }
});

test('points of maps and the stress that is left', () => {
  for (const { begin, to, xy, stress } of cases('points')) {
    const found = run(layOut(begin, to));
    xy.forEach((value, n) => assert.ok(Math.abs(found.xy[n] - value) < 1e-4, `${begin.length - 1} points: ${n}`));
    assert.ok(Math.abs(found.stress - stress) < 1e-6);
  }
});

test('compressed atlases: the distances of layouts and of those one move on; what has none', () => {
  for (const { puzzle: text, file, heads: some, distances } of cases('residues')) {
    const puzzle = new Puzzle(read(text)), { buffer } = Uint8Array.from(atob(file), (c) => c.charCodeAt(0)),
      atlas = new Compressed(puzzle, buffer);
    assert.deepEqual(some.map((heads) => atlas.distance(heads)), distances, text);
    assert.ok(atlas.fits(puzzle.start));
    for (const heads of some) {
      const { distance, moves } = atlas.look(heads);
      assert.equal(distance, atlas.distance(heads));
      for (const { i, to, distance: after } of moves) assert.equal(after, atlas.distance(heads.with(i, to)));
    }
    // Another goal, other directions, another board, pieces of another family, another file.
    const rows = puzzle.rows(puzzle.start).join('/'), solved = rows.replace(/[^A/]/g, '.');
    for (const each of [`${rows}/goal:/${solved}`, `slide: along/${text}`, `${rows}/goal:/${solved}`.replaceAll('D', '#'),
      `${rows}/${'.'.repeat(puzzle.width)}/goal:/${solved}/${'.'.repeat(puzzle.width)}`]) {
      const other = new Puzzle(read(each));
      assert.ok(!new Compressed(other, buffer).fits(other.start), each);
    }
    assert.throws(() => new Compressed(new Puzzle(read('A.A/BBB/.../goal:/.../BBB/A.A')), buffer), TypeError);
    assert.throws(() => headerOf(buffer.slice(1)), TypeError);
  }
});
