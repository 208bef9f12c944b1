/** What tests get in place of Vitest: itself, but for what only a test that Vitest runs can ask for. */
import { expect, vi as real } from 'vitest';

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** @type {(() => unknown)[]} */
const ends = [];

export function onTestFinished(/** @type {() => unknown} */ end) {
  ends.push(end);
}

/** Time limits are the runner's own. */
export const vi = { ...real, setConfig() {} };

/** Performs a test. */
export async function during(/** @type {import('./tests.mjs').Test} */ { file, name, perform }) {
  expect.setState({ currentTestName: name, testPath: file });
  try {
    await perform();
  } finally {
    for (const end of ends.splice(0)) await end();
  }
}
