// Numbered tiles as those who solve them for speed write them: a board as `10 2 11 4/...`, 0 the blank; moves as
// `URDL2U`, where a letter is the direction in which a tile slides into the blank, and a number after it repeats it.

import { mixed } from '../library/course.js';
import { whyUnsolvable } from '../rules/impossible.js';
import { boxOf, inRows, WAYS } from '../rules/puzzle.js';

// Whether a puzzle is numbered tiles on a board without walls, all of which the goal names.
export function isNumbered({ pieces, kinds, goal, size, walls, gates }) {
  return pieces.length === size - 1 && pieces.length > 2 && kinds.length === pieces.length && !walls.length
    && !gates.length && goal.length === 1 && goal[0].length === pieces.length
    && kinds.every(({ shape, directions }) => shape.length === 1 && boxOf(shape).w === 1 && directions.length === 4)
    && new Set(pieces.map(numberOf)).size === pieces.length
    && pieces.every((piece) => numberOf(piece) > 0 && numberOf(piece) < size);
}

const numberOf = ({ label, symbol }) => (/^\d+$/.test(label || symbol) ? Number(label || symbol) : 0);

export function boardText({ pieces, size, width }, heads) {
  const board = Array(size).fill(0);
  pieces.forEach((piece, i) => { board[heads[i]] = numberOf(piece); });
  return inRows(board, width).map((row) => row.join(' ')).join('/');
}

export function movesText(moves) {
  const letters = moves.flatMap(({ legs }) => legs.flatMap(([way, n]) => Array(n).fill(way))).join('');
  return letters.replace(/(.)\1+/g, (run, letter) => letter + run.length);
}

export const isMoves = (text) => /^\s*(?:[UDLR]\d*\s*)+$/i.test(text);
const blankOf = ({ size }, heads) => (size * (size - 1)) / 2 - heads.reduce((sum, head) => sum + head, 0);

// The moves { i, to } of a text from a layout. Throws RangeError with the number of the letter that no tile can follow.
export function readMoves(puzzle, start, text) {
  const letters = [...text.toUpperCase().matchAll(/([UDLR])(\d*)/g)]
    .flatMap(([, way, n]) => Array(Math.min(Number(n || 1), 1000)).fill(way));
  const moves = [];
  let heads = start, blank = blankOf(puzzle, heads);
  letters.forEach((way, n) => {
    const i = slid(puzzle, heads, way);
    if (i < 0) throw new RangeError(String(n + 1));
    moves.push({ i, to: blank });
    const from = heads[i];
    heads = heads.with(i, blank);
    blank = from;
  });
  return moves;
}

// The tile that can slide in a direction; -1 where none can.
export function slid(puzzle, heads, way) {
  const { width } = puzzle, blank = blankOf(puzzle, heads), [dx, dy] = WAYS[way];
  const x = (blank % width) - dx, y = Math.floor(blank / width) - dy;
  return x < 0 || x >= width || y < 0 ? -1 : heads.indexOf(y * width + x);
}

// A random layout that can be solved, each equally likely, but not the goal: of a permutation that cannot be, two tiles
// change places (Johnson and Story 1879); tiles in a line cannot pass each other.
export function shuffled(puzzle, random = Math.random) {
  const { width, height, size, pieces } = puzzle, goal = new Map(puzzle.goal[0]);
  const last = pieces.map(({ kind }) => goal.get(kind)), order = [...last].sort((a, b) => a - b);
  for (;;) {
    let heads;
    if (width === 1 || height === 1) {
      const blank = Math.floor(random() * size);
      heads = last.map((head) => order.indexOf(head)).map((n) => n + Number(n >= blank));
    } else {
      heads = mixed([...Array(size).keys()], random).slice(0, -1);
      if (whyUnsolvable(puzzle, heads)) [heads[0], heads[1]] = [heads[1], heads[0]];
    }
    if (!puzzle.solved(heads)) return heads;
  }
}
