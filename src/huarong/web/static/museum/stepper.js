// A trace and the current frame in it. A frame is [what, values, assignments]; an assignment [table, key, value] sets
// an entry of a table (null removes it). Going forward makes a frame's assignments, going back undoes them.

export class Stepper {
  at = -1;
  tables = new Map();
  past = []; // for each frame, what its assignments have replaced

  constructor(trace) {
    this.trace = trace;
    this.frames = trace.frames;
  }

  // How many frames of the run lie before those of the trace.
  get first() { return this.trace.first ?? 0; }

  get last() { return this.frames.length - 1; }
  get frame() { return this.frames[this.at]; }

  table(name) {
    if (!this.tables.has(name)) this.tables.set(name, new Map());
    return this.tables.get(name);
  }

  get(name, key) { return this.table(name).get(key); }

  // The keys of a table that the last frame has assigned.
  fresh(name) { return this.frame ? this.frame[2].filter(([table]) => table === name).map(([, key]) => key) : []; }

  go(to) {
    to = Math.max(0, Math.min(this.last, to));
    while (this.at < to) this.#forth();
    while (this.at > to) this.#back();
    return this.at;
  }

  #set(name, key, value) {
    if (value === null || value === undefined) this.table(name).delete(key);
    else this.table(name).set(key, value);
  }

  #forth() {
    const [, , puts] = this.frames[++this.at];
    this.past[this.at] = puts.map(([name, key]) => this.get(name, key));
    for (const [name, key, value] of puts) this.#set(name, key, value);
  }

  #back() {
    const [, , puts] = this.frames[this.at], before = this.past[this.at--];
    for (let i = puts.length; i--;) this.#set(puts[i][0], puts[i][1], before[i]);
  }
}
