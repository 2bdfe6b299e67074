// A visitor reads the page of the API without and with its description, and runs examples that are answered in
// every form: JSON, bytes, a picture, a stream of events, a refusal.

import { install } from './page.js';
import { brief, noter } from './play.js';

const ok = (type) => ({ 200: { content: { [type]: {} } } }), json = ok('application/json');
const post = (summary, properties, required) => ({ summary, requestBody: { content: { 'application/json': { schema: { properties, required } } } }, responses: json });
const get = (summary, parameters, responses = json) => ({ summary, parameters, responses });
const puzzle = { type: 'string', description: 'P' }, layouts = { type: ['array', 'null'], default: null };
const PATHS = {
  '/hint': { post: post('S `a` b', { puzzle, metric: { enum: ['move', 'step', null], default: 'move' }, n: { type: 'integer', default: 0 }, layouts }, ['puzzle']), get: get('hidden', []) },
  '/solve': { post: post('T', { puzzle }) }, '/svg': { post: post('U', { puzzle }) },
  '/table': { get: get('V', [{ name: 'space', schema: { type: 'string' }, required: true, description: 'Q' }], ok('application/octet-stream')) },
  '/claims': { get: get('W', [], {}) }, '/own': { get: get('Y') }, '/puzzles/{name}': { get: get('X', [{ name: 'name', schema: { type: 'string' } }]) },
  '/searches/{id}': { delete: { summary: 'Z', responses: {} } },
};
const stream = (...events) => new Response(events.join('\n\n') + '\n\n', { headers: { 'content-type': 'text/event-stream' } });
const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}`;

export async function docs({ root, html }) {
  let away = true;
  const page = install({ root, html, hash: '#table', files: false, answers: async (path, body) => {
    const [name] = path.split('?');
    if (name === 'openapi.json') return away ? new Response('{}', { status: 500 }) : new Response(JSON.stringify({ paths: PATHS }));
    if (name === 'table') return new Response(new Uint8Array(12));
    if (name === 'svg') return new Response('<svg/>');
    if (name === 'claims') return new Response(JSON.stringify({ path, long: 'x'.repeat(6100) }));
    if (name === 'solve') return body.puzzle === 'no' ? stream(event('error', { error: { reason: 'R' } })) : stream(event('progress', { layouts: 1 }), event('result', { length: 3 }));
    return body?.puzzle === 'no' ? new Response(JSON.stringify({ error: { reason: 'R' } }), { status: 404 }) : new Response(JSON.stringify({ path, body }), { headers: { 'content-type': 'application/json' } });
  } });
  const { $, fire, settle, until } = page, found = {}, note = noter(page, ['#main'], found);
  const { change } = await import(`${root}/static/shared/settings.js`), { speak } = await import(`${root}/static/shared/i18n.js`);
  await import(`${root}/static/docs/docs.js?away`); note('away'); change({ theme: 'dark' }); note('away, drawn again');
  away = false; await import(`${root}/static/docs/docs.js`); await until(() => $('#ends').children.length); note('opened');
  const run = async (id, text) => {
    const box = $(`#try-${id}`), section = box.closest('details');
    if (text !== undefined) { box.value = text; fire(box, 'input'); note(`typed ${id} ${text}`); }
    section.querySelector('button').click(); note(`asked ${id}`);
    await until(() => section.querySelector('.sample[tabindex]').textContent !== '…'); note(`told ${id} ${text ?? ''}`);
  };
  for (const box of document.querySelectorAll('#ends textarea')) await run(box.id.slice(4));
  for (const text of ['', '{', '{"puzzle": "no"}']) await run('hint', text);
  await run('solve', '{"puzzle": "no"}');
  $('#claims').open = true; change({ theme: 'light' }); note('drawn again');
  await speak('zh'); await settle(60); note('Chinese');
  found.sent = page.sent;
  return brief(found);
}
