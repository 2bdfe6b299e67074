// The service worker: it answers from what it keeps and renews that behind the page, so that a slow network is not
// waited for. Pages and their files are kept as one version; a new one is fetched whole, then takes the old one's
// place, and open pages are notified. Paths are relative to this file's folder.

const worker = /** @type {any} */ (self); // a ServiceWorkerGlobalScope
const VERSION = 'huarong-pages-', ANSWERS = 'huarong-answers', HERE = new URL('./', location.href);
// Answers of the API; the index of those that `huarong site` wrote is a file of its version.
const DATA = /^(kept\/(?!index\.json)|api\/v1\/(library|table|puzzle|museum|trace|claims|openapi|records)\b)/;
const LASTING = /^(kept\/|api\/v1\/(table|trace)\b)/; // renewed only with the version
const WHOLE = new URL('offline.json', HERE).href; // kept last: a version that has it is complete

const listed = async () => (await fetch(WHOLE, { cache: 'no-cache' })).json();
const addressed = (paths) => paths.map((path) => new URL(path, HERE).href);

async function keep(cache, path) {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new TypeError(path);
  await cache.put(path, response);
}

// The complete version that is kept: its cache; undefined where there is none.
async function current() {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(VERSION))) {
    const cache = await caches.open(name);
    if (await cache.match(WHOLE)) return { name, cache };
  }
  return undefined;
}

// Fetches the server's version where it is another than the kept one, and tells the pages of it.
async function renewal() {
  const { edition, shell } = await listed(), old = await current(), name = VERSION + edition;
  if (old?.name === name) return;
  const cache = await caches.open(name);
  await Promise.all(addressed(shell).map((path) => keep(cache, path)));
  if (old) await Promise.all([caches.delete(old.name), caches.delete(ANSWERS)]);
  await keep(cache, WHOLE);
  for (const each of await caches.keys()) if (each.startsWith('huarong-') && ![name, ANSWERS, 'huarong-atlases']
    .includes(each)) await caches.delete(each);
  if (old) for (const page of await worker.clients.matchAll({ includeUncontrolled: true })) page.postMessage('new');
}

// A navigation during a renewal is followed by another: the server may have changed after the first one asked it.
let renewing = null, next = null;
const renew = () => (renewing ? next ??= renewing.catch(() => {}).then(() => { next = null; return renew(); })
  : renewing = renewal().finally(() => { renewing = null; }));

worker.addEventListener('install', (event) => event.waitUntil(renew().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

// The tables take longer: one after the other, after the page has what it needs.
async function keepData() {
  const cache = await caches.open(ANSWERS), { data } = await listed();
  for (const path of addressed(data)) if (!(await cache.match(path))) await keep(cache, path).catch(() => {});
}

// The version that each page got. A page that listens only after the renewal has notified the others asks for it.
const served = new Map();

async function notify(page) {
  const got = served.get(page.id), now = got && await current();
  if (now && now.name !== got) page.postMessage('new');
}

worker.addEventListener('message', (event) => {
  if (event.data === 'news') event.waitUntil(notify(event.source));
  if (event.data === 'keep') event.waitUntil(keepData().then(() => event.source.postMessage('kept'), () => {}));
});

// An answer of the API: the kept one, renewed behind the page.
async function answer(request, path) {
  const cache = await caches.open(ANSWERS), found = await cache.match(request);
  const fresh = async () => {
    const response = await fetch(request);
    if (response.status === 200) await cache.put(request, response.clone());
    return response;
  };
  return { found, fresh: found && LASTING.test(path) ? null : fresh };
}

// A page or a file of the kept version; an unknown page is answered by the page that says so, if the server is away.
async function file(request, client) {
  const page = request.mode === 'navigate', kept = await current();
  if (page && kept) served.set(client, kept.name);
  const found = await kept?.cache.match(request, { ignoreSearch: page });
  if (found && request.url !== WHOLE) return found;
  try {
    return await fetch(request);
  } catch (error) {
    if (found) return found;
    const missing = page && await kept?.cache.match(WHOLE).then((found) => found?.json());
    if (missing) return Response.redirect(new URL(missing.missing, HERE).href);
    throw error;
  }
}

worker.addEventListener('fetch', (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(HERE.href)) return;
  const path = url.href.slice(HERE.href.length);
  if (path.startsWith('api/') && !DATA.test(path)) return;
  if (request.mode === 'navigate') event.waitUntil(renew().catch(() => {}));
  if (!DATA.test(path)) return void event.respondWith(file(request, event.resultingClientId));
  const answered = answer(request, path);
  event.respondWith(answered.then(({ found, fresh }) => found ?? fresh?.()));
  event.waitUntil(answered.then(({ found, fresh }) => found && fresh?.().catch(() => {})));
});
