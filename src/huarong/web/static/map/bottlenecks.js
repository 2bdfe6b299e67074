// The bottlenecks of a graph of layouts (folding.js): the nodes and edges that every solution passes, and the waist.

import { neighbours, NOWHERE } from './folding.js';

const layouts = (graph) => graph.size.reduce((sum, size) => sum + size, 0);

// A shortest path from the start to a goal that uses no edge that is closed, as nodes; null where there is none.
function wayToGoal(graph, { begin, to }, closed = (node, next) => false) {
  const from = new Uint32Array(graph.n).fill(NOWHERE), queue = [graph.start];
  from[graph.start] = graph.start;
  for (const node of queue) {
    if (graph.distance[node] === 0) {
      const way = [node];
      while (way.at(-1) !== graph.start) way.push(from[way.at(-1)]);
      return way.reverse();
    }
    for (let e = begin[node]; e < begin[node + 1]; e++)
      if (from[to[e]] === NOWHERE && !closed(node, to[e])) { from[to[e]] = node; queue.push(to[e]); }
  }
  return null;
}

// The cut vertices and cut edges between start and goals: { waists, bridges }, nodes and pairs of nodes without which
// no goal can be reached. One sweep along a shortest path: the nodes that can be reached without passing a node of it
// are explored; if they reach no farther along the path than that node, it is a cut vertex.
export function waists(graph) {
  const next = neighbours(graph), { begin, to } = next, way = wayToGoal(graph, next);
  if (!way) return { waists: [], bridges: [] };
  const place = new Int32Array(graph.n).fill(-1), seen = new Uint8Array(graph.n), end = way.length,
    found = { waists: /** @type {number[]} */ ([]), bridges: /** @type {number[][]} */ ([]) };
  way.forEach((node, i) => { place[node] = i; seen[node] = 1; });
  // The farthest index of the path that is reached, with and without the path's own edges; goals are beyond the last.
  let far = 0, aside = 0;
  for (let i = 0; i < end - 1; i++) {
    const stack = [way[i]];
    while (stack.length) {
      const node = stack.pop();
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
    if (far === i + 1) found.waists.push(way[i + 1]);
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
  const next = neighbours(graph), total = layouts(graph),
    goals = [...graph.distance.keys()].filter((v) => graph.distance[v] === 0);
  for (let part = share; ; part = part > 1e-4 ? part / 2 : 0) {
    const source = around(graph, next, [graph.start], part * total), sink = around(graph, next, goals, part * total);
    // In the end, the start and the goals alone.
    if (!part) {
      source.fill(0)[graph.start] = 1;
      sink.fill(0);
      for (const v of goals) sink[v] = 1;
    }
    const meet = source.some((on, v) => on
      && (sink[v] || next.to.subarray(next.begin[v], next.begin[v + 1]).some((other) => sink[other])));
    if (!meet) return narrowest(graph, next, source, sink, most);
    if (!part) return null;
  }
}

// Each node may be used by one path of a flow: `before[v]` is the node before v on its path. A node is split into two
// states, entered (2v) and left (2v + 1); `after` visits the states that follow one in the residual graph, where an
// augmenting path may go back along a used node's path.
function residual({ begin, to }, source, before) {
  return (state, visit) => {
    const v = state >> 1;
    if (!(state & 1)) return visit(before[v] < 0 ? state + 1 : 2 * before[v] + 1);
    for (let e = begin[v]; e < begin[v + 1]; e++) if (!source[to[e]]) visit(2 * to[e]);
    if (before[v] >= 0) visit(state - 1);
  };
}

// A greatest flow of paths without a common node: the node before each on its path, and the states in reach of the
// source when no more fits. Null where there is no path, or more than `most`.
function flow(n, next, source, sink, most) {
  const before = new Int32Array(n).fill(-1), after = residual(next, source, before);
  for (let count = 0; ; count++) {
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
    if (end < 0) return count ? { before, seen: from } : null;
    if (count === most) return null;
    const ways = [];
    for (let state = from[end]; from[state] !== state; state = from[state]) ways.push([from[state], state]);
    const entered = ways.filter(([, state]) => !(state & 1)), old = entered.map(([last]) => last >> 1);
    entered.forEach(([last, state], i) => { before[state >> 1] = last === state + 1 ? -1 : old[i]; });
  }
}

// The states from which a goal is in reach: those beyond the last cut.
function beyondOf(n, { begin, to }, sink, before) {
  const beyond = new Uint8Array(2 * n), back = [], ends = Array.from({ length: n }, () => /** @type {number[]} */ ([]));
  for (let v = 0; v < n; v++) if (before[v] >= 0) ends[before[v]].push(v);
  const reach = (state) => {
    if (!beyond[state]) back.push(state);
    beyond[state] = 1;
  };
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
  return beyond;
}

// The minimum cut between two sets of nodes that divides the layouts most evenly.
function narrowest(graph, next, source, sink, most) {
  const found = flow(graph.n, next, source, sink, most);
  if (!found) return null;
  const { before, seen } = found, after = residual(next, source, before), total = layouts(graph);
  const beyond = beyondOf(graph.n, next, sink, before);
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
    const node = [...cut].find((v) => !beyond[2 * v + 1]);
    if (node === undefined) return best;
    const stack = [2 * node + 1];
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
  const { n } = graph, out = new Set(nodes), gone = new Set(pairs.flatMap(([a, b]) => [a * n + b, b * n + a]));
  return !wayToGoal(graph, neighbours(graph), (node, next) => out.has(next) || gone.has(node * n + next));
}
