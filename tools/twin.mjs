// What the pages' modules say of puzzles: a line of JSON for each that is read (see twin.py). Takes the folder of the modules.

import { createInterface } from 'node:readline';

// The language and the words that i18n.js and settings.js ask a browser for.
globalThis.navigator ??= { language: 'en' };
globalThis.fetch = async () => ({ json: async () => ({}) });
// Node keeps nothing, which is said by an event that nobody hears here.
globalThis.dispatchEvent ??= () => {};

const from = (name) => import(`file://${process.argv[2]}/${name}.js`);
const [{ PuzzleError, message }, { Game }, { Answers }, { graded: counted }, { Refused, check }, { Puzzle }, { read }, { run }] = await Promise.all(
  ['rules/faults', 'play/game', 'alone/jobs', 'rules/play', 'solve/proof', 'rules/puzzle', 'rules/reader', 'alone/solver'].map(from));

const METRICS = ['step', 'slide', 'move'];

async function verdict(text) {
  try {
    const { theorem: { length, solutions } } = await check(Buffer.from(text, 'base64'));
    return [length, String(solutions)];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return null;
  }
}

// The moves and hints at one position of a game.
function at(answers, heads, last, metric) {
  const { puzzle, solver } = answers, hint = run(answers.hint({ heads, metric, last })), known = { distance: run(answers.distances({ layouts: [heads], metric })).distances[0] };
  const graded = ({ i, from, to, distance, loses, best }) => [i, from, to, distance, loses, best];
  const own = counted({ ...known, moves: hint.moves }, last, metric, puzzle), best = new Set(own.best.map(({ i, to }) => `${i} ${to}`));
  return {
    distance: hint.distance, moves: hint.moves.map(graded), paths: hint.moves.map(({ legs }) => legs),
    game: own.moves.map((move) => graded({ ...move, loses: move.cost, best: best.has(`${move.i} ${move.to}`) })), counted: own.distance, length: last ? run(solver.solve(heads, metric, { last })).length : hint.distance,
  };
}

async function told({ text, walk, certificates }) {
  let data;
  try {
    data = read(text);
  } catch (error) {
    if (!(error instanceof PuzzleError)) throw error;
    return error.faults.map((fault) => [fault.line, fault.column, message(fault)]);
  }
  const puzzle = new Puzzle(data), answers = new Answers(puzzle), found = run(answers.solver.component()), game = new Game(puzzle), far = METRICS.map((metric) => run(found.distances(metric)));
  const walked = walk.map(([i, to]) => game.move(i, to)?.legs ?? null), layouts = Array.from({ length: found.count }, (_, n) => [found.heads(n), far.map((each) => each[n])]);
  const positions = [[puzzle.start, null], [game.heads, game.last]];
  return {
    puzzle: data, again: read(data.text).line, layouts, walked, counts: game.counts, solved: game.solved, facts: run(answers.facts({})),
    solutions: METRICS.map((metric) => run(answers.solve({ metric }))), positions: positions.map(([heads, last]) => METRICS.map((metric) => at(answers, heads, last, metric))),
    certificates: await Promise.all(certificates.map(verdict)),
  };
}

for await (const row of createInterface({ input: process.stdin })) {
  const answer = await told(JSON.parse(row)).catch((error) => ({ error: String(error.stack) }));
  process.stdout.write(JSON.stringify(answer) + '\n');
}
