// Keeps the pages, the library and the tables of its 4x5 sets, so that all of them work without the server.
// The server goes first: what is kept is only for when it does not answer.

const KEPT = 'huarong-2';
const DATA = /^\/api\/v1\/(library|table|puzzle|museum|trace|claims)\b/;

async function keep(cache, path) {
  const response = await fetch(path);
  if (response.ok) await cache.put(path, response);
}

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(KEPT);
    const { shell } = await (await fetch('/offline.json')).json();
    await Promise.all(shell.map((path) => keep(cache, path)));
    await self.skipWaiting();
  })());
});

// The tables take longer: one after the other, after the page has what it needs.
async function keepData() {
  const cache = await caches.open(KEPT);
  const { data } = await (await fetch('/offline.json')).json();
  for (const path of data) if (!(await cache.match(path))) await keep(cache, path);
}

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepData().then(() => event.source.postMessage('kept'), () => {}));
});

self.addEventListener('fetch', (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/api/') && !DATA.test(url.pathname)) return;
  event.respondWith((async () => {
    const cache = await caches.open(KEPT);
    try {
      const response = await fetch(request);
      if (response.ok && response.status === 200) event.waitUntil(cache.put(url.pathname + url.search, response.clone()));
      return response;
    } catch (error) {
      const found = await cache.match(url.pathname + url.search);
      if (found) return found;
      throw error;
    }
  })());
});
