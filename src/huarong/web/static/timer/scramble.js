// Random starts, each solvable layout equally likely: by parity for numbered tiles, else by the numbering of the table
// that the server has made or kept, else by all layouts that the page's own search finds.

import { tableOf } from '../ask/source.js';
import { boardOf, puzzleOf } from '../rules/gridtext.js';
import { Puzzle } from '../rules/puzzle.js';
import { isNumbered, shuffled } from './tiles.js';

// The puzzle with another start.
export function started(puzzle, heads) {
  const { name, name_zh, width, height, walls, gates, kinds, goal } = puzzle;
  const pieces = puzzle.pieces.map((piece, i) => ({ ...piece, head: heads[i] }));
  return new Puzzle(puzzleOf(boardOf(width, height, walls, gates), { kinds, pieces, goal }, { name, name_zh }));
}

// A random start { heads, distance }; `range` has the least and the greatest distance to the goal, or null for any.
// Null where the layouts are too many to draw from; heads null where none is at the distance.
export async function scramble(puzzle, metric, range, signal) {
  if (isNumbered(puzzle) && !range) return { heads: shuffled(puzzle), distance: null };
  const [least, most] = range ?? [1, Infinity];
  const table = puzzle.table && await tableOf(puzzle, metric, signal).catch((error) => {
    if (error.name === 'AbortError') throw error;
    return null;
  });
  if (table) return fromTable(table, Math.max(1, least), most);
  const { answer } = await import('../alone/answers.js');
  return answer('scramble', { puzzle: puzzle.line, metric, least, most, chance: Math.random() }, null, signal);
}

function fromTable(table, least, most) {
  const { distances, unknown } = table, fits = (far) => far >= least && far <= most && far !== unknown;
  const count = distances.reduce((sum, far) => sum + Number(fits(far)), 0);
  if (!count) return { heads: null, distance: null };
  let left = Math.floor(Math.random() * count);
  const rank = distances.findIndex((far) => fits(far) && left-- === 0);
  return { heads: table.layout(rank), distance: distances[rank] };
}
