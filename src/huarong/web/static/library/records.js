// The book of records: of every set of pieces the hardest puzzle, to be played.

import * as api from '../ask/api.js';
import { kinds } from '../board/kinds.js';
import { thumbnail } from '../board/tray.js';
import { METRICS, Puzzle } from '../rules/puzzle.js';
import { read } from '../rules/reader.js';
import { more, number, t } from '../shared/i18n.js';
import { onChange, settings } from '../shared/settings.js';
import { $, attempt, begin, given, h, link, on, refill, say } from '../shared/ui.js';
import { tile } from './card.js';

await more('/static/library/records.json');
const STEP = 60;
const state = { chapters: /** @type {Chapter[]} */ ([]), chapter: /** @type {Chapter | null} */ (null), metric: '',
  shown: STEP, made: new Map() };

// The picture of a puzzle, and the signs of its pieces.
function drawn(line, set) {
  if (!state.made.has(line)) {
    const puzzle = new Puzzle(read(line));
    state.made.set(line, { picture: thumbnail(puzzle), signs: kinds(puzzle, set) });
  }
  return state.made.get(line);
}

function card([key, metric, length, count, puzzle]) {
  const { picture, signs } = drawn(puzzle, key);
  return tile({ picture, title: t(`${metric}_n`, { n: length }), href: link('/', { p: puzzle }),
    about: [signs, h('span', {}, t('records_count', { n: number(count) }))] });
}

function show() {
  const { chapters, chapter } = state;
  if (!chapter) return;
  refill($('#chapters'), ...chapters.map((each) =>
    h('button', { 'aria-pressed': String(each === chapter), onclick: () => choose(each.name) },
    t(`chapter_${each.name}`))));
  $('#chapters [aria-pressed=true]').scrollIntoView({ block: 'nearest', inline: 'center' });
  const has = METRICS.filter((metric) => chapter.rows.some((row) => row[1] === metric));
  state.metric = has.includes(state.metric) ? state.metric : has.includes(settings.metric) ? settings.metric : has[0];
  $('#metric').replaceChildren(...has.map((metric) => h('option', { value: metric, selected: metric === state.metric },
    t(`m_${metric}`))));
  $('#about').textContent = settings.lang === 'zh' ? chapter.about_zh : chapter.about;
  const rows = chapter.rows.filter((row) => row[1] === state.metric).sort((a, b) => b[2] - a[2]);
  say(t('records_n', { n: number(rows.length) }));
  $('#list').replaceChildren(...rows.slice(0, state.shown).map(card));
  $('#more').hidden = rows.length <= state.shown;
}

function choose(name) {
  const chapter = state.chapters.find((each) => each.name === name) ?? state.chapters[0];
  Object.assign(state, { chapter, shown: STEP });
  history.replaceState(null, '', `#${new URLSearchParams({ chapter: chapter.name })}`);
  show();
}

begin();
on('change', { '#metric': ({ target }) => { Object.assign(state, { metric: target.value, shown: STEP }); show(); } });
on('click', { '#more': () => { state.shown += 2 * STEP; show(); } });
onChange(show);
await attempt(async () => {
  state.chapters = (await api.get('records')).chapters;
  choose(given().get('chapter'));
});
