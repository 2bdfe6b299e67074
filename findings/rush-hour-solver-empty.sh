#!/bin/sh
# The npm package rush-hour-solver answers [] both for a solved board and for one without a solution.
#
# Guess: [] means that no move is needed; a board without a solution gives null or an error.
# What happens: both give [].
# Why it matters: whoever compares answers puzzle by puzzle reads "impossible" as "solved in 0 moves". Look first
# whether the target car touches the right edge.
# Versions: rush-hour-solver 3.0.0 (npm), Node 18 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" rush-hour-solver@3.0.0
cat > "$work/try.mjs" <<'JS'
import assert from "assert";
import { readFileSync } from "fs";
import module from "rush-hour-solver";
const { Game, solve } = module.default || module;
const target = (column) => ({ length: 2, position: [2, column], direction: "H", isTarget: true });
const wall = { length: 2, position: [2, 3], direction: "H" }; // in the target's row, so it can never let it pass
const answers = [[target(4)], [target(0), wall], [target(0)]].map((blocks) => solve(new Game({ size: 6, blocks })));
const { version } = JSON.parse(readFileSync(new URL("node_modules/rush-hour-solver/package.json", import.meta.url)));
console.log(`rush-hour-solver ${version}`);
console.log("solved:", answers[0], "impossible:", answers[1], "one move away:", answers[2].length, "entry");
assert.deepStrictEqual(answers.slice(0, 2), [[], []]);
assert.strictEqual(answers[2].length, 1);
JS
node "$work/try.mjs"
