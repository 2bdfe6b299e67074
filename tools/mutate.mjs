// The faults that can be put into modules of the pages (see mutate.py): a line of JSON for each path that is read, of
// [line, start, stop, new, kind] in characters. It takes --expose-internals: Node keeps its parser to itself.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const { parse } = createRequire(import.meta.url)('internal/deps/acorn/acorn/dist/acorn');
const PAIRS = ['< <=', '> >=', '=== !==', '== !=', '&& ||', '+ -', 'min max', 'some every'].map((pair) => pair.split(' '));
const OTHER = new Map(PAIRS.flatMap(([one, two]) => [[one, two], [two, one]]));
const LEAVES = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement']);
const text = ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string';

function faults(source) {
  const found = [], characters = (at) => [...source.slice(0, at)].length;
  const fault = (node, start, stop, made, kind) => found.push([node.loc.start.line, characters(start), characters(stop), made, kind]);
  const between = (node, left, right, kind) => {
    const start = source.indexOf(node.operator, left.end);
    if (start < right.start) fault(node, start, start + node.operator.length, OTHER.get(node.operator), kind);
  };
  const each = (node) => {
    const { type, start, end, operator } = node;
    if (type === 'LogicalExpression' && OTHER.has(operator)) between(node, node.left, node.right, 'and for or');
    else if (type === 'BinaryExpression' && OTHER.has(operator)) {
      if (!'+-'.includes(operator)) between(node, node.left, node.right, 'a comparison turned');
      else if (!text(node.left) && !text(node.right)) between(node, node.left, node.right, 'a sum for a difference');
    } else if (type === 'UnaryExpression' && operator === '!') fault(node, start, start + 1, '', 'not left out');
    else if (type === 'Literal' && Number.isInteger(node.value)) for (const more of [1, -1]) fault(node, start, end, `(${node.value + more})`, 'one more or less');
    else if (type === 'CallExpression' && OTHER.has(node.callee.property?.name)) fault(node, node.callee.property.start, node.callee.property.end, OTHER.get(node.callee.property.name), 'least for most');
    else if (type === 'IfStatement' && !node.alternate && LEAVES.has([node.consequent.body ?? node.consequent].flat().at(-1)?.type)) fault(node, node.test.start, node.test.end, 'false', 'a check left out');
    else if (type === 'ConditionalExpression') fault(node, node.test.start, node.test.end, `!(${source.slice(node.test.start, node.test.end)})`, 'a condition turned');
    else if (type === 'ExpressionStatement' && node.expression.type === 'CallExpression') fault(node, node.expression.start, node.expression.end, 'null', 'a call left out');
    for (const child of Object.values(node).flat()) if (child?.type) each(child);
  };
  each(parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true }));
  return found;
}

for await (const path of createInterface({ input: process.stdin })) console.log(JSON.stringify(faults(readFileSync(path, 'utf8'))));
