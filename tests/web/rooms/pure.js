// What pure modules compute of random input, as it is kept: codes, signs of tiles, cuts of graphs, searches on boards of
// tiles, components.

import { summed } from './page.js';

export async function pure({ root }) {
  const from = (name) => import(`${root}/static/${name}.js`);
  const [{ encode }, { Puzzle, tileSymbol }, { waist, waists }, { Tiles }, { Solver, run }, { read }] =
    await Promise.all(['play/qr', 'rules/puzzle', 'map/bottlenecks', 'alone/tiles', 'alone/solver', 'rules/reader'].map(from));
  let seed = 7;
  const random = (n) => (seed = seed * 16807 % 2147483647) % n, told = (search) => { for (;;) { const { value, done } = search.next(); if (done) return value; } };
  const found = { symbols: Array.from({ length: 90 }, (_, n) => tileSymbol(n)).join('') };
  for (let length = 1; length < 500; length += 23) found[`code ${length}`] = summed(JSON.stringify(encode(Uint8Array.from({ length }, () => random(256)))));
  // Graphs in layers from the start to the goals: a few nodes a layer, or many between few.
  for (let n = 0; n < 60; n++) {
    const wide = () => 10 + random(30), sizes = n % 3 ? [1, ...Array.from({ length: 1 + random(11) }, () => 1 + random(n < 30 ? 4 : 12))] : [1, 1 + random(3), wide(), wide(), wide(), 1 + random(3)], edges = [], layers = [];
    let count = 0;
    for (const size of sizes) layers.push(Array.from({ length: size }, () => count++));
    layers.slice(1).forEach((layer, i) => { for (const node of layer) for (let k = random(3); k >= 0; k--) edges.push(layers[i][random(layers[i].length)], node); });
    const distance = new Int32Array(count).fill(1);
    for (const node of layers.at(-1)) distance[node] = 0;
    const graph = { n: count, start: 0, edges: Uint32Array.from(edges), distance, size: Array.from({ length: count }, () => 1 + random(2)) };
    found[`cut ${n}`] = summed(JSON.stringify([waists(graph), [0.4, 0.3, 0.1].map((share) => waist(graph, share))]));
  }
  // Boards of 4x3, some moves from the goal: a beam's solutions, and IDA*'s within thresholds around the shortest.
  const goals = Array.from({ length: 11 }, (_, i) => i), tiles = new Tiles(4, 3, goals);
  told(tiles.build());
  for (const moves of [4, 9, 14, 40]) {
    let blank = 11, before = -1;
    const board = [...goals, 11];
    for (let i = 0; i < moves; i++) { const near = tiles.near[blank].filter((cell) => cell !== before), to = near[random(near.length)]; [board[blank], board[to]] = [board[to], 11]; before = blank; blank = to; }
    const begun = () => tiles.begin(goals.map((tile) => board.indexOf(tile))), least = Math.max(...begun().sums);
    tiles.nodes = 0;
    const beams = [3, 30].map((width) => told(tiles.beam(begun(), width, 60))?.join(' ') ?? null);
    found[`tiles ${moves}`] = summed(JSON.stringify([beams, tiles.nodes, [0, 2, 4].map((more) => told(tiles.within(begun(), least + more)))]));
  }
  // Each layout of a puzzle in two parts is in its own component, whichever was searched before.
  const puzzle = new Puzzle(read('AAB./goal:/BAA.')), solver = new Solver(puzzle), parts = [[0, 2], [1, 0], [2, 0], [0, 3], [1, 3], [2, 1]];
  found.components = parts.map((heads) => { const part = run(solver.component(heads)); return [part.count, part.find(heads) >= 0]; });
  const few = new Solver(new Puzzle(read('A..../goal:/....A')));
  found.first = [[Infinity, [0]], [2, [0]], [2, [3]]].map(([most, heads]) => { const part = run(few.component(heads, { most })); return [part.count, part.find(heads)]; });
  return found;
}
