// Today's methods: the table of distances as it fills, the words of a bit-parallel search, searches on the map.

import { load, tableOf } from '../../ask/source.js';
import { t, number } from '../../shared/i18n.js';
import { h } from '../../shared/ui.js';
import { mini } from '../board.js';
import { onCanvas } from '../pen.js';

// The table of distances, a byte a layout by rank; entries already set are coloured by their distance.
export const sheet = onCanvas('d_sheet', (pen) => {
  const note = h('p', { class: 'dim' });
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
      per = Math.ceil(Math.sqrt(size * width / (tall - 120))), high = Math.ceil(size / per);
    const scale = width / per;
    if (table) {
      const image = new ImageData(per, high),
        ramp = [[178, 58, 43], [194, 122, 53], [127, 148, 87], [63, 127, 130], [83, 105, 190]];
      const longest = Math.max(1, levels.size - 1, 126);
      for (let i = 0; i < size; i++) {
        const d = table.distances[i];
        if (d === table.unknown || d > fill) continue;
        const s = d / longest * 4, k = Math.min(3, Math.floor(s)), f = s - k;
        for (let c = 0; c < 3; c++) image.data[4 * i + c] = ramp[k][c] + (ramp[k + 1][c] - ramp[k][c]) * f;
        image.data[4 * i + 3] = 255;
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
    const words = stepper.table('word'), frames = stepper.table('frame'), side = Math.max(20, Math.min(44, Math.floor(
      Math.sqrt((pen.space.width - 8) * (pen.room() - 90) / Math.max(60, stepper.get('count', 'drawn') ?? 240)))));
    const per = Math.max(6, Math.floor((pen.space.width - 8) / side)), dot = (side - 6) / 8;
    pen.begin(Math.max(150, Math.ceil((stepper.get('count', 'drawn') ?? frames.size) / per) * side + 8));
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
