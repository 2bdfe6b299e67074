// The library as rows (names, pieces, rating of each puzzle), and the search in them.

import { sizeOf } from '../rules/puzzle.js';
import { headsOf, plain } from '../shared/entries.js';
import { markOf } from './progress.js';

export function rowsOf(all) {
  const sizes = all.kinds.map(([shape]) => sizeOf(shape));
  return all.entries.map(([name, zh, pinyin, aliases, group, best, rating, stars], n) => {
    const [set, , places] = all.puzzles[n], groups = headsOf(places), counts = {};
    all.sets[set][1].forEach((k, i) => { counts[sizes[k]] = (counts[sizes[k]] || 0) + groups[i].length; });
    const initials = pinyin.split('-').map((each) => (/^\d/.test(each) ? each : each[0] ?? '')).join('');
    return { n, id: zh || name, name, zh, group: all.groups[group],
      set: Object.entries(counts).map(([size, count]) => `${size}:${count}`).join(' '), best, moves: best?.[2] ?? null,
      rating, stars, initials, keys: [name, zh, pinyin, ...aliases].map(plain) };
  });
}

// Whether a text is within an edit distance of a key or of a key's beginning: letters inserted, deleted, changed, or
// two exchanged.
export function near(text, key, slips) {
  if (Math.abs(text.length - key.length) > slips && text.length > key.length) return false;
  let before = [], row = Array.from({ length: key.length + 1 }, (_, j) => j);
  for (let i = 1; i <= text.length; i++) {
    const next = [i];
    for (let j = 1; j <= key.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(text[i - 1] !== key[j - 1]));
      if (i > 1 && j > 1 && text[i - 1] === key[j - 2] && text[i - 2] === key[j - 1])
        next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    if (Math.min(...next) > slips) return false;
    [before, row] = [row, next];
  }
  return Math.min(...row.slice(Math.max(0, text.length - slips))) <= slips;
}

// A Chinese character counts as several letters.
const slipsIn = (text) => (/[\u2e80-\uffff]/.test(text) ? (text.length > 2 ? 1 : 0) : text.length > 9 ? 2
  : text.length > 3 ? 1 : 0);

const isSet = (word) => /^\d+x\d+(\/\d+)?(:\d+)?$/.test(word);

function fits(row, word) {
  if (isSet(word)) return ` ${row.set} `.includes(word.includes(':') ? ` ${word} ` : ` ${word}:`);
  const wanted = plain(word);
  return row.keys.some((key) => key.includes(wanted));
}

// The rows that a text describes: those whose names or sets of pieces contain every word; else by initials of the
// pinyin; else by similar names. Exact names come first.
export function found(rows, text) {
  const words = text.trim().split(/\s+/).filter(Boolean), whole = plain(text);
  if (!words.length) return rows;
  const exact = rows.filter((row) => words.every((word) => fits(row, word)));
  const initials = /^[a-z0-9]{2,}$/.test(whole)
    ? rows.filter((row) => row.initials.startsWith(whole) && !exact.includes(row)) : [];
  const some = [...initials.filter((row) => row.initials === whole),
    ...exact.toSorted((a, b) => Number(b.keys.includes(whole)) - Number(a.keys.includes(whole))),
    ...initials.filter((row) => row.initials !== whole)];
  const slips = slipsIn(whole);
  return some.length || !slips || words.some(isSet) ? some
    : rows.filter((row) => row.keys.some((key) => near(whole, key, slips)));
}

// By stars; among equal stars, puzzles that are only numbered (`Unnamed 2`) or called the hardest of some kind come
// last.
const rank = (row) => row.stars + (isNumbered(row) || row.group === 'hardest' ? 0.5 : 0) + row.rating / 1000;
export const isNumbered = (row) => /^Unnamed \d+$/.test(row.name);

// Easy first or last; puzzles without a rating always at the end.
export const byRating = (order) => (a, b) => (a.stars && b.stars ? (rank(a) - rank(b)) * (order === 'easy' ? 1 : -1)
  : Number(!a.stars) - Number(!b.stars));

// The words for a difficulty, each with its least and greatest number of stars (as in huarong/library/catalogue.py).
export const LEVELS = { easy: [1, 2], medium: [3, 3], hard: [4, 4], expert: [5, 5] };

// The rows of a list that pass the filters: { from, to } in moves, a difficulty, a set of pieces, a mark in a player's
// record ('solved', 'perfect', 'unsolved', 'favourite').
export function filtered(rows, { from, to, level, set, mark }, record) {
  const wanted = { solved: (id) => markOf(record, id), perfect: (id) => markOf(record, id) === 'perfect',
    unsolved: (id) => !markOf(record, id), favourite: (id) => record.favourites.includes(id) }[mark];
  const [least, most] = LEVELS[level] ?? [0, 5], within = ({ stars }) => (stars ?? 0) >= least && (stars ?? 0) <= most;
  return rows.filter((row) => within(row) && (!from || row.moves >= from) && (!to || (row.moves !== null
    && row.moves <= to)) && (!set || row.set === set) && (!wanted || wanted(row.id)));
}
