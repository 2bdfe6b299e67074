// A visitor solves against the clock: by keys and the arrows of numbered tiles, with and without inspection; scrambles,
// replays, shares, keeps and reads sessions.

import { install } from './page.js';
import { brief, noter } from './play.js';

const SOLVE = { puzzle: 'AB./.../goal:/..A/...', milliseconds: 1500, moves: 1, metric: 'move', date: '2026-01-02T03:04:05.000Z', played: 'A D1 0; A R2 700; A U1 1500' };

export async function timer({ root, html, kept }) {
  const page = install({ root, html, kept, stored: { 'huarong.settings': { inspection: 5, metric: 'move' } } }), { $, fire, pass, settle, until } = page, found = {}, board = $('#board');
  const note = noter(page, ['.stage2', '#title', '#clock', '#say', '.counts', '#written', '#sessions', '#solves', '#inspection', '#metric', 'dialog'], found), kept_ = (what) => { note(what); found[`${what} kept`] = JSON.stringify(page.stored('huarong.timer')); };
  let sure = true;
  globalThis.confirm = () => sure;
  await import(`${root}/static/timer/timer.js`);
  await settle(60); note('opened'); found.names = $('#names').children.length + $('#names').children[0].value;
  const key = async (name, about = { shiftKey: true }, on = board) => { const event = fire(on, 'keydown', { key: name, ...about }); await pass(250); return event.defaultPrevented; };
  const chosen = (symbol) => fire(board.querySelectorAll('.piece').find((each) => each.dataset.symbol === symbol), 'focus'), change = async (id, value) => { $(id).value = value; fire($(id), 'change'); await pass(20); note(`${id} ${value}`); };
  const open = async (text, what = text) => { $('#text').value = text; found[`${what} prevented`] = String(fire($('#form'), 'submit').defaultPrevented); await settle(60); await pass(20); note(what); };
  await open(SOLVE.puzzle); found.links = document.querySelectorAll('nav a').map((each) => each.href).join(' ');
  chosen('A'); await key('ArrowDown'); note('nothing moves yet');
  // With inspection: counting down, late, over; then to the goal.
  $('#as-is').click(); for (const ms of [20, 900, 200, 2900, 900]) { await pass(ms); note(`inspecting ${ms} ${Object.keys(found).length}`); }
  await pass(200); note('inspection is over'); chosen('A'); await key('ArrowDown'); note('down'); await key('ArrowRight'); await key('ArrowRight'); await pass(130); note('right'); await key('ArrowDown'); await key('ArrowLeft'); await key('ArrowRight'); note('back'); await key('ArrowUp'); kept_('solved'); await key('ArrowDown'); await pass(500); note('nothing moves');
  // Without, in other metrics, with a move before the first look is over, back and forth.
  for (const [inspection, metric, moves] of [[0, 'slide', 'DRRU'], [999, 'step', 'DUDRRU'], [-3, 'move', 'DRLRRU'], ['2.5', 'slide', 'DRURD' + 'U']]) {
    await change('#inspection', inspection); await change('#metric', metric); $('#as-is').click(); await pass(40); chosen('A');
    for (const way of moves) { await key({ U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' }[way]); note(`${inspection} ${way} ${Object.keys(found).length}`); }
    kept_(`after ${inspection}`);
  }
  // Numbered tiles: arrows, also where nothing can slide and in a field; their notation.
  await open('123/456/7.8'); $('#as-is').click(); await pass(40);
  for (const [name, on] of [['ArrowUp', document.body], ['ArrowLeft', $('#text')], ['x', document.body], ['ArrowRight', document.body], ['ArrowRight', document.body], ['ArrowDown', document.body], ['ArrowUp', document.body], ['ArrowLeft', document.body]]) { found[`tiles ${name} ${Object.keys(found).length}`] = String(await key(name, {}, on)); note(`tiles ${name}`); }
  await key('ArrowLeft', {}, document.body); kept_('tiles');
  for (const [n, text] of ['1 2 3/4 5 6/7 0 8\nL', '1 2 3/4 5 6/0 7 8\nL2', '1 2 3/4 5 6/7 0 8\nULD', '1 2 3/4 5 6/7 8 0\n', '1 2 3/4 5 6/0 7 8\nLLL', 'A./goal:/.A', 'nothing', '1 2 3\n4 0 5\n7 8 6\nlu'].entries()) { $('#pasted').value = text; $('#take').click(); await settle(60); await pass(300); note(`pasted ${n}`); await pass(900); note(`pasted ${n} on`); }
  // Scrambles: of tiles, of layouts within a distance, of none.
  await open('123/456/78.'); for (const n of [0, 1]) { $('#scramble').click(); await until(() => $('#say').textContent !== 'tm_drawing'); await pass(30); note(`scramble ${n}`); }
  await open(SOLVE.puzzle); for (const [least, most] of [['', ''], ['2', '3'], ['3', ''], ['', '1'], ['90', '']]) { $('#least').value = least; $('#most').value = most; $('#scramble').click(); note('drawing'); await until(() => $('#say').textContent !== 'tm_drawing'); await pass(30); note(`scrambled ${least} ${most}`); }
  $('#least').value = $('#most').value = '';
  // Replays: of a row, by the slider, at other speeds; of an address, and of what cannot be one.
  $('#solves').querySelectorAll('.again').at(-1).click(); await pass(30); note('replay'); await pass(400); note('on'); $('#replay-run').click(); await pass(200); note('paused'); $('#replay-run').click(); $('#replay-speed').value = 8; await pass(200); note('fast'); $('#replay-at').value = 700; fire($('#replay-at'), 'input'); await pass(40); note('at 700'); await pass(9000); note('stays'); $('#replay-run').click(); await pass(2000); note('at its end'); $('#replay-run').click(); await pass(30); note('from the start'); $('#replay-leave').click(); await settle(); note('left');
  $('#solves .linked').click(); note('linked'); $('dialog').close();
  const address = (over = {}) => new URLSearchParams(Object.entries({ start: SOLVE.puzzle, played: SOLVE.played, ms: '1500', n: '1', ...over }).filter(([, value]) => value !== null)).toString();
  for (const [n, hash] of [address(), address({ ms: '1499' }), address({ ms: 'x' }), address({ n: '99' }), address({ played: 'A D1 0' }), address({ played: '' }), address({ start: 'no' }), address({ played: null }), 'p=nothing', 'p=A../goal:/..A', address({ ms: null })].entries()) { page.place.hash = hash; await settle(60); await pass(100); note(`address ${n}`); await pass(1800); note(`address ${n} then`); }
  // Sessions: another one, read from a file, chosen, deleted or not; one solve deleted; saved; kept by another page or not at all.
  $('#new-session').click(); kept_('new'); const file = async (text) => { $('#file').files = [{ text: async () => text }]; fire($('#file'), 'change'); await settle(); };
  await file(Array.from({ length: 14 }, (_, n) => JSON.stringify({ ...SOLVE, milliseconds: n === 3 ? 1400 : 1500 + 137 * ((n * 5) % 14), date: `2026-01-02T03:04:${10 + n}.000Z` })).join('\n') + '\n{"x": 1}\nno\n'); kept_('read'); await file('no'); note('not read'); await file('puzzle,milliseconds\nx,3\n'); note('no rows');
  for (const id of ['#csv', '#json']) $(id).click(); $('#solves').querySelectorAll('button').find((each) => each.getAttribute('aria-label') === 'tm_delete 3').click(); kept_('one less');
  await change('#sessions', '0'); await change('#sessions', '1'); await change('#sessions', '7'); sure = false; $('#end-session').click(); note('not deleted'); sure = true; $('#end-session').click(); kept_('deleted');
  localStorage.setItem('huarong.timer', JSON.stringify({ list: [{ begun: '2026-02-03T04:05:06.000Z', solves: [{ ...SOLVE }] }], at: 0 })); fire(globalThis, 'storage', { key: 'huarong.timer' }); note('by another page'); $('#solves .again').click(); await pass(1600); note('its replay'); $('#replay-leave').click();
  const { setItem } = localStorage; localStorage.setItem = () => { throw new Error('full'); }; $('#new-session').click(); note('full'); await file(JSON.stringify(SOLVE)); note('full too'); localStorage.setItem = setItem;
  const text = $('#text'), pasted = (data) => { text.value = ''; const event = fire(text, 'paste', { clipboardData: { getData: () => data } }); return `${event.defaultPrevented} ${text.value}`; }; found.pasted = pasted(' AB\r\n..\n '); found.line = pasted(' AB/.. ');
  await open('no such puzzle'); $('#language').click(); await until(() => $('#title').textContent === '横刀立马'); note('Chinese'); $('#as-is').click(); await pass(40); note('inspected in Chinese'); $('#language').click(); await settle(); await pass(20); note('English');
  for (const [n, data] of (await Promise.all(page.saved.map((each) => each.text()))).entries()) found[`saved ${n}`] = data;
  return brief(found);
}
