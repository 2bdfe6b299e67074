// Why a best move is best, in words.

import { because } from '../rules/why.js';
import { more, nameOf, sentences, t } from '../shared/i18n.js';

const texts = more('/static/play/why.json');

// The reason of the first of the best moves from a position, as a function that returns its text in the language of
// the page; null where nothing is known of it.
export async function reasonOf({ oracle, puzzle }, heads, last, progress, signal) {
  await texts;
  const { best, moves } = await oracle.look(heads, last, progress, signal);
  let line = null, at = heads;
  try {
    line = await oracle.line(heads, last, progress, signal);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
  }
  const paths = line?.map((move) => {
    const legs = puzzle.legs(puzzle.reach(at, move.i), move.to);
    at = at.with(move.i, move.to);
    return { ...move, legs };
  });
  const all = because(puzzle, heads, best, moves ?? puzzle.moves(heads, oracle.metric), paths);
  const name = (i) => (i === undefined ? '' : nameOf(puzzle.pieces[i]));
  /** @param {Because} because */
  const sentence = ({ kind, piece, other, key, n }) => t(`why ${kind}`, { piece: name(piece), other: name(other),
    key: name(key), n: t(`${oracle.metric}_n`, { n }) });
  return all.length ? () => sentences(...all.map(sentence)).replace(/(?<=\w )The red/g, 'the red') : null;
}
