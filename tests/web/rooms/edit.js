// A visitor draws a puzzle in the editor.

import { install } from './page.js';
import { brief, noter } from './play.js';

export async function edit({ root, html, kept, texts }) {
  const page = install({ root, html, kept, hash: `#p=${encodeURIComponent(texts[0])}` }), { $, fire, pass, until, settle } = page, found = {};
  const note = noter(page, ['#grid', '#goal', '#goals', '#tools', '#piece', '#verdict', '#say', '#stars', '#faults', '#own', '#changes', '#notations', '.buttons', 'dialog', '#undo', '#redo'], found);
  const checked = async (what) => { await pass(150); const said = () => $('#verdict').textContent + $('#say').textContent; await until(() => said() && !/e_checking|e_solving/.test(said())); await pass(300); note(what); found[`${what} text`] = $('#text').value; };
  await import(`${root}/static/editor/edit.js`);
  await until(() => $('#grid').children.length);
  await checked('opened');
  const cell = (n, grid = $('#grid')) => grid.querySelectorAll('.cell')[n], press = (n, about = {}, grid = $('#grid')) => { document.under = () => cell(n, grid); fire(cell(n, grid), 'pointerdown', { button: 0, pointerId: 1, ...about }); };
  const move = (n, grid = $('#grid')) => { document.under = () => cell(n, grid); fire(grid, 'pointermove', { pointerId: 1 }); };
  const lift = (grid = $('#grid')) => fire(grid, 'pointerup', {});
  const tool = (label) => [...$('#tools').querySelectorAll('button')].find((each) => each.textContent.includes(label)).click();
  tool('+'); press(5); move(6); move(6); lift(); await checked('stroke');
  press(4, { button: 2 }); move(3); lift(); press(0, { shiftKey: true }); await checked('chosen');
  tool('e_wall'); press(8); lift(); await checked('wall'); tool('e_gate'); press(3); lift(); press(8); lift(); press(2, {}, $('#goal')); lift($('#goal')); await checked('gate');
  tool('e_erase'); press(3); lift(); press(8); lift(); await checked('erased');
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp', ' ', 'Enter', 'x']) { fire($('#grid'), 'keydown', { key }); note(`key ${key}`); }
  fire($('#grid'), 'keydown', { key: 'ArrowRight', shiftKey: true }); await checked('keys');
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'a']) { fire($('#tools [aria-checked=true]'), 'keydown', { key }); note(`tool ${key}`); }
  fire(document.body, 'keydown', { key: 'z', ctrlKey: true }); await checked('undone'); fire(document.body, 'keydown', { key: 'Z', ctrlKey: true, shiftKey: true }); await checked('redone'); $('#undo').click(); await checked('undo'); $('#redo').click(); await checked('redo');
  fire(document.body, 'keydown', { key: 'y', metaKey: true }); fire($('#name'), 'keydown', { key: 'z', ctrlKey: true }); await checked('nothing');
  tool(texts[0][0]);
  for (const n of [0, 3, 4]) { $('#piece').querySelectorAll('input')[n].click(); await checked(`way ${n}`); }
  $('#goals').querySelectorAll('button').at(-1).click(); await checked('goal added'); press(1, {}, $('#goal')); lift($('#goal')); await checked('second goal'); $('#goals button').click(); note('first'); $('#goals').querySelectorAll('button').at(-2).click(); await checked('less');
  $('#shape').click(); await checked('shape'); $('#shape').click(); await checked('piece');
  $('#width').value = 5; fire($('#width'), 'change'); $('#height').value = 99; fire($('#height'), 'change'); await pass(10); $('#height').value = 3; fire($('#height'), 'change'); await checked('size'); $('#width').value = ''; fire($('#width'), 'change'); await checked('one wide'); $('#undo').click(); await checked('wide');
  $('#name').value = ' Ab '; fire($('#name'), 'change'); await checked('name'); $('#keep').click(); note('kept'); found.own = JSON.stringify(page.stored('huarong.own')); $('#own').querySelectorAll('button')[1].click(); note('dropped'); $('#own').querySelectorAll('button').at(-1).click(); note('restored'); $('#own').querySelectorAll('button')[0].click(); await settle(); await checked('own');
  $('#export').open = true; fire($('#export'), 'toggle'); await settle(); note('export');
  $('#harder').click(); await settle(60); await pass(10); note('harder');
  for (const [n, text] of texts.entries()) { $('#text').value = text; fire($('#text'), 'input'); await checked(`text ${n}`); $('#other').value = text; fire($('#import'), 'submit'); await settle(60); await checked(`read ${n}`); }
  $('#clear').click(); await checked('clear'); $('#name').value = ''; fire($('#name'), 'change'); $('#keep').click(); await checked('unnamed');
  // A puzzle of the library loses its name with the first stroke; one that was undone or redone keeps it, and the goal shown stays one that there is.
  const typed = async (text, what) => { $('#text').value = text; fire($('#text'), 'input'); await checked(what); }, headed = () => $('#text').value.split('\n')[0], open = async (name, what = name) => { page.place.hash = `p=${encodeURIComponent(name)}`; await settle(60); await checked(what); };
  const known = async (event, what) => { await checked(what); found[`${what} prevented`] = String(event.defaultPrevented); }, links = () => document.querySelectorAll('nav a').map((each) => each.href).join(' ');
  await open('走投无路'); found.links = links(); press(0, { shiftKey: true }); lift(); found.chosen = headed(); tool('e_erase'); press(17); lift(); await checked('erased in the library'); found.lost = headed();
  $('#undo').click(); await checked('name again'); press(0, {}); lift(); await checked('name kept'); found.again = headed();
  await open('No Way Out'); await typed('name: N\nsource: S\nnote: O\nAB.\n...\ngoal:\n..A\n...\n', 'named'); $('#keep').click(); note('noted'); $('#undo').click(); await checked('note gone'); $('#redo').click(); press(5); lift(); await checked('still named'); found.still = headed();
  await typed('AB.\n...\ngoal:\n..A\n...\n', 'one goal'); $('#goals').querySelectorAll('button').at(-1).click(); press(3, {}, $('#goal')); lift($('#goal')); await checked('two goals'); $('#undo').click(); $('#undo').click(); await checked('one again'); $('#redo').click(); $('#redo').click(); await checked('two again'); $('#goals').querySelectorAll('button')[1].click(); note('the second'); await typed('AB.\n...\n', 'no goal');
  for (const [n, text] of ['AB.\n.%.\ngoal:\n..A\n', 'AB.\n...\ngoal:\n..A\n...\ngoal:\n..B\n.Q.\n', 'AB.\n...\ngoal:\n..A\n.Q.\n', 'slide: A=X\nAB\n..', 'AB.\n..\ngoal:\n..A\n...\n', 'A.B\nB.A\n', 'AB/../goal:/AB/..', 'A....\n.....\n.....\n.....\n.....\ngoal:\nBCDEF\nGHIJK\nLMNOP\nQRSTU\nVWXYZ\n', 'match: shape\nname.zh: 名\nAB./...\ngoal:\n..B\n...'].entries()) await typed(text, `fault ${n}`);
  // Keys: cells one after another to each edge, with what the browser does itself; a finger that scrolls, taps, is taken away.
  await typed('AB.\n-C.\n...\n', 'keyed');
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Tab']) { const event = fire($('#grid'), 'keydown', { key }); found[`${key} ${Object.keys(found).length}`] = `${document.activeElement.dataset.n} ${event.defaultPrevented}`; }
  const chosenTool = () => $('#tools [aria-checked=true]').dataset.c;
  tool('B'); for (const about of [{ ctrlKey: true }, { metaKey: true }, { key: 'F1' }, {}]) { fire($('#grid'), 'keydown', { key: 'x', ...about }); found[`chosen with ${JSON.stringify(about)}`] = chosenTool(); }
  for (const cell of [2, 5, 0]) { fire($('#grid').querySelectorAll('.cell')[cell], 'focusin'); fire($('#grid'), 'keydown', { key: 'Enter' }); found[`painted ${cell}`] = $('#text').value; }
  const finger = { pointerType: 'touch' }; tool('C'); press(0, finger); found.down = $('#text').value; lift(); found.tapped = $('#text').value; press(8, finger); fire($('#grid'), 'pointercancel', {}); lift(); found.cancelled = $('#text').value; press(7, finger); move(8); found.moved = $('#text').value; lift(); press(6, { ...finger, shiftKey: true }); found.held = chosenTool(); move(5); lift(); found.lifted = $('#text').value; document.under = () => $('#goal'); found.beside = String(fire($('#grid'), 'pointerdown', { button: 0 }).defaultPrevented);
  for (const [what, on, about] of [['control z', document.body, { key: 'z', ctrlKey: true }], ['alt', document.body, { key: 'z', ctrlKey: true, altKey: true }], ['plain z', document.body, { key: 'z' }], ['control x', document.body, { key: 'x', ctrlKey: true }], ['in a field', $('#width'), { key: 'y', ctrlKey: true }], ['control Y', document.body, { key: 'Y', ctrlKey: true }], ['meta z', document.body, { key: 'Z', metaKey: true }], ['meta shift z', document.body, { key: 'Z', metaKey: true, shiftKey: true }]]) await known(fire(on, 'keydown', about), what);
  found['arrow in tools'] = String(fire($('#tools [aria-checked=true]'), 'keydown', { key: 'ArrowRight' }).defaultPrevented); found['arrow in no tool'] = String(fire($('#tools').querySelectorAll('button').find((each) => each.textContent.startsWith('+')), 'keydown', { key: 'ArrowRight' }).defaultPrevented); note('arrow');
  // Sizes at their edges, sharing, playing, what is easier, puzzles that another page kept or dropped, the other language.
  for (const [w, h] of [['0', '2.5'], ['20', '21'], ['-3', 'x'], ['3', '3']]) { $('#width').value = w; $('#height').value = h; fire($('#width'), 'change'); await checked(`size ${w} ${h}`); }
  await typed('AB\n..', 'to share'); found['not played'] = String(fire($('#playit'), 'click').defaultPrevented); await typed('AAB\nC..\n...\ngoal:\n...\n...\n.AA\n', 'to play'); found.played = String(fire($('#playit'), 'click').defaultPrevented); $('#share').click(); note('shared'); $('dialog').close(); found['own links'] = links();
  for (const id of ['#easier', '#harder']) { $(id).click(); note(`${id} asked`); await until(() => !$('#changes').textContent.includes('e_trying')); note(`${id} found`); } const taken = $('#changes button'); if (taken) { taken.click(); await settle(60); await checked('taken'); }
  localStorage.setItem('huarong.own', JSON.stringify([{ name: 'Elsewhere', text: 'A./goal:/.A' }, { name: 3 }])); fire(globalThis, 'storage', { key: 'huarong.other' }); note('not mine'); fire(globalThis, 'storage', { key: 'huarong.own' }); note('mine');
  $('#own').querySelectorAll('button')[0].click(); await settle(60); await checked('from elsewhere'); $('#own').querySelectorAll('button')[1].click(); note('none left');
  $('#language').click(); await until(() => $('#verdict').textContent.startsWith('zh_')); await checked('Chinese'); await open('走投无路', 'by its Chinese name'); found['in Chinese'] = $('#name').value; await typed('name: N\nname.zh: 名\nAB./...\ngoal:\n..B\n..%', 'named in both'); $('#name').value = 'New'; fire($('#name'), 'change'); await checked('named anew'); found.new = headed();
  $('#language').click(); await checked('English'); page.place.hash = 'at=1'; await settle(); await checked('no puzzle');
  $('#other').value = 'no puzzle at all?'; found.submitted = String(fire($('#import'), 'submit').defaultPrevented); await settle(60); await checked('refused');
  found.drafts = JSON.stringify(page.stored('huarong.drafts'));
  return brief(found);
}

export async function history({ root, html }) {
  const page = install({ root, html }), { History } = await import(`${root}/static/editor/history.js`), past = new History('h'), found = [];
  const put = async (text, typing, wait) => { past.put(text, typing); await page.pass(wait); found.push([past.now, past.past.length, past.future.length]); };
  for (const [i, wait] of [100, 100, 700, 800, 799, 801, 10, 0].entries()) await put(`t${i}`, i > 1, wait);
  await put('t7', false, 0);
  for (let i = 0; i < 4; i++) found.push(past.undo());
  found.push(past.redo(), past.redo(), new History('h').past.length, past.undo());
  await put('other', false, 0);
  found.push(past.redo());
  for (let i = 0; i < 120; i++) past.put(`m${i}`);
  for (let i = 0; i < 130; i++) found.push(past.undo());
  // The editor opens with the drawing of last time, and puzzles of one's own.
  for (const [key, value] of Object.entries({ drafts: { now: 'BC.\n...\ngoal:\n..C\n...\n', past: ['A./goal:/.A', 3], future: [] }, own: [{ name: 'O', text: 'A./goal:/.A' }] })) localStorage.setItem(`huarong.${key}`, JSON.stringify(value));
  await import(`${root}/static/editor/edit.js`); await page.pass(400); await page.settle(60);
  const $ = page.$, look = () => [$('#text').value, $('#tools [aria-checked=true]').dataset.c, ...['#own', '#undo', '#redo', '#grid', '#name'].map((id) => page.shown($(id)))];
  const opened = [look()]; $('#undo').click(); opened.push(look());
  return { all: found, opened };
}
