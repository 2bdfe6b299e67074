// The user's settings, kept in this browser only.

const KEY = 'huarong.settings';
const DEFAULTS = {
  lang: /^zh/i.test(navigator.language) ? 'zh' : 'en',
  theme: 'auto', // auto, light, dark, contrast
  pieces: 'names', // names, chinese, english, letters, masks, plain
  metric: 'move', // the metric of hints and records: move, slide, step
  timer: true,
  meter: false,
  graded: false,
  sound: false,
  vibration: false,
  speed: 2, // moves a second in playback
  inspection: 15, // seconds to inspect the start before a timed solve
  shortcuts: true, // whether single letters act
  address: '', // where others reach this app, for links to share
};

const unkept = new Map(); // what this page could not keep, by key: it is there until the page is left
const within = (key) => { try { return localStorage.getItem(key); } catch { return null; } };

// Returns whether a value was kept: localStorage may be full or forbidden; then the page says so, once.
export function remember(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    unkept.delete(key);
    return true;
  } catch {
    const first = !unkept.size;
    unkept.set(key, text);
    if (first) dispatchEvent(new Event('huarong-unkept'));
    return false;
  }
}

// What was kept under a key, null where nothing was; what cannot be read is set aside, so that nothing replaces it.
export function recall(key) {
  const text = unkept.get(key) ?? within(key);
  try { return JSON.parse(text); } catch {
    try { localStorage.setItem(`${key}.damaged`, text); } catch { /* it stays until something is written */ }
    return null;
  }
}

export const settings = { ...DEFAULTS, ...recall(KEY) };
const listeners = new Set();

export function change(values) {
  Object.assign(settings, values);
  remember(KEY, settings);
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.lang = settings.lang;
  for (const listener of listeners) listener(settings);
}

// Returns a function that ends the subscription.
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// All that is kept for this app, by key, also what the browser refused to keep; without what can be computed again.
export function everything() {
  let keys = [];
  try { keys = Object.keys(localStorage); } catch { /* forbidden */ }
  const own = [...new Set([...keys, ...unkept.keys()])].filter((key) =>
    key.startsWith('huarong.') && !key.startsWith('huarong.facts.'));
  return Object.fromEntries(own.sort().map((key) => [key, recall(key)]).filter(([, value]) => value !== null));
}

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
