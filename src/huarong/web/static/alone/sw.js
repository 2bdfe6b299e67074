// The service worker: it caches the pages, the library and the tables of its 4x5 sets for offline use. Network first:
// the cache is used only when the server does not answer. Paths are relative to this file's folder.

const worker = /** @type {any} */ (self); // a ServiceWorkerGlobalScope
const KEPT = 'huarong-4', HERE = new URL('./', location.href);
const DATA = /^api\/v1\/(library|table|puzzle|museum|trace|claims|openapi|records)\b/;

async function keep(cache, path) {
  const response = await fetch(path);
  if (response.ok) await cache.put(path, response);
}

const listed = async () => (await fetch(new URL('offline.json', HERE))).json();
const addressed = (paths) => paths.map((path) => new URL(path, HERE).href);

worker.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(KEPT);
    const { shell } = await listed();
    await Promise.all(addressed(shell).map((path) => keep(cache, path)));
    await worker.skipWaiting();
  })());
});

// The tables take longer: one after the other, after the page has what it needs.
async function keepData() {
  const cache = await caches.open(KEPT);
  const { data } = await listed();
  for (const path of addressed(data)) if (!(await cache.match(path))) await keep(cache, path);
}

worker.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== KEPT && name !== 'huarong-atlases') await caches.delete(name);
    await worker.clients.claim();
  })());
});

worker.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepData().then(() => event.source.postMessage('kept'), () => {}));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(HERE.href)) return;
  const path = url.href.slice(HERE.href.length);
  if (path.startsWith('api/') && !DATA.test(path)) return;
  event.respondWith((async () => {
    const cache = await caches.open(KEPT), asked = url.href.split('#')[0];
    try {
      const response = await fetch(request);
      if (response.ok && response.status === 200) event.waitUntil(cache.put(asked, response.clone()));
      return response;
    } catch (error) {
      const found = await cache.match(asked);
      if (found) return found;
      throw error;
    }
  })());
});
