// A compressed atlas, read by a page (huarong/atlas/compressed.py draws its bytes): distances modulo 3, five to a byte.
// A neighbour one nearer to the goal has the remainder one less, so the distance is how many of them it takes.

import { cellsIn, numbersOf, shapeOf, sure, xyOf } from './puzzle.js';
import { Numbering } from './table.js';

const POWER = [1, 3, 9, 27, 81];

function shape(text) {
  const [, wide, high] = text.match(/^(\d+)x(\d+)$/)?.map(Number) ?? [];
  return shapeOf(wide ? Array.from({ length: wide * high }, (_, i) => xyOf(i, wide))
    : cellsIn(text.split('/')).get('X'));
}

// The header of a file; throws TypeError where it is no compressed atlas.
export function headerOf(buffer) {
  const bytes = new DataView(buffer), end = buffer.byteLength - 24;
  const text = (from, to) => new TextDecoder().decode(new Uint8Array(buffer, from, to - from));
  if (end < 64 || text(0, 8) !== 'HUARONG\n') throw new TypeError('no file of huarong');
  const header = JSON.parse(text(end - bytes.getUint32(end + 8, true), end));
  if (header.kind !== 'residues') throw new TypeError('no compressed atlas');
  return header;
}

export class Compressed extends Numbering {
  // `puzzle` has the pieces of one layout of the family; its goal and metric are those of the file.
  constructor(puzzle, buffer) {
    const header = headerOf(buffer), { states, letters, layouts, metric, goal } = header, edges = states * letters;
    const table = new Uint8Array(buffer, 64, Math.ceil(layouts / 5)), at = 64 + Math.ceil(table.length / 4) * 4;
    super(puzzle, metric, header, { to: new Int32Array(buffer, at, edges),
      before: new Uint32Array(buffer, at + 4 * edges, edges), cell: new Uint32Array(buffer, at + 8 * edges, states) });
    this.table = table;
    const [board, ...sets] = header.kept.split(' ');
    this.gates = new Set(numbersOf(cellsIn(board.split('/')).get('-'), puzzle.width));
    const names = sets.filter((each) => !each.startsWith('empty')).map((each) => each.slice(0, each.lastIndexOf(':')));
    const key = (cells) => JSON.stringify(cells), known = names.map((name) => key(shape(name.replace(/-$/, ''))));
    this.letter = puzzle.kinds.map((kind) => known.indexOf(key(kind.shape)) + 1);
    if (this.letter.includes(0)) throw new TypeError('pieces of another family');
    // The kind to which the gates are closed: with it in the right part, the mirror image is looked up.
    this.alone = this.gates.size ? names.findIndex((name) => !name.endsWith('-')) + 1 : 0;
    this.goal = goal;
    this.board = board;
  }

  // Whether the atlas has the puzzle's layouts, for the puzzle's goal.
  fits(heads) {
    const { puzzle, letter, board } = this, { width, height, walls, gates, kinds } = puzzle, rows = board.split('/'),
      [, wide, high] = board.match(/^(\d+)x(\d+)$/) ?? [];
    const large = wide ? Number(wide) === width && Number(high) === height && !walls.length
      : rows.length === height && rows.every((row, y) => row.length === width
        && [...row].every((c, x) => (c === '#') === puzzle.wallSet.has(y * width + x)));
    const plain = !gates.length && kinds.every(({ directions }) => directions.length === 4)
      && new Set(letter).size === kinds.length;
    const wanted = (goal, own) =>
      String(goal.map((all) => String(all.map(([kind, head]) => `${own(kind)}@${head}`).sort())).sort());
    if (!large || !plain || wanted(puzzle.goal, (kind) => letter[kind]) !== wanted(this.goal, (kind) => kind + 1))
      return false;
    return this.residue(heads) !== null;
  }

  // Every move and the distance after it: one more, as many or one less than before.
  look(heads) {
    const { puzzle, metric } = this, distance = this.distance(heads), own = this.residue(heads);
    const moves = puzzle.moves(heads, metric).map((move) => {
      const more = (sure(this.residue(heads.with(move.i, move.to))) - sure(own) + 3) % 3;
      return { ...move, distance: distance === null ? null : distance + (more === 2 ? -1 : more) };
    });
    return { distance, moves, source: 'table' };
  }

  // The distance modulo 3; null for a layout of another family.
  residue(heads) {
    const { puzzle, gates } = this, { width } = puzzle, word = new Uint8Array(puzzle.size);
    const kinds = puzzle.pieces.map(({ kind }) => kind), covers = heads.map((head, i) => puzzle.cells(kinds[i], head));
    const over = kinds.some((kind, i) => this.letter[kind] === this.alone && covers[i].some((cell) => gates.has(cell)));
    heads.forEach((head, i) => {
      const mirrored = over ? Math.min(...covers[i].map((cell) => cell - (cell % width) + width - 1 - (cell % width)))
        : head;
      word[mirrored] = this.letter[kinds[i]];
    });
    const rank = this.ranked(word);
    return rank === null ? null : Math.floor(this.table[Math.floor(rank / 5)] / POWER[rank % 5]) % 3;
  }

  solved(heads) {
    const lies = ([kind, head]) =>
      heads.some((each, i) => each === head && this.letter[this.puzzle.pieces[i].kind] === kind + 1);
    return this.goal.some((all) => all.every(lies));
  }

  // How far the goal is; null where it cannot be reached.
  distance(heads) {
    let left = sure(this.residue(heads)), far = 0;
    for (let at = heads; !this.solved(at); far += 1) {
      const want = (left + 2) % 3;
      const after = this.puzzle.moves(at, this.metric).map(({ i, to }) => at.with(i, to));
      const next = after.find((each) => this.residue(each) === want);
      if (!next) return null;
      [at, left] = [next, want];
    }
    return far;
  }
}
