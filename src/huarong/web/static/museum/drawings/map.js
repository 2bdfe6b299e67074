// Several searches side by side: the current and the visited layouts of each, on the map of the component.

import * as api from '../../ask/api.js';
import { load } from '../../ask/source.js';
import { mapOf } from '../../rules/packed.js';
import { boxOf, sure } from '../../rules/puzzle.js';
import { number, t } from '../../shared/i18n.js';
import { h, problem, refresh } from '../../shared/ui.js';
import { mini } from '../board.js';
import { dim, panes } from '../parts.js';
import { onCanvas } from '../pen.js';

const NAMES = {
  'poos-endings': ['we_astar', 'we_endings'], 'poos-weights': ['we_bfs', 'we_astar', 'we_recorded'],
  'poos-posts': ['we_stations', 'we_posts', 'we_keys'], 'now-patterns': ['we_astar', 'we_patterns'],
  'now-searches': ['we_bfs', 'se_astar', 'se_idastar', 'se_both'],
};
const LETTERS = { '2,2': 'B', '2,1': 'H', '1,2': 'V', '1,1': 'S', '3,1': 'T', '1,3': 'U' };

export const weights = (box) => (stepper) => {
  refresh(box, panes(NAMES[stepper.trace.show].map((key, n) => {
    const get = (name) => stepper.get(`${n}:at`, name), waiting = stepper.get(`${n}:count`, 'frontier'),
      [what, values] = stepper.get(`${n}:said`, 'it') ?? ['start', {}];
    const [weight, bound, ending, post] = ['weight', 'bound', 'ending', 'post'].map(get);
    return [t(key), mini(get('board'), get('width')), h('p', {}, t('f_' + what, values)),
      dim(weight ? t('we_weight', { a: weight[0], b: weight[1] }) : ''), bound && dim(t('se_bound', { n: bound })),
      waiting !== undefined && dim(t('se_frontier', { n: number(waiting) })),
      ...(ending ? [dim(t('we_ending', { n: get('differ') })), mini(ending)] : []),
      ...(post ? [dim(t('we_post', { n: post[1] })), mini(post[0])] : [])];
  })));
};

// The index of each layout's point, by the layout's text.
async function placesOf(line, own) {
  const [puzzle, buffer] = await Promise.all(
    [load(line), api.bytes(`/api/v1/map?${new URLSearchParams({ puzzle: line, metric: 'step' })}`)]);
  const points = mapOf(buffer), counts = puzzle.groups(puzzle.start).map((group) => group.length), at = new Map();
  // As the recorder writes them: digits for numbered tiles, else letters, small for what the goal names.
  const named = new Set(puzzle.goal.flat().map(([kind]) => kind)), size = puzzle.width * puzzle.height;
  const signs = puzzle.pieces.map(({ symbol }) => symbol).sort();
  const tiles = own && size <= 10 && puzzle.pieces.length === size - 1 && counts.every((count) => count === 1);
  const letters = counts.flatMap((count, kind) => {
    const { w, h: tall } = boxOf(puzzle.kinds[kind].shape), letter = LETTERS[`${w},${tall}`];
    if (tiles) return [String(1 + signs.indexOf(sure(puzzle.pieces.find((piece) => piece.kind === kind)).symbol))];
    return Array(count).fill(own && named.has(kind) && letter !== 'B' ? letter.toLowerCase() : letter);
  });
  for (let n = 0; n < points.points; n++) {
    const cells = Array(size).fill(tiles ? '0' : '.');
    letters.forEach((letter, i) => { cells[points.heads[n * letters.length + i]] = letter; });
    at.set(cells.join(''), n);
  }
  const axes = [0, 1].map((axis) => points.xy.filter((_, i) => (i & 1) === axis).sort());
  const low = axes.map(([least]) => least), wide = Math.max(...axes.map((all) => all[all.length - 1] - all[0]));
  return { points, at, low, wide };
}

const maps = new Map();

export const map = onCanvas('d_map', (pen) => {
  const note = h('p', { class: 'dim', role: 'status' });
  pen.area.prepend(note);
  let found = null, asked = false, ground = null;
  return (stepper) => {
    const names = NAMES[stepper.trace.show], line = stepper.trace.puzzle;
    if (!asked) {
      asked = true;
      note.textContent = t('map_loading');
      if (!maps.has(line)) maps.set(line, placesOf(line, stepper.trace.show === 'now-searches'));
      maps.get(line).then((one) => { found = one; note.textContent = ''; pen.redraw(); }, (error) => {
        maps.delete(line);
        asked = false;
        note.textContent = error.status ? problem(error) : t('map_away');
      });
    }
    const { width, height } = pen.space, rowsOf = (columns) => Math.ceil(names.length / columns),
      fit = (columns) => Math.max(40, Math.min(width / columns - 10, height / rowsOf(columns) - 46));
    const columns = [1, 2, 3].reduce((best, n) => (n <= names.length && fit(n) > fit(best) ? n : best)),
      side = fit(columns);
    pen.begin(rowsOf(columns) * (side + 44));
    if (!found) return;
    const { points, at, low, wide } = found, scale = (side - 12) / wide, of = side + pen.c('edge');
    const place = (n) => low.map((least, axis) => 6 + (points.xy[2 * n + axis] - least) * scale);
    if (ground?.of !== of) {
      ground = Object.assign(new OffscreenCanvas(Math.ceil(side * 2), Math.ceil(side * 2)), { of });
      const g = sure(ground.getContext('2d'));
      g.scale(2, 2);
      g.fillStyle = pen.c('edge');
      for (let n = 0; n < points.points; n++) { const [px, py] = place(n); g.fillRect(px - 0.7, py - 0.7, 1.4, 1.4); }
    }
    names.forEach((key, i) => {
      const left = (i % columns) * Math.max(side + 10, width / columns), top = Math.floor(i / columns) * (side + 44),
        met = stepper.table(`${i}:met`), way = stepper.table(`${i}:way`);
      const on = (text) => {
        const n = at.get(text);
        return n === undefined ? [] : [place(n).map((value, axis) => value + [left, top + 36][axis])];
      };
      pen.g.drawImage(ground, left, top + 36, side, side);
      pen.text(t(side < 190 ? `on_${key}` : key), left + 4, top + 9, 'ink', 13, 'left', true);
      const seen = number(stepper.get(`${i}:count`, 'met') ?? met.size);
      pen.text(side < 170 ? seen : t('map_of', { n: seen, all: number(points.points) }),
        left + 4, top + 26, 'dim', 12, 'left');
      pen.g.fillStyle = pen.c('indigo');
      for (const [x, y] of [...met.keys()].flatMap(on)) pen.g.fillRect(x - 1.4, y - 1.4, 2.8, 2.8);
      const steps = [...way.values()].flatMap(on);
      if (steps.length) pen.line(steps, 'red', 2);
      for (const [x, y] of on(stepper.get(`${i}:at`, 'board'))) pen.disc(x, y, 4, 'red', 'sheet', 1.5);
    });
  };
});
