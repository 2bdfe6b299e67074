// The texts of the pages in both languages, by key, from words.json: the English, then the Chinese.

import { at } from './addresses.js';
import { settings } from './settings.js';

const WORDS = await (await fetch(at('/static/shared/words.json'))).json();

// Adds the texts of a page that has many of its own.
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

// A piece's name in the language of the page; a key piece whose name is only a sign, such as `*`, is "the red piece".
export function nameOf(piece) {
  const name = settings.lang === 'zh' ? piece.label : piece.label_en;
  return /[\p{L}\p{N}]/u.test(name) ? name : t('red_piece');
}

// The task in words: to bring the key piece (null where the goal names several) to its place.
export const taskOf = (key) => (!key ? t('welcome_any') : nameOf(key) === t('red_piece') ? t('welcome_red')
  : t('welcome', { piece: nameOf(key) }));

const COUNTED = ['', '一', '两', '三', '四', '五', '六', '七', '八', '九', '十'];

// A path in words: "down 1, left 2", 下一格、左两格.
export function wayText(legs) {
  const zh = settings.lang === 'zh';
  return legs.map(([way, n]) => (zh ? `${t(way)}${COUNTED[n] ?? n}格` : `${t(way)} ${n}`)).join(zh ? '、' : ', ');
}

// The legs of a path as the API writes it: `L1U2`.
export const legsOf = (path) => [...path.matchAll(/([UDLR])(\d+)/g)].map(([, way, n]) => [way, Number(n)]);

// Seconds as 4:05 or 1:00:00.
export function clock(seconds) {
  const s = Math.floor(seconds), pad = (n) => String(n).padStart(2, '0');
  return s < 3600 ? `${Math.floor(s / 60)}:${pad(s % 60)}`
    : `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}`;
}

export function titleOf(puzzle) {
  const both = [puzzle.name_zh, puzzle.name];
  if (settings.lang !== 'zh') both.reverse();
  return both.filter(Boolean);
}

export const number = (n) => n.toLocaleString('en-US');

// Fills every element that names a key: data-t for its text, data-t-label for its aria-label.
export function translate(root = document) {
  const all = (name) => [...root.querySelectorAll(`[${name}]`)].map((each) => [each, t(each.getAttribute(name))]);
  for (const [element, text] of all('data-t')) element.textContent = text;
  for (const [element, text] of all('data-t-label')) element.setAttribute('aria-label', text);
  for (const [element, text] of all('data-t-hint')) element.setAttribute('placeholder', text);
}
