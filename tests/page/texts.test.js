// The tables of texts that Python reads too (tests/data, tests/shared): what each is read as, or what is wrong where.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { PuzzleError, message, nearest } from '../../src/huarong/web/static/rules/faults.js';
import { detect, read } from '../../src/huarong/web/static/rules/reader.js';

const json = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const chinese = json('../../src/huarong/data/zh.json');

// A puzzle and its faults, one of which is null.
function tried(text) {
  try {
    return [read(text), null];
  } catch (error) {
    if (!(error instanceof PuzzleError)) throw error;
    return [null, error.faults];
  }
}

// What is written is read as it was.
function checkWritten(puzzle, text) {
  for (const each of [puzzle.text, puzzle.line]) {
    const { read_as, ...again } = read(each), { read_as: how, ...first } = puzzle, { name, name_zh, source, note } = again;
    assert.deepEqual({ ...again, ...(each === puzzle.line ? { name, name_zh, source, note } : {}) },
      { ...first, ...(each === puzzle.line ? { name, name_zh, source, note, text: again.text } : {}) }, text);
  }
}

test('texts in every notation, with changes: the line, the notations, the faults in both languages', () => {
  for (const { text, line, notations, faults, ...more } of json('../shared/texts.json')) {
    const [puzzle, found] = tried(text);
    if (!line) {
      assert.deepEqual(found && found.map((each) => [each.line, each.column, message(each), message(each, chinese)]),
        faults, text);
      continue;
    }
    assert.deepEqual([puzzle.line, detect(text)], [line, notations], text);
    const { read_as: { length = null, metric = null, notes, others }, name, name_zh, pieces, piece_set } = puzzle;
    assert.deepEqual({ as: [length, metric, ...notes.flatMap((note) => [message(note), message(note, chinese)])],
      about: [name, name_zh, piece_set, ...pieces.map(({ label, label_en }) => `${label} ${label_en}`)] }, more, text);
    assert.deepEqual(others, notations.slice(1), text);
    checkWritten(puzzle, text);
  }
});

test('the nearest words', () => {
  assert.deepEqual(nearest('gaol', ['goal', 'gates', 'gate', 'gaol']), ['gaol', 'goal', 'gate']);
  assert.deepEqual(nearest('xyz', ['goal', 'gates']), []);
});
