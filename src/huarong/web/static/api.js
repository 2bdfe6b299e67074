// The client of the API: JSON, and searches with progress as server-sent events. Where there is no server, or it is
// busy, the page answers by itself as far as it can (alone.js).

import { asFiles, at, filed } from './home.js';
import { t } from './i18n.js';
import { settings } from './settings.js';

const ROOT = '/api/v1/';

export class ApiError extends Error {
  constructor(status, error) {
    super(error.reason || t('e_status', { status }));
    Object.assign(this, error, { status });
  }
}

async function checked(response) {
  if (response.ok) return response;
  let error = {};
  try { error = (await response.json()).error; } catch { /* no JSON: the status says it */ }
  throw new ApiError(response.status, error);
}

const BUSY = 503, AWAY = [502, 504]; // a proxy whose server is away
const missed = (error) => error.name !== 'AbortError' && (!error.status || error.status === BUSY || AWAY.includes(error.status));

// The server's answer, else the page's own: `asked` makes the request, `read` decodes the response.
async function answered(path, body, read, asked, progress, signal) {
  let trouble = null;
  if (!asFiles) {
    try {
      return await asked();
    } catch (error) {
      if (!missed(error) || signal?.aborted) throw error;
      trouble = error;
    }
  }
  if (asFiles && !body) {
    const response = await filed(path);
    if (response) return read(await checked(response));
  }
  let alone;
  try {
    alone = await import('./alone.js');
  } catch (error) {
    throw trouble ?? error;
  }
  const found = await alone.answer(path, body, progress, signal);
  if (found === undefined) throw trouble ?? await alone.needsPython();
  return found;
}

const header = () => ({ 'Accept-Language': settings.lang });
const json = (response) => response.json();

export function get(path, values = {}, signal) {
  const query = new URLSearchParams(values).toString(), whole = path + (query ? '?' + query : '');
  return answered(whole, null, json, async () => json(await checked(await fetch(at(ROOT + whole), { headers: header(), signal }))), null, signal);
}

const buffer = (response) => response.arrayBuffer();

// Bytes from an address such as /api/v1/map?puzzle=….
export function bytes(url, signal, progress = null) {
  return answered(url.replace(ROOT, ''), null, buffer, async () => buffer(await checked(await fetch(at(url), { headers: header(), signal }))), progress, signal);
}

const written = (response) => response.text();

// A picture as the text of an SVG.
export function drawn(values, signal) {
  return answered('svg', values, written, async () => written(await checked(await send('svg', values, 'image/svg+xml', signal))), null, signal);
}

export function post(path, body, signal) {
  return answered(path, body, json, async () => json(await checked(await send(path, body, 'application/json', signal))), null, signal);
}

function send(path, body, accept, signal) {
  const headers = { 'Content-Type': 'application/json', Accept: accept, ...header() };
  return fetch(at(ROOT + path), { method: 'POST', headers, body: JSON.stringify(body), signal });
}

// A search: `progress` is called with its progress. Aborting the signal stops it on the server too.
export function search(path, body, progress, signal) {
  return answered(path, body, json, () => streamed(path, body, progress, signal), progress, signal);
}

async function streamed(path, body, progress, signal) {
  const response = await checked(await send(path, body, 'text/event-stream, application/json', signal));
  if (!response.headers.get('content-type').startsWith('text/event-stream')) return response.json();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new TypeError('the stream ended early');
    text += value;
    const events = text.split('\n\n');
    text = events.pop();
    for (const event of events) {
      const name = /^event: (.*)$/m.exec(event)[1];
      const data = JSON.parse(/^data: (.*)$/m.exec(event)[1]);
      if (name === 'progress') progress?.(data);
      if (name === 'result') return data;
      if (name === 'error') throw new ApiError(422, data.error);
    }
  }
}
