// A visitor plays: by keys, by dragging, with hints, the solution, the review of a game, and in courses.

import { install, letter, summed } from './page.js';

// Notes what each part of the page shows, where it has changed.
export function noter(page, parts, found) {
  const last = {};
  return (what) => {
    for (const part of parts) {
      const now = [...document.querySelectorAll(part)].map(page.shown).join('|');
      if (now !== last[part]) found[`${what} ${part}`] = last[part] = now;
    }
  };
}
// Checksums of what is long; the folder of the package is left out of addresses.
const placed = (text) => (typeof text === 'string' ? text : JSON.stringify(text)).replaceAll(location.pathname, '/');
export const brief = (found) => Object.fromEntries(Object.entries(found).map(([what, told]) => [what, placed(told)]).map(([what, text]) => [what, text.length <= 60 ? text : summed(text)]));

const PARTS = ['#board', '.tray', '.top', '.counts', '.dock', '.more', 'dialog'];

export async function play({ root, html, kept, puzzle, moves, metric, lang }) {
  const page = install({ root, html, kept, hash: `#p=${encodeURIComponent(puzzle)}`, stored: { 'huarong.settings': { metric, graded: true, meter: true, sound: true, vibration: true, speed: 4, lang } } });
  const { $, fire, pass, until } = page, found = {}, board = $('#board'), note = noter(page, PARTS, found);
  await import(`${root}/static/play/share.js`);
  await import(`${root}/static/play/play.js`);
  await until(() => board.dataset.ready && /why|b_none/.test(page.shown($('#graded'))) && $('#facts').textContent.includes('_n'));
  const key = (name, about = {}, on = board) => fire(on, 'keydown', { key: name, ...about });
  const piece = (symbol) => board.querySelectorAll('.piece').find((each) => each.dataset.symbol === symbol);
  const quiet = async () => { await pass(20); await pass(300); };
  note('opened');
  // By keys: the next piece, the one above, picked up, moved, put down.
  for (const name of [']', ']', '[', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', ' ', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'Enter', 'Escape']) { key(name); await quiet(); note(`key ${name} ${$('#moves').textContent}`); }
  key('ArrowRight', { shiftKey: true }); key('ArrowDown', { shiftKey: true }); await quiet(); note('shift');
  for (const name of ['z', 'z', 'y', 'r']) { key(name, {}, document.body); await pass(700); note(`then ${name}`); }
  key('z', { ctrlKey: true }, document.body); await quiet(); key('z', { ctrlKey: true, shiftKey: true }, document.body); key('q', { ctrlKey: true }, document.body); await quiet(); note('control');
  $('#restart').click(); await quiet();
  // By dragging: slowly, swiftly, a tap, with the wrong button, and cancelled.
  const drag = async (symbol, path, { wait = 400, end = 'pointerup', button = 0, pause = 100 } = {}) => {
    const [first] = path, on = piece(symbol);
    fire(on, 'pointerdown', { clientX: first[0], clientY: first[1], pointerId: 1, button });
    for (const [x, y] of path.slice(1)) { await pass(wait / path.length); fire(board, 'pointermove', { clientX: x, clientY: y, pointerId: 1 }); found[`dragged ${symbol} ${x} ${y}`] = on.style.transform; fire(board, 'pointermove', { clientX: 0, clientY: 0, pointerId: 2 }); }
    await pass(pause);
    fire(board, end, { pointerId: 1 });
    await quiet();
  };
  for (const [n, [symbol, path, about]] of moves.drags.entries()) { await drag(symbol, path, about); note(`drag ${n}`); }
  const dot = board.querySelectorAll('.dot')[0];
  if (dot) { fire(dot, 'pointerdown', { pointerId: 1, button: 0 }); await quiet(); note('dot'); }
  fire(board, 'pointerdown', { pointerId: 1, button: 0 }); await quiet(); note('beside');
  const graded = $('#graded button');
  if (graded) { fire(graded, 'pointerenter'); note('graded shown'); fire(graded, 'pointerleave'); graded.click(); await quiet(); note('graded'); }
  // Hints, and the solution played back.
  for (const level of ['piece', 'why', 'move']) { const was = $('#say').textContent; $('#hint').click(); await until(() => $('#say').textContent !== was && !/b_looking/.test($('#say').textContent)); note(`hint ${level}`); }
  $('#hint').click(); await quiet(); note('hint made');
  $('#analyse').click(); await until(() => $('#review').textContent.includes('left') || $('#review').textContent.includes('never')); note('review');
  for (const at of [0, 100, 150, 290]) { const graph = $('#graph .graph'); if (graph) { graph.getBoundingClientRect = () => ({ left: 5, width: 280 }); fire(graph, 'click', { clientX: at }); await quiet(); note(`graph ${at}`); key('Escape', {}, document.body); } }
  for (const n of [0, 1]) {
    const button = $('#review ol')?.querySelectorAll('button')[n];
    if (!button) continue;
    button.click(); await quiet(); note(`mistake ${n}`);
    for (const symbol of moves.tried) { fire(piece(symbol), 'focus'); for (const way of ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowUp']) { key(way, { shiftKey: true }); await quiet(); note(`tried ${n} ${symbol} ${way}`); } }
    for (const id of ['#try', '#next-slip', '#slip-before', '#leave-lesson']) { $(id).click(); await quiet(); note(`lesson ${n} ${id}`); }
  }
  $('#restart').click(); await quiet();
  $('#solve').click(); await until(() => !$('#player').hidden); note('playback');
  for (let i = 0; i < 3; i++) { await pass(250); note(`playback ${i}`); }
  for (const id of ['#to-prev', '#to-next', '#to-run']) { $(id).click(); await pass(30); note(`playback ${id}`); }
  $('#to-scrub').value = 1; fire($('#to-scrub'), 'input'); $('#to-speed').value = 8; fire($('#to-speed'), 'change'); await pass(300); note('scrubbed');
  await pass(9000); note('played'); $('#to-back').click(); await quiet(); note('back');
  // To the end by hints, then the end's buttons.
  for (let i = 0; i < 200 && $('#done').hidden; i++) { $('#hint').click(); await pass(1000); }
  await pass(1500); note('solved'); $('#hint').click(); $('#solve').click(); await quiet(); note('asked when solved');
  found.record = JSON.stringify(page.stored('huarong.progress'));
  found.heard = JSON.stringify(page.heard);
  key('?', {}, document.body); await quiet(); note('help'); $('dialog').close();
  $('#done').querySelectorAll('button').at(-1).click(); await quiet(); note('again');
  key('z', {}, document.body); await quiet(); note('again undone');
  $('#liked button').click(); note('liked');
  document.hidden = true; fire(document, 'visibilitychange'); await pass(5000); document.hidden = false; fire(document, 'visibilitychange'); await pass(1000); note('away');
  // Courses.
  for (const hash of ['p=A..../goal:/....A&lesson=slide', `p=${encodeURIComponent('A./goal:/.A')}&set=A./goal:/.A;A..../goal:/....A&title=T`, `p=${encodeURIComponent('比翼横空')}&in=path`, 'p=A./goal:/.A&day=2026-11-22', 'p=ZZ/..', `p=${encodeURIComponent(moves.two)}`, `p=${encodeURIComponent(moves.many)}`]) {
    page.place.hash = hash; await quiet(); await until(() => $('#moves').textContent.includes('/')); await pass(2000); note(`opened ${hash}`);
    if (hash.includes('lesson')) { fire(piece('A'), 'focus'); key(']'); key(' '); for (let i = 0; i < 4; i++) { key('ArrowRight'); await quiet(); } await pass(2000); note('lesson ended'); }
    $('#next').click(); await quiet(); await pass(300); found[`next after ${hash}`] = page.place.hash;
  }
  // Every shortcut with what the browser does itself; a drag given up; a tap on the floor; other tabs and settings.
  const { change } = await import(`${root}/static/shared/settings.js`), { Game } = await import(`${root}/static/play/game.js`), { Puzzle } = await import(`${root}/static/rules/puzzle.js`), { read } = await import(`${root}/static/rules/reader.js`);
  const small = 'AB./.../goal:/..A/...', arrived = async () => { await quiet(); await until(() => $('#moves').textContent.includes('/')); await pass(2000); };
  page.place.hash = `p=${encodeURIComponent(small)}`; await arrived(); note('small');
  const pressed = async (name, about = {}, on = document.body) => { const what = `pressed ${name} ${JSON.stringify(about)} ${Object.keys(found).length}`; found[what] = `${fire(on, 'keydown', { key: name, ...about }).defaultPrevented} ${document.activeElement?.dataset.symbol ?? document.activeElement?.id}`; await quiet(); await until(() => !/b_looking|b_searching/.test($('#say').textContent)); note(what); };
  for (const [name, about, on] of [['a'], ['z'], ['ArrowDown'], ['ArrowDown', { shiftKey: true }, board], ['z', { repeat: true }], ['z', { altKey: true }], ['z', {}, $('#to-speed')], ['r', { repeat: true }], ['Z'], ['y'], ['x'], ['x', { ctrlKey: true }], ['z', { metaKey: true }], ['y', { ctrlKey: true }], ['m'], ['m'], ['?']]) await pressed(name, about, on);
  $('dialog').close(); change({ shortcuts: false }); await pressed('r'); await pressed('ArrowRight', {}, $('#main')); change({ shortcuts: true });
  await pressed('a'); await until(() => /left|never|none|review/.test(page.shown($('#review')))); await pass(400); note('analysed'); await pressed('Escape'); await pressed('r');
  await pressed('s'); await until(() => !$('#player').hidden); note('solving'); await pressed('Escape'); note('left alone');
  for (const escape of [true, false]) { const on = piece('A'); fire(on, 'pointerdown', { clientX: 0.5, clientY: 0.5, pointerId: 1, button: 0 }); fire(board, 'pointermove', { clientX: 0.5, clientY: 1.4, pointerId: 1 }); if (escape) { fire(board, 'pointerdown', { pointerId: 2, button: 0, clientX: 2.5, clientY: 1.5 }); await pressed('q'); await pressed('Escape'); } found[`held ${escape}`] = `${on.style.transform} ${on.className}`; fire(board, 'pointerup', { pointerId: 1 }); await quiet(); note(`let go ${escape}`); }
  fire(piece('A'), 'focus'); for (const [x, y] of [[2.5, 1.5], [1.5, 1.2], [9, 9], [0.5, 0.5]]) { found[`tapped ${x} ${y}`] = String(fire(board, 'pointerdown', { clientX: x, clientY: y, pointerId: 1, button: 0 }).defaultPrevented); await quiet(); note(`tapped ${x} ${y}`); fire(piece('A'), 'focus'); }
  const other = new Game(new Puzzle(read(small)));
  other.follow(); other.move(1, 4); fire(globalThis, 'storage', { key: 'huarong.game.x' }); await quiet(); note('of another game'); fire(globalThis, 'storage', { key: other.key }); await quiet(); note('of this game');
  fire(globalThis, 'pagehide'); await pass(3000); found.paused = JSON.stringify(page.stored(other.key)); document.hidden = true; fire(document, 'visibilitychange'); await pass(3000); document.hidden = false; fire(document, 'visibilitychange'); await pass(2000); note('back again'); fire(globalThis, 'pagehide'); found['paused again'] = JSON.stringify(page.stored(other.key));
  for (const values of [{ metric: 'slide' }, { metric: 'step' }, { pieces: 'plain' }, { pieces: 'letters' }, { timer: false, meter: false }, { timer: true, graded: false, pieces: 'names' }]) { change(values); await pass(600); await until(() => !/b_looking/.test(page.shown($('#graded')))); await quiet(); note(JSON.stringify(values)); }
  $('#share').click(); await until(() => $('dialog')); $('dialog').querySelector('.code').remove(); note('shared'); $('dialog').close(); const told = $('#moves').textContent; $('#language').click(); await until(() => document.documentElement.lang === 'zh'); await quiet(); note(`Chinese ${told}`); $('#language').click(); await until(() => document.documentElement.lang === 'en'); await quiet(); note('English');
  found.links = document.querySelectorAll('nav a').map((each) => each.href).join(' '); found.all = JSON.stringify(page.stored('huarong.settings'));
  return brief(found);
}

// What is shared of puzzles with and without names, of games at the start, on the way and solved, on hosts that reach few
// and many; the cards' lines at every width of letters.
export async function shares({ root, html, texts }) {
  const page = install({ root, html }), found = {}, from = (name) => import(`${root}/static/${name}.js`), dialog = () => page.$('dialog');
  const [{ openShare }, { Puzzle }, { read }, { Game }, { settings }] = await Promise.all(['play/share', 'rules/puzzle', 'rules/reader', 'play/game', 'shared/settings'].map(from));
  const ways = [[], [3], [3, 4, 5], [4, 3, 4, 5]];
  for (const [n, text] of texts.entries()) for (const way of ways) for (const width of [7, 17, 23, 29, 31, 37]) for (const lang of ['en', 'zh']) {
    const puzzle = new Puzzle(read(text)), game = new Game(puzzle), what = `${n} ${way.length} ${width} ${lang}`;
    for (const to of way) { game.move(0, to); await page.pass(9000); }
    Object.assign(letter, { width }); settings.lang = lang; settings.address = 'http://h.test/x#y';
    page.place.hostname = ['localhost', '192.168.1.2', 'example.org'][n % 3];
    page.saved.length = 0;
    openShare({ puzzle, game, facts: way.length > 3 || n ? { best: { move: 1, slide: 2, step: 5 } } : null });
    await page.settle(); dialog().querySelectorAll('button').forEach((each) => each.textContent.includes('save_picture') && each.click()); await page.settle();
    // Where all can reach the page, its own address is in the links and the code, and differs from folder to folder.
    found[what] = n < 2 ? [page.shown(dialog()), ...await Promise.all(page.saved.map((data) => data.text()))].join('\n')
      : [page.shown(dialog().querySelector('.dim')), dialog().querySelectorAll('input, a, button, img').map((each) => each.localName)].join(' ');
    dialog().close();
  }
  return brief(found);
}

// What a lesson says after each end of its questions: given up, failed, refused, answered.
export async function lessons({ root, html }) {
  const page = install({ root, html }), found = {}, from = (name) => import(`${root}/static/${name}.js`), nothing = () => {};
  const [{ Lesson }, { Puzzle }, { read }, { ApiError }] = await Promise.all(['play/lesson', 'rules/puzzle', 'rules/reader', 'shared/server'].map(from));
  const puzzle = new Puzzle(read('A../.../goal:/.../..A')), move = { i: 0, to: 0, legs: [['L', 1]] }, mistakes = [2, 4].map((n) => ({ n, before: [1], last: null, move, cost: 2 }));
  for (const [what, error] of Object.entries({ given: new DOMException('x', 'AbortError'), away: new TypeError('away'), refused: new ApiError(422, { reason: 'R' }), none: null })) {
    const told = [], board = { unchoose: nothing, arrows: (all) => told.push(all), setHeads: (heads) => told.push(heads) };
    const look = async ([head]) => { if (error) throw error; return { best: [{ i: 0, from: head, to: 2 }], moves: [], distance: head === 2 ? 1 : 4 }; };
    const lesson = new Lesson({ puzzle, board, oracle: { look, line: async () => null }, stop: nothing, game: { play: 'p', past: [1] } }, board, () => told.push('left'));
    lesson.found = { mistakes, distances: [4, 3, 4, 3, 4], stations: [] };
    page.$('#say').textContent = '';
    for (const [n, act] of [() => lesson.show(mistakes[0]), () => lesson.again(mistakes[1]), () => lesson.tried(0, 2), () => lesson.tried(0, 0)].entries()) {
      await act(); await page.settle();
      found[`${what} ${n}`] = [page.shown(page.$('#say')), page.shown(page.$('#lesson')), JSON.stringify(told.splice(0))].join(' ');
    }
  }
  return brief(found);
}
