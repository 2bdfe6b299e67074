// Compressed atlases that a person has opened (`huarong atlas tables` writes them, a metric a file): kept in this
// browser, and asked for every layout of their family where a page has no table.

import { METRICS } from '../rules/puzzle.js';

const NAME = 'huarong-atlases';
const session = new Map(); // where the browser keeps nothing: for this page only
const address = (metric) => `/opened/${metric}.residues`;
const store = () => globalThis.caches?.open(NAME).catch(() => null);

async function read(metric) {
  if (session.has(metric)) return session.get(metric);
  const found = await (await store())?.match(address(metric));
  return found ? found.arrayBuffer() : null;
}

// Reads a compressed atlas and keeps it; throws TypeError for any other file.
export async function keep(file) {
  const { headerOf } = await import('../rules/compressed.js'), buffer = await file.arrayBuffer(),
    { metric, layouts } = headerOf(buffer);
  session.set(metric, buffer);
  await (await store())?.put(address(metric), new Response(buffer)).catch(() => {}); // no room: for this page only
  return { metric, layouts };
}

// The metrics for which an atlas is kept.
export async function opened() {
  const names = await Promise.all(METRICS.map(async (metric) => ((await read(metric)) ? metric : null)));
  return names.filter(Boolean);
}

// The atlas for a puzzle's layouts and goal in a metric; null where none is kept.
export async function atlasOf(puzzle, metric) {
  const buffer = await read(metric);
  if (!buffer) return null;
  const { Compressed } = await import('../rules/compressed.js'), found = new Compressed(puzzle, buffer);
  return found.fits(puzzle.start) ? found : null;
}
