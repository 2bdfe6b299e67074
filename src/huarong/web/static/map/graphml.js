// A graph of layouts (folding.js) as a file of GraphML.

import { NOWHERE } from './folding.js';

const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

// The graph as GraphML, with the heads of one layout of each node.
export function graphml(graph, headsOf, about) {
  const keys = [
    ['x', 'node', 'double'], ['y', 'node', 'double'], ['distance', 'node', 'int'], ['depth', 'node', 'int'],
    ['layouts', 'node', 'int'], ['heads', 'node', 'string'], ['start', 'node', 'boolean'], ['steps', 'edge', 'int'],
  ].map(([name, what, type]) => `<key id="${name}" for="${what}" attr.name="${name}" attr.type="${type}"/>`);
  const data = (name, value) => `<data key="${name}">${escaped(value)}</data>`;
  const nodes = Array.from({ length: graph.n }, (_, i) => [
    `<node id="n${i}">`, data('x', graph.xy[2 * i]), data('y', graph.xy[2 * i + 1]),
    graph.distance[i] === NOWHERE ? '' : data('distance', graph.distance[i]), data('depth', graph.depth[i]),
    data('layouts', graph.size[i]), data('heads', headsOf(graph.pick[i]).join('.')),
    i === graph.start ? data('start', 'true') : '', '</node>',
  ].join(''));
  const edges = Array.from(graph.steps, (steps, e) =>
    `<edge source="n${graph.edges[2 * e]}" target="n${graph.edges[2 * e + 1]}">${data('steps', steps)}</edge>`);
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">', ...keys,
    `<graph id="${escaped(about)}" edgedefault="undirected">`, ...nodes, ...edges, '</graph>', '</graphml>', '',
  ].join('\n');
}
