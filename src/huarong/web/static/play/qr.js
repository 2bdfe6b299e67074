// QR codes (ISO/IEC 18004) of bytes, with error correction of level M: a square of true (dark) and false.

// For each version from 1 on: bytes of error correction in a block, and the number of blocks (level M).
const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28,
  29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49];

// Arithmetic in the field of 256 elements over x^8 + x^4 + x^3 + x^2 + 1.
const POWER = [], LOG = [];
for (let i = 0, x = 1; i < 255; i++) {
  POWER[i] = x;
  LOG[x] = i;
  x = x << 1 ^ (x & 128 ? 285 : 0);
}
const times = (a, b) => (a && b ? POWER[(LOG[a] + LOG[b]) % 255] : 0);

// The remainder of a message divided by the generator polynomial of so many factors.
function checked(message, count) {
  let generator = [1];
  for (let i = 0; i < count; i++)
    generator = [...generator, 0].map((c, k) => c ^ times(generator[k - 1] ?? 0, POWER[i]));
  const rest = [...message, ...Array(count).fill(0)];
  message.forEach((_, i) => {
    const factor = rest[i];
    generator.forEach((c, k) => { rest[i + k] ^= times(c, factor); });
  });
  return rest.slice(message.length);
}

// The number of bytes of a version: its modules without those of the function patterns.
function capacity(version) {
  const side = 17 + 4 * version, marks = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const aligned = marks ? 25 * (marks * marks - 3) - 10 * (marks - 2) : 0;
  return Math.floor((side * side - 3 * 64 - 31 - 2 * (side - 16) - aligned - (version > 6 ? 36 : 0)) / 8);
}

function places(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2, last = 10 + 4 * version,
    step = version === 32 ? 26 : 2 * Math.ceil((4 * version + 4) / (2 * count - 2));
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * step)];
}

// The message in bytes: mode, length, data, padding; then in blocks with their checks, interleaved.
function message(bytes, version) {
  const all = capacity(version), count = BLOCKS[version - 1], checks = CHECKS[version - 1], room = all - count * checks;
  const bits = [], put = (value, length) => { for (let i = length - 1; i >= 0; i--) bits.push(value >> i & 1); };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, 8 * room - bits.length));
  put(0, -bits.length & 7);
  const data = Array.from({ length: bits.length / 8 },
    (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((value, bit) => 2 * value + bit, 0));
  for (let pad = 236; data.length < room; pad ^= 236 ^ 17) data.push(pad);
  const short = Math.floor(room / count), longer = room % count, blocks = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + Number(i >= count - longer);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const ends = blocks.map((block) => checked(block, checks)), out = [];
  for (let i = 0; i <= short; i++) for (const block of blocks) if (i < block.length) out.push(block[i]);
  for (let i = 0; i < checks; i++) for (const end of ends) out.push(end[i]);
  return out;
}

// A number followed by its BCH check bits, the remainder of its division by a polynomial.
function guarded(value, length, polynomial, degree) {
  let rest = value << degree;
  for (let i = length - 1; i >= 0; i--) if (rest >> (i + degree) & 1) rest ^= polynomial << i;
  return value << degree | rest;
}

const MASKS = [(x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => x * y % 2 + x * y % 3,
  (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2];

// The function patterns of a version, and the modules that they take.
function frame(version) {
  const side = 17 + 4 * version, dark = Array.from({ length: side }, () => Array(side).fill(false)),
    taken = Array.from({ length: side }, () => Array(side).fill(false));
  const set = (x, y, on) => { if (x >= 0 && y >= 0 && x < side && y < side) { dark[y][x] = on; taken[y][x] = true; } };
  const rings = (x, y, reach, light) => {
    for (let j = -reach; j <= reach; j++) for (let i = -reach; i <= reach; i++) set(x + i, y + j,
      !light.includes(Math.max(Math.abs(i), Math.abs(j))));
  };
  for (let i = 0; i < side; i++) { set(6, i, i % 2 === 0); set(i, 6, i % 2 === 0); }
  for (const [x, y] of [[3, 3], [side - 4, 3], [3, side - 4]]) rings(x, y, 4, [2, 4]);
  const at = places(version), last = at.length - 1;
  at.forEach((x, i) => at.forEach((y, j) => {
    if (!((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0))) rings(x, y, 2, [1]);
  }));
  if (version > 6) {
    const bits = guarded(version, 6, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const a = side - 11 + i % 3, b = Math.floor(i / 3);
      set(a, b, Boolean(bits >> i & 1));
      set(b, a, Boolean(bits >> i & 1));
    }
  }
  const told = (mask) => {
    // Level M is 0.
    const bits = guarded(mask, 5, 0x537, 10) ^ 0x5412, bit = (i) => Boolean(bits >> i & 1);
    for (let i = 0; i < 15; i++) {
      set(8, i < 6 ? i : i < 8 ? i + 1 : side - 15 + i, bit(i));
      set(i < 8 ? side - 1 - i : i < 9 ? 7 : 14 - i, 8, bit(i));
    }
    set(8, side - 8, true);
  };
  told(0);
  return { side, dark, taken, told };
}

// The penalty of a mask: long runs, blocks, patterns like a finder's, unequal amounts of dark and light.
function penalty(dark) {
  const side = dark.length, lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x]))];
  let sum = 0, black = 0;
  for (const line of lines) {
    for (let i = 0, run = 0; i < side; i++) {
      run = i && line[i] === line[i - 1] ? run + 1 : 1;
      sum += run === 5 ? 3 : run > 5 ? 1 : 0;
    }
    const text = line.map(Number).join('');
    for (const corner of ['10111010000', '00001011101'])
      for (let at = text.indexOf(corner); at >= 0; at = text.indexOf(corner, at + 1)) sum += 40;
  }
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      black += dark[y][x];
      if (x && y && dark[y][x] === dark[y - 1][x] && dark[y][x] === dark[y][x - 1]
        && dark[y][x] === dark[y - 1][x - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs(black * 20 - side * side * 10) / (side * side));
}

// The code of some bytes in the smallest version that holds them; throws a RangeError where none does.
export function encode(bytes) {
  let version = 1;
  while (version <= 40 && bytes.length + (version < 10 ? 2 : 3) > capacity(version)
    - BLOCKS[version - 1] * CHECKS[version - 1]) version += 1;
  if (version > 40) throw new RangeError('too long for a QR code');
  const { side, dark, taken, told } = frame(version), words = message(bytes, version), cells = [];
  for (let right = side - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < side; i++) for (const x of [right, right - 1]) {
      const y = up ? side - 1 - i : i;
      if (!taken[y][x]) cells.push([x, y]);
    }
  }
  cells.forEach(([x, y], i) => { dark[y][x] = Boolean(words[i >> 3] >> (7 - (i & 7)) & 1); });
  const masked = (mask) => {
    for (const [x, y] of cells) dark[y][x] = dark[y][x] !== (MASKS[mask](x, y) === 0);
    told(mask);
  };
  const costs = MASKS.map((_, mask) => { masked(mask); const cost = penalty(dark); masked(mask); return cost; });
  masked(costs.indexOf(Math.min(...costs)));
  return dark;
}
