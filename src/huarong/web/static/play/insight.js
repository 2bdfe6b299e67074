// Perfect information about a game: a graph of the distance, and every move with its grade.

import { nameOf, number, t, wayText } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { $, h, problem, refill } from '../shared/ui.js';

// The distance after each move as a line that falls to the goal.
export async function meter(page, figure) {
  figure.hidden = !settings.meter;
  if (!settings.meter) return;
  const { oracle, here } = page, layouts = page.game.stations.map(({ heads }) => heads);
  await oracle.ready;
  let line = layouts.map((heads) => oracle.distance(heads));
  if (line.includes(undefined)) {
    try {
      line = (await oracle.distances(layouts, here.signal)) ?? line;
    } catch { /* shows what is known */ }
  }
  if (page.here !== here || page.oracle !== oracle) return;
  const seen = oracle.peek(page.game.heads, page.game.last), last = seen ? seen.distance : line.at(-1);
  $('#distance').textContent = last === undefined ? '–' : last === null ? t('grade_lost') : number(last);
  const points = line.map((d, i) => [i, d]).filter(([, d]) => typeof d === 'number');
  const most = Math.max(1, ...points.map(([, d]) => d)), wide = Math.max(1, line.length - 1);
  const path = points.map(([i, d], n) =>
    `${n ? 'L' : 'M'}${(300 * i / wide).toFixed(1)} ${(62 - 58 * d / most).toFixed(1)}`).join('');
  $('.line', figure).setAttribute('d', points.length > 1 ? path : '');
  $('.area', figure).setAttribute('d', points.length > 1 ? `${path}V64H0Z` : '');
}

function grade(move, isBest) {
  const { cost, distance } = move;
  if (cost === null) return { kind: 'lost', text: '×', label: t('grade_lost'), order: Infinity };
  if (isBest) return { kind: 'best', text: String(distance), label: t('grade_best'), order: -1 };
  return { kind: cost <= 1 ? 'even' : 'worse', text: String(distance), label: t('grade_more', { n: cost }),
    order: cost };
}

// Lists every move with the distance after it; returns what the board shows beside its dots.
export function grades(page, section, still, play) {
  section.hidden = !settings.graded || still;
  if (section.hidden) return void refill(section);
  const { game, oracle, puzzle, here } = page, seen = oracle.peek(game.heads, game.last);
  if (!seen?.moves) {
    if (!here.told) {
      here.told = t('b_looking');
      const tell = (text) => {
        here.told = text;
        if (page.here === here) page.refresh();
      };
      oracle.grade(game.heads, here.signal).then((graded) => tell(graded ? '' : t('grade_none')),
        (error) => tell(problem(error)));
    }
    return void refill(section, h('p', { class: 'dim' }, here.told));
  }
  const { moves, best } = seen;
  const rows = moves.map((move) => ({ ...move,
    ...grade(move, best.some(({ from, to }) => from === move.from && to === move.to)) })).sort((a, b) =>
    a.order - b.order);
  refill(section, h('h2', {}, t('graded_head')), h('ul', {}, ...rows.map((row) => {
    const legs = puzzle.legs(puzzle.reach(game.heads, row.i), row.to), show = () => page.point({ ...row, legs }),
      hide = () => page.point(page.hint);
    return h('li', {}, h('button', { class: `grade ${row.kind}`, type: 'button', onclick: () => play(row),
      onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide },
      h('span', {}, `${nameOf(puzzle.pieces[row.i])} `, h('b', {}, wayText(legs))),
        h('span', {}, row.distance === null ? t('grade_lost') : `${t('togo', { n: row.distance })} (${row.label})`)));
  })));
  return new Map(rows.map((row) => [`${row.from}:${row.to}`, row]));
}
