// A visitor looks at the map of a puzzle, folds it, takes the tour, and saves it.

import { install } from './page.js';
import { brief, noter } from './play.js';

function painted() {
  const marks = [];
  return new Proxy({ marks }, { get: (own, name) => own[name] ?? (/^[A-Z_0-9]+$/.test(name) ? name : (...given) => {
    if (name === 'clear') marks.length = 0;
    if (/^(uniform|draw)/.test(name)) marks.push([name, ...given.flat(3).map((each) => (each?.length === undefined || typeof each === 'string' ? (typeof each === 'number' ? Math.round(each * 1000) / 1000 : each) : Array.from(each, (x) => Math.round(x * 1000) / 1000)))].join(' '));
    if (name === 'bufferData') marks.push(`data ${Array.from(given[1] ?? [], (x) => Math.round(x * 100) / 100)}`);
    return name === 'getProgramParameter' || name === 'getShaderParameter' ? true : name === 'getUniformLocation' ? given[1] : name.startsWith('create') ? {} : undefined;
  }) });
}

export async function map({ root, html, kept, texts }) {
  const page = install({ root, html, kept, hash: `#p=${encodeURIComponent(texts[0])}` }), { $, fire, pass, until } = page, found = {}, canvas = $('#canvas');
  canvas.context = painted();
  const note = noter(page, ['#main'], found), quiet = async (what) => { await pass(900); note(what); };
  await import(`${root}/static/map/map.js`);
  for (const [n, text] of texts.entries()) {
    if (n) page.place.hash = `p=${encodeURIComponent(text)}`;
    await until(() => canvas.dataset.ready);
    await quiet(`opened ${n}`);
    for (const id of ['#fold-mirror', '#fold-corridors', '#fold-key', '#fold-corridors', '#solid', '#solid', '#fold-key']) { if (!$(id).disabled) $(id).click(); await quiet(`${n} ${id} ${$(id).checked}`); if (id === '#fold-mirror') $('#save-graph').click(); }
    for (const id of ['#closer', '#away', '#reset', '#guide', '#tour-next', '#tour-next', '#tour-end', '#save-graph']) { if (!$(id).closest('[hidden]') && !$(id).hidden) $(id).click(); await quiet(`${n} ${id}`); }
    for (const [x, y] of [[300, 210], [350, 250], [10, 10]]) { for (const type of ['pointermove', 'pointermove', 'pointerdown', 'pointerup']) fire(canvas, type, { clientX: x, clientY: y, pointerId: 1 }); await quiet(`${n} at ${x}`); }
    for (const wide of [500, 600]) {
      canvas.clientWidth = wide;
      $('#reset').click();
      await pass(900);
      found[`${n} pixels ${wide}`] = `${canvas.width}x${canvas.height}`;
    }
    delete canvas.dataset.ready;
  }
  for (const [n, text] of (await Promise.all(page.saved.map((data) => data.text()))).sort().entries()) found[`saved ${n}`] = text;
  return brief(found);
}
