// The book of records: of every set of pieces the hardest puzzle, to be played.

import * as api from '../ask/api.js';
import { thumbnail } from '../board/shape.js';
import { Puzzle } from '../rules/puzzle.js';
import { read } from '../rules/reader.js';
import { more, number, t } from '../shared/i18n.js';
import { onChange, settings } from '../shared/settings.js';
import { $, begin, given, h, link, problem, refill, say } from '../shared/ui.js';

await more('/static/library/records.json');
const STEP = 60, METRICS = ['move', 'slide', 'step'];
const state = { chapters: [], chapter: null, metric: null, shown: STEP, made: new Map() };

const drawn = (line) => {
  if (!state.made.has(line)) state.made.set(line, thumbnail(new Puzzle(read(line))));
  return state.made.get(line);
};

function card([key, metric, length, count, puzzle]) {
  return h('li', {}, h('a', { class: 'card', href: link('/', { p: puzzle }) }, drawn(puzzle),
    h('b', {}, t(`${metric}_n`, { n: length })), h('span', {}, key),
    h('span', {}, t('records_count', { n: number(count) }))));
}

function show() {
  const { chapters, chapter } = state;
  if (!chapter) return;
  refill($('#chapters'), ...chapters.map((each) =>
    h('button', { 'aria-pressed': String(each === chapter), onclick: () => choose(each.name) },
    t(`chapter_${each.name}`))));
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
  Object.assign(state, { chapter: state.chapters.find((each) => each.name === name) ?? state.chapters[0],
    shown: STEP });
  history.replaceState(null, '', `#${new URLSearchParams({ chapter: state.chapter.name })}`);
  show();
}

begin();
$('#metric').addEventListener('change', () => {
  Object.assign(state, { metric: $('#metric').value, shown: STEP });
  show();
});
$('#more').addEventListener('click', () => { state.shown += 2 * STEP; show(); });
onChange(show);
try {
  state.chapters = (await api.get('records')).chapters;
  choose(given().get('chapter'));
} catch (error) {
  say(problem(error));
}
