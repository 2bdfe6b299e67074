// Today's methods: the table of distances as it fills, the words of a bit-parallel search, searches on the map.

import { load, tableOf } from '../../ask/source.js';
import { t, number } from '../../shared/i18n.js';
import { h } from '../../shared/ui.js';
import { mini } from '../board.js';
import { dim } from '../parts.js';
import { onCanvas } from '../pen.js';

const RAMP = [[178, 58, 43], [194, 122, 53], [127, 148, 87], [63, 127, 130], [83, 105, 190]];

// The table of distances, a byte a layout by rank; entries already set are coloured by their distance.
export const sheet = onCanvas('d_sheet', (pen) => {
  const note = dim('');
  pen.area.append(note);
  let table = null, of = null;
  return (stepper) => {
    if (of !== stepper.trace.puzzle) {
      of = stepper.trace.puzzle;
      load(of).then((puzzle) => tableOf(puzzle, 'step')).then((found) => { table = found; pen.redraw(); },
        () => { note.textContent = t('e_net'); });
    }
    const fill = stepper.get('at', 'fill') ?? -1, levels = stepper.table('level'), rank = stepper.get('at', 'rank');
    const tall = Math.max(220, Math.min(320, pen.room() - 44));
    pen.begin(tall);
    const { g } = pen, width = Math.max(40, Math.floor(pen.width)), size = table?.distances.length ?? 65880,
      per = Math.ceil(Math.sqrt(size * width / (tall - 120))), high = Math.ceil(size / per), scale = width / per;
    if (table) {
      const image = new ImageData(per, high), longest = Math.max(1, levels.size - 1, 126);
      for (let i = 0; i < size; i++) {
        const d = table.distances[i];
        if (d === table.unknown || d > fill) continue;
        const s = d / longest * 4, k = Math.min(3, Math.floor(s)), f = s - k;
        image.data.set([...RAMP[k].map((from, c) => from + (RAMP[k + 1][c] - from) * f), 255], 4 * i);
      }
      const off = new OffscreenCanvas(per, high);
      off.getContext('2d')?.putImageData(image, 0, 0);
      g.imageSmoothingEnabled = false;
      pen.box(0, 0, width, high * scale, 'floor', null, 1, 0);
      g.drawImage(off, 0, 0, per, high, 0, 0, width, high * scale);
      if (rank !== undefined)
        pen.disc((rank % per + 0.5) * scale, (Math.floor(rank / per) + 0.5) * scale, 6, null, 'focus', 3);
    }
    const top = high * scale + 14, most = Math.max(1, ...levels.values());
    pen.text(t('sheet_levels'), 0, top, 'dim', 11, 'left');
    for (const [depth, n] of levels) {
      const w = (pen.width - 4) / 127, bar = 70 * Math.sqrt(n / most);
      pen.box(depth * w, tall - 8 - bar, Math.max(1, w - 1), bar, depth === fill ? 'red' : 'indigo', null, 1, 0);
    }
    note.textContent = fill >= 0
      ? t('sheet_is', { d: fill, n: number(stepper.get('count', 'known') ?? 0), all: number(size) }) : '';
  };
});

export const sweep = onCanvas('d_sweep', (pen) => {
  const pick = h('div', { class: 'bar peek' });
  pen.area.append(pick);
  return (stepper) => {
    const words = stepper.table('word'), frames = stepper.table('frame'), drawn = stepper.get('count', 'drawn'),
      wide = pen.space.width - 8, fit = Math.floor(Math.sqrt(wide * (pen.room() - 90) / Math.max(60, drawn ?? 240)));
    const side = Math.max(20, Math.min(44, fit)), per = Math.max(6, Math.floor(wide / side)), dot = (side - 6) / 8;
    pen.begin(Math.max(150, Math.ceil((drawn ?? frames.size) / per) * side + 8));
    for (const [n, hex] of words) {
      const x = (n % per) * side + 4, y = Math.floor(n / per) * side + 4, all = BigInt(`0x${hex}`),
        fresh = BigInt(`0x${stepper.get('new', n) ?? '0'}`);
      pen.box(x, y, side - 4, side - 4, 'floor', fresh ? 'red' : null, 1, 2);
      for (let bit = 0; bit < 64; bit++) if (all >> BigInt(bit) & 1n) {
        pen.g.fillStyle = pen.c(fresh >> BigInt(bit) & 1n ? 'alert' : 'focus');
        pen.g.fillRect(x + 1 + (bit & 7) * dot, y + 1 + (bit >> 3) * dot, dot - 0.4, dot - 0.4);
      }
      pen.spot(x + side / 2, y + side / 2, side / 2, n);
    }
    pen.onSpot = (n) => pick.replaceChildren(mini(frames.get(n)),
      h('p', {}, t('sweep_frame'), h('br'), h('span', { class: 'code' }, words.get(n))));
  };
});

// The bench of visited sets: comparisons, time and bytes against the number of codes, drawn as they are fed.
const NAMES = ['list', 'bisection', 'tree', 'avl', 'chains', 'probing', 'set', 'bitmap'];
const COLOURS = ['red', 'indigo', 'jade', 'ochre', 'plum', 'moss', 'dim', 'ink'];
const PANELS = [['sets_compared', 1], ['sets_time', 3], ['sets_bytes', 2]];
const SUPER = (n) => '10' + [...String(n)].map((digit) => (digit === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit])).join('');

export const curves = onCanvas('d_curves', (pen) => (stepper) => {
  const lines = NAMES.map(() => /** @type {number[][]} */ ([])), most = stepper.get('at', 'codes') || 1;
  for (const [key, point] of stepper.table('curve')) lines[NAMES.indexOf(key.split(':')[0])]?.push(point);
  const { width } = pen.space, columns = width > 640 ? 3 : 1, across = width > 700 ? 8 : width > 400 ? 4 : 3,
    legend = 24 * Math.ceil(NAMES.length / across),
    high = columns === 3 ? Math.max(180, pen.room() - legend) : 190, wide = width / columns;
  pen.begin(legend + high * (3 / columns));
  NAMES.forEach((name, n) => {
    const x = (n % across) * (width / across), y = 12 + 24 * Math.floor(n / across);
    pen.line([[x + 2, y], [x + 16, y]], COLOURS[n], 3);
    pen.text(t('set_' + name), x + 20, y, 'ink', 13, 'left');
  });
  PANELS.forEach(([title, column], p) => {
    const left = (p % columns) * wide + 42, top = legend + Math.floor(p / columns) * high + 26,
      right = (p % columns) * wide + wide - 12, low = legend + Math.floor(p / columns) * high + high - 22;
    const values = lines.flat().map((point) => point[column]).filter((value) => value > 0);
    pen.text(t(title), left - 38, top - 14, 'ink', 13, 'left', true);
    pen.line([[left, top], [left, low], [right, low]], 'edge', 1);
    if (!values.length) return;
    const least = Math.floor(Math.log10(Math.min(...values))), above = Math.max(least + 1,
      Math.ceil(Math.log10(Math.max(...values))));
    const place = (/** @type {number[]} */ point) => [left + ((right - left) * point[0]) / most,
      low - ((low - top) * (Math.log10(point[column]) - least)) / (above - least)];
    for (let power = least; power <= above; power++) {
      const y = low - ((low - top) * (power - least)) / (above - least);
      pen.line([[left, y], [right, y]], 'line', 0.6);
      pen.text(power >= 0 && power < 4 ? number(10 ** power) : SUPER(power), left - 5, y, 'dim', 13, 'right');
    }
    pen.text(number(most), right, low + 12, 'dim', 13, 'right');
    lines.forEach((line, n) => {
      const points = line.filter((point) => point[column] > 0).map(place);
      if (points.length > 1) pen.line(points, COLOURS[n], 2);
      else if (points.length) pen.disc(points[0][0], points[0][1], 2.5, COLOURS[n]);
    });
  });
  const told = NAMES.flatMap((name, n) => lines[n].slice(-1).map(([, compared]) =>
    `${t('set_' + name)} ${compared === null ? t('no_value') : number(compared)}`));
  pen.canvas.setAttribute('aria-label', `${t('d_curves')}: ${told.join(t('comma'))}`);
});
