// Sharing a puzzle or a finished game: text, link, QR code, picture, and the system's share dialog.

import { nameIn } from '../ask/source.js';
import { svg } from '../board/shape.js';
import { clock, t, titleOf } from '../shared/i18n.js';
import { copyField, h, linkFor, openDialog, reached, saveAs } from '../shared/ui.js';
import { paint } from './poster.js';
import { encode } from './qr.js';
import { verdictOf } from './verdict.js';

const MOST_IN_CODE = 1200;

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

export function openShare({ puzzle, game, facts }) {
  const address = (at) => linkFor(at ? { p: nameIn(puzzle), at: game.heads.join('.') } : { p: nameIn(puzzle) });
  const url = address(false), [title] = titleOf(puzzle), name = title || t('s_text'), system = 'share' in navigator,
    fields = [copyField(t('s_text'), url)];
  if (game.past.length && !game.solved) fields.push(copyField(t('share_from'), address(true)));
  const ended = game.solved && game.past.length, verdict = ended && verdictOf(game, facts?.best),
    sign = ended && verdict.perfect ? '✪ ' : '';
  const result = ended ? `${t('colon')}${verdict.text} ${clock(game.time)}` : '',
    text = `华容 Huarong · ${sign}${name}${result}`;
  if (ended) fields.unshift(copyField(t('card_text'), `${text}\n${url}`));
  const code = codeOf(url), picture = paint(puzzle, ended ? game.start : game.heads,
    { title: name, lines: verdict ? [verdict.text, clock(game.time)] : [],
    code: code && encode(new TextEncoder().encode(url)) });
  const image = h('img', { class: 'shared', alt: text });
  const blob = picture.then((canvas) => new Promise((done) => { canvas.toBlob(done, 'image/png'); }));
  blob.then((data) => { image.src = URL.createObjectURL(data); });
  const save = async () => saveAs('huarong.png', await blob);
  const tell = async () => {
    const files = [new File([await blob], 'huarong.png', { type: 'image/png' })], all = { title: name, text, url };
    await navigator.share(navigator.canShare?.({ files }) ? { ...all, files } : all).catch(() => {});
  };
  openDialog(t('share'), ...reached(puzzle.text), ...fields,
    h('div', { class: 'cardlet' }, image, ...(code ? [code] : [])),
    h('p', { class: 'buttons' }, h('button', { onclick: save }, t('save_picture')),
      ...(system ? [h('button', { class: 'accent', onclick: tell }, t('share_system'))] : [])));
}
