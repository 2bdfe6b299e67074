// The user's settings, kept in this browser only.

const KEY = 'huarong.settings';
const DEFAULTS = {
  lang: /^zh/i.test(navigator.language) ? 'zh' : 'en',
  theme: 'auto', // auto, light, dark, contrast
  pieces: 'names', // names, chinese, english, letters, plain
  metric: 'move', // the metric of hints and records: move, slide, step
  timer: true,
  meter: false,
  graded: false,
  sound: false,
  vibration: false,
  speed: 2, // moves a second in playback
};

function stored() {
  try { return JSON.parse(localStorage.getItem(KEY)) || {}; } catch { return {}; }
}

export const settings = { ...DEFAULTS, ...stored() };
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

// localStorage may be full or forbidden: then nothing is saved.
export function remember(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* not kept */ }
}

export function recall(key) {
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
}

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
