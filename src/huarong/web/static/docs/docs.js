// The page of the API: every endpoint with its fields, and an example to run, from the server's description
// (openapi.json).

import * as api from '../ask/api.js';
import { asFiles, at } from '../shared/addresses.js';
import { more, t } from '../shared/i18n.js';
import { onChange, settings } from '../shared/settings.js';
import { $, attempt, begin, h, problem, say } from '../shared/ui.js';

await more('/static/docs/words.json');
const EXAMPLES = {
  hint: { puzzle: '横刀立马' }, hints: { puzzle: 'AB/../goal:/../AB', layouts: [[0, 1], [2, 3]] },
  distances: { puzzle: 'AB/../goal:/../AB', layouts: [[0, 1], [2, 3]] },
  solve: { puzzle: '1A9BF0C', metric: 'step' }, facts: { puzzle: '横刀立马' },
  prove: { puzzle: 'AB/../goal:/../AB' }, harder: { puzzle: 'AB../..../goal:/..../...A' }, puzzle: { text: '4WVE1' },
  check: { text: 'AB/A:' }, convert: { puzzle: '横刀立马', to: 'line' }, svg: { puzzle: '横刀立马' },
  png: { puzzle: '横刀立马' }, daily: { date: '2026-11-30' },
  exhibit: { puzzle: '1A9BF0C', exhibit: 'lv-avl' }, map: { puzzle: 'AB/../goal:/../AB' },
  table: { space: '2x2 1x1:2', goal: '0@2' }, trace: { show: 'lv-down', frames: 5 }, claims: { article: 'lv' },
  puzzles: { search: '横' }, judge: { text: '1A9BF0C 81\n123/465/780 30' },
};
const NAMED = { 'puzzles/{name}': 'puzzles/横刀立马', 'searches/{id}': null };
let described = null;

const type = ({ enum: choices, type: kinds }) => (choices ? choices.map((value) => JSON.stringify(value))
  : [kinds].flat()).filter((each) => each && each !== 'null').join(' | ');
// The Chinese under a key, where there is one, of the description's English.
const worded = (key, text) => (settings.lang === 'zh' && text && t(key) !== key ? t(key) : text);

// The fields of a request: of a body, or of a query.
function fieldsOf(end) {
  const body = end.requestBody?.content['application/json']?.schema;
  if (body) return Object.entries(body.properties).map(([name, schema]) =>
    ({ name, schema, needed: body.required?.includes(name) }));
  return (end.parameters ?? []).map(({ name, schema, required, description }) =>
    ({ name, schema: { description, ...schema }, needed: required }));
}

function curl(method, path, values) {
  const address = new URL(at('/api/v1/' + path), location.href).href;
  if (method !== 'POST')
    return `curl '${address}${Object.keys(values).length ? `?${new URLSearchParams(values)}` : ''}'`;
  return `curl '${address}' -H 'content-type: application/json' -d '${JSON.stringify(values)}'`;
}

// A response as text: JSON on several lines, the size of binary data.
function shown(found) {
  if (found instanceof ArrayBuffer) return t('docs_bytes', { n: found.byteLength });
  const text = typeof found === 'string' ? found : JSON.stringify(found, null, 1);
  return text.length > 6000 ? `${text.slice(0, 6000)}\n…` : text;
}

async function ask(method, path, values, media) {
  if (path === 'svg') return api.drawn(values);
  if (method === 'POST') return api.search(path, values);
  if (media !== 'application/json') return api.bytes(`/api/v1/${path}?${new URLSearchParams(values)}`);
  return api.get(path, values);
}

function section(path, method, end) {
  const name = path.slice(1), run = name in NAMED ? NAMED[name] : name, fields = fieldsOf(end),
    given = EXAMPLES[name] ?? {}, media = Object.keys(end.responses[200]?.content ?? {})[0];
  const id = `try-${name.replace(/\W/g, '-')}`, box = h('textarea', { id, rows: 3, spellcheck: 'false' }),
    answer = h('pre', { class: 'sample', hidden: true, tabindex: 0 }), line = h('code', {});
  box.value = JSON.stringify(given);
  const values = () => { try { return JSON.parse(box.value || '{}'); } catch { return null; } };
  const told = () => { line.textContent = values() ? curl(method, run, values()) : t('docs_json'); };
  box.addEventListener('input', told);
  const button = h('button', { class: 'accent', onclick: async () => {
    answer.hidden = false;
    answer.textContent = '…';
    try {
      answer.textContent = values() ? shown(await ask(method, run, values(), media)) : t('docs_json');
    } catch (error) {
      answer.textContent = error.status ? `${error.status} ${error.message}` : problem(error);
    }
  } }, t('docs_run'));
  if (run) told();
  const about = worded(`end_${name}`, end.summary).replaceAll('`', '');
  const heads = ['docs_field', 'docs_type', 'docs_meaning'].map((key) => h('th', {}, t(key)));
  const row = ({ name: field, schema, needed }) => h('tr', {}, h('td', {}, needed ? h('b', {}, field) : field),
    h('td', {}, type(schema)), h('td', {}, [worded(`says_${schema.description}`, schema.description),
      (schema.default ?? null) !== null && `= ${JSON.stringify(schema.default)}`].filter(Boolean).join(' ')));
  return h('details', { id: name.replace(/\W/g, '-') },
    h('summary', {}, h('code', {}, `${method} /api/v1${path}`), ` ${about}`),
    fields.length > 0 && h('table', {}, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...fields.map(row))),
    ...(run ? [h('p', {}, h('label', { for: id }, t('docs_example')), box), h('p', { class: 'buttons' }, button),
      h('pre', { class: 'sample' }, line), answer] : []));
}

function show() {
  if (!described) return;
  const open = new Set([...document.querySelectorAll('#ends details[open]')].map((each) => each.id));
  const ends = Object.entries(described.paths).flatMap(([path, methods]) => Object.entries(methods).filter(([method]) =>
    !(method === 'get' && methods.post)).map(([method, end]) => section(path, method.toUpperCase(), end)));
  $('#ends').replaceChildren(...ends);
  for (const each of ends)
    each.open = open.has(each.id) || (!open.size && each.id === (location.hash.slice(1) || 'hint'));
  $('#docs-links').replaceChildren(h('li', {}, h('a', { href: at('/api/v1/openapi.json') }, 'openapi.json'), ' ',
    t('docs_openapi')), h('li', {}, h('a', { href: at('/static/huarong-board.js') }, 'huarong-board.js'), ' ',
    t('docs_widget')));
  $('#docs-links li').hidden = asFiles;
  $('#docs-files').hidden = !asFiles;
  say('');
}

begin();
$('#embed').textContent = `<script type="module" src="${new URL(at('/static/huarong-board.js'),
  location.href)}"></script>\n<huarong-board puzzle="横刀立马" map></huarong-board>`;
await attempt(async () => {
  described = await api.get('openapi.json');
  show();
});
onChange(show);
