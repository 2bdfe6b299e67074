// Quotient graphs of a graph of layouts: layouts merged that are mirror images, or have the key piece in one place, or
// lie along a corridor; and as a file of GraphML.

import { symmetries } from '../rules/symmetry.js';

export const NOWHERE = 0xffffffff;

/** @returns {LayoutGraph} */
export function wholeOf({ points, xy, lines, distance, depth, start }) {
  const each = Uint32Array.from({ length: points }, (_, i) => i);
  return { n: points, xy, edges: lines, steps: new Uint32Array(lines.length / 2).fill(1), distance, depth, start,
    pick: each, size: new Uint32Array(points).fill(1), of: each };
}

// The adjacency lists: the neighbours of node i are to[begin[i]] up to to[begin[i + 1]], and `by` has their edges.
export function neighbours({ n, edges }) {
  const begin = new Uint32Array(n + 1), to = new Uint32Array(edges.length), by = new Uint32Array(edges.length);
  for (const end of edges) begin[end + 1] += 1;
  for (let i = 0; i < n; i++) begin[i + 1] += begin[i];
  const at = begin.slice(0, n);
  for (let e = 0; e < edges.length; e += 2) {
    for (const [a, b] of [[edges[e], edges[e + 1]], [edges[e + 1], edges[e]]]) {
      by[at[a]] = e / 2;
      to[at[a]++] = b;
    }
  }
  return { begin, to, by };
}

// The quotient graph: `classes[i]` is the class (0 to n - 1) of node i of the given graph. A class lies at the mean
// of its members, or where `placed` says.
/** @type {(graph: LayoutGraph, classes: Uint32Array, n: number, placed?: number[] | null) => LayoutGraph} */
export function quotient(graph, classes, n, placed = null) {
  const xy = new Float32Array(2 * n), size = new Uint32Array(n), count = new Uint32Array(n),
    distance = new Uint32Array(n).fill(NOWHERE), depth = new Uint32Array(n).fill(NOWHERE), pick = new Uint32Array(n);
  for (let i = 0; i < graph.n; i++) {
    const c = classes[i];
    xy[2 * c] += graph.xy[2 * i];
    xy[2 * c + 1] += graph.xy[2 * i + 1];
    size[c] += graph.size[i];
    count[c] += 1;
    distance[c] = Math.min(distance[c], graph.distance[i]);
    if (graph.depth[i] < depth[c]) [depth[c], pick[c]] = [graph.depth[i], graph.pick[i]];
  }
  for (let c = 0; c < n; c++) { xy[2 * c] /= count[c]; xy[2 * c + 1] /= count[c]; }
  if (placed) xy.set(placed);
  const seen = new Set(), edges = [];
  for (let e = 0; e < graph.edges.length; e += 2) {
    const a = classes[graph.edges[e]], b = classes[graph.edges[e + 1]], key = Math.min(a, b) * n + Math.max(a, b);
    if (a !== b && !seen.has(key)) { seen.add(key); edges.push(a, b); }
  }
  const of = graph.of.map((i) => (i === NOWHERE ? NOWHERE : classes[i]));
  return { n, xy, edges: Uint32Array.from(edges), steps: new Uint32Array(edges.length / 2).fill(1), distance, depth,
    start: classes[graph.start], pick, size, of };
}

// Merges layouts that are images of each other; null where the board, the pieces or the goal have no symmetry.
export function mirrored(points, puzzle) {
  const ways = symmetries(puzzle);
  if (!ways.length) return null;
  const { pieces, heads } = points, kindOf = puzzle.groups(puzzle.start).flatMap((group, k) => group.map(() => k)),
    text = (all) => String.fromCharCode(...all), found = new Map();
  for (let i = 0; i < points.points; i++) found.set(text(heads.subarray(i * pieces, (i + 1) * pieces)), i);
  const classes = new Uint32Array(points.points).fill(NOWHERE), starts = [];
  kindOf.forEach((k, at) => { starts[k] ??= at; });
  let n = 0;
  for (let i = 0; i < points.points; i++) {
    if (classes[i] !== NOWHERE) continue;
    classes[i] = n;
    for (const { become, heads: to } of ways) {
      const groups = puzzle.kinds.map(() => []);
      for (let p = 0; p < pieces; p++) groups[become[kindOf[p]]].push(to[kindOf[p]][heads[i * pieces + p]]);
      const image = found.get(text(groups.flatMap((group) => group.sort((a, b) => a - b))));
      if (image !== undefined) classes[image] = n;
    }
    n += 1;
  }
  return n < points.points ? quotient(wholeOf(points), classes, n) : null;
}

// Merges layouts whose key pieces are in equal places; a node lies where they are on the board. Null without a key
// piece.
export function keyed(points, puzzle) {
  const kindOf = puzzle.groups(puzzle.start).flatMap((group, k) => group.map(() => k)),
    keys = kindOf.flatMap((k, p) => (puzzle.keys.has(k) ? [p] : []));
  if (!keys.length || keys.length === kindOf.length) return null;
  const { pieces, heads } = points, numbers = new Map(), classes = new Uint32Array(points.points), spots = [];
  for (let i = 0; i < points.points; i++) {
    const place = keys.map((p) => heads[i * pieces + p]), name = place.join();
    if (!numbers.has(name)) { numbers.set(name, numbers.size); spots.push(place); }
    classes[i] = numbers.get(name);
  }
  const { width, height } = puzzle, side = Math.max(width, height),
    at = (head) => [2 * (head % width) - width + 2, height - 2 - 2 * Math.floor(head / width)],
    placed = keys.length === 1 ? spots.flatMap(([head]) => at(head).map((v) => v / side * 0.9)) : null;
  return quotient(wholeOf(points), classes, numbers.size, placed);
}

// Contracts chains of nodes of degree two into one edge of as many steps; the nodes in `kept` stay.
/** @returns {LayoutGraph} */
export function corridors(graph, kept = new Set()) {
  const { begin, to, by } = neighbours(graph), degree = (i) => begin[i + 1] - begin[i];
  const passes = (i) => degree(i) === 2 && i !== graph.start && graph.distance[i] !== 0 && !kept.has(i);
  let nodes = Array.from({ length: graph.n }, (_, i) => i).filter((i) => !passes(i));
  if (!nodes.length) nodes = [graph.start];
  const number = new Uint32Array(graph.n).fill(NOWHERE), edges = [], steps = [],
    gone = new Uint8Array(graph.edges.length / 2);
  nodes.forEach((i, k) => { number[i] = k; });
  for (const from of nodes) {
    for (let e = begin[from]; e < begin[from + 1]; e++) {
      if (gone[by[e]]) continue;
      gone[by[e]] = 1;
      let length = graph.steps[by[e]], at = to[e];
      while (number[at] === NOWHERE) {
        const on = gone[by[begin[at]]] ? begin[at] + 1 : begin[at];
        gone[by[on]] = 1;
        length += graph.steps[by[on]];
        at = to[on];
      }
      edges.push(number[from], number[at]);
      steps.push(length);
    }
  }
  const take = (list) => list.constructor.from(nodes, (i) => list[i]);
  return { n: nodes.length, xy: Float32Array.from(nodes.flatMap((i) => [graph.xy[2 * i], graph.xy[2 * i + 1]])),
    edges: Uint32Array.from(edges), steps: Uint32Array.from(steps), distance: take(graph.distance),
    depth: take(graph.depth), start: number[graph.start], pick: take(graph.pick), size: take(graph.size),
    of: graph.of.map((i) => (i === NOWHERE ? NOWHERE : number[i])) };
}

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
