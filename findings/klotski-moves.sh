#!/bin/sh
# The solution of the npm package klotski for Huarong Dao (横刀立马) has 118 entries.
#
# Guess: solve() returns 81 entries, one a move. The readme says "81 moves" of this puzzle and that successive
# steps of one block count as one move. If entries were steps, there would be 116, the known minimum of steps.
# What happens: solve() returns 118 entries, each a step of one cell; the runs of one block are 81. The package's
# own mergeSteps() makes 90 of them, because it starts a new entry where a block turns a corner.
# Why it matters: whoever takes the length of the list, merged or not, for the number of moves will say that one of
# two solvers is not optimal, in either way of counting. Count the runs of one blockIdx.
# Versions: klotski 4.0.0 (npm), Node 18 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" klotski@4.0.0
cat > "$work/try.js" <<'JS'
const assert = require("assert");
const Klotski = require("klotski");
const block = (rows, columns, row, column) => ({ shape: [rows, columns], position: [row, column] });
const blocks = [
  block(2, 2, 0, 1), block(2, 1, 0, 0), block(2, 1, 0, 3), block(2, 1, 2, 0), block(2, 1, 2, 3), block(1, 2, 2, 1),
  block(1, 1, 3, 1), block(1, 1, 3, 2), block(1, 1, 4, 0), block(1, 1, 4, 3),
];
const klotski = new Klotski();
const entries = klotski.solve({ blocks, boardSize: [5, 4], escapePoint: [3, 1] });
const runs = entries.filter((entry, i) => i === 0 || entry.blockIdx !== entries[i - 1].blockIdx);
const merged = klotski.mergeSteps(entries);
console.log(`klotski ${require("klotski/package.json").version}`);
console.log(`entries: ${entries.length}; mergeSteps: ${merged.length}; runs of one block: ${runs.length}`);
assert.deepStrictEqual([entries.length, merged.length, runs.length], [118, 90, 81]);
JS
node "$work/try.js"
