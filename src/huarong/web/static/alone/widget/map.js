// The map of <huarong-board>: reachable layouts as points near their neighbours, red near the goal, and the game as a
// line over them.

// `found` is the component, `xy` its points, `to[begin[n]]` and on the neighbours of n, `far` the distances if known.
export function drawMap(canvas, { found, xy, begin, to, far }, game, ink) {
  const side = Math.round(canvas.clientWidth * (devicePixelRatio || 1)) || 320, pen = canvas.getContext('2d');
  Object.assign(canvas, { width: side, height: side });
  const at = (n) => [(xy[2 * n] * 0.96 + 1) * side / 2, (1 - xy[2 * n + 1] * 0.96) * side / 2];
  pen.strokeStyle = '#8885';
  pen.beginPath();
  for (let n = 0; n < found.count; n++) {
    for (let e = begin[n]; e < begin[n + 1]; e++) {
      if (n > to[e]) continue;
      pen.moveTo(...at(n));
      pen.lineTo(...at(to[e]));
    }
  }
  pen.stroke();
  const most = far ? Math.max(1, far.reduce((a, b) => Math.max(a, b), 0)) : 1;
  const dot = Math.max(1.5, Math.min(6, side / Math.sqrt(found.count) / 3));
  for (let n = 0; n < found.count; n++) {
    const [x, y] = at(n);
    pen.fillStyle = !far ? '#3f7f82' : far[n] < 0 ? '#888' : `hsl(${Math.round((220 * far[n]) / most) + 8} 55% 50%)`;
    pen.fillRect(x - dot / 2, y - dot / 2, dot, dot);
  }
  const trail = [game.start];
  for (const { i, to: head } of game.past) trail.push(trail.at(-1).with(i, head));
  const points = trail.map((heads) => found.find(heads)).filter((n) => n >= 0), here = found.find(game.heads);
  pen.strokeStyle = pen.fillStyle = ink;
  pen.lineWidth = Math.max(1.5, side / 250);
  pen.beginPath();
  for (const n of points) pen.lineTo(...at(n)); // the first only moves there
  pen.stroke();
  if (here < 0) return;
  pen.beginPath();
  pen.arc(...at(here), side / 60, 0, 7);
  pen.fill();
}
