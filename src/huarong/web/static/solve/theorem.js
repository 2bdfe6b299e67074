// A certificate on the page: it is checked by `proof.js` in a worker, and its theorem is shown with a drawing.

import { lettered } from '../board/lettering.js';
import { ground, thumbnail } from '../board/tray.js';
import { Puzzle } from '../rules/puzzle.js';
import { at } from '../shared/addresses.js';
import { number, sentences, t } from '../shared/i18n.js';
import { h } from '../shared/ui.js';

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

// The puzzle of a certificate's header, in the form of the pages, with the pieces `[kind, head, sign]`.
function described({ width, height, walls, gates, kinds, goal }, pieces) {
  const kind = ([shape, directions, open]) => ({ shape, directions, gates: open, mark: '' });
  const piece = ([of, head, symbol]) => ({ symbol, label: '', label_en: '', kind: of, head });
  return new Puzzle({ width, height, walls, gates, kinds: kinds.map(kind), pieces: pieces.map(piece), goal });
}

const SHOWN = 8; // more goals are drawn on request
const signOf = (i) => String.fromCodePoint(i < 26 ? 65 + i : i < 52 ? 71 + i : 0x4E00 - 52 + i);

// All that a theorem depends on, with the signs and in the order of the Python checker's text.
function statement(header, theorem) {
  const counted = theorem.solutions !== null, { kinds, start, gates, goal, metric } = header,
    numbers = kinds.map(() => []);
  [...start].sort((a, b) => a[1] - b[1]).forEach(([kind], i) => numbers[kind].push(i));
  // The pieces of a layout with their signs; a text where no layout has them.
  const signed = (layout) => {
    const left = numbers.map((all) => [...all]), taken = new Set(), puzzle = described(header, []), found = [];
    const places = new Map(layout.map((each) => [String(each), each])).values();
    for (const [kind, head] of [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      const cells = puzzle.cells(kind, head);
      if (!left[kind].length) return t('x_few');
      if (cells.some((cell) => taken.has(cell))) return t('x_overlap');
      for (const cell of cells) taken.add(cell);
      found.push([kind, head, signOf(left[kind].shift())]);
    }
    return found;
  };
  const drawn = (layout, caption, whole = false) => {
    const pieces = signed(layout);
    if (typeof pieces === 'string') return h('figure', {}, h('p', {}, pieces), h('figcaption', {}, caption));
    const puzzle = described(header, pieces),
      picture = thumbnail(puzzle, puzzle.start, -1, (piece, shape) => lettered(piece.symbol, shape));
    if (!whole) picture.firstElementChild?.replaceWith(ground(Object.assign(puzzle, { keys: new Set() })));
    return h('figure', {}, picture, h('figcaption', {}, caption));
  };
  const ends = (some) => some.map((each) => drawn(each, t('x_goal'))), rest = goal.slice(SHOWN), between = t('x_comma');
  const more = h('div', { class: 'film' }), open = () => { if (!more.firstChild) more.append(...ends(rest)); };
  const lines = kinds.map(([, ways, enters], kind) => ({ signs: numbers[kind], ways: [...'UDLR']
    .filter((way) => ways.includes(way)), enters: enters && gates.length > 0 }));
  const line = ({ signs, ways, enters }) => h('li', {}, `${signs.map(signOf).join(' ')}${t('colon')}${
    ways.map((way) => t(way)).join(between) || t('x_nowhere')}${enters ? t('x_enters') : ''}`);
  // What a table proves besides the length: the farthest layouts, and what solutions pass.
  const { unsolvable, farthest, hardest, layouts } = theorem, film = (...all) => h('div', { class: 'film' }, ...all);
  const fitting = ([layout, image]) => drawn(typeof signed(layout) === 'string' ? image : layout, t('x_hardest'));
  const table = hardest ? [h('p', {}, t('x_reach', { n: number(layouts), lost: number(unsolvable) })),
    ...(hardest.length ? [h('p', {}, t('x_farthest', { n: number(hardest.length),
      length: t(`${metric}_n`, { n: number(farthest) }) })), film(...hardest.slice(0, SHOWN).map(fitting))] : []),
    ...header.passes.flatMap(([which, gate]) => [h('p', {}, t(`x_${which}`)),
      film(...gate.map((each) => drawn(each, t('x_passed'))))])] : [];
  return [
    ...table,
    h('div', { class: 'film' }, drawn(start, t('x_start'), true), gates.length ? drawn([], t('x_board')) : null,
      ...ends(goal.slice(0, SHOWN))),
    rest.length
      ? h('details', { ontoggle: open }, h('summary', {}, t('x_more', { n: number(rest.length) })), more) : null,
    h('p', {}, t('x_pieces')),
    h('ul', {}, ...lines.filter(({ signs }) => signs.length).sort((a, b) => a.signs[0] - b.signs[0]).map(line)),
    h('p', {}, sentences(t({ step: 'x_step', slide: 'x_slide', move: 'x_move' }[metric]), counted && t('x_differ'))),
  ].filter((each) => each);
}

// Whether a certificate is for a given puzzle of the page.
function isOf(header, puzzle) {
  const kinds = puzzle.kinds.map(({ shape, directions, gates }) => [shape, directions, gates]);
  const start = puzzle.pieces.map(({ kind, head }) => [kind, head]);
  const { width, height, walls, gates, goal } = puzzle, of = (...parts) => JSON.stringify(parts);
  return of(width, height, walls, gates, kinds, start, goal) === of(header.width, header.height, header.walls,
    header.gates, header.kinds, header.start, header.goal);
}

const STEPS = ['x_file', 'x_header', 'x_solution', 'x_layouts', 'x_heights', 'x_ways'];

// Checks a certificate (of `puzzle`, where one is given) and shows the result in a box, again when the language
// changes.
export async function show(box, bytes, name, { puzzle = null, signal = null } = {}) {
  box.replaceChildren(h('p', { class: 'dim' }, t('x_checking')));
  const began = performance.now(), found = await checked(bytes, signal),
    seconds = ((performance.now() - began) / 1000).toFixed(1);
  const tell = () => {
    if (found.refused || (puzzle && !isOf(found.header, puzzle))) {
      box.replaceChildren(h('p', { class: 'verdict' }, t('x_refused')),
        h('p', {}, found.refused ? `${t(STEPS[found.step])} (${found.refused})` : t('x_other')));
      return;
    }
    const { header, theorem } = found, { metric, length, solutions, layouts, mirror, parity } = theorem;
    const least = length === null ? '' : t(`${metric}_n`, { n: number(length) });
    const what = parity ? t('x_parity') : length === null ? t('x_none', { n: number(layouts) })
      : solutions === null ? t('x_bounded', { length: least })
      : t('x_theorem', { length: least, n: solutions.toLocaleString('en-US') });
    box.replaceChildren(h('p', { class: 'verdict' }, what), ...statement(header, theorem),
      ...(parity ? [] : [h('p', { class: 'dim' }, t(mirror ? 'x_checked_mirror' : 'x_checked',
        { n: number(layouts), s: seconds }))]), h('p', { class: 'buttons' },
        h('a', { class: 'button', download: name, href: URL.createObjectURL(new Blob([bytes])) }, t('x_save')),
        h('a', { class: 'button', href: at('/static/solve/proof.js') }, t('x_how'))));
  };
  tell();
  box.scrollIntoView({ block: 'nearest' });
  return tell;
}
