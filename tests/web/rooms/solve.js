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
  for (const [n, text] of (await Promise.all(page.saved.map((data) => data.text()))).sort().entries()) found[`saved ${n}`] = text;
  return brief(found);
}
