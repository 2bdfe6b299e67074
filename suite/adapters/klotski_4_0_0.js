// klotski 4.0.0 of npm: rectangles on a board without walls, one of which has a place to come to; counts moves.
//
//     npm install --prefix DIR klotski@4.0.0
//     NODE_PATH=DIR/node_modules huarong suite run -- node suite/adapters/klotski_4_0_0.js

const Klotski = require('klotski');
const DIRECTIONS = { free: undefined, across: [1, 3], upright: [0, 2] };

function pieces(rows) {
  const found = new Map();
  rows.forEach((row, y) => [...row].forEach((symbol, x) => { if (symbol !== '.') found.set(symbol, [...(found.get(symbol) || []), [y, x]]); }));
  return found;
}

// The game as this solver has it; null for what it has not: several goals, walls, gates, other shapes.
function game(text) {
  const lines = text.split('/'), along = lines[0] === 'slide: along', at = lines.indexOf('goal:');
  const rows = lines.slice(along ? 1 : 0, at), goals = lines.slice(at + 1);
  if (lines.filter((line) => line.includes(':')).length !== (along ? 2 : 1) || /[#-]/.test(rows.join(''))) return null;
  const wanted = pieces(goals);
  if (wanted.size !== 1) return null;
  const [[key, [to]]] = wanted, blocks = [];
  for (const [symbol, cells] of pieces(rows)) {
    const [top, left] = cells[0], [bottom, right] = cells.at(-1), high = bottom - top + 1, wide = right - left + 1;
    if (high * wide !== cells.length || cells.some(([y, x]) => y < top || y > bottom || x < left || x > right)) return null;
    const way = !along || high === wide ? 'free' : high > wide ? 'upright' : 'across';
    const block = { shape: [high, wide], position: [top, left], directions: DIRECTIONS[way] };
    if (symbol === key) blocks.unshift(block);
    else blocks.push(block);
  }
  const useMirror = !along && 2 * to[1] + blocks[0].shape[1] === rows[0].length; // else it takes mirrored goals for one
  return { blocks, boardSize: [rows.length, rows[0].length], escapePoint: to, useMirror };
}

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [name, metric, text] = line.split('\t'), asked = metric === 'move' ? game(text) : null;
  let answer = '?';
  if (asked) {
    const moves = new Klotski().solve(asked);
    answer = moves === null ? 'none' : moves.length ? moves.at(-1).step : 0;
  }
  process.stdout.write(`${name}\t${answer}\n`);
});
