// The faults of a text with their places: an English template is its own key, as in Python (huarong/errors.py). The
// Chinese of the templates comes from the library's catalogue.

export class Fault {
  /** @param {Record<string, any>} args */
  constructor(/** @type {string} */ template, args = {}, /** @type {number | null} */ line = null,
    /** @type {number | null} */ column = null) {
    Object.assign(this, { template, args, line, column });
  }
}

// The error of a text that is no puzzle, with all its faults.
export class PuzzleError extends Error {
  constructor(faults) {
    super(faults.map((fault) => message(fault)).join('\n'));
    this.faults = [...faults];
  }
}

// The faults found while a text is read, so that all are told at once.
export class Faults extends Array {
  /** @type {(template: string, args?: Record<string, any>, line?: number | null, column?: number | null) => void} */
  add(...fault) { this.push(new Fault(...fault)); }
  check() { if (this.length) throw new PuzzleError(this); }
}

/** @type {(column: number | null, template: string, args?: Record<string, any>, line?: number | null) => never} */
export function fail(column, template, args = {}, line = column && 1) {
  throw new PuzzleError([new Fault(template, args, line, column)]);
}

// What reading gives: [found, null], or [null, the error] where the text is no puzzle.
/** @type {<T>(read: () => T) => [T, null] | [null, PuzzleError]} */
export function tried(read) {
  try {
    return [read(), null];
  } catch (error) {
    if (error instanceof PuzzleError) return [null, error];
    throw error;
  }
}

const quoted = (value) => {
  const text = String(value), mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return mark + text.replaceAll('\\', '\\\\').replaceAll(mark, '\\' + mark).replaceAll('\n', '\\n').replaceAll('\r',
    '\\r').replaceAll('\t', '\\t').replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, coded) + mark;
};

function coded(symbol) {
  const code = symbol.codePointAt(0), digits = (n) => code.toString(16).padStart(n, '0');
  return code < 256 ? `\\x${digits(2)}` : code < 65536 ? `\\u${digits(4)}` : `\\U${digits(8)}`;
}

// A template with its values: `{x}`, `{x!r}` in quotes, `{x:,}` with commas, `{x:02}`, `{x:cell|cells}` as x is one
// or more; a value that is itself a template with its values is written in the same language.
export function say(template, args = {}, words = {}) {
  return (words[template] ?? template).replace(/\{(\w+)(!r)?(?::([^}]*))?\}/g, (_, name, r, how) => {
    const value = args[name];
    if (value?.template) return say(value.template, value.args, words);
    if (r) return quoted(value);
    if (how?.includes('|')) return how.split('|')[value === 1 ? 0 : 1];
    if (how === ',') return value.toLocaleString('en-US');
    if (how === '02') return String(value).padStart(2, '0');
    return Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
  });
}

export function message({ template, line, column, args }, words = {}) {
  const text = say(template, args, words);
  if (line === null) return text;
  return say(column === null ? 'line {line}: {text}' : 'line {line}, column {column}: {text}', { line, column, text },
    words);
}

// The nearest of some words, by the ratio of Python's difflib: at least half of the letters in matching blocks.
export function nearest(word, choices, count = 3) {
  return choices.map((choice) => [ratio(choice, word), choice]).filter(([found]) => found >= 0.5).sort((a, b) =>
    b[0] - a[0] || (a[1] < b[1] ? 1 : -1)).slice(0, count).map(([, choice]) => choice);
}

const ratio = (a, b) => (a.length + b.length ? (2 * matched([...a], [...b])) / ([...a].length + [...b].length) : 1);

// The number of letters in matching blocks: in the longest one, and in those on both sides of it.
function matched(a, b) {
  let best = 0, i0 = 0, j0 = 0;
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      let n = 0;
      while (i + n < a.length && j + n < b.length && a[i + n] === b[j + n]) n++;
      if (n > best) [best, i0, j0] = [n, i, j];
    }
  }
  return best && best + matched(a.slice(0, i0), b.slice(0, j0)) + matched(a.slice(i0 + best), b.slice(j0 + best));
}
