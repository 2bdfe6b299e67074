// A drawing as its board looks on the playing page, valid or not: tray, exit and goal, gates, pieces with their names.

import { labelOf } from '../board/label.js';
import { drawn } from '../board/piece.js';
import { outline, styleOf, svg, viewBox } from '../board/shape.js';
import { ground, material } from '../board/tray.js';
import { boxOf, Puzzle } from '../rules/puzzle.js';

const NO_PIECE = ['.', '#', '-'], ANY = { directions: 'UDLR', gates: true, mark: '' };

// The cells of each piece on a board or a goal.
function pieces(cells) {
  const found = new Map();
  cells.forEach((symbol, n) => {
    if (!NO_PIECE.includes(symbol)) found.set(symbol, [...found.get(symbol) ?? [], n]);
  });
  return found;
}

// The cells of a board or of a goal of a draft as a puzzle, whose pieces are of a kind each.
export function puzzleOf({ width, height, gates }, cells, goals) {
  const all = pieces(cells), symbols = [...all.keys()], where = (sign) =>
    cells.flatMap((_, n) => ((sign === '-' ? gates : cells)[n] === sign ? [n] : []));
  const shape = ([head, ...others]) => [[0, 0], ...others.map((n) =>
    [n % width - head % width, Math.floor(n / width) - Math.floor(head / width)])];
  const kinds = [...all.values()].map((own) => ({ ...ANY, shape: shape(own) }));
  const goal = goals.map((each) => [...pieces(each)].filter(([symbol]) => all.has(symbol)).map(([symbol, [head]]) =>
    [symbols.indexOf(symbol), head])).filter((each) => each.length);
  return new Puzzle({ width, height, walls: where('#'), gates: where('-'), kinds, goal,
    pieces: [...all].map(([symbol, [head]], kind) => ({ kind, head, symbol, label: symbol, label_en: symbol })) });
}

// The classes that colour the pieces of a puzzle, by their symbols.
export const stylesOf = (puzzle) => new Map(puzzle.pieces.map(({ symbol, kind }) => [symbol, styleOf(puzzle, kind)]));

// The picture of a puzzle; `names` has the pieces of the valid puzzle with their names, by their symbols.
export function picture(puzzle, { styles, names, chosen }) {
  material();
  const { width, height, start } = puzzle, grid = puzzle.covered(start), lattice = [];
  for (let x = 1; x < width; x++) lattice.push(`M${x} 0V${height}`);
  for (let y = 1; y < height; y++) lattice.push(`M0 ${y}H${width}`);
  const tray = ground(puzzle, start, true);
  tray.append(svg('path', { class: 'lattice', d: lattice.join('') }));
  const blocks = puzzle.pieces.map((piece) => {
    const { shape } = puzzle.kinds[piece.kind], { symbol, head } = piece, style = styles.get(symbol) ?? 'o1';
    const block = drawn(shape, style, { fine: true, label: labelOf(names.get(symbol) ?? piece, shape) });
    block.setAttribute('transform', `translate(${head % width} ${Math.floor(head / width)})`);
    block.classList.toggle('chosen', symbol === chosen);
    return block;
  });
  const under = puzzle.gates.filter((cell) => grid[cell] >= 0).map((cell) => [cell % width, Math.floor(cell / width)]);
  return svg('svg', { viewBox: viewBox(puzzle), class: 'thumb', 'aria-hidden': 'true' }, tray, ...blocks,
    svg('path', { class: 'gate under', d: outline(under, 0.2, 0.1) }));
}

// A piece as small as a sign, for its button; one that is not drawn yet is a single cell.
export function sign(puzzle, symbol, style = 's') {
  material();
  const piece = puzzle.pieces.find((each) => each.symbol === symbol), shape = piece ? puzzle.kinds[piece.kind].shape
    : [[0, 0]], { x, y, w, h } = boxOf(shape), side = Math.max(w, h, 1.6);
  return svg('svg', { viewBox: `${x + (w - side) / 2} ${y + (h - side) / 2} ${side} ${side}`, class: 'sign',
    'aria-hidden': 'true' }, drawn(shape, style));
}
