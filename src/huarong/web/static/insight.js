// What perfect information shows about a game: the distance as it falls, every move by how good it is, and at the
// end where the best was left.

import { moveText } from './game.js';
import { nameOf, number, t } from './i18n.js';
import { pathText } from './puzzle.js';
import { settings } from './settings.js';
import { $, h, problem, refill } from './ui.js';

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
    } catch { /* what is known is shown */ }
  }
  if (page.here !== here || page.oracle !== oracle) return;
  const seen = oracle.peek(page.game.heads, page.game.last), last = seen ? seen.distance : line.at(-1);
  $('#distance').textContent = last === undefined ? '–' : last === null ? t('grade_lost') : number(last);
  const points = line.map((d, i) => [i, d]).filter(([, d]) => typeof d === 'number');
  const most = Math.max(1, ...points.map(([, d]) => d)), wide = Math.max(1, line.length - 1);
  const path = points.map(([i, d], n) => `${n ? 'L' : 'M'}${(300 * i / wide).toFixed(1)} ${(62 - 58 * d / most).toFixed(1)}`).join('');
  $('.line', figure).setAttribute('d', points.length > 1 ? path : '');
  $('.area', figure).setAttribute('d', points.length > 1 ? `${path}V64H0Z` : '');
}

function grade(move, isBest) {
  const { cost, distance } = move;
  if (cost === null) return { kind: 'lost', text: '×', label: t('grade_lost'), order: Infinity };
  if (isBest) return { kind: 'best', text: String(distance), label: t('grade_best'), order: -1 };
  return { kind: cost <= 1 ? 'even' : 'worse', text: String(distance), label: t('grade_more', { n: cost }), order: cost };
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
      oracle.grade(game.heads, here.signal).then((graded) => tell(graded ? '' : t('grade_none')), (error) => tell(problem(error)));
    }
    return void refill(section, h('p', { class: 'dim' }, here.told));
  }
  const { moves, best } = seen;
  const rows = moves.map((move) => ({ ...move, ...grade(move, best.some(({ from, to }) => from === move.from && to === move.to)) })).sort((a, b) => a.order - b.order);
  refill(section, h('h2', {}, t('graded_head')), h('ul', {}, ...rows.map((row) => {
    const legs = puzzle.legs(puzzle.reach(game.heads, row.i), row.to), show = () => page.point({ ...row, legs }), hide = () => page.point(page.hint);
    return h('li', {}, h('button', { class: `grade ${row.kind}`, type: 'button', onclick: () => play(row), onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide },
      h('span', {}, `${nameOf(puzzle.pieces[row.i])} `, h('b', {}, pathText(legs))), h('span', {}, row.distance === null ? t('grade_lost') : `${t('togo', { n: row.distance })} (${row.label})`)));
  })));
  return new Map(rows.map((row) => [`${row.from}:${row.to}`, row]));
}

// The end of a game, as after a game of chess: the count, the best, and each move that left it.
export async function report(page, section, { again, share, next, look }) {
  const { game, facts, oracle, puzzle } = page, { metric } = settings;
  if (section.dataset.of === `${game.key}${game.past.length}${settings.lang}${metric}${facts?.best[metric]}`) return;
  section.dataset.of = `${game.key}${game.past.length}${settings.lang}${metric}${facts?.best[metric]}`;
  section.tabIndex = -1;
  const n = game.counts[metric], best = facts?.best[metric], words = (count) => t(metric + '_n', { n: count });
  const verdict = typeof best !== 'number' ? t('solved_plain', { n: words(n) }) : n <= best ? t('solved_best', { n: words(n) }) : t('solved_over', { n: words(n), over: n - best, best: words(best) });
  const details = h('div', {});
  section.replaceChildren(h('h2', {}, t('solved_title')), h('p', {}, verdict, game.seen ? ' ' + t('solved_seen') : ''), details,
    h('p', { class: 'buttons' }, h('button', { class: 'accent', type: 'button', onclick: next }, t('next')), h('button', { type: 'button', onclick: share }, t('share')), h('button', { type: 'button', onclick: again }, t('again'))));
  // What the moves cost is told in the metric in which one drag is one.
  const stations = game.stations;
  let distances = null;
  try {
    distances = await oracle.distances(stations.map(({ heads }) => heads), page.here.signal);
  } catch (error) {
    // Whoever went on and comes back is told again.
    if (error.name === 'AbortError') return delete section.dataset.of;
  }
  if (page.game !== game || !game.solved) return;
  if (!distances) return details.replaceChildren(h('p', { class: 'dim' }, t('noanalysis')));
  const lost = stations.slice(1).map((station, i) => ({ ...station, i: i + 1, before: stations[i].heads, cost: distances[i + 1] - distances[i] + (metric === 'move' ? 1 : cost(station.move, metric)) })).filter((each) => each.cost > 0);
  if (!lost.length) return details.replaceChildren(h('p', {}, t('never')));
  details.replaceChildren(h('p', {}, t('left')), h('ol', { class: 'left' }, ...lost.map(({ move, before, i, cost: n }) => h('li', {},
    h('button', { class: 'text', type: 'button', onclick: () => look(before) }, t('left_row', { i, piece: nameOf(puzzle.pieces[move.i]), path: moveText(move), n }))))));
}

const cost = (move, metric) => move.legs.reduce((sum, [, n]) => sum + (metric === 'step' ? n : 1), 0);
