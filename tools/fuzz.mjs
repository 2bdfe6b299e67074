// What the pages' reader says of texts: a line of JSON for each that is read. Takes the folder of the modules.

import { createInterface } from 'node:readline';
const { PuzzleError, message } = await import(`file://${process.argv[2]}/rules/faults.js`);
const { detect, read } = await import(`file://${process.argv[2]}/rules/reader.js`);
const told = (text) => {
  try {
    const puzzle = read(text);
    return puzzle ? [puzzle.line, detect(text)] : null;
  } catch (error) {
    if (!(error instanceof PuzzleError)) return String(error.stack);
    return error.faults.map((fault) => [fault.line, fault.column, message(fault)]);
  }
};
for await (const row of createInterface({ input: process.stdin })) process.stdout.write(JSON.stringify(told(JSON.parse(row))) + '\n');
