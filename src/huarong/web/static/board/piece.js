// A piece as an object, in layers from below: its shadow; then what is lifted when it is held: side, face, sheen, and
// on large boards a rim and the groove of a key piece; its name.

import { chevrons, links, outline, styleOf, svg } from './shape.js';

const IN = 0.03, FOOT = 0.04, ROUND = 0.12;

// The layers of a shape; `fine` ones have a rim, and a key piece a groove.
function body(shape, fine, style) {
  const bars = links(shape), face = outline(shape, IN, ROUND, FOOT) + bars,
    groove = () => outline(shape, 0.13, 0.07, FOOT);
  const parts = [['side', outline(shape, IN, ROUND) + bars], ['face', face], ['sheen', face]];
  if (fine) parts.push(['rim', outline(shape, IN + 0.013, ROUND - 0.012, FOOT)]);
  if (fine && style === 'key') parts.push(['groove', groove()]);
  if (chevrons(shape, style)) parts.push(['drives', chevrons(shape, style)]);
  return parts.map(([name, d]) => svg('path', { class: name, d }));
}

// A group with the layers of a piece of a kind, for the style sheet to colour.
/** @type {(puzzle: Puzzle, kind: number, look?: { fine?: boolean, label?: SVGElement | null }) => SVGElement} */
export const layers = (puzzle, kind, look) => drawn(puzzle.kinds[kind].shape, styleOf(puzzle, kind), look);

/** @type {(shape: Cell[], style: string, look?: { fine?: boolean, label?: SVGElement | null }) => SVGElement} */
export function drawn(shape, style, { fine = false, label = null } = {}) {
  return svg('g', { class: `piece ${style}` },
    svg('path', { class: 'cast', d: outline(shape, IN + 0.012, ROUND, -0.057) }),
    svg('g', { class: 'body' }, ...body(shape, fine, style), ...(label ? [label] : [])));
}
