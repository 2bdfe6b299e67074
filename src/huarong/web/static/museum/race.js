// The race: exhibits on one board, each run by the server in a process of its own, after the visitor has guessed
// their order.

import * as api from '../ask/api.js';
import { asFiles } from '../shared/addresses.js';
import { more, number, t } from '../shared/i18n.js';
import { away } from '../shared/offline.js';
import { settings } from '../shared/settings.js';
import { h, problem } from '../shared/ui.js';

await more('/static/museum/race.json');
const FIRST = ['lv-avl', 'lv-hash', 'zhou-table', 'poos-mirror', 'set-move', 'search-move'],
  BOARDS = ['捷足先登', '孔明扇', '围而不歼', '横刀立马', '指挥若定', '876543210'];
const SECONDS = 30;
const times = (x) => (x < 100 ? x.toPrecision(3) : number(Math.round(x)));
const seconds = (s) => (s >= 1 ? `${s.toFixed(2)} s` : s >= 1e-3 ? `${(s * 1e3).toFixed(2)} ms`
  : `${(s * 1e6).toFixed(2)} µs`);

export function race(box, page) {
  const { museum: { recorded, exhibits }, named } = page;
  const inWords = (one, key) => one[settings.lang === 'zh' ? `${key}_zh` : key];
  const exhibit = (name) => exhibits.find((one) => one.name === name),
    title = (name) => inWords(exhibit(name), 'title');
  let order = FIRST.filter(exhibit), life = null, gone = false;
  const pick = h('select', { id: 'race-board' }, ...BOARDS.map((name) => h('option', { value: name }, named(name))),
    h('option', { value: '' }, t('own_pick')));
  const own = h('input', { id: 'race-own', 'aria-label': t('own'), maxlength: 400, hidden: true });
  pick.addEventListener('change', () => { own.hidden = pick.value !== ''; ready(); });
  const guess = h('ol', { class: 'guess', 'aria-label': t('race_guess') }), bars = h('div', { class: 'bars' }),
    status = h('p', { role: 'status', id: 'race-say' });

  function guesses(focus) {
    const move = (i, by) => { [order[i], order[i + by]] = [order[i + by], order[i]]; guesses([i + by, by]); };
    const mover = (i, key, by, sign) => h('button', { 'aria-label': `${t(key)}: ${title(order[i])}`,
      disabled: !(i + by in order), onclick: () => move(i, by) }, sign);
    guess.replaceChildren(...order.map((name, i) =>
      h('li', {}, h('span', {}, title(name)), mover(i, 'up', -1, '↑'), mover(i, 'down', 1, '↓'))));
    if (focus) guess.children[focus[0]].querySelector('button:enabled')?.focus();
  }

  const who = { class: 'racers', role: 'group', 'aria-label': t('race_who') };
  const racers = h('div', who, ...exhibits.map(({ name }) => {
    const tick = h('input', { type: 'checkbox', name, onchange: () => {
      order = [...order.filter((each) => each !== name), ...(tick.checked ? [name] : [])];
      guesses();
    } });
    tick.checked = order.includes(name);
    return h('label', {}, tick, title(name));
  }));

  function bar(name, result, slowest, fastest) {
    const time = result.seconds, text = time === null ? result.trouble || t('race_none') : seconds(time);
    const fill = h('i');
    fill.style.width = time === null ? '0' : `${Math.max(0.4, 100 * time / slowest)}%`;
    const facts = [result.layouts ? `${t('c_layouts')} ${number(result.layouts)}` : '', result.depth === null ? ''
      : t(result.metric + '_n', { n: result.depth }),
      result.memory ? `${t('c_memory')} ${(result.memory / 1048576).toFixed(1)} MiB` : '',
      time !== null && time > fastest ? t('race_times', { n: times(time / fastest) }) : '',
      result.compiled ? t('race_compiled') : '', result.notes, time === null ? '' : result.trouble];
    return h('div', { class: time === fastest ? 'won' : '' }, h('span', {}, title(name)),
      h('div', { class: 'track', 'aria-hidden': 'true' }, fill), h('b', {}, text),
      h('small', {}, facts.filter(Boolean).join(' · ')));
  }

  const replayed = (name) => {
    const seconds = recorded.seconds[name]?.[recorded.puzzles.indexOf(pick.value)] ?? null,
      { metric, compiled } = exhibit(name);
    return { seconds, trouble: seconds === null ? t('race_unrecorded') : '', layouts: null, depth: null, memory: null,
      metric, compiled, notes: '', machine: inWords(recorded, 'machine') };
  };

  const results = new Map();
  function draw() {
    const times = [...results.values()].map((each) => each.seconds).filter((s) => s !== null),
      slowest = Math.max(...times, 1e-9), fastest = Math.min(...times);
    const sorted = [...results].sort(([, a], [, b]) => (a.seconds ?? Infinity) - (b.seconds ?? Infinity));
    bars.replaceChildren(...sorted.map(([name, result]) => bar(name, result, slowest, fastest)));
    return sorted.map(([name]) => name);
  }

  const go = h('button', { class: 'accent', id: 'race-go' }, t('race_go')),
    stop = h('button', { hidden: true, onclick: () => life?.abort() }, t('stop'));
  go.addEventListener('click', async () => {
    life = new AbortController();
    results.clear();
    bars.replaceChildren();
    stop.hidden = false;
    go.disabled = true;
    const guessed = [...order];
    let machine = '';
    try {
      for (const [i, name] of guessed.entries()) {
        status.textContent = t('race_at', { i: i + 1, n: guessed.length, who: title(name) });
        const result = gone ? replayed(name) : await api.search('exhibit',
          { puzzle: pick.value || own.value, exhibit: name, max_seconds: SECONDS }, null, life.signal);
        results.set(name, result);
        ({ machine } = result);
        draw();
      }
      const found = draw().filter((name) => results.get(name).seconds !== null),
        wanted = guessed.filter((name) => found.includes(name));
      const pairs = wanted.flatMap((first, i) => wanted.slice(i + 1).map((second) => [first, second])),
        right = pairs.filter(([first, second]) => found.indexOf(first) < found.indexOf(second)).length;
      status.textContent = found.length ? t(gone ? 'race_replayed' : 'race_done',
        { who: title(found[0]), r: right, n: pairs.length, machine }) : t('race_none');
    } catch (error) {
      status.textContent = problem(error);
      if (!error.status && error.name !== 'AbortError') look();
    }
    stop.hidden = true;
    go.disabled = false;
    box.dataset.done = 'yes';
  });
  box.replaceChildren(h('div', { class: 'bar' }, h('label', {}, h('span', {}, t('opening')), pick), own),
    h('h3', {}, t('race_who')), racers,
    h('h3', {}, t('race_guess')), h('p', { class: 'dim' }, t('race_guess_p')), guess,
      h('div', { class: 'bar' }, go, stop), status, bars, h('p', { class: 'dim' }, t('race_p', { s: SECONDS })));
  guesses();
  // Without a server, the exhibits with a recorded time on this board are replayed.
  const ready = () => {
    const known = recorded.puzzles.includes(pick.value);
    go.disabled = gone && !known;
    if (gone) status.textContent = known ? t('race_away', { machine: inWords(recorded, 'machine') })
      : t('race_not', { boards: recorded.puzzles.map(named).join(t('comma')) });
  };
  const look = async () => {
    const was = gone;
    gone = asFiles || await away();
    if (life && !life.signal.aborted && go.disabled && !stop.hidden) return;
    if (gone !== was) { status.textContent = ''; ready(); }
    if (gone && !asFiles && box.isConnected && !box.hidden) setTimeout(look, 3000);
  };
  look();
}
