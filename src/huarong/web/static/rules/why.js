// Why a move is best: the twin of huarong/atlas/why.py, which says what each kind of sentence means.

import { WAYS } from './puzzle.js';

/**
 * A sentence: its kind, its pieces by number, and a number of moves.
 * @typedef {{ kind: string, piece?: number, other?: number, key?: number, n?: number }} Because
 */

// The sentences about the first of the best moves. `moves` has every move and its cost: null where no goal can be
// reached after it, undefined where that is not known. `line` has the moves of a shortest solution that begins with
// it, with their paths, or is null.
export function because(puzzle, best, moves, line) {
  return best.length ? [purpose(puzzle, line), grades(best, moves)].filter(Boolean) : [];
}

/** @returns {Because | null} */
function grades([first, second], moves) {
  const others = moves.filter(({ from, to }) => from !== first.from || to !== first.to);
  if (!others.length) return { kind: 'only move' };
  if (second || others.some(({ cost }) => cost === undefined)) return null;
  const n = Math.min(...others.filter(({ cost }) => cost !== null).map(({ cost }) => cost));
  if (n === Infinity) return { kind: 'only way' };
  return n > 0 ? { kind: 'others lose', n } : null;
}

/** @returns {Because | null} */
function purpose(puzzle, line) {
  if (!line?.length) return null;
  const { i: piece, to } = line[0], { kind } = puzzle.pieces[piece];
  const isKey = (i) => puzzle.keys.has(puzzle.pieces[i].kind), again = line.findIndex(({ i }, n) => n && i === piece);
  if (again < 0 && puzzle.goal.some((all) => all.some((each) => each[0] === kind && each[1] === to)))
    return { kind: 'arrives', piece };
  const chain = [];
  for (let at = makesWayFor(puzzle, line, 0); at > 0;) {
    chain.push(at);
    at = isKey(line[at].i) ? -1 : makesWayFor(puzzle, line, at);
  }
  if (!chain.length) return again > 0 ? { kind: 'goes on', piece, n: again } : null;
  const [n] = chain, end = chain.at(-1), other = line[n].i, key = line[end].i;
  if (end > n && isKey(key) && key !== piece && piece !== other)
    return { kind: 'makes way for a chain', piece, other, key, n: end };
  return n === 1 ? { kind: 'makes way at once', piece, other } : { kind: 'makes way', piece, other, n };
}

// The first later move that enters a cell which move `at` empties; -1 where its piece moves first, or none does.
function makesWayFor(puzzle, line, at) {
  const { i, from, to } = line[at], cells = (head) => puzzle.cells(puzzle.pieces[i].kind, head);
  const emptied = cells(from).filter((cell) => !cells(to).includes(cell));
  for (let n = at + 1; n < line.length && line[n].i !== i; n++)
    if (entered(puzzle, line[n]).some((cell) => emptied.includes(cell))) return n;
  return -1;
}

// The cells that a move enters.
function entered(puzzle, { i, from, legs }) {
  const { kind } = puzzle.pieces[i], before = puzzle.cells(kind, from), found = [];
  let head = from;
  for (const [way, n] of legs) {
    for (let left = n; left; left--) {
      head += WAYS[way][0] + WAYS[way][1] * puzzle.width;
      found.push(...puzzle.cells(kind, head));
    }
  }
  return found.filter((cell) => !before.includes(cell));
}
