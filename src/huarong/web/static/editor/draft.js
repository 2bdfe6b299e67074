// A puzzle that is being drawn, valid or not, and its grid text, which the server checks. Gates are a separate layer
// under the pieces.

import { inRows } from '../rules/puzzle.js';

const EMPTY = '.', WALL = '#', GATE = '-', MAX_CELLS = 4096, SIDE = 64;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const drawn = (cells) => cells.some((symbol) => symbol !== EMPTY);

export class Draft {
  constructor(width, height) {
    const empty = Array(width * height).fill(EMPTY);
    this.width = width;
    this.height = height;
    /** @type {Record<string, string>} */
    this.headers = {};
    this.rows = [...empty];
    this.goals = [[...empty]];
    this.gates = empty;
  }

  get symbols() { return [...new Set(this.rows)].filter((symbol) => ![EMPTY, WALL, GATE].includes(symbol)); }

  // The visible board: a gate where no piece covers it.
  get board() { return this.rows.map((symbol, cell) => (symbol === EMPTY ? this.gates[cell] : symbol)); }

  // Paints a cell of the board. Erasing removes the top layer first: a piece, then the gate under it.
  paint(cell, tool) {
    if (tool === GATE) {
      this.gates[cell] = GATE;
      if (this.rows[cell] === WALL) this.rows[cell] = EMPTY;
    } else {
      if (tool === WALL || (tool === EMPTY && this.rows[cell] === EMPTY)) this.gates[cell] = EMPTY;
      this.rows[cell] = tool;
    }
  }

  // The line of the text on which the board begins.
  get firstLine() { return 1 + Object.values(tidied(this)).filter(Boolean).length; }

  // The gates that pieces cover, which the text has in a section of its own.
  get covered() { return this.gates.map((gate, cell) => (this.rows[cell] === EMPTY ? EMPTY : gate)); }

  // The line on which a goal begins.
  goalLine(n) {
    const before = this.goals.slice(0, n).filter(drawn).length + Number(this.covered.includes(GATE));
    return this.firstLine + this.height + before * (this.height + 1) + 1;
  }

  resized(width, height) {
    const next = new Draft(width, height);
    const moved = (cells) => next.rows.map((_, i) => {
      const x = i % width, y = Math.floor(i / width);
      return x < this.width && y < this.height ? cells[y * this.width + x] : EMPTY;
    });
    return Object.assign(next, { headers: this.headers, goals: this.goals.map(moved), gates: moved(this.gates),
      rows: moved(this.rows) });
  }

  #along(symbol) {
    const cells = this.rows.flatMap((each, i) => (each === symbol ? [i] : []));
    const span = (of) => Math.max(...cells.map(of)) - Math.min(...cells.map(of)),
      w = span((cell) => cell % this.width), h = span((cell) => Math.floor(cell / this.width));
    return w > h ? 'LR' : h > w ? 'UD' : 'UDLR';
  }

  ways(symbol) {
    const words = (this.headers.slide || '').split(/\s+/);
    const own = words.findLast((word) => word.startsWith(symbol + '='));
    if (own) return own.slice(2) === 'none' ? '' : own.slice(2);
    return words.includes('along') ? this.#along(symbol) : 'UDLR';
  }

  // Sets a header, or removes it where there is no value.
  set(name, value) {
    if (value) this.headers[name] = value;
    else delete this.headers[name];
  }

  setWays(symbol, ways) {
    const all = this.symbols.map((each) => [each, each === symbol ? ways : this.ways(each)]);
    this.headers.slide = all.filter(([, each]) => each !== 'UDLR').map(([each, w]) => `${each}=${w || 'none'}`)
      .join(' ');
  }

  setGate(symbol, open) {
    const others = [...(this.headers.gate || '')].filter((each) => each !== symbol && each !== ' ');
    this.headers.gate = [...others, ...(open ? [symbol] : [])].join('');
  }
}

export function freshSymbol(draft) { return [...LETTERS].find((letter) => !draft.symbols.includes(letter)) || 'A'; }

const lines = (cells, width) => inRows(cells, width).map((row) => row.join(''));

// Removes pieces that are no longer on the board from the headers that name them.
function tidied(draft) {
  const has = new Set(draft.symbols), { names, slide, gate, ...rest } = draft.headers;
  const kept = (words) => (words || '').split(/\s+/).filter((word) => word[1] !== '=' || has.has(word[0])).join(' ');
  return { ...rest, slide: kept(slide), gate: [...(gate || '')].filter((symbol) => has.has(symbol)).join(''),
    names: kept(names) };
}

export function boardText(draft) {
  const headers = Object.entries(tidied(draft)).filter(([, value]) => value).map(([key, value]) => `${key}: ${value}`);
  const { covered } = draft, gates = covered.includes(GATE) ? ['gates:', ...lines(covered, draft.width)] : [];
  return [...headers, ...lines(draft.board, draft.width), ...gates,
    ...draft.goals.filter(drawn).flatMap((goal) => ['goal:', ...lines(goal, draft.width)])].join('\n') + '\n';
}

// The draft of a text as far as it can be drawn; short rows are padded, and of a board too large the first corner is
// shown.
export function draftOf(text) {
  const headers = {}, sections = /** @type {[string, string[][]][]} */ ([['board', []]]);
  for (const line of text.split(/\r?\n/)) {
    const whole = /^\s*(name|name\.zh|source|note):\s*(.*)$/.exec(line);
    if (whole) headers[whole[1]] = whole[2].trim();
    else for (const part of line.split('/')) {
      const header = /^\s*([a-z]{2,}):\s*(.*)$/.exec(part);
      if (header && !header[2] && ['goal', 'gates'].includes(header[1])) sections.push([header[1], []]);
      else if (header) headers[header[1]] = header[2].trim();
      else if (part.trim()) sections[sections.length - 1][1].push([...part.trim()]);
    }
  }
  const board = sections[0][1], most = board.reduce((found, row) => Math.max(found, row.length), 1),
    large = most * board.length > MAX_CELLS;
  const [width, height] = large ? [Math.min(SIDE, most), Math.min(SIDE, board.length)]
    : [most, Math.max(1, board.length)];
  const cells = (rows) => Array.from({ length: width * height }, (_, i) => rows[Math.floor(i / width)]?.[i % width]
    ?? EMPTY);
  const draft = new Draft(width, height);
  const goals = sections.filter(([name]) => name === 'goal').map(([, rows]) =>
    cells(rows).map((symbol) => (symbol === WALL || symbol === GATE ? EMPTY : symbol)));
  const under = cells(sections.find(([name]) => name === 'gates')?.[1] ?? []), rows = cells(board);
  const gates = rows.map((symbol, cell) => (symbol === GATE || under[cell] === GATE ? GATE : EMPTY));
  return Object.assign(draft, { headers, rows: rows.map((symbol) => (symbol === GATE ? EMPTY : symbol)),
    goals: goals.length ? goals : draft.goals, gates });
}
