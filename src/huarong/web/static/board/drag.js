// Dragging: a piece follows the pointer wherever it may go, around corners too, and snaps to a cell on release.

import { WAYS } from '../rules/puzzle.js';

// A swipe is short, straight, and still moving at its end; a drag to a target stops first.
const SWIPE_MS = 300, STILL_MS = 45, SWIPE_CELLS = 0.22, TAP_CELLS = 0.12;

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
  const where = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(element.getScreenCTM().inverse());
    return [point.x, point.y];
  };

  element.addEventListener('pointerdown', (event) => {
    if (event.button || !board.puzzle || board.still || board.dragging) return;
    const dot = event.target.closest('.dot'), group = event.target.closest('.piece');
    if (dot) {
      event.preventDefault();
      board.onMove(board.chosen, Number(dot.dataset.head));
      return;
    }
    if (!group) return board.unchoose();
    event.preventDefault();
    const i = Number(group.dataset.i), { puzzle, heads } = board, { kind } = puzzle.pieces[i];
    const reach = puzzle.reach(heads, i).set(heads[i], null);
    const directions = puzzle.kinds[kind].directions, opposite = { R: 'L', D: 'U' };
    const joined = (head, way) => directions.includes(way) || directions.includes(opposite[way]);
    const home = [heads[i] % puzzle.width, Math.floor(heads[i] / puzzle.width)];
    board.dragging = { i, reach, joined, home, at: home, grip: where(event), time: performance.now(),
      pointer: event.pointerId, far: 0, was: board.showing && board.chosen === i };
    element.setPointerCapture(event.pointerId);
    element.classList.remove('moving');
    group.classList.add('dragged');
    board.choose(i);
  });

  element.addEventListener('pointermove', (event) => {
    const held = board.dragging;
    if (!held || board.still || event.pointerId !== held.pointer) return;
    const [x, y] = where(event);
    held.moved = performance.now();
    held.pull = [x - held.grip[0], y - held.grip[1]];
    held.far = Math.max(held.far, Math.hypot(...held.pull));
    held.at = follow(board, held.at, [held.home[0] + held.pull[0], held.home[1] + held.pull[1]]);
    board.place(held.i, ...held.at);
  });

  const drop = (event) => {
    const held = board.dragging;
    if (!held || event.pointerId !== held.pointer) return;
    board.dragging = null;
    board.pieces[held.i].classList.remove('dragged');
    const to = event.type === 'pointercancel' || board.still ? board.heads[held.i] : landing(board, held);
    if (to !== board.heads[held.i]) board.onMove(held.i, to);
    else {
      board.setHeads(board.heads);
      if (held.far < TAP_CELLS && held.was) board.unchoose();
    }
  };
  element.addEventListener('pointerup', drop);
  element.addEventListener('pointercancel', drop);
}

// The head where a piece stops: after a swipe as far as it goes, else the nearest head.
function landing(board, held) {
  const { puzzle } = board, now = performance.now(), [px, py] = held.pull ?? [0, 0];
  const straight = Math.min(Math.abs(px), Math.abs(py)) < 0.6 * Math.max(Math.abs(px), Math.abs(py));
  if (now - held.time < SWIPE_MS && now - held.moved < STILL_MS && held.far > SWIPE_CELLS && straight) {
    const way = Math.abs(px) > Math.abs(py) ? (px > 0 ? 'R' : 'L') : py > 0 ? 'D' : 'U';
    const line = puzzle.reach(board.heads, held.i, 'slide');
    const ends = [...line.keys()].filter((head) => puzzle.wayBetween(board.heads[held.i], head) === way);
    if (ends.length) return ends.at(-1);
  }
  const [x, y] = held.at, [dx, dy] = [x - held.home[0], y - held.home[1]];
  const near = [...held.reach.keys()].map((head) =>
    [Math.hypot(head % puzzle.width - x, Math.floor(head / puzzle.width) - y), head]);
  near.sort((a, b) => a[0] - b[0]);
  // A drag of more than a third of a cell snaps forward.
  const [, head] = near[0];
  if (head === board.heads[held.i] && Math.max(Math.abs(dx), Math.abs(dy)) > 0.34) {
    const way = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'R' : 'L') : dy > 0 ? 'D' : 'U', [wx, wy] = WAYS[way];
    const to = board.heads[held.i] + wy * puzzle.width + wx;
    if (held.reach.has(to)) return to;
  }
  return head;
}
