// A numbering and its distances, loaded as data (huarong/web/endpoints/table.py says how they lie in the bytes):
// the rank of a layout is the sum of `before` along its word, and its distance stands at its rank.

import { bytes } from './api.js';

export class Table {
  static async load(puzzle, metric, signal) {
    return new Table(puzzle, metric, await bytes(`${puzzle.table}&metric=${metric}`, signal));
  }

  constructor(puzzle, metric, buffer) {
    if (new TextDecoder().decode(new Uint8Array(buffer, 0, 4)) !== 'HRT2') throw new TypeError('no table');
    const length = new DataView(buffer).getUint32(4, true);
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
    const edges = header.states * header.letters, wide = header.wide ? 2 : 1;
    let at = 8 + length;
    const next = (Type, count) => {
      const view = new Type(buffer, at, count);
      at += Math.ceil((count * Type.BYTES_PER_ELEMENT) / 4) * 4;
      return view;
    };
    this.puzzle = puzzle;
    this.metric = metric;
    this.letters = header.letters;
    this.end = header.states - 1;
    this.to = next(Int32Array, edges);
    this.before = next(Uint32Array, edges);
    this.distances = next(wide === 2 ? Uint16Array : Uint8Array, header.layouts);
    this.cell = next(Uint32Array, header.states);
    this.unknown = wide === 2 ? 65535 : 255;
  }

  // The rank of a layout; null where it is not in this space.
  rank(heads) {
    const letter = new Uint8Array(this.puzzle.size);
    heads.forEach((head, i) => { letter[head] = this.puzzle.pieces[i].kind + 1; });
    let state = 0, rank = 0;
    while (state !== this.end) {
      const edge = state * this.letters + letter[this.cell[state]];
      rank += this.before[edge];
      state = this.to[edge];
      if (state < 0) return null;
    }
    return rank;
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
