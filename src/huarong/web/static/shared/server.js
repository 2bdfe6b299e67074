// Requests to the server's API: its answers as a `Response`, and searches with progress as server-sent events.

import { asFiles, at, filed } from './addresses.js';
import { t } from './i18n.js';
import { settings } from './settings.js';

export const ROOT = '/api/v1/';

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
const MISSED = [undefined, BUSY, ...AWAY];

// Whether an error says that the server is away or busy, and not that it refuses.
export const missed = (error) => error.name !== 'AbortError' && MISSED.includes(error.status);

const header = () => ({ 'Accept-Language': settings.lang });

// The answer to a GET request, from the server or from the file that `huarong site` wrote; null where there is no
// such file.
export async function got(path, signal) {
  const response = await (asFiles ? filed(path) : fetch(at(ROOT + path), { headers: header(), signal }));
  return response && checked(response);
}

export async function sent(path, body, accept, signal) {
  const headers = { 'Content-Type': 'application/json', Accept: accept, ...header() };
  return checked(await fetch(at(ROOT + path), { method: 'POST', headers, body: JSON.stringify(body), signal }));
}

// A search: `progress` is called with its progress. Aborting the signal stops it on the server too.
export async function searched(path, body, progress, signal) {
  const response = await sent(path, body, 'text/event-stream, application/json', signal);
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response.json();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new TypeError('the stream ended early');
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const field = (name) => RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1] ?? '', name = field('event'),
        data = JSON.parse(field('data'));
      if (name === 'progress') progress?.(data);
      if (name === 'result') return data;
      if (name === 'error') throw new ApiError(422, data.error);
    }
  }
}
