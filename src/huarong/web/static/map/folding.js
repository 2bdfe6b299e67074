// Quotient graphs of a graph of layouts, and the bottlenecks that every solution passes. A graph is { n, xy, edges,
// steps, distance, depth, start, pick, size, of }: `edges` are pairs of nodes and `steps` the steps of each;
// `distance` (NOWHERE where no goal is in reach) and `depth` are the least of a node's layouts; `pick` is one of
// them, `size` how many they are, and `of` says of each layout of the whole map in which node it is (NOWHERE where in
// none).

import { WAYS } from '../rules/puzzle.js';

export const NOWHERE = 0xffffffff;

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

// The symmetries of a board that keep its walls, gates, pieces and goal, without the identity: maps of heads, kind by
// kind, with the kind that each becomes.
export function symmetries(puzzle) {
  const { width: w, height: h, kinds, size } = puzzle,
    counts = puzzle.groups(puzzle.start).map((group) => group.length);
  const ways = [[-1, 0, 0, 1], [1, 0, 0, -1], [-1, 0, 0, -1],
    ...(w === h ? [[0, 1, 1, 0], [0, -1, 1, 0], [0, 1, -1, 0], [0, -1, -1, 0]] : [])];
  const turned = (way, x, y) => {
    const [a, b, c, d] = way, u = a * x + b * y, v = c * x + d * y;
    return [u + (a + b < 0 ? w - 1 : 0), v + (c + d < 0 ? h - 1 : 0)];
  };
  const goals = (all) => all.map((wanted) => wanted.map(String).sort().join(' ')).sort().join('|'),
    letters = Object.keys(WAYS);
  return ways.flatMap((way) => {
    const to = (cell) => { const [x, y] = turned(way, cell % w, Math.floor(cell / w)); return y * w + x; };
    const same = (set) => [...set].every((cell) => set.has(to(cell)));
    if (!same(puzzle.wallSet) || !same(puzzle.gateSet)) return [];
    const direction = (letter) => {
      const [dx, dy] = WAYS[letter], [a, b, c, d] = way;
      return letters.find((each) => WAYS[each][0] === a * dx + b * dy && WAYS[each][1] === c * dx + d * dy);
    };
    const written = (shape) => {
      const ys = Math.min(...shape.map(([, y]) => y)),
        [x0] = shape.filter(([, y]) => y === ys).sort((p, q) => p[0] - q[0])[0];
      return shape.map(([x, y]) => [x - x0, y - ys]).sort((p, q) => p[1] - q[1] || p[0] - q[0]).join(' ');
    };
    const become = kinds.map((kind, k) => {
      const shape = written(kind.shape.map(([x, y]) => [way[0] * x + way[1] * y, way[2] * x + way[3] * y])),
        directions = [...kind.directions].map(direction).sort().join('');
      const same = (other, i) => written(other.shape) === shape && other.gates === kind.gates
        && [...other.directions].sort().join('') === directions && counts[i] === counts[k];
      const found = kinds.flatMap((other, i) => (same(other, i) ? [i] : []));
      return found.includes(k) ? k : found[0];
    });
    if (become.includes(undefined) || new Set(become).size < kinds.length) return [];
    const heads = kinds.map((_, k) => Array.from({ length: size }, (_unused, head) => {
      const cells = puzzle.cells(k, head);
      return cells ? Math.min(...cells.map(to)) : -1;
    }));
    const image = puzzle.goal.map((wanted) => wanted.map(([kind, head]) => [become[kind], heads[kind][head]]));
    return goals(image) === goals(puzzle.goal) ? [{ become, heads }] : [];
  });
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

// A shortest path from the start to a goal, as nodes; null where none can be reached.
function wayToGoal(graph, { begin, to }) {
  const from = new Uint32Array(graph.n).fill(NOWHERE), queue = [graph.start];
  from[graph.start] = graph.start;
  for (const node of queue) {
    if (graph.distance[node] === 0) {
      const way = [node];
      while (way.at(-1) !== graph.start) way.push(from[way.at(-1)]);
      return way.reverse();
    }
    for (let e = begin[node]; e < begin[node + 1]; e++)
      if (from[to[e]] === NOWHERE) { from[to[e]] = node; queue.push(to[e]); }
  }
  return null;
}

// The cut vertices and cut edges between start and goals: { waists, bridges }, nodes and pairs of nodes without which
// no goal can be reached; each waist with the number of layouts before it. One sweep along a shortest path: the nodes
// that can be reached without passing a node of it are explored; if they reach no farther along the path than that
// node, it is a cut vertex.
export function waists(graph) {
  const next = neighbours(graph), { begin, to } = next, way = wayToGoal(graph, next);
  if (!way) return { waists: [], bridges: [] };
  const place = new Int32Array(graph.n).fill(-1), seen = new Uint8Array(graph.n), found = { waists: [], bridges: [] },
    end = way.length;
  way.forEach((node, i) => { place[node] = i; seen[node] = 1; });
  // The farthest index of the path that is reached, with and without the path's own edges; goals are beyond the last.
  let far = 0, aside = 0, before = 0;
  for (let i = 0; i < end - 1; i++) {
    const stack = [way[i]];
    while (stack.length) {
      const node = stack.pop();
      before += graph.size[node];
      for (let e = begin[node]; e < begin[node + 1]; e++) {
        const other = to[e], goal = graph.distance[other] === 0;
        const reached = place[other] >= 0 ? place[other] : goal ? end : -1;
        if (reached >= 0) {
          far = Math.max(far, goal ? end : reached);
          if (!(node === way[i] && other === way[i + 1])) aside = Math.max(aside, goal ? end : reached);
        } else if (!seen[other]) { seen[other] = 1; stack.push(other); }
      }
    }
    if (aside <= i) found.bridges.push([way[i], way[i + 1]]);
    if (far === i + 1) found.waists.push({ node: way[i + 1], before });
  }
  return found;
}

// The nodes nearest to some nodes: as many complete levels as hold at most a given number of layouts, so that the
// result does not depend on the order of edges.
function around(graph, { begin, to }, nodes, most) {
  const inside = new Uint8Array(graph.n), held = (level) => level.reduce((sum, node) => sum + graph.size[node], 0);
  let level = [...nodes], left = most;
  for (const node of level) inside[node] = 1;
  for (left -= held(level); level.length; ) {
    const next = new Set();
    for (const node of level) for (let e = begin[node]; e < begin[node + 1]; e++) if (!inside[to[e]]) next.add(to[e]);
    level = [...next];
    left -= held(level);
    if (left < 0) break;
    for (const node of level) inside[node] = 1;
  }
  return inside;
}

// The waist: a minimum vertex cut between the start and the goals, and of the minimum cuts that are met when the cut
// is moved on from the start, node by node, the one that divides the layouts most evenly: { nodes, before, beyond }.
// To exclude trivial cuts beside the start or a goal, it is looked for between the neighbourhoods of the start and of
// the goals, each with a share of all layouts, or less where these meet. By Menger's theorem there are equally many
// vertex-disjoint paths. Null where a goal is next to the start, or none can be reached, or where the cut would have
// more than `most` nodes.
export function waist(graph, share = 0.1, most = 64) {
  const next = neighbours(graph), goals = Array.from({ length: graph.n }, (_, v) => v)
    .filter((v) => graph.distance[v] === 0), total = graph.size.reduce((sum, size) => sum + size, 0);
  for (let part = share; ; part = part > 1e-4 ? part / 2 : 0) {
    const source = around(graph, next, [graph.start], part * total), sink = around(graph, next, goals, part * total);
    if (!part) { source.fill(0); sink.fill(0); source[graph.start] = 1; for (const v of goals) sink[v] = 1; }
    const meet = source.some((on, v) => on
      && (sink[v] || next.to.subarray(next.begin[v], next.begin[v + 1]).some((other) => sink[other])));
    if (!meet) return narrowest(graph, next, source, sink, most);
    if (!part) return null;
  }
}

function narrowest(graph, { begin, to }, source, sink, most) {
  const { n } = graph, total = graph.size.reduce((sum, size) => sum + size, 0);
  // Each node may be used by one path: `before[v]` is the node before v on its path. A node is split into two states,
  // entered (2v) and left (2v + 1); an augmenting path may go back along a used node's path.
  const before = new Int32Array(n).fill(-1);
  const after = (state, visit) => {
    const v = state >> 1;
    if (!(state & 1)) return visit(before[v] < 0 ? state + 1 : 2 * before[v] + 1);
    for (let e = begin[v]; e < begin[v + 1]; e++) if (!source[to[e]]) visit(2 * to[e]);
    if (before[v] >= 0) visit(state - 1);
  };
  let count = 0, seen;
  for (;;) {
    const from = new Int32Array(2 * n).fill(-1), queue = [];
    let end = -1;
    source.forEach((on, v) => { if (on) { from[2 * v + 1] = 2 * v + 1; queue.push(2 * v + 1); } });
    for (let q = 0; q < queue.length && end < 0; q++) {
      const state = queue[q];
      after(state, (next) => {
        if (from[next] >= 0) return;
        from[next] = state;
        if (!(next & 1) && sink[next >> 1]) end = next;
        else queue.push(next);
      });
    }
    if (end < 0) { seen = from; break; }
    if (++count > most) return null;
    const ways = [];
    for (let state = from[end]; from[state] !== state; state = from[state]) ways.push([from[state], state]);
    const entered = ways.filter(([, state]) => !(state & 1)), old = entered.map(([last]) => last >> 1);
    entered.forEach(([last, state], i) => { before[state >> 1] = last === state + 1 ? -1 : old[i]; });
  }
  if (!count) return null;
  // The states that lead to a goal: those beyond the last cut.
  const beyond = new Uint8Array(2 * n), back = [], ends = Array.from({ length: n }, () => []);
  for (let v = 0; v < n; v++) if (before[v] >= 0) ends[before[v]].push(v);
  const reach = (state) => { if (!beyond[state]) { beyond[state] = 1; back.push(state); } };
  for (let v = 0; v < n; v++) if (sink[v]) reach(2 * v);
  for (const state of back) {
    const v = state >> 1;
    if (state & 1) {
      if (before[v] < 0) reach(state - 1);
      for (const next of ends[v]) reach(2 * next);
    } else {
      for (let e = begin[v]; e < begin[v + 1]; e++) if (!sink[to[e]]) reach(2 * to[e] + 1);
      if (before[v] >= 0) reach(state + 1);
    }
  }
  // Beginning with the cut nearest to the start, node after node is moved to its near side.
  const inside = seen.map((each) => (each >= 0 ? 1 : 0)), cut = new Set();
  let held = 0, best = null;
  const enter = (state) => {
    if (state & 1) {
      held += graph.size[state >> 1];
      cut.delete(state >> 1);
    } else if (!inside[state + 1]) cut.add(state >> 1);
  };
  inside.forEach((on, state) => { if (on) enter(state); });
  for (;;) {
    const wide = [...cut].reduce((sum, v) => sum + graph.size[v], 0), rest = total - held - wide;
    if (!best || Math.min(held, rest) > Math.min(best.before, best.beyond))
      best = { nodes: [...cut], before: held, beyond: rest };
    const next = [...cut].find((v) => !beyond[2 * v + 1]);
    if (next === undefined) return best;
    const stack = [2 * next + 1];
    inside[stack[0]] = 1;
    while (stack.length) {
      const state = stack.pop();
      enter(state);
      after(state, (other) => { if (!inside[other]) { inside[other] = 1; stack.push(other); } });
    }
  }
}

// Whether no goal is in reach of the start without some nodes and some edges, which are pairs of nodes.
export function cuts(graph, nodes, pairs = []) {
  const { begin, to } = neighbours(graph), seen = new Uint8Array(graph.n), queue = [graph.start],
    gone = new Set(pairs.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  for (const node of [graph.start, ...nodes]) seen[node] = 1;
  for (const node of queue) {
    if (graph.distance[node] === 0) return false;
    for (let e = begin[node]; e < begin[node + 1]; e++) {
      if (seen[to[e]] || (gone.size && gone.has(`${node} ${to[e]}`))) continue;
      seen[to[e]] = 1;
      queue.push(to[e]);
    }
  }
  return true;
}

const marked = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

// The graph as GraphML, with the heads of one layout of each node.
export function graphml(graph, headsOf, about) {
  const keys = [
    ['x', 'node', 'double'], ['y', 'node', 'double'], ['distance', 'node', 'int'], ['depth', 'node', 'int'],
    ['layouts', 'node', 'int'], ['heads', 'node', 'string'], ['start', 'node', 'boolean'], ['steps', 'edge', 'int'],
  ].map(([name, what, type]) => `<key id="${name}" for="${what}" attr.name="${name}" attr.type="${type}"/>`);
  const data = (name, value) => `<data key="${name}">${marked(value)}</data>`;
  const nodes = Array.from({ length: graph.n }, (_, i) => [
    `<node id="n${i}">`, data('x', graph.xy[2 * i]), data('y', graph.xy[2 * i + 1]),
    graph.distance[i] === NOWHERE ? '' : data('distance', graph.distance[i]), data('depth', graph.depth[i]),
    data('layouts', graph.size[i]), data('heads', headsOf(graph.pick[i]).join('.')),
    i === graph.start ? data('start', 'true') : '', '</node>',
  ].join(''));
  const edges = Array.from(graph.steps, (steps, e) =>
    `<edge source="n${graph.edges[2 * e]}" target="n${graph.edges[2 * e + 1]}">${data('steps', steps)}</edge>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">', ...keys,
    `<graph id="${marked(about)}" edgedefault="undirected">`, ...nodes, ...edges, '</graph>', '</graphml>', '',
  ].join('\n');
}
