#!/bin/sh
# The npm package sliding-puzzle-solver denies solvable boards of even width.
#
# Guess: isSolvable() counts the row of the gap as well as the inversions, as a board of even width requires.
# What happens: it counts inversions only. One legal move from the solved 4x4 board, tile 12 down, makes three of them, and
# the board is called unsolvable. On 3x3, where the row does not matter, it is right.
# Why it matters: half of the boards of a 15-puzzle get the wrong answer, and ensureSolvable() then swaps two tiles of a
# solvable board, which makes it unsolvable.
# Versions: sliding-puzzle-solver 0.0.2 (npm), Node 18 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" sliding-puzzle-solver@0.0.2
cat > "$work/try.js" <<'JS'
const assert = require("assert");
const { Grid } = require("sliding-puzzle-solver");
const GAP = Grid.EMPTY_TILE_CONTENT;
const solved = (side) => [...Array(side * side - 1).keys()].map((i) => i + 1).concat([GAP]);
const moved = (side) => {
  const tiles = solved(side), grid = new Grid(tiles.slice(), tiles.length - 1, tiles);
  grid.move(Grid.MOVE_UP);
  return [grid.isSolvable(), grid.tiles.slice(), (grid.ensureSolvable(), grid.tiles)];
};
console.log(`sliding-puzzle-solver ${require("sliding-puzzle-solver/package.json").version}`);
for (const side of [3, 4]) console.log(`${side}x${side}, a move from solved:`, JSON.stringify(moved(side)));
assert.equal(moved(3)[0], true);
assert.equal(moved(4)[0], false);
assert.notDeepEqual(moved(4)[1], moved(4)[2]);
JS
node "$work/try.js"
