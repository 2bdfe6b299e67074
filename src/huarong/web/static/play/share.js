// Sharing a puzzle or a finished game: text, link, QR code, picture, and the system's share dialog.

import { nameIn } from '../ask/source.js';
import { labelOf } from '../board/label.js';
import { picture } from '../board/picture.js';
import { FRAME, svg } from '../board/shape.js';
import { sure } from '../rules/puzzle.js';
import { clock, t, titleOf } from '../shared/i18n.js';
import { copyField, h, linkFor, openDialog, reached, saveAs } from '../shared/ui.js';
import { encode } from './qr.js';
import { verdictOf } from './review.js';

const MOST_IN_CODE = 1200, WIDE = 720, EDGE = 48, CELLS = 460, CODE = 168, TITLE = 40, WORDS = 24;
const FONT = '"Noto Serif CJK SC", "Songti SC", SimSun, serif';

// A QR code as a picture with its quiet zone; null where the text is too long for a code that cameras read well.
export function codeOf(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_IN_CODE) return null;
  const cells = encode(bytes), n = cells.length,
    path = cells.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return svg('svg', { class: 'code', viewBox: `-4 -4 ${n + 8} ${n + 8}`, role: 'img', 'aria-label': t('code'),
    'shape-rendering': 'crispEdges' },
    svg('rect', { x: -4, y: -4, width: n + 8, height: n + 8, fill: '#fff' }), svg('path', { d: path, fill: '#000' }));
}

// Text in lines of at most a width, in a font; Chinese may break anywhere.
function broken(context, font, text, wide) {
  const lines = [''];
  context.font = font;
  for (const part of text.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+/g) ?? []) {
    if (lines.at(-1) && context.measureText(lines.at(-1) + part).width > wide) lines.push('');
    lines[lines.length - 1] += part;
  }
  return lines;
}

// A card as a picture: the board with its names, a title, lines of text and a QR code.
/** @type {(puzzle: Puzzle, heads: Heads, words: Caption) => Promise<HTMLCanvasElement>} */
async function paint(puzzle, heads, { title, lines, code }) {
  const canvas = document.createElement('canvas'), context = sure(canvas.getContext('2d')), wide = WIDE - 2 * EDGE,
    cell = CELLS / Math.max(puzzle.width, puzzle.height * 0.84) / (1 + FRAME / 2),
    [across, high] = [puzzle.width, puzzle.height].map((n) => (n + 2 * FRAME) * cell);
  const names = broken(context, `700 ${TITLE}px ${FONT}`, title, wide), words = lines.flatMap((line) =>
    broken(context, `${WORDS}px sans-serif`, line, wide - (code ? CODE : 0) - WORDS));
  const top = EDGE + 52 * names.length + 24, low = top + high + 48,
    height = low + Math.max(34 * (words.length + 1), code ? CODE : 0) + EDGE;
  const board = svg('g', { transform: `translate(${(WIDE - across) / 2} ${top})`, class: 'board' });
  board.innerHTML = picture(puzzle, heads, { cell, labels: false });
  board.firstElementChild?.append(...heads.map((head, i) => {
    const { kind } = puzzle.pieces[i], place = [head % puzzle.width, Math.floor(head / puzzle.width)];
    return svg('g', { transform: `translate(${place})` }, labelOf(puzzle.pieces[i], puzzle.kinds[kind].shape) ?? '');
  }));
  const shown = /** @type {SVGElement | ''} */ (code?.cloneNode(true) ?? '');
  for (const [name, value] of Object.entries({ x: wide + EDGE - CODE, y: low, width: CODE, height: CODE }))
    if (shown) shown.setAttribute(name, String(value));
  const card = svg('svg', { width: WIDE, height }, svg('style', {}, `text { fill: #26211b }
    .title { font: 700 ${TITLE}px ${FONT} } .words { font: ${WORDS}px sans-serif } .cut, use { display: none }
    .board { filter: drop-shadow(0 14px 16px rgb(72 50 24 / .42)) }
    .label text { fill: #fff6e6; font-family: ${FONT}; font-weight: 700; text-anchor: middle }`),
  svg('rect', { width: WIDE, height, fill: '#f5efe3' }),
  ...names.map((line, n) => svg('text', { class: 'title', x: EDGE, y: EDGE + 36 + 52 * n }, line)), board,
  ...[...words, '华容 Huarong'].map((line, n) => svg('text', { class: 'words', x: EDGE, y: low + 28 + 34 * n }, line)),
  shown);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(card)], { type: 'image/svg+xml' }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  Object.assign(canvas, { width: WIDE, height });
  context.drawImage(image, 0, 0);
  return canvas;
}

export function openShare({ puzzle, game, facts }) {
  const address = (at) => linkFor(at ? { p: nameIn(puzzle), at: game.heads.join('.') } : { p: nameIn(puzzle) });
  const url = address(false), [title] = titleOf(puzzle), name = title || t('s_text'),
    fields = [copyField(t('s_text'), url)];
  if (game.past.length && !game.solved) fields.push(copyField(t('share_from'), address(true)));
  const ended = game.solved && game.past.length, { perfect, text: verdict } = verdictOf(game, facts?.best),
    lines = ended ? [verdict, clock(game.time)] : [], code = codeOf(url);
  const text = `华容 Huarong · ${ended && perfect ? '✪ ' : ''}${name}${ended ? t('colon') + lines.join(' ') : ''}`;
  if (ended) fields.unshift(copyField(t('card_text'), `${text}\n${url}`));
  const image = h('img', { class: 'shared', alt: text }),
    blob = paint(puzzle, ended ? game.start : game.heads, { title: name, lines, code }).then((canvas) =>
      new Promise((done) => { canvas.toBlob(done, 'image/png'); }));
  blob.then((data) => { image.src = URL.createObjectURL(data); });
  const tell = async () => {
    const files = [new File([await blob], 'huarong.png', { type: 'image/png' })], all = { title: name, text, url };
    await navigator.share(navigator.canShare?.({ files }) ? { ...all, files } : all).catch(() => {});
  };
  openDialog(t('share'), ...reached(puzzle.text), ...fields,
    h('div', { class: 'cardlet' }, image, code), h('p', { class: 'buttons' },
      h('button', { onclick: async () => saveAs('huarong.png', await blob) }, t('save_picture')),
      'share' in navigator && h('button', { class: 'accent', onclick: tell }, t('share_system'))));
}
