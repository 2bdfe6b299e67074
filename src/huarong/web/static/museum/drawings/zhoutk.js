// zhoutk's array with its frame of sentinels, and his four placing functions called by hand.

import * as api from '../../ask/api.js';
import { t } from '../../shared/i18n.js';
import { h, problem, refresh } from '../../shared/ui.js';
import { Stepper } from '../stepper.js';

const COLOURS = ['jade', 'red', 'moss', 'indigo', 'plum', 'ochre'];

function cells(stepper) {
  const grid = h('div', { class: 'cells7', role: 'img', 'aria-label': t('d_array') });
  const is = (at, y, x) => at && at[0] === y && at[1] === x, read = stepper.get('at', 'read'),
    wrote = stepper.get('at', 'write');
  for (let y = 0; y < 7; y++) for (let x = 0; x < 6; x++) {
    const value = stepper.get('cell', `${y},${x}`) ?? 0;
    const seen = is(read, y, x) ? ` read${value ? ' stop' : ''}` : is(wrote, y, x) ? ' write' : '';
    const cell = h('i', { class: (value < 0 ? 'sentinel' : value ? 'full' : '') + seen },
      String(value).replace('-', '−'));
    if (value > 0) cell.style.setProperty('--c', `var(--${COLOURS[value % 6]})`);
    grid.append(cell);
  }
  return grid;
}

export const array = (box) => (stepper) => refresh(box, cells(stepper));

// By hand: each call is sent with all earlier ones, and the server runs them with the real functions from an empty
// board.
export function hand(box) {
  const calls = [], log = h('ol'), board = h('div'), status = h('p', { role: 'status' }),
    slide = h('input', { type: 'range', min: 0, value: 0, 'aria-label': t('slider') });
  const pick = (label, options) => {
    const select = h('select', {}, ...options.map(([value, text]) => h('option', { value }, text)));
    return [h('label', {}, label, ' ', select), select];
  };
  const numbers = (n) => Array.from({ length: n }, (_, i) => [i, String(i)]);
  const [typeBox, type] =
    pick('type', [[1, 'HT_BLOCK 1×1'], [2, 'HT_VBAR 1×2'], [3, 'HT_HBAR 2×1'], [4, 'HT_BOX 2×2']]);
  const [leftBox, left] = pick('left', numbers(4)), [topBox, top] = pick('top', numbers(5));
  let stepper = null;
  const show = (at) => {
    stepper.go(at);
    slide.value = stepper.at;
    refresh(board, cells(stepper));
    const [what, values] = stepper.frame;
    status.textContent = t('f_' + what, { ...values, call: values.call, value: values.value === null ? t('no_value')
      : String(values.value) });
  };
  slide.addEventListener('input', () => show(Number(slide.value)));
  const run = async () => {
    try {
      stepper = new Stepper(await api.get('trace', { show: 'zhoutk-place', calls: calls.join(';') }));
    } catch (error) {
      status.textContent = problem(error);
      return false;
    }
    slide.max = stepper.last;
    log.replaceChildren(...calls.map((call) => h('li', {}, h('code', {}, call))));
    show(stepper.last);
    return true;
  };
  const call = (name) => async () => {
    calls.push(name === 'init' ? 'init' : `${name} ${type.value} ${left.value} ${top.value}`);
    if (!(await run())) calls.pop();
  };
  const button = (key, end) => h('button', { onclick: end }, key);
  box.replaceChildren(h('section', { class: 'hand', 'aria-label': t('hand') }, h('h3', {}, t('hand')),
    h('p', { class: 'dim' }, t('hand_p')), h('div', { class: 'bar' }, typeBox, leftBox, topBox),
    h('div', { class: 'bar' }, button('isPositionAvailable', call('ask')), button('takePosition', call('take')),
      button('addGameStateHero', call('add')), button('initState', call('init')),
      button(t('restart'), () => { calls.length = 0; run(); })),
    h('div', { class: 'panes' }, board, h('div', {}, status, slide, log))));
  run();
}
