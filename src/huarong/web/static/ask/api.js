// Questions of the pages. The server answers them; where there is none, or it is busy, the page answers by itself as
// far as it can.

import { asFiles } from '../shared/addresses.js';
import { ROOT, got, missed, searched, sent } from '../shared/server.js';

// The server's answer, which `asked` requests, else the page's own.
async function answered(path, body, asked, progress, signal) {
  let trouble = null;
  if (!(asFiles && body)) {
    try {
      const found = await asked();
      if (found !== null) return found;
    } catch (error) {
      if (!missed(error) || signal?.aborted) throw error;
      trouble = error;
    }
  }
  let alone;
  try {
    alone = await import('../alone/answers.js');
  } catch (error) {
    throw trouble ?? error;
  }
  const found = await alone.answer(path, body, progress, signal);
  if (found === undefined) throw trouble ?? await alone.needsPython(path);
  return found;
}

export function get(path, values = {}, signal) {
  const query = new URLSearchParams(values).toString(), whole = path + (query ? '?' + query : '');
  return answered(whole, null, async () => (await got(whole, signal))?.json() ?? null, null, signal);
}

// Bytes from an address such as /api/v1/map?puzzle=….
export function bytes(url, signal, progress = null) {
  const path = url.replace(ROOT, '');
  return answered(path, null, async () => (await got(path, signal))?.arrayBuffer() ?? null, progress, signal);
}

// A picture as the text of an SVG.
export function drawn(values, signal) {
  return answered('svg', values, async () => (await sent('svg', values, 'image/svg+xml', signal)).text(), null, signal);
}

export function post(path, body, signal) {
  return answered(path, body, async () => (await sent(path, body, 'application/json', signal)).json(), null, signal);
}

// A search: `progress` is called with its progress. Aborting the signal stops it.
export function search(path, body, progress, signal) {
  return answered(path, body, () => searched(path, body, progress, signal), progress, signal);
}

// The page's own answer, also where there is a server.
export const here = async (path, body) => (await import('../alone/answers.js')).answer(path, body);
