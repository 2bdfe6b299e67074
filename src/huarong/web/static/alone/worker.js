// The worker that runs the page's solver: it takes { id, job, puzzle, values } and posts { id, progress } every tenth
// of a second, then { id, result } or { id, error }; { id, stop } cancels a job.

import { Puzzle } from '../rules/puzzle.js';
import { Answers, sliced } from './jobs.js';

const SLICE_MS = 20, TELL_MS = 100, KEPT = 4;
const kept = new Map(), running = new Map();

function answersOf(data) {
  const found = kept.get(data.line) ?? new Answers(new Puzzle(data));
  kept.delete(data.line);
  kept.set(data.line, found);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  return found;
}

onmessage = async ({ data: { id, job, puzzle, values, stop } }) => {
  if (stop) return void running.get(id)?.abort();
  const life = new AbortController(), begun = performance.now();
  let last = begun;
  running.set(id, life);
  const told = (progress) => {
    const now = performance.now(), seconds = (now - begun) / 1000;
    if (now - last < TELL_MS) return;
    last = now;
    postMessage({ id, progress: { ...progress, seconds, rate: Math.round(progress.layouts / seconds) } });
  };
  try {
    const answers = answersOf(puzzle);
    await answers.tiles?.stored();
    const result = await sliced(answers[job](values), life.signal, SLICE_MS, told);
    answers.tiles?.stored();
    postMessage({ id, result }, { transfer: result instanceof ArrayBuffer ? [result] : [] });
  } catch (error) {
    postMessage({ id, error: { name: error.name, message: error.message, limit: error.limit } });
  }
  running.delete(id);
};
