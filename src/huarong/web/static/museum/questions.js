// Five questions for each room. What is right is computed from the trace at the step where the visitor is: nothing is
// typed here. A question is { room, show, id, options, ask }; `ask(stepper)` gives { values, right }, or null where
// it has no sense at this step.

import { more, number, t } from '../shared/i18n.js';
import { h } from '../shared/ui.js';
import { piecesOf } from './board.js';

await more('/static/museum/questions.json');

const TYPES = { B: 1n, V: 2n, H: 3n, S: 4n }, VALUES = { B: 0, H: 1, V: 2, S: 3 };
const YES_OR_NO = ['yes', 'no'], NEW_OR_KNOWN = ['new', 'known'], OWN = ['we_bfs', 'se_astar', 'se_idastar', 'se_both'];

const next = (stepper, ...whats) => stepper.frames.slice(stepper.at + 1).find(([what]) => whats.includes(what));
const put = (frame, name, key) => frame[2].find(([table, own]) => table === name && own === key)?.[2];

// The letter that covers each cell of a 4x5 layout, '.' where it is empty.
function covered(text) {
  const cells = Array(20).fill('.');
  for (const { letter, head, size: [w, tall] } of piecesOf(text))
    for (let dy = 0; dy < tall; dy++) cells.fill(letter, head + 4 * dy, head + 4 * dy + w);
  return cells;
}

// 吕震宇's 64-bit code of a layout, and the chain that his hash sends it to.
const codeOf = (text) => [...text].reduce((code, letter, head) =>
  (TYPES[letter] ? code + (TYPES[letter] << BigInt(3 * head)) : code), 0n);
const chainOf = (code) => [0n, 14n, 28n, 42n, 56n, 6n].reduce((sum, by) => sum + Number((code >> by) & 16383n), 0);

const height = (nodes, n) => nodes.get(n)?.[2] ?? 0;
const onBoard = (found) => (stepper) => {
  const text = stepper.get('at', 'board');
  return text?.length === 20 && !/\d/.test(text) ? found(text, stepper) : undefined;
};
const cellsOf = (stepper) => [...stepper.table('cell').values()];
const howMany = (wanted) => (stepper) => {
  const cells = cellsOf(stepper);
  return cells.length ? cells.filter((value) => value === wanted).length : undefined;
};

// `found(stepper)` is what is right, or that and the values of the question's text; undefined where there is nothing.
const one = (show, id, found, options = /** @type {string[] | null} */ (null)) => ({
  room: show.split('-')[0], show, id, options, ask: (stepper) => {
    const [right, values = {}] = [found(stepper)].flat();
    return right === undefined ? null : { values, right };
  } });
// Whether the next layout that is made is known: a question of many rooms.
const predict = (show) => one(show, 'predict', (stepper) => {
  const frame = next(stepper, 'new', 'turned', 'known');
  return frame && (frame[0] === 'known' ? 'known' : 'new');
}, NEW_OR_KNOWN);

export const QUESTIONS = [
  one('lv-avl', 'balance', (stepper) => {
    const nodes = stepper.table('tree'), root = nodes.get(stepper.get('at', 'root'));
    return root && height(nodes, root[0]) - height(nodes, root[1]);
  }),
  one('lv-avl', 'height', (stepper) => {
    const nodes = stepper.table('tree');
    return nodes.size ? [height(nodes, stepper.get('at', 'root')), { n: number(nodes.size) }] : undefined;
  }),
  one('lv-hash', 'chain', onBoard((text) => [chainOf(codeOf(text)), { code: String(codeOf(text)) }])),
  one('lv-linear', 'list', (stepper) => {
    const frame = next(stepper, 'new', 'known');
    return frame && (frame[0] === 'new' ? stepper.table('list').size : frame[1].n + 1);
  }),
  predict('lv-avl'),
  one('zhou-all', 'fits', (stepper) => {
    const [what, { cell, piece, x, y }] = stepper.frames[stepper.at + 1] ?? ['', {}];
    return cell === undefined ? cell : [what.startsWith('no_') ? 'no' : 'yes', { piece: t('piece_' + piece), x, y }];
  }, YES_OR_NO),
  one('zhou-search', 'place', onBoard((text) => text.indexOf('B'))),
  one('zhou-search', 'basic', onBoard((text) => (text.includes('V') ? text.indexOf('V') : undefined))),
  one('zhou-file', 'byte8', (stepper) => stepper.frames.find(([what]) => what === 'length')?.[1].n),
  predict('zhou-search'),
  one('zhoutk-search', 'array', (stepper) => {
    const row = 1 + stepper.at % 5, column = 1 + stepper.at % 4;
    return [stepper.get('cell', `${row},${column}`), { row, column }];
  }),
  one('zhoutk-search', 'sentinels', howMany(-1)),
  one('zhoutk-search', 'empty', howMany(0)),
  one('zhoutk-search', 'level', (stepper) => stepper.table('list').get(stepper.get('at', 'parent'))?.[1]),
  predict('zhoutk-search'),
  one('ma-tree', 'neighbours', (stepper) => {
    const text = stepper.get('at', 'board'), w = stepper.get('at', 'width');
    if (!text || !w) return undefined;
    const hole = text.indexOf('0'), x = hole % w, y = Math.floor(hole / w), high = text.length / w;
    return Number(x > 0) + Number(x < w - 1) + Number(y > 0) + Number(y < high - 1);
  }),
  one('ma-tree', 'open', (stepper) => stepper.table('stack').size || undefined),
  one('ma-tree', 'stack', (stepper) => {
    const sizes = [...stepper.table('stack').values()].map(([, , bytes]) => bytes);
    return sizes.length ? [sizes.reduce((sum, bytes) => sum + bytes), { n: sizes.at(-1) }] : undefined;
  }),
  one('ma-tree', 'moveok', (stepper) => {
    const frame = next(stepper, 'test_ok', 'test_no');
    return frame && [frame[0] === 'test_ok' ? 'yes' : 'no', { a: frame[1].from, b: frame[1].to }];
  }, YES_OR_NO),
  one('ma-tree', 'moved', (stepper) => next(stepper, 'call')?.[1].moved),
  one('poos-branch', 'bits', onBoard((text, { at }) =>
    [VALUES[covered(text)[at % 20]] ?? VALUES.S, { cell: at % 20 }])),
  one('poos-branch', 'hole', onBoard((text) => covered(text).indexOf('.'))),
  one('poos-branch', 'mirror', onBoard((text) => {
    const head = text.indexOf('B');
    return [head - head % 4 + 2 - head % 4, { cell: head }];
  })),
  one('poos-branch', 'weight', onBoard((text) => {
    const head = text.indexOf('B');
    return Math.abs(head % 4 - 1) + Math.abs(Math.floor(head / 4) - 3);
  })),
  predict('poos-branch'),
  one('now-searches', 'total', (stepper) => {
    const weight = stepper.get('1:at', 'weight');
    return weight && weight[0] + weight[1];
  }),
  one('now-searches', 'most', (stepper) => {
    const met = OWN.slice(0, 3).map((_, n) => stepper.get(`${n}:count`, 'met') ?? 0), most = Math.max(...met);
    // Where two have met as many, there is no answer.
    return most && met.filter((n) => n === most).length === 1 ? OWN[met.indexOf(most)] : undefined;
  }, OWN.slice(0, 3)),
  one('now-searches', 'first', (stepper) => {
    const done = stepper.frames.slice(stepper.at + 1).map((frame) =>
      OWN.filter((_, n) => put(frame, `${n}:said`, 'it')?.[0] === 'found')).find((some) => some.length);
    return done?.length === 1 ? done[0] : undefined;
  }, OWN),
  one('now-searches', 'again', (stepper) => {
    const later = stepper.frames.slice(stepper.at + 1);
    const frame = later.find((each) => put(each, '2:said', 'it')?.[0].startsWith('bound'));
    return (frame && put(frame, '2:at', 'bound')) ?? undefined;
  }),
  one('now-mirror', 'own', (stepper) => {
    const frame = next(stepper, 'own_image', 'pair');
    return frame && (frame[0] === 'own_image' ? 'yes' : 'no');
  }, YES_OR_NO),
];

// Whether an answer is right: numbers as numbers, with a minus of any kind.
export const isRight = (right, given) => (typeof right === 'number'
  ? given.trim() !== '' && Number(given.trim().replace('−', '-')) === right : given === right);

// The five questions of a room; `seek(show)` opens another show. The questions are asked anew at each step.
export function quiz(box, room, stepper, seek) {
  box.replaceChildren(h('ol', {}, ...QUESTIONS.filter((each) => each.room === room).map((each, n) =>
    row(each, n, stepper, seek))));
}

const worded = (answer) => (typeof answer === 'number' ? String(answer) : t(OWN.includes(answer) ? answer
  : `qo_${answer}`));

function row({ show, id: name, ask, options }, n, stepper, seek) {
  if (stepper?.trace.show !== show)
    return h('li', { class: 'dim' },
      h('button', { onclick: () => seek(show) }, t('q_go', { show: t('show_' + show) })));
  const asked = ask(stepper), id = `q${n}`;
  if (!asked) return h('li', { class: 'dim' }, t('q_later', { title: t(`q_${name}_h`) }));
  const result = h('output', { role: 'status' });
  const field = options ? h('select', { id }, h('option', { value: '' }, '…'),
    ...options.map((value) => h('option', { value }, worded(value))))
    : h('input', { id, inputmode: 'numeric', autocomplete: 'off', size: 8 });
  const tell = (look, text) => Object.assign(result, { className: look, textContent: text });
  const check = (event) => {
    event.preventDefault();
    const good = isRight(asked.right, field.value);
    tell(good ? 'right' : 'wrong', t(good ? 'q_right' : 'q_wrong'));
  };
  return h('li', {}, h('form', { onsubmit: check }, h('label', { for: id }, t(`q_${name}`, asked.values)), field,
    h('button', { type: 'submit' }, t('q_check')),
    h('button', { onclick: () => tell('', t('q_is', { right: worded(asked.right) })) }, t('q_tell')), result));
}
