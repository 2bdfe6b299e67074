// Points of the plane for a connected graph: pivot MDS (Brandes and Pich, GD 2006), then stress descent with the pivots
// (Ortmann, Klimenta and Brandes, "A sparse stress model", GD 2016); a port of huarong/atlas/embedding.py.

const PIVOTS = 64, ROUNDS = 60, CHUNK = 512, STILL = 1e-4, POWERS = 100, GOLDEN = 2.399963;

// Coordinates from -1 to 1 (x and y of each point in turn) and the remaining stress. The neighbours of n
// are `to[begin[n]]` to `to[begin[n + 1] - 1]`, and mutual. Yields between parts of the work.
export function* layOut(begin, to) {
  const n = begin.length - 1;
  if (n === 1) return { xy: new Float32Array(2), stress: 0 };
  const { pivots, far, most } = yield* spread(begin, to, n), k = pivots.length;
  const points = yield* plane(far, n, k, most), weight = yield* weights(far, n, k, most);
  for (let round = 0; round < ROUNDS; round++) {
    let way = 0;
    for (let first = 0; first < n; first += CHUNK) {
      for (let i = first; i < Math.min(n, first + CHUNK); i++)
        way += pull(i, begin, to, pivots, far, weight, points, k);
      yield { depth: round, layouts: n };
    }
    if (way / n < STILL * most) break;
  }
  const stress = left(points, pivots, far, n, k);
  const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
  points.forEach((value, i) => {
    low[i & 1] = Math.min(low[i & 1], value);
    high[i & 1] = Math.max(high[i & 1], value);
  });
  const width = Math.max(high[0] - low[0], high[1] - low[1], 1e-9) / 2;
  return { xy: Float32Array.from(points, (value, i) => (value - (low[i & 1] + high[i & 1]) / 2) / width), stress };
}

// Pivots (points far from each other), and the distance of each point i to each pivot j (`far[i * k + j]`).
function* spread(begin, to, n) {
  const pivots = [], columns = [], near = new Int32Array(n).fill(0x7fffffff), queue = new Int32Array(n);
  for (let pivot = 0, most = 1; pivots.length < Math.min(PIVOTS, n) && most;) {
    const column = new Int32Array(n).fill(-1);
    column[pivot] = 0;
    queue[0] = pivot;
    for (let first = 0, last = 1; first < last; first++) {
      const at = queue[first];
      for (let e = begin[at]; e < begin[at + 1]; e++) if (column[to[e]] < 0) {
        column[to[e]] = column[at] + 1;
        queue[last++] = to[e];
      }
    }
    pivots.push(pivot);
    columns.push(column);
    most = 0;
    for (let i = 0; i < n; i++) {
      near[i] = Math.min(near[i], column[i]);
      if (near[i] > most) { most = near[i]; pivot = i; }
    }
    yield { depth: pivots.length, layouts: n };
  }
  const k = pivots.length, far = new Int32Array(n * k);
  let most = 0;
  columns.forEach((column, j) => {
    for (let i = 0; i < n; i++) { far[i * k + j] = column[i]; most = Math.max(most, column[i]); }
  });
  return { pivots, far, most };
}

// Pivot MDS: the projection on the two principal directions of the doubly centred squared distances.
function* plane(far, n, k, most) {
  const rows = new Float64Array(n), cols = new Float64Array(k);
  let mean = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < k; j++) {
    const d = far[i * k + j] ** 2;
    rows[i] += d / k;
    cols[j] += d / n;
    mean += d / n / k;
  }
  const centred = new Float64Array(n * k), square = new Float64Array(k * k);
  for (let i = 0; i < n; i++) for (let j = 0; j < k; j++) centred[i * k + j] =
    -0.5 * (far[i * k + j] ** 2 - cols[j] - rows[i] + mean);
  yield { depth: k, layouts: n };
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < k; a++) {
      const left = centred[i * k + a];
      for (let b = a; b < k; b++) square[a * k + b] += left * centred[i * k + b];
    }
    if (i % 4096 === 4095) yield { depth: k, layouts: n };
  }
  for (let a = 0; a < k; a++) for (let b = 0; b < a; b++) square[a * k + b] = square[b * k + a];
  const points = new Float64Array(2 * n), axes = main(square, k);
  let width = 0;
  axes.forEach((axis, c) => {
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < k; j++) sum += centred[i * k + j] * axis[j];
      points[2 * i + c] = sum;
      width = Math.max(width, Math.abs(sum));
    }
  });
  // Descent cannot separate points that coincide: add a small golden spiral.
  for (let i = 0; i < n; i++) {
    points[2 * i] = (points[2 * i] / (width || 1)) * (most / 2) + 0.01 * Math.cos(GOLDEN * i);
    points[2 * i + 1] = (points[2 * i + 1] / (width || 1)) * (most / 2) + 0.01 * Math.sin(GOLDEN * i);
  }
  return points;
}

// The eigenvectors of the two largest eigenvalues of a symmetric matrix, by power iteration from a fixed start.
function main(matrix, k) {
  let first = Float64Array.from({ length: k }, (_, i) => Math.cos(GOLDEN * i)),
    second = first.map((_, i) => Math.sin(GOLDEN * i));
  const dot = (x, y) => x.reduce((sum, value, i) => sum + value * y[i], 0);
  const times = (x) => x.map((_, i) => dot(x, matrix.subarray(i * k, (i + 1) * k)));
  const unit = (x) => { const length = Math.sqrt(dot(x, x)) || 1; return x.map((value) => value / length); };
  for (let round = 0; round < POWERS; round++) {
    first = unit(times(first));
    const next = times(second), along = dot(first, next);
    second = unit(next.map((value, i) => value - along * first[i]));
  }
  return [first, second];
}

// The weight of each pivot for each point, 0 for the pivot itself. A pivot represents the points nearest to it: for
// another point, those less than half way to that point.
function* weights(far, n, k, most) {
  const weight = new Float32Array(n * k), inside = new Float64Array(k * (most + 1));
  for (let i = 0; i < n; i++) {
    let region = 0;
    for (let j = 1; j < k; j++) if (far[i * k + j] < far[i * k + region]) region = j;
    inside[region * (most + 1) + far[i * k + region]]++;
  }
  for (let j = 0; j < k; j++)
    for (let d = 1; d <= most; d++) inside[j * (most + 1) + d] += inside[j * (most + 1) + d - 1];
  yield { depth: k, layouts: n };
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < k; j++) {
      const d = far[i * k + j];
      weight[i * k + j] = d ? inside[j * (most + 1) + (d >> 1)] / (d * d) : 0;
    }
  }
  return weight;
}

// Moves a point to the weighted mean of where its neighbours and the pivots want it; returns how far it moved.
function pull(i, begin, to, pivots, far, weight, points, k) {
  const x = points[2 * i], y = points[2 * i + 1];
  let sum = 0, sx = 0, sy = 0;
  const want = (j, d, w) => {
    const dx = x - points[2 * j], dy = y - points[2 * j + 1], gap = Math.sqrt(dx * dx + dy * dy) || 1e-9;
    sum += w;
    sx += w * (points[2 * j] + (d * dx) / gap);
    sy += w * (points[2 * j + 1] + (d * dy) / gap);
  };
  for (let e = begin[i]; e < begin[i + 1]; e++) want(to[e], 1, 1);
  for (let j = 0; j < k; j++) if (weight[i * k + j]) want(pivots[j], far[i * k + j], weight[i * k + j]);
  if (!sum) return 0;
  points[2 * i] = sx / sum;
  points[2 * i + 1] = sy / sum;
  return Math.hypot(points[2 * i] - x, points[2 * i + 1] - y);
}

// The stress: the mean, over points and pivots, of the squared relative error of their distance.
function left(points, pivots, far, n, k) {
  let total = 0, count = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < k; j++) {
      const d = far[i * k + j];
      if (!d) continue;
      total += ((Math.hypot(points[2 * i] - points[2 * pivots[j]], points[2 * i + 1] - points[2 * pivots[j] + 1])
        - d) / d) ** 2;
      count++;
    }
  }
  return count ? total / count : 0;
}
