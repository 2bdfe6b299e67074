// A checker of certificates, written from docs/en/reference/certificates.md. The part for one length was written
// independently of the Python checker. It imports nothing, so this file shows all that "checked" means: the solution
// is replayed, the layouts nearer to the start than the goal are listed, and each height is compared with those one
// move on.

const MAGICS = ['huarong proof 1\n', 'huarong table 1\n'], NOWHERE = 65535,
  WAYS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };
const UNLISTED = -1, GOAL = -2, UNKNOWN = -(2 ** 31);

// The error of a certificate that proves nothing; `step` is the numbered check of the page that fails, 0 for a file
// that is no certificate.
export class Refused extends Error {
  step = undefined;
}

function demand(good, why) {
  if (!good) throw new Refused(why);
}

async function at(step, work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) error.step ??= step;
    throw error;
  }
}

// Checks a certificate (bytes); resolves to what it proves: { header, theorem: { metric, length, solutions, layouts,
// mirror } }. Rejects with `Refused`. Of a table, the theorem also has `unsolvable`, `farthest` and `hardest`: layouts
// at that distance as lists of [kind, head].
export async function check(bytes) {
  const { text, packed, table } = await at(0, () => split(bytes));
  const header = await at(1, () => checkedHeader(text, table)), puzzle = await at(1, () => new Rules(header));
  const { metric, length, layouts, solutions, mirror } = header;
  await at(2, () => table || replay(puzzle, header));
  if (header.region) {
    await at(3, () => parity(puzzle, new Set(header.region)));
    await at(4, () => demand(packed.length === 0, 'there are no heights, but bytes for them'));
    return { header, theorem: { metric, length, solutions, layouts, mirror, parity: true } };
  }
  const found = await at(3, () => explore(puzzle, header, table));
  const heights = await at(4, () => compare(puzzle, header, found, packed, table));
  const more = await at(4, () => (table ? whole(puzzle, header, found, heights) : {}));
  await at(5, () => {
    const ways = length === null || header.patterns.length ? null : length === 0 ? 1n : count(found, heights);
    demand(ways === solutions, `there are ${ways} ways, ${solutions} are claimed`);
    for (const [which, gate] of header.passes) passed(puzzle, gate, which === 'shortest', found, heights);
  });
  return { header, theorem: { metric, length, solutions, layouts, mirror, ...more } };
}

// ---- the file ----

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xEDB88320 : n >>> 1;
  return n;
});

export function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

function split(bytes) {
  const magic = MAGICS.find((each) => [...each].every((letter, i) => bytes[i] === letter.charCodeAt(0)));
  if (!magic) throw new Refused('this is no certificate');
  const end = bytes.indexOf(10, magic.length), body = bytes.length - 4;
  demand(end > 0 && end < body, 'it is cut short');
  const said = new DataView(bytes.buffer, bytes.byteOffset + body, 4).getUint32(0, true);
  demand(crc32(bytes.subarray(0, body)) === said, 'the checksum is wrong');
  return { text: bytes.subarray(magic.length, end), packed: bytes.subarray(end + 1, body), table: magic !== MAGICS[0] };
}

// The header, which must read as `JSON.stringify` writes it; `solutions`, too large for a number at times, becomes a
// BigInt.
function json(bytes) {
  let ways, header, text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    text = text.replace(/"solutions":(0|[1-9]\d{0,4299})(?=[,}])/, (_, digits) => {
      ways = BigInt(digits);
      return '"solutions":0';
    });
    header = JSON.parse(text);
    demand(JSON.stringify(header) === text, 'the header is not written as it must be');
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('the header is no JSON');
  }
  demand(header && typeof header === 'object' && !list(header), 'the header is no object');
  if (header.solutions === 0) header.solutions = ways;
  return header;
}

const FIELDS = ['width', 'height', 'walls', 'gates', 'kinds', 'start', 'goal', 'metric', 'mirror', 'length', 'layouts'];
const within = (value, least, below) => Number.isInteger(value) && value >= least && value < below;
const list = (value) => Array.isArray(value);

function checkedHeader(text, table) {
  const header = json(text), { name = '', width, height, walls, gates, kinds, start, goal, metric, mirror, length,
    solution, layouts, unsolvable, farthest, hardest, passes = [] } = header;
  const bounded = length && 'patterns' in header && !table, swaps = length === null && 'region' in header && !table
    ? ['region'] : [];
  const tally = ['unsolvable', 'farthest', 'hardest', ...(length === null ? [] : ['solutions']),
    ...(length !== null && 'passes' in header ? ['passes'] : [])];
  const more = table ? tally : length === null ? swaps : ['solution', bounded ? 'patterns' : 'solutions'];
  const wanted = new Set(['name', ...FIELDS, ...more]), fields = Object.keys({ name, ...header });
  demand(fields.length === wanted.size && fields.every((field) => wanted.has(field)),
    'a field is missing, or there is one too many');
  demand(typeof name === 'string' && !/\p{Surrogate}/u.test(name), 'the name is no text');
  demand(within(width, 1, 4097) && within(height, 1, 4097) && width * height < 4097, 'the board has no size');
  const size = width * height, cell = (value) => within(value, 0, size);
  demand(list(walls) && list(gates) && [...walls, ...gates].every(cell), 'walls or gates are not on the board');
  demand(list(kinds) && kinds.length * size < 1 << 16, 'there are no kinds, or too many');
  for (const kind of kinds) {
    demand(list(kind) && kind.length === 3 && list(kind[0]) && typeof kind[1] === 'string'
      && typeof kind[2] === 'boolean', 'a kind is malformed');
    const [cells, ways] = kind;
    demand(cells.every((each) => list(each) && each.length === 2 && within(each[0], 1 - width, width)
      && within(each[1], 0, height)), 'a kind has other cells');
    demand(cells.every(([x, y]) => y > 0 || x >= 0) && cells.some(([x, y]) => !x && !y),
      'a head is not the first cell');
    demand(new Set(cells.map(String)).size === cells.length, 'a kind has a cell twice');
    demand([...ways].every((way, i) => way in WAYS && ways.indexOf(way) === i), 'a kind slides in no such direction');
  }
  const place = (each) => list(each) && each.length === 2 && within(each[0], 0, kinds.length) && cell(each[1]);
  demand(list(start) && start.every(place), 'the start is malformed');
  const alternatives = (some) => list(some) && some.length > 0
    && some.every((each) => list(each) && each.length > 0 && each.every(place));
  demand(alternatives(goal), 'the goal is malformed');
  demand(list(passes) && passes.every((each) => list(each) && each.length === 2
    && ['every', 'shortest'].includes(each[0]) && alternatives(each[1])),
  'a claim of what solutions pass is malformed');
  demand(['step', 'slide', 'move'].includes(metric), 'there is no such metric');
  demand(typeof mirror === 'boolean', 'mirror is true or false');
  demand(length === null || within(length, 0, table ? NOWHERE : 1 << 16), 'the length is no number');
  demand(!table || (within(unsolvable, 0, 2 ** 31) && within(hardest, 0, 2 ** 31)
    && (farthest === null || within(farthest, 0, NOWHERE))), 'a number of layouts is none');
  demand(within(layouts, 0, 2 ** 31), 'the number of layouts is none');
  header.patterns ??= [];
  header.passes ??= [];
  if (swaps.length) {
    demand(list(header.region) && header.region.every(cell), 'the region is not on the board');
    demand(!mirror && layouts === 0, 'parity needs no layouts');
  }
  if (length !== null) {
    demand(table || (list(solution) && solution.every((each) => list(each) && each.length === 3
      && place(each.slice(0, 2)) && cell(each[2]))), 'the solution is malformed');
    demand(bounded || typeof header.solutions === 'bigint', 'the number of solutions is none');
  }
  header.solutions ??= null;
  if (bounded) {
    const group = (each) => list(each) && each.length === kinds.length
      && each.every((n) => within(n, 0, kinds.length + 1));
    demand(list(header.patterns) && header.patterns.length && header.patterns.every(group),
      'the patterns are malformed');
    demand(!mirror, 'with patterns mirror images are two');
  }
  return header;
}

// ---- the rules ----

// A layout is a text: for each piece the character of the code `kind * size + head`, the highest code first. Layouts
// have equally many pieces, so these texts are in the order of the keys, whose bits the codes are.
class Rules {
  constructor({ width, height, walls, gates, kinds, start, goal, metric, mirror, patterns, passes }) {
    this.width = width;
    this.size = width * height;
    this.metric = metric;
    this.kinds = kinds;
    const wall = new Set(walls), gate = new Set(gates);
    // The cells covered, by code; null where a piece cannot lie.
    this.cells = kinds.flatMap(([shape, , open]) => Array.from({ length: this.size }, (_, head) => {
      const x0 = head % width, y0 = Math.floor(head / width), cells = [];
      for (const [dx, dy] of shape) {
        const x = x0 + dx, y = y0 + dy, cell = y * width + x;
        if (x < 0 || x >= width || y >= height || wall.has(cell) || (gate.has(cell) && !open)) return null;
        cells.push(cell);
      }
      return cells;
    }));
    // The codes one step from each code, on the empty board.
    this.steps = this.cells.map((cells, code) => cells && [...kinds[Math.floor(code / this.size)][1]].map((way) => {
      const [dx, dy] = WAYS[way], from = code % this.size, x = (from % width) + dx, head = from + dy * width + dx;
      const to = code - from + head;
      return x >= 0 && x < width && head >= 0 && head < this.size && this.cells[to] ? to : -1;
    }));
    const coded = (each) => each.map(([kind, head]) => kind * this.size + head);
    const codes = coded(start);
    demand(codes.every((code) => this.cells[code]), 'a piece of the start does not lie on the board');
    const covered = codes.flatMap((code) => this.cells[code]);
    // Into the only empty cell a piece goes one step, and then only back.
    if (covered.length + wall.size === this.size - 1) this.metric = 'step';
    demand(new Set(covered).size === covered.length, 'pieces of the start overlap');
    this.goal = goal.map(coded);
    const wanted = [goal, ...passes.map(([, gate]) => gate)].flat();
    demand(wanted.every((each) => coded(each).every((code) => this.cells[code])),
      'a piece of the goal does not lie on the board');
    this.twoWay = kinds.every(([, ways]) => ways.includes('U') === ways.includes('D')
      && ways.includes('L') === ways.includes('R'));
    this.image = mirror ? this.mirrored() : null;
    this.start = codes;
    this.occupied = new Uint8Array(this.size);
    demand(this.twoWay || !patterns.length, 'with patterns every move can be taken back');
    this.groups = patterns.map((group) => [...new Set(group)].filter((n) => n).map((n) => {
      const part = (codes) => codes.filter((code) => group[Math.floor(code / this.size)] === n);
      return { part, far: this.alone(part) };
    }));
  }

  // The distance from the goal of each layout of some pieces alone on the board, under its text.
  alone(part) {
    const numbers = new Map(), near = [], solved = [], goals = this.goal.map(part);
    const number = (codes) => {
      const text = this.text(codes), known = numbers.get(text);
      if (known !== undefined) return known;
      if (goals.some((goal) => goal.every((code) => codes.includes(code)))) solved.push(numbers.size);
      near.push(null);
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    };
    number(part(this.start));
    // The map is also the queue: iterating over it includes entries that are added meanwhile.
    for (const [text, id] of numbers) near[id] = this.next(codesOf(text)).map(number);
    const far = new Int32Array(near.length).fill(-1);
    for (const id of solved) far[id] = 0;
    for (const id of solved) {
      for (const to of near[id]) {
        if (far[to] < 0) {
          far[to] = far[id] + 1;
          solved.push(to);
        }
      }
    }
    return new Map([...numbers].map(([text, id]) => [text, far[id]]));
  }

  // A lower bound of a layout's distance from the goal: the greatest that the patterns give.
  bound(codes) {
    let most = 0;
    for (const group of this.groups) {
      let sum = 0;
      for (const { part, far } of group) {
        const distance = far.get(this.text(part(codes)));
        demand(distance >= 0, 'a pattern has no way to the goal');
        sum += distance;
      }
      if (sum > most) most = sum;
    }
    return most;
  }

  // The code of the mirror image of a piece, by code. Refuses a puzzle that is not its own mirror image.
  mirrored() {
    const { width, size, kinds } = this, first = (a, b) => a[1] - b[1] || a[0] - b[0];
    const outline = (cells) => {
      const [[x0, y0]] = [...cells].sort(first);
      return cells.map(([x, y]) => [x - x0, y - y0]).sort(first).join(' ');
    };
    const named = (cells, ways, open) => [outline(cells), [...ways].sort().join(''), open].join('|');
    const names = kinds.map(([cells, ways, open]) => named(cells, ways, open));
    const to = kinds.map(([cells, ways, open]) => {
      const swapped = ways.replace(/[LR]/g, (way) => (way === 'L' ? 'R' : 'L'));
      const name = named(cells.map(([x, y]) => [-x, y]), swapped, open),
        like = names.flatMap((each, kind) => (each === name ? [kind] : []));
      demand(like.length === 1, 'a mirrored kind is not exactly one kind');
      return like[0];
    });
    const image = this.cells.map((cells, code) => {
      if (!cells) return -1;
      const head = Math.min(...cells.map((cell) => cell - (cell % width) + width - 1 - (cell % width)));
      const other = to[Math.floor(code / size)] * size + head;
      demand(this.cells[other], 'the board is not its own mirror image');
      return other;
    });
    const set = (codes) => [...new Set(codes)].sort((a, b) => a - b).join();
    const goals = new Set(this.goal.map(set));
    demand(this.goal.every((codes) => goals.has(set(codes.map((code) => image[code])))),
      'the goal is not its own mirror image');
    return image;
  }

  text(codes) {
    // Insertion sort: the codes are nearly sorted, as only one piece has moved.
    for (let i = 1; i < codes.length; i++) {
      const code = codes[i];
      let to = i;
      for (; to > 0 && codes[to - 1] < code; to--) codes[to] = codes[to - 1];
      codes[to] = code;
    }
    return String.fromCharCode.apply(null, codes);
  }

  // The canonical text of a layout: of mirror images, the lower one's.
  listed(codes) {
    const text = this.text(codes);
    if (!this.image) return text;
    const other = this.text(codes.map((code) => this.image[code]));
    return other < text ? other : text;
  }

  meets(codes, alternatives) { return alternatives.some((each) => each.every((code) => codes.includes(code))); }

  solved(codes) { return this.meets(codes, this.goal); }

  // The codes that the piece of a code can go to in one move, on a board that the others (`occupied`) lie on.
  targets(code) {
    const { cells, steps, occupied } = this, free = (to) => to >= 0 && cells[to].every((cell) => !occupied[cell]);
    if (this.metric === 'step') return steps[code].filter(free);
    const found = [];
    if (this.metric === 'slide') {
      steps[code].forEach((_, way) => {
        for (let to = steps[code][way]; free(to); to = steps[to][way]) found.push(to);
      });
      return found;
    }
    const seen = [code];
    for (const at of seen) for (const to of steps[at]) if (free(to) && !seen.includes(to)) seen.push(to);
    return seen.slice(1);
  }

  // All layouts one move on, each as an array of codes.
  next(codes) {
    const { cells, occupied } = this, found = [];
    occupied.fill(0);
    for (const code of codes) for (const cell of cells[code]) occupied[cell] = 1;
    codes.forEach((code, i) => {
      for (const cell of cells[code]) occupied[cell] = 0;
      for (const to of this.targets(code)) found.push(codes.with(i, to));
      for (const cell of cells[code]) occupied[cell] = 1;
    });
    return found;
  }
}

// ---- the checks ----

// Replays the solution, where there is one.
function replay(puzzle, { length, solution }) {
  if (length === null) return;
  demand(solution.length === length, 'the solution has another length');
  let codes = puzzle.start;
  for (const [n, [kind, from, to]] of solution.entries()) {
    const code = kind * puzzle.size, i = codes.indexOf(code + from);
    demand(i >= 0, `move ${n + 1}: no such piece is there`);
    const after = codes.with(i, code + to), text = puzzle.text([...after]);
    demand(puzzle.next(codes).some((each) => puzzle.text(each) === text), `move ${n + 1} is not legal`);
    codes = after;
  }
  demand(puzzle.solved(codes), 'the solution does not end in the goal');
}

// All layouts that fewer than `length` moves reach (all reachable ones, where there is no solution), breadth first, and
// for each its neighbours: indices of layouts, `UNLISTED` or `GOAL`. With patterns, layouts whose bound is too high are
// left out: as neighbours they are `UNLISTED` less the bound. Refuses a goal among them, unless they are for a table,
// which has all in reach.
function explore(puzzle, { length, layouts: most }, table) {
  const layouts = [], ends = [0], links = [], number = new Map(), deep = table ? Infinity : length ?? Infinity,
    bounded = puzzle.groups.length > 0;
  const add = (text, codes) => {
    demand(table || !puzzle.solved(codes), 'fewer moves solve it');
    demand(layouts.length < most, `more than ${most} layouts are found`);
    number.set(text, layouts.length);
    return layouts.push(text) - 1;
  };
  if (deep > 0) add(puzzle.listed([...puzzle.start]), puzzle.start);
  for (let depth = 0, done = 0; done < layouts.length; depth++) {
    for (const end = layouts.length; done < end; done++) {
      const codes = codesOf(layouts[done]);
      for (const after of puzzle.next(codes)) {
        const solved = depth + 1 === deep && puzzle.solved(after), text = puzzle.listed(after);
        let known = number.get(text);
        if (known === undefined) {
          const bound = bounded ? puzzle.bound(after) : 0;
          known = depth + 1 + bound < deep ? add(text, after) : UNLISTED - bound;
        }
        links.push(solved && !bounded ? GOAL : known);
      }
      ends.push(links.length);
    }
  }
  demand(layouts.length === most, `${layouts.length} layouts are found, ${most} are claimed`);
  return { layouts, links, ends, number };
}

// Swaps of tiles with the only empty cell of a region, a set of cells, lead to no goal. Its tiles cover one cell, no
// two are alike, and they never leave: each of their moves is a swap with the empty cell, and takes that to a cell of
// the other color of a chessboard. No other piece enters: some never move, since each step would take two cells of the
// region or one of another such piece; of the others, no step of their kind leads in.
function parity({ cells, steps, size, width, start, goal }, region) {
  const inside = (code) => cells[code].some((cell) => region.has(cell)), kindOf = (code) => Math.floor(code / size);
  const tiles = start.filter(inside), onward = (code) => steps[code].filter((to) => to >= 0);
  let still = start.filter((code) => !inside(code)), held = new Set(), before = -1;
  while (still.length !== before) {
    before = still.length;
    held = new Set(still.flatMap((code) => cells[code]));
    still = still.filter((code) => onward(code).every((to) => {
      const entered = cells[to].filter((cell) => !cells[code].includes(cell));
      return entered.some((cell) => held.has(cell)) || entered.filter((cell) => region.has(cell)).length > 1;
    }));
  }
  const blocked = (code) => cells[code].some((cell) => held.has(cell));
  const movers = new Set(start.filter((code) => !still.includes(code)).map(kindOf));
  cells.forEach((covered, code) => {
    if (!covered || !movers.has(kindOf(code)) || blocked(code)) return;
    demand(onward(code).every((to) => blocked(to) || inside(to) === inside(code)), 'the region has a way out');
  });
  const kinds = new Set(tiles.map(kindOf)), of = new Map(tiles.map((code) => [code % size, kindOf(code)]));
  demand(tiles.every((code) => cells[code].length === 1), 'a piece of the region is no tile');
  demand(kinds.size === tiles.length && tiles.length === region.size - 1,
    'two tiles are alike, or not one cell is empty');
  for (const codes of goal) {
    const here = [...new Set(codes)].filter(inside), some = new Set(here.map(kindOf)),
      wanted = new Map(here.map((code) => [code % size, kindOf(code)]));
    // No layout meets a goal with another piece here, or with one in two places or two in one.
    if (![...some].every((kind) => kinds.has(kind)) || Math.min(some.size, wanted.size) < here.length) continue;
    const free = [...region].filter((cell) => !wanted.has(cell)), rest = [...kinds].filter((kind) => !some.has(kind));
    demand(rest.length < 2, 'the goal leaves two tiles free');
    for (const blank of free) {
      const full = new Map(wanted);
      for (const cell of free) if (cell !== blank) full.set(cell, rest[0]);
      if ([...full].every(([cell, kind]) => cells[kind * size + cell]))
        demand(odd(width, of, full, [...region]), 'swaps of tiles may make the goal');
    }
  }
}

// Whether the swaps from one order of tiles (kinds by cell) to another, and the cells between the places of the empty
// cell in both, are an odd number together.
function odd(width, tiles, goal, region) {
  const place = new Map([...goal].map(([cell, kind]) => [kind, cell])), left = new Set(region);
  const [begin, end] = [tiles, goal].map((each) => region.find((cell) => !each.has(cell)));
  let sum = region.length + begin % width + Math.floor(begin / width) + end % width + Math.floor(end / width);
  // A cycle of n cells takes n - 1 swaps.
  for (const first of left) {
    sum--;
    for (let cell = first; left.delete(cell);) cell = tiles.has(cell) ? place.get(tiles.get(cell)) : end;
  }
  return sum % 2 === 1;
}

// The unpacked bytes; null where the stream is damaged or cut short.
async function inflated(packed, most) {
  const bytes = new Uint8Array(most);
  let got = 0;
  try {
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      demand(got + part.value.length <= most, 'there are too many heights');
      bytes.set(part.value, got);
      got += part.value.length;
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    return null;
  }
  return bytes.subarray(0, got);
}

// The unpacked bytes of the heights; refuses a wrong number of them.
async function unpack(packed, layouts, twoWay) {
  const expected = twoWay ? Math.ceil(layouts / 4) : 2 * layouts, bytes = await inflated(packed, expected);
  if (bytes?.length !== expected) throw new Refused('the heights cannot be unpacked, or are too few');
  // Node ignores bytes after the end of a stream; without its last byte, no stream is whole.
  demand(!await inflated(packed.subarray(0, -1), expected), 'something follows the heights');
  return bytes;
}

// The height of each layout; refuses them if the start's is not the length, one is not above 0, or a move comes down
// by more than 1. Of a table they are the distances, which `whole` compares more closely.
async function compare({ twoWay, groups }, { length }, { layouts, links, ends }, packed, table) {
  if (table ? length === null && twoWay : !length) {
    demand(packed.length === 0, 'there are no heights, but bytes for them');
    return table ? new Int32Array(layouts.length).fill(NOWHERE) : null;
  }
  const bytes = await unpack(packed, layouts.length, twoWay), count = layouts.length, rank = new Int32Array(count),
    heights = new Int32Array(count).fill(UNKNOWN);
  const order = [...layouts.keys()].sort((a, b) => (layouts[a] < layouts[b] ? -1 : 1));
  order.forEach((id, i) => { rank[id] = i; });
  const given = (id) => (twoWay ? (bytes[rank[id] >> 2] >> (2 * (rank[id] & 3))) & 3
    : bytes[2 * rank[id]] + 256 * bytes[2 * rank[id] + 1]);
  if (twoWay) {
    for (let id = 0; id < count; id++) demand(given(id) < 3, 'a height modulo 3 is none');
    demand(!(count & 3) || bytes[count >> 2] >> (2 * (count & 3)) === 0, 'bits are left over');
    demand(given(0) === length % 3, 'the start has another height');
    heights[0] = length;
  } else {
    for (let id = 0; id < count; id++) heights[id] = given(id);
    demand(heights[0] === (length ?? NOWHERE), 'the start has another height');
  }
  // In breadth-first order, the height of a layout is known, from a neighbour, before its own moves are checked.
  for (let id = 0; id < count; id++) {
    demand(table || heights[id] > 0, 'a height is not above 0');
    for (let at = ends[id]; at < ends[id + 1]; at++) {
      const to = links[at];
      if (to >= 0 && twoWay) {
        const change = (given(to) - given(id) + 4) % 3 - 1;
        demand(to === id ? change === 0 : heights[to] === UNKNOWN || heights[to] === heights[id] + change,
          'the heights contradict each other');
        heights[to] = heights[id] + change;
      }
      const low = to >= 0 ? heights[to] : groups.length ? UNLISTED - to : 0;
      demand(heights[id] - low <= 1, 'a move comes down by more than 1');
    }
  }
  return heights;
}

const codesOf = (text) => Array.from(text, (_, i) => text.charCodeAt(i));

// What the distances of a table prove. Each is 0 at a goal, and else one more than the least of those one move on;
// `NOWHERE` if there is none.
function whole(puzzle, { unsolvable, farthest, hardest }, { layouts, links, ends }, far) {
  let lost = 0, most = null, ids = [];
  for (const [id, own] of far.entries()) {
    let least = puzzle.solved(codesOf(layouts[id])) ? -1 : NOWHERE;
    if (least > 0) for (let at = ends[id]; at < ends[id + 1]; at++) least = Math.min(least, far[links[at]]);
    demand(own === Math.min(least + 1, NOWHERE), 'a distance is wrong');
    if (own === NOWHERE) lost++;
    else if (most === null || own > most) [most, ids] = [own, [id]];
    else if (own === most) ids.push(id);
  }
  demand(lost === unsolvable, `no goal can be reached from ${lost}, ${unsolvable} are claimed`);
  demand(most === farthest && ids.length === hardest, `the farthest are ${ids.length} at ${most}`);
  const { size } = puzzle, pairs = (code) => [Math.floor(code / size), code % size];
  return { unsolvable, farthest, hardest: ids.map((id) => layouts[id]).sort((a, b) => (a < b ? -1 : 1)).map(codesOf)
    .map((codes) => [codes, puzzle.image ? codes.map((code) => puzzle.image[code]) : codes].map((each) =>
      each.map(pairs))) };
}

// Refuses if a path from the start to a goal, or one whose moves each go one `nearer`, meets none of some alternatives.
function passed(puzzle, gate, nearer, { number }, far) {
  const alternatives = gate.map((each) => each.map(([kind, head]) => kind * puzzle.size + head)),
    seen = new Set([puzzle.text([...puzzle.start])]), away = (codes) => far[number.get(puzzle.listed([...codes]))];
  for (const text of seen) {
    const codes = codesOf(text);
    if (puzzle.meets(codes, alternatives)) continue;
    demand(!puzzle.solved(codes), 'a solution does not pass what all pass');
    for (const after of puzzle.next(codes)) {
      if (!nearer || away(after) < away(codes)) seen.add(puzzle.text([...after]));
    }
  }
}

// The number of paths from the start to a goal whose moves each lower the height by 1.
function count({ layouts, links, ends }, heights) {
  const ways = new Array(layouts.length).fill(0n);
  for (const id of [...layouts.keys()].sort((a, b) => heights[a] - heights[b])) {
    if (heights[id] === 0) ways[id] = 1n;
    for (let at = ends[id]; at < ends[id + 1]; at++) {
      const to = links[at];
      if (to === GOAL && heights[id] === 1) ways[id] += 1n;
      else if (to >= 0 && heights[to] === heights[id] - 1) ways[id] += ways[to];
    }
  }
  return ways[0];
}
