// Dragging: a piece follows the pointer wherever it may go, around corners too, and snaps to a cell on release.

import { WAYS, wayTo, xyOf } from '../rules/puzzle.js';
import { middleOf } from './shape.js';

// A piece let go while it moves goes on as far as its speed at the end takes it, unless it lies on a cell already.
// Speeds are of the last moment, in cells a second; a piece that is let go slowly goes to the nearest cell.
const LAST_MS = 60, LEAST_MS = 16, SWIFT = 2, COAST_S = 0.12, ON_CELL = 0.3, TAP_CELLS = 0.12;

// The nearest position to a target that the piece can get to from where it is; `reach` has the heads where it may
// stop. It may be anywhere between two neighbouring heads, and inside a square of four.
function follow(board, at, target) {
  const { width } = board.puzzle, { reach } = board.dragging, id = (x, y) => y * width + x;
  const free = (x, y) => x >= 0 && x < width && reach.has(id(x, y));
  for (let round = 0; round < 16; round++) {
    let best = at, least = Math.hypot(at[0] - target[0], at[1] - target[1]);
    const [fx, fy] = [Math.floor(at[0] + 1e-6), Math.floor(at[1] + 1e-6)];
    for (let x = fx - 1; x <= fx + 1; x++) {
      for (let y = fy - 1; y <= fy + 1; y++) {
        if (!free(x, y)) continue;
        const right = free(x + 1, y) && board.dragging.joined(id(x, y), 'R'),
          down = free(x, y + 1) && board.dragging.joined(id(x, y), 'D');
        const square = right && down && free(x + 1, y + 1) && board.dragging.joined(id(x + 1, y), 'D')
          && board.dragging.joined(id(x, y + 1), 'R');
        const clamp = (v, from, more) => Math.min(from + (more ? 1 : 0), Math.max(from, v));
        for (const [mx, my] of square ? [[1, 1]] : [[right, 0], [0, down]]) {
          const inside = at[0] >= x - 1e-6 && at[0] <= x + (mx ? 1 : 0) + 1e-6 && at[1] >= y - 1e-6
            && at[1] <= y + (my ? 1 : 0) + 1e-6;
          if (!inside) continue;
          const point = [clamp(target[0], x, mx), clamp(target[1], y, my)];
          const distance = Math.hypot(point[0] - target[0], point[1] - target[1]);
          if (distance < least - 1e-9) [best, least] = [point, distance];
        }
      }
    }
    if (best === at) break;
    at = best;
  }
  // A fast pointer may be around a corner already: if it is at a head in reach, the piece jumps there.
  const [rx, ry] = [Math.round(target[0]), Math.round(target[1])];
  if (Math.hypot(rx - target[0], ry - target[1]) < 0.42 && Math.hypot(at[0] - target[0], at[1] - target[1]) > 0.6
    && free(rx, ry)) return [rx, ry];
  return at;
}

export function drag(board) {
  const { element } = board;
  /** @type {(event: any) => [number, number]} */
  const where = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(element.getScreenCTM().inverse());
    return [point.x, point.y];
  };

  element.addEventListener('pointerdown', (event) => {
    if (event.button || !board.puzzle || board.still || board.dragging) return;
    const dot = event.target.closest('.dot'), group = event.target.closest('.piece');
    const to = dot ? Number(dot.dataset.head) : group ? undefined : aimed(board, where(event));
    if (to !== undefined) {
      event.preventDefault();
      board.onMove(board.chosen, to);
      return;
    }
    if (!group) return board.unchoose();
    const i = Number(group.dataset.i), { puzzle, heads } = board, { kind } = puzzle.pieces[i];
    const reach = puzzle.reach(heads, i).set(heads[i], null);
    const directions = puzzle.kinds[kind].directions, opposite = { R: 'L', D: 'U' };
    const joined = (head, way) => directions.includes(way) || directions.includes(opposite[way]);
    const home = xyOf(heads[i], puzzle.width);
    board.dragging = { i, reach, joined, home, at: home, grip: where(event), pointer: event.pointerId, far: 0,
      was: board.showing && board.chosen === i, trail: [{ time: performance.now(), at: where(event) }] };
    element.setPointerCapture(event.pointerId);
    element.classList.remove('moving');
    group.classList.add('dragged');
    board.choose(i, false); // the browser gives the focus, without the ring of the keyboard
    addEventListener('keydown', giveUp, true);
  });

  element.addEventListener('pointermove', (event) => {
    const held = board.dragging;
    if (!held || board.still || event.pointerId !== held.pointer) return;
    const [x, y] = where(event);
    held.trail.push({ time: performance.now(), at: [x, y] });
    held.pull = [x - held.grip[0], y - held.grip[1]];
    held.far = Math.max(held.far, Math.hypot(...held.pull));
    held.at = follow(board, held.at, [held.home[0] + held.pull[0], held.home[1] + held.pull[1]]);
    board.place(held.i, held.at);
  });

  const end = (held) => {
    removeEventListener('keydown', giveUp, true);
    board.dragging = null;
    board.pieces[held.i].classList.remove('dragged');
  };
  // Esc takes the piece back to where it was.
  const giveUp = (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (!board.dragging) return;
    end(board.dragging);
    board.setHeads(board.heads);
  };

  const drop = (event) => {
    const held = board.dragging;
    if (!held || event.pointerId !== held.pointer) return;
    end(held);
    const to = event.type === 'pointercancel' || board.still ? board.heads[held.i] : landing(board, held);
    if (to !== board.heads[held.i]) board.onMove(held.i, to);
    else {
      board.setHeads(board.heads);
      if (event.type === 'pointercancel' || held.far >= TAP_CELLS) return;
      const [only, ...others] = board.puzzle.reach(board.heads, held.i).keys();
      if (only !== undefined && !others.length) board.onMove(held.i, only);
      else if (held.was) board.unchoose();
    }
  };
  element.addEventListener('pointerup', drop);
  element.addEventListener('pointercancel', drop);
}

// Where the chosen piece goes when the floor is tapped: to cover that cell, with its middle as near as may be.
function aimed(board, point) {
  if (!board.showing) return undefined;
  const [x, y] = point;
  const { puzzle, heads, chosen } = board, { shape } = puzzle.kinds[puzzle.pieces[chosen].kind];
  const covers = (head) => shape.some(([dx, dy]) => head % puzzle.width + dx === Math.floor(x)
    && Math.floor(head / puzzle.width) + dy === Math.floor(y));
  const far = (head) => { const [mx, my] = middleOf(puzzle, chosen, head); return Math.hypot(mx - x, my - y); };
  return [...puzzle.reach(heads, chosen).keys()].filter(covers).sort((a, b) => far(a) - far(b))[0];
}

// The velocity of the pointer in the last moment, in cells a second.
function speed({ trail }) {
  const now = performance.now(), last = trail.at(-1);
  if (now - last.time > LAST_MS) return [0, 0];
  const first = trail.find(({ time }) => now - time <= LAST_MS + LEAST_MS) ?? last,
    seconds = Math.max(LEAST_MS, last.time - first.time) / 1000;
  return [(last.at[0] - first.at[0]) / seconds, (last.at[1] - first.at[1]) / seconds];
}

// The head where a piece stops: that on which it lies, or as far as its speed takes it, else the nearest head.
function landing(board, held) {
  const { puzzle } = board, [vx, vy] = speed(held), swift = Math.max(Math.abs(vx), Math.abs(vy));
  const gap = (head) => Math.hypot(...xyOf(head, puzzle.width).map((at, i) => at - held.at[i]));
  const on = [...held.reach.keys()].find((head) => gap(head) <= ON_CELL && head !== board.heads[held.i]);
  if (on !== undefined) return on;
  if (held.far >= TAP_CELLS && swift > SWIFT && Math.min(Math.abs(vx), Math.abs(vy)) < 0.6 * swift) {
    const way = wayTo(vx, vy), [wx, wy] = WAYS[way];
    const line = [...puzzle.reach(board.heads, held.i, 'slide').keys()].filter((head) =>
      puzzle.wayBetween(board.heads[held.i], head) === way);
    const pulled = (held.at[0] - held.home[0]) * wx + (held.at[1] - held.home[1]) * wy + COAST_S * swift;
    if (line.length && pulled > 0.5) return line[Math.min(line.length, Math.round(pulled)) - 1];
  }
  const [dx, dy] = held.at.map((at, i) => at - held.home[i]);
  // A drag of more than a third of a cell snaps forward.
  const [head] = [...held.reach.keys()].sort((a, b) => gap(a) - gap(b));
  if (head === board.heads[held.i] && Math.max(Math.abs(dx), Math.abs(dy)) > 0.34) {
    const [wx, wy] = WAYS[wayTo(dx, dy)];
    const to = board.heads[held.i] + wy * puzzle.width + wx;
    if (held.reach.has(to)) return to;
  }
  return head;
}
