// The texts of the pages by key, in the language of the page; those of the other one are fetched when it is chosen.

import { called, han } from '../rules/cast.js';
import { at } from './addresses.js';
import { change, settings } from './settings.js';

const read = async (url) => (await fetch(at(url))).json();
const wordsIn = (lang) => read(`/static/shared/words.${lang === 'zh' ? 'zh' : 'en'}.json`);
const WORDS = {};
// `ui.js` waits for them, the first board does not.
export const ready = wordsIn(settings.lang).then((words) => { WORDS[settings.lang] = words; });
const MORE = {}; // the texts of a page that has many of its own, in both languages: the English, then the Chinese

export async function more(url) { Object.assign(MORE, await read(url)); }

// Changes the language of the page, once its texts are there.
export async function speak(lang) {
  WORDS[lang] ??= await wordsIn(lang);
  change({ lang });
}

// A text in the language of the page. `{x}` is filled in; `{x:move|moves}` is the noun that agrees with x. Letters and
// digits stand apart from Chinese characters.
export function t(key, values = {}) {
  const text = WORDS[settings.lang]?.[key] ?? MORE[key]?.[settings.lang === 'zh' ? 1 : 0];
  if (text === undefined) return key;
  const filled = text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => {
    const value = String(values[name] ?? '');
    return many === undefined ? value : value === '1' ? one : many;
  });
  return settings.lang === 'zh' ? filled.replace(/[一-鿿](?=\w)|\w(?=[一-鿿])/g, '$& ') : filled;
}

// Sentences one after another; what is empty is left out.
export const sentences = (...parts) => parts.filter(Boolean).join(settings.lang === 'zh' ? '' : ' ');

// The items of a list, one after another.
export const listed = (items) => items.join(t('x_comma'));

// The language of the names on pieces, as the settings have it; null where pieces show their letters.
export const namesIn = () => (settings.pieces === 'letters' ? null
  : { chinese: 'zh', english: 'en' }[settings.pieces] ?? settings.lang);

// A piece's name, as it stands on the board; a key piece whose name is only a sign, such as `*`, is "the red piece".
export function nameOf(piece) {
  const lang = namesIn(), name = lang ? called(piece, lang) : piece.symbol ?? piece.piece;
  return /[\p{L}\p{N}]/u.test(name) ? name : t('red_piece');
}

// A path in words: "down 1, left 2", 下一格、左两格.
export function wayText(legs) {
  const zh = settings.lang === 'zh';
  return listed(legs.map(([way, n]) => (zh ? `${t(way)}${n === 2 ? '两' : han(n)}格` : `${t(way)} ${n}`)));
}

// Seconds as 4:05 or 1:00:00.
export function clock(seconds) {
  const s = Math.floor(seconds), pad = (n) => String(n).padStart(2, '0');
  return s < 3600 ? `${Math.floor(s / 60)}:${pad(s % 60)}`
    : `${Math.floor(s / 3600)}:${pad(Math.floor(s / 60) % 60)}:${pad(s % 60)}`;
}

export function titleOf(puzzle) {
  const { name, name_zh } = puzzle;
  return (settings.lang === 'zh' ? [name_zh, name] : [name, name_zh]).filter(Boolean);
}

export const number = (n) => n.toLocaleString('en-US');

// Fills every element that names a key: data-t for its text, data-t-label for its aria-label.
export function translate(root = document) {
  const all = (name) => [...root.querySelectorAll(`[${name}]`)].map((each) => [each, t(each.getAttribute(name))]);
  for (const [element, text] of all('data-t')) element.textContent = text;
  for (const [name, attribute] of [['data-t-label', 'aria-label'], ['data-t-hint', 'placeholder']])
    for (const [element, text] of all(name)) element.setAttribute(attribute, text);
}
