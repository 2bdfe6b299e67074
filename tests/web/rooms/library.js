// A visitor looks for puzzles, keeps favourites, puts a set together, opens levels, follows the path, and reads the records.

import { install } from './page.js';
import { brief, noter } from './play.js';

const RECORD = { version: 1, puzzles: { 横刀立马: { solved: 2, first: '2026-01-01T00:00:00.000Z', last: '2026-01-02T00:00:00.000Z', best: { move: 90, step: 120 }, perfect: [], seconds: 61 }, 前呼后拥: { solved: 1, first: '2026-01-01T00:00:00.000Z', last: '2026-01-01T00:00:00.000Z', best: { move: 22 }, perfect: ['move'], seconds: null } }, favourites: ['层峦叠嶂'], log: [], days: ['2026-01-01', '2026-01-02'], learnt: ['step'] };

export async function library({ root, html, kept, levels }) {
  const page = install({ root, html, kept, hash: '#q=&sort=easy', stored: { 'huarong.progress': RECORD } }), { $, fire, pass, until } = page, found = {};
  const note = noter(page, ['#main'], found);
  await import(`${root}/static/library/sheet.js`);
  await import(`${root}/static/library/library.js`);
  await until(() => $('#list').children.length);
  note('opened');
  const change = async (id, value) => { $(id).value = value; fire($(id), /search|from|to/.test(id) ? 'input' : 'change'); await pass(50); note(`${id} ${value}`); found[`${id} ${value} hash`] = page.place.hash; };
  for (const [id, value] of [['#search', '横'], ['#search', 'hengdao'], ['#search', 'no such'], ['#search', '81'], ['#search', '2x2'], ['#search', ''], ['#from', '10'], ['#to', '14'], ['#from', ''], ['#to', ''], ['#sort', 'hard'], ['#sort', 'library'], ['#mark', 'unsolved'], ['#mark', 'solved'], ['#mark', 'perfect'], ['#mark', 'favourite'], ['#mark', '']]) await change(id, value);
  for (const button of [...$('#groups').querySelectorAll('button')].map((_, i) => i)) { $('#groups').querySelectorAll('button')[button].click(); await pass(10); note(`group ${button}`); }
  $('#groups button').click(); await change('#pieces', $('#pieces').options[2].value); await change('#pieces', '');
  $('#more').click(); note('more'); $('#random').click(); found.random = page.went.join();
  $('.favourite').click(); note('liked'); found.liked = JSON.stringify(page.stored('huarong.progress').favourites);
  $('#choose').click(); note('choosing'); for (const n of [2, 0, 3, 2]) { $('#list').children[n].querySelector('.card').click(); note(`chosen ${n}`); } $('#set button').click(); note('set');
  $('#set-title').value = 'T'; fire($('#set-title'), 'input'); for (const n of [0, 1]) { $('#set').querySelectorAll('button')[n].click(); await pass(100); await until(() => n === 0 || page.printed); note(`set ${n}`); $('dialog')?.close(); } note('sheets'); found.hash = page.place.hash; $('#set').querySelectorAll('button').at(-1).click(); note('change'); $('#choose').click(); note('left');
  const file = { name: 'three.jsonl', arrayBuffer: async () => new TextEncoder().encode(levels).buffer }; $('#file').files = [file]; fire($('#file'), 'change'); await until(() => $('#list').children.length === 3 && $('#list').querySelectorAll('img').every((each) => each.src)); await pass(50); note('levels'); found.levels = page.place.hash; $('#close').click(); note('closed');
  $('#file').files = [{ name: 'bad.txt', arrayBuffer: async () => new TextEncoder().encode('A./goal:/.A\n{"no": 1}').buffer }]; fire($('#file'), 'change'); await until(() => $('#list').children.length === 2); await pass(50); note('bad level');
  for (const hash of ['q=%E5%B1%82&group=classic&n=120&mark=favourite&from=2', 'set=%E6%A8%AA%E5%88%80%E7%AB%8B%E9%A9%AC;%E5%89%8D%E5%91%BC%E5%90%8E%E6%8B%A5&title=X', 'group=none&n=7']) { page.place.hash = hash; await pass(50); note(hash); }
  return brief(found);
}

export async function path({ root, html, kept }) {
  const page = install({ root, html, kept, stored: { 'huarong.progress': RECORD } }), { $, pass, until } = page, found = {}, note = noter(page, ['#main', 'dialog'], found);
  await import(`${root}/static/library/path.js`);
  await until(() => $('#main').textContent.includes('前呼后拥') || $('#main').querySelectorAll('li').length > 3);
  await pass(100); note('opened');
  for (const button of document.querySelectorAll('#main button')) { button.click(); await pass(50); note(button.id || button.textContent); $('dialog')?.close(); }
  return brief(found);
}

export async function records({ root, html, kept }) {
  const page = install({ root, html, kept, hash: '#chapter=x' }), { $, fire, pass, until } = page, found = {}, note = noter(page, ['#main'], found);
  await import(`${root}/static/library/records.js`);
  await until(() => $('#list').children.length);
  note('opened'); $('#more').click(); note('more');
  for (const n of $('#chapters').children.keys()) { $('#chapters').children[n].click(); await pass(10); note(`chapter ${n}`); for (const each of $('#metric').options.map((one) => one.value)) { $('#metric').value = each; fire($('#metric'), 'change'); note(`chapter ${n} ${each}`); } }
  return brief(found);
}

// The record of games: finished, merged, read, and the streak; the choice of the day and by chance.
export async function progress({ root, html, kept }) {
  const page = install({ root, html, kept }), own = await import(`${root}/static/library/progress.js`), course = await import(`${root}/static/library/course.js`), { rowsOf } = await import(`${root}/static/library/catalogue.js`);
  let record = own.empty();
  const counts = (move) => ({ move, slide: move + 2, step: move + 5 }), all = [], day = (n) => new Date(2026, 0, n, 12);
  for (const [id, play, n, seen, at, seconds] of [['a', 'p', 9, false, 1, 12.6], ['a', 'q', 8, false, 2, 30], ['a', 'q', 8, false, 3, 7], ['b', 'p', 7, true, 3, 5], ['b', 'r', 11, false, 5, 4.4], ['a', 's', 12, false, 6, 99]]) { record = own.finished(record, { id, play, counts: counts(n), best: { move: 8, step: 14, slide: 11 }, seconds, seen, at: day(at) }); all.push(record); }
  const other = own.finished(own.toggled(own.empty(), 'z'), { id: 'a', play: 'o', counts: counts(3), best: {}, seconds: 3, seen: false, at: day(2) });
  const rows = rowsOf(kept.library), days = Array.from({ length: 40 }, (_, i) => new Date(Date.UTC(2026, 10, 1 + i)).toISOString().slice(0, 10)), random = course.randomFrom(5);
  const odd = [null, {}, { version: 2, puzzles: {} }, { version: 1, puzzles: null }, { version: 1, puzzles: { a: { solved: -1 }, b: { solved: 1, first: 'x', best: { move: -1, step: 3, other: 2 }, perfect: ['step', 'x', 3], seconds: -1 }, c: null }, log: [{ id: 3, at: '2026-01-01' }, { id: 'a', at: 'x' }, { id: 'a', at: '2026-01-01', counts: { move: 1 }, seconds: 'x', seen: 1, perfect: 3 }], favourites: ['a', 3], days: ['2026-02-01', '2026-01-01', '2026-1-1'], learnt: 7 }];
  return { all, marks: ['a', 'b', 'c'].map((id) => own.markOf(record, id)), streaks: [5, 6, 7, 8].map((n) => own.streak(record, own.dayOf(day(n)))), none: own.streak(own.empty(), '2026-01-01'), merged: own.merged(record, other), back: own.merged(other, record), toggled: own.toggled(own.toggled(record, 'a'), 'a'),
    read: odd.map((each) => { try { return own.read(each); } catch (error) { return error.message; } }), stored: [own.update((now) => own.toggled(now, 'k')), own.progress()],
    path: course.pathOf(rows).map(({ id }) => id), days: days.map((each) => course.dailyOf(kept.library, rows, each).id), chance: Array.from({ length: 20 }, () => [random(), course.randomOf(rows, (id) => id.length > 3, random).id]), only: course.randomOf(rows.slice(0, 3), () => true, () => 0.99).id };
}
