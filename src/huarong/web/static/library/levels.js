// Files of levels, as `huarong design generate` writes them: each line a JSON object with a puzzle, or a puzzle itself.

// The levels of a file's text. A line that is no level throws an error with its number.
export function readLevels(text) {
  const levels = [];
  text.split(/\r?\n/).forEach((line, i) => {
    if (!line.trim()) return;
    const level = levelOf(line);
    if (!level) throw Object.assign(new Error(line), { line: i + 1 });
    levels.push({ ...level, name: level.name || `${levels.length + 1}` });
  });
  return levels;
}

function levelOf(line) {
  if (!/^\s*[{"]/.test(line)) return { puzzle: line.trim() };
  try {
    const record = JSON.parse(line);
    if (typeof record === 'string') return { puzzle: record };
    if (typeof record?.puzzle !== 'string') return null;
    const { puzzle, name, metric, length, stars } = record;
    return { puzzle, name: typeof name === 'string' ? name : '', metric: ['move', 'slide', 'step'].includes(metric)
      ? metric : 'move', length: Number.isInteger(length) ? length : null,
      stars: stars >= 1 && stars <= 5 ? Math.round(stars) : null };
  } catch {
    return null;
  }
}

// The levels as a part of a URL.
export const written = (levels) => levels.map(({ puzzle, name, metric, length, stars }) =>
  JSON.stringify({ puzzle, name, metric, length: length ?? undefined, stars: stars ?? undefined })).join('\n');
