// The drawings of the museum over traces: what each draws at the first, a middle and the last frame, in boxes of two sizes.

import { install, pass, settle, shown, summed, until } from './page.js';

// Widths, heights, and how far the trace has gone where that is one frame; widths less the padding are at the edges of what fits.
const SIZES = [[600, 420], [250, 170], [568, 150, 0.95], [648, 300, 0.3], [708, 520, 0.7], [408, 600, 0.8], [928, 700, 0.85]];
const LONG = /^(map|sheet)$/; // these load something

// A map of layouts for a trace's puzzle: those that its searches meet, on a circle.
function mapOf(trace, kinds) {
  const boards = [...new Set(trace.frames.flatMap(([, , puts]) => puts.flatMap(([, key, value]) => [key, value])).filter((each) => typeof each === 'string' && /^[BHVS.]{20}$/.test(each)))].slice(0, -1);
  const heads = boards.flatMap((board) => kinds.flatMap((letter) => [...board].flatMap((each, i) => (each === letter ? [i] : []))));
  const header = JSON.stringify({ points: boards.length, edges: 0, pieces: heads.length / boards.length, complete: true, start: 0, longest: 9, reach: 9, metric: 'step', known: true });
  const text = header.padEnd(Math.ceil(header.length / 4) * 4), parts = [Float32Array.from(boards.flatMap((_, i) => [Math.cos(i), Math.sin(i) / 2])), new Uint32Array(2 * boards.length), Uint16Array.from(heads)];
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return 'base64:' + Buffer.concat([Buffer.from('HRM1'), length, Buffer.from(text), ...parts.map((part) => Buffer.from(part.buffer))]).toString('base64');
}

export async function all({ root, html, kept, traces, drawn }) {
  for (const { trace, draws } of Object.values(traces))
    if (draws.includes('map')) kept[`map?${new URLSearchParams({ puzzle: trace.puzzle, metric: 'step' })}`] = mapOf(trace, [...'BHVS']);
  const page = install({ root, html, kept, hash: '' }), { $ } = page, from = (name) => import(`${root}/static/museum/${name}.js`), found = {};
  const { Stepper } = await from('stepper'), { more } = await import(`${root}/static/shared/i18n.js`);
  await more('/static/museum/words.json');
  for (const [show, { trace, draws }] of Object.entries(traces)) {
    for (const draw of draws) {
      const module = await from(`drawings/${drawn[draw]}`), box = $('#drawing'), told = [], now = found[`${show} ${draw}`] = [];
      for (const [wide, high, share] of SIZES) {
        Object.assign(box, { clientWidth: wide, clientHeight: high });
        const host = document.createElement('div'), stepper = new Stepper(trace);
        Object.assign(host, { clientWidth: wide, clientHeight: high });
        box.replaceChildren(host);
        const played = [], ended = new AbortController(), drawing = module[draw](host, { worded: (values) => JSON.parse(JSON.stringify(values)), peek: (what) => told.push(what), player: { play: (on) => played.push(on) } }, ended.signal);
        const { last } = stepper, middle = Math.floor(last / 2);
        for (const at of share ? [Math.round(last * share)] : wide > 300 ? [0, middle, middle + 1, last] : [middle, last]) {
          stepper.go(at);
          for (const each of host.querySelectorAll('div')) Object.assign(each, { clientWidth: wide, clientHeight: high });
          drawing(stepper, at !== middle + 1);
          if (at === middle + 1) await pass(110); // while what turns is moving
          now.push(shown(host));
          if (at === middle + 1) await pass(400);
          else if (LONG.test(draw)) await until(() => shown(host).includes('drawImage'));
          else await settle(1);
          now.push(shown(host));
        }
        if (!share) for (const canvas of host.querySelectorAll('canvas')) for (let x = 5; x < wide; x += 20) for (let y = 5; y < high; y += 20) canvas.dispatchEvent(Object.assign(new Event('click'), { offsetX: x, offsetY: y }));
        for (const button of host.querySelectorAll('button')) button.click();
        now.push(told.splice(0), played, shown(host));
        ended.abort();
      }
    }
  }
  return Object.fromEntries(Object.entries(found).map(([what, told]) => [what, summed(JSON.stringify(told))]));
}

// The searches on the maps of some puzzles: how many layouts are marked as current at each step, and what is drawn at the end.
export async function maps({ root, html, kept, traces }) {
  const page = install({ root, html, kept }), { map } = await import(`${root}/static/museum/drawings/map.js`), found = {};
  const { Stepper } = await import(`${root}/static/museum/stepper.js`);
  for (const [text, trace] of Object.entries(traces)) {
    const host = document.createElement('div'), stepper = new Stepper(trace), ended = new AbortController();
    page.$('#drawing').replaceChildren(host);
    const drawing = map(host, {}, ended.signal), now = found[`${text} current`] = [];
    for (let at = 0; at <= stepper.last; at += 4) {
      stepper.go(at);
      drawing(stepper, true);
      await until(() => shown(host).includes('drawImage'));
      drawing(stepper, true);
      await settle(1);
      now.push(host.querySelector('canvas').context.marks.filter((mark) => mark.startsWith('arc ')).length);
    }
    found[text] = summed(shown(host));
    ended.abort();
  }
  return found;
}
