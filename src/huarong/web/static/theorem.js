// A certificate on the page: it is checked by `proof.js` in a worker, and its theorem is shown with a drawing.

import { at } from './home.js';
import { number, t } from './i18n.js';
import { Puzzle } from './puzzle.js';
import { ground, thumbnail } from './shape.js';
import { h } from './ui.js';

// Checks a certificate: resolves to what it proves, or { refused, step }.
function checked(bytes, signal) {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./proof-worker.js', import.meta.url), { type: 'module' });
    const end = (how) => (value) => { worker.terminate(); how(value); };
    worker.addEventListener('message', end(({ data }) => done(data)));
    worker.addEventListener('error', end(({ message }) => fail(new TypeError(message))));
    signal?.addEventListener('abort', end(() => fail(signal.reason)));
    worker.postMessage(bytes);
  });
}

// The puzzle of a certificate's header, in the form of the pages.
function described({ width, height, walls, gates, kinds, start, goal }) {
  const kind = ([shape, directions, open]) => ({ shape, directions, gates: open, mark: '' });
  const piece = ([of, head], i) => ({ symbol: String(i), label: '', label_en: '', kind: of, head });
  return new Puzzle({ width, height, walls, gates, kinds: kinds.map(kind), pieces: start.map(piece), goal });
}

function boards(header) {
  const puzzle = described(header), end = (pieces) => {
    const only = described({ ...header, start: pieces }), picture = thumbnail(only);
    picture.replaceChild(ground(Object.assign(only, { keys: new Set() })), picture.firstChild);
    return h('figure', {}, picture, h('figcaption', {}, t('x_goal')));
  };
  return h('div', { class: 'film' }, h('figure', {}, thumbnail(puzzle), h('figcaption', {}, t('x_start'))), ...header.goal.slice(0, 8).map(end));
}

// Whether a certificate is for a given puzzle of the page.
function isOf(header, puzzle) {
  const kinds = puzzle.kinds.map(({ shape, directions, gates }) => [shape, directions, gates]);
  const start = puzzle.pieces.map(({ kind, head }) => [kind, head]);
  const { width, height, walls, gates, goal } = puzzle, of = (...parts) => JSON.stringify(parts);
  return of(width, height, walls, gates, kinds, start, goal) === of(header.width, header.height, header.walls, header.gates, header.kinds, header.start, header.goal);
}

const STEPS = ['x_file', 'x_header', 'x_solution', 'x_layouts', 'x_heights', 'x_ways'];

// Checks a certificate (of `puzzle`, where one is given) and shows the result in a box, again when the language
// changes.
export async function show(box, bytes, name, { puzzle = null, signal } = {}) {
  box.replaceChildren(h('p', { class: 'dim' }, t('x_checking')));
  const began = performance.now(), found = await checked(bytes, signal), seconds = ((performance.now() - began) / 1000).toFixed(1);
  const tell = () => {
    if (found.refused || (puzzle && !isOf(found.header, puzzle))) {
      box.replaceChildren(h('p', { class: 'verdict' }, t('x_refused')),
        h('p', {}, found.refused ? `${t(STEPS[found.step])} (${found.refused})` : t('x_other')));
      return;
    }
    const { header, theorem } = found, { metric, length, solutions, layouts, mirror } = theorem;
    const what = length === null ? t('x_none', { n: number(layouts) })
      : solutions === null ? t('x_bounded', { length: t(`${metric}_n`, { n: number(length) }) })
      : t('x_theorem', { length: t(`${metric}_n`, { n: number(length) }), n: String(solutions).replace(/\B(?=(\d{3})+$)/g, ',') });
    box.replaceChildren(h('p', { class: 'verdict' }, what), boards(header),
      h('p', { class: 'dim' }, t(mirror ? 'x_checked_mirror' : 'x_checked', { n: number(layouts), s: seconds })),
      h('p', { class: 'buttons' }, h('a', { class: 'button', download: name, href: URL.createObjectURL(new Blob([bytes])) }, t('x_save')),
        h('a', { class: 'button', href: at('/static/proof.js') }, t('x_how'))));
  };
  tell();
  box.scrollIntoView({ block: 'nearest' });
  return tell;
}
