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
  return { all: found };
}
