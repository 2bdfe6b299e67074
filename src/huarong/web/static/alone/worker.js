// The worker that runs the page's solver: it takes { id, job, puzzle, values } and posts { id, progress } every tenth
// of a second, then { id, result } or { id, error }; { id, stop } cancels a job.

import { Puzzle } from '../rules/puzzle.js';
import { Answers } from './jobs.js';

const SLICE_MS = 20, TELL_MS = 100, KEPT = 4;
const kept = new Map(), stopped = new Set();

function answersOf(data) {
  const found = kept.get(data.line) ?? new Answers(new Puzzle(data));
  kept.delete(data.line);
  kept.set(data.line, found);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  return found;
}

// Lets pending messages in: nested timers are throttled, messages are not.
const { port1, port2 } = new MessageChannel(), waiting = [];
port1.onmessage = () => waiting.shift()();
const turn = () => new Promise((go) => { waiting.push(go); port2.postMessage(0); });

async function work({ id, job, puzzle, values }) {
  const begun = performance.now(), search = answersOf(puzzle)[job](values);
  let until = begun + SLICE_MS, told = begun;
  for (;;) {
    const { value, done } = search.next(), now = performance.now();
    if (done) return value;
    if (now < until) continue;
    if (now - told > TELL_MS) {
      told = now;
      const seconds = (now - begun) / 1000;
      postMessage({ id, progress: { ...value, seconds, rate: Math.round(value.layouts / seconds) } });
    }
    await turn();
    if (stopped.delete(id)) throw new DOMException('stopped', 'AbortError');
    until = performance.now() + SLICE_MS;
  }
}

onmessage = async ({ data }) => {
  if (data.stop) return void stopped.add(data.id);
  try {
    const result = await work(data);
    postMessage({ id: data.id, result }, { transfer: result instanceof ArrayBuffer ? [result] : [] });
  } catch (error) {
    postMessage({ id: data.id, error: { name: error.name, message: error.message, limit: error.limit } });
  }
  stopped.delete(data.id);
};
