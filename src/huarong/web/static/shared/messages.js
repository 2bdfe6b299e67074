// The messages that are English templates in the code of the rules, in the language of the page.

import { reasonText, whyUnsolvable } from '../rules/impossible.js';
import { at } from './addresses.js';
import { settings } from './settings.js';

let chinese = null;

// The Chinese of the templates, where that is the language of the page.
export async function words() {
  chinese ??= fetch(at('/static/alone/faults.json')).then((response) => response.json()).catch(
    () => { chinese = null; return {}; });
  return settings.lang === 'zh' ? chinese : {};
}

// Why no goal can be reached from a layout, as a function that returns the text; null where only a search proves it.
export async function whyNone(puzzle, heads) {
  const found = whyUnsolvable(puzzle, heads);
  if (!found) return null;
  await words();
  const known = await chinese ?? {};
  return Object.assign(() => reasonText(found, settings.lang === 'zh' ? known : {}), { goal: found.args.goal });
}

// What a text was read as, in one line; nothing for a puzzle of the library.
export const readAs = (/** @type {PuzzleData} */ { library, read }) =>
  (library || !read ? '' : read.text[0].toUpperCase() + read.text.slice(1));
