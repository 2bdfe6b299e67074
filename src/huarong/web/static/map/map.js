// The map page: every reachable layout as a point, coloured by its distance, with the game as a trail; also as
// quotient graphs.

import * as api from '../ask/api.js';
import { FIRST, load, nameIn } from '../ask/source.js';
import { svg } from '../board/shape.js';
import { thumbnail } from '../board/tray.js';
import { Game } from '../play/game.js';
import { mapOf } from '../rules/packed.js';
import { sure } from '../rules/puzzle.js';
import { number, sentences, t, titleOf } from '../shared/i18n.js';
import { onChange, recall, settings } from '../shared/settings.js';
import { $, begin, carry, given, h, link, on, problem, saveAs, say } from '../shared/ui.js';
import { cuts, waist, waists } from './bottlenecks.js';
import { corridors, graphml, keyed, mirrored, NOWHERE, wholeOf } from './folding.js';
import { MapView } from './view.js';

const NONE = { waist: null, singles: [], bridges: [], marked: [] };
// `graph` is the graph shown of the whole map `points`; `narrow` has its bottlenecks.
const page = { puzzle: /** @type {Puzzle | null} */ (null), points: /** @type {any} */ (null),
  graph: /** @type {MapGraph | null} */ (null), narrow: /** @type {Bottlenecks} */ (NONE),
  view: /** @type {MapView | null} */ (null), kept: /** @type {number | null} */ (null), life: new AbortController(),
  trail: /** @type {number[]} */ ([]), shown: 0, start: /** @type {Heads} */ ([]),
  tour: /** @type {{ list: Station[], at: number } | null} */ (null) };

const headsOf = (layout) => Array.from(page.points.heads.subarray(layout * page.points.pieces,
  (layout + 1) * page.points.pieces));

async function open() {
  const text = given().get('p') || recall('huarong.last') || FIRST;
  page.life.abort();
  const life = page.life = new AbortController();
  say(() => t('m_drawing'));
  // Clears everything of the last puzzle, even where the next cannot be read or mapped.
  Object.assign(page, { puzzle: null, points: null, graph: null, kept: null });
  leaveTour();
  page.view?.setPoints(null);
  delete $('#canvas').dataset.ready;
  name();
  for (const id of ['#facts', '#look', '#where', '#forgets', '#narrow']) $(id).replaceChildren();
  for (const id of ['#here', '#legend']) $(id).hidden = true;
  try {
    const puzzle = await load(text);
    if (page.life !== life) return;
    page.puzzle = puzzle;
    const at = given().get('at')?.split('.').map(Number), own = at && puzzle.fits(at) ? at : null;
    page.start = own ?? puzzle.start;
    carry(nameIn(puzzle), own ? { at: own.join('.') } : {});
    name();
    const query = new URLSearchParams({ puzzle: puzzle.line ?? '', metric: settings.metric });
    const points = mapOf(await api.bytes(`/api/v1/map?${query}`, life.signal));
    if (page.life !== life) return;
    page.points = points;
  } catch (error) {
    if (page.life !== life) return;
    say(error.status || error.name === 'AbortError' ? problem(error) : t('m_away'));
    $('#options').open = true;
    return;
  }
  const { puzzle } = page, game = new Game(puzzle, page.start), places = new Map();
  game.follow();
  for (let n = 0; n < page.points.points; n++) places.set(headsOf(n).join('.'), n); // by heads, kind by kind
  page.trail = game.stations.flatMap(({ heads }) => places.get(puzzle.groups(heads).flat().join('.')) ?? []);
  try {
    page.view ??= new MapView($('#canvas'), { hover, click });
  } catch {
    say(() => t('m_none'));
  }
  fold();
  $('#canvas').dataset.ready = 'yes';
}

function name() {
  const [title, other] = page.puzzle ? titleOf(page.puzzle) : [];
  $('#title').replaceChildren(title || t('map'),
    ...(other && other !== title ? [' ', h('small', { lang: settings.lang === 'zh' ? 'en' : 'zh' }, other)] : []));
}

const ticked = (id) => $(id).checked && !$(id).disabled;

// The graph for the options chosen. Options that a puzzle does not allow (no symmetry, no key piece) are disabled.
function fold() {
  const { points, puzzle } = page, pairs = mirrored(points, puzzle), places = keyed(points, puzzle);
  $('#fold-mirror').disabled = !pairs;
  $('#fold-key').disabled = !places;
  let graph = (ticked('#fold-key') ? places : ticked('#fold-mirror') ? pairs : null) ?? wholeOf(points);
  page.narrow = narrowed(graph);
  if (ticked('#fold-corridors')) {
    const { of } = graph, held = [...page.narrow.marked, ...page.trail.slice(-1).map((layout) => of[layout])];
    graph = corridors(graph, new Set(held));
    page.narrow = narrowed(graph);
  }
  page.graph = { ...graph, known: points.known, reach: points.reach, longest: points.longest };
  const trail = page.trail.map((layout) => graph.of[layout]).filter((node, i, all) => node !== NOWHERE
    && node !== all[i - 1]);
  page.view?.setPoints(page.graph, { trail, waists: page.narrow.marked });
  page.kept = null;
  words();
  show(here());
}

const here = () => {
  const { of, start } = sure(page.graph), node = of[page.trail.at(-1) ?? page.points.start];
  return node === NOWHERE ? start : node;
};

// The bottlenecks: single nodes and edges, and the waist; each is verified by removing it.
/** @returns {Bottlenecks} */
function narrowed(graph) {
  if (!page.points.complete) return NONE;
  const found = waists(graph), slim = waist(graph), held = slim && cuts(graph, slim.nodes) ? slim : null,
    singles = found.waists.filter((node) => cuts(graph, [node])),
    bridges = found.bridges.filter((pair) => cuts(graph, [], [pair]));
  return { waist: held, singles, bridges, marked: [...new Set([...(held?.nodes ?? []), ...singles])] };
}

function words() {
  const { graph, narrow } = page, { metric } = settings;
  if (!page.points || !graph) return;
  const { points, edges, complete, known, reach, longest } = page.points;
  if (page.view) say(() => (complete ? t('m_all') : t('m_some', { r: reach })));
  const folded = graph.n < points;
  $('#facts').textContent = t('m_points', { n: number(points), e: number(edges) })
    + (folded ? t('semi') + t('m_folded', { n: number(graph.n), e: number(graph.steps.length) }) : '');
  $('#canvas').setAttribute('aria-label', `${t('m_title')}: ${$('#facts').textContent}`);
  $('#legend').hidden = !page.view;
  const [near, far] = $('#legend').querySelectorAll('text');
  near.textContent = t(known ? 'm_goal' : 'm_start');
  far.textContent = known ? t(metric + '_n', { n: longest }) : t('step_n', { n: reach });
  if (page.view) $('#shade').replaceChildren(...page.view.colours().map((colour, i, all) =>
    svg('stop', { offset: i / (all.length - 1), 'stop-color': colour })));
  const forgets = [ticked('#fold-key') ? 'm_key_forgets' : ticked('#fold-mirror') ? 'm_mirror_forgets' : '',
    ticked('#fold-corridors') ? 'm_corridors_forgets' : '', $('#solid').checked ? 'm_solid_forgets' : '',
    $('#fold-mirror').disabled ? 'm_no_mirror' : '', $('#fold-key').disabled ? 'm_no_key' : ''].filter(Boolean);
  $('#forgets').textContent = sentences(...forgets.map((key) => t(key)));
  const { waist: slim, singles, bridges } = narrow;
  $('#legend .if-waist').hidden = !narrow.marked.length;
  $('#narrow').textContent = !complete ? t('m_narrow_unknown')
    : sentences(slim ? t('m_narrow', { n: number(slim.nodes.length), before: number(slim.before),
      beyond: number(slim.beyond) }) : t('m_narrow_none'), singles.length + bridges.length
    ? t('m_singles', { n: number(singles.length), bridges: number(bridges.length) }) : t('m_no_singles'));
}

// The panel of a node: the board of one of its layouts, that layout's distance, and a link to play from it.
function show(n, kept = page.kept) {
  page.shown = n;
  const { known, start } = page.points, [graph, puzzle] = [sure(page.graph), sure(page.puzzle)],
    layout = graph.pick[n], heads = headsOf(layout);
  $('#look').replaceChildren(thumbnail(puzzle, heads));
  const d = t('step_n', { n: page.points.depth[layout] }), distance = page.points.distance[layout];
  const far = !known ? t('m_depth', { d }) : distance === NOWHERE
    ? `${t('m_far_from', { n: d })}${t('semi')}${t('m_lost')}`
    : t('m_at', { n: t(settings.metric + '_n', { n: distance }), d });
  const which = n === graph.of[start] ? t('m_start') + t('period') : n === here() ? t('m_you') + t('period')
    : page.narrow.singles.includes(n) ? t('m_passes') : page.narrow.waist?.nodes.includes(n) ? t('m_passes_some') : '';
  const many = graph.size[n] > 1 ? t('m_stands', { n: number(graph.size[n]) }) : '';
  $('#where').textContent = `${which}${far}${t('period')}${many}${kept === n ? t('m_look') : ''}`;
  $('#here').hidden = kept !== n;
  $('#here').href = link('/', { p: nameIn(puzzle), at: heads.join('.') });
}

const hover = (n) => page.graph && show(n ?? page.kept ?? here());

function click(n) {
  page.kept = n;
  page.view?.keep(n);
  if (n === null) hover(null);
  else show(n, n);
}

// A guided tour: the start, the waist that divides the layouts most evenly, the goal nearest to the start.
/** @type {(graph: LayoutGraph) => Station[]} */
function stations(graph) {
  const { narrow, points } = page, at = (node) => t('m_degree', { n: number(graph.steps.reduce((sum, _, e) =>
    sum + Number(graph.edges[2 * e] === node || graph.edges[2 * e + 1] === node), 0)) });
  const list = [{ node: graph.start, zoom: 5, say: () => t('m_tour_start', { more: at(graph.start) }) }];
  const { waist: slim } = narrow;
  if (slim) list.push({ node: slim.nodes[0], zoom: 3, say: () => t('m_tour_waist', { n: number(slim.nodes.length),
    before: number(slim.before), beyond: number(slim.beyond) }) });
  else list.push({ node: graph.start, zoom: 1, say: () => t(points.complete ? 'm_narrow_none' : 'm_narrow_unknown') });
  let goal = -1, goals = 0;
  for (let i = 0; i < graph.n; i++) if (graph.distance[i] === 0) {
    goals += graph.size[i];
    if (goal < 0 || graph.depth[i] < graph.depth[goal]) goal = i;
  }
  if (goal >= 0) list.push({ node: goal, zoom: 5,
    say: () => t('m_tour_goal', { n: number(goals), d: t('step_n', { n: graph.depth[goal] }) }) });
  else list.push({ node: graph.start, zoom: 1, say: () => t('m_tour_nogoal') });
  return list;
}

function tour() {
  if (!page.graph || !page.view) return;
  page.tour = { list: stations(page.graph), at: 0 };
  $('#tour').hidden = $('#options').open = false;
  $('#guide').hidden = true;
  stop();
  $('#tour-next').focus();
}

function stop() {
  const { list, at } = sure(page.tour), { node, zoom, say: text } = list[at];
  if (zoom === 1) page.view?.reset();
  else page.view?.focus(node, zoom);
  click(node);
  $('#told').textContent = `${at + 1} / ${list.length}${t('colon')}${text()}`;
  $('#tour-next').hidden = at === list.length - 1;
}

function leaveTour() {
  const was = page.tour;
  page.tour = null;
  $('#tour').hidden = true;
  $('#guide').hidden = false;
  if (was) { page.view?.reset(); $('#guide').focus(); }
}

begin();
// One quotient at a time; contracted corridors combine with either.
const folded = (other) => ({ target }) => {
  if (target.checked && other) $(other).checked = false;
  leaveTour();
  if (page.points) fold();
};
on('change', { '#fold-mirror': folded('#fold-key'), '#fold-key': folded('#fold-mirror'), '#fold-corridors': folded(''),
  '#solid': () => { page.view?.setSolid($('#solid').checked); words(); } });
on('click', { '#closer': () => page.view?.zoom(1.5), '#away': () => page.view?.zoom(1 / 1.5),
  '#reset': () => page.view?.reset(), '#guide': tour, '#tour-end': leaveTour, '#tour-next': () => {
    sure(page.tour).at += 1;
    stop();
    if ($('#tour-next').hidden) $('#tour-end').focus();
  }, '#save-picture': () => {
    if (page.graph) page.view?.picture().toBlob((data) => saveAs('huarong-map.png', data));
  }, '#save-graph': () => {
    if (!page.graph) return;
    const text = graphml(page.graph, headsOf, nameIn(page.puzzle));
    saveAs('huarong.graphml', new Blob([text], { type: 'application/xml' }));
  } });
if (matchMedia('(min-width: 900px)').matches) $('#options').open = true;
let { metric } = settings;
onChange(() => {
  if (settings.metric !== metric) { ({ metric } = settings); open(); }
  page.view?.draw();
  name();
  words();
  if (page.graph) show(page.shown);
  if (page.tour) $('#told').textContent = page.tour.list[page.tour.at].say();
});
addEventListener('hashchange', open);
open();
