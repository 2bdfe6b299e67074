// The symmetries of a puzzle: those of its board that keep walls, gates, pieces and goal.

import { WAYS, shapeOf } from './puzzle.js';

// Matrices [a, b, c, d]: a cell's step [x, y] becomes [a x + b y, c x + d y].
export const MIRRORS = [[-1, 0, 0, 1], [1, 0, 0, -1]]; // left for right, upside down
const TURNS = [[-1, 0, 0, -1]], SQUARE = [[0, 1, 1, 0], [0, -1, 1, 0], [0, 1, -1, 0], [0, -1, -1, 0]];

const times = ([a, b, c, d], [x, y]) => [a * x + b * y, c * x + d * y];

const written = (shape) => shapeOf(shape).join(' ');
const directionOf = (step) => Object.keys(WAYS).find((way) => String(WAYS[way]) === String(step));
const sorted = (letters) => [...letters].sort().join('');
const goalText = (goal) => goal.map((wanted) => wanted.map(String).sort().join(' ')).sort().join('|');

// The symmetries without the identity: for each, the kind that every kind becomes, and the head of a piece's image, by
// kind and head (-1 where the kind cannot lie).
export function symmetries(puzzle, ways = [...MIRRORS, ...TURNS, ...(puzzle.width === puzzle.height ? SQUARE : [])]) {
  return ways.flatMap((way) => symmetry(puzzle, way) ?? []);
}

function symmetry(puzzle, way) {
  const { width, height, kinds, goal, size } = puzzle, [a, b, c, d] = way;
  const to = (cell) => {
    const [x, y] = times(way, [cell % width, Math.floor(cell / width)]);
    return (y + (c + d < 0 ? height - 1 : 0)) * width + x + (a + b < 0 ? width - 1 : 0);
  };
  const kept = (set) => [...set].every((cell) => set.has(to(cell)));
  if (!kept(puzzle.wallSet) || !kept(puzzle.gateSet)) return null;
  const counts = puzzle.groups(puzzle.start).map((group) => group.length);
  const become = kinds.map((kind, k) => {
    const shape = written(kind.shape.map((cell) => times(way, cell)));
    const directions = sorted([...kind.directions].map((each) => directionOf(times(way, WAYS[each]))));
    const like = (other, i) => written(other.shape) === shape && other.gates === kind.gates
      && sorted(other.directions) === directions && counts[i] === counts[k];
    return like(kind, k) ? k : kinds.findIndex(like);
  });
  if (become.includes(-1) || new Set(become).size < kinds.length) return null;
  const heads = kinds.map((_, k) => Array.from({ length: size }, (_unused, head) => {
    const cells = puzzle.cells(k, head);
    return cells ? Math.min(...cells.map(to)) : -1;
  }));
  const image = goal.map((wanted) => wanted.map(([kind, head]) => [become[kind], heads[kind][head]]));
  return goalText(image) === goalText(goal) ? { become, heads } : null;
}
