// A file of levels, judged: what the server says of each puzzle (huarong/design/judging.py), or what the page finds by
// itself, as rows that open the puzzles.

import * as api from '../ask/api.js';
import { starred } from '../board/kinds.js';
import { sentences, t } from '../shared/i18n.js';
import { settings } from '../shared/settings.js';
import { h, link, problem } from '../shared/ui.js';
import { tile } from './card.js';

// The text of a file: UTF-16 with a byte order mark, UTF-8, or else GB18030.
export function textOf(bytes) {
  const mark = new Uint8Array(bytes.slice(0, 2)).join(' '),
    wide = { '255 254': 'utf-16le', '254 255': 'utf-16be' }[mark];
  try {
    return new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

// The judgement of a file. Where the server refuses it or is stopped, the page reads the file; `trouble` says why.
export async function judged(text, file, progress, signal) {
  const asked = { text, file: file.slice(-200), metric: settings.metric === 'move' ? null : settings.metric };
  try {
    return await api.search('judge', asked, progress, signal);
  } catch (error) {
    return { ...await api.here('judge', asked), trouble: problem(error) };
  }
}

export const summary = ({ summary: text, complete, alone, trouble }, file) => sentences(
  ...text.split('\n').map((line) => line.replace(/[.。]?$/, t('stop_mark'))), trouble,
  complete ? '' : t(alone ? 'judged_alone' : 'judged_part', { file }));

// A puzzle of the file as a row: it opens the puzzle, unless that is unreadable.
export function judgedRow(each, alone) {
  const { puzzle, metric, claimed, findings, number } = each, length = each.length ?? (alone ? claimed : null),
    wrong = findings.some(({ kind }) => ['claim', 'stopped'].includes(kind)),
    right = claimed !== null && each.length !== null && !wrong,
    title = (each.name ?? '').replace(/^(?:Level )?(\d+)$/, (_, n) => t('level', { n })) || t('level', { n: number }),
    at = t('line_n', { n: each.place.split(':').at(-1) }),
    about = [findings.some(({ message }) => message.startsWith(at)) ? null : h('span', {}, at),
      length === null ? null : h('span', {}, t(`${metric ?? 'move'}_n`, { n: length })),
      right ? h('span', { class: 'right' }, t('claim_right')) : null, starred(each.stars)],
    said = findings.flatMap(({ kind, message }) => message.split('\n').map((line) =>
      h('p', { class: `finding ${kind}` }, line)));
  const row = puzzle === null ? h('li', { class: 'tile' }, h('span', { class: 'pic' }), h('p', {}, ...about))
    : tile({ picture: picture(puzzle), title, href: link('/', { p: puzzle, title }), about });
  row.append(...said);
  return row;
}

function picture(puzzle) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light', image = h('img',
    { class: 'thumb', alt: '' });
  api.drawn({ puzzle, theme, labels: false }).then((text) => {
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  }, () => {});
  return image;
}
