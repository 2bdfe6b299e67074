// The pages' solver by itself: `node benchmarks/web/solver.mjs [TEXT METRIC [LAYOUTS]]`; cold, a process a figure.

import { Puzzle } from '../../src/huarong/web/static/rules/puzzle.js';
import { read } from '../../src/huarong/web/static/rules/reader.js';
import { Solver } from '../../src/huarong/web/static/alone/solver.js';

const [text = '1A9BF0C', metric = 'move', most = 'Infinity'] = process.argv.slice(2);
const puzzle = new Puzzle(read(text)), begun = performance.now(), search = new Solver(puzzle).solve(puzzle.start, metric);
let told;
do told = search.next(); while (!told.done && told.value.layouts < Number(most));
const ms = performance.now() - begun;
console.log(`${told.value.length ?? '-'} ${metric}s, ${told.value.layouts} layouts, ${ms.toFixed(0)} ms, ${(told.value.layouts / ms / 1000).toFixed(2)} million a second`);
