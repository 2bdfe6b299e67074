// Why a move is best: the twin of huarong/atlas/why.py, which says what each kind of sentence means.


// The sentences about the first of the best moves from heads. `moves` has every move and its cost: null where no goal
// can be reached after it, undefined where that is not known. `line` has the moves of a shortest solution that begins
// with it, with their paths, or is null.
/** @returns {Because[]} */
export function because(puzzle, heads, best, moves, line) {
  return best.length ? [purpose(puzzle, heads, line), grades(best, moves)].flatMap((each) => each ?? []) : [];
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
function purpose(puzzle, heads, line) {
  if (!line?.length) return null;
  const { i: piece } = line[0], all = [...line.keys()], placed = placedBy(puzzle, heads, line);
  if (placed.includes(0)) return { kind: 'arrives', piece };
  const keys = all.filter((at) => puzzle.keys.has(puzzle.pieces[line[at].i].kind)), chain = [];
  const ends = keys.length ? keys : placed;
  for (let at = makesWayFor(puzzle, line, 0); at > 0;) {
    chain.push(at);
    at = ends.includes(at) ? -1 : makesWayFor(puzzle, line, at);
  }
  if (!chain.length) {
    const n = line.findIndex(({ i }, at) => at && i === piece);
    return n > 0 ? { kind: 'goes on', piece, n } : null;
  }
  const [n] = chain, end = chain.at(-1), other = line[n].i, key = line[end].i;
  if (!keys.length && ends.includes(end) && key === piece) return { kind: 'goes to its place', piece, n: end };
  if (end > n && ends.includes(end) && (!keys.length || line.findIndex(({ i }) => i === key) === end))
    return { kind: keys.length ? 'makes way for a chain' : 'makes way to arrive', piece, other, key, n: end };
  return n === 1 ? { kind: 'makes way at once', piece, other } : { kind: 'makes way', piece, other, n };
}

// The moves of a solution after which their piece stays where the goal that it reaches wants it.
function placedBy(puzzle, heads, line) {
  const last = new Map(line.map(({ i }, at) => [i, at]));
  const end = heads.map((head, i) => (last.has(i) ? line[last.get(i)].to : head));
  const holds = ([kind, head]) => end.some((each, i) => each === head && puzzle.pieces[i].kind === kind);
  const wanted = puzzle.goal.filter((all) => all.every(holds)).flat();
  return [...last].filter(([i]) => wanted.some(([kind, head]) => head === end[i] && kind === puzzle.pieces[i].kind))
    .map(([, at]) => at);
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
  for (const [way, n] of legs) for (let left = n; left; left--)
    found.push(...puzzle.cells(kind, head = puzzle.step(kind, head, way)));
  return found.filter((cell) => !before.includes(cell));
}
