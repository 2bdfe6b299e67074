// A file of puzzles divided and read without a server, as huarong/library/collection.py does: what cannot be read, and
// what has no solution for a reason that is known without a search. `read` gives the puzzle of a text.

import { message } from '../rules/faults.js';
import { goalLike, plain } from '../rules/formats.js';
import { METRICS } from '../rules/puzzle.js';
import { isTiles } from '../rules/reader.js';
import { t, titleOf } from '../shared/i18n.js';
import { whyNone, words } from '../shared/messages.js';

const SAMPLE = 40, ROW = 12, MOST = 5000;
const RECORD = /^\s*(\{\s*["}]|"[^"\n]+"\s*$)/;

export async function judge({ text, file }, read, signal) {
  const checked = [], parts = await divided(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'), read);
  for (const part of parts.slice(0, MOST)) {
    if (signal?.aborted) throw new DOMException('stopped', 'AbortError');
    checked.push({ place: `${file}:${part.line}`, number: checked.length + 1, length: null, stars: null,
      ...await judgedOne(part, read) });
  }
  const count = (kind) => checked.filter(({ findings }) => findings.some((each) => each.kind === kind)).length,
    found = ['unreadable', 'unsolvable', 'solved'].map((kind) => [kind, count(kind)]).filter(([, n]) => n);
  return { alone: true, complete: false, checked, summary: [t('judged_n', { n: checked.length }),
    found.map(([kind, n]) => t(`judged_${kind}`, { n })).join(t('comma'))].filter(Boolean).join('\n') };
}

async function judgedOne({ line, text, record }, read) {
  const { name, metric, length: claimed } = record ?? {}, findings = [], about = { findings, puzzle: null,
    name: typeof name === 'string' ? name : null, claimed: Number.isInteger(claimed) ? claimed : null,
    metric: METRICS.includes(metric) ? metric : null };
  try {
    const puzzle = await read({ text }), why = await whyNone(puzzle, puzzle.start);
    if (why) findings.push({ kind: 'unsolvable', message: t('judged_none', { why: why() }) });
    if (puzzle.solved(puzzle.start)) findings.push({ kind: 'solved', message: t('judged_at_goal') });
    return { ...about, puzzle: puzzle.text, name: about.name ?? titleOf(puzzle)[0] ?? null };
  } catch (error) {
    if (!error.status) throw error;
    const chinese = await words(), faults = error.faults ?? [{ line: null, column: null, reason: error.message }];
    for (const fault of faults) findings.push({ kind: 'unreadable', message: message({ template: '{text}',
      args: { text: fault.reason }, line: line + (record ? 0 : (fault.line ?? 1) - 1),
      column: record ? null : fault.column }, chinese) });
    return about;
  }
}

const parsed = (text) => { try { return JSON.parse(text); } catch { return undefined; } };

// Whether an object says a goal or directions that belong into one reading with its puzzle, as in rules/formats.js.
const together = (found) => Object.entries(found).some(([key, value]) => (key === 'goal'
  ? value && isTiles(found.puzzle)
  : goalLike({ [plain(key)]: value }).length || (value && typeof value !== 'number' && /^(slide|exit)$/.test(key))));

// A line of JSON, or a text that stands for itself.
function recordOf(line, text) {
  const found = /^\s*[{"]/.test(text) ? parsed(text) : text, { puzzle = found, goal } = found ?? {};
  if (typeof puzzle !== 'string') return { line, text };
  if (typeof found === 'object' && together(found)) return { line, text, record: found };
  return { line, text: goal ? [puzzle, 'goal:', goal].join(puzzle.includes('\n') ? '\n' : '/') : puzzle.trim(),
    record: typeof found === 'object' ? found : null };
}

// The puzzles of a file: lines or a list of JSON, one puzzle, or what most of can be read of texts that end in `end`,
// that have empty lines between them, or that are a line each.
async function divided(text, read) {
  const lines = text.split('\n'), rows = lines.map((row, i) => ({ line: i + 1, text: row })),
    full = (parts) => parts.filter((part) => part.text.trim() && !part.text.startsWith('# '));
  if (RECORD.test(lines.find((row) => row.trim()) ?? '') && !(text.trim().includes('\n') && parsed(text)))
    return rows.filter((row) => row.text.trim()).map((row) => recordOf(row.line, row.text));
  const list = /^\s*\[\s*\{/.test(text) && parsed(text);
  if (list) return list.map((each, i) => recordOf(i + 1, JSON.stringify(each)));
  const can = (part) => read(part).then(() => true, (error) => { if (!error.status) throw error; return false; });
  if (await can({ text })) return [{ line: 1, text }];
  let best = [{ line: 1, text }], most = 0;
  for (const parts of [full(ended(rows)), full(blocks(rows)), full(rows)]) {
    if (parts.length < 2) continue;
    const tried = parts.slice(0, SAMPLE), fine = [];
    for (const part of tried) if (await can(part)) fine.push(part.text);
    const share = fine.length / tried.length;
    if (share > most && (share >= 0.5 || fine.some((each) => each.length > ROW))) [best, most] = [parts, share];
  }
  return best;
}

function ended(rows) {
  const parts = [];
  let last = null;
  for (const { line, text } of rows) {
    if (last) last.text += `\n${text}`;
    else parts.push(last = { line, text });
    if (text.trim() === 'end') last = null;
  }
  return parts;
}

function blocks(rows) {
  const parts = [];
  let begun = true;
  for (const { line, text } of rows) {
    if (!text.trim()) { begun = true; continue; }
    if (!parts.length || (begun && !/^(goal|gates):/.test(text)) || text.startsWith('name:'))
      parts.push({ line, text });
    else parts[parts.length - 1].text += `\n${text}`;
    begun = false;
  }
  return parts;
}
