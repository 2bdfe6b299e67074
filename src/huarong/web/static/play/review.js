// How well a game was played: its result; and its review, with a graph of the distance to the goal, and each mistake
// with the better move and an exercise to find it.

import { svg } from '../board/shape.js';
import { endOf } from '../rules/play.js';
import { nameOf, t, wayText } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { h } from '../shared/ui.js';

// The result of a game: { perfect, text, beside }. A game may be perfect in one metric only; then `beside` gives the
// other count.
export function verdictOf({ counts, seen }, best, metric = settings.metric) {
  const words = (count) => t(metric + '_n', { n: count }), n = counts[metric], least = best?.[metric];
  if (typeof least !== 'number') return { perfect: false, text: t('solved_plain', { n: words(n) }), beside: '' };
  if (n > least) return { perfect: false, beside: '',
    text: t('solved_over', { n: words(n), over: n - least, best: words(least) }) };
  const other = metric === 'step' ? 'move' : 'step', more = counts[other] - best[other];
  return { perfect: !seen, text: t('solved_best', { n: words(n) }), beside: more > 0
    ? t('solved_beside', { n: t(other + '_n', { n: counts[other] }), best: best[other] }) : '' };
}

// What a move counts.
const countOf = (move, metric) => (metric === 'move' ? 1
  : move.legs.reduce((sum, [, n]) => sum + (metric === 'step' ? n : 1), 0));

// The mistakes of a game and what each costs: { stations, distances, mistakes }, with mistakes as
// { n, before, last, move, cost }; null where the distances are not known.
export async function analysed(game, oracle, signal) {
  const { stations } = game, { metric } = settings,
    distances = await oracle.distances(stations.map(({ heads }) => heads), signal);
  if (!distances) return null;
  const moves = stations.slice(1).map(({ move }, i) => {
    const [from, to] = distances.slice(i),
      cost = to !== null ? to - from + countOf(move, metric) : from === null ? 0 : Infinity;
    return { n: i + 1, before: stations[i].heads, last: endOf(stations[i].move), move, cost };
  });
  return { stations, distances, mistakes: moves.filter(({ cost }) => cost > 0) };
}

// The best moves at a mistake, with their paths: [{ i, from, to, legs }].
export async function better(puzzle, oracle, { before, last }, signal) {
  const { best } = await oracle.look(before, last, null, signal);
  return best.map((move) => ({ ...move, legs: puzzle.legs(puzzle.reach(before, move.i), move.to) }));
}

// The cost of a move at the position of a mistake: how many moves more than the best it takes.
export async function costOf(puzzle, oracle, { before, last }, move, signal) {
  const here = await oracle.look(before, last, null, signal);
  const known = here.moves?.find(({ from, to }) => from === before[move.i] && to === move.to);
  if (known) return known.cost ?? Infinity;
  const { distance } = await oracle.look(before.with(move.i, move.to), endOf(move), null, signal),
    { metric } = settings;
  const goesOn = last?.i === move.i && (metric === 'move' || (metric === 'slide' && last.way === move.legs[0][0]));
  return distance === null ? Infinity : distance - here.distance + countOf(move, metric) - Number(goesOn);
}

const WIDE = 300, HIGH = 84;

// The graph of the distance over the game, with a mark at each mistake and a line at move `now`; a click selects a
// position.
export function graph({ distances, mistakes }, now, choose) {
  const known = distances.map((d, i) => [i, d]).filter(([, d]) => d !== null),
    most = Math.max(1, ...known.map(([, d]) => d)), last = Math.max(1, distances.length - 1);
  const x = (i) => (6 + (WIDE - 12) * i / last).toFixed(1), y = (d) => (HIGH - 6 - (HIGH - 12) * d / most).toFixed(1);
  const line = known.map(([i, d], n) => `${n ? 'L' : 'M'}${x(i)} ${y(d)}`).join('');
  const picture = svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, class: 'graph', role: 'img', preserveAspectRatio: 'none',
    'aria-label': t('graph', { from: known[0]?.[1] ?? '?', n: distances.length - 1, mistakes: mistakes.length }) },
    svg('path', { class: 'area', d: line ? `${line}V${HIGH}H${x(known[0][0])}Z` : '' }),
    svg('path', { class: 'line', d: line }), svg('path', { class: 'now', d: `M${x(now)} 2V${HIGH}` }),
    ...mistakes.filter(({ n }) => distances[n] !== null).map(({ n }) =>
      svg('path', { class: 'slip', d: `M${x(n)} ${y(distances[n])}h.01` })));
  picture.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect();
    choose(Math.max(0, Math.min(last,
      Math.round(((event.clientX - box.left) / box.width * WIDE - 6) / (WIDE - 12) * last))));
  });
  return picture;
}

export const plus = (cost) => (cost === Infinity ? t('grade_lost') : t('grade_more', { n: cost }));

// The mistakes of a game, each a button that shows it on the board.
export function panel(puzzle, found, lesson) {
  if (!found.mistakes.length) return [h('p', {}, t('never'))];
  return [h('p', {}, t('left')), h('ol', { class: 'left' }, ...found.mistakes.map((mistake) =>
    h('li', {}, h('button', { onclick: () => lesson.show(mistake) }, t('left_row', { i: mistake.n,
      piece: nameOf(puzzle.pieces[mistake.move.i]), path: wayText(mistake.move.legs), n: plus(mistake.cost) }),
      lesson.learnt.has(mistake.n) ? h('span', { class: 'learnt' }, '✓') : null))))];
}
