// The player's record: which puzzles were solved, how well and when. It is kept in this browser, can be exported to a
// file and imported, and is never sent to the server.

import { METRICS } from '../rules/puzzle.js';
import { change, recall, remember, settings } from '../shared/settings.js';

const KEY = 'huarong.progress', MOST = 1000;

// puzzles: by name (or text), how often it was solved, when first and last, the least count in each metric, in which of
// them it was perfect, the shortest time. log: every game that was ended, the newest last. days: on which a game was
// ended.
/** @returns {PlayerRecord} */
export const empty = () => ({ version: 1, puzzles: {}, favourites: [], log: [], days: [], learnt: [] });

const two = (n) => String(n).padStart(2, '0');
export const dayOf = (date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const least = (a, b) => (a === null || a === undefined ? b : b === null || b === undefined ? a : Math.min(a, b));
const listed = (value) => (Array.isArray(value) ? value : []);
const union = (a, b) => [...new Set([...a, ...b])];

function together(a, b) {
  if (!a || !b) return a || b;
  const best = {};
  for (const metric of METRICS) {
    const count = least(a.best[metric], b.best[metric]);
    if (count !== undefined && count !== null) best[metric] = count;
  }
  return { solved: Math.max(a.solved, b.solved), first: a.first < b.first ? a.first : b.first, last: a.last > b.last
    ? a.last : b.last, best, perfect: union(a.perfect, b.perfect), seconds: least(a.seconds, b.seconds) ?? null };
}

// Records a finished game: { id, play, counts, best, seconds, seen, at }. `best` has the known shortest lengths; a
// player who has `seen` the solution has solved the puzzle, but not perfectly. `play` identifies the game: recorded
// again, it counts once, on its first day.
export function finished(record, { id, play, counts, best = {}, seconds, seen, at: now }) {
  const before = record.log.findIndex((each) => each.play === play && each.id === id), known = record.puzzles[id];
  const at = before < 0 ? now : new Date(record.log[before].at), when = at.toISOString(),
    perfect = seen ? [] : METRICS.filter((metric) => counts[metric] === best[metric]);
  const own = { solved: (known?.solved ?? 0) + (before < 0), first: when, last: when, best: seen ? {} : counts, perfect,
    seconds: seen ? null : Math.round(seconds) };
  const entry = { id, play, at: when, counts, seconds: Math.round(seconds), seen, perfect };
  return {
    ...record,
    puzzles: { ...record.puzzles, [id]: together(known, own) },
    log: before < 0 ? [...record.log, entry].slice(-MOST) : record.log.with(before, entry),
    days: union(record.days, [dayOf(at)]).sort(),
  };
}

// 'perfect' (in any metric), 'solved' or null.
export const markOf = (record, id) => (record.puzzles[id] ? (record.puzzles[id].perfect.length ? 'perfect' : 'solved')
  : null);

export function toggled(record, id) {
  const had = record.favourites.includes(id);
  return { ...record, favourites: had ? record.favourites.filter((each) => each !== id) : [...record.favourites, id] };
}

// The current streak (consecutive days with a finished game, up to today or yesterday) and the longest one.
export function streak(record, today) {
  const number = (day) => Math.round(Date.parse(day) / 864e5), days = record.days.map(number);
  let run = 0, most = 0, last = -Infinity;
  for (const day of days) {
    run = day === last + 1 ? run + 1 : 1;
    most = Math.max(most, run);
    last = day;
  }
  return { now: number(today) - last <= 1 ? run : 0, most };
}

// Merges two records without loss.
export function merged(a, b) {
  const puzzles = {};
  for (const id of union(Object.keys(a.puzzles), Object.keys(b.puzzles)))
    puzzles[id] = together(a.puzzles[id], b.puzzles[id]);
  const games = new Map([...a.log, ...b.log].map((each) => [`${each.id} ${each.play} ${each.at}`, each]));
  const log = [...games.values()].sort((x, y) => (x.at < y.at ? -1 : 1)).slice(-MOST);
  return { version: 1, puzzles, favourites: union(a.favourites, b.favourites), log, days: union(a.days, b.days).sort(),
    learnt: union(a.learnt, b.learnt) };
}

// Checks an imported record; invalid parts are dropped. Throws where it is no record at all.
export function read(value) {
  if (value?.version !== 1 || typeof value.puzzles !== 'object' || !value.puzzles)
    throw new TypeError('no record of progress');
  const texts = (list) => listed(list).filter((each) => typeof each === 'string'),
    count = (n) => Number.isFinite(n) && n >= 0;
  const counts = (all) => Object.fromEntries(METRICS.filter((metric) => count(all?.[metric])).map((metric) =>
    [metric, all[metric]]));
  const perfect = (list) => texts(list).filter((each) => METRICS.includes(each)),
    time = (text) => (Number.isNaN(Date.parse(text)) ? new Date(0).toISOString() : text);
  const record = empty();
  for (const [id, each] of Object.entries(value.puzzles)) {
    if (count(each?.solved)) record.puzzles[id] = { solved: each.solved, first: time(each.first), last: time(each.last),
      best: counts(each.best), perfect: perfect(each.perfect), seconds: count(each.seconds) ? each.seconds : null };
  }
  const log = listed(value.log).filter((each) => typeof each?.id === 'string' && !Number.isNaN(Date.parse(each.at)));
  record.log = log.map((each) => ({ id: each.id, play: String(each.play), at: each.at, counts: counts(each.counts),
    seconds: count(each.seconds) ? each.seconds : 0, seen: Boolean(each.seen), perfect: perfect(each.perfect) }));
  return { ...record, favourites: texts(value.favourites),
    days: texts(value.days).filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)).sort(), learnt: texts(value.learnt) };
}

// The current record of this browser, which another tab may have written.
export function progress() {
  try { return read(recall(KEY)); } catch { return empty(); }
}

// A record of a newer version is left as it is, which the page says.
export function update(by) {
  const record = by(progress());
  if (Number(recall(KEY)?.version) > 1) dispatchEvent(new Event('huarong-newer'));
  else remember(KEY, record);
  return record;
}

// Calls back when another tab has written the record.
export function onProgress(listener) { addEventListener('storage', ({ key }) => key === KEY && listener(progress())); }

// A file of all that a browser keeps, read into another: nothing that is here is lost by it.

// Puzzles of one's own from both; one whose name is taken by another gets a number.
function puzzles(own, other) {
  const all = [...own];
  for (const each of other) {
    if (typeof each?.name !== 'string' || typeof each.text !== 'string'
      || all.some(({ text }) => text === each.text)) continue;
    let { name } = each;
    for (let n = 2; all.some((one) => one.name === name); n++) name = `${each.name} ${n}`;
    all.push({ ...each, name });
  }
  return all;
}

// Reads a file of `saveAll`, or of a record of progress alone; returns how many puzzles it has solved, how many of its
// own, and how many games. Throws where it is neither.
export function restore(data) {
  const kept = typeof data?.kept === 'object' && data.kept ? data.kept : {}, counts = { n: 0, own: 0, games: 0 };
  const record = data?.puzzles || !data?.kept ? read(data) : null;
  if (record) {
    update((here) => merged(here, record));
    counts.n = Object.keys(record.puzzles).length;
  }
  for (const [key, value] of Object.entries(kept)) {
    if (!key.startsWith('huarong.') || key === 'huarong.progress' || value === null) continue;
    if (key === 'huarong.own') {
      counts.own = listed(value).length;
      remember(key, puzzles(listed(recall(key)), listed(value)));
    } else if (key === 'huarong.settings') {
      change(Object.fromEntries(Object.entries(value).filter(([name, each]) => typeof each === typeof settings[name]
        && name !== 'lang')));
    } else {
      counts.games += Number(key.startsWith('huarong.game.'));
      if (recall(key) === null) remember(key, value);
    }
  }
  return counts;
}
