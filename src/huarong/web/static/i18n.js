// Both languages: every text of the pages by its key, from words.json: the English, then the Chinese.

import { at } from './home.js';
import { settings } from './settings.js';

const WORDS = await (await fetch(at('/static/words.json'))).json();

// More texts, of a page that has many of its own.
export async function more(url) {
  Object.assign(WORDS, await (await fetch(at(url))).json());
}

// A text in the language of the page. `{x}` is filled in; `{x:move|moves}` is the noun that agrees with x.
export function t(key, values = {}) {
  const text = WORDS[key]?.[settings.lang === 'zh' ? 1 : 0] ?? key;
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    const value = String(values[name] ?? '');
    return many === undefined ? value : value === '1' ? one : many;
  });
}

// A piece's name in the language of the page.
export function nameOf(piece) {
  return settings.lang === 'zh' ? piece.label : piece.label_en;
}

export function titleOf(puzzle) {
  const both = [puzzle.name_zh, puzzle.name];
  if (settings.lang !== 'zh') both.reverse();
  return both.filter(Boolean);
}

export const number = (n) => n.toLocaleString('en-US');

// Fills every element that names a key: data-t for its text, data-t-label for its aria-label.
export function translate(root = document) {
  for (const element of root.querySelectorAll('[data-t]')) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll('[data-t-label]')) element.setAttribute('aria-label', t(element.dataset.tLabel));
  for (const element of root.querySelectorAll('[data-t-hint]')) element.setAttribute('placeholder', t(element.dataset.tHint));
}
