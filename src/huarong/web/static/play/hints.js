// What the player is shown of perfect information: a hint, a graph of the distance, and every move with its grade.

import { more, nameOf, number, sentences, t, wayText } from '../shared/i18n.js';
import { whyNone } from '../shared/messages.js';
import { settings } from '../shared/settings.js';
import { $, h, problem, refill } from '../shared/ui.js';

let texts = null; // of reasons, and what finds these, fetched with the first

// What is said of the best move from a position: which piece it moves, then why, then the move, which has a path then;
// { move, text }. The move is null where there is none.
export async function hinted(session, heads, progress, signal) {
  const { oracle, game, puzzle, hint } = session, { last } = game;
  const { distance, bound, best: [best] } = await oracle.look(heads, last, progress, signal);
  if (distance === null) return { move: null, text: await noGoal(puzzle, heads) };
  const { i } = best, piece = () => nameOf(puzzle.pieces[i]);
  if (!hint) return { move: { i }, text: () => t('b_piece', { piece: piece() }) };
  const why = hint.why ? null : await reason(session, heads, last, progress, signal);
  const proved = session.facts?.proved != null && oracle.metric === 'move' && !bound,
    said = (key, values) => sentences(t(key, values), proved && t('b_proved'));
  if (why) return { move: { i, why }, text: () => said('b_why', { reason: why() }) };
  const legs = puzzle.legs(puzzle.reach(heads, i), best.to);
  return { move: { ...best, legs }, text: () => said(bound ? 'b_good' : 'b_hint', { piece: piece(), path: wayText(legs),
    n: t(settings.metric + '_n', { n: best.distance }) }) };
}

// That no goal can be reached, and why, as a function that returns the text.
export async function noGoal(puzzle, heads) {
  const why = await whyNone(puzzle, heads);
  return () => (why ? t('b_none_why', { reason: why() }) : t('b_none'));
}

// Why the first of the best moves from a position is best, as a function that returns the text in the language of the
// page; null where nothing is known of it, or the texts cannot be fetched.
export async function reason({ oracle, puzzle }, heads, last, progress, signal) {
  const found = await (texts ??= Promise.all([import('../rules/why.js'), more('/static/play/why.json')]).catch(() => {
    texts = null;
  }));
  if (!found) return null;
  const [{ because }] = found, { best, moves } = await oracle.look(heads, last, progress, signal);
  let at = heads;
  const line = await oracle.line(heads, last, progress, signal).catch((error) => {
    if (error.name === 'AbortError') throw error;
    return null;
  });
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

// The distance after each move as a line that falls to the goal.
export async function meter(session, figure) {
  figure.hidden = !settings.meter;
  if (!settings.meter) return;
  const { oracle, here, game } = session, layouts = game.stations.map(({ heads }) => heads);
  await oracle.ready;
  let line = layouts.map((heads) => oracle.distance(heads));
  // Where they cannot be had, what is known is shown.
  if (line.includes(undefined)) line = await oracle.distances(layouts, here.signal).catch(() => null) ?? line;
  if (session.here !== here || session.oracle !== oracle) return;
  const seen = oracle.peek(game.heads, game.last), last = seen ? seen.distance : line.at(-1);
  $('#distance').textContent = last === undefined ? '–' : last === null ? t('grade_lost') : number(last);
  const points = line.map((d, i) => [i, d]).filter(([, d]) => typeof d === 'number');
  const most = Math.max(1, ...points.map(([, d]) => d)), wide = Math.max(1, line.length - 1);
  const path = points.map(([i, d], n) =>
    `${n ? 'L' : 'M'}${(300 * i / wide).toFixed(1)} ${(62 - 58 * d / most).toFixed(1)}`).join('');
  for (const [part, rest] of [['.line', ''], ['.area', 'V64H0Z']])
    $(part, figure).setAttribute('d', points.length > 1 ? path + rest : '');
}

function grade(move, isBest) {
  const { cost, distance } = move;
  if (cost === null) return { kind: 'lost', text: '×', label: t('grade_lost'), order: Infinity };
  if (isBest) return { kind: 'best', text: String(distance), label: t('grade_best'), order: -1 };
  return { kind: cost <= 1 ? 'even' : 'worse', text: String(distance), label: t('grade_more', { n: cost }),
    order: cost };
}

// Lists every move with the distance after it; returns what the board shows beside its dots. `play` makes a move,
// `point` shows one on the board, `refresh` is called when the grades have come.
export function grades(session, section, still, { play, point, refresh }) {
  section.hidden = !settings.graded || still;
  if (section.hidden) return void refill(section);
  const { game, oracle, puzzle, here } = session, seen = oracle.peek(game.heads, game.last);
  if (!seen?.moves) {
    if (!session.grading) {
      session.grading = t('b_looking');
      const tell = (text) => {
        if (session.here !== here) return;
        session.grading = text;
        refresh();
      };
      oracle.grade(game.heads, here.signal).then((done) => tell(done ? '' : t('grade_none')),
        (error) => tell(problem(error)));
    }
    return void refill(section, h('p', { class: 'dim' }, session.grading));
  }
  const { moves, best } = seen;
  if (session.explained?.heads !== game.heads || session.explained.oracle !== oracle) {
    const mine = session.explained = { heads: game.heads, oracle, why: /** @type {(() => string) | null} */ (null) };
    reason(session, game.heads, game.last, null, here.signal).then((why) => {
      mine.why = why;
      if (why && session.explained === mine) refresh();
    }, () => { if (session.explained === mine) session.explained = null; });
  }
  const isBest = (move) => best.some(({ from, to }) => from === move.from && to === move.to);
  const rows = moves.map((move) => ({ ...move, ...grade(move, isBest(move)) })).sort((a, b) => a.order - b.order);
  const why = session.explained?.why;
  refill(section, h('h2', {}, t('graded_head')), h('ul', {}, ...rows.map((row, n) => {
    const legs = puzzle.legs(puzzle.reach(game.heads, row.i), row.to);
    const show = () => point({ ...row, legs }), hide = () => point(session.hint);
    const left = row.distance === null ? t('grade_lost') : `${t('togo', { n: row.distance })} (${row.label})`;
    return h('li', {}, h('button', { class: `grade ${row.kind}`, onclick: () => play(row), onpointerenter: show,
      onpointerleave: hide, onfocus: show, onblur: hide },
      h('span', {}, `${nameOf(puzzle.pieces[row.i])} `, h('b', {}, wayText(legs))), h('span', {}, left)),
      n === 0 && why && h('p', { class: 'dim' }, why()));
  })));
  return new Map(rows.map((row) => [`${row.from}:${row.to}`, row]));
}
