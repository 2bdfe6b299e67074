// Distances by rank, as data (huarong/web/endpoints/table.py says how they lie in the bytes).

import { unpacked } from './packed.js';

// A numbering: an automaton reads a letter for each cell, and the rank is the sum of `before` along the way.
export class Numbering {
  constructor(puzzle, metric, { states, letters }, arrays) {
    this.puzzle = puzzle;
    this.metric = metric;
    this.letters = letters;
    this.end = states - 1;
    this.to = arrays.to;
    this.before = arrays.before;
    this.cell = arrays.cell;
  }

  // The rank of a word, which has a letter at the head of each piece; null where it is not in this space.
  ranked(word) {
    let state = 0, rank = 0;
    while (state !== this.end) {
      const edge = state * this.letters + word[this.cell[state]];
      rank += this.before[edge];
      state = this.to[edge];
      if (state < 0) return null;
    }
    return rank;
  }
}

export class Table extends Numbering {
  constructor(puzzle, metric, buffer) {
    const { header, next } = unpacked('HRT2', buffer), edges = header.states * header.letters;
    const to = next(Int32Array, edges), before = next(Uint32Array, edges),
      distances = next(header.wide ? Uint16Array : Uint8Array, header.layouts);
    super(puzzle, metric, header, { to, before, cell: next(Uint32Array, header.states) });
    this.distances = distances;
    this.unknown = header.wide ? 65535 : 255;
  }

  // The layout of a rank.
  layout(rank) {
    const { letters, to, before, cell, puzzle } = this, groups = puzzle.kinds.map(() => []);
    for (let state = 0, left = rank; state !== this.end;) {
      let edge = state * letters;
      for (let next = edge; next < (state + 1) * letters; next++)
        if (to[next] >= 0 && before[next] <= left) edge = next;
      if (edge % letters) groups[(edge % letters) - 1].push(cell[state]);
      left -= before[edge];
      state = to[edge];
    }
    return puzzle.pieces.map(({ kind }) => groups[kind].shift());
  }

  rank(heads) {
    const word = new Uint8Array(this.puzzle.size);
    heads.forEach((head, i) => { word[head] = this.puzzle.pieces[i].kind + 1; });
    return this.ranked(word);
  }

  distance(heads) {
    const rank = this.rank(heads), found = rank === null ? this.unknown : this.distances[rank];
    return found === this.unknown ? null : found;
  }

  // Every move and the distance after it.
  look(heads) {
    const distance = this.distance(heads), moves = this.puzzle.moves(heads, this.metric)
      .map((move) => ({ ...move, distance: this.distance(heads.with(move.i, move.to)) }));
    return { distance, moves, source: 'table' };
  }
}
