// A visitor looks at the map of a puzzle, folds it, takes the tour, and saves it.

import { install } from './page.js';
import { brief, noter } from './play.js';

// A canvas of WebGL2: what a drawing does since it last cleared the canvas, with the data of the buffers that it uses; `begun` is what came before.
function painted() {
  const marks = [], begun = [], bound = {}, own = { marks, begun, data: {} };
  const told = (each) => (typeof each === 'number' ? Math.round(each * 1000) / 1000 : each?.length === undefined || typeof each === 'string' ? each : Array.from(each, (x) => Math.round(x * 1000) / 1000));
  return new Proxy(own, { get: (_, name) => own[name] ?? (/^[A-Z_0-9]+$/.test(name) ? name : (...given) => {
    if (name === 'clear') marks.length = 0;
    if (name === 'bindBuffer') bound[given[0]] = given[1];
    if (name === 'bufferData') bound[given[0]].data = told(given[1]);
    if (/^(shader|compile|attach|link|bindAttrib|enable$|blend)/.test(name)) begun.push([name, ...given.filter((each) => typeof each !== 'object')].join(' '));
    if (/^(uniform|draw|clear|viewport|useProgram|vertex|enableV|disableV)/.test(name)) marks.push([name, ...given.map(told), { vertexAttribPointer: bound.ARRAY_BUFFER, drawElements: bound.ELEMENT_ARRAY_BUFFER }[name]?.data].join(' '));
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
  // Moved by one finger and two, by the wheel and keys, in the plane and in space; lost and restored; the pointer on its nodes.
  const where = async (what) => { await pass(40); found[what] = [canvas.context.marks.filter((mark) => /^uniform(Matrix|2fv)/.test(mark)).join(';'), canvas.context.marks.at(-1), $('#where').textContent, $('#here').hidden, $('#here').href].join(' '); };
  const at = (type, id, x, y, about = {}) => fire(canvas, type, { pointerId: id, clientX: x, clientY: y, ...about });
  page.place.hash = `p=${encodeURIComponent(texts[0])}`; await until(() => canvas.dataset.ready); await quiet('again'); found.begun = canvas.context.begun.join('\n');
  for (const solid of [false, true]) {
    const moved = (what, about) => { at('pointerdown', 1, 300, 200); for (const [x, y] of [[303, 202], [340, 160], [300, 420]]) at('pointermove', 1, x, y, about); at('pointerup', 1, 300, 420); return where(`${what} ${solid}`); };
    await moved('one finger'); await moved('with shift', { shiftKey: true });
    at('pointerdown', 1, 100, 100); at('pointerdown', 2, 200, 100); at('pointermove', 2, 220, 110); await where(`two fingers ${solid}`); at('pointermove', 1, 60, 90); at('pointermove', 2, 260, 150); await where(`apart ${solid}`); at('pointerup', 2, 260, 150); at('pointermove', 1, 70, 95); at('pointercancel', 1, 70, 95); await where(`one lifted ${solid}`);
    for (const about of [{ deltaY: 100 }, { deltaY: -300 }, { deltaY: -50, ctrlKey: true }]) { found[`wheel ${about.deltaY} ${solid}`] = String(at('wheel', 1, 400, 300, about).defaultPrevented); await where(`wheel ${about.deltaY} at ${solid}`); }
    for (const key of ['ArrowLeft', 'ArrowUp', '+', '=', 'ArrowRight', 'ArrowDown', '-', 'Enter', '0', 'Enter', 'x']) { found[`${key} prevented ${solid}`] = String(fire(canvas, 'keydown', { key }).defaultPrevented); await where(`key ${key} ${solid} ${Object.keys(found).length}`); }
    for (let i = 0; i < 24; i++) $('#away').click(); await where(`least ${solid}`); for (let i = 0; i < 24; i++) $('#closer').click(); await where(`most ${solid}`); $('#reset').click();
    for (let x = 10; x < 600; x += 97) for (let y = 10; y < 420; y += 83) { at('pointermove', 3, x, y); await where(`over ${x} ${y} ${solid}`); }
    at('pointermove', 3, 300, 210); at('pointerleave', 3, 0, 0); await where(`left ${solid}`);
    for (const [dx, more] of [[3, 0], [5, 0], [6, 0], [0, 1]]) { at('pointerdown', 1, 300, 210); if (more) at('pointerdown', 2, 310, 210); at('pointermove', 1, 300 + dx, 210); at('pointerup', 1, 300 + dx, 210); await where(`click ${dx} ${more} ${solid}`); if (more) at('pointerup', 2, 310, 210); }
    found[`lost ${solid}`] = String(fire(canvas, 'webglcontextlost').defaultPrevented); $('#closer').click(); fire(canvas, 'webglcontextrestored'); await quiet(`restored ${solid}`);
    $('#save-picture').click(); canvas.clientWidth = 480; page.resized.forEach((then) => then()); await quiet(`narrow ${solid}`); found[`size ${solid}`] = `${canvas.width}x${canvas.height}`; devicePixelRatio = 3; page.resized.forEach((then) => then()); await quiet(`dense ${solid}`); found[`dense size ${solid}`] = `${canvas.width}x${canvas.height}`; devicePixelRatio = 1; canvas.clientWidth = 600;
    $('#solid').click(); await quiet(`turned ${solid}`);
  }
  // Other metrics and the other language, dark; on the way of a game; a puzzle that cannot be mapped, and another after it.
  const { change } = await import(`${root}/static/shared/settings.js`);
  for (const values of [{ theme: 'dark' }, { metric: 'slide' }, { metric: 'step' }, { theme: 'light', metric: 'move' }]) { delete canvas.dataset.ready; change(values); if (values.metric) await until(() => canvas.dataset.ready); await quiet(JSON.stringify(values)); }
  globalThis.getComputedStyle = () => ({ colorScheme: 'light dark' }); for (const theme of ['dark', 'auto', 'contrast', 'light']) { change({ theme }); await quiet(`could be dark ${theme}`); }
  $('#guide').click(); note('guided'); $('#language').click(); await until(() => $('#say').textContent.startsWith('zh_')); await quiet('Chinese'); $('#fold-corridors').click(); await quiet('folded on tour'); found.focused = document.activeElement.id; $('#language').click(); await quiet('English');
  const [{ Game }, { Puzzle }, { read }] = await Promise.all(['play/game', 'rules/puzzle', 'rules/reader'].map((name) => import(`${root}/static/${name}.js`))), game = new Game(new Puzzle(read(texts[1])));
  for (const to of [3, 4, 3, 1]) game.move(0, to);
  for (const hash of [`p=${encodeURIComponent(texts[1])}`, `p=${encodeURIComponent(texts[1])}&at=4`, `p=${encodeURIComponent(texts[1])}&at=9`, 'p=no%20such', `p=${encodeURIComponent(texts[3])}`]) { delete canvas.dataset.ready; page.place.hash = hash; await until(() => (hash.includes('such') ? $('#say').textContent !== 'm_drawing' : canvas.dataset.ready)); await quiet(hash); found[`links ${hash}`] = document.querySelectorAll('nav a').map((each) => each.href).join(' '); }
  for (const [n, text] of (await Promise.all(page.saved.map((data) => data.text()))).sort().entries()) found[`saved ${n}`] = text;
  return brief(found);
}
