// Offline use: the service worker, started from any page, caches pages, library and tables.

import { at } from './addresses.js';

const PATIENCE_MS = 1500;

export function keepForOffline() {
  const worker = navigator.serviceWorker;
  if (!worker || !window.isSecureContext) return;
  worker.addEventListener('message', ({ data }) => {
    if (data === 'new') dispatchEvent(new Event('huarong-new'));
    if (data !== 'kept') return;
    document.documentElement.dataset.offline = 'ready';
    dispatchEvent(new Event('huarong-kept'));
  });
  worker.controller?.postMessage('news');
  const register = () => worker.register(at('/sw.js')).catch(() => {});
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
  worker.ready.then(({ active }) => setTimeout(() => active?.postMessage('keep'), PATIENCE_MS));
}

// Whether the server does not answer; a HEAD request bypasses the service worker's cache.
export async function away() {
  try {
    await fetch('/offline.json', { method: 'HEAD', cache: 'no-store' });
    return false;
  } catch {
    return true;
  }
}

// How many of the files are cached: { n, all }; null where caching is not possible.
export async function kept() {
  if (!navigator.serviceWorker || !window.caches) return null;
  try {
    const { shell, data } = await (await fetch(at('/offline.json'))).json(), paths = [...new Set([...shell, ...data])];
    const found = await Promise.all(paths.map((path) => caches.match(at('/' + path))));
    return { n: found.filter(Boolean).length, all: paths.length };
  } catch {
    return null;
  }
}
