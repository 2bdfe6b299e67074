// A visitor solves texts, and plays the solutions back.

import { install } from './page.js';
import { brief, noter } from './play.js';

export async function solve({ root, html, kept, texts }) {
  const page = install({ root, html, kept, hash: `#p=${encodeURIComponent(texts[0])}` }), { $, fire, pass, until } = page, found = {};
  const note = noter(page, ['#main', 'dialog'], found);
  await import(`${root}/static/solve/solve.js`);
  note('opened');
  for (const [n, text] of texts.entries()) {
    $('#text').value = text; $('#metric').value = ['move', 'slide', 'step'][n % 3];
    fire($('#form'), 'submit');
    await until(() => $('#stop').disabled);
    await pass(500); note(`solved ${n}`);
    for (const button of [...document.querySelectorAll('#main button')].filter((each) => !['stop', 'go', 'yourself', 'to-back'].includes(each.id) && each.closest('[hidden]') === null)) { button.click(); await pass(700); note(`solved ${n} ${button.id || button.textContent}`); }
    await pass(3000);
  }
  // The text as it is typed, the examples, another address, the other language, files that are dragged.
  const drawn = async (what) => { await pass(1500); await page.settle(60); note(what); }, typed = async (text) => { $('#text').value = text; fire($('#text'), 'input'); await drawn(`typed ${text}`); };
  for (const text of ['', 'AB', 'nothing at all', 'match: shape/AB./.C./goal:/..A/...', '1 2 3/4 5 6/7 8 0']) await typed(text);
  $('#text').value = 'AA'; fire($('#text'), 'input'); await pass(10); note('not yet'); await typed('AB./...');
  for (const n of [0, 1, 2]) { await typed(''); const button = $('#examples').querySelectorAll('button')[n]; button.click(); await drawn(`example ${n}`); found[`example ${n}`] = $('#text').value; }
  for (const hash of ['p=%E6%A8%AA%E5%88%80%E7%AB%8B%E9%A9%AC', 'q=1', 'p=A../goal:/..A']) { page.place.hash = hash; await drawn(hash); found[hash] = $('#text').value; }
  $('#language').click(); await until(() => document.documentElement.lang === 'zh'); await typed(''); fire($('#form'), 'submit'); await drawn('nothing to solve');
  $('#text').value = texts[0]; found.submitted = String(fire($('#form'), 'submit').defaultPrevented); await until(() => $('#stop').disabled); await drawn('solved in Chinese'); $('#language').click(); await until(() => document.documentElement.lang === 'en'); fire($('#form'), 'submit'); await until(() => $('#stop').disabled); await drawn('solved in English');
  for (const [what, type, about] of [['over with a file', 'dragover', { dataTransfer: { types: ['Files'] } }], ['over with words', 'dragover', { dataTransfer: { types: ['text/plain'] } }], ['over with nothing', 'dragover', {}], ['dropped words', 'drop', { dataTransfer: { files: [] } }], ['dropped nothing', 'drop', {}]]) { found[what] = String(fire(document.body, type, about).defaultPrevented); await drawn(what); }
  for (const [n, text] of (await Promise.all(page.saved.map((data) => data.text()))).sort().entries()) found[`saved ${n}`] = text;
  return brief(found);
}
