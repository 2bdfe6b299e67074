// Talks to the server: plain JSON, and searches whose progress comes as server-sent events.

import { at } from './home.js';
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

export async function get(path, values = {}, signal) {
  const query = new URLSearchParams(values).toString();
  const response = await fetch(at(ROOT + path + (query ? '?' + query : '')), { headers: { 'Accept-Language': settings.lang }, signal });
  return (await checked(response)).json();
}

export async function bytes(url, signal) {
  return (await checked(await fetch(at(url), { headers: { 'Accept-Language': settings.lang }, signal }))).arrayBuffer();
}

export async function post(path, body, signal) {
  return (await checked(await send(path, body, 'application/json', signal))).json();
}

function send(path, body, accept, signal) {
  const headers = { 'Content-Type': 'application/json', Accept: accept, 'Accept-Language': settings.lang };
  return fetch(at(ROOT + path), { method: 'POST', headers, body: JSON.stringify(body), signal });
}

// A search: `progress` is called with what it reports. Aborting the signal stops it on the server too.
export async function search(path, body, progress, signal) {
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
