// The worker that checks certificates: it takes bytes and returns what they prove, or why they prove nothing.

import { check, Refused } from './proof.js';

addEventListener('message', async ({ data }) => {
  try {
    postMessage(await check(data));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    postMessage({ refused: error.message, step: error.step });
  }
});
