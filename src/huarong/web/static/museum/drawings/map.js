// Several searches side by side: the current and the visited layouts of each, on the map of the component.

import * as api from '../../ask/api.js';
import { load } from '../../ask/source.js';
import { mapOf } from '../../rules/packed.js';
import { sure } from '../../rules/puzzle.js';
import { number, t } from '../../shared/i18n.js';
import { h, problem, refresh } from '../../shared/ui.js';
import { mini } from '../board.js';
import { onCanvas } from '../pen.js';

const NAMES = {
  'poos-endings': ['we_astar', 'we_endings'], 'poos-weights': ['we_bfs', 'we_astar', 'we_recorded'],
  'poos-posts': ['we_stations', 'we_posts', 'we_keys'], 'now-patterns': ['we_astar', 'we_patterns'],
  'now-searches': ['we_bfs', 'se_astar', 'se_idastar', 'se_both'],
};
const LETTERS = { '2,2': 'B', '2,1': 'H', '1,2': 'V', '1,1': 'S', '3,1': 'T', '1,3': 'U' };

export const weights = (box) => (stepper) => {
  refresh(box, h('div', { class: 'panes' }, ...NAMES[stepper.trace.show].map((key, n) => {
    const get = (table, name) => stepper.get(`${n}:${table}`, name), weight = get('at', 'weight'),
      width = get('at', 'width'), bound = get('at', 'bound'), waiting = get('count', 'frontier'),
      ending = get('at', 'ending'), post = get('at', 'post'), [what, values] = get('said', 'it') ?? ['start', {}];
    return h('div', {}, h('h3', {}, t(key)), mini(get('at', 'board'), width), h('p', {}, t('f_' + what, values)),
      h('p', { class: 'dim' }, weight ? t('we_weight', { a: weight[0], b: weight[1] }) : ''),
      ...(bound ? [h('p', { class: 'dim' }, t('se_bound', { n: bound }))] : []),
      ...(waiting === undefined ? [] : [h('p', { class: 'dim' }, t('se_frontier', { n: number(waiting) }))]),
      ...(ending ? [h('p', { class: 'dim' }, t('we_ending', { n: get('at', 'differ') })), mini(ending)] : []),
      ...(post ? [h('p', { class: 'dim' }, t('we_post', { n: post[1] })), mini(post[0])] : []));
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
    const [w, h2] = puzzle.kinds[kind].shape.reduce(([x, y], [a, b]) => [Math.max(x, a + 1), Math.max(y, b + 1)],
      [1, 1]), letter = LETTERS[`${w},${h2}`];
    if (tiles) return [String(1 + signs.indexOf(sure(puzzle.pieces.find((piece) => piece.kind === kind)).symbol))];
    return Array(count).fill(own && named.has(kind) && letter !== 'B' ? letter.toLowerCase() : letter);
  });
  for (let n = 0; n < points.points; n++) {
    const cells = Array(size).fill(tiles ? '0' : '.');
    letters.forEach((letter, i) => { cells[points.heads[n * letters.length + i]] = letter; });
    at.set(cells.join(''), n);
  }
  const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
  points.xy.forEach((value, i) => {
    low[i & 1] = Math.min(low[i & 1], value);
    high[i & 1] = Math.max(high[i & 1], value);
  });
  return { points, at, low, wide: Math.max(high[0] - low[0], high[1] - low[1]) };
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
    const { points, at, low, wide } = found, scale = (side - 12) / wide;
    const place = (n) => low.map((least, axis) => 6 + (points.xy[2 * n + axis] - least) * scale);
    if (ground?.of !== side + pen.c('edge')) {
      ground = Object.assign(new OffscreenCanvas(Math.ceil(side * 2), Math.ceil(side * 2)),
        { of: side + pen.c('edge') });
      const g = sure(ground.getContext('2d'));
      g.scale(2, 2);
      g.fillStyle = pen.c('edge');
      for (let n = 0; n < points.points; n++) { const [px, py] = place(n); g.fillRect(px - 0.7, py - 0.7, 1.4, 1.4); }
    }
    names.forEach((key, i) => {
      const left = (i % columns) * Math.max(side + 10, width / columns), top = Math.floor(i / columns) * (side + 44),
        met = stepper.table(`${i}:met`), way = stepper.table(`${i}:way`);
      pen.g.drawImage(ground, left, top + 36, side, side);
      pen.text(t(key), left + 4, top + 9, 'ink', side < 190 ? 11 : 13, 'left', true);
      const seen = number(stepper.get(`${i}:count`, 'met') ?? met.size);
      pen.text(side < 170 ? seen : t('map_of', { n: seen, all: number(points.points) }),
        left + 4, top + 26, 'dim', 12, 'left');
      pen.g.fillStyle = pen.c('indigo');
      for (const text of met.keys()) {
        const n = at.get(text);
        if (n === undefined) continue;
        const [px, py] = place(n);
        pen.g.fillRect(left + px - 1.4, top + 36 + py - 1.4, 2.8, 2.8);
      }
      const steps = [...way.values()].map((text) => at.get(text)).filter((n) => n !== undefined).map((n) => {
        const [px, py] = place(n);
        return [left + px, top + 36 + py];
      });
      if (steps.length) pen.line(steps, 'red', 2);
      const here = at.get(stepper.get(`${i}:at`, 'board'));
      if (here !== undefined) {
        const [px, py] = place(here);
        pen.disc(left + px, top + 36 + py, 4, 'red', 'sheet', 1.5);
      }
    });
  };
});
