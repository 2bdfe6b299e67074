// A visitor of the museum goes from room to room, steps through traces, and holds the race.

import { install } from './page.js';
import { brief, noter } from './play.js';

export async function study({ root, html, kept, traces, claims }) {
  let held = null;
  const asked = [], page = install({ root, html, kept, files: false, hash: '#room=lv&show=lv-avl&at=3', answers: async (url, body) => {
    const [path, query] = url.split('?'), values = Object.fromEntries(new URLSearchParams(query));
    asked.push(decodeURIComponent(url));
    if (path === 'museum') return new Response(JSON.stringify(kept.museum));
    if (path === 'claims') return new Response(JSON.stringify(claims));
    if (path === 'trace') await held;
    if (path === 'trace') return new Response(JSON.stringify(values.frames === '0' ? { steps: 99, whole: { steps: 99, compared: null } } : { ...traces[values.show], ...(values.frames === '1' ? { frames: traces[values.show].frames.slice(0, 1) } : {}) }));
    if (path === 'exhibit') return new Response(JSON.stringify({ seconds: body.exhibit === 'lv-hash' ? null : body.exhibit.length / 100, trouble: '', layouts: 1000 + body.exhibit.length, depth: 9, metric: 'step', memory: 3e6, compiled: body.exhibit.length > 7, notes: '', machine: 'M' }), { headers: { 'content-type': 'application/json' } });
    return undefined;
  } });
  const { $, fire, pass, until } = page, found = {}, note = noter(page, ['#main'], found), key = (name, on = document.body) => fire(on, 'keydown', { key: name });
  await import(`${root}/static/museum/study.js`);
  await until(() => $('#steps').dataset.ready); await pass(400); note('opened');
  for (const id of ['#fore', '#fore', '#back', '#to-end', '#to-start', '#play']) { $(id).click(); await pass(600); note(`${id}`); }
  await pass(900); note('playing'); $('#speed').value = 20; fire($('#speed'), 'change'); await pass(500); note('faster'); $('#play').click(); await pass(50);
  for (const name of ['ArrowRight', 'ArrowLeft', 'PageDown', 'PageUp', 'End', 'Home', ' ', 'x']) { key(name); await pass(40); note(`key ${name}`); }
  key('ArrowRight', $('#own')); key(' ', $('#fore')); await pass(40); note('typing'); $('#play').click(); await pass(30);
  $('#slide').value = 7; fire($('#slide'), 'input'); await pass(40); note('slide');
  fire($('#fore'), 'pointerdown', { button: 0 }); await pass(700); note('held'); fire($('#fore'), 'pointerup'); $('#fore').click(); await pass(100); note('let go');
  for (const [x, y] of [[60, 3], [-60, 5], [20, 0], [60, 40]]) { fire($('#stage'), 'pointerdown', { pointerType: 'touch', clientX: 100, clientY: 100 }); fire($('#stage'), 'pointerup', { clientX: 100 + x, clientY: 100 + y }); await pass(40); note(`swipe ${x} ${y}`); }
  $('#claims').open = true; fire($('#claims'), 'toggle'); await pass(50); note('claims');
  for (const n of $('#draws').children.keys()) { const one = $('#draws').children[n].dataset.name; $('#draws').children[n].click(); await until(() => $('#drawing').className === `draw-${one}`); await pass(60); note(`drawing ${n}`); }
  $('#option').value = 5000; fire($('#option'), 'change'); await until(() => $('#steps').dataset.ready); await pass(400); note('option'); $('#board-pick').value = ''; fire($('#board-pick'), 'change'); note('own'); $('#own').value = '横刀立马'; fire($('#asked'), 'submit'); await until(() => $('#steps').dataset.ready); await pass(500); note('asked');
  for (const room of ['zhou', 'zhoutk', 'ma', 'poos']) {
    [...$('#rooms').children].find((each) => each.dataset.name === room).click();
    for (const n of $('#shows').children.keys()) { $('#shows').children[n].click(); await until(() => $('#steps').dataset.ready); await pass(500); $('#to-end').click(); await pass(100); $('#back').click(); await pass(500); note(`${room} ${n}`); }
  }
  found.asked = [...new Set(asked)].sort().join('\n'); found.hash = decodeURIComponent(page.place.hash); found.kept = JSON.stringify(page.stored('huarong.study'));
  $('#rooms').lastChild.click(); await until(() => $('#race-go')); await pass(100); note('race');
  const box = $('#race');
  box.querySelectorAll('.guess button')[1].click(); box.querySelectorAll('.guess button')[4].click(); box.querySelectorAll('.racers input')[0].click(); box.querySelectorAll('.racers input')[3].click(); note('guessed'); $('#race-go').click(); await until(() => box.dataset.done); await pass(50); note('raced');
  fire(globalThis, 'hashchange', { newURL: 'http://x/#room=zhou&show=zhou-all&o=3&at=5' }); await until(() => $('#steps').dataset.ready); await pass(400); note('by address');
  // Another show is asked for before the drawings of one are loaded: the page waits for the other.
  let come = () => {};
  const { dataset } = $('#show');
  $('#show').dataset_ = new Proxy(dataset, { set: (_, key, value) => {
    dataset[key] = value;
    if (value === 'now-sweep') { held = new Promise((done) => { come = done; }); page.place.hash = 'room=now&show=now-ranks'; }
    return true;
  } });
  page.place.hash = 'room=now&show=now-sweep'; await until(() => held); await page.settle(50);
  found.overtaken = [$('#steps').dataset.ready ?? 'waits', $('#place').textContent].join(' ');
  come(); await until(() => $('#steps').dataset.ready); found['the other'] = [$('#show').dataset.show, $('#place').textContent].join(' ');
  return brief(found);
}
