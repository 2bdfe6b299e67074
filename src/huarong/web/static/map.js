// The map page: every layout in reach as a point, coloured by its distance, with the game as a trail.

import * as api from './api.js';
import { number, t, titleOf } from './i18n.js';
import { Game } from './game.js';
import { unpack } from './mapdata.js';
import { MapView } from './mapview.js';
import { onChange, recall, settings } from './settings.js';
import { svg, thumbnail } from './shape.js';
import { FIRST, load, nameIn } from './source.js';
import { $, begin, carry, given, h, link, problem, say } from './ui.js';

const page = { puzzle: null, points: null, view: null, kept: null, life: null };

const NOWHERE = 0xffffffff;
const headsOf = (n) => Array.from(page.points.heads.subarray(n * page.points.pieces, (n + 1) * page.points.pieces));

// Which point a layout is: by its heads, kind after kind.
function index() {
  const found = new Map();
  for (let n = 0; n < page.points.points; n++) found.set(headsOf(n).join('.'), n);
  return found;
}

async function open() {
  const text = given().get('p') || recall('huarong.last') || FIRST;
  page.life?.abort();
  const life = page.life = new AbortController();
  say(t('m_drawing'));
  try {
    const puzzle = await load(text);
    if (page.life !== life) return;
    Object.assign(page, { puzzle, points: null, kept: null });
    page.view?.setPoints(null);
    for (const id of ['#facts', '#look', '#where']) $(id).replaceChildren();
    $('#here').hidden = true;
    const at = given().get('at')?.split('.').map(Number), own = puzzle.fits(at);
    page.start = own ? at : puzzle.start;
    carry(nameIn(puzzle), own ? { at: at.join('.') } : {});
    const [title, other] = titleOf(puzzle);
    $('#title').replaceChildren(title || t('map'), ...(other && other !== title ? [h('small', {}, other)] : []));
    const query = new URLSearchParams({ puzzle: puzzle.line, metric: settings.metric });
    page.points = unpack(await api.bytes(`/api/v1/map?${query}`, life.signal));
  } catch (error) {
    if (page.life === life) say(error.status || error.name === 'AbortError' ? problem(error) : t('m_away'));
    return;
  }
  const game = new Game(page.puzzle, page.start);
  game.follow();
  const places = index(), trail = game.stations.map(({ heads }) => places.get(page.puzzle.groups(heads).flat().join('.'))).filter((n) => n !== undefined);
  page.trail = trail;
  try {
    page.view ??= new MapView($('#canvas'), { hover, click });
  } catch {
    say(t('m_none'));
  }
  page.view?.setPoints(page.points, trail);
  $('#canvas').dataset.ready = 'yes';
  words();
  show(trail.at(-1) ?? page.points.start);
}

function words() {
  if (!page.points) return;
  const { points, edges, complete, known, reach, longest } = page.points;
  const distance = settings.metric;
  if (page.view) say(complete ? t('m_all') : t('m_some', { r: reach }));
  $('#facts').textContent = t('m_points', { n: number(points), e: number(edges) });
  $('#canvas').setAttribute('aria-label', `${t('m_title')}: ${$('#facts').textContent}`);
  const [near, far] = $('#legend').querySelectorAll('text');
  near.textContent = t(known ? 'm_goal' : 'm_start');
  far.textContent = known ? t(distance + '_n', { n: longest }) : t('step_n', { n: reach });
  if (page.view) $('#shade').replaceChildren(...page.view.colours().map((colour, i, all) => svg('stop', { offset: i / (all.length - 1), 'stop-color': colour })));
}

// What a point is: its board, how far it is, and a way to play from there.
function show(n, kept = page.kept) {
  page.shown = n;
  const { distance, depth, known, start } = page.points, heads = headsOf(n), { puzzle } = page;
  $('#look').replaceChildren(thumbnail(puzzle, heads));
  const d = t('step_n', { n: depth[n] });
  const far = !known ? t('m_depth', { d }) : distance[n] === NOWHERE ? `${t('m_far_from', { n: d })}${t('semi')}${t('m_lost')}` : t('m_at', { n: t(settings.metric + '_n', { n: distance[n] }), d });
  const which = n === start ? t('m_start') + t('period') : n === page.trail.at(-1) ? t('m_you') + t('period') : '';
  $('#where').textContent = `${which}${far}${t('period')}${kept === n ? t('m_look') : ''}`;
  $('#here').hidden = kept !== n;
  $('#here').href = link('/', { p: nameIn(puzzle), at: heads.join('.') });
}

function hover(n) {
  if (n === null) show(page.kept ?? page.trail.at(-1) ?? page.points.start);
  else show(n);
}

function click(n) {
  page.kept = n;
  page.view.keep(n);
  if (n === null) hover(null);
  else show(n, n);
}

begin();
$('#closer').addEventListener('click', () => page.view?.zoom(1.5));
$('#away').addEventListener('click', () => page.view?.zoom(1 / 1.5));
$('#reset').addEventListener('click', () => page.view?.reset());
let { metric } = settings;
onChange(() => {
  if (settings.metric !== metric) { ({ metric } = settings); open(); }
  page.view?.recolour();
  words();
  if (page.points) show(page.shown);
});
addEventListener('hashchange', open);
open();
