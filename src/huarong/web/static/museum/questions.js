// Five questions for each room. What is right is computed from the trace at the step where the visitor is: nothing is
// typed here. A question is { room, show, id, options, ask }; `ask(stepper)` gives { values, right }, or null where
// it has no sense at this step.

import { number, t } from '../shared/i18n.js';
import { h } from '../shared/ui.js';

const SIZES = { B: [2, 2], H: [2, 1], V: [1, 2], S: [1, 1] }, TYPES = { B: 1n, V: 2n, H: 3n, S: 4n },
  VALUES = { B: 0, H: 1, V: 2, S: 3 };
const next = (stepper, ...whats) => stepper.frames.slice(stepper.at + 1).find(([what]) => whats.includes(what)) ?? null;
const put = (frame, name, key) => frame[2].find(([table, own]) => table === name && own === key)?.[2];

// The letter that covers each cell of a 4x5 layout, '.' where it is empty.
function covered(text) {
  const cells = Array(20).fill('.');
  [...text].forEach((letter, head) => {
    const [w, tall] = SIZES[letter] ?? [0, 0];
    for (let dy = 0; dy < tall; dy++) for (let dx = 0; dx < w; dx++) cells[head + dx + 4 * dy] = letter;
  });
  return cells;
}

// 吕震宇's 64-bit code of a layout, and the chain that his hash sends it to.
export const codeOf = (text) => [...text].reduce((code, letter, head) =>
  (TYPES[letter] ? code + (TYPES[letter] << BigInt(3 * head)) : code), 0n);
export const chainOf = (code) => [0n, 14n, 28n, 42n, 56n, 6n].reduce((sum, shift) =>
  sum + Number((code >> shift) & 16383n), 0);

const height = (nodes, n) => (n < 0 || n === undefined ? 0 : nodes.get(n)?.[2] ?? 0);
// Whether the next layout that is made is known: a question of many rooms.
const predict = (stepper) => {
  const frame = next(stepper, 'new', 'turned', 'known');
  return frame && { values: {}, right: frame[0] === 'known' ? 'known' : 'new' };
};
const board = (stepper) => {
  const text = stepper.get('at', 'board');
  return text?.length === 20 && !/\d/.test(text) ? text : null;
};
const onBoard = (found) => (stepper) => { const text = board(stepper); return text && found(text, stepper); };
const OWN = ['we_bfs', 'se_astar', 'se_idastar', 'se_both'];

export const QUESTIONS = [
  { room: 'lv', show: 'lv-avl', id: 'balance', ask: (stepper) => {
    const nodes = stepper.table('tree'), root = nodes.get(stepper.get('at', 'root'));
    return root && { values: {}, right: height(nodes, root[0]) - height(nodes, root[1]) };
  } },
  { room: 'lv', show: 'lv-avl', id: 'height', ask: (stepper) => {
    const nodes = stepper.table('tree');
    return nodes.size ? { values: { n: number(nodes.size) }, right: height(nodes, stepper.get('at', 'root')) } : null;
  } },
  { room: 'lv', show: 'lv-hash', id: 'chain', ask: onBoard((text) => {
    const code = codeOf(text);
    return { values: { code: String(code) }, right: chainOf(code) };
  }) },
  { room: 'lv', show: 'lv-linear', id: 'list', ask: (stepper) => {
    const frame = next(stepper, 'new', 'known');
    if (!frame) return null;
    return { values: {}, right: frame[0] === 'new' ? stepper.table('list').size : frame[1].n + 1 };
  } },
  { room: 'lv', show: 'lv-avl', id: 'predict', options: ['new', 'known'], ask: predict },
  { room: 'zhou', show: 'zhou-all', id: 'fits', options: ['yes', 'no'], ask: (stepper) => {
    const frame = stepper.frames[stepper.at + 1];
    if (!frame || frame[1].cell === undefined) return null;
    const { piece, x, y } = frame[1];
    return { values: { piece: t('piece_' + piece), x, y }, right: frame[0].startsWith('no_') ? 'no' : 'yes' };
  } },
  { room: 'zhou', show: 'zhou-search', id: 'place', ask: onBoard((text) =>
    ({ values: {}, right: text.indexOf('B') })) },
  { room: 'zhou', show: 'zhou-search', id: 'basic', ask: onBoard((text) =>
    (text.includes('V') ? { values: {}, right: text.indexOf('V') } : null)) },
  { room: 'zhou', show: 'zhou-file', id: 'byte8', ask: (stepper) => {
    const frame = stepper.frames.find(([what]) => what === 'length');
    return frame ? { values: {}, right: frame[1].n } : null;
  } },
  { room: 'zhou', show: 'zhou-search', id: 'predict', options: ['new', 'known'], ask: predict },
  { room: 'zhoutk', show: 'zhoutk-search', id: 'array', ask: (stepper) => {
    const row = 1 + stepper.at % 5, column = 1 + stepper.at % 4, right = stepper.get('cell', `${row},${column}`);
    return right === undefined ? null : { values: { row, column }, right };
  } },
  { room: 'zhoutk', show: 'zhoutk-search', id: 'sentinels', ask: (stepper) => {
    const cells = [...stepper.table('cell').values()];
    return cells.length ? { values: {}, right: cells.filter((value) => value === -1).length } : null;
  } },
  { room: 'zhoutk', show: 'zhoutk-search', id: 'empty', ask: (stepper) => {
    const cells = [...stepper.table('cell').values()];
    return cells.length ? { values: {}, right: cells.filter((value) => value === 0).length } : null;
  } },
  { room: 'zhoutk', show: 'zhoutk-search', id: 'level', ask: (stepper) => {
    const at = stepper.table('list').get(stepper.get('at', 'parent'));
    return at ? { values: {}, right: at[1] } : null;
  } },
  { room: 'zhoutk', show: 'zhoutk-search', id: 'predict', options: ['new', 'known'], ask: predict },
  { room: 'ma', show: 'ma-tree', id: 'neighbours', ask: (stepper) => {
    const text = stepper.get('at', 'board'), w = stepper.get('at', 'width');
    if (!text || !w) return null;
    const hole = text.indexOf('0'), x = hole % w, y = Math.floor(hole / w), high = text.length / w;
    return { values: {}, right: Number(x > 0) + Number(x < w - 1) + Number(y > 0) + Number(y < high - 1) };
  } },
  { room: 'ma', show: 'ma-tree', id: 'open', ask: (stepper) => {
    const { size } = stepper.table('stack');
    return size ? { values: {}, right: size } : null;
  } },
  { room: 'ma', show: 'ma-tree', id: 'stack', ask: (stepper) => {
    const frames = [...stepper.table('stack').values()];
    if (!frames.length) return null;
    return { values: { n: frames.at(-1)[2] }, right: frames.reduce((sum, [, , bytes]) => sum + bytes, 0) };
  } },
  { room: 'ma', show: 'ma-tree', id: 'moveok', options: ['yes', 'no'], ask: (stepper) => {
    const frame = next(stepper, 'test_ok', 'test_no');
    return frame && { values: { a: frame[1].from, b: frame[1].to }, right: frame[0] === 'test_ok' ? 'yes' : 'no' };
  } },
  { room: 'ma', show: 'ma-tree', id: 'moved', ask: (stepper) => {
    const frame = next(stepper, 'call');
    return frame && { values: {}, right: frame[1].moved };
  } },
  { room: 'poos', show: 'poos-branch', id: 'bits', ask: onBoard((text, { at }) =>
    ({ values: { cell: at % 20 }, right: VALUES[covered(text)[at % 20]] ?? VALUES.S })) },
  { room: 'poos', show: 'poos-branch', id: 'hole', ask: onBoard((text) =>
    ({ values: {}, right: covered(text).indexOf('.') })) },
  { room: 'poos', show: 'poos-branch', id: 'mirror', ask: onBoard((text) => {
    const head = text.indexOf('B');
    return { values: { cell: head }, right: head - head % 4 + 2 - head % 4 };
  }) },
  { room: 'poos', show: 'poos-branch', id: 'weight', ask: onBoard((text) => {
    const head = text.indexOf('B');
    return { values: {}, right: Math.abs(head % 4 - 1) + Math.abs(Math.floor(head / 4) - 3) };
  }) },
  { room: 'poos', show: 'poos-branch', id: 'predict', options: ['new', 'known'], ask: predict },
  { room: 'now', show: 'now-searches', id: 'total', ask: (stepper) => {
    const weight = stepper.get('1:at', 'weight');
    return weight ? { values: {}, right: weight[0] + weight[1] } : null;
  } },
  { room: 'now', show: 'now-searches', id: 'most', options: OWN.slice(0, 3), ask: (stepper) => {
    const met = OWN.slice(0, 3).map((_, n) => stepper.get(`${n}:count`, 'met') ?? 0), most = Math.max(...met);
    // Where two have met as many, there is no answer.
    return most && met.filter((n) => n === most).length === 1 ? { values: {}, right: OWN[met.indexOf(most)] } : null;
  } },
  { room: 'now', show: 'now-searches', id: 'first', options: OWN, ask: (stepper) => {
    for (const frame of stepper.frames.slice(stepper.at + 1)) {
      const done = OWN.filter((_, n) => put(frame, `${n}:said`, 'it')?.[0] === 'found');
      if (done.length) return done.length === 1 ? { values: {}, right: done[0] } : null;
    }
    return null;
  } },
  { room: 'now', show: 'now-searches', id: 'again', ask: (stepper) => {
    const rest = stepper.frames.slice(stepper.at + 1);
    const frame = rest.find((each) => put(each, '2:said', 'it')?.[0] === 'bound');
    const bound = frame && put(frame, '2:at', 'bound');
    return bound === undefined || bound === null ? null : { values: {}, right: bound };
  } },
  { room: 'now', show: 'now-mirror', id: 'own', options: ['yes', 'no'], ask: (stepper) => {
    const frame = next(stepper, 'own_image', 'pair');
    return frame && { values: {}, right: frame[0] === 'own_image' ? 'yes' : 'no' };
  } },
];

// Whether an answer is right: numbers as numbers, with a minus of any kind.
export const isRight = (right, given) => (typeof right === 'number'
  ? given.trim() !== '' && Number(given.trim().replace('−', '-')) === right : given === right);

// The five questions of a room; `seek(show)` opens another show. The questions are asked anew at each step.
export function quiz(box, room, stepper, seek) {
  const rows = QUESTIONS.filter((one) => one.room === room).map((one, n) => row(one, n, stepper, seek));
  box.replaceChildren(h('ol', {}, ...rows));
}

function row(one, n, stepper, seek) {
  const words = (values = {}) => t(`q_${one.id}`, values);
  if (stepper?.trace.show !== one.show) {
    return h('li', { class: 'dim' }, h('button', { type: 'button', onclick: () => seek(one.show) },
      t('q_go', { show: t('show_' + one.show) })));
  }
  const asked = one.ask(stepper);
  if (!asked) return h('li', { class: 'dim' }, t('q_later', { title: t(`q_${one.id}_h`) }));
  const result = h('output', { role: 'status' });
  const field = one.options ? h('select', { id: `q${n}` }, h('option', { value: '' }, '…'),
      ...one.options.map((name) => h('option', { value: name }, t(OWN.includes(name) ? name : 'qo_' + name))))
    : h('input', { id: `q${n}`, inputmode: 'numeric', autocomplete: 'off', size: 8 });
  const check = (event) => {
    event.preventDefault();
    const good = isRight(asked.right, field.value);
    result.className = good ? 'right' : 'wrong';
    result.textContent = t(good ? 'q_right' : 'q_wrong');
  };
  const tell = () => {
    result.className = '';
    const { right } = asked;
    result.textContent = t('q_is', { right: typeof right === 'number' ? String(right)
      : t(OWN.includes(right) ? right : 'qo_' + right) });
  };
  return h('li', {}, h('form', { onsubmit: check }, h('label', { for: `q${n}` }, words(asked.values)), field,
    h('button', { type: 'submit' }, t('q_check')),
    h('button', { type: 'button', onclick: tell }, t('q_tell')), result));
}
